//! Proptest strategies for the random numbers that documents and commands are made from.

use proptest::prelude::*;
use treewright_core::model::Document;

use super::{Dice, document_of};

pub(crate) fn dice() -> impl Strategy<Value = Dice> {
    let shift = prop_oneof![8 => -300..300_i32, 1 => any::<i32>()];
    let numbers = (
        any::<u8>(),
        any::<[u16; 4]>(),
        any::<bool>(),
        shift.clone(),
        shift,
    );
    numbers.prop_map(|(kind, picks, flag, dx, dy)| Dice {
        kind,
        picks,
        flag,
        dx,
        dy,
    })
}

/// A document as a file may contain it.
pub(crate) fn document() -> impl Strategy<Value = Document> {
    prop::collection::vec(dice(), 0..24).prop_map(|all| document_of(&all))
}
