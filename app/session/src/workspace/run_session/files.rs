//! Saving a run to a file, and restoring it from one.

use std::sync::Arc;

use treewright_core::Program;
use treewright_core::category::Category;
use treewright_core::ids::NodeId;
use treewright_core::model::StandIn;
use treewright_core::project::Project;
use treewright_core::runtime::{AgentId, Status};
use treewright_insight::recording::{FrameRecord, RunInput};
use treewright_insight::recording_json;
use treewright_insight::recording_json::{
    AddedTree, CompiledSources, Replay, Setup, Sources, WriteError,
};

use super::{InputsBy, RunSession};
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
    /// Stand-ins that override those of the documents.
    pub leaves: Vec<(NodeId, StandIn)>,
    /// The trees of agents that were added, besides that of the first agent.
    added_trees: Vec<AddedTree>,
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

impl RunSession {
    /// Passes the lines of a recording file to `take`, without line breaks, until it returns `false`. `tree` is the name of the tree's file.
    ///
    /// # Errors
    /// If the recording could not be replayed.
    pub fn lines(&mut self, tree: String, take: impl FnMut(&str) -> bool) -> Result<(), NotSaved> {
        let files = self.files.kept.iter();
        let sources: Option<Vec<Sources>> = files.map(ProgramSources::texts).collect();
        let sources = sources.ok_or(NotSaved::Document)?;
        let first = self.recording.records().next();
        let setup = Setup {
            tree,
            dt: first.map_or(0.0, |record| record.dt),
            seed: self.seed,
            leaves: self.files.leaves.clone(),
            sources: sources
                .get(self.recording.start_program())
                .cloned()
                .unwrap_or_default(),
            added_trees: self.files.added_trees.clone(),
        };
        recording_json::lines(&mut self.recording, &setup, &sources, take)
            .map_err(NotSaved::NotWritten)
    }

    /// Returns the stand-ins that override those of the documents.
    pub fn leaves(&self) -> &[(NodeId, StandIn)] {
        &self.files.leaves
    }

    /// Returns whether the run started from these sources.
    pub fn ran(&self, sources: &Sources) -> bool {
        let first = self.files.kept.get(self.recording.start_program());
        let began_with = first.and_then(ProgramSources::texts);
        began_with.as_ref() == Some(sources)
    }

    /// Returns the title of the node with this id in the shown program.
    pub fn title_in_program(&self, project: Project<'_>, id: &NodeId, texts: &Texts) -> String {
        let program = self.program();
        let place = program.index(id);
        place.map_or_else(
            || id.to_string(),
            |place| self.mapping().title(&project, program, place, texts),
        )
    }

    /// Restores a run from a file and shows its last frame. `revision` is the run revision of the document, which is that of the last program.
    pub fn recorded(replay: Replay<'_>, revision: u64) -> Self {
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
        let mut run = Self::of(recording, places, (setup.seed, revision));
        run.files.leaves = setup.leaves;
        run.files.added_trees = setup.added_trees;
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
        let mut program = 0;
        for record in &records {
            let before = std::mem::replace(&mut program, record.default_program);
            if program != before && run.recording.are_versions(program, before) {
                let moment = (record.frame - 1, program);
                run.log_program(moment, &programs[program], "log.swapped");
            }
            let added = record.inputs.iter();
            let added = added.filter(|done| matches!(done, RunInput::Add { .. }));
            run.added += added.count() as u64;
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
    fn log_program(&mut self, moment: (u64, usize), made: &CompiledSources, key: &'static str) {
        let (unpacked, compiled) = &**made;
        let text = said(key, Vec::new());
        self.log_after(moment.0, LogKind::Run, None, text);
        self.log_stand_ins(moment.0, &compiled.stand_ins, &unpacked.kinds);
        self.log_broken_nodes(moment, &compiled.broken, &unpacked.project());
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
