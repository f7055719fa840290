//! The property: whoever watches whichever trees, on one thread or on many, all trees do the same, and a watched tree is
//! told the same as if all were.

use proptest::prelude::*;
use rustc_hash::FxHashMap;

use crate::TreeManager;
use crate::model::Document;
use crate::nodes::testing::random::{
    Dice, ScriptFrame, World, document_with_trees, program, script,
};
use crate::runtime::testing::apply_to_tree;
use crate::runtime::{AgentId, AgentSet, ErrorTracer, ManagerSnapshot};
use crate::testing::cases;
use crate::trace::{FrameRecorder, TraceEvent, Write};

const TREES: usize = 40;

/// How a frame of many trees is run.
#[derive(Clone, Copy, Debug)]
enum Way {
    Each,
    /// With a tracer of the game beside, which observes all trees.
    Beside,
    /// The same with a tracer that receives errors only.
    BesideErrors,
    #[cfg(feature = "rayon")]
    Parallel,
}

/// Who is watched.
#[derive(Clone, Copy, Debug)]
enum Who {
    Everyone,
    Some,
    Nobody,
}

/// What a tree did in a frame.
type Told = (Vec<TraceEvent>, Vec<Write>);

/// The results of a frame, as far as they do not depend on who is watched.
#[derive(Debug, PartialEq)]
struct FrameResult {
    running: usize,
    worlds: Vec<World>,
    snapshot: ManagerSnapshot,
    asleep: usize,
}

/// Random trees under one manager, each with its own world.
struct TreeGroup {
    manager: TreeManager<World>,
    ids: Vec<AgentId>,
    worlds: Vec<World>,
    recorder: FrameRecorder,
}

impl TreeGroup {
    fn new(documents: &[Document], seed: u64) -> Self {
        let programs: Vec<_> = documents.iter().map(program).collect();
        let mut manager = TreeManager::new();
        manager.set_added_sleep(seed.is_multiple_of(2));
        let kinds = programs.iter().cycle().take(TREES).zip(1..);
        let ids: Vec<_> = kinds
            .map(|(program, seed)| manager.add(program.clone(), seed).unwrap())
            .collect();
        Self {
            manager,
            worlds: vec![World::default(); ids.len()],
            ids,
            recorder: FrameRecorder::default(),
        }
    }

    fn step(
        &mut self,
        frame: &ScriptFrame,
        number: u64,
        (way, who): (Way, Who),
    ) -> (FrameResult, FxHashMap<AgentId, Told>) {
        let mut dice = Dice::new(number);
        for happening in &frame.happenings {
            let place = dice.below(self.ids.len());
            let world = &mut self.worlds[place];
            apply_to_tree(&mut self.manager, self.ids[place], world, happening);
        }
        for (world, place) in self.worlds.iter_mut().zip(0..) {
            world.bits = frame.bits.rotate_left(place);
        }
        let (worlds, recorder) = (&mut self.worlds[..], &mut self.recorder);
        let some = self.ids.iter().filter(|_| dice.percent(20));
        let watched: AgentSet = match who {
            Who::Everyone | Who::Nobody => AgentSet::new(),
            Who::Some => some.copied().collect(),
        };
        let ready = self.manager.frame(frame.dt);
        let running = match (way, who) {
            (Way::Each, Who::Everyone) => ready.traced(recorder).run_each(worlds),
            (Way::Each, _) => ready.watching(&watched, recorder).run_each(worlds),
            (Way::Beside, _) => {
                let mut game = FrameRecorder::default();
                let frame = ready.traced(&mut game).watching(&watched, recorder);
                let running = frame.run_each(worlds);
                assert!(game.take_trees().len() >= watched.len());
                running
            }
            (Way::BesideErrors, _) => {
                let mut errors = ErrorTracer::default();
                let frame = ready.traced(&mut errors);
                frame.watching(&watched, recorder).run_each(worlds)
            }
            #[cfg(feature = "rayon")]
            (Way::Parallel, Who::Everyone) => ready.traced(recorder).run_parallel(worlds),
            #[cfg(feature = "rayon")]
            (Way::Parallel, _) => ready.watching(&watched, recorder).run_parallel(worlds),
        };
        let told = recorder.take_trees().into_iter();
        let told: FxHashMap<_, _> = told
            .map(|(id, events, writes)| (id, (events, writes)))
            .collect();
        let is_meant = |id: &AgentId| matches!(who, Who::Everyone) || watched.contains(*id);
        assert!(told.keys().all(is_meant), "{who:?}");
        let result = FrameResult {
            running: running.unwrap(),
            worlds: self.worlds.clone(),
            snapshot: self.manager.snapshot(),
            asleep: self.manager.asleep_count(),
        };
        (result, told)
    }
}

/// Compares all ways to run and to watch. Returns how many trees of the smaller set were told something.
fn compare(seed: u64, size: usize) -> usize {
    let documents: Vec<_> = (0..3)
        .map(|n| document_with_trees(seed.wrapping_add(n), size, &[]))
        .collect();
    let script = script(seed, 10, 40, &documents[0]);
    let modes = [
        (Way::Each, Who::Some),
        (Way::Each, Who::Nobody),
        (Way::Beside, Who::Some),
        (Way::Beside, Who::Nobody),
        (Way::BesideErrors, Who::Some),
        #[cfg(feature = "rayon")]
        (Way::Parallel, Who::Everyone),
        #[cfg(feature = "rayon")]
        (Way::Parallel, Who::Some),
        #[cfg(feature = "rayon")]
        (Way::Parallel, Who::Nobody),
    ];
    let mut first = TreeGroup::new(&documents, seed);
    let mut others: Vec<_> = modes
        .into_iter()
        .map(|mode| (mode, TreeGroup::new(&documents, seed)))
        .collect();
    let mut seen = 0;
    for (frame, number) in script.iter().zip(0..) {
        let (expected, all) = first.step(frame, number, (Way::Each, Who::Everyone));
        for (mode, other) in &mut others {
            let (result, told) = other.step(frame, number, *mode);
            assert_eq!(expected, result, "{mode:?}, frame {number}: {frame:?}");
            for (agent, told) in &told {
                assert_eq!(
                    Some(told),
                    all.get(agent),
                    "{mode:?}, frame {number}, {agent:?}"
                );
            }
            if let (_, Who::Some) = mode {
                seen += told.len();
            }
        }
    }
    seen
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(100)))]

    #[test]
    fn trees_do_the_same_whoever_is_watched(seed: u64, size in 1_usize..14) {
        compare(seed, size);
    }
}

/// Guards the property: it would prove little if nobody were watched.
#[test]
fn some_are_watched() {
    assert!(compare(1, 8) > 50);
}
