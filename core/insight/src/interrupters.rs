//! Everything that can interrupt a node while it runs, known before anything runs: watched conditions, and the parents that end or
//! change a running child by their own rules. Contains no texts.

use treewright_core::Program;
use treewright_core::category::Category;
use treewright_core::named;
use treewright_core::runtime::{NodeIndex, Operand};

named! {
    /// The rule by which a parent interrupts a running child.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum ParentRule: name {
        /// A sibling fails.
        SiblingFails = "sibling_fails",
        /// A sibling succeeds.
        SiblingSucceeds = "sibling_succeeds",
        /// A sibling ends.
        SiblingEnds = "sibling_ends",
        /// The last child ends.
        LastEnds = "last_ends",
        /// An earlier child, which runs again in each frame, does not succeed.
        EarlierFails = "earlier_fails",
        /// An earlier child, which runs again in each frame, succeeds or runs.
        EarlierSucceeds = "earlier_succeeds",
        /// The first child, which runs again in each frame, has another result.
        FirstChanges = "first_changes",
        /// Another child has a higher utility.
        Utility = "utility",
        /// The value selects another child.
        OtherCase = "other_case",
        /// Its time is over.
        Time = "time",
        /// It has run for too many frames.
        Frames = "frames",
        /// Its key is used.
        Key = "key",
    }
}

/// Something that can interrupt a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interrupter {
    /// A watched condition, whose result changes.
    Condition {
        /// The conditional or guard.
        condition: NodeIndex,
        /// The composite inside which it interrupts.
        scope: NodeIndex,
    },
    /// A parent, by its own rule.
    Parent {
        /// The parent.
        parent: NodeIndex,
        /// The rule.
        rule: ParentRule,
        /// Its child that is interrupted, with all below.
        child: NodeIndex,
    },
    /// A node that uses the key of a parent.
    KeyUse {
        /// The node.
        node: NodeIndex,
        /// The parent.
        parent: NodeIndex,
    },
    /// A node that restarts or stops the tree, itself included.
    EndOfTree {
        /// The node.
        node: NodeIndex,
    },
}

impl Interrupter {
    /// Returns the node that decides.
    pub fn node(&self) -> NodeIndex {
        match *self {
            Self::Condition { condition, .. } => condition,
            Self::Parent { parent, .. } => parent,
            Self::KeyUse { node, .. } | Self::EndOfTree { node } => node,
        }
    }
}

/// Returns what can interrupt a node, from the inside out: first the parents that can by their own rules, then the conditions in the order
/// of the tree. A conditional never runs on, so nothing interrupts it.
///
/// At most about `left` nodes are examined, and `left` is reduced by that number. If it becomes 0, conditions may be missing.
pub fn interrupters(program: &Program<()>, node: NodeIndex, left: &mut usize) -> Vec<Interrupter> {
    if program.category(node) == Category::Conditional {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut child = node;
    while let Some(parent) = program.parent(child) {
        if let Some(rule) = rule(program, parent, child) {
            found.push(Interrupter::Parent {
                parent,
                rule,
                child,
            });
        }
        child = parent;
    }
    for condition in program.indices() {
        if *left == 0 {
            break;
        }
        *left -= 1;
        if program.category(condition) == Category::Composite {
            // Its conditions are asked themselves.
            continue;
        }
        let interruptions = program.interruptions_of(condition, left);
        let scopes = program.abort_scopes(condition, left, |_| true);
        found.extend(scopes.into_iter().filter_map(|scope| {
            // A guard that turns ends with what it let run.
            let reaches = |branch: &NodeIndex| {
                *branch == node
                    || program.is_inside(node, *branch)
                    || condition == node && program.is_inside(*branch, node)
            };
            let mut there = interruptions.iter().filter(|one| one.scope == scope);
            let is_listed = there.any(|one| one.interrupted.iter().any(reaches));
            let found = Interrupter::Condition { condition, scope };
            (is_listed || waits_between(program, scope, condition, node)).then_some(found)
        }));
    }
    found.extend(key_uses(program, node));
    let ends = |other: &NodeIndex| program.ends_the_tree(*other);
    let ends = program.indices().filter(ends);
    found.extend(ends.map(|node| Interrupter::EndOfTree { node }));
    found
}

/// The nodes that use the key of a parent of this node. Which key a variable will name is unknown.
fn key_uses(program: &Program<()>, node: NodeIndex) -> Vec<Interrupter> {
    let above = std::iter::successors(program.parent(node), |at| program.parent(*at));
    let keyed = above.filter_map(|parent| Some((parent, program.interrupt_key(parent)?)));
    let uses = keyed.flat_map(|(parent, key)| {
        let users = program.indices().filter(move |user| {
            program.interrupts(*user).is_some_and(|used| match used {
                Operand::Literal(used) => used == key,
                Operand::Variable(_) => true,
            })
        });
        users.map(move |node| Interrupter::KeyUse { node, parent })
    });
    uses.collect()
}

/// Decorators that can run while their child does not: they start it again, or wait before they start it.
const WAITING: [&str; 7] = [
    "Delay",
    "RateController",
    "Repeater",
    "Retry",
    "UntilSuccess",
    "UntilFailure",
    "KeepRunningUntilFailure",
];

/// Whether a node between a scope and the next composite towards a condition can run while all below it has ended: it waits, or
/// a node below it does.
fn waits_between(
    program: &Program<()>,
    scope: NodeIndex,
    condition: NodeIndex,
    node: NodeIndex,
) -> bool {
    let is_between = program.is_inside(node, scope) && program.is_inside(condition, node);
    if !is_between {
        return false;
    }
    let above = std::iter::successors(Some(condition), |at| program.parent(*at));
    // A guard runs while what it lets run does.
    let mut waits = program.category(condition) == Category::Decorator;
    let mut is_node = false;
    for at in above.skip(1).take_while(|at| *at != scope) {
        match program.category(at) {
            Category::Composite => waits = false,
            _ => waits |= WAITING.contains(&program.task(at)),
        }
        is_node |= at == node && waits;
        if program.category(at) == Category::Composite {
            is_node = false;
        }
    }
    is_node
}

/// The rule by which a parent can interrupt this child; `None` if it cannot.
fn rule(program: &Program<()>, parent: NodeIndex, child: NodeIndex) -> Option<ParentRule> {
    let mut children = program.children(parent);
    let is_only = program.children(parent).count() == 1;
    let is_first = children.next() == Some(child);
    let is_last = program.children(parent).last() == Some(child);
    match program.task(parent) {
        "Parallel" | "NonblockingSequence" | "PipelineSequence" => {
            (!is_only).then_some(ParentRule::SiblingFails)
        }
        "ParallelSelector" => (!is_only).then_some(ParentRule::SiblingSucceeds),
        "ParallelComplete" => (!is_only).then_some(ParentRule::SiblingEnds),
        "Service" => (!is_last).then_some(ParentRule::LastEnds),
        "ReactiveSequence" => (!is_first).then_some(ParentRule::EarlierFails),
        "ReactiveSelector" => (!is_first).then_some(ParentRule::EarlierSucceeds),
        "WhileDoElse" => (!is_first).then_some(ParentRule::FirstChanges),
        "UtilitySelector" => (!is_only).then_some(ParentRule::Utility),
        "Switch" => (!is_only).then_some(ParentRule::OtherCase),
        "TimeLimit" => Some(ParentRule::Time),
        "CounterLimit" => Some(ParentRule::Frames),
        "Interruptible" => Some(ParentRule::Key),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
