//! Points, sizes and rectangles in canvas units, so that nothing below the editor needs a GUI crate.
//! Canvas units are screen points at 100 % zoom; x grows to the right, y grows down.

/// A whole-numbered place on the canvas: the top-left corner of a node's card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Position {
    /// Canvas units from the left.
    pub x: i32,
    /// Canvas units from the top.
    pub y: i32,
}

impl Position {
    /// The place at `x`, `y`.
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// This place moved by `dx`, `dy`; stops at the ends of the number range.
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
    /// The size of `width` by `height`.
    pub const fn new(width: f32, height: f32) -> Self {
        Self { width, height }
    }
}
