//! Notes and groups are added, changed, copied and undone as single steps.

use treewright_core::library::NodeLibrary;

use super::*;
use crate::edit::testing::desk::{Desk, dump, refused};
use crate::edit::{Command, copy_with_annotations};

fn note(text: &str, x: i32) -> Note {
    Note {
        text: text.to_owned(),
        position: Position::new(x, 0),
        size: (160, 80),
        ..Note::default()
    }
}

fn texts(desk: &Desk) -> Vec<&str> {
    let notes = desk.document.notes.iter();
    notes.map(|note| note.text.as_str()).collect()
}

#[test]
fn a_new_note_is_selected_and_can_be_undone() {
    let mut desk = Desk::drawn("r:Sequence");
    desk.apply(&Command::AddNote(note("look", 0))).unwrap();
    assert!(desk.selection.contains_annotation(Annotation::Note(0)));
    assert_eq!(desk.undo().as_deref(), Some("add note"));
    assert!(desk.document.notes.is_empty());
    assert_eq!(desk.selection.annotations().len(), 0);
    desk.redo();
    assert_eq!(texts(&desk), ["look"]);
}

#[test]
fn deleting_some_keeps_the_order_of_the_others() {
    let mut desk = Desk::drawn("r:Sequence");
    for text in ["a", "b", "c", "d"] {
        desk.apply(&Command::AddNote(note(text, 0))).unwrap();
    }
    let list = [0, 2, 0].map(Annotation::Note).to_vec();
    desk.apply(&Command::DeleteAnnotations(list)).unwrap();
    assert_eq!(texts(&desk), ["b", "d"]);
    desk.undo();
    assert_eq!(texts(&desk), ["a", "b", "c", "d"]);
}

#[test]
fn annotations_have_a_minimum_size() {
    let mut desk = Desk::drawn("r:Sequence");
    desk.apply(&Command::AddGroup(Group::default())).unwrap();
    assert_eq!(desk.document.groups[0].size, LEAST_ANNOTATION);
    let place = (Annotation::Group(0), Position::new(5, 6), (-3, 100));
    desk.apply(&Command::PlaceAnnotations(vec![place])).unwrap();
    let group = &desk.document.groups[0];
    let expected = (Position::new(5, 6), (40, 100));
    assert_eq!((group.position, group.size), expected);
}

#[test]
fn text_and_color_change_and_unknown_fields_stay() {
    let mut desk = Desk::drawn("r:Sequence");
    let mut first = note("a", 0);
    first.extra.insert("future".to_owned(), "1".to_owned());
    desk.apply(&Command::AddNote(first)).unwrap();
    let which = Annotation::Note(0);
    desk.apply(&Command::SetAnnotationText(which, "b".to_owned()))
        .unwrap();
    desk.apply(&Command::SetAnnotationColor(vec![which], "blue".to_owned()))
        .unwrap();
    let note = &desk.document.notes[0];
    assert_eq!((&*note.text, &*note.color), ("b", "blue"));
    assert!(note.extra.contains_key("future"));
}

#[test]
fn missing_annotations_are_refused() {
    let command = Command::DeleteAnnotations(vec![Annotation::Note(0)]);
    let expected = "this note or group does not exist";
    assert_eq!(refused("r:Sequence", &command), expected);
}

#[test]
fn notes_are_copied_with_nodes_and_keep_their_distance() {
    let mut desk = Desk::drawn("r:Sequence[a:Wait]");
    desk.apply(&Command::AddNote(note("look", 30))).unwrap();
    let fragment = copy_with_annotations(
        &desk.document,
        &NodeLibrary::builtin(),
        &["a".into()],
        [Annotation::Note(0)],
    );
    let before = dump(&desk.document);
    let paste = Command::Paste {
        fragment: Box::new(fragment),
        at: Position::new(100, 100),
        below: None,
    };
    desk.apply(&paste).unwrap();
    assert_eq!(desk.document.notes[1].position, Position::new(130, 100));
    assert!(desk.selection.contains_annotation(Annotation::Note(1)));
    assert_eq!(desk.selection.len(), 1);
    desk.undo();
    assert_eq!(dump(&desk.document), before);
}
