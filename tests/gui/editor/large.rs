//! Documents of a hundred thousand nodes, beside each other and below each other: whatever is done with a small one is done with them.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use egui::{Event, Key, Modifiers, OutputCommand};
use treewright::workspace::run_view::RunView as _;
use treewright_core::format::native;
use treewright_core::ids::NodeId;
use treewright_core::model::Document;

use super::opening::{open, wait_until};
use super::studio::Studio;

const NODES: usize = 100_000;

/// A file of nodes of these tasks, each with the children that it has there; the first is the root.
fn file(
    studio: &Studio,
    nodes: impl Iterator<Item = (&'static str, String, (i32, i32))>,
) -> PathBuf {
    let mut text =
        String::from("{\"format\": \"treewright\", \"version\": 1, \"root\": \"n0\", \"nodes\": [");
    for (index, (task, children, (x, y))) in nodes.enumerate() {
        let comma = if index > 0 { "," } else { "" };
        let _ = write!(
            text,
            "{comma}\n{{\"id\": \"n{index}\", \"task\": \"{task}\", \"x\": {x}, \"y\": {y}, \"children\": [{children}]}}"
        );
    }
    text.push_str("\n]}\n");
    let path = studio.path("large.bt.json");
    fs::write(&path, text).unwrap();
    path
}

/// A Parallel over many leaves, so many nodes together.
pub fn wide(studio: &Studio, nodes: usize) -> PathBuf {
    let all: Vec<String> = (1..nodes).map(|i| format!("\"n{i}\"")).collect();
    let root = ("Parallel", all.join(","), (0, 0));
    let leaves = (1..nodes).map(|i| ("Idle", String::new(), (i as i32 * 136, 120)));
    file(studio, std::iter::once(root).chain(leaves))
}

/// Inverters below each other, and a leaf.
fn deep(studio: &Studio) -> PathBuf {
    let place = |i: usize| (0, i as i32 * 100);
    let above = (1..NODES).map(|i| ("Inverter", format!("\"n{i}\""), place(i - 1)));
    let leaf = ("Idle", String::new(), place(NODES - 1));
    file(studio, above.chain(std::iter::once(leaf)))
}

fn opened(path: impl FnOnce(&Studio) -> PathBuf) -> Studio {
    let mut studio = Studio::empty();
    let path = path(&studio);
    open(&mut studio, &path);
    wait_until(&mut studio, |studio| {
        studio.front(|front| front.document().node_count()) == NODES
    });
    studio.steps(2);
    studio
}

fn name_of(studio: &Studio, id: &str) -> String {
    let id = NodeId::from(id);
    studio.front(|front| front.document().node(&id).unwrap().name.clone())
}

/// Goes through what one does with a tree; `node` is one of its nodes.
fn is_worked_on(mut studio: Studio, node: &str) {
    let id = NodeId::from(node);
    let task = studio.front(|front| front.document().node(&id).unwrap().task.clone());
    studio.search("Search the tree", node);
    studio.steps(2);
    studio.click(&format!("Outline: {task}"));
    studio.steps(2);
    studio.fill("Name", "Chosen");
    assert_eq!(name_of(&studio, node), "Chosen");
    assert!(studio.shows_part("Chosen"));
    studio.press(Modifiers::COMMAND, Key::Z);
    assert_eq!(name_of(&studio, node), "");
    studio.press(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    assert_eq!(name_of(&studio, node), "Chosen");
    studio.press(Modifiers::COMMAND, Key::S);
    studio.steps(2);
    let saved = fs::read(studio.path("large.bt.json")).unwrap();
    let saved: Document = native::read(&saved).unwrap().document;
    assert_eq!(saved.node_count(), NODES);
    assert_eq!(saved.node(&NodeId::from(node)).unwrap().name, "Chosen");
    studio.key(Key::F5);
    studio.steps(3);
    let ran = |studio: &Studio| {
        studio.front(|front| front.run.as_ref().is_some_and(|run| run.frames().1 > 0))
    };
    wait_until(&mut studio, ran);
    studio.press(Modifiers::SHIFT, Key::F5);
    studio.steps(2);
}

#[test]
fn a_hundred_thousand_children_of_one_parent_are_worked_on() {
    let mut studio = opened(|studio| wide(studio, NODES));
    // Much more than anybody could mean to search for.
    studio.press(Modifiers::COMMAND, Key::F);
    studio.harness.event(Event::Paste("leaf ".repeat(200_000)));
    studio.steps(2);
    studio.key(Key::Escape);
    studio.steps(2);
    is_worked_on(studio, "n77777");
}

#[test]
fn a_hundred_thousand_nodes_below_each_other_are_worked_on() {
    is_worked_on(opened(deep), "n50000");
}

/// Copies, and gives the text that lies on the clipboard then.
fn copied(studio: &mut Studio) -> String {
    studio.harness.event(Event::Copy);
    for _ in 0..4 {
        studio.steps(1);
        let commands = &studio.harness.output().platform_output.commands;
        let text = commands.iter().find_map(|command| match command {
            OutputCommand::CopyText(text) => Some(text.clone()),
            _ => None,
        });
        if let Some(text) = text {
            return text;
        }
    }
    panic!("nothing was copied: {}", studio.notice());
}

#[test]
fn all_of_a_large_tree_is_copied_and_pasted() {
    let mut studio = opened(|studio| wide(studio, NODES));
    studio.press(Modifiers::COMMAND, Key::A);
    let text = copied(&mut studio);
    studio.press(Modifiers::COMMAND, Key::N);
    studio.steps(2);
    studio.harness.event(Event::Paste(text));
    studio.steps(3);
    assert_eq!(studio.document().node_count(), NODES);
    studio.press(Modifiers::COMMAND, Key::Z);
    assert_eq!(studio.document().node_count(), 0);
}
