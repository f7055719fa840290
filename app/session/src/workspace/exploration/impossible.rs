//! What nodes can never do, where it follows neither from their types nor from what is known of other nodes. Runs nothing.

use rustc_hash::FxHashMap;
use treewright_authoring::validate::{Outcomes, ResultRules};
use treewright_core::Program;
use treewright_core::library::NodeLibrary;
use treewright_core::project::Project;
use treewright_core::runtime::NodeIndex;
use treewright_explore::exploration::Exploration;
use treewright_explore::findings::{Findings, NodeOutcome, Shown};
use treewright_insight::scenario::document_and_node_at;

/// What a node can never do although it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NeverDoes {
    End,
    Succeed,
    Fail,
    BeInterrupted,
}

impl NeverDoes {
    /// Returns its stable name.
    pub fn code(self) -> &'static str {
        match self {
            Self::End => "end",
            Self::Succeed => "succeed",
            Self::Fail => "fail",
            Self::BeInterrupted => "be_interrupted",
        }
    }

    /// Returns the key of its text.
    pub fn key(self) -> &'static str {
        match self {
            Self::End => "explore.cannot.end",
            Self::Succeed => "explore.cannot.succeed",
            Self::Fail => "explore.cannot.fail",
            Self::BeInterrupted => "explore.cannot.be_interrupted",
        }
    }
}

/// Lists what nodes of a tree can never do, in tree order. Nodes that never run are findings, as are conditions that are always the same.
pub fn impossible(
    found: &Exploration,
    project: &Project<'_>,
    library: &NodeLibrary,
) -> Vec<(NodeIndex, NeverDoes)> {
    let program = found.search.program();
    let seen = Seen {
        program,
        findings: found.search.findings(),
    };
    let mut rules = FxHashMap::default();
    let mut all = Vec::new();
    for index in program.indices() {
        let origin = found.origins.origin(program.id(index));
        let Some((document, node)) = document_and_node_at(project, &origin) else {
            continue;
        };
        if !seen.can(index, NodeOutcome::Starts) {
            continue;
        }
        let rules = rules.entry(origin.path);
        let rules = rules.or_insert_with(|| ResultRules::new(document, library));
        let children: Vec<Outcomes> = program.children(index).map(|c| seen.results(c)).collect();
        let allowed = match rules.results(node, &children) {
            // Whatever its rule is, its result comes from a child.
            all if all.success && all.failure && !children.is_empty() => Outcomes {
                success: children.iter().any(|child| child.success),
                failure: children.iter().any(|child| child.failure),
            },
            other => other,
        };
        let never = seen.results_missing(index, allowed).into_iter();
        let interrupted = seen
            .is_never_interrupted(index)
            .then_some(NeverDoes::BeInterrupted);
        all.extend(never.chain(interrupted).map(|never| (index, never)));
    }
    all
}

/// What the search has seen.
struct Seen<'a> {
    program: &'a Program<()>,
    findings: &'a Findings,
}

impl Seen<'_> {
    fn can(&self, node: NodeIndex, outcome: NodeOutcome) -> bool {
        self.findings.sight(Shown::Node(node, outcome)).is_some()
    }

    fn results(&self, node: NodeIndex) -> Outcomes {
        let can = |outcome| self.can(node, outcome);
        Outcomes {
            success: can(NodeOutcome::Succeeds),
            failure: can(NodeOutcome::Fails),
        }
    }

    /// What of the results that its rule allows was not seen. Leaves of the game return what they are declared to, and those of other
    /// types what they are for: of them it only matters whether they end.
    fn results_missing(&self, node: NodeIndex, allowed: Outcomes) -> Option<NeverDoes> {
        let seen = self.results(node);
        let is_leaf = self.program.category(node).is_leaf();
        if !seen.ends() {
            let is_of_the_game = self.program.awaits_result(node);
            return (allowed.ends() && !is_of_the_game).then_some(NeverDoes::End);
        }
        match (
            allowed.success && !seen.success,
            allowed.failure && !seen.failure,
        ) {
            _ if is_leaf => None,
            (true, _) => Some(NeverDoes::Succeed),
            (_, true) => Some(NeverDoes::Fail),
            _ => None,
        }
    }

    /// Returns whether a node that runs for several frames is never interrupted, although its parent is, or interrupts children by its
    /// own rule.
    fn is_never_interrupted(&self, node: NodeIndex) -> bool {
        let Some(parent) = self.program.parent(node) else {
            return false;
        };
        let may = self.can(parent, NodeOutcome::IsInterrupted) || self.interrupts(parent, node);
        may && self.can(node, NodeOutcome::KeepsRunning)
            && !self.can(node, NodeOutcome::IsInterrupted)
    }

    /// Returns whether a parent can interrupt a child by its own rule, given the results of the other children.
    fn interrupts(&self, parent: NodeIndex, node: NodeIndex) -> bool {
        let is_other = |child: &NodeIndex| *child != node;
        let others = self.program.children(parent).filter(is_other);
        let mut others = others.map(|child| self.results(child));
        match self.program.built_in_kind(parent).unwrap_or_default() {
            "CounterLimit" | "TimeLimit" => true,
            "ReactiveSelector" | "ReactiveSequence" | "WhileDoElse" => {
                self.program.children(parent).next() != Some(node)
            }
            "UtilitySelector" => others.next().is_some(),
            "Parallel" => others.any(|other| other.failure),
            "ParallelSelector" => others.any(|other| other.success),
            "ParallelComplete" | "Service" => others.any(Outcomes::ends),
            _ => false,
        }
    }
}
