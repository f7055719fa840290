//! Named trees and what runs them: each fault is found where it is, and mended where it can be.

use std::sync::Arc;

use treewright_core::diagnostic::Diagnostic;
use treewright_core::format::native;
use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;
use treewright_core::project::{DocumentSet, Project};

use super::super::{Fix, fixes, meant, validate, validate_project};
use crate::edit::testing::desk::{Desk, dump};

/// A document of these nodes, the first of which is the root, with these variables and trees.
fn document(variables: &str, trees: &str, nodes: &[&str]) -> Document {
    let nodes: Vec<_> = nodes.iter().map(|node| format!("{{{node}}}")).collect();
    let text = format!(
        r#"{{"format": "treewright", "version": 1, "name": "Main", "variables": [{variables}], "root": "r", "trees": [{trees}], "nodes": [{}]}}"#,
        nodes.join(",\n")
    );
    native::read(text.as_bytes()).unwrap().document
}

const TREES: &str = r#"{"name": "Attack", "root": "a"}"#;
const VARIABLES: &str = r#"{"name": "target", "type": "int", "scope": "subtree"}, {"name": "ours", "type": "int"}, {"name": "flag", "type": "bool"}"#;

/// The main tree runs the tree Attack with these further fields.
fn running(fields: &str) -> Document {
    let root = r#""id": "r", "task": "Sequence", "children": ["u"]"#;
    let user = format!(r#""id": "u", "task": "Subtree", {fields}"#);
    let attack = r#""id": "a", "task": "Sequence", "children": ["w", "s"]"#;
    let wait = r#""id": "w", "task": "Wait""#;
    let set = r#""id": "s", "task": "SetVariable", "parameters": {"variable": {"var": "target"}, "value": 1}"#;
    document(VARIABLES, TREES, &[root, &user, attack, wait, set])
}

fn found(document: &Document) -> Vec<Diagnostic> {
    validate(document, &NodeLibrary::builtin()).into_vec()
}

fn said(document: &Document) -> Vec<String> {
    found(document).iter().map(ToString::to_string).collect()
}

/// The codes of what is left after the fix of the only problem, which must be the same after each that is offered.
fn mended(document: &Document) -> Vec<&'static str> {
    let library = NodeLibrary::builtin();
    let found = found(document);
    assert_eq!(found.len(), 1, "{found:?}");
    let offered = fixes(document, &library, &found[0]).into_iter();
    let mut left = offered.map(|Fix { command, .. }| {
        let mut desk = Desk::with(document.clone());
        desk.apply(&command).unwrap();
        desk.undo();
        assert_eq!(dump(&desk.document), dump(document));
        desk.redo();
        let left = validate(&desk.document, &library);
        left.iter().map(|d| d.problem.code()).collect()
    });
    let first = left
        .next()
        .unwrap_or_else(|| panic!("no fix for {:?}", found[0]));
    assert!(left.all(|other| other == first));
    first
}

#[test]
fn what_cannot_be_run_is_mended_where_the_document_shows_what_could_be() {
    assert_eq!(
        mended(&running(r#""parameters": {}"#)),
        [""; 0],
        "a tree of the document"
    );
    let elsewhere = r#""parameters": {"file": "gone.bt.json", "tree": "Attack"}"#;
    assert_eq!(mended(&running(elsewhere)), [""; 0]);
    let root = r#""id": "r", "task": "Subtree", "parameters": {"tree": "T"}"#;
    let again = r#""id": "t", "task": "Subtree", "parameters": {"tree": "T"}"#;
    let trees = r#"{"name": "T", "root": "s"}"#;
    let top = r#""id": "s", "task": "Sequence", "children": ["w", "t"]"#;
    let wait = r#""id": "w", "task": "Wait""#;
    let round = document("", trees, &[root, top, wait, again]);
    let library = NodeLibrary::builtin();
    let mut fixed = 0;
    for problem in found(&round) {
        for fix in fixes(&round, &library, &problem) {
            let mut desk = Desk::with(round.clone());
            desk.apply(&fix.command).unwrap();
            assert_eq!(said(&desk.document), [""; 0], "{problem}: {}", fix.label);
            fixed += 1;
        }
    }
    assert!(fixed > 0, "{:?}", said(&round));
}

#[test]
fn a_named_tree_is_not_loose_and_needs_no_root() {
    let sound = running(
        r#""parameters": {"tree": "Attack", "target": {"var": "ours"}}, "overrides": {"w": {"seconds": 3}}"#,
    );
    assert_eq!(said(&sound), [""; 0]);
    let text = r#"{"format": "treewright", "version": 1, "trees": [{"name": "T", "root": "a"}], "nodes": [{"id": "a", "task": "Succeed"}]}"#;
    let only_named = native::read(text.as_bytes()).unwrap().document;
    assert_eq!(said(&only_named), [""; 0]);
}

#[test]
fn trees_of_one_name_and_trees_without_a_node_are_found_and_mended() {
    let root = r#""id": "r", "task": "Succeed""#;
    let twice = r#"{"name": "T", "root": "a"}, {"name": "T", "root": "b"}"#;
    let leaf = |id: &str| format!(r#""id": "{id}", "task": "Succeed""#);
    let twice = document("", twice, &[root, &leaf("a"), &leaf("b")]);
    let expected = ["tree `T`: another tree is called `T` too: rename one of them"];
    assert_eq!(said(&twice), expected);
    assert_eq!(mended(&twice), [""; 0]);
    let lost = document("", r#"{"name": "T", "root": "a"}"#, &[root]);
    let expected = [
        "tree `T`: the tree `T` begins at a, which does not exist: take the name away or add the node",
    ];
    assert_eq!(said(&lost), expected);
    assert_eq!(mended(&lost), [""; 0]);
}

#[test]
fn a_tree_that_is_not_there_is_found_and_the_one_that_was_meant_is_offered() {
    let unknown = running(r#""parameters": {"tree": "Atack"}"#);
    let problem = &found(&unknown)[0];
    let expected = "node u, `tree`: no tree of this document is called `Atack`: check the spelling, or name a tree so";
    assert_eq!(problem.to_string(), expected);
    let library = NodeLibrary::builtin();
    let expected = Some("Attack");
    assert_eq!(meant(&unknown, &library, problem).as_deref(), expected);
    assert_eq!(mended(&unknown), [""; 0]);
}

#[test]
fn what_is_set_must_be_a_variable_of_the_tree_and_have_its_type() {
    let with = |setting: &str| {
        said(&running(&format!(
            r#""parameters": {{"tree": "Attack", {setting}}}"#
        )))
    };
    let expected = [
        "node u, `targt`: `Attack` has no variable `targt` that could be set here: check the spelling, or declare it with the scope `subtree`",
    ];
    assert_eq!(with(r#""targt": 1"#), expected);
    assert_eq!(
        with(r#""ours": 1"#)[0].split(':').nth(1),
        Some(" `Attack` has no variable `ours` that could be set here"),
        "a variable of the whole tree"
    );
    let expected = ["node u, `target`: `target` is a string and should be an int"];
    assert_eq!(with(r#""target": "much""#), expected);
    assert_eq!(
        with(r#""target": {"var": "flag"}"#),
        ["node u, `target`: `target` needs an int and is bound to `flag`, which is a bool"]
    );
    let library = NodeLibrary::builtin();
    let misspelt = running(r#""parameters": {"tree": "Attack", "targt": 1}"#);
    let problem = &found(&misspelt)[0];
    let expected = Some("target");
    assert_eq!(meant(&misspelt, &library, problem).as_deref(), expected);
    assert_eq!(mended(&misspelt), [""; 0]);
}

#[test]
fn an_override_names_a_node_and_parameter_inside_with_the_right_type() {
    let with = |overrides: &str| {
        running(&format!(
            r#""parameters": {{"tree": "Attack"}}, "overrides": {{{overrides}}}"#
        ))
    };
    let cases = [
        (
            r#""nobody": {"seconds": 1}"#,
            "node u, `seconds` of nobody: `Attack` has no node nobody: nothing is set there",
        ),
        (
            r#""r": {"x": 1}"#,
            "node u, `x` of r: `Attack` has no node r: nothing is set there",
        ),
        (
            r#""w/w": {"seconds": 1}"#,
            "node u, `seconds` of w/w: `Attack` has no node w/w: nothing is set there",
        ),
        (
            r#""w": {"secnds": 1}"#,
            "node u, `secnds` of w: Wait has no parameter `secnds`: check the spelling",
        ),
        (
            r#""w": {"seconds": "soon"}"#,
            "node u, `seconds` of w: `seconds` is a string and should be a float",
        ),
        (
            r#""w": {"seconds": -1}"#,
            "node u, `seconds` of w: `seconds` is -1",
        ),
        (
            r#""s": {"value": true}"#,
            "node u, `value` of s: `value` is a bool and should be an int",
        ),
        (
            r#""w": {"seconds": {"var": "gone"}}"#,
            "node u, `seconds` of w: the variable `gone` is not declared",
        ),
    ];
    for (overrides, expected) in cases {
        let document = with(overrides);
        let said = said(&document);
        assert_eq!(said.len(), 1, "{said:?}");
        assert!(
            said[0].starts_with(expected.trim_end_matches(": check the spelling")),
            "{}",
            said[0]
        );
        assert_eq!(mended(&document), [""; 0], "{overrides}");
    }
}

#[test]
fn what_a_node_inside_runs_cannot_be_set_but_its_variables_can() {
    let nodes = [
        r#""id": "r", "task": "Subtree", "parameters": {"tree": "Outer"}, "overrides": {"o": {"tree": "Leaf", "target": 2}, "o/l": {"text": "hi"}}"#,
        r#""id": "o", "task": "Subtree", "parameters": {"tree": "Leaf"}"#,
        r#""id": "l", "task": "Log", "parameters": {"text": "x"}"#,
    ];
    let trees = r#"{"name": "Outer", "root": "o"}, {"name": "Leaf", "root": "l"}"#;
    let document = document(VARIABLES, trees, &nodes);
    let said = said(&document);
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].starts_with("node r, `tree` of o: `tree` says what is inside"));
}

#[test]
fn a_cycle_shows_its_path_even_where_nothing_runs_it() {
    let nodes = [
        r#""id": "r", "task": "Subtree", "parameters": {"tree": "Attack"}"#,
        r#""id": "n12", "task": "Subtree", "parameters": {"tree": "Reload"}"#,
        r#""id": "n20", "task": "Subtree", "parameters": {"tree": "Attack"}"#,
        r#""id": "me", "task": "Subtree", "parameters": {"tree": "Me"}"#,
    ];
    let trees = r#"{"name": "Attack", "root": "n12"}, {"name": "Reload", "root": "n20"}, {"name": "Me", "root": "me"}"#;
    let expected = [
        "node n20, `tree`: a tree cannot contain itself: Main -> Attack (r) -> Reload (n12) -> Attack; run another tree here",
        "node me, `tree`: a tree cannot contain itself: Me -> Me; run another tree here",
    ];
    assert_eq!(said(&document("", trees, &nodes)), expected);
}

#[test]
fn problems_with_files_are_said_at_the_file_and_what_is_wrong_inside_at_who_runs_it() {
    let file = |file: &str| running(&format!(r#""parameters": {{"file": "{file}"}}"#));
    let set = {
        let mut set = DocumentSet::new();
        set.insert_unreadable("ai/bad.bt.json", "it is not JSON");
        set.insert("ai/empty.bt.json", Arc::new(Document::default()));
        set.insert("ai/back.bt.json", Arc::new(file("a.bt.json")));
        set.insert(
            "ai/fine.bt.json",
            Arc::new(running(r#""parameters": {"tree": "Attack"}"#)),
        );
        set
    };
    let said = |name: &str| -> Vec<String> {
        let document = file(name);
        let project = Project::new(&document, "ai/a.bt.json", &set);
        let found = validate_project(&project, &NodeLibrary::builtin());
        found.iter().map(ToString::to_string).collect()
    };
    assert_eq!(said("fine.bt.json"), [""; 0]);
    let expected = ["node u, `file`: ai/bad.bt.json cannot be read: it is not JSON"];
    assert_eq!(said("bad.bt.json"), expected);
    let expected = ["node u, `file`: ai/gone.bt.json was not loaded"];
    assert_eq!(said("gone.bt.json"), expected);
    let expected = ["node u: ai/empty.bt.json has no main tree: name the tree to run"];
    assert_eq!(said("empty.bt.json"), expected);
    assert!(said("../../x.bt.json")[0].starts_with("node u, `file`: ../../x.bt.json lies outside"));
    let back = said("back.bt.json");
    assert_eq!(back.len(), 1, "{back:?}");
    assert!(
        back[0].contains("Main -> ai/back.bt.json (u) -> Main;"),
        "{}",
        back[0]
    );
}

#[test]
fn a_conditional_in_a_subtree_counts_for_the_abort_type_above_it() {
    let nodes = [
        r#""id": "r", "task": "Selector", "abort": "LowerPriority", "children": ["u"]"#,
        r#""id": "u", "task": "Subtree", "parameters": {"tree": "T"}"#,
        r#""id": "c", "task": "RandomChance""#,
    ];
    let found = said(&document("", r#"{"name": "T", "root": "c"}"#, &nodes));
    assert_eq!(found, [""; 0]);
}

/// Each of ten thousand nodes in one another is the top of a tree; each tree is run, and the deepest node set from there.
#[test]
fn ten_thousand_trees_in_one_another_are_checked() {
    use treewright_core::model::{DocumentBuilder, NamedTree, Node, Override, ParameterValue};

    const DEPTH: usize = 10_000;
    let mut builder = DocumentBuilder::new("deep");
    let mut at = builder.root(Node::new("c0", "Inverter")).unwrap();
    for level in 1..DEPTH {
        let task = if level + 1 < DEPTH {
            "Inverter"
        } else {
            "Wait"
        };
        let node = Node::new(format!("c{level}"), task);
        at = builder.child(&at, node).unwrap();
    }
    for level in 0..DEPTH {
        let name = format!("tree {level}");
        let tree = ParameterValue::literal(name.as_str());
        let mut user = Node::new(format!("u{level}"), "Subtree").with_parameter("tree", tree);
        user.overrides.push(Override {
            path: at.as_str().into(),
            parameter: "seconds".into(),
            value: ParameterValue::literal(2.0),
        });
        let user = builder.loose(user).unwrap();
        let top = NamedTree::new(name, format!("c{level}"));
        let running = NamedTree::new(format!("runs {level}"), user);
        builder.settings(|document| document.trees.extend([top, running]));
    }
    assert_eq!(said(&builder.finish()), [""; 0]);
}

#[test]
fn a_global_variable_is_the_same_in_every_file() {
    let global = |value_type: &str| {
        let variables = format!(r#"{{"name": "all", "type": "{value_type}", "scope": "global"}}"#);
        let user = r#""id": "r", "task": "Subtree", "parameters": {"file": "b.bt.json"}"#;
        document(&variables, "", &[user])
    };
    let leaf = r#""id": "r", "task": "Succeed""#;
    let variable = r#"{"name": "all", "type": "int", "scope": "global"}"#;
    let mut others = DocumentSet::new();
    others.insert("b.bt.json", Arc::new(document(variable, "", &[leaf])));
    let said = |value_type: &str| -> Vec<String> {
        let main = global(value_type);
        let project = Project::new(&main, "a.bt.json", &others);
        let found = validate_project(&project, &NodeLibrary::builtin());
        found.iter().map(ToString::to_string).collect()
    };
    assert_eq!(said("int"), [""; 0]);
    let expected = [
        "node r, `file`: b.bt.json declares the global variable `all` as int, and this document as float: give them one type, or call one otherwise",
    ];
    assert_eq!(said("float"), expected);
}
