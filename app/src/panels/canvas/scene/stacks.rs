//! Families of leaves that lie behind each other instead of beside each other: found by how they lie, so that a family which a
//! designer put there by hand gets the same wires as one that was laid out.

use egui::Rect;

use super::Card;
use crate::panels::canvas::flow::Flow;

/// Marks the cards of all stacks.
pub fn mark(cards: &mut [Card]) {
    for parent in 0..cards.len() {
        let end = cards[parent].subtree_end;
        // Nothing but leaves: each card below is a child.
        let n_below = end - parent - 1;
        if n_below < 2 || cards[end - 1].order != Some(n_below) {
            continue;
        }
        for flow in [Flow::Down, Flow::Right] {
            if is_stack(cards[parent].rect, &cards[parent + 1..end], flow) {
                for card in &mut cards[parent + 1..end] {
                    card.stacked = Some(flow);
                }
            }
        }
    }
}

/// Whether the cards begin at one line and follow each other in the direction of growth, ahead of their parent.
fn is_stack(parent: Rect, family: &[Card], flow: Flow) -> bool {
    let (along, across) = match flow {
        Flow::Down => (1, 0),
        Flow::Right => (0, 1),
    };
    let line = family[0].rect.min[across];
    let mut free = parent.max[along];
    family.iter().all(|card| {
        let follows = card.rect.min[along] >= free;
        free = card.rect.max[along];
        follows && (card.rect.min[across] - line).abs() < 1.5
    })
}
