//! A watched program as a run that is told: what a [`Monitor`](crate::monitor::Monitor) learns becomes the frames of a told past, with a
//! gap where something was lost. A frame is a tick, or a change of values between two ticks. Knows neither how the monitor learned it nor who shows it.
//!
//! Statuses that were polled say where a stretch begins: which nodes run, and how the others ended. Changes say what happened since.
//! The first changes may be older than the statuses, since changes are kept before statuses are asked for; such ones only
//! belong to the beginning.

mod values;

use rustc_hash::{FxHashMap, FxHashSet};
use treewright_core::runtime::{NodeIndex, Status};
use treewright_core::trace::RunningNode;
use treewright_insight::history::NodeState;
use treewright_insight::told_past::{Beginning, Stretch, ToldFrame, ToldPast};

use self::values::Values;
use crate::changes::{NodeStatus, StatusChange};
use crate::full_tree::NumberedTree;
use crate::groot2::PolledStatus;
use crate::logged_run::{AGENT, frame_of};
use crate::monitor::Fact;
use crate::statuses::{Tick, Ticks};

/// How far a run is known.
enum Stage {
    /// Nothing is known since the last gap.
    Gap,
    /// These statuses were polled, but no changes have come yet.
    Polled(Vec<(u16, PolledStatus)>),
    /// Each change is known.
    Following(Box<Ticks>),
}

/// Tells a past what the nodes of a program's tree do, as those of [`AGENT`].
pub struct RobotRun {
    tree: NumberedTree,
    program: usize,
    stage: Stage,
    values: Values,
    /// What the times of changes count from, in microseconds of the whole run.
    base: u64,
    /// The time of the last change.
    last: u64,
}

impl RobotRun {
    /// Begins to tell this past of a program that runs this tree.
    pub fn new(tree: NumberedTree, past: &mut ToldPast) -> Self {
        Self {
            program: past.add_program(tree.program.clone()),
            tree,
            stage: Stage::Gap,
            values: Values::default(),
            base: 0,
            last: 0,
        }
    }

    /// Returns the tree.
    pub fn tree(&self) -> &NumberedTree {
        &self.tree
    }

    /// Returns the names under which the blackboards of its uses are asked for.
    pub fn blackboards(&self) -> Vec<String> {
        let uses = self.tree.uses.iter();
        uses.map(|of| of.blackboard.clone()).collect()
    }

    /// Follows what a monitor has learned. Another tree begins another run, which is not for this one.
    pub fn follow(&mut self, past: &mut ToldPast, fact: &Fact) {
        match fact {
            Fact::Statuses(statuses) if matches!(self.stage, Stage::Gap) => {
                self.stage = Stage::Polled(statuses.clone());
            }
            // Programs before BehaviorTree.CPP 4.3.2 tell no changes: nothing is known but what is so now.
            Fact::Statuses(statuses) if matches!(self.stage, Stage::Polled(_)) => {
                let beginning = self.beginning(past, statuses, &[]);
                past.begin(AGENT, self.program, &beginning);
                self.stage = Stage::Polled(statuses.clone());
            }
            Fact::Changes(changes) => self.change(past, changes),
            Fact::Blackboards(blackboards) => {
                self.values.take(&self.tree, blackboards);
                self.tell_values(past);
            }
            // What came between is not known: the next statuses say what runs.
            Fact::ChangesLost | Fact::Back | Fact::Lost(_) => {
                self.finish_tick(past);
                self.values.forget();
                self.base = self.last;
                self.stage = Stage::Gap;
            }
            _ => {}
        }
    }

    /// Tells the last tick although no change of the next one has come yet.
    fn finish_tick(&mut self, past: &mut ToldPast) {
        if let Stage::Following(ticks) = &mut self.stage
            && let Some(tick) = ticks.finish()
        {
            self.tell(past, tick);
        }
    }

    /// Tells values that changed between two ticks.
    fn tell_values(&mut self, past: &mut ToldPast) {
        let Stage::Following(ticks) = &self.stage else {
            return;
        };
        if ticks.is_within() || !self.values.have_changed() {
            return;
        }
        let last = past.stretches(AGENT).next_back();
        let status = last.map_or(Status::Running, |last| last.now().status);
        let tick = Tick {
            time: self.last.saturating_sub(self.base),
            events: Vec::new(),
            status,
        };
        self.tell(past, tick);
    }

    fn change(&mut self, past: &mut ToldPast, changes: &[StatusChange]) {
        let changes = match std::mem::replace(&mut self.stage, Stage::Gap) {
            Stage::Gap => return,
            Stage::Following(ticks) => {
                self.stage = Stage::Following(ticks);
                changes
            }
            Stage::Polled(statuses) => {
                let (older, newer) = changes.split_at(older_changes(&statuses, changes));
                // What happened before the robot was watched is not known, but when it ended.
                let before = older.last().or(newer.first());
                self.last = self.base + before.map_or(0, |change| change.time);
                let beginning = self.beginning(past, &statuses, older);
                let running: Vec<NodeIndex> = beginning
                    .running
                    .iter()
                    .map(|running| running.node)
                    .collect();
                past.begin(AGENT, self.program, &beginning);
                let ticks = Ticks::new(&self.tree).while_running(running);
                self.stage = Stage::Following(Box::new(ticks));
                newer
            }
        };
        if changes.is_empty() {
            // Nothing came for as long as changes are not asked for: the tick is over, or waits.
            return self.finish_tick(past);
        }
        for change in changes {
            self.last = self.base + change.time;
            if let Stage::Following(ticks) = &mut self.stage
                && let Some(tick) = ticks.push(&self.tree, *change)
            {
                self.tell(past, tick);
            }
        }
    }

    fn tell(&mut self, past: &mut ToldPast, tick: Tick) {
        let time = self.base + tick.time;
        let frame = ToldFrame {
            learned: self.values.take_changed(),
            ..frame_of(Tick { time, ..tick })
        };
        past.push(AGENT, frame);
    }

    /// Returns what is known where changes begin to be followed.
    fn beginning(
        &mut self,
        past: &ToldPast,
        statuses: &[(u16, PolledStatus)],
        older: &[StatusChange],
    ) -> Beginning {
        let ended_since: FxHashMap<u16, NodeState> = older
            .iter()
            .filter_map(|change| Some((change.uid, ended(change.status?)?)))
            .collect();
        let is_told = statuses.iter().any(|(_, status)| status.before.is_some());
        let state_of = |uid: u16, status: PolledStatus| {
            let since = ended_since.get(&uid).copied();
            since.or_else(|| state_of(status, is_told))
        };
        let (mut running, mut ended_before) = (Vec::new(), Vec::new());
        for (uid, status) in statuses {
            let Some(node) = self.tree.node(*uid) else {
                continue;
            };
            if status.now == NodeStatus::Running {
                running.push(RunningNode { node, since: None });
            } else if let Some(state) = state_of(*uid, *status) {
                ended_before.push((node, state));
            }
        }
        running.sort_unstable_by_key(|running| running.node);
        let last = past.stretches(AGENT).next_back();
        Beginning {
            // The frames that were lost count as one.
            frame: last.map_or(0, |last: &Stretch| last.last_frame() + 1),
            time: self.last as f64 / 1e6,
            running,
            ended: ended_before,
            variables: self.values.all(),
            ..Beginning::of_nothing()
        }
    }
}

/// Returns how a node ended that gets this status; `None` if that does not say it.
fn ended(status: NodeStatus) -> Option<NodeState> {
    match status {
        NodeStatus::Success => Some(NodeState::Success),
        NodeStatus::Failure => Some(NodeState::Failure),
        NodeStatus::Idle | NodeStatus::Running | NodeStatus::Skipped => None,
    }
}

/// Returns how a node ended that does not run; `None` if its status does not say it. Programs before BehaviorTree.CPP 4.2 do not
/// tell how idle nodes ended: then `is_told` is false.
fn state_of(status: PolledStatus, is_told: bool) -> Option<NodeState> {
    match (status.now, status.before) {
        (NodeStatus::Idle, Some(NodeStatus::Running)) => Some(NodeState::Interrupted),
        (NodeStatus::Idle, Some(before)) => ended(before),
        (NodeStatus::Idle, None) => is_told.then_some(NodeState::Idle),
        (now, _) => ended(now),
    }
}

/// Returns how many of the first changes may be older than these statuses: as many as agree with them.
fn older_changes(statuses: &[(u16, PolledStatus)], changes: &[StatusChange]) -> usize {
    let polled: FxHashMap<u16, NodeStatus> = statuses
        .iter()
        .map(|(uid, status)| (*uid, status.now))
        .collect();
    let mut differing: FxHashSet<u16> = FxHashSet::default();
    let mut older = 0;
    for (place, change) in changes.iter().enumerate() {
        if polled.get(&change.uid).copied() == change.status {
            differing.remove(&change.uid);
        } else {
            differing.insert(change.uid);
        }
        if differing.is_empty() {
            older = place + 1;
        }
    }
    older
}

#[cfg(test)]
mod tests;
