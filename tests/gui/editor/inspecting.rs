//! The inspector as a form: columns, sections, only parameters that have an effect, and problems that wait until a new node is left.

use egui::accesskit::Role;

use treewright_session::workspace::open_document::OpenDocument;

use super::studio::Studio;

/// A tree over one leaf of this type, which is selected.
fn over(task: &str) -> Studio {
    let mut studio = Studio::with("Sequence");
    studio.click("Outline: Sequence");
    studio.add(task);
    studio
}

/// Chooses the mode of a stand-in in which it plays a list. Other things are named Sequence as well; the list of modes is the rightmost.
fn choose_sequence(studio: &mut Studio) {
    studio.click("Mode");
    studio.steps(2);
    if let Some(last) = studio.all("Sequence").last() {
        last.click();
    }
    studio.steps(3);
}

#[test]
fn check_boxes_that_do_not_fit_beside_each_other_are_one_above_the_other() {
    let mut studio = over("Parallel");
    for (width, beside) in [(1900.0, true), (1440.0, false), (1200.0, false)] {
        studio.harness.set_size(egui::vec2(width, 900.0));
        studio.steps(3);
        let boxes = ["Disabled", "Breakpoint"].map(|it| studio.by_role(Role::CheckBox, it).rect());
        for place in boxes {
            assert!(place.height() < 30.0, "at {width}: {boxes:?}");
        }
        let is_below = boxes[1].top() >= boxes[0].bottom();
        assert_eq!(is_below, !beside, "at {width}: {boxes:?}");
    }
}

#[test]
fn labels_and_fields_are_two_columns() {
    let mut studio = over("Repeater");
    studio.switch("Forever");
    let fields = ["Name", "Comment", "Count"].map(|name| studio.get(name).rect());
    for field in fields {
        assert!((field.left() - fields[0].left()).abs() < 1.0, "{fields:?}");
    }
    for name in ["Name", "Comment"] {
        let label = studio.by_role(Role::Label, name).rect();
        assert!(label.right() < fields[0].left(), "{name}: {label:?}");
    }
}

#[test]
fn a_large_interface_in_a_small_window_clips_no_field() {
    let mut studio = over("StandIn");
    choose_sequence(&mut studio);
    studio.harness.set_size(egui::vec2(853.0, 480.0));
    studio.steps(4);
    let screen = studio.harness.ctx.content_rect();
    for name in ["Name", "Comment", "Mode", "Answers"] {
        let field = studio.get(name).rect();
        assert!(field.right() <= screen.right(), "{name}: {field:?}");
        assert!(field.width() > 30.0, "{name}: {field:?}");
    }
}

#[test]
fn a_parameter_without_effect_is_hidden_unless_it_is_set() {
    let mut studio = over("StandIn");
    assert!(studio.shows("Answer"));
    assert!(!studio.shows("Answers"), "it only returns a constant");
    choose_sequence(&mut studio);
    assert!(!studio.shows("Answer"));
    studio.fill("Answers", "FFS");
    studio.click("Mode > Ask");
    assert!(studio.shows("Answers"), "what is set is never hidden");
    assert!(studio.shows("no effect now"));
    studio.click("Reset Answers");
    assert!(!studio.shows("Answers"));
}

#[test]
fn a_count_is_shown_only_while_a_repeater_counts() {
    let mut studio = over("Repeater");
    assert!(!studio.shows("Count"), "a new one repeats forever");
    studio.switch("Forever");
    assert!(studio.shows("Count"));
    studio.keys("Ctrl+Z");
    assert!(!studio.shows("Count"));
}

#[test]
fn a_new_document_and_a_new_node_have_no_problems_until_they_are_left() {
    let mut studio = Studio::empty();
    let count = |studio: &Studio| studio.front(OpenDocument::count_all_problems);
    assert_eq!(count(&studio), 0, "a new document");
    studio.add("Sequence");
    assert_eq!(count(&studio), 0, "a new node");
    studio.add("Guard");
    assert_eq!(count(&studio), 0, "a new node below it");
    studio.click("Outline: Sequence");
    assert!(count(&studio) > 0, "the Guard was left without a condition");
    studio.click("Outline: Guard");
    assert!(count(&studio) > 0, "problems that were told stay told");
}

#[test]
fn running_tells_the_problems_of_a_new_node() {
    let mut studio = over("Guard");
    let count = |studio: &Studio| studio.front(OpenDocument::count_all_problems);
    assert_eq!(count(&studio), 0);
    studio.keys("F10");
    assert!(count(&studio) > 0);
}

#[test]
fn saving_tells_the_problems_of_a_new_node() {
    let mut studio = over("Guard");
    let count = |studio: &Studio| studio.front(OpenDocument::count_all_problems);
    assert_eq!(count(&studio), 0);
    let path = studio.path("tree.bt.json");
    studio.save_as(&path);
    studio.steps(2);
    assert!(count(&studio) > 0);
}
