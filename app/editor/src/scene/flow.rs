//! The direction in which trees grow on the canvas, and the resulting port positions. Knows nothing about zoom.

use egui::{Pos2, Rect, Vec2};
use treewright_authoring::edit::OrderAxis;

/// The direction in which a tree grows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Flow {
    /// Children lie below their parent, left to right.
    #[default]
    Down,
    /// Children lie to the right of their parent, top to bottom.
    Right,
}

impl Flow {
    /// The flow of a view setting.
    pub fn of(left_to_right: bool) -> Self {
        if left_to_right {
            Self::Right
        } else {
            Self::Down
        }
    }

    /// The point where wires leave a parent's card.
    pub fn out_port(self, card: Rect) -> Pos2 {
        match self {
            Self::Down => card.center_bottom(),
            Self::Right => card.right_center(),
        }
    }

    /// The point where the wire arrives at a child's card.
    pub fn in_port(self, card: Rect) -> Pos2 {
        match self {
            Self::Down => card.center_top(),
            Self::Right => card.left_center(),
        }
    }

    /// The point where the wire arrives at a card in a stack.
    pub fn side_port(self, card: Rect) -> Pos2 {
        match self {
            Self::Down => card.left_center(),
            Self::Right => card.center_top(),
        }
    }

    /// The direction from parents to children.
    pub fn forward(self) -> Vec2 {
        match self {
            Self::Down => Vec2::DOWN,
            Self::Right => Vec2::RIGHT,
        }
    }

    /// The coordinate of a point along a row of siblings.
    pub fn along_siblings(self, at: Pos2) -> f32 {
        match self {
            Self::Down => at.x,
            Self::Right => at.y,
        }
    }

    /// The axis along which siblings are ordered, side by side or in a stack.
    pub fn order_axis(self, stacked: bool) -> OrderAxis {
        match (self, stacked) {
            (Self::Down, false) | (Self::Right, true) => OrderAxis::Horizontal,
            (Self::Right, false) | (Self::Down, true) => OrderAxis::Vertical,
        }
    }
}
