//! Recordings of runs: replayed elsewhere, and compared.

use super::harness::{Folder, GUARD, assert_holds};

const SEES: &str = r#"{"format": "treewright-scenario", "version": 1, "frames": 6,
    "leaves": {"Patrol": {"updates": "RRRRRRR"}},
    "steps": [{"frame": 3, "dt": 0.25, "set": {"seen": true}, "events": [{"name": "seen", "payload": 1.5}],
               "interrupt": [{"key": "k", "result": "Success"}]}, {"frame": 5, "force": {"Chase": "Success"}}]}"#;

const CALLS: &str = r#"{"format": "treewright", "version": 1, "name": "Calls", "root": "n1", "nodes": [
    {"id": "n1", "task": "Sequence", "children": ["n2", "n3"]},
    {"id": "n2", "task": "SendEvent", "parameters": {"name": "ring", "payload": 5}},
    {"id": "n3", "task": "WaitForEvent", "parameters": {"name": "ring"}}]}"#;

fn recorded(scenario: &str) -> Folder {
    let folder = Folder::with_guard().with("s.scenario.json", scenario);
    folder.works("run --scenario s.scenario.json --trace t.trace.jsonl guard.bt.json");
    folder
}

#[test]
fn a_recording_replays_elsewhere_byte_for_byte() {
    let folder = recorded(SEES);
    let recorded = folder.read("t.trace.jsonl");
    assert_holds(
        &recorded,
        &[
            r#""did":[{"set":{"seen":true},"agent":0},{"send":{"name":"seen","payload":1.5}},"#,
            r#"{"interrupt":{"key":"k","result":"Success"},"agent":0}],"#,
            r#""frame":3,"dt":0.25"#,
            r#""force":{"n4":"Success"}"#,
        ],
    );
    let live = folder.works("run --scenario s.scenario.json guard.bt.json");
    let elsewhere = Folder::new().with("t.trace.jsonl", &recorded);
    let again = elsewhere.works("run t.trace.jsonl --trace again.jsonl");
    assert_eq!(elsewhere.read("again.jsonl"), recorded);
    assert_holds(&again.out, &["Frame 3, 0.45 s", "Abort:", "Chase"]);
    assert_holds(&live.out, &["Abort:"]);
    let three = elsewhere.works("run t.trace.jsonl --frames 2");
    assert!(!three.out.contains("Frame 3"), "{}", three.out);
    let machine = elsewhere.works("run t.trace.jsonl --format json");
    assert_eq!(machine.out.lines().count(), 6);
}

#[test]
fn a_node_of_a_recording_is_explained_up_to_the_input() {
    let folder = recorded(SEES);
    let ended = folder.works("why t.trace.jsonl --node Patrol --frame 3");
    assert_holds(
        &ended.out,
        &[
            "Patrol in frame 3",
            "“Patrol” was aborted: “Sees somebody?” became true",
            "seen (true)",
            "“seen” changed from false to true: it was set from outside before frame 3",
        ],
    );
    let forced = folder.works("why t.trace.jsonl --node Chase");
    assert_holds(&forced.out, &["The result of “Chase” was set from outside"]);
    let json = folder.json(0, "why t.trace.jsonl --node n5 --frame 3");
    assert_eq!(
        (&json["name"], &json["frame"]),
        (&"Patrol".into(), &3.into())
    );
    assert_eq!(json["reasons"][0]["code"], "interrupted_when_true");
    assert_eq!(json["reasons"][0]["conditions"][0]["holds"], true);
    assert_eq!(json["reasons"][1]["code"], "value_input_changed");
    let event = Folder::new().with("calls.bt.json", CALLS);
    event.works("run calls.bt.json --frames 2 --trace t.trace.jsonl");
    let heard = |frame: u64| {
        let told = event.json(0, &format!("why t.trace.jsonl --node n3 --frame {frame}"));
        let mut reasons = told["reasons"].as_array().unwrap().iter();
        let found = reasons.find(|reason| reason["event"].is_object());
        found.unwrap_or_else(|| panic!("{told}")).clone()
    };
    let waits = serde_json::json!({"name": "ring", "arrived": false});
    assert_eq!(heard(1)["event"], waits);
    let arrived = heard(2);
    let sent = serde_json::json!({"name": "ring", "arrived": true, "payload": 5, "sender": "node"});
    assert_eq!(arrived["event"], sent);
    assert_eq!(
        (&arrived["node"], &arrived["frame"]),
        (&"n2".into(), &1.into())
    );
    folder.refuses("why t.trace.jsonl --node Nobody => no node Nobody");
    // An unnamed node has the name that is shown, if no other one has it.
    let unnamed = folder.json(0, "why t.trace.jsonl --node Selector --frame 3");
    assert_eq!(unnamed["node"], "n1");
    event.refuses("why t.trace.jsonl --node WaitForEvents => no node WaitForEvents");
    let twice = r#"{"format": "treewright", "version": 1, "root": "n1", "nodes": [
        {"id": "n1", "task": "Sequence", "children": ["n2", "n3"]},
        {"id": "n2", "task": "Wait"}, {"id": "n3", "task": "Wait"}]}"#;
    let twice = Folder::new().with("twice.bt.json", twice);
    twice.works("run twice.bt.json --frames 2 --trace t.trace.jsonl");
    twice.refuses("why t.trace.jsonl --node Wait => Several nodes are called Wait");
    twice.refuses("why t.trace.jsonl --node Wait => Give the id of one of them: n2");
    folder.refuses("why t.trace.jsonl --node Patrol --frame 40 => frame 40");
}

#[test]
fn a_recording_contains_the_documents_and_libraries_of_its_run() {
    let library = r#"{"format": "treewright-tasks", "version": 1, "tasks": [{"name": "Shoot", "category": "Action", "stand_in": "Running"}]}"#;
    let inner = r#"{"format": "treewright", "version": 1, "libraries": ["own.tasks.json"], "root": "a", "nodes": [{"id": "a", "task": "Shoot"}]}"#;
    let outer = r#"{"format": "treewright", "version": 1, "root": "r", "nodes": [
        {"id": "r", "task": "Sequence", "children": ["s"]},
        {"id": "s", "task": "Subtree", "parameters": {"file": "lib/inner.bt.json"}}]}"#;
    let folder = Folder::new()
        .with("treewright.project.json", "")
        .with("outer.bt.json", outer)
        .with("lib/inner.bt.json", inner)
        .with("lib/own.tasks.json", library);
    folder.works("run --trace t.jsonl outer.bt.json");
    let elsewhere = Folder::new().with("t.jsonl", folder.read("t.jsonl"));
    elsewhere.works("run t.jsonl => Shoot s/a + running");
    let head = folder.read("t.jsonl");
    assert_holds(&head, &["lib/inner.bt.json", "own.tasks.json"]);
}

#[test]
fn a_replay_that_differs_from_the_recording_fails() {
    let folder = recorded(SEES);
    let text = folder.read("t.trace.jsonl");
    let other = text.replacen(
        r#"["check","n3","Success"]"#,
        r#"["check","n3","Failure"]"#,
        1,
    );
    assert_ne!(text, other);
    let folder = folder.with("other.jsonl", other);
    let ended = folder.finds("run other.jsonl");
    assert_holds(&ended.err, &["other.jsonl", "frame 3", "Record it again"]);
    assert_holds(&ended.out, &["Frame 2"]);
    folder.refuses("run t.trace.jsonl --seed 4 => replayed with its own seed");
    folder.refuses("run no.jsonl => no such file + --trace");
}

#[test]
fn an_incomplete_recording_shows_its_complete_frames() {
    let folder = recorded(SEES);
    let text = folder.read("t.trace.jsonl");
    let folder = folder.with("cut.jsonl", &text[..text.len() - 30]);
    let ended = folder.finds("run cut.jsonl");
    assert_holds(&ended.out, &["Frame 5"]);
    assert!(!ended.out.contains("Frame 6"), "{}", ended.out);
    assert_holds(
        &ended.err,
        &["Line 7 is incomplete", "The frames before it are complete"],
    );
}

#[test]
fn two_recordings_are_compared_to_the_first_frame_in_which_they_differ() {
    let folder = recorded(SEES);
    let later = SEES.replace(r#""frame": 3, "dt": 0.25"#, r#""frame": 4"#);
    let other = recorded(&later);
    let folder = folder.with("u.jsonl", other.read("t.trace.jsonl"));
    folder.works("compare t.trace.jsonl t.trace.jsonl => The recordings are equal: 6 frames.");
    let ended = folder.finds("compare t.trace.jsonl u.jsonl");
    ended.out_holds("The recordings first differ in frame 3: + ≠ 0.25 s + ≠ `seen` is set to true");
    ended.out_holds("`Patrol` (n5) is interrupted");
    ended.out_holds("`Sees somebody?` (n3) is checked: Success");
    let told = folder.finds("compare t.trace.jsonl u.jsonl --format json");
    let told: serde_json::Value = serde_json::from_str(told.out.trim()).unwrap();
    assert_eq!(told["same_frames"], 2);
    assert_eq!(told["frame"], 3);
    assert_eq!(told["rows"][0]["differs"], true);
    assert_eq!(told["rows"][0]["left"]["text"], "0.25");
}

#[test]
fn different_lengths_trees_and_seeds_are_reported() {
    let folder = Folder::with_guard().with("o.bt.json", GUARD.replace("\"Patrol\"", "\"Walk\""));
    folder.works("run --frames 4 --seed 1 --trace a.jsonl guard.bt.json");
    folder.works("run --frames 6 --seed 2 --trace b.jsonl o.bt.json");
    let ended = folder.finds("compare a.jsonl b.jsonl");
    ended.out_holds(
        "The documents or task libraries of the recordings differ + The seeds differ: 1 and 2.",
    );
    ended.out_holds("The recordings first differ in frame 5: + a.jsonl ends after 4 frames.");
    folder.refuses("compare a.jsonl guard.bt.json => guard.bt.json");
}

/// A recording of a guard, whom a cook with a tree of its own joins before the second frame.
fn guard_and_cook() -> String {
    let file = |id: &str, name: &str, leaf: &str| {
        let document = serde_json::json!({"format": "treewright", "version": 1, "root": id, "nodes": [
            {"id": id, "task": "Sequence", "name": name, "children": [leaf]}, {"id": leaf, "task": "Idle"}]});
        serde_json::json!([{"path": "", "text": document.to_string()}])
    };
    let (guard, cook) = (file("n1", "Stands guard", "n2"), file("n1", "Cooks", "n3"));
    let head = format!(
        r#"{{"format":"treewright-trace","version":1,"tree":"guard.bt.json","dt":0.5,"seed":1,"documents":{guard}}}"#
    );
    let start = |leaf: &str| {
        format!(
            r#"[["start","n1"],["start","{leaf}"],["update","{leaf}","Running"]],"stacks":[["n1","{leaf}"]]"#
        )
    };
    let first = format!(
        r#"{{"frame":1,"status":"Running","events":{}}}"#,
        start("n2")
    );
    let added = format!(r#"{{"seed":2,"tree":"cook.bt.json","documents":{cook}}}"#);
    let second = format!(
        r#"{{"frame":2,"did":[{{"add":{added}}}],"status":"Running","events":[["update","n2","Running"]],"stacks":[["n1","n2"]],"agents":[{{"agent":1,"status":"Running","events":{}}}]}}"#,
        start("n3")
    );
    [head, first, second, String::new()].join("\n")
}

#[test]
fn agents_of_different_trees_are_shown_and_explained_with_their_own() {
    let folder = Folder::new().with("t.trace.jsonl", guard_and_cook());
    let replayed = folder.works("run t.trace.jsonl --trace again.jsonl");
    assert_holds(
        &replayed.out,
        &["Stands guard", "Agent 1", "Agent 2", "Cooks"],
    );
    folder.works("compare t.trace.jsonl again.jsonl");
    folder.works("render t.trace.jsonl -o frame.svg");
    let only = folder.works("run t.trace.jsonl --node n2 --changes");
    assert!(!only.out.contains("Agent 2"), "{}", only.out);
    let cook = folder.works("why t.trace.jsonl --node n1 --agent 2");
    assert_holds(&cook.out, &["Cooks in frame 2"]);
    let guard = folder.works("why t.trace.jsonl --node n1");
    assert_holds(&guard.out, &["Stands guard in frame 2"]);
    folder.refuses("why t.trace.jsonl --node n2 --agent 2 => agent 2 has no node n2");
    folder.refuses("why t.trace.jsonl --node n1 --agent 2 --frame 1 => no agent 2 in frame 1");
}

#[test]
fn nodes_of_another_file_are_called_by_their_own_names() {
    let captain = r#"{"format": "treewright", "version": 1, "root": "n1", "nodes": [
        {"id": "n1", "task": "Selector", "name": "Captain", "children": ["n2", "n3"]},
        {"id": "n2", "task": "Subtree", "name": "Lead", "parameters": {"file": "fighter.bt.json"}},
        {"id": "n3", "task": "Idle", "name": "Step back"}]}"#;
    let fighter = r#"{"format": "treewright", "version": 1, "root": "n1", "nodes": [
        {"id": "n1", "task": "Sequence", "name": "Fighter", "children": ["n2", "n3"]},
        {"id": "n2", "task": "Succeed", "name": "Badly hurt?"},
        {"id": "n3", "task": "Fail", "name": "Recover"}]}"#;
    let folder = Folder::new()
        .with("captain.bt.json", captain)
        .with("fighter.bt.json", fighter);
    folder.works("run captain.bt.json --frames 1 --trace t.trace.jsonl");
    let lead = folder.works("why t.trace.jsonl --node Lead");
    assert_holds(
        &lead.out,
        &[
            "“Lead” returned Failure because “Fighter” returned Failure",
            "“Fighter” returned Failure because “Recover” returned Failure",
        ],
    );
    let json = folder.json(0, "why t.trace.jsonl --node Recover");
    assert_eq!(
        (&json["node"], &json["name"]),
        (&"n2/n3".into(), &"Recover".into())
    );
    assert_eq!(json["reasons"][0]["node"], "n2/n3");
    assert_eq!(json["reasons"][0]["text"], "“Recover” returned Failure");
}
