//! Stacks: siblings positioned behind each other instead of side by side. They are detected by position, so that stacks arranged by hand
//! get the same wires as those of auto layout.

use egui::Rect;
use treewright_authoring::layout::STACK_INDENT;

use super::flow::Flow;
use super::{Card, trunks};

/// The preferred distance from the parent's port at which wires turn aside, in canvas units.
const MAX_LEAD: f32 = 22.0;

/// The tolerance for aligned edges, in canvas units: positions are whole numbers.
const TOLERANCE: f32 = 1.5;

/// A card's place in a stack, where its wire arrives from the side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StackPosition {
    /// The direction in which the stack grows.
    pub flow: Flow,
    /// The distance from the parent's port at which the wire turns aside, in canvas units: before the first card of the stack.
    pub lead: f32,
    /// The previous card of the stack, whose wire shares most of the way; `None` for the first.
    pub before: Option<usize>,
}

/// Marks the cards of all stacks, and computes the trunks of all families.
pub fn mark(cards: &mut [Card]) {
    let mut family = Vec::new();
    for parent in 0..cards.len() {
        mark_family(cards, parent, &mut family);
    }
}

/// Marks the cards of a parent's children if they form a stack, and computes its trunk. `family` is a scratch buffer.
pub fn mark_family(cards: &mut [Card], parent: usize, family: &mut Vec<usize>) {
    family.clear();
    let mut child = parent + 1;
    while child < cards[parent].subtree_end {
        cards[child].stacked = None;
        family.push(child);
        child = cards[child].subtree_end;
    }
    for flow in [Flow::Down, Flow::Right] {
        let Some(lead) = lead_into_stack(cards, parent, family, flow) else {
            continue;
        };
        let mut before = None;
        for child in family.iter().copied() {
            cards[child].stacked = Some(StackPosition { flow, lead, before });
            before = Some(child);
        }
    }
    trunks::mark_family(cards, parent, family);
}

/// Whether a card is in a stack that has this flow.
pub fn is_in_stack(card: &Card, flow: Flow) -> bool {
    card.stacked.is_some_and(|stacked| stacked.flow == flow)
}

/// The distance at which wires to a stack turn aside. `None` if the children are not aligned, or do not follow each other in the direction
/// of growth ahead of their parent.
fn lead_into_stack(cards: &[Card], parent: usize, family: &[usize], flow: Flow) -> Option<f32> {
    let (along, across) = match flow {
        Flow::Down => (1, 0),
        Flow::Right => (0, 1),
    };
    let parent = cards[parent].rect;
    let first = cards[*family.first()?].rect;
    if family.len() == 1 && !is_indented(parent, first, across) {
        return None;
    }
    let mut free = parent.max[along];
    let all_follow = family.iter().all(|child| {
        let card = cards[*child].rect;
        let follows = card.min[along] >= free;
        free = card.max[along];
        follows && (card.min[across] - first.min[across]).abs() < TOLERANCE
    });
    all_follow.then(|| MAX_LEAD.min((first.min[along] - parent.max[along]) / 2.0))
}

/// Whether an only child is positioned as in a stack, not straight ahead of its parent.
fn is_indented(parent: Rect, child: Rect, across: usize) -> bool {
    let indent = child.min[across] - parent.min[across];
    let offset = child.center()[across] - parent.center()[across];
    (indent - STACK_INDENT).abs() < TOLERANCE && offset.abs() > TOLERANCE
}
