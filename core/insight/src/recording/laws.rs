//! Wherever one goes in a recording, the run stands as one that was run straight to that frame. Over random trees, scripts and journeys.

use std::sync::Arc;

use proptest::prelude::*;
use treewright_core::Program;
use treewright_core::nodes::testing::random;
use treewright_core::nodes::testing::random::{
    Dice, ScriptFrame, document_with_trees, partly_disabled, played, script,
};
use treewright_core::runtime::{AgentId, ManagerSnapshot};
use treewright_core::testing::cases;

use super::testing::scripted;
use super::{Happening, Recording};
use crate::history::NodeRuns;

/// What is to be done before each frame, and how long it is.
struct Story {
    programs: [Arc<Program<()>>; 2],
    seed: u64,
    frames: Vec<ScriptFrame>,
    dice: u64,
}

impl Story {
    fn new(seed: u64, size: usize, frames: usize) -> Self {
        let document = document_with_trees(seed, size, &[]);
        let program = played(&document).unwrap();
        let changed = played(&partly_disabled(&document, seed));
        Self {
            frames: script(seed, frames, 50, &document),
            programs: [program.clone(), changed.unwrap_or(program)],
            seed,
            dice: seed ^ 0xd1ce,
        }
    }

    fn begin(&self) -> Recording {
        let mut recording = Recording::new(self.programs[0].clone(), self.seed);
        if self.seed.is_multiple_of(2) {
            recording.happens(Happening::Add { seed: 3 }).unwrap();
        }
        recording
    }

    /// Does what the story says for a frame, and runs it.
    fn step(&self, recording: &mut Recording, place: usize) {
        let frame = &self.frames[place];
        let mut dice = Dice::new(self.dice + place as u64);
        for happening in &frame.happenings {
            happens(recording, happening, &mut dice);
        }
        if dice.percent(5) {
            recording.swap(self.programs[dice.below(2)].clone());
        }
        recording.step(frame.dt);
    }

    /// A run straight to a frame.
    fn straight_to(&self, frame: u64) -> Recording {
        let mut recording = self.begin();
        for place in 0..frame as usize {
            self.step(&mut recording, place);
        }
        recording
    }
}

/// Does what a script says, to one of the agents.
fn happens(recording: &mut Recording, happening: &random::Happening, dice: &mut Dice) {
    let agents: Vec<AgentId> = recording.agents().collect();
    let agent = dice.of(&agents);
    let program = recording.instance(agent).unwrap().program();
    let happening = match (scripted(happening, agent, program), happening) {
        (Some(Happening::Send { event, .. }), _) => Happening::Send {
            agent: dice.percent(50).then_some(agent),
            event,
        },
        (Some(done), _) => done,
        (None, random::Happening::Restart) => Happening::Add {
            seed: dice.below(9) as u64,
        },
        (None, random::Happening::Disable) if agents.len() > 1 => Happening::Remove { agent },
        (None, _) => return,
    };
    // A variable that the other program does not declare cannot be written.
    let _ = recording.happens(happening);
}

/// All that can be seen of a run at the frame that is shown.
#[derive(Debug, PartialEq)]
struct Seen {
    frame: u64,
    time: f64,
    manager: ManagerSnapshot,
    runs: Vec<(AgentId, NodeRuns)>,
}

fn seen(recording: &mut Recording) -> Seen {
    Seen {
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

const FRAMES: usize = 24;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(200)))]

    #[test]
    fn wherever_one_goes_the_run_stands_as_one_run_straight_there(seed: u64, size in 1_usize..30) {
        let story = Story::new(seed, size, FRAMES);
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
                    straight = Recording::new(story.programs[0].clone(), story.seed);
                }
                for place in 0..frame as usize {
                    story.step(&mut straight, place);
                }
                prop_assert_eq!(seen(&mut recording), seen(&mut straight));
            }
        }
        prop_assert_eq!(whole, recording.frames);
    }

    #[test]
    fn so_many_frames_back_and_as_many_forward_change_nothing(seed: u64, size in 1_usize..30, back in 1_u64..20) {
        let story = Story::new(seed, size, FRAMES);
        let mut recording = story.straight_to(FRAMES as u64 - 1);
        let mut dice = Dice::new(seed);
        for happening in &story.frames[FRAMES - 1].happenings {
            happens(&mut recording, happening, &mut dice);
        }
        let before = seen(&mut recording);
        let (frame, pending) = (recording.frame(), recording.pending.clone());
        for at in (frame - back..frame).rev().chain(frame - back + 1..=frame) {
            recording.go_to(at);
        }
        prop_assert_eq!(before, seen(&mut recording));
        prop_assert_eq!(pending, recording.pending);
    }

    #[test]
    fn a_run_that_takes_another_way_is_one_that_took_it_at_once_and_the_first_way_can_be_taken_back(
        seed: u64, size in 1_usize..30, turn in 0_u64..20
    ) {
        let story = Story::new(seed, size, FRAMES);
        let other = Story { dice: seed ^ 0x07e4, programs: story.programs.clone(), frames: story.frames.clone(), seed };
        let mut recording = story.straight_to(FRAMES as u64);
        let first = recording.frames.clone();
        let end = seen(&mut recording);
        recording.go_to(turn);
        let mut straight = story.straight_to(turn);
        if turn == 0 {
            // Agents that were added before the first frame are part of the way that is left.
            straight = Recording::new(story.programs[0].clone(), story.seed);
        }
        for place in turn as usize..FRAMES {
            other.step(&mut recording, place);
            other.step(&mut straight, place);
        }
        let shown = |r: &Recording| r.frames.iter().map(|f| f.agents.clone()).collect::<Vec<_>>();
        prop_assert_eq!(shown(&recording), shown(&straight));
        prop_assert_eq!(seen(&mut recording), seen(&mut straight));
        prop_assert_eq!(recording.set_aside(), Some((turn + 1, FRAMES as u64)));
        let second = (recording.frames.clone(), seen(&mut recording));
        prop_assert!(recording.take_back());
        prop_assert_eq!(&first, &recording.frames);
        prop_assert_eq!(&end, &seen(&mut recording));
        prop_assert!(recording.take_back());
        prop_assert_eq!(second, (recording.frames.clone(), seen(&mut recording)));
        prop_assert_eq!(counted(&recording), recording.bytes);
    }

    #[test]
    fn a_frame_with_all_its_events_is_the_frame_and_with_none_is_how_it_began(seed: u64, size in 1_usize..30, frame in 1_u64..20) {
        let story = Story::new(seed, size, FRAMES);
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
                // Nobody writes those that agents share after this one.
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
    fn what_is_kept_within_a_limit_is_shown_as_before(seed: u64, size in 1_usize..30, kilobytes in 1_usize..60) {
        let story = Story::new(seed, size, FRAMES);
        let mut whole = story.straight_to(FRAMES as u64);
        let mut bounded = story.begin();
        bounded.set_limit(kilobytes << 10);
        for place in 0..FRAMES {
            story.step(&mut bounded, place);
            prop_assert_eq!(counted(&bounded), bounded.bytes);
            prop_assert!(bounded.bytes() <= bounded.limit() || bounded.keyframes.len() <= 2);
        }
        prop_assert_eq!(bounded.last_frame(), FRAMES as u64);
        for frame in bounded.first_frame()..FRAMES as u64 {
            bounded.go_to(frame);
            whole.go_to(frame);
            prop_assert_eq!((bounded.frame(), bounded.time()), (whole.frame(), whole.time()));
            prop_assert!(bounded.agents().eq(whole.agents()));
            // It can begin with the program that came after this frame, if there was no room for the ones before.
            if frame == bounded.first_frame() && bounded.program_number() != whole.program_number() {
                continue;
            }
            prop_assert_eq!(seen(&mut bounded), seen(&mut whole));
        }
    }
}
