//! Recordings and their published schema, line by line.

use serde_json::Value as Json;
use treewright_core::format::native;
use treewright_core::project::Project;
use treewright_insight::recording::Recording;
use treewright_insight::recording_json;
use treewright_insight::recording_json::{Setup, Sources};

use super::{complaints, examples, schema};

/// Records a run of a document that refers to no other document.
fn recorded(text: &str) -> Option<String> {
    let document = native::read(text.as_bytes()).unwrap().document;
    let sources = Sources::of(&Project::alone(&document), []).unwrap();
    let program = sources.unpack().unwrap().compile(&[]).program?;
    let setup = Setup {
        tree: "example.bt.json".to_owned(),
        dt: 0.1,
        seed: 7,
        leaves: Vec::new(),
        sources: sources.clone(),
        added_trees: Vec::new(),
    };
    let mut recording = Recording::new(program, 7);
    for _ in 0..30 {
        recording.step(0.1);
    }
    Some(recording_json::write(&mut recording, &setup, &[sources]).unwrap())
}

#[test]
fn recordings_of_the_examples_are_valid_by_the_schema() {
    let schema = schema("treewright-trace-1.json");
    let texts = examples(".bt.json");
    let recorded: Vec<String> = texts.iter().filter_map(|(_, t)| recorded(t)).collect();
    assert!(recorded.len() > 2);
    for line in recorded.iter().flat_map(|text| text.lines()) {
        assert_eq!(complaints(&schema, line), Vec::<String>::new(), "{line}");
    }
}

#[test]
fn the_reader_refuses_whatever_the_schema_refuses() {
    let schema = schema("treewright-trace-1.json");
    let (_, example) = &examples("guard.bt.json")[0];
    let text = recorded(example).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let refused = |number: usize, change: &dyn Fn(&mut Json)| {
        let mut line: Json = serde_json::from_str(lines[number]).unwrap();
        change(&mut line);
        let line = line.to_string();
        assert_ne!(complaints(&schema, &line), Vec::<String>::new(), "{line}");
        let mut file = lines.clone();
        file[number] = &line;
        let whole = file.join("\n") + "\n";
        let read = recording_json::read(whole.as_bytes());
        assert!(read.is_err(), "{line}");
    };
    let with = |field: &'static str, value: &str| {
        let value: Json = serde_json::from_str(value).unwrap();
        move |line: &mut Json| line[field] = value.clone()
    };
    let without = |field: &'static str| {
        move |line: &mut Json| drop(line.as_object_mut().unwrap().remove(field))
    };
    let head = 0;
    refused(head, &with("format", "\"treewright\""));
    refused(head, &with("version", "2"));
    refused(head, &with("dt", "-0.1"));
    refused(head, &with("seed", "\"seven\""));
    refused(head, &with("leaves", r#"{"n1": {"always": "Maybe"}}"#));
    refused(head, &with("documents", "{}"));
    refused(head, &with("documents", r#"[{"text": "{}"}]"#));
    refused(head, &with("libraries", r#"[{"path": "a", "kind": 1}]"#));
    refused(head, &with("speed", "2"));
    refused(head, &without("tree"));
    refused(head, &without("documents"));
    let frame = 2;
    refused(frame, &with("frame", "0"));
    refused(frame, &with("status", "\"Idle\""));
    refused(frame, &with("events", r#"[["jump", "n1"]]"#));
    refused(frame, &with("events", r#"[["start"]]"#));
    refused(frame, &with("events", r#"[["end", "n1", "Maybe"]]"#));
    refused(frame, &with("stacks", r#"["n1"]"#));
    refused(frame, &with("stack", "[]"));
    refused(frame, &with("dt", "\"long\""));
    refused(frame, &with("did", "[{}]"));
    refused(frame, &with("did", r#"[{"set": {"a": 1}}]"#));
    refused(
        frame,
        &with("did", r#"[{"set": {"a": 1, "b": 2}, "agent": 0}]"#),
    );
    refused(frame, &with("did", r#"[{"set": {"a": null}, "agent": 0}]"#));
    refused(
        frame,
        &with("did", r#"[{"force": {"n1": "Idle"}, "agent": 0}]"#),
    );
    refused(
        frame,
        &with("did", r#"[{"interrupt": {"key": "a"}, "agent": 0}]"#),
    );
    refused(frame, &with("did", r#"[{"add": {"seed": -1}}]"#));
    refused(
        frame,
        &with("did", r#"[{"add": {"seed": 1}, "remove": 1}]"#),
    );
    refused(frame, &with("did", r#"[{"swap": {"libraries": []}}]"#));
    refused(frame, &with("agents", r#"[{"agent": 1}]"#));
    refused(frame, &without("events"));
}
