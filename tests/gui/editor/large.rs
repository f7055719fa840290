//! Documents of the maximum expected size, wide and deep: all operations that work on small ones work on them.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use egui::Event;
use treewright_core::format::native;
use treewright_core::ids::NodeId;
use treewright_core::model::Document;
use treewright_editor::app::EditorApp;
use treewright_session::workspace::document_program::CompileCounts;
use treewright_session::workspace::open_document::OpenDocument;
use treewright_session::workspace::run_view::RunView as _;

use super::studio::Studio;

/// Debug builds take long for each node, so fewer nodes show what is too slow.
const NODES: usize = if cfg!(debug_assertions) {
    20_000
} else {
    100_000
};
const NOTES: usize = 5_000;

/// A file of nodes with these tasks and children; the first is the root.
fn file(
    studio: &Studio,
    nodes: impl Iterator<Item = (&'static str, String, (i32, i32))>,
) -> PathBuf {
    file_with(studio, nodes, "")
}

/// Like `file`, with further fields of the document.
fn file_with(
    studio: &Studio,
    nodes: impl Iterator<Item = (&'static str, String, (i32, i32))>,
    fields: &str,
) -> PathBuf {
    let mut text = format!(
        "{{\"format\": \"treewright\", \"version\": 1, \"root\": \"n0\", {fields} \"nodes\": ["
    );
    for (index, (task, children, (x, y))) in nodes.enumerate() {
        let comma = if index > 0 { "," } else { "" };
        let _ = write!(
            text,
            "{comma}\n{{\"id\": \"n{index}\", \"task\": \"{task}\", \"x\": {x}, \"y\": {y}, \"children\": [{children}]}}"
        );
    }
    text.push_str("\n]}\n");
    studio.write("large.bt.json", text)
}

/// A Parallel over many leaves, `nodes` nodes in total.
pub fn wide(studio: &Studio, nodes: usize) -> PathBuf {
    let all: Vec<String> = (1..nodes).map(|i| format!("\"n{i}\"")).collect();
    let root = ("Parallel", all.join(","), (0, 0));
    let leaves = (1..nodes).map(|i| ("Idle", String::new(), (i as i32 * 136, 120)));
    file(studio, std::iter::once(root).chain(leaves))
}

#[test]
fn selecting_everything_does_not_move_the_view() {
    let mut studio = Studio::empty();
    let path = wide(&studio, 300);
    studio.open(&path);
    studio.wait_until(|studio| studio.document().node_count() == 300);
    studio.click("Outline: Parallel");
    studio.fill("Name", "Top");
    studio.click("Outline: Top");
    studio.steps(8);
    assert!(studio.is_on_canvas("Top"));
    studio.keys("Ctrl+A");
    studio.steps(8);
    assert_eq!(studio.front(|front| front.selection().len()), 300);
    assert!(studio.is_on_canvas("Top"));
    assert!(studio.shows("Outline: Top"));
}

/// A chain of Inverters that ends in a leaf.
fn deep(studio: &Studio) -> PathBuf {
    let place = |i: usize| (0, i as i32 * 100);
    let above = (1..NODES).map(|i| ("Inverter", format!("\"n{i}\""), place(i - 1)));
    let leaf = ("Idle", String::new(), place(NODES - 1));
    file(studio, above.chain(std::iter::once(leaf)))
}

/// A Selector over conditionals that it watches, each followed by a leaf.
fn watched(studio: &Studio) -> PathBuf {
    let all: Vec<String> = (1..NODES).map(|i| format!("\"n{i}\"")).collect();
    // The abort type is written into the string of the task.
    let root = ("Selector\", \"abort\": \"Both", all.join(","), (0, 0));
    let task = |i: usize| ["Wait", "CompareBool"][i % 2];
    let leaves = (1..NODES).map(|i| (task(i), String::new(), (i as i32 * 136, 120)));
    file(studio, std::iter::once(root).chain(leaves))
}

/// Unconnected nodes, in rows.
fn unconnected(studio: &Studio) -> PathBuf {
    let heads: Vec<String> = (1..NODES).map(|i| format!("\"n{i}\"")).collect();
    let heads = format!("\"loose\": [{}],", heads.join(","));
    let place = |i: usize| ((i % 300) as i32 * 136, (i / 300) as i32 * 90);
    let leaves = (0..NODES).map(|i| ("Idle", String::new(), place(i)));
    file_with(studio, leaves, &heads)
}

/// Returns how many cards the canvas creates during `act`.
fn cards_made(studio: &mut Studio, act: impl FnOnce(&mut Studio)) -> usize {
    let before = studio.app(EditorApp::count_created_cards);
    act(studio);
    studio.steps(3);
    studio.app(EditorApp::count_created_cards) - before
}

fn opened(path: impl FnOnce(&Studio) -> PathBuf) -> Studio {
    let mut studio = Studio::empty();
    let path = path(&studio);
    studio.open(&path);
    studio.wait_until(|studio| studio.front(|front| front.document().node_count()) == NODES);
    studio.steps(2);
    studio
}

fn name_of(studio: &Studio, id: &str) -> String {
    let id = NodeId::from(id);
    studio.front(|front| front.document().node(&id).unwrap().name.clone())
}

/// Performs the common operations on a tree; `node` is one of its nodes.
fn assert_can_be_edited(mut studio: Studio, node: &str) {
    let id = NodeId::from(node);
    let task = studio.front(|front| front.document().node(&id).unwrap().task.clone());
    studio.search("Search tree", node);
    studio.click(&format!("Outline: {task}"));
    studio.fill("Name", "Chosen");
    assert_eq!(name_of(&studio, node), "Chosen");
    assert!(studio.shows_part("Chosen"));
    studio.keys("Ctrl+Z");
    assert_eq!(name_of(&studio, node), "");
    studio.keys("Ctrl+Shift+Z");
    assert_eq!(name_of(&studio, node), "Chosen");
    studio.keys("Ctrl+S");
    studio.wait_until(|studio| !studio.is_dirty());
    let saved = fs::read(studio.path("large.bt.json")).unwrap();
    let saved: Document = native::read(&saved).unwrap().document;
    assert_eq!(saved.node_count(), NODES);
    assert_eq!(saved.node(&NodeId::from(node)).unwrap().name, "Chosen");
    studio.keys("F5");
    let ran = |studio: &Studio| {
        studio.front(|front| front.run.as_ref().is_some_and(|run| run.frames().1 > 0))
    };
    studio.wait_until(ran);
    studio.keys("Shift+F5");
}

#[test]
fn a_parent_of_many_children_can_be_edited() {
    let mut studio = opened(|studio| wide(studio, NODES));
    // Far longer than any real search text.
    studio.keys("Ctrl+F");
    studio.harness.event(Event::Paste("leaf ".repeat(200_000)));
    studio.steps(2);
    studio.keys("Escape");
    assert_can_be_edited(studio, "n17777");
}

#[test]
fn many_unconnected_nodes_can_be_edited() {
    assert_can_be_edited(opened(unconnected), "n17777");
}

/// Selects the only node that this text finds.
fn select(studio: &mut Studio, id: &str) {
    studio.fill("Search tree", id);
    studio.click("Outline: Idle");
}

/// Deletes a node, adds one, detaches one where nodes are connected, and undoes all of it: only the affected cards are created again.
#[test]
fn an_edit_of_a_large_tree_recreates_only_the_affected_cards() {
    for hangs in [true, false] {
        let mut studio = opened(|studio| {
            if hangs {
                wide(studio, NODES)
            } else {
                unconnected(studio)
            }
        });
        let count = |studio: &Studio| studio.front(|front| front.document().node_count());
        let parent = |studio: &Studio, id: &str| {
            studio.front(|front| front.document().node(&id.into())?.parent().cloned())
        };
        select(&mut studio, "n17777");
        let deleted = cards_made(&mut studio, |studio| studio.keys("Delete"));
        assert_eq!(count(&studio), NODES - 1);
        // The parent's card too, if there is a parent.
        assert!((usize::from(hangs)..10).contains(&deleted), "{deleted}");
        let added = cards_made(&mut studio, |studio| studio.add("Sequence"));
        assert_eq!(count(&studio), NODES);
        assert!((1..10).contains(&added), "{added}");
        select(&mut studio, "n15555");
        let mut steps = 2;
        if hangs {
            assert_eq!(parent(&studio, "n15555"), Some("n0".into()));
            let cut = cards_made(&mut studio, |studio| {
                studio.keys("Ctrl+Shift+P `Detach from parent` Enter");
            });
            assert_eq!(parent(&studio, "n15555"), None);
            assert!((1..10).contains(&cut), "{cut}");
            steps += 1;
        }
        let taken_back = cards_made(&mut studio, |studio| {
            for _ in 0..steps {
                studio.keys("Ctrl+Z");
            }
        });
        assert_eq!(count(&studio), NODES);
        let before = hangs.then(|| "n0".into());
        assert_eq!(parent(&studio, "n15555"), before);
        assert_eq!(parent(&studio, "n17777"), before);
        assert!((1..10).contains(&taken_back), "{taken_back}");
    }
}

#[test]
fn five_thousand_notes_can_be_edited() {
    let mut studio = Studio::empty();
    let note = |i: usize| {
        let (x, y) = (i % 100 * 220, 200 + i / 100 * 140);
        format!("{{\"text\": \"note {i}\", \"x\": {x}, \"y\": {y}}}")
    };
    let notes: Vec<String> = (0..NOTES).map(note).collect();
    let notes = format!("\"notes\": [{}],", notes.join(","));
    let root = std::iter::once(("Idle", String::new(), (0, 0)));
    let path = file_with(&studio, root, &notes);
    studio.open(&path);
    let count = |studio: &Studio| studio.front(|front| front.document().notes.len());
    studio.wait_until(|studio| count(studio) == NOTES);
    studio.steps(2);
    studio.keys("Ctrl+A");
    let selected = |studio: &Studio| studio.front(|front| front.selection().annotations().count());
    assert_eq!(selected(&studio), NOTES);
    let made = cards_made(&mut studio, |studio| {
        studio.keys("Delete");
        studio.steps(2);
        assert_eq!(count(studio), 0);
        studio.keys("Ctrl+Z");
    });
    assert_eq!((count(&studio), selected(&studio)), (NOTES, NOTES));
    assert!(made < 3, "{made}");
}

#[test]
fn a_deep_tree_can_be_edited() {
    assert_can_be_edited(opened(deep), "n10000");
}

/// Returns the sentences about what the selected node can abort.
fn sentences(studio: &Studio) -> Vec<String> {
    studio.labels_that_begin("If “")
}

/// Returns whether the run still uses the document before its last edit.
fn is_behind(studio: &Studio) -> bool {
    studio.front(|front| {
        let run = front.run.as_ref().expect("a run");
        run.is_behind(front.id(), front.run_revision())
    })
}

#[test]
fn a_large_tree_is_compiled_in_the_background_before_and_during_a_run() {
    let mut studio = opened(|studio| wide(studio, NODES));
    let compiled = |studio: &Studio| studio.front(OpenDocument::compiled);
    let beside = |beside| CompileCounts { at_once: 0, beside };
    studio.wait_until(|studio| compiled(studio) == beside(1));
    select(&mut studio, "n17777");
    studio.keys("F5");
    // A continuous run takes over a change once it is compiled, and reports that.
    studio.keys("Delete");
    studio.wait_until(|studio| !is_behind(studio));
    studio.must_say_first("Restarted: a running node was removed");
    assert_eq!(compiled(&studio), beside(2));
    // A single step uses the change at once.
    studio.keys("F5");
    studio.keys("Ctrl+Z");
    let frame = |studio: &Studio| studio.frame_shown();
    let before = frame(&studio);
    studio.keys("F10");
    assert_eq!(frame(&studio), before + 1);
    assert!(!is_behind(&studio));
    // The result for the older tree arrives too late, and is discarded without further work.
    let so_far = compiled(&studio);
    for _ in 0..20 {
        std::thread::sleep(std::time::Duration::from_millis(20));
        studio.steps(1);
    }
    assert_eq!(compiled(&studio), so_far);
}

#[test]
fn the_aborts_of_a_composite_in_a_large_tree_are_computed_in_the_background() {
    let mut studio = opened(watched);
    studio.click("Outline: Selector");
    let compiled = |studio: &Studio| studio.front(OpenDocument::compiled);
    studio.wait_until(|studio| !sentences(studio).is_empty());
    let told = sentences(&studio);
    assert!(told[0].contains("If “Compare bool 1” changes"), "{told:?}");
    assert!(told[0].contains("“Wait 1”"), "{told:?}");
    assert!(studio.shows_part("… and many more."), "{told:?}");
    let once = CompileCounts {
        at_once: 0,
        beside: 1,
    };
    assert_eq!(compiled(&studio), once);
    // A name or a position does not affect the run, but the sentences are updated.
    studio.fill("Name", "Lookout");
    assert!(sentences(&studio)[0].contains("“Lookout” continues"));
    studio.keys("Ctrl+Z");
    assert_eq!(sentences(&studio), told);
    assert_eq!(compiled(&studio), once);
    // A change of children affects it. The sentences stay until new ones are available.
    studio.search("Search tree", "n17778");
    studio.click("Outline: Wait");
    studio.keys("Delete");
    assert_eq!(studio.document().node_count(), NODES - 1);
    studio.fill("Search tree", "Selector");
    studio.click("Outline: Selector");
    studio.wait_until(|studio| sentences(studio).first().is_some_and(|now| *now != told[0]));
    assert_eq!(compiled(&studio).at_once, 0);
    assert_eq!(compiled(&studio).beside, 2);
}

#[test]
fn a_whole_large_tree_is_copied_and_pasted() {
    let mut studio = opened(|studio| wide(studio, NODES));
    studio.keys("Ctrl+A");
    let text = studio.copied();
    studio.keys("Ctrl+N");
    studio.harness.event(Event::Paste(text));
    studio.steps(3);
    assert_eq!(studio.document().node_count(), NODES);
    studio.keys("Ctrl+Z");
    assert_eq!(studio.document().node_count(), 0);
}
