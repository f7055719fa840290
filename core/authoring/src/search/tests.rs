//! Results of searches and replacements.

use std::sync::Arc;

use treewright_core::model::{Document, ParameterValue, StandIn, Surgery as _};

use super::*;
use crate::edit::Command;
use crate::edit::testing::editor::{TestEditor, draw, shown};

/// A guard with a variable that is bound, read by an expression, and passed to a subtree.
fn guard() -> Document {
    let mut document = draw(
        "health:float@subtree; n1:Sequence[n2:Wait(seconds=2.5,.name=Guard waits,.comment=until the health is back)
         n3:CompareFloat(left={health}) n4:Expression n5:Subtree(tree=rest,health=3.0)]",
    );
    document.name = "Guard of the gate".into();
    document.variables[0].comment = "health of the guard".to_owned();
    let read = ParameterValue::literal("health > 2.0 && max(health, 1.0) > 1.0");
    let node = document.node_mut(&"n4".into()).unwrap();
    node.parameters.insert("expression".into(), read);
    document
}

fn query(text: &str, fields: SearchFields) -> Query {
    Query {
        text: text.to_owned(),
        fields,
        ..Query::default()
    }
}

fn found(document: &Document, query: &Query, limit: usize) -> Found {
    let words = SearchContext {
        library: &NodeLibrary::builtin(),
        kind: &|task| if task == "Wait" { "等待" } else { task }.to_owned(),
        parameter: &|_, name| name.to_owned(),
    };
    find(document, &words, query, limit)
}

/// Owner and role of each match, as text.
fn places(document: &Document, text: &str, fields: SearchFields) -> Vec<String> {
    let found = found(document, &query(text, fields), 100);
    found.matches.iter().map(place).collect()
}

fn place(found: &TextMatch) -> String {
    let owner = match &found.owner {
        TextOwner::Node(id) => id.to_string(),
        TextOwner::Variable(name) => format!("${name}"),
        TextOwner::Document => "document".to_owned(),
        other => format!("{other:?}"),
    };
    let spot = match &found.spot {
        TextRole::Parameter(name) => format!("parameter {name}"),
        TextRole::Value(name) => format!("value {name}"),
        other => format!("{other:?}").to_lowercase(),
    };
    format!("{owner} {spot}")
}

#[test]
fn each_field_finds_its_own_texts() {
    let document = guard();
    let of_variable = ["n3 value left", "n4 value expression", "$health name"];
    let cases: [(&str, SearchField, &[&str]); 9] = [
        ("guard", SearchField::Name, &["n2 name", "document name"]),
        ("等待", SearchField::Kind, &["n2 kind"]),
        // The identifier in files.
        ("wait", SearchField::Kind, &["n2 kind"]),
        ("seconds", SearchField::Parameter, &["n2 parameter seconds"]),
        ("2.5", SearchField::Parameter, &["n2 value seconds"]),
        (
            "health",
            SearchField::Comment,
            &["n2 comment", "$health comment"],
        ),
        ("N4", SearchField::Id, &["n4 id"]),
        ("health", SearchField::Variable, &of_variable),
        // A function is not a variable.
        ("max", SearchField::Variable, &[]),
    ];
    for (text, field, expected) in cases {
        assert_eq!(places(&document, text, SearchFields::only(field)), expected);
    }
}

#[test]
fn two_matches_in_one_text_are_one_result() {
    let query = query("health", SearchFields::only(SearchField::Parameter));
    let found = found(&guard(), &query, 100);
    let mut matches = found.matches.iter();
    let read = matches.find(|m| m.text.contains("max")).unwrap();
    assert_eq!(read.ranges, [0..6, 20..26]);
}

#[test]
fn results_are_limited() {
    let few = found(
        &guard(),
        &query("n", SearchFields::only(SearchField::Id)),
        3,
    );
    assert_eq!((few.matches.len(), few.more), (3, true));
    let all = found(
        &guard(),
        &query("n", SearchFields::only(SearchField::Id)),
        5,
    );
    assert_eq!((all.matches.len(), all.more), (5, false));
}

/// Replaces all matches as one step, undoes it, and returns the document in between.
fn replaced(text: &str, with: &str, fields: SearchFields) -> (Document, usize) {
    let mut editor = TestEditor::with(guard());
    let query = query(text, fields);
    let matches = found(&editor.document, &query, 100).matches;
    let replacement = plan_replacement(&editor.document, &editor.library, &query, with, &matches);
    editor.does_exactly(&Command::Batch(replacement.commands));
    (editor.document, replacement.left)
}

#[test]
fn replacing_changes_names_comments_and_values() {
    let (after, left) = replaced("guard", "warden", SearchFields::ALL);
    assert_eq!(after.name, "warden of the gate");
    assert_eq!(after.node(&"n2".into()).unwrap().name, "warden waits");
    assert_eq!(after.variables[0].comment, "health of the warden");
    assert_eq!(left, 0);
    let (after, _) = replaced("2.5", "4", SearchFields::only(SearchField::Parameter));
    let wait = after.node(&"n2".into()).unwrap();
    assert!(shown(wait).starts_with("Wait(seconds=4.0,"));
}

#[test]
fn replacing_the_name_of_a_variable_renames_it_with_all_its_uses() {
    let (after, left) = replaced("health", "hp", SearchFields::only(SearchField::Variable));
    assert_eq!(&*after.variables[0].name, "hp");
    let library = NodeLibrary::builtin();
    assert_eq!(find_uses(&after, &library, "hp").len(), 3);
    assert!(find_uses(&after, &library, "health").is_empty());
    assert_eq!(left, 0);
}

#[test]
fn texts_that_cannot_be_replaced_are_counted_and_stay() {
    let document = guard();
    let library = NodeLibrary::builtin();
    let query = query("2.5", SearchFields::ALL);
    let matches = found(&document, &query, 100).matches;
    let no_number = plan_replacement(&document, &library, &query, "soon", &matches);
    assert_eq!((no_number.commands.len(), no_number.left), (0, 1));
    let ids = super::Query {
        text: "n1".to_owned(),
        ..query
    };
    let matches = found(&document, &ids, 100).matches;
    assert_eq!(
        plan_replacement(&document, &library, &ids, "x", &matches).left,
        1
    );
}

#[test]
fn a_text_that_has_changed_since_it_was_found_stays() {
    let document = guard();
    let query = query("guard", SearchFields::only(SearchField::Name));
    let mut matches = found(&document, &query, 100).matches;
    matches.retain(|found| found.owner == TextOwner::Document);
    matches[0].text = "Guard of the bridge".to_owned();
    let library = NodeLibrary::builtin();
    let nothing = plan_replacement(&document, &library, &query, "x", &matches);
    assert_eq!((nothing.commands.len(), nothing.left), (0, 1));
}

#[test]
fn uses_are_bindings_expressions_and_subtree_parameters() {
    let found = find_uses(&guard(), &NodeLibrary::builtin(), "health");
    let places: Vec<_> = found.iter().map(place).collect();
    let expected = [
        "n3 value left",
        "n4 value expression",
        "n5 parameter health",
    ];
    assert_eq!(places, expected);
    assert_eq!(found[1].ranges, [0..6, 20..26]);
}

#[test]
fn renaming_a_variable_updates_documents_that_run_the_tree() {
    let mut editor = TestEditor::drawn("c1:Subtree(file=guard.bt.json,health=1.0)");
    let is_guard = |file: &str| file == "guard.bt.json";
    let uses = |editor: &TestEditor, name| uses_in_caller(&editor.document, &is_guard, name).len();
    assert_eq!((uses(&editor, "health"), uses(&editor, "hp")), (1, 0));
    assert!(uses_in_caller(&editor.document, &|_| false, "health").is_empty());
    let to: Arc<str> = "hp".into();
    let renamed = |name| rename_in_caller(&editor.document, &is_guard, name, &to);
    assert_eq!(renamed("file"), None);
    let command = renamed("health").unwrap();
    editor.does(command);
    assert_eq!((uses(&editor, "health"), uses(&editor, "hp")), (0, 1));
}

#[test]
fn the_expression_of_a_stand_in_is_found_used_and_replaced() {
    let mut editor = TestEditor::with(guard());
    let said = |text: &str| StandIn::Expression(text.to_owned());
    editor.does(Command::SetStandIn(
        vec!["n2".into()],
        Some(said("health > 1.0")),
    ));
    let is_it = |found: &TextMatch| found.spot == TextRole::StandIn;
    let used = find_uses(&editor.document, &editor.library, "health");
    assert_eq!(used.iter().filter(|found| is_it(found)).count(), 1);
    let variables = query("heal", SearchFields::only(SearchField::Variable));
    let heal = found(&editor.document, &variables, 100).matches;
    assert!(heal.iter().any(is_it));
    let parameters = query("> 1.0", SearchFields::only(SearchField::Parameter));
    let mut matches = found(&editor.document, &parameters, 100).matches;
    matches.retain(is_it);
    let changed = plan_replacement(
        &editor.document,
        &editor.library,
        &parameters,
        "< 2.0",
        &matches,
    );
    editor.does(Command::Batch(changed.commands));
    let now = editor.node("n2").stand_in.as_deref();
    assert_eq!(now, Some(&said("health < 2.0")));
}
