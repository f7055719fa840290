//! Stand-ins: what replaces a game's node when its tree runs without the game. A leaf gets its results from one; a
//! parent acts like a built-in node type. Does not know how a tree runs, nor how stand-ins are written to files.
//!
//! Documents and scenarios have stand-ins; those of a scenario override those of its document.

use std::collections::BTreeMap;
use std::fmt;

use crate::category::Category;
use crate::named;
use crate::status::Status;

/// What replaces a node while there is no game.
///
/// A conditional returns at once, so Running counts as Failure for it. Where the stand-in of an action counts from
/// the action's start, that of a conditional counts from the beginning of the run.
///
/// `Display` describes it in English.
#[derive(Clone, Debug, PartialEq)]
pub enum StandIn {
    /// Waits for a forced result: an action keeps running until it gets one; a conditional fails until then, and
    /// keeps the last one.
    Ask,
    /// Always returns this result.
    Always(Status),
    /// Returns Running, and this result after a delay.
    After(Delay, Status),
    /// Returns one result per update, counted from the beginning of the run; Running if the list is empty.
    Sequence {
        /// The results.
        results: Vec<Status>,
        /// Whether the list repeats from its start; otherwise its last result repeats.
        again: bool,
    },
    /// Returns each result from its frame on, until the next entry; Running before the first.
    Frames(BTreeMap<u64, Status>),
    /// Returns Success with this probability (0 to 1), else Failure. Each update draws from the tree's seeded random
    /// numbers.
    Chance(f64),
    /// Returns Success while this expression over the tree's variables is true, else Failure.
    Expression(String),
    /// Runs the children of a composite or decorator as a built-in node type does. All other stand-ins replace
    /// leaves.
    ActsLike(ActsLike),
    /// A stand-in in a file that this version does not understand, as JSON.
    Unknown(String),
}

named! {
    /// How a game's composite or decorator runs its children while there is no game.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum ActsLike: name, ALL, from_name {
        /// Like Sequence.
        Sequence = "Sequence",
        /// Like Selector.
        Selector = "Selector",
        /// Runs its only child and returns the child's result.
        PassThrough = "PassThrough",
    }
}

impl ActsLike {
    /// The default for a category; `None` for leaves.
    pub fn default_for(category: Category) -> Option<Self> {
        match category {
            Category::Composite => Some(Self::Sequence),
            Category::Decorator => Some(Self::PassThrough),
            Category::Conditional | Category::Action => None,
        }
    }

    /// Returns whether a parent with this many children can act like this.
    pub fn fits_child_count(self, children: usize) -> bool {
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

/// How long a leaf runs before it returns its result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Delay {
    /// In this frame of the leaf; the frame in which it starts is 1.
    Frames(u64),
    /// After this many seconds of game time since its start.
    Seconds(f64),
}

/// A number of a stand-in that is out of range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WrongNumber {
    /// A probability outside 0 to 1.
    Probability(f64),
    /// A time in seconds outside 0 to [`StandIn::MOST_SECONDS`].
    Seconds(f64),
}

impl StandIn {
    /// The longest delay, in seconds.
    pub const MOST_SECONDS: f64 = 1e9;

    /// Returns the first number that is out of range, if there is one.
    pub fn wrong_number(&self) -> Option<WrongNumber> {
        match *self {
            Self::Chance(p) if !(0.0..=1.0).contains(&p) => Some(WrongNumber::Probability(p)),
            Self::After(Delay::Seconds(s), _) if !(0.0..=Self::MOST_SECONDS).contains(&s) => {
                Some(WrongNumber::Seconds(s))
            }
            _ => None,
        }
    }

    /// Returns whether all its numbers are finite. Others cannot be written to a file.
    pub fn is_finite(&self) -> bool {
        match self {
            Self::Chance(number) | Self::After(Delay::Seconds(number), _) => number.is_finite(),
            _ => true,
        }
    }

    /// The stable name of its form, for translations.
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

    /// The text of its expression, if it has one.
    pub fn expression(&self) -> Option<&str> {
        match self {
            Self::Expression(text) => Some(text),
            _ => None,
        }
    }

    /// Parses results from letters: S Success, F Failure, R Running. `None` if there is any other letter.
    pub fn results_of(letters: &str) -> Option<Vec<Status>> {
        letters.chars().map(Status::from_letter).collect()
    }

    /// Returns the letters of results; the inverse of [`Self::results_of`].
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
