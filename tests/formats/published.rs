//! Generated files that are committed: they must match the code that generates them, and the examples on the pages must be valid examples of their
//! formats.

use treewright_core::format::{native, tasks_json};
use treewright_explore::claims_json;
use treewright_insight::{breakpoints_json, scenario_json};
use treewright_link::live_file::LiveRecord;
use treewright_tests::published;

use super::complaints;

#[test]
fn the_committed_schemas_and_pages_match_the_code() {
    for (path, text) in published::files() {
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            kept == text,
            "{} is out of date; run: cargo run -p treewright-tests --bin schemas",
            path.display()
        );
    }
}

#[test]
fn every_schema_is_valid_and_has_a_unique_id() {
    let mut ids = Vec::new();
    for published in published::schemas() {
        assert!(jsonschema::meta::is_valid(&published.schema));
        ids.push(published.schema["$id"].to_string());
    }
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), 8);
}

#[test]
fn the_examples_on_the_pages_are_valid() {
    for about in published::ABOUT {
        let published = published::schemas()
            .into_iter()
            .find(|p| p.name == about.name);
        let schema = jsonschema::validator_for(&published.unwrap().schema).unwrap();
        let is_of_lines = matches!(about.name, "trace" | "link" | "live");
        let lines: Vec<&str> = if is_of_lines {
            about.example.lines().collect()
        } else {
            vec![about.example]
        };
        for line in lines {
            assert_eq!(complaints(&schema, line), Vec::<String>::new(), "{line}");
        }
        let bytes = about.example.as_bytes();
        match about.name {
            "bt" => drop(native::read(bytes).unwrap()),
            "scenario" => drop(scenario_json::read(bytes).unwrap()),
            "tasks" => drop(tasks_json::read(bytes).unwrap()),
            "breakpoints" => drop(breakpoints_json::read(bytes).unwrap()),
            "claims" => drop(claims_json::read(bytes).unwrap()),
            "live" => drop(LiveRecord::read(bytes, 1 << 20).unwrap()),
            // Lines of recordings leave out the texts of the documents; messages are no file.
            other => assert!(matches!(other, "trace" | "link")),
        }
    }
}
