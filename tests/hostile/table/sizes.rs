//! Rows 6–8, 19 and 26 by size: large or deep files that must be opened, and files beyond all limits that must be refused. Where size does not
//! matter, the tests use smaller ones than the benchmark.

use super::makers::{
    behaviac, behavior3, btcpp, chain, cycles, deep_save, document, list, nested, original,
    same_ids, saved, variables, wide,
};
use super::{Case, Expected, Reader};
use Expected::{Fine, Refused, Says};

/// The size of the cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// For tests in a debug build.
    Small,
    /// As listed in the table.
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

/// Creates a case. Cases are created one by one, since some have tens of megabytes.
pub type Make = fn(Scale) -> Case;

/// Returns all cases of this file.
pub fn sizes() -> Vec<Make> {
    [
        documents(),
        refused_documents(),
        beside_documents(),
        xml(),
        json(),
    ]
    .concat()
}

/// Large or deep native documents.
fn documents() -> Vec<Make> {
    rows! {
        7 Document "a chain", scale: chain(scale.of(100_000)) => Fine;
        8 Document "many nodes", scale: wide(scale.of(100_000)) => Fine;
        8 Document "many children of one node", scale: wide(scale.of(50_000)) => Fine;
        9 Document "many nodes of one id", scale: same_ids(scale.of(100_000))
            => Says("duplicate_id", "");
        10 Document "many children that are not there", scale:
            document(&format!(r#"{{"id": "a", "task": "Sequence", "children": [{}]}}"#,
                list(scale.of(100_000), |i| format!("\"z{i}\""))))
            => Says("dangling_id", "");
        11 Document "many cycles", scale: cycles(scale.of(50_000)) => Says("cycle", "");
        26 Document "many variables", scale: variables(scale.of(100_000)) => Fine;
    }
}

/// Native documents beyond the limits.
fn refused_documents() -> Vec<Make> {
    rows! {
        7 Document "a chain of a million nodes", _: chain(1_000_000) => Refused(LIMITS);
        8 Document "more nodes than a document has", _: wide(200_001) => Refused(LIMITS);
        10 Document "more children than are read", _:
            document(&format!(r#"{{"id": "a", "task": "Sequence", "children": [{}]}}"#,
                list(500_000, |i| format!("\"{i}\""))))
            => Refused(LIMITS);
        13 Document "a million roots", _:
            format!(r#"{{"format": "treewright", "version": 1, "root": [{}], "nodes": []}}"#,
                list(1_000_000, |i| format!("\"{i}\"")))
            => Refused(LIMITS);
        26 Document "a million variables", _: variables(1_000_000) => Refused(LIMITS);
        26 Document "a million parameters", _:
            document(&format!(r#"{{"id": "a", "task": "Idle", "parameters": {{{}}}}}"#,
                list(1_000_000, |i| format!("\"{i}\": 1"))))
            => Refused(LIMITS);
        26 Document "a list of thirty million numbers", _:
            document(&format!(r#"{{"id": "a", "task": "Idle", "parameters": {{"x": [{}1]}}}}"#,
                "1,".repeat(30_000_000)))
            => Refused(LIMITS);
        26 Document "a text of 20 MB", _:
            document(&format!(r#"{{"id": "a", "task": "Log", "parameters": {{"text": "{}"}}}}"#,
                "x".repeat(20_000_000)))
            => Refused(LIMITS);
        17 Document "a million unknown fields", _:
            format!(r#"{{"format": "treewright", "version": 1, {}}}"#, list(1_000_000,
                |i| format!("\"{i}\": 1")))
            => Refused(LIMITS);
        8 Document "a million notes", _:
            format!(r#"{{"format": "treewright", "version": 1, "notes": [{}{{}}]}}"#,
                "{},".repeat(1_000_000))
            => Refused(LIMITS);
    }
}

/// Scenarios and libraries.
fn beside_documents() -> Vec<Make> {
    rows! {
        8 Scenario "a million steps at one frame", _:
            format!(r#"{{"format": "treewright-scenario", "version": 1, "steps": [{}]}}"#,
                list(1_000_000, |_| r#"{"frame": 2}"#.to_owned()))
            => Refused(LIMITS);
        8 Scenario "many steps", scale:
            format!(r#"{{"format": "treewright-scenario", "version": 1, "steps": [{}]}}"#,
                list(scale.of(100_000), |i| format!(r#"{{"frame": {}, "set": {{"v": 1}}}}"#,
                i + 1)))
            => Fine;
        8 Library "many tasks", scale:
            format!(r#"{{"format": "treewright-tasks", "version": 1, "tasks": [{}]}}"#,
                list(scale.of(100_000), |i| format!(r#"{{"name": "T{i}", "category": "Action"}}"#)))
            => Fine;
    }
}

/// XML files.
fn xml() -> Vec<Make> {
    rows! {
        7 Btcpp "deep elements", scale:
            btcpp(&nested(scale.of(10_000), "<Inverter>", "<A/>", "</Inverter>")) => Fine;
        7 Btcpp "elements too deep", _: btcpp(&nested(100_000, "<Inverter>", "<A/>", "</Inverter>"))
            => Refused(LIMITS);
        8 Btcpp "many elements", scale:
            btcpp(&format!("<Sequence>{}</Sequence>", "<A/>".repeat(scale.of(50_000)))) => Fine;
        8 Btcpp "more elements than are read", _:
            btcpp(&format!("<Sequence>{}</Sequence>", "<A/>".repeat(1_100_000))) => Refused(LIMITS);
        7 Behaviac "deep elements", scale:
            behaviac(&nested(scale.of(10_000), "<node class=\"Sequence\">",
                "<node class=\"Noop\"/>", "</node>"))
            => Fine;
        8 Behaviac "many elements", scale:
            behaviac(&format!("<node class=\"Sequence\">{}</node>",
                "<node class=\"Noop\"/>".repeat(scale.of(50_000))))
            => Fine;
    }
}

/// JSON files of other tools.
fn json() -> Vec<Make> {
    rows! {
        7 Behavior3 "deep nodes", scale:
            behavior3(&nested(scale.of(10_000), B3_OPEN, B3_LEAF, "]}")) => Fine;
        7 Behavior3 "deep nodes below a wide indent", scale:
            behavior3(&nested(scale.of(40_000), B3_OPEN, B3_LEAF, "]}")).replacen('{',
                &format!("{{\n{}", " ".repeat(64)), 1)
            => Fine;
        7 Behavior3 "nodes too deep", _: behavior3(&nested(300_000, B3_OPEN, B3_LEAF, "]}"))
            => Refused(LIMITS);
        8 Behavior3 "many nodes", scale:
            behavior3(&format!("{B3_OPEN}{}]}}", list(scale.of(50_000), |_| B3_LEAF.to_owned())))
            => Fine;
        8 Behavior3 "twenty million values", _:
            behavior3(&format!(r#"{{"name":"Log","args":{{"a":[{}1]}}}}"#, "1,".repeat(20_000_000)))
            => Refused(LIMITS);
        19 Behavior3 "a name of 10 MB", _:
            behavior3(&format!(r#"{{"name":"{}"}}"#, "x".repeat(10_000_000))) => Refused(LIMITS);
        19 Behavior3 "a text of 20 MB", _:
            behavior3(&format!(r#"{{"name":"Log","args":{{"message":"{}"}}}}"#,
                "x".repeat(20_000_000)))
            => Refused(LIMITS);
        8 Original "many nodes", scale: original(scale.of(50_000)) => Fine;
        8 SaveJson "many nodes", scale:
            format!("[{}]", saved(&list(scale.of(50_000), |_| saved("")))) => Fine;
        7 SaveJson "deep nodes", scale: format!("[{}]", deep_save(scale.of(10_000))) => Fine;
        7 SaveJson "nodes too deep", _: format!("[{}]", deep_save(60_000)) => Refused(LIMITS);
    }
}

/// Codes for files that are larger or deeper than the limits.
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
