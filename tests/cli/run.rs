//! `treewright run`.

use super::harness::{Folder, GUARD, MustHold as _, assert_holds};

/// A scenario in which the guard sees somebody in frame 3.
pub const SEEN: &str = r#"{
  "format": "treewright-scenario",
  "version": 1,
  "name": "Somebody comes",
  "tree": "guard.bt.json",
  "dt": 0.5,
  "frames": 4,
  "steps": [
    {
      "frame": 3,
      "set": {"seen": true},
      "expect": {
        "running": ["Chase"],
        "aborts": [{"conditional": "Sees somebody?"}]
      }
    }
  ]
}
"#;

fn folder() -> Folder {
    Folder::with_guard().with("seen.scenario.json", SEEN)
}

#[test]
fn each_frame_shows_the_state_of_every_node() {
    let ended = folder().works("run --frames 2 guard.bt.json");
    ended.out_holds("Frame 1, 0.1 s: Running + Frame 2, 0.2 s: Running, unchanged");
    let line = |name: &str| {
        let mut lines = ended.out.lines();
        lines
            .find(|line| line.contains(name))
            .unwrap_or_else(|| panic!("{name}?"))
            .to_owned()
    };
    assert_holds(&line("Patrol"), &["└─", "Stand-in n5", "running"]);
    line("Sees somebody?").must_hold("│  ├─ + Compare bool n3 + failed");
    assert_holds(&line("Chase Stand-in"), &["n4", "idle"]);
    assert_holds(&line("Alarm"), &["aborts Lower priority", "failed"]);
    assert!(!ended.out.contains("Frame 3"));
}

#[test]
fn an_abort_is_a_sentence() {
    let ended = folder().works("run --scenario seen.scenario.json guard.bt.json");
    ended.out_holds("Frame 3, 1.5 s: Running + `Sees somebody?` (n3) became true (Lower priority of `Alarm` (n2))");
    ended.out_holds("Abort: `Patrol` (n5) was aborted: + continues at `Alarm` (n2)");
}

#[test]
fn a_failed_scenario_is_reported_and_ends_with_1() {
    let wrong = SEEN.replace("\"running\": [\"Chase\"]", "\"running\": [\"Patrol\"]");
    let folder = Folder::with_guard().with("w.scenario.json", wrong);
    let ended = folder.finds("run --scenario w.scenario.json guard.bt.json");
    ended.out_holds(
        "The scenario fails: Frame 3: `Patrol` (n5): expected to run, found running: `Chase` (n4)",
    );
}

#[test]
fn a_recording_has_a_head_and_a_line_per_frame() {
    let folder = folder();
    let to_terminal = folder.works("run --frames 3 --trace - guard.bt.json");
    let lines: Vec<serde_json::Value> = to_terminal
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[0]["format"], "treewright-trace");
    assert_eq!(lines[0]["tree"], "guard.bt.json");
    assert_eq!(lines[1]["frame"], 1);
    assert_eq!(lines[1]["status"], "Running");
    assert_eq!(lines[1]["events"][0], serde_json::json!(["start", "n1"]));
    assert_eq!(lines[1]["stacks"], serde_json::json!([["n1", "n5"]]));
    assert_eq!(
        lines[2]["events"][0],
        serde_json::json!(["check", "n3", "Failure"])
    );
    let to_file = folder.works("run --frames 3 --trace t.jsonl guard.bt.json");
    assert_eq!(folder.read("t.jsonl"), to_terminal.out);
    assert_holds(&to_file.out, &["Frame 3"]);
}

#[test]
fn equal_runs_have_equal_recordings() {
    let folder = folder();
    let arguments = "run --frames 20 --seed 5 --trace - guard.bt.json";
    assert_eq!(folder.works(arguments).out, folder.works(arguments).out);
}

#[test]
fn a_tree_that_ends_ends_the_run() {
    let text = GUARD.replace("\"mode\": \"Ask\"", "\"mode\": \"Constant\"");
    let folder = Folder::new().with("e.bt.json", text);
    let ended = folder.works("run --frames 5 e.bt.json");
    assert_holds(&ended.out, &["Frame 1, 0.1 s: Success"]);
    assert!(!ended.out.contains("Frame 2"), "{}", ended.out);
}

#[test]
fn json_is_a_line_per_frame() {
    let ended = folder().works("run --frames 2 --format json guard.bt.json");
    let first: serde_json::Value = serde_json::from_str(ended.out.lines().next().unwrap()).unwrap();
    assert_eq!(first["nodes"]["n5"], "Running");
    assert_eq!(first["nodes"]["n3"], "Failure");
    assert_eq!(ended.out.lines().count(), 2);
}

#[test]
fn a_tree_that_cannot_run_is_reported() {
    let broken = GUARD.replace("\"task\": \"CompareBool\"", "\"task\": \"Smells\"");
    let folder = Folder::new().with("b.bt.json", broken);
    folder.refuses("run b.bt.json => b.bt.json:21:27 + n3 + Smells");
    folder.refuses("run --scenario no.scenario.json b.bt.json => no.scenario.json");
}

#[test]
fn errors_of_the_tree_are_reported_before_the_run() {
    let wrong = GUARD.replacen("\"mode\": \"Ask\"", "\"mode\": \"Aks\"", 1);
    let folder = Folder::with_guard().with("wrong.bt.json", wrong);
    let ended = folder.run("run wrong.bt.json");
    assert_holds(&ended.err, &["error: wrong.bt.json:27", "Aks"]);
    assert!(ended.out.contains("Frame 1"), "the rest runs");
    assert_eq!(folder.run("run guard.bt.json").err, "");
    let machine = folder.run("run wrong.bt.json --format json");
    assert_eq!(machine.err, "", "machines look at the output only");
}

#[test]
fn a_recording_that_cannot_be_written_is_reported_before_the_run() {
    let folder = folder();
    for file in ["nowhere/t.jsonl", "guard.bt.json/t.jsonl"] {
        let ended = folder.refuses(&format!("run --trace {file} guard.bt.json"));
        assert_eq!(ended.out, "", "nothing has run");
        assert_holds(&ended.err, &[file, "cannot write the recording"]);
        assert!(!ended.err.contains(".tmp"), "{}", ended.err);
    }
    let names = folder.names();
    folder.refuses("run --trace t.jsonl --scenario no.scenario.json guard.bt.json");
    assert_eq!(folder.names(), names, "no trace without a run");
}

#[test]
fn only_changes_are_printed_on_request() {
    let folder = folder();
    let all = folder.works("run --frames 6 guard.bt.json").out;
    let changes = folder.works("run --frames 6 --changes guard.bt.json").out;
    assert!(changes.len() < all.len(), "{changes}");
    assert_holds(&changes, &["Frame 1", "idle", "→", "running"]);
    let last = changes.lines().filter(|line| line.starts_with("Frame"));
    assert!(last.count() < 6, "{changes}");
    let machine = folder.works("run --frames 6 --changes --format json guard.bt.json");
    let frames: Vec<serde_json::Value> = machine
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert!(!frames.is_empty() && frames.len() < 6);
    assert_eq!(frames[0]["nodes"]["n5"], "Running");
}

#[test]
fn one_node_is_printed_by_name_or_id() {
    let folder = folder();
    let by_id = folder.works("run --frames 2 --node n5 guard.bt.json").out;
    assert_eq!(by_id.lines().count(), 4, "{by_id}");
    let machine = folder.works("run --frames 1 --node n5 --format json guard.bt.json");
    let frame: serde_json::Value = serde_json::from_str(machine.out.trim()).unwrap();
    assert_eq!(frame["nodes"].as_object().unwrap().len(), 1);
    let refused = folder.refuses("run --node n55 guard.bt.json");
    assert_holds(&refused.err, &["n55"]);
}
