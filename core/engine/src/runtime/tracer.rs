//! The only way to watch the executor. With [`NoTracer`] every call compiles to nothing.

use std::sync::Arc;

use super::blackboard::VariableSlot;
use super::program::NodeIndex;
use super::tree_manager::AgentId;
use crate::status::{EndStatus, Status};
use crate::told::Message;
use crate::value::Value;

/// Is told what happens, in the order in which it happens.
///
/// All methods do nothing by default.
pub trait Tracer {
    /// Whether it wants to be told anything. If not, the executor takes every short cut that only a tracer could notice.
    const WATCHES: bool = true;

    /// A manager is about to tick this tree; what follows is of it.
    fn tree(&mut self, _agent: AgentId) {}
    /// A task is entered.
    fn start(&mut self, _node: NodeIndex) {}
    /// A leaf answered.
    fn update(&mut self, _node: NodeIndex, _status: Status) {}
    /// A task left its run stack.
    fn end(&mut self, _node: NodeIndex, _status: EndStatus) {}
    /// A watched conditional was asked again.
    fn check(&mut self, _node: NodeIndex, _status: Status) {}
    /// A conditional abort fires; the ends that it causes follow.
    fn abort(&mut self, _conditional: NodeIndex, _scope: NodeIndex) {}
    /// A task has something to say to people.
    fn log(&mut self, _node: NodeIndex, _text: &str) {}
    /// A task sets a mark, for people who read the trace.
    fn mark(&mut self, _node: NodeIndex, _text: &str) {}
    /// A tree that runs beside this one, for the same agent, does something.
    fn beside(&mut self, _tree: &Arc<str>, _what: Beside<'_>) {}
    /// A task could not do its work; it ends as Failure.
    fn error(&mut self, _node: NodeIndex, _why: &Message) {}
    /// A task wrote a variable, whether or not its value is another than before. Told right after the call that wrote it, so before what
    /// follows from that call's answer. What comes from outside (a game that sets a variable, or keeps it itself) is not told.
    fn wrote(
        &mut self,
        _node: NodeIndex,
        _slot: VariableSlot,
        _variable: &Arc<str>,
        _value: &Value,
    ) {
    }
}

/// What a tree does that runs beside the one that is watched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Beside<'a> {
    /// A task started it.
    Started,
    /// It ended, or was stopped.
    Ended(EndStatus),
    /// A task of it has something to say to people.
    Log(&'a str),
    /// A task of it sets a mark.
    Mark(&'a str),
    /// A task of it could not do its work.
    Error(&'a Message),
    /// A task of it wrote a variable that trees share. Those of its own are nobody else's concern.
    Wrote(&'a Arc<str>, &'a Value),
}

/// Watches nothing and costs nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTracer;

impl Tracer for NoTracer {
    const WATCHES: bool = false;
}
