//! Overriding parameters inside a subtree for one use.

use crate::edit::Command;
use crate::edit::testing::editor::{TestEditor, dump, sets_inside as set};

fn editor() -> TestEditor {
    TestEditor::drawn(
        "r:Sequence[use:Subtree(tree=Rest) theirs:Subtree(file=b.bt.json)] | Rest=w:Wait",
    )
}

fn reset(node: &str, path: &str, parameter: &str) -> Command {
    Command::SetOverride {
        node: node.into(),
        path: path.into(),
        parameter: parameter.into(),
        value: None,
    }
}

#[test]
fn overrides_are_set_changed_and_reset_in_exact_steps() {
    let mut editor = editor();
    let mut states = vec![dump(&editor.document)];
    for command in [
        set("theirs", "a", "x=1"),
        set("theirs", "b", "x=2"),
        set("theirs", "a", "y=3"),
        set("theirs", "a", "x=4"),
        reset("theirs", "b", "x"),
    ] {
        editor.does(command);
        states.push(dump(&editor.document));
    }
    // The overrides of one inner node are grouped.
    let shown = editor.shown("theirs");
    assert!(shown.ends_with("a/x=4, a/y=3)"), "{shown}");
    for state in states.iter().rev().skip(1) {
        editor.undo();
        assert_eq!(&dump(&editor.document), state);
    }
    for state in states.iter().skip(1) {
        editor.redo();
        assert_eq!(&dump(&editor.document), state);
    }
}

#[test]
fn overrides_of_nodes_in_this_document_are_checked_like_parameters() {
    let mut there = editor();
    there.does(set("use", "w", "seconds=3.0"));
    assert_eq!(there.shown("use"), "Subtree(tree=Rest, w/seconds=3.0)");
    for (command, reason) in [
        (
            set("use", "w", "seconds=soon"),
            "expected float, found `\"soon\"`",
        ),
        (
            set("use", "w", "speed=1.0"),
            "`Wait` has no parameter `speed`",
        ),
        (
            set("use", "nobody", "seconds=1.0"),
            "node `nobody` does not exist",
        ),
        (
            set("r", "w", "seconds=1.0"),
            "`Sequence` runs no subtree, so nothing can be overridden",
        ),
        (reset("use", "w", "seconds"), "nothing to do"),
    ] {
        assert_eq!(editor().refuses(&command), reason);
    }
}
