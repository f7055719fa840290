//! Tracing, the only way to observe the executor. With [`NoTracer`] every call compiles to nothing.

use std::sync::Arc;

use super::blackboard::VariableSlot;
use super::errors::NodeError;
use super::program::NodeIndex;
use super::tick_context::TickContext;
use super::tree_manager::AgentId;
use crate::status::{EndStatus, Outcome, Status};
use crate::value::Value;

/// Observes what happens in a run, in order.
///
/// All methods do nothing by default. [`FrameRecorder`](crate::trace::FrameRecorder) records all events of a frame,
/// [`FlightRecorder`](crate::trace::FlightRecorder) those of the last minutes, and
/// [`ErrorTracer`](super::ErrorTracer) collects errors.
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
    /// Whether the tracer observes the run. If false, the executor takes every shortcut that only a tracer could
    /// notice, and only what tasks say (log lines, marks and errors) is certain to reach the tracer.
    const WATCHES: bool = true;

    /// Whether the tracer decides what comes from outside while the frame runs, by [`Self::before_call`] and
    /// [`Self::answer`]. Then every condition that is watched is checked in each frame.
    const ANSWERS: bool = false;

    /// The code of a built-in task is about to be called. The tracer may write what the task reads
    /// ([`TickContext::supply`]), or set what it draws ([`TickContext::reseed`]). Only if the tracer decides
    /// ([`Self::ANSWERS`]); not called for background trees.
    fn before_call(&mut self, _node: NodeIndex, _call: Call, _tick: &mut TickContext<'_>) {}
    /// Returns the result of a leaf whose code is not there; `None` to call what stands in for it. Only if the tracer
    /// decides ([`Self::ANSWERS`]).
    fn answer(&mut self, _leaf: NodeIndex) -> Option<Status> {
        None
    }
    /// A manager is about to tick this tree; the following calls belong to it.
    fn tree(&mut self, _agent: AgentId) {}
    /// A variable was written from outside since the tree's last frame: by the game, by another tree, or because the
    /// game stores it. Called before anything else happens in the frame. Shared variables are compared with the last
    /// frame that a tracer watched, so before the second one nothing is known about them.
    fn written_outside(&mut self, _slot: VariableSlot, _variable: &Arc<str>, _value: &Value) {}
    /// A task is entered.
    fn start(&mut self, _node: NodeIndex) {}
    /// Tasks are entered, each of which but the first is the first child of the one before: the nodes from `first` to
    /// `last`, which may be the same. By default this calls [`Self::start`] for each.
    #[inline]
    fn start_path(&mut self, first: NodeIndex, last: NodeIndex) {
        for node in first.0..=last.0 {
            self.start(NodeIndex(node));
        }
    }
    /// The update of a leaf, or the check of a condition, is about to be called. For measuring: the next call tells what
    /// came of it. Not called for a result that is forced.
    fn asks(&mut self, _node: NodeIndex) {}
    /// A leaf returned a status.
    fn update(&mut self, _node: NodeIndex, _status: Status) {}
    /// A task left its run stack.
    fn end(&mut self, _node: NodeIndex, _status: EndStatus) {}
    /// A leaf returned a status with which it ends at once. By default this calls [`Self::update`] and [`Self::end`].
    #[inline]
    fn complete(&mut self, leaf: NodeIndex, outcome: Outcome) {
        self.update(leaf, outcome.into());
        self.end(leaf, outcome.into());
    }
    /// A watched conditional was checked again.
    fn check(&mut self, _node: NodeIndex, _status: Status) {}
    /// A conditional abort fires; the ends that it causes follow.
    fn abort(&mut self, _conditional: NodeIndex, _scope: NodeIndex) {}
    /// A task wrote a line to the log.
    fn log(&mut self, _node: NodeIndex, _text: &str) {}
    /// A task put a mark into the trace.
    fn mark(&mut self, _node: NodeIndex, _text: &str) {}
    /// A task attached data to the frame. Called after the task's callback, like [`Self::wrote`]. Only if the tracer
    /// observes the run ([`Self::WATCHES`]).
    fn data(&mut self, _node: NodeIndex, _name: &Arc<str>, _value: &Value) {}
    /// This number of data did not fit into the frame that ends here.
    fn data_dropped(&mut self, _count: u32) {}
    /// Something happened in a background tree of this tree.
    fn beside(&mut self, _tree: &Arc<str>, _what: Beside<'_>) {}
    /// A task could not do its work; it ends with Failure.
    fn error(&mut self, _error: &NodeError) {}
    /// A task wrote a variable, whether or not the value changed. Called right after the task's callback that wrote it,
    /// so before any consequences of that callback's result. Writes from outside are reported by
    /// [`Self::written_outside`].
    fn wrote(
        &mut self,
        _node: NodeIndex,
        _slot: VariableSlot,
        _variable: &Arc<str>,
        _value: &Value,
    ) {
    }
}

/// What of a task is about to be called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// It is entered.
    Start,
    /// A leaf is updated, or a condition is checked.
    Update,
    /// A parent decides about its children.
    Decision,
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
    Error(&'a NodeError),
    /// A task of it wrote a global variable. Writes of its own variables are not reported.
    Wrote(&'a Arc<str>, &'a Value),
    /// A task of it attached data to the frame.
    Data(&'a Arc<str>, &'a Value),
}

/// Observes nothing and costs nothing. Errors of tasks are lost; ticks without a tracer use
/// [`ErrorLog`](super::ErrorLog) instead.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTracer;

impl Tracer for NoTracer {
    const WATCHES: bool = false;
}

/// Two tracers that observe the same run. Only the first one may decide ([`Tracer::ANSWERS`]). What happened is told to the second one only if it observes the run
/// ([`Tracer::WATCHES`]), what tasks say always.
#[derive(Debug)]
pub struct Both<'t, T, U> {
    first: &'t mut T,
    second: U,
}

impl<'t, T: Tracer, U: Tracer> Both<'t, T, U> {
    /// Combines two tracers.
    pub fn new(first: &'t mut T, second: U) -> Self {
        Self { first, second }
    }

    /// Returns the first one.
    pub(super) fn first(&mut self) -> &mut T {
        self.first
    }
}

/// Defines the methods of a tracer that passes all calls on. What happened and what tasks say may be passed on differently.
macro_rules! pass_on {
    ($happened:ident, $said:ident) => {
        $happened! {
            tree(agent: AgentId);
            written_outside(slot: VariableSlot, variable: &Arc<str>, value: &Value);
            start(node: NodeIndex);
            start_path(first: NodeIndex, last: NodeIndex);
            asks(node: NodeIndex);
            update(node: NodeIndex, status: Status);
            end(node: NodeIndex, status: EndStatus);
            complete(leaf: NodeIndex, outcome: Outcome);
            check(node: NodeIndex, status: Status);
            abort(conditional: NodeIndex, scope: NodeIndex);
            data(node: NodeIndex, name: &Arc<str>, value: &Value);
            data_dropped(count: u32);
            wrote(node: NodeIndex, slot: VariableSlot, variable: &Arc<str>, value: &Value);
        }
        $said! {
            log(node: NodeIndex, text: &str);
            mark(node: NodeIndex, text: &str);
            beside(tree: &Arc<str>, what: Beside<'_>);
            error(error: &NodeError);
        }
    };
}

/// Passes a call on to both tracers of [`Both`], if the second one watches.
macro_rules! happened_to_both {
    ($($method:ident($($argument:ident: $type:ty),*);)*) => {$(
        #[inline]
        fn $method(&mut self, $($argument: $type),*) {
            self.first.$method($($argument),*);
            if U::WATCHES {
                self.second.$method($($argument),*);
            }
        }
    )*};
}

/// Passes a call on to both tracers of [`Both`].
macro_rules! said_to_both {
    ($($method:ident($($argument:ident: $type:ty),*);)*) => {$(
        fn $method(&mut self, $($argument: $type),*) {
            self.first.$method($($argument),*);
            self.second.$method($($argument),*);
        }
    )*};
}

impl<T: Tracer, U: Tracer> Tracer for Both<'_, T, U> {
    const WATCHES: bool = T::WATCHES || U::WATCHES;
    const ANSWERS: bool = T::ANSWERS;

    #[inline]
    fn before_call(&mut self, node: NodeIndex, call: Call, tick: &mut TickContext<'_>) {
        self.first.before_call(node, call, tick);
    }

    #[inline]
    fn answer(&mut self, leaf: NodeIndex) -> Option<Status> {
        self.first.answer(leaf)
    }

    pass_on! { happened_to_both, said_to_both }
}

/// Passes a call on to the tracer that is referred to.
macro_rules! to_target {
    ($($method:ident($($argument:ident: $type:ty),*);)*) => {$(
        #[inline]
        fn $method(&mut self, $($argument: $type),*) {
            (**self).$method($($argument),*);
        }
    )*};
}

impl<T: Tracer> Tracer for &mut T {
    const WATCHES: bool = T::WATCHES;
    const ANSWERS: bool = T::ANSWERS;

    #[inline]
    fn before_call(&mut self, node: NodeIndex, call: Call, tick: &mut TickContext<'_>) {
        (**self).before_call(node, call, tick);
    }

    #[inline]
    fn answer(&mut self, leaf: NodeIndex) -> Option<Status> {
        (**self).answer(leaf)
    }

    pass_on! { to_target, to_target }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::abort::AbortType;
    use crate::nodes::testing::{TestTree, is_true, no_arguments};

    /// Writes down what is asked, and what came of it.
    #[derive(Default)]
    struct Asking(Vec<String>);

    impl Tracer for Asking {
        fn asks(&mut self, node: NodeIndex) {
            self.0.push(format!("ask {}", node.0));
        }
        fn update(&mut self, node: NodeIndex, status: Status) {
            self.0.push(format!("{}={}", node.0, status.letter()));
        }
        fn check(&mut self, node: NodeIndex, status: Status) {
            self.0.push(format!("{}?{}", node.0, status.letter()));
        }
    }

    #[test]
    fn every_update_and_check_is_announced_unless_its_result_is_forced() {
        let mut tree = TestTree::new();
        let alarm = tree.variable("alarm", false);
        tree.open("Selector", &no_arguments())
            .open_with("Sequence", &no_arguments(), AbortType::LowerPriority)
            .leaf("CompareBool", &is_true(alarm).with("right", true))
            .script("S")
            .close()
            .script("R")
            .close();
        let mut run = tree.run();
        let mut frame = || {
            let mut asking = Asking::default();
            let (instance, globals) = (&mut run.instance, &mut run.globals);
            instance.tick_traced(&mut (), globals, 1.0, &mut asking);
            asking.0.join(" ")
        };
        assert_eq!(frame(), "ask 2 2=F ask 4 4=R");
        assert_eq!(frame(), "ask 2 2?F ask 4 4=R");
        assert_eq!(frame(), "2?F ask 4 4=R", "its variable did not change");
        let forced = run.instance.force(NodeIndex(4), Status::Running);
        assert_eq!(forced, Ok(()));
        let mut asking = Asking::default();
        run.set("alarm", true);
        let (instance, globals) = (&mut run.instance, &mut run.globals);
        instance.tick_traced(&mut (), globals, 1.0, &mut asking);
        assert_eq!(asking.0.join(" "), "ask 2 2?S ask 2 2=S ask 3 3=S");
    }
}
