//! The differences between two documents, and that swapping the documents mirrors them.

use proptest::prelude::*;
use treewright_core::geometry::Position;
use treewright_core::model::{Document, NodePlace, Note, Surgery as _};
use treewright_core::testing::cases;

use super::{Difference, diff};
use crate::edit::Command;
use crate::edit::testing::dice::{dice, document};
use crate::edit::testing::editor::{TestEditor, adds, draw, dump, ids};

/// Returns the differences between two drawings, one line each.
fn differences(old: &str, new: &str) -> Vec<String> {
    lines(&draw(old), &draw(new))
}

fn lines(old: &Document, new: &Document) -> Vec<String> {
    diff(old, new).iter().map(Difference::to_string).collect()
}

#[test]
fn a_document_does_not_differ_from_itself() {
    assert!(differences("r:Sequence[a:Wait b:Log]", "r:Sequence[a:Wait b:Log]").is_empty());
}

#[test]
fn nodes_are_added_removed_and_change_their_task() {
    assert_eq!(
        differences("r:Sequence[a:Wait b:Log]", "r:Selector[a:Wait c:Idle]"),
        [
            "node r: node type: \"Sequence\" → \"Selector\"",
            "node b: removed",
            "node c: added",
        ]
    );
}

#[test]
fn the_fewest_possible_siblings_are_reported_as_moved() {
    let found = differences("r:S[a:W b:W c:W d:W]", "r:S[b:W c:W d:W a:W]");
    assert_eq!(found, ["node a: moved: child 1 of r → child 4 of r"]);
    assert_eq!(
        differences("r:S[a:W b:W]", "r:S[x:W a:W b:W]"),
        ["node x: added"]
    );
}

#[test]
fn a_branch_with_another_parent_moved_but_its_descendants_did_not() {
    let found = differences("r:S[a:S[b:W c:W] d:S]", "r:S[d:S[a:S[b:W c:W]]]");
    assert_eq!(found, ["node a: moved: child 1 of r → child 1 of d"]);
    let expected = ["node a: moved: child 1 of r → unconnected"];
    assert_eq!(differences("r:S[a:W] | x:W", "r:S | x:W a:W"), expected);
}

#[test]
fn a_changed_root_is_also_a_difference_of_the_document() {
    let expected = [
        "the document: root: r → x",
        "node x: moved: unconnected → the root",
        "node r: moved: the root → unconnected",
    ];
    assert_eq!(differences("r:S | x:W", "x:W | r:S"), expected);
}

#[test]
fn each_changed_field_is_one_difference() {
    let before = draw("n1:Wait(seconds=1.5)");
    let mut after = draw("n1:Wait(seconds={pause},random=true,.name=Rest)");
    after.node_mut(&"n1".into()).unwrap().position = Position::new(40, 8);
    let found = diff(&before, &after);
    let differences: Vec<_> = found.iter().map(Difference::to_string).collect();
    let expected = [
        "node n1: name: not set → \"Rest\"",
        "node n1: `random`: not set → true",
        "node n1: `seconds`: 1.5 → variable `pause`",
        "node n1: position: 0, 0 → 40, 8",
    ];
    assert_eq!(differences, expected);
    let layout: Vec<bool> = found.iter().map(Difference::is_layout).collect();
    assert_eq!(layout, [false, false, false, true]);
}

#[test]
fn variables_trees_notes_and_settings_are_compared() {
    let mut old = draw("hp:int old:bool; r:S[a:W]");
    let mut new = draw("hp:float new:bool; r:S[Rest=a:W]");
    for (document, text) in [(&mut old, "one"), (&mut new, "two")] {
        document.notes.push(Note {
            text: text.into(),
            position: Position::new(7, 7),
            ..Note::default()
        });
    }
    new.seed = 9;
    let expected = [
        "the document: seed: not set → 9",
        "variable `hp`: type and initial value: int 0 → float 0.0",
        "variable `new`: added",
        "variable `old`: removed",
        "tree `Rest`: added",
        "note 1: text: \"one\" → \"two\"",
    ];
    assert_eq!(lines(&old, &new), expected);
}

#[test]
fn moving_a_card_is_layout_but_moving_a_node_is_not() {
    let mut editor = TestEditor::drawn("r:Sequence[a:Wait b:Log]");
    let before = editor.document.clone();
    editor.does(Command::MoveBy {
        nodes: ids("r"),
        dx: 5,
        dy: 5,
        with_descendants: true,
        order_axis: None,
    });
    let found = diff(&before, &editor.document);
    assert_eq!(found.len(), 3);
    assert!(found.iter().all(Difference::is_layout));
    editor.does(adds("Idle", NodePlace::Child("r".into(), 0)));
    let found = diff(&before, &editor.document);
    assert!(!found.iter().all(Difference::is_layout));
}

/// Renders differences in a canonical order.
fn sorted(differences: &[Difference]) -> Vec<String> {
    let mut lines: Vec<_> = differences.iter().map(|d| format!("{d:?}")).collect();
    lines.sort();
    lines
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(200)))]

    #[test]
    fn swapping_the_documents_reverses_every_difference(
        drawn in document(),
        commands in prop::collection::vec(dice(), 1..12),
    ) {
        let mut editor = TestEditor::with(drawn.clone());
        for dice in &commands {
            let _ = editor.apply(&dice.command(&editor.document, &drawn));
        }
        let there = diff(&drawn, &editor.document);
        let back = diff(&editor.document, &drawn);
        // Notes and groups are identified by their index in the newer document.
        let counted = |list: Vec<Difference>| -> Vec<Difference> {
            list.into_iter().filter(|d| !matches!(d.subject.code(), "note" | "group")).collect()
        };
        let turned: Vec<Difference> = counted(back).into_iter().map(Difference::reversed).collect();
        prop_assert_eq!(sorted(&counted(there.clone())), sorted(&turned));
        if dump(&drawn) == dump(&editor.document) {
            prop_assert!(there.is_empty());
        }
    }
}
