//! An order of its own in which a composite tries its children, in its memory: which child is under way, then the places of all
//! children, first to last. Knows nothing about how the order comes about.

use crate::runtime::{Next, Outcome, ParentContext};

/// How many numbers it takes.
pub(super) fn memory_len(children: usize) -> usize {
    children + 1
}

/// The places of the children, to be put in order.
pub(super) fn places(memory: &mut [u64]) -> &mut [u64] {
    &mut memory[1..]
}

/// Begins anew, with the children from left to right.
pub(super) fn reset(context: &mut ParentContext<'_, '_>) {
    context.memory[0] = 0;
    for (place, number) in places(context.memory).iter_mut().zip(0..) {
        *place = number;
    }
}

/// Begins anew, with the children in an order drawn from the tree's generator.
pub(super) fn shuffle(context: &mut ParentContext<'_, '_>) {
    reset(context);
    let places = places(context.memory);
    // Fisher and Yates: each order is equally likely.
    for last in (1..places.len()).rev() {
        let drawn = context.tick.random().rand_range(0..last as u32 + 1);
        places.swap(last, drawn as usize);
    }
}

/// The child that is first in the order.
pub(super) fn first(context: &ParentContext<'_, '_>) -> Next {
    at(context, 0).unwrap_or(Next::End(Outcome::Failure))
}

/// The child after the one that ended; none after the last.
pub(super) fn next(context: &mut ParentContext<'_, '_>) -> Option<Next> {
    let place = context.place(context.ended()) as u64;
    let order = &context.memory[1..];
    // An abort may have gone back to another child than the one that was under way.
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
