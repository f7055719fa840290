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
    }
}
