//! The table of BehaviorTree.CPP's own nodes and the built-in node types that they become, port by port; and those
//! without an equivalent. Where a node needs more than a table, `interpret.rs` and `express.rs` handle it.

use treewright_core::category::Category;

/// How a number is converted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PortConversion {
    /// Unchanged.
    Same,
    /// Unchanged; an unset parameter is not written, since the default is the same there.
    Defaulted,
    /// Milliseconds there, seconds here.
    Milliseconds,
    /// A number of children: all of them is -1 there, 0 here; -2 is all but one.
    Children,
    /// A number of rounds: endless is -1 there, `forever` here.
    Rounds,
    /// A text that names a blackboard entry there, a variable here.
    Key,
    /// `true` there is `Success` here, `false` is `Same`.
    Skip,
}

/// A port, and the parameter that it becomes.
#[derive(Clone, Copy, Debug)]
pub(super) struct PortMapping {
    /// Its names there; the first is written.
    pub theirs: &'static [&'static str],
    pub ours: &'static str,
    pub counting: PortConversion,
}

/// A node of BehaviorTree.CPP, and the built-in node type that it becomes.
#[derive(Clone, Copy, Debug)]
pub(super) struct BtcppMapping {
    /// Its names there; the first is written.
    pub theirs: &'static [&'static str],
    pub ours: &'static str,
    pub ports: &'static [PortMapping],
}

/// A table of nodes: their names there, the node type here, and their ports as `theirs => ours: counting`.
macro_rules! kinds {
    ($($($theirs:tt)|+ => $ours:tt { $($($port:literal)|+ => $parameter:literal: $counting:ident),* })*) => {
        &[$(BtcppMapping {
            theirs: &[$($theirs),+],
            ours: $ours,
            ports: &[$(PortMapping {
                theirs: &[$($port),+],
                ours: $parameter,
                counting: PortConversion::$counting,
            }),*],
        }),*]
    };
}

/// The nodes that match a built-in type. The first that fits is written.
pub(super) const KINDS: &[BtcppMapping] = kinds! {
    "Sequence" | "AsyncSequence" => "Sequence" {}
    "Fallback" | "AsyncFallback" | "FallbackStar" => "Selector" {}
    "ReactiveSequence" => "ReactiveSequence" {}
    "ReactiveFallback" => "ReactiveSelector" {}
    "SequenceWithMemory" | "SequenceStar" => "SequenceWithMemory" {}
    "Parallel" => "Parallel" {
        "success_count" | "success_threshold" | "threshold" => "success_threshold": Children,
        "failure_count" | "failure_threshold" => "failure_threshold": Children
    }
    "ParallelAll" => "ParallelAll" { "max_failures" => "max_failures": Children }
    "IfThenElse" => "IfThenElse" {}
    WHILE => "WhileDoElse" {}
    "Switch2" | "Switch3" | "Switch4" | "Switch5" | "Switch6" => "Switch" {
        "variable" => "variable": Same,
        "case_1" => "case_1": Same,
        "case_2" => "case_2": Same,
        "case_3" => "case_3": Same,
        "case_4" => "case_4": Same,
        "case_5" => "case_5": Same,
        "case_6" => "case_6": Same
    }
    "Inverter" => "Inverter" {}
    "ForceSuccess" => "ReturnSuccess" {}
    "ForceFailure" => "ReturnFailure" {}
    RETRY | "RetryUntilSuccesful" => "Retry" { "num_attempts" => "attempts": Same }
    REPEAT => "Repeater" { "num_cycles" => "count": Rounds }
    "KeepRunningUntilFailure" => "KeepRunningUntilFailure" {}
    TIMEOUT => "TimeLimit" { "msec" => "seconds": Milliseconds }
    "Delay" => "Delay" { "delay_msec" => "seconds": Milliseconds }
    "RunOnce" => "RunOnce" { "then_skip" => "afterwards": Skip }
    "AlwaysSuccess" => "Succeed" {}
    "AlwaysFailure" => "Fail" {}
    "Sleep" => "Wait" { "msec" => "seconds": Milliseconds }
    SET => "SetVariable" { "output_key" => "variable": Key, "value" => "value": Same }
};

/// Nodes of nav2 that match a built-in type. A program has to register them, so files describe them as custom nodes,
/// and trees and tasks may have the same names.
pub(super) const NAV2: &[BtcppMapping] = kinds! {
    "RecoveryNode" => "RecoveryNode" { "number_of_retries" => "number_of_retries": Defaulted }
    "PipelineSequence" => "PipelineSequence" {}
    "NonblockingSequence" => "NonblockingSequence" {}
    "RoundRobin" => "RoundRobin" { "wrap_around" => "wrap_around": Defaulted }
    PERSISTENT => PERSISTENT { "current_child_idx" => "current_child_idx": Defaulted }
    "RateController" => "RateController" { "hz" => "hz": Defaulted }
    "SingleTrigger" => "SingleTrigger" { "is_global" => "is_global": Defaulted }
};

/// A sequence that stores its current child on the blackboard.
pub(super) const PERSISTENT: &str = "PersistentSequence";
/// Runs its child again while it fails.
pub(super) const RETRY: &str = "RetryUntilSuccessful";
/// Runs its child again while it succeeds.
pub(super) const REPEAT: &str = "Repeat";
/// Checks its first child in every frame.
pub(super) const WHILE: &str = "WhileDoElse";
/// Fails when its child takes too long.
pub(super) const TIMEOUT: &str = "Timeout";
/// Writes to the blackboard.
pub(super) const SET: &str = "SetBlackboard";

/// Nodes of version 4 that end the frame after a child that finishes at once.
pub(super) const YIELDING: [&str; 4] = [
    "AsyncSequence",
    "AsyncFallback",
    "SequenceWithMemory",
    "SequenceStar",
];
/// Nodes that count a skipped child like the others.
pub(super) const COUNTING: [&str; 6] = [
    "Parallel",
    "ParallelAll",
    "IfThenElse",
    WHILE,
    "Switch2",
    "KeepRunningUntilFailure",
];

/// A node of BehaviorTree.CPP without an equivalent here: its name, category and ports.
pub(super) type UnmappedNode = (&'static str, Category, &'static [&'static str]);

use Category::{Action, Composite, Conditional, Decorator};

/// All nodes without an equivalent.
pub(super) const FOREIGN: &[UnmappedNode] = &[
    ("ManualSelector", Composite, &["repeat_last_selection"]),
    ("TryCatch", Composite, &["catch_on_halt"]),
    ("Precondition", Decorator, &["if", "else"]),
    ("LoopInt", Decorator, LOOP),
    ("LoopBool", Decorator, LOOP),
    ("LoopDouble", Decorator, LOOP),
    ("LoopString", Decorator, LOOP),
    ("SkipUnlessUpdated", Decorator, &["entry"]),
    ("WaitValueUpdate", Decorator, &["entry"]),
    ("ConsumeQueue", Decorator, &["queue", "popped_item"]),
    ("BlackboardCheckInt", Decorator, CHECK),
    ("BlackboardCheckBool", Decorator, CHECK),
    ("BlackboardCheckDouble", Decorator, CHECK),
    ("BlackboardCheckString", Decorator, CHECK),
    ("Script", Action, &["code"]),
    ("ScriptCondition", Conditional, &["code"]),
    ("UnsetBlackboard", Action, &["key"]),
    ("WasEntryUpdated", Conditional, &["entry"]),
    ("TestNode", Action, &["name"]),
];

const LOOP: &[&str] = &["value", "queue", "if_empty"];
const CHECK: &[&str] = &["value_A", "value_B", "return_on_mismatch"];

/// Returns the entry of the node with this name. Files of version 3 write some names in lower case.
pub(super) fn mapping_of(name: &str) -> Option<&'static BtcppMapping> {
    let is_it = |kind: &&BtcppMapping| kind.theirs.contains(&name);
    KINDS.iter().find(is_it).or_else(|| {
        let is_small = name.bytes().all(|b| b.is_ascii_lowercase());
        let same = |other: &&str| other.eq_ignore_ascii_case(name);
        let is_it = |kind: &&BtcppMapping| is_small && kind.theirs.iter().any(&same);
        KINDS.iter().find(is_it)
    })
}

/// Returns the entry of the nav2 node with this name.
pub(super) fn nav2_mapping_of(name: &str) -> Option<&'static BtcppMapping> {
    NAV2.iter().find(|kind| kind.ours == name)
}

/// Returns the first entry for this built-in node type.
pub(super) fn mapping_to(task: &str) -> Option<&'static BtcppMapping> {
    let own = KINDS.iter().find(|kind| kind.ours == task);
    own.or_else(|| nav2_mapping_of(task))
}

/// Returns the node with this name that has no equivalent here.
pub(super) fn unmapped_node(name: &str) -> Option<&'static UnmappedNode> {
    FOREIGN.iter().find(|(theirs, ..)| *theirs == name)
}

/// Returns whether some version of BehaviorTree.CPP has a node of this name itself.
fn is_known(name: &str) -> bool {
    name == "SubTree" || mapping_of(name).is_some() || unmapped_node(name).is_some()
}

/// Returns whether an element of this name always has its own meaning, even if a tree has the same name.
pub(super) fn is_taken(name: &str) -> bool {
    const ELEMENTS: [&str; 5] = ["Action", "Condition", "Control", "Decorator", "SubTreePlus"];
    ELEMENTS.contains(&name) || is_known(name)
}

impl BtcppMapping {
    /// Returns the port of this name.
    pub fn port(&self, name: &str) -> Option<&'static PortMapping> {
        self.ports.iter().find(|port| port.theirs.contains(&name))
    }
}
