//! W5 with 99 conditions that read variables instead of the game's world: in a frame that changes none of these variables, none is checked.

use treewright_core::TreeInstance;
use treewright_core::abort::AbortType;
use treewright_core::compile::{GameTasks, compile};
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, DocumentBuilder, Node, ParameterValue, Variable};
use treewright_core::runtime::{Globals, Status, TaskHooks};
use treewright_core::value::{Value, ValueType};

use super::engine::Engine;
use super::ours::Ours;
use super::shape;
use super::yardstick::Yardstick;
use crate::measure::{in_turn, repetition};
use crate::parts::Rows;
use crate::report::{Row, Target};

const CALM: &str = "W5 99 watched variables, none changed";
const BUSY: &str = "W5 99 watched variables, one changed";
const NANO: f64 = 1e9;

fn document() -> Document {
    let mut builder = DocumentBuilder::new("Watching");
    let placed = "the node is new";
    let root = builder.root(Node::new("root", "Selector")).expect(placed);
    for number in 0..99 {
        let name = format!("v{number}");
        builder.variable(Variable::new(&*name, ValueType::Bool));
        let mut sequence = Node::new(format!("s{number}").as_str(), "Sequence");
        sequence.abort = AbortType::LowerPriority;
        let sequence = builder.child(&root, sequence).expect(placed);
        let condition = Node::new(format!("c{number}").as_str(), "CompareBool")
            .with_parameter("left", ParameterValue::variable(name))
            .with_parameter("right", ParameterValue::literal(true));
        builder.child(&sequence, condition).expect(placed);
        let action = Node::new(format!("a{number}").as_str(), "Act");
        builder.child(&sequence, action).expect(placed);
    }
    builder
        .child(&root, Node::new("last", "Act"))
        .expect(placed);
    builder.finish()
}

pub fn measure(rows: &mut Rows) {
    if !rows.wants(CALM) && !rows.wants(BUSY) {
        return;
    }
    let mut tasks = GameTasks::<()>::new();
    tasks.action("Act", |_| TaskHooks::new(|_| Status::Running));
    let compiled = compile(&document(), &NodeLibrary::builtin(), &tasks);
    let program = compiled.program.expect("the program is not empty");
    let mut calm = (TreeInstance::new(program.clone(), 0), Globals::default());
    let mut busy = (TreeInstance::new(program, 0), Globals::default());
    let mut number = 0;
    let (shape, world) = shape::w5();
    let mut asking = Ours::single(&Ours::program(shape), world);
    let (shape, world) = shape::w5();
    let mut yardstick = Yardstick::single(&Yardstick::program(shape), world);
    let figures = in_turn(&mut [
        repetition(move || Yardstick::tick(&mut yardstick)),
        repetition(move || Ours::tick(&mut asking)),
        repetition(move || calm.0.tick(&mut (), &mut calm.1, 0.1)),
        repetition(move || {
            // Setting `v98` back to false aborts nothing, since `LowerPriority` does not watch its own branch: the tree continues where it was.
            number += 1;
            let value = Value::Bool(number % 2 == 1);
            let set = busy.0.set_variable(&mut busy.1, "v98", value);
            set.expect("the variable is there");
            busy.0.tick(&mut (), &mut busy.1, 0.1)
        }),
    ]);
    for (what, figure) in [(CALM, figures[2]), (BUSY, figures[3])] {
        let row = Row::new(what, "ns a tick", figure * NANO).compared_to(figures[0] * NANO);
        let row = row.other("asking the world", figures[1] * NANO);
        rows.add(&match what {
            CALM => row.must(Target::Times(1.0)),
            _ => row,
        });
    }
}
