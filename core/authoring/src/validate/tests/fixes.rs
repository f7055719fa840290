//! Every fix resolves its problem, and undoing it restores the file byte for byte.

use std::collections::{BTreeMap, BTreeSet};

use treewright_core::diagnostic::{Diagnostic, Problem};
use treewright_core::format::native;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{BrokenLink, BrokenLinkReason, Document, ParameterValue};

use super::stand_ins::{documents_with_stand_in_problems, parents_with_stand_in_problems};
use super::{changed, tree};
use crate::edit::testing::editor::TestEditor;
use crate::edit::{History, Selection};
use crate::merge::merge;
use crate::validate::{Fix, fixes, validate};

fn over(leaf: &str) -> Document {
    tree(&format!("root:Sequence[n:{leaf}]"))
}

/// Documents with problems of the tree structure.
fn documents_with_structure_problems() -> Vec<Document> {
    let link = |child: &str, reason: BrokenLinkReason| {
        let drawing = "root:Sequence[n:Sequence[a:Succeed] b:Succeed]";
        changed(drawing, "n", |bad| {
            bad.broken_links.push(BrokenLink {
                index: 0,
                child: child.into(),
                reason,
            });
        })
    };
    let renamed = changed("root:Sequence[n:Succeed]", "n", |node| {
        node.duplicate_of = Some("root".into());
    });
    let cycle = ["root", "n", "root"].map(Into::into).to_vec();
    let drawn = [
        "root:Sequence[n:Succeed(.abort=Both)]",
        "root:Sequence[n:Inverter]",
        "root:Sequence[n:Wiat]",
        "root:Sequence(.abort=Self)[n:Succeed]",
        "root:Selector[over:Selector[a:Idle n:Sequence(.abort=LowerPriority)[c:CompareBool b:Idle]] d:Idle]",
        "root:Smells[n:Succeed]",
        "root:Sequence[waits:Idle never:Succeed]",
        "root:Inverter[a:Succeed b:Log]",
        "| a:Succeed | b:Succeed",
        "root:Sequence | a:Succeed",
        "off:Succeed(.off)",
    ];
    let mut all = vec![
        Document::default(),
        link("gone", BrokenLinkReason::Dangling),
        link("root", BrokenLinkReason::Root),
        link("b", BrokenLinkReason::SecondParent("root".into())),
        link("root", BrokenLinkReason::Cycle(cycle)),
        renamed,
    ];
    all.extend(drawn.map(tree));
    all
}

/// Documents with problems of parameters.
fn documents_with_parameter_problems() -> Vec<Document> {
    let leaves = [
        "Wait(seconds=long)",
        "Wait(seconds=\"2.5\")",
        "Wait(seconds=-1.0)",
        "Wait(seconds=inf)",
        "Wait(seconds={delay})",
        "Wait(seconds={ready})",
        "Repeater(count=0)",
        "Wait(second=1.0)",
        "Log(color_of_it=1.0)",
        "CompareBool(right=true)",
        "CompareInt(operator==<)",
        "CompareInt(operator={ready})",
        "CompareBool(left={redy})",
        "IsVariableSet(variable=ready)",
        "IsVariableSet",
        "Expression",
        "Expression(expression=!redy)",
        "Expression(expression=distance < 4)",
        "Expression(expression=ready = true)",
    ];
    let mut all: Vec<Document> = leaves.into_iter().map(over).collect();
    all.push(tree("root:Sequence[Attack=n:RunTree]"));
    all.push(tree(
        "x:float; root:Parallel[n:SendEvent(name=ring,payload=\"2.5\") w:WaitForEvent(name=ring,payload={x})]",
    ));
    all.push(changed("root:Sequence[n:Expression]", "n", |node| {
        let text = ParameterValue::literal("ready && lenght('a') > 0");
        node.parameters.insert("expression".into(), text);
    }));
    all
}

/// Documents with problems of variables.
fn documents_with_variable_problems() -> Vec<Document> {
    let variables = [
        "health:int=true",
        "health:int=\"7\"",
        "health:float=NaN",
        "health:int=1 health:int",
        "health:int=1 between:int health:int last:int",
    ];
    let declared = |variables| tree(&format!("ready:bool {variables}; root:Sequence[n:Succeed]"));
    variables.map(declared).to_vec()
}

/// A document with a merge conflict.
fn document_with_conflict(sort: u8) -> Document {
    let said = |text: &str| over(&format!("Log(text={text})"));
    let ours = if sort == 1 {
        said("ours")
    } else {
        tree("root:Sequence")
    };
    merge(&said("base"), &ours, &said("theirs")).document
}

/// Problems found while reading a file, beyond what the document shows.
fn several_roots() -> (Document, Vec<Diagnostic>) {
    let text = r#"{"format": "treewright", "version": 1, "root": ["a", "b", "c"], "nodes": [
        {"id": "a", "task": "Sequence"}, {"id": "b", "task": "Succeed"}, {"id": "c", "task": "Succeed"}]}"#;
    let read = native::read(text.as_bytes()).unwrap();
    (read.document, read.diagnostics)
}

/// Applies a fix, checks that undo restores the document exactly, and returns the fixed document.
fn fixed(document: &Document, fix: &Fix) -> Document {
    let library = NodeLibrary::builtin();
    let (mut changed, mut history) = (document.clone(), History::new());
    let mut selection = Selection::default();
    history
        .apply(&mut changed, &library, &mut selection, &fix.command)
        .unwrap_or_else(|refusal| panic!("{}: {refusal}", fix.code));
    let mut back = changed.clone();
    history.undo(&mut back, &mut selection);
    // A document that no file can represent has no text, but undo must restore it too.
    match native::write(document) {
        Ok(before) => assert_eq!(native::write(&back).unwrap(), before, "{}", fix.code),
        Err(_) => assert_eq!(format!("{back:?}"), format!("{document:?}"), "{}", fix.code),
    }
    changed
}

#[test]
fn every_fix_resolves_its_problem_and_can_be_undone() {
    let library = NodeLibrary::builtin();
    let mut offered: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut documents = [
        documents_with_structure_problems(),
        documents_with_parameter_problems(),
        documents_with_variable_problems(),
    ]
    .concat();
    documents.extend(
        [
            documents_with_stand_in_problems(),
            parents_with_stand_in_problems(),
        ]
        .concat(),
    );
    documents.extend([1, 2].map(document_with_conflict));
    for document in documents {
        for diagnostic in validate(&document, &library) {
            let problem = diagnostic.problem.code();
            for fix in fixes(&document, &library, &diagnostic) {
                let left = validate(&fixed(&document, &fix), &library);
                let is_it = |d: &Diagnostic| {
                    d.problem.code() == problem && d.location == diagnostic.location
                };
                assert!(
                    !left.iter().any(is_it),
                    "{} did not mend {problem}",
                    fix.code
                );
                offered.entry(problem).or_default().insert(fix.code);
            }
        }
    }
    let told = offered.into_iter().map(|(problem, fixes)| {
        let fixes: Vec<&str> = fixes.into_iter().collect();
        format!("{problem}: {}", fixes.join(" "))
    });
    let told: Vec<String> = told.collect();
    let expected = [
        "abort_on_non_composite: remove_abort",
        "abort_without_conditional: remove_abort",
        "abort_without_reach: remove_abort set_abort",
        "broken_expression: declare_variable use_variable write_instead",
        "cycle: forget_link",
        "dangling_id: forget_link",
        "disabled_root: enable",
        "duplicate_id: accept_id",
        "duplicate_variable: remove_second rename_second",
        "fixed_comparison: use_variable",
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
        "wrong_payload: reset_parameter set_value",
        "wrong_variable_type: change_type reset_parameter",
    ];
    assert_eq!(told, expected);
}

#[test]
fn several_roots_are_connected_below_the_kept_one_or_deleted() {
    let (document, diagnostics) = several_roots();
    let library = NodeLibrary::builtin();
    let several = |d: &&Diagnostic| matches!(d.problem, Problem::TwoRoots { .. });
    let diagnostic = diagnostics.iter().find(several).unwrap();
    let offered = fixes(&document, &library, diagnostic);
    let codes: Vec<_> = offered.iter().map(|fix| fix.code).collect();
    assert_eq!(codes, ["hang_below", "delete_others"]);
    let counts = offered.iter().map(|fix| {
        let fixed = fixed(&document, fix);
        (fixed.loose().len(), fixed.node_count())
    });
    assert_eq!(counts.collect::<Vec<_>>(), [(0, 3), (0, 1)]);
}

#[test]
fn of_two_variables_with_one_name_the_first_keeps_its_index() {
    let document = tree("a:int=1 b:int=2 a:int=3 c:int=4; root:Sequence[n:Succeed]");
    let library = NodeLibrary::builtin();
    let diagnostic = &validate(&document, &library)[0];
    let offered = fixes(&document, &library, diagnostic).into_iter();
    let lists = offered.map(|fix| TestEditor::with(fixed(&document, &fix)).variables());
    assert!(lists.eq(["a=1 b=2 c=4 a_2=3", "a=1 b=2 c=4"]));
}

#[test]
fn undeclared_names_of_an_expression_are_declared_with_types_that_fit() {
    let library = NodeLibrary::builtin();
    let mut document = tree("; root:Sequence[n:Expression(expression=health < 30 && seen)]");
    for (left, declared) in [
        (2, "Declare `health` as int"),
        (1, "Declare `seen` as bool"),
    ] {
        let found = validate(&document, &library);
        assert_eq!(found.len(), left);
        let fix = &fixes(&document, &library, &found[0])[0];
        assert_eq!(fix.label, declared);
        document = fixed(&document, fix);
    }
    assert!(validate(&document, &library).is_empty());
}

#[test]
fn an_undeclared_variable_is_declared_with_the_type_of_its_other_uses() {
    let library = NodeLibrary::builtin();
    let document = tree(
        "; root:Sequence[n:IsVariableSet(variable={medkits}) m:CompareInt(left={medkits},right=0)]",
    );
    let found = validate(&document, &library);
    let is_undeclared =
        |found: &&Diagnostic| matches!(found.problem, Problem::UndeclaredVariable { .. });
    let undeclared = found.iter().filter(is_undeclared);
    let offered = undeclared.flat_map(|found| fixes(&document, &library, found));
    let labels: Vec<String> = offered.map(|fix| fix.label).collect();
    assert_eq!(labels, ["Declare `medkits` as int"; 2]);
}

#[test]
fn a_name_written_as_a_text_becomes_the_variable_of_that_name_or_no_guess() {
    let library = NodeLibrary::builtin();
    let offered = |written: &str| {
        let document = tree(&format!(
            "health:int medkits:int name:string; root:Sequence[n:IsVariableSet(variable=\"{written}\") m:SetVariable(variable=\"{written}\",value=1)]"
        ));
        let found = validate(&document, &library);
        let fixes = found
            .iter()
            .flat_map(|found| fixes(&document, &library, found));
        let uses = fixes.filter(|fix| fix.code == "use_variable");
        let mut uses: Vec<String> = uses.map(|fix| fix.label).collect();
        uses.dedup();
        uses
    };
    assert_eq!(offered("medkits"), ["Use `medkits`"]);
    assert_eq!(offered("medkit"), ["Use `medkits`"]);
    assert!(offered("ammo").is_empty());
}

#[test]
fn a_comparison_with_a_name_written_as_a_text_offers_no_unrelated_variable() {
    let library = NodeLibrary::builtin();
    let offered = |left: &str| {
        let document = tree(&format!(
            "health:int medkits:int; root:Sequence[n:CompareInt(left={left},right=0)]"
        ));
        let found = validate(&document, &library);
        let fixes = found
            .iter()
            .flat_map(|found| fixes(&document, &library, found));
        let labels: BTreeSet<String> = fixes.map(|fix| fix.label).collect();
        labels
            .into_iter()
            .filter(|label| label.starts_with("Use"))
            .collect::<Vec<_>>()
    };
    assert_eq!(offered("\"medkits\""), ["Use `medkits`"]);
    assert!(offered("\"bandages\"").is_empty());
    assert_eq!(offered("3"), ["Use `health`", "Use `medkits`"]);
}
