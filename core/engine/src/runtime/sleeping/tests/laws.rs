//! The property: sleeping trees do what they would do awake. Checked over random trees and scripts.

use proptest::prelude::*;
use rustc_hash::FxHashMap;

use super::Watcher;
use crate::TreeManager;
use crate::format::snapshot_json;
use crate::model::Document;
use crate::nodes::testing::random::{
    Dice, ScriptEvent, ScriptFrame, World, document_with_trees, program, script, with_copies,
    with_own_parents,
};
use crate::runtime::testing::apply_to_tree;
use crate::runtime::{AgentId, ManagerSnapshot, NodeIndex, Status};
use crate::testing::cases;
use crate::trace::TraceEvent;

/// Three random trees under one manager, and the last status of each task.
struct Arena {
    manager: TreeManager<World>,
    ids: Vec<AgentId>,
    world: World,
    watcher: Watcher,
    statuses: FxHashMap<(AgentId, NodeIndex), Status>,
    slept: usize,
}

impl Arena {
    fn new(documents: &[Document], sleeps: bool) -> Self {
        let mut manager = TreeManager::new();
        manager.set_added_sleep(sleeps);
        let add = |(document, seed)| manager.add(program(document), seed).unwrap();
        let ids = documents.iter().zip(1..).map(add).collect();
        Self {
            manager,
            ids,
            world: World::default(),
            watcher: Watcher::default(),
            statuses: FxHashMap::default(),
            slept: 0,
        }
    }

    fn happens(&mut self, happening: &ScriptEvent, dice: &mut Dice) {
        let id = dice.of(&self.ids);
        apply_to_tree(&mut self.manager, id, &mut self.world, happening);
    }

    /// Runs a frame. Returns how many trees are running after it, and the events of all trees in which anything
    /// happened.
    fn step(
        &mut self,
        frame: &ScriptFrame,
        number: u64,
    ) -> (usize, Vec<(AgentId, Vec<TraceEvent>)>) {
        let mut dice = Dice::new(number);
        for happening in &frame.happenings {
            self.happens(happening, &mut dice);
        }
        self.world.bits = frame.bits;
        let running = self
            .manager
            .tick_traced(&mut self.world, frame.dt, &mut self.watcher);
        self.slept += self.manager.asleep_count();
        let mut events = self.watcher.take();
        events.retain(|(id, events)| !self.is_quiet(*id, events));
        (running, events)
    }

    /// Returns whether nothing happened except that tasks returned the same statuses as before. Records the statuses.
    fn is_quiet(&mut self, id: AgentId, events: &[TraceEvent]) -> bool {
        let mut quiet = true;
        for event in events {
            quiet &= match event {
                TraceEvent::Update(node, status) => {
                    self.statuses.insert((id, *node), *status);
                    *status == Status::Running
                }
                TraceEvent::Check(node, status) => {
                    self.statuses.insert((id, *node), *status) == Some(*status)
                }
                _ => false,
            };
        }
        quiet
    }

    /// Continues with a copy that was written to a file format and read back.
    fn reload(&mut self) {
        let text = snapshot_json::write_manager(&self.manager.snapshot());
        let snapshot = snapshot_json::read_manager(text.as_bytes()).unwrap();
        let manager = &self.manager;
        let programs = |number: u64, _: &_| {
            let id = manager.agents().find(|id| id.number() == number)?;
            Some(manager.get(id)?.program().clone())
        };
        let (restored, report) = TreeManager::restore(&snapshot, programs).unwrap();
        assert!(report.is_kept());
        self.manager = restored;
    }

    /// Returns the state of all trees, without the events of one frame, for which nobody may listen, and without whether
    /// they may sleep.
    fn state(&mut self) -> ManagerSnapshot {
        let mut snapshot = self.manager.snapshot();
        snapshot.added_sleep = false;
        for saved in &mut snapshot.trees {
            saved.may_sleep = false;
            saved.tree.events.clear();
        }
        snapshot
    }
}

/// Node types that let trees sleep.
const CAN_SLEEP: [&str; 21] = [
    "Sequence",
    "Selector",
    "Parallel",
    "ParallelSelector",
    "UtilitySelector",
    "Service",
    "TimeLimit",
    "Delay",
    "Guard",
    "Inverter",
    "Wait",
    "WaitUntil",
    "WaitForEvent",
    "RandomWait",
    "Idle",
    "CompareBool",
    "CompareFloat",
    "Expression",
    "HasReceivedEvent",
    "VariableChanged",
    "Timer",
];

fn documents(seed: u64, size: usize) -> Vec<Document> {
    let kinds: &[&str] = if seed.is_multiple_of(4) {
        &[]
    } else {
        &CAN_SLEEP
    };
    (0..3)
        .map(|n| {
            let seed = seed.wrapping_add(n);
            let document = document_with_trees(seed, size, kinds);
            match seed % 5 {
                0 => with_own_parents(&document, seed),
                1 | 2 => with_copies(&document),
                _ => document,
            }
        })
        .collect()
}

fn compare(seed: u64, size: usize, frames: usize) -> usize {
    let documents = documents(seed, size);
    let script = script(seed, frames, 12, &documents[0]);
    let (mut awake, mut slept) = (Arena::new(&documents, false), Arena::new(&documents, true));
    for (frame, number) in script.iter().zip(0..) {
        assert_eq!(
            awake.step(frame, number),
            slept.step(frame, number),
            "{frame:?}"
        );
        assert_eq!(awake.world, slept.world);
        // Rarely, because taking a snapshot makes sleeping trees catch up.
        if number % 13 == 12 {
            assert_eq!(awake.state(), slept.state());
            slept.reload();
        }
    }
    slept.slept
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(200)))]

    #[test]
    fn a_sleeping_tree_behaves_as_if_awake(seed: u64, size in 1_usize..20) {
        compare(seed, size, 40);
    }
}

#[test]
fn the_random_trees_sleep() {
    let slept: usize = (0..100).map(|seed| compare(seed, 8, 40)).sum();
    assert!(slept > 1_000, "only {slept} frames of 100 runs were slept");
}
