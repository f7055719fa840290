//! The levels of conformance: how much of the node types and of the interface a runtime must have to play a case.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use treewright_core::model::Document;

use super::case::{Input, Setting};

/// A level. Each includes those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Composites, decorators, aborts, waiting, logging and variables.
    Basic,
    /// Expressions, and the node types that evaluate them.
    Expressions,
    /// All node types; events, forced results, the calls of a tree's life cycle, several agents.
    All,
}

/// The node types of the level `basic`.
pub const BASIC: [&str; 53] = [
    "Sequence",
    "Selector",
    "ReactiveSequence",
    "ReactiveSelector",
    "SequenceWithMemory",
    "IfThenElse",
    "WhileDoElse",
    "Switch",
    "RandomSequence",
    "RandomSelector",
    "PrioritySelector",
    "UtilitySelector",
    "RoundRobin",
    "RecoveryNode",
    "PersistentSequence",
    "Parallel",
    "ParallelSelector",
    "ParallelComplete",
    "ParallelAll",
    "PipelineSequence",
    "NonblockingSequence",
    "Service",
    "Inverter",
    "ReturnSuccess",
    "ReturnFailure",
    "Repeater",
    "UntilSuccess",
    "UntilFailure",
    "KeepRunningUntilFailure",
    "Retry",
    "RunOnce",
    "TimeLimit",
    "CounterLimit",
    "Delay",
    "Cooldown",
    "RateController",
    "SingleTrigger",
    "Probability",
    "Semaphore",
    "Interruptible",
    "CompareBool",
    "CompareInt",
    "CompareFloat",
    "CompareString",
    "IsVariableSet",
    "StandInConditional",
    "Log",
    "Wait",
    "SetVariable",
    "Idle",
    "Fail",
    "Succeed",
    "StandIn",
];

/// The node types that the level `expressions` adds.
pub const EXPRESSIONS: [&str; 4] = ["Guard", "Expression", "Compute", "WaitUntil"];

impl Level {
    /// The levels, from the lowest.
    pub const ALL: [Self; 3] = [Self::Basic, Self::Expressions, Self::All];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Basic => "basic",
            Self::Expressions => "expressions",
            Self::All => "all",
        }
    }

    /// Returns the lowest level with a node type. One that no list names belongs to `all`.
    pub fn of_kind(kind: &str) -> Self {
        if BASIC.contains(&kind) {
            Self::Basic
        } else if EXPRESSIONS.contains(&kind) {
            Self::Expressions
        } else {
            Self::All
        }
    }

    /// Returns the lowest level that has everything that a case needs.
    pub fn of(setting: &Setting) -> Self {
        let of_kinds = kinds(&setting.document).into_iter();
        let of_kinds = of_kinds.map(|kind| Self::of_kind(&kind));
        let done = setting.steps.iter().flat_map(|step| &step.did);
        let of_inputs = done.map(|done| match done.input {
            Input::Set(..) | Input::Interrupt(..) => Self::Basic,
            Input::Send(..) | Input::Force(..) | Input::Call(_) => Self::All,
        });
        let of_agents = if setting.agents > 1 {
            Self::All
        } else {
            Self::Basic
        };
        of_kinds.chain(of_inputs).fold(of_agents, Self::max)
    }
}

/// Returns the node types in a document.
pub fn kinds(document: &Document) -> BTreeSet<String> {
    let nodes = document.nodes();
    nodes.map(|node| node.task.to_string()).collect()
}
