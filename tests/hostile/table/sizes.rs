//! Rows 6–8, 19 and 26 by size: what is only large or deep, which must be opened, and what is larger than any work, which must be refused.
//! Where size is not the point, the tests take smaller ones than the benchmark.

use super::makers::{
    behaviac, behavior3, btcpp, chain, cycles, deep_save, document, list, nested, original,
    same_ids, saved, variables, wide,
};
use super::{Case, Expected, Reader};
use Expected::{Fine, Refused, Says};

/// How large things are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// For tests of a debug build.
    Small,
    /// As the table has them.
    Full,
}

impl Scale {
    fn of(self, full: usize) -> usize {
        match self {
            Self::Small => full / 50,
            Self::Full => full,
        }
    }
}

/// How to make a case; made one by one, since some have tens of megabytes.
pub type Make = fn(Scale) -> Case;

/// All of them.
pub fn sizes() -> Vec<Make> {
    [
        documents(),
        refused_documents(),
        more_refused_documents(),
        beside_documents(),
        xml(),
        json(),
        more_json(),
    ]
    .concat()
}

/// Our own documents that are large or deep.
fn documents() -> Vec<Make> {
    vec![
        |scale| good(7, "a chain", Reader::Document, &chain(scale.of(100_000))),
        |scale| good(8, "many nodes", Reader::Document, &wide(scale.of(100_000))),
        |scale| {
            good(
                8,
                "many children of one node",
                Reader::Document,
                &wide(scale.of(50_000)),
            )
        },
        |scale| {
            says(
                9,
                "many nodes of one id",
                &same_ids(scale.of(100_000)),
                "duplicate_id",
            )
        },
        |scale| {
            says(
                10,
                "many children that are not there",
                &document(&format!(
                    r#"{{"id": "a", "task": "Sequence", "children": [{}]}}"#,
                    list(scale.of(100_000), |i| format!("\"z{i}\""))
                )),
                "dangling_id",
            )
        },
        |scale| says(11, "many cycles", &cycles(scale.of(50_000)), "cycle"),
        |scale| {
            good(
                26,
                "many variables",
                Reader::Document,
                &variables(scale.of(100_000)),
            )
        },
    ]
}

/// Our own documents that are larger than any work.
fn refused_documents() -> Vec<Make> {
    vec![
        |_| {
            refused(
                7,
                "a chain of a million nodes",
                Reader::Document,
                &chain(1_000_000),
            )
        },
        |_| {
            refused(
                8,
                "more nodes than a document has",
                Reader::Document,
                &wide(200_001),
            )
        },
        |_| {
            refused(
                10,
                "more children than are read",
                Reader::Document,
                &document(&format!(
                    r#"{{"id": "a", "task": "Sequence", "children": [{}]}}"#,
                    list(500_000, |i| format!("\"{i}\""))
                )),
            )
        },
        |_| {
            refused(
                13,
                "a million roots",
                Reader::Document,
                &format!(
                    r#"{{"format": "treewright", "version": 1, "root": [{}], "nodes": []}}"#,
                    list(1_000_000, |i| format!("\"{i}\""))
                ),
            )
        },
        |_| {
            refused(
                26,
                "a million variables",
                Reader::Document,
                &variables(1_000_000),
            )
        },
    ]
}

/// Our own documents that are larger than any work.
fn more_refused_documents() -> Vec<Make> {
    vec![
        |_| {
            refused(
                26,
                "a million parameters",
                Reader::Document,
                &document(&format!(
                    r#"{{"id": "a", "task": "Idle", "parameters": {{{}}}}}"#,
                    list(1_000_000, |i| format!("\"{i}\": 1"))
                )),
            )
        },
        |_| {
            refused(
                26,
                "a list of thirty million numbers",
                Reader::Document,
                &document(&format!(
                    r#"{{"id": "a", "task": "Idle", "parameters": {{"x": [{}1]}}}}"#,
                    "1,".repeat(30_000_000)
                )),
            )
        },
        |_| {
            refused(
                26,
                "a text of 20 MB",
                Reader::Document,
                &document(&format!(
                    r#"{{"id": "a", "task": "Log", "parameters": {{"text": "{}"}}}}"#,
                    "x".repeat(20_000_000)
                )),
            )
        },
        |_| {
            refused(
                17,
                "a million unknown fields",
                Reader::Document,
                &format!(
                    r#"{{"format": "treewright", "version": 1, {}}}"#,
                    list(1_000_000, |i| format!("\"{i}\": 1"))
                ),
            )
        },
        |_| {
            refused(
                8,
                "a million notes",
                Reader::Document,
                &format!(
                    r#"{{"format": "treewright", "version": 1, "notes": [{}{{}}]}}"#,
                    "{},".repeat(1_000_000)
                ),
            )
        },
    ]
}

/// Scenarios and libraries.
fn beside_documents() -> Vec<Make> {
    vec![
        |_| {
            refused(
                8,
                "a million steps at one frame",
                Reader::Scenario,
                &format!(
                    r#"{{"format": "treewright-scenario", "version": 1, "steps": [{}]}}"#,
                    list(1_000_000, |_| r#"{"frame": 2}"#.to_owned())
                ),
            )
        },
        |scale| {
            good(
                8,
                "many steps",
                Reader::Scenario,
                &format!(
                    r#"{{"format": "treewright-scenario", "version": 1, "steps": [{}]}}"#,
                    list(scale.of(100_000), |i| format!(
                        r#"{{"frame": {}, "set": {{"v": 1}}}}"#,
                        i + 1
                    ))
                ),
            )
        },
        |scale| {
            good(
                8,
                "many tasks",
                Reader::Library,
                &format!(
                    r#"{{"format": "treewright-tasks", "version": 1, "tasks": [{}]}}"#,
                    list(scale.of(100_000), |i| format!(
                        r#"{{"name": "T{i}", "category": "Action"}}"#
                    ))
                ),
            )
        },
    ]
}

/// Files of XML.
fn xml() -> Vec<Make> {
    vec![
        |scale| {
            good(
                7,
                "deep elements",
                Reader::Btcpp,
                &btcpp(&nested(
                    scale.of(10_000),
                    "<Inverter>",
                    "<A/>",
                    "</Inverter>",
                )),
            )
        },
        |_| {
            refused(
                7,
                "elements too deep",
                Reader::Btcpp,
                &btcpp(&nested(100_000, "<Inverter>", "<A/>", "</Inverter>")),
            )
        },
        |scale| {
            good(
                8,
                "many elements",
                Reader::Btcpp,
                &btcpp(&format!(
                    "<Sequence>{}</Sequence>",
                    "<A/>".repeat(scale.of(50_000))
                )),
            )
        },
        |_| {
            refused(
                8,
                "more elements than are read",
                Reader::Btcpp,
                &btcpp(&format!(
                    "<Sequence>{}</Sequence>",
                    "<A/>".repeat(1_100_000)
                )),
            )
        },
        |scale| {
            good(
                7,
                "deep elements",
                Reader::Behaviac,
                &behaviac(&nested(
                    scale.of(10_000),
                    "<node class=\"Sequence\">",
                    "<node class=\"Noop\"/>",
                    "</node>",
                )),
            )
        },
        |scale| {
            good(
                8,
                "many elements",
                Reader::Behaviac,
                &behaviac(&format!(
                    "<node class=\"Sequence\">{}</node>",
                    "<node class=\"Noop\"/>".repeat(scale.of(50_000))
                )),
            )
        },
    ]
}

/// Other tools' files of JSON.
fn json() -> Vec<Make> {
    vec![
        |scale| {
            good(
                7,
                "deep nodes",
                Reader::Behavior3,
                &behavior3(&nested(scale.of(10_000), B3_OPEN, B3_LEAF, "]}")),
            )
        },
        |scale| {
            good(
                7,
                "deep nodes below a wide indent",
                Reader::Behavior3,
                &behavior3(&nested(scale.of(40_000), B3_OPEN, B3_LEAF, "]}")).replacen(
                    '{',
                    &format!("{{\n{}", " ".repeat(64)),
                    1,
                ),
            )
        },
        |_| {
            refused(
                7,
                "nodes too deep",
                Reader::Behavior3,
                &behavior3(&nested(300_000, B3_OPEN, B3_LEAF, "]}")),
            )
        },
        |scale| {
            good(
                8,
                "many nodes",
                Reader::Behavior3,
                &behavior3(&format!(
                    "{B3_OPEN}{}]}}",
                    list(scale.of(50_000), |_| B3_LEAF.to_owned())
                )),
            )
        },
        |_| {
            refused(
                8,
                "twenty million values",
                Reader::Behavior3,
                &behavior3(&format!(
                    r#"{{"name":"Log","args":{{"a":[{}1]}}}}"#,
                    "1,".repeat(20_000_000)
                )),
            )
        },
    ]
}

/// Other tools' files of JSON.
fn more_json() -> Vec<Make> {
    vec![
        |_| {
            refused(
                19,
                "a name of 10 MB",
                Reader::Behavior3,
                &behavior3(&format!(r#"{{"name":"{}"}}"#, "x".repeat(10_000_000))),
            )
        },
        |_| {
            refused(
                19,
                "a text of 20 MB",
                Reader::Behavior3,
                &behavior3(&format!(
                    r#"{{"name":"Log","args":{{"message":"{}"}}}}"#,
                    "x".repeat(20_000_000)
                )),
            )
        },
        |scale| {
            good(
                8,
                "many nodes",
                Reader::Original,
                &original(scale.of(50_000)),
            )
        },
        |scale| {
            good(
                8,
                "many nodes",
                Reader::SaveJson,
                &format!("[{}]", saved(&list(scale.of(50_000), |_| saved("")))),
            )
        },
        |scale| {
            good(
                7,
                "deep nodes",
                Reader::SaveJson,
                &format!("[{}]", deep_save(scale.of(10_000))),
            )
        },
        |_| {
            refused(
                7,
                "nodes too deep",
                Reader::SaveJson,
                &format!("[{}]", deep_save(60_000)),
            )
        },
    ]
}

/// What says that something is larger or deeper than what is read.
const LIMITS: &[&str] = &[
    "too_large",
    "too_deep",
    "too_long",
    "too_many_values",
    "too_many_parts",
    "wrong_field",
];

const B3_OPEN: &str = r#"{"id":"1","name":"Sequence","children":["#;
const B3_LEAF: &str = r#"{"id":"1","name":"Log"}"#;

fn good(row: u8, what: &'static str, reader: Reader, text: &str) -> Case {
    Case::new(row, what, reader, text, Fine)
}

fn refused(row: u8, what: &'static str, reader: Reader, text: &str) -> Case {
    Case::new(row, what, reader, text, Refused(LIMITS))
}

fn says(row: u8, what: &'static str, text: &str, code: &'static str) -> Case {
    Case::new(row, what, Reader::Document, text, Says(code, ""))
}
