//! What is suspicious in all that a tree can do: where it is stuck, aborts that fire again and again, errors, nodes that can never run,
//! conditions that always have the same value, and aborts that can never happen; each with the reason as far as it is known. Does not
//! know how states are searched.

use std::ops::Range;

use treewright_core::category::Category;
use treewright_core::runtime::{Ground, NodeIndex};
use treewright_core::{Argument, Message, Program, told};

use crate::cycles::{Stuck, Thrashing};
use crate::exploration::Exploration;
use crate::findings::{Findings, NodeOutcome, Shown, Sight};
use crate::names::Names;
use crate::search::Certainty;

/// The most composites that are examined for aborts, once for each condition. In a tree with more, some aborts are not examined.
const MAX_LOOKUPS: usize = 10_000_000;

/// Something suspicious.
#[derive(Clone, Debug, PartialEq)]
pub struct Hazard {
    /// The node that it is about; `None` if it is about the tree.
    pub node: Option<NodeIndex>,
    /// What is suspicious.
    pub what: HazardKind,
    /// The reason.
    pub reason: Option<HazardReason>,
    /// What shows it, if something that can happen is suspicious; `None` if something cannot happen.
    pub sight: Option<Sight>,
}

told! {
    /// What is suspicious.
    #[derive(Clone, Debug, PartialEq)]
    pub enum HazardKind of "hazard" {
        /// The assumptions allow no first frame.
        NoRun {
            /// The assumptions.
            assumptions: Argument,
        } = "no_run", "no run is left: whatever the game does in frame 1 breaks an assumption: {assumptions}";
        /// The assumptions end every run.
        NoRunGoesOn {
            /// The first frame that they do not allow.
            frame: u64,
            /// The assumptions that do not allow it.
            assumptions: Argument,
        } = "no_run_goes_on", "no run goes on: sooner or later, whatever the game does breaks an assumption, at first in frame {frame}: {assumptions}";
        /// The assumptions allow nothing that was tried in the first frame, but not everything was tried.
        NoRunTried {
            /// The assumptions.
            assumptions: Argument,
        } = "no_run_tried", "no run is left: nothing that was tried in frame 1 keeps the assumptions, but not everything was tried: {assumptions}";
        /// The assumptions end every run that was tried, but not everything was tried.
        NoRunGoesOnTried {
            /// The first frame in which they allow nothing that was tried.
            frame: u64,
            /// The assumptions that do not allow it.
            assumptions: Argument,
        } = "no_run_goes_on_tried", "no run goes on: sooner or later, nothing that was tried keeps the assumptions, at first in frame {frame}, but not everything was tried: {assumptions}";
        /// Nothing but some leaves ever runs again.
        Stuck {
            /// The quoted names of the leaves.
            leaves: Argument,
        } = "stuck", "the tree can get stuck: nothing but {leaves} ever runs again";
        /// Nothing ever runs again, although the tree has not ended.
        StuckIdle = "stuck_idle", "the tree can get stuck: nothing ever runs again";
        /// An abort fires again and again while nothing from outside changes.
        Thrashes {
            /// The quoted names of the conditionals.
            nodes: Argument,
            /// The number of frames after which it begins anew.
            frames: u64,
        } = "thrashes", "{nodes} can abort again and again, every {frames} frames, while nothing outside changes";
        /// A node fails with an error.
        Error {
            /// The quoted name of the node.
            node: Argument,
            /// The first error.
            why: Message,
        } = "error", "{node} can fail with an error: {why}";
        /// It can never run, and all below it neither.
        NeverRuns {
            /// The quoted name of the node.
            node: Argument,
        } = "never_runs", "{node} can never run";
        /// As a condition, it is always true.
        AlwaysTrue {
            /// The quoted name of the node.
            node: Argument,
        } = "always_true", "{node} is always true";
        /// As a condition, it is always false.
        AlwaysFalse {
            /// The quoted name of the node.
            node: Argument,
        } = "always_false", "{node} is always false";
        /// It is watched, but never aborts anything.
        NeverAborts {
            /// The quoted name of the conditional.
            node: Argument,
        } = "never_aborts", "{node} can never abort anything";
    }
}

impl HazardKind {
    /// Returns whether it may well be what the designer wants.
    pub fn is_mild(&self) -> bool {
        matches!(self, Self::Stuck { .. } | Self::StuckIdle)
    }

    /// Returns whether it is that the assumptions end every run.
    pub fn is_no_run(&self) -> bool {
        matches!(
            self,
            Self::NoRun { .. }
                | Self::NoRunGoesOn { .. }
                | Self::NoRunTried { .. }
                | Self::NoRunGoesOnTried { .. }
        )
    }
}

told! {
    /// Why something cannot happen.
    #[derive(Clone, Debug, PartialEq)]
    pub enum HazardReason of "hazard_reason" {
        /// The node before it succeeds whenever it ends.
        NeverFails {
            /// The quoted name of the node before it.
            node: Argument,
        } = "never_fails", "{node} before it never fails";
        /// The node before it fails whenever it ends.
        NeverSucceeds {
            /// The quoted name of the node before it.
            node: Argument,
        } = "never_succeeds", "{node} before it never succeeds";
        /// The node before it runs for ever.
        NeverEnds {
            /// The quoted name of the node before it.
            node: Argument,
        } = "never_ends", "{node} before it never ends";
        /// Its parent runs it only while a condition is true.
        ConditionFalse {
            /// The quoted name of the condition.
            node: Argument,
        } = "condition_false", "{node} is always false";
        /// Its parent runs it only while a condition is false.
        ConditionTrue {
            /// The quoted name of the condition.
            node: Argument,
        } = "condition_true", "{node} is always true";
        /// The node before it has not failed where the search has looked.
        NotSeenFailing {
            /// The quoted name of the node before it.
            node: Argument,
        } = "not_seen_failing", "{node} before it was not seen to fail";
        /// The node before it has not succeeded there.
        NotSeenSucceeding {
            /// The quoted name of the node before it.
            node: Argument,
        } = "not_seen_succeeding", "{node} before it was not seen to succeed";
        /// The node before it has not ended there.
        NotSeenEnding {
            /// The quoted name of the node before it.
            node: Argument,
        } = "not_seen_ending", "{node} before it was not seen to end";
        /// The condition of its parent was not true there.
        NotSeenTrue {
            /// The quoted name of the condition.
            node: Argument,
        } = "not_seen_true", "{node} was not seen to be true";
        /// The condition of its parent was not false there.
        NotSeenFalse {
            /// The quoted name of the condition.
            node: Argument,
        } = "not_seen_false", "{node} was not seen to be false";
    }
}

impl HazardReason {
    /// Returns the reason as far as it is known if not all states were seen.
    fn if_only_seen(self) -> Self {
        match self {
            Self::NeverFails { node } => Self::NotSeenFailing { node },
            Self::NeverSucceeds { node } => Self::NotSeenSucceeding { node },
            Self::NeverEnds { node } => Self::NotSeenEnding { node },
            Self::ConditionFalse { node } => Self::NotSeenTrue { node },
            Self::ConditionTrue { node } => Self::NotSeenFalse { node },
            seen => seen,
        }
    }
}

/// Lists what is suspicious in what was found: first what can happen, then what cannot, each kind in tree order. If the assumptions end
/// every run, nothing is known of what cannot happen.
pub fn hazards(found: &Exploration, names: Names<'_>) -> Vec<Hazard> {
    let search = &found.search;
    let seen = Seen {
        program: search.program(),
        findings: search.findings(),
        names,
        certainty: search.certainty(),
    };
    let nodes = || seen.program.indices();
    let thrashing = search.endless().thrashing().iter();
    let thrashing = thrashing.filter(|cycle| !seen.is_paced(cycle));
    let mut hazards: Vec<Hazard> = thrashing.map(|cycle| seen.thrashes(cycle)).collect();
    let stuck = search.endless().stuck();
    hazards.extend(stuck.into_iter().map(|stuck| seen.stuck(stuck)));
    hazards.extend(nodes().filter_map(|node| seen.error(node)));
    if let Some(what) = no_run(found) {
        hazards.push(Hazard {
            node: None,
            what,
            reason: None,
            sight: None,
        });
        return hazards;
    }
    hazards.extend(nodes().filter_map(|node| seen.never_runs(node)));
    hazards.extend(nodes().filter_map(|node| seen.always_same(node)));
    hazards.extend(seen.never_abort());
    hazards
}

/// Says that the assumptions end every run, if they do.
pub fn no_run(found: &Exploration) -> Option<HazardKind> {
    let end = found.search.dead_end().filter(|end| end.is_inevitable)?;
    let assumptions = found.assumptions_of(end);
    Some(match (end.frame, found.search.gaps().is_empty()) {
        (1, true) => HazardKind::NoRun { assumptions },
        (1, false) => HazardKind::NoRunTried { assumptions },
        (frame, true) => HazardKind::NoRunGoesOn { frame, assumptions },
        (frame, false) => HazardKind::NoRunGoesOnTried { frame, assumptions },
    })
}

struct Seen<'a> {
    program: &'a Program<()>,
    findings: &'a Findings,
    names: Names<'a>,
    certainty: Certainty,
}

impl Seen<'_> {
    fn can(&self, node: NodeIndex, outcome: NodeOutcome) -> bool {
        self.findings.sight(Shown::Node(node, outcome)).is_some()
    }

    fn name(&self, node: NodeIndex) -> Argument {
        self.names.node(node)
    }

    /// Whether all aborts of a cycle are by conditionals whose rule is to be true once in a while.
    fn is_paced(&self, cycle: &Thrashing) -> bool {
        let mut aborts = cycle.aborts.iter();
        aborts.all(|(conditional, _)| {
            self.program.ground(*conditional) == Some(Ground::TimeSinceSuccess)
        })
    }

    fn thrashes(&self, cycle: &Thrashing) -> Hazard {
        let mut conditionals: Vec<_> = cycle.aborts.iter().map(|(node, _)| *node).collect();
        conditionals.dedup();
        let names = conditionals.iter().map(|node| self.name(*node));
        Hazard {
            node: conditionals.first().copied(),
            what: HazardKind::Thrashes {
                nodes: Argument::List(names.collect()),
                frames: cycle.frames,
            },
            reason: None,
            sight: Some(cycle.sight.clone()),
        }
    }

    fn stuck(&self, stuck: Stuck) -> Hazard {
        let leaves: Vec<_> = stuck.leaves(self.program).collect();
        let names = leaves.iter().map(|node| self.name(*node));
        Hazard {
            node: leaves.first().copied(),
            what: if leaves.is_empty() {
                HazardKind::StuckIdle
            } else {
                let leaves = Argument::List(names.collect());
                HazardKind::Stuck { leaves }
            },
            reason: None,
            sight: Some(stuck.sight),
        }
    }

    fn error(&self, node: NodeIndex) -> Option<Hazard> {
        let why = self.findings.error(node)?.clone();
        Some(Hazard {
            node: Some(node),
            what: HazardKind::Error {
                node: self.name(node),
                why,
            },
            reason: None,
            sight: self.findings.sight(Shown::Error(node)).cloned(),
        })
    }

    /// What is below a node that never runs is not listed.
    fn never_runs(&self, node: NodeIndex) -> Option<Hazard> {
        let parent = self.program.parent(node);
        let is_highest = parent.is_none_or(|parent| self.can(parent, NodeOutcome::Starts));
        if self.can(node, NodeOutcome::Starts) || !is_highest {
            return None;
        }
        let reason = parent.and_then(|parent| self.reason(parent, node));
        Some(Hazard {
            node: Some(node),
            what: HazardKind::NeverRuns {
                node: self.name(node),
            },
            reason: reason.map(|reason| match self.certainty {
                Certainty::Proved => reason,
                _ => reason.if_only_seen(),
            }),
            sight: None,
        })
    }

    /// Why a child never runs although its parent does.
    fn reason(&self, parent: NodeIndex, child: NodeIndex) -> Option<HazardReason> {
        let is_true = |node| self.can(node, NodeOutcome::IsTrue);
        let is_false = |node| self.can(node, NodeOutcome::IsFalse);
        if self.program.has_conditions(parent) && is_false(parent) && !is_true(parent) {
            let node = self.name(parent);
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
        let node = self.name(nearest);
        // What a decorator with a condition returns is the result of its child, too.
        let is_conditional = self.program.category(nearest) == Category::Conditional;
        let succeeds =
            self.can(nearest, NodeOutcome::Succeeds) || is_conditional && is_true(nearest);
        let fails = self.can(nearest, NodeOutcome::Fails) || is_conditional && is_false(nearest);
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
        let name = self.name(node);
        let what = match outcomes.map(|outcome| self.can(node, outcome)) {
            [true, false] => HazardKind::AlwaysTrue { node: name },
            [false, true] => HazardKind::AlwaysFalse { node: name },
            _ => return None,
        };
        Some(Hazard {
            node: Some(node),
            what,
            reason: None,
            sight: None,
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
                node: Some(node),
                what: HazardKind::NeverAborts {
                    node: self.name(node),
                },
                reason: None,
                sight: None,
            });
        }
        found
    }
}
