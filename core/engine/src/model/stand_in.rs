//! What plays a node while there is no game: where the results of a leaf come from, and which built-in kind a parent without code acts like.
//! Does not know how a tree runs, nor how it is written.

use std::collections::BTreeMap;
use std::fmt;

use crate::category::Category;
use crate::named;
use crate::status::Status;

/// What plays a node. A conditional answers at once, so Running counts as Failure for it, and what another leaf counts from its start, it
/// counts from the beginning of the run.
///
/// Its `Display` says in English what it does.
#[derive(Clone, Debug, PartialEq)]
pub enum StandIn {
    /// Somebody is asked: an action runs until it is answered; a conditional fails until then, and keeps its last answer.
    Ask,
    /// Always this result.
    Always(Status),
    /// Running, and after a while this result.
    After(Delay, Status),
    /// One result an update, counted from the beginning of the run; Running if there are none.
    Sequence {
        /// The results.
        results: Vec<Status>,
        /// Whether they start again after the last one; otherwise the last one repeats.
        again: bool,
    },
    /// From each of these frames on this result, until the next; Running before the first.
    Frames(BTreeMap<u64, Status>),
    /// Success with this probability, else Failure: drawn anew for each update from the tree's seeded random numbers.
    Chance(f64),
    /// Success while this expression over the tree's variables holds, else Failure.
    Expression(String),
    /// For a parent whose code is not here: it does with its children as this built-in kind does. All other forms play leaves.
    ActsLike(ActsLike),
    /// What a file says that this version does not understand, as JSON.
    Unknown(String),
}

named! {
    /// What a parent whose code is not here does with its children instead.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum ActsLike: name, ALL, from_name {
        /// As Sequence.
        Sequence = "Sequence",
        /// As Selector.
        Selector = "Selector",
        /// Runs its only child and ends with the child's result.
        PassThrough = "PassThrough",
    }
}

impl ActsLike {
    /// What a parent of this category acts like if nobody says otherwise; `None` for leaves.
    pub fn usual(category: Category) -> Option<Self> {
        match category {
            Category::Composite => Some(Self::Sequence),
            Category::Decorator => Some(Self::PassThrough),
            Category::Conditional | Category::Action => None,
        }
    }

    /// Whether a parent with this many children can act like it.
    pub fn takes(self, children: usize) -> bool {
        self != Self::PassThrough || children <= 1
    }
}

impl fmt::Display for ActsLike {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::PassThrough => "passes its child's result through",
            Self::Sequence => "acts like Sequence",
            Self::Selector => "acts like Selector",
        })
    }
}

/// How long a leaf runs before it has its result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Delay {
    /// It ends in this frame since it started; the one in which it starts is the first.
    Frames(u64),
    /// It ends once the frames since it started have lasted so long.
    Seconds(f64),
}

/// What is wrong with the numbers of a stand-in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WrongNumber {
    /// A probability that is not from 0 to 1.
    Probability(f64),
    /// A time that is not from 0 to [`StandIn::MOST_SECONDS`].
    Seconds(f64),
}

impl StandIn {
    /// The longest that a leaf can run before it has its result.
    pub const MOST_SECONDS: f64 = 1e9;

    /// What is wrong with its numbers, if something is.
    pub fn wrong_number(&self) -> Option<WrongNumber> {
        match *self {
            Self::Chance(p) if !(0.0..=1.0).contains(&p) => Some(WrongNumber::Probability(p)),
            Self::After(Delay::Seconds(s), _) if !(0.0..=Self::MOST_SECONDS).contains(&s) => {
                Some(WrongNumber::Seconds(s))
            }
            _ => None,
        }
    }

    /// Whether all its numbers can be written to a file.
    pub fn is_finite(&self) -> bool {
        match self {
            Self::Chance(number) | Self::After(Delay::Seconds(number), _) => number.is_finite(),
            _ => true,
        }
    }

    /// A stable name of its form, for texts.
    pub fn form(&self) -> &'static str {
        match self {
            Self::Ask => "ask",
            Self::Always(_) => "always",
            Self::After(Delay::Frames(_), _) => "after_frames",
            Self::After(Delay::Seconds(_), _) => "after_seconds",
            Self::Sequence { again: false, .. } => "sequence",
            Self::Sequence { again: true, .. } => "sequence_again",
            Self::Frames(_) => "frames",
            Self::Chance(_) => "chance",
            Self::Expression(_) => "expression",
            Self::ActsLike(ActsLike::Sequence) => "acts_like_sequence",
            Self::ActsLike(ActsLike::Selector) => "acts_like_selector",
            Self::ActsLike(ActsLike::PassThrough) => "pass_through",
            Self::Unknown(_) => "unknown",
        }
    }

    /// The text of its expression, if it goes by one.
    pub fn expression(&self) -> Option<&str> {
        match self {
            Self::Expression(text) => Some(text),
            _ => None,
        }
    }

    /// The results that letters stand for: S Success, F Failure, R Running. None if a letter is another one.
    pub fn results_of(letters: &str) -> Option<Vec<Status>> {
        letters.chars().map(Status::from_letter).collect()
    }

    /// The letters that stand for results.
    pub fn letters_of(results: &[Status]) -> String {
        results.iter().map(|status| status.letter()).collect()
    }
}

impl fmt::Display for StandIn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ask => f.write_str("waits for a forced result"),
            Self::Always(status) => write!(f, "always {status}"),
            Self::After(Delay::Frames(frames), status) => {
                write!(f, "{status} in its frame {frames}, Running before that")
            }
            Self::After(Delay::Seconds(seconds), status) => {
                write!(f, "{status} after {seconds} s, Running before that")
            }
            Self::Sequence { results, again } => {
                let after = if *again {
                    "then repeats from the start"
                } else {
                    "then repeats the last"
                };
                write!(f, "{}, {after}", Self::letters_of(results))
            }
            Self::Frames(frames) => {
                f.write_str("by frame:")?;
                frames
                    .iter()
                    .try_for_each(|(frame, status)| write!(f, " {frame} {status}"))
            }
            Self::Chance(probability) => write!(f, "Success with probability {probability}"),
            Self::Expression(text) => write!(f, "Success while `{text}`"),
            Self::ActsLike(like) => like.fmt(f),
            Self::Unknown(json) => f.write_str(json),
        }
    }
}
