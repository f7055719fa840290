//! Writes scenario files: always the same text for the same scenario.

use std::sync::Arc;

use treewright_core::format::json_text::push_string;
use treewright_core::format::json_writer::{Writer, push_list, push_named, push_rows};
use treewright_core::format::literal::{push_display, push_value};
use treewright_core::format::stand_in_json;
use treewright_core::value::Value;

use super::{FORMAT, VERSION};
use crate::scenario::{Expectation, ExpectedAbort, Fact, FrameRange, Scenario, ScenarioStep};

/// Returns the text of a scenario.
pub fn write(scenario: &Scenario) -> String {
    let mut fields = Writer::new(1);
    fields.text("format", FORMAT);
    fields.field("version", |out| push_display(VERSION, out));
    if let Some(schema) = &scenario.schema {
        fields.text("$schema", schema);
    }
    for (key, text) in [
        ("name", &scenario.name),
        ("description", &scenario.description),
    ] {
        if !text.is_empty() {
            fields.text(key, text);
        }
    }
    if let Some(tree) = &scenario.tree {
        fields.text("tree", tree);
    }
    fields.field("dt", |out| push_value(&Value::Float(scenario.dt), out));
    if let Some(seed) = scenario.seed {
        fields.field("seed", |out| push_display(seed, out));
    }
    fields.field("frames", |out| push_display(scenario.frames, out));
    if !scenario.leaves.is_empty() {
        fields.field("leaves", |out| {
            let mut leaves = Writer::new(2);
            for (leaf, played) in &scenario.leaves {
                leaves.field(leaf, |out| stand_in_json::push(played, out));
            }
            out.push_str(&leaves.finish());
        });
    }
    if !scenario.steps.is_empty() {
        let steps: Vec<_> = scenario.steps.iter().collect();
        fields.field("steps", |out| push_rows(&steps, 2, out, push_step));
    }
    if !scenario.no_aborts.is_empty() {
        fields.field("no_aborts", |out| {
            out.push_str(&no_aborts(&scenario.no_aborts));
        });
    }
    fields.finish() + "\n"
}

fn push_step((frame, step): &(&u64, &ScenarioStep), out: &mut String) {
    let mut fields = Writer::new(3);
    fields.field("frame", |out| push_display(frame, out));
    if let Some(dt) = step.dt {
        fields.field("dt", |out| push_value(&Value::Float(dt), out));
    }
    named(&mut fields, "set", &step.set, push_value);
    if !step.events.is_empty() {
        fields.field("events", |out| {
            push_objects(&step.events, out, |event, fields| {
                fields.text("name", &event.name);
                if let Some(payload) = &event.payload {
                    fields.field("payload", |out| push_value(payload, out));
                }
            });
        });
    }
    named(&mut fields, "force", &step.force, |status, out| {
        push_string(status.name(), out);
    });
    if !step.interrupt.is_empty() {
        fields.field("interrupt", |out| {
            push_objects(&step.interrupt, out, |interruption, fields| {
                fields.text("key", &interruption.key);
                fields.text("result", interruption.result.name());
            });
        });
    }
    if let Some(seed) = step.seed {
        fields.field("seed", |out| push_display(seed, out));
    }
    if step.expect != Expectation::default() {
        fields.field("expect", |out| push_expectation(&step.expect, out));
    }
    out.push_str(&fields.finish());
}

fn push_expectation(expect: &Expectation, out: &mut String) {
    let mut fields = Writer::new(4);
    if let Some(status) = expect.status {
        fields.text("status", status.name());
    }
    named(&mut fields, "nodes", &expect.nodes, |state, out| {
        push_string(state.name(), out);
    });
    named(&mut fields, "ended", &expect.ended, |ending, out| {
        push_string(ending.name(), out);
    });
    if let Some(running) = &expect.running {
        fields.field("running", |out| push_running(running, out));
    }
    named(&mut fields, "variables", &expect.variables, push_value);
    if let Some(aborts) = &expect.aborts {
        fields.field("aborts", |out| push_aborts(aborts, out));
    }
    out.push_str(&fields.finish());
}

/// Returns the field of an expectation that contains a fact, and the fact's name in it if the field has several.
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

/// Returns the JSON value of a fact.
pub(super) fn fact_value(fact: &Fact) -> String {
    let mut out = String::new();
    match fact {
        Fact::Status(status) => push_string(status.name(), &mut out),
        Fact::Node(_, state) => push_string(state.name(), &mut out),
        Fact::Ended(_, ending) => push_string(ending.name(), &mut out),
        Fact::Running(names) => push_running(names, &mut out),
        Fact::Variable(_, held) => push_value(held, &mut out),
        Fact::Aborts(aborts) => push_aborts(aborts, &mut out),
        Fact::NoAborts(frames) => return no_aborts(&[*frames]),
    }
    out
}

/// Returns a fact as in files, on one line: `"nodes": {"Chase": "Running"}`.
pub fn write_fact(fact: &Fact) -> String {
    let (field, name) = place(fact);
    let mut value = fact_value(fact);
    if let Some(name) = name {
        let held = std::mem::take(&mut value);
        push_named([(name, held)], &mut value, |held, out| out.push_str(&held));
    }
    format!("\"{field}\": {value}")
}

/// Returns the JSON list of frames without aborts.
pub(super) fn no_aborts(list_of: &[FrameRange]) -> String {
    let mut out = String::new();
    push_objects(list_of, &mut out, |frames, fields| {
        fields.field("from", |out| push_display(frames.from, out));
        fields.field("to", |out| push_display(frames.to, out));
    });
    out
}

fn push_running(names: &[Arc<str>], out: &mut String) {
    push_list(names, out, |name, out| push_string(name, out));
}

fn push_aborts(aborts: &[ExpectedAbort], out: &mut String) {
    push_objects(aborts, out, |abort, fields| {
        fields.text("conditional", &abort.conditional);
        if let Some(scope) = &abort.scope {
            fields.text("scope", scope);
        }
    });
}

/// Writes a field with named values, on one line; nothing if there are none.
fn named<T>(
    fields: &mut Writer,
    key: &str,
    named: &[(Arc<str>, T)],
    push: impl Fn(&T, &mut String),
) {
    if !named.is_empty() {
        let members = named.iter().map(|(name, value)| (name, value));
        fields.field(key, |out| push_named(members, out, push));
    }
}

/// Writes a list of objects, each on one line.
fn push_objects<T>(items: &[T], out: &mut String, fill: impl Fn(&T, &mut Writer)) {
    push_list(items, out, |item, out| {
        let mut fields = Writer::on_one_line();
        fill(item, &mut fields);
        out.push_str(&fields.finish());
    });
}
