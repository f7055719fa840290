//! The leaf of `cost.c` in Rust, without the C interface: what a frame of the same trees costs then.
//!
//! ```sh
//! cargo run --release -p treewright-c --example cost
//! ```

use std::time::Instant;

use treewright_core::prelude::*;

const TREES: u64 = 100;
const FRAMES: u32 = 1_000;
const ROUNDS: usize = 300;

/// Counts its updates.
struct Counts(i64);
impl Task<f64> for Counts {
    fn update(&mut self, _: &mut TaskContext<'_, '_, f64>) -> Status {
        self.0 += 1;
        Status::Running
    }
}

/// Creates a manager with trees that all run this one leaf.
fn trees_of(
    tasks: &GameTasks<f64>,
    leaf: &str,
) -> Result<TreeManager<f64>, Box<dyn std::error::Error>> {
    let program = Tree::new("Cost", tree::task(leaf)).compile(tasks)?;
    let mut manager = TreeManager::new();
    for _ in 0..TREES {
        manager.add(program.clone(), 0)?;
    }
    Ok(manager)
}

/// Returns the nanoseconds of a tree's frame.
fn round_of(manager: &mut TreeManager<f64>) -> f64 {
    let (mut sum, begin) = (0.0, Instant::now());
    for _ in 0..FRAMES {
        manager.tick(&mut sum, 0.001);
    }
    begin.elapsed().as_nanos() as f64 / f64::from(FRAMES) / TREES as f64
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut tasks = GameTasks::<f64>::new();
    tasks.declare(TaskDeclaration::action("Nothing", ""), |_| {
        TaskHooks::new(|_| Status::Running)
    });
    tasks.declare(
        TaskDeclaration::action("ReadsParameter", "").parameter(ParameterDeclaration::optional(
            "speed",
            ValueType::Float,
            1.0,
            "",
        )),
        |arguments| {
            let speed = arguments.float("speed");
            TaskHooks::new(move |context: &mut TaskContext<f64>| {
                *context.world += speed.get(&context.tick);
                Status::Running
            })
        },
    );
    tasks.declare_object(TaskDeclaration::action("CountsInState", ""), |_| {
        Box::new(Counts(0))
    });
    let mut managers = Vec::new();
    for leaf in ["Nothing", "ReadsParameter", "CountsInState"] {
        managers.push((leaf, trees_of(&tasks, leaf)?, f64::MAX));
    }
    for _ in 0..ROUNDS {
        for (_, manager, least) in &mut managers {
            *least = least.min(round_of(manager));
        }
    }
    for (leaf, _, least) in managers {
        println!("{leaf}: {least:.1} ns");
    }
    Ok(())
}
