//! Scenarios of what an agent did: they pass, from the start of its tree or from any frame, or say what they lack.

use treewright_core::prelude::*;
use treewright_core::trace::{FlightRecorder, Keyframe};

use super::super::tests::{HUNTER, sources, tasks};
use super::*;
use crate::scenario::ScenarioRun;
use crate::told_past::{Beginning, FrameMoment, ToldPast};

/// Returns what is known of a hunter that is watched from the end of this frame on, and the files of its tree.
fn watched(after: u64, frames: u64) -> (ToldPast, ParsedSources, Origins) {
    let program = Program::load(HUNTER.as_bytes(), &tasks()).unwrap();
    let files = sources().unpack().unwrap();
    let compiled = files.compile(&[]);
    let mut past = ToldPast::default();
    past.add_program(compiled.program.unwrap());
    let mut trees = TreeManager::new();
    let agent = trees.add(program, 1).unwrap();
    let mut recorder = FlightRecorder::new(1 << 24);
    let mut begin = |trees: &TreeManager<u64>| {
        let keyframe = Keyframe::of(trees.get(agent).unwrap(), trees.globals());
        let moment = (after, after as f64 * 0.1);
        past.begin(agent, 0, &Beginning::with_keyframe(moment, &keyframe));
    };
    for frame in 1..=frames {
        if frame == after + 1 {
            begin(&trees);
        }
        if frame.is_multiple_of(7) {
            let (tree, globals) = trees.get_mut(agent).unwrap();
            tree.set(globals, "fog", frame.is_multiple_of(2)).unwrap();
        }
        recorder.begin_frame(frame, 0.1);
        trees.tick_traced(&mut (frame * frame / 3), 0.1, &mut recorder);
    }
    for seen in recorder.frames().filter(|seen| seen.frame > after) {
        let moment = FrameMoment {
            frame: seen.frame,
            dt: seen.dt,
            time: seen.frame as f64 * 0.1,
        };
        let tree = seen.trees.into_iter().next().unwrap();
        assert!(past.push_tree(0, moment, tree, Vec::new()));
    }
    (past, files, compiled.origins)
}

/// Returns how many frames a scenario has and what it lacks; it must pass.
fn passing(after: u64) -> Result<(u64, Vec<LeftOut>), ScenarioRefusal> {
    let (past, files, origins) = watched(after, 80);
    let stretch = past.stretches(AgentId(0)).next().unwrap();
    let made = scenario_of(stretch, &files, &origins, &(0..=u64::MAX))?;
    let scenario = &made.scenario;
    assert!(scenario.steps[&scenario.frames].expect.running.is_some());
    let mut run = ScenarioRun::in_project(files.project(), &files.kinds, scenario).unwrap();
    while run.step().unwrap().is_some() {}
    assert_eq!(run.differences(), [], "after {after}");
    Ok((scenario.frames, made.left_out))
}

#[test]
fn a_run_from_its_start_becomes_a_scenario_that_passes() {
    assert_eq!(passing(0), Ok((80, Vec::new())));
}

#[test]
fn a_run_that_began_before_becomes_one_or_it_is_said_why_not() {
    let (mut whole, mut later, mut parts, mut refused) = (0, 0, 0, 0);
    for after in 1..60 {
        let Ok((frames, left_out)) = passing(after) else {
            refused += 1;
            continue;
        };
        let others = left_out.iter();
        let others = others.filter(|left| !matches!(left, LeftOut::Begun { .. }));
        match others.collect::<Vec<_>>()[..] {
            [] => whole += 1,
            [LeftOut::StartsLater { frame }] => {
                assert_eq!(frame + frames, 80, "no frame after its start is missing");
                later += 1;
            }
            [LeftOut::OtherRun { frame }] => {
                assert_eq!(*frame, after + frames, "the first one that is missing");
                parts += 1;
            }
            [
                LeftOut::StartsLater { frame },
                LeftOut::OtherRun { frame: other },
            ] => {
                assert_eq!(*other, frame + 1 + frames, "the first one that is missing");
                parts += 1;
            }
            ref other => panic!("{other:?}"),
        }
    }
    assert!(
        whole > 10 && later > 10,
        "{whole} whole, {later} from a later start, {parts} in part, {refused} refused"
    );
}

#[test]
fn frames_of_which_nothing_is_known_are_refused() {
    let (past, files, origins) = watched(20, 40);
    let stretch = past.stretches(AgentId(0)).next().unwrap();
    let of = |frames| scenario_of(stretch, &files, &origins, &frames).err();
    assert_eq!(of(50..=60), Some(ScenarioRefusal::NotKnown));
    assert_eq!(of(0..=10), Some(ScenarioRefusal::NotKnown));
}
