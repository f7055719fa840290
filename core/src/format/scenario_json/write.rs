//! A scenario to its file's text: always the same text for the same scenario.

use super::{FORMAT, VERSION};
use crate::format::json_text::push_string;
use crate::format::literal::push_value;
use crate::format::stand_in_json;
use crate::model::StandIn;
use crate::runtime::Event;
use crate::scenario::{Expectation, ExpectedAbort, Scenario, Step};
use crate::value::Value;

/// Fields of an object, each with its JSON.
type Fields = Vec<(String, String)>;

/// The text of a scenario.
pub fn write(scenario: &Scenario) -> String {
    let mut fields = Fields::new();
    let mut add = |key: &str, json: String| fields.push((key.to_owned(), json));
    add("format", text(FORMAT));
    add("version", VERSION.to_string());
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
    if !step.set.is_empty() {
        fields.push(("set".into(), line(&values(&step.set))));
    }
    if !step.events.is_empty() {
        fields.push(("events".into(), list(step.events.iter().map(event))));
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

fn expectation(expect: &Expectation) -> Fields {
    let mut fields = Fields::new();
    let mut add = |key: &str, json: String| fields.push((key.to_owned(), json));
    if let Some(status) = expect.status {
        add("status", text(status.name()));
    }
    if !expect.nodes.is_empty() {
        let nodes = expect.nodes.iter();
        let nodes = nodes.map(|(name, state)| (name.to_string(), text(state.name())));
        add("nodes", line(&nodes.collect()));
    }
    if let Some(running) = &expect.running {
        add("running", list(running.iter().map(|name| text(name))));
    }
    if !expect.variables.is_empty() {
        add("variables", line(&values(&expect.variables)));
    }
    if let Some(aborts) = &expect.aborts {
        add("aborts", list(aborts.iter().map(abort)));
    }
    fields
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
