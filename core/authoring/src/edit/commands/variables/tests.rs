//! Declared variables and their bindings.

use treewright_core::model::{Literal, Scope, Surgery as _};
use treewright_core::value::{Value, ValueType};

use super::*;
use crate::edit::Command;
use crate::edit::testing::editor::{TestEditor, declares};

/// Variables `a`, `b`, `c`; the root and an unconnected node that read and write `a`.
fn editor() -> TestEditor {
    TestEditor::drawn(
        "a:int b:int c:int; r:CompareInt(left={a},right={b}) | x:SetVariable(variable={a})",
    )
}

/// The names of the variables after a command, whose undo is checked.
fn names(command: &Command) -> String {
    let variables = done(command).variables();
    variables.replace("=0.0", "").replace("=0", "")
}

fn rename(from: &str, to: &str) -> Command {
    Command::RenameVariable {
        from: from.into(),
        to: to.into(),
    }
}

/// Runs a command and checks that undo and redo are exact.
fn done(command: &Command) -> TestEditor {
    let mut editor = editor();
    editor.does_exactly(command);
    editor
}

fn refused(command: &Command) -> String {
    editor().refuses(command)
}

#[test]
fn a_new_variable_is_added_last() {
    assert_eq!(names(&declares("距离:float")), "a b c 距离");
    let mut wrong = Variable::new("d", ValueType::Float);
    wrong.initial = Literal::from(true);
    for (command, reason) in [
        (declares("b:float"), "there is already a variable named `b`"),
        (declares(" :float"), "enter a name for the variable"),
        (Command::AddVariable(wrong), "expected float, found `true`"),
    ] {
        assert_eq!(refused(&command), reason);
    }
}

#[test]
fn undo_restores_a_removed_variable_at_its_index() {
    let mut editor = done(&Command::RemoveVariable("b".into()));
    assert_eq!(editor.variables(), "a=0 c=0");
    assert_eq!(editor.shown("r"), "CompareInt(left={a}, right={b})");
    editor.undo();
    assert_eq!(editor.variables(), "a=0 b=0 c=0");
    let missing = refused(&Command::RemoveVariable("z".into()));
    assert_eq!(missing, "there is no variable named `z`");
}

#[test]
fn a_variable_is_renamed_with_all_its_uses() {
    assert_eq!(names(&rename("a", "z")), "z b c");
    let editor = done(&rename("a", "z"));
    assert_eq!(editor.shown("r"), "CompareInt(left={z}, right={b})");
    assert_eq!(editor.shown("x"), "SetVariable(variable={z})");
    for (from, to, reason) in [
        ("a", "b", "there is already a variable named `b`"),
        ("a", "a", "nothing to do"),
        ("a", "", "enter a name for the variable"),
        ("z", "y", "there is no variable named `z`"),
    ] {
        assert_eq!(refused(&rename(from, to)), reason);
    }
}

#[test]
fn a_variable_is_renamed_in_expressions_too() {
    // A text that is not an expression stays unchanged; a broken expression is changed as far as it can be parsed.
    let mut editor =
        TestEditor::drawn("a:int; r:Sequence[e:Expression l:Log(text=a < 1)] | w:WaitUntil");
    for (id, text) in [("e", "a < max(a, b)"), ("w", "a < (a #")] {
        let node = editor.document.node_mut(&id.into()).unwrap();
        let text = ParameterValue::literal(text);
        node.parameters.insert("expression".into(), text);
    }
    editor.does_exactly(&rename("a", "my 生命"));
    let expected = "Expression(expression=`my 生命` < max(`my 生命`, b))";
    assert_eq!(editor.shown("e"), expected);
    assert_eq!(editor.shown("l"), "Log(text=a < 1)");
    let broken = "WaitUntil(expression=`my 生命` < (`my 生命` #)";
    assert_eq!(editor.shown("w"), broken);
}

#[test]
fn a_variable_is_renamed_in_overriding_expressions() {
    let mut editor = TestEditor::drawn(
        "a:int; r:Sequence[u:Subtree(e/expression=a < 2,e/other=a < 2)] | e:Expression",
    );
    editor.does(rename("a", "b"));
    let expected = "Subtree(e/expression=b < 2, e/other=a < 2)";
    assert_eq!(editor.shown("u"), expected);
}

#[test]
fn everything_but_the_name_of_a_variable_can_change() {
    let mut variable = Variable::new("b", ValueType::String);
    variable.scope = Scope::Global;
    variable.comment = "why".to_owned();
    let editor = done(&Command::ChangeVariable(variable.clone()));
    assert_eq!(editor.document.variable("b"), Some(&variable));
    assert_eq!(editor.variables(), "a=0 b=\"\" c=0");
    variable.initial = Literal::from(Value::Int(1));
    let wrong = refused(&Command::ChangeVariable(variable));
    assert_eq!(wrong, "expected string, found `1`");
    let same = Variable::new("b", ValueType::Int);
    assert_eq!(refused(&Command::ChangeVariable(same)), "nothing to do");
}

#[test]
fn a_variable_moves_in_the_list() {
    let reorder = |name: &str, index| Command::MoveVariable(name.into(), index);
    for (name, index, expected) in [("a", 1, "b a c"), ("a", 99, "b c a"), ("c", 0, "c a b")] {
        assert_eq!(names(&reorder(name, index)), expected);
    }
    assert_eq!(refused(&reorder("c", 2)), "nothing to do");
}

#[test]
fn renaming_a_subtrees_variable_renames_the_parameters_that_set_it() {
    let mut editor = TestEditor::drawn(
        "target:int@subtree; | ours:Subtree(tree=T,target={target},other=1,x/left={target})
         | theirs:Subtree(file=b.bt.json,target={target})",
    );
    editor.does_exactly(&rename("target", "foe"));
    let ours = editor.shown("ours");
    assert!(ours.contains("foe={foe}, other="), "{ours}");
    assert!(ours.ends_with("x/left={foe})"), "{ours}");
    let theirs = editor.shown("theirs");
    assert!(theirs.ends_with("target={foe})"), "{theirs}");
}
