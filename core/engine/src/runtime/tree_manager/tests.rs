//! Tests of the list of a manager's trees.

use std::sync::Arc;

use crate::compile::{GameTasks, compile};
use crate::library::NodeLibrary;
use crate::model::testing::draw;
use crate::runtime::{
    AgentId, Event, Globals, Lent, Status, TaskContext, TaskHooks, TreeState, WorldCount,
};
use crate::value::Value;
use crate::{Program, TreeInstance, TreeManager};

/// The numbers of the agents whose trees ran, in order.
type Diary = Vec<u64>;

fn program(drawing: &str) -> Arc<Program<Diary>> {
    let mut tasks = GameTasks::<Diary>::new();
    tasks.action("Sign", |_| {
        TaskHooks::new(|context: &mut TaskContext<Diary>| {
            let agent = context.tick.agent();
            context.world.push(agent);
            Status::Running
        })
    });
    let compiled = compile(&draw(drawing), &NodeLibrary::builtin(), &tasks);
    assert_eq!(compiled.broken, []);
    compiled.program.unwrap()
}

fn signing(trees: usize) -> (TreeManager<Diary>, Vec<AgentId>) {
    let program = program("n1:Sign");
    let mut manager = TreeManager::new();
    let ids = (0..trees).map(|_| manager.add(program.clone(), 0).unwrap());
    let ids = ids.collect();
    (manager, ids)
}

fn signed(manager: &mut TreeManager<Diary>) -> Diary {
    let mut diary = Diary::new();
    manager.tick(&mut diary, 0.1);
    diary
}

#[test]
fn the_order_stays_when_trees_are_removed_and_added() {
    let (mut manager, ids) = signing(200);
    let mut left = ids.clone();
    for (number, id) in ids.iter().enumerate() {
        if number % 3 != 0 {
            assert!(manager.remove(*id, &mut Diary::new()).is_some());
            assert!(manager.remove(*id, &mut Diary::new()).is_none());
            assert!(manager.get(*id).is_none() && manager.get_mut(*id).is_none());
            left.retain(|other| other != id);
        }
        if number % 50 == 0 {
            left.push(manager.add(program("n1:Sign"), 0).unwrap());
        }
        assert_eq!(manager.len(), left.len());
        assert_eq!(manager.agents().len(), left.len());
        assert!(manager.agents().eq(left.iter().copied()));
        let numbers: Diary = left.iter().map(|id| id.number()).collect();
        assert_eq!(signed(&mut manager), numbers);
    }
    assert!(manager.seats.len() < 200, "removed trees take no room");
}

#[test]
fn worlds_are_in_the_order_of_the_trees_that_are_left() {
    let (mut manager, ids) = signing(130);
    let mut worlds = vec![Diary::new(); ids.len()];
    for (place, id) in ids.iter().enumerate().rev() {
        if place % 7 == 2 {
            manager.remove(*id, &mut worlds.remove(place));
        }
    }
    let trees = worlds.len();
    let wrong = manager.tick_each(&mut vec![Diary::new(); ids.len()], 0.1);
    assert_eq!(wrong, Err(WorldCount { trees, given: 130 }));
    assert_eq!(manager.tick_each(&mut worlds, 0.1), Ok(trees));
    let signed: Diary = worlds.concat();
    assert!(
        signed
            .iter()
            .copied()
            .eq(manager.agents().map(AgentId::number))
    );
}

#[test]
fn retain_disables_and_removes_all_others() {
    let (mut manager, ids) = signing(5);
    signed(&mut manager);
    let mut asked = Vec::new();
    let removed = manager.retain(&mut Diary::new(), |_, id, tree| {
        asked.push((id, tree.state()));
        id.number() % 2 == 1
    });
    assert_eq!(removed, 3);
    assert_eq!(
        asked,
        ids.iter()
            .map(|id| (*id, TreeState::Enabled))
            .collect::<Vec<_>>()
    );
    assert_eq!(signed(&mut manager), [1, 3]);
    let next = manager.add(program("n1:Sign"), 0).unwrap();
    assert_eq!(next, AgentId(5), "no id is given out again");
}

const SLEEPER: &str = "n1:WaitForEvent(name=bell)";

#[test]
fn sleeping_trees_stay_asleep_when_others_are_removed() {
    let (waits, signs) = (program(SLEEPER), program("n1:Sign"));
    let mut manager = TreeManager::new();
    manager.set_added_sleep(true);
    let ids: Vec<_> = (0..140)
        .map(|n| {
            manager
                .add(if n % 2 == 0 { &waits } else { &signs }.clone(), 0)
                .unwrap()
        })
        .collect();
    signed(&mut manager);
    for id in ids.iter().filter(|id| id.number() % 5 != 0) {
        manager.remove(*id, &mut Diary::new());
        let is_left = |n: &&AgentId| manager.get(**n).is_some();
        let sleepers = ids.iter().filter(is_left).filter(|id| id.number() % 2 == 0);
        assert!(sleepers.clone().all(|id| manager.is_asleep(*id)));
        assert_eq!(manager.asleep_count(), sleepers.count());
    }
    let frames = |manager: &TreeManager<_>| manager.get(AgentId(10)).unwrap().frame();
    let slept = frames(&manager);
    signed(&mut manager);
    manager.wake(AgentId(10));
    assert_eq!(frames(&manager), slept + 1);
}

#[test]
fn an_event_for_all_wakes_only_those_that_listen() {
    let mut manager = TreeManager::new();
    manager.set_added_sleep(true);
    let listens = manager.add(program(SLEEPER), 0).unwrap();
    let deaf = manager.add(program("n1:Idle"), 0).unwrap();
    signed(&mut manager);
    manager.send_to_all(&Event {
        name: "bell".into(),
        payload: None,
    });
    assert!(!manager.is_asleep(listens) && manager.is_asleep(deaf));
    signed(&mut manager);
    let state = |id| manager.get(id).unwrap().state();
    assert_eq!(state(listens), TreeState::Finished(Status::Success));
    assert_eq!(state(deaf), TreeState::Enabled);
}

#[test]
fn all_trees_can_be_changed_in_order() {
    let (mut manager, ids) = signing(3);
    manager.remove(ids[1], &mut Diary::new());
    for (id, tree) in manager.iter_mut() {
        tree.set_agent(10 + id.number());
    }
    assert_eq!(signed(&mut manager), [10, 12]);
    let seen: Vec<_> = manager
        .iter()
        .map(|(id, tree)| (id, tree.frame()))
        .collect();
    assert_eq!(seen, [(ids[0], 1), (ids[2], 1)]);
    assert_eq!(manager.iter().len(), 2);
    assert_eq!(manager.iter_mut().len(), 2);
}

#[test]
fn an_inserted_tree_continues_with_the_globals_of_its_manager() {
    let counter = "calls:int@global other:int@global;
        n1:Repeater(forever=true)[n2:Compute(variable={calls}, expression=calls + 1)]";
    let program = program(counter);
    let mut alone = TreeInstance::new(program.clone(), 0);
    let mut globals = Globals::default();
    let mut world = Diary::new();
    for _ in 0..3 {
        alone.tick(&mut world, &mut globals, 0.1);
    }
    let mut manager = TreeManager::new();
    // Declared in another order, so that the variable is at another place.
    let first = self::program("other:int@global calls:int@global; n1:Idle");
    manager.add(first, 0).unwrap();
    signed(&mut manager);
    let id = manager.insert(alone).unwrap();
    assert_eq!(id, AgentId(1));
    assert_eq!(manager.get(id).unwrap().agent(), 1);
    signed(&mut manager);
    assert_eq!(manager.get(id).unwrap().frame(), 4);
    assert_eq!(manager.globals().get("calls"), Some(&Value::Int(1)));
    assert_eq!(manager.globals().get("other"), Some(&Value::Int(0)));
    assert_eq!(globals.get("calls"), Some(&Value::Int(3)));
}

/// Guards against a world type that cannot be lent to `retain`.
#[test]
fn retain_takes_the_world_that_is_lent() {
    type World = dyn for<'w> crate::runtime::LentWorld<'w, Lent = &'w mut Diary>;
    let mut manager = TreeManager::<World>::new();
    let mut diary = Diary::new();
    let mut world: Lent<'_, World> = &mut diary;
    let removed = manager.retain(&mut world, |diary, id, _| !diary.contains(&id.number()));
    assert_eq!(removed, 0);
}
