//! How a parent goes on after each result of a child, as a small table: by letting the kind run and looking at what it does.

use std::collections::HashMap;
use std::sync::OnceLock;

use treewright_core::category::Category;
use treewright_core::model::{NodeDeclaration, SUBTREE};
use treewright_core::runtime::{Outcome, Status};
use treewright_core::told;

use super::probe::{Frame, Probe};

told! {
    /// What became of a child.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum ChildResult of "child_result" {
        /// It succeeded, and others are left that could run.
        Succeeds = "succeeds", "A child succeeds";
        /// It succeeded as the last one.
        LastSucceeds = "last_succeeds", "The last child succeeds";
        /// It failed, and others are left that could run.
        Fails = "fails", "A child fails";
        /// It failed as the last one.
        LastFails = "last_fails", "The last child fails";
        /// It answered Running.
        Runs = "runs", "A child is running";
        /// It was interrupted from above, or by a conditional abort.
        Interrupted = "interrupted", "A child is interrupted";
    }
}

impl ChildResult {
    /// All, in the order of the table.
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
    /// What a parent does then.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Reaction of "reaction" {
        /// The next child starts in the same frame.
        Next = "next", "runs the next child in the same frame";
        /// It ends with Success.
        Succeed = "succeed", "returns Success";
        /// It ends with Failure.
        Fail = "fail", "returns Failure";
        /// It runs the same child again.
        Again = "again", "runs it again";
        /// The others run on.
        Others = "others", "keeps the others running";
        /// It goes on with that child in the next frame.
        Stay = "stay", "continues with it in the next frame";
        /// In the next frame it runs from its first child again.
        FromFirst = "from_first", "reruns from its first child in the next frame";
        /// It ends as interrupted too, after its child.
        EndsToo = "ends_too", "is interrupted too";
        /// If a condition inside it caused that, it goes on at the branch of the condition.
        GoesOn = "goes_on", "continues at the branch of the condition, if one inside it caused the abort";
    }
}

impl Reaction {
    /// All of them.
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

/// A line of the table: what a parent does after a result of a child. Where there are several, it depends on its parameters, or on
/// how many children ended so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChildRule {
    /// The result.
    pub result: ChildResult,
    /// What the parent does.
    pub reactions: Vec<Reaction>,
}

/// The table of a built-in composite or decorator; empty for everything else, and for Subtree, which is as if the tree below stood in its
/// place.
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

/// Whether it starts all of its children at once.
fn is_parallel(probe: &Probe<'_>) -> bool {
    let all_run = probe.frames([Status::Running; 3], 1);
    all_run.is_some_and(|frames| frames[0].started.len() > 1)
}

/// The first child that is started ends so, the others run.
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

/// All children end so.
fn at_last(probe: &Probe<'_>, answer: Status) -> Option<Reaction> {
    let frames = probe.frames([answer; 3], 5)?;
    let last = frames.last()?;
    Some(ended(last).unwrap_or(Reaction::Again))
}

/// A child runs; the one before it, if there is one, has let it start. A limit may end it later.
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
    // Long enough for limits to be reached.
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

    fn told(task: &str) -> Vec<String> {
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
        assert_eq!(told("Sequence"), expected);
        let expected = [
            "succeeds: succeed",
            "fails: next",
            "last_fails: fail",
            "runs: stay",
            "interrupted: ends_too goes_on",
        ];
        assert_eq!(told("Selector"), expected);
    }

    #[test]
    fn kinds_differ_where_they_should() {
        assert_eq!(told("ReactiveSelector")[3], "runs: from_first");
        assert_eq!(told("Inverter")[..2], ["succeeds: fail", "fails: succeed"]);
        assert_eq!(told("Repeater")[0], "succeeds: succeed again");
        let expected = ["succeeds: succeed", "fails: again"];
        assert_eq!(told("UntilSuccess")[..2], expected);
        assert_eq!(told("TimeLimit")[2], "runs: stay fail");
        assert_eq!(told("CounterLimit")[2], "runs: stay fail");
        assert_eq!(told("Parallel")[0], "succeeds: others succeed");
        assert_eq!(told("ParallelComplete")[0], "succeeds: succeed");
        assert_eq!(told("Guard")[..2], ["succeeds: succeed", "fails: fail"]);
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
