//! Every fix mends what it is offered for, and taking it back leaves the file as it was, byte for byte.

use std::collections::{BTreeMap, BTreeSet};

use treewright_core::abort::AbortType;
use treewright_core::diagnostic::{Diagnostic, Problem};
use treewright_core::format::native;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{
    BrokenLink, BrokenLinkReason, Document, DocumentBuilder, Literal, NamedTree, Node,
    ParameterValue, Variable,
};
use treewright_core::value::{Value, ValueType};

use super::stand_ins::{badly_acting, badly_played};
use super::{literal, node, set, tree};
use crate::edit::{History, Selection};
use crate::merge::merge;
use crate::validate::{Fix, fixes, validate};

fn over(leaf: Node) -> Document {
    tree(vec![(0, node("root", "Sequence")), (1, leaf)])
}

/// Documents in which something is wrong with who hangs where.
fn misshapen() -> Vec<Document> {
    let mut disabled = node("off", "Succeed");
    disabled.disabled = true;
    let link = |child: &str, reason: BrokenLinkReason| {
        let mut bad = node("n", "Sequence");
        bad.broken_links.push(BrokenLink {
            index: 0,
            child: child.into(),
            reason,
        });
        tree(vec![
            (0, node("root", "Sequence")),
            (1, bad),
            (2, node("a", "Succeed")),
            (1, node("b", "Succeed")),
        ])
    };
    let mut renamed = node("n", "Succeed");
    renamed.duplicate_of = Some("root".into());
    let mut abort = node("n", "Succeed");
    abort.abort = AbortType::Both;
    let mut lonely = node("root", "Sequence");
    lonely.abort = AbortType::OwnBranch;
    let mut loose = DocumentBuilder::new("test");
    loose.loose(node("a", "Succeed")).unwrap();
    loose.loose(node("b", "Succeed")).unwrap();
    let mut rooted = DocumentBuilder::new("test");
    rooted.root(node("root", "Sequence")).unwrap();
    rooted.loose(node("a", "Succeed")).unwrap();
    let cycle = ["root", "n", "root"].map(Into::into).to_vec();
    vec![
        Document::default(),
        link("gone", BrokenLinkReason::Dangling),
        link("root", BrokenLinkReason::Root),
        link("b", BrokenLinkReason::SecondParent("root".into())),
        link("root", BrokenLinkReason::Cycle(cycle)),
        over(renamed),
        over(abort),
        over(node("n", "Inverter")),
        over(node("n", "Wiat")),
        tree(vec![(0, lonely), (1, node("n", "Succeed"))]),
        tree(vec![(0, node("root", "Smells")), (1, node("n", "Succeed"))]),
        tree(vec![
            (0, node("root", "Sequence")),
            (1, node("waits", "Idle")),
            (1, node("never", "Succeed")),
        ]),
        tree(vec![
            (0, node("root", "Inverter")),
            (1, node("a", "Succeed")),
            (1, node("b", "Log")),
        ]),
        loose.finish(),
        rooted.finish(),
        tree(vec![(0, disabled)]),
    ]
}

/// Documents in which something is wrong with a parameter.
fn badly_set() -> Vec<Document> {
    let wait = |value| over(set("Wait", "seconds", value));
    let bound = ParameterValue::variable;
    let compare = |name, value| over(set("CompareInt", name, value));
    let says = |text: &str| over(set("Expression", "expression", literal(text)));
    let mut named = over(node("n", "RunTree"));
    named.trees.push(NamedTree::new("Attack", "n"));
    vec![
        wait(literal("long")),
        wait(literal("2.5")),
        wait(literal(-1.0)),
        wait(literal(f64::INFINITY)),
        wait(bound("delay")),
        wait(bound("ready")),
        over(set("Repeater", "count", literal(0_i64))),
        over(set("Wait", "second", literal(1.0))),
        over(set("Log", "colour_of_it", literal(1.0))),
        compare("operator", literal("=<")),
        compare("operator", bound("ready")),
        over(set("CompareBool", "left", bound("redy"))),
        over(set("IsVariableSet", "variable", literal("ready"))),
        over(node("n", "IsVariableSet")),
        over(node("n", "Expression")),
        named,
        says("!redy"),
        says("distance < 4"),
        says("ready = true"),
        says("ready && lenght('a') > 0"),
    ]
}

/// Documents in which something is wrong with a variable.
fn badly_declared() -> Vec<Document> {
    let declaring = |initial: Value, value_type: ValueType, more: &[&str]| {
        let mut document = over(node("n", "Succeed"));
        document.variables.push(Variable {
            initial: Literal::from(initial),
            ..Variable::new("health", value_type)
        });
        let more = more.iter().map(|name| Variable::new(*name, ValueType::Int));
        document.variables.extend(more);
        document
    };
    vec![
        declaring(Value::Bool(true), ValueType::Int, &[]),
        declaring(Value::from("7"), ValueType::Int, &[]),
        declaring(Value::Float(f64::NAN), ValueType::Float, &[]),
        declaring(Value::Int(1), ValueType::Int, &["health"]),
        declaring(
            Value::Int(1),
            ValueType::Int,
            &["between", "health", "last"],
        ),
    ]
}

/// A document in which a merge left something to decide.
fn badly_merged(sort: u8) -> Document {
    let said =
        |text: &str| over(node("n", "Log").with_parameter("text", ParameterValue::literal(text)));
    let gone = tree(vec![(0, node("root", "Sequence"))]);
    let ours = if sort == 1 { said("ours") } else { gone };
    merge(&said("base"), &ours, &said("theirs")).document
}

/// What was wrong in a file beyond what the document shows.
fn several_roots() -> (Document, Vec<Diagnostic>) {
    let text = r#"{"format": "treewright", "version": 1, "root": ["a", "b", "c"], "nodes": [
        {"id": "a", "task": "Sequence"}, {"id": "b", "task": "Succeed"}, {"id": "c", "task": "Succeed"}]}"#;
    let read = native::read(text.as_bytes()).unwrap();
    (read.document, read.diagnostics)
}

/// The document after a fix, seen to come back exactly when it is taken back.
fn mended(document: &Document, fix: &Fix) -> Document {
    let library = NodeLibrary::builtin();
    let (mut changed, mut history) = (document.clone(), History::new());
    let mut selection = Selection::default();
    history
        .apply(&mut changed, &library, &mut selection, &fix.command)
        .unwrap_or_else(|refusal| panic!("{}: {refusal}", fix.code));
    let mut back = changed.clone();
    history.undo(&mut back, &mut selection);
    // What no file can hold has no text; it still comes back as it was.
    match native::write(document) {
        Ok(before) => assert_eq!(native::write(&back).unwrap(), before, "{}", fix.code),
        Err(_) => assert_eq!(format!("{back:?}"), format!("{document:?}"), "{}", fix.code),
    }
    changed
}

#[test]
fn every_fix_mends_the_problem_that_it_is_offered_for_and_can_be_taken_back() {
    let library = NodeLibrary::builtin();
    let mut offered: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut documents = [misshapen(), badly_set(), badly_declared()].concat();
    documents.extend([badly_played(), badly_acting()].concat());
    documents.extend([1, 2].map(badly_merged));
    for document in documents {
        for diagnostic in validate(&document, &library) {
            let problem = diagnostic.problem.code();
            for fix in fixes(&document, &library, &diagnostic) {
                let left = validate(&mended(&document, &fix), &library);
                let still = left
                    .iter()
                    .any(|d| d.problem.code() == problem && d.location == diagnostic.location);
                assert!(!still, "{} did not mend {problem}", fix.code);
                offered.entry(problem).or_default().insert(fix.code);
            }
        }
    }
    let told: Vec<String> = offered
        .iter()
        .map(|(problem, fixes)| {
            format!(
                "{problem}: {}",
                fixes.iter().copied().collect::<Vec<_>>().join(" ")
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            "abort_on_non_composite: remove_abort",
            "abort_without_conditional: remove_abort",
            "broken_expression: declare_variable use_variable write_instead",
            "cycle: forget_link",
            "dangling_id: forget_link",
            "disabled_root: enable",
            "duplicate_id: accept_id",
            "duplicate_variable: remove_second rename_second",
            "literal_only: reset_parameter",
            "loose_nodes: delete_loose hang_below",
            "merge_both_changed: keep_ours take_theirs",
            "merge_removed_by_ours: keep_ours take_theirs",
            "missing_parameter: use_tree use_variable write_instead",
            "no_root: add_root make_root",
            "not_a_choice: reset_parameter set_value",
            "not_finite: reset_initial reset_parameter",
            "parameter_out_of_range: set_value",
            "root_as_child: forget_link",
            "second_parent: forget_link hang_instead",
            "stand_in_expression: declare_variable remove_stand_in use_variable write_instead",
            "stand_in_on_leaf: remove_stand_in",
            "stand_in_on_parent: act_like pass_through remove_stand_in",
            "stand_in_out_of_range: remove_stand_in set_value",
            "stand_in_several_children: act_like remove_stand_in",
            "stand_in_unknown: remove_stand_in",
            "undeclared_variable: declare_variable use_variable",
            "unknown_parameter: rename_parameter reset_parameter",
            "unknown_task: delete_node remove_keeping write_instead",
            "unreachable: disable move_behind",
            "variable_only: reset_parameter use_variable",
            "wrong_child_count: delete_node detach_extra hang_below",
            "wrong_initial_value: reset_initial set_value",
            "wrong_parameter_type: reset_parameter set_value",
            "wrong_variable_type: change_type reset_parameter",
        ]
    );
}

#[test]
fn several_roots_hang_below_the_one_that_was_kept_or_go() {
    let (document, diagnostics) = several_roots();
    let library = NodeLibrary::builtin();
    let several = |d: &&Diagnostic| matches!(d.problem, Problem::TwoRoots { .. });
    let diagnostic = diagnostics.iter().find(several).unwrap();
    let offered = fixes(&document, &library, diagnostic);
    let codes: Vec<_> = offered.iter().map(|fix| fix.code).collect();
    assert_eq!(codes, ["hang_below", "delete_others"]);
    let counts = offered.iter().map(|fix| {
        let mended = mended(&document, fix);
        (mended.loose().len(), mended.node_count())
    });
    assert_eq!(counts.collect::<Vec<_>>(), [(0, 3), (0, 1)]);
}

#[test]
fn of_two_variables_of_one_name_the_first_stays_where_it_is() {
    let mut document = over(node("n", "Succeed"));
    let declared = [("a", 1), ("b", 2), ("a", 3), ("c", 4)];
    *document.variables = declared
        .map(|(name, initial)| Variable {
            initial: Literal::from(Value::Int(initial)),
            ..Variable::new(name, ValueType::Int)
        })
        .to_vec();
    let library = NodeLibrary::builtin();
    let diagnostic = &validate(&document, &library)[0];
    let lists = fixes(&document, &library, diagnostic)
        .into_iter()
        .map(|fix| {
            let mended = mended(&document, &fix);
            let names = mended.variables.iter();
            let names = names.map(|v| format!("{}={}", v.name, v.initial.value));
            names.collect::<Vec<_>>().join(" ")
        });
    assert_eq!(
        lists.collect::<Vec<_>>(),
        ["a=1 b=2 c=4 a_2=3", "a=1 b=2 c=4"]
    );
}

#[test]
fn each_undeclared_name_of_an_expression_is_reported_and_declared_so_that_all_fit() {
    let library = NodeLibrary::builtin();
    let mut document = over(set(
        "Expression",
        "expression",
        literal("health < 30 && seen"),
    ));
    document.variables.clear();
    for (left, declared) in [
        (2, "Declare `health` as an int"),
        (1, "Declare `seen` as a bool"),
    ] {
        let found = validate(&document, &library);
        assert_eq!(found.len(), left);
        let fix = &fixes(&document, &library, &found[0])[0];
        assert_eq!(fix.label, declared);
        document = mended(&document, fix);
    }
    assert!(validate(&document, &library).is_empty());
}
