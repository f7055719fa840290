//! Limits on memory and output for files that are large or full of problems: a recording is never completely in memory, and only some problems are
//! listed, while all are counted.

use std::fmt::Write as _;

use super::harness::Folder;

/// Half a gigabyte, in kilobytes.
const MEMORY: usize = 500_000;

/// Nodes of type `Wait`, each with this number of unknown parameters.
fn with_unknown_parameters(nodes: usize, parameters: usize) -> String {
    let ids: Vec<_> = (0..nodes).map(|i| format!("\"n{i}\"")).collect();
    let set: Vec<_> = (0..parameters)
        .map(|i| format!("\"p{i}\":{}", i % 10))
        .collect();
    let mut text = format!(
        r#"{{"format":"treewright","version":1,"name":"Large","root":"r","nodes":[{{"id":"r","task":"Sequence","children":[{}]}}"#,
        ids.join(",")
    );
    for id in ids {
        let _ = write!(
            text,
            ",\n{{\"id\":{id},\"task\":\"Idle\",\"parameters\":{{{}}}}}",
            set.join(",")
        );
    }
    text.push_str("]}");
    text
}

#[test]
fn hundreds_of_thousands_of_problems_are_counted_and_few_listed() {
    let folder = Folder::new().with("large.bt.json", with_unknown_parameters(700, 1_000));
    let ended = folder.run_within(MEMORY, "check large.bt.json");
    assert_eq!(
        ended.code, 0,
        "warnings alone are no failure: {}",
        ended.err
    );
    ended.out_holds("0 errors, 700001 warnings + \nand 699,901 more\n");
    assert!(ended.out.lines().count() < 500);
    let ended = folder.run_within(MEMORY, "export large.bt.json --to btcpp -o large.xml");
    assert_eq!(ended.code, 0, "{}", ended.err);
}

#[test]
fn json_has_the_number_of_unlisted_problems() {
    let folder = Folder::new().with("large.bt.json", with_unknown_parameters(12, 1_000));
    let said = folder.json(1, "check large.bt.json --strict");
    assert_eq!(said["warnings"], 12_001);
    assert_eq!(said["problems"].as_array().unwrap().len(), 10_001);
    assert_eq!(said["more"], 2_000);
}

#[test]
fn errors_are_shown_before_warnings() {
    let text = with_unknown_parameters(2, 400);
    let text = text.replacen(r#""n1"]"#, r#""n1","last"]"#, 1);
    let end = text.len() - "]}".len();
    let text = format!(r#"{},{{"id":"last","task":"Sukseed"}}]}}"#, &text[..end]);
    let folder = Folder::new().with("tree.bt.json", text);
    folder.finds("check tree.bt.json => Sukseed + 1 error, 80 + and 70");
}

/// A chain whose nodes all run in each frame: a line of its recording has more than ten thousand bytes.
fn wordy() -> String {
    let id = |level: usize| format!("{}{level}", "n".repeat(95));
    let mut nodes = String::new();
    for level in 0..100 {
        let (own, next) = (id(level), id(level + 1));
        let _ = writeln!(
            nodes,
            r#"{{"id": "{own}", "task": "Sequence", "children": ["{next}"]}},"#
        );
    }
    let (root, leaf) = (id(0), id(100));
    format!(
        r#"{{"format": "treewright", "version": 1, "name": "Wordy", "root": "{root}", "nodes": [{nodes}{{"id": "{leaf}", "task": "Idle"}}]}}"#
    )
}

#[test]
fn a_recording_is_never_completely_in_memory() {
    const FRAMES: usize = 8_000;
    /// Less than the size of the recording.
    const LITTLE: usize = 70_000;
    let folder = Folder::new().with("wordy.bt.json", wordy());
    let record = format!("run wordy.bt.json --frames {FRAMES} --trace run.trace.jsonl");
    let ended = folder.run_within(LITTLE, &record);
    assert_eq!(ended.code, 0, "{}", ended.err);
    let length = std::fs::metadata(folder.path("run.trace.jsonl"))
        .unwrap()
        .len();
    assert!(length > 80_000_000, "{length}");
    for again in [
        "run run.trace.jsonl --trace again.trace.jsonl",
        "compare run.trace.jsonl again.trace.jsonl",
    ] {
        let ended = folder.run_within(LITTLE, again);
        assert_eq!(ended.code, 0, "{again}: {}", ended.err);
    }
    let bytes = |name: &str| std::fs::read(folder.path(name)).unwrap();
    assert!(bytes("run.trace.jsonl") == bytes("again.trace.jsonl"));
}
