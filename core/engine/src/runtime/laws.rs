//! Properties that hold for every tree of all node types, under any external input: checked over random trees and
//! scripts.
//!
//! Random trees are made from the declarations of the library, so that a new node type takes part as soon as it is
//! declared.

mod cut;

use proptest::prelude::*;
use rustc_hash::FxHashSet;

use super::TreeState;
use super::testing::{Run, ends_once, has_same_state_without_tracer};
use crate::model::Document;
use crate::nodes::testing::random::{
    ScriptFrame, TALKATIVE, document, document_with_trees, program, script, with_copies,
    with_own_parents,
};
use crate::runtime::EndStatus;
use crate::testing::cases;
use crate::trace::TraceEvent;

/// Draws a document of one tree and a script for it.
fn case(seed: u64, size: usize, frames: usize) -> (Document, Vec<ScriptFrame>) {
    let document = document(seed, size);
    let script = script(seed, frames, 40, &document);
    (document, script)
}

/// Draws a document whose tree runs subtrees and background trees, and a script for it. Half of the documents have
/// composites and decorators of the game.
fn case_with_trees(seed: u64, size: usize, frames: usize) -> (Document, Vec<ScriptFrame>) {
    let kinds: &[&str] = match seed % 3 {
        0 => &TALKATIVE,
        _ => &[],
    };
    let mut document = document_with_trees(seed, size, kinds);
    let script = script(seed, frames, 40, &document);
    if seed.is_multiple_of(2) {
        document = with_own_parents(&document, seed);
    }
    (document, script)
}

const FRAMES: usize = 24;

/// Guards the other properties: they would prove little if little happened in the random runs.
#[test]
fn the_random_runs_contain_all_kinds_of_events() {
    let mut tasks = FxHashSet::default();
    let (mut aborts, mut ended, mut errors) = (0, 0, 0);
    for seed in 0..200 {
        let (document, script) = case_with_trees(seed, 30, FRAMES);
        tasks.extend(document.nodes().map(|node| node.task.to_string()));
        let mut run = Run::new(&document, seed);
        for frame in &script {
            let seen = run.step(frame);
            let events = seen.frame.iter().flat_map(|f| &f.events);
            for event in events {
                aborts += usize::from(matches!(event, TraceEvent::Abort { .. }));
                errors += usize::from(matches!(event, TraceEvent::Error(..)));
            }
            ended += usize::from(matches!(run.instance.state(), TreeState::Finished(_)));
        }
    }
    for declaration in crate::nodes::declarations() {
        assert!(tasks.contains(&*declaration.task), "{}", declaration.task);
    }
    for own in [
        "OwnSequence",
        "OwnParallel",
        "OwnTimeLimit",
        "FickleComposite",
        "FickleDecorator",
    ] {
        assert!(tasks.contains(own), "{own}");
    }
    let counts = [aborts, ended, errors];
    assert!(counts.iter().all(|count| *count > 20), "{counts:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(300)))]

    #[test]
    fn equal_seeds_give_equal_runs(seed: u64, size in 1_usize..40) {
        let (document, script) = case_with_trees(seed, size, FRAMES);
        let mut runs = [Run::new(&document, seed), Run::new(&document, seed)];
        for frame in &script {
            let [a, b] = &mut runs;
            prop_assert_eq!(a.step(frame), b.step(frame));
            prop_assert_eq!(&a.world, &b.world);
        }
    }

    #[test]
    fn every_start_has_one_end_and_run_stacks_are_paths_of_what_was_started(seed: u64, size in 1_usize..40) {
        let (document, script) = case_with_trees(seed, size, FRAMES);
        ends_once(&program(&document), seed, &script);
    }

    #[test]
    fn disabling_at_any_frame_ends_everything_once_deepest_first(seed: u64, size in 1_usize..40) {
        let (document, script) = case_with_trees(seed, size, 10);
        for stop in 0..=script.len() {
            let mut run = Run::new(&document, seed);
            for frame in &script[..stop] {
                run.step(frame);
            }
            let mut live: FxHashSet<_> = run.instance.stacks().flatten().collect();
            run.disable();
            for event in run.recorder.take_events() {
                let TraceEvent::End(node, EndStatus::Inactive) = event else {
                    // A game's task may report an error while it ends, and background trees end together with this one.
                    let others = matches!(event, TraceEvent::Error(..) | TraceEvent::Beside(..));
                    prop_assert!(others, "{event:?}");
                    continue;
                };
                prop_assert!(live.remove(&node), "{node:?} ended twice");
                let program = run.instance.program();
                prop_assert!(live.iter().all(|other| !program.is_inside(*other, node)));
            }
            prop_assert!(live.is_empty(), "{live:?} not ended");
            prop_assert_eq!(run.instance.stacks().count(), 0);
            prop_assert_eq!(run.instance.watched().count(), 0);
            prop_assert_eq!(run.instance.state(), TreeState::Disabled);
        }
    }

    #[test]
    fn a_run_without_a_tracer_has_the_same_state_as_a_traced_one(seed: u64, size in 1_usize..40) {
        let (document, script) = case_with_trees(seed, size, FRAMES);
        has_same_state_without_tracer(&program(&document), seed, &script);
    }

    #[test]
    fn a_parent_of_the_game_behaves_as_the_built_in_one_that_does_the_same(seed: u64, size in 1_usize..40) {
        let document = document_with_trees(seed, size, &[]);
        let script = script(seed, FRAMES, 40, &document);
        let copied = with_copies(&document);
        let (mut run, mut own) = (Run::new(&document, seed), Run::new(&copied, seed));
        let mut unwatched = Run::new(&copied, seed);
        for frame in &script {
            prop_assert_eq!(run.step(frame), own.step(frame));
            prop_assert_eq!(&run.world, &own.world);
            prop_assert_eq!(run.instance.state(), own.instance.state());
            prop_assert!(run.instance.watched().eq(own.instance.watched()));
            unwatched.step_unwatched(frame);
            prop_assert!(unwatched.instance.stacks().eq(own.instance.stacks()));
            prop_assert!(unwatched.instance.watched().eq(own.instance.watched()));
            prop_assert_eq!(&unwatched.world, &own.world);
        }
    }

    #[test]
    fn a_skipped_check_would_have_returned_the_same_status(seed: u64, size in 1_usize..40) {
        let (document, script) = case_with_trees(seed, size, FRAMES);
        let (mut run, mut asking) = (Run::new(&document, seed), Run::new(&document, seed));
        let mut unwatched = Run::new(&document, seed);
        for frame in &script {
            asking.instance.invalidate_checks();
            prop_assert_eq!(run.step(frame), asking.step(frame));
            unwatched.step_unwatched(frame);
            prop_assert!(unwatched.instance.watched().eq(asking.instance.watched()));
            prop_assert!(unwatched.instance.stacks().eq(asking.instance.stacks()));
        }
    }
}
