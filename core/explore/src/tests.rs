//! Searches through whole trees.

use std::ops::ControlFlow;
use std::sync::Arc;

use treewright_core::Program;
use treewright_core::format::native;
use treewright_core::library::NodeLibrary;
use treewright_core::project::Project;
use treewright_core::value::{Value, ValueType};

use crate::findings::{NodeOutcome, Shown};
use crate::inputs::{ExploredInputs, InputVariable, Way};
use crate::program::ExploredTree;
use crate::search::{Certainty, Limits, Search};

/// The program of an example.
fn example(name: &str) -> Arc<Program<()>> {
    let path = format!("../../assets/examples/{name}.bt.json");
    let text = std::fs::read(path).unwrap();
    let document = native::read(&text).unwrap().document;
    let tree = ExploredTree::new(&Project::alone(&document), &NodeLibrary::builtin(), |_| {
        false
    });
    tree.unwrap().program().unwrap().clone()
}

/// All variables that no node writes, with a few values each.
fn free_inputs(program: &Program<()>) -> ExploredInputs {
    let written = |name: &Arc<str>| {
        let mut writers = program.indices().filter(|node| program.may_write(*node));
        writers.any(|node| program.reads(node).any(|read| read == name))
    };
    let all = program
        .tree_variables()
        .iter()
        .chain(program.global_variables());
    let free = all.filter(|variable| !written(&variable.name));
    let variables = free.map(|variable| InputVariable {
        name: variable.name.clone(),
        values: match variable.value_type {
            ValueType::Bool => vec![false.into(), true.into()],
            ValueType::Float => vec![0.0.into(), 29.0.into(), 100.0.into()],
            ValueType::Int => vec![Value::Int(0), Value::Int(1), Value::Int(5)],
            _ => vec![variable.initial.clone()],
        },
        is_sampled: false,
        way: Way::Free,
    });
    let mut events: Vec<_> = program.listens().cloned().collect();
    events.sort();
    ExploredInputs {
        variables: variables.collect(),
        events,
        leaves: Vec::new(),
    }
}

#[test]
fn the_guard_is_seen_completely() {
    let program = example("guard");
    let mut search = Search::new(program.clone(), &free_inputs(&program), Vec::new(), 0.1).unwrap();
    let begin = std::time::Instant::now();
    let limit = search.advance(&Limits::default(), |_| ControlFlow::Continue(()));
    println!(
        "{limit:?} {:?} {:?} {:?}",
        search.progress(),
        search.certainty(),
        begin.elapsed()
    );
    for node in program.indices() {
        let seen = NodeOutcome::ALL
            .into_iter()
            .filter(|o| search.findings().sight(Shown::Node(node, *o)).is_some());
        println!(
            "{} {} {:?}",
            program.id(node),
            program.title(node),
            seen.collect::<Vec<_>>()
        );
    }
    assert_eq!(search.certainty(), Certainty::Proved);
}
