//! What can be wrong with named trees and with nodes that run them, in English.
//! Does not know how it is found.

use std::fmt;
use std::sync::Arc;

use crate::ids::NodeId;

/// A problem with a named tree, or with a node that runs one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SubtreeProblem {
    /// Two trees have the same name.
    DuplicateTree {
        /// The name.
        tree: Arc<str>,
    },
    /// The node at the top of a tree does not exist.
    NoSuchRoot {
        /// The tree.
        tree: Arc<str>,
        /// The node that it names.
        root: NodeId,
    },
    /// The document has no tree of this name.
    UnknownTree {
        /// The name.
        tree: Arc<str>,
    },
    /// A file has no tree of this name.
    UnknownTreeInFile {
        /// The name.
        tree: Arc<str>,
        /// Where the file lies in the project folder.
        file: String,
    },
    /// The document, or the file, has no main tree.
    NoMainTree {
        /// Where the file lies in the project folder; empty for the document itself.
        file: String,
    },
    /// The file lies outside of the project folder.
    FileOutside {
        /// The file as the node names it.
        file: String,
    },
    /// The file is not named as seen from the document.
    FileNotRelative {
        /// The file as the node names it.
        file: String,
    },
    /// The file cannot be read.
    FileUnreadable {
        /// Where it lies in the project folder.
        file: String,
        /// Why.
        why: String,
    },
    /// Nobody has read the file.
    FileNotLoaded {
        /// Where it lies in the project folder.
        file: String,
    },
    /// A tree contains itself.
    Cycle {
        /// The trees on the way, with the nodes that run them.
        path: String,
    },
    /// With its subtrees, the tree has more nodes, node names or variables than a program holds.
    TooLarge {
        /// The tree that is too much.
        tree: String,
        /// How many of them a program holds.
        limit: u64,
        /// What there is too much of.
        of: TooMuch,
    },
    /// A parameter of the node is no variable of the tree that it runs.
    UnknownVariable {
        /// The parameter.
        variable: Arc<str>,
        /// The tree.
        tree: String,
    },
    /// The document and a file that it runs declare a global variable with different types.
    OtherGlobal {
        /// The variable.
        variable: Arc<str>,
        /// Where the file lies in the project folder.
        file: String,
        /// Its type in the document.
        expected: String,
        /// Its type in the file.
        found: String,
    },
    /// A node that is set inside does not exist.
    UnknownInside {
        /// The node, by the ids on the way.
        path: Arc<str>,
        /// The tree.
        tree: String,
    },
    /// What tree a node runs cannot be changed from outside.
    FixedInside {
        /// The parameter.
        parameter: Arc<str>,
    },
}

/// What a program holds only so many of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TooMuch {
    /// Nodes.
    Nodes,
    /// Variables.
    Variables,
    /// Bytes of node ids, which grow with each subtree in a subtree.
    IdBytes,
}

impl TooMuch {
    /// The name that translations use.
    pub fn code(self) -> &'static str {
        match self {
            Self::Nodes => "nodes",
            Self::Variables => "variables",
            Self::IdBytes => "id_bytes",
        }
    }
}

impl SubtreeProblem {
    /// A stable name, for translations and for machines that read reports.
    pub fn code(&self) -> &'static str {
        match self {
            Self::DuplicateTree { .. } => "duplicate_tree",
            Self::NoSuchRoot { .. } => "no_such_root",
            Self::UnknownTree { .. } => "unknown_tree",
            Self::UnknownTreeInFile { .. } => "unknown_tree_in_file",
            Self::NoMainTree { .. } => "no_main_tree",
            Self::FileOutside { .. } => "file_outside",
            Self::FileNotRelative { .. } => "file_not_relative",
            Self::FileUnreadable { .. } => "file_unreadable",
            Self::FileNotLoaded { .. } => "file_not_loaded",
            Self::Cycle { .. } => "subtree_cycle",
            Self::TooLarge { .. } => "subtree_too_large",
            Self::UnknownVariable { .. } => "unknown_subtree_variable",
            Self::OtherGlobal { .. } => "other_global",
            Self::UnknownInside { .. } => "unknown_inside",
            Self::FixedInside { .. } => "fixed_inside",
        }
    }

    /// Whether the tree runs as meant but for this.
    pub fn is_warning(&self) -> bool {
        matches!(
            self,
            Self::UnknownVariable { .. } | Self::UnknownInside { .. } | Self::FixedInside { .. }
        )
    }

    /// The values that a translation fills in, by name.
    pub fn arguments(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::DuplicateTree { tree } | Self::UnknownTree { tree } => {
                vec![("tree", tree.to_string())]
            }
            Self::NoSuchRoot { tree, root } => {
                vec![("tree", tree.to_string()), ("root", root.to_string())]
            }
            Self::UnknownTreeInFile { tree, file } => {
                vec![("tree", tree.to_string()), ("file", file.clone())]
            }
            Self::NoMainTree { file }
            | Self::FileOutside { file }
            | Self::FileNotRelative { file }
            | Self::FileNotLoaded { file } => vec![("file", file.clone())],
            Self::FileUnreadable { file, why } => {
                vec![("file", file.clone()), ("why", why.clone())]
            }
            Self::Cycle { path } => vec![("path", path.clone())],
            Self::TooLarge { tree, limit, of } => vec![
                ("tree", tree.clone()),
                ("limit", limit.to_string()),
                ("too_much", of.code().to_owned()),
            ],
            Self::UnknownVariable { variable, tree } => {
                vec![("variable", variable.to_string()), ("tree", tree.clone())]
            }
            Self::OtherGlobal {
                variable,
                file,
                expected,
                found,
            } => vec![
                ("variable", variable.to_string()),
                ("file", file.clone()),
                ("expected", expected.clone()),
                ("found", found.clone()),
            ],
            Self::UnknownInside { path, tree } => {
                vec![("path", path.to_string()), ("tree", tree.clone())]
            }
            Self::FixedInside { parameter } => vec![("parameter", parameter.to_string())],
        }
    }
}

impl fmt::Display for SubtreeProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DuplicateTree { tree } => {
                write!(f, "another tree is called `{tree}` too: rename one of them")
            }
            Self::NoSuchRoot { tree, root } => write!(
                f,
                "the tree `{tree}` begins at {root}, which does not exist: take the name away or add the node"
            ),
            Self::UnknownTree { tree } => {
                write!(
                    f,
                    "no tree of this document is called `{tree}`: check the spelling, or name a tree so"
                )
            }
            Self::UnknownTreeInFile { tree, file } => {
                write!(
                    f,
                    "no tree of {file} is called `{tree}`: check the spelling, or name a tree so there"
                )
            }
            Self::NoMainTree { file } if file.is_empty() => {
                f.write_str("this document has no main tree: name a tree to run")
            }
            Self::NoMainTree { file } => {
                write!(f, "{file} has no main tree: name the tree to run")
            }
            Self::FileOutside { file } => write!(
                f,
                "{file} lies outside of the project folder: move it there, or put treewright.project.json into a folder above both"
            ),
            Self::FileNotRelative { file } => {
                write!(
                    f,
                    "{file} is not named as seen from this file: write a relative path"
                )
            }
            Self::FileUnreadable { file, why } => write!(f, "{file} cannot be read: {why}"),
            Self::FileNotLoaded { file } => write!(f, "{file} was not loaded"),
            Self::Cycle { path } => {
                write!(
                    f,
                    "a tree cannot contain itself: {path}; run another tree here"
                )
            }
            Self::TooLarge { tree, limit, of } => {
                let of = match of {
                    TooMuch::Nodes => "nodes",
                    TooMuch::Variables => "variables",
                    TooMuch::IdBytes => "bytes of node ids",
                };
                write!(
                    f,
                    "`{tree}` with all its subtrees is too large: with it there would be more than {limit} {of}, the most that a program holds"
                )
            }
            Self::UnknownVariable { variable, tree } => write!(
                f,
                "`{tree}` has no variable `{variable}` that could be set here: check the spelling, or declare it with the scope `subtree`"
            ),
            Self::OtherGlobal {
                variable,
                file,
                expected,
                found,
            } => write!(
                f,
                "{file} declares the global variable `{variable}` as {found}, and this document as {expected}: give them one type, or call one otherwise"
            ),
            Self::UnknownInside { path, tree } => {
                write!(f, "`{tree}` has no node {path}: nothing is set there")
            }
            Self::FixedInside { parameter } => write!(
                f,
                "`{parameter}` says what is inside, and cannot be set from outside: change the subtree or name another one here"
            ),
        }
    }
}
