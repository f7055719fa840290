//! A scenario to its file's text: always the same text for the same scenario.

use treewright_core::format::json_text::push_string;
use treewright_core::format::literal::push_value;
use treewright_core::format::stand_in_json;
use treewright_core::model::StandIn;
use treewright_core::runtime::Event;
use treewright_core::value::Value;

use super::{FORMAT, VERSION};
use crate::scenario::{Expectation, ExpectedAbort, Fact, Frames, Scenario, Step};

/// Fields of an object, each with its JSON.
type Fields = Vec<(String, String)>;

/// The text of a scenario.
pub fn write(scenario: &Scenario) -> String {
    let mut fields = Fields::new();
    let mut add = |key: &str, json: String| fields.push((key.to_owned(), json));
    add("format", text(FORMAT));
    add("version", VERSION.to_string());
    if let Some(schema) = &scenario.schema {
        add("$schema", text(schema));
    }
    for (key, value) in [
        ("name", &scenario.name),
        ("description", &scenario.description),
    ] {
        if !value.is_empty() {
            add(key, text(value));
        }
    }
    if let Some(tree) = &scenario.tree {
        add("tree", text(tree));
    }
    add("dt", value(&Value::Float(scenario.dt)));
    if let Some(seed) = scenario.seed {
        add("seed", seed.to_string());
    }
    add("frames", scenario.frames.to_string());
    if !scenario.leaves.is_empty() {
        let leaf = |(name, stand_in): &_| (ToString::to_string(name), leaf(stand_in));
        add(
            "leaves",
            block(1, &scenario.leaves.iter().map(leaf).collect()),
        );
    }
    if !scenario.steps.is_empty() {
        let steps = scenario.steps.iter().map(|(frame, s)| step(*frame, s));
        let steps: Vec<String> = steps.map(|json| format!("    {json}")).collect();
        add("steps", format!("[\n{}\n  ]", steps.join(",\n")));
    }
    if !scenario.no_aborts.is_empty() {
        fields.push(("no_aborts".into(), no_aborts(&scenario.no_aborts)));
    }
    let mut out = block(0, &fields);
    out.push('\n');
    out
}

fn leaf(stand_in: &StandIn) -> String {
    let mut out = String::new();
    stand_in_json::push(stand_in, &mut out);
    out
}

fn step(frame: u64, step: &Step) -> String {
    let mut fields = vec![("frame".to_owned(), frame.to_string())];
    if let Some(dt) = step.dt {
        fields.push(("dt".into(), value(&Value::Float(dt))));
    }
    if !step.set.is_empty() {
        fields.push(("set".into(), line(&values(&step.set))));
    }
    if !step.events.is_empty() {
        fields.push(("events".into(), list(step.events.iter().map(event))));
    }
    if !step.force.is_empty() {
        let force = step.force.iter();
        let force = force.map(|(name, status)| (name.to_string(), text(status.name())));
        fields.push(("force".into(), line(&force.collect())));
    }
    if !step.interrupt.is_empty() {
        let interrupt = step.interrupt.iter().map(interruption);
        fields.push(("interrupt".into(), list(interrupt)));
    }
    let expected = expectation(&step.expect);
    if !expected.is_empty() {
        fields.push(("expect".into(), block(3, &expected)));
    }
    block(2, &fields)
}

fn event(event: &Event) -> String {
    let mut fields = vec![("name".to_owned(), text(&event.name))];
    if let Some(payload) = &event.payload {
        fields.push(("payload".into(), value(payload)));
    }
    line(&fields)
}

fn interruption((key, succeeded): &(std::sync::Arc<str>, bool)) -> String {
    let result = if *succeeded { "Success" } else { "Failure" };
    line(&vec![
        ("key".into(), text(key)),
        ("result".into(), text(result)),
    ])
}

/// Facts of the same field come one after the other.
fn expectation(expect: &Expectation) -> Fields {
    let mut fields: Vec<(&'static str, Fields, String)> = Vec::new();
    for fact in expect.facts() {
        let (field, name) = place(&fact);
        let json = fact_value(&fact);
        let named = name.map(|name| (name.to_owned(), json.clone()));
        match (fields.last_mut(), named) {
            (Some((last, members, _)), Some(named)) if *last == field => members.push(named),
            (_, named) => fields.push((field, named.into_iter().collect(), json)),
        }
    }
    let field = |(field, members, json): (&str, Fields, String)| {
        let json = if members.is_empty() {
            json
        } else {
            line(&members)
        };
        (field.to_owned(), json)
    };
    fields.into_iter().map(field).collect()
}

/// The field of an expectation in which a fact stands, and its name there if it is one of several.
pub(super) fn place(fact: &Fact) -> (&'static str, Option<&str>) {
    match fact {
        Fact::Status(_) => ("status", None),
        Fact::Node(name, _) => ("nodes", Some(name)),
        Fact::Ended(name, _) => ("ended", Some(name)),
        Fact::Running(_) => ("running", None),
        Fact::Variable(name, _) => ("variables", Some(name)),
        Fact::Aborts(_) => ("aborts", None),
        Fact::NoAborts(_) => ("no_aborts", None),
    }
}

/// What stands there.
pub(super) fn fact_value(fact: &Fact) -> String {
    match fact {
        Fact::Status(status) => text(status.name()),
        Fact::Node(_, state) => text(state.name()),
        Fact::Ended(_, ending) => text(ending.name()),
        Fact::Running(names) => list(names.iter().map(|name| text(name))),
        Fact::Variable(_, held) => value(held),
        Fact::Aborts(aborts) => list(aborts.iter().map(abort)),
        Fact::NoAborts(frames) => no_aborts(&[*frames]),
    }
}

/// A fact as files hold it, in one line: `"nodes": {"Chase": "Running"}`.
pub fn write_fact(fact: &Fact) -> String {
    let (field, name) = place(fact);
    let value = fact_value(fact);
    let value = match name {
        Some(name) => line(&vec![(name.to_owned(), value)]),
        None => value,
    };
    format!("{}: {value}", text(field))
}

/// The frames in which nothing may be aborted.
pub(super) fn no_aborts(list_of: &[Frames]) -> String {
    list(list_of.iter().map(|frames| {
        line(&vec![
            ("from".into(), frames.from.to_string()),
            ("to".into(), frames.to.to_string()),
        ])
    }))
}

fn abort(abort: &ExpectedAbort) -> String {
    let mut fields = vec![("conditional".to_owned(), text(&abort.conditional))];
    if let Some(scope) = &abort.scope {
        fields.push(("scope".into(), text(scope)));
    }
    line(&fields)
}

fn values(values: &[(std::sync::Arc<str>, Value)]) -> Fields {
    let values = values.iter();
    values
        .map(|(name, v)| (name.to_string(), value(v)))
        .collect()
}

fn value(value: &Value) -> String {
    let mut out = String::new();
    push_value(value, &mut out);
    out
}

fn text(text: &str) -> String {
    let mut out = String::new();
    push_string(text, &mut out);
    out
}

/// An object on one line.
fn line(fields: &Fields) -> String {
    let fields: Vec<_> = fields
        .iter()
        .map(|(key, json)| format!("{}: {json}", text(key)))
        .collect();
    format!("{{{}}}", fields.join(", "))
}

/// An object with a line for each field, indented so deep.
fn block(depth: usize, fields: &Fields) -> String {
    let before = "  ".repeat(depth + 1);
    let field = |(key, json): &(String, String)| format!("{before}{}: {json}", text(key));
    let fields: Vec<_> = fields.iter().map(field).collect();
    format!("{{\n{}\n{}}}", fields.join(",\n"), "  ".repeat(depth))
}

fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(", "))
}
