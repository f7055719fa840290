//! Keyboard focus: it returns to the canvas when something closes, and stays in an open question.

use egui::{Event, Key, Modifiers};
use treewright_core::abort::AbortType;

use super::studio::Studio;

/// Presses Space and returns whether that opens the search of the canvas.
fn space_opens_the_search(studio: &mut Studio) -> bool {
    studio.keys("Space");
    let opened = studio.shows("Search node types");
    studio.keys("Escape");
    opened
}

#[test]
fn space_opens_the_search_after_any_other_action() {
    let mut studio = Studio::with("Sequence");
    studio.keys("Ctrl+F1 Escape");
    // After closing the list of shortcuts.
    assert!(space_opens_the_search(&mut studio));
    studio.click("Sequence");
    studio.keys("Ctrl+A Delete");
    assert!(space_opens_the_search(&mut studio), "after deleting all");
    studio.dialog_fails();
    studio.keys("Ctrl+O");
    assert!(studio.shows("Open behavior tree"));
    studio.keys("Escape");
    assert!(space_opens_the_search(&mut studio), "after a question");
    studio.keys("Ctrl+Shift+P Escape");
    assert!(space_opens_the_search(&mut studio), "after the commands");
}

#[test]
fn enter_presses_the_default_button_of_a_question_and_tab_reaches_the_others() {
    let mut studio = Studio::with("Wait");
    let path = studio.path("kept.bt.json");
    studio.dialog_gives(&path);
    studio.keys("Ctrl+W");
    assert!(studio.shows("Save changes?"));
    studio.keys("Enter");
    studio.steps(4);
    assert!(!studio.shows("Save changes?"));
    assert!(path.exists(), "Enter saves");

    let mut studio = Studio::with("Wait");
    let before = studio.count();
    // The default button is the last one, at the right.
    studio.keys("Ctrl+W Shift+Tab");
    assert!(studio.get("Don't save").is_focused());
    studio.keys("Enter");
    assert!(!studio.shows("Save changes?"));
    assert_eq!(studio.count(), before - 1, "closed without saving");
}

#[test]
fn text_typed_into_a_question_goes_nowhere_else() {
    let mut studio = Studio::with("Wait");
    studio.keys("Ctrl+G");
    studio.dialog_fails();
    studio.keys("Ctrl+S");
    assert!(studio.shows("Save behavior tree"));
    studio.keys("Ctrl+A");
    let path = studio.path("typed.bt.json");
    studio.type_text(path.to_str().unwrap());
    studio.keys("Enter");
    studio.steps(4);
    assert!(path.exists(), "the typed text is the path");
    assert!(!studio.shows("Type the name or id of a node"));
}

#[test]
fn letters_typed_at_a_button_of_the_canvas_change_nothing() {
    let mut studio = Studio::with("Sequence Wait");
    let before = studio.document();
    studio.keys("Tab");
    assert!(!studio.shows("Add node"), "a button has the focus");
    studio.type_text("sequence");
    assert_eq!(studio.document(), before);
    studio.focus("Zoom in");
    studio.keys("E W N");
    assert_eq!(studio.document(), before);
}

#[test]
fn keys_that_can_do_nothing_now_say_why() {
    let mut studio = Studio::with("Selector");
    studio.keys("Ctrl+Shift+I L");
    studio.must_say("branches to its right · Select a composite first.");
    studio.keys("Shift+F5");
    studio.must_say("Run the tree first.");
    studio.speak_chinese();
    studio.keys("Ctrl+Z Ctrl+Z");
    studio.must_say("没有可撤销的操作。");
}

#[test]
fn a_key_counts_for_what_a_key_before_it_in_the_same_slow_frame_selected() {
    let mut studio = Studio::with("Selector");
    studio.keys("Ctrl+Shift+I");
    let press = |key| Event::Key {
        key,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: Modifiers::NONE,
    };
    studio.frame([press(Key::ArrowDown), press(Key::L)]);
    let abort = studio.front(|front| {
        let root = front.document().root().unwrap();
        front.document().node(root).unwrap().abort
    });
    assert_eq!(abort, AbortType::LowerPriority);
}
