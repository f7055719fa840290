//! Data that stand-ins attach to frames: written in the inspector, shown there, in the log, as plots, and on the map.

use treewright_session::workspace::run_view::RunView as _;

use super::studio::Studio;

/// A walker that attaches what depends on `x`, which grows by 1 in each frame.
const WALKER: &str = r#"{
  "format": "treewright", "version": 1, "name": "Walker", "root": "n1",
  "variables": [
    {"name": "x", "type": "float"},
    {"name": "home", "type": "vec2", "initial": {"vec2": [1.0, 1.0]}}
  ],
  "nodes": [
    {"id": "n1", "task": "Repeater", "parameters": {"forever": true}, "children": ["n2"]},
    {"id": "n2", "task": "Sequence", "children": ["n3", "n4"]},
    {"id": "n3", "task": "Compute", "parameters": {"variable": {"var": "x"}, "expression": "x + 1.0"}},
    {
      "id": "n4", "task": "StandIn", "name": "Walk", "parameters": {"mode": "Frames", "frames": 1},
      "data": "speed = x * 3.0\ntarget = vec2(x, 2.0)\nmood = x > 3.0 ? \"calm\" : \"hurried\""
    }
  ]
}"#;

/// The walker after some frames, with Walk selected.
fn walking(frames: usize) -> Studio {
    let mut studio = Studio::with_files(&[]);
    let path = studio.write("walker.bt.json", WALKER);
    studio.open(&path);
    studio.wait_until(|studio| studio.front(|front| front.document().name == "Walker"));
    studio.front_select("n4");
    studio.keys("F");
    for _ in 0..frames {
        studio.keys("F10");
    }
    studio
}

fn data_of(studio: &Studio, id: &str) -> String {
    studio.front(|front| front.document().node(&id.into()).unwrap().data.clone())
}

#[test]
fn expressions_are_written_in_the_inspector_and_checked() {
    let mut studio = walking(0);
    let written = data_of(&studio, "n4");
    assert!(written.starts_with("speed = x * 3.0"));
    studio.get("Attaches").focus();
    studio.steps(2);
    studio.keys("Ctrl+A `half = y / 2.0`");
    assert!(studio.shows_part("Line 1, column 1"), "while it is typed");
    studio.keys("Ctrl+S");
    assert_eq!(data_of(&studio, "n4"), "half = y / 2.0");
    studio.must_show_part(&["Frame data, line 1, column 1 of the expression"]);
    studio.keys("Ctrl+Z");
    assert_eq!(data_of(&studio, "n4"), written);
    assert!(!studio.shows_part("Frame data, line 1"));
}

#[test]
fn a_renamed_variable_is_followed_in_expressions() {
    let mut studio = walking(0);
    studio.fill("Name of variable x", "way");
    assert!(data_of(&studio, "n4").contains("target = vec2(way, 2.0)"));
}

#[test]
fn data_of_the_shown_frame_are_in_the_inspector_and_texts_in_the_log() {
    let mut studio = walking(7);
    let data = studio.front(|front| front.run.as_ref().unwrap().data_of(&"n4".into()));
    let words: Vec<_> = data.iter().map(ToString::to_string).collect();
    assert!(studio.shows(&data[1].value.to_string()), "{words:?}");
    studio.front_select("n1");
    studio.show_panel("Log");
    let moods = studio.labels_that_begin("“Walk”: mood");
    assert!(!moods.is_empty());
    assert!(moods.len() <= 2, "only changes: {moods:?}");
    studio.click("Frame data");
    assert!(studio.labels_that_begin("“Walk”: mood").is_empty());
}

#[test]
fn numbers_are_offered_as_plots() {
    let mut studio = walking(5);
    studio.show_panel("Plots");
    studio.click("Frame data (0) > speed");
    assert!(studio.shows("Plot of speed"));
}

#[test]
fn a_task_of_a_library_says_where_its_data_come_from() {
    let mut studio = Studio::with_files(&[]);
    studio.write(
        "own.tasks.json",
        r#"{"format": "treewright-tasks", "version": 1, "name": "own", "tasks": [
            {"name": "Strike", "category": "Action", "summary": "Strikes.", "stand_in": "Running"}]}"#,
    );
    let tree = r#"{"format": "treewright", "version": 1, "name": "Striker", "libraries": ["own.tasks.json"], "root": "n1",
        "nodes": [{"id": "n1", "task": "Strike", "data": "reach = 2.5"}]}"#;
    let path = studio.write("striker.bt.json", tree);
    studio.open(&path);
    studio.wait_until(|studio| studio.front(|front| front.document().name == "Striker"));
    studio.front_select("n1");
    studio.steps(4);
    let hint = "The stand-in of the library attaches nothing";
    studio.must_show_part(&[hint]);
    studio.keys("F10");
    let data = |studio: &Studio| {
        studio.front(|front| front.run.as_ref().unwrap().data_of(&"n1".into()).len())
    };
    assert_eq!(data(&studio), 0);
    studio.keys("Shift+Q F10");
    studio.steps(4);
    assert!(!studio.shows_part(hint));
    assert_eq!(data(&studio), 1);
}

#[test]
fn vectors_are_points_on_the_map_and_lead_to_their_agents() {
    let mut studio = walking(3);
    studio.menu("Run > Agents > Add agent");
    studio.keys("F10 F10 F10");
    studio.menu("Run > Agents > Map");
    studio.steps(8);
    assert!(
        studio.shows("Map with 4 points"),
        "{:?}",
        studio.labels_that_begin("Map with")
    );
    let first = studio.labels_that_begin("Agent 1: target").remove(0);
    let shown = |studio: &Studio| studio.front(|front| front.run.as_ref().unwrap().agent());
    let before = shown(&studio);
    let other = if before == 0 {
        studio.labels_that_begin("Agent 2: target").remove(0)
    } else {
        first
    };
    studio.reach(&other);
    studio.keys("Enter");
    assert_ne!(shown(&studio), before);
    studio.click("Show all points");
    studio.click("Larger values at the bottom");
    studio.click("Coordinates of a vec3: x / y. Click to change.");
    assert!(studio.shows_part("Coordinates of a vec3: x / z"));
    studio.focus("Map with 4 points");
    studio.keys("Plus Plus ArrowLeft F");
    assert_ne!(shown(&studio), before, "its keys are no shortcuts");
    assert!(studio.shows("Map with 4 points"));
}

#[test]
fn without_vectors_the_map_says_what_it_shows() {
    let mut studio = Studio::with("Sequence");
    studio.add("Idle");
    studio.menu("Run > Agents > Map");
    studio.steps(4);
    assert!(studio.shows_part("Run the tree to see its vectors"));
    studio.keys("F10");
    studio.steps(4);
    assert!(studio.shows_part("No vectors yet"));
}
