//! What a task answers, and how it ends. Knows nothing about who answers.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What a task's update returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Status {
    /// It did what it is for.
    Success,
    /// It did not do what it is for.
    Failure,
    /// It goes on in the next frame.
    Running,
}

impl Status {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Failure, Self::Success, Self::Running];

    /// The name used in files and traces.
    pub fn name(self) -> &'static str {
        match self {
            Self::Failure => "Failure",
            Self::Success => "Success",
            Self::Running => "Running",
        }
    }

    /// The status with this name, if there is one.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|s| s.name() == name)
    }

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

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How a task ends by itself, or is made to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// With Failure.
    Failure,
    /// With Success.
    Success,
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

    /// The name used in files and traces.
    pub fn name(self) -> &'static str {
        Status::from(self).name()
    }
}

/// How a task left its run stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndStatus {
    /// By its own Failure.
    Failure,
    /// By its own Success.
    Success,
    /// It was interrupted.
    Inactive,
}

impl EndStatus {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Failure, Self::Success, Self::Inactive];

    /// The name used in traces.
    pub fn name(self) -> &'static str {
        match self {
            Self::Failure => "Failure",
            Self::Success => "Success",
            Self::Inactive => "Inactive",
        }
    }

    /// How it ended by itself; none if it was interrupted.
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Self::Failure => Some(Outcome::Failure),
            Self::Success => Some(Outcome::Success),
            Self::Inactive => None,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
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

impl fmt::Display for EndStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
