//! The log: search, copy, export, and going to the source of a line.

use treewright_session::workspace::run_view::RunView as _;

use super::seeing::guard_after;
use super::studio::Studio;

const ABORT: &str = "“Sees enemy?” became true";

/// The guard, who saw an enemy in the third frame, some frames later; the log panel is open.
fn log() -> Studio {
    let mut studio = guard_after(2);
    studio.click("Current value of sees_enemy");
    studio.keys("F10 F10 F10 F10");
    studio.show_panel("Log");
    studio
}

#[test]
fn lines_are_filtered_by_text_kind_and_frame() {
    let mut studio = log();
    assert!(studio.shows_part(ABORT) && studio.shows("Run started."));
    studio.search("Search log", "became true");
    assert!(studio.shows_part(ABORT) && !studio.shows("Run started."));
    studio.search("Search log", "nothing like this");
    assert!(studio.shows("No log entries match."));
    studio.click("Clear search > Abort");
    assert!(!studio.shows_part(ABORT) && studio.shows("Run started."));
    studio.click("Abort");
    studio.fill("Frames", "3-");
    assert!(studio.shows_part(ABORT) && !studio.shows("Run started."));
}

#[test]
fn lines_are_filtered_by_the_selected_branch() {
    let mut studio = log();
    studio.click("Only entries of selected nodes and their branches");
    let patrol = studio.id("Patrol");
    studio.front_select(patrol.as_str());
    assert!(!studio.shows_part(ABORT));
    let attack = studio.id("Attack");
    studio.front_select(attack.as_str());
    assert!(studio.shows_part(ABORT), "its conditional is below it");
}

#[test]
fn pressing_a_line_goes_to_its_frame() {
    let mut studio = log();
    let line = studio.labels_that_begin(ABORT)[0].clone();
    studio.click(&line);
    assert_eq!(studio.frame_shown(), 3);
}

#[test]
fn an_abort_names_the_values_that_decided_and_leads_to_who_wrote_them() {
    let mut studio = log();
    let line = studio.labels_that_begin(ABORT)[0].clone();
    let cause = "sees_enemy from false to true, set by you before frame 3";
    assert!(line.starts_with(&format!("{ABORT} ({cause}): ")), "{line}");
    studio.get(&line).click_secondary();
    studio.steps(3);
    studio.click(&format!("Go to: {cause}"));
    assert_eq!(studio.frame_shown(), 3);
}

#[test]
fn the_filtered_lines_are_exported_as_text_csv_and_json() {
    let mut studio = log();
    studio.search("Search log", "became true");
    for (format, name) in [
        ("Text…", "a.txt"),
        ("CSV…", "a.csv"),
        ("JSON Lines…", "a.jsonl"),
    ] {
        let path = studio.path(name);
        studio.dialog_gives(&path);
        studio.click("Export shown entries");
        studio.click(format);
        studio.must_say_first("Exported to ");
    }
    let read = |name: &str| std::fs::read_to_string(studio.path(name)).unwrap();
    let text = read("a.txt");
    assert!(
        text.starts_with("3\tAbort\t“Sees enemy?” became true"),
        "{text}"
    );
    assert!(read("a.csv").starts_with("frame,kind,node,text,agent,tree\r\n3,abort,"));
    let line: serde_json::Value =
        serde_json::from_str(read("a.jsonl").lines().next().unwrap()).unwrap();
    assert_eq!(
        (&line["frame"], &line["kind"]),
        (&3.into(), &"abort".into())
    );
    assert_eq!(read("a.jsonl").lines().count(), 1);
}

#[test]
fn the_newest_line_stays_in_sight_while_the_tree_runs() {
    let mut studio = log();
    studio.keys("F5");
    studio.wait_until(|studio| studio.frame_shown() > 80);
    studio.keys("F5");
    studio.steps(3);
    let newest = studio.front(|front| {
        let log = front.run.as_ref().expect("a run").log();
        log.last().map(|line| line.frame)
    });
    let search = studio.get("Search log").rect();
    let below = egui::Rect::everything_below(search.bottom());
    let shown = studio.texts_in(below);
    let newest = format!("Frame {}", newest.expect("a line"));
    assert!(shown.contains(&newest), "{newest}: {shown:?}");
}

#[test]
fn the_newest_line_is_in_sight_in_a_low_window_too() {
    let mut studio = log();
    studio.harness.set_size(egui::vec2(853.0, 480.0));
    studio.steps(4);
    studio.keys("F10");
    studio.steps(2);
    let lines = studio.labels_that_begin("“");
    assert!(
        lines.iter().any(|line| line.contains("became true")),
        "{lines:?}"
    );
    let painted = studio.texts_in(studio.harness.ctx.content_rect());
    assert!(
        !painted.iter().any(|text| text == "Run started."),
        "{painted:?}"
    );
}
