//! Snapshots of the main states in both themes, compared pixel by pixel. `UPDATE_SNAPSHOTS=1` renews them; look at each.

use egui::Theme;
use egui_kittest::{SnapshotOptions, SnapshotResults};

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
