//! The trees that the agents of a run run: of which open document each is, and which programs are its versions. The document of the shown agent's
//! tree has the run; those of the others are known by their last state, so that messages can name their nodes.

use std::sync::Arc;

use treewright_core::Argument;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::StandIn;
use treewright_core::project::Project;
use treewright_core::runtime::AgentId;
use treewright_insight::recording::AgentPrograms;

use super::files::RecordedTree;
use super::{NodeMapping, RunSession, UNKNOWN_REVISION};
use crate::workspace::document_program::DocumentProgram;
use crate::workspace::open_document::DocumentId;
use crate::workspace::program_sources::ProgramSources;

/// The tree of an open document in the state in which a run takes it over.
pub struct TreeVersion {
    /// `None` if the run has no documents.
    pub document: Option<DocumentId>,
    pub compiled: Arc<DocumentProgram>,
    pub library: Arc<NodeLibrary>,
    /// The document's run revision that was compiled.
    pub revision: u64,
    pub sources: ProgramSources,
}

/// A tree of a run.
#[derive(Default)]
pub(super) struct RunTree {
    /// `None` in a run without documents.
    pub document: Option<DocumentId>,
    /// The name of its file, for recordings.
    pub file_name: String,
    /// The document's run revision from which its latest program was compiled.
    pub revision: u64,
    /// The agent of it that was shown last.
    pub shown: Option<AgentId>,
    /// The tasks of the game that are replaced by stand-ins, as shown in the log.
    pub stood_in: Vec<Argument>,
    /// Stand-ins that override those of the document.
    pub leaves: Vec<(NodeId, StandIn)>,
    /// The state of the document when it was opened with a recorded run, whose sources are texts.
    pub opened: Option<ProgramSources>,
    /// The document's revision and state when it did not have the run.
    known: Option<(u64, ProgramSources)>,
}

/// The trees of a run, in the order in which they joined it.
pub(super) struct RunTrees {
    list: Vec<RunTree>,
    /// For each of the recording's programs, the index of its tree.
    of_programs: Vec<usize>,
    /// The tree of the document that has the run: its project is passed to the run.
    pub home: usize,
}

impl RunTrees {
    /// Creates the list of a run whose first program was compiled from this run revision.
    pub fn new(revision: u64) -> Self {
        Self {
            list: vec![RunTree {
                revision,
                ..RunTree::default()
            }],
            of_programs: vec![0],
            home: 0,
        }
    }

    /// Creates the list of a recorded run. `documents` are those of the trees, each with the run revision that is the state of its last program;
    /// empty for a run without documents.
    pub fn of(trees: Vec<RecordedTree>, documents: &[(DocumentId, u64)]) -> Self {
        let mut all = Self {
            list: Vec::new(),
            of_programs: Vec::new(),
            home: 0,
        };
        for (place, tree) in trees.into_iter().enumerate() {
            let document = documents.get(place);
            for program in tree.programs {
                if all.of_programs.len() <= program {
                    all.of_programs.resize(program + 1, 0);
                }
                all.of_programs[program] = all.list.len();
            }
            all.list.push(RunTree {
                document: document.map(|(document, _)| *document),
                file_name: tree.file_name,
                revision: document.map_or(0, |(_, revision)| *revision),
                leaves: tree.leaves,
                ..RunTree::default()
            });
        }
        all
    }

    pub fn all(&self) -> &[RunTree] {
        &self.list
    }

    pub fn get(&self, tree: usize) -> &RunTree {
        &self.list[tree]
    }

    pub fn get_mut(&mut self, tree: usize) -> &mut RunTree {
        &mut self.list[tree]
    }

    /// Returns the tree of which a program is a version.
    pub fn of_program(&self, number: usize) -> usize {
        self.of_programs[number]
    }

    /// Returns the index of the tree of a document.
    pub fn of_document(&self, document: Option<DocumentId>) -> Option<usize> {
        self.list.iter().position(|tree| tree.document == document)
    }

    /// Adds the tree of a document, and returns its index.
    pub fn add(&mut self, document: Option<DocumentId>) -> usize {
        self.list.push(RunTree {
            document,
            ..RunTree::default()
        });
        self.list.len() - 1
    }

    /// Notes that the next program is a version of a tree.
    pub fn add_program(&mut self, tree: usize) {
        self.of_programs.push(tree);
    }

    /// Returns the latest program of a tree.
    fn newest_program(&self, tree: usize) -> Option<usize> {
        self.of_programs.iter().rposition(|of| *of == tree)
    }

    /// Returns the program that the agents of a tree run; `None` if it has none.
    pub fn program_now(&self, tree: usize, now: &AgentPrograms) -> Option<usize> {
        let mut programs = now.iter().map(|(_, program)| program);
        programs.find(|program| self.of_program(*program) == tree)
    }

    /// Returns the project by which nodes of a program are named. `home` is that of the document that has the run.
    pub fn project<'p>(&'p self, number: usize, home: &Project<'p>) -> Project<'p> {
        let tree = self.of_program(number);
        let known = self.list[tree].known.as_ref();
        let known = known.filter(|_| tree != self.home);
        known
            .and_then(|(_, sources)| sources.project())
            .unwrap_or(*home)
    }
}

impl RunSession {
    /// Sets the document of the run's only tree.
    #[must_use]
    pub fn of_document(mut self, document: DocumentId) -> Self {
        self.trees.get_mut(0).document = Some(document);
        self
    }

    /// Returns the documents of its trees, in the order in which they joined the run.
    pub fn documents(&self) -> impl Iterator<Item = DocumentId> {
        self.trees.all().iter().filter_map(|tree| tree.document)
    }

    /// Returns the document of the tree that the shown agent runs.
    pub fn shown_document(&self) -> Option<DocumentId> {
        self.trees.get(self.shown_tree()).document
    }

    pub(super) fn shown_tree(&self) -> usize {
        self.trees.of_program(self.program_number())
    }

    /// Notes that the document of one of its trees has the run from now on.
    pub fn move_to(&mut self, document: DocumentId) {
        if let Some(tree) = self.trees.of_document(Some(document)) {
            self.trees.home = tree;
        }
    }

    /// Returns whether the state of a document, which does not have the run, is not known yet.
    pub fn is_unknown(&self, document: DocumentId, revision: u64) -> bool {
        let tree = self.trees.of_document(Some(document));
        let tree = tree.filter(|tree| *tree != self.trees.home);
        tree.is_some_and(|tree| {
            let known = self.trees.get(tree).known.as_ref();
            known.is_none_or(|(of, _)| *of != revision)
        })
    }

    /// Notes the state of a document that does not have the run.
    pub fn note_document(
        &mut self,
        document: DocumentId,
        (revision, file_name): (u64, String),
        sources: ProgramSources,
    ) {
        if let Some(tree) = self.trees.of_document(Some(document)) {
            let tree = self.trees.get_mut(tree);
            tree.file_name = file_name;
            tree.known = Some((revision, sources));
        }
    }

    /// Notes the state of a document that was opened with this recorded run.
    pub fn note_opened(&mut self, document: DocumentId, sources: ProgramSources) {
        if let Some(tree) = self.trees.of_document(Some(document)) {
            self.trees.get_mut(tree).opened = Some(sources);
        }
    }

    /// Returns whether the agents of a document's tree do not run this run revision of it. While an earlier frame is shown, the run is not updated.
    pub fn is_behind(&self, document: DocumentId, revision: u64) -> bool {
        let in_the_past = self.recording.is_in_the_past() || self.recording.inside().is_some();
        let tree = self.trees.of_document(Some(document));
        !in_the_past && tree.is_some_and(|tree| self.trees.get(tree).revision != revision)
    }

    /// Lets the trees whose agents run an earlier version be compiled again.
    pub(super) fn note_programs(&mut self) {
        let (now, programs) = (self.recording.agent_programs(), self.recording.programs());
        for tree in 0..self.trees.all().len() {
            let current = self.trees.program_now(tree, now);
            let pair = current.zip(self.trees.newest_program(tree));
            // A restart with the same inputs registers a program again that was not edited.
            if pair.is_some_and(|(now, newest)| !Arc::ptr_eq(&programs[now], &programs[newest])) {
                self.trees.get_mut(tree).revision = UNKNOWN_REVISION;
            }
        }
    }

    /// Returns the program that the agents of a tree run, or else the latest one of it.
    pub(super) fn current_program(&self, tree: usize) -> Option<usize> {
        let now = self.recording.agent_programs();
        let number = self.trees.program_now(tree, now);
        number.or_else(|| self.trees.newest_program(tree))
    }

    /// Adds what belongs to the next program of the recording, which is a version of a tree.
    pub(super) fn expect_program(
        &mut self,
        tree: usize,
        mapping: &Arc<NodeMapping>,
        sources: ProgramSources,
    ) {
        self.trees.add_program(tree);
        self.mappings.push(mapping.clone());
        self.files.add(sources);
    }
}
