//! A run that goes on elsewhere, in a robot or a game, while it is looked at. Knows neither protocols nor sockets.
//!
//! Whoever is attached to such a program is a [`LiveSource`]. It tells a [`ToldRun`](super::told_run::ToldRun) what happened
//! (`ToldRun::grow`) and how the program can be reached (`ToldRun::set_live`). What the user wants of the program goes the
//! other way, as an [`Order`]. Commands ask [`Verbs`] before, which know what the program can do, and why it cannot do the rest.
//! Nothing here waits for the program.

use std::collections::BTreeMap;
use std::sync::Arc;

use treewright_core::Message;
use treewright_core::runtime::{NodeIndex, Status};
use treewright_core::value::Value;

use super::open_document::DocumentId;
use super::run_view::StopView;

/// The number of an attachment, which no other one gets in this session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SourceId(pub u64);

/// What kind of program runs the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceKind {
    /// A program with BehaviorTree.CPP.
    Robot,
    /// A game with Treewright's engine.
    Game,
}

/// Something that a user may want of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// Pause it wherever it is.
    Pause,
    /// Continue it where it waits.
    Resume,
    /// Run one frame, then wait.
    Step,
    /// Set the result of a node.
    Force,
    /// Write a variable.
    SetVariable,
    /// Send an event.
    SendEvent,
    /// Replace the tree while it runs.
    Swap,
    /// Measure how long leaves take.
    Measure,
    /// Run something again, or otherwise than it was.
    RunAgain,
}

impl Verb {
    const ALL: [Self; 9] = [
        Self::Pause,
        Self::Resume,
        Self::Step,
        Self::Force,
        Self::SetVariable,
        Self::SendEvent,
        Self::Swap,
        Self::Measure,
        Self::RunAgain,
    ];
}

/// What can be done to a run now. Of everything else it is known why not, as the key of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verbs([Option<&'static str>; Verb::ALL.len()]);

impl Verbs {
    /// Nothing can be done, for this reason.
    pub const fn none(why_not: &'static str) -> Self {
        Self([Some(why_not); Verb::ALL.len()])
    }

    /// Something can be done.
    #[must_use]
    pub const fn with(mut self, verb: Verb) -> Self {
        self.0[verb as usize] = None;
        self
    }

    /// Something cannot be done, for this reason.
    #[must_use]
    pub const fn without(mut self, verb: Verb, why_not: &'static str) -> Self {
        self.0[verb as usize] = Some(why_not);
        self
    }

    /// Only the program as a whole can be paused and continued; the rest cannot be done, for this reason.
    #[must_use]
    pub fn only_of_program(self, why_not: &'static str) -> Self {
        let mut only = Self::none(why_not);
        for verb in [Verb::Pause, Verb::Resume, Verb::Step] {
            only.0[verb as usize] = self.0[verb as usize];
        }
        only
    }

    /// # Errors
    /// If it cannot be done: the key of the reason.
    pub const fn check(&self, verb: Verb) -> Result<(), &'static str> {
        match self.0[verb as usize] {
            None => Ok(()),
            Some(why_not) => Err(why_not),
        }
    }
}

/// Whether a program is reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Connection {
    /// Not yet.
    Connecting,
    Attached,
    /// Not any more, for this reason; it is tried again.
    Lost(Message),
    /// Not any more, and it is not tried again; `None` if the user wanted it.
    Ended(Option<Message>),
}

/// What is known of the program that runs a tree, beside what its nodes do.
#[derive(Clone, Debug, PartialEq)]
pub struct LiveState {
    pub source: SourceId,
    pub kind: SourceKind,
    /// What the user knows it by.
    pub name: String,
    pub connection: Connection,
    /// Where and why it waits; `None` while it runs on.
    pub stop: Option<StopView>,
    /// The frame in which the shown agent has left, if it has.
    pub left: Option<u64>,
    /// Whether the program runs another tree now in place of the one that the document shows.
    pub is_replaced: bool,
    /// Whether what the shown agent did before it was chosen is still coming in.
    pub is_loading: bool,
    /// How often each breakpoint of the document has paused it, by their places in the list; `None` if that is not counted.
    pub pauses: Option<BTreeMap<usize, u64>>,
    pub verbs: Verbs,
}

impl LiveState {
    /// Returns whether frames come in.
    pub fn goes_on(&self) -> bool {
        self.is_reached() && self.stop.is_none() && self.left.is_none()
    }

    /// Returns whether the program is attached and runs the shown tree.
    pub fn is_reached(&self) -> bool {
        self.connection == Connection::Attached && !self.is_replaced
    }

    /// Returns whether nothing comes any more, because the program has ended or was left.
    pub fn is_over(&self) -> bool {
        matches!(self.connection, Connection::Ended(_))
    }
}

/// Something that a program is to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Order {
    Pause,
    Resume,
    Step,
    /// Set the result of the node at this place of the shown tree: of one that waits, else its next one.
    Force(NodeIndex, Status),
    SetVariable(Arc<str>, Value),
    SendEvent {
        name: Arc<str>,
        payload: Option<Value>,
        to_all: bool,
    },
}

/// What lists show of an attachment.
#[derive(Clone, Debug, PartialEq)]
pub struct LiveRow {
    pub source: SourceId,
    pub kind: SourceKind,
    pub name: String,
    pub connection: Connection,
    /// How often it was not reached in a row.
    pub failures: u32,
    /// The document that shows what it runs.
    pub document: Option<DocumentId>,
    /// Whether it waits: a robot at a breakpoint, a game for any reason.
    pub waits: bool,
    /// Whether it has breakpoints that the user set.
    pub has_breakpoints: bool,
}

/// The own end of an attachment to a program.
pub trait LiveSource {
    fn id(&self) -> SourceId;

    fn kind(&self) -> SourceKind;

    /// Returns what the user knows it by.
    fn name(&self) -> String;

    fn connection(&self) -> &Connection;

    /// Passes on what the user wants. Returns at once.
    ///
    /// # Errors
    /// If that is not possible: the key of the reason.
    fn order(&mut self, order: Order) -> Result<(), &'static str>;

    /// Returns whether the program has breakpoints that it keeps if it is not reached any more.
    fn leaves_breakpoints(&self) -> bool {
        false
    }

    /// Takes back what the user wanted, such as breakpoints, and leaves the program to itself. Returns at once.
    fn detach(&mut self);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_done_has_its_reason() {
        let verbs = Verbs::none("obstacle.told_run")
            .with(Verb::Resume)
            .without(Verb::Pause, "obstacle.robot_pause");
        assert_eq!(verbs.check(Verb::Resume), Ok(()));
        assert_eq!(verbs.check(Verb::Pause), Err("obstacle.robot_pause"));
        assert_eq!(verbs.check(Verb::Swap), Err("obstacle.told_run"));
        let places = Verb::ALL.map(|verb| verb as usize);
        assert!(places.iter().enumerate().all(|(at, place)| at == *place));
    }
}
