//! Going to any frame of a recording gives the same state as running straight to that frame. Over random trees, scripts and
//! jumps.

use std::sync::Arc;

use proptest::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use treewright_core::Program;
use treewright_core::compile::{GameTasks, compile};
use treewright_core::library::NodeLibrary;
use treewright_core::model::testing::draw;
use treewright_core::nodes::testing::random;
use treewright_core::nodes::testing::random::{
    Dice, ScriptFrame, partly_disabled, played, script, with_own_parents,
};
use treewright_core::runtime::{AgentId, ManagerSnapshot};
use treewright_core::testing::cases;
use treewright_core::time::Nanoseconds;

use super::testing::{documents, scripted};
use super::{AgentFrame, FrameRecord, Recording, RowKind, RunInput, Way, WayDifference, rows};
use crate::history::NodeRuns;

/// The inputs and the duration of each frame.
struct RandomScript {
    /// Each tree, and a version of it that was changed.
    trees: Vec<[Arc<Program<()>>; 2]>,
    seed: u64,
    frames: Vec<ScriptFrame>,
    dice: u64,
}

impl RandomScript {
    fn new(seed: u64, size: usize, frames: usize) -> Self {
        let mut documents = documents(seed, size);
        if seed.is_multiple_of(3) {
            documents[0] = with_own_parents(&documents[0], seed);
        }
        let trees = documents.iter().map(|document| {
            let program = played(document).unwrap();
            let changed = played(&partly_disabled(document, seed));
            [program.clone(), changed.unwrap_or(program)]
        });
        Self {
            frames: script(seed, frames, 50, &documents[0]),
            trees: trees.collect(),
            seed,
            dice: seed ^ 0xd1ce,
        }
    }

    /// The same trees and frames, with other choices.
    fn other(&self, dice: u64) -> Self {
        Self {
            trees: self.trees.clone(),
            frames: self.frames.clone(),
            seed: self.seed,
            dice,
        }
    }

    fn first(&self) -> Arc<Program<()>> {
        self.trees[0][0].clone()
    }

    fn begin(&self) -> Recording {
        let mut recording = Recording::new(self.first(), self.seed);
        if self.seed.is_multiple_of(2) {
            recording.add(self.first(), 3).unwrap();
        }
        for tree in &self.trees[1..] {
            if self.seed.is_multiple_of(5) {
                recording.add(tree[0].clone(), 4).unwrap();
            }
        }
        recording
    }

    /// Applies the inputs of a frame and runs it.
    fn step(&self, recording: &mut Recording, place: usize) {
        let frame = &self.frames[place];
        let mut dice = Dice::new(self.dice + place as u64);
        for happening in &frame.happenings {
            self.happens(recording, happening, &mut dice);
        }
        if dice.percent(5) {
            let from = any_running(recording, &mut dice);
            let old = &recording.programs()[from];
            let is_it = |tree: &&[Arc<Program<()>>; 2]| tree.iter().any(|of| Arc::ptr_eq(of, old));
            let tree = self.trees.iter().find(is_it).unwrap();
            recording.swap(from, dice.of(tree)).unwrap();
        }
        recording.step(frame.dt);
    }

    /// Applies an input of a script to one of the agents.
    fn happens(&self, recording: &mut Recording, happening: &random::ScriptEvent, dice: &mut Dice) {
        let agents: Vec<AgentId> = recording.agents().collect();
        let agent = dice.of(&agents);
        let program = recording.instance(agent).unwrap().program();
        let happening = match (scripted(happening, agent, program), happening) {
            (Some(RunInput::Send { event, .. }), _) => RunInput::Send {
                agent: dice.percent(50).then_some(agent),
                event,
            },
            (Some(done), _) => done,
            (None, random::ScriptEvent::Restart) if dice.percent(50) => {
                let tree = dice.of(&self.trees);
                recording
                    .add(tree[0].clone(), dice.below(9) as u64)
                    .unwrap();
                return;
            }
            (None, random::ScriptEvent::Restart) => RunInput::Add {
                seed: dice.below(9) as u64,
                program: any_running(recording, dice),
            },
            (None, random::ScriptEvent::Disable) if agents.len() > 1 => RunInput::Remove { agent },
            (None, _) => return,
        };
        // A variable that the other program does not declare cannot be written.
        let _ = recording.apply(happening);
    }

    /// Runs straight to a frame.
    fn straight_to(&self, frame: u64) -> Recording {
        let mut recording = self.begin();
        for place in 0..frame as usize {
            self.step(&mut recording, place);
        }
        recording
    }
}

/// The program of one of the agents.
fn any_running(recording: &Recording, dice: &mut Dice) -> usize {
    let agents: Vec<_> = recording.agent_programs().iter().collect();
    dice.of(&agents).1
}

/// The complete observable state at the current frame.
#[derive(Debug, PartialEq)]
struct RunState {
    frame: u64,
    time: Nanoseconds,
    manager: ManagerSnapshot,
    runs: Vec<(AgentId, NodeRuns)>,
    programs: Vec<*const Program<()>>,
}

fn run_state(recording: &mut Recording) -> RunState {
    let agents = recording.agent_programs().iter();
    let programs = agents.map(|(agent, of)| {
        let program = recording.instance(agent).unwrap().program();
        assert!(Arc::ptr_eq(program, &recording.programs()[of]));
        Arc::as_ptr(program)
    });
    RunState {
        programs: programs.collect(),
        frame: recording.now.frame,
        time: recording.now.time,
        manager: recording.now.manager.snapshot(),
        runs: recording.now.runs.clone(),
    }
}

fn counted(recording: &Recording) -> usize {
    let frames = recording.frames.iter().map(|f| f.bytes());
    frames.sum::<usize>() + recording.keyframes.iter().map(|k| k.bytes()).sum::<usize>()
}

fn events_of(recording: &Recording, frame: u64) -> Vec<(AgentId, usize)> {
    let agents = recording.record(frame).into_iter().flat_map(|r| &r.agents);
    agents.map(|a| (a.agent, a.events.len())).collect()
}

fn all_frames(recording: &Recording) -> Vec<Arc<FrameRecord>> {
    recording.frames.iter().cloned().collect()
}

/// What the agents did in each frame, whatever the numbers of their programs were.
fn shown(recording: &Recording) -> Vec<(f64, Vec<AgentFrame>)> {
    let frames = recording.frames.iter();
    let without_number = |frame: &AgentFrame| AgentFrame {
        program: 0,
        ..frame.clone()
    };
    frames
        .map(|frame| (frame.dt, frame.agents.iter().map(without_number).collect()))
        .collect()
}

/// Compares the current way with the one that was left last, frame by frame.
fn assert_difference_is_found(recording: &Recording) {
    let way = recording.ways().last().unwrap();
    let mut found = WayDifference::new(way.id());
    found.advance(recording, &mut || true);
    let rows_of = |record: &FrameRecord, before| {
        let mut rows = rows(recording.programs(), record, before);
        rows.retain(|row| row.kind != RowKind::Swap);
        for row in &mut rows {
            row.events = 0;
        }
        rows.sort_by_key(|row| format!("{row:?}"));
        rows
    };
    let pairs = way.records().iter().map(|there| {
        let here = recording.record(there.frame).unwrap();
        let before = (
            recording.programs_before(there.frame),
            recording.programs_before_in(way, there.frame),
        );
        (
            there.frame,
            rows_of(here, before.0),
            rows_of(there, before.1),
        )
    });
    let different: Vec<_> = pairs.filter(|(_, here, there)| here != there).collect();
    assert_eq!(found.first(), different.first().map(|(frame, ..)| *frame));
    let all = different
        .iter()
        .flat_map(|(_, here, there)| here.iter().chain(there));
    let nodes: FxHashSet<_> = all.filter_map(|row| row.node.clone()).collect();
    let mut different = found.nodes().iter().map(|((_, node), _)| node);
    assert!(different.all(|node| nodes.contains(node)));
    assert!(found.inputs().map(|row| row.frame).is_sorted());
}

const FRAMES: usize = 24;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(200)))]

    #[test]
    fn going_to_any_frame_equals_running_straight_to_it(seed: u64, size in 1_usize..30) {
        let story = RandomScript::new(seed, size, FRAMES);
        let mut recording = story.straight_to(FRAMES as u64);
        let whole = recording.frames.clone();
        let mut dice = Dice::new(seed);
        for _ in 0..12 {
            let frame = dice.below(FRAMES + 1) as u64;
            if dice.percent(30) && frame > 0 {
                let (agent, events) = dice.of(&events_of(&recording, frame));
                prop_assert!(recording.go_inside(frame, agent, dice.below(events + 1)));
                prop_assert_eq!(recording.frame(), frame);
                continue;
            }
            recording.go_to(frame);
            prop_assert_eq!(recording.frame(), frame);
            if frame < FRAMES as u64 {
                let mut straight = story.begin();
                if frame == 0 {
                    straight = Recording::new(story.first(), story.seed);
                }
                for place in 0..frame as usize {
                    story.step(&mut straight, place);
                }
                prop_assert_eq!(run_state(&mut recording), run_state(&mut straight));
            }
        }
        prop_assert_eq!(whole, recording.frames);
    }

    #[test]
    fn going_back_and_forward_changes_nothing(seed: u64, size in 1_usize..30, back in 1_u64..20) {
        let story = RandomScript::new(seed, size, FRAMES);
        let mut recording = story.straight_to(FRAMES as u64 - 1);
        let mut dice = Dice::new(seed);
        for happening in &story.frames[FRAMES - 1].happenings {
            story.happens(&mut recording, happening, &mut dice);
        }
        let before = run_state(&mut recording);
        let (frame, pending) = (recording.frame(), recording.pending.clone());
        for at in (frame - back..frame).rev().chain(frame - back + 1..=frame) {
            recording.go_to(at);
        }
        prop_assert_eq!(before, run_state(&mut recording));
        prop_assert_eq!(pending, recording.pending);
    }

    #[test]
    fn a_branched_run_equals_a_straight_one_and_discarded_frames_can_be_restored(
        seed: u64, size in 1_usize..30, turn in 0_u64..20
    ) {
        let story = RandomScript::new(seed, size, FRAMES);
        let other = story.other(seed ^ 0x07e4);
        let mut recording = story.straight_to(FRAMES as u64);
        let first = recording.frames.clone();
        let end = run_state(&mut recording);
        recording.go_to(turn);
        let mut straight = story.straight_to(turn);
        if turn == 0 {
            // Agents added before the first frame belong to the discarded branch.
            straight = Recording::new(story.first(), story.seed);
        }
        for place in turn as usize..FRAMES {
            other.step(&mut recording, place);
            other.step(&mut straight, place);
        }
        prop_assert_eq!(shown(&recording), shown(&straight));
        prop_assert_eq!(run_state(&mut recording), run_state(&mut straight));
        prop_assert_eq!(recording.discarded_frames(), Some((turn + 1, FRAMES as u64)));
        assert_difference_is_found(&recording);
        let second = (recording.frames.clone(), run_state(&mut recording));
        prop_assert!(recording.restore_discarded());
        prop_assert_eq!(&first, &recording.frames);
        prop_assert_eq!(&end, &run_state(&mut recording));
        prop_assert!(recording.restore_discarded());
        prop_assert_eq!(second, (recording.frames.clone(), run_state(&mut recording)));
        prop_assert_eq!(counted(&recording), recording.bytes);
    }

    #[test]
    fn each_way_stays_as_it_was_while_the_run_goes_others(seed: u64, size in 1_usize..30, turns in 1_usize..12) {
        let story = RandomScript::new(seed, size, FRAMES);
        let mut recording = story.straight_to(FRAMES as u64);
        let mut dice = Dice::new(seed);
        // All ways, as they were when they were left or current last.
        let mut seen = FxHashMap::default();
        for turn in 0..turns as u64 {
            seen.insert(recording.current_way(), all_frames(&recording));
            let other = story.other(turn);
            if dice.percent(40) && !recording.ways().is_empty() {
                let ids: Vec<_> = recording.ways().iter().map(Way::id).collect();
                let chosen = dice.of(&ids);
                prop_assert!(recording.switch_to_way(chosen));
                prop_assert_eq!(recording.current_way(), chosen);
            } else if dice.percent(20) {
                prop_assert!(recording.restart(dice.of(&story.trees[0]), seed));
            } else {
                recording.go_to(dice.below(recording.last_frame() as usize + 1) as u64);
                recording.discard_later_frames();
                let first = recording.frame() as usize;
                for place in first..(first + dice.below(6)).min(FRAMES) {
                    other.step(&mut recording, place);
                }
                seen.insert(recording.current_way(), all_frames(&recording));
            }
            if let Some(expected) = seen.get(&recording.current_way()) {
                prop_assert_eq!(expected, &all_frames(&recording));
            }
            prop_assert_eq!(counted(&recording), recording.bytes);
            for way in recording.ways() {
                let shared = recording.frames.iter().take(way.shared_until() as usize);
                let whole: Vec<_> = shared.chain(way.records()).cloned().collect();
                prop_assert_eq!(&seen[&way.id()], &whole, "{:?}", way.id());
                prop_assert_eq!(way.bytes(), way.counted());
            }
            // Its frames can be shown, by running from its keyframes.
            let frame = dice.below(recording.last_frame() as usize + 1) as u64;
            recording.go_to(frame);
            prop_assert_eq!(recording.frame(), frame);
        }
    }

    #[test]
    fn a_run_that_repeats_its_inputs_from_any_frame_on_is_the_same(seed: u64, size in 1_usize..30, turn in 0_u64..20) {
        let mut story = RandomScript::new(seed, size, FRAMES);
        for tree in &mut story.trees {
            tree[1] = tree[0].clone();
        }
        let mut recording = story.straight_to(FRAMES as u64);
        let whole = shown(&recording);
        if turn == 0 {
            prop_assert!(recording.restart(story.first(), seed));
        } else {
            recording.go_to(turn);
            recording.discard_later_frames();
        }
        while let Some(frame) = recording.repeat_inputs(&[], |_, name| name.clone()) {
            prop_assert_eq!(&frame.unfit, &[]);
            recording.step(frame.seconds);
        }
        prop_assert_eq!(whole, shown(&recording));
        prop_assert_eq!(recording.recorded_ahead(), None);
    }

    #[test]
    fn inputs_happen_again_to_the_same_agents_beside_a_guest_that_joins_earlier(seed: u64, size in 1_usize..30, turn in 0_u64..20) {
        let mut story = RandomScript::new(seed, size, FRAMES);
        for tree in &mut story.trees {
            tree[1] = tree[0].clone();
        }
        let mut recording = story.straight_to(FRAMES as u64);
        let idle = compile(&draw("n1:Idle"), &NodeLibrary::builtin(), &GameTasks::new());
        let guest = idle.program.unwrap();
        let without_guests = |recording: &Recording| -> Vec<Vec<AgentFrame>> {
            let is_guest = |frame: &AgentFrame| Arc::ptr_eq(&recording.programs()[frame.program], &guest);
            let without = |record: &Arc<FrameRecord>| {
                let agents = record.agents.iter().filter(|frame| !is_guest(frame));
                agents.map(|frame| AgentFrame { agent: AgentId(0), program: 0, ..frame.clone() }).collect()
            };
            recording.frames.iter().map(without).collect()
        };
        let whole = without_guests(&recording);
        let mut dice = Dice::new(seed);
        for turn in [turn, dice.below(turn as usize + 4) as u64, dice.below(FRAMES) as u64] {
            recording.go_to(turn);
            recording.add(guest.clone(), 1).unwrap();
            let last = (turn + 1 + dice.below(6) as u64).min(FRAMES as u64);
            while recording.frame() < last {
                let frame = recording.repeat_inputs(&[], |_, name| name.clone()).unwrap();
                prop_assert_eq!(&frame.unfit, &[]);
                recording.step(frame.seconds);
            }
        }
        while let Some(frame) = recording.repeat_inputs(&[], |_, name| name.clone()) {
            prop_assert_eq!(&frame.unfit, &[]);
            recording.step(frame.seconds);
        }
        let same = whole == without_guests(&recording);
        prop_assert!(same);
    }

    #[test]
    fn a_partial_frame_ranges_from_its_start_to_its_end(seed: u64, size in 1_usize..30, frame in 1_u64..20) {
        let story = RandomScript::new(seed, size, FRAMES);
        let mut recording = story.straight_to(FRAMES as u64);
        let agents = events_of(&recording, frame);
        recording.go_to(frame);
        let runs = recording.now.runs.clone();
        for (agent, events) in agents {
            recording.go_to(frame);
            let (_, whole) = runs.iter().find(|(id, _)| *id == agent).unwrap();
            let stacks = recording.stacks(agent);
            let tree = recording.instance(agent).unwrap();
            let mut names: Vec<_> = tree.program().tree_variables().iter().map(|v| v.name.clone()).collect();
            if recording.agents().last() == Some(agent) {
                // No later agent writes the shared variables.
                names.extend(tree.program().global_variables().iter().map(|v| v.name.clone()));
            }
            let values: Vec<_> = names.iter().map(|n| recording.variable(agent, n).cloned()).collect();
            prop_assert!(recording.go_inside(frame, agent, usize::MAX));
            prop_assert_eq!(recording.inside(), Some((agent, events)));
            prop_assert_eq!(whole, recording.node_runs(agent).unwrap());
            prop_assert_eq!(stacks, recording.stacks(agent));
            let then: Vec<_> = names.iter().map(|n| recording.variable(agent, n).cloned()).collect();
            prop_assert_eq!(values, then);
            prop_assert!(recording.go_inside(frame, agent, 0));
            prop_assert_eq!(recording.now.node_runs(agent), recording.node_runs(agent));
        }
    }

    #[test]
    fn frames_kept_within_a_limit_are_unchanged(seed: u64, size in 1_usize..30, kilobytes in 1_usize..60) {
        let story = RandomScript::new(seed, size, FRAMES);
        let mut whole = story.straight_to(FRAMES as u64);
        let mut bounded = story.begin();
        bounded.set_limit(kilobytes << 10);
        for place in 0..FRAMES {
            story.step(&mut bounded, place);
            prop_assert_eq!(counted(&bounded), bounded.bytes);
            prop_assert!(bounded.bytes() <= bounded.limit() || bounded.keyframes.len() <= 2);
            prop_assert!(bounded.needed_programs().iter().all(|number| bounded.keeps_program(*number)));
        }
        prop_assert_eq!(bounded.last_frame(), FRAMES as u64);
        for frame in bounded.first_frame()..FRAMES as u64 {
            bounded.go_to(frame);
            whole.go_to(frame);
            prop_assert_eq!((bounded.frame(), bounded.time()), (whole.frame(), whole.time()));
            prop_assert!(bounded.agents().eq(whole.agents()));
            // It may start with the program after this frame, if the earlier ones did not fit.
            if frame == bounded.first_frame() && bounded.agent_programs() != whole.agent_programs() {
                continue;
            }
            prop_assert_eq!(run_state(&mut bounded), run_state(&mut whole));
        }
    }
}
