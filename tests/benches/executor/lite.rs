//! behavior-tree-lite: boxed nodes own their children; leaves reach the world through the tick's callback. It has no Parallel, so this file
//! implements one as its documentation describes custom nodes.

use std::any::Any;
use std::fmt::Write as _;

use behavior_tree_lite::{
    BehaviorCallback, BehaviorNode, BehaviorNodeContainer, BehaviorResult, Context, NumChildren,
    Registry, boxify, load, parse_file,
};

use super::engine::{Engine, Tally};
use super::shape::{Agent, Outcome, Shape, Surroundings, World};

/// What a leaf passes to the callback.
#[derive(Clone, Copy)]
enum Leaf {
    Condition(usize),
    Action(usize),
}

/// What the callback returns: zero-sized types, whose boxes allocate nothing.
struct Succeeded;
struct StillRunning;

impl BehaviorNode for Leaf {
    fn tick(&mut self, callback: BehaviorCallback, _: &mut Context) -> BehaviorResult {
        match callback(self) {
            None => BehaviorResult::Fail,
            Some(answer) if answer.is::<Succeeded>() => BehaviorResult::Success,
            Some(_) => BehaviorResult::Running,
        }
    }
}

fn answer(world: &mut impl Surroundings, asked: &dyn Any) -> Option<Box<dyn Any>> {
    let outcome = match asked.downcast_ref::<Leaf>()? {
        Leaf::Condition(index) if world.condition(*index) => Outcome::Success,
        Leaf::Condition(_) => Outcome::Failure,
        Leaf::Action(index) => world.action(*index),
    };
    match outcome {
        Outcome::Success => Some(Box::new(Succeeded)),
        Outcome::Failure => None,
        Outcome::Running => Some(Box::new(StillRunning)),
    }
}

#[derive(Default)]
struct Parallel {
    succeeded: Vec<bool>,
}

impl BehaviorNode for Parallel {
    fn tick(&mut self, callback: BehaviorCallback, context: &mut Context) -> BehaviorResult {
        self.succeeded.resize(context.num_children(), false);
        let mut result = BehaviorResult::Success;
        for (index, succeeded) in self.succeeded.iter_mut().enumerate() {
            if *succeeded {
                continue;
            }
            match context.tick_child(index, callback) {
                Some(BehaviorResult::Success) => *succeeded = true,
                Some(BehaviorResult::Running) => result = BehaviorResult::Running,
                _ => {
                    self.succeeded.clear();
                    return BehaviorResult::Fail;
                }
            }
        }
        if result == BehaviorResult::Success {
            self.succeeded.clear();
        }
        result
    }

    fn max_children(&self) -> NumChildren {
        NumChildren::Infinite
    }
}

fn outcome(result: BehaviorResult) -> Outcome {
    match result {
        BehaviorResult::Success => Outcome::Success,
        BehaviorResult::Fail => Outcome::Failure,
        BehaviorResult::Running => Outcome::Running,
    }
}

fn tick(
    tree: &mut BehaviorNodeContainer,
    context: &mut Context,
    world: &mut impl Surroundings,
) -> Outcome {
    outcome(tree.tick(&mut |asked| answer(world, asked), context))
}

fn registry(leaves: usize) -> Registry {
    let mut registry = Registry::default();
    registry.register("Parallel", boxify(Parallel::default));
    for index in 0..leaves {
        registry.register(format!("C{index}"), boxify(move || Leaf::Condition(index)));
        registry.register(format!("A{index}"), boxify(move || Leaf::Action(index)));
    }
    registry
}

fn build(shape: &Shape, registry: &Registry) -> BehaviorNodeContainer {
    let kind = match shape {
        Shape::Condition(index) => return BehaviorNodeContainer::new_node(Leaf::Condition(*index)),
        Shape::Action(index) => return BehaviorNodeContainer::new_node(Leaf::Action(*index)),
        other => name(other),
    };
    let Some(node) = registry.build(&kind) else {
        panic!("{kind} is not registered");
    };
    let mut container = BehaviorNodeContainer::new_raw(node);
    for child in shape.children() {
        let added = container.add_child(build(child, registry));
        assert!(added.is_ok(), "{kind} accepts no further child");
    }
    container
}

fn name(shape: &Shape) -> String {
    match shape {
        Shape::Sequence(_) | Shape::Watched(_) => "Sequence".into(),
        Shape::Selector(_) => "Fallback".into(),
        Shape::Watching(_) => "ReactiveFallback".into(),
        Shape::Parallel(_) => "Parallel".into(),
        Shape::Inverter(_) => "Inverter".into(),
        Shape::Condition(index) => format!("C{index}"),
        Shape::Action(index) => format!("A{index}"),
    }
}

fn write(shape: &Shape, text: &mut String) {
    let _ = write!(text, "{}", name(shape));
    if !shape.children().is_empty() {
        text.push_str(" {\n");
        for child in shape.children() {
            write(child, text);
        }
        text.push('}');
    }
    text.push('\n');
}

pub struct Lite;

impl Engine for Lite {
    const NAME: &'static str = "behavior-tree-lite 0.3.2";

    /// This engine has no shared programs: every instance is built from the shape.
    type Program = Shape;
    type Single = (BehaviorNodeContainer, Context, World);
    type Crowd = Vec<(BehaviorNodeContainer, Context, Agent)>;

    type Loaded = BehaviorNodeContainer;

    fn program(shape: Shape) -> Self::Program {
        shape
    }

    fn single(shape: &Shape, world: World) -> Self::Single {
        (build(shape, &registry(0)), Context::default(), world)
    }

    fn tick((tree, context, world): &mut Self::Single) -> Outcome {
        tick(tree, context, world)
    }

    fn set_condition((_, _, world): &mut Self::Single, index: usize, value: bool) {
        world.conditions[index] = value;
    }

    fn crowd(shape: &Shape, agents: &[Agent]) -> Self::Crowd {
        let registry = registry(0);
        let one = |agent: &Agent| (build(shape, &registry), Context::default(), agent.clone());
        agents.iter().map(one).collect()
    }

    fn frame(crowd: &mut Self::Crowd, tally: &mut Tally) {
        for (tree, context, agent) in crowd {
            tally.count(tick(tree, context, agent));
        }
    }

    fn file(shape: &Shape) -> String {
        let mut text = String::from("tree main = ");
        write(shape, &mut text);
        text
    }

    fn load(file: &str) -> Self::Loaded {
        let Ok((_, source)) = parse_file(file) else {
            panic!("the file cannot be parsed");
        };
        let Ok(tree) = load(&source, &registry(1), false) else {
            panic!("the file cannot be loaded");
        };
        tree
    }
}
