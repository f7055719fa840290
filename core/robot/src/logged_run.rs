//! A log as a run that was told: its tree, and what the nodes did, tick by tick. Knows no files.

use treewright_core::runtime::AgentId;
use treewright_core::told;
use treewright_core::trace::{FrameData, RunningNode};
use treewright_insight::told_past::{Beginning, Stretch, ToldFrame, ToldPast};

use crate::btlog::{Log, LogFault};
use crate::changes::{NodeStatus, StatusChange};
use crate::full_tree::{FullTree, TreeFault};
use crate::statuses::{Tick, Ticks};

/// The agent whose tree was logged.
pub const AGENT: AgentId = AgentId(0);

told! {
    /// The reason why a log cannot be shown.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum RunFault of "robot_run_error" {
        /// It is damaged.
        Log(why: LogFault) = "log", "{why}";
        /// Its tree cannot be shown.
        Tree(why: TreeFault) = "tree", "{why}";
    }
}

told! {
    /// Something that a log does not tell.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum LogRemark of "robot_log" {
        /// It ends within a change.
        Cut = "cut", "the log ends in the middle of a change: what came after is missing";
        /// It contains changes that belong to no node.
        UnknownNodes {
            /// The number of changes.
            changes: u64,
        } = "unknown_nodes", "{changes} changes belong to no node of the shown tree";
        /// It begins while the tree runs.
        Begun = "begun",
            "the log begins while the tree runs: what happened before is not known";
    }
}

/// A log, read.
pub struct LoggedRun {
    /// The tree.
    pub tree: FullTree,
    /// What its nodes did, as [`AGENT`].
    pub past: ToldPast,
    /// What the log does not tell.
    pub remarks: Vec<LogRemark>,
}

impl LoggedRun {
    /// Reads a log. `name` becomes the name of the tree's document. Of a long log, only the last part within `limit` bytes of memory is
    /// kept.
    ///
    /// # Errors
    /// If it is no log, or its tree cannot be shown.
    pub fn read(name: &str, bytes: &[u8], limit: usize) -> Result<Self, RunFault> {
        let log = Log::read(bytes).map_err(RunFault::Log)?;
        let tree = FullTree::read(name, log.tree).map_err(RunFault::Tree)?;
        let mut past = ToldPast::with_limit(limit);
        let number = past.add_program(tree.program.clone());
        let beginning = beginning(&tree, &log);
        past.begin(AGENT, number, &beginning);
        let mut remarks = Vec::new();
        if log.cut_bytes() > 0 {
            remarks.push(LogRemark::Cut);
        }
        if !beginning.is_start {
            remarks.push(LogRemark::Begun);
        }
        let running = beginning.running.iter().map(|running| running.node);
        let mut ticks = Ticks::of_all(&tree, log.changes()).while_running(running);
        for change in log.changes() {
            if let Some(tick) = ticks.push(&tree, change) {
                past.push(AGENT, frame_of(tick));
            }
        }
        if let Some(tick) = ticks.finish() {
            past.push(AGENT, frame_of(tick));
        }
        if let changes @ 1.. = ticks.unknown() {
            remarks.push(LogRemark::UnknownNodes { changes });
        }
        Ok(Self {
            tree,
            past,
            remarks,
        })
    }

    /// Returns the part of the run that is kept. A log has no gaps.
    pub fn stretch(&self) -> Option<&Stretch> {
        self.past.stretches(AGENT).next()
    }
}

/// Returns what is known where a log begins. A logger is made before the first tick as a rule; if not, the first change happens
/// below nodes that run.
fn beginning(tree: &FullTree, log: &Log<'_>) -> Beginning {
    let start = Beginning::of_start_without_variables(&tree.program);
    let known = |change: StatusChange| Some((tree.node(change.uid)?, change.status?));
    match log.changes().find_map(known) {
        Some((node, status)) if node.get() > 0 || status != NodeStatus::Running => {
            let above =
                std::iter::successors(tree.program.parent(node), |at| tree.program.parent(*at));
            let mut running: Vec<RunningNode> = above
                .map(|node| RunningNode { node, since: None })
                .collect();
            running.reverse();
            Beginning {
                running,
                ended: Vec::new(),
                is_start: false,
                ..start
            }
        }
        _ => start,
    }
}

/// Returns a tick as a frame. How long it took is not known; its time is that of its first change.
pub(crate) fn frame_of(tick: Tick) -> ToldFrame {
    ToldFrame {
        dt: 0.0,
        time: tick.time as f64 / 1e6,
        inputs: Vec::new(),
        status: tick.status,
        events: tick.events,
        writes: Vec::new(),
        data: FrameData::default(),
        learned: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use treewright_core::testing::cases;
    use treewright_insight::history::NodeState;

    use super::*;

    const TREE: &str = r#"<root BTCPP_format="4"><BehaviorTree ID="Main" _fullpath="">
        <Parallel name="root" _uid="1"><Walk name="a" _uid="2"/><SubTree ID="Sub" _fullpath="s" _uid="3"/></Parallel>
        </BehaviorTree><BehaviorTree ID="Sub" _fullpath="s"><Walk name="b" _uid="4"/></BehaviorTree>
        <TreeNodesModel><Action ID="Walk"/></TreeNodesModel></root>"#;

    /// Returns a log of these changes: the time since the one before, the number of the node, its status.
    fn log(changes: &[(u16, u8, u8)]) -> Vec<u8> {
        let mut log = b"BTCPP4-FileLogger2\x01".to_vec();
        log.extend((TREE.len() as i32).to_le_bytes());
        log.extend(TREE.as_bytes());
        log.extend(0_i64.to_le_bytes());
        let mut time = 0_u64;
        for (pause, uid, status) in changes {
            time += u64::from(*pause);
            log.extend(&time.to_le_bytes()[..6]);
            log.extend([*uid, 0, *status]);
        }
        log
    }

    /// Returns the state in which the changes leave a node that does not run before; `None` if there are none of it.
    fn state(changes: &[(u16, u8, u8)], uid: u8) -> Option<NodeState> {
        let own = changes
            .iter()
            .filter(|change| change.1 == uid && change.2 < 5);
        own.fold(None, |state, (_, _, status)| match (status, state) {
            (1, _) => Some(NodeState::Running),
            (2, _) => Some(NodeState::Success),
            (3, _) => Some(NodeState::Failure),
            (_, Some(NodeState::Running)) => Some(NodeState::Interrupted),
            (_, state) => state,
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(cases(500)))]

        #[test]
        fn any_changes_leave_the_nodes_in_the_states_that_they_say(
            changes in proptest::collection::vec((0_u16..9_000, 0_u8..7, 0_u8..6), 0..300),
            limit in 0_usize..60_000,
        ) {
            // The tree starts with its log.
            let changes = [&[(0, 1, 1)], &*changes].concat();
            let run = LoggedRun::read("robot", &log(&changes), limit).unwrap();
            let stretch = run.stretch().unwrap();
            for uid in 1..=4 {
                let node = run.tree.node(uid.into()).unwrap();
                let known = stretch.now().runs.get(node).map(|run| run.state);
                prop_assert_eq!(known, state(&changes, uid).or(Some(NodeState::Idle)));
            }
            let stray = changes.iter().filter(|(_, uid, status)| !(1..=4).contains(uid) || *status > 4);
            let stray = stray.count() as u64;
            let told = run.remarks.contains(&LogRemark::UnknownNodes { changes: stray });
            prop_assert_eq!(told, stray > 0);
            let is_small = run.past.bytes() <= limit.max(60_000);
            prop_assert!(is_small || stretch.last_frame() - stretch.first_frame() <= 64);
        }

        #[test]
        fn a_log_that_begins_anywhere_never_says_that_a_node_has_not_run(
            changes in proptest::collection::vec((0_u16..9_000, 1_u8..5, 0_u8..5), 1..60),
        ) {
            let run = LoggedRun::read("robot", &log(&changes), usize::MAX).unwrap();
            let begins = (changes[0].1, changes[0].2) == (1, 1);
            prop_assert_eq!(run.remarks.contains(&LogRemark::Begun), !begins);
            for node in run.tree.program.indices().filter(|_| !begins) {
                let state = run.stretch().unwrap().now().runs.get(node).map(|run| run.state);
                prop_assert!(state != Some(NodeState::Idle));
            }
        }
    }
}
