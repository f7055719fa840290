//! Layouts as designers see them: nothing overlaps, order is kept, parents stand over the middle of their children.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use proptest::prelude::*;
use treewright_core::model::DocumentBuilder;
use treewright_core::testing::cases;

use super::*;

/// A document whose node `i + 1` hangs below the node that `parents[i]` picks among those before it; every seventh is loose instead.
fn document(parents: &[usize]) -> Document {
    let mut builder = DocumentBuilder::new("test");
    let mut ids = vec![builder.root(Node::new("n0", "Sequence")).unwrap()];
    for (index, parent) in parents.iter().enumerate() {
        let node = Node::new(format!("n{}", index + 1), "Sequence");
        let id = if parent % 7 == 6 {
            builder.loose(node)
        } else {
            builder.child(&ids[parent % ids.len()], node)
        };
        ids.push(id.unwrap());
    }
    builder.finish()
}

/// Sizes that differ from node to node.
fn size(node: &Node) -> Size {
    let number: usize = node.id().as_str()[1..].parse().unwrap();
    Size::new(
        80.0 + (number * 37 % 11) as f32 * 10.0,
        40.0 + (number % 3) as f32 * 8.0,
    )
}

fn laid(document: &Document, direction: Direction) -> BTreeMap<NodeId, Position> {
    let options = Options {
        direction,
        ..Options::default()
    };
    tidy(document, &size, &options).into_iter().collect()
}

#[test]
fn a_layout_tells_how_far_it_is_and_stops_when_nobody_wants_it() {
    let document = document(&vec![1; 3_000]);
    let (told, options) = (RefCell::new(Vec::new()), Options::default());
    let listen = |done, of| {
        told.borrow_mut().push((done, of));
        true
    };
    let places = tidy_while(&document, &size, &options, &listen);
    assert_eq!(places, Some(tidy(&document, &size, &options)));
    let told = told.into_inner();
    assert!(told.len() > 4 && told.is_sorted(), "{told:?}");
    assert_eq!(told.last(), Some(&(6_002, 6_002)));
    let heard = Cell::new(0);
    let half_way = |done, of| {
        heard.set(heard.get() + 1);
        2 * done < of
    };
    assert_eq!(tidy_while(&document, &size, &options, &half_way), None);
    assert!(heard.get() < told.len());
}

/// No two cards overlap.
fn all_apart(document: &Document, places: &BTreeMap<NodeId, Position>) {
    let cards: Vec<_> = document
        .nodes()
        .map(|n| (places[n.id()], size(n)))
        .collect();
    for (i, (a, a_size)) in cards.iter().enumerate() {
        for (b, b_size) in &cards[..i] {
            let apart = a.x as f32 + a_size.width <= b.x as f32
                || b.x as f32 + b_size.width <= a.x as f32
                || a.y as f32 + a_size.height <= b.y as f32
                || b.y as f32 + b_size.height <= a.y as f32;
            assert!(apart, "{a:?} {a_size:?} overlaps {b:?} {b_size:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(256)))]

    #[test]
    fn no_two_cards_overlap_in_either_direction(parents in prop::collection::vec(0_usize..1000, 0..60)) {
        let document = document(&parents);
        for direction in [Direction::TopDown, Direction::LeftToRight] {
            let places = laid(&document, direction);
            prop_assert_eq!(places.len(), document.node_count());
            all_apart(&document, &places);
        }
    }

    #[test]
    fn stacked_trees_overlap_nowhere_and_keep_the_order_of_siblings(
        parents in prop::collection::vec(0_usize..40, 0..80)
    ) {
        let document = document(&parents);
        for direction in [Direction::TopDown, Direction::LeftToRight] {
            let options = Options { direction, stack_from: Some(0), ..Options::default() };
            let places: BTreeMap<_, _> = tidy(&document, &size, &options).into_iter().collect();
            all_apart(&document, &places);
            for node in document.nodes() {
                let along: Vec<_> = node.children().iter().map(|id| (places[id].x, places[id].y)).collect();
                let down: Vec<_> = along.iter().map(|(x, y)| (y, x)).collect();
                prop_assert!(along.is_sorted() || down.is_sorted(), "{along:?}");
            }
        }
    }

    #[test]
    fn siblings_keep_their_order_and_parents_are_centred(parents in prop::collection::vec(0_usize..1000, 0..60)) {
        let document = document(&parents);
        let places = laid(&document, Direction::TopDown);
        let centre = |id: &NodeId| {
            places[id].x as f32 + size(document.node(id).unwrap()).width / 2.0
        };
        for node in document.nodes() {
            let centres: Vec<_> = node.children().iter().map(&centre).collect();
            prop_assert!(centres.is_sorted());
            for child in node.children() {
                prop_assert!(places[child].y > places[node.id()].y);
            }
            if let (Some(first), Some(last)) = (centres.first(), centres.last()) {
                prop_assert!((centre(node.id()) - (first + last) / 2.0).abs() <= 2.0);
            }
        }
    }
}

#[test]
fn a_mirrored_tree_is_laid_out_as_the_mirror_image() {
    let shape = |order: &[usize]| {
        let mut builder = DocumentBuilder::new("test");
        let root = builder.root(Node::new("root", "Sequence")).unwrap();
        for child in order {
            let id = builder
                .child(&root, Node::new(format!("c{child}"), "Sequence"))
                .unwrap();
            for leaf in 0..[5, 0, 0, 3][*child] {
                builder
                    .child(&id, Node::new(format!("l{child}{leaf}"), "Succeed"))
                    .unwrap();
            }
        }
        builder.finish()
    };
    let same = |_: &Node| Size::new(100.0, 40.0);
    let places = |document: &Document| -> BTreeMap<NodeId, Position> {
        tidy(document, &same, &Options::default())
            .into_iter()
            .collect()
    };
    let (one, other) = (places(&shape(&[0, 1, 2, 3])), places(&shape(&[3, 2, 1, 0])));
    for child in ["c0", "c1", "c2", "c3"] {
        assert!((one[child].x + other[child].x).abs() <= 1, "{child}");
    }
}

#[test]
fn a_stacked_tree_of_some_hundred_nodes_is_several_times_narrower() {
    let mut builder = DocumentBuilder::new("wide");
    let root = builder.root(Node::new("root", "Sequence")).unwrap();
    for branch in 0..40 {
        let id = builder
            .child(&root, Node::new(format!("b{branch}"), "Sequence"))
            .unwrap();
        for leaf in 0..6 {
            builder
                .child(&id, Node::new(format!("l{branch}-{leaf}"), "Succeed"))
                .unwrap();
        }
    }
    let document = builder.finish();
    let same = |_: &Node| Size::new(100.0, 40.0);
    let width = |stack_from| {
        let options = Options {
            stack_from,
            ..Options::default()
        };
        let places = tidy(&document, &same, &options);
        let xs = || places.iter().map(|(_, at)| at.x);
        xs().max().unwrap() - xs().min().unwrap()
    };
    assert!(width(Some(60)) * 4 < width(None));
    assert_eq!(
        width(Some(1000)),
        width(None),
        "small trees are laid out as always"
    );
}

#[test]
fn a_tree_of_a_thousand_nodes_has_about_the_shape_of_a_window() {
    let mut builder = DocumentBuilder::new("wide");
    let mut row = vec![builder.root(Node::new("root", "Sequence")).unwrap()];
    for (level, n_children) in [4, 5, 6, 7].into_iter().enumerate() {
        let mut next = Vec::new();
        for parent in row {
            for _ in 0..n_children {
                let id = format!("n{level}-{}", next.len());
                next.push(builder.child(&parent, Node::new(id, "Sequence")).unwrap());
            }
        }
        row = next;
    }
    let document = builder.finish();
    let same = |_: &Node| Size::new(100.0, 40.0);
    let options = Options {
        stack_from: Some(60),
        ..Options::default()
    };
    let places = tidy(&document, &same, &options);
    let (xs, ys) = (places.iter().map(|p| p.1.x), places.iter().map(|p| p.1.y));
    let width = xs.clone().max().unwrap() - xs.min().unwrap() + 100;
    let height = ys.clone().max().unwrap() - ys.min().unwrap() + 40;
    assert!(
        width < 3 * height && height < 3 * width,
        "{width} by {height}"
    );
}

#[test]
fn the_root_stays_where_it_is() {
    let mut root = Node::new("root", "Sequence");
    root.position = Position::new(300, -40);
    let mut builder = DocumentBuilder::new("test");
    let root = builder.root(root).unwrap();
    builder.child(&root, Node::new("n1", "Succeed")).unwrap();
    builder.child(&root, Node::new("n2", "Succeed")).unwrap();
    let size = |_: &Node| Size::new(100.0, 40.0);
    let places = tidy(&builder.finish(), &size, &Options::default());
    assert!(places.contains(&(root, Position::new(300, -40))));
}

#[test]
fn what_a_collapsed_node_hides_takes_no_room_and_moves_with_it() {
    let mut fold = Node::new("fold", "Sequence");
    fold.collapsed = true;
    fold.position = Position::new(0, 100);
    let mut hidden = Node::new("hidden", "Succeed");
    hidden.position = Position::new(10, 200);
    let mut builder = DocumentBuilder::new("test");
    let root = builder.root(Node::new("root", "Sequence")).unwrap();
    let fold = builder.child(&root, fold).unwrap();
    builder.child(&fold, hidden).unwrap();
    let size = |_: &Node| Size::new(100.0, 40.0);
    let places: BTreeMap<_, _> = tidy(&builder.finish(), &size, &Options::default())
        .into_iter()
        .collect();
    let moved = places["fold"];
    assert_eq!(places["hidden"], Position::new(moved.x + 10, moved.y + 100));
}

#[test]
fn a_hundred_thousand_nodes_ten_thousand_deep_are_laid_out() {
    let mut builder = DocumentBuilder::new("deep");
    let mut at = builder.root(Node::new("n0", "Sequence")).unwrap();
    for level in 1..10_000 {
        at = builder
            .child(&at, Node::new(format!("n{level}"), "Sequence"))
            .unwrap();
    }
    for leaf in 10_000..100_000 {
        builder
            .child(&at, Node::new(format!("n{leaf}"), "Succeed"))
            .unwrap();
    }
    let places = laid(&builder.finish(), Direction::TopDown);
    assert_eq!(places.len(), 100_000);
}
