//! Loads a tree in one call: reads its file and all others that it refers to, compiles them with the game's tasks, and
//! lists everything that is wrong. The caller reads the files.
//!
//! ```
//! use treewright_core::prelude::*;
//!
//! let file = br#"{
//!   "format": "treewright", "version": 1, "name": "Patience", "root": "n1",
//!   "nodes": [{"id": "n1", "task": "Wait", "parameters": {"seconds": 1.0}}]
//! }"#;
//! let program = Program::load(file, &GameTasks::<()>::new())?;
//! let mut tree = TreeInstance::new(program, 0);
//! assert_eq!(tree.tick(&mut (), &mut Globals::default(), 1.0), Some(Status::Success));
//! # Ok::<(), LoadError>(())
//! ```

mod files;
mod plain;
mod problem;
mod settings;

use std::fmt::Display;
use std::sync::{Arc, LazyLock};

use rustc_hash::FxHashMap;

use crate::Program;
use crate::compile::{CompileNote, Compiled, GameTasks, Origins, compile_project};
use crate::diagnostic::structure::structural_problems;
use crate::diagnostic::{Diagnostic, Location, Problem};
use crate::format::native;
use crate::ids::NodeId;
use crate::library::NodeLibrary;
use crate::project::{Project, resolve};
use crate::runtime::World;
use crate::told::Message;
use crate::tree::Tree;

use files::Files;
pub use problem::{LoadError, LoadProblem};
use problem::{Names, Place};

/// The built-in node types, which most trees need no others beside.
static BUILTIN: LazyLock<NodeLibrary> = LazyLock::new(NodeLibrary::builtin);

/// A tree that was loaded as far as possible: its program, and everything that is wrong.
///
/// [`Program::load`] accepts only trees without problems. Use this type to run a tree in spite of them: a broken node
/// always fails, and the rest works.
///
/// ```
/// use treewright_core::prelude::*;
///
/// let file = br#"{
///   "format": "treewright", "version": 1, "name": "Typist", "root": "n1",
///   "nodes": [
///     {"id": "n1", "task": "Selector", "children": ["n2", "n3"]},
///     {"id": "n2", "task": "Shot", "parameters": {"rounds": 3}},
///     {"id": "n3", "task": "Wait", "parameters": {"second": 1.0}}
///   ]
/// }"#;
/// let mut tasks = GameTasks::<()>::new();
/// tasks.action_fn("Shoot", |_| Status::Success);
///
/// let loaded = Loaded::from_bytes(file, &tasks);
/// let problems: Vec<String> = loaded.problems.iter().map(ToString::to_string).collect();
/// assert_eq!(problems, [
///     "line 5, column 12, node n2: unknown node type `Shot`. Did you mean `Shoot`?",
///     "line 6, column 49, node n3: Wait has no parameter `second`: the value has no effect; rename or remove it. Did you mean `seconds`?",
/// ]);
/// assert!(loaded.program.is_some());
/// assert!(Program::load(file, &tasks).is_err());
/// ```
#[non_exhaustive]
pub struct Loaded<W: World + ?Sized> {
    /// The program; `None` if there is nothing to run.
    pub program: Option<Arc<Program<W>>>,
    /// Everything that is wrong, in the order of the files.
    pub problems: Vec<LoadProblem>,
    /// What is worth knowing although the tree runs. It is also written to the game's log.
    pub notes: Vec<CompileNote>,
    /// Maps the ids of nodes inside subtrees to their files.
    pub origins: Origins,
}

impl<W: World + ?Sized> Loaded<W> {
    /// Loads a tree that refers to no other files. Task libraries that it names are not read: the game's own tasks are
    /// known by their code.
    pub fn from_bytes(bytes: &[u8], tasks: &GameTasks<W>) -> Self {
        Self::of_plain(bytes, tasks).unwrap_or_else(|| Self::of(&Files::of_bytes(bytes), tasks))
    }

    /// Loads the tree of the file at `path`, with the files and task libraries that it refers to.
    ///
    /// `read` returns the contents of a file, or why it cannot be read. Its argument is a path in the project folder with
    /// `/` as separator, such as `ai/guard.bt.json`; `path` must be one, too. References in files are relative to their
    /// folder and never lead out of the project folder ([`project`](crate::project)).
    pub fn from_files<B: AsRef<[u8]>, E: Display>(
        path: &str,
        tasks: &GameTasks<W>,
        mut read: impl FnMut(&str) -> Result<B, E>,
    ) -> Self {
        let mut own = resolve("", path).ok().map(|path| read(&path));
        if let Some(Ok(bytes)) = &own
            && let Some(plain) = Self::of_plain(bytes.as_ref(), tasks)
        {
            return plain;
        }
        let read = |path: &str| own.take().unwrap_or_else(|| read(path));
        Self::of(&Files::read(path, read), tasks)
    }

    /// Loads a file without making a document of it; `None` if it needs that: it has a problem, or refers to other files.
    fn of_plain(bytes: &[u8], tasks: &GameTasks<W>) -> Option<Self> {
        let compiled = plain::compiled(bytes, &BUILTIN, tasks)?;
        Some(Self {
            program: compiled.program,
            problems: Vec::new(),
            notes: logged(compiled.notes),
            origins: compiled.origins,
        })
    }

    /// Loads a tree that was written in code.
    pub fn from_tree(tree: &Tree, tasks: &GameTasks<W>) -> Self {
        Self::of(&Files::of_document(tree.document().clone()), tasks)
    }

    /// Returns the program if nothing is wrong.
    ///
    /// # Errors
    /// If there are any problems.
    pub fn strict(self) -> Result<Arc<Program<W>>, LoadError> {
        match self.program {
            Some(program) if self.problems.is_empty() => Ok(program),
            _ => Err(LoadError::new(self.problems)),
        }
    }

    fn of(files: &Files, tasks: &GameTasks<W>) -> Self {
        let library = files.library.as_ref().unwrap_or(&BUILTIN);
        let mut problems = files.problems.clone();
        let Some(document) = &files.document else {
            return Self {
                program: None,
                problems,
                notes: Vec::new(),
                origins: Origins::default(),
            };
        };
        let project = Project::new(document, &files.path, &files.others);
        let compiled = compile_project(&project, library, tasks);
        let names = Names { tasks, library };
        let mut broken: FxHashMap<&str, Vec<(&NodeId, &Message)>> = FxHashMap::default();
        for (id, why) in &compiled.broken {
            let origin = compiled.origins.origin(id);
            let path = origin.path.unwrap_or(&files.path);
            broken.entry(path).or_default().push((origin.node, why));
        }
        for (path, document) in files.documents() {
            let mut found = structural_problems(document);
            found.extend(settings::problems(&project, path, &compiled, &names));
            let place = Place {
                path,
                document,
                positions: files.positions.get(path),
            };
            let broken = broken.remove(path).into_iter().flatten();
            let mut all: Vec<LoadProblem> = broken
                .map(|(node, why)| place.broken(node, why, &names))
                .collect();
            all.extend(place.diagnostics(found, &names));
            problem::sort(&mut all);
            problems.extend(all);
        }
        if let Some(problem) = nothing_to_run(&project, &compiled) {
            let place = Place {
                path: &files.path,
                document,
                positions: None,
            };
            let diagnostic = Diagnostic::new(Location::Document, problem);
            problems.extend(place.diagnostics(vec![diagnostic], &names));
        }
        Self {
            program: compiled.program,
            problems,
            notes: logged(compiled.notes),
            origins: compiled.origins,
        }
    }
}

/// Writes notes to the game's log, and returns them.
fn logged(notes: Vec<CompileNote>) -> Vec<CompileNote> {
    #[cfg(feature = "log")]
    for note in &notes {
        log::warn!(target: "treewright", "{note}");
    }
    notes
}

/// Returns the reason why there is no program, unless a broken node is.
fn nothing_to_run<W: World + ?Sized>(
    project: &Project<'_>,
    compiled: &Compiled<W>,
) -> Option<Problem> {
    if compiled.program.is_some() || !compiled.broken.is_empty() {
        return None;
    }
    Some(match project.document.root() {
        Some(_) => Problem::DisabledRoot,
        None => Problem::NoRoot {
            loose: project.document.loose().len(),
        },
    })
}

impl<W: World + ?Sized> Program<W> {
    /// Loads a tree that refers to no other files: a document, or a game config, which is one.
    ///
    /// # Errors
    /// If anything is wrong: the file, a node that could not run, a setting without effect. The error lists all
    /// problems, each with its place and remedy. To run a tree in spite of them, use [`Loaded::from_bytes`].
    pub fn load(bytes: &[u8], tasks: &GameTasks<W>) -> Result<Arc<Self>, LoadError> {
        Loaded::from_bytes(bytes, tasks).strict()
    }

    /// Loads the tree of the file at `path`, with the files and task libraries that it refers to. `read` returns the
    /// contents of a file; see [`Loaded::from_files`] about paths.
    ///
    /// ```no_run
    /// use std::{fs, path::Path};
    /// use treewright_core::prelude::*;
    ///
    /// let (assets, tasks) = (Path::new("assets"), GameTasks::<()>::new());
    /// let guard = Program::load_files("ai/guard.bt.json", &tasks, |path| fs::read(assets.join(path)))?;
    /// # Ok::<(), LoadError>(())
    /// ```
    ///
    /// # Errors
    /// If anything is wrong, as with [`Self::load`], in any of the files. To run a tree in spite of problems, use
    /// [`Loaded::from_files`].
    pub fn load_files<B: AsRef<[u8]>, E: Display>(
        path: &str,
        tasks: &GameTasks<W>,
        read: impl FnMut(&str) -> Result<B, E>,
    ) -> Result<Arc<Self>, LoadError> {
        Loaded::from_files(path, tasks, read).strict()
    }
}

impl Tree {
    /// Compiles the tree with the game's tasks.
    ///
    /// # Errors
    /// If anything is wrong: a node type or parameter that does not exist, a value of the wrong type. The error lists
    /// all problems. To run a tree in spite of them, use [`Loaded::from_tree`].
    pub fn compile<W: World + ?Sized>(
        &self,
        tasks: &GameTasks<W>,
    ) -> Result<Arc<Program<W>>, LoadError> {
        Loaded::from_tree(self, tasks).strict()
    }

    /// Returns the tree as the text of a file, `NAME.bt.json`, which the editor opens.
    ///
    /// # Errors
    /// If it has a number that is not finite, or is too large.
    pub fn to_file(&self) -> Result<String, crate::format::WriteError> {
        native::write(self.document())
    }
}

#[cfg(test)]
mod tests;
