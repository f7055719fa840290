//! Updates the scene after nodes were added, removed or moved to another parent. A branch whose children are unchanged is one contiguous
//! range of the list and is reused as a whole, wherever it is now. Cards are created only for new or changed nodes.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};
use treewright_core::ids::NodeId;
use treewright_core::model::{Changes, Document, Node};

use super::{Card, NodeTypes, Scene, TextMeasure, number_family, unplaced_card};

/// A part of the new list.
#[derive(Debug)]
enum ListPiece<'a> {
    /// A range of the old list, and where it begins in the new one.
    Kept { from: Range<usize>, to: usize },
    /// A card to be created.
    New(&'a Node),
}

/// A stack of steps to do; the last one is next.
enum PlanStep<'a> {
    Keep(Range<usize>),
    Enter(&'a NodeId),
    /// All descendants of the card at this index of the new list have been added.
    Leave(usize),
}

/// How the new list is made from the old one.
pub(super) struct ListPlan<'a> {
    pieces: Vec<ListPiece<'a>>,
    /// The length of the new list.
    len: usize,
    /// Changed or new cards of the new list, each with one past its last descendant.
    ends: Vec<(usize, usize)>,
    /// Nodes whose list of children changed, and new nodes that have children.
    pub families: FxHashSet<&'a NodeId>,
}

struct ListPlanner<'a, 's> {
    document: &'a Document,
    scene: &'s Scene,
    /// Ancestors of changed nodes, each with its children on the path to a change. `None` stands for the top level.
    above: FxHashMap<Option<&'a NodeId>, Vec<&'a NodeId>>,
    plan: ListPlan<'a>,
    steps: Vec<PlanStep<'a>>,
}

impl<'a> ListPlan<'a> {
    /// Plans an update. Returns `None` if a rebuild is simpler because a collapsed node is involved.
    pub fn of(document: &'a Document, changes: &Changes<'a>, scene: &Scene) -> Option<Self> {
        let mut families = FxHashSet::default();
        for node in changes.added.iter().filter(|n| !n.children().is_empty()) {
            if node.collapsed {
                return None;
            }
            families.insert(node.id());
        }
        let edited = changes.changed.iter();
        for (_, node) in edited.filter(|(then, now)| then.children() != now.children()) {
            if node.collapsed || scene.index(node.id()).is_none() {
                return None;
            }
            families.insert(node.id());
        }
        let mut planner = ListPlanner {
            document,
            scene,
            above: FxHashMap::default(),
            plan: Self {
                pieces: Vec::new(),
                len: 0,
                ends: Vec::new(),
                families,
            },
            steps: Vec::new(),
        };
        planner.climb();
        planner.build_pieces(changes.heads_changed);
        Some(planner.plan)
    }

    /// The part of the old list to be replaced, and its replacement. Everything before and after that range stays where it is.
    fn middle(&self, len: usize) -> (Range<usize>, &[ListPiece<'a>]) {
        let (mut pieces, mut range) = (&self.pieces[..], 0..len);
        if let [ListPiece::Kept { from, to: 0 }, rest @ ..] = pieces
            && from.start == 0
        {
            (pieces, range.start) = (rest, from.end);
        }
        if let [rest @ .., ListPiece::Kept { from, .. }] = pieces
            && from.end == len
        {
            (pieces, range.end) = (rest, from.start);
        }
        (range, pieces)
    }
}

impl<'a> ListPlanner<'a, '_> {
    /// Walks from changed nodes up to the top-level nodes.
    fn climb(&mut self) {
        let mut climbed = FxHashSet::default();
        for family in &self.plan.families {
            let mut at = *family;
            while climbed.insert(at) {
                let parent = self.document.node(at).and_then(Node::parent);
                self.above.entry(parent).or_default().push(at);
                let Some(parent) = parent else { break };
                at = parent;
            }
        }
    }

    fn build_pieces(&mut self, other_heads: bool) {
        let count = self.scene.cards.len();
        if other_heads {
            self.relist(self.document.heads(), None, 0);
        } else {
            self.keep_around(None, 0..count);
        }
        while let Some(steps) = self.steps.pop() {
            match steps {
                PlanStep::Keep(range) => self.keep(range),
                PlanStep::Enter(id) => self.enter(id),
                PlanStep::Leave(at) => self.plan.ends.push((at, self.plan.len)),
            }
        }
    }

    fn keep(&mut self, range: Range<usize>) {
        let to = self.plan.len;
        self.plan.len += range.len();
        match self.plan.pieces.last_mut() {
            Some(ListPiece::Kept { from, .. }) if from.end == range.start => from.end = range.end,
            _ if range.is_empty() => {}
            _ => self.plan.pieces.push(ListPiece::Kept { from: range, to }),
        }
    }

    fn enter(&mut self, id: &'a NodeId) {
        let Some(node) = self.document.node(id) else {
            return;
        };
        self.steps.push(PlanStep::Leave(self.plan.len));
        let old = self.scene.index(id);
        if let Some(at) = old {
            self.keep(at..at + 1);
        } else {
            self.plan.len += 1;
            self.plan.pieces.push(ListPiece::New(node));
        }
        let below = old.map_or(0..0, |at| at + 1..self.scene.cards[at].subtree_end);
        if self.plan.families.contains(id) {
            self.relist(node.children().iter(), Some(id), below.start);
        } else {
            self.keep_around(Some(id), below);
        }
    }

    /// Handles unchanged children: everything between the children on the path to a change is reused.
    fn keep_around(&mut self, parent: Option<&'a NodeId>, below: Range<usize>) {
        let through = self.above.get(&parent).into_iter().flatten();
        let place = |id: &&'a NodeId| Some((self.scene.index(id)?, *id));
        let mut through: Vec<_> = through.filter_map(place).collect();
        through.sort_unstable_by_key(|(at, _)| *at);
        let mut from = below.start;
        let mut todo = Vec::new();
        for (at, id) in through {
            todo.extend([PlanStep::Keep(from..at), PlanStep::Enter(id)]);
            from = self.scene.cards[at].subtree_end;
        }
        todo.push(PlanStep::Keep(from..below.end));
        self.steps.extend(todo.into_iter().rev());
    }

    /// Handles children that were added, removed or reordered. Most still follow each other in the old list, the first one at `expected`.
    fn relist(
        &mut self,
        children: impl Iterator<Item = &'a NodeId>,
        parent: Option<&'a NodeId>,
        mut expected: usize,
    ) {
        let through = self.above.get(&parent).into_iter().flatten();
        let through: FxHashSet<_> = through.copied().collect();
        let cards = &self.scene.cards;
        let mut todo = Vec::new();
        for child in children {
            let is_there = cards.get(expected).is_some_and(|card| card.id == *child);
            let old = if is_there {
                Some(expected)
            } else {
                self.scene.index(child)
            };
            let stretch = old.map(|at| at..cards[at].subtree_end);
            expected = stretch.as_ref().map_or(expected, |stretch| stretch.end);
            match (stretch, todo.last_mut()) {
                _ if !through.is_empty() && through.contains(child) => {
                    todo.push(PlanStep::Enter(child));
                }
                (Some(next), Some(PlanStep::Keep(before))) if before.end == next.start => {
                    before.end = next.end;
                }
                (Some(next), _) => todo.push(PlanStep::Keep(next)),
                (None, _) => todo.push(PlanStep::Enter(child)),
            }
        }
        self.steps.extend(todo.into_iter().rev());
    }
}

impl Scene {
    /// Reorders the cards by a plan and creates the new ones. Stacks of siblings are not updated here.
    pub(super) fn apply_plan(
        &mut self,
        plan: &ListPlan<'_>,
        changes: &Changes<'_>,
        document: &Document,
        (node_types, measure): (&mut NodeTypes<'_>, &mut TextMeasure),
    ) {
        let (range, pieces) = plan.middle(self.cards.len());
        let (front, shift) = (range.start, plan.len != self.cards.len());
        let mut old: Vec<Option<Card>> = self.cards.drain(range.clone()).map(Some).collect();
        let mut middle = Vec::new();
        for piece in pieces {
            match piece {
                ListPiece::Kept { from, .. } => {
                    let kept = &mut old[from.start - front..from.end - front];
                    middle.extend(kept.iter_mut().filter_map(Option::take));
                }
                ListPiece::New(node) => {
                    middle.push(unplaced_card(document, node, node_types, measure));
                }
            }
        }
        self.created += changes.added.len();
        self.cards.splice(front..front, middle);
        if shift || !pieces.is_empty() {
            self.renumber(plan, front);
        }
        for node in &changes.removed {
            self.by_id.remove(node.id());
        }
        for (at, end) in &plan.ends {
            self.cards[*at].subtree_end = *end;
        }
        let mut at = 0;
        for piece in &plan.pieces {
            match piece {
                ListPiece::Kept { from, .. } => at += from.len(),
                ListPiece::New(node) => {
                    self.by_id.insert(node.id().clone(), at);
                    at += 1;
                }
            }
        }
        for family in &plan.families {
            if let Some(parent) = self.index(family) {
                number_family(&mut self.cards, parent);
            }
        }
    }

    /// Maps indices of the old list, from `front` on, to those of the new one.
    fn renumber(&mut self, plan: &ListPlan<'_>, front: usize) {
        let kept = plan.pieces.iter().filter_map(|piece| match piece {
            ListPiece::Kept { from, to } => Some((from.clone(), *to)),
            ListPiece::New(_) => None,
        });
        let kept: Vec<_> = kept.collect();
        let mut in_order = kept.clone();
        in_order.sort_unstable_by_key(|(from, _)| from.start);
        let place = |old: usize| {
            if old < front {
                return Some(old);
            }
            let behind = in_order.partition_point(|(from, _)| from.start <= old);
            let (from, to) = in_order.get(behind.checked_sub(1)?)?;
            from.contains(&old).then(|| old - from.start + to)
        };
        for (from, to) in kept.into_iter().filter(|(_, to)| *to >= front) {
            for (offset, card) in self.cards[to..to + from.len()].iter_mut().enumerate() {
                card.subtree_end = card.subtree_end + to - from.start;
                debug_assert!(card.subtree_end > to + offset);
                card.parent = card.parent.and_then(place);
                if let Some(stacked) = &mut card.stacked {
                    stacked.before = stacked.before.and_then(place);
                }
            }
        }
        for at in self.by_id.values_mut() {
            // Entries of removed nodes are removed by the caller.
            *at = place(*at).unwrap_or(*at);
        }
    }
}
