//! Traces as JSON lines: one line a frame, with nodes by their ids. The form in which engines are compared.

use serde::Serialize;
use serde::ser::{SerializeSeq as _, Serializer};

use crate::runtime::{NodeIndex, Program};
use crate::trace::{BesideEvent, FrameTrace, TraceEvent};

#[derive(Serialize)]
struct Line<'a> {
    frame: u64,
    status: &'static str,
    events: Vec<Event<'a>>,
    stacks: Vec<Vec<&'a str>>,
}

/// An event as a list: what it is, the node, and what goes with it.
struct Event<'a>(&'static str, &'a str, Option<&'a str>);

impl Serialize for Event<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(what, node, more) = self;
        let mut list = serializer.serialize_seq(Some(if more.is_some() { 3 } else { 2 }))?;
        list.serialize_element(what)?;
        list.serialize_element(node)?;
        if let Some(more) = more {
            list.serialize_element(more)?;
        }
        list.end()
    }
}

/// A frame as one line, without the line break.
pub fn line<W, B>(program: &Program<W, B>, frame: &FrameTrace) -> String {
    let id = |node: &NodeIndex| program.id(*node).as_str();
    let event = |event| of_event(program, event);
    let line = Line {
        frame: frame.frame,
        status: frame.status.name(),
        events: frame.events.iter().map(event).collect(),
        stacks: frame
            .stacks
            .iter()
            .map(|stack| stack.iter().map(id).collect())
            .collect(),
    };
    // Texts and whole numbers can always be written.
    serde_json::to_string(&line).unwrap_or_default()
}

fn of_event<'a, W, B>(program: &'a Program<W, B>, event: &'a TraceEvent) -> Event<'a> {
    let id = |node: &NodeIndex| program.id(*node).as_str();
    match event {
        TraceEvent::Start(node) => Event("start", id(node), None),
        TraceEvent::Update(node, status) => Event("update", id(node), Some(status.name())),
        TraceEvent::End(node, status) => Event("end", id(node), Some(status.name())),
        TraceEvent::Check(node, status) => Event("check", id(node), Some(status.name())),
        TraceEvent::Abort { conditional, scope } => {
            Event("abort", id(conditional), Some(id(scope)))
        }
        TraceEvent::Log(node, text) => Event("log", id(node), Some(text)),
        TraceEvent::Mark(node, text) => Event("mark", id(node), Some(text)),
        TraceEvent::Error(node, text) => Event("error", id(node), Some(text)),
        TraceEvent::Beside(beside) => match &**beside {
            (tree, BesideEvent::Started) => Event("tree-start", tree, None),
            (tree, BesideEvent::Ended(status)) => Event("tree-end", tree, Some(status.name())),
            (tree, BesideEvent::Log(text)) => Event("tree-log", tree, Some(text)),
            (tree, BesideEvent::Mark(text)) => Event("tree-mark", tree, Some(text)),
            (tree, BesideEvent::Error(text)) => Event("tree-error", tree, Some(text)),
        },
    }
}
