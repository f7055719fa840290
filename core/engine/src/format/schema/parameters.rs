//! Adds the built-in node types to the schema of a node, from their declarations, so that text editors can complete
//! names and parameters and show help. It never makes a file invalid: games have their own tasks, and `check` reports
//! parameters of a wrong type.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value as Json, json};

use crate::format::literal::push_value;
use crate::model::{NodeDeclaration, ParameterDeclaration, ParameterType};
use crate::nodes;
use crate::value::ValueType;

/// The name of a task.
pub struct Task;

impl JsonSchema for Task {
    fn schema_name() -> Cow<'static, str> {
        "task".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let known = nodes::declarations().into_iter().map(|kind| {
            let summary = format!("{}: {}", kind.category.name(), kind.summary);
            json!({"const": kind.task, "description": summary})
        });
        let any = json!({"description": "A task that a game declares.", "type": "string", "minLength": 1});
        json_schema!({"anyOf": known.chain([any]).collect::<Vec<_>>()})
    }
}

/// Adds the parameters of each built-in node type to the schema of a node.
pub fn complete_parameters(node: &mut Schema) {
    let kinds = nodes::declarations();
    let with_parameters = kinds.iter().filter(|kind| !kind.parameters.is_empty());
    let rules: Vec<Json> = with_parameters.map(node_type_rule).collect();
    node.insert("allOf".into(), rules.into());
}

/// Returns the rule: a node of this type has these parameters, among others.
fn node_type_rule(kind: &NodeDeclaration) -> Json {
    let all = kind.parameters.iter();
    let properties: Map<String, Json> =
        all.map(|p| (p.name.to_string(), of_parameter(p))).collect();
    json!({
        "if": {"properties": {"task": {"const": kind.task}}},
        "then": {"properties": {"parameters": {"properties": properties}}}
    })
}

fn of_parameter(parameter: &ParameterDeclaration) -> Json {
    let mut schema = Map::new();
    let mut help = parameter.help.to_string();
    if !parameter.unit.is_empty() {
        help = format!("{help} Unit: {}.", parameter.unit);
    }
    schema.insert("description".into(), help.into());
    if let Some(default) = &parameter.default {
        let mut text = String::new();
        push_value(default, &mut text);
        if let Ok(default) = serde_json::from_str(&text) {
            schema.insert("default".into(), default);
        }
    }
    if let Some(usual_values) = usual_values(&parameter.parameter_type) {
        schema.insert(
            "anyOf".into(),
            json!([usual_values, {"$ref": "#/$defs/parameter"}]),
        );
    }
    schema.into()
}

/// The usual values, where that is more specific than "any parameter".
fn usual_values(of: &ParameterType) -> Option<Json> {
    match of {
        ParameterType::Value(ValueType::Bool) => Some(json!({"type": "boolean"})),
        ParameterType::Choice(choices) => Some(json!({"enum": choices})),
        _ => None,
    }
}
