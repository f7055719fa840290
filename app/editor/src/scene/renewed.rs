//! Bringing the list up to date: only the cards of nodes that came or hold something else than before are made.

use rustc_hash::FxHashSet;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Changes, Document, Node};
use treewright_session::i18n::Texts;

use super::areas::Areas;
use super::restructured::Plan;
use super::{Card, Kinds, Marks, Scene, TextMeasure, lone_card, stacks, tree_name, tree_names};

/// What became of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Renewed {
    /// It is up to date, and every card lies where it lay.
    InPlace,
    /// It is up to date, and cards, notes or groups lie elsewhere or look otherwise from afar.
    Moved,
    /// It must be built anew.
    Not,
}

/// Cards that lie elsewhere than before, or have others below them.
#[derive(Default)]
struct Unsettled {
    moved: Vec<usize>,
    families: Vec<usize>,
}

/// Whether a node was disabled, or is not any more.
fn is_disabled_otherwise((then, now): &(&Node, &Node)) -> bool {
    then.disabled != now.disabled
}

impl Scene {
    /// Brings the list of the document `before` up to date for `document`, whose kinds of nodes are the same.
    pub fn renew(
        &mut self,
        before: &Document,
        document: &Document,
        (library, texts): (&NodeLibrary, &Texts),
        measure: &mut TextMeasure,
    ) -> Renewed {
        if document.trees != before.trees || document.root() != before.root() {
            return Renewed::Not;
        }
        let changes = document.changes_since(before);
        let concerns_others =
            |(then, now): &(&Node, &Node)| then.task != now.task || then.collapsed != now.collapsed;
        if changes.changed.iter().any(concerns_others) {
            return Renewed::Not;
        }
        let mut kinds = Kinds::new(library, texts);
        let mut unsettled = Unsettled::default();
        self.made = 0;
        if changes.is_structural() {
            let Some(plan) = Plan::of(document, &changes, self) else {
                return Renewed::Not;
            };
            self.follow(&plan, &changes, document, (&mut kinds, measure));
            let families = plan.families.iter().filter_map(|id| self.index(id));
            unsettled.families.extend(families);
            let came = changes.came.iter();
            unsettled
                .moved
                .extend(came.filter_map(|node| self.index(node.id())));
        }
        for (_, node) in &changes.changed {
            // What lies below a collapsed node has no card.
            if let Some(index) = self.index(node.id()) {
                let new = lone_card(document, node, &mut kinds, measure);
                if self.refresh(index, new) {
                    unsettled.moved.push(index);
                }
            }
        }
        self.inherit_anew(document, &changes);
        let same_others = document.notes == before.notes && document.groups == before.groups;
        let looks_otherwise = changes.changed.iter().any(is_disabled_otherwise);
        let same = same_others && !looks_otherwise;
        if !changes.is_structural() && unsettled.moved.is_empty() && same {
            return Renewed::InPlace;
        }
        self.settle(&unsettled);
        if changes.is_structural() || !unsettled.moved.is_empty() {
            self.areas = Areas::of(&self.cards);
        }
        self.enclose(document);
        Renewed::Moved
    }

    /// Gives a card what its node holds now, made anew; says whether it lies elsewhere then.
    fn refresh(&mut self, index: usize, new: Card) -> bool {
        self.made += 1;
        let card = &mut self.cards[index];
        let moved = card.rect != new.rect;
        *card = Card {
            tree: card.tree.take(),
            order: card.order,
            parent: card.parent,
            subtree_end: card.subtree_end,
            stacked: card.stacked,
            hidden: card.hidden,
            marks: Marks {
                comment: new.marks.comment,
                ..card.marks
            },
            ..new
        };
        moved
    }

    /// Lets nodes that came, hang elsewhere, or are disabled or not any more, be marked as what they hang below, with all below them.
    fn inherit_anew(&mut self, document: &Document, changes: &Changes<'_>) {
        let inherits_otherwise = |pair: &&(&Node, &Node)| {
            pair.0.parent() != pair.1.parent() || is_disabled_otherwise(pair)
        };
        let others = changes.changed.iter().filter(inherits_otherwise);
        let tops = changes.came.iter().chain(others.map(|(_, now)| now));
        let mut tops: Vec<(usize, bool)> = tops
            .filter_map(|node| Some((self.index(node.id())?, node.parent().is_none())))
            .collect();
        tops.sort_unstable();
        let names = tree_names(document);
        let mut done = 0;
        for (top, is_head) in tops {
            if is_head {
                let card = &mut self.cards[top];
                (card.parent, card.order, card.stacked) = (None, None, None);
            }
            for index in top.max(done)..self.cards[top].subtree_end {
                let above = self.cards[index]
                    .parent
                    .map(|parent| self.cards[parent].marks);
                let card = &mut self.cards[index];
                let Some(node) = document.node(&card.id) else {
                    continue;
                };
                card.tree = tree_name(&names, node);
                card.marks.disabled = node.disabled;
                card.inherit(above, document);
            }
            done = done.max(self.cards[top].subtree_end);
        }
    }

    /// Finds out what follows from where cards lie now.
    fn settle(&mut self, unsettled: &Unsettled) {
        let own = unsettled.moved.iter().chain(&unsettled.families).copied();
        let above = unsettled.moved.iter();
        let above = above.filter_map(|index| self.cards[*index].parent);
        let families: FxHashSet<usize> = own.chain(above).collect();
        let mut family = Vec::new();
        for parent in families {
            stacks::mark_family(&mut self.cards, parent, &mut family);
        }
    }
}
