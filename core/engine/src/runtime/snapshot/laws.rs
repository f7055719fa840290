//! A restored run continues as if it had never stopped; a snapshot that does not fit is refused or does no harm.
//! Checked over random trees.

use proptest::prelude::*;

use crate::TreeInstance;
use crate::model::Document;
use crate::nodes::testing::random::{
    Dice, ScriptFrame, document, document_with_trees, program, script, with_own_parents,
};
use crate::runtime::testing::{Run, continues_when_restored, damaged_snapshots_do_no_harm};
use crate::runtime::{Globals, SnapshotError};
use crate::testing::cases;

fn case(seed: u64, size: usize) -> (Document, Vec<ScriptFrame>) {
    let document = document_with_trees(seed, size, &[]);
    let script = script(seed, 16, 40, &document);
    (with_own_parents(&document, seed), script)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(300)))]

    #[test]
    fn a_run_that_is_restored_before_and_after_every_frame_continues_unchanged(seed: u64, size in 1_usize..40) {
        let (document, script) = case(seed, size);
        continues_when_restored(&program(&document), seed, &script);
    }

    #[test]
    fn a_damaged_snapshot_is_refused_or_runs_without_harm(seed: u64, size in 1_usize..30, stop in 0_usize..8) {
        let (document, script) = case(seed, size);
        damaged_snapshots_do_no_harm(&program(&document), seed, (&script, stop), &mut Dice::new(seed));
    }
}

#[test]
fn a_snapshot_of_another_program_is_refused() {
    let (a, b) = (document(1, 20), document(2, 20));
    let snapshot = Run::new(&a, 1).instance.snapshot();
    let other = TreeInstance::restore(program(&b), &snapshot, &mut Globals::default());
    assert_eq!(other.err(), Some(SnapshotError::OtherProgram));
    assert!(TreeInstance::restore(program(&a), &snapshot, &mut Globals::default()).is_ok());
}
