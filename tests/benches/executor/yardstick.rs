//! The yardstick: a lower bound for the cost of a behavior tree. Flat arrays in pre-order, one match, a direct jump to the running leaf. It has no
//! callbacks, observers or tracing, so no practical engine can be expected to match it.

use std::fmt::Write as _;
use std::sync::Arc;

use super::engine::{Engine, Tally};
use super::shape::{Agent, Outcome, Shape, Surroundings, World};

#[derive(Clone, Copy)]
enum Kind {
    Sequence,
    Selector,
    /// Restarts at its first child in each tick.
    ReactiveSelector,
    Parallel,
    Inverter,
    Condition,
    Action,
}

#[derive(Clone, Copy)]
struct Node {
    kind: Kind,
    /// Index of the parent; its own index at the root.
    parent: u32,
    /// Index after its last descendant.
    end: u32,
    /// A leaf's index in the world, or a Parallel's first branch cell.
    argument: u32,
}

/// The tree, shared by its instances.
pub struct Program {
    nodes: Vec<Node>,
    branch_cells: u32,
}

/// The state of an instance.
struct Instance {
    /// The running leaf (or Parallel, or reactive Selector); `IDLE` if the tree starts over.
    at: u32,
    /// The running node of each branch of each Parallel.
    branches: Box<[u32]>,
}

const IDLE: u32 = u32::MAX;
const DONE: u32 = u32::MAX - 1;

impl Program {
    fn instance(&self) -> Instance {
        Instance {
            at: IDLE,
            branches: vec![IDLE; self.branch_cells as usize].into(),
        }
    }

    #[inline]
    fn tick(&self, instance: &mut Instance, world: &mut impl Surroundings) -> Outcome {
        let (outcome, at) = if instance.at == IDLE {
            self.start(0, 0, &mut instance.branches, world)
        } else {
            self.resume(instance.at, 0, &mut instance.branches, world)
        };
        instance.at = if outcome == Outcome::Running {
            at
        } else {
            IDLE
        };
        outcome
    }

    /// Enters `at` and runs until the branch whose first node is `top` ends or waits. Also returns where it waits.
    #[inline]
    fn start(
        &self,
        mut at: u32,
        top: u32,
        branches: &mut [u32],
        world: &mut impl Surroundings,
    ) -> (Outcome, u32) {
        loop {
            let node = self.nodes[at as usize];
            let outcome = match node.kind {
                Kind::Sequence | Kind::Selector | Kind::Inverter => {
                    at += 1;
                    continue;
                }
                Kind::Condition if world.condition(node.argument as usize) => Outcome::Success,
                Kind::Condition => Outcome::Failure,
                Kind::Action => world.action(node.argument as usize),
                Kind::Parallel => self.start_parallel(at, branches, world),
                Kind::ReactiveSelector => self.reactive_selector(at, branches, world),
            };
            if outcome == Outcome::Running {
                return (outcome, at);
            }
            match self.leave(at, top, outcome) {
                Ok(next) => at = next,
                Err(outcome) => return (outcome, at),
            }
        }
    }

    /// Continues where a branch waits.
    #[inline]
    fn resume(
        &self,
        at: u32,
        top: u32,
        branches: &mut [u32],
        world: &mut impl Surroundings,
    ) -> (Outcome, u32) {
        let node = self.nodes[at as usize];
        let outcome = match node.kind {
            Kind::Action => world.action(node.argument as usize),
            Kind::Parallel => self.run_parallel(at, branches, world),
            _ => self.reactive_selector(at, branches, world),
        };
        if outcome == Outcome::Running {
            return (outcome, at);
        }
        match self.leave(at, top, outcome) {
            Ok(next) => self.start(next, top, branches, world),
            Err(outcome) => (outcome, at),
        }
    }

    /// Reports the end of a node to its ancestors. Returns the next node to enter, or how the whole branch ended.
    #[inline]
    fn leave(&self, mut at: u32, top: u32, mut outcome: Outcome) -> Result<u32, Outcome> {
        while at != top {
            let end = self.nodes[at as usize].end;
            let parent = self.nodes[at as usize].parent;
            let above = self.nodes[parent as usize];
            match (above.kind, outcome) {
                (Kind::Sequence, Outcome::Success) | (Kind::Selector, Outcome::Failure)
                    if end < above.end =>
                {
                    return Ok(end);
                }
                (Kind::Inverter, Outcome::Success) => outcome = Outcome::Failure,
                (Kind::Inverter, Outcome::Failure) => outcome = Outcome::Success,
                _ => {}
            }
            at = parent;
        }
        Err(outcome)
    }

    #[inline(never)]
    fn start_parallel(
        &self,
        at: u32,
        branches: &mut [u32],
        world: &mut impl Surroundings,
    ) -> Outcome {
        let mut cell = self.nodes[at as usize].argument as usize;
        let mut child = at + 1;
        let mut result = Outcome::Success;
        while child < self.nodes[at as usize].end {
            let (outcome, waits_at) = self.start(child, child, branches, world);
            match outcome {
                Outcome::Failure => return Outcome::Failure,
                Outcome::Running => {
                    branches[cell] = waits_at;
                    result = Outcome::Running;
                }
                Outcome::Success => branches[cell] = DONE,
            }
            cell += 1;
            child = self.nodes[child as usize].end;
        }
        result
    }

    #[inline(never)]
    fn run_parallel(
        &self,
        at: u32,
        branches: &mut [u32],
        world: &mut impl Surroundings,
    ) -> Outcome {
        let mut cell = self.nodes[at as usize].argument as usize;
        let mut child = at + 1;
        let mut result = Outcome::Success;
        let mut failed = false;
        let end = self.nodes[at as usize].end;
        while child < end {
            let waits_at = branches[cell];
            if waits_at != DONE {
                let (outcome, waits_at) = self.resume(waits_at, child, branches, world);
                branches[cell] = waits_at;
                match outcome {
                    Outcome::Failure => failed = true,
                    Outcome::Running => result = Outcome::Running,
                    Outcome::Success => branches[cell] = DONE,
                }
            }
            cell += 1;
            child = self.nodes[child as usize].end;
        }
        if failed { Outcome::Failure } else { result }
    }

    #[inline(never)]
    fn reactive_selector(
        &self,
        at: u32,
        branches: &mut [u32],
        world: &mut impl Surroundings,
    ) -> Outcome {
        let mut child = at + 1;
        let end = self.nodes[at as usize].end;
        while child < end {
            let (outcome, _) = self.start(child, child, branches, world);
            if outcome != Outcome::Failure {
                return outcome;
            }
            child = self.nodes[child as usize].end;
        }
        Outcome::Failure
    }
}

pub struct Yardstick;

impl Engine for Yardstick {
    const NAME: &'static str = "yardstick";

    type Program = Arc<Program>;
    type Single = (Arc<Program>, World, Running);
    type Crowd = (Arc<Program>, Vec<(Running, Agent)>);
    type Loaded = Arc<Program>;

    fn program(shape: Shape) -> Self::Program {
        Self::load(&Self::file(&shape))
    }

    fn single(program: &Self::Program, world: World) -> Self::Single {
        (program.clone(), world, Running(program.instance()))
    }

    #[inline]
    fn tick((program, world, state): &mut Self::Single) -> Outcome {
        program.tick(&mut state.0, world)
    }

    fn set_condition((_, world, _): &mut Self::Single, index: usize, value: bool) {
        world.conditions[index] = value;
    }

    fn crowd(program: &Self::Program, agents: &[Agent]) -> Self::Crowd {
        let one = |agent: &Agent| (Running(program.instance()), agent.clone());
        (program.clone(), agents.iter().map(one).collect())
    }

    fn frame((program, crowd): &mut Self::Crowd, tally: &mut Tally) {
        for (state, agent) in crowd {
            tally.count(program.tick(&mut state.0, agent));
        }
    }

    /// Format: a letter for the node type, then the number of children or the leaf's index, in pre-order.
    fn file(shape: &Shape) -> String {
        let mut text = String::new();
        let mut open = vec![shape];
        while let Some(shape) = open.pop() {
            let children = shape.children();
            let (letter, number) = match shape {
                Shape::Sequence(_) | Shape::Watched(_) => ('Q', children.len()),
                Shape::Selector(_) => ('S', children.len()),
                Shape::Watching(_) => ('W', children.len()),
                Shape::Parallel(_) => ('P', children.len()),
                Shape::Inverter(_) => ('I', 1),
                Shape::Condition(index) => ('C', *index),
                Shape::Action(index) => ('A', *index),
            };
            let _ = write!(text, "{letter}{number}");
            open.extend(children.iter().rev());
        }
        text
    }

    fn load(file: &str) -> Self::Loaded {
        let mut nodes: Vec<Node> = Vec::with_capacity(file.len() / 2);
        let mut branch_cells = 0;
        // Parents with missing children, and the number missing.
        let mut open: Vec<(u32, u32)> = Vec::new();
        let mut bytes = file.bytes().peekable();
        while let Some(letter) = bytes.next() {
            let mut number = 0;
            while let Some(digit) = bytes.next_if(u8::is_ascii_digit) {
                number = number * 10 + u32::from(digit - b'0');
            }
            let at = nodes.len() as u32;
            let (kind, children) = match letter {
                b'Q' => (Kind::Sequence, number),
                b'S' => (Kind::Selector, number),
                b'W' => (Kind::ReactiveSelector, number),
                b'P' => (Kind::Parallel, number),
                b'I' => (Kind::Inverter, number),
                b'C' => (Kind::Condition, 0),
                _ => (Kind::Action, 0),
            };
            let argument = if letter == b'P' {
                branch_cells += number;
                branch_cells - number
            } else {
                number
            };
            nodes.push(Node {
                kind,
                parent: open.last().map_or(at, |(parent, _)| *parent),
                end: at + 1,
                argument,
            });
            if children > 0 {
                open.push((at, children));
                continue;
            }
            while let Some((parent, left)) = open.last_mut() {
                *left -= 1;
                if *left > 0 {
                    break;
                }
                nodes[*parent as usize].end = at + 1;
                open.pop();
            }
        }
        Arc::new(Program {
            nodes,
            branch_cells,
        })
    }
}

/// An instance whose internals the benchmark does not need.
pub struct Running(Instance);
