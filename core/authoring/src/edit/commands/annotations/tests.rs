//! Notes and groups are added, changed, copied and undone as single steps.

use treewright_core::library::NodeLibrary;

use super::*;
use crate::edit::testing::editor::{TestEditor, dump, refused};
use crate::edit::{Command, copy_with_annotations};

fn note(text: &str, x: i32) -> Note {
    Note {
        text: text.to_owned(),
        position: Position::new(x, 0),
        size: (160, 80),
        ..Note::default()
    }
}

fn texts(editor: &TestEditor) -> Vec<&str> {
    let notes = editor.document.notes.iter();
    notes.map(|note| note.text.as_str()).collect()
}

#[test]
fn a_new_note_is_selected_and_can_be_undone() {
    let mut editor = TestEditor::drawn("r:Sequence");
    editor.apply(&Command::AddNote(note("look", 0))).unwrap();
    assert!(editor.selection.contains_annotation(Annotation::Note(0)));
    assert_eq!(editor.undo().as_deref(), Some("add note"));
    assert!(editor.document.notes.is_empty());
    assert_eq!(editor.selection.annotations().len(), 0);
    editor.redo();
    assert_eq!(texts(&editor), ["look"]);
}

#[test]
fn deleting_some_keeps_the_order_of_the_others() {
    let mut editor = TestEditor::drawn("r:Sequence");
    for text in ["a", "b", "c", "d"] {
        editor.apply(&Command::AddNote(note(text, 0))).unwrap();
    }
    let list = [0, 2, 0].map(Annotation::Note).to_vec();
    editor.apply(&Command::DeleteAnnotations(list)).unwrap();
    assert_eq!(texts(&editor), ["b", "d"]);
    editor.undo();
    assert_eq!(texts(&editor), ["a", "b", "c", "d"]);
}

#[test]
fn annotations_have_a_minimum_size() {
    let mut editor = TestEditor::drawn("r:Sequence");
    editor.apply(&Command::AddGroup(Group::default())).unwrap();
    assert_eq!(editor.document.groups[0].size, LEAST_ANNOTATION);
    let place = (Annotation::Group(0), Position::new(5, 6), (-3, 100));
    editor
        .apply(&Command::PlaceAnnotations(vec![place]))
        .unwrap();
    let group = &editor.document.groups[0];
    let expected = (Position::new(5, 6), (40, 100));
    assert_eq!((group.position, group.size), expected);
}

#[test]
fn text_and_color_change_and_unknown_fields_stay() {
    let mut editor = TestEditor::drawn("r:Sequence");
    let mut first = note("a", 0);
    first.extra.insert("future".to_owned(), "1".to_owned());
    editor.apply(&Command::AddNote(first)).unwrap();
    let which = Annotation::Note(0);
    editor
        .apply(&Command::SetAnnotationText(which, "b".to_owned()))
        .unwrap();
    editor
        .apply(&Command::SetAnnotationColor(vec![which], "blue".to_owned()))
        .unwrap();
    let note = &editor.document.notes[0];
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
    let mut editor = TestEditor::drawn("r:Sequence[a:Wait]");
    editor.apply(&Command::AddNote(note("look", 30))).unwrap();
    let fragment = copy_with_annotations(
        &editor.document,
        &NodeLibrary::builtin(),
        &["a".into()],
        [Annotation::Note(0)],
    );
    let before = dump(&editor.document);
    let paste = Command::Paste {
        fragment: Box::new(fragment),
        at: Position::new(100, 100),
        below: None,
    };
    editor.apply(&paste).unwrap();
    assert_eq!(editor.document.notes[1].position, Position::new(130, 100));
    assert!(editor.selection.contains_annotation(Annotation::Note(1)));
    assert_eq!(editor.selection.len(), 1);
    editor.undo();
    assert_eq!(dump(&editor.document), before);
}
