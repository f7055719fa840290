//! What comes of merging drawn documents: structure, fields, and conflicts as people read them.

use treewright_core::geometry::Position;
use treewright_core::ids::NodeId;
use treewright_core::model::{
    Document, DocumentBuilder, HasFields as _, Literal, NamedTree, Node, Note, Override,
    ParameterValue, Place, Variable, broken_invariants,
};
use treewright_core::value::{Value, ValueType};

use super::{Merged, merge};
use crate::edit::testing::desk::{draw, picture};

/// The picture of a merge of three drawings, and what its conflicts say.
fn merged(base: &str, ours: &str, theirs: &str) -> (String, Vec<String>) {
    let merged = merge(&draw(base), &draw(ours), &draw(theirs));
    (picture(&merged.document), conflicts(&merged))
}

fn conflicts(merged: &Merged) -> Vec<String> {
    assert_eq!(broken_invariants(&merged.document), Vec::<String>::new());
    let conflicts = merged.document.conflicts.iter();
    conflicts.map(ToString::to_string).collect()
}

/// Sees that a merge has no conflicts, and what comes of it.
fn clean(base: &str, ours: &str, theirs: &str, expected: &str) {
    assert_eq!(
        merged(base, ours, theirs),
        (expected.to_owned(), Vec::new())
    );
}

#[test]
fn both_add_and_take_away_in_one_parent() {
    clean(
        "r:S[a:W b:W]",
        "r:S[x:W a:W b:W]",
        "r:S[a:W b:W y:W]",
        "r[x a b y]",
    );
    clean(
        "r:S[a:W b:W]",
        "r:S[a:W x:W b:W]",
        "r:S[a:W y:W b:W]",
        "r[a x y b]",
    );
    clean("r:S[a:W b:W c:W]", "r:S[b:W c:W]", "r:S[a:W b:W]", "r[b]");
    clean(
        "r:S[a:W b:W c:W]",
        "r:S[c:W a:W b:W]",
        "r:S[a:W b:W]",
        "r[a b]",
    );
}

#[test]
fn both_move_different_nodes() {
    clean(
        "r:S[a:S[b:W] c:S[d:W]]",
        "r:S[a:S c:S[d:W b:W]]",
        "r:S[c:S a:S[b:W d:W]]",
        "r[c[b] a[d]]",
    );
    clean(
        "r:S[a:W] | x:W",
        "r:S[a:W x:W]",
        "r:S | x:W a:W",
        "r[x] | a",
    );
}

#[test]
fn wrapping_a_node_and_changing_it_go_together() {
    clean(
        "r:S[a:S[b:W]]",
        "r:S[w:Inverter[a:S[b:W]]]",
        "r:S[a:Selector[b:W c:Log]]",
        "r[w[a[b c]]]",
    );
}

#[test]
fn two_new_nodes_of_one_id_are_both_kept() {
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
fn a_node_that_both_added_alike_is_one() {
    clean("r:S", "r:S[n1:W[n2:W]]", "r:S[n1:W[n2:W]]", "r[n1[n2]]");
    // below another node of the same id it is another node
    clean(
        "r:S",
        "r:S[n1:W[n2:W]]",
        "r:S[n1:X[n2:W]]",
        "r[n1[n2] n3[n4]]",
    );
}

#[test]
fn what_names_a_renumbered_node_follows() {
    let base = draw("n1:S | n2:S");
    let ours = draw("n1:S[n3:Wait] | n2:S");
    let theirs = {
        let mut builder = DocumentBuilder::new("");
        let root = builder.root(Node::new("n1", "S")).unwrap();
        let mut runner = Node::new("n4", "Subtree");
        let value = ParameterValue::literal(1);
        for path in ["n3", "n4/n3", "zz"] {
            runner.overrides.push(Override {
                path: path.into(),
                parameter: "p".into(),
                value: value.clone(),
            });
        }
        builder.child(&root, runner).unwrap();
        builder.loose(Node::new("n2", "S")).unwrap();
        builder.loose(Node::new("n3", "Log")).unwrap();
        builder.settings(|d| d.trees.push(NamedTree::new("T", "n3")));
        builder.finish()
    };
    let merged = merge(&base, &ours, &theirs);
    assert_eq!(picture(&merged.document), "n1[n3 n4] | n2 | n5");
    assert_eq!(merged.document.trees[0].root, NodeId::from("n5"));
    let runner = merged.document.node(&"n4".into()).unwrap();
    let paths: Vec<&str> = runner.overrides.iter().map(|o| &*o.path).collect();
    assert_eq!(paths, ["n5", "n4/n5", "zz"]);
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
fn moves_that_would_make_a_cycle_are_as_ours_has_them() {
    let (picture, conflicts) = merged("r:S[a:S b:S]", "r:S[b:S[a:S]]", "r:S[a:S[b:S]]");
    assert_eq!(picture, "r[b[a]]");
    assert_eq!(
        conflicts,
        [
            "node b: together, what both moved would lie below itself (ours: child 1 of r; theirs: child 1 of a; before: child 2 of r)"
        ]
    );
    // with a new node between
    let (picture, _) = merged("r:S[a:S b:S]", "r:S[b:S[a:S]]", "r:S[a:S[w:S[b:S]]]");
    assert_eq!(picture, "r[b[a[w]]]");
}

#[test]
fn what_one_removed_and_the_other_changed_conflicts() {
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
    // what was moved out of a branch before it was removed is not lost
    let (picture_ours, told) = merged(base, removed, "r:S[a:S c:W b:W]");
    assert_eq!(picture_ours, "r[c]");
    assert_eq!(told, ["node b: ours removed node b, theirs changed it"]);
}

#[test]
fn a_node_put_into_a_branch_that_is_gone_stays_where_it_was() {
    let (picture, told) = merged("r:S[a:S b:W]", "r:S[b:W]", "r:S[a:S[b:W]]");
    assert_eq!(picture, "r[b]");
    assert_eq!(told, ["node a: ours removed node a, theirs changed it"]);
}

#[test]
fn two_new_roots_are_a_conflict_and_one_of_them_is_loose() {
    let (picture, told) = merged("r:S | x:W y:W", "x:W | r:S y:W", "y:W | r:S x:W");
    assert_eq!(picture, "x | r | y");
    assert_eq!(
        told,
        ["the document: both changed root (ours: x; theirs: y; before: r)"]
    );
    clean("r:S | x:W", "w:I[r:S] | x:W", "r:S[x:W]", "w[r[x]]");
}

fn node(id: &str, parameters: &[(&str, i64)]) -> Node {
    let list = parameters.iter();
    list.fold(Node::new(id, "Wait"), |node, (name, value)| {
        node.with_parameter(name, ParameterValue::literal(*value))
    })
}

fn single(node: Node) -> Document {
    let mut builder = DocumentBuilder::new("t");
    builder.root(node).unwrap();
    builder.finish()
}

#[test]
fn different_fields_of_one_node_are_both_taken() {
    let base = node("a", &[("p", 1), ("q", 1), ("s", 1)]);
    let mut ours = node("a", &[("p", 2), ("q", 1), ("s", 1)]);
    ours.name = "Rest".into();
    let mut theirs = node("a", &[("p", 1), ("q", 3), ("t", 4)]);
    theirs.disabled = true;
    let merged = merge(&single(base), &single(ours), &single(theirs));
    assert_eq!(conflicts(&merged), Vec::<String>::new());
    let result = merged.document.node(&"a".into()).unwrap();
    let mut expected = node("a", &[("p", 2), ("q", 3), ("t", 4)]);
    expected.name = "Rest".into();
    expected.disabled = true;
    assert_eq!(result.fields(), expected.fields());
}

#[test]
fn one_field_changed_by_both_conflicts_and_is_ours() {
    let [base, mut ours, mut theirs] = [1, 2, 3].map(|number| node("a", &[("p", number)]));
    ours.position = Position::new(5, 5);
    theirs.position = Position::new(9, 9);
    let merged = merge(&single(base), &single(ours), &single(theirs));
    assert_eq!(
        conflicts(&merged),
        ["node a: both changed `p` (ours: 2; theirs: 3; before: 1)"]
    );
    let result = merged.document.node(&"a".into()).unwrap();
    assert_eq!(result.fields(), {
        let mut ours = node("a", &[("p", 2)]);
        ours.position = Position::new(5, 5);
        ours.fields()
    });
}

#[test]
fn a_number_written_in_two_ways_is_no_conflict() {
    let written = |text: &str| {
        let literal = Literal {
            value: Value::Float(1.5),
            written: Some(text.into()),
        };
        single(Node::new("a", "W").with_parameter("p", ParameterValue::Literal(literal)))
    };
    let merged = merge(&single(node("a", &[])), &written("1.50"), &written("1.500"));
    assert_eq!(conflicts(&merged), Vec::<String>::new());
}

#[test]
fn what_theirs_adds_goes_along_with_what_it_hangs_on() {
    let at = |id: &str, x: i32| {
        let mut node = Node::new(id, "S");
        node.position = Position::new(x, 0);
        node
    };
    let tree = |root: Node, child: Option<Node>| {
        let mut builder = DocumentBuilder::new("t");
        let root = builder.root(root).unwrap();
        if let Some(child) = child {
            builder.child(&root, child).unwrap();
        }
        builder.finish()
    };
    let merged = merge(
        &tree(at("a", 0), None),
        &tree(at("a", 100), None),
        &tree(at("a", 0), Some(at("b", 30))),
    );
    let added = merged.document.node(&"b".into()).unwrap();
    assert_eq!(added.position, Position::new(130, 0));
    assert_eq!(
        merged.document.place(&"b".into()),
        Some(Place::Child("a".into(), 0))
    );
}

fn with_variables(list: &[(&str, i64)]) -> Document {
    let mut builder = DocumentBuilder::new("t");
    for (name, initial) in list {
        let mut variable = Variable::new(*name, ValueType::Int);
        variable.initial = Literal::from(*initial);
        builder.variable(variable);
    }
    builder.finish()
}

#[test]
fn variables_merge_by_name() {
    let merged = merge(
        &with_variables(&[("a", 0), ("b", 0), ("c", 0), ("d", 0)]),
        &with_variables(&[("a", 1), ("c", 1), ("d", 0), ("new", 1), ("o", 0)]),
        &with_variables(&[("a", 2), ("b", 2), ("d", 5), ("new", 2), ("t", 0)]),
    );
    let list: Vec<String> = merged
        .document
        .variables
        .iter()
        .map(|v| format!("{} {}", v.name, v.initial.value))
        .collect();
    assert_eq!(list, ["a 1", "c 1", "d 5", "new 1", "o 0", "t 0"]);
    assert_eq!(
        conflicts(&merged),
        [
            "variable `a`: both changed type and initial value (ours: int 1; theirs: int 2; before: int 0)",
            "variable `b`: ours removed variable `b`, theirs changed it",
            "variable `c`: ours changed variable `c`, theirs removed it",
            "variable `new`: both added it, with another type and initial value (ours: int 1; theirs: int 2)",
        ]
    );
}

#[test]
fn settings_merge_and_libraries_as_a_list() {
    let with = |name: &str, seed: u64, libraries: &[&str]| {
        let mut builder = DocumentBuilder::new(name);
        builder.settings(|d| {
            d.seed = seed;
            d.libraries = libraries.iter().map(|l| (*l).to_owned()).collect();
        });
        builder.finish()
    };
    let merged = merge(
        &with("x", 0, &["a", "b"]),
        &with("y", 7, &["a", "b", "o"]),
        &with("z", 0, &["t", "b"]),
    );
    assert_eq!(merged.document.seed, 7);
    assert_eq!(merged.document.libraries, ["t", "b", "o"]);
    assert_eq!(
        conflicts(&merged),
        ["the document: both changed name (ours: \"y\"; theirs: \"z\"; before: \"x\")"]
    );
}

#[test]
fn notes_never_conflict() {
    let with = |texts: &[(&str, i32)]| {
        let mut builder = DocumentBuilder::new("t");
        builder.settings(|d| {
            d.notes = texts
                .iter()
                .map(|(text, x)| Note {
                    text: (*text).to_owned(),
                    position: Position::new(*x, 0),
                    ..Note::default()
                })
                .collect();
        });
        builder.finish()
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
    assert_eq!(
        texts,
        ["one ours", "one theirs", "two changed", "new", "four"]
    );
}

#[test]
fn conflicts_of_earlier_merges_stay_until_they_are_settled() {
    let of = |number| single(node("a", &[("p", number)]));
    let first = merge(&of(1), &of(2), &of(3)).document;
    let again = merge(&first, &first, &first);
    assert_eq!(again.document, first);
    let mut settled = first.clone();
    settled.conflicts.clear();
    assert!(
        merge(&first, &first, &settled)
            .document
            .conflicts
            .is_empty()
    );
    assert!(
        merge(&first, &settled, &first)
            .document
            .conflicts
            .is_empty()
    );
}
