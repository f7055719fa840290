//! What an exploration has found, by the nodes of the document and the claims of its file.

use rustc_hash::FxHashMap;
use treewright_core::Argument;
use treewright_core::ids::NodeId;
use treewright_core::runtime::NodeIndex;
use treewright_explore::exploration::ClaimResult;
use treewright_explore::findings::{NodeOutcome, Shown, Sight};
use treewright_explore::gaps::NotProved;
use treewright_explore::hazards::{HazardKind, HazardReason, hazards};
use treewright_explore::search::{Certainty, Limit, Progress};

use super::search_job::Explored;

/// What an exploration has found so far.
#[derive(Debug)]
pub struct ExploreReport {
    /// How sure it is that what was not seen cannot happen.
    pub certainty: Certainty,
    /// The limit that ended it.
    pub limit: Option<ReachedLimit>,
    pub progress: Progress,
    /// How long it took, in seconds.
    pub seconds: f64,
    /// Why nothing is proved by what was not seen, besides the limit; each with its node, if it is one of the document itself.
    pub not_proved: Vec<(Option<NodeId>, NotProved)>,
    pub hazards: Vec<FoundHazard>,
    /// By the index of each claim.
    pub claims: FxHashMap<usize, ClaimResult>,
    /// The quoted names of variables that were not set from outside, since nodes write them.
    pub own: Vec<Argument>,
    /// The duration of a frame in seconds.
    pub dt: f64,
    /// What the nodes of the document can do.
    nodes: FxHashMap<NodeId, NodeReach>,
}

/// The limit that ended a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReachedLimit {
    Seconds,
    States,
    Frames,
    Memory,
    /// The user stopped it.
    Stopped,
}

impl ReachedLimit {
    /// Returns its stable name.
    pub fn code(self) -> &'static str {
        match self {
            Self::Seconds => "seconds",
            Self::States => "states",
            Self::Frames => "frames",
            Self::Memory => "memory",
            Self::Stopped => "stopped",
        }
    }

    /// Returns the key of its text.
    pub fn key(self) -> &'static str {
        match self {
            Self::Seconds => "explore.limit_seconds",
            Self::States => "explore.limit_states",
            Self::Frames => "explore.limit_frames",
            Self::Memory => "explore.limit_memory",
            Self::Stopped => "explore.limit_stopped",
        }
    }
}

/// Something suspicious.
#[derive(Debug)]
pub struct FoundHazard {
    /// The node, if it is one of the document itself.
    pub node: Option<NodeId>,
    pub what: HazardKind,
    pub reason: Option<HazardReason>,
    /// What shows it, if it can happen.
    pub sight: Option<Sight>,
}

/// What a node can do: for each outcome, the first sight of it.
#[derive(Debug, Default)]
pub struct NodeReach {
    /// Whether it has no children.
    pub is_leaf: bool,
    sights: [Option<Sight>; NodeOutcome::ALL.len()],
}

impl NodeReach {
    /// Returns where an outcome was seen first; `None` if it was not.
    pub fn sight(&self, outcome: NodeOutcome) -> Option<&Sight> {
        self.sights[outcome as usize].as_ref()
    }

    /// Returns whether the node can do this.
    pub fn can(&self, outcome: NodeOutcome) -> bool {
        self.sight(outcome).is_some()
    }
}

impl ExploreReport {
    pub(super) fn of(explored: &Explored, limit: Option<ReachedLimit>, seconds: f64) -> Self {
        let search = &explored.found.search;
        let program = search.program();
        let whole = explored.whole();
        let names = explored.found.names(&whole);
        let origin = |node: NodeIndex| explored.own_node(node);
        let found = hazards(&explored.found, names)
            .into_iter()
            .map(|hazard| FoundHazard {
                node: hazard.node.and_then(origin),
                what: hazard.what,
                reason: hazard.reason,
                sight: hazard.sight,
            });
        let mut nodes: FxHashMap<NodeId, NodeReach> = FxHashMap::default();
        for index in program.indices() {
            let Some(node) = explored.own_node(index) else {
                continue;
            };
            let reach = nodes.entry(node).or_default();
            reach.is_leaf = program.category(index).is_leaf();
            for outcome in NodeOutcome::ALL {
                let sight = search.findings().sight(Shown::Node(index, outcome));
                let known = &mut reach.sights[outcome as usize];
                let is_earlier =
                    |sight: &&Sight| known.as_ref().is_none_or(|known| sight.frame < known.frame);
                if let Some(sight) = sight.filter(is_earlier) {
                    *known = Some(sight.clone());
                }
            }
        }
        let not_proved = explored.found.not_proved(&whole).into_iter();
        Self {
            not_proved: not_proved
                .map(|(node, why)| (node.and_then(origin), why))
                .collect(),
            certainty: search.certainty(),
            limit,
            progress: search.progress(),
            seconds,
            hazards: found.collect(),
            claims: explored.claim_results(),
            own: explored
                .found
                .own
                .iter()
                .map(|name| names.variable(name))
                .collect(),
            dt: explored.found.claims.dt,
            nodes,
        }
    }

    /// Returns whether it is proved that what was not seen cannot happen.
    pub fn is_proved(&self) -> bool {
        self.certainty == Certainty::Proved
    }

    /// Returns whether it is not known everywhere if aborts happen again and again.
    pub fn is_thrashing_untried(&self) -> bool {
        let mut reasons = self.not_proved.iter();
        reasons.any(|(_, why)| matches!(why, NotProved::Thrashing { .. }))
    }

    /// Returns what a node of the document can do; `None` if it is not part of the tree.
    pub fn node(&self, node: &NodeId) -> Option<&NodeReach> {
        self.nodes.get(node)
    }

    /// Returns whether a node is part of the tree but was not seen to run; [`Self::is_proved`] says whether it cannot. If the assumptions end
    /// every run, that is not known of any node.
    pub fn never_runs(&self, node: &NodeId) -> bool {
        self.node(node)
            .is_some_and(|reach| self.is_unreached(reach))
    }

    fn is_unreached(&self, reach: &NodeReach) -> bool {
        !self.certainty.is_no_run() && !reach.can(NodeOutcome::Starts)
    }

    /// Returns the number of these nodes.
    pub fn never_running(&self) -> usize {
        let nodes = self.nodes.values();
        nodes.filter(|reach| self.is_unreached(reach)).count()
    }

    /// Returns the hazards of a node. That something cannot happen is one of them if it can happen in no use of its tree.
    pub fn hazards_of(&self, node: &NodeId) -> impl Iterator<Item = &FoundHazard> {
        let can = |outcome| self.node(node).is_some_and(|reach| reach.can(outcome));
        let hazards = self.hazards.iter();
        hazards.filter(move |hazard| {
            let holds = match hazard.what {
                HazardKind::AlwaysTrue { .. } => !can(NodeOutcome::IsFalse),
                HazardKind::AlwaysFalse { .. } => !can(NodeOutcome::IsTrue),
                HazardKind::NeverAborts { .. } => !can(NodeOutcome::Aborts),
                _ => true,
            };
            holds && hazard.node.as_ref() == Some(node)
        })
    }
}

impl From<Limit> for ReachedLimit {
    fn from(limit: Limit) -> Self {
        match limit {
            Limit::States => Self::States,
            Limit::Frames => Self::Frames,
            Limit::Memory => Self::Memory,
            Limit::Stopped => Self::Stopped,
        }
    }
}
