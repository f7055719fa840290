//! Run data on the canvas besides the current frame: counts, heat map and coverage.

use treewright_session::workspace::run_view::RunView as _;

use super::studio::Studio;

/// The guard of the example after `frames` frames, with the focus on the canvas.
pub fn guard_after(frames: usize) -> Studio {
    let mut studio = Studio::started();
    studio.keys("F");
    for _ in 0..frames {
        studio.keys("F10");
    }
    studio
}

#[test]
fn unreached_nodes_are_marked_and_counted() {
    let mut studio = guard_after(2);
    assert!(!studio.shows_part("never reached"));
    studio.keys("U");
    assert!(studio.shows_part("Strike (Stand-in), never reached"));
    assert!(!studio.shows_part("Patrol (Sequence), running, never reached"));
    let visits = studio.front(|front| front.run.as_ref().unwrap().visits());
    let told = format!("{} of {} nodes reached", visits.reached, visits.of);
    assert!(studio.shows(&told), "{told}");
    let legend = format!("{} nodes never reached", visits.of - visits.reached);
    assert!(studio.shows(&legend), "{legend}");
    // The guard attacks an enemy that it sees, which reaches these nodes.
    studio.click("Current value of sees_enemy");
    studio.keys("F10 F10 F10");
    let later = studio.front(|front| front.run.as_ref().unwrap().visits());
    assert!(later.reached > visits.reached);
    studio.keys("U");
    assert!(!studio.shows_part("never reached"));
}

#[test]
fn the_heat_map_shows_entry_counts_and_a_color_legend() {
    let mut studio = guard_after(40);
    studio.menu("Run > On the canvas > Heat map of visits");
    let id = studio.id("One round");
    let (own, most) = studio.front(|front| {
        let run = front.run.as_ref().unwrap();
        (run.node(&id).visits, run.visits().most)
    });
    assert!(own > 1, "{own}");
    assert!(studio.shows_part(&format!(
        "One round (Sequence), running, entered {own} times"
    )));
    assert!(studio.shows_part("Patrol (Sequence), running, entered once"));
    let legend = format!("Colors show how often nodes were entered, from 1 to {most} times");
    assert!(studio.shows(&legend));
    studio.keys("Shift+F5");
    assert!(!studio.shows(&legend), "without a run it shows nothing");
}

#[test]
fn an_edit_during_the_run_keeps_the_counts() {
    let mut studio = guard_after(3);
    studio.keys("Shift+H");
    let before = studio.front(|front| front.run.as_ref().unwrap().visits());
    studio.click("Strike (Stand-in)");
    studio.keys("Delete");
    let after = studio.front(|front| front.run.as_ref().unwrap().visits());
    assert_eq!((after.of, after.reached), (before.of - 1, before.reached));
    assert!(studio.shows_part("Patrol (Sequence), running, entered once"));
}
