//! What a built-in kind implements: how it is declared and made, and how it behaves as a parent, a Parallel or a leaf.

use super::Arguments;
use crate::model::NodeDeclaration;
use crate::runtime::{Next, NodeIndex, ParentContext, Rule, Status, Tally, TickContext};

/// A kind of node.
pub trait Declared: Sized {
    /// Name, category, parameters, help.
    fn declaration() -> NodeDeclaration;
    /// The task with these arguments. Those that are missing have the declaration's defaults.
    fn make(arguments: &Arguments) -> Self;
}

/// A composite or decorator that starts with its first child, remembers nothing, and decides by the status of the child that ended alone.
pub trait RuledParent {
    /// What it does when a child ends.
    const RULE: Rule;
}

/// A composite or decorator that runs one child at a time and needs to decide for itself.
pub trait Parent {
    /// Whether it may run the same child twice.
    const LOOPS: bool = false;

    /// How many numbers it remembers.
    fn memory_len(&self, _children: usize) -> usize {
        0
    }

    /// It is entered: which child runs first.
    fn start(&self, context: &mut ParentContext<'_>, _tick: &mut TickContext<'_>) -> Next {
        Next::Run(context.first_child())
    }

    /// It runs again after its round was over or it waited.
    fn again(&self, context: &mut ParentContext<'_>, _tick: &mut TickContext<'_>) -> Next {
        Next::Run(context.first_child())
    }

    /// A child ended with Success (true) or Failure (false).
    fn child_ended(
        &self,
        context: &mut ParentContext<'_>,
        child: NodeIndex,
        succeeded: bool,
        tick: &mut TickContext<'_>,
    ) -> Next;
}

/// A composite that runs its children at the same time.
pub trait Parallel {
    /// With what it ends, given how its children stand; none to go on.
    fn join(&self, tally: Tally) -> Option<bool>;
}

/// A conditional or an action.
pub trait Leaf {
    /// How many numbers it remembers.
    const MEMORY: usize = 0;

    /// It is entered.
    fn start(&self, _memory: &mut [u64]) {}

    /// It is run, or asked again as a watched conditional.
    fn update(&self, memory: &mut [u64], tick: &mut TickContext<'_>) -> Status;

    /// Its result was forced from outside instead of an update.
    fn forced(&self, _memory: &mut [u64], _status: Status) {}

    /// Whether it waits for an answer from outside.
    fn is_asking(&self) -> bool {
        false
    }
}
