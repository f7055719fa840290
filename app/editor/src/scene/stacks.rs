//! Families that lie behind each other instead of beside each other: found by how they lie, so that a family which a designer
//! put there by hand gets the same wires as one that was laid out.

use egui::Rect;
use treewright_authoring::layout::STACK_INDENT;

use super::Card;
use super::flow::Flow;

/// How far ahead of the parent they go across where there is room, in canvas units.
const LEAD: f32 = 22.0;

/// How exactly edges line up, in canvas units: places are whole numbers.
const EXACT: f32 = 1.5;

/// How a card lies in a stack, and so is reached from the side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stacked {
    /// The way in which the stack grows.
    pub flow: Flow,
    /// How far ahead of the parent its wire turns aside, in canvas units: before the first card of the stack.
    pub lead: f32,
    /// The card of the stack before it, whose wire goes most of the same way; none for the first.
    pub before: Option<usize>,
}

/// Marks the cards of all stacks.
pub fn mark(cards: &mut [Card]) {
    let mut family = Vec::new();
    for parent in 0..cards.len() {
        mark_family(cards, parent, &mut family);
    }
}

/// Marks the cards of a family, if they are a stack. `family` is memory to work with.
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
            cards[child].stacked = Some(Stacked { flow, lead, before });
            before = Some(child);
        }
    }
}

/// Where the way to a stack turns aside; none if the family begins not at one line, or its cards do not follow each other in the
/// direction of growth, ahead of their parent.
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
        follows && (card.min[across] - first.min[across]).abs() < EXACT
    });
    all_follow.then(|| LEAD.min((first.min[along] - parent.max[along]) / 2.0))
}

/// Whether an only child lies as in a stack, and not straight ahead of its parent.
fn is_indented(parent: Rect, child: Rect, across: usize) -> bool {
    let indent = child.min[across] - parent.min[across];
    let aside = child.center()[across] - parent.center()[across];
    (indent - STACK_INDENT).abs() < EXACT && aside.abs() > EXACT
}
