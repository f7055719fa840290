//! Waiting trees: the cost of a frame of 10,000 trees when each is ticked, and when they sleep. Separate from the workloads, whose world changes
//! without the engine's knowledge; here, leaves read variables.

use treewright_core::TreeManager;
use treewright_core::abort::AbortType;
use treewright_core::compile::{GameTasks, compile};
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, DocumentBuilder, Node, ParameterValue, Scope, Variable};
use treewright_core::value::{Value, ValueType};

use crate::measure::{REPETITIONS, median, median_of, seconds};
use crate::parts::Rows;
use crate::report::Row;

const CROWD: u64 = 10_000;

/// Selector[ Sequence(both)[ alarm?, Idle ], Sequence(both)[ hungry?, Idle ], Wait ]: two watched conditions, one of which reads a variable shared by
/// all trees, and a timer that is not due for a long time.
fn document() -> Document {
    let mut builder = DocumentBuilder::new("Guard");
    builder.variable(Variable {
        scope: Scope::Global,
        ..Variable::new("alarm", ValueType::Bool)
    });
    builder.variable(Variable::new("hungry", ValueType::Bool));
    let add = |builder: &mut DocumentBuilder, parent: Option<&_>, node: Node| {
        let added = match parent {
            None => builder.root(node),
            Some(parent) => builder.child(parent, node),
        };
        match added {
            Ok(id) => id,
            Err(node) => panic!("node {} cannot be added", node.id()),
        }
    };
    let root = add(&mut builder, None, Node::new("n1", "Selector"));
    for (number, variable) in ["alarm", "hungry"].into_iter().enumerate() {
        let mut sequence = Node::new(format!("s{number}").as_str(), "Sequence");
        sequence.abort = AbortType::Both;
        let sequence = add(&mut builder, Some(&root), sequence);
        let condition = Node::new(format!("c{number}").as_str(), "CompareBool")
            .with_parameter("left", ParameterValue::variable(variable))
            .with_parameter("right", ParameterValue::literal(true));
        add(&mut builder, Some(&sequence), condition);
        let idle = Node::new(format!("i{number}").as_str(), "Idle");
        add(&mut builder, Some(&sequence), idle);
    }
    let wait = Node::new("w", "Wait").with_parameter("seconds", ParameterValue::literal(1e6));
    add(&mut builder, Some(&root), wait);
    builder.finish()
}

fn crowd(sleeps: bool) -> TreeManager<()> {
    let compiled = compile(&document(), &NodeLibrary::builtin(), &GameTasks::new());
    let Some(program) = compiled.program else {
        panic!("the program is empty");
    };
    let mut manager = TreeManager::new();
    manager.set_added_sleep(sleeps);
    for seed in 0..CROWD {
        let added = manager.add(program.clone(), seed);
        added.expect("trees of one program agree");
    }
    for _ in 0..3 {
        manager.tick(&mut (), 0.1);
    }
    manager
}

/// Returns the seconds of a frame in which nothing happens.
fn frame(manager: &mut TreeManager<()>) -> f64 {
    median_of(REPETITIONS, || manager.tick(&mut (), 0.1))
}

/// Returns the seconds of a frame that interrupts all trees, and of a later one in which they sleep again.
fn alarm(manager: &mut TreeManager<()>) -> f64 {
    let mut on = false;
    let mut frames = Vec::new();
    for _ in 0..REPETITIONS {
        on = !on;
        if let Err(error) = manager.globals_mut().set("alarm", Value::Bool(on)) {
            panic!("{error}");
        }
        let (time, running) = seconds(|| manager.tick(&mut (), 0.1));
        assert_eq!(running, CROWD as usize);
        frames.push(time);
        manager.tick(&mut (), 0.1);
    }
    median(frames)
}

/// Measures the trees both ways: ticked in each frame, and asleep.
pub fn measure(rows: &mut Rows) {
    const CALM: &str = "10,000 trees that wait, asleep";
    const ALARM: &str = "10,000 sleepers that a shared variable wakes";
    if !rows.wants(CALM) && !rows.wants(ALARM) {
        return;
    }
    let (mut polled, mut asleep) = (crowd(false), crowd(true));
    assert_eq!(asleep.asleep_count(), CROWD as usize);
    for (what, frame) in [
        (CALM, frame as fn(&mut TreeManager<()>) -> f64),
        (ALARM, alarm),
    ] {
        let (each, none) = (frame(&mut polled), frame(&mut asleep));
        let row = Row::new(what, "ms a frame", none * 1e3);
        rows.add(&row.other("asked in each frame", each * 1e3));
    }
}
