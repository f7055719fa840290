//! The program that an open document would run as, for those who ask what its nodes can do and for its runs: compiled when the first one asks, a
//! large one beside the window's thread, and kept until something changes that a run would notice. Runs nothing.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::sync::Arc;

use treewright_core::Message;
use treewright_core::compile::{GameTasks, Origin, compile_project, expanded_size};
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::StandIn;
use treewright_core::project::Project;
use treewright_core::runtime::NodeIndex;
use treewright_core::{Program, on_purpose};

use super::background_check::{AT_ONCE, Subject};
use super::program_places::Places;
use crate::host::freeing::free_beside;
use crate::host::job::{Ended, Job};
use crate::host::panics;

/// A document with the trees that it runs, also those of other files, as one program that runs without its game.
pub struct DocumentProgram {
    program: Option<Arc<Program<()>>>,
    places: Arc<Places>,
    /// The nodes that fail when they are run, and why, by their ids in the program.
    pub broken: Vec<(NodeId, Message)>,
    /// The tasks of the game that are only played, each once.
    pub stood_in: Vec<Arc<str>>,
}

/// What came of compiling. A panic stands in the log of the program as well.
pub type Made = Result<Arc<DocumentProgram>, Ended>;

impl DocumentProgram {
    /// Compiles a document. What plays these leaves counts more than what the document says.
    pub fn of(project: &Project<'_>, library: &NodeLibrary, leaves: &[(NodeId, StandIn)]) -> Self {
        on_purpose::panic_at("program");
        let mut tasks = GameTasks::new();
        tasks.stand_in_for(library);
        for (leaf, stand_in) in leaves {
            tasks.play_node(leaf.clone(), stand_in.clone());
        }
        let compiled = compile_project(project, library, &tasks);
        let program = compiled.program;
        let places = program
            .as_deref()
            .map(|program| Places::new(program, compiled.origins));
        Self {
            places: Arc::new(places.unwrap_or_default()),
            program,
            broken: compiled.broken,
            stood_in: compiled.stood_in,
        }
    }

    /// The program; none if there is nothing to run.
    pub fn program(&self) -> Option<&Arc<Program<()>>> {
        self.program.as_ref()
    }

    /// Where its nodes stand in documents.
    pub fn places(&self) -> &Arc<Places> {
        &self.places
    }

    /// Where a node of the program comes from.
    pub fn origin<'a>(&'a self, program: &'a Program<()>, place: NodeIndex) -> Origin<'a> {
        self.places.origins().origin(program.id(place))
    }

    /// Where a node of the document stands in the program: once for each use of its tree.
    pub fn places_of(&self, node: &NodeId) -> impl Iterator<Item = NodeIndex> {
        let program = self.program.iter();
        program.flat_map(|program| self.places.of(program, node))
    }

    fn len(&self) -> usize {
        self.program.as_deref().map_or(0, Program::len)
    }
}

/// What was compiled last.
#[derive(Default)]
pub struct KeptProgram {
    /// With the run revision that it was compiled from.
    kept: RefCell<Option<(u64, Made)>>,
    /// Somebody asked for one that takes longer than a frame.
    wanted: Cell<bool>,
    making: Option<Making>,
    compiled: Cell<Compilations>,
}

/// How often something was compiled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Compilations {
    /// While a frame waited.
    pub at_once: usize,
    /// Beside the window's thread.
    pub beside: usize,
}

/// A program that is being compiled, of a run revision.
struct Making {
    revision: u64,
    job: Job<DocumentProgram>,
}

impl KeptProgram {
    /// The program of a document at this run revision; none while it is large and not compiled yet, which [`Self::keep_up`] does then.
    pub fn get(&self, revision: u64, project: &Project<'_>, library: &NodeLibrary) -> Option<Made> {
        if let known @ Some(_) = self.known(revision) {
            return known;
        }
        if project.node_count() > AT_ONCE || expanded_size(project, library) > AT_ONCE {
            self.wanted.set(true);
            return None;
        }
        let made = self.compile(revision, project, library);
        Some(made.map_err(Ended::Panicked))
    }

    /// The same for a run that is to begin or to go on with it, and so cannot do without: the frame waits where it must.
    ///
    /// # Errors
    /// The text of a panic.
    pub fn get_at_once(
        &mut self,
        revision: u64,
        project: &Project<'_>,
        library: &NodeLibrary,
    ) -> Result<Arc<DocumentProgram>, String> {
        if let Some(making) = self.making.take_if(|making| making.revision == revision) {
            self.keep(revision, making.job.take_at_last().map(Arc::new));
        }
        match self.known(revision) {
            Some(Ok(program)) => Ok(program),
            _ => self.compile(revision, project, library),
        }
    }

    fn compile(
        &self,
        revision: u64,
        project: &Project<'_>,
        library: &NodeLibrary,
    ) -> Result<Arc<DocumentProgram>, String> {
        self.count(|compiled| compiled.at_once += 1);
        let made = panics::caught(|| DocumentProgram::of(project, library, &[]));
        let made = made.map(Arc::new);
        self.keep(revision, made.clone().map_err(Ended::Panicked));
        made
    }

    /// Keeps this one and no other.
    fn keep(&self, revision: u64, made: Made) {
        self.kept.replace(Some((revision, made)));
    }

    fn known(&self, revision: u64) -> Option<Made> {
        let kept = self.kept.borrow();
        let kept = kept.as_ref().filter(|(of, _)| *of == revision);
        kept.map(|(_, made)| made.clone())
    }

    /// Somebody may ask for it soon, and would rather not wait then.
    pub fn prepare(&self) {
        self.wanted.set(true);
    }

    /// Takes what was compiled beside, and begins with what somebody asked for since; `wake` is called when there is something to take.
    pub fn keep_up(
        &mut self,
        revision: u64,
        subject: impl FnOnce() -> Subject,
        wake: impl Fn() + Send + Sync + 'static,
    ) {
        if let Some(making) = self.making.take() {
            match making.job.take() {
                None => self.making = Some(making),
                // Somebody could not wait, and there is a newer one already.
                Some(_) if self.known(revision).is_some() => {}
                Some(made) => self.keep(making.revision, made.map(Arc::new)),
            }
        }
        if self.making.is_some() || !self.wanted.take() || self.known(revision).is_some() {
            return;
        }
        self.count(|compiled| compiled.beside += 1);
        let subject = subject();
        let job = Job::begin("program", wake, move |_| {
            let project = Project::new(&subject.document, &subject.path, &subject.others);
            Some(DocumentProgram::of(&project, &subject.library, &[]))
        });
        self.making = Some(Making { revision, job });
    }

    /// How often something was compiled so far.
    pub fn compiled(&self) -> Compilations {
        self.compiled.get()
    }

    fn count(&self, one_more: impl FnOnce(&mut Compilations)) {
        let mut compiled = self.compiled.get();
        one_more(&mut compiled);
        self.compiled.set(compiled);
    }
}

/// A large one is freed beside the window's thread, whoever held it last.
impl Drop for DocumentProgram {
    fn drop(&mut self) {
        if self.len() > AT_ONCE {
            free_beside((self.program.take(), std::mem::take(&mut self.places)));
        }
    }
}

impl fmt::Debug for DocumentProgram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DocumentProgram").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use treewright_authoring::edit::Command;
    use treewright_core::abort::AbortType;
    use treewright_core::ids::NodeId;
    use treewright_core::model::{DocumentBuilder, Node};

    use crate::workspace::open_document::{DocumentId, OpenDocument};

    #[test]
    fn a_document_is_compiled_once_until_something_changes_that_a_run_would_notice() {
        let mut tree = DocumentBuilder::new("T");
        let root = tree.root(Node::new("n1", "Selector")).unwrap();
        tree.child(&root, Node::new("n2", "CompareInt")).unwrap();
        let wait = tree.child(&root, Node::new("n3", "Wait")).unwrap();
        let mut open = OpenDocument::new(DocumentId(1), tree.finish(), Vec::new());
        let library = open.library().clone();
        let first = open.program().unwrap().unwrap();
        let comment = Command::SetComment(vec![wait], "later".to_owned());
        open.apply(&library, &comment).unwrap();
        assert!(Arc::ptr_eq(&first, &open.program().unwrap().unwrap()));
        let reach = |open: &OpenDocument| {
            let compiled = open.program().unwrap().unwrap();
            let program = compiled.program().unwrap();
            let place = compiled.places_of(&NodeId::from("n2")).next().unwrap();
            let reached = program.interruptible_by(place).into_iter();
            let ids: Vec<_> = reached.map(|place| program.id(place).to_string()).collect();
            ids.join(" ")
        };
        assert_eq!(reach(&open), "");
        let watch = Command::SetAbort(vec![root], AbortType::Both);
        open.apply(&library, &watch).unwrap();
        assert!(!Arc::ptr_eq(&first, &open.program().unwrap().unwrap()));
        assert_eq!(reach(&open), "n3");
    }
}
