//! What a task answers, and how it ends. Knows nothing about who answers.

use serde::{Deserialize, Serialize};

use crate::named;

named! {
    /// What a task's update returns.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum Status: name, ALL, from_name, Display {
        /// It did what it is for.
        Success = "Success",
        /// It did not do what it is for.
        Failure = "Failure",
        /// It goes on in the next frame.
        Running = "Running",
    }
}

impl Status {
    /// The letter that stands for it where results are listed: S, F or R.
    pub fn letter(self) -> char {
        match self {
            Self::Success => 'S',
            Self::Failure => 'F',
            Self::Running => 'R',
        }
    }

    /// The status that a letter stands for, if it stands for one.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|s| s.letter() == letter)
    }

    /// Success for true, Failure for false.
    pub fn of(holds: bool) -> Self {
        Outcome::of(holds).into()
    }

    /// How it ended who answered this; none if it goes on.
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
    /// How a task ends by itself, or is made to end.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Outcome: name, Display {
        /// With Failure.
        Failure = "Failure",
        /// With Success.
        Success = "Success",
    }
}

impl Outcome {
    /// Success for true, Failure for false.
    pub fn of(holds: bool) -> Self {
        if holds { Self::Success } else { Self::Failure }
    }

    /// Whether it is Success.
    pub fn is_success(self) -> bool {
        self == Self::Success
    }
}

named! {
    /// How a task left its run stack.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum EndStatus: name, ALL, from_name, Display {
        /// By its own Failure.
        Failure = "Failure",
        /// By its own Success.
        Success = "Success",
        /// It was interrupted.
        Inactive = "Inactive",
    }
}

impl EndStatus {
    /// How it ended by itself; none if it was interrupted.
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
