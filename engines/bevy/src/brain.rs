//! Brains: the component that runs a tree for its entity, and the system that ticks all of them.
//!
//! A tick lends the whole world to the tasks. So all instances are taken out of their components first, and put back
//! afterwards: moving a pointer each, once per frame.

use std::sync::Arc;

use bevy_asset::Handle;
use bevy_ecs::change_detection::{DetectChangesMut, Mut};
use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::query::QueryState;
use bevy_ecs::resource::Resource;
use bevy_ecs::system::Local;
use bevy_ecs::world::{DeferredWorld, World};
use treewright_core::runtime::{Event, Globals, SwapOutcome};
use treewright_core::{Program, TreeInstance};

use crate::asset::{BehaviorTree, Programs};
use crate::ticker::Ticker;

/// Runs a behavior tree for its entity. The tree starts in the first update after its asset was loaded.
///
/// When the component is removed or the entity despawned, running tasks end as interrupted, in the next tick.
#[derive(Component)]
#[component(on_remove = leave)]
pub struct Brain {
    tree: Handle<BehaviorTree>,
    seed: Option<u64>,
    instance: Option<Box<TreeInstance<World>>>,
}

/// The global variables, which all brains share.
#[derive(Resource, Default)]
pub struct TreeGlobals(pub Globals);

impl Brain {
    /// Creates a brain whose random numbers depend on its entity.
    pub fn new(tree: Handle<BehaviorTree>) -> Self {
        Self {
            tree,
            seed: None,
            instance: None,
        }
    }

    /// Sets the seed of random numbers: equal seeds give equal runs.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.seed = Some(seed);
        self
    }

    /// Returns the asset of its tree.
    pub fn tree(&self) -> &Handle<BehaviorTree> {
        &self.tree
    }

    /// Returns the running tree; `None` until its asset is loaded, and while it is being ticked.
    pub fn instance(&self) -> Option<&TreeInstance<World>> {
        self.instance.as_deref()
    }

    /// Like [`Self::instance`], to write variables, pause, force results and so on.
    pub fn instance_mut(&mut self) -> Option<&mut TreeInstance<World>> {
        self.instance.as_deref_mut()
    }

    /// Sends an event to the tree; its tasks see it in the next tick. Returns false if the tree does not run yet.
    pub fn send(&mut self, event: Event) -> bool {
        let instance = self.instance.as_mut();
        instance.map(|instance| instance.send(event)).is_some()
    }
}

/// Instances whose brain was removed, and which must still end their tasks.
#[derive(Resource, Default)]
pub(crate) struct Leaving(Vec<TreeInstance<World>>);

fn leave(mut world: DeferredWorld<'_>, context: HookContext) {
    let brain = world.get_mut::<Brain>(context.entity);
    let instance = brain.and_then(|mut brain| brain.instance.take());
    if let Some(instance) = instance
        && let Some(mut leaving) = world.get_resource_mut::<Leaving>()
    {
        leaving.0.push(*instance);
    }
}

/// A brain's part of a frame.
pub(crate) struct Turn {
    entity: Entity,
    instance: Box<TreeInstance<World>>,
    /// The program that replaces that of the instance, because its file changed.
    changed: Option<Arc<Program<World>>>,
}

/// Ticks all brains.
pub(crate) fn tick_brains(
    world: &mut World,
    brains: &mut QueryState<(Entity, &mut Brain)>,
    mut turns: Local<Vec<Turn>>,
) {
    let Some(mut ticker) = Ticker::begin(world) else {
        return;
    };
    world.resource_scope(|world, programs: Mut<Programs>| {
        for (entity, mut brain) in brains.iter_mut(world) {
            turns.extend(turn(entity, brain.bypass_change_detection(), &programs));
        }
    });
    world.resource_scope(|world, mut globals: Mut<TreeGlobals>| {
        let globals = &mut globals.0;
        for mut gone in std::mem::take(&mut world.resource_mut::<Leaving>().0) {
            gone.disable(world, globals);
        }
        for turn in turns.drain(..) {
            run(turn, world, globals, &mut ticker);
        }
    });
    ticker.end(world);
}

/// Takes a brain's instance for this frame; `None` if its tree is not loaded.
fn turn(entity: Entity, brain: &mut Brain, programs: &Programs) -> Option<Turn> {
    let program = programs.0.get(&brain.tree.id())?;
    let instance = brain.instance.take().unwrap_or_else(|| {
        let seed = brain.seed.unwrap_or_else(|| entity.to_bits());
        let mut instance = TreeInstance::new(program.clone(), seed);
        instance.set_agent(entity.to_bits());
        Box::new(instance)
    });
    let is_changed = !Arc::ptr_eq(instance.program(), program);
    Some(Turn {
        entity,
        instance,
        changed: is_changed.then(|| program.clone()),
    })
}

/// Ticks an instance and puts it back, unless a task of this frame despawned its entity.
fn run(turn: Turn, world: &mut World, globals: &mut Globals, ticker: &mut Ticker) {
    let Turn {
        entity,
        mut instance,
        changed,
    } = turn;
    if let Some(program) = changed
        && instance.swap_program(program, world, globals) != SwapOutcome::Kept
    {
        log::info!("the tree of {entity} restarts: what ran in it was changed");
    }
    if world.get::<Brain>(entity).is_some() {
        ticker.tick(entity, &mut instance, world, globals);
    }
    match world.get_mut::<Brain>(entity) {
        Some(mut brain) => brain.bypass_change_detection().instance = Some(instance),
        None => instance.disable(world, globals),
    }
}
