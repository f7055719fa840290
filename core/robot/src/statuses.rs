//! Turns the changes of statuses that a program with BehaviorTree.CPP tells into the frames of a run: which node started and ended,
//! tick by tick. Knows neither where the changes come from nor what is done with the frames.
//!
//! A node starts when it gets Running, or Success or Failure without having run; it ends when it gets Success or Failure, or Idle
//! while it runs: then it was interrupted. Idle after its end only means that its parent has reset it. A skipped node changes
//! nothing.

use treewright_core::runtime::{EndStatus, NodeIndex, Status};
use treewright_core::trace::TraceEvent;

use crate::changes::{NodeStatus, StatusChange};
use crate::full_tree::NumberedTree;
use crate::ticks::Gaps;

/// The most events of a tick. What goes beyond counts as the next one.
const MAX_EVENTS: usize = 100_000;

/// What happened in a tick.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tick {
    /// When its first change happened: microseconds since the first one of all.
    pub time: u64,
    /// What happened, in order.
    pub events: Vec<TraceEvent>,
    /// Running until the root has ended; from that tick on, how it ended.
    pub status: Status,
}

/// Collects changes in ticks.
pub struct Ticks {
    /// Whether each node runs.
    running: Vec<bool>,
    gaps: Gaps,
    pause: Option<u64>,
    tick: Option<Tick>,
    status: Status,
    last: u64,
    unknown: u64,
}

impl Ticks {
    /// Creates them for changes that come in one by one: what counts as a pause between ticks is learned from those so far.
    pub fn new(tree: &NumberedTree) -> Self {
        Self {
            running: vec![false; tree.program.len()],
            gaps: Gaps::new(),
            pause: None,
            tick: None,
            status: Status::Running,
            last: 0,
            unknown: 0,
        }
    }

    /// Creates them for changes that are all known already.
    pub fn of_all(tree: &NumberedTree, changes: impl Iterator<Item = StatusChange>) -> Self {
        let mut ticks = Self::new(tree);
        let mut last = None;
        for change in changes {
            let before = last.replace(change.time);
            if let Some(before) = before {
                ticks.gaps.add(change.time.saturating_sub(before));
            }
        }
        ticks.pause = Some(ticks.gaps.pause());
        ticks
    }

    /// Makes nodes run from the beginning on.
    #[must_use]
    pub fn while_running(mut self, running: impl IntoIterator<Item = NodeIndex>) -> Self {
        for node in running {
            self.running[node.get()] = true;
        }
        self
    }

    /// Adds the next change of the same tree. Returns the tick before if this change begins another one.
    pub fn push(&mut self, tree: &NumberedTree, change: StatusChange) -> Option<Tick> {
        let Some((node, status)) = tree.node(change.uid).zip(change.status) else {
            self.unknown += 1;
            return None;
        };
        let ended = self.begin(change.time, node, status);
        let is_running = status == NodeStatus::Running;
        let was_running = std::mem::replace(&mut self.running[node.get()], is_running);
        let is_leaf = tree.program.category(node).is_leaf();
        let result = result_of(status);
        if let Some(result) = result.filter(|_| node.get() == 0) {
            self.status = result;
        }
        let tick = self.tick.get_or_insert_with(|| Tick {
            time: change.time,
            events: Vec::new(),
            status: Status::Running,
        });
        tick.status = self.status;
        let starts = !was_running && result.is_some();
        let returns = is_leaf && (starts || !is_running);
        let ends = !is_running && (was_running || starts);
        let start = starts.then_some(TraceEvent::Start(node));
        let update = result.filter(|_| returns);
        let update = update.map(|result| TraceEvent::Update(node, result));
        let end = ends.then(|| TraceEvent::End(node, end_of(status)));
        tick.events
            .extend(start.into_iter().chain(update).chain(end));
        ended
    }

    /// Begins another tick if this change belongs to one, and returns the one before.
    fn begin(&mut self, time: u64, node: NodeIndex, status: NodeStatus) -> Option<Tick> {
        let gap = time.saturating_sub(self.last);
        self.last = time;
        let tick = self.tick.as_ref()?;
        let pause = self.pause.unwrap_or_else(|| {
            self.gaps.add(gap);
            self.gaps.pause()
        });
        let root_starts = node.get() == 0 && status == NodeStatus::Running && !self.running[0];
        let begins = gap >= pause || root_starts || tick.events.len() >= MAX_EVENTS;
        self.tick.take_if(|_| begins)
    }

    /// Returns whether a tick has begun that no other change has ended yet.
    pub fn is_within(&self) -> bool {
        self.tick.is_some()
    }

    /// Returns the last tick, which no other change has ended yet.
    pub fn finish(&mut self) -> Option<Tick> {
        self.tick.take()
    }

    /// Returns how many changes were about nodes or statuses that are not known.
    pub fn unknown(&self) -> u64 {
        self.unknown
    }
}

/// Returns what a node has returned that gets this status; `None` if it has returned nothing.
fn result_of(status: NodeStatus) -> Option<Status> {
    match status {
        NodeStatus::Running => Some(Status::Running),
        NodeStatus::Success => Some(Status::Success),
        NodeStatus::Failure => Some(Status::Failure),
        NodeStatus::Idle | NodeStatus::Skipped => None,
    }
}

/// Returns how a node has ended that gets this status and does not run any more.
fn end_of(status: NodeStatus) -> EndStatus {
    match status {
        NodeStatus::Success => EndStatus::Success,
        NodeStatus::Failure => EndStatus::Failure,
        NodeStatus::Idle | NodeStatus::Running | NodeStatus::Skipped => EndStatus::Inactive,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::full_tree::FullTree;

    const TREE: &str = r#"<root BTCPP_format="4"><BehaviorTree ID="Main" _fullpath="">
        <ReactiveFallback name="root" _uid="1"><Look name="look" _uid="2"/><Walk name="walk" _uid="3"/></ReactiveFallback>
        </BehaviorTree><TreeNodesModel><Condition ID="Look"/><Action ID="Walk"/></TreeNodesModel></root>"#;

    /// Returns the ticks of changes like `300 look Failure`, each with its events.
    fn ticks(changes: &str) -> Vec<String> {
        let tree = FullTree::read("robot", TREE).unwrap();
        let change = |line: &str| {
            let [time, uid, status] = line.split(' ').collect::<Vec<_>>()[..] else {
                panic!("{line}")
            };
            let number = "IRSFK".find(status).unwrap() as u8;
            StatusChange {
                time: time.parse().unwrap(),
                uid: uid.parse().unwrap(),
                status: NodeStatus::from_number(number),
            }
        };
        let changes: Vec<StatusChange> = changes.split(", ").map(change).collect();
        let mut ticks = Ticks::of_all(&tree, changes.iter().copied());
        let mut all: Vec<Tick> = changes
            .iter()
            .filter_map(|one| ticks.push(&tree, *one))
            .collect();
        all.extend(ticks.finish());
        let events = |tick: &Tick| {
            let told = tick.events.iter().map(|event| match event {
                TraceEvent::Start(node) => format!("+{}", node.0),
                TraceEvent::Update(node, status) => format!("{}={}", node.0, &status.name()[..1]),
                TraceEvent::End(node, status) => format!("-{}{}", node.0, &status.name()[..1]),
                other => panic!("{other:?}"),
            });
            let told: Vec<String> = told.collect();
            format!("{} {}", told.join(" "), tick.status.name())
        };
        all.iter().map(events).collect()
    }

    #[test]
    fn starts_and_ends_follow_from_changes_and_ticks_from_pauses() {
        let told = ticks(
            "0 1 R, 9 2 F, 12 2 I, 13 3 R, 5000 2 F, 5002 2 I, 9990 2 S, 9993 2 I, 9995 3 I, 9996 1 S, 9999 1 I, 15000 1 R",
        );
        let expected = [
            "+0 +1 1=F -1F +2 2=R Running",
            "+1 1=F -1F Running",
            "+1 1=S -1S -2I -0S Success",
            "+0 Running",
        ];
        assert_eq!(told, expected);
    }

    #[test]
    fn a_root_that_starts_begins_a_tick_without_a_pause() {
        assert_eq!(ticks("0 1 R, 2 1 S, 3 1 I, 4 1 R").len(), 2);
    }

    #[test]
    fn lost_and_skipped_changes_invent_nothing() {
        assert_eq!(ticks("0 1 R, 1 1 R, 2 3 K, 3 2 I"), ["+0 Running"]);
        assert_eq!(ticks("0 1 R, 2 3 R, 3 3 K"), ["+0 +2 2=R -2I Running"]);
        assert_eq!(ticks("0 2 S, 2 2 F"), ["+1 1=S -1S +1 1=F -1F Running"]);
    }

    #[test]
    fn changes_of_unknown_nodes_are_counted() {
        let tree = FullTree::read("robot", TREE).unwrap();
        let mut ticks = Ticks::new(&tree);
        for uid in [1, 9] {
            let status = Some(NodeStatus::Running);
            let change = StatusChange {
                time: 0,
                uid,
                status,
            };
            ticks.push(&tree, change);
        }
        assert_eq!(ticks.unknown(), 1);
        assert_eq!(ticks.finish().unwrap().events.len(), 1);
    }
}
