//! Layouts as designers see them: nothing overlaps, order is kept, parents are centered over their children.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use proptest::prelude::*;
use treewright_core::model::testing::{draw, draw_each};
use treewright_core::model::{DocumentBuilder, Surgery as _};
use treewright_core::testing::cases;

use super::*;

/// A document where the parent of node `i + 1` is `parents[i]` modulo the number of nodes before it; every seventh node is
/// unconnected instead.
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

/// Sizes that differ between nodes.
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
fn a_layout_reports_progress_and_can_be_cancelled() {
    let document = document(&vec![1; 3_000]);
    let (told, options) = (RefCell::new(Vec::new()), Options::default());
    let listen = |done, of| {
        told.borrow_mut().push((done, of));
        true
    };
    let places = tidy_with_progress(&document, &size, &options, &listen);
    assert_eq!(places, Some(tidy(&document, &size, &options)));
    let told = told.into_inner();
    assert!(told.len() > 4 && told.is_sorted(), "{told:?}");
    assert_eq!(told.last(), Some(&(6_002, 6_002)));
    let heard = Cell::new(0);
    let half_way = |done, of| {
        heard.set(heard.get() + 1);
        2 * done < of
    };
    assert_eq!(
        tidy_with_progress(&document, &size, &options, &half_way),
        None
    );
    assert!(heard.get() < told.len());
}

/// Checks that no two cards overlap.
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
    fn siblings_keep_their_order_and_parents_are_centered(parents in prop::collection::vec(0_usize..1000, 0..60)) {
        let document = document(&parents);
        let places = laid(&document, Direction::TopDown);
        let center = |id: &NodeId| {
            places[id].x as f32 + size(document.node(id).unwrap()).width / 2.0
        };
        for node in document.nodes() {
            let centers: Vec<_> = node.children().iter().map(&center).collect();
            prop_assert!(centers.is_sorted());
            for child in node.children() {
                prop_assert!(places[child].y > places[node.id()].y);
            }
            if let (Some(first), Some(last)) = (centers.first(), centers.last()) {
                prop_assert!((center(node.id()) - (first + last) / 2.0).abs() <= 2.0);
            }
        }
    }
}

/// Positions of cards of equal size.
fn equal_sizes(document: &Document, stack_from: Option<usize>) -> BTreeMap<NodeId, Position> {
    let options = Options {
        stack_from,
        ..Options::default()
    };
    let same = |_: &Node| Size::new(100.0, 40.0);
    tidy(document, &same, &options).into_iter().collect()
}

/// The extent of the positions to the right and down.
fn extent(places: &BTreeMap<NodeId, Position>) -> (i32, i32) {
    let reach = |numbers: Vec<i32>| numbers.iter().max().unwrap() - numbers.iter().min().unwrap();
    let places = || places.values();
    (
        reach(places().map(|at| at.x).collect()),
        reach(places().map(|at| at.y).collect()),
    )
}

#[test]
fn a_mirrored_tree_is_laid_out_as_the_mirror_image() {
    let mut children = [
        "c0:Sequence[l00:Log l01:Log l02:Log l03:Log l04:Log]",
        "c1:Sequence",
        "c2:Sequence",
        "c3:Sequence[l30:Log l31:Log l32:Log]",
    ];
    let places = |children: &[&str]| {
        equal_sizes(
            &draw(&format!("root:Sequence[{}]", children.join(" "))),
            None,
        )
    };
    let one = places(&children);
    children.reverse();
    let other = places(&children);
    for child in ["c0", "c1", "c2", "c3"] {
        assert!((one[child].x + other[child].x).abs() <= 1, "{child}");
    }
}

#[test]
fn a_stacked_tree_of_some_hundred_nodes_is_several_times_narrower() {
    let branches = (0..40).map(|branch| {
        let leaves = draw_each(0..6, |leaf| format!("l{branch}-{leaf}:Succeed "));
        format!("b{branch}:Sequence[{leaves}]")
    });
    let document = draw(&format!("root:Sequence[{}]", branches.collect::<String>()));
    let width = |stack_from| extent(&equal_sizes(&document, stack_from)).0;
    assert!(width(Some(60)) * 4 < width(None));
    // Small trees are not affected.
    assert_eq!(width(Some(1000)), width(None));
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
    let (width, height) = extent(&equal_sizes(&builder.finish(), Some(60)));
    let (width, height) = (width + 100, height + 40);
    let is_alike = width < 3 * height && height < 3 * width;
    assert!(is_alike, "{width} by {height}");
}

#[test]
fn the_root_keeps_its_position() {
    let mut document = draw("root:Sequence[n1:Succeed n2:Succeed]");
    let at = Position::new(300, -40);
    document.node_mut(&"root".into()).unwrap().position = at;
    assert_eq!(equal_sizes(&document, None)["root"], at);
}

#[test]
fn hidden_nodes_take_no_room_and_move_with_the_collapsed_node() {
    let mut document = draw("root:Sequence[fold:Sequence[hidden:Succeed]]");
    let fold = document.node_mut(&"fold".into()).unwrap();
    (fold.collapsed, fold.position) = (true, Position::new(0, 100));
    document.node_mut(&"hidden".into()).unwrap().position = Position::new(10, 200);
    let places = equal_sizes(&document, None);
    let moved = places["fold"];
    assert_eq!(places["hidden"], Position::new(moved.x + 10, moved.y + 100));
}

#[test]
fn a_hundred_thousand_nodes_ten_thousand_deep_are_laid_out() {
    let chain = draw_each(0..10_000, |level| format!("n{level}:Sequence["));
    let leaves = draw_each(10_000..100_000, |leaf| format!("n{leaf}:Succeed "));
    let places = laid(&draw(&(chain + &leaves)), Direction::TopDown);
    assert_eq!(places.len(), 100_000);
}
