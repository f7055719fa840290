//! The program that an open document would run as, for those who ask what its nodes can do: compiled when the first one asks, a large one beside
//! the window's thread, and kept until something changes that a run would notice. Runs nothing.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use treewright_core::Program;
use treewright_core::compile::{Compiled, Origin};
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::project::Project;
use treewright_core::runtime::NodeIndex;

use super::background_check::{AT_ONCE, Subject};
use super::run_session::compile_alone;
use crate::host::job::Job;
use crate::host::panics;

/// A document with the trees that it runs, also those of other files, as one program.
pub struct DocumentProgram {
    compiled: Compiled<()>,
    /// Where each node of the document stands.
    places: FxHashMap<NodeId, Vec<NodeIndex>>,
}

impl DocumentProgram {
    fn of(project: &Project<'_>, library: &NodeLibrary) -> Self {
        let mut made = Self {
            compiled: compile_alone(project, library, &[]),
            places: FxHashMap::default(),
        };
        made.places = made.all_places();
        made
    }

    /// The program; none if there is nothing to run.
    pub fn program(&self) -> Option<&Program<()>> {
        self.compiled.program.as_deref()
    }

    /// Where a node of the program comes from.
    pub fn origin<'a>(&'a self, program: &'a Program<()>, place: NodeIndex) -> Origin<'a> {
        self.compiled.origins.origin(program.id(place))
    }

    /// Where a node of the document stands in the program: once for each use of its tree.
    pub fn places(&self, node: &NodeId) -> &[NodeIndex] {
        self.places.get(node).map_or(&[], Vec::as_slice)
    }

    fn all_places(&self) -> FxHashMap<NodeId, Vec<NodeIndex>> {
        let mut places: FxHashMap<NodeId, Vec<NodeIndex>> = FxHashMap::default();
        let Some(program) = self.program() else {
            return places;
        };
        for place in program.indices() {
            let origin = self.origin(program, place);
            if origin.path.is_none() {
                places.entry(origin.node.clone()).or_default().push(place);
            }
        }
        places
    }

    fn len(&self) -> usize {
        self.program().map_or(0, Program::len)
    }
}

/// What was compiled last.
#[derive(Default)]
pub struct KeptProgram {
    /// With the run revision that it was compiled from; no program where compiling came to grief.
    kept: RefCell<Option<(u64, Option<Arc<DocumentProgram>>)>>,
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
    pub fn get(
        &self,
        revision: u64,
        project: &Project<'_>,
        library: &NodeLibrary,
    ) -> Option<Arc<DocumentProgram>> {
        let mut kept = self.kept.borrow_mut();
        // What it runs several times counts as often, which is known when it was compiled once.
        let mut size = project.node_count();
        if let Some((of, program)) = &*kept {
            if *of == revision {
                return program.clone();
            }
            size = size.max(program.as_ref().map_or(0, |program| program.len()));
        }
        if size > AT_ONCE {
            self.wanted.set(true);
            return None;
        }
        self.count(|compiled| compiled.at_once += 1);
        let made = panics::caught(|| DocumentProgram::of(project, library));
        let program = made.ok().map(Arc::new);
        *kept = Some((revision, program.clone()));
        program
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
                // Whoever looks waits for the newest. A panic stands in the log of the program, and a run of the document tells it.
                Some(made) => {
                    let program = made.ok().map(Arc::new);
                    *self.kept.get_mut() = Some((making.revision, program));
                }
            }
        }
        let kept = self.kept.get_mut().as_ref();
        let is_known = kept.is_some_and(|(of, _)| *of == revision);
        if self.making.is_some() || !self.wanted.take() || is_known {
            return;
        }
        self.count(|compiled| compiled.beside += 1);
        let subject = subject();
        let job = Job::begin("program", wake, move |_| {
            let project = Project::new(&subject.document, &subject.path, &subject.others);
            Some(DocumentProgram::of(&project, &subject.library))
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

impl fmt::Debug for DocumentProgram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DocumentProgram").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use treewright_core::abort::AbortType;
    use treewright_core::edit::Command;
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
        let first = open.program().unwrap();
        let comment = Command::SetComment(vec![wait], "later".to_owned());
        open.apply(&library, &comment).unwrap();
        assert!(Arc::ptr_eq(&first, &open.program().unwrap()));
        let reach = |open: &OpenDocument| {
            let compiled = open.program().unwrap();
            let program = compiled.program().unwrap();
            let place = compiled.places(&NodeId::from("n2"))[0];
            let reached = program.interruptible_by(place).into_iter();
            let ids: Vec<_> = reached.map(|place| program.id(place).to_string()).collect();
            ids.join(" ")
        };
        assert_eq!(reach(&open), "");
        let watch = Command::SetAbort(vec![root], AbortType::Both);
        open.apply(&library, &watch).unwrap();
        assert!(!Arc::ptr_eq(&first, &open.program().unwrap()));
        assert_eq!(reach(&open), "n3");
    }
}
