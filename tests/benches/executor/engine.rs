//! What the benchmark asks of an engine. Knows the workloads' shapes, not what is measured.

use super::shape::{Agent, Outcome, Shape, World};

/// How often each outcome came up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub success: u32,
    pub failure: u32,
    pub running: u32,
}

impl Tally {
    /// What the crowd of 10,000 must have answered after its first 16 frames.
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

/// An engine under measurement. A tree that ended starts again at the next tick.
pub trait Engine {
    const NAME: &'static str;

    /// A tree that is ready for instances to be made from.
    type Program;
    /// One instance and the world that it lives in.
    type Single: 'static;
    /// Many instances, each with an agent of its own.
    type Crowd: 'static;
    /// A tree read from a file, with what it was read into on the way, so that freeing that is not measured.
    type Loaded;

    fn program(shape: Shape) -> Self::Program;
    fn single(program: &Self::Program, world: World) -> Self::Single;
    fn tick(single: &mut Self::Single) -> Outcome;
    fn set_condition(single: &mut Self::Single, index: usize, value: bool);
    fn crowd(program: &Self::Program, agents: &[Agent]) -> Self::Crowd;
    fn frame(crowd: &mut Self::Crowd, tally: &mut Tally);
    /// The tree in the engine's own file format.
    fn file(shape: &Shape) -> String;
    fn load(file: &str) -> Self::Loaded;
}
