//! Reading and writing of task libraries, and their errors.

mod errors;
mod hostile;

use super::{read, write};
use crate::category::Category;
use crate::library::TaskLibrary;
use crate::model::{ActsLike, ExpressionType, ParameterType, Range};
use crate::runtime::Status;
use crate::value::{Value, ValueType};

/// A file in canonical form that uses every field.
const FULL: &str = r##"{
  "format": "treewright-tasks",
  "version": 1,
  "$schema": "https://example.org/schema.json",
  "name": "Arena",
  "description": "What fighters can do.\nAnd see.",
  "tasks": [
    {
      "name": "EnemyInRange",
      "category": "Conditional",
      "summary": "Somebody hostile is near.",
      "stand_in": "Failure",
      "parameters": [
        {"name": "range", "type": "float", "default": 12.5, "range": [0, 50], "unit": "m", "help": "In meters.", "measure": {"id": "m"}}
      ]
    },
    {
      "name": "移动",
      "category": "Action",
      "summary": "Walks.",
      "details": "- There: Success.",
      "icon": "directions_run",
      "color": "#2E7d32",
      "stand_in": "Running",
      "results": ["Success", "Running"],
      "max_frames": 30,
      "parameters": [
        {"name": "to", "type": "vec3", "required": true},
        {"name": "gait", "type": "choice", "choices": ["Walk", "Run"], "default": "Walk"},
        {"name": "steps", "type": "int", "default": 3, "range": [-5, 1.5e16]},
        {"name": "over", "type": "[vec2]", "default": []},
        {"name": "into", "type": "variable", "of": "int"},
        {"name": "any", "type": "variable"},
        {"name": "value", "type": "same", "as": "any"},
        {"name": "while", "type": "expression", "of": "bool", "default": "true"},
        {"name": "new", "type": "expression", "as": "any", "required": true},
        {"name": "tree", "type": "tree"}
      ],
      "since": [1, null]
    },
    {
      "name": "Vote",
      "category": "Composite",
      "child_parameters": [
        {"name": "weight", "type": "float", "default": 1.0, "shown": true}
      ]
    },
    {
      "name": "Slow",
      "category": "Decorator",
      "stand_in": "PassThrough"
    }
  ],
  "later": {"a": []}
}
"##;

fn library(text: &str) -> TaskLibrary {
    read(text.as_bytes()).unwrap().library
}

/// A file with these tasks.
fn file(tasks: &str) -> String {
    format!("{{\"format\": \"treewright-tasks\", \"version\": 1, \"tasks\": [\n{tasks}]}}")
}

/// A file with a task that has this parameter.
fn with_parameter(parameter: &str) -> String {
    file(&format!(
        "{{\"name\": \"T\", \"category\": \"Action\", \"parameters\": [\n{parameter}]}}"
    ))
}

#[test]
fn a_canonical_file_round_trips() {
    assert_eq!(write(&library(FULL)), FULL);
}

/// A reader that rounds floats with very many digits inexactly would change the file with each save.
#[test]
fn a_range_with_very_many_digits_is_exact_and_round_trips() {
    let digits = format!("{}600", "2".repeat(106));
    let text = FULL.replace(r#""range": [0, 50]"#, &format!(r#""range": [0, {digits}]"#));
    assert_ne!(text, FULL);
    let read = library(&text);
    let near = read.task("EnemyInRange").unwrap();
    let range = near.declaration.parameter("range").unwrap().range.unwrap();
    let nearest: f64 = digits.parse().unwrap();
    assert_eq!(range.max.to_bits(), nearest.to_bits());
    assert_eq!(library(&write(&read)), read);
}

#[test]
fn every_part_of_a_file_is_read() {
    let arena = library(FULL);
    assert_eq!(arena.name, "Arena");
    let near = arena.task("EnemyInRange").unwrap();
    assert_eq!(near.declaration.category, Category::Conditional);
    assert_eq!(near.stand_in, Some(Status::Failure));
    let slow = arena.task("Slow").unwrap();
    assert_eq!(slow.acts_like, Some(ActsLike::PassThrough));
    let range = near.declaration.parameter("range").unwrap();
    assert_eq!(range.default, Some(Value::Float(12.5)));
    assert_eq!(range.unit, "m");
    assert_eq!(
        range.range,
        Some(Range {
            min: 0.0,
            max: 50.0
        })
    );
    assert_eq!(range.help, "In meters.");
    assert!(!range.required);
    let walk = &arena.task("移动").unwrap().declaration;
    assert_eq!(walk.icon, "directions_run");
    assert_eq!(walk.color.as_deref(), Some("#2E7d32"));
    let of = |name: &str| walk.parameter(name).unwrap().parameter_type.clone();
    assert!(walk.parameter("to").unwrap().required);
    assert_eq!(of("gait"), ParameterType::choice(["Walk", "Run"]));
    assert_eq!(
        of("into"),
        ParameterType::VariableName(Some(ValueType::Int))
    );
    assert_eq!(of("any"), ParameterType::VariableName(None));
    assert_eq!(of("value"), ParameterType::SameAs("any".into()));
    let of_any = ExpressionType::SameAs("any".into());
    assert_eq!(of("new"), ParameterType::Expression(of_any));
    assert_eq!(of("tree"), ParameterType::Tree);
    let vote = &arena.task("Vote").unwrap().declaration;
    assert_eq!(vote.child_parameters[0].name, "weight");
    assert_eq!(vote.arity().max, usize::MAX);
}

#[test]
fn a_whole_number_is_a_default_for_a_float() {
    let text = with_parameter(r#"{"name": "p", "type": "float", "default": 3}"#);
    let parameter = &library(&text).tasks[0].declaration.parameters[0];
    assert_eq!(parameter.default, Some(Value::Float(3.0)));
}

#[test]
fn tasks_have_the_positions_of_their_names() {
    let places = read(FULL.as_bytes()).unwrap().positions;
    let lines: Vec<_> = places.iter().map(|p| (p.line, p.column)).collect();
    assert_eq!(lines, [(9, 15), (18, 15), (42, 15), (49, 15)]);
}

#[test]
fn taken_names_do_not_make_a_file_unreadable() {
    let task = |name| format!(r#"{{"name": "{name}", "category": "Action"}}"#);
    let text = file(&[task("Wait"), task("Shoot"), task("Shoot")].join(","));
    assert_eq!(library(&text).tasks.len(), 3);
}
