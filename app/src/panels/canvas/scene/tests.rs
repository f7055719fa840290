//! Tests of the flat list.

use treewright_core::geometry::Position;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, DocumentBuilder, Node};

use super::*;

fn node(id: &str, task: &str, x: i32) -> Node {
    let mut node = Node::new(id, task);
    node.position = Position::new(x, 0);
    node
}

fn sample(collapsed: bool) -> Document {
    let mut builder = DocumentBuilder::new("Sample");
    let mut root = node("n1", "Selector", 0);
    root.disabled = true;
    let root = builder.root(root).unwrap();
    let mut branch = node("n2", "Sequence", 200);
    branch.collapsed = collapsed;
    let branch = builder.child(&root, branch).unwrap();
    builder.child(&branch, node("n3", "Wait", 400)).unwrap();
    builder.child(&branch, node("n4", "Log", 600)).unwrap();
    builder.child(&root, node("n5", "Dance", 800)).unwrap();
    builder.loose(node("n6", "Idle", 1000)).unwrap();
    builder.finish()
}

fn scene(document: &Document) -> Scene {
    Scene::build(
        document,
        &NodeLibrary::builtin(),
        &Texts::default(),
        &mut TextMeasure::fixed(),
        &FxHashSet::default(),
    )
}

#[test]
fn children_follow_their_parent_and_are_numbered() {
    let scene = scene(&sample(false));
    let ids: Vec<_> = scene.cards.iter().map(|c| c.id.as_str()).collect();
    assert_eq!(ids, ["n1", "n2", "n3", "n4", "n5", "n6"]);
    let children: Vec<_> = scene.children(0).map(|i| scene.cards[i].order).collect();
    assert_eq!(children, [Some(1), Some(2)]);
    assert_eq!(scene.cards[1].subtree_end, 4);
    assert_eq!(scene.cards[3].parent, Some(1));
    assert_eq!(scene.cards[5].order, None);
}

#[test]
fn a_collapsed_branch_says_how_many_nodes_it_hides() {
    let scene = scene(&sample(true));
    let ids: Vec<_> = scene.cards.iter().map(|c| c.id.as_str()).collect();
    assert_eq!(ids, ["n1", "n2", "n5", "n6"]);
    assert_eq!(scene.cards[1].hidden, 2);
    assert_eq!(scene.cards[1].child_count, 2);
}

#[test]
fn disabling_shades_all_below_and_loose_or_unknown_nodes_are_marked() {
    let scene = scene(&sample(false));
    assert!(scene.cards[..5].iter().all(|c| c.marks.disabled));
    assert!(!scene.cards[5].marks.disabled && scene.cards[5].marks.loose);
    assert_eq!(scene.cards[4].category, None);
    assert!(!scene.cards[4].marks.loose);
}

#[test]
fn an_area_finds_the_cards_that_it_touches() {
    let scene = scene(&sample(false));
    let corner = scene.cards[2].rect.max;
    let area = Rect::from_min_max(corner - egui::vec2(2.0, 2.0), corner);
    assert_eq!(scene.cards_in(area).collect::<Vec<_>>(), [2]);
    let empty = area.translate(egui::vec2(-5000.0, 0.0));
    assert_eq!(scene.cards_in(empty).count(), 0);
}

#[test]
fn a_tree_of_great_depth_is_listed_without_recursion() {
    let mut builder = DocumentBuilder::new("Deep");
    let mut at = builder.root(Node::new("n0", "Inverter")).unwrap();
    for i in 1..10_000 {
        let id = format!("n{i}");
        at = builder
            .child(&at, Node::new(id.as_str(), "Inverter"))
            .unwrap();
    }
    let scene = scene(&builder.finish());
    assert_eq!(scene.cards.len(), 10_000);
    assert!(scene.cards.iter().all(|c| c.subtree_end == 10_000));
}
