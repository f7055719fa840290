//! Why a command cannot be done, as data. English is the `Display`; other languages translate by [`Refusal::code`].

use std::sync::Arc;

use thiserror::Error;
use treewright_core::ids::NodeId;

/// Why a command was refused. The document is as it was.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// A node that the command names does not exist.
    #[error("there is no node `{0}`")]
    NoSuchNode(NodeId),
    /// The child has a parent.
    #[error("`{child}` already has a parent: pull its wire off first")]
    SecondParent {
        /// The child's title.
        child: String,
    },
    /// The child is the root, or contains the parent.
    #[error("`{child}` contains `{parent}`: that would be a cycle")]
    Cycle {
        /// The child's title.
        child: String,
        /// The parent's title.
        parent: String,
    },
    /// The parent is a leaf.
    #[error("`{parent}` is a leaf: it takes no children")]
    Leaf {
        /// The parent's title.
        parent: String,
    },
    /// The parent is a decorator that has its child.
    #[error("`{parent}` is a decorator: it takes exactly one child")]
    DecoratorIsFull {
        /// The parent's title.
        parent: String,
    },
    /// The node is not the head of a loose tree.
    #[error("`{node}` is not loose")]
    NotLoose {
        /// The node's title.
        node: String,
    },
    /// The node to put on a wire has children of its own.
    #[error("`{node}` has children: only a node without can be put on a wire")]
    HasChildren {
        /// The node's title.
        node: String,
    },
    /// The nodes do not hang side by side.
    #[error("the selected nodes do not hang side by side below one parent")]
    NotSiblings,
    /// The children of the root would all become roots.
    #[error("`{node}` is the root and has several children: a tree has one root")]
    SeveralRoots {
        /// The root's title.
        node: String,
    },
    /// Several branches cannot be one tree.
    #[error("a subtree has one node at its top: wrap the selected nodes in a composite first")]
    SeveralTops,
    /// A tree has a variable of its own each time it runs, which would be shared if it stood there.
    #[error(
        "each use of the subtree has a variable `{0}` of its own: bind it to a variable of the tree around it first"
    )]
    OwnVariable(Arc<str>),
    /// The tree that a node runs is in another file.
    #[error("the tree that `{0}` runs is in another file")]
    OtherFile(String),
    /// An override of another node names the node.
    #[error("another node sets parameters of `{0}` for its own use of the tree")]
    SetFromOutside(String),
    /// The task is not in the library.
    #[error("there is no kind of node called `{0}`")]
    NoSuchTask(Arc<str>),
    /// The task has no parameter of this name.
    #[error("`{task}` has no parameter `{parameter}`")]
    NoSuchParameter {
        /// The task's name.
        task: Arc<str>,
        /// The parameter's name.
        parameter: Arc<str>,
    },
    /// The node takes no abort type.
    #[error("`{0}` is not a composite: only composites have an abort type")]
    NoAbortType(String),
    /// The stand-in does not fit the node.
    #[error(
        "this stand-in does not fit `{0}`: results are for leaves; only parents without code act like another kind, and only over one child they pass its result through"
    )]
    NotPlayed(String),
    /// There is no variable of this name.
    #[error("there is no variable `{0}`")]
    NoSuchVariable(Arc<str>),
    /// There is a variable of this name.
    #[error("there is already a variable `{0}`")]
    VariableExists(Arc<str>),
    /// There is no named tree at this index.
    #[error("there is no such tree")]
    NoSuchTree,
    /// There is a tree of this name.
    #[error("there is already a tree `{0}`")]
    TreeExists(Arc<str>),
    /// A tree needs a name.
    #[error("a tree needs a name")]
    EmptyTreeName,
    /// The node runs no subtree.
    #[error("`{0}` runs no subtree: nothing inside it can be set")]
    NoSubtree(String),
    /// A variable needs a name.
    #[error("a variable needs a name")]
    EmptyName,
    /// A value is not of the type that its place asks for, or is not a finite number.
    #[error("`{value}` is not a usable {expected}")]
    WrongType {
        /// The value.
        value: String,
        /// The type.
        expected: String,
    },
    /// There would be more nodes than a document holds.
    #[error("a document holds at most {0} nodes: make files of their own of some branches")]
    TooManyNodes(usize),
    /// A text is longer than any that is kept.
    #[error("this text is too long: it has {bytes} bytes, and at most {limit} can be kept here")]
    TooLong {
        /// How long it is.
        bytes: usize,
        /// How long it may be.
        limit: usize,
    },
    /// There is no note or group at this place of the list.
    #[error("there is no such note or group")]
    NoSuchAnnotation,
    /// There is no conflict at this place of the list.
    #[error("there is no such conflict")]
    NoSuchConflict,
    /// Theirs removed a branch below which something was hung since the merge.
    #[error("`{child}` was hung below `{node}` since the merge: move it elsewhere first")]
    BuiltOn {
        /// The title of the top of the branch.
        node: String,
        /// The title of what was hung below it.
        child: String,
    },
    /// There is nothing to do.
    #[error("nothing to do")]
    Nothing,
}

impl Refusal {
    /// A stable name for translation, such as `second_parent`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NoSuchNode(_) => "no_such_node",
            Self::SecondParent { .. } => "second_parent",
            Self::Cycle { .. } => "cycle",
            Self::Leaf { .. } => "leaf",
            Self::DecoratorIsFull { .. } => "decorator_is_full",
            Self::NotLoose { .. } => "not_loose",
            Self::HasChildren { .. } => "has_children",
            Self::NotSiblings => "not_siblings",
            Self::SeveralRoots { .. } => "several_roots",
            Self::SeveralTops => "several_tops",
            Self::OwnVariable(_) => "own_variable",
            Self::OtherFile(_) => "other_file",
            Self::SetFromOutside(_) => "set_from_outside",
            Self::NoSuchTask(_) => "no_such_task",
            Self::NoSuchParameter { .. } => "no_such_parameter",
            Self::NoAbortType(_) => "no_abort_type",
            Self::NotPlayed(_) => "not_played",
            Self::NoSuchVariable(_) => "no_such_variable",
            Self::VariableExists(_) => "variable_exists",
            Self::NoSuchTree => "no_such_tree",
            Self::TreeExists(_) => "tree_exists",
            Self::EmptyTreeName => "empty_tree_name",
            Self::NoSubtree(_) => "no_subtree",
            Self::EmptyName => "empty_name",
            Self::WrongType { .. } => "wrong_type",
            Self::TooManyNodes(_) => "too_many_nodes",
            Self::TooLong { .. } => "too_long",
            Self::NoSuchAnnotation => "no_such_annotation",
            Self::NoSuchConflict => "no_such_conflict",
            Self::BuiltOn { .. } => "built_on",
            Self::Nothing => "nothing",
        }
    }

    /// The values that a translation fills in, by name.
    pub fn arguments(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::NoSuchNode(id) => vec![("node", id.to_string())],
            Self::SecondParent { child } => vec![("child", child.clone())],
            Self::Cycle { child, parent } => {
                vec![("child", child.clone()), ("parent", parent.clone())]
            }
            Self::Leaf { parent } | Self::DecoratorIsFull { parent } => {
                vec![("parent", parent.clone())]
            }
            Self::NotLoose { node }
            | Self::SeveralRoots { node }
            | Self::OtherFile(node)
            | Self::SetFromOutside(node)
            | Self::HasChildren { node }
            | Self::NoAbortType(node)
            | Self::NotPlayed(node)
            | Self::NoSubtree(node) => {
                vec![("node", node.clone())]
            }
            Self::BuiltOn { node, child } => {
                vec![("node", node.clone()), ("child", child.clone())]
            }
            Self::NoSuchParameter { task, parameter } => vec![
                ("task", task.to_string()),
                ("parameter", parameter.to_string()),
            ],
            Self::NoSuchTask(name)
            | Self::OwnVariable(name)
            | Self::NoSuchVariable(name)
            | Self::VariableExists(name)
            | Self::TreeExists(name) => {
                vec![("name", name.to_string())]
            }
            Self::WrongType { value, expected } => {
                vec![("value", value.clone()), ("expected", expected.clone())]
            }
            Self::TooManyNodes(limit) => vec![("limit", limit.to_string())],
            Self::TooLong { bytes, limit } => {
                vec![("bytes", bytes.to_string()), ("limit", limit.to_string())]
            }
            Self::NotSiblings
            | Self::SeveralTops
            | Self::EmptyName
            | Self::NoSuchTree
            | Self::EmptyTreeName
            | Self::NoSuchAnnotation
            | Self::NoSuchConflict
            | Self::Nothing => Vec::new(),
        }
    }
}
