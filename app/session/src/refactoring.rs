//! Renames, moves and replacements that concern several files of a project: which files change, and how. A plan is made of texts in memory, so that open documents
//! can stand for their files, and is complete before anything is written. Only `on_disk` opens files.

mod about_trees;
pub mod extraction;
pub mod file_texts;
pub mod inlining;
pub mod moved_nodes;
mod moves;
pub mod on_disk;
mod renames;
pub mod replacement;
mod shared_library;
pub mod task_edits;
mod texts;
pub mod unfinished;
pub mod uses;

use std::collections::BTreeSet;
use std::sync::Arc;

use treewright_authoring::edit::{Command, History, Refusal, Selection};
use treewright_core::format::FormatErrorKind;
use treewright_core::ids::NodeId;
use treewright_core::library::{NodeLibrary, TaskLibrary};
use treewright_core::model::Document;
use treewright_core::project::PathError;
use treewright_core::told;
use treewright_explore::claims::Claims;
use treewright_insight::scenario::Scenario;

pub use moves::{check_path, rebased};
pub use renames::event_named_by;
use replacement::Replacement;
pub use texts::{Content, ProjectTexts};

/// What is renamed, moved or replaced. Files are paths relative to the project folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refactoring {
    /// Renames a named tree of a file.
    RenameTree {
        file: String,
        from: Arc<str>,
        to: Arc<str>,
    },
    /// Renames a variable of a file; a global one in all files.
    RenameVariable {
        file: String,
        from: Arc<str>,
        to: Arc<str>,
    },
    /// Renames an event.
    RenameEvent { from: Arc<str>, to: Arc<str> },
    /// Renames a task of a library.
    RenameTask {
        library: String,
        from: Arc<str>,
        to: Arc<str>,
    },
    /// Renames parameters of a task.
    RenameParameters {
        library: String,
        task: Arc<str>,
        /// Each old name with the new one.
        names: Vec<(Arc<str>, Arc<str>)>,
    },
    /// Moves a file or a folder.
    Move { from: String, to: String },
    /// Lets all references to a file that is missing lead to another one.
    Repoint { from: String, to: String },
    /// Lets all nodes that run a tree which a file does not have run another one of that file.
    RunInstead {
        file: String,
        from: Arc<str>,
        to: Arc<str>,
    },
    /// Lets all nodes that set a variable which a file does not have set another one of that file.
    SetInstead {
        file: String,
        from: Arc<str>,
        to: Arc<str>,
    },
    /// Lets all nodes whose task no library has be of another task, in trees that have that one.
    TaskInstead { from: Arc<str>, to: Arc<str> },
    /// Lets these trees use a task library, or no longer.
    UseLibrary {
        library: String,
        trees: BTreeSet<String>,
        is_used: bool,
    },
    /// Replaces a text.
    Replace(Replacement),
}

impl Refactoring {
    /// Whether it mends what is wrong in files one by one: where nothing is wrong any more, it changes nothing.
    pub fn is_mend(&self) -> bool {
        matches!(
            self,
            Self::Repoint { .. }
                | Self::RunInstead { .. }
                | Self::SetInstead { .. }
                | Self::TaskInstead { .. }
        )
    }

    /// The one that gives the old name or path back. `None` if the old state does not follow from the new one.
    pub fn reversed(self) -> Option<Self> {
        Some(match self {
            Self::RenameTree { file, from, to } => Self::RenameTree {
                file,
                from: to,
                to: from,
            },
            Self::RenameVariable { file, from, to } => Self::RenameVariable {
                file,
                from: to,
                to: from,
            },
            Self::RenameEvent { from, to } => Self::RenameEvent { from: to, to: from },
            Self::RenameTask { library, from, to } => Self::RenameTask {
                library,
                from: to,
                to: from,
            },
            Self::RenameParameters {
                library,
                task,
                names,
            } => Self::RenameParameters {
                library,
                task,
                names: names.into_iter().map(|(from, to)| (to, from)).collect(),
            },
            Self::Move { from, to } => Self::Move { from: to, to: from },
            Self::UseLibrary {
                library,
                trees,
                is_used,
            } => Self::UseLibrary {
                library,
                trees,
                is_used: !is_used,
            },
            Self::Repoint { .. }
            | Self::RunInstead { .. }
            | Self::SetInstead { .. }
            | Self::TaskInstead { .. }
            | Self::Replace(_) => return None,
        })
    }
}

/// A file that changes.
#[derive(Clone, Debug)]
pub struct Change {
    /// The path before anything is moved.
    pub path: String,
    /// The places that change.
    pub uses: Vec<Use>,
    pub content: NewContent,
}

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Use {
    /// The declaration of what is renamed.
    Declaration,
    /// A node.
    Node(NodeId),
    /// The file itself: a reference of it, such as that to a task library, or a claim.
    File,
    /// A frame of a scenario.
    Frame(u64),
    /// The stand-in of a scenario for a leaf.
    Leaf(Arc<str>),
}

/// The new content of a file.
#[derive(Clone, Debug)]
pub enum NewContent {
    /// The command that changes the document, and its result.
    Tree(Command, Arc<Document>),
    Library(Arc<TaskLibrary>),
    Scenario(Arc<Scenario>),
    Claims(Arc<Claims>),
}

/// Everything that a rename or move changes.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// By path.
    pub changes: Vec<Change>,
    /// The files that get another path: the old one and the new one.
    pub moves: Vec<(String, String)>,
    /// The folder that moves as a whole, with all that is in it: its old path and the new one.
    pub folder_move: Option<(String, String)>,
    /// The files that could not be read, and may have further uses.
    pub unread: Vec<String>,
}

impl Plan {
    /// Adds the change of a tree by a command; nothing if the command is refused.
    pub fn change_tree(
        &mut self,
        texts: &ProjectTexts,
        path: &str,
        uses: Vec<Use>,
        command: Command,
    ) {
        let Some(document) = texts.tree(path) else {
            return;
        };
        let part = DocumentPart {
            commands: vec![command],
            uses,
        };
        // What is refused stays as it is.
        part.finish(path, document, &texts.node_types(path, document), self)
            .ok();
    }

    /// The number of places that change.
    pub fn uses(&self) -> usize {
        self.changes.iter().map(|change| change.uses.len()).sum()
    }

    /// The number of places that change without being the declaration.
    pub fn references(&self) -> usize {
        let uses = self.changes.iter().flat_map(|change| &change.uses);
        uses.filter(|place| **place != Use::Declaration).count()
    }

    /// The path of a file after the moves.
    pub fn new_path<'a>(&'a self, path: &'a str) -> &'a str {
        let moved = self.moves.iter().find(|(from, _)| from == path);
        moved.map_or(path, |(_, to)| to)
    }
}

told! {
    /// Why a rename, a move or a change of a task is refused. Nothing is changed then.
    #[derive(Clone, Debug, PartialEq)]
    pub enum RefactoringError of "refactoring_error" without examples {
        /// There is no such file, or it is of another type.
        NoSuchFile(path: String) = "no_such_file", "there is no file `{path}` of this kind in the project that can be read";
        NoSuchTree {
            name: String,
            file: String,
        } = "no_such_tree", "`{file}` has no tree `{name}`";
        NoSuchVariable {
            name: String,
            file: String,
        } = "no_such_variable", "`{file}` has no variable `{name}`";
        NoSuchTask {
            name: String,
            file: String,
        } = "no_such_task", "`{file}` has no task `{name}`";
        /// No file names the event.
        NoSuchEvent(name: String) = "no_such_event", "no file of the project uses an event `{name}`";
        NameTaken {
            name: String,
            file: String,
        } = "name_taken", "`{file}` already has the name `{name}`";
        BuiltInName(name: String) = "built_in_name", "a built-in node has the name `{name}`";
        NoName = "no_name", "the new name is empty";
        NoTaskName = "no_task_name", "the task has no name";
        NoParameterName = "no_parameter_name", "a parameter has no name";
        ParameterTwice(name: String) = "parameter_twice", "two parameters have the name `{name}`";
        /// A library could not be read after the change.
        Unreadable {
            file: String,
            error: FormatErrorKind,
        } = "unreadable", "`{file}` could not be read afterwards: {error}" with [("file", file), ("reason", error)];
        /// The name is the present one.
        Nothing = "nothing", "the new name is the same as the old one";
        /// The path to which something is moved is in use.
        PathTaken(path: String) = "path_taken", "there is a file `{path}` already";
        /// The path leads out of the project, or cannot be one.
        Path {
            path: String,
            error: PathError,
        } = "path", "`{path}` cannot be used: give a path inside the project folder, relative to it ({error})" with [("path", path)];
        /// Files with such names are not read.
        Hidden(path: String) = "hidden", "`{path}` is hidden or in a hidden folder: files with such names are not read";
        /// Windows cannot have such names, so a project with them could not be shared.
        NotOnWindows(path: String) = "not_on_windows", "`{path}` cannot be a name on Windows: leave out < > : \" | ? * and dots or spaces at the end";
        /// A moved file would be of another type.
        OtherKind {
            from: String,
            to: String,
        } = "other_kind", "`{to}` must end like `{from}`, or it is not found as a file of its kind";
        /// Claims are found by the name of their tree.
        ClaimsOfTree {
            path: String,
            tree: String,
        } = "claims_of_tree", "`{path}` has the name of its tree, by which it is found: rename or move `{tree}`, and it follows" with [("path", path), ("file", tree)];
        /// A folder cannot be moved into itself.
        IntoItself(path: String) = "into_itself", "the folder `{path}` cannot be moved into itself";
        /// A branch can move only to another tree file.
        NotAnotherTree(path: String) = "not_another_tree", "`{path}` cannot take a branch: name another file that ends in .bt.json";
        /// All files share global variables by their names.
        GlobalClash {
            name: String,
            file: String,
        } = "global_clash", "`{file}` has another variable `{name}`, and global variables are shared by name: rename one of the two";
        /// The main tree of a file has no name by which another file could run it as a part of this one.
        RunsMainTree(node: String) = "runs_main_tree", "`{node}` runs the main tree of this file, and could not do so from another file";
        /// A document refuses its part.
        Refused {
            file: String,
            refusal: Refusal,
        } = "refused", "`{file}` refuses the change: {refusal}" with [("file", file), ("reason", refusal)];
    }
}

impl std::error::Error for RefactoringError {}

/// Plans a rename or move in a project. Files that do not change are not in the plan.
///
/// # Errors
/// If it is not possible, in any of the files.
pub fn plan(texts: &ProjectTexts, refactoring: &Refactoring) -> Result<Plan, RefactoringError> {
    let mut plan = match refactoring {
        Refactoring::RenameTree { file, from, to } => renames::tree(texts, file, from, to),
        Refactoring::RenameVariable { file, from, to } => renames::variable(texts, file, from, to),
        Refactoring::RenameEvent { from, to } => renames::event(texts, from, to),
        Refactoring::RenameTask { library, from, to } => renames::task(texts, library, from, to),
        Refactoring::RenameParameters {
            library,
            task,
            names,
        } => renames::parameters(texts, library, task, names),
        Refactoring::Move { from, to } => moves::plan(texts, from, to),
        Refactoring::Repoint { from, to } => moves::repoint(texts, from, to),
        Refactoring::RunInstead { file, from, to } => renames::run_instead(texts, file, from, to),
        Refactoring::SetInstead { file, from, to } => renames::set_instead(texts, file, from, to),
        Refactoring::TaskInstead { from, to } => renames::task_instead(texts, from, to),
        Refactoring::UseLibrary {
            library,
            trees,
            is_used,
        } => shared_library::plan(texts, library, trees, *is_used),
        Refactoring::Replace(what) => Ok(replacement::replace(texts, what).plan),
    }?;
    plan.unread = texts.unread().map(str::to_owned).collect();
    Ok(plan)
}

/// Collects the commands for one document.
#[derive(Debug, Default)]
struct DocumentPart {
    commands: Vec<Command>,
    uses: Vec<Use>,
}

impl DocumentPart {
    fn add(&mut self, place: Use, command: Command) {
        self.commands.push(command);
        self.uses.push(place);
    }

    /// All of it as one command.
    fn command(mut self) -> Option<Command> {
        match self.commands.len() {
            0 => None,
            1 => self.commands.pop(),
            _ => Some(Command::Batch(self.commands)),
        }
    }

    /// Adds the change of the document to a plan, if there is one.
    fn finish(
        self,
        path: &str,
        document: &Document,
        library: &NodeLibrary,
        plan: &mut Plan,
    ) -> Result<(), RefactoringError> {
        let uses = distinct(self.uses.clone());
        let Some(command) = self.command() else {
            return Ok(());
        };
        let mut changed = document.clone();
        let applied =
            History::new().apply(&mut changed, library, &mut Selection::default(), &command);
        match applied {
            Ok(()) => {
                plan.changes.push(Change {
                    path: path.to_owned(),
                    uses,
                    content: NewContent::Tree(command, Arc::new(changed)),
                });
                Ok(())
            }
            Err(refusal) => Err(RefactoringError::Refused {
                file: path.to_owned(),
                refusal,
            }),
        }
    }
}

/// Each place once, in order.
fn distinct(mut uses: Vec<Use>) -> Vec<Use> {
    uses.sort_unstable();
    uses.dedup();
    uses
}

#[cfg(test)]
mod laws;
#[cfg(test)]
mod tests;
