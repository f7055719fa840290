//! What a search finds, and what replacing makes of it.

use std::sync::Arc;

use treewright_core::model::{
    Document, DocumentBuilder, Node, ParameterValue, Scope, StandIn, Variable,
};
use treewright_core::value::ValueType;

use super::*;
use crate::edit::{Command, History, Selection};

/// A guard with a variable that is bound, read by an expression and given to a subtree.
fn guard() -> Document {
    let mut builder = DocumentBuilder::new("Guard of the gate");
    let mut health = Variable::new("health", ValueType::Float);
    health.scope = Scope::Subtree;
    health.comment = "health of the guard".to_owned();
    builder.variable(health);
    let root = builder.root(Node::new("n1", "Sequence")).unwrap();
    let mut wait = Node::new("n2", "Wait").with_parameter("seconds", ParameterValue::literal(2.5));
    wait.name = "Guard waits".to_owned();
    wait.comment = "until the health is back".to_owned();
    builder.child(&root, wait).unwrap();
    let compare =
        Node::new("n3", "CompareFloat").with_parameter("left", ParameterValue::variable("health"));
    builder.child(&root, compare).unwrap();
    let read = ParameterValue::literal("health > 2.0 && max(health, 1.0) > 1.0");
    let read = Node::new("n4", "Expression").with_parameter("expression", read);
    builder.child(&root, read).unwrap();
    let run = Node::new("n5", "Subtree")
        .with_parameter("tree", ParameterValue::literal("rest"))
        .with_parameter("health", ParameterValue::literal(3.0));
    builder.child(&root, run).unwrap();
    builder.finish()
}

fn query(text: &str, fields: Fields) -> Query {
    Query {
        text: text.to_owned(),
        fields,
        ..Query::default()
    }
}

fn found(document: &Document, query: &Query, limit: usize) -> Found {
    let words = Words {
        library: &NodeLibrary::builtin(),
        kind: &|task| {
            if task == "Wait" {
                "等待".to_owned()
            } else {
                task.to_owned()
            }
        },
        parameter: &|_, name| name.to_owned(),
    };
    find(document, &words, query, limit)
}

/// Owner and spot of each find, as text.
fn places(document: &Document, text: &str, fields: Fields) -> Vec<String> {
    let found = found(document, &query(text, fields), 100);
    found.matches.iter().map(place).collect()
}

fn place(found: &Match) -> String {
    let owner = match &found.owner {
        Owner::Node(id) => id.to_string(),
        Owner::Variable(name) => format!("${name}"),
        Owner::Document => "document".to_owned(),
        other => format!("{other:?}"),
    };
    let spot = match &found.spot {
        Spot::Parameter(name) => format!("parameter {name}"),
        Spot::Value(name) => format!("value {name}"),
        other => format!("{other:?}").to_lowercase(),
    };
    format!("{owner} {spot}")
}

#[test]
fn each_field_is_found_by_its_own_text() {
    let document = guard();
    let only = |text, field| places(&document, text, Fields::only(field));
    assert_eq!(only("guard", Field::Name), ["document name", "n2 name"]);
    assert_eq!(only("等待", Field::Kind), ["n2 kind"]);
    assert_eq!(only("wait", Field::Kind), ["n2 kind"], "files call it so");
    assert_eq!(only("seconds", Field::Parameter), ["n2 parameter seconds"]);
    assert_eq!(only("2.5", Field::Parameter), ["n2 value seconds"]);
    assert_eq!(
        only("health", Field::Comment),
        ["n2 comment", "$health comment"]
    );
    assert_eq!(only("N4", Field::Id), ["n4 id"]);
    assert_eq!(
        only("health", Field::Variable),
        ["n3 value left", "n4 value expression", "$health name"]
    );
    assert!(
        only("max", Field::Variable).is_empty(),
        "a function is no variable"
    );
}

#[test]
fn a_text_that_holds_it_twice_is_one_find_with_two_places() {
    let found = found(
        &guard(),
        &query("health", Fields::only(Field::Parameter)),
        100,
    );
    let read = found
        .matches
        .iter()
        .find(|m| m.text.contains("max"))
        .unwrap();
    assert_eq!(read.ranges, [0..6, 20..26]);
}

#[test]
fn no_more_is_kept_than_was_asked_for() {
    let few = found(&guard(), &query("n", Fields::only(Field::Id)), 3);
    assert_eq!((few.matches.len(), few.more), (3, true));
    let all = found(&guard(), &query("n", Fields::only(Field::Id)), 5);
    assert_eq!((all.matches.len(), all.more), (5, false));
}

/// Replaces all that is found as one step, takes it back, and gives the document between.
fn replaced(text: &str, with: &str, fields: Fields) -> (Document, usize) {
    let mut document = guard();
    let before = document.clone();
    let library = NodeLibrary::builtin();
    let query = query(text, fields);
    let matches = found(&document, &query, 100).matches;
    let replacement = replacement(&document, &library, &query, with, &matches);
    let mut history = History::new();
    let mut selection = Selection::default();
    let all = Command::Batch(replacement.commands);
    history
        .apply(&mut document, &library, &mut selection, &all)
        .unwrap();
    let after = document.clone();
    history.undo(&mut document, &mut selection);
    assert_eq!(document, before, "one step takes all of it back");
    (after, replacement.left)
}

#[test]
fn replacing_changes_names_comments_and_values() {
    let (after, left) = replaced("guard", "warden", Fields::ALL);
    assert_eq!(after.name, "warden of the gate");
    assert_eq!(after.node(&"n2".into()).unwrap().name, "warden waits");
    assert_eq!(after.variables[0].comment, "health of the warden");
    assert_eq!(left, 0);
    let (after, _) = replaced("2.5", "4", Fields::only(Field::Parameter));
    let wait = after.node(&"n2".into()).unwrap();
    assert_eq!(
        wait.parameters.get("seconds"),
        Some(&ParameterValue::literal(4.0))
    );
}

#[test]
fn replacing_the_name_of_a_variable_renames_it_with_all_its_uses() {
    let (after, left) = replaced("health", "hp", Fields::only(Field::Variable));
    assert_eq!(&*after.variables[0].name, "hp");
    let library = NodeLibrary::builtin();
    assert_eq!(uses(&after, &library, "hp").len(), 3);
    assert!(uses(&after, &library, "health").is_empty());
    assert_eq!(left, 0);
}

#[test]
fn what_cannot_be_replaced_is_counted_and_stays() {
    let document = guard();
    let library = NodeLibrary::builtin();
    let query = query("2.5", Fields::ALL);
    let matches = found(&document, &query, 100).matches;
    let no_number = replacement(&document, &library, &query, "soon", &matches);
    assert_eq!((no_number.commands.len(), no_number.left), (0, 1));
    let ids = super::Query {
        text: "n1".to_owned(),
        ..query
    };
    let matches = found(&document, &ids, 100).matches;
    assert_eq!(
        replacement(&document, &library, &ids, "x", &matches).left,
        1
    );
}

#[test]
fn a_text_that_has_changed_since_it_was_found_stays() {
    let document = guard();
    let query = query("guard", Fields::only(Field::Name));
    let mut matches = found(&document, &query, 100).matches;
    matches.retain(|found| found.owner == Owner::Document);
    matches[0].text = "Guard of the bridge".to_owned();
    let library = NodeLibrary::builtin();
    let nothing = replacement(&document, &library, &query, "x", &matches);
    assert_eq!((nothing.commands.len(), nothing.left), (0, 1));
}

#[test]
fn uses_are_bindings_expressions_and_what_subtrees_are_given() {
    let found = uses(&guard(), &NodeLibrary::builtin(), "health");
    let places: Vec<_> = found.iter().map(place).collect();
    assert_eq!(
        places,
        [
            "n3 value left",
            "n4 value expression",
            "n5 parameter health"
        ]
    );
    assert_eq!(found[1].ranges, [0..6, 20..26]);
}

#[test]
fn a_document_that_runs_another_one_follows_when_a_variable_is_renamed() {
    let mut builder = DocumentBuilder::new("caller");
    let run = Node::new("c1", "Subtree")
        .with_parameter("file", ParameterValue::literal("guard.bt.json"))
        .with_parameter("health", ParameterValue::literal(1.0));
    builder.root(run).unwrap();
    let mut caller = builder.finish();
    let is_guard = |file: &str| file == "guard.bt.json";
    assert_eq!(uses_in_caller(&caller, &is_guard, "health").len(), 1);
    assert!(uses_in_caller(&caller, &|_| false, "health").is_empty());
    let to: Arc<str> = "hp".into();
    assert_eq!(renamed_in_caller(&caller, &is_guard, "file", &to), None);
    let command = renamed_in_caller(&caller, &is_guard, "health", &to).unwrap();
    let mut history = History::new();
    let mut selection = Selection::default();
    let library = NodeLibrary::builtin();
    history
        .apply(&mut caller, &library, &mut selection, &command)
        .unwrap();
    assert_eq!(uses_in_caller(&caller, &is_guard, "hp").len(), 1);
    assert!(uses_in_caller(&caller, &is_guard, "health").is_empty());
}

#[test]
fn the_expression_of_a_stand_in_is_found_used_and_replaced() {
    let mut document = guard();
    let said = StandIn::Expression("health > 1.0".to_owned());
    let command = Command::SetStandIn(vec!["n2".into()], Some(said));
    let library = NodeLibrary::builtin();
    let apply = |document: &mut Document, command: &Command| {
        let mut selection = Selection::default();
        History::new()
            .apply(document, &library, &mut selection, command)
            .unwrap();
    };
    apply(&mut document, &command);
    let is_it = |found: &Match| found.spot == Spot::StandIn;
    assert_eq!(
        uses(&document, &library, "health")
            .iter()
            .filter(|m| is_it(m))
            .count(),
        1
    );
    let variables = query("heal", Fields::only(Field::Variable));
    assert!(found(&document, &variables, 100).matches.iter().any(is_it));
    let parameters = query("> 1.0", Fields::only(Field::Parameter));
    let mut matches = found(&document, &parameters, 100).matches;
    matches.retain(is_it);
    let changed = replacement(&document, &library, &parameters, "< 2.0", &matches);
    apply(&mut document, &Command::Batch(changed.commands));
    let node = document.node(&"n2".into()).unwrap();
    let expected = StandIn::Expression("health < 2.0".to_owned());
    assert_eq!(node.stand_in.as_deref(), Some(&expected));
}
