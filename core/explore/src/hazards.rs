//! What is suspicious in all that a tree can do: nodes that can never run, conditions that always have the same value, aborts that can
//! never happen, and errors, each with the reason as far as it is known. Knows neither states nor how to search.

use std::ops::Range;

use treewright_core::runtime::NodeIndex;
use treewright_core::{Argument, Message, Program, told};

use crate::findings::{Findings, NodeOutcome, Shown};

/// The most composites that are examined for aborts, once for each condition. In a tree with more, some aborts are not examined.
const MAX_LOOKUPS: usize = 10_000_000;

/// Something suspicious.
#[derive(Clone, Debug, PartialEq)]
pub struct Hazard {
    /// The node that it is about.
    pub node: NodeIndex,
    /// What is suspicious.
    pub what: HazardKind,
    /// The reason.
    pub reason: Option<HazardReason>,
    /// What shows it, if something that can happen is suspicious; `None` if something cannot happen.
    pub shown: Option<Shown>,
}

told! {
    /// What is suspicious about a node.
    #[derive(Clone, Debug, PartialEq)]
    pub enum HazardKind of "hazard" {
        /// It fails with an error.
        Error {
            /// The title of the node.
            node: Argument,
            /// The first error.
            why: Message,
        } = "error", "`{node}` can fail with an error: {why}";
        /// It can never run, and all below it neither.
        NeverRuns {
            /// The title of the node.
            node: Argument,
        } = "never_runs", "`{node}` can never run";
        /// As a condition, it is always true.
        AlwaysTrue {
            /// The title of the node.
            node: Argument,
        } = "always_true", "`{node}` is always true";
        /// As a condition, it is always false.
        AlwaysFalse {
            /// The title of the node.
            node: Argument,
        } = "always_false", "`{node}` is always false";
        /// It is watched, but never aborts anything.
        NeverAborts {
            /// The title of the conditional.
            node: Argument,
        } = "never_aborts", "`{node}` can never abort anything";
    }
}

told! {
    /// Why something cannot happen.
    #[derive(Clone, Debug, PartialEq)]
    pub enum HazardReason of "hazard_reason" {
        /// The node before it succeeds whenever it ends.
        NeverFails {
            /// The title of the node before it.
            node: Argument,
        } = "never_fails", "`{node}` before it never fails";
        /// The node before it fails whenever it ends.
        NeverSucceeds {
            /// The title of the node before it.
            node: Argument,
        } = "never_succeeds", "`{node}` before it never succeeds";
        /// The node before it runs for ever.
        NeverEnds {
            /// The title of the node before it.
            node: Argument,
        } = "never_ends", "`{node}` before it never ends";
        /// Its parent runs it only while a condition is true.
        ConditionFalse {
            /// The title of the condition.
            node: Argument,
        } = "condition_false", "`{node}` is always false";
        /// Its parent runs it only while a condition is false.
        ConditionTrue {
            /// The title of the condition.
            node: Argument,
        } = "condition_true", "`{node}` is always true";
    }
}

/// Lists what is suspicious: errors first, then by kind, each in tree order.
pub fn hazards(program: &Program<()>, findings: &Findings) -> Vec<Hazard> {
    let seen = Seen { program, findings };
    let mut found: Vec<Hazard> = program.indices().filter_map(|n| seen.error(n)).collect();
    found.extend(program.indices().filter_map(|n| seen.never_runs(n)));
    found.extend(program.indices().filter_map(|n| seen.always_same(n)));
    found.extend(seen.never_abort());
    found
}

struct Seen<'a> {
    program: &'a Program<()>,
    findings: &'a Findings,
}

impl Seen<'_> {
    fn can(&self, node: NodeIndex, outcome: NodeOutcome) -> bool {
        self.findings.sight(Shown::Node(node, outcome)).is_some()
    }

    fn title(&self, node: NodeIndex) -> Argument {
        self.program.title_argument(node)
    }

    fn error(&self, node: NodeIndex) -> Option<Hazard> {
        let why = self.findings.error(node)?.clone();
        Some(Hazard {
            node,
            what: HazardKind::Error {
                node: self.title(node),
                why,
            },
            reason: None,
            shown: Some(Shown::Error(node)),
        })
    }

    /// What is below a node that never runs is not listed.
    fn never_runs(&self, node: NodeIndex) -> Option<Hazard> {
        let parent = self.program.parent(node);
        let is_highest = parent.is_none_or(|parent| self.can(parent, NodeOutcome::Starts));
        if self.can(node, NodeOutcome::Starts) || !is_highest {
            return None;
        }
        Some(Hazard {
            node,
            what: HazardKind::NeverRuns {
                node: self.title(node),
            },
            reason: parent.and_then(|parent| self.reason(parent, node)),
            shown: None,
        })
    }

    /// Why a child never runs although its parent does.
    fn reason(&self, parent: NodeIndex, child: NodeIndex) -> Option<HazardReason> {
        let is_true = |node| self.can(node, NodeOutcome::IsTrue);
        let is_false = |node| self.can(node, NodeOutcome::IsFalse);
        if self.program.has_conditions(parent) && is_false(parent) && !is_true(parent) {
            let node = self.title(parent);
            return Some(HazardReason::ConditionFalse { node });
        }
        if self.program.is_parallel(parent) {
            return None;
        }
        let before = self.program.children(parent);
        let mut before: Vec<_> = before.take_while(|other| *other != child).collect();
        let chooses = matches!(self.program.task(parent), "IfThenElse" | "WhileDoElse");
        if chooses {
            before.truncate(1);
        }
        let before = before.into_iter().rev();
        let nearest = { before }.find(|other| self.can(*other, NodeOutcome::Starts))?;
        let node = self.title(nearest);
        let succeeds = self.can(nearest, NodeOutcome::Succeeds) || is_true(nearest);
        let fails = self.can(nearest, NodeOutcome::Fails) || is_false(nearest);
        match (succeeds, fails) {
            (false, false) => Some(HazardReason::NeverEnds { node }),
            (true, true) => None,
            (false, true) if chooses => Some(HazardReason::ConditionFalse { node }),
            (true, false) if chooses => Some(HazardReason::ConditionTrue { node }),
            (false, true) => Some(HazardReason::NeverSucceeds { node }),
            (true, false) => Some(HazardReason::NeverFails { node }),
        }
    }

    fn always_same(&self, node: NodeIndex) -> Option<Hazard> {
        let outcomes = [NodeOutcome::IsTrue, NodeOutcome::IsFalse];
        let title = self.title(node);
        let what = match outcomes.map(|outcome| self.can(node, outcome)) {
            [true, false] => HazardKind::AlwaysTrue { node: title },
            [false, true] => HazardKind::AlwaysFalse { node: title },
            _ => return None,
        };
        Some(Hazard {
            node,
            what,
            reason: None,
            shown: None,
        })
    }

    /// Conditionals that change and are watched while something runs that they could abort, but abort nothing.
    fn never_abort(&self) -> Vec<Hazard> {
        let mut lasting = vec![0];
        for node in self.program.indices() {
            let lasts = self.can(node, NodeOutcome::KeepsRunning);
            lasting.push(lasting[node.get()] + usize::from(lasts));
        }
        let before = |index: u32| lasting[index as usize];
        let can_run =
            |range: Range<u32>| !range.is_empty() && before(range.start) < before(range.end);
        let mut left = MAX_LOOKUPS;
        let mut found = Vec::new();
        for node in self.program.indices() {
            let changes =
                self.can(node, NodeOutcome::IsTrue) && self.can(node, NodeOutcome::IsFalse);
            if !changes || self.can(node, NodeOutcome::Aborts) {
                continue;
            }
            let scopes = self.program.abort_scopes(node, &mut left, can_run);
            if scopes.is_empty() {
                continue;
            }
            found.push(Hazard {
                node,
                what: HazardKind::NeverAborts {
                    node: self.title(node),
                },
                reason: None,
                shown: None,
            });
        }
        found
    }
}
