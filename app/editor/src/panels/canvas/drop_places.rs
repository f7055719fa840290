//! Where something that is dragged over the canvas becomes a child: the middle of a card means "child of", its edges and the gaps beside it mean
//! "before" or "after" it. Knows nothing about what is dragged but its nodes.

use egui::{Align2, Area, Color32, Frame, Id, Order, Painter, Pos2, Rect, Stroke, Ui, Vec2, vec2};
use treewright_authoring::edit::{Refusal, can_move_below};
use treewright_core::ids::NodeId;

use super::quick_add::InsertTarget;
use super::view::View;
use crate::panels::drop_label;
use crate::scene::Scene;
use crate::scene::flow::Flow;

/// The part of a card, on each side, that means "beside it".
const EDGE: f32 = 0.25;
/// How far beside a card the gap begins to belong to somebody else, in canvas units.
const REACH: f32 = 36.0;
/// How far above and below a row of siblings a gap extends, in canvas units.
const OVERHANG: f32 = 8.0;
/// The distance of an insertion bar from a card that has no sibling on this side, in canvas units.
const BESIDE: f32 = 12.0;

/// A place among the children of a card's node.
#[derive(Clone, Debug, PartialEq)]
pub struct DropPlace {
    /// The card of the parent.
    pub parent: usize,
    /// The index among its present children before which something is inserted.
    pub index: usize,
    /// The insertion bar, on the screen; `None` if the place is the parent's card itself.
    pub bar: Option<[Pos2; 2]>,
}

/// What dropping somewhere means.
#[derive(Clone, Debug, PartialEq)]
pub enum DropTarget {
    Place(DropPlace),
    /// This card cannot take it.
    Refused(usize, Refusal),
}

impl DropTarget {
    /// What dropping these nodes at a screen point means; `None` if that is no place among children.
    pub fn at(view: &View<'_>, at: Pos2, nodes: &[NodeId]) -> Option<Self> {
        if !view.detail.has_ports() {
            return None;
        }
        let Some(card) = view.card_at(at) else {
            return beside_a_card(view, at, nodes).map(Self::Place);
        };
        let along = axis(view.scene, view.flow, card);
        let side = side_at(view.scene.cards[card].rect, along, canvas_point(view, at));
        let beside = side.and_then(|side| beside(view, card, side, nodes));
        Some(beside.map_or_else(|| Self::onto(view, card, nodes), Self::Place))
    }

    /// What dropping these nodes onto a card means.
    pub fn onto(view: &View<'_>, card: usize, nodes: &[NodeId]) -> Self {
        let id = &view.card(card).id;
        match can_move_below(view.input.document, view.input.library, id, nodes) {
            Err(refusal) => Self::Refused(card, refusal),
            Ok(()) => Self::Place(DropPlace {
                parent: card,
                index: usize::MAX,
                bar: None,
            }),
        }
    }

    /// The place, if it is possible.
    pub fn place(&self) -> Option<&DropPlace> {
        match self {
            Self::Place(place) => Some(place),
            Self::Refused(..) => None,
        }
    }

    /// The highlighted card, and whether it takes what is dragged.
    pub fn card(&self) -> Option<(usize, bool)> {
        match self {
            Self::Place(place) => place.bar.is_none().then_some((place.parent, true)),
            Self::Refused(card, _) => Some((*card, false)),
        }
    }
}

impl DropPlace {
    /// The place as a text: "2nd child of Guard". `nodes` are what is dragged.
    pub fn label(&self, view: &View<'_>, nodes: &[NodeId]) -> String {
        let place = (&view.card(self.parent).id, self.index);
        drop_label::child_of(view.input.texts, view.input.document, nodes, place)
    }

    /// The center of a new card that is dropped at a canvas point: between siblings there, onto the parent after its last child.
    pub fn middle_for_new(&self, view: &View<'_>, at: Pos2) -> Pos2 {
        match self.bar {
            Some(_) => at,
            None => InsertTarget::next_middle(view, self.parent),
        }
    }

    /// Draws the insertion bar.
    pub fn paint(&self, view: &View<'_>, painter: &Painter) {
        if let Some(bar) = self.bar {
            let color = view.input.theme.accent;
            painter.line_segment(bar, Stroke::new(3.0, color));
            for end in bar {
                painter.circle_filled(end, 4.0, color);
            }
        }
    }

    /// Shows the label above the bar or the card.
    pub fn show_label(&self, ui: &Ui, view: &View<'_>, text: &str) {
        let [a, b] = self.bar.unwrap_or_else(|| {
            let card = view.screen_rect(self.parent);
            [card.left_top(), card.right_top()]
        });
        let top = Rect::from_two_pos(a, b).center_top() - vec2(0.0, 8.0);
        show_plate(
            ui,
            view,
            (top, Align2::CENTER_BOTTOM),
            text,
            view.input.theme.text,
        );
    }
}

/// Shows the reason for a refusal at the cursor.
pub fn show_reason(ui: &Ui, view: &View<'_>, pointer: Pos2, reason: &str) {
    let at = (pointer + vec2(16.0, 18.0), Align2::LEFT_TOP);
    show_plate(ui, view, at, reason, view.input.theme.error);
}

/// Shows what dropping means at the cursor.
pub fn show_effect(ui: &Ui, view: &View<'_>, pointer: Pos2, text: &str) {
    let at = (pointer + vec2(16.0, 18.0), Align2::LEFT_TOP);
    show_plate(ui, view, at, text, view.input.theme.text);
}

/// A text above everything, inside of the canvas.
fn show_plate(ui: &Ui, view: &View<'_>, (at, pivot): (Pos2, Align2), text: &str, color: Color32) {
    Area::new(Id::unique("canvas drop"))
        .order(Order::Tooltip)
        .interactable(false)
        .pivot(pivot)
        .fixed_pos(at)
        .constrain_to(view.projection.viewport)
        .show(ui.ctx(), |ui| {
            Frame::popup(ui.style()).show(ui, |ui| {
                ui.set_max_width(320.0);
                ui.colored_label(color, text);
            });
        });
}

/// The card whose middle is under a canvas point, if it can have children. Cards that are dragged do not count.
pub fn middle_under(scene: &Scene, flow: Flow, dragged: &[bool], at: Pos2) -> Option<usize> {
    let mut under = scene.cards_in(Rect::from_min_size(at, Vec2::ZERO));
    under.find(|index| {
        let card = &scene.cards[*index];
        let is_dragged = dragged.get(*index).copied().unwrap_or(false);
        let is_middle = || side_at(card.rect, axis(scene, flow, *index), at).is_none();
        !is_dragged && card.can_have_children() && is_middle()
    })
}

/// The direction in which the siblings of a card follow each other.
fn axis(scene: &Scene, flow: Flow, card: usize) -> usize {
    let stacked = scene.cards[card].stacked;
    let is_stacked = stacked.is_some_and(|stacked| stacked.flow == flow);
    usize::from((flow == Flow::Right) != is_stacked)
}

/// The side of a sibling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Before,
    After,
}

/// The edge of a card at a point; `None` in its middle.
fn side_at(card: Rect, along: usize, at: Pos2) -> Option<Side> {
    let part = (at[along] - card.min[along]) / card.size()[along].max(1.0);
    match part {
        ..EDGE => Some(Side::Before),
        _ if part > 1.0 - EDGE => Some(Side::After),
        _ => None,
    }
}

fn canvas_point(view: &View<'_>, at: Pos2) -> Pos2 {
    view.projection.canvas_from_screen(at)
}

/// The place in the gap beside the nearest card.
fn beside_a_card(view: &View<'_>, at: Pos2, nodes: &[NodeId]) -> Option<DropPlace> {
    let at = canvas_point(view, at);
    let mut nearest: Option<(f32, usize, Side)> = None;
    for card in view
        .scene
        .cards_in(Rect::from_center_size(at, Vec2::splat(2.0 * REACH)))
    {
        if view.is_moved(card) || view.card(card).parent.is_none() {
            continue;
        }
        let along = axis(view.scene, view.flow, card);
        let (rect, across) = (view.scene.cards[card].rect, 1 - along);
        let in_row = rect.min[across] - OVERHANG..=rect.max[across] + OVERHANG;
        if !in_row.contains(&at[across]) {
            continue;
        }
        let (side, distance) = if at[along] < rect.center()[along] {
            (Side::Before, rect.min[along] - at[along])
        } else {
            (Side::After, at[along] - rect.max[along])
        };
        if (0.0..=REACH).contains(&distance) && nearest.is_none_or(|(least, ..)| distance < least) {
            nearest = Some((distance, card, side));
        }
    }
    let (_, card, side) = nearest?;
    beside(view, card, side, nodes)
}

/// The place before a card among its siblings, if its parent can take another child.
pub fn before(view: &View<'_>, card: usize) -> Option<DropPlace> {
    beside(view, card, Side::Before, &[])
}

/// The place beside a card, if its parent can take the nodes. Siblings that do not lie in their order have no gaps.
fn beside(view: &View<'_>, card: usize, side: Side, nodes: &[NodeId]) -> Option<DropPlace> {
    let parent = view
        .card(card)
        .parent
        .filter(|parent| !view.is_moved(*parent))?;
    let id = &view.card(parent).id;
    can_move_below(view.input.document, view.input.library, id, nodes).ok()?;
    let family: Vec<usize> = view.scene.children(parent).collect();
    let own = family.iter().position(|sibling| *sibling == card)?;
    let index = own + usize::from(side == Side::After);
    let along = axis(view.scene, view.flow, card);
    let rect = view.scene.cards[card].rect;
    let other = match side {
        Side::Before => own.checked_sub(1),
        Side::After => Some(own + 1),
    };
    let other = other.and_then(|at| family.get(at));
    let other = other.map(|sibling| view.scene.cards[*sibling].rect);
    let middle = match (side, other) {
        (Side::Before, Some(other)) => f32::midpoint(other.max[along], rect.min[along]),
        (Side::After, Some(other)) => f32::midpoint(rect.max[along], other.min[along]),
        (Side::Before, None) => rect.min[along] - BESIDE,
        (Side::After, None) => rect.max[along] + BESIDE,
    };
    let is_in_order = match (side, other) {
        (_, None) => true,
        (Side::Before, Some(other)) => other.center()[along] < rect.center()[along],
        (Side::After, Some(other)) => other.center()[along] > rect.center()[along],
    };
    let across = 1 - along;
    let end = |edge: f32| {
        let mut point = Pos2::ZERO;
        point[along] = middle;
        point[across] = edge;
        view.projection.screen_from_canvas(point)
    };
    let bar = [
        end(rect.min[across] - OVERHANG),
        end(rect.max[across] + OVERHANG),
    ];
    is_in_order.then_some(DropPlace {
        parent,
        index,
        bar: Some(bar),
    })
}
