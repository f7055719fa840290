//! A run that is restored goes on as if it had never stopped; a snapshot that does not fit is refused or does no harm. Over random trees.

use proptest::prelude::*;

use crate::TreeInstance;
use crate::format::snapshot_json;
use crate::model::Document;
use crate::nodes::testing::random::{
    Dice, ScriptFrame, document, document_with_trees, program, script,
};
use crate::runtime::laws::Run;
use crate::runtime::{Globals, NodeIndex, Snapshot, SnapshotError, Status, TreeState};
use crate::trace::TraceEvent;

fn case(seed: u64, size: usize) -> (Document, Vec<ScriptFrame>) {
    let document = document_with_trees(seed, size, &[]);
    let script = script(seed, 16, 40, &document);
    (document, script)
}

impl Run {
    /// Goes on with what is made of snapshots.
    fn reload(&mut self) {
        let globals = self.globals.snapshot();
        let text = snapshot_json::write_globals(&globals);
        assert_eq!(
            snapshot_json::read_globals(text.as_bytes()).unwrap(),
            globals
        );
        self.globals = Globals::restore(&globals).unwrap();
        assert_eq!(self.globals.snapshot(), globals);
        let snapshot = self.instance.snapshot();
        let text = snapshot_json::write(&snapshot);
        assert_eq!(snapshot_json::read(text.as_bytes()).unwrap(), snapshot);
        let program = self.instance.program().clone();
        self.instance = TreeInstance::restore(program, &snapshot, &mut self.globals).unwrap();
        assert_eq!(self.instance.snapshot(), snapshot);
    }
}

/// Changes something in a snapshot, mostly to what no run could have.
fn spoil(snapshot: &mut Snapshot, dice: &mut Dice) {
    let wild = |dice: &mut Dice| dice.of(&[0, 1, 2, 3, 1 << 31, 1 << 62, 1 << 63, u64::MAX, 7]);
    let node = |dice: &mut Dice| NodeIndex(dice.of(&[0, 1, 2, 3, 4, 5, 6, 7, u32::MAX, 1 << 30]));
    match dice.below(12) {
        0..=4 => {
            for number in &mut snapshot.memory {
                if dice.percent(40) {
                    *number = wild(dice);
                }
            }
        }
        5 => snapshot.tops.push(node(dice)),
        6 => drop(snapshot.tops.pop()),
        7 => {
            for top in &mut snapshot.tops {
                if dice.percent(50) {
                    *top = node(dice);
                }
            }
        }
        8 => {
            for watched in &mut snapshot.watched {
                watched.scope = dice.percent(70).then(|| node(dice));
                watched.status = dice.of(&Status::ALL);
            }
        }
        9 => snapshot.forced.push((node(dice), dice.of(&Status::ALL))),
        10 => {
            snapshot.frame = wild(dice);
            snapshot.time = dice.of(&[f64::NAN, f64::INFINITY, 1e300, -1.0]);
        }
        _ => {
            snapshot.state = dice.of(&[
                TreeState::Enabled,
                TreeState::Paused,
                TreeState::Disabled,
                TreeState::Finished(Status::Running),
            ]);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn a_run_that_is_restored_before_and_after_every_frame_goes_on_as_if_it_had_never_stopped(seed: u64, size in 1_usize..40) {
        let (document, script) = case(seed, size);
        let (mut whole, mut pieces) = (Run::new(&document, seed), Run::new(&document, seed));
        for frame in &script {
            for happening in &frame.happenings {
                pieces.happens(happening);
                pieces.reload();
            }
            let silent = ScriptFrame { happenings: vec![], ..frame.clone() };
            prop_assert_eq!(whole.step(frame), pieces.step(&silent));
            prop_assert_eq!(&whole.world, &pieces.world);
            pieces.reload();
            prop_assert_eq!(whole.instance.snapshot(), pieces.instance.snapshot());
            prop_assert_eq!(whole.globals.snapshot(), pieces.globals.snapshot());
        }
    }

    #[test]
    fn a_damaged_snapshot_is_refused_or_runs_without_harm(seed: u64, size in 1_usize..30, stop in 0_usize..8) {
        let (document, script) = case(seed, size);
        let mut run = Run::new(&document, seed);
        for frame in &script[..stop] {
            run.step(frame);
        }
        let mut dice = Dice::new(seed);
        let mut snapshot = run.instance.snapshot();
        spoil(&mut snapshot, &mut dice);
        let program = run.instance.program().clone();
        match TreeInstance::restore(program, &snapshot, &mut run.globals) {
            Err(error) => prop_assert!(matches!(error, SnapshotError::Damaged(_)), "{error}"),
            Ok(instance) => {
                run.instance = instance;
                for frame in &script[stop..] {
                    let seen = run.step(frame);
                    for event in seen.frame.iter().flat_map(|f| &f.events) {
                        if let TraceEvent::Error(node, text) = event {
                            let own = text.contains("broken at times") || !text.contains("panicked");
                            prop_assert!(own, "{node:?} {text}");
                        }
                    }
                }
                run.disable();
            }
        }
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
