//! Snapshots of the main states in both themes, compared pixel by pixel. `UPDATE_SNAPSHOTS=1` renews them; look at each.

use egui::Theme;
use egui_kittest::{SnapshotOptions, SnapshotResults};
use treewright_session::workspace::run_view::RunView as _;

use super::studio::Studio;

/// Limits the difference per pixel to what processors differ in when they round the edges of glyphs.
pub fn same_pixels() -> SnapshotOptions {
    SnapshotOptions::new().threshold(0.1).max_failed_pixels(0)
}

/// Compares a state in both themes.
fn compare(state: &str, reach: impl Fn(&mut Studio)) {
    let mut results = SnapshotResults::new();
    for theme in [Theme::Dark, Theme::Light] {
        let mut studio = Studio::in_theme(theme);
        reach(&mut studio);
        draw(&mut studio, state, theme);
        results.extend(studio.harness.take_snapshot_results());
    }
}

fn draw(studio: &mut Studio, state: &str, theme: Theme) {
    let name = match theme {
        Theme::Dark => format!("{state}_dark"),
        Theme::Light => format!("{state}_light"),
    };
    studio.harness.remove_cursor();
    studio.steps(8);
    let options = same_pixels().output_path("snapshots");
    studio.harness.snapshot_options(name, &options);
}

#[test]
fn the_guard_patrols_then_sees_an_enemy() {
    compare("guard_running", |studio| {
        studio.keys("F10 F10");
        studio.click("Current value of sees_enemy");
        studio.keys("F10");
    });
}

#[test]
fn a_node_is_selected() {
    compare("node_selected", |studio| studio.click("Outline: Attack"));
}

#[test]
fn a_tree_has_problems() {
    compare("problems", |studio| {
        studio.click("Outline: Patrol");
        studio.menu("Node > Move > Detach from parent");
    });
}

#[test]
fn a_question_is_open() {
    compare("question", |studio| {
        studio.fill("Tree name", "Watchman");
        studio.keys("Ctrl+W");
    });
}

/// Compares what exploring an example shows, as it is here, with this file of claims beside it; in both themes.
fn compare_explored(
    state: &str,
    (name, tree): (&str, &str),
    claims: &str,
    reach: impl Fn(&mut Studio),
) {
    let mut results = SnapshotResults::new();
    let folder = Studio::started();
    folder.write(&format!("{name}.claims.json"), claims);
    let file = folder.write(&format!("{name}.bt.json"), tree);
    for theme in [Theme::Dark, Theme::Light] {
        let mut studio = Studio::on(std::slice::from_ref(&file), theme);
        studio.keys("Ctrl+Shift+X");
        studio.wait_for("Explore all runs");
        studio.wait_until(|studio| !studio.shows("Stop exploring"));
        reach(&mut studio);
        draw(&mut studio, state, theme);
        results.extend(studio.harness.take_snapshot_results());
    }
}

/// A file of claims with this limit of frames, and no practical limit of time.
fn claims_within(frames: u64, claims: &str) -> String {
    format!(
        r#"{{"format": "treewright-claims", "version": 1, "limits": {{"frames": {frames}, "seconds": 600.0}}, "claims": [{claims}]}}"#
    )
}

#[test]
fn a_branch_can_never_run() {
    let guard = include_str!("../../../assets/examples/guard.bt.json");
    // Rest is to the left of Patrol.
    let guard = guard.replace(r#""n10", "n18"]"#, r#""n18", "n10"]"#);
    let guard = guard.replace(r#""x": 502, "y": 103"#, r#""x": 226, "y": 103"#);
    let claims = claims_within(1_000, "");
    compare_explored("exploring_never", ("guard", &guard), &claims, |studio| {
        studio.click("“Patrol” can never run: “Rest” before it never ends (proved)");
    });
}

#[test]
fn an_abort_fires_again_and_again() {
    let forager = include_str!("../../../assets/examples/forager.bt.json");
    let mended = "position == wolf ? vec2(1, 0) : position - wolf";
    let forager = forager.replace(mended, "position - wolf");
    let claims = claims_within(4, "");
    let example = ("forager", &*forager);
    compare_explored("exploring_thrash", example, &claims, |studio| {
        let found = studio.labels_that_begin("“The wolf is near” can abort");
        studio.click(&found[0]);
    });
}

#[test]
fn a_claim_breaks_after_forty_frames() {
    let courier = include_str!("../../../assets/examples/courier.bt.json");
    let claim = r#"{"name": "Always has power for the way back", "always": "battery >= 60.0"}"#;
    let claims = claims_within(50, claim);
    let example = ("courier", courier);
    compare_explored("exploring_claim", example, &claims, |studio| {
        studio.click("Claims (1)");
        studio.click("Show the run: Always has power for the way back: broken");
        studio.show_panel("Explore");
        assert_eq!(
            studio.front(|front| front.run.as_ref().map(|run| run.frames().1)),
            Some(41)
        );
    });
}
