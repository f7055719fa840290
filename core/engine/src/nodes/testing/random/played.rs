//! Random trees without their game: stand-ins replace its tasks, so that runs depend on nothing but the seed.

use std::sync::Arc;

use super::{Dice, FAULTY_TASK_PANIC, GAME_ACTIONS, GAME_CONDITIONALS};
use crate::Program;
use crate::category::Category;
use crate::compile::{Compiled, GameTasks, compile_project};
use crate::ids::NodeId;
use crate::library::{NodeLibrary, TaskDeclaration, TaskLibrary};
use crate::model::{Document, Surgery as _};
use crate::project::Project;
use crate::runtime::testing::copies::{register_copies, register_fickle};
use crate::runtime::{Status, Task, TaskContext, TaskHooks};
use crate::value::Value;

/// Returns Running a few times.
struct Steps(u32);

impl Task<()> for Steps {
    fn start(&mut self, context: &mut TaskContext<'_, '_, ()>) {
        self.0 = context.tick.random().rand_range(1..4);
    }

    fn update(&mut self, _: &mut TaskContext<'_, '_, ()>) -> Status {
        self.0 = self.0.saturating_sub(1);
        match self.0 {
            0 => Status::Success,
            _ => Status::Running,
        }
    }

    fn save(&self) -> Option<Value> {
        Some(Value::Int(self.0.into()))
    }

    fn restore(&mut self, saved: &Value) {
        self.0 = saved.as_int().unwrap() as u32;
    }
}

/// The built-in node types, and the tasks of the game in random trees.
pub fn game_library() -> NodeLibrary {
    let conditionals = GAME_CONDITIONALS.map(|name| TaskDeclaration::conditional(name, ""));
    let actions = GAME_ACTIONS.map(|name| TaskDeclaration::action(name, ""));
    let tasks = TaskLibrary {
        tasks: conditionals.into_iter().chain(actions).collect(),
        ..TaskLibrary::default()
    };
    let mut library = NodeLibrary::builtin();
    library.add_library("random", &tasks);
    library
}

/// Returns the program of a random tree, run without its game; `None` if nothing is left because too much is disabled.
pub fn played(document: &Document) -> Option<Arc<Program<()>>> {
    played_project(&Project::alone(document)).program
}

/// Like [`played`], for a document that refers to others.
pub fn played_project(project: &Project<'_>) -> Compiled<()> {
    let mut tasks = GameTasks::new();
    tasks.use_stand_ins(&NodeLibrary::builtin());
    tasks.conditional("Bit", |_| {
        TaskHooks::when(|c: &mut TaskContext<'_, '_, ()>| c.tick.random().rand_range(0..2) == 0)
    });
    tasks.action("Act", |_| {
        TaskHooks::new(|c: &mut TaskContext<'_, '_, ()>| {
            Status::ALL[c.tick.random().rand_range(0..3) as usize]
        })
    });
    tasks.action("Faulty", |_| {
        TaskHooks::new(|c: &mut TaskContext<'_, '_, ()>| {
            assert!(
                c.tick.random().rand_range(0..9) > 0,
                "this task is broken at times"
            );
            Status::Running
        })
    });
    tasks.object("Steps", Category::Action, |_| Box::new(Steps(0)));
    register_copies(&mut tasks);
    register_fickle(&mut tasks, FAULTY_TASK_PANIC);
    compile_project(project, &NodeLibrary::builtin(), &tasks)
}

/// Returns the document with some of its nodes disabled, but not its root.
pub fn partly_disabled(document: &Document, seed: u64) -> Document {
    let mut dice = Dice::new(seed);
    let root = document.root().cloned();
    let ids: Vec<NodeId> = document.nodes().map(|node| node.id().clone()).collect();
    let mut changed = document.clone();
    for id in ids {
        if Some(&id) != root.as_ref() && dice.percent(10) {
            changed.node_mut(&id).unwrap().disabled = true;
        }
    }
    changed
}
