//! Random cases: trees and scripts of the generators that the laws of the engine use, cut down to what a case needs.

use std::collections::BTreeSet;

use treewright_core::Program;
use treewright_core::abort::AbortType;
use treewright_core::category::Category;
use treewright_core::compile::{GameTasks, compile};
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, Node, ParameterValue, Variable};
use treewright_core::nodes::testing::random::{
    Dice, ScriptEvent, ScriptFrame, document_with_trees, leaf, script,
};

use super::FRAMES;
use super::plan::{Plan, Played};
use crate::conformance::{BASIC, Call, Case, Done, Input, Level, Step, Written};

/// How many nodes a case has at most, and about how many bytes its line.
const NODES: usize = 12;
const BYTES: usize = 3_200;

/// The durations of frames, one for each case, and at times another in between.
const DTS: [f64; 6] = [0.1, 1.0 / 60.0, 0.25, 0.5, 1.0, 0.3];

/// What a case must show.
struct Wanted {
    level: Level,
    name: &'static str,
    /// The node types that are drawn more often than others.
    kinds: &'static [&'static str],
    /// The type of an event that must happen; empty for any.
    event: &'static str,
    count: usize,
}

const WANTED: [Wanted; 8] = [
    Wanted {
        level: Level::Basic,
        name: "plain",
        kinds: &BASIC,
        event: "",
        count: 60,
    },
    Wanted {
        level: Level::Basic,
        name: "check",
        kinds: &BASIC,
        event: "check",
        count: 30,
    },
    Wanted {
        level: Level::Basic,
        name: "abort",
        kinds: &ABORTED,
        event: "abort",
        count: 16,
    },
    Wanted {
        level: Level::Expressions,
        name: "plain",
        kinds: &DECIDED,
        event: "",
        count: 40,
    },
    Wanted {
        level: Level::Expressions,
        name: "abort",
        kinds: &DECIDED,
        event: "abort",
        count: 15,
    },
    Wanted {
        level: Level::All,
        name: "plain",
        kinds: &OF_ALL,
        event: "",
        count: 70,
    },
    Wanted {
        level: Level::All,
        name: "abort",
        kinds: &HEARD,
        event: "abort",
        count: 16,
    },
    Wanted {
        level: Level::All,
        name: "background",
        kinds: &BESIDE,
        event: "tree-start",
        count: 12,
    },
];

/// What aborts, and what lasts long enough to be aborted.
const ABORTED: [&str; 21] = [
    "Sequence",
    "Selector",
    "Parallel",
    "ReactiveSelector",
    "SequenceWithMemory",
    "PrioritySelector",
    "UtilitySelector",
    "ParallelSelector",
    "RoundRobin",
    "Inverter",
    "ReturnSuccess",
    "Repeater",
    "UntilSuccess",
    "TimeLimit",
    "CompareBool",
    "CompareInt",
    "CompareString",
    "StandIn",
    "Wait",
    "Idle",
    "SetVariable",
];

/// The same with expressions.
const DECIDED: [&str; 14] = [
    "Sequence",
    "Selector",
    "Parallel",
    "WhileDoElse",
    "ReactiveSequence",
    "Guard",
    "Inverter",
    "Repeater",
    "Expression",
    "Compute",
    "WaitUntil",
    "StandIn",
    "Idle",
    "Wait",
];

/// The same with conditionals that other things than variables change.
const HEARD: [&str; 16] = [
    "Sequence",
    "Selector",
    "ReactiveSelector",
    "Parallel",
    "Inverter",
    "Repeater",
    "Interruptible",
    "HasReceivedEvent",
    "VariableChanged",
    "Timer",
    "RandomChance",
    "SendEvent",
    "RandomWait",
    "WaitForEvent",
    "StandIn",
    "Idle",
];

/// Background trees.
const BESIDE: [&str; 14] = [
    "Sequence",
    "Selector",
    "Parallel",
    "ReturnSuccess",
    "Repeater",
    "IsTreeRunning",
    "HasReceivedEvent",
    "RunTree",
    "RunTree",
    "StopTree",
    "SendEvent",
    "Log",
    "StandIn",
    "Wait",
];

/// The node types that only the level `all` has, and some that make them interesting.
const OF_ALL: [&str; 26] = [
    "Sequence",
    "Selector",
    "Parallel",
    "ReactiveSelector",
    "PipelineSequence",
    "Interruptible",
    "Repeater",
    "Semaphore",
    "RandomChance",
    "HasReceivedEvent",
    "VariableChanged",
    "Timer",
    "IsTreeRunning",
    "CompareBool",
    "Subtree",
    "RandomWait",
    "Trace",
    "SendEvent",
    "WaitForEvent",
    "PerformInterrupt",
    "RestartTree",
    "RunTree",
    "StopTree",
    "StandIn",
    "Wait",
    "SetVariable",
];

/// Returns random cases, played.
pub fn played(library: &NodeLibrary) -> Vec<Played> {
    let mut all = Vec::new();
    for (wanted, number) in WANTED.iter().zip(1..) {
        let mut seed = 1_000_000 * number;
        let mut found = 0;
        while found < wanted.count {
            seed += 1;
            let Some(plan) = drawn(wanted, seed, found + 1, library) else {
                continue;
            };
            // What a document of random parameters refers to may be missing, and a write may be refused; such a tree is no case.
            let Ok(mut played) = plan.play(library) else {
                continue;
            };
            played.shorten(BYTES);
            // Files have no infinite numbers and no lists of mixed types.
            let line = played.case.write(&played.config);
            let can_be_read = line.is_ok_and(|line| Case::read(&line).is_ok());
            if can_be_read && is_interesting(wanted, &played) {
                found += 1;
                all.push(played);
            }
        }
    }
    all
}

/// Draws a case; `None` if it cannot be what is wanted.
fn drawn(wanted: &Wanted, seed: u64, number: usize, library: &NodeLibrary) -> Option<Plan> {
    let size = 4 + seed as usize % 8;
    let mut document = document_with_trees(seed, size, wanted.kinds);
    // A tree that ends in its first frame shows little.
    document.restart_when_complete |= !seed.is_multiple_of(5);
    prune(&mut document);
    let kinds = kinds_in_use(&document);
    if kinds.iter().any(|kind| !is_built_in(kind)) {
        return None;
    }
    let level = kinds.iter().map(|kind| Level::of_kind(kind)).max();
    let fits = match wanted.level {
        Level::All => level.is_some(),
        level_wanted => level == Some(level_wanted),
    };
    if !fits || wanted.event == "abort" && watched(&document, library).is_empty() {
        return None;
    }
    let tasks = GameTasks::<()>::new();
    let program = compile(&document, library, &tasks).program?;
    let mut dice = Dice::new(seed);
    let dt = dice.of(&DTS);
    let mut written = document.clone();
    if wanted.event == "abort" {
        *written.variables = named_by(&document, watched(&document, library).into_iter());
    }
    let frames = script(seed, FRAMES, 80, &written);
    let mut steps: Vec<Step> = frames
        .iter()
        .map(|frame| step(frame, wanted.level, &program, dt))
        .collect();
    if dice.percent(30) {
        let place = dice.below(FRAMES);
        steps[place].dt = dice.of(&DTS);
    }
    Some(Plan {
        group: "random",
        name: format!("random/{}/{}/{number}", wanted.level.name(), wanted.name),
        document,
        seed,
        agents: 1,
        steps,
    })
}

/// Returns the conditionals and guards of the main tree that can be watched.
fn watched<'d>(document: &'d Document, library: &NodeLibrary) -> Vec<&'d Node> {
    let category = |node: &Node| library.declaration(&node.task).map(|d| d.category);
    let mut nodes: Vec<&Node> = document.pre_order().collect();
    nodes.retain(|node| {
        let mut above = document
            .ancestors(node.id())
            .filter_map(|id| document.node(id));
        let nearest = above.find(|node| category(node) == Some(Category::Composite));
        let is_condition = category(node) == Some(Category::Conditional) || &*node.task == "Guard";
        is_condition && nearest.is_some_and(|composite| composite.abort != AbortType::None)
    });
    nodes
}

fn is_built_in(kind: &str) -> bool {
    treewright_core::nodes::Builtin::is_kind(kind)
}

/// Returns the step of a script, without what is above the level.
fn step(frame: &ScriptFrame, level: Level, program: &Program<()>, dt: f64) -> Step {
    let done = frame.happenings.iter().filter_map(|happening| {
        let input = match happening {
            ScriptEvent::Write(name, value) => Input::Set(name.to_string(), Written(value.clone())),
            ScriptEvent::Interrupt(key, outcome) => Input::Interrupt((*key).to_owned(), *outcome),
            _ if level < Level::All => return None,
            ScriptEvent::Event(name, payload) => {
                Input::Send((*name).to_owned(), payload.clone().map(Written))
            }
            ScriptEvent::Force(number, status) => {
                let leaf = leaf(program, *number);
                Input::Force(program.id(leaf).to_string(), *status)
            }
            ScriptEvent::Pause => Input::Call(Call::Pause),
            ScriptEvent::Resume => Input::Call(Call::Resume),
            ScriptEvent::Disable => Input::Call(Call::Disable),
            ScriptEvent::Enable => Input::Call(Call::Enable),
            ScriptEvent::Restart => Input::Call(Call::Restart),
        };
        Some(Done { agent: None, input })
    });
    Step {
        dt,
        did: done.collect(),
    }
}

/// Returns the nodes of the main tree, and of the named trees that a document keeps.
fn in_use(document: &Document) -> impl Iterator<Item = &Node> {
    let named = document.trees.iter().map(|tree| &tree.root);
    let heads = document.root().into_iter().chain(named);
    heads.flat_map(|head| document.subtree(head))
}

fn kinds_in_use(document: &Document) -> BTreeSet<String> {
    in_use(document).map(|node| node.task.to_string()).collect()
}

/// Removes the variables and named trees that nothing uses.
fn prune(document: &mut Document) {
    let all = std::mem::take(&mut document.trees);
    // Trees run only those after them in the list.
    for tree in all {
        let names_it = |value: &ParameterValue| {
            let literal = value.as_literal().and_then(|value| value.as_str());
            literal == Some(&*tree.name)
        };
        let is_used = in_use(document).any(|node| node.parameters.values().any(names_it));
        if is_used {
            document.trees.push(tree);
        }
    }
    let nodes: Vec<&Node> = in_use(document).collect();
    *document.variables = named_by(document, nodes.into_iter());
}

/// Returns the variables that nodes name, or the first if they name none: a script needs something to write.
fn named_by<'d>(document: &'d Document, nodes: impl Iterator<Item = &'d Node>) -> Vec<Variable> {
    let mut texts = Vec::new();
    for node in nodes {
        for (name, value) in &node.parameters {
            texts.push(name.to_string());
            texts.push(match value {
                ParameterValue::Variable(name) => name.to_string(),
                ParameterValue::Literal(literal) => literal.value.to_string(),
            });
        }
    }
    let mut variables = document.variables.to_vec();
    variables.retain(|variable| texts.iter().any(|text| text.contains(&*variable.name)));
    if variables.is_empty() {
        variables.extend(document.variables.first().cloned());
    }
    variables
}

/// Returns whether a case shows what is wanted.
fn is_interesting(wanted: &Wanted, played: &Played) -> bool {
    let case = &played.case;
    let nodes = case.setting.document.node_count();
    let frames = case.frames.iter().flatten();
    let eventful = frames.filter(|frame| !frame.events.is_empty()).count();
    let mut events = case.frames.iter().flatten().flat_map(|f| &f.events);
    let shows = wanted.event.is_empty() || events.any(|event| event[0] == wanted.event);
    let is_of_level = Level::of(&case.setting) == wanted.level;
    shows && is_of_level && (3..=NODES).contains(&nodes) && eventful >= 4
}
