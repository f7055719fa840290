//! Tests of the scene.

use egui::vec2;
use treewright_authoring::edit::{Command, History, Selection};
use treewright_core::geometry::Position;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, DocumentBuilder, Node, NodePlace, Note, ParameterValue};

use super::*;

fn node(id: &str, task: &str, x: i32) -> Node {
    let mut node = Node::new(id, task);
    node.position = Position::new(x, 0);
    node
}

pub(crate) fn sample(collapsed: bool) -> Document {
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
fn a_card_that_would_cover_its_right_neighbor_is_narrowed() {
    let document = |apart: i32| {
        let mut builder = DocumentBuilder::new("Laid out with shorter texts");
        let root = builder.root(node("n1", "Selector", 0)).unwrap();
        for (at, id) in ["n2", "n3"].into_iter().enumerate() {
            let mut child = node(id, "Wait", at as i32 * apart);
            child.position.y = 120;
            child.name = "Waits for the enemy to come near".to_owned();
            builder.child(&root, child).unwrap();
        }
        builder.finish()
    };
    let (library, texts) = (NodeLibrary::builtin(), Texts::default());
    let [free, near, covered] = [400, 150, 40].map(|apart| {
        let document = document(apart);
        let mut scene = scene(&document);
        scene.narrow(&document, (&library, &texts), &mut TextMeasure::fixed());
        scene
    });
    let widths = |scene: &Scene| [1, 2].map(|card: usize| scene.cards[card].rect.width() as i32);
    let [own, other] = widths(&free);
    assert_eq!(own, other);
    assert_eq!(widths(&near), [150 - 6, own]);
    assert!(near.cards[1].face.title.ends_with('…'));
    assert!(near.cards[1].face.title_width <= near.cards[1].rect.width());
    assert_eq!(widths(&covered), [own, own], "nothing of it would be left");
}

#[test]
fn a_narrowed_card_is_narrow_again_once_a_change_of_it_is_undone() {
    let (library, texts) = (NodeLibrary::builtin(), Texts::default());
    let with_name = |name: &str| {
        let mut builder = DocumentBuilder::new("T");
        let root = builder.root(node("n1", "Selector", 0)).unwrap();
        for (at, id) in ["n2", "n3"].into_iter().enumerate() {
            let mut child = node(id, "Wait", at as i32 * 150);
            child.position.y = 120;
            child.name = if id == "n2" { name } else { "Next" }.to_owned();
            builder.child(&root, child).unwrap();
        }
        builder.finish()
    };
    let before = with_name("Waits for the enemy to come near");
    let after = with_name("Waits");
    let mut scene = scene(&before);
    let measure = &mut TextMeasure::fixed();
    scene.narrow(&before, (&library, &texts), measure);
    let width = scene.cards[1].rect.width() as i32;
    scene.update(&before, &after, (&library, &texts), measure);
    assert!(!scene.cards[1].face.title.ends_with('…'));
    scene.update(&after, &before, (&library, &texts), measure);
    assert_eq!(scene.cards[1].rect.width() as i32, width);
}

#[test]
fn a_collapsed_card_counts_hidden_nodes() {
    let scene = scene(&sample(true));
    let ids: Vec<_> = scene.cards.iter().map(|c| c.id.as_str()).collect();
    assert_eq!(ids, ["n1", "n2", "n5", "n6"]);
    assert_eq!(scene.cards[1].hidden, 2);
    assert_eq!(scene.cards[1].child_count, 2);
}

#[test]
fn disabled_unconnected_and_unknown_nodes_are_marked() {
    let scene = scene(&sample(false));
    assert!(scene.cards[..5].iter().all(|c| c.flags.disabled));
    assert!(!scene.cards[5].flags.disabled && scene.cards[5].flags.unconnected);
    assert_eq!(scene.cards[4].category, None);
    assert!(!scene.cards[4].flags.unconnected);
}

#[test]
fn rows_say_what_decides_how_a_node_runs() {
    let told = |node: Node| {
        let mut builder = DocumentBuilder::new("Rows");
        builder.root(node).unwrap();
        let scene = scene(&builder.finish());
        let card = &scene.cards[0];
        let rows: Vec<_> = card.face.rows.iter().map(|row| &*row.text).collect();
        (rows.join(" | "), card.rect.height())
    };
    let node = |task: &str, name: &str, parameters: &[(&str, ParameterValue)]| {
        let mut node = Node::new("n1", task);
        node.name = name.into();
        for (name, value) in parameters {
            node.parameters.insert((*name).into(), value.clone());
        }
        node
    };
    let number = |value: i64| ParameterValue::literal(value);
    let switch = |value: bool| ParameterValue::literal(value);
    let cases = [
        (node("Sequence", "", &[]), ""),
        (node("Sequence", "Chase", &[]), "Sequence"),
        (
            node(
                "Guard",
                "",
                &[("expression", ParameterValue::literal("health < 30"))],
            ),
            "Only if health < 30",
        ),
        (
            node("Repeater", "Rounds", &[("forever", switch(true))]),
            "Repeater | Repeats forever",
        ),
        (
            node("Repeater", "", &[("count", number(3))]),
            "Repeats 3 times",
        ),
        (
            node(
                "Repeater",
                "",
                &[("count", ParameterValue::variable("rounds"))],
            ),
            "Repeats rounds times",
        ),
        (
            node(
                "Repeater",
                "",
                &[("forever", switch(true)), ("end_on_failure", switch(true))],
            ),
            "Repeats until failure",
        ),
        (node("Retry", "", &[("attempts", number(1))]), "One attempt"),
        (node("TimeLimit", "", &[]), "At most 5 s"),
        (
            node("Cooldown", "", &[("seconds", ParameterValue::literal(2.5))]),
            "Blocked for 2.5 s after a run",
        ),
    ];
    for (node, rows) in cases {
        assert_eq!(told(node).0, rows);
    }
    let mut aborting = node("Sequence", "Chase", &[]);
    aborting.abort = AbortType::LowerPriority;
    let plain = told(node("Sequence", "Chase", &[]));
    let told = told(aborting);
    assert_eq!(told.0, "Sequence | Aborts: lower priority");
    assert!(told.1 > plain.1, "the card has room for the row");
}

#[test]
fn sizes_for_layout_are_those_of_the_cards() {
    let mut builder = DocumentBuilder::new("Sizes");
    let mut root = node("n1", "Sequence", 0);
    (root.name, root.abort) = ("Engage".into(), AbortType::Both);
    let root = builder.root(root).unwrap();
    builder.child(&root, node("n2", "Repeater", 0)).unwrap();
    builder.child(&root, node("n3", "Idle", 0)).unwrap();
    let document = builder.finish();
    let (library, texts) = (NodeLibrary::builtin(), Texts::default());
    let mut measure = TextMeasure::fixed();
    let sizes = card_sizes(&document, &library, &texts, &mut measure, &|_| true).unwrap();
    for card in scene(&document).cards {
        let size = sizes[&card.id];
        let shown = card.rect.size();
        assert!(
            (shown - vec2(size.width, size.height)).length() < 0.01,
            "{card:?}"
        );
    }
}

#[test]
fn cards_in_finds_intersecting_cards() {
    let scene = scene(&sample(false));
    let corner = scene.cards[2].rect.max;
    let area = Rect::from_min_max(corner - egui::vec2(2.0, 2.0), corner);
    assert_eq!(scene.cards_in(area).collect::<Vec<_>>(), [2]);
    let empty = area.translate(egui::vec2(-5000.0, 0.0));
    assert_eq!(scene.cards_in(empty).count(), 0);
}

#[test]
fn deep_trees_are_listed_without_recursion() {
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

/// The drawn cards of a scene as text. Asserts that every card is found by its id.
fn drawn(scene: &Scene) -> String {
    for (index, card) in scene.cards.iter().enumerate() {
        assert_eq!(scene.index(&card.id), Some(index));
    }
    assert_eq!(scene.by_id.len(), scene.cards.len());
    format!("{:#?} {:?} {:?}", scene.cards, scene.bounds, scene.areas)
}

#[test]
fn an_updated_scene_equals_a_rebuilt_one() {
    let library = NodeLibrary::builtin();
    let texts = Texts::default();
    let mut measure = TextMeasure::fixed();
    let id = |number: usize| vec![NodeId::from(format!("n{number}"))];
    let moved = |number: usize, dx: i32, dy: i32| Command::MoveBy {
        nodes: id(number),
        dx,
        dy,
        with_descendants: number == 2,
        order_axis: None,
    };
    let seconds = Some(ParameterValue::literal(7.25));
    let note = Note {
        position: Position::new(-900, -900),
        ..Note::default()
    };
    let comment = Command::SetComment(id(5), "why".to_owned());
    let steps = [
        (Command::SetName(id(2), "Chase".to_owned()), true),
        (comment, true),
        (Command::SetComment(id(2), "now".to_owned()), true),
        (moved(3, -400, 90), true),
        (moved(4, -600, 180), true),
        (moved(2, 17, -3), true),
        (moved(6, 5000, 5000), true),
        (
            Command::SetParameter {
                nodes: id(3),
                name: "seconds".into(),
                value: seconds,
            },
            true,
        ),
        (Command::SetAbort(id(1), AbortType::Both), true),
        (Command::AddNote(note), true),
        (Command::SetDisabled(id(2), true), true),
        (Command::SetCollapsed(id(2), true), false),
        (Command::SetCollapsed(id(2), false), false),
        (Command::Delete(id(3)), true),
        (Command::Detach(id(2)), true),
    ];
    let mut document = sample(false);
    let (mut history, mut selection) = (History::new(), Selection::default());
    let mut scene = scene(&document);
    for (command, expected) in steps {
        let before = document.clone();
        history
            .apply(&mut document, &library, &mut selection, &command)
            .unwrap();
        let built = self::scene(&document);
        let mut updated = std::mem::replace(&mut scene, built);
        let result = updated.update(&before, &document, (&library, &texts), &mut measure);
        assert_eq!(result != SceneUpdate::NeedsRebuild, expected, "{command:?}");
        if result != SceneUpdate::NeedsRebuild {
            assert_eq!(drawn(&updated), drawn(&scene), "{command:?}");
        }
        // Check the undo as well.
        let there = document.clone();
        history.undo(&mut document, &mut selection).unwrap();
        let result = scene.update(&there, &document, (&library, &texts), &mut measure);
        assert_eq!(result != SceneUpdate::NeedsRebuild, expected, "{command:?}");
        let first = self::scene(&document);
        if result != SceneUpdate::NeedsRebuild {
            assert_eq!(drawn(&scene), drawn(&first), "{command:?}");
        }
        history.redo(&mut document, &mut selection).unwrap();
        scene = self::scene(&document);
    }
}

/// A pseudo-random number below `below`.
pub(crate) fn random_below(state: &mut u64, below: usize) -> usize {
    *state = state
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1);
    (*state >> 33) as usize % below.max(1)
}

/// A random structural command.
pub(crate) fn change(document: &Document, state: &mut u64) -> Command {
    let nodes: Vec<NodeId> = document.nodes().map(|node| node.id().clone()).collect();
    let mut any = |below| random_below(state, below);
    let node = nodes[any(nodes.len())].clone();
    let position = Position::new(any(900) as i32, any(900) as i32);
    let task = ["Sequence", "Wait", "Parallel"][any(3)].into();
    let parent = document.node(&node).unwrap().parent().cloned();
    match any(9) {
        0 | 1 => Command::AddNode {
            task,
            place: NodePlace::Child(node, any(4)),
            position,
        },
        2 => Command::Delete(
            (0..any(3))
                .map(|_| nodes[any(nodes.len())].clone())
                .collect(),
        ),
        3 => Command::Detach(vec![node]),
        4 | 5 => {
            let loose = document.loose();
            Command::Connect {
                parent: node,
                child: loose.get(any(loose.len())).unwrap_or(&nodes[0]).clone(),
                index: any(4),
            }
        }
        6 => {
            let of = parent.and_then(|parent| document.node(&parent));
            Command::Reorder {
                node,
                index: any(of.map_or(1, |of| of.children().len())),
            }
        }
        7 => Command::Wrap {
            nodes: vec![node],
            task: "Sequence".into(),
            position,
            shift: (0, 100),
        },
        _ => Command::Duplicate {
            nodes: vec![node],
            dx: any(300) as i32,
            dy: 40,
        },
    }
}

#[test]
fn random_structural_changes_update_like_a_rebuild() {
    let (library, texts) = (NodeLibrary::builtin(), Texts::default());
    let mut measure = TextMeasure::fixed();
    let mut state = 7;
    let (mut renewals, mut created, mut built) = (0, 0, 0);
    for _ in 0..40 {
        let mut document = sample(random_below(&mut state, 4) == 0);
        let (mut history, mut selection) = (History::new(), Selection::default());
        let mut scene = scene(&document);
        for step in 0..60 {
            let before = document.clone();
            if step % 7 == 6 {
                history.undo(&mut document, &mut selection);
            } else {
                let command = change(&document, &mut state);
                // A command that cannot be applied changes nothing.
                let _ = history.apply(&mut document, &library, &mut selection, &command);
            }
            let rebuilt = self::scene(&document);
            let result = scene.update(&before, &document, (&library, &texts), &mut measure);
            if result == SceneUpdate::NeedsRebuild {
                scene = rebuilt;
            } else {
                assert_eq!(drawn(&scene), drawn(&rebuilt), "{before:#?} {document:#?}");
                renewals += usize::from(before.node_count() != document.node_count());
                created += scene.created;
                built += rebuilt.created;
            }
            if document.node_count() == 0 {
                break;
            }
        }
    }
    assert!(renewals > 300, "{renewals}");
    assert!(created * 3 < built, "{created} of {built}");
}

#[test]
fn changes_in_a_wide_family_create_few_cards() {
    let library = NodeLibrary::builtin();
    let mut builder = DocumentBuilder::new("Wide");
    let root = builder.root(node("n0", "Selector", 0)).unwrap();
    for i in 1..3_000 {
        let branch = builder.child(&root, node(&format!("n{i}"), "Sequence", i * 130));
        builder
            .child(&branch.unwrap(), node(&format!("m{i}"), "Wait", i * 130))
            .unwrap();
    }
    let mut document = builder.finish();
    let (mut history, mut selection) = (History::new(), Selection::default());
    let mut scene = scene(&document);
    let commands = [
        Command::AddNode {
            task: "Log".into(),
            place: NodePlace::Child(root.clone(), 1_500),
            position: Position::new(5, 5),
        },
        Command::Delete(vec!["n7".into(), "n2000".into()]),
        Command::Detach(vec!["n2999".into()]),
        Command::Reorder {
            node: "n1000".into(),
            index: 3,
        },
    ];
    for command in commands {
        for undo in [false, true] {
            let before = document.clone();
            if undo {
                history.undo(&mut document, &mut selection).unwrap();
            } else {
                let (document, selection) = (&mut document, &mut selection);
                history
                    .apply(document, &library, selection, &command)
                    .unwrap();
            }
            let texts = Texts::default();
            let mut measure = TextMeasure::fixed();
            let result = scene.update(&before, &document, (&library, &texts), &mut measure);
            assert_eq!(result, SceneUpdate::Moved);
            assert!(scene.created < 8, "{command:?}: {}", scene.created);
            assert_eq!(drawn(&scene), drawn(&self::scene(&document)));
        }
        history.redo(&mut document, &mut selection).unwrap();
        scene = self::scene(&document);
    }
}

/// A parent with two thousand children in a row.
fn row() -> Document {
    let mut builder = DocumentBuilder::new("Wide");
    let root = builder.root(node("n0", "Selector", 0)).unwrap();
    for i in 1..2_000 {
        let mut child = node(&format!("n{i}"), "Wait", i * 130);
        child.position.y = 100 + i % 7;
        builder.child(&root, child).unwrap();
    }
    builder.finish()
}

#[test]
fn cards_near_includes_all_visible_cards_during_a_drag() {
    let scene = scene(&row());
    let displacement = DragDisplacement {
        offset: vec2(2_000.0, 700.0),
        aside: 140.0,
    };
    // Every fifth card is dragged; every second one of the others is displaced.
    let shown = |index: usize| {
        let by = match index {
            _ if index % 5 == 1 => displacement.offset,
            _ if index % 2 == 1 => vec2(-displacement.aside, 0.0),
            _ => egui::Vec2::ZERO,
        };
        scene.cards[index].rect.translate(by)
    };
    for corner in [(30_000.0, 0.0), (30_000.0, 650.0), (180_000.0, 300.0)] {
        let area = Rect::from_min_size(corner.into(), vec2(1_500.0, 200.0));
        let all = 0..scene.cards.len();
        let near: Vec<_> = scene.cards_near(area, displacement).collect();
        let seen: Vec<_> = all.clone().filter(|i| shown(*i).intersects(area)).collect();
        assert!(seen.iter().all(|index| near.contains(index)));
        assert!(near.is_sorted() && near.len() < 300, "{}", near.len());
        let wires: Vec<_> = scene.wires_near(area, displacement).collect();
        let with_wire = |i: &usize| (shown(0) | shown(*i)).intersects(area);
        let crossing = all.skip(1).filter(with_wire);
        assert!(crossing.into_iter().all(|index| wires.contains(&index)));
    }
}

#[test]
fn cards_near_includes_all_visible_cards_of_a_large_tree() {
    let scene = scene(&row());
    for left in [0.0, 3_000.0, 77_777.0, 300_000.0] {
        let area = Rect::from_min_size(egui::pos2(left, 0.0), vec2(1_500.0, 800.0));
        let touching = |index: &usize| scene.cards[*index].rect.intersects(area);
        let seen: Vec<_> = (0..scene.cards.len()).filter(touching).collect();
        let near: Vec<_> = scene
            .cards_near(area, DragDisplacement::default())
            .collect();
        assert_eq!(scene.cards_in(area).collect::<Vec<_>>(), seen);
        assert!(near.is_sorted() && near.len() < seen.len() + 200, "{left}");
        let wires: Vec<_> = scene
            .wires_near(area, DragDisplacement::default())
            .collect();
        let root = scene.cards[0].rect;
        let with_wire = |index: &usize| (root | scene.cards[*index].rect).intersects(area);
        let crossing = (1..scene.cards.len()).filter(with_wire);
        assert!(crossing.into_iter().all(|index| wires.contains(&index)));
    }
}
