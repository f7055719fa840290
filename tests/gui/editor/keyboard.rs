//! Where keys go: back to the canvas when something closes, and to a question while it is in front.

use egui::{Key, Modifiers};

use super::studio::Studio;

/// Presses Space, and says whether that opens the search of the canvas.
fn space_opens_the_search(studio: &mut Studio) -> bool {
    studio.key(Key::Space);
    let opened = studio.shows("Search for a node");
    studio.key(Key::Escape);
    opened
}

#[test]
fn space_adds_a_node_after_whatever_was_done_before() {
    let mut studio = Studio::empty();
    studio.add("Sequence");
    studio.key(Key::F1);
    studio.key(Key::Escape);
    assert!(
        space_opens_the_search(&mut studio),
        "after the list of keys"
    );
    studio.click("Sequence");
    studio.press(Modifiers::COMMAND, Key::A);
    studio.key(Key::Delete);
    assert!(space_opens_the_search(&mut studio), "after deleting all");
    studio.dialog_fails();
    studio.press(Modifiers::COMMAND, Key::O);
    assert!(studio.shows("Open a behaviour tree"));
    studio.key(Key::Escape);
    assert!(space_opens_the_search(&mut studio), "after a question");
    studio.press(Modifiers::COMMAND | Modifiers::SHIFT, Key::P);
    studio.key(Key::Escape);
    assert!(space_opens_the_search(&mut studio), "after the commands");
}

#[test]
fn enter_presses_the_first_button_of_a_question_and_tab_reaches_the_others() {
    let mut studio = Studio::empty();
    studio.add("Wait");
    let path = studio.path("kept.bt.json");
    studio.dialog_gives(&path);
    studio.press(Modifiers::COMMAND, Key::W);
    assert!(studio.shows("Save changes?"));
    studio.key(Key::Enter);
    studio.steps(4);
    assert!(!studio.shows("Save changes?"));
    assert!(path.exists(), "Enter saves");

    let mut studio = Studio::empty();
    studio.add("Wait");
    studio.press(Modifiers::COMMAND, Key::W);
    studio.key(Key::Tab);
    studio.key(Key::Enter);
    assert!(!studio.shows("Save changes?"));
    assert_eq!(studio.count(), 1, "closed without saving");
}

#[test]
fn what_is_typed_into_a_question_goes_nowhere_else() {
    let mut studio = Studio::empty();
    studio.add("Wait");
    studio.press(Modifiers::COMMAND, Key::G);
    studio.dialog_fails();
    studio.press(Modifiers::COMMAND, Key::S);
    assert!(studio.shows("Save the behaviour tree"));
    studio.press(Modifiers::COMMAND, Key::A);
    let path = studio.path("typed.bt.json");
    studio.type_text(path.to_str().unwrap());
    studio.key(Key::Enter);
    studio.steps(4);
    assert!(path.exists(), "what was typed is the path");
    assert!(!studio.shows("Type the name or id of a node"));
}
