//! Which of BehaviorTree.CPP's own nodes are which kinds of ours, port by port; and those that have no counterpart.
//! Where a kind needs more than a table, `interpret.rs` and `express.rs` say it.

use treewright_core::category::Category;

/// How a number of theirs is counted here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counting {
    /// As it is.
    Same,
    /// As it is; what is not set is not written, since it is the same there.
    Defaulted,
    /// Milliseconds there, seconds here.
    Milliseconds,
    /// Children: -1 is all of them there, 0 here; -2 is all but one.
    Children,
    /// Rounds: -1 is for ever there, `forever` here.
    Rounds,
    /// A text that names an entry of the blackboard there, a variable here.
    Key,
    /// `true` there is `Success` here, `false` is `Same`.
    Skip,
}

/// A port, and the parameter that it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Port {
    /// Its names there; the first is written.
    pub theirs: &'static [&'static str],
    pub ours: &'static str,
    pub counting: Counting,
}

/// A node of theirs, and the kind that it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind {
    /// Its names there; the first is written.
    pub theirs: &'static [&'static str],
    pub ours: &'static str,
    pub ports: &'static [Port],
}

/// A table of nodes: their names there, the kind here, and the ports that they have, `theirs => ours: counting`.
macro_rules! kinds {
    ($($($theirs:tt)|+ => $ours:tt { $($($port:literal)|+ => $parameter:literal: $counting:ident),* })*) => {
        &[$(Kind {
            theirs: &[$($theirs),+],
            ours: $ours,
            ports: &[$(Port {
                theirs: &[$($port),+],
                ours: $parameter,
                counting: Counting::$counting,
            }),*],
        }),*]
    };
}

/// The first that fits is written.
pub(super) const KINDS: &[Kind] = kinds! {
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

/// Nodes that nav2 brings, and that are built in here. A program has to register them, so that files describe them as nodes of its own, and trees
/// and tasks may be called so.
pub(super) const NAV2: &[Kind] = kinds! {
    "RecoveryNode" => "RecoveryNode" { "number_of_retries" => "number_of_retries": Defaulted }
    "PipelineSequence" => "PipelineSequence" {}
    "NonblockingSequence" => "NonblockingSequence" {}
    "RoundRobin" => "RoundRobin" { "wrap_around" => "wrap_around": Defaulted }
    PERSISTENT => PERSISTENT { "current_child_idx" => "current_child_idx": Defaulted }
    "RateController" => "RateController" { "hz" => "hz": Defaulted }
    "SingleTrigger" => "SingleTrigger" { "is_global" => "is_global": Defaulted }
};

/// Keeps its place on the blackboard.
pub(super) const PERSISTENT: &str = "PersistentSequence";
/// Runs its child again while it fails.
pub(super) const RETRY: &str = "RetryUntilSuccessful";
/// Runs its child again while it succeeds.
pub(super) const REPEAT: &str = "Repeat";
/// Asks its first child in every frame.
pub(super) const WHILE: &str = "WhileDoElse";
/// Fails when its child takes too long.
pub(super) const TIMEOUT: &str = "Timeout";
/// Writes to the blackboard.
pub(super) const SET: &str = "SetBlackboard";

/// Nodes of version 4 that let the tree go on after a child that ends at once.
pub(super) const YIELDING: [&str; 4] = [
    "AsyncSequence",
    "AsyncFallback",
    "SequenceWithMemory",
    "SequenceStar",
];
/// Nodes for which a child that is skipped counts among the others.
pub(super) const COUNTING: [&str; 6] = [
    "Parallel",
    "ParallelAll",
    "IfThenElse",
    WHILE,
    "Switch2",
    "KeepRunningUntilFailure",
];

/// A node of theirs that has no counterpart here: its name, family and ports.
pub(super) type Foreign = (&'static str, Category, &'static [&'static str]);

use Category::{Action, Composite, Conditional, Decorator};

/// All of them.
pub(super) const FOREIGN: &[Foreign] = &[
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

/// The node of theirs with this name, if it is a kind of ours. Files of version 3 write some in small letters.
pub(super) fn of_theirs(name: &str) -> Option<&'static Kind> {
    let is_it = |kind: &&Kind| kind.theirs.contains(&name);
    KINDS.iter().find(is_it).or_else(|| {
        let is_small = name.bytes().all(|b| b.is_ascii_lowercase());
        let same = |other: &&str| other.eq_ignore_ascii_case(name);
        let is_it = |kind: &&Kind| is_small && kind.theirs.iter().any(&same);
        KINDS.iter().find(is_it)
    })
}

/// The node that nav2 brings by this name, if it is a kind of ours.
pub(super) fn of_nav2(name: &str) -> Option<&'static Kind> {
    NAV2.iter().find(|kind| kind.ours == name)
}

/// The first node of theirs that is this kind of ours.
pub(super) fn of_ours(task: &str) -> Option<&'static Kind> {
    let own = KINDS.iter().find(|kind| kind.ours == task);
    own.or_else(|| of_nav2(task))
}

/// The node of theirs with this name that has no counterpart here.
pub(super) fn foreign(name: &str) -> Option<&'static Foreign> {
    FOREIGN.iter().find(|(theirs, ..)| *theirs == name)
}

/// Whether a name belongs to a node that some version of the library brings itself.
fn is_known(name: &str) -> bool {
    name == "SubTree" || of_theirs(name).is_some() || foreign(name).is_some()
}

/// Whether an element of this name means something of its own, whatever else is called so.
pub(super) fn is_taken(name: &str) -> bool {
    const ELEMENTS: [&str; 5] = ["Action", "Condition", "Control", "Decorator", "SubTreePlus"];
    ELEMENTS.contains(&name) || is_known(name)
}

impl Kind {
    /// The port of this name.
    pub fn port(&self, name: &str) -> Option<&'static Port> {
        self.ports.iter().find(|port| port.theirs.contains(&name))
    }
}
