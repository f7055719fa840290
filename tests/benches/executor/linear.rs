//! Large trees: 100,001 nodes compared to ten times the cost of 10,001, to show that no cost grows faster than the tree.

use std::sync::Arc;

use treewright_core::compile::{Compiled, GameTasks, compile};
use treewright_core::format::native;
use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;
use treewright_core::runtime::Globals;
use treewright_core::{Program, TreeInstance};
use treewright_insight::recording::Recording;

use crate::measure::median_of;
use crate::parts::Rows;
use crate::report::{Row, Target};
use crate::trees;

/// A factor of up to two is allowed, since data that does not fit into the processor's caches is read more slowly. Quadratic growth would show as a
/// factor of ten.
const LINEAR: Target = Target::Times(2.0);
const REPETITIONS: usize = 9;

/// Returns the seconds that the work takes with a tree.
type Work = fn(&Large) -> f64;

const WORKS: [(&str, Work); 6] = [
    ("reading", |large| {
        median_of(REPETITIONS, || native::read(large.text.as_bytes()))
    }),
    ("compiling", |large| {
        median_of(REPETITIONS, || compiled(&large.document))
    }),
    ("starting a run", |large| {
        median_of(REPETITIONS, || {
            let mut instance = TreeInstance::new(large.program.clone(), 0);
            instance.tick(&mut (), &mut Globals::default(), 0.1);
            instance
        })
    }),
    ("a frame in which every branch moves", |large| {
        let mut instance = TreeInstance::new(large.program.clone(), 0);
        let mut globals = Globals::default();
        median_of(REPETITIONS, || instance.tick(&mut (), &mut globals, 0.1))
    }),
    ("recording such a frame", |large| {
        let mut recording = Recording::new(large.program.clone(), 0);
        recording.step(0.1);
        median_of(REPETITIONS, || {
            recording.step(0.1);
        })
    }),
    ("a snapshot", |large| {
        let mut instance = TreeInstance::new(large.program.clone(), 0);
        instance.tick(&mut (), &mut Globals::default(), 0.1);
        median_of(REPETITIONS, || instance.snapshot())
    }),
];

/// A tree in each of its forms.
struct Large {
    document: Document,
    text: String,
    program: Arc<Program<()>>,
}

impl Large {
    /// Creates a tree with `branches` branches of a hundred nodes each.
    fn new(branches: i32) -> Self {
        let document = trees::waiting(branches, 99, 0.1);
        let program = compiled(&document).program;
        Self {
            text: native::write(&document).expect("the document can be written"),
            program: program.expect("the program is not empty"),
            document,
        }
    }
}

fn compiled(document: &Document) -> Compiled<()> {
    compile(document, &NodeLibrary::builtin(), &GameTasks::new())
}

pub fn measure(rows: &mut Rows) {
    let named = WORKS.map(|(name, work)| {
        let what = format!("100,001 nodes: {name} (yardstick: ten times 10,001)");
        (what, work)
    });
    if !named.iter().any(|(what, _)| rows.wants(what)) {
        return;
    }
    let (small, large) = (Large::new(100), Large::new(1_000));
    assert_eq!(
        (small.program.len(), large.program.len()),
        (10_001, 100_001)
    );
    for (what, work) in named {
        if rows.wants(&what) {
            let (small, large) = (work(&small), work(&large));
            let row = Row::new(what, "ms", large * 1e3).compared_to(small * 10.0 * 1e3);
            rows.add(&row.must(LINEAR));
        }
    }
}
