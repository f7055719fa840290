//! Tracing, the only way to observe the executor. With [`NoTracer`] every call compiles to nothing.

use std::sync::Arc;

use super::blackboard::VariableSlot;
use super::program::NodeIndex;
use super::tree_manager::AgentId;
use crate::status::{EndStatus, Status};
use crate::told::Message;
use crate::value::Value;

/// Observes what happens in a run, in order.
///
/// All methods do nothing by default. [`FrameRecorder`](crate::trace::FrameRecorder) is a tracer that records all events.
///
/// ```
/// use treewright_core::prelude::*;
/// use treewright_core::runtime::{NodeIndex, Tracer};
///
/// /// Counts the tasks that end.
/// #[derive(Default)]
/// struct EndCounter { ends: u32 }
///
/// impl Tracer for EndCounter {
///     fn end(&mut self, _node: NodeIndex, _status: EndStatus) {
///         self.ends += 1;
///     }
/// }
///
/// let mut tree = DocumentBuilder::new("Short");
/// let root = tree.root(Node::new("n1", "Sequence")).unwrap();
/// tree.child(&root, Node::new("n2", "Succeed")).unwrap();
/// let program = compile(&tree.finish(), &NodeLibrary::builtin(), &GameTasks::<()>::new()).program.unwrap();
/// let mut tracer = EndCounter::default();
/// TreeInstance::new(program, 0).tick_traced(&mut (), &mut Globals::default(), 0.1, &mut tracer);
/// assert_eq!(tracer.ends, 2);
/// ```
pub trait Tracer {
    /// Whether the tracer observes anything. If false, the executor takes every shortcut that only a tracer could
    /// notice.
    const WATCHES: bool = true;

    /// A manager is about to tick this tree; the following calls belong to it.
    fn tree(&mut self, _agent: AgentId) {}
    /// A task is entered.
    fn start(&mut self, _node: NodeIndex) {}
    /// A leaf returned a status.
    fn update(&mut self, _node: NodeIndex, _status: Status) {}
    /// A task left its run stack.
    fn end(&mut self, _node: NodeIndex, _status: EndStatus) {}
    /// A watched conditional was checked again.
    fn check(&mut self, _node: NodeIndex, _status: Status) {}
    /// A conditional abort fires; the ends that it causes follow.
    fn abort(&mut self, _conditional: NodeIndex, _scope: NodeIndex) {}
    /// A task wrote a line to the log.
    fn log(&mut self, _node: NodeIndex, _text: &str) {}
    /// A task put a mark into the trace.
    fn mark(&mut self, _node: NodeIndex, _text: &str) {}
    /// Something happened in a background tree of this tree.
    fn beside(&mut self, _tree: &Arc<str>, _what: Beside<'_>) {}
    /// A task could not do its work; it ends with Failure.
    fn error(&mut self, _node: NodeIndex, _why: &Message) {}
    /// A task wrote a variable, whether or not the value changed. Called right after the task's callback that wrote it,
    /// so before any consequences of that callback's result. Writes from outside (by the game, or to variables that the
    /// game stores) are not reported.
    fn wrote(
        &mut self,
        _node: NodeIndex,
        _slot: VariableSlot,
        _variable: &Arc<str>,
        _value: &Value,
    ) {
    }
}

/// An event of a background tree.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Beside<'a> {
    /// A task started the tree.
    Started,
    /// The tree ended, or was stopped.
    Ended(EndStatus),
    /// A task of it wrote a line to the log.
    Log(&'a str),
    /// A task of it put a mark into the trace.
    Mark(&'a str),
    /// A task of it could not do its work.
    Error(&'a Message),
    /// A task of it wrote a global variable. Writes of its own variables are not reported.
    Wrote(&'a Arc<str>, &'a Value),
}

/// Observes nothing and costs nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTracer;

impl Tracer for NoTracer {
    const WATCHES: bool = false;
}
