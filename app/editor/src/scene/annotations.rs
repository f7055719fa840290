//! Positions of a document's notes and groups on the canvas. Draws nothing.

use egui::{Rect, vec2};
use treewright_core::geometry::Position;
use treewright_core::model::{Annotation, Document, LEAST_ANNOTATION};

use super::{point, position_of};

/// The height of the strip with a group's title, in canvas units.
pub const TITLE_STRIP: f32 = 26.0;
/// All notes and groups of a document, in painting order.
pub fn all(document: &Document) -> impl DoubleEndedIterator<Item = Annotation> {
    let groups = (0..document.groups.len()).map(Annotation::Group);
    groups.chain((0..document.notes.len()).map(Annotation::Note))
}

/// The rectangle of a note or group on the canvas; `None` if it does not exist.
pub fn rect_of(document: &Document, annotation: Annotation) -> Option<Rect> {
    let (position, (width, height)) = match annotation {
        Annotation::Group(index) => document.groups.get(index).map(|g| (g.position, g.size))?,
        Annotation::Note(index) => document.notes.get(index).map(|n| (n.position, n.size))?,
    };
    let (least_width, least_height) = LEAST_ANNOTATION;
    let size = vec2(
        width.max(least_width) as f32,
        height.max(least_height) as f32,
    );
    Some(Rect::from_min_size(point(position), size))
}

/// Returns the rectangles of notes and groups after a move by an offset.
pub fn moved(
    document: &Document,
    annotations: &[Annotation],
    (dx, dy): (i32, i32),
) -> Vec<(Annotation, Position, (i32, i32))> {
    let places = annotations.iter().filter_map(|which| {
        let rect = rect_of(document, *which)?;
        let size = (rect.width().round() as i32, rect.height().round() as i32);
        Some((*which, position_of(rect.min).moved(dx, dy), size))
    });
    places.collect()
}
