//! Trees exported to BehaviorTree.CPP are loaded and ticked by behaviortree-rs, a port of it to Rust. Each tick must visit the same leaves as the
//! document does here, frame by frame up to the end of the tree.
//!
//! Limited to what the port does correctly; `draw.rs` says where. Not compared here: `SequenceWithMemory` (the port fails when all children succeed),
//! iterations over a child that ends at once (the port runs them in one frame), reactive parents whose earlier children take time (the port does not
//! check those again), Parallels whose export note says that they behave differently there, and what the port lacks: Switch, Timeout, Delay, Sleep,
//! `SetBlackboard`. For these, the core's tests of the format list by hand which leaves are ticked. Compared nowhere: skipped nodes of
//! BehaviorTree.CPP (pre-conditions, `then_skip`), post-conditions, and values passed through ports from tree to tree.

mod draw;
mod port;

use draw::Drawn;
use treewright_core::TreeInstance;
use treewright_core::category::Category;
use treewright_core::compile::{GameTasks, compile};
use treewright_core::library::{NodeLibrary, TaskDeclaration};
use treewright_core::model::{Document, ParameterDeclaration};
use treewright_core::project::Project;
use treewright_core::runtime::{Globals, Operand, Status, Task, TaskContext};
use treewright_core::value::{Value, ValueType};
use treewright_exchange::{ExchangeFormat, WriteOptions, write};

/// Maximum number of compared frames.
const FRAMES: usize = 12;

/// An action that returns the next letter of its port `answers` in each frame, starting over each time it starts.
const ACTION: &str = "Act";
/// A conditional that returns the next letter at each check, and the last letter forever after.
const CONDITIONAL: &str = "Ask";

/// The ticked leaves of a frame, in order, and its status.
#[derive(Clone, Debug, PartialEq)]
struct Frame {
    ticked: Vec<String>,
    status: char,
}

struct Script {
    is: String,
    answers: Vec<Status>,
    next: usize,
    starts_anew: bool,
}

impl Task<Vec<String>> for Script {
    fn start(&mut self, _: &mut TaskContext<Vec<String>>) {
        if self.starts_anew {
            self.next = 0;
        }
    }

    fn update(&mut self, context: &mut TaskContext<Vec<String>>) -> Status {
        context.world.push(self.is.clone());
        let status = self.answers[self.next.min(self.answers.len() - 1)];
        self.next += 1;
        status
    }
}

/// Returns the two leaves as game tasks.
fn tasks() -> GameTasks<Vec<String>> {
    let mut tasks = GameTasks::new();
    for (name, category) in [
        (ACTION, Category::Action),
        (CONDITIONAL, Category::Conditional),
    ] {
        let mut task = match category {
            Category::Action => TaskDeclaration::action(name, ""),
            _ => TaskDeclaration::conditional(name, ""),
        };
        task.declaration.parameters = ["is", "answers"]
            .map(|port| ParameterDeclaration::required(port, ValueType::String, ""))
            .into();
        tasks.declare_object(task, move |arguments| {
            let text = |port: &str| match arguments.get(port) {
                Some(Operand::Literal(Value::String(text))) => text.to_string(),
                _ => panic!("`{port}` is missing"),
            };
            let letters = text("answers");
            Box::new(Script {
                is: text("is"),
                answers: letters
                    .chars()
                    .map(|c| Status::from_letter(c).unwrap())
                    .collect(),
                next: 0,
                starts_anew: category == Category::Action,
            })
        });
    }
    tasks
}

/// Returns the frames run by Treewright, up to the first end.
fn frames_here(
    document: &Document,
    library: &NodeLibrary,
    tasks: &GameTasks<Vec<String>>,
) -> Vec<Frame> {
    let compiled = compile(document, library, tasks);
    assert_eq!(compiled.broken, []);
    let mut instance = TreeInstance::new(compiled.program.unwrap(), 1);
    let mut globals = Globals::default();
    let mut frames = Vec::new();
    while frames.len() < FRAMES {
        let mut ticked = Vec::new();
        let status = instance.tick(&mut ticked, &mut globals, 1.0).unwrap();
        frames.push(Frame {
            ticked,
            status: status.letter(),
        });
        if status != Status::Running {
            break;
        }
    }
    frames
}

/// Returns whether two frames are the same. When a Parallel ends, children to the right of the deciding child are ticked once more here.
fn is_same(here: &Frame, there: &Frame, drawn: &Drawn) -> bool {
    let mut theirs = there.ticked.iter().peekable();
    let every_turn = here
        .ticked
        .iter()
        .all(|leaf| theirs.next_if_eq(&leaf).is_some() || drawn.below_parallel.contains(leaf));
    every_turn && theirs.next().is_none() && here.status == there.status
}

#[test]
fn another_program_loads_exported_trees_and_ticks_the_same_leaves() {
    let tasks = tasks();
    let mut library = NodeLibrary::builtin();
    library.add_library("leaves.tasks.json", &tasks.library("leaves"));
    let (mut long, mut kinds, mut given) = (0, std::collections::BTreeMap::new(), 0);
    for seed in 0..600 {
        let drawn = draw::draw(seed);
        let project = Project::alone(&drawn.document);
        let options = WriteOptions::default();
        let written = write(ExchangeFormat::Btcpp, &project, &library, &options).unwrap();
        let text = written.files[0].text();
        let (here, there) = (
            frames_here(&drawn.document, &library, &tasks),
            port::frames(text),
        );
        let same = here.len() == there.len()
            && std::iter::zip(&here, &there).all(|(here, there)| is_same(here, there, &drawn));
        assert!(same, "seed {seed}\nhere  {here:?}\nthere {there:?}\n{text}");
        long += usize::from(there.len() > 2);
        given += std::iter::zip(&here, &there)
            .filter(|(a, b)| a != b)
            .count();
        for node in drawn.document.nodes() {
            *kinds.entry(node.task.to_string()).or_insert(0) += 1;
        }
    }
    assert!(long > 150, "{long}");
    assert!(
        given < 100,
        "{given} frames had turns that are only allowed for"
    );
    let drawn: Vec<&str> = kinds.keys().map(String::as_str).collect();
    let mut wanted: Vec<&str> = draw::PARENTS.to_vec();
    wanted.extend([ACTION, CONDITIONAL, "Subtree"]);
    wanted.sort_unstable();
    assert_eq!(drawn, wanted);
    assert!(kinds.values().all(|count| *count > 50), "{kinds:?}");
}
