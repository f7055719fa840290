//! A watched program as a run that is told: what a [`Monitor`](crate::monitor::Monitor) learns becomes the frames of a told past, with a
//! gap where something was lost. Knows neither how the monitor learned it nor who shows it.
//!
//! Statuses that were polled say where a stretch begins: which nodes run, and how the others ended. Changes say what happened since.
//! The first changes may be older than the statuses, since changes are kept before statuses are asked for; such ones only
//! belong to the beginning.

use rustc_hash::{FxHashMap, FxHashSet};
use treewright_core::runtime::NodeIndex;
use treewright_core::trace::RunningNode;
use treewright_insight::history::NodeState;
use treewright_insight::told_past::{Beginning, Stretch, ToldPast};

use crate::changes::{NodeStatus, StatusChange};
use crate::full_tree::{FullTree, TreeFault};
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

/// The run of a program that tells its tree.
pub struct RobotRun {
    /// The tree.
    pub tree: FullTree,
    /// What its nodes did, as [`AGENT`].
    pub past: ToldPast,
    program: usize,
    stage: Stage,
    /// What the times of changes count from, in microseconds of the whole run.
    base: u64,
    /// The time of the last change.
    last: u64,
}

impl RobotRun {
    /// Begins the run of a program that runs this tree. Of a long run, only the last part within `limit` bytes of memory is kept.
    ///
    /// # Errors
    /// If the tree cannot be shown.
    pub fn new(tree: &str, limit: usize) -> Result<Self, TreeFault> {
        let tree = FullTree::read("robot", tree)?;
        let mut past = ToldPast::with_limit(limit);
        let program = past.add_program(tree.program.clone());
        Ok(Self {
            tree,
            past,
            program,
            stage: Stage::Gap,
            base: 0,
            last: 0,
        })
    }

    /// Follows what a monitor has learned. Another tree begins another run, which is not for this one.
    pub fn follow(&mut self, fact: &Fact) {
        match fact {
            Fact::Statuses(statuses) if matches!(self.stage, Stage::Gap) => {
                self.stage = Stage::Polled(statuses.clone());
            }
            Fact::Changes(changes) => self.change(changes),
            // What came between is not known: the next statuses say what runs.
            Fact::ChangesLost | Fact::Back | Fact::Lost(_) => {
                self.finish_tick();
                self.base = self.last;
                self.stage = Stage::Gap;
            }
            _ => {}
        }
    }

    /// Tells the last tick although no change of the next one has come yet, for instance when none comes for a while.
    pub fn finish_tick(&mut self) {
        if let Stage::Following(ticks) = &mut self.stage
            && let Some(tick) = ticks.finish()
        {
            self.tell(tick);
        }
    }

    fn change(&mut self, changes: &[StatusChange]) {
        let changes = match &self.stage {
            Stage::Gap => return,
            Stage::Following(_) => changes,
            Stage::Polled(statuses) => {
                let (older, newer) = changes.split_at(older_changes(statuses, changes));
                let beginning = self.beginning(statuses, older);
                let running: Vec<NodeIndex> = beginning
                    .running
                    .iter()
                    .map(|running| running.node)
                    .collect();
                self.past.begin(AGENT, self.program, &beginning);
                let ticks = Ticks::new(&self.tree).while_running(running);
                self.stage = Stage::Following(Box::new(ticks));
                newer
            }
        };
        for change in changes {
            self.last = self.base + change.time;
            if let Stage::Following(ticks) = &mut self.stage
                && let Some(tick) = ticks.push(&self.tree, *change)
            {
                self.tell(tick);
            }
        }
    }

    fn tell(&mut self, tick: Tick) {
        let time = self.base + tick.time;
        self.past.push(AGENT, frame_of(Tick { time, ..tick }));
    }

    /// Returns what is known where changes begin to be followed.
    fn beginning(&self, statuses: &[(u16, PolledStatus)], older: &[StatusChange]) -> Beginning {
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
        let last = self.past.stretches(AGENT).next_back();
        Beginning {
            // The frames that were lost count as one.
            frame: last.map_or(0, |last: &Stretch| last.last_frame() + 1),
            time: self.base as f64 / 1e6,
            running,
            ended: ended_before,
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
