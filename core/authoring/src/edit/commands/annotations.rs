//! Commands for notes and groups: bounds, texts, colors. Does not know what a group contains, since that depends on the sizes of
//! cards.

use rustc_hash::FxHashSet;
use treewright_core::geometry::Position;
use treewright_core::model::{Annotation, Document, Group, LEAST_ANNOTATION, Note};

use super::{Plan, PlanResult};
use crate::edit::primitive::{ListEdit, Primitive};
use crate::edit::{Refusal, Selection};

/// Adds a note at the end of the list.
pub(super) fn add_note(document: &Document, note: &Note) -> PlanResult {
    let mut note = note.clone();
    note.size = large_enough(note.size);
    let index = document.notes.len();
    let add = Primitive::Note(ListEdit::added(index, note));
    let selected = Selection::default().with_annotations([Annotation::Note(index)]);
    Ok(Plan::each("add_note", vec![add])?.selecting_all(selected))
}

/// Adds a group at the end of the list.
pub(super) fn add_group(document: &Document, group: &Group) -> PlanResult {
    let mut group = group.clone();
    group.size = large_enough(group.size);
    let index = document.groups.len();
    let add = Primitive::Group(ListEdit::added(index, group));
    let selected = Selection::default().with_annotations([Annotation::Group(index)]);
    Ok(Plan::each("add_group", vec![add])?.selecting_all(selected))
}

pub(super) fn delete(document: &Document, list: &[Annotation]) -> PlanResult {
    let mut list = existing(document, list)?;
    // Remove from the end, so that the remaining indices stay valid.
    list.sort_unstable_by(|a, b| b.cmp(a));
    let primitives = list.into_iter().map(|annotation| match annotation {
        Annotation::Group(index) => Primitive::Group(ListEdit::taken(index)),
        Annotation::Note(index) => Primitive::Note(ListEdit::taken(index)),
    });
    // The indices of the remaining notes and groups have changed, so the selection is cleared.
    let plan = Plan::each("delete_annotations", primitives.collect())?;
    Ok(plan.selecting_all(Selection::default()))
}

/// Moves and resizes notes and groups. If one is listed twice, its last entry counts.
pub(super) fn place(
    document: &Document,
    places: &[(Annotation, Position, (i32, i32))],
) -> PlanResult {
    let mut wanted = indexmap::IndexMap::<_, _, rustc_hash::FxBuildHasher>::default();
    for (annotation, position, size) in places {
        existing(document, &[*annotation])?;
        wanted.insert(*annotation, (*position, large_enough(*size)));
    }
    let changed = wanted.into_iter().filter_map(|(annotation, (at, size))| {
        changed(
            document,
            annotation,
            |note| (note.position, note.size) = (at, size),
            |group| (group.position, group.size) = (at, size),
        )
    });
    Plan::each("place_annotations", changed.collect())
}

pub(super) fn set_text(document: &Document, annotation: Annotation, text: &str) -> PlanResult {
    existing(document, &[annotation])?;
    let changed = changed(
        document,
        annotation,
        |note| text.clone_into(&mut note.text),
        |group| text.clone_into(&mut group.title),
    );
    Plan::each("change_annotations", changed.into_iter().collect())
}

pub(super) fn set_color(document: &Document, list: &[Annotation], color: &str) -> PlanResult {
    let changed = existing(document, list)?.into_iter().filter_map(|which| {
        changed(
            document,
            which,
            |note| color.clone_into(&mut note.color),
            |group| color.clone_into(&mut group.color),
        )
    });
    Plan::each("change_annotations", changed.collect())
}

pub(super) fn duplicate(
    document: &Document,
    list: &[Annotation],
    (dx, dy): (i32, i32),
) -> PlanResult {
    let mut added = AnnotationCopies::behind(document);
    for annotation in existing(document, list)? {
        match annotation {
            Annotation::Group(index) => added.group(&document.groups[index], |p| p.moved(dx, dy)),
            Annotation::Note(index) => added.note(&document.notes[index], |p| p.moved(dx, dy)),
        }
    }
    let selection = Selection::default().with_annotations(added.selected);
    Ok(Plan::each("copy_annotations", added.primitives)?.selecting_all(selection))
}

/// Returns copies of a fragment's notes and groups, to be added after those of the document.
pub(super) fn pasted(
    document: &Document,
    fragment: &Document,
    shift: impl Fn(Position) -> Position + Copy,
) -> AnnotationCopies {
    let mut added = AnnotationCopies::behind(document);
    for group in &fragment.groups {
        added.group(group, shift);
    }
    for note in &fragment.notes {
        added.note(note, shift);
    }
    added
}

/// The primitives that add copies of notes and groups, with the resulting selection.
pub(super) struct AnnotationCopies {
    pub(super) primitives: Vec<Primitive>,
    pub(super) selected: Vec<Annotation>,
    notes: usize,
    groups: usize,
}

impl AnnotationCopies {
    fn behind(document: &Document) -> Self {
        Self {
            primitives: Vec::new(),
            selected: Vec::new(),
            notes: document.notes.len(),
            groups: document.groups.len(),
        }
    }

    fn note(&mut self, note: &Note, shift: impl Fn(Position) -> Position) {
        let mut copy = note.clone();
        copy.position = shift(copy.position);
        self.selected.push(Annotation::Note(self.notes));
        let added = ListEdit::added(self.notes, copy);
        self.primitives.push(Primitive::Note(added));
        self.notes += 1;
    }

    fn group(&mut self, group: &Group, shift: impl Fn(Position) -> Position) {
        let mut copy = group.clone();
        copy.position = shift(copy.position);
        self.selected.push(Annotation::Group(self.groups));
        let added = ListEdit::added(self.groups, copy);
        self.primitives.push(Primitive::Group(added));
        self.groups += 1;
    }
}

/// Returns these notes and groups without duplicates; refuses those that do not exist.
fn existing(document: &Document, list: &[Annotation]) -> Result<Vec<Annotation>, Refusal> {
    let mut seen = FxHashSet::default();
    let mut found = Vec::with_capacity(list.len());
    for annotation in list {
        let exists = match *annotation {
            Annotation::Group(index) => index < document.groups.len(),
            Annotation::Note(index) => index < document.notes.len(),
        };
        if !exists {
            return Err(Refusal::NoSuchAnnotation);
        }
        if seen.insert(*annotation) {
            found.push(*annotation);
        }
    }
    Ok(found)
}

/// Returns the primitive that applies a change to an existing note or group; `None` if nothing changes.
fn changed(
    document: &Document,
    annotation: Annotation,
    change_note: impl FnOnce(&mut Note),
    change_group: impl FnOnce(&mut Group),
) -> Option<Primitive> {
    match annotation {
        Annotation::Note(index) => {
            let mut note = document.notes[index].clone();
            change_note(&mut note);
            let is_changed = note != document.notes[index];
            is_changed.then(|| Primitive::Note(ListEdit::replaced(index, note)))
        }
        Annotation::Group(index) => {
            let mut group = document.groups[index].clone();
            change_group(&mut group);
            let is_changed = group != document.groups[index];
            is_changed.then(|| Primitive::Group(ListEdit::replaced(index, group)))
        }
    }
}

fn large_enough((width, height): (i32, i32)) -> (i32, i32) {
    let (least_width, least_height) = LEAST_ANNOTATION;
    (width.max(least_width), height.max(least_height))
}

#[cfg(test)]
mod tests;
