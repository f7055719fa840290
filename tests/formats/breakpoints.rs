//! Breakpoint files: what the program writes is valid by the schema, and the program refuses what the schema refuses.

use jsonschema::Validator;
use proptest::prelude::*;
use serde_json::{Value as Json, json};
use treewright_core::runtime::EndStatus;
use treewright_core::value::Value;
use treewright_insight::breakpoint::{Breakpoint, NodeEvent, StopAt};
use treewright_insight::breakpoints_json;
use treewright_insight::breakpoints_json::ProjectBreakpoints;

use super::{complaints, schema};

fn breakpoints_schema() -> Validator {
    schema("treewright-breakpoints-1.json")
}

fn breakpoint() -> impl Strategy<Value = Breakpoint> {
    let name = "[a-z\u{4e00}-\u{4e20}\" ]{1,8}";
    let event = prop_oneof![
        Just(NodeEvent::Start),
        Just(NodeEvent::Abort),
        Just(NodeEvent::End(None)),
        prop::sample::select(EndStatus::ALL.to_vec()).prop_map(|s| NodeEvent::End(Some(s))),
    ];
    let at = prop_oneof![
        (name, event).prop_map(|(node, event)| StopAt::Node((&*node).into(), event)),
        name.prop_map(|name| StopAt::Written(name.into())),
        (name, any::<i64>()).prop_map(|(name, to)| StopAt::Becomes(name.into(), Value::Int(to))),
        name.prop_map(|text| StopAt::Expression(text.into())),
    ];
    let rest = (any::<bool>(), 1_u64..99, prop::option::of(name));
    (at, rest).prop_map(|(at, (enabled, from_hit, log))| Breakpoint {
        enabled,
        from_hit,
        log: log.map(Into::into),
        ..Breakpoint::new(at)
    })
}

proptest! {
    #[test]
    fn every_written_file_is_valid_by_the_schema(list in prop::collection::vec(breakpoint(), 0..6)) {
        let documents = [("a/b.bt.json".to_owned(), list)].into();
        let all = ProjectBreakpoints { documents, ..ProjectBreakpoints::default() };
        let text = breakpoints_json::write(&all);
        prop_assert_eq!(complaints(&breakpoints_schema(), &text), Vec::<String>::new());
    }
}

#[test]
fn the_reader_refuses_whatever_the_schema_refuses() {
    let schema = breakpoints_schema();
    let wrong: [Json; 16] = [
        json!("n"),
        json!({"node": 3}),
        json!({"node": "n", "expression": "true"}),
        json!({"node": "n", "enabled": 1}),
        json!({"node": "n", "log": true}),
        json!({"variable": ""}),
        json!({"variable": "v", "on": "start"}),
        json!({"variable": "v", "on": "becomes", "value": null}),
        json!({}),
        json!({"node": ""}),
        json!({"node": "n", "variable": "v"}),
        json!({"node": "n", "on": "jump"}),
        json!({"node": "n", "on": "end", "status": "Running"}),
        json!({"variable": "v", "on": "becomes"}),
        json!({"expression": 3}),
        json!({"node": "n", "from_hit": -1}),
    ];
    for breakpoint in wrong {
        let file = json!({
            "format": "treewright-breakpoints", "version": 1, "documents": {"a": [breakpoint]},
        });
        let text = file.to_string();
        assert!(!complaints(&schema, &text).is_empty(), "{text}");
        assert!(breakpoints_json::read(text.as_bytes()).is_err(), "{text}");
    }
}
