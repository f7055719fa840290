//! Runs a leaf as a stand-in defines; used for actions and conditionals.

use std::sync::Arc;

use super::arguments::variables_of;
use super::{Arguments, CompiledExpression, add_time, holds};
use crate::model::{Delay, StandIn};
use crate::runtime::{Draw, Status, TickContext, Wake};
use crate::time::Nanoseconds;
use crate::value::Value;

/// An expression whose value is attached to frames, or the reason why it has none.
pub type AttachedValue = Result<CompiledExpression, Value>;

/// A stand-in that runs, with its compiled expression if it has one.
#[derive(Debug)]
pub struct Player {
    stand_in: StandIn,
    formula: Option<CompiledExpression>,
    /// How long it waits first, if that is a time.
    delay: Nanoseconds,
    /// The data that it attaches to each frame in which it is asked.
    data: Vec<(Arc<str>, AttachedValue)>,
}

/// The moment from which its updates are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountFrom {
    /// The start of the leaf.
    Start,
    /// The beginning of the run.
    Beginning,
}

impl Player {
    /// Creates a player for a stand-in.
    pub fn new(stand_in: StandIn, formula: Option<CompiledExpression>) -> Self {
        let delay = match &stand_in {
            StandIn::After(Delay::Seconds(seconds), _) => Nanoseconds::from_seconds(*seconds),
            _ => Nanoseconds::ZERO,
        };
        Self {
            stand_in,
            formula,
            delay,
            data: Vec::new(),
        }
    }

    /// Sets the data that it attaches to frames.
    pub fn set_data(&mut self, data: Vec<(Arc<str>, AttachedValue)>) {
        self.data = data;
    }

    /// Attaches its data. What it returns must not depend on them, so an expression that is wrong or has no value is
    /// attached as the reason.
    pub fn attach(&self, tick: &mut TickContext<'_>) {
        if self.data.is_empty() || !tick.is_watched() {
            return;
        }
        for (name, expression) in &self.data {
            let value = match expression {
                Ok(expression) => expression
                    .eval(&variables_of(tick))
                    .unwrap_or_else(|error| error.message().english().into()),
                Err(reason) => reason.clone(),
            };
            tick.attach(name.clone(), value);
        }
    }

    /// Creates a player from the parameters `mode`, `answer` and `answers`. That of mode `Frames` only gives the result:
    /// the node waits before it. Without any valid letter, a sequence of
    /// results always fails.
    pub fn from_arguments(arguments: &Arguments) -> Self {
        let letters = arguments.text("answers").to_ascii_uppercase();
        let results: Vec<_> = letters.chars().filter_map(Status::from_letter).collect();
        let answer = Status::from_name(arguments.text("answer")).unwrap_or(Status::Success);
        let stand_in = match arguments.text("mode") {
            "Sequence" if results.is_empty() => StandIn::Always(Status::Failure),
            "Sequence" => StandIn::Sequence {
                results,
                again: false,
            },
            "Ask" => StandIn::Ask,
            _ => StandIn::Always(answer),
        };
        Self::new(stand_in, None)
    }

    /// Returns whether it asks for results from outside.
    pub fn asks_for_result(&self) -> bool {
        self.stand_in == StandIn::Ask
    }

    /// Returns whether it waits for a time first.
    pub fn waits(&self) -> bool {
        matches!(self.stand_in, StandIn::After(..))
    }

    /// Returns whether it waits for a number of seconds first.
    pub fn waits_for_seconds(&self) -> bool {
        matches!(self.stand_in, StandIn::After(Delay::Seconds(_), _))
    }

    /// Returns the result of this update; `None` if it must be asked for outside. Its memory is one number, which is 0
    /// before the first update.
    pub fn update(
        &self,
        memory: &mut u64,
        tick: &mut TickContext<'_>,
        since: CountFrom,
    ) -> Option<Status> {
        crate::on_purpose::panic_at("task");
        Some(match &self.stand_in {
            StandIn::Ask => return None,
            StandIn::Always(status) => *status,
            StandIn::After(delay, status) => {
                let is_over = match (delay, since) {
                    (Delay::Frames(frames), CountFrom::Start) => {
                        *memory = memory.saturating_add(1);
                        *memory >= *frames
                    }
                    (Delay::Seconds(_), CountFrom::Start) => {
                        add_time(memory, tick.dt_nanoseconds()) >= self.delay
                    }
                    (Delay::Frames(frames), CountFrom::Beginning) => tick.frame() >= *frames,
                    (Delay::Seconds(_), CountFrom::Beginning) => {
                        tick.time_nanoseconds() >= self.delay
                    }
                };
                if is_over { *status } else { Status::Running }
            }
            StandIn::Sequence { results, again } => {
                let length = results.len() as u64;
                let place = match length.checked_sub(1) {
                    None => return Some(Status::Running),
                    Some(_) if *again => *memory % length,
                    Some(last) => (*memory).min(last),
                };
                *memory = memory.saturating_add(1);
                results[place as usize]
            }
            StandIn::Frames(by_frame) => {
                let until_now = by_frame.range(..=tick.frame());
                until_now.last().map_or(Status::Running, |(_, s)| *s)
            }
            StandIn::Chance(probability) => {
                Status::of(f64::from(tick.random().rand_float()) < *probability)
            }
            StandIn::Expression(_) => Status::of(holds(self.formula.as_ref(), tick)),
            // Parents that act like a built-in node need no player.
            StandIn::ActsLike(_) | StandIn::Unknown(_) => Status::Failure,
        })
    }

    /// Returns when its result can change.
    pub fn wake(&self, memory: u64, tick: &TickContext<'_>, since: CountFrom) -> Wake {
        match &self.stand_in {
            StandIn::Ask
            | StandIn::Always(_)
            | StandIn::Expression(_)
            | StandIn::ActsLike(_)
            | StandIn::Unknown(_) => Wake::Inputs,
            StandIn::After(Delay::Seconds(_), _) => {
                let passed = match since {
                    CountFrom::Start => Nanoseconds(memory),
                    CountFrom::Beginning => tick.time_nanoseconds(),
                };
                if since == CountFrom::Beginning && passed >= self.delay {
                    return Wake::Inputs;
                }
                Wake::After(self.delay - passed)
            }
            StandIn::After(Delay::Frames(_), _)
            | StandIn::Sequence { .. }
            | StandIn::Frames(_)
            | StandIn::Chance(_) => Wake::EveryFrame,
        }
    }

    /// Forgets of its memory what no later update can read.
    pub fn forget(&self, memory: &mut u64) {
        if let StandIn::Sequence { results, again } = &self.stand_in {
            let length = (results.len() as u64).max(1);
            *memory = if *again {
                *memory % length
            } else {
                (*memory).min(length - 1)
            };
        }
    }

    /// Returns whether it reads the number of the frame, or the time since the tree was created.
    pub fn reads_clock(&self, since: CountFrom) -> bool {
        match self.stand_in {
            StandIn::Frames(_) => true,
            StandIn::After(..) => since == CountFrom::Beginning,
            _ => false,
        }
    }

    /// Returns what it draws at each update.
    pub fn draw(&self) -> Option<Draw> {
        match self.stand_in {
            StandIn::Chance(probability) => Some(Draw::Chance(probability)),
            _ => None,
        }
    }

    /// Accounts for `frames` skipped frames, `elapsed` in all, in which its result was the same.
    pub fn pass(&self, memory: &mut u64, elapsed: Nanoseconds, frames: u64, since: CountFrom) {
        match &self.stand_in {
            StandIn::After(Delay::Seconds(_), _) if since == CountFrom::Start => {
                add_time(memory, elapsed);
            }
            StandIn::Sequence { .. } => *memory = memory.saturating_add(frames),
            _ => {}
        }
    }
}
