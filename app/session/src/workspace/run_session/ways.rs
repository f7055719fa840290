//! The ways that a run took: what a change in the past leaves stays beside the run, under a name, and can become the current way again. What
//! was recorded then happens again on the new way, as far as it still fits.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use treewright_core::category::Category;
use treewright_core::ids::NodeId;
use treewright_core::project::Project;
use treewright_core::runtime::AgentId;
use treewright_core::{Message, ToArgument as _};
use treewright_insight::recording::{
    DifferentRow, RecordedInput, Recording, RunInput, RunInputError, Unfit, VariableOfTree, Way,
    WayDifference, WayId,
};

use super::forced_results::ForcedResults;
use super::stops::PauseRecord;
use super::{Adopted, Goal, NodeNames, RunSession, TreeVersion};
use crate::i18n::said;
use crate::workspace::run_view::{DifferentNode, DifferentVariable, LogEntry, LogKind, WayView};

/// Data of the ways apart from their frames.
#[derive(Default)]
pub(super) struct RunWays {
    names: FxHashMap<WayId, Arc<str>>,
    left: FxHashMap<WayId, LeftData>,
    differences: FxHashMap<WayId, WayDifference>,
    /// The changes of the user for the next frame, which go before what was recorded.
    changes: Vec<RunInput>,
}

/// What belongs to the frames of a way that it does not share with the current one.
#[derive(Default)]
pub(super) struct LeftData {
    pub log: Vec<LogEntry>,
    /// All results that the user had set.
    pub forced_results: ForcedResults,
    pub hits: Vec<PauseRecord>,
}

/// The last frame that each way shared with the current one.
pub(super) type SharedUntil = Vec<(WayId, u64)>;

impl RunWays {
    /// The user changed something before the next frame.
    pub(super) fn change(&mut self, input: RunInput) {
        self.changes.push(input);
    }

    /// The current way is another one.
    pub(super) fn forget_comparisons(&mut self) {
        self.changes.clear();
        self.differences.clear();
    }

    /// The log lines of all ways that were left, to be freed.
    pub(super) fn into_lines(self) -> Vec<Vec<LogEntry>> {
        self.left.into_values().map(|data| data.log).collect()
    }
}

pub(super) fn shared_until(recording: &Recording) -> SharedUntil {
    let ways = recording.ways().iter();
    ways.map(|way| (way.id(), way.shared_until())).collect()
}

impl RunSession {
    /// Keeps what belongs to a way that was left after a frame. `before` tells what other ways shared with it.
    pub(super) fn keep_left(&mut self, left: WayId, data: LeftData, before: &SharedUntil) {
        let recording = &self.recording;
        for (id, until) in before {
            let Some(way) = recording.way(*id) else {
                continue;
            };
            let Some(own) = self.ways.left.get_mut(id) else {
                continue;
            };
            let now = way.shared_until();
            own.log.retain(|line| line.frame > now);
            own.hits.retain(|hit| hit.frame > now);
            let is_passed_on = |frame: u64| frame > now && frame <= *until;
            let lines = data.log.iter().filter(|line| is_passed_on(line.frame));
            own.log.splice(..0, lines.cloned());
            let hits = data.hits.iter().filter(|hit| is_passed_on(hit.frame));
            own.hits.splice(..0, hits.cloned());
        }
        self.ways.left.insert(left, data);
        self.ways.forget_comparisons();
        let is_known = |id: &WayId| recording.way(*id).is_some();
        self.ways.left.retain(|id, _| is_known(id));
        let current = recording.current_way();
        self.ways
            .names
            .retain(|id, _| is_known(id) || *id == current);
    }

    /// Makes a way the current one, and shows its last frame. Returns whether there is such a way.
    pub fn switch_to_way(&mut self, id: WayId) -> bool {
        let Some(fork) = self.recording.way(id).map(Way::shared_until) else {
            return false;
        };
        self.is_playing = false;
        self.goal = None;
        self.stop = None;
        let left = self.recording.current_way();
        let before = shared_until(&self.recording);
        self.recording.go_to(fork);
        let data = self.remove_after(fork);
        self.recording.switch_to_way(id);
        let own = self.ways.left.remove(&id).unwrap_or_default();
        self.log.put_back(own.log);
        self.forced_results = own.forced_results;
        self.breakpoints.hits.extend(own.hits);
        self.keep_left(left, data, &before);
        let records = self
            .recording
            .records()
            .filter(|record| record.frame > fork);
        let records: Vec<_> = records.cloned().collect();
        for record in &records {
            self.record_errors(record);
            self.record_events(record);
            self.record_history(record);
        }
        self.note_programs();
        self.switch_programs();
        self.update_moment();
        true
    }

    /// Makes a way the current one, if it is not. Returns false if there is no such way.
    pub fn return_to_way(&mut self, id: WayId) -> bool {
        self.recording.current_way() == id || self.switch_to_way(id)
    }

    /// Forgets a way that was left.
    pub fn forget_way(&mut self, id: WayId) {
        self.recording.forget_way(id);
        self.ways.left.remove(&id);
        self.ways.names.remove(&id);
        self.ways.differences.remove(&id);
    }

    /// Makes a way the only one. Returns how many others were forgotten.
    pub fn keep_only_way(&mut self, id: WayId) -> usize {
        if !self.return_to_way(id) {
            return 0;
        }
        let others: Vec<WayId> = self.recording.ways().iter().map(Way::id).collect();
        for other in &others {
            self.forget_way(*other);
        }
        others.len()
    }

    /// Names a way; an empty name removes the name. A way with a name is the last to be forgotten.
    pub fn name_way(&mut self, id: WayId, name: &str) {
        let name = name.trim();
        self.recording.pin_way(id, !name.is_empty());
        if name.is_empty() {
            self.ways.names.remove(&id);
        } else {
            self.ways.names.insert(id, name.into());
        }
    }

    /// Makes the way that was left last the current one. Returns whether there is one.
    pub fn restore_discarded(&mut self) -> bool {
        let last = self.recording.ways().last().map(Way::id);
        last.is_some_and(|last| self.switch_to_way(last))
    }

    /// Leaves the frames after the shown one, if there are any, and lets their inputs happen again, up to the last frame that was recorded.
    pub fn repeat_recorded(&mut self) {
        let is_newest = self.recording.frame() == self.recording.last_frame();
        // A stop within the newest frame is no reason to run it anew.
        let goes_on = is_newest && self.recording.recorded_ahead().is_some();
        let is_earlier = self.recording.is_in_the_past() || self.recording.inside().is_some();
        if is_earlier && !goes_on {
            // This callback cannot fail.
            let _ = self.apply_discarding_later(|recording| {
                recording.discard_later_frames();
                Ok(())
            });
        }
        if let Some((last, _)) = self.recording.recorded_ahead() {
            self.run_to(Goal::Frame(last));
        }
    }

    /// Lets what was recorded later not happen again.
    pub fn drop_recorded_inputs(&mut self) {
        self.recording.drop_recorded_inputs();
        self.moment.revision += 1;
    }

    /// Restarts the run with a version of its first tree, and lets all recorded inputs happen again. `project` is that of the first tree. `Adopted::Nothing` if the beginning of the run is not known any more.
    pub fn restart_with_inputs(&mut self, first: TreeVersion, project: &Project<'_>) -> Adopted {
        let Some(program) = first.compiled.program() else {
            return Adopted::Ended;
        };
        if !self.is_complete() {
            return Adopted::Nothing;
        }
        let shown = self.agent;
        self.show(0);
        let left = self.recording.current_way();
        let before = shared_until(&self.recording);
        let data = self.remove_after(0);
        if !self.recording.restart(program.clone(), self.seed) {
            return Adopted::Nothing;
        }
        self.trees.get_mut(0).revision = first.revision;
        self.expect_program(0, first.compiled.mapping(), first.sources);
        self.keep_left(left, data, &before);
        self.scenario = None;
        self.awaited_agent = Some(shown);
        self.agent = self.recording.first_agent();
        self.switch_programs();
        self.arm(0, project);
        self.update_moment();
        if let Some((last, _)) = self.recording.recorded_ahead() {
            self.run_to(Goal::Frame(last));
        }
        Adopted::Restarted
    }

    /// Applies what was recorded before the next frame, and logs what does not fit any more. Returns the recorded duration of the frame, in seconds.
    pub(super) fn repeat_inputs(&mut self, project: &Project<'_>) -> Option<f64> {
        let changes = std::mem::take(&mut self.ways.changes);
        let (renamed, trees) = (&self.renamed, &self.trees);
        let name_now = |program, name: &Arc<str>| {
            let program = (trees.of_program(program), program);
            renamed.name_now(program, (&**name).into()).into()
        };
        let frame = self.recording.repeat_inputs(&changes, name_now)?;
        for input in &frame.repeated {
            if let RunInput::Force {
                agent,
                node,
                status,
            } = input
                && let Some(number) = self.recording.program_number_of(*agent)
                && self.recording.programs()[number].category(*node) == Category::Conditional
            {
                let program = &self.recording.programs()[number];
                let (after, id) = (
                    self.recording.frame(),
                    self.mappings[number].shown(program, *node),
                );
                self.forced_results.record(*agent, id, after, *status);
            }
        }
        for (input, why) in &frame.unfit {
            // What the user changed is no surprise.
            if let Unfit::Refused(why) = why {
                self.log_refused(input, why, project);
            }
        }
        Some(frame.seconds)
    }

    fn log_refused(
        &mut self,
        recorded: &RecordedInput,
        why: &RunInputError,
        project: &Project<'_>,
    ) {
        let why = match why {
            RunInputError::Variable(error) => error.message(),
            error => error.message(),
        };
        let (what, node) = self.input_in_words(recorded, project);
        let arguments = vec![("what", what.to_argument()), ("why", why.to_argument())];
        self.log.put(LogEntry {
            frame: recorded.frame,
            events: 0,
            kind: LogKind::Run,
            agent: agent_of(&recorded.input).map(AgentId::number),
            tree: self.trees.of_program(recorded.program),
            node,
            text: said("log.not_repeated", arguments),
        });
    }

    /// What an input did, and the node that it concerned.
    fn input_in_words(
        &self,
        recorded: &RecordedInput,
        project: &Project<'_>,
    ) -> (Message, Option<NodeId>) {
        let number = recorded.program;
        let names = NodeNames {
            program: &self.recording.programs()[number],
            mapping: &self.mappings[number],
            project: &self.trees.project(number, project),
        };
        if let Some(described) = names.input(&recorded.input) {
            return described;
        }
        match &recorded.input {
            RunInput::Remove { agent } => {
                let number = ("agent", agent.number().to_argument());
                (said("log.input_remove", vec![number]), None)
            }
            _ => (said("log.input_add", Vec::new()), None),
        }
    }

    /// Compares more frames of the ways with the current one, as long as `has_time` says so before each. Returns whether there is more to compare.
    pub fn compare_ways(&mut self, has_time: &mut dyn FnMut() -> bool) -> bool {
        self.recording.ways().iter().any(|way| {
            let id = way.id();
            let known = self.ways.differences.entry(id);
            let difference = known.or_insert_with(|| WayDifference::new(id));
            difference.advance(&self.recording, has_time)
        })
    }

    /// The current way and those that were left, in the order in which they began.
    pub(super) fn all_ways(&self) -> Vec<WayView> {
        let current = self.recording.current_way();
        let left = self.recording.ways().iter().map(|way| {
            let difference = self.ways.differences.get(&way.id());
            WayView {
                id: way.id(),
                name: self.ways.names.get(&way.id()).cloned(),
                is_current: false,
                shared_until: way.shared_until(),
                last_frame: way.last_frame(),
                first_difference: difference.and_then(WayDifference::first),
                compared_until: difference.map_or(0, WayDifference::compared_until),
            }
        });
        let mut ways: Vec<WayView> = left.collect();
        if ways.is_empty() {
            return ways;
        }
        ways.push(WayView {
            id: current,
            name: self.ways.names.get(&current).cloned(),
            is_current: true,
            shared_until: 0,
            last_frame: self.recording.last_frame(),
            first_difference: None,
            compared_until: 0,
        });
        ways.sort_by_key(|way| way.id);
        ways
    }

    /// The inputs that differ in a way, each once.
    pub(super) fn different_inputs_of(&self, id: WayId) -> Vec<DifferentRow> {
        let difference = self.ways.differences.get(&id).into_iter();
        difference
            .flat_map(WayDifference::inputs)
            .cloned()
            .collect()
    }

    /// The nodes of the document that differ in a way, with what differs first.
    pub(super) fn different_nodes_of(&self, id: WayId) -> Vec<DifferentNode> {
        let Some(difference) = self.ways.differences.get(&id) else {
            return Vec::new();
        };
        let mut known: FxHashSet<(usize, NodeId)> = FxHashSet::default();
        let nodes = difference.nodes().iter();
        let nodes = nodes.filter_map(|((program, node), row)| {
            let tree = self.trees.of_program(*program);
            let node = self.shown_in_any_program(tree, node);
            let row = row.clone();
            known
                .insert((tree, node.clone()))
                .then_some(DifferentNode { tree, node, row })
        });
        nodes.collect()
    }

    /// The document's node for a node of a program of a tree: the latest one that has it.
    fn shown_in_any_program(&self, tree: usize, id: &NodeId) -> NodeId {
        let programs = self.recording.programs().iter().zip(&self.mappings);
        let of_tree = programs.enumerate().rev();
        let of_tree = of_tree.filter(|(number, _)| self.trees.of_program(*number) == tree);
        let mut found = of_tree
            .filter_map(|(_, (program, mapping))| Some(mapping.shown(program, program.index(id)?)));
        found.next().unwrap_or_else(|| id.clone())
    }

    /// The variables that differ in a way, with what differs first.
    pub(super) fn different_variables_of(&self, id: WayId) -> Vec<DifferentVariable> {
        let Some(difference) = self.ways.differences.get(&id) else {
            return Vec::new();
        };
        let variables = difference.variables().iter();
        let different =
            |((program, name), row): &(VariableOfTree, DifferentRow)| DifferentVariable {
                tree: program.map(|program| self.trees.of_program(program)),
                name: name.clone(),
                row: row.clone(),
            };
        variables.map(different).collect()
    }
}

fn agent_of(input: &RunInput) -> Option<AgentId> {
    match input {
        RunInput::Set { agent, .. }
        | RunInput::Force { agent, .. }
        | RunInput::Interrupt { agent, .. }
        | RunInput::Seed { agent, .. }
        | RunInput::Remove { agent } => Some(*agent),
        RunInput::Send { agent, .. } => *agent,
        RunInput::Add { .. } | RunInput::Swap { .. } => None,
    }
}

#[cfg(test)]
mod tests;
