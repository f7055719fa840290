//! bonsai-bt: an enum of states that clones each child's behavior on entry; the tick's closure handles leaves.

use bonsai_bt::{ActionArgs, BT, Behavior, Event, Status};
use serde::{Deserialize, Serialize};

use super::engine::{Engine, Tally};
use super::shape::{Agent, Outcome, Shape, Surroundings, World};

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub enum Leaf {
    Condition(usize),
    Action(usize),
}

fn behavior(shape: &Shape) -> Behavior<Leaf> {
    let children = || shape.children().iter().map(behavior).collect();
    match shape {
        Shape::Sequence(_) | Shape::Watched(_) => Behavior::Sequence(children()),
        Shape::Selector(_) => Behavior::Select(children()),
        Shape::Watching(_) => Behavior::Select(children()).memory(false),
        Shape::Parallel(_) => Behavior::WhenAll(children()),
        Shape::Inverter(child) => Behavior::Invert(Box::new(behavior(child))),
        Shape::Condition(index) => Behavior::Action(Leaf::Condition(*index)),
        Shape::Action(index) => Behavior::Action(Leaf::Action(*index)),
    }
}

fn tick(tree: &mut BT<Leaf, ()>, event: &Event, world: &mut impl Surroundings) -> Outcome {
    if tree.is_finished() {
        tree.reset_bt();
    }
    let answer = tree.tick(event, &mut |leaf: ActionArgs<Event, Leaf>, (): &mut ()| {
        let outcome = match *leaf.action {
            Leaf::Condition(index) if world.condition(index) => Outcome::Success,
            Leaf::Condition(_) => Outcome::Failure,
            Leaf::Action(index) => world.action(index),
        };
        match outcome {
            Outcome::Success => (Status::Success, leaf.dt),
            Outcome::Failure => (Status::Failure, leaf.dt),
            Outcome::Running => bonsai_bt::RUNNING,
        }
    });
    match answer {
        Some((Status::Success, _)) => Outcome::Success,
        Some((Status::Running, _)) => Outcome::Running,
        _ => Outcome::Failure,
    }
}

pub struct Bonsai;

impl Engine for Bonsai {
    const NAME: &'static str = "bonsai-bt 0.14.0";

    type Program = Behavior<Leaf>;
    type Single = (BT<Leaf, ()>, Event, World);
    type Crowd = (Event, Vec<(BT<Leaf, ()>, Agent)>);
    type Loaded = BT<Leaf, ()>;

    fn program(shape: Shape) -> Self::Program {
        behavior(&shape)
    }

    fn single(program: &Self::Program, world: World) -> Self::Single {
        (BT::new(program.clone(), ()), Event::zero_dt_args(), world)
    }

    fn tick((tree, event, world): &mut Self::Single) -> Outcome {
        tick(tree, event, world)
    }

    fn set_condition((_, _, world): &mut Self::Single, index: usize, value: bool) {
        world.conditions[index] = value;
    }

    fn crowd(program: &Self::Program, agents: &[Agent]) -> Self::Crowd {
        let one = |agent: &Agent| (BT::new(program.clone(), ()), agent.clone());
        (Event::zero_dt_args(), agents.iter().map(one).collect())
    }

    fn frame((event, crowd): &mut Self::Crowd, tally: &mut Tally) {
        for (tree, agent) in crowd {
            tally.count(tick(tree, event, agent));
        }
    }

    fn file(shape: &Shape) -> String {
        let Ok(text) = serde_json::to_string(&behavior(shape)) else {
            panic!("the behavior cannot be written");
        };
        text
    }

    fn load(file: &str) -> Self::Loaded {
        let Ok(behavior) = serde_json::from_str(file) else {
            panic!("the behavior cannot be read");
        };
        BT::new(behavior, ())
    }
}
