//! How a parent reacts to each result of a child, as a small table, found by running the node type and observing it.

use std::collections::HashMap;
use std::sync::OnceLock;

use treewright_core::category::Category;
use treewright_core::model::{NodeDeclaration, SUBTREE};
use treewright_core::runtime::{Outcome, Status};
use treewright_core::told;

use super::probe::{Frame, Probe};

told! {
    /// The result of a child.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum ChildResult of "child_result" {
        /// It succeeded, and there are other children that could run.
        Succeeds = "succeeds", "A child succeeds";
        /// It succeeded as the last child.
        LastSucceeds = "last_succeeds", "The last child succeeds";
        /// It failed, and there are other children that could run.
        Fails = "fails", "A child fails";
        /// It failed as the last child.
        LastFails = "last_fails", "The last child fails";
        /// It returned Running.
        Runs = "runs", "A child is running";
        /// It was interrupted by an ancestor or by a conditional abort.
        Interrupted = "interrupted", "A child is interrupted";
    }
}

impl ChildResult {
    /// All results, in the order of the table.
    pub const ALL: [Self; 6] = [
        Self::Succeeds,
        Self::LastSucceeds,
        Self::Fails,
        Self::LastFails,
        Self::Runs,
        Self::Interrupted,
    ];
}

told! {
    /// The reaction of a parent.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Reaction of "reaction" {
        /// It starts the next child in the same frame.
        Next = "next", "runs the next child in the same frame";
        /// It returns Success.
        Succeed = "succeed", "returns Success";
        /// It returns Failure.
        Fail = "fail", "returns Failure";
        /// It runs the same child again.
        Again = "again", "runs it again";
        /// The other children keep running.
        Others = "others", "keeps the others running";
        /// It continues with that child in the next frame.
        Stay = "stay", "continues with it in the next frame";
        /// It restarts from its first child in the next frame.
        FromFirst = "from_first", "reruns from its first child in the next frame";
        /// It is interrupted too, after its child.
        EndsToo = "ends_too", "is interrupted too";
        /// If a condition inside it caused the abort, it continues at the branch of the condition.
        GoesOn = "goes_on", "continues at the branch of the condition, if one inside it caused the abort";
    }
}

impl Reaction {
    /// All reactions.
    pub const ALL: [Self; 9] = [
        Self::Next,
        Self::Succeed,
        Self::Fail,
        Self::Again,
        Self::Others,
        Self::Stay,
        Self::FromFirst,
        Self::EndsToo,
        Self::GoesOn,
    ];
}

/// A row of the table: the reactions of a parent to a result of a child. If there are several, the reaction depends on parameters
/// or on how many children had this result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChildRule {
    /// The result of the child.
    pub result: ChildResult,
    /// The possible reactions of the parent.
    pub reactions: Vec<Reaction>,
}

/// Returns the table of a built-in composite or decorator. Empty for all other node types, and for Subtree, which behaves like
/// the tree that it runs.
pub fn child_rules(task: &str) -> &'static [ChildRule] {
    static TABLES: OnceLock<HashMap<String, Vec<ChildRule>>> = OnceLock::new();
    let tables = TABLES.get_or_init(|| {
        let kinds = treewright_core::nodes::declarations();
        let parents = kinds
            .iter()
            .filter(|kind| !kind.category.is_leaf() && kind.task != SUBTREE);
        parents
            .map(|kind| (kind.task.to_string(), table(kind)))
            .collect()
    });
    tables.get(task).map_or(&[], Vec::as_slice)
}

fn table(kind: &NodeDeclaration) -> Vec<ChildRule> {
    let probes = Probe::all(kind);
    let collect = |see: &dyn Fn(&Probe<'_>) -> Vec<Reaction>| {
        let mut reactions = Vec::new();
        for reaction in probes.iter().flat_map(see) {
            if !reactions.contains(&reaction) {
                reactions.push(reaction);
            }
        }
        reactions
    };
    let is_composite = kind.category == Category::Composite;
    let mut rules = Vec::new();
    let mut add = |result, reactions: Vec<Reaction>| rules.push(ChildRule { result, reactions });
    for (answer, result, last) in [
        (
            Status::Success,
            ChildResult::Succeeds,
            ChildResult::LastSucceeds,
        ),
        (Status::Failure, ChildResult::Fails, ChildResult::LastFails),
    ] {
        let after = collect(&|probe| Vec::from_iter(after_end(probe, answer)));
        let at_last = collect(&|probe| Vec::from_iter(at_last(probe, answer)));
        let differs = is_composite && after != at_last;
        add(result, after);
        if differs {
            add(last, at_last);
        }
    }
    add(ChildResult::Runs, collect(&while_running));
    let mut interrupted = vec![Reaction::EndsToo];
    if is_composite {
        interrupted.push(Reaction::GoesOn);
    }
    add(ChildResult::Interrupted, interrupted);
    rules
}

fn ended(frame: &Frame) -> Option<Reaction> {
    frame.ended.map(|outcome| match outcome {
        Outcome::Success => Reaction::Succeed,
        Outcome::Failure => Reaction::Fail,
    })
}

/// Returns whether the node type starts all its children at once.
fn is_parallel(probe: &Probe<'_>) -> bool {
    let all_run = probe.frames([Status::Running; 3], 1);
    all_run.is_some_and(|frames| frames[0].started.len() > 1)
}

/// Returns the reaction if the first started child returns this status and the others run.
fn after_end(probe: &Probe<'_>, answer: Status) -> Option<Reaction> {
    let frames = probe.frames([answer, Status::Running, Status::Running], 2)?;
    let (first, then) = (&frames[0], frames.get(1));
    let started = *first.started.first()?;
    if let Some(end) = ended(first) {
        return Some(end);
    }
    if first.started.len() > 1 {
        return Some(if is_parallel(probe) {
            Reaction::Others
        } else {
            Reaction::Next
        });
    }
    let then = then?;
    if then.started.contains(&started) {
        return Some(Reaction::Again);
    }
    Some(ended(then).unwrap_or(Reaction::Stay))
}

/// Returns the reaction if all children return this status.
fn at_last(probe: &Probe<'_>, answer: Status) -> Option<Reaction> {
    let frames = probe.frames([answer; 3], 5)?;
    let last = frames.last()?;
    Some(ended(last).unwrap_or(Reaction::Again))
}

/// Returns the reactions to a running child. The child before it, if there is one, has the result that starts it. A time limit
/// may end it later.
fn while_running(probe: &Probe<'_>) -> Vec<Reaction> {
    for before in [Status::Success, Status::Failure] {
        let script = [before, Status::Running, Status::Running];
        let frames = probe.frames(script, 2).unwrap_or_default();
        let [first, then, ..] = &frames[..] else {
            continue;
        };
        let went_on = first.started.len() > 1 && !is_parallel(probe);
        if went_on && then.started.first() == first.started.first() {
            return vec![Reaction::FromFirst];
        }
    }
    // Enough frames to reach time limits.
    let frames = probe.frames([Status::Running; 3], 80).unwrap_or_default();
    let limit = frames.last().and_then(ended);
    if frames.len() < 2 {
        return Vec::from_iter(limit);
    }
    [Reaction::Stay].into_iter().chain(limit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(task: &str) -> Vec<String> {
        let line = |rule: &ChildRule| {
            let codes: Vec<_> = rule.reactions.iter().map(Reaction::code).collect();
            format!("{}: {}", rule.result.code(), codes.join(" "))
        };
        child_rules(task).iter().map(line).collect()
    }

    #[test]
    fn sequence_and_selector_mirror_each_other() {
        let expected = [
            "succeeds: next",
            "last_succeeds: succeed",
            "fails: fail",
            "runs: stay",
            "interrupted: ends_too goes_on",
        ];
        assert_eq!(rules("Sequence"), expected);
        let expected = [
            "succeeds: succeed",
            "fails: next",
            "last_fails: fail",
            "runs: stay",
            "interrupted: ends_too goes_on",
        ];
        assert_eq!(rules("Selector"), expected);
    }

    #[test]
    fn node_types_differ_as_documented() {
        assert_eq!(rules("ReactiveSelector")[3], "runs: from_first");
        assert_eq!(rules("Inverter")[..2], ["succeeds: fail", "fails: succeed"]);
        assert_eq!(rules("Repeater")[0], "succeeds: succeed again");
        let expected = ["succeeds: succeed", "fails: again"];
        assert_eq!(rules("UntilSuccess")[..2], expected);
        assert_eq!(rules("TimeLimit")[2], "runs: stay fail");
        assert_eq!(rules("CounterLimit")[2], "runs: stay fail");
        assert_eq!(rules("Parallel")[0], "succeeds: others succeed");
        assert_eq!(rules("ParallelComplete")[0], "succeeds: succeed");
        assert_eq!(rules("Guard")[..2], ["succeeds: succeed", "fails: fail"]);
    }

    #[test]
    fn every_built_in_parent_has_a_reaction_to_every_result() {
        for kind in treewright_core::nodes::declarations() {
            let rules = child_rules(&kind.task);
            let is_parent = !kind.category.is_leaf() && kind.task != SUBTREE;
            assert_eq!(!rules.is_empty(), is_parent, "{}", kind.task);
            for rule in rules {
                assert!(
                    !rule.reactions.is_empty(),
                    "{}: {:?}",
                    kind.task,
                    rule.result
                );
            }
        }
    }
}
