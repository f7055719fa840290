//! Things on the canvas that never run: notes and groups.

use super::Extra;
use crate::geometry::Position;

/// The least width and height of a note or group, in canvas units.
pub const LEAST_ANNOTATION: (i32, i32) = (40, 24);

/// A note or a group of a document, by its place in the list of its kind.
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
    /// What it says.
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
