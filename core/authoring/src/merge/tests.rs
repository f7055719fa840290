//! Merges of drawn documents: structure, fields, and the English of conflicts.

use treewright_core::geometry::Position;
use treewright_core::ids::NodeId;
use treewright_core::model::{
    Document, HasFields as _, Literal, NodePlace, Note, ParameterValue, Surgery as _,
    broken_invariants,
};
use treewright_core::value::Value;

use super::{Merged, merge};
use crate::edit::testing::editor::{TestEditor, draw, dump, picture, shown};

/// The drawing of a merge of three drawings, and its conflicts as text.
fn merged(base: &str, ours: &str, theirs: &str) -> (String, Vec<String>) {
    let merged = merge(&draw(base), &draw(ours), &draw(theirs));
    (picture(&merged.document), conflicts(&merged))
}

fn conflicts(merged: &Merged) -> Vec<String> {
    assert_eq!(broken_invariants(&merged.document), Vec::<String>::new());
    let conflicts = merged.document.conflicts.iter();
    conflicts.map(ToString::to_string).collect()
}

/// Checks that a merge has no conflicts, and its result.
fn clean(base: &str, ours: &str, theirs: &str, expected: &str) {
    assert_eq!(
        merged(base, ours, theirs),
        (expected.to_owned(), Vec::new())
    );
}

#[test]
fn independent_changes_are_combined() {
    // Both add and remove children of one parent.
    let two = "r:S[a:W b:W]";
    clean(two, "r:S[x:W a:W b:W]", "r:S[a:W b:W y:W]", "r[x a b y]");
    clean(two, "r:S[a:W x:W b:W]", "r:S[a:W y:W b:W]", "r[a x y b]");
    let three = "r:S[a:W b:W c:W]";
    clean(three, "r:S[b:W c:W]", "r:S[a:W b:W]", "r[b]");
    clean(three, "r:S[c:W a:W b:W]", "r:S[a:W b:W]", "r[a b]");
    // Both move different nodes.
    let moved = ["r:S[a:S c:S[d:W b:W]]", "r:S[c:S a:S[b:W d:W]]"];
    clean("r:S[a:S[b:W] c:S[d:W]]", moved[0], moved[1], "r[c[b] a[d]]");
    clean(
        "r:S[a:W] | x:W",
        "r:S[a:W x:W]",
        "r:S | x:W a:W",
        "r[x] | a",
    );
    // One wraps a node, the other changes it.
    let wrapped = "r:S[w:Inverter[a:S[b:W]]]";
    clean(
        "r:S[a:S[b:W]]",
        wrapped,
        "r:S[a:Selector[b:W c:Log]]",
        "r[w[a[b c]]]",
    );
}

#[test]
fn two_new_nodes_with_one_id_are_both_kept() {
    let merged = merge(
        &draw("n1:S[n2:S n3:S]"),
        &draw("n1:S[n2:S[n4:Wait] n3:S]"),
        &draw("n1:S[n2:S n3:S[n4:Log[n5:Wait]]]"),
    );
    assert_eq!(picture(&merged.document), "n1[n2[n4] n3[n6[n5]]]");
    assert_eq!(conflicts(&merged), Vec::<String>::new());
    assert_eq!(merged.renumbered, [("n4".into(), "n6".into())]);
}

#[test]
fn identical_added_nodes_become_one() {
    clean("r:S", "r:S[n1:W[n2:W]]", "r:S[n1:W[n2:W]]", "r[n1[n2]]");
    // with a parent that differs but has the same id, it is another node
    let expected = "r[n1[n2] n3[n4]]";
    clean("r:S", "r:S[n1:W[n2:W]]", "r:S[n1:X[n2:W]]", expected);
}

#[test]
fn references_to_a_renumbered_node_follow() {
    let base = draw("n1:S | n2:S");
    let ours = draw("n1:S[n3:Wait] | n2:S");
    let theirs = draw("n1:S[n4:Subtree(n3/p=1,n4/n3/p=1,zz/p=1)] | n2:S | T=n3:Log");
    let merged = merge(&base, &ours, &theirs);
    assert_eq!(picture(&merged.document), "n1[n3 n4] | n2 | n5");
    assert_eq!(merged.document.trees[0].root, NodeId::from("n5"));
    let runner = merged.document.node(&"n4".into()).unwrap();
    assert_eq!(shown(runner), "Subtree(n5/p=1, n4/n5/p=1, zz/p=1)");
}

#[test]
fn moving_one_node_to_two_places_conflicts() {
    assert_eq!(
        merged("r:S[a:W b:S c:S]", "r:S[b:S[a:W] c:S]", "r:S[b:S c:S[a:W]]"),
        (
            "r[b[a] c]".to_owned(),
            vec!["node a: both moved it (ours: child 1 of b; theirs: child 1 of c; before: child 1 of r)".to_owned()]
        )
    );
}

#[test]
fn moves_that_would_create_a_cycle_keep_ours() {
    let (picture, conflicts) = merged("r:S[a:S b:S]", "r:S[b:S[a:S]]", "r:S[a:S[b:S]]");
    assert_eq!(picture, "r[b[a]]");
    let expected = [
        "node b: both moves together form a cycle (ours: child 1 of r; theirs: child 1 of a; before: child 2 of r)",
    ];
    assert_eq!(conflicts, expected);
    // with a new node in between
    let (picture, _) = merged("r:S[a:S b:S]", "r:S[b:S[a:S]]", "r:S[a:S[w:S[b:S]]]");
    assert_eq!(picture, "r[b[a[w]]]");
}

#[test]
fn removal_and_change_of_one_branch_conflict() {
    let base = "r:S[a:S[b:W] c:W]";
    let removed = "r:S[c:W]";
    let changed = "r:S[a:S[b:Log x:Idle] c:W]";
    let (picture_ours, told) = merged(base, removed, changed);
    assert_eq!(picture_ours, "r[c]");
    assert_eq!(told, ["node a: ours removed node a, theirs changed it"]);
    let (picture_ours, told) = merged(base, changed, removed);
    assert_eq!(picture_ours, "r[a[b x] c]");
    assert_eq!(told, ["node a: ours changed node a, theirs removed it"]);
    clean(base, removed, base, "r[c]");
    clean(base, base, removed, "r[c]");
    // a node moved out of a branch before the branch was removed is not lost
    let (picture_ours, told) = merged(base, removed, "r:S[a:S c:W b:W]");
    assert_eq!(picture_ours, "r[c]");
    assert_eq!(told, ["node b: ours removed node b, theirs changed it"]);
}

#[test]
fn a_node_moved_into_a_removed_branch_stays_where_it_was() {
    let (picture, told) = merged("r:S[a:S b:W]", "r:S[b:W]", "r:S[a:S[b:W]]");
    assert_eq!(picture, "r[b]");
    assert_eq!(told, ["node a: ours removed node a, theirs changed it"]);
}

#[test]
fn two_new_roots_conflict_and_one_becomes_unconnected() {
    let (picture, told) = merged("r:S | x:W y:W", "x:W | r:S y:W", "y:W | r:S x:W");
    assert_eq!(picture, "x | r | y");
    let expected = ["the document: both changed its root (ours: x; theirs: y; before: r)"];
    assert_eq!(told, expected);
    clean("r:S | x:W", "w:I[r:S] | x:W", "r:S[x:W]", "w[r[x]]");
}

/// A document with a single node with these settings.
fn single(settings: &str) -> Document {
    draw(&format!("a:Wait({settings})"))
}

fn at(mut document: Document, place: i32) -> Document {
    document.node_mut(&"a".into()).unwrap().position = Position::new(place, place);
    document
}

#[test]
fn different_fields_of_one_node_are_both_applied() {
    let merged = merge(
        &single("p=1,q=1,s=1"),
        &single("p=2,q=1,s=1,.name=Rest"),
        &single("p=1,q=3,t=4,.off"),
    );
    assert_eq!(conflicts(&merged), Vec::<String>::new());
    let result = merged.document.node(&"a".into()).unwrap();
    assert_eq!(shown(result), "Wait(p=2, q=3, t=4, .name=Rest, .off)");
}

#[test]
fn a_field_changed_by_both_conflicts_and_keeps_ours() {
    let ours = at(single("p=2"), 5);
    let merged = merge(&single("p=1"), &ours, &at(single("p=3"), 9));
    let expected = ["node a: both changed its `p` (ours: 2; theirs: 3; before: 1)"];
    assert_eq!(conflicts(&merged), expected);
    let fields = |document: &Document| document.node(&"a".into()).unwrap().fields();
    assert_eq!(fields(&merged.document), fields(&ours));
}

#[test]
fn a_number_written_in_two_ways_is_no_conflict() {
    let written = |text: &str| {
        let mut document = single("");
        let literal = ParameterValue::Literal(Literal {
            value: Value::Float(1.5),
            written: Some(text.into()),
        });
        let node = document.node_mut(&"a".into()).unwrap();
        node.parameters.insert("p".into(), literal);
        document
    };
    let merged = merge(&single(""), &written("1.50"), &written("1.500"));
    assert_eq!(conflicts(&merged), Vec::<String>::new());
}

#[test]
fn nodes_added_by_theirs_move_with_their_parent() {
    let mut theirs = draw("a:Wait[b:S]");
    theirs.node_mut(&"b".into()).unwrap().position = Position::new(30, 0);
    let merged = merge(&single(""), &at(single(""), 100), &theirs);
    let b = "b".into();
    let added = merged.document.node(&b).unwrap();
    assert_eq!(added.position, Position::new(130, 100));
    let place = NodePlace::Child("a".into(), 0);
    assert_eq!(merged.document.place(&b), Some(place));
}

#[test]
fn variables_merge_by_name() {
    let merged = merge(
        &draw("a:int b:int c:int d:int;"),
        &draw("a:int=1 c:int=1 d:int new:int=1 o:int;"),
        &draw("a:int=2 b:int=2 d:int=5 new:int=2 t:int;"),
    );
    let list = TestEditor::with(merged.document.clone()).variables();
    assert_eq!(list, "a=1 c=1 d=5 new=1 o=0 t=0");
    let expected = [
        "variable `a`: both changed its type and initial value (ours: int 1; theirs: int 2; before: int 0)",
        "variable `b`: ours removed variable `b`, theirs changed it",
        "variable `c`: ours changed variable `c`, theirs removed it",
        "variable `new`: both added it with a different type and initial value (ours: int 1; theirs: int 2)",
    ];
    assert_eq!(conflicts(&merged), expected);
}

#[test]
fn settings_merge_and_libraries_as_a_list() {
    let with = |name: &str, seed: u64, libraries: &[&str]| {
        let mut document = Document::default();
        (document.name, document.seed) = (name.to_owned(), seed);
        document.libraries = libraries.iter().map(|l| (*l).to_owned()).collect();
        document
    };
    let merged = merge(
        &with("x", 0, &["a", "b"]),
        &with("y", 7, &["a", "b", "o"]),
        &with("z", 0, &["t", "b"]),
    );
    assert_eq!(merged.document.seed, 7);
    assert_eq!(merged.document.libraries, ["t", "b", "o"]);
    let expected =
        ["the document: both changed its name (ours: \"y\"; theirs: \"z\"; before: \"x\")"];
    assert_eq!(conflicts(&merged), expected);
}

#[test]
fn notes_never_conflict() {
    let with = |texts: &[(&str, i32)]| {
        let mut document = Document::default();
        document.notes.extend(texts.iter().map(|(text, x)| Note {
            text: (*text).to_owned(),
            position: Position::new(*x, 0),
            ..Note::default()
        }));
        document
    };
    let merged = merge(
        &with(&[("one", 1), ("two", 2), ("three", 3)]),
        &with(&[("one ours", 1), ("three", 3), ("new", 9)]),
        &with(&[
            ("one theirs", 1),
            ("two changed", 2),
            ("new", 9),
            ("four", 4),
        ]),
    );
    assert_eq!(conflicts(&merged), Vec::<String>::new());
    let texts: Vec<&str> = merged.document.notes.iter().map(|n| &*n.text).collect();
    let expected = ["one ours", "one theirs", "two changed", "new", "four"];
    assert_eq!(texts, expected);
}

#[test]
fn conflicts_of_earlier_merges_stay_until_they_are_resolved() {
    let [base, ours, theirs] = ["p=1", "p=2", "p=3"].map(single);
    let first = merge(&base, &ours, &theirs).document;
    let again = merge(&first, &first, &first);
    assert_eq!(again.document, first);
    let mut settled = first.clone();
    settled.conflicts.clear();
    for [ours, theirs] in [[&first, &settled], [&settled, &first]] {
        let merged = merge(&first, ours, theirs).document;
        assert!(merged.conflicts.is_empty());
    }
}

#[test]
fn what_the_other_version_added_follows_a_renamed_variable() {
    let base = draw("medkits:int; r:Sequence[a:CompareInt(left={medkits})]");
    let renamed = draw("first_aid:int; r:Sequence[a:CompareInt(left={first_aid})]");
    let added = draw(
        "medkits:int; r:Sequence[a:CompareInt(left={medkits}) b:CompareInt(left={medkits}) c:Expression(expression=medkits > 2)]",
    );
    let wanted = draw(
        "first_aid:int; r:Sequence[a:CompareInt(left={first_aid}) b:CompareInt(left={first_aid}) c:Expression(expression=first_aid > 2)]",
    );
    for (ours, theirs) in [(&renamed, &added), (&added, &renamed)] {
        let merged = merge(&base, ours, theirs);
        assert_eq!(merged.new_conflicts, 0);
        assert_eq!(dump(&merged.document), dump(&wanted));
    }
}

#[test]
fn another_variable_in_place_of_a_removed_one_is_no_renaming() {
    let base = draw("medkits:int; r:Sequence[a:CompareInt(left={medkits})]");
    let ours = draw("ammo:int; r:Sequence[b:CompareInt(left={ammo})]");
    let theirs = draw("medkits:int; r:Sequence[a:CompareInt(left={medkits}) c:Idle]");
    let merged = merge(&base, &ours, &theirs).document;
    let names: Vec<&str> = merged.variables.iter().map(|v| &*v.name).collect();
    assert_eq!(names, ["ammo"]);
    assert!(merged.node(&"c".into()).is_some());
}
