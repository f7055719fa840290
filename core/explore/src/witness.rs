//! The run that shows something that a search has found, as inputs frame by frame: what a recording or a scenario needs to show it.

use std::sync::Arc;

use treewright_core::runtime::{CopyError, Event, NodeIndex, Status};
use treewright_core::told;
use treewright_core::value::Value;

use crate::choices::Point;
use crate::explored::Explored;
use crate::findings::{Findings, Sight};
use crate::frame::Runner;
use crate::search::Search;

/// The inputs of a run, in the order of its frames.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Witness {
    /// How many frames the run has. What it shows happens in the last one.
    pub frames: u64,
    /// The frames before which something comes from outside.
    pub inputs: Vec<WitnessFrame>,
}

/// What comes from outside before a frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WitnessFrame {
    /// The number of the frame, from 1.
    pub frame: u64,
    /// The variables that are written.
    pub set: Vec<(Arc<str>, Value)>,
    /// The events that are sent.
    pub events: Vec<Event>,
    /// The results of leaves that answer from outside.
    pub answers: Vec<(NodeIndex, Status)>,
    /// The seed with which the random numbers begin anew before the frame, if it draws any.
    pub seed: Option<u64>,
}

told! {
    /// The reason why there is no run with real inputs for what a search has seen.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum NoWitness of "no_witness" {
        /// The tree cannot be explored; never after a search has begun.
        Copy(error: CopyError) = "copy", "{error}";
        /// The frame draws random numbers, and of many seeds none leads to the outcomes that the search has chosen.
        NoSeed {
            /// The frame.
            frame: u64,
        } = "no_seed", "this can happen, but no seed was found with which frame {frame} draws the same random numbers";
    }
}

impl std::error::Error for NoWitness {}

impl From<CopyError> for NoWitness {
    fn from(error: CopyError) -> Self {
        Self::Copy(error)
    }
}

impl WitnessFrame {
    fn is_empty(&self) -> bool {
        self.set.is_empty()
            && self.events.is_empty()
            && self.answers.is_empty()
            && self.seed.is_none()
    }
}

/// How many seeds are tried for a frame that draws.
const TRIED_SEEDS: u64 = 20_000;

impl Search {
    /// Returns the run that leads to what was seen first there.
    ///
    /// # Errors
    /// If no seed was found for the random numbers of a frame.
    pub fn witness(&self, sight: &Sight) -> Result<Witness, NoWitness> {
        let mut replay = Replay::new(&self.explored)?;
        let mut bytes: Vec<u8> = self.first.to_vec();
        for state in self.states.path(sight.state).into_iter().skip(1) {
            let arrival = self.states.arrival(state);
            replay.run(&mut bytes, arrival.script)?;
            replay.witness.frames += arrival.frames;
        }
        replay.run(&mut bytes, &sight.script)?;
        replay.witness.frames += 1 + sight.later;
        Ok(replay.finish())
    }
}

/// Repeats the frames of a search, and collects what comes from outside.
struct Replay<'e> {
    explored: &'e Explored,
    runner: Runner<'e>,
    nothing: Findings,
    /// The values of the inputs.
    values: Vec<Value>,
    witness: Witness,
}

impl<'e> Replay<'e> {
    fn new(explored: &'e Explored) -> Result<Self, CopyError> {
        Ok(Self {
            runner: Runner::new(explored)?,
            nothing: Findings::new(explored.program.len()),
            values: explored
                .inputs
                .iter()
                .map(|input| input.initial.clone())
                .collect(),
            witness: Witness::default(),
            explored,
        })
    }

    /// Runs a frame from the state, which becomes the one after it.
    fn run(&mut self, state: &mut Vec<u8>, script: &[u8]) -> Result<(), NoWitness> {
        self.runner.frame.script.replay(script);
        self.runner.run(state, &self.nothing);
        let mut frame = WitnessFrame {
            frame: self.witness.frames + 1,
            ..WitnessFrame::default()
        };
        let mut draws = false;
        for choice in self.runner.choices() {
            match choice.point {
                Point::Event(event) if choice.alternative > 0 => {
                    let heard = &self.explored.events[usize::from(event)];
                    frame.events.push(heard.event(choice.alternative));
                }
                Point::Event(_) | Point::Input(_) | Point::Answer(_) => {}
                Point::Draw(_) => draws = true,
            }
        }
        self.add_values(&mut frame);
        frame.answers.extend(self.runner.answers());
        let after = std::mem::take(&mut self.runner.state);
        if draws {
            let seen = self.runner.seen();
            let seed = self.seed_of_frame(state, script, (seen, &after));
            let no_seed = NoWitness::NoSeed { frame: frame.frame };
            frame.seed = Some(seed.ok_or(no_seed)?);
        }
        *state = after;
        if !frame.is_empty() {
            self.witness.inputs.push(frame);
        }
        Ok(())
    }

    /// Adds the inputs whose value is another one than before.
    fn add_values(&mut self, frame: &mut WitnessFrame) {
        for (place, value) in self.runner.supplied() {
            let input = &self.explored.inputs[usize::from(*place)];
            let own = &mut self.values[usize::from(*place)];
            if own != value || input.is_written {
                own.clone_from(value);
                frame.set.push((input.name.clone(), value.clone()));
            }
        }
    }

    /// Returns a seed with which all draws of a frame have the chosen outcomes.
    fn seed_of_frame(
        &mut self,
        state: &[u8],
        script: &[u8],
        (seen, after): (u64, &[u8]),
    ) -> Option<u64> {
        let mut seeds = 0..TRIED_SEEDS;
        let found = seeds.find(|seed| {
            self.runner.draw_with(Some(*seed));
            self.runner.frame.script.replay(script);
            self.runner.run(state, &self.nothing);
            self.runner.seen() == seen && self.runner.state == after
        });
        self.runner.draw_with(None);
        found
    }

    /// Moves what is decided once to the beginning: nobody has read it before.
    fn finish(mut self) -> Witness {
        let fixed: Vec<_> = self
            .explored
            .inputs
            .iter()
            .filter(|i| i.is_fixed())
            .collect();
        let mut first = Vec::new();
        for frame in &mut self.witness.inputs {
            frame.set.retain(|(name, value)| {
                let is_fixed = fixed.iter().any(|input| input.name == *name);
                if is_fixed {
                    first.push((name.clone(), value.clone()));
                }
                !is_fixed
            });
        }
        self.witness.inputs.retain(|frame| !frame.is_empty());
        if !first.is_empty() {
            match self.witness.inputs.first_mut() {
                Some(frame) if frame.frame == 1 => {
                    first.append(&mut frame.set);
                    frame.set = first;
                }
                _ => self.witness.inputs.insert(
                    0,
                    WitnessFrame {
                        frame: 1,
                        set: first,
                        ..WitnessFrame::default()
                    },
                ),
            }
        }
        self.witness
    }
}
