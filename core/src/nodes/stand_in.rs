//! Where a stand-in's answers come from; shared by the stand-in for actions and the one for conditionals.

use super::Arguments;
use crate::runtime::Status;

/// Where the answers come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answers {
    /// Always this one.
    Constant(Status),
    /// One an update; the last one repeats.
    Sequence(Box<[Status]>),
    /// Somebody is asked.
    Ask,
}

impl Answers {
    /// What the parameters `mode`, `answer` and `answers` say. A sequence without a usable letter always fails.
    pub fn from_arguments(arguments: &Arguments) -> Self {
        match arguments.text("mode") {
            "Sequence" => Self::Sequence(
                arguments
                    .text("answers")
                    .chars()
                    .filter_map(answer_of_letter)
                    .collect(),
            ),
            "Ask" => Self::Ask,
            _ => Self::Constant(
                Status::from_name(arguments.text("answer")).unwrap_or(Status::Success),
            ),
        }
    }

    /// The answer of the update after `updates` others, which it counts; none if somebody is to be asked.
    pub fn next(&self, updates: &mut u64) -> Option<Status> {
        let index = *updates as usize;
        *updates = updates.saturating_add(1);
        match self {
            Self::Constant(status) => Some(*status),
            Self::Sequence(list) => Some(
                list.get(index)
                    .or(list.last())
                    .copied()
                    .unwrap_or(Status::Failure),
            ),
            Self::Ask => None,
        }
    }
}

/// The answer that a letter stands for: S, F or R.
pub fn answer_of_letter(letter: char) -> Option<Status> {
    match letter {
        'S' | 's' => Some(Status::Success),
        'F' | 'f' => Some(Status::Failure),
        'R' | 'r' => Some(Status::Running),
        _ => None,
    }
}
