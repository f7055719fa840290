//! The run history by node and by variable, and its memory limit, which applies to the recording, to these histories and to the documents of the
//! programs together. The log has its own limits.

use std::sync::Arc;

use treewright_core::Program;
use treewright_core::runtime::AgentId;
use treewright_core::trace::Write;
use treewright_insight::history::{NodeHistory, NodeRuns, RunHistory, ValueSource};
use treewright_insight::recording::{AgentFrame, AgentPrograms, FrameRecord, Recording, RunInput};

use super::RunSession;
use crate::workspace::node_mapping::NodeMapping;
use crate::workspace::run_view::{LaneView, Visits};
use crate::workspace::tree_lanes::TreeLanes;

/// The run history.
pub(super) struct AgentHistories {
    /// The history of each agent, including removed ones, ascending by agent.
    histories: Vec<(AgentId, RunHistory)>,
    /// For each of them, the index of the program whose node indices it uses.
    programs: Vec<usize>,
    /// In the order of the run's trees.
    lanes: Vec<TreeLanes>,
    /// The estimated memory in bytes, and after which frame it was estimated: counting it takes as long as the tree is large.
    memory: Option<(u64, usize)>,
}

impl AgentHistories {
    /// Creates the history of a run before its first frame.
    pub fn new(agent: AgentId, program: &Program<()>, places: &NodeMapping) -> Self {
        Self {
            histories: vec![(agent, RunHistory::new(program))],
            programs: vec![0],
            lanes: vec![TreeLanes::of(0, program, places)],
            // Nothing is recorded yet.
            memory: Some((0, program.len() * size_of::<NodeHistory>())),
        }
    }

    /// Returns the history of an agent.
    pub fn history(&self, agent: AgentId) -> &RunHistory {
        // The first agent always has one.
        self.of(agent).unwrap_or(&self.histories[0].1)
    }

    /// Returns the history of an agent, if frames of it were recorded.
    pub fn of(&self, agent: AgentId) -> Option<&RunHistory> {
        let place = self.place(agent).ok()?;
        Some(&self.histories[place].1)
    }

    /// Returns the history of each agent that has one, ascending by agent.
    pub fn all(&self) -> impl Iterator<Item = &(AgentId, RunHistory)> {
        self.histories.iter()
    }

    /// Returns, for each agent that has a history, the index of the program whose node indices it uses.
    pub fn programs(&self) -> &[usize] {
        &self.programs
    }

    /// Returns the index of an agent's history, or the one at which it is to be inserted.
    fn place(&self, agent: AgentId) -> Result<usize, usize> {
        self.histories.binary_search_by_key(&agent, |(id, _)| *id)
    }

    /// Returns the index of the program whose node indices an agent's history uses.
    pub fn program_of(&self, agent: AgentId) -> usize {
        self.place(agent)
            .map_or(self.programs[0], |place| self.programs[place])
    }

    /// Records a frame. The histories use the programs that it ran.
    pub fn record(&mut self, record: &FrameRecord, programs: &[Arc<Program<()>>]) {
        for frame in &record.agents {
            if let Err(place) = self.place(frame.agent) {
                self.add((frame, place), record, &programs[frame.program]);
            }
        }
        let is_shared = |of: AgentId, name: &str| {
            let number = record
                .of(of)
                .map_or(record.default_program, |frame| frame.program);
            programs[number].is_global(name)
        };
        let inputs = record.inputs.iter().filter_map(|input| match input {
            RunInput::Set { agent, name, value } => {
                Some((*agent, is_shared(*agent, name), name, value))
            }
            _ => None,
        });
        let inputs: Vec<_> = inputs.collect();
        // The writes of shared variables, in execution order, so that the last one wins.
        let parts = record.agents.iter();
        let writes = parts.flat_map(|part| part.writes.iter().map(|write| (part.agent, write)));
        let shared: Vec<_> = writes
            .filter(|(writer, write)| is_shared(*writer, &write.variable))
            .collect();
        for ((agent, history), number) in self.histories.iter_mut().zip(&self.programs) {
            let program = &*programs[*number];
            let Some(own) = record.of(*agent) else {
                // The agent was removed; its time continues so that frames stay aligned.
                history.interrupt(history.last_frame() as u32);
                history.note(program, record.time, &[], &[]);
                continue;
            };
            for (of, is_shared, name, value) in &inputs {
                if of == agent || (*is_shared && program.is_global(name)) {
                    history.note_outside(name, (*value).clone(), ValueSource::Outside);
                }
            }
            let of_others = |writes: &[(AgentId, &Write)], history: &mut RunHistory| {
                for (by, write) in writes {
                    if program.is_global(&write.variable) {
                        let value = write.value.clone();
                        history.note_other(record.frame, *by, &write.variable, value);
                    }
                }
            };
            let before = shared.partition_point(|(writer, _)| writer < agent);
            let after = shared.partition_point(|(writer, _)| writer <= agent);
            of_others(&shared[..before], history);
            history.note(program, record.time, &own.events, &own.writes);
            history.note_data(program, &own.data);
            of_others(&shared[after..], history);
        }
    }

    /// Adds an agent that joined later, at this index; its earlier frames are empty.
    fn add(
        &mut self,
        (frame, place): (&AgentFrame, usize),
        record: &FrameRecord,
        program: &Program<()>,
    ) {
        self.memory = None;
        let history = self.histories[0].1.joining(program, record.frame);
        self.histories.insert(place, (frame.agent, history));
        self.programs.insert(place, frame.program);
    }

    /// Continues the changes of variables that were renamed in a tree under their new names. `is_of_tree` returns whether a program is one of it.
    pub fn rename_variables(
        &mut self,
        renamed: &[(Arc<str>, Arc<str>)],
        is_of_tree: impl Fn(usize) -> bool,
    ) {
        let all = self.histories.iter_mut().zip(&self.programs);
        for ((_, history), _) in all.filter(|(_, program)| is_of_tree(**program)) {
            for (from, to) in renamed {
                history.rename_variable(from, to);
            }
        }
    }

    /// Converts the node indices to those of the agents' programs. Agents that were removed follow their tree if the first agent runs it.
    pub fn switch_programs(&mut self, now: &AgentPrograms, recording: &Recording) {
        let programs = recording.programs();
        for ((agent, history), number) in self.histories.iter_mut().zip(&mut self.programs) {
            let first = now.default_program();
            let follows = recording.are_versions(*number, first).then_some(first);
            let Some(new) = now.of(*agent).or(follows).filter(|new| new != number) else {
                continue;
            };
            history.swap(&programs[*number], &programs[new]);
            *number = new;
            self.memory = None;
        }
    }

    /// Shows the nodes of a tree as they are in another program of the recording.
    pub fn show_program(
        &mut self,
        (tree, number): (usize, usize),
        program: &Program<()>,
        places: &NodeMapping,
    ) {
        if self.lanes.len() <= tree {
            self.lanes.resize_with(tree + 1, TreeLanes::default);
        } else if self.lanes[tree].program() == number {
            return;
        }
        self.lanes[tree] = TreeLanes::of(number, program, places);
        self.memory = None;
    }

    /// Returns the nodes of a tree in pre-order, without those of other files.
    pub fn lanes_of(&self, tree: usize) -> &[LaneView] {
        self.lanes.get(tree).map_or(&[], TreeLanes::list)
    }

    /// Removes the frames after this one, which were discarded.
    pub fn cut(&mut self, after: u64) {
        self.memory = None;
        for (_, history) in &mut self.histories {
            history.cut(after);
        }
    }

    /// Starts the histories after a frame, if none was recorded yet.
    pub fn begin_after(&mut self, until: u64, program: &Program<()>) {
        self.memory = None;
        for (_, history) in &mut self.histories {
            *history = RunHistory::beginning_after(program, until);
        }
    }

    /// Removes the frames up to this one, which the recording has removed.
    pub fn forget(&mut self, until: u64) {
        self.memory = None;
        for (_, history) in &mut self.histories {
            history.forget(until);
        }
    }

    /// Returns the estimated memory in bytes after this frame. For a large tree it may be that after one of the last frames.
    pub fn memory(&mut self, frame: u64) -> usize {
        /// The number of nodes whose memory is counted per frame on average.
        const COUNTED_PER_FRAME: usize = 2_000;
        let lanes = self.lanes.iter().map(|tree| tree.list().len());
        let nodes = lanes.max().unwrap_or(0) * self.histories.len();
        let interval = (nodes / COUNTED_PER_FRAME) as u64;
        if let Some((at, bytes)) = self.memory
            && frame.abs_diff(at) < interval
        {
            return bytes;
        }
        let histories = self.histories.iter();
        let bytes = histories.map(|(_, history)| history.memory()).sum();
        self.memory = Some((frame, bytes));
        bytes
    }

    /// Counts how often nodes of a tree were entered up to a moment with these node states.
    pub fn count_visits(&self, tree: usize, runs: &NodeRuns, has_subtree_nodes: bool) -> Visits {
        let shown = self.lanes.get(tree);
        let count = |shown: &TreeLanes| {
            shown.count_visits(&|node| runs.get(node).visits, has_subtree_nodes)
        };
        shown.map(count).unwrap_or_default()
    }
}

impl RunSession {
    /// Limits the memory of the run history, in bytes.
    pub fn set_limit(&mut self, bytes: usize) {
        self.recording.set_limit(bytes);
        self.update_moment();
    }

    /// Removes the oldest frames until the run history is within its limit. Returns the estimated memory in bytes.
    pub(super) fn keep_within_limit(&mut self) -> usize {
        let extra_bytes = self.extra_bytes();
        self.recording.set_caller_bytes(extra_bytes);
        self.remove_until(self.recording.first_frame());
        self.recording.bytes() + self.extra_bytes()
    }

    /// Returns the estimated memory in bytes that is used in addition to the recording.
    fn extra_bytes(&mut self) -> usize {
        let frame = self.recording.last_frame();
        self.histories.memory(frame) + self.files.bytes()
    }

    /// Removes the data of the frames up to this one, which the recording has removed.
    pub(super) fn remove_until(&mut self, frame: u64) {
        if frame <= self.forgotten {
            return;
        }
        self.forgotten = frame;
        self.histories.forget(frame);
        self.search.forget(frame);
        let gone = self.sent_events.partition_point(|sent| sent.frame <= frame);
        self.sent_events.drain(..gone);
        self.files.stop_keeping();
        let needed = self.recording.needed_programs();
        for (number, places) in self.mappings.iter_mut().enumerate() {
            if !needed.contains(&number) {
                *places = Arc::default();
            }
        }
        for errors in self.errors.values_mut() {
            errors.forget(errors.partition_point(|(at, _)| *at <= frame));
        }
        self.errors.retain(|_, errors| !errors.is_empty());
    }
}

#[cfg(test)]
mod tests {
    use std::iter;
    use std::sync::Arc;

    use treewright_core::library::NodeLibrary;
    use treewright_core::model::{Document, DocumentBuilder, Node, ParameterValue};
    use treewright_core::project::Project;

    use super::super::TreeVersion;
    use super::RunSession;
    use crate::workspace::document_program::DocumentProgram;
    use crate::workspace::program_sources::ProgramSources;
    use crate::workspace::run_view::RunView as _;

    const LIMIT: usize = 512 << 10;
    const LIBRARY: usize = 10_000;

    /// A tree that ends and restarts in each frame, logs this, and fails in between.
    fn document(name: &str) -> Document {
        let mut builder = DocumentBuilder::new(name);
        builder.settings(|document| document.restart_when_complete = true);
        let root = builder.root(Node::new("root", "Sequence")).unwrap();
        for leaf in 0..20 {
            let text = ParameterValue::literal("on my way");
            let log = Node::new(format!("n{leaf}"), "Log").with_parameter("text", text);
            builder.child(&root, log).unwrap();
        }
        builder
            .child(&root, Node::new("broken", "SetVariable"))
            .unwrap();
        builder.finish()
    }

    /// A document with a large task library that was read again.
    fn files(document: &Document) -> ProgramSources {
        let document = Arc::new(document.clone());
        let library = iter::once(("tasks.json", Arc::from(" ".repeat(LIBRARY))));
        ProgramSources::of(document.clone(), &Project::alone(&document), library)
    }

    fn run(document: &Document) -> RunSession {
        let library = NodeLibrary::builtin();
        let project = Project::alone(document);
        let compiled = DocumentProgram::of(&project, &library, &[]);
        let run = RunSession::start(&compiled, &project, &library, (1, 0));
        let mut run = run.unwrap().with_files(files(document));
        run.set_limit(LIMIT);
        run
    }

    #[test]
    fn a_long_run_stays_within_its_memory_limit() {
        let document = document("Long");
        let mut run = run(&document);
        let project = Project::alone(&document);
        for _ in 0..2_000 {
            run.step(0.1, &project);
            let (kept, limit) = run.memory();
            assert_eq!(limit, LIMIT);
            assert!(kept <= limit, "{kept} bytes in frame {}", run.frame());
        }
        let (first, last) = run.frames();
        assert_eq!(last, 2_000);
        assert!(first > 0 && first < last);
        assert_eq!(run.history().first_frame(), first + 1);
    }

    #[test]
    fn the_memory_limit_is_one_for_all_agents() {
        const LIMIT: usize = 4 << 20;
        let document = document("Many");
        let mut run = run(&document);
        run.set_limit(LIMIT);
        run.add_agents(40, &[]).unwrap();
        let project = Project::alone(&document);
        for _ in 0..300 {
            run.step(0.1, &project);
            let (kept, _) = run.memory();
            assert!(kept <= LIMIT, "{kept} bytes in frame {}", run.frame());
        }
        let (first, last) = run.frames();
        assert!(first > 0 && first < last);
        for agent in run.agents() {
            let history = run.history_of(agent).unwrap();
            assert_eq!(history.first_frame(), first + 1, "agent {agent}");
            assert_eq!(history.last_frame(), last, "agent {agent}");
        }
    }

    #[test]
    fn a_run_with_many_document_changes_stays_within_its_memory_limit() {
        let first = document("Changed");
        let mut run = run(&first);
        let library = NodeLibrary::builtin();
        for change in 1..400 {
            let document = document(&format!("Changed {change}"));
            let project = Project::alone(&document);
            let compiled = DocumentProgram::of(&project, &library, &[]);
            let (files, before) = (files(&document), run.files.bytes());
            let changed = TreeVersion {
                document: None,
                compiled: Arc::new(compiled),
                library: Arc::new(library.clone()),
                revision: change,
                sources: files,
            };
            run.adopt(changed, &project);
            if change == 1 {
                assert!(run.files.bytes() > before + LIBRARY);
            }
            // Half of the time nothing changes.
            if change % 40 < 20 {
                run.step(0.1, &project);
            }
            let (kept, limit) = run.memory();
            assert!(kept <= limit, "{kept} bytes after change {change}");
        }
    }
}
