//! Finds the frames of a run in which something happened: a node started or ended, a variable changed, an expression became true, an
//! abort fired, an error was reported. Answers from the run history, which is kept by node and by variable, so that no frame is
//! searched event by event. Knows neither files nor how a run goes to a frame.

use std::ops::RangeInclusive;
use std::sync::Arc;

use treewright_core::Program;
use treewright_core::expression::{self, Expression, ExpressionError};
use treewright_core::ids::NodeId;
use treewright_core::runtime::{EndStatus, NodeIndex, World};
use treewright_core::value::ValueType;

use crate::breakpoint::{NodeEvent, is_true, type_of};
use crate::history::{Change, NodeHistory, NodeState, NoteKind, RunHistory, ValueSource};

/// What is looked for in a run.
#[derive(Clone, Debug, PartialEq)]
pub enum Sought {
    /// A node starts or ends, or its abort fires: that of a conditional whose result changed, or of a composite by its abort type.
    Node(NodeId, NodeEvent),
    /// The variable of this name changes, by a task or from outside.
    Change(Arc<str>),
    /// This expression becomes true: it is true at the end of the frame, and was not at the end of the frame before.
    Expression(Arc<str>),
    /// Any error is reported.
    Error,
}

impl Sought {
    /// Returns everything that can be sought of a node.
    pub fn of_node(id: &NodeId) -> [Self; 6] {
        [
            NodeEvent::Start,
            NodeEvent::End(None),
            NodeEvent::End(Some(EndStatus::Success)),
            NodeEvent::End(Some(EndStatus::Failure)),
            NodeEvent::End(Some(EndStatus::Inactive)),
            NodeEvent::Abort,
        ]
        .map(|event| Self::Node(id.clone(), event))
    }

    /// Renames a variable.
    pub fn rename_variable(&mut self, from: &str, to: &str) {
        match self {
            Self::Change(name) if **name == *from => *name = to.into(),
            Self::Expression(text) => *text = expression::rename(text, from, to).into(),
            Self::Change(_) | Self::Node(..) | Self::Error => {}
        }
    }
}

/// An occurrence of what is sought. One per frame and node, however often it happened there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Occurrence {
    /// The frame.
    pub frame: u32,
    /// The node that did it: for an abort its conditional, for a variable the node that wrote it. `None` for external input and other
    /// trees.
    pub node: Option<NodeIndex>,
}

/// What is sought, prepared for a program.
#[derive(Debug)]
pub struct Search(Target);

#[derive(Debug)]
enum Target {
    Node(Vec<NodeIndex>, NodeEvent),
    Change(Arc<str>),
    Expression(Expression<usize>, Vec<Arc<str>>),
    Error,
}

impl Search {
    /// Prepares a search for the program to whose nodes the history belongs. `places` returns the indices of a document's node in it,
    /// `name` the name of a document's variable in the history.
    ///
    /// # Errors
    /// The expression is invalid, or no condition.
    pub fn new<W: World + ?Sized>(
        sought: &Sought,
        program: &Program<W>,
        places: &dyn Fn(&NodeId) -> Vec<NodeIndex>,
        name: &dyn Fn(&str) -> Arc<str>,
    ) -> Result<Self, ExpressionError> {
        Ok(Self(match sought {
            Sought::Node(id, event) => {
                let mut nodes = places(id);
                if *event == NodeEvent::Abort {
                    nodes = with_watched_conditionals(program, &nodes);
                }
                Target::Node(nodes, *event)
            }
            Sought::Change(variable) => Target::Change(name(variable)),
            Sought::Expression(text) => {
                let read = expression::names(text);
                let names: Vec<Arc<str>> = read.iter().map(|read| name(read)).collect();
                let resolve = |read_name: &str| {
                    let place = read.iter().position(|read| read == read_name)?;
                    Some((place, type_of(program, &names[place])?))
                };
                let expression = Expression::compile(text, &resolve, Some(&ValueType::Bool))?;
                Target::Expression(expression, names)
            }
            Sought::Error => Target::Error,
        }))
    }

    /// Returns the occurrences in these frames, as far as the history has them, in order and without duplicates.
    pub fn occurrences<W: World + ?Sized>(
        &self,
        program: &Program<W>,
        history: &RunHistory,
        frames: RangeInclusive<u64>,
    ) -> Vec<Occurrence> {
        let from = history.first_frame().max(*frames.start());
        let to = history.last_frame().min(*frames.end());
        if from > to {
            return Vec::new();
        }
        let frames = from as u32..=to as u32;
        let mut found = Vec::new();
        match &self.0 {
            Target::Node(nodes, event) => {
                for place in nodes {
                    let node = Some(*place);
                    let add = |frame| found.push(Occurrence { frame, node });
                    if let Some(lane) = history.lane(*place) {
                        of_node(lane, *event, &frames, add);
                    }
                }
            }
            Target::Change(name) => {
                let changes = history.changes(name).all();
                let first = changes.partition_point(|change| change.frame < *frames.start());
                let later = changes.after(first).iter();
                let within = later.take_while(|change| change.frame <= *frames.end());
                found.extend(within.map(|change| Occurrence {
                    frame: change.frame,
                    node: writer(program, change),
                }));
            }
            Target::Expression(expression, names) => {
                found = becomes_true(program, history, (expression, names), &frames);
            }
            Target::Error => {
                let errors = history.errors().all();
                let first = errors.partition_point(|(frame, _)| frame < frames.start());
                let later = errors.after(first).iter();
                let within = later.take_while(|(frame, _)| frame <= frames.end());
                found.extend(within.map(|(frame, id)| Occurrence {
                    frame: *frame,
                    node: id.as_ref().and_then(|id| program.index(id)),
                }));
            }
        }
        found.sort();
        found.dedup();
        found
    }
}

/// Adds the conditionals that these nodes watch by their abort type.
fn with_watched_conditionals<W: World + ?Sized>(
    program: &Program<W>,
    nodes: &[NodeIndex],
) -> Vec<NodeIndex> {
    let watched = program.indices().filter(|node| {
        let by = program.nearest_composite(*node);
        by.is_some_and(|by| nodes.contains(&by))
    });
    let mut all: Vec<NodeIndex> = watched.chain(nodes.iter().copied()).collect();
    all.sort_unstable();
    all.dedup();
    all
}

fn writer<W: World + ?Sized>(program: &Program<W>, change: &Change) -> Option<NodeIndex> {
    match &change.by {
        ValueSource::Node(id) => program.index(id),
        _ => None,
    }
}

/// Passes the frames in which an event of a node happened to `add`.
fn of_node(
    lane: &NodeHistory,
    event: NodeEvent,
    frames: &RangeInclusive<u32>,
    mut add: impl FnMut(u32),
) {
    let (from, to) = (*frames.start(), *frames.end());
    let wanted = match event {
        NodeEvent::Abort => {
            let notes = lane.notes_between(from, to);
            let aborts = notes.iter().filter(|note| note.kind == NoteKind::Abort);
            return aborts.for_each(|note| add(note.frame));
        }
        NodeEvent::Start => None,
        NodeEvent::End(wanted) => Some(wanted.map(NodeState::from)),
    };
    for span in lane.between(from, to).iter() {
        let counts = match wanted {
            Some(_) if span.is_open() => false,
            Some(Some(end)) => span.end == end,
            Some(None) | None => true,
        };
        if !counts {
            continue;
        }
        if span.is_series {
            (span.from.max(from)..=span.to.min(to)).for_each(&mut add);
            continue;
        }
        let frame = if wanted.is_some() { span.to } else { span.from };
        if frames.contains(&frame) {
            add(frame);
        }
    }
}

/// Returns the frames in which an expression over the variables of these names became true. It is evaluated only where one of them
/// changed. Where a variable was not known before, nobody knows whether it was true before.
fn becomes_true<W: World + ?Sized>(
    program: &Program<W>,
    history: &RunHistory,
    (expression, names): (&Expression<usize>, &[Arc<str>]),
    frames: &RangeInclusive<u32>,
) -> Vec<Occurrence> {
    let changes: Vec<_> = names.iter().map(|name| history.changes(name)).collect();
    // For each variable, the number of changes up to the frame that was reached.
    let reached = changes
        .iter()
        .map(|list| list.partition_point(|change| change.frame < *frames.start()));
    let mut reached: Vec<usize> = reached.collect();
    let holds = |reached: &[usize]| {
        is_true(expression, |place| {
            let last = reached[place].checked_sub(1)?;
            Some(&changes[place].get(last)?.value)
        })
    };
    let is_unknown = |reached: &[usize]| reached.contains(&0);
    let mut held = is_unknown(&reached) || holds(&reached);
    let mut found = Vec::new();
    loop {
        let next = changes.iter().zip(&reached);
        let next = next.filter_map(|(list, reached)| Some(list.get(*reached)?.frame));
        let Some(frame) = next.min().filter(|frame| frame <= frames.end()) else {
            return found;
        };
        let mut node = None;
        for (list, reached) in changes.iter().zip(&mut reached) {
            while let Some(change) = list.get(*reached).filter(|change| change.frame == frame) {
                node = writer(program, change).or(node);
                *reached += 1;
            }
        }
        let holds = holds(&reached);
        if holds && !held {
            found.push(Occurrence { frame, node });
        }
        held = holds || is_unknown(&reached);
    }
}

#[cfg(test)]
mod tests;
