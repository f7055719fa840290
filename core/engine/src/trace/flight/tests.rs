//! A flight recording says what a recording of all frames says, as far back as its memory reaches.

use proptest::prelude::*;

use super::*;
use crate::TreeManager;
use crate::nodes::testing::random::{World, document_with_trees, program, script};
use crate::runtime::testing::apply_to_tree;
use crate::testing::cases;
use crate::trace::FrameRecorder;

/// Runs random trees twice: once with a flight recorder, once with a recorder of all frames. `after` is called after each
/// frame of the flight.
fn record(
    seed: u64,
    limit: usize,
    mut after: impl FnMut(&mut FlightRecorder),
) -> (FlightRecorder, Vec<FlightFrame>) {
    let document = document_with_trees(seed, 12, &[]);
    let program = program(&document);
    let script = script(seed, 30, 40, &document);
    let group = || {
        let mut manager = TreeManager::new();
        for seed in 0..5 {
            manager.add(program.clone(), seed).unwrap();
        }
        manager
    };
    let (mut flown, mut known) = (group(), group());
    let (mut flight, mut frames) = (FlightRecorder::new(limit), FrameRecorder::default());
    let mut worlds = [World::default(), World::default()];
    let mut all = Vec::new();
    for (frame, number) in script.iter().zip(1..) {
        let agent = AgentId(number % 5);
        for (manager, world) in [&mut flown, &mut known].into_iter().zip(&mut worlds) {
            world.bits = frame.bits;
            for happening in &frame.happenings {
                apply_to_tree(manager, agent, world, happening);
            }
        }
        flight.begin_frame(number, frame.dt);
        let keyframe = Keyframe::of(flown.get(agent).unwrap(), flown.globals());
        flight.keyframe(agent, keyframe.clone());
        flown.tick_traced(&mut worlds[0], frame.dt, &mut flight);
        after(&mut flight);
        known.tick_traced(&mut worlds[1], frame.dt, &mut frames);
        let trees = frames.take_trees().into_iter();
        all.push(FlightFrame {
            frame: number,
            dt: frame.dt,
            is_cut: false,
            keyframes: vec![(agent, keyframe)],
            trees: trees
                .map(|(agent, events, writes)| FlightTree {
                    agent,
                    outside: Vec::new(),
                    events,
                    writes,
                    data: FrameData::default(),
                })
                .collect(),
        });
    }
    (flight, all)
}

/// Forgets what a recorder of frames does not know.
fn without_outside(frames: impl Iterator<Item = FlightFrame>) -> Vec<FlightFrame> {
    frames
        .map(|mut frame| {
            frame.trees.iter_mut().for_each(|tree| tree.outside.clear());
            frame
        })
        .collect()
}

/// Asserts that these are the last of all frames, perhaps without the beginning of the first one.
fn is_end_of(frames: &[FlightFrame], all: &[FlightFrame]) {
    let (before, end) = all.split_at(all.len() - frames.len());
    for (frame, expected) in frames.iter().zip(end) {
        assert_eq!((frame.frame, frame.dt), (expected.frame, expected.dt));
        if !frame.is_cut {
            assert_eq!(frame, expected);
            continue;
        }
        assert_eq!(
            frame.frame,
            before.len() as u64 + 1,
            "only the first one is cut"
        );
        let missing = expected.trees.len() - frame.trees.len();
        assert_eq!(frame.trees, expected.trees[missing..]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(100)))]

    #[test]
    fn a_flight_recording_says_what_a_recording_of_all_frames_says(seed: u64) {
        let (flight, all) = record(seed, 1 << 24, |_| {});
        prop_assert_eq!(without_outside(flight.frames()), all);
    }

    #[test]
    fn old_frames_are_overwritten_and_the_rest_is_whole(seed: u64, limit in 2_000_usize..200_000) {
        let (flight, all) = record(seed, limit, |flight| {
            assert!(flight.bytes() <= limit.max(16_000), "{} of {limit}", flight.bytes());
        });
        is_end_of(&without_outside(flight.frames()), &all);
    }

    #[test]
    fn some_trees_from_some_frame_on_say_what_all_say(
        seed: u64,
        limit in 2_000_usize..200_000,
        agents in prop::collection::vec(0_u64..5, 0..4),
        from in 0_u64..35,
    ) {
        let (flight, _) = record(seed, limit, |_| {});
        let wanted: AgentSet = agents.into_iter().map(AgentId).collect();
        let mut all: Vec<_> = flight.frames().filter(|frame| frame.frame >= from).collect();
        for frame in &mut all {
            frame.trees.retain(|tree| wanted.contains(tree.agent));
            frame.keyframes.retain(|(agent, _)| wanted.contains(*agent));
        }
        all.retain(FlightFrame::has_content);
        let some: Vec<_> = flight.frames_of(&wanted, from).collect();
        prop_assert_eq!(some, all);
    }

    #[test]
    fn full_chunks_that_are_handed_over_and_given_back_say_the_same(seed: u64, limit in 1_000_000_usize..2_000_000) {
        let mut log = FlightLog::new(1 << 24);
        let (mut flight, all) = record(seed, limit, |flight| {
            let full: Vec<_> = flight.take_full_chunks().collect();
            for chunk in full {
                log.push(chunk.clone(), |_| {});
                flight.give_back(chunk);
            }
            assert!(flight.bytes() <= limit.max(16_000), "{} of {limit}", flight.bytes());
        });
        flight.take_chunks().for_each(|chunk| log.push(chunk, |_| {}));
        is_end_of(&without_outside(log.frames()), &all);
    }

    #[test]
    fn chunks_that_are_handed_over_say_the_same(seed: u64) {
        let mut log = FlightLog::new(1 << 24);
        let mut frames = 0;
        let (mut flight, all) = record(seed, 1 << 24, |flight| {
            frames += 1;
            if frames % 3 == 0 {
                flight.take_chunks().for_each(|chunk| log.push(chunk, |_| {}));
            }
        });
        flight.take_chunks().for_each(|chunk| log.push(chunk, |_| {}));
        prop_assert_eq!(without_outside(log.frames()), all);
    }
}

#[test]
fn a_lost_chunk_costs_whole_trees_and_nothing_else() {
    let (mut flight, all) = record(3, 4_000_000, |_| {});
    let mut chunks: Vec<FlightChunk> = Vec::new();
    let mut log = FlightLog::new(1 << 24);
    // Small chunks, so that a frame has several.
    let mut small = FlightRecorder::new(0);
    for frame in &all {
        small.begin_frame(frame.frame, frame.dt);
        for _ in 0..100 {
            for tree in &frame.trees {
                small.tree(tree.agent);
                small.start(NodeIndex(1));
                small.end(NodeIndex(1), EndStatus::Success);
            }
        }
        chunks.extend(small.take_chunks());
    }
    assert!(flight.take_chunks().count() > 0);
    let kept = chunks.into_iter().filter(|chunk| chunk.number() % 3 != 1);
    kept.for_each(|chunk| log.push(chunk, |_| {}));
    let mut cut = 0;
    for frame in log.frames() {
        cut += usize::from(frame.is_cut);
        for tree in &frame.trees {
            assert_eq!(tree.events.len(), 2, "a tree is whole or missing");
        }
    }
    assert!(cut > 5, "{cut} frames lack something");
}

#[test]
fn long_texts_are_cut_between_characters() {
    let mut flight = FlightRecorder::new(1 << 20);
    flight.begin_frame(1, 0.1);
    flight.log(NodeIndex(0), &"ö".repeat(1_000));
    flight.mark(NodeIndex(0), &format!("a{}", "ö".repeat(1_000)));
    let frames: Vec<_> = flight.frames().collect();
    let texts: Vec<_> = frames[0].trees[0]
        .events
        .iter()
        .filter_map(TraceEvent::text)
        .collect();
    assert_eq!(texts, ["ö".repeat(128), format!("a{}", "ö".repeat(127))]);
}

#[test]
fn what_came_from_outside_is_recorded() {
    use crate::compile::{GameTasks, compile};
    use crate::library::NodeLibrary;
    use crate::model::{DocumentBuilder, Node, Scope, Variable};
    use crate::value::ValueType;
    let mut builder = DocumentBuilder::new("Guard");
    builder.variable(Variable::new("health", ValueType::Float));
    builder.variable(Variable {
        scope: Scope::Global,
        ..Variable::new("alarm", ValueType::Bool)
    });
    builder.root(Node::new("n1", "Idle")).unwrap();
    let program = compile(
        &builder.finish(),
        &NodeLibrary::builtin(),
        &GameTasks::<()>::new(),
    )
    .program;
    let mut manager = TreeManager::new();
    let guard = manager.add(program.unwrap(), 0).unwrap();
    let mut flight = FlightRecorder::new(1 << 20);
    let mut outside = |manager: &mut TreeManager<()>| {
        flight.begin_frame(1, 0.1);
        manager.tick_traced(&mut (), 0.1, &mut flight);
        let tree = flight.frames().last().unwrap().trees.pop().unwrap();
        tree.outside
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect::<Vec<_>>()
    };
    let set_health = |manager: &mut TreeManager<()>, health: f64| {
        let (instance, globals) = manager.get_mut(guard).unwrap();
        instance.set(globals, "health", health).unwrap();
    };
    set_health(&mut manager, 5.0);
    assert_eq!(outside(&mut manager), ["health=5.0"]);
    assert!(outside(&mut manager).is_empty(), "once is enough");
    manager.globals_mut().set_as("alarm", true).unwrap();
    set_health(&mut manager, 5.0);
    assert_eq!(
        outside(&mut manager),
        ["health=5.0", "alarm=true"],
        "the same value is a write, too"
    );
    assert!(outside(&mut manager).is_empty());
}

#[test]
fn several_chunks_that_are_given_back_are_reused() {
    let mut flight = FlightRecorder::new(1 << 20);
    for frame in 1..=200 {
        flight.begin_frame(frame, 0.1);
        for node in 0..1_000 {
            flight.start(NodeIndex(node));
        }
    }
    let full: Vec<_> = flight.take_full_chunks().collect();
    assert!(full.len() > 5, "{}", full.len());
    for chunk in full {
        flight.give_back(chunk);
    }
    assert!(flight.spare.len() > 5 && flight.bytes() <= 1 << 20);
}

#[test]
fn a_warm_recorder_reuses_its_memory() {
    let mut flight = FlightRecorder::new(100_000);
    let mut record = |frames: std::ops::Range<u64>| {
        for frame in frames {
            flight.begin_frame(frame, 0.1);
            flight.tree(AgentId(7));
            for node in 0..100 {
                flight.start(NodeIndex(node));
                flight.end(NodeIndex(node), EndStatus::Success);
            }
        }
        flight.bytes()
    };
    let warm = record(1..1_000);
    assert_eq!(record(1_000..2_000), warm);
    assert!((50_000..=100_000).contains(&warm), "{warm}");
}
