//! Random small trees of most node types, with three variables and an event from outside, leaves that answer from outside, a tree that
//! they use, and one that runs in the background. Some of the variables change at certain times only, the event has values in some
//! trees, and some leaves return only some results or end after some frames.

use std::sync::Arc;

use treewright_core::Program;
use treewright_core::abort::AbortType;
use treewright_core::category::Category;
use treewright_core::compile::GameTasks;
use treewright_core::nodes::testing::random::Dice;
use treewright_core::runtime::{NodeIndex, Status, VariableSlot};
use treewright_core::tree::{self, Branch, Tree, var};
use treewright_core::value::Value;

use crate::frame_facts::{FrameFacts, Judgement, Watch};
use crate::inputs::{Condition, ExploredInputs, InputVariable, LeafAnswers, Payloads, Way};

/// A small tree with what may come from outside.
pub struct Small {
    pub program: Arc<Program<()>>,
    pub inputs: ExploredInputs,
    pub watches: Vec<Arc<dyn Watch>>,
    pub dt: f64,
    /// Its nodes, for messages.
    pub text: String,
}

/// How long a frame takes, in seconds.
const DT: f64 = 0.1;

/// Draws a tree of about `size` nodes; with nodes that draw random numbers if `draws`.
pub fn small_tree(seed: u64, size: usize, draws: bool) -> Small {
    let mut dice = Dice::new(seed);
    let mut grower = Grower {
        dice: &mut dice,
        left: size,
        draws,
        place: Place::Main,
    };
    let mut root = grower.branch();
    if grower.dice.percent(50) {
        root = tree::forever(root);
    }
    let used = grower.other(Place::Used);
    let beside = grower.other(Place::Background);
    let tree = Tree::new("Small", root)
        .with_tree("Used", used)
        .with_tree("Beside", beside)
        .global("shared", false)
        .variable("a", false)
        .variable("n", 0)
        .variable("x", 0.0)
        .variable("own", false)
        .variable("count", 0);
    let program = tree.compile(&GameTasks::<()>::new()).unwrap();
    let dice = &mut Dice::new(seed.rotate_left(32));
    let variables = variables(dice, &program);
    let document = tree.document();
    let text = document.pre_order().map(|node| {
        format!(
            "{}:{} {:?} {:?}\n",
            node.id(),
            node.task,
            node.abort,
            node.parameters
        )
    });
    Small {
        watches: watches(&mut Dice::new(!seed), &program),
        inputs: ExploredInputs {
            variables,
            events: program.listens().cloned().collect(),
            leaves: leaves(dice, &program),
            payloads: if dice.percent(40) {
                vec![Payloads {
                    event: "e".into(),
                    values: vec![Value::Int(1), Value::Int(3)],
                    is_sampled: false,
                }]
            } else {
                Vec::new()
            },
        },
        text: text.collect(),
        program,
        dt: DT,
    }
}

/// The inputs that the tree reads. Each use of the other tree has its own ones.
fn variables(dice: &mut Dice, program: &Program<()>) -> Vec<InputVariable> {
    let all = [
        ("a", vec![Value::Bool(false), Value::Bool(true)]),
        ("n", vec![Value::Int(0), Value::Int(2)]),
        ("x", vec![Value::Float(0.0), Value::Float(2.0)]),
    ];
    let is_read = |name: &Arc<str>| {
        let mut nodes = program.indices();
        nodes.any(|node| program.reads(node).any(|read| read == name))
    };
    let names = program.tree_variables().iter().map(|of| &of.name);
    let inputs = names.filter(|name| is_read(name)).filter_map(|name| {
        let inner = name.rsplit('/').next();
        let (_, values) = all.iter().find(|(known, _)| Some(*known) == inner)?;
        Some(InputVariable {
            name: name.clone(),
            values: values.clone(),
            is_sampled: false,
            way: match dice.below(10) {
                0 | 1 => Way::Fixed,
                2 | 3 => Way::ChangesOnlyWhen(Arc::new(Ends(node_of(dice, program)))),
                _ => Way::Free,
            },
        })
    });
    inputs.collect()
}

/// Draws what some of the leaves answer. One with a limit may run in two frames or more.
fn leaves(dice: &mut Dice, program: &Program<()>) -> Vec<LeafAnswers> {
    let asked = program
        .indices()
        .filter(|node| program.awaits_result(*node));
    let limited = asked.filter_map(|node| {
        let results = if program.category(node) == Category::Conditional {
            vec![Status::Success, Status::Failure]
        } else {
            dice.of(&[
                vec![Status::Success, Status::Failure, Status::Running],
                vec![Status::Success, Status::Running],
                vec![Status::Failure],
            ])
        };
        let max_frames = dice.of(&[None, Some(2), Some(3)]);
        dice.percent(40).then_some(LeafAnswers {
            node,
            results,
            max_frames,
        })
    });
    limited.collect()
}

fn node_of(dice: &mut Dice, program: &Program<()>) -> NodeIndex {
    NodeIndex(dice.below(program.len()) as u32)
}

/// Holds for frames in which a node ends with Success or Failure.
#[derive(Debug)]
struct Ends(NodeIndex);

impl Condition for Ends {
    fn holds(&self, facts: &mut dyn FrameFacts) -> bool {
        facts.succeeded(self.0) || facts.failed(self.0)
    }
}

/// Draws claims, and in some cases an assumption. Each has a number of memory.
fn watches(dice: &mut Dice, program: &Program<()>) -> Vec<Arc<dyn Watch>> {
    let mut node = || node_of(dice, program);
    let within = Within {
        after: node(),
        then: node(),
        frames: 2,
    };
    let mut watches: Vec<Arc<dyn Watch>> = vec![Arc::new(within), Arc::new(Both(node(), node()))];
    if dice.percent(30)
        && let Some(a) = program.variable("a")
    {
        watches.push(Arc::new(StaysTrue(a)));
    }
    watches
}

/// Claims that after a frame in which a node runs, another one succeeds within some frames.
#[derive(Debug)]
struct Within {
    after: NodeIndex,
    then: NodeIndex,
    frames: u64,
}

impl Watch for Within {
    fn memory_len(&self) -> usize {
        1
    }

    fn judge(&self, memory: &mut [u64], facts: &mut dyn FrameFacts) -> Judgement {
        if facts.succeeded(self.then) {
            memory[0] = 0;
        } else if memory[0] > 0 {
            memory[0] -= 1;
            if memory[0] == 0 {
                return Judgement::Broken;
            }
        } else if facts.runs(self.after) {
            memory[0] = self.frames;
        }
        Judgement::Fine
    }
}

/// Looks for a frame in which one node fails or causes an abort, and another one runs.
#[derive(Debug)]
struct Both(NodeIndex, NodeIndex);

impl Watch for Both {
    fn memory_len(&self) -> usize {
        1
    }

    fn judge(&self, _: &mut [u64], facts: &mut dyn FrameFacts) -> Judgement {
        let first = facts.failed(self.0) || facts.fired(self.0) || facts.was_interrupted(self.0);
        if first && facts.runs(self.1) {
            Judgement::Reached
        } else {
            Judgement::Fine
        }
    }
}

/// Assumes that a variable that was true stays true.
#[derive(Debug)]
struct StaysTrue(VariableSlot);

impl Watch for StaysTrue {
    fn memory_len(&self) -> usize {
        1
    }

    fn judge(&self, _: &mut [u64], facts: &mut dyn FrameFacts) -> Judgement {
        let was = facts.last(self.0) == Value::Bool(true);
        if was && facts.value(self.0) == Value::Bool(false) {
            Judgement::Cut
        } else {
            Judgement::Fine
        }
    }

    fn reads_last(&self) -> Vec<Arc<str>> {
        vec!["a".into()]
    }
}

struct Grower<'d> {
    dice: &'d mut Dice,
    left: usize,
    draws: bool,
    place: Place,
}

/// The tree that is drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Main,
    /// It is used by the main tree.
    Used,
    /// It runs in the background, and nothing in it comes from outside.
    Background,
}

impl Grower<'_> {
    /// Draws a tree of up to three nodes beside the main one.
    fn other(&mut self, place: Place) -> Branch {
        let draws = self.draws && place != Place::Background;
        let left = 1 + self.dice.below(3);
        let dice = &mut *self.dice;
        let mut grower = Grower {
            dice,
            left,
            draws,
            place,
        };
        grower.branch()
    }

    fn branch(&mut self) -> Branch {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            return self.leaf();
        }
        match self.dice.below(10) {
            0..=4 => self.composite(),
            5..=7 => self.decorator(),
            _ => self.leaf(),
        }
    }

    fn children(&mut self) -> Vec<Branch> {
        let count = 1 + self.dice.below(3);
        (0..count).map(|_| self.branch()).collect()
    }

    fn composite(&mut self) -> Branch {
        let children = self.children();
        let abort = self.dice.of(&[
            AbortType::None,
            AbortType::OwnBranch,
            AbortType::LowerPriority,
            AbortType::LowerPriority,
            AbortType::Both,
            AbortType::Both,
        ]);
        let kinds = if self.draws { 24 } else { 22 };
        let branch = match self.dice.below(kinds) {
            0..=3 => tree::sequence(children),
            4..=7 => tree::selector(children),
            8 => tree::reactive_sequence(children),
            9 => tree::reactive_selector(children),
            10 => tree::sequence_with_memory(children),
            11 => {
                let children = children.into_iter().zip([var("x"), 1.0.into(), var("x")]);
                tree::priority_selector(children.map(|(child, v)| child.with("priority", v)))
            }
            12 => {
                let children = children.into_iter().zip([1.0.into(), var("x"), 1.0.into()]);
                tree::utility_selector(children.map(|(child, v)| child.with("utility", v)))
            }
            13 => tree::parallel(children),
            14 => tree::parallel_selector(children),
            15 => tree::parallel_complete(children),
            16 => tree::parallel_all(children),
            17 => tree::service(DT * 2.0, children),
            18 => tree::switch(var("n"), children),
            19 => tree::round_robin(children),
            20 => tree::recovery_node(children.into_iter().chain([tree::succeed()]).take(2)),
            21 => tree::pipeline_sequence(children),
            22 => tree::random_sequence(children),
            _ => tree::random_selector(children),
        };
        branch.aborts(abort)
    }

    fn seconds(&mut self) -> f64 {
        DT * self.dice.of(&[1.0, 2.0, 3.0])
    }

    fn decorator(&mut self) -> Branch {
        let child = self.branch();
        let kinds = if self.draws { 17 } else { 16 };
        match self.dice.below(kinds) {
            0 => tree::inverter(child),
            1 => tree::return_success(child),
            2 => tree::return_failure(child),
            3 => tree::repeater(2, child),
            4 => tree::until_success(child),
            5 => tree::until_failure(child),
            6 => tree::retry(2, child),
            7 => tree::run_once(child),
            8 => tree::time_limit(self.seconds(), child),
            9 => tree::counter_limit(1, child),
            10 => tree::delay(self.seconds(), child),
            11 => tree::cooldown(self.seconds(), child),
            12 | 13 => tree::guard(self.dice.of(&["a", "n > 1", "!own"]), child),
            14 => tree::semaphore("slot", child),
            15 => tree::keep_running_until_failure(child),
            _ => tree::probability(0.5, child),
        }
    }

    fn leaf(&mut self) -> Branch {
        match self.place {
            Place::Background => return self.background_leaf(),
            Place::Main if self.dice.percent(20) => return self.leaf_for_other_trees(),
            Place::Main | Place::Used => {}
        }
        let kinds = if self.draws { 25 } else { 24 };
        match self.dice.below(kinds) {
            0..=4 => tree::task("StandIn").with("mode", "Ask"),
            5..=6 => tree::task("StandInConditional").with("mode", "Ask"),
            7..=9 => {
                tree::expression(
                    self.dice
                        .of(&["a", "n > 1", "own", "a && n > 1", "count > 1"]),
                )
            }
            10 => tree::compare_bool(var("a"), "==", var("own")),
            11 => tree::variable_changed(self.dice.of(&["a", "own", "count"])),
            12 => {
                let heard = tree::has_received_event("e");
                if self.dice.percent(50) {
                    let heard = heard.with("payload", var("count"));
                    tree::sequence([heard, tree::expression("count > 1")])
                } else {
                    heard
                }
            }
            13 => tree::timer(self.seconds()),
            14 => tree::wait(self.seconds()),
            15 => tree::wait_until(self.dice.of(&["a", "own"])),
            16 => tree::wait_for_event("e"),
            17 => tree::set_variable("own", self.dice.of(&[true, false])),
            18 => tree::compute("own", "!own"),
            19 => tree::compute("count", "min(count + 1, 3)"),
            20 => tree::send_event("e"),
            21 => tree::idle(),
            22 => tree::succeed(),
            23 => tree::fail(),
            _ => tree::random_chance(0.3),
        }
    }
    /// A leaf to which nothing comes from outside.
    fn background_leaf(&mut self) -> Branch {
        match self.dice.below(9) {
            0 => tree::expression(self.dice.of(&["shared", "own", "count > 1"])),
            1 => tree::timer(self.seconds()),
            2 => tree::wait(self.seconds()),
            3 => tree::set_variable("shared", self.dice.of(&[true, false])),
            4 => tree::compute("shared", "!shared"),
            5 => tree::compute("count", "min(count + 1, 3)"),
            6 => tree::idle(),
            7 => tree::succeed(),
            _ => tree::fail(),
        }
    }

    fn leaf_for_other_trees(&mut self) -> Branch {
        match self.dice.below(6) {
            0 | 1 => tree::subtree("Used"),
            2 => tree::run_tree("Beside"),
            3 => tree::stop_tree("Beside"),
            4 => tree::is_tree_running("Beside"),
            _ => tree::expression("shared"),
        }
    }
}
