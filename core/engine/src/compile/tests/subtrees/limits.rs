//! Limits of nested subtrees, and that exceeding them is detected quickly.

use super::*;

#[test]
fn forty_doubling_levels_fail_at_once_with_limit_and_node() {
    let trees = doubling(40);
    let document = document(
        vec![],
        vec![Node::new("works", "Succeed"), subtree("use", "L40")],
        named(&trees),
    );
    let compiled = compiled(&document);
    assert_eq!(ids(&compiled), "root works use");
    let (node, why) = &compiled.broken[0];
    assert_eq!(node.as_str(), "use");
    assert!(
        why.english()
            .starts_with("`L40` with all its subtrees exceeds the limit"),
        "{why}"
    );
    assert!(why.english().contains("limit of 1000000 nodes"), "{why}");
}

#[test]
fn a_use_that_exceeds_the_total_limit_is_refused() {
    let trees = doubling(17);
    let uses = ["x", "y", "z"].map(|id| subtree(id, "L17"));
    let compiled = compiled(&document(vec![], uses.into(), named(&trees)));
    let broken: Vec<_> = compiled
        .broken
        .iter()
        .map(|(id, _)| id.to_string())
        .collect();
    assert_eq!(broken, ["y", "z"]);
    assert!(compiled.program.unwrap().len() > 600_000);
}

/// Trees `L0` (a leaf) to `L{levels}`, each of which runs the one before twice.
fn doubling(levels: usize) -> Vec<(String, Vec<Node>)> {
    let mut trees = vec![("L0".to_owned(), vec![Node::new("leaf", "Succeed")])];
    for level in 1..=levels {
        let below = format!("L{}", level - 1);
        let uses = ["a", "b"].map(|side| subtree(&format!("{side}{level}"), &below));
        trees.push((format!("L{level}"), uses.into()));
    }
    trees
}

fn named(trees: &[(String, Vec<Node>)]) -> Vec<(&str, Vec<Node>)> {
    let trees = trees.iter();
    trees
        .map(|(name, nodes)| (&**name, nodes.clone()))
        .collect()
}

/// A name of three letters.
fn name(level: usize) -> String {
    let letter = |n: usize| char::from(b'a' + u8::try_from(n % 26).unwrap());
    [level / 676, level / 26, level]
        .map(letter)
        .iter()
        .collect()
}

/// Trees each of which runs the next; the last runs `after_last`.
fn linked(depth: usize, after_last: &str) -> DocumentBuilder {
    let mut builder = DocumentBuilder::new("deep");
    for level in 0..depth {
        let next = name(level + 1);
        let next = if level + 1 == depth {
            after_last
        } else {
            &next
        };
        let node = subtree(&name(level), next);
        let added = if level == 0 {
            builder.root(node)
        } else {
            builder.loose(node)
        };
        let id = added.unwrap();
        builder.settings(|document| document.trees.push(NamedTree::new(name(level), id)));
    }
    builder
}

/// Trees each of which runs the next; the last is a leaf.
fn chain(depth: usize) -> Document {
    let end = name(depth);
    let mut builder = linked(depth, &end);
    let leaf = builder.loose(Node::new(&*end, "Succeed")).unwrap();
    builder.settings(|document| document.trees.push(NamedTree::new(end, leaf)));
    builder.finish()
}

#[test]
fn ten_thousand_nested_subtrees_run() {
    let compiled = compiled(&chain(10_000));
    assert_eq!(compiled.broken, []);
    assert_eq!(compiled.program.as_ref().unwrap().len(), 10_001);
    assert_eq!(first_status(&compiled), Status::Success);
}

#[test]
fn too_many_bytes_of_ids_are_refused() {
    let found = broken(&chain(15_000));
    assert_eq!(found.len(), 1);
    assert!(found[0].1.contains("bytes of node ids"), "{}", found[0].1);
}

#[test]
fn a_cycle_of_ten_thousand_trees_is_reported_in_short() {
    let document = linked(10_000, &name(0)).finish();
    let found = broken(&document);
    assert_eq!(found.len(), 1);
    assert!(found[0].1.len() < 400, "{}", found[0].1);
}
