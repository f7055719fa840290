//! The timeline: lanes in tree order, navigation to frames, search, collapsing, following.

use egui::vec2;
use egui_kittest::kittest::NodeT as _;

use super::seeing::guard_after;
use super::studio::Studio;

/// The guard after `frames` frames, with the timeline open.
fn timeline_after(frames: usize) -> Studio {
    let mut studio = guard_after(frames);
    studio.show_panel("Timeline");
    studio
}

#[test]
fn each_node_has_a_lane_in_tree_order_that_shows_its_status() {
    let studio = timeline_after(3);
    let lanes = studio.labels_that_begin("Lane of ");
    assert_eq!(lanes[0], "Lane of Guard, running");
    assert_eq!(lanes[1], "Lane of Attack, failed");
    assert_eq!(lanes[2], "Lane of Sees enemy?, failed");
}

#[test]
fn clicking_the_ruler_goes_to_a_frame_and_keys_step_from_there() {
    let mut studio = timeline_after(30);
    assert_eq!(studio.frame_shown(), 30);
    let ruler = studio.get("Shown frame").rect();
    let early = ruler.left_center() + vec2(40.0, 0.0);
    studio.drag(ruler.center(), early);
    let shown = studio.frame_shown();
    assert!(shown < 12, "{shown}");
    assert_eq!(
        studio.get("Shown frame").accesskit_node().numeric_value(),
        Some(shown as f64)
    );
    studio.keys("ArrowRight");
    assert_eq!(studio.frame_shown(), shown + 1);
    studio.keys("Home");
    assert_eq!(studio.frame_shown(), 1);
    studio.keys("End");
    assert_eq!(studio.frame_shown(), 30);
}

#[test]
fn lanes_are_collapsed_by_subtree_and_searched_by_name() {
    let mut studio = timeline_after(2);
    studio.click("Collapse all lanes");
    let lanes = studio.labels_that_begin("Lane of ");
    assert!(lanes.contains(&"Lane of Attack, failed, collapsed".to_owned()));
    assert!(!lanes.iter().any(|lane| lane.contains("Sees enemy?")));
    studio.double_click("Lane of Attack, failed, collapsed");
    assert!(studio.shows("Lane of Sees enemy?, failed"));
    studio.click("Expand all lanes");
    studio.search("Search lanes", "look");
    let lanes = studio.labels_that_begin("Lane of ");
    assert_eq!(
        lanes,
        ["Lane of Look about, idle", "Lane of Look round, idle"]
    );
}

#[test]
fn clicking_a_lane_selects_its_node() {
    let mut studio = timeline_after(2);
    studio.click("Lane of Attack, failed");
    let id = studio.id("Attack");
    assert!(studio.front(|front| front.selection().contains(&id)));
}

#[test]
fn following_again_goes_to_the_newest_frame() {
    let mut studio = timeline_after(8);
    studio.keys("Shift+F10 Shift+F10");
    assert_eq!(studio.frame_shown(), 6);
    studio.click("Follow newest frame > Follow newest frame");
    assert_eq!(studio.frame_shown(), 8);
}
