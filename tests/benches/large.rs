//! Documents of 10,001 and 100,001 nodes, both in the core alone and in the editor: opening, editing, undo, checking, layout, saving, running,
//! drawing. The cost of a key in the editor is the CPU time of the slowest frame that it causes. The cost of opening is the CPU time of all threads
//! until the tree is visible. Reading, compiling and recording have rows in the executor part; frames of 10,000 nodes at rest have theirs in the
//! editor part.

use std::time::Duration;

use cpu_time::ProcessTime;
use egui::{Key, Modifiers};
use treewright_authoring::edit::{Command, History, Selection};
use treewright_authoring::layout;
use treewright_authoring::validate::validate;
use treewright_core::format::native;
use treewright_core::geometry::Size;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;

use crate::driven::{Beginning, Driven};
use crate::measure::{at, median, median_of, seconds};
use crate::parts::Rows;
use crate::report::{Row, Target};
use crate::trees;

/// One frame of the window, at 60 per second.
const FRAME_MS: f64 = 16.7;

/// Ten times the cost of a tenth of the nodes, with an allowance for data that no longer fits into the processor's caches.
const LINEAR: Target = Target::Times(2.0);

/// The cost of a tenth of the nodes, plus half: for work that depends only on the changed or visible nodes.
const EQUAL: Target = Target::Times(1.5);

const REPETITIONS: usize = 9;

/// The number of frames in which a key may have an effect: half a second, so that a saved file was looked at again.
const FRAMES: usize = 30;

/// Work in the core: its name, the target with 10,001 nodes, and a function that returns its seconds.
type Work = (&'static str, Option<f64>, fn(&Document) -> f64);

const CORE: [Work; 5] = [
    ("an edit", Some(5.0), |document| edits(document).0),
    ("undo", Some(5.0), |document| edits(document).1),
    ("looking for problems", None, |document| {
        let library = NodeLibrary::builtin();
        median_of(REPETITIONS, || validate(document, &library))
    }),
    ("laying out", Some(20.0), |document| {
        let card = |_: &_| Size::new(160.0, 48.0);
        let options = layout::Options::default();
        median_of(REPETITIONS, || layout::tidy(document, &card, &options))
    }),
    ("writing", None, |document| {
        median_of(REPETITIONS, || native::write(document))
    }),
];

/// Deletes branches one by one and undoes that. Returns the median seconds of each.
fn edits(document: &Document) -> (f64, f64) {
    let library = NodeLibrary::builtin();
    let (mut document, mut history) = (document.clone(), History::new());
    let mut selection = Selection::default();
    let (mut done, mut undone) = (Vec::new(), Vec::new());
    for branch in 0..REPETITIONS {
        let branch = NodeId::from(&*format!("n{}", 1 + branch * 100));
        let delete = Command::Delete(vec![branch]);
        let apply = || history.apply(&mut document, &library, &mut selection, &delete);
        let (taken, outcome) = seconds(apply);
        outcome.expect("a branch that can be deleted");
        done.push(taken);
        undone.push(seconds(|| history.undo(&mut document, &mut selection)).0);
    }
    (median(done), median(undone))
}

/// Keys in the editor: their effect, the target with 10,001 nodes in ms, and the target with ten times as many nodes relative to these.
const KEYS: [(&str, Modifiers, Key, Target); 7] = [
    ("disabling a node", Modifiers::NONE, Key::F8, EQUAL),
    ("undo", Modifiers::COMMAND, Key::Z, EQUAL),
    ("deleting a node", Modifiers::NONE, Key::Delete, EQUAL),
    ("undo of that", Modifiers::COMMAND, Key::Z, EQUAL),
    ("selecting all", Modifiers::COMMAND, Key::A, LINEAR),
    ("saving", Modifiers::COMMAND, Key::S, LINEAR),
    ("starting a run", Modifiers::NONE, Key::F10, LINEAR),
];

/// Sequences of frames drawn by the editor: the target with 10,001 nodes in ms, and that with ten times as many nodes relative to it.
const VIEWS: [(&str, f64, Target); 4] = [
    ("zoomed in", 2.0, EQUAL),
    ("whole tree in view", 4.0, LINEAR),
    ("running, whole tree in view", 4.0, LINEAR),
    ("every node running in every frame", FRAME_MS, LINEAR),
];

pub fn measure(rows: &mut Rows) {
    in_core(rows);
    in_editor(rows);
}

fn in_core(rows: &mut Rows) {
    let name = |nodes: &str, what: &str| format!("{nodes} nodes: {what}, in the core");
    let wanted = |(what, ..): &&Work| {
        rows.wants(&name("10,001", what)) || rows.wants(&name("100,001", what))
    };
    let works: Vec<Work> = CORE.iter().filter(wanted).copied().collect();
    if works.is_empty() {
        return;
    }
    let (small, large) = (trees::stacked(100, 99), trees::stacked(1_000, 99));
    for (what, must, work) in works {
        let (of_small, of_large) = (work(&small) * 1e3, work(&large) * 1e3);
        let row = Row::new(name("10,001", what), "ms", of_small);
        rows.add(&match must {
            Some(must) => row.must(Target::AtMost(must)),
            None => row,
        });
        let row = Row::new(name("100,001", what), "ms", of_large);
        // The cost of an edit depends on the size of the change.
        let (yardstick, target) = match what {
            "an edit" | "undo" => (of_small, EQUAL),
            _ => (of_small * 10.0, LINEAR),
        };
        rows.add(&row.compared_to(yardstick).must(target));
    }
}

/// The editor's times for a tree, in ms, in the order of the rows.
struct Taken {
    opening: f64,
    keys: Vec<f64>,
    /// Median and 95th percentile.
    views: Vec<(f64, f64)>,
}

fn in_editor(rows: &mut Rows) {
    let keys = KEYS.map(|(what, _, _, target)| (format!("{what}, slowest frame"), target));
    let views = VIEWS.map(|(what, _, target)| (what.to_owned(), target));
    let opening = ("opening, all threads".to_owned(), LINEAR);
    let all: Vec<(String, Target)> = [opening].into_iter().chain(keys).chain(views).collect();
    let name = |nodes: &str, what: &str| format!("{nodes} nodes in the editor: {what}");
    let is_wanted = |(what, _): &(String, Target)| {
        rows.wants(&name("10,001", what)) || rows.wants(&name("100,001", what))
    };
    if !all.iter().any(is_wanted) {
        return;
    }
    let small = figures(&of_editor(100));
    let large = figures(&of_editor(1_000));
    for (place, (what, target)) in all.iter().enumerate() {
        let (of_small, of_large) = (small[place], large[place]);
        let must = match place {
            0 => 150.0,
            place if place <= KEYS.len() => FRAME_MS,
            place => VIEWS[place - KEYS.len() - 1].1,
        };
        let row = |nodes, (median, p95): (f64, Option<f64>)| {
            let row = Row::new(name(nodes, what), "ms", median);
            match p95 {
                Some(p95) => row.p95(p95),
                None => row,
            }
        };
        rows.add(&row("10,001", of_small).must(Target::AtMost(must)));
        let times = if *target == LINEAR { 10.0 } else { 1.0 };
        let row = row("100,001", of_large).compared_to(of_small.0 * times);
        rows.add(&row.must(*target));
    }
}

fn figures(taken: &Taken) -> Vec<(f64, Option<f64>)> {
    let keys = taken.keys.iter().map(|ms| (*ms, None));
    let views = taken.views.iter().map(|(ms, p95)| (*ms, Some(*p95)));
    let opening = [(taken.opening, None)];
    opening.into_iter().chain(keys).chain(views).collect()
}

fn of_editor(branches: i32) -> Taken {
    let text = native::write(&trees::stacked(branches, 99)).expect("a document");
    let mut driven = Driven::new(&Beginning::default());
    driven.pace = Some(Duration::from_micros(16_667));
    driven.wait(30);
    let opening = open(&mut driven, &text, "large.bt.json");
    driven.wait(30);
    driven.press(Modifiers::COMMAND, Key::G);
    driven.type_text("n57");
    driven.press(Modifiers::NONE, Key::Enter);
    driven.wait(30);
    let keys = KEYS.map(|(_, modifiers, key, _)| slowest(&mut driven, modifiers, key));
    driven.press(Modifiers::SHIFT, Key::F5);
    driven.pace = None;
    let near = frames(&mut driven);
    driven.press(Modifiers::NONE, Key::F);
    let whole = frames(&mut driven);
    let running = run(&mut driven, &trees::waiting(branches, 99, 0.15), "moving");
    let all_running = run(&mut driven, &trees::waiting(branches, 99, 0.1), "waiting");
    Taken {
        opening,
        keys: keys.into(),
        views: vec![near, whole, running, all_running],
    }
}

/// Opens a tree and runs it with the whole tree in view, one frame of the run in each frame of the window.
fn run(driven: &mut Driven, tree: &Document, name: &str) -> (f64, f64) {
    let text = native::write(tree).expect("a document");
    driven.pace = Some(Duration::from_micros(16_667));
    open(driven, &text, &format!("{name}.bt.json"));
    driven.pace = None;
    driven.frame_seconds = 0.1;
    driven.press(Modifiers::NONE, Key::F);
    driven.press(Modifiers::NONE, Key::F5);
    let costs = frames(driven);
    driven.press(Modifiers::SHIFT, Key::F5);
    costs
}

/// Opens a file. Returns the CPU time of all threads in ms until its nodes were drawn once.
fn open(driven: &mut Driven, text: &str, name: &str) -> f64 {
    let path = driven.path(name);
    std::fs::write(&path, text).expect("the file can be written");
    driven.dialog_gives(&path);
    let start = ProcessTime::now();
    driven.press(Modifiers::COMMAND, Key::O);
    while driven.app().workspace().front().path() != Some(&*path) {
        driven.wait(1);
    }
    driven.wait(1);
    start.elapsed().as_secs_f64() * 1e3
}

/// Returns the slowest frame after a key, in ms. A median would hide work that happens only once.
fn slowest(driven: &mut Driven, modifiers: Modifiers, key: Key) -> f64 {
    driven.take_costs();
    driven.press(modifiers, key);
    driven.wait(FRAMES);
    at(driven.take_costs(), 1.0)
}

fn frames(driven: &mut Driven) -> (f64, f64) {
    driven.wait(40);
    driven.take_costs();
    for frame in 0..100 {
        let step = if frame % 40 < 20 { 3.0 } else { -3.0 };
        driven.point(egui::pos2(760.0 + step, 400.0 + step));
    }
    let costs = driven.take_costs();
    (at(costs.clone(), 0.5), at(costs, 0.95))
}
