//! Bringing the list up to date where nodes hold something else than before and all hang as they did: only their cards are made anew.

use rustc_hash::FxHashSet;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, Node};

use super::areas::Areas;
use super::{Card, Kinds, Marks, Scene, TextMeasure, lone_card, stacks};
use crate::i18n::Texts;

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

impl Scene {
    /// Brings the list of the document `before` up to date for `document`, whose kinds of nodes are the same.
    pub fn renew(
        &mut self,
        before: &Document,
        document: &Document,
        (library, texts): (&NodeLibrary, &Texts),
        measure: &mut TextMeasure,
    ) -> Renewed {
        let same_trees = document.trees == before.trees;
        let changes = document.changed_in_place(before).filter(|_| same_trees);
        let concerns_others = |(then, now): &(&Node, &Node)| {
            then.task != now.task
                || then.disabled != now.disabled
                || then.collapsed != now.collapsed
        };
        let Some(changes) = changes.filter(|all| !all.iter().any(concerns_others)) else {
            return Renewed::Not;
        };
        let mut kinds = Kinds::new(library, texts);
        let mut moved = Vec::new();
        for (_, node) in changes {
            // What lies below a collapsed node has no card.
            let Some(index) = self.index(node.id()) else {
                continue;
            };
            let new = lone_card(document, node, &mut kinds, measure);
            let card = &mut self.cards[index];
            if card.rect != new.rect {
                moved.push(index);
            }
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
        }
        let same_others = document.notes == before.notes && document.groups == before.groups;
        if moved.is_empty() && same_others {
            return Renewed::InPlace;
        }
        self.settle(&moved);
        self.enclose(document);
        Renewed::Moved
    }

    /// Finds out what follows from where these cards lie now.
    fn settle(&mut self, moved: &[usize]) {
        if moved.is_empty() {
            return;
        }
        let own = moved.iter().copied();
        let above = moved.iter().filter_map(|index| self.cards[*index].parent);
        let families: FxHashSet<usize> = own.chain(above).collect();
        let mut family = Vec::new();
        for parent in families {
            stacks::mark_family(&mut self.cards, parent, &mut family);
        }
        self.areas = Areas::of(&self.cards);
    }
}
