//! Breakpoints survive writing and reading, and damaged files report their problems.

use proptest::prelude::*;
use treewright_core::runtime::EndStatus;
use treewright_core::value::Value;

use super::{FORMAT, ProjectBreakpoints, read, write};
use crate::breakpoint::{Breakpoint, NodeEvent, StopAt};

fn breakpoints() -> impl Strategy<Value = Breakpoint> {
    let name = "[a-z\u{4e00}-\u{4e20}\"{} ]{1,8}";
    let event = prop_oneof![
        Just(NodeEvent::Start),
        Just(NodeEvent::Abort),
        Just(NodeEvent::End(None)),
        prop::sample::select(EndStatus::ALL.to_vec()).prop_map(|s| NodeEvent::End(Some(s))),
    ];
    let value = prop_oneof![
        any::<bool>().prop_map(Value::Bool),
        any::<i64>().prop_map(Value::Int),
        (-1e6..1e6).prop_map(Value::Float),
        name.prop_map(|text| Value::from(&*text)),
    ];
    let at = prop_oneof![
        (name, event).prop_map(|(node, event)| StopAt::Node((&*node).into(), event)),
        name.prop_map(|name| StopAt::Written(name.into())),
        (name, value).prop_map(|(name, value)| StopAt::Becomes(name.into(), value)),
        name.prop_map(|text| StopAt::Expression(text.into())),
    ];
    let extra = prop::collection::btree_map("x_[a-z]{1,4}", "[0-9]{1}", 0..2);
    let texts = (prop::option::of(name), prop::option::of(name));
    (at, any::<bool>(), 1_u64..9, texts, extra).prop_map(
        |(at, enabled, from_hit, (condition, log), extra)| Breakpoint {
            condition: condition
                .filter(|_| matches!(at, StopAt::Node(..)))
                .map(Into::into),
            at,
            enabled,
            from_hit,
            log: log.map(Into::into),
            extra,
        },
    )
}

proptest! {
    #[test]
    fn written_breakpoints_read_back(
        documents in prop::collection::btree_map("[a-z/.]{1,9}", prop::collection::vec(breakpoints(), 1..5), 0..4),
        extra in prop::collection::btree_map("x_[a-z]{1,4}", "[0-9]{1}", 0..2),
    ) {
        let all = ProjectBreakpoints { documents, extra };
        let text = write(&all);
        let again = read(text.as_bytes()).unwrap();
        prop_assert_eq!(&again, &all);
        prop_assert_eq!(write(&again), text);
    }

    #[test]
    fn arbitrary_bytes_do_not_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = read(&bytes);
    }

    #[test]
    fn a_changed_byte_does_not_panic(place in 0_usize..400, byte: u8) {
        let mut bytes = EXAMPLE.as_bytes().to_vec();
        let place = place % bytes.len();
        bytes[place] = byte;
        let _ = read(&bytes);
    }
}

const EXAMPLE: &str = r#"{
  "format": "treewright-breakpoints",
  "version": 1,
  "documents": {
    "guard.bt.json": [
      {"node": "n7", "on": "start"},
      {"node": "n7", "on": "end", "status": "Failure", "from_hit": 3},
      {"node": "n4", "on": "abort", "enabled": false},
      {"variable": "health", "on": "becomes", "value": 3},
      {"variable": "health", "on": "written", "log": "health is {health}", "later": [1, 2]},
      {"expression": "health < 10"}
    ]
  },
  "newer": true
}
"#;

#[test]
fn the_example_is_reproduced_exactly() {
    let all = read(EXAMPLE.as_bytes()).unwrap();
    assert_eq!(all.documents["guard.bt.json"].len(), 6);
    assert_eq!(write(&all), EXAMPLE);
}

#[test]
fn a_document_with_an_empty_list_is_omitted() {
    let file =
        r#"{"format": "treewright-breakpoints", "version": 1, "documents": {"guard.bt.json": []}}"#;
    let all = read(file.as_bytes()).unwrap();
    assert_eq!(all, ProjectBreakpoints::default());
    assert_eq!(read(write(&all).as_bytes()).unwrap(), all);
}

#[test]
fn faults_have_a_message_and_a_location() {
    let said = |list: &str| {
        let text = format!(
            "{{\"format\": \"{FORMAT}\", \"version\": 1, \"documents\": {{\"a\": {list}}}}}"
        );
        let error = read(text.as_bytes()).unwrap_err();
        format!("{}: {error}", error.path)
    };
    for (list, expected) in [
        (r#"[{"node": "n", "on": "jump"}]"#, "start, end or abort"),
        (
            r#"[{"node": "n", "on": "end", "status": "Running"}]"#,
            "Success, Failure or Inactive",
        ),
        (r#"[{"variable": "v", "on": "becomes"}]"#, "value"),
        (r#"[{"variable": "v", "node": "n"}]"#, "one of"),
        (r"[{}]", "one of"),
        (r#"[{"node": ""}]"#, "must not be empty"),
        (r#"[{"node": "n", "enabled": 3}]"#, "expected a bool"),
        ("7", "a list"),
    ] {
        let said = said(list);
        assert!(
            said.contains(expected) && said.starts_with("documents.a"),
            "{list}: {said}"
        );
    }
    let many = format!("[{}]", vec![r#"{"node": "n"}"#; 1001].join(","));
    assert!(said(&many).contains("limit 1000"));
}
