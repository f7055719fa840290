//! Merge conflicts in files: writing, reading and errors.

use super::super::{read, write};
use crate::abort::AbortType;
use crate::model::testing::draw;
use crate::model::{
    Conflict, ConflictKind, Delay, Document, Field, FieldValue, Literal, NodePlace, ParameterValue,
    Scope, StandIn, Subject, Variable,
};
use crate::status::Status;
use crate::value::{Value, ValueType};

fn with(conflicts: Vec<Conflict>) -> Document {
    let mut document = draw("r:Sequence[a:Wait]");
    document.conflicts = conflicts;
    document
}

/// A value for each field that can conflict.
fn values() -> Vec<(Field, FieldValue)> {
    let literal = Literal {
        value: Value::Float(1.5),
        written: Some("1.50".into()),
    };
    let text = |text: &str| FieldValue::Text(text.into());
    let parameter = FieldValue::Parameter(ParameterValue::Literal(literal.clone()));
    let mut whole = draw("");
    *whole.variables = vec![Variable::new("hp", ValueType::Int)];
    let path = Field::Override {
        path: "n4/n1".into(),
        parameter: "seconds".into(),
    };
    let branch = Box::new(draw("b:Sequence[c:Wait]"));
    let child = NodePlace::Child("a".into(), 3);
    vec![
        (Field::Presence, FieldValue::Branch(child.clone(), branch)),
        (Field::Presence, FieldValue::Whole(Box::new(whole))),
        (Field::Place, FieldValue::Place(child)),
        (Field::Place, FieldValue::Place(NodePlace::Root)),
        (Field::Place, FieldValue::Place(NodePlace::Loose(2))),
        (
            Field::Order,
            FieldValue::Nodes(vec!["b".into(), "a".into()]),
        ),
        (Field::Root, FieldValue::Node("a".into())),
        (Field::Task, text("Log")),
        (Field::Name, text("名字 \"q\"")),
        (Field::Description, text("d")),
        (Field::Comment, text("one\ntwo")),
        (Field::Abort, FieldValue::Abort(AbortType::LowerPriority)),
        (Field::Parameter("seconds".into()), parameter.clone()),
        (
            Field::Parameter("seconds".into()),
            FieldValue::Parameter(ParameterValue::variable("hp")),
        ),
        (path, parameter),
        (
            Field::StandIn,
            FieldValue::StandIn(Box::new(StandIn::After(Delay::Frames(3), Status::Success))),
        ),
        (
            Field::StandIn,
            FieldValue::StandIn(Box::new(StandIn::Unknown(r#"{"later":[1.0]}"#.into()))),
        ),
        (Field::Disabled, FieldValue::Flag(true)),
        (Field::Restart, FieldValue::Flag(false)),
        (Field::Breakpoint, FieldValue::Flag(true)),
        (Field::Initial, FieldValue::Typed(ValueType::Float, literal)),
        (Field::Scope, FieldValue::Scope(Scope::Global)),
        (Field::Seed, FieldValue::Number(u64::MAX)),
        (
            Field::Libraries,
            FieldValue::Texts(vec!["a.tasks.json".to_owned()]),
        ),
        (
            Field::Extra("future".to_owned()),
            FieldValue::Json("{\"a\":[1.0]}".to_owned()),
        ),
    ]
}

#[test]
fn every_conflict_value_round_trips() {
    let subjects = [
        Subject::Document,
        Subject::Node("a".into()),
        Subject::Variable("hp".into()),
        Subject::Tree("Rest".into()),
    ];
    let conflicts: Vec<Conflict> = values()
        .into_iter()
        .enumerate()
        .map(|(i, (field, value))| Conflict {
            kind: ConflictKind::ALL[i % ConflictKind::ALL.len()],
            subject: subjects[i % subjects.len()].clone(),
            field,
            base: (i % 2 == 0).then(|| value.clone()),
            ours: (i % 3 == 0).then(|| value.clone()),
            theirs: Some(value),
        })
        .collect();
    let document = with(conflicts);
    let text = write(&document).unwrap();
    let again = read(text.as_bytes()).unwrap().document;
    assert_eq!(again, document);
    assert_eq!(write(&again).unwrap(), text);
    // One line each.
    let lines = text.lines().filter(|line| line.contains("\"kind\""));
    assert_eq!(lines.count(), document.conflicts.len());
}

#[test]
fn damaged_conflicts_are_reported_with_their_position() {
    let plain = Conflict {
        kind: ConflictKind::BothChanged,
        subject: Subject::Node("a".into()),
        field: Field::Disabled,
        base: None,
        ours: None,
        theirs: Some(FieldValue::Flag(true)),
    };
    let text = write(&with(vec![plain])).unwrap();
    for (from, to, path) in [
        ("both_changed", "both_eaten", "merge_conflicts[0].kind"),
        ("\"disabled\"", "\"taste\"", "merge_conflicts[0].field"),
        ("true", "3", "merge_conflicts[0].theirs"),
        (
            "\"node\"",
            "\"tree\": \"x\", \"node\"",
            "merge_conflicts[0].node",
        ),
    ] {
        let error = read(text.replace(from, to).as_bytes()).unwrap_err();
        assert_eq!(error.path, path);
    }
}

#[test]
fn nested_conflicts_are_refused() {
    let mut text = "{}".to_owned();
    for _ in 0..2_000 {
        text = format!(
            r#"{{"format":"treewright","version":1,"merge_conflicts":[{{"kind":"cycle","field":"presence","ours":{{"document":{text}}}}}]}}"#
        );
    }
    assert!(read(text.as_bytes()).is_err());
}
