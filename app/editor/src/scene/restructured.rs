//! Bringing the list up to date where nodes came, went or hang elsewhere. What lies below a node with the same children is one stretch of the list
//! and is kept as it is, wherever it stands now: cards are made for nodes that came or hold something else, and for no others.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};
use treewright_core::ids::NodeId;
use treewright_core::model::{Changes, Document, Node};

use super::{Card, Kinds, Scene, TextMeasure, lone_card, number_family};

/// What the new list is put together from, in its order.
#[derive(Debug)]
enum Piece<'a> {
    /// What was there from here to there, and stands here now.
    Kept { from: Range<usize>, to: usize },
    /// A card that is to be made.
    New(&'a Node),
}

/// What is to be done, last thing first.
enum Work<'a> {
    Keep(Range<usize>),
    Enter(&'a NodeId),
    /// All below the card at this place of the new list is there.
    Leave(usize),
}

/// How the new list comes of the old one.
pub(super) struct Plan<'a> {
    pieces: Vec<Piece<'a>>,
    /// How long the new list is.
    len: usize,
    /// Cards of the new list below which something changed, or that are new, and one past the last card below each.
    ends: Vec<(usize, usize)>,
    /// Nodes that have other children than before, or came with some.
    pub families: FxHashSet<&'a NodeId>,
}

/// Makes a plan.
struct Planner<'a, 's> {
    document: &'a Document,
    scene: &'s Scene,
    /// Below these nodes something changed that the nodes themselves do not know of; with those of their children that this goes through.
    above: FxHashMap<Option<&'a NodeId>, Vec<&'a NodeId>>,
    plan: Plan<'a>,
    work: Vec<Work<'a>>,
}

impl<'a> Plan<'a> {
    /// How the list follows these changes; none where it is easier built anew: something is hidden or shown.
    pub fn of(document: &'a Document, changes: &Changes<'a>, scene: &Scene) -> Option<Self> {
        let mut families = FxHashSet::default();
        for node in changes.came.iter().filter(|n| !n.children().is_empty()) {
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
        let mut planner = Planner {
            document,
            scene,
            above: FxHashMap::default(),
            plan: Self {
                pieces: Vec::new(),
                len: 0,
                ends: Vec::new(),
                families,
            },
            work: Vec::new(),
        };
        planner.climb();
        planner.put_together(changes.other_heads);
        Some(planner.plan)
    }

    /// What stays at the front of the list, and from where on it stays at the back; what stands between them is put together anew.
    fn middle(&self, len: usize) -> (Range<usize>, &[Piece<'a>]) {
        let (mut pieces, mut range) = (&self.pieces[..], 0..len);
        if let [Piece::Kept { from, to: 0 }, rest @ ..] = pieces
            && from.start == 0
        {
            (pieces, range.start) = (rest, from.end);
        }
        if let [rest @ .., Piece::Kept { from, .. }] = pieces
            && from.end == len
        {
            (pieces, range.end) = (rest, from.start);
        }
        (range, pieces)
    }
}

impl<'a> Planner<'a, '_> {
    /// Goes up from what changed to the heads.
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

    fn put_together(&mut self, other_heads: bool) {
        let count = self.scene.cards.len();
        if other_heads {
            self.relist(self.document.heads(), None, 0);
        } else {
            self.keep_around(None, 0..count);
        }
        while let Some(work) = self.work.pop() {
            match work {
                Work::Keep(range) => self.keep(range),
                Work::Enter(id) => self.enter(id),
                Work::Leave(at) => self.plan.ends.push((at, self.plan.len)),
            }
        }
    }

    fn keep(&mut self, range: Range<usize>) {
        let to = self.plan.len;
        self.plan.len += range.len();
        match self.plan.pieces.last_mut() {
            Some(Piece::Kept { from, .. }) if from.end == range.start => from.end = range.end,
            _ if range.is_empty() => {}
            _ => self.plan.pieces.push(Piece::Kept { from: range, to }),
        }
    }

    fn enter(&mut self, id: &'a NodeId) {
        let Some(node) = self.document.node(id) else {
            return;
        };
        self.work.push(Work::Leave(self.plan.len));
        let old = self.scene.index(id);
        if let Some(at) = old {
            self.keep(at..at + 1);
        } else {
            self.plan.len += 1;
            self.plan.pieces.push(Piece::New(node));
        }
        let below = old.map_or(0..0, |at| at + 1..self.scene.cards[at].subtree_end);
        if self.plan.families.contains(id) {
            self.relist(node.children().iter(), Some(id), below.start);
        } else {
            self.keep_around(Some(id), below);
        }
    }

    /// Children that are the same as before: what lies between those below which something changed is kept.
    fn keep_around(&mut self, parent: Option<&'a NodeId>, below: Range<usize>) {
        let through = self.above.get(&parent).into_iter().flatten();
        let place = |id: &&'a NodeId| Some((self.scene.index(id)?, *id));
        let mut through: Vec<_> = through.filter_map(place).collect();
        through.sort_unstable_by_key(|(at, _)| *at);
        let mut from = below.start;
        let mut todo = Vec::new();
        for (at, id) in through {
            todo.extend([Work::Keep(from..at), Work::Enter(id)]);
            from = self.scene.cards[at].subtree_end;
        }
        todo.push(Work::Keep(from..below.end));
        self.work.extend(todo.into_iter().rev());
    }

    /// Children that are others than before, or in another order. Most follow each other as they did, the first one at `expected`.
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
                    todo.push(Work::Enter(child));
                }
                (Some(next), Some(Work::Keep(before))) if before.end == next.start => {
                    before.end = next.end;
                }
                (Some(next), _) => todo.push(Work::Keep(next)),
                (None, _) => todo.push(Work::Enter(child)),
            }
        }
        self.work.extend(todo.into_iter().rev());
    }
}

impl Scene {
    /// Puts the cards in the order of a plan and makes those that are new. What follows from whose children cards are is left to do; says
    /// which are new.
    pub(super) fn follow(
        &mut self,
        plan: &Plan<'_>,
        changes: &Changes<'_>,
        document: &Document,
        (kinds, measure): (&mut Kinds<'_>, &mut TextMeasure),
    ) {
        let (range, pieces) = plan.middle(self.cards.len());
        let (front, shift) = (range.start, plan.len != self.cards.len());
        let mut old: Vec<Option<Card>> = self.cards.drain(range.clone()).map(Some).collect();
        let mut middle = Vec::new();
        for piece in pieces {
            match piece {
                Piece::Kept { from, .. } => {
                    let kept = &mut old[from.start - front..from.end - front];
                    middle.extend(kept.iter_mut().filter_map(Option::take));
                }
                Piece::New(node) => middle.push(lone_card(document, node, kinds, measure)),
            }
        }
        self.made += changes.came.len();
        self.cards.splice(front..front, middle);
        if shift || !pieces.is_empty() {
            self.renumber(plan, front);
        }
        for node in &changes.went {
            self.by_id.remove(node.id());
        }
        for (at, end) in &plan.ends {
            self.cards[*at].subtree_end = *end;
        }
        let mut at = 0;
        for piece in &plan.pieces {
            match piece {
                Piece::Kept { from, .. } => at += from.len(),
                Piece::New(node) => {
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

    /// Lets what names places of the old list, from `front` on, name those of the new one.
    fn renumber(&mut self, plan: &Plan<'_>, front: usize) {
        let kept = plan.pieces.iter().filter_map(|piece| match piece {
            Piece::Kept { from, to } => Some((from.clone(), *to)),
            Piece::New(_) => None,
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
            // What is gone is taken out below.
            *at = place(*at).unwrap_or(*at);
        }
    }
}
