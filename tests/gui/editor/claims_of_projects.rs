//! Files of claims in a project: they follow what is renamed, moved and saved elsewhere, are found in lists and searches, and nothing that was claimed
//! is lost.

use std::fs;

use treewright_explore::claims::Claims;
use treewright_explore::claims_json;

use super::project_files::write;
use super::studio::Studio;

const GUARD: &str = include_str!("../../../assets/examples/guard.bt.json");

const CLAIMS: &str = r#"{"format": "treewright-claims", "version": 1, "tree": "guard.bt.json",
    "inputs": {"sees_enemy": {"changes_only_when": "!running('Strike')"}},
    "assumptions": ["on_duty || !last.on_duty"],
    "claims": [{"name": "Strikes only in reach", "never": "running('Strike') && !sees_enemy && on_duty"}]}"#;

/// An editor on the guard in a project, with claims about it.
fn guard() -> Studio {
    let made = Studio::empty();
    write(&made.path("game/treewright.project.json"), "{}");
    write(&made.path("game/guard.bt.json"), GUARD);
    write(&made.path("game/guard.claims.json"), CLAIMS);
    let mut studio = made.started_again(&[made.path("game/guard.bt.json")]);
    studio.show_panel("Project");
    studio.wait_for("File guard.bt.json");
    studio
}

/// Shows the panel, which is closed at first.
fn show_explore(studio: &mut Studio) {
    if studio.shows("Explore") {
        studio.show_panel("Explore");
    }
    if !studio.shows("Findings") {
        studio.menu("Run > Explore");
        studio.switch("Explore");
        studio.keys("Escape");
        studio.wait_for("Findings");
    }
}

fn claims_in(studio: &Studio, file: &str) -> Claims {
    claims_json::read(studio.read(file).as_bytes()).unwrap()
}

fn rename_strike(studio: &mut Studio) {
    studio.show_panel("Outline");
    studio.front_select("n5");
    studio.fill("Name", "Hit");
}

/// What the claim says in the panel.
fn shown_claim(studio: &mut Studio) -> String {
    show_explore(studio);
    studio.click("Claims (1)");
    if !studio.shows("Condition") {
        studio.reach("Strikes only in reach: not explored");
    }
    studio.get("Condition").value().unwrap_or_default()
}

#[test]
fn claims_follow_a_renamed_node_at_once_and_their_file_when_the_tree_is_saved() {
    let mut studio = guard();
    rename_strike(&mut studio);
    assert!(shown_claim(&mut studio).starts_with("running('Hit')"));
    assert!(studio.read("game/guard.claims.json").contains("'Strike'"));
    studio.show_panel("Problems");
    assert!(studio.shows_part("No problems"), "the claims fit the tree");
    studio.focus_canvas();
    studio.keys("Ctrl+S");
    studio.must_say("guard.claims.json");
    let saved = claims_in(&studio, "game/guard.claims.json");
    assert!(claims_json::write(&saved).contains("!running('Hit')"));
    studio.focus_canvas();
    studio.keys("Ctrl+Z");
    assert!(shown_claim(&mut studio).starts_with("running('Strike')"));
    studio.focus_canvas();
    studio.keys("Ctrl+S");
    assert_eq!(
        claims_in(&studio, "game/guard.claims.json"),
        claims_json::read(CLAIMS.as_bytes()).unwrap()
    );
}

#[test]
fn claims_that_are_edited_between_a_rename_and_its_save_are_kept_on_disk_with_the_old_names() {
    let mut studio = guard();
    rename_strike(&mut studio);
    shown_claim(&mut studio);
    studio.fill("Condition", "running('Hit') && on_duty");
    let on_disk = |studio: &Studio| studio.read("game/guard.claims.json");
    assert!(on_disk(&studio).contains("\"running('Strike') && on_duty\""));
    studio.focus_canvas();
    studio.keys("Ctrl+S");
    assert!(on_disk(&studio).contains("\"running('Hit') && on_duty\""));
    show_explore(&mut studio);
    studio.click("Undo change of claims");
    assert!(on_disk(&studio).contains("running('Hit') && !sees_enemy && on_duty"));
}

#[test]
fn claims_follow_a_renamed_variable_and_its_undo() {
    let mut studio = guard();
    studio.show_panel("Blackboard");
    studio.click("Initial value of on_duty");
    studio.fill("Name of variable on_duty", "resting");
    assert!(shown_claim(&mut studio).ends_with("&& resting"));
    studio.click("Assumptions (1)");
    let assumption = studio.get("Assumption 1").value();
    assert_eq!(assumption.as_deref(), Some("resting || !last.resting"));
    studio.focus_canvas();
    studio.keys("Ctrl+Z");
    assert!(shown_claim(&mut studio).ends_with("&& on_duty"));
}

#[test]
fn claims_move_with_their_tree_and_cannot_be_moved_without_it() {
    let mut studio = guard();
    studio.click("File guard.bt.json");
    studio.keys("F2 `sentry` Enter");
    studio.wait_for("File sentry.claims.json");
    assert!(!studio.path("game/guard.claims.json").exists());
    let moved = claims_in(&studio, "game/sentry.claims.json");
    assert_eq!(moved.tree.as_deref(), Some("sentry.bt.json"));
    assert!(shown_claim(&mut studio).starts_with("running('Strike')"));
    studio.fill("Condition", "on_duty");
    assert!(
        studio
            .read("game/sentry.claims.json")
            .contains("\"on_duty\"")
    );
    studio.show_panel("Project");
    studio.click("File sentry.claims.json");
    studio.keys("F2 `other` Enter");
    studio.wait_until(|studio| studio.notice().contains("rename or move"));
    assert!(studio.path("game/sentry.claims.json").exists());
}

#[test]
fn undo_of_a_moved_tree_gives_its_claims_back() {
    let mut studio = guard();
    studio.click("File guard.bt.json");
    studio.keys("F2 `sentry` Enter");
    studio.wait_for("File sentry.claims.json");
    studio.keys("Ctrl+Z");
    studio.wait_for("File guard.claims.json");
    assert_eq!(studio.read("game/guard.claims.json"), CLAIMS);
    assert!(shown_claim(&mut studio).starts_with("running('Strike')"));
}

#[test]
fn saving_elsewhere_takes_the_claims_along_and_overwrites_no_others() {
    let mut studio = guard();
    studio.menu_to("File > Save as…", &studio.path("game/copy.bt.json"));
    studio.must_say("copy.claims.json");
    let copied = claims_in(&studio, "game/copy.claims.json");
    assert_eq!(copied.tree.as_deref(), Some("copy.bt.json"));
    assert_eq!(studio.read("game/guard.claims.json"), CLAIMS);
    let others = r#"{"format": "treewright-claims", "version": 1, "claims": [{"name": "Other", "never": "on_duty"}]}"#;
    studio.write("game/third.claims.json", others);
    studio.menu_to("File > Save as…", &studio.path("game/third.bt.json"));
    studio.must_say("third.claims.json");
    assert_eq!(studio.read("game/third.claims.json"), others);
    show_explore(&mut studio);
    studio.click("Claims (1)");
    studio.must_show_part(&["Other: "]);
}

#[test]
fn a_click_on_the_file_shows_its_claims_and_a_search_finds_them() {
    let mut studio = guard();
    studio.keys("Ctrl+W");
    studio.show_panel("Project");
    studio.double_click("File guard.claims.json");
    studio.wait_for("Claims (1)");
    studio.must_show_part(&["Strikes only in reach: "]);
    studio.keys("Ctrl+W");
    studio.keys("Ctrl+F `only in reach`");
    studio.click("Search in > Entire project");
    studio.wait_until(|studio| studio.shows_part("guard.claims.json: 1 match"));
    let found = studio.labels_that_begin("Match: Strikes only in reach")[0].clone();
    studio.click(&found);
    studio.wait_for("Claim name");
}

#[test]
fn claims_that_do_not_fit_are_problems_of_the_project_and_of_the_open_tree() {
    let mut studio = guard();
    studio.write(
        "game/guard.claims.json",
        CLAIMS.replace("running('Strike') &&", "running('Stroke') &&"),
    );
    studio.wait_until(|studio| studio.shows("Problems (1)"));
    studio.click("Problems (1)");
    let problem = studio.labels_that_begin("Claim “Strikes only in reach”")[0].clone();
    assert!(
        problem.contains("Strike"),
        "what was probably meant: {problem}"
    );
    studio.click(&problem);
    studio.wait_for("Claim name");
    studio.keys("Ctrl+W");
    studio.show_panel("Problems");
    studio.wait_until(|studio| studio.shows_part("Entire project: "));
    let whole = studio.labels_that_begin("Entire project")[0].clone();
    studio.click(&whole);
    studio.wait_until(|studio| studio.shows_part("guard.claims.json"));
    studio.must_show_part(&["Stroke"]);
}

#[test]
fn a_file_that_cannot_be_read_is_left_alone_and_named_with_its_fault() {
    let mut studio = guard();
    studio.write(
        "game/guard.claims.json",
        "{\"format\": \"treewright-claims\", ",
    );
    studio.wait_until(|studio| studio.shows("Problems (1)"));
    show_explore(&mut studio);
    studio.must_show_part(&["guard.claims.json is not used: "]);
    studio.click("Claims (1)");
    studio.click("Add claim");
    studio.must_say("guard.claims.json");
    assert!(studio.read("game/guard.claims.json").ends_with(", "));
    studio.write("game/guard.claims.json", CLAIMS);
    studio.wait_until(|studio| !studio.shows_part("is not used"));
}

#[test]
fn a_deleted_file_is_told_and_undo_writes_it_again() {
    let mut studio = guard();
    show_explore(&mut studio);
    studio.wait_for("Claims (1)");
    fs::remove_file(studio.path("game/guard.claims.json")).unwrap();
    studio.wait_until(|studio| studio.notice().contains("was deleted"));
    studio.wait_for("Claims");
    studio.click("Undo change of claims");
    studio.wait_for("Claims (1)");
    assert_eq!(claims_in(&studio, "game/guard.claims.json").claims.len(), 1);
}

#[test]
fn claims_about_a_tree_without_a_file_survive_a_crash() {
    let mut studio = Studio::with("Selector Succeed");
    show_explore(&mut studio);
    studio.click("Claims > Add claim");
    studio.fill("Claim name", "Never fails");
    studio.fill("Condition", "failed('Succeed')");
    assert!(studio.is_dirty(), "closing asks");
    let mut studio = Studio::after_crash(studio.crash_later());
    let restore = studio.labels_that_begin("Restore: ")[0].clone();
    studio.click(&restore);
    show_explore(&mut studio);
    studio.wait_for("Claims (1)");
    studio.save_as(&studio.path("kept.bt.json"));
    let claims = claims_in(&studio, "kept.claims.json");
    assert_eq!(claims.claims[0].name, "Never fails");
}
