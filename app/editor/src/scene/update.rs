//! Updates the scene after a change: only the cards of new or changed nodes are created.

use rustc_hash::FxHashSet;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Changes, Document, Node};
use treewright_session::i18n::Texts;

use super::areas::CardAreas;
use super::restructure::ListPlan;
use super::{
    Card, CardFlags, NodeTypes, Scene, TextMeasure, card_up_to, stacks, tree_name, tree_names,
    unplaced_card, way_back,
};

/// The result of an update.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SceneUpdate {
    /// Updated; no card moved.
    InPlace,
    /// Updated; cards, notes or groups moved, or look different in the minimap.
    Moved,
    /// The scene must be rebuilt.
    NeedsRebuild,
}

/// Cards that moved or have different children.
#[derive(Default)]
struct ChangedLayout {
    moved: Vec<usize>,
    families: Vec<usize>,
}

/// Whether a node was enabled or disabled.
fn enabled_changed((then, now): &(&Node, &Node)) -> bool {
    then.disabled != now.disabled
}

impl Scene {
    /// Updates the scene of the document `before` to `document`. Both must use the same library.
    pub fn update(
        &mut self,
        before: &Document,
        document: &Document,
        (library, texts): (&NodeLibrary, &Texts),
        measure: &mut TextMeasure,
    ) -> SceneUpdate {
        if document.trees != before.trees || document.root() != before.root() {
            return SceneUpdate::NeedsRebuild;
        }
        let changes = document.changes_since(before);
        let concerns_others =
            |(then, now): &(&Node, &Node)| then.task != now.task || then.collapsed != now.collapsed;
        if changes.changed.iter().any(concerns_others) {
            return SceneUpdate::NeedsRebuild;
        }
        let mut node_types = NodeTypes::new(library, texts);
        let mut changed_layout = ChangedLayout::default();
        self.created = 0;
        self.shifts.clear();
        self.added.clear();
        if changes.is_structural() {
            let Some(plan) = ListPlan::of(document, &changes, self) else {
                return SceneUpdate::NeedsRebuild;
            };
            self.apply_plan(&plan, &changes, document, (&mut node_types, measure));
            let families = plan.families.iter().filter_map(|id| self.index(id));
            changed_layout.families.extend(families);
            let came = changes.added.iter();
            self.added = came.filter_map(|node| self.index(node.id())).collect();
            changed_layout.moved.extend(&self.added);
        }
        for (_, node) in &changes.changed {
            // Descendants of a collapsed node have no card.
            if let Some(index) = self.index(node.id()) {
                let new = unplaced_card(document, node, &mut node_types, measure);
                let new = match self.kept_width(&new) {
                    Some(width) => card_up_to(width, document, node, &mut node_types, measure),
                    None => new,
                };
                let shift = way_back(self.cards[index].rect, new.rect);
                if self.replace_card(index, new) {
                    changed_layout.moved.push(index);
                    self.shifts.push((index, shift));
                }
            }
        }
        self.update_inherited_marks(document, &changes);
        let same_others = document.notes == before.notes && document.groups == before.groups;
        let looks_otherwise = changes.changed.iter().any(enabled_changed);
        let same = same_others && !looks_otherwise;
        if !changes.is_structural() && changed_layout.moved.is_empty() && same {
            return SceneUpdate::InPlace;
        }
        self.update_stacks(&changed_layout);
        if changes.is_structural() || !changed_layout.moved.is_empty() {
            self.areas = CardAreas::of(&self.cards);
        }
        self.update_bounds(document);
        SceneUpdate::Moved
    }

    /// The width of a card that was narrowed, where it needs as much room as then at the same place: also when an edit is undone.
    fn kept_width(&self, new: &Card) -> Option<f32> {
        let narrowed = self.narrowed.get(&new.id)?;
        narrowed.is_of(new).then_some(narrowed.width)
    }

    /// Replaces a card by a newly created one, keeping what depends on its position in the list. Returns whether it moved.
    pub(super) fn replace_card(&mut self, index: usize, new: Card) -> bool {
        self.created += 1;
        let card = &mut self.cards[index];
        let moved = card.rect != new.rect;
        let mut face = new.face;
        face.tree = card.face.tree.take();
        *card = Card {
            face,
            order: card.order,
            parent: card.parent,
            subtree_end: card.subtree_end,
            stacked: card.stacked,
            trunks: card.trunks,
            hidden: card.hidden,
            flags: CardFlags {
                comment: new.flags.comment,
                ..card.flags
            },
            ..new
        };
        moved
    }

    /// Updates inherited marks of nodes that are new, have another parent, or were enabled or disabled, and of their descendants.
    fn update_inherited_marks(&mut self, document: &Document, changes: &Changes<'_>) {
        let inherits_otherwise =
            |pair: &&(&Node, &Node)| pair.0.parent() != pair.1.parent() || enabled_changed(pair);
        let others = changes.changed.iter().filter(inherits_otherwise);
        let tops = changes.added.iter().chain(others.map(|(_, now)| now));
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
                    .map(|parent| self.cards[parent].flags);
                let card = &mut self.cards[index];
                let Some(node) = document.node(&card.id) else {
                    continue;
                };
                card.face.tree = tree_name(&names, node);
                card.flags.disabled = node.disabled;
                card.inherit(above, document);
            }
            done = done.max(self.cards[top].subtree_end);
        }
    }

    /// Recomputes what depends on the positions of cards.
    fn update_stacks(&mut self, changed_layout: &ChangedLayout) {
        let own = changed_layout
            .moved
            .iter()
            .chain(&changed_layout.families)
            .copied();
        let above = changed_layout.moved.iter();
        let above = above.filter_map(|index| self.cards[*index].parent);
        let families: FxHashSet<usize> = own.chain(above).collect();
        let mut family = Vec::new();
        for parent in families {
            stacks::mark_family(&mut self.cards, parent, &mut family);
        }
    }
}
