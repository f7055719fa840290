//! Results of tasks: of one update, and at their end. Knows nothing about what computes them.

use serde::{Deserialize, Serialize};

use crate::named;

named! {
    /// The result of a task's update.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum Status: name, ALL, from_name, Display {
        /// The task succeeded.
        Success = "Success",
        /// The task failed.
        Failure = "Failure",
        /// The task continues in the next frame.
        Running = "Running",
    }
}

impl Status {
    /// The letter for lists of results: S, F or R.
    pub fn letter(self) -> char {
        match self {
            Self::Success => 'S',
            Self::Failure => 'F',
            Self::Running => 'R',
        }
    }

    /// Returns the status of a letter S, F or R; `None` for all others.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|s| s.letter() == letter)
    }

    /// Returns Success for true, Failure for false.
    pub fn of(holds: bool) -> Self {
        Outcome::of(holds).into()
    }

    /// Returns Success for true, Running for false: the status of an action that runs until it is done.
    pub fn running_until(is_done: bool) -> Self {
        if is_done {
            Self::Success
        } else {
            Self::Running
        }
    }

    /// Its outcome; `None` for Running.
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Self::Failure => Some(Outcome::Failure),
            Self::Success => Some(Outcome::Success),
            Self::Running => None,
        }
    }
}

impl From<Outcome> for Status {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Failure => Self::Failure,
            Outcome::Success => Self::Success,
        }
    }
}

named! {
    /// How a task ended by itself or by a forced result.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Outcome: name, Display {
        /// With Failure.
        Failure = "Failure",
        /// With Success.
        Success = "Success",
    }
}

impl Outcome {
    /// Returns Success for true, Failure for false.
    pub fn of(holds: bool) -> Self {
        if holds { Self::Success } else { Self::Failure }
    }

    /// Whether it is Success.
    pub fn is_success(self) -> bool {
        self == Self::Success
    }
}

named! {
    /// Why a task left its run stack.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum EndStatus: name, ALL, from_name, Display {
        /// It returned Failure.
        Failure = "Failure",
        /// It returned Success.
        Success = "Success",
        /// It was interrupted.
        Inactive = "Inactive",
    }
}

impl EndStatus {
    /// Its outcome; `None` if it was interrupted.
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Self::Failure => Some(Outcome::Failure),
            Self::Success => Some(Outcome::Success),
            Self::Inactive => None,
        }
    }
}

impl From<Outcome> for EndStatus {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Failure => Self::Failure,
            Outcome::Success => Self::Success,
        }
    }
}
