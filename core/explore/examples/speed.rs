use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;
use treewright_core::Program;
use treewright_core::format::native;
use treewright_core::library::NodeLibrary;
use treewright_core::project::Project;
use treewright_core::value::{Value, ValueType};
use treewright_explore::inputs::{ExploredInputs, InputVariable, Way};
use treewright_explore::program::ExploredTree;
use treewright_explore::search::{Limits, Search};

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

fn main() {
    let mut args = std::env::args().skip(1);
    let file = args.next().unwrap();
    let threads: usize = args.next().unwrap().parse().unwrap();
    let times: usize = args.next().unwrap().parse().unwrap();
    let document = native::read(&std::fs::read(&file).unwrap())
        .unwrap()
        .document;
    let mut library = NodeLibrary::builtin();
    let tasks = file.replace(".bt.json", ".tasks.json");
    if let Ok(text) = std::fs::read(&tasks) {
        library.add_library(
            "tasks",
            &treewright_core::format::tasks_json::read(&text)
                .unwrap()
                .library,
        );
    }
    let tree = ExploredTree::new(&Project::alone(&document), &library, |_| false).unwrap();
    let program = tree.program().unwrap().clone();
    let inputs = free_inputs(&program);
    println!(
        "{} nodes, {} inputs, {} asked",
        program.len(),
        inputs.variables.len(),
        tree.asked.len()
    );
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .unwrap();
    pool.install(|| {
        let begin = Instant::now();
        let mut frames = 0;
        let mut last = None;
        for _ in 0..times {
            let mut search = Search::new(program.clone(), &inputs, Vec::new(), 0.1).unwrap();
            let start = Instant::now();
            let limit = search.advance(&Limits::default(), |_| {
                if start.elapsed().as_secs() > 20 {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
            frames += search.progress().frames_run;
            last = Some((
                limit,
                search.progress(),
                search.certainty(),
                search.endless().stuck().len(),
                search.endless().thrashing().len(),
            ));
        }
        let time = begin.elapsed().as_secs_f64();
        println!(
            "{last:?}\n{:.0} frames/s, {time:.2} s",
            frames as f64 / time
        );
    });
}
