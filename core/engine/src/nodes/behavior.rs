//! What a built-in kind implements: how it is declared and made, and how it behaves as a parent, a Parallel or a leaf.

use super::Arguments;
use crate::model::NodeDeclaration;
use std::sync::Arc;

use crate::runtime::{
    AfterTurn, Next, NodeIndex, Outcome, ParentContext, Revision, Rule, Status, Tally, TickContext,
    Turn, Wake, Wants,
};

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
    /// What it wants of the executor beyond being started and told of its children's ends.
    const WANTS: Wants = Wants::NONE;

    /// Whether it only stands for the tree below it: its child is at its place.
    const STANDS_FOR_CHILD: bool = false;

    /// How many numbers it remembers.
    const MEMORY: usize = 0;

    /// The fixed rule that it follows with the arguments that it has; the executor then asks it nothing else.
    fn rule(&self) -> Option<Rule> {
        None
    }

    /// How many numbers it remembers over so many children.
    fn memory_len(&self, _children: usize) -> usize {
        Self::MEMORY
    }

    /// It is entered: which child runs first.
    fn start(&self, context: &mut ParentContext<'_, '_>) -> Next {
        Next::Run(context.first_child())
    }

    /// It runs again after its round was over or it waited.
    fn again(&self, context: &mut ParentContext<'_, '_>) -> Next {
        Next::Run(context.first_child())
    }

    /// A child ended by itself.
    fn child_ended(&self, _context: &mut ParentContext<'_, '_>, outcome: Outcome) -> Next {
        Next::End(outcome)
    }

    /// What it does with its running child before a frame goes on below it, if it wants to revise.
    fn revise(&self, _context: &mut ParentContext<'_, '_>, _running: NodeIndex) -> Revision {
        Revision::FromFirst
    }

    /// Its child answered Running in this frame: with what it ends, the child being interrupted; none to go on. If it wants to supervise.
    fn child_runs(&self, _context: &mut ParentContext<'_, '_>) -> Option<Outcome> {
        None
    }

    /// Whether its child may be run: asked on entering and, if it is watched, each frame. If it guards.
    fn holds(&self, _memory: &mut [u64], _tick: &mut TickContext<'_>) -> bool {
        true
    }

    /// It is interrupted, if it wants to hear of it.
    fn interrupted(&self, _memory: &mut [u64], _tick: &mut TickContext<'_>) {}

    /// When its answer can change, when it waits, supervises, revises, or is watched as a guard. It answered `last` in this frame.
    fn wake(&self, _memory: &[u64], _last: Status, _tick: &TickContext<'_>) -> Wake {
        Wake::EveryFrame
    }

    /// So many frames of this length have passed in which it would have been asked and have answered the same.
    fn pass(&self, _memory: &mut [u64], _dt: f64, _frames: u64) {}

    /// The name by which it can be interrupted from elsewhere in the tree.
    fn interrupt_key(&self) -> Option<&Arc<str>> {
        None
    }

    /// Keeps in its memory that it was interrupted by its key and with what it ends; its child is interrupted already, and it is run again.
    fn interrupt_with(&self, _memory: &mut [u64], _outcome: Outcome) {}

    /// The semaphore of which it may hold a place while it runs.
    fn semaphore(&self) -> Option<&Arc<str>> {
        None
    }
}

/// A composite that runs its children at the same time.
pub trait Parallel {
    /// With what it ends, given how its children stand; none to go on.
    fn join(&self, tally: Tally, tick: &TickContext<'_>) -> Option<Outcome>;
}

/// A composite that gives each child a turn in every frame, left to right: those that run go on, those that have ended before start anew.
pub trait Pipeline {
    /// What it does after the turn of a child. It remembers one number, which is 0 when it starts.
    fn after_turn(&self, memory: &mut u64, turn: Turn) -> AfterTurn;
}

/// A conditional or an action.
pub trait Leaf {
    /// How many numbers it remembers.
    const MEMORY: usize = 0;

    /// Whether it wants to hear when it is interrupted.
    const HEARS_INTERRUPTION: bool = false;

    /// Whether nothing but the variables that it reads changes its answer, and asking it does nothing ([`Wants::follows_variables`]).
    const FOLLOWS_VARIABLES: bool = false;

    /// Whether it may write the variables that it names.
    const WRITES_VARIABLES: bool = false;

    /// It is entered.
    fn start(&self, _memory: &mut [u64], _tick: &mut TickContext<'_>) {}

    /// It is run, or asked again as a watched conditional.
    fn update(&self, memory: &mut [u64], tick: &mut TickContext<'_>) -> Status;

    /// Its result was forced from outside instead of an update.
    fn forced(&self, _memory: &mut [u64], _status: Status) {}

    /// It is interrupted, if it wants to hear of it.
    fn interrupted(&self, _memory: &mut [u64], _tick: &mut TickContext<'_>) {}

    /// When its answer can change, while it runs or is watched. It answered `last` in this frame.
    fn wake(&self, _memory: &[u64], _last: Status, _tick: &TickContext<'_>) -> Wake {
        Wake::EveryFrame
    }

    /// So many frames of this length have passed in which it would have been asked and have answered the same.
    fn pass(&self, _memory: &mut [u64], _dt: f64, _frames: u64) {}

    /// Whether it waits for an answer from outside.
    fn is_asking(&self) -> bool {
        false
    }

    /// The name of the event that it listens for.
    fn event(&self) -> Option<&Arc<str>> {
        None
    }
}

/// Adds frames of one length to a time in a memory, one by one as the frames themselves would: sums of floats depend on their order.
pub(crate) fn add_time(memory: &mut u64, dt: f64, frames: u64) {
    let mut passed = f64::from_bits(*memory);
    for _ in 0..frames {
        passed += dt;
    }
    *memory = passed.to_bits();
}
