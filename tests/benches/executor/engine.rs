//! The interface between the benchmark and an engine. Knows the shapes of the workloads, not what is measured.

use super::shape::{Agent, Outcome, Shape, World};

/// How often each outcome occurred.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub success: u32,
    pub failure: u32,
    pub running: u32,
}

impl Tally {
    /// The expected results of the crowd of 10,000 over its first 16 frames.
    pub const OF_16_FRAMES: Self = Self {
        success: 42_240,
        failure: 24_400,
        running: 93_360,
    };

    pub fn count(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Success => self.success += 1,
            Outcome::Failure => self.failure += 1,
            Outcome::Running => self.running += 1,
        }
    }
}

/// An engine under measurement. A tree that has ended restarts at the next tick.
pub trait Engine {
    const NAME: &'static str;

    /// A tree from which instances can be made.
    type Program;
    /// One instance and its world.
    type Single: 'static;
    /// Many instances, each with its own agent.
    type Crowd: 'static;
    /// A tree read from a file, together with the intermediate data, so that freeing this data is not measured.
    type Loaded;

    fn program(shape: Shape) -> Self::Program;
    fn single(program: &Self::Program, world: World) -> Self::Single;
    fn tick(single: &mut Self::Single) -> Outcome;
    fn set_condition(single: &mut Self::Single, index: usize, value: bool);
    fn crowd(program: &Self::Program, agents: &[Agent]) -> Self::Crowd;
    fn frame(crowd: &mut Self::Crowd, tally: &mut Tally);
    /// Returns the tree in the engine's own file format.
    fn file(shape: &Shape) -> String;
    fn load(file: &str) -> Self::Loaded;
}
