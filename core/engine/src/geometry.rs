//! Points, sizes and rectangles in canvas units, so that nothing below the editor needs a GUI crate.
//! Canvas units are screen points at 100 % zoom; x grows to the right, y grows down.

/// A point on the canvas in whole canvas units, such as the top-left corner of a node's card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Position {
    /// Canvas units from the left.
    pub x: i32,
    /// Canvas units from the top.
    pub y: i32,
}

impl Position {
    /// Creates the point at `x`, `y`.
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// Returns the point moved by `dx`, `dy`. Saturates at the limits of `i32`.
    #[must_use]
    pub const fn moved(self, dx: i32, dy: i32) -> Self {
        Self::new(self.x.saturating_add(dx), self.y.saturating_add(dy))
    }
}

/// A width and a height in canvas units.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Size {
    /// Canvas units from left to right.
    pub width: f32,
    /// Canvas units from top to bottom.
    pub height: f32,
}

impl Size {
    /// Creates a size.
    pub const fn new(width: f32, height: f32) -> Self {
        Self { width, height }
    }
}
