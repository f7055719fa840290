//! Named trees and the nodes that run them: each problem is located, and fixed where possible.

use std::sync::Arc;

use treewright_core::diagnostic::{Diagnostic, Severity};
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, NamedTree};
use treewright_core::project::{DocumentSet, Project};

use super::super::{Fix, fixes, suggestion, validate, validate_project};
use crate::edit::testing::editor::{TestEditor, draw};

/// The main tree runs the tree Attack with these settings.
fn running(settings: &str) -> Document {
    let variables = "target:int@subtree ours:int flag:bool";
    let attack = "Attack=a:Sequence[w:Wait s:SetVariable(variable={target},value=1)]";
    named(&format!(
        "{variables}; r:Sequence[u:Subtree({settings})] | {attack}"
    ))
}

/// Draws a document named `Main`.
fn named(drawing: &str) -> Document {
    let mut document = draw(drawing);
    document.name = "Main".into();
    document
}

fn found(document: &Document) -> Vec<Diagnostic> {
    validate(document, &NodeLibrary::builtin()).into_vec()
}

fn messages(document: &Document) -> Vec<String> {
    found(document).iter().map(ToString::to_string).collect()
}

/// The codes of the problems left after fixing the only problem; they must be the same for each fix offered.
fn codes_after_fix(document: &Document) -> Vec<&'static str> {
    let library = NodeLibrary::builtin();
    let found = found(document);
    assert_eq!(found.len(), 1, "{found:?}");
    let offered = fixes(document, &library, &found[0]).into_iter();
    let mut left = offered.map(|Fix { command, .. }| {
        let mut editor = TestEditor::with(document.clone());
        editor.does_exactly(&command);
        let left = validate(&editor.document, &library);
        left.iter().map(|d| d.problem.code()).collect()
    });
    let first = left.next();
    let first = first.unwrap_or_else(|| panic!("no fix for {:?}", found[0]));
    assert!(left.all(|other| other == first));
    first
}

#[test]
fn trees_that_cannot_run_are_fixed_where_an_alternative_exists() {
    assert_eq!(
        codes_after_fix(&running("")),
        [""; 0],
        "a tree of the document"
    );
    let elsewhere = running("file=gone.bt.json,tree=Attack");
    assert_eq!(codes_after_fix(&elsewhere), [""; 0]);
    let round = named("r:Subtree(tree=T) | T=s:Sequence[w:Wait t:Subtree(tree=T)]");
    let library = NodeLibrary::builtin();
    let mut fixed = 0;
    for problem in found(&round) {
        for fix in fixes(&round, &library, &problem) {
            let mut editor = TestEditor::with(round.clone());
            editor.does(fix.command);
            assert_eq!(
                messages(&editor.document),
                [""; 0],
                "{problem}: {}",
                fix.label
            );
            fixed += 1;
        }
    }
    assert!(fixed > 0, "{:?}", messages(&round));
}

#[test]
fn a_named_tree_is_not_unconnected_and_needs_no_root() {
    let sound = running("tree=Attack,target={ours},w/seconds=3");
    assert_eq!(messages(&sound), [""; 0]);
    assert_eq!(messages(&draw("| T=a:Succeed")), [""; 0]);
}

#[test]
fn duplicate_tree_names_and_missing_tops_are_fixed() {
    let twice = named("r:Succeed | T=a:Succeed | T=b:Succeed");
    let expected = "tree `T`: another tree is also named `T`: rename one of them";
    assert_eq!(messages(&twice), [expected]);
    assert_eq!(codes_after_fix(&twice), [""; 0]);
    let mut lost = named("r:Succeed");
    lost.trees.push(NamedTree::new("T", "a"));
    let expected = "tree `T`: root a of tree `T` does not exist: add it or remove the name";
    assert_eq!(messages(&lost), [expected]);
    assert_eq!(codes_after_fix(&lost), [""; 0]);
}

#[test]
fn a_missing_tree_is_reported_with_the_probable_name() {
    let unknown = running("tree=Atack");
    let problem = &found(&unknown)[0];
    assert_eq!(
        problem.to_string(),
        "node u, `tree`: no tree named `Atack` in this document: check the spelling"
    );
    let meant = suggestion(&unknown, &NodeLibrary::builtin(), problem);
    assert_eq!(meant.as_deref(), Some("Attack"));
    assert_eq!(codes_after_fix(&unknown), [""; 0]);
}

#[test]
fn subtree_parameters_must_be_variables_of_the_tree_with_its_type() {
    let rest = "to set: check the spelling, or declare it with scope `subtree`";
    for (setting, expected) in [
        (
            "targt=1",
            &*format!("node u, `targt`: `Attack` has no variable `targt` {rest}"),
        ),
        // A variable of the whole document.
        (
            "ours=1",
            "node u, `ours`: `Attack` has no variable `ours` to set",
        ),
        (
            "target=much",
            "node u, `target`: expected int, found string",
        ),
        (
            "target={flag}",
            "node u, `target`: expected int, found variable `flag` of type bool",
        ),
    ] {
        let messages = messages(&running(&format!("tree=Attack,{setting}")));
        assert_eq!(messages.len(), 1, "{messages:?}");
        assert!(messages[0].starts_with(expected), "{}", messages[0]);
    }
    let misspelt = running("tree=Attack,targt=1");
    let meant = suggestion(&misspelt, &NodeLibrary::builtin(), &found(&misspelt)[0]);
    assert_eq!(meant.as_deref(), Some("target"));
    assert_eq!(codes_after_fix(&misspelt), [""; 0]);
}

#[test]
fn an_override_names_a_node_and_parameter_inside_with_the_right_type() {
    for (set, at, expected) in [
        (
            "nobody/seconds=1",
            "`seconds` of nobody",
            "`Attack` has no node nobody: the override has no effect; remove it",
        ),
        (
            "r/x=1",
            "`x` of r",
            "`Attack` has no node r: the override has no effect; remove it",
        ),
        (
            "w/w/seconds=1",
            "`seconds` of w/w",
            "`Attack` has no node w/w: the override has no effect; remove it",
        ),
        (
            "w/secnds=1",
            "`secnds` of w",
            "Wait has no parameter `secnds`",
        ),
        (
            "w/seconds=soon",
            "`seconds` of w",
            "`seconds`: expected float, found string",
        ),
        (
            "w/seconds=-1",
            "`seconds` of w",
            "`seconds`: expected a value from 0 to",
        ),
        (
            "s/value=true",
            "`value` of s",
            "`value`: expected int, found bool",
        ),
        (
            "w/seconds={gone}",
            "`seconds` of w",
            "variable `gone` is not declared",
        ),
    ] {
        let document = running(&format!("tree=Attack,{set}"));
        let messages = messages(&document);
        assert_eq!(messages.len(), 1, "{messages:?}");
        let expected = format!("node u, {at}: {expected}");
        assert!(messages[0].starts_with(&expected), "{}", messages[0]);
        assert_eq!(codes_after_fix(&document), [""; 0], "{set}");
    }
}

#[test]
fn the_tree_of_an_inner_node_cannot_be_overridden_but_its_variables_can() {
    let document = named(
        "target:int@subtree ours:int flag:bool; r:Subtree(tree=Outer,o/tree=Leaf,o/target=2,o/l/text=hi)
         | Outer=o:Subtree(tree=Leaf) | Leaf=l:Log(text=x)",
    );
    let messages = messages(&document);
    assert_eq!(messages.len(), 1, "{messages:?}");
    assert!(messages[0].starts_with("node r, `tree` of o: `tree` selects the subtree"));
}

#[test]
fn a_node_that_names_no_tree_is_told_as_unfinished_where_there_is_none_to_run() {
    let expected = "node u: no tree is chosen: choose the tree to run";
    let without_root = named("| A=a:Sequence[u:Subtree]");
    for document in [running(""), without_root] {
        let found = found(&document);
        let told = found.iter().find(|d| d.to_string() == expected);
        assert_eq!(told.map(|d| d.severity), Some(Severity::Warning));
    }
    let runs_main = named("r:Succeed | A=a:Sequence[u:Subtree]");
    assert_eq!(messages(&runs_main), [""; 0]);
    let mut set = DocumentSet::new();
    set.insert("b.bt.json", Arc::new(running("")));
    let outside = messages_at("a.bt.json", &running("file=b.bt.json"), &set);
    assert_eq!(outside, [""; 0]);
}

#[test]
fn a_cycle_shows_its_path_even_if_nothing_runs_it() {
    let document = named(
        "r:Subtree(tree=Attack) | Attack=n12:Subtree(tree=Reload) | Reload=n20:Subtree(tree=Attack) | Me=me:Subtree(tree=Me)",
    );
    assert_eq!(
        messages(&document),
        [
            "node n20, `tree`: a tree cannot contain itself: Main -> Attack (r) -> Reload (n12) -> Attack; choose another tree",
            "node me, `tree`: a tree cannot contain itself: Me -> Me; choose another tree",
        ]
    );
}

/// The problems of a document at this path, together with the others of its project.
fn messages_at(path: &str, document: &Document, others: &DocumentSet) -> Vec<String> {
    let project = Project::new(document, path, others);
    let found = validate_project(&project, &NodeLibrary::builtin());
    found.iter().map(ToString::to_string).collect()
}

#[test]
fn problems_are_located_at_the_file_or_at_the_running_node() {
    let file = |file: &str| running(&format!("file={file}"));
    let mut set = DocumentSet::new();
    set.insert_unreadable("ai/bad.bt.json", "it is not JSON");
    set.insert("ai/empty.bt.json", Arc::new(Document::default()));
    set.insert("ai/back.bt.json", Arc::new(file("a.bt.json")));
    set.insert("ai/fine.bt.json", Arc::new(running("tree=Attack")));
    let messages = |name: &str| messages_at("ai/a.bt.json", &file(name), &set);
    assert_eq!(messages("fine.bt.json"), [""; 0]);
    for (name, expected) in [
        (
            "bad.bt.json",
            "node u, `file`: ai/bad.bt.json cannot be read: it is not JSON",
        ),
        (
            "gone.bt.json",
            "node u, `file`: ai/gone.bt.json was not loaded",
        ),
        (
            "empty.bt.json",
            "node u: ai/empty.bt.json has no main tree: enter the name of a tree",
        ),
    ] {
        assert_eq!(messages(name), [expected]);
    }
    assert!(
        messages("../../x.bt.json")[0].starts_with("node u, `file`: ../../x.bt.json is outside")
    );
    let back = messages("back.bt.json");
    assert_eq!(back.len(), 1, "{back:?}");
    let round = "Main -> ai/back.bt.json (u) -> Main;";
    assert!(back[0].contains(round), "{}", back[0]);
}

#[test]
fn a_conditional_in_a_subtree_counts_for_the_abort_type_above_it() {
    let document = draw("r:Selector(.abort=LowerPriority)[u:Subtree(tree=T)] | T=c:RandomChance");
    assert_eq!(messages(&document), [""; 0]);
}

/// Each of ten thousand nested nodes is the top of a tree. Each tree is run, and the deepest node is overridden from there.
#[test]
fn ten_thousand_nested_trees_are_checked() {
    const DEPTH: usize = 10_000;
    let chain = (0..DEPTH - 1).map(|level| format!("tree{level}=c{level}:Inverter["));
    let deepest = format!("c{}", DEPTH - 1);
    let closed = "]".repeat(DEPTH - 1);
    let users = (0..DEPTH).map(|level| {
        format!(" | runs{level}=u{level}:Subtree(tree=tree{level},{deepest}/seconds=2.0)")
    });
    let (chain, users): (String, String) = (chain.collect(), users.collect());
    let drawing = format!("{chain}tree{}={deepest}:Wait{closed}{users}", DEPTH - 1);
    assert_eq!(messages(&draw(&drawing)), [""; 0]);
}

#[test]
fn a_global_variable_is_the_same_in_every_file() {
    let mut others = DocumentSet::new();
    others.insert("b.bt.json", Arc::new(draw("all:int@global; r:Succeed")));
    let messages = |value_type: &str| {
        let main = format!("all:{value_type}@global; r:Subtree(file=b.bt.json)");
        messages_at("a.bt.json", &draw(&main), &others)
    };
    assert_eq!(messages("int"), [""; 0]);
    let expected = "node r, `file`: global `all` is int in b.bt.json but float here: use one type or rename one of them";
    assert_eq!(messages("float"), [expected]);
}
