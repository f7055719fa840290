//! Saving a run to a file, and restoring it from one.

use std::sync::Arc;

use treewright_core::category::Category;
use treewright_core::ids::NodeId;
use treewright_core::model::StandIn;
use treewright_core::project::Project;
use treewright_core::runtime::{AgentId, Status};
use treewright_core::{Argument, Program};
use treewright_insight::recording::{FrameRecord, RunInput};
use treewright_insight::recording_json;
use treewright_insight::recording_json::{
    AddedTree, CompiledSources, Replay, Setup, Sources, WriteError,
};

use super::{DocumentId, InputsBy, RunSession, RunTrees};
use crate::i18n::Texts;
use crate::i18n::said;
use crate::workspace::node_mapping::NodeMapping;
use crate::workspace::program_sources::ProgramSources;
use crate::workspace::run_view::LogKind;

/// The sources of a run's programs.
#[derive(Default)]
pub(super) struct RunSources {
    /// One for each of the recording's programs.
    kept: Vec<ProgramSources>,
    bytes: usize,
    /// Whether sources of further programs are no longer kept.
    is_stopped: bool,
}

impl RunSources {
    /// Adds the sources of the next program.
    pub fn add(&mut self, mut files: ProgramSources) {
        if self.is_stopped {
            return;
        }
        let before = self.kept.last();
        self.bytes += files.unshared_bytes(before);
        if let Some(before) = before {
            files.share_with(before);
        }
        self.kept.push(files);
    }

    /// Returns whether a program was compiled from equal documents.
    pub fn is_made_of(&self, program: usize, sources: &ProgramSources) -> bool {
        let known = self.kept.get(program);
        known.is_some_and(|known| known.are_same_documents(sources))
    }

    /// Returns the estimated memory in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Frees all sources but the first ones. The run can no longer be saved, because its beginning was removed from the run history.
    pub fn stop_keeping(&mut self) {
        if self.is_stopped {
            return;
        }
        self.is_stopped = true;
        self.kept.truncate(1);
        let first = self.kept.first();
        self.bytes = first.map_or(0, |files| files.unshared_bytes(None));
    }
}

/// Why a run cannot be saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotSaved {
    /// The recording cannot be written.
    NotWritten(WriteError),
    /// A document of the run contains something that files cannot represent.
    Document,
}

/// A tree of a recording.
pub struct RecordedTree {
    /// The name of its file.
    pub file_name: String,
    /// Stand-ins that override those of the document.
    pub(super) leaves: Vec<(NodeId, StandIn)>,
    /// Its programs, ascending.
    pub programs: Vec<usize>,
}

/// Returns the trees that the agents of a recording ran, that of the first agent first.
pub fn recorded_trees(replay: &Replay<'_>) -> Vec<RecordedTree> {
    let (setup, recording) = (&replay.setup, &replay.recording);
    let first = RecordedTree {
        file_name: setup.tree.clone(),
        leaves: setup.leaves.clone(),
        programs: Vec::new(),
    };
    let mut trees = vec![first];
    // For each version that replaced none, its tree.
    let mut begun: Vec<(usize, usize)> = vec![(0, 0)];
    for added in &setup.added_trees {
        // A tree whose agents were all removed may have joined again.
        let known = trees.iter().position(|tree| {
            let files = |program: usize| &replay.sources[program];
            tree.file_name == added.tree
                && tree.leaves == added.leaves
                && begun
                    .iter()
                    .any(|(program, _)| files(*program) == files(added.program))
        });
        let tree = known.unwrap_or_else(|| {
            trees.push(RecordedTree {
                file_name: added.tree.clone(),
                leaves: added.leaves.clone(),
                programs: Vec::new(),
            });
            trees.len() - 1
        });
        begun.push((added.program, tree));
    }
    for program in 0..recording.programs().len() {
        let of = begun
            .iter()
            .find(|(first, _)| recording.are_versions(*first, program));
        let tree = of.map_or(0, |(_, tree)| *tree);
        trees[tree].programs.push(program);
    }
    trees
}

impl RunSession {
    /// Passes the lines of a recording file to `take`, without line breaks, until it returns `false`. `file_name` is that of the document that has
    /// the run.
    ///
    /// # Errors
    /// If the recording could not be replayed.
    pub fn lines(
        &mut self,
        file_name: String,
        take: impl FnMut(&str) -> bool,
    ) -> Result<(), NotSaved> {
        let files = self.files.kept.iter();
        let sources: Option<Vec<Sources>> = files.map(ProgramSources::texts).collect();
        let sources = sources.ok_or(NotSaved::Document)?;
        self.trees.get_mut(self.trees.home).file_name = file_name;
        let first = self.recording.records().next();
        let setup = Setup {
            tree: self.trees.get(0).file_name.clone(),
            dt: first.map_or(0.0, |record| record.dt),
            seed: self.seed,
            leaves: self.trees.get(0).leaves.clone(),
            sources: sources
                .get(self.recording.start_program())
                .cloned()
                .unwrap_or_default(),
            added_trees: self.added_trees(),
        };
        recording_json::lines(&mut self.recording, &setup, &sources, take)
            .map_err(NotSaved::NotWritten)
    }

    /// Returns the trees with the programs that agents ran which were added, apart from versions of others.
    fn added_trees(&self) -> Vec<AddedTree> {
        let mut known = vec![0];
        let mut added = Vec::new();
        for program in 1..self.recording.programs().len() {
            let is_version = |first: &usize| self.recording.are_versions(*first, program);
            if known.iter().any(is_version) {
                continue;
            }
            known.push(program);
            let tree = self.trees.get(self.trees.of_program(program));
            added.push(AddedTree {
                program,
                tree: tree.file_name.clone(),
                leaves: tree.leaves.clone(),
            });
        }
        added
    }

    /// Returns the stand-ins that override those of a document.
    pub fn leaves(&self, document: DocumentId) -> &[(NodeId, StandIn)] {
        let tree = self.trees.of_document(Some(document));
        tree.map_or(&[], |tree| &self.trees.get(tree).leaves)
    }

    /// Returns whether the run started from these sources.
    pub fn ran(&self, sources: &Sources) -> bool {
        let first = self.files.kept.get(self.recording.start_program());
        let began_with = first.and_then(ProgramSources::texts);
        began_with.as_ref() == Some(sources)
    }

    /// Returns the title of the node with this id in the program of an agent, or of the shown one. `project` is that of the document that has the
    /// run.
    pub fn title_in_program(
        &self,
        project: Project<'_>,
        agent: Option<u64>,
        id: &NodeId,
        texts: &Texts,
    ) -> String {
        let agent = agent.map_or(self.agent, AgentId);
        let number = self.program_of_agent(agent);
        let program = &self.recording.programs()[number];
        let project = self.trees.project(number, &project);
        let place = program.index(id);
        place.map_or_else(
            || id.to_string(),
            |place| self.mappings[number].title(&project, program, place, texts),
        )
    }

    /// Returns the last name of a node that is no longer in this document.
    pub(super) fn name_in_past(&self, document: DocumentId, id: &NodeId) -> Option<Argument> {
        let tree = self.trees.of_document(Some(document))?;
        let versions = self.files.kept.iter().enumerate().rev();
        let own = versions.filter(|(number, _)| self.trees.of_program(*number) == tree);
        let own = own.map(|(_, files)| files);
        let mut known = own.chain(&self.trees.get(tree).opened);
        known.find_map(|files| {
            let document = files.project()?.document;
            Some(document.name_of_node(document.node(id)?))
        })
    }

    /// Restores a run from a file and shows its last frame. `documents` are those of its trees, each with the run revision that is the state of its
    /// last program, in the order of [`recorded_trees`]; empty if they are not open.
    pub fn recorded(replay: Replay<'_>, documents: &[(DocumentId, u64)]) -> Self {
        let trees = recorded_trees(&replay);
        let Replay {
            setup,
            recording,
            sources,
            programs,
            ..
        } = replay;
        let places = recording.programs().iter().zip(&programs);
        let places = places
            .map(|(program, made)| Arc::new(NodeMapping::new(program, made.1.origins.clone())));
        let places = places.collect();
        let mut run = Self::of(recording, places, (setup.seed, 0));
        run.trees = RunTrees::of(trees, documents);
        run.trees.home = run.shown_tree();
        run.inputs_by = InputsBy::File;
        for files in sources {
            run.files.add(ProgramSources::Texts(files));
        }
        run.log_program((0, 0), &programs[0], "log.started");
        let first = run.recording.first_frame();
        let program = run.recording.programs()[0].clone();
        run.histories.begin_after(first, &program);
        run.forgotten = first;
        let records: Vec<_> = run.recording.records().cloned().collect();
        for record in &records {
            for input in &record.inputs {
                match *input {
                    RunInput::Swap { program, .. } => {
                        let moment = (record.frame - 1, program);
                        run.log_program(moment, &programs[program], "log.swapped");
                    }
                    RunInput::Add { .. } => run.added += 1,
                    _ => {}
                }
            }
            run.record_errors(record);
            run.record_history(record);
            run.record_forced_results(record);
            for agent in &record.agents {
                let project = programs[agent.program].0.project();
                run.log_events(record, agent, &project);
            }
            run.log_ends(record);
        }
        run.update_moment();
        run
    }

    /// Logs that a program is in use from now on, and which of its nodes cannot run.
    fn log_program(
        &mut self,
        (frame, number): (u64, usize),
        made: &CompiledSources,
        key: &'static str,
    ) {
        let (unpacked, compiled) = &**made;
        let text = said(key, Vec::new());
        let at = (frame, self.trees.of_program(number));
        self.log_after(at, LogKind::Run, None, text);
        self.log_stand_ins(at, &compiled.stand_ins, &unpacked.kinds);
        self.log_broken_nodes((frame, number), &compiled.broken, &unpacked.project());
    }

    /// Records the results of conditionals that were set before a frame.
    fn record_forced_results(&mut self, record: &FrameRecord) {
        let is_conditional = |program: &Program<()>, node| {
            program.category(node) == Category::Conditional && program.awaits_result(node)
        };
        let mut found: Vec<(AgentId, NodeId, Status)> = Vec::new();
        for happening in &record.inputs {
            let RunInput::Force {
                agent,
                node,
                status,
            } = happening
            else {
                continue;
            };
            let Some(frame) = record.of(*agent) else {
                continue;
            };
            let (program, places) = self.program_of(frame);
            if node.get() < program.len() && is_conditional(program, *node) {
                found.push((*agent, places.shown(program, *node), *status));
            }
        }
        for (agent, id, status) in found {
            self.forced_results
                .record(agent, id, record.frame - 1, status);
        }
    }
}
