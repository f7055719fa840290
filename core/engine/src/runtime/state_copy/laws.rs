//! A run that forgets, and one that is copied into another run after each frame, go on as if nothing had been done. Checked over random
//! trees of all node types.

use std::sync::Arc;

use proptest::prelude::*;

use super::StateCopier;
use crate::compile::{GameTasks, compile};
use crate::library::NodeLibrary;
use crate::model::Document;
use crate::nodes::testing::random::{
    ScriptFrame, TALKATIVE, World, document, document_with_trees, script,
};
use crate::runtime::testing::Run;
use crate::runtime::{Both, Tracer};
use crate::testing::cases;
use crate::{Program, TreeInstance};

/// Could decide what comes from outside, and decides nothing.
struct Deciding;

impl Tracer for Deciding {
    const ANSWERS: bool = true;
}

/// A program without code of a game.
fn program(document: &Document) -> Arc<Program<World>> {
    let library = NodeLibrary::builtin();
    let mut tasks = GameTasks::new();
    tasks.use_stand_ins(&library);
    compile(document, &library, &tasks).program.unwrap()
}

fn case(seed: u64, size: usize) -> (Arc<Program<World>>, Vec<ScriptFrame>) {
    let document = match seed % 4 {
        0 => document_with_trees(seed, size, &TALKATIVE),
        1 => document_with_trees(seed, size, &[]),
        _ => document(seed, size),
    };
    let script = script(seed, 24, 40, &document);
    (program(&document), script)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(600)))]

    #[test]
    fn a_run_that_forgets_after_each_frame_goes_on_as_before(seed: u64, size in 1_usize..40) {
        let (program, script) = case(seed, size);
        let mut copier = StateCopier::new(program.clone()).unwrap();
        let (mut run, mut forgetful) = (Run::of(program.clone(), 0), Run::of(program, 0));
        for (number, frame) in script.iter().enumerate() {
            run.instance.reseed(number as u64);
            forgetful.instance.reseed(number as u64);
            let (seen, own) = (run.step(frame), forgetful.step(frame));
            prop_assert_eq!(&seen.between, &own.between);
            prop_assert_eq!(happened(&seen), happened(&own));
            prop_assert_eq!(run.instance.state(), forgetful.instance.state());
            copier.forget(&mut forgetful.instance, &mut forgetful.globals);
        }
    }

    #[test]
    fn a_tracer_that_could_decide_and_does_not_changes_nothing(seed: u64, size in 1_usize..40) {
        let (program, script) = case(seed, size);
        let (mut run, mut decided) = (Run::of(program.clone(), 0), Run::of(program, 0));
        for frame in &script {
            let seen = run.step(frame);
            for happening in &frame.happenings {
                decided.happens(happening);
            }
            decided.recorder.take_events();
            decided.world.bits = frame.bits;
            let Run { instance, globals, world, recorder } = &mut decided;
            let mut deciding = Deciding;
            let mut tracer = Both::new(&mut deciding, &mut *recorder);
            instance.tick_traced(world, globals, frame.dt, &mut tracer);
            let events = recorder.take_events();
            prop_assert_eq!(seen.frame.map(|frame| frame.events).unwrap_or_default(), events);
            prop_assert_eq!(run.instance.snapshot(), instance.snapshot());
        }
    }

    #[test]
    fn a_copy_goes_on_in_any_run_of_the_program(seed: u64, size in 1_usize..40) {
        let (program, script) = case(seed, size);
        let mut copier = StateCopier::new(program.clone()).unwrap();
        let mut run = Run::of(program.clone(), 0);
        // One of them has run something else before.
        let mut others = [Run::of(program.clone(), 0), Run::of(program, 0)];
        for (number, frame) in script.iter().enumerate() {
            let mut copy = Vec::new();
            copier.forget(&mut run.instance, &mut run.globals);
            copier.save(&run.instance, &run.globals, &mut copy);
            let other = &mut others[number % 2];
            copier.forget(&mut other.instance, &mut other.globals);
            copier.restore(&copy, &mut other.instance, &mut other.globals);
            let mut again = Vec::new();
            copier.save(&other.instance, &other.globals, &mut again);
            prop_assert_eq!(&again, &copy);
            run.instance.reseed(number as u64);
            other.instance.reseed(number as u64);
            let (seen, own) = (run.step(frame), other.step(frame));
            prop_assert_eq!(&seen.between, &own.between);
            prop_assert_eq!(happened(&seen), happened(&own));
            prop_assert_eq!(run.instance.state(), other.instance.state());
        }
    }
}

/// What happened in a frame, without its number.
fn happened(
    result: &crate::runtime::testing::FrameResult,
) -> Option<impl PartialEq + std::fmt::Debug> {
    let frame = result.frame.as_ref()?;
    Some((frame.status, frame.events.clone(), frame.stacks.clone()))
}

#[test]
fn two_ways_to_the_same_state_give_the_same_copy() {
    use crate::runtime::{Globals, NoTracer};
    use crate::tree::{self, Tree};
    let tree = Tree::new(
        "",
        tree::forever(tree::selector([
            tree::sequence([tree::expression("a"), tree::wait(0.2)]),
            tree::idle(),
        ])),
    );
    let tree = tree.variable("a", true);
    let program = tree.compile(&GameTasks::<()>::new()).unwrap();
    let mut copier = StateCopier::new(program.clone()).unwrap();
    let mut copies = [1, 3, 5].map(|frames| {
        let mut run = TreeInstance::new(program.clone(), 0);
        let mut globals = Globals::default();
        for _ in 0..frames {
            run.tick_traced(&mut (), &mut globals, 0.1, &mut NoTracer);
        }
        let mut copy = Vec::new();
        copier.forget(&mut run, &mut globals);
        copier.save(&run, &globals, &mut copy);
        copy
    });
    let [first, third, fifth] = &mut copies;
    assert_eq!(first, third);
    assert_eq!(first, fifth);
}
