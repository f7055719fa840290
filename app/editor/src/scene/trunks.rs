//! Trunks: the part that the wires from a card to its children share. It leaves the card, turns aside once, and passes all children, so that
//! a family has one line however its cards are placed. Children in stacks and behind their parent have wires of their own.

use egui::{Pos2, Vec2};

use super::flow::Flow;
use super::{Card, stacks};

/// The maximum distance from the port at which a trunk turns aside, in canvas units.
const MAX_LEAD: f32 = 28.0;
/// A child nearer than this, in canvas units, does not count as ahead.
const NEAR: f32 = 6.0;

/// The common part of the wires below a card, relative to the port where they leave.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Trunk {
    /// The distance at which it turns aside, in canvas units.
    pub lead: f32,
    /// How far aside the first and the last child lie; from negative to positive in canvas units.
    pub aside: [f32; 2],
}

impl Trunk {
    /// The trunk to children that lie at these offsets from the parent's port; `None` if none is ahead.
    pub fn to(children: impl Iterator<Item = Vec2>, flow: Flow) -> Option<Self> {
        let (forward, mut trunk) = (flow.forward(), None);
        for offset in children {
            let Some(gap) = gap(offset, flow) else {
                continue;
            };
            let aside = offset.dot(Vec2::ONE - forward);
            let lead = (gap * 0.5).min(MAX_LEAD);
            let trunk = trunk.get_or_insert(Self {
                lead,
                aside: [aside; 2],
            });
            trunk.lead = trunk.lead.min(lead);
            trunk.aside = [trunk.aside[0].min(aside), trunk.aside[1].max(aside)];
        }
        trunk
    }

    /// The trunk at this zoom, in screen points.
    #[must_use]
    pub fn scaled(self, zoom: f32) -> Self {
        Self {
            lead: self.lead * zoom,
            aside: self.aside.map(|aside| aside * zoom),
        }
    }
}

/// How far a child at this offset from its parent's port is ahead; `None` if it is not.
pub fn gap(offset: Vec2, flow: Flow) -> Option<f32> {
    Some(offset.dot(flow.forward())).filter(|gap| *gap >= NEAR)
}

/// Computes the trunks of a parent for both flows, whose children are in `family`.
pub(super) fn mark_family(cards: &mut [Card], parent: usize, family: &[usize]) {
    cards[parent].trunks = [Flow::Down, Flow::Right].map(|flow| {
        let from: Pos2 = flow.out_port(cards[parent].rect);
        let children = family.iter().map(|child| &cards[*child]);
        let own = children.filter(|child| !stacks::is_in_stack(child, flow));
        Trunk::to(own.map(|child| flow.in_port(child.rect) - from), flow)
    });
}

#[cfg(test)]
mod tests {
    use egui::vec2;

    use super::*;

    #[test]
    fn a_trunk_turns_before_the_nearest_child_and_reaches_the_outermost() {
        let children = [
            vec2(-80.0, 40.0),
            vec2(10.0, 90.0),
            vec2(120.0, 48.0),
            vec2(300.0, -20.0),
        ];
        let trunk = Trunk::to(children.into_iter(), Flow::Down);
        let aside = [-80.0, 120.0];
        assert_eq!(trunk, Some(Trunk { lead: 20.0, aside }));
        assert_eq!(Trunk::to([vec2(0.0, 2.0)].into_iter(), Flow::Down), None);
    }
}
