//! Decisions about a tree and its file while another version is read, compared or merged: the latest decision counts, and cancelling one job cancels
//! no other.

use std::fmt::Write as _;
use std::fs;

use super::studio::Studio;
use super::versions::{BASE, change_on_disk, name_of, opened, rename};

const ASKED: &str = "Changed on disk";
const MERGING: &str = "Merging tree.bt.json ";
const READING: &str = "Reading tree.bt.json to compare";

/// An editor on a tree with unsaved work that is being merged with the file on disk.
fn merging() -> Studio {
    let mut studio = opened();
    rename(&mut studio, "n2", "Call");
    change_on_disk(&mut studio, "Rest", "Sleep");
    studio.click("Compare");
    studio.hold_work(true);
    studio.click("Merge both");
    wait_until_listed(&mut studio, MERGING);
    studio
}

/// Waits until this job is listed as running.
pub fn wait_until_listed(studio: &mut Studio, what: &str) {
    studio.steps(8);
    assert!(studio.shows_part(what), "{what}");
}

fn save(studio: &mut Studio) {
    studio.keys("Ctrl+S");
}

#[test]
fn choosing_ours_during_a_merge_keeps_ours() {
    let mut studio = merging();
    studio.click("Keep ours");
    studio.let_work_go_on();
    assert!(!studio.shows_part(MERGING));
    assert_eq!(name_of(&studio, "n3"), "Rest");
    save(&mut studio);
    assert!(!studio.shows(ASKED));
    let saved = studio.read("tree.bt.json");
    assert!(saved.contains("Call") && saved.contains("Rest"), "{saved}");
}

#[test]
fn merging_equal_changes_leaves_nothing_to_save() {
    let mut studio = opened();
    rename(&mut studio, "n3", "Sleep");
    change_on_disk(&mut studio, "Rest", "Sleep");
    studio.click("Merge both");
    studio.let_work_go_on();
    assert!(!studio.shows(ASKED));
    assert!(!studio.is_dirty(), "{}", studio.notice());
}

#[test]
fn choosing_theirs_during_a_merge_loads_the_file() {
    let mut studio = merging();
    studio.click("Take theirs");
    studio.let_work_go_on();
    assert_eq!(name_of(&studio, "n2"), "Shout");
    assert_eq!(name_of(&studio, "n3"), "Sleep");
    assert!(!studio.is_dirty());
}

#[test]
fn choosing_ours_while_theirs_is_loading_keeps_ours() {
    let mut studio = merging();
    studio.click("Take theirs");
    wait_until_listed(&mut studio, "Reloading tree.bt.json");
    studio.click("Keep ours");
    studio.let_work_go_on();
    assert_eq!(name_of(&studio, "n2"), "Call");
    assert_eq!(name_of(&studio, "n3"), "Rest");
}

#[test]
fn saving_under_another_name_during_a_merge_switches_to_that_file() {
    let mut studio = merging();
    let other = studio.path("other.bt.json");
    studio.dialog_gives(&other);
    studio.keys("Ctrl+Shift+S");
    assert!(other.is_file(), "{}", studio.notice());
    studio.let_work_go_on();
    assert_eq!(name_of(&studio, "n3"), "Rest");
    assert!(!studio.is_dirty());
    rename(&mut studio, "n2", "Shriek");
    save(&mut studio);
    assert!(!studio.shows(ASKED));
    assert!(fs::read_to_string(&other).unwrap().contains("Shriek"));
}

#[test]
fn saving_during_a_merge_keeps_the_saved_tree() {
    let mut studio = merging();
    // Somebody else restores the file.
    studio.write("tree.bt.json", BASE);
    save(&mut studio);
    assert!(!studio.is_dirty(), "{}", studio.notice());
    studio.let_work_go_on();
    assert!(!studio.is_dirty());
    assert_eq!(name_of(&studio, "n3"), "Rest");
}

#[test]
fn a_cancelled_merge_is_asked_about_again() {
    let mut studio = merging();
    studio.click("Cancel merging tree.bt.json");
    studio.let_work_go_on();
    assert!(studio.shows(ASKED));
    assert_eq!(name_of(&studio, "n3"), "Rest");
}

#[test]
fn a_cancelled_load_is_asked_about_again() {
    let mut studio = merging();
    studio.click("Take theirs");
    wait_until_listed(&mut studio, "Reloading tree.bt.json");
    studio.click("Cancel reloading tree.bt.json");
    studio.let_work_go_on();
    assert!(studio.shows(ASKED));
    assert_eq!(name_of(&studio, "n2"), "Call");
}

/// Together, they have more nodes than a document may have.
#[test]
fn a_refused_merge_is_reported_and_asked_about_again() {
    let loose = |name: &str, count: usize| {
        let mut nodes = String::new();
        let mut heads = Vec::new();
        for index in 0..count {
            let _ = write!(
                nodes,
                ",{{\"id\":\"{name}{index}\",\"task\":\"Idle\",\"x\":9,\"y\":9}}"
            );
            heads.push(format!("\"{name}{index}\""));
        }
        (nodes, heads.join(","))
    };
    let text = |(nodes, heads): (String, String)| {
        format!(
            "{{\"format\":\"treewright\",\"version\":1,\"root\":\"r\",\"loose\":[{heads}],\"nodes\":[{{\"id\":\"r\",\"task\":\"Idle\",\"x\":0,\"y\":0}}{nodes}]}}"
        )
    };
    let mut studio = Studio::empty();
    let path = studio.write("tree.bt.json", text(loose("o", 600)));
    studio.open(&path);
    studio.wait_until(|studio| studio.document().node_count() == 601);
    studio.keys("Ctrl+A Ctrl+D");
    let own = studio.document();
    assert!(own.node_count() > 1_200);
    let (mut nodes, mut heads) = loose("o", 600);
    let (more, theirs) = loose("t", 199_000);
    nodes += &more;
    heads += ",";
    heads += &theirs;
    fs::write(&path, text((nodes, heads))).unwrap();
    studio.wait_until(|studio| studio.shows(ASKED));
    studio.click("Merge both");
    studio.wait_until(|studio| studio.notice().contains("Limit of 200"));
    studio.steps(2);
    assert!(studio.shows(ASKED));
    assert_eq!(studio.document(), own);
}

#[test]
fn saving_while_the_file_is_read_compares_with_the_new_content() {
    let mut studio = opened();
    rename(&mut studio, "n2", "Call");
    studio.hold_work(true);
    studio.keys("Ctrl+Shift+D");
    wait_until_listed(&mut studio, READING);
    save(&mut studio);
    assert!(!studio.is_dirty(), "{}", studio.notice());
    studio.let_work_go_on();
    assert!(studio.shows("No meaningful differences"));
}

const COMPARING_RUNS: &str = "Comparing the run with run.trace.jsonl";

/// An editor on a tree whose run is being compared with a recording.
fn comparing_runs() -> Studio {
    let mut studio = opened();
    studio.keys("F10 F10");
    let path = studio.path("run.trace.jsonl");
    studio.menu_to("File > Recordings > Save run…", &path);
    assert!(path.is_file(), "{}", studio.notice());
    studio.hold_work(true);
    studio.menu_to("File > Recordings > Compare with recording…", &path);
    wait_until_listed(&mut studio, COMPARING_RUNS);
    studio
}

#[test]
fn cancelling_one_comparison_keeps_the_others() {
    let mut studio = comparing_runs();
    studio.keys("Ctrl+Shift+D");
    wait_until_listed(&mut studio, READING);
    studio.click("Cancel comparing with tree.bt.json");
    assert!(!studio.shows_part(READING));
    assert!(studio.shows_part(COMPARING_RUNS));
    studio.keys("Ctrl+Shift+D");
    wait_until_listed(&mut studio, READING);
    studio.click("Cancel comparing the run with run.trace.jsonl");
    assert!(!studio.shows_part(COMPARING_RUNS));
    assert!(studio.shows_part(READING));
    studio.let_work_go_on();
    assert!(studio.shows_part("Changes since"));
    assert!(!studio.shows_part("No differences in"));
}

#[test]
fn a_run_started_meanwhile_is_not_the_compared_one() {
    let mut studio = comparing_runs();
    studio.keys("Shift+F5 F10");
    studio.let_work_go_on();
    assert!(!studio.shows_part(COMPARING_RUNS));
    assert!(!studio.shows_part("No differences in"));
    studio.must_say("the run has ended");
}
