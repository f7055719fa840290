//! What the tests of edits share: a desk to edit at, and random commands.

pub(crate) mod desk;
pub(crate) mod dice;
