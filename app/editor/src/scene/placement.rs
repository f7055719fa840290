//! Where a new node goes: its parent and the position of its card. Shared by the canvas, its menus and the palette.

use egui::{Pos2, Rect, Vec2, vec2};
use treewright_authoring::edit::can_hold_another;
use treewright_core::geometry::Position;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;

use super::flow::Flow;
use super::{CARD_HEIGHT, Scene, annotations, position_of};

/// The distance between grid dots, in canvas units.
pub const GRID: f32 = 24.0;

/// The distance between levels of a tree, from top to top.
const LEVEL: f32 = CARD_HEIGHT + 52.0;
/// The gap between siblings.
const GAP: f32 = 24.0;
/// The gap between a parent and its child in trees that grow to the right.
const LEVEL_GAP: f32 = 64.0;
/// The assumed width of a card that does not exist yet.
const NEW_WIDTH: f32 = 136.0;
/// The assumed size of a card that does not exist yet.
pub const NEW_CARD: Vec2 = vec2(NEW_WIDTH, CARD_HEIGHT);

/// The parent for a new node: the selected node if it can have another child, else its parent if that can.
pub fn parent_for_new<'d>(
    document: &'d Document,
    library: &NodeLibrary,
    selected: &'d NodeId,
) -> Option<&'d NodeId> {
    let room = |id: &&NodeId| can_hold_another(document, library, id).is_ok();
    let above = || document.node(selected)?.parent().filter(room);
    Some(selected).filter(room).or_else(above)
}

/// The center of a new card below `parent`: after `last`, its last child, or straight below the parent.
pub fn next_middle(flow: Flow, parent: Rect, last: Option<Rect>) -> Pos2 {
    match (flow, last) {
        (Flow::Down, Some(last)) => last.right_center() + vec2(GAP + NEW_WIDTH / 2.0, 0.0),
        (Flow::Down, None) => parent.center() + vec2(0.0, LEVEL),
        (Flow::Right, Some(last)) => last.center() + vec2(0.0, GAP + CARD_HEIGHT),
        (Flow::Right, None) => parent.right_center() + vec2(LEVEL_GAP + NEW_WIDTH / 2.0, 0.0),
    }
}

/// The position for a new parent around siblings, and the offset by which their branches move to make room.
pub fn around(document: &Document, flow: Flow, nodes: &[NodeId]) -> (Position, (i32, i32)) {
    let places = || {
        nodes
            .iter()
            .filter_map(|id| Some(document.node(id)?.position))
    };
    let span = |of: fn(Position) -> i32| {
        let least = places().map(of).min().unwrap_or(0);
        let most = places().map(of).max().unwrap_or(0);
        (least, least + (most - least) / 2)
    };
    let ((left, center), (top, middle)) = (span(|p| p.x), span(|p| p.y));
    let (dx, dy) = level(flow);
    match flow {
        Flow::Down => (Position::new(center, top), (dx, dy)),
        Flow::Right => (Position::new(left, middle), (dx, dy)),
    }
}

/// The offset by which the children of a node move when the node is removed and its children stay.
pub fn closing(document: &Document, flow: Flow, node: &NodeId) -> (i32, i32) {
    let has_children = document
        .node(node)
        .is_some_and(|n| !n.children().is_empty());
    let (dx, dy) = if has_children { level(flow) } else { (0, 0) };
    (-dx, -dy)
}

/// The offset from one level of the tree to the next.
fn level(flow: Flow) -> (i32, i32) {
    match flow {
        Flow::Down => (0, LEVEL as i32),
        Flow::Right => ((NEW_WIDTH + LEVEL_GAP) as i32, 0),
    }
}

/// The top-left corner of a new card with this center.
pub fn corner_around(middle: Pos2) -> Position {
    position_of(middle - vec2(NEW_WIDTH, CARD_HEIGHT) / 2.0)
}

/// The corner, as near as possible to a canvas point, at which something of this size covers no card, note or group.
pub fn free_place(document: &Document, scene: &Scene, around: Pos2, size: Vec2) -> Position {
    /// The search distance, in grid steps.
    const MAX_DISTANCE: i32 = 30;
    let desired = Rect::from_center_size(around, size);
    let area = desired.expand(MAX_DISTANCE as f32 * GRID);
    let others = annotations::all(document);
    let others = others.filter_map(|which| annotations::rect_of(document, which));
    let taken: Vec<Rect> = scene
        .cards_in(area)
        .map(|index| scene.cards[index].rect)
        .chain(others)
        .collect();
    let mut steps: Vec<(i32, i32)> = (-MAX_DISTANCE..=MAX_DISTANCE)
        .flat_map(|y| (-MAX_DISTANCE..=MAX_DISTANCE).map(move |x| (x, y)))
        .collect();
    steps.sort_by_key(|(x, y)| x * x + y * y);
    let free = steps.into_iter().find_map(|(x, y)| {
        let place = desired.translate(vec2(x as f32, y as f32) * GRID);
        let room = place.expand(GRID / 3.0);
        let is_free = taken.iter().all(|rect| !rect.intersects(room));
        is_free.then_some(place)
    });
    position_of(free.unwrap_or(desired).min)
}

/// The assumed rectangle of a card whose width is not known.
pub fn presumed_card(corner: Position) -> Rect {
    let corner = Pos2::new(corner.x as f32, corner.y as f32);
    Rect::from_min_size(corner, Vec2::new(NEW_WIDTH, CARD_HEIGHT))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_card_overlaps_neither_its_parent_nor_its_sibling() {
        let parent = presumed_card(Position::new(0, 0));
        for flow in [Flow::Down, Flow::Right] {
            let first = presumed_card(corner_around(next_middle(flow, parent, None)));
            let second = presumed_card(corner_around(next_middle(flow, parent, Some(first))));
            assert!(!first.intersects(parent), "{flow:?}");
            assert!(!second.intersects(first), "{flow:?}");
            let along = |rect: Rect| flow.along_siblings(rect.center());
            assert!(along(second) > along(first), "{flow:?}");
        }
    }
}
