//! The order in which a composite tries its children, stored in its memory: the index of the current child within the
//! order, then the positions of all children, first to last. Knows nothing about how the order is determined.

use crate::runtime::{Next, Outcome, ParentContext};

/// Returns how many numbers of memory an order takes.
pub(super) fn memory_len(children: usize) -> usize {
    children + 1
}

/// Returns the positions of the children, for sorting.
pub(super) fn places(memory: &mut [u64]) -> &mut [u64] {
    &mut memory[1..]
}

/// Resets the order to left to right, and to its first child.
pub(super) fn reset(context: &mut ParentContext<'_, '_>) {
    context.memory[0] = 0;
    for (place, number) in places(context.memory).iter_mut().zip(0..) {
        *place = number;
    }
}

/// Shuffles the children with the tree's random numbers, and starts with the first.
pub(super) fn shuffle(context: &mut ParentContext<'_, '_>) {
    reset(context);
    crate::runtime::shuffle(context.tick.random(), places(context.memory));
}

/// Runs the first child of the order.
pub(super) fn first(context: &ParentContext<'_, '_>) -> Next {
    at(context, 0).unwrap_or(Next::End(Outcome::Failure))
}

/// Runs the child after the one that ended; `None` after the last.
pub(super) fn next(context: &mut ParentContext<'_, '_>) -> Option<Next> {
    let place = context.position(context.ended()) as u64;
    let order = &context.memory[1..];
    // An abort may have gone back to another child than the current one.
    let turn = match usize::try_from(context.memory[0]) {
        Ok(turn) if order.get(turn) == Some(&place) => turn,
        _ => order.iter().position(|p| *p == place)?,
    };
    context.memory[0] = turn as u64 + 1;
    at(context, turn + 1)
}

fn at(context: &ParentContext<'_, '_>, turn: usize) -> Option<Next> {
    let place = context.memory.get(1..)?.get(turn)?;
    context.child(*place as usize).map(Next::Run)
}
