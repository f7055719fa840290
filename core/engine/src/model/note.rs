//! Notes and groups on the canvas. They never run.

use super::Extra;
use crate::geometry::Position;

/// The smallest width and height of a note or group, in canvas units.
pub const LEAST_ANNOTATION: (i32, i32) = (40, 24);

/// A note or group, by its index in its list, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Annotation {
    /// A group.
    Group(usize),
    /// A note.
    Note(usize),
}

/// A sticky note.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Note {
    /// The text of the note.
    pub text: String,
    /// Its top-left corner.
    pub position: Position,
    /// Width and height in canvas units.
    pub size: (i32, i32),
    /// A color name, or empty for the default.
    pub color: String,
    /// Fields that this version does not know.
    pub extra: Extra,
}

/// A titled frame behind nodes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Group {
    /// Its heading.
    pub title: String,
    /// Its top-left corner.
    pub position: Position,
    /// Width and height in canvas units.
    pub size: (i32, i32),
    /// A color name, or empty for the default.
    pub color: String,
    /// Fields that this version does not know.
    pub extra: Extra,
}
