//! Notes and groups in the whole editor: edited in place, moved with their content, by mouse and by keyboard alone.

use egui::accesskit::Role;
use egui::vec2;
use treewright_core::model::Annotation;

use super::studio::Studio;

/// `Sequence` over `Wait` and `Log`, with a group around all.
fn grouped() -> Studio {
    let mut studio = Studio::with("Sequence Wait Log");
    studio.keys("Ctrl+A Ctrl+Shift+G `Combat` Enter");
    studio
}

fn rect(studio: &Studio, role: Role, label: &str) -> egui::Rect {
    studio.by_role(role, label).rect()
}

#[test]
fn a_note_is_added_edited_colored_and_deleted_by_keyboard_alone() {
    let mut studio = Studio::with("Sequence");
    studio.keys("N `Look here` Ctrl+Enter");
    studio.by_role(Role::Note, "Note: Look here");
    studio.keys("F2 `Look there` Ctrl+Enter");
    assert_eq!(studio.document().notes[0].text, "Look there");
    let before = studio.document().notes[0].position;
    studio.keys("Alt+Shift+ArrowRight");
    let after = studio.document().notes[0].position;
    assert_eq!((after.x - before.x, after.y - before.y), (24, 0));
    studio.keys("Delete");
    assert!(studio.document().notes.is_empty());
    // Only the note was selected.
    assert_eq!(studio.document().node_count(), 1);
    studio.keys("Ctrl+Z");
    assert_eq!(studio.document().notes[0].text, "Look there");
}

#[test]
fn escape_keeps_the_text_of_a_note_and_discards_a_new_title() {
    let mut studio = Studio::empty();
    studio.keys("N `two` Enter `lines` Escape");
    assert_eq!(studio.document().notes[0].text, "two\nlines");
    studio.keys("Ctrl+Shift+G");
    let title = studio.document().groups[0].title.clone();
    studio.keys("`never mind` Escape");
    assert_eq!(studio.document().groups[0].title, title);
}

#[test]
fn the_inspector_sets_the_color_of_a_note() {
    let mut studio = Studio::empty();
    studio.keys("N Escape");
    studio.click("Color > Red: warning");
    assert_eq!(studio.document().notes[0].color, "red");
}

#[test]
fn a_group_encloses_the_selection_and_moves_its_content_along() {
    let mut studio = grouped();
    let before = studio.document();
    assert_eq!(before.groups[0].title, "Combat");
    let frame = rect(&studio, Role::Group, "Group: Combat");
    for task in ["Sequence", "Wait", "Log"] {
        let card = rect(&studio, Role::TreeItem, task);
        assert!(frame.contains_rect(card), "{task}");
    }
    let title = frame.left_top() + vec2(20.0, 10.0);
    studio.drag(title, title + vec2(60.0, 40.0));
    let after = studio.document();
    let by = after.groups[0].position.x - before.groups[0].position.x;
    assert!(by > 30, "{by}");
    for node in before.nodes() {
        let moved = after.node(node.id()).unwrap().position;
        assert_eq!(moved.x - node.position.x, by);
    }
    studio.keys("Ctrl+Z");
    assert_eq!(studio.document(), before);
}

#[test]
fn dragging_a_corner_of_a_group_only_resizes_the_group() {
    let mut studio = grouped();
    let before = studio.document();
    let corner = rect(&studio, Role::Group, "Group: Combat").right_bottom();
    studio.drag(corner - vec2(1.0, 1.0), corner + vec2(49.0, 29.0));
    let after = studio.document();
    let (was, is) = (before.groups[0].size, after.groups[0].size);
    assert!(is.0 > was.0 + 20 && is.1 > was.1 + 10, "{was:?} {is:?}");
    assert_eq!(after.groups[0].position, before.groups[0].position);
    for node in before.nodes() {
        assert_eq!(after.node(node.id()).unwrap().position, node.position);
    }
}

#[test]
fn deleting_a_group_keeps_its_content() {
    let mut studio = grouped();
    studio.keys("Delete");
    assert!(studio.document().groups.is_empty());
    assert_eq!(studio.document().node_count(), 3);
}

#[test]
fn a_copied_group_is_pasted_with_its_content_in_one_step() {
    let mut studio = grouped();
    let before = studio.document();
    studio.keys("Ctrl+D");
    let after = studio.document();
    assert_eq!((after.groups.len(), after.node_count()), (2, 6));
    let selected: Vec<_> = studio.front(|front| front.selection().annotations().collect());
    assert_eq!(selected, [Annotation::Group(1)]);
    studio.keys("Ctrl+Z");
    assert_eq!(studio.document(), before);
}

#[test]
fn notes_are_reached_by_keys_and_pressed_by_screen_readers() {
    let mut studio = Studio::empty();
    for text in ["one", "two"] {
        studio.keys("N");
        studio.type_text(text);
        studio.keys("Ctrl+Enter");
    }
    let selected = |studio: &Studio| -> Vec<Annotation> {
        studio.front(|front| front.selection().annotations().collect())
    };
    studio.keys("Shift+N");
    assert_eq!(selected(&studio), [Annotation::Note(0)]);
    studio.keys("Shift+N");
    assert_eq!(selected(&studio), [Annotation::Note(1)]);
    let first = studio.by_role(Role::Note, "Note: one");
    first.click_accesskit();
    studio.steps(3);
    assert_eq!(selected(&studio), [Annotation::Note(0)]);
}

#[test]
fn a_note_is_saved_and_reopened_with_its_file() {
    let mut studio = super::studio::saved();
    studio.keys("N `提醒` Ctrl+Enter Ctrl+S");
    let path = studio.path("tree.bt.json");
    let studio = studio.started_again(&[path]);
    studio.by_role(Role::Note, "Note: 提醒");
}

#[test]
fn undo_in_an_unchanged_note_undoes_the_last_edit() {
    let mut studio = Studio::with("Sequence");
    studio.keys("N");
    assert_eq!(studio.document().notes.len(), 1);
    studio.keys("Ctrl+Z");
    assert!(studio.document().notes.is_empty());
    studio.keys("N `text` Ctrl+Z");
    assert_eq!(studio.document().notes.len(), 1, "only the text is undone");
}
