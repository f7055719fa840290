//! Systems as leaves of a tree.

use bevy_ecs::entity::Entity;
use bevy_ecs::system::{In, IntoSystem};
use bevy_ecs::world::World;
use treewright_core::compile::GameTasks;
use treewright_core::runtime::{Status, TaskContext, TaskHooks};

/// Returns the entity whose brain runs this task.
pub fn entity_of(context: &TaskContext<World>) -> Entity {
    Entity::from_bits(context.tick.agent())
}

/// Registers systems as tasks. A system gets the entity whose brain runs it, may use queries, resources and commands,
/// and runs at once; its commands are applied before the next task.
pub trait SystemTasks {
    /// Registers a function as an action: it is run in each frame in which the action runs, and returns its status.
    fn action_system<M, S>(&mut self, name: &str, system: S)
    where
        S: IntoSystem<In<Entity>, Status, M> + Copy + Send + Sync + 'static;

    /// Registers a function as a conditional: it returns whether the conditional holds.
    fn conditional_system<M, S>(&mut self, name: &str, system: S)
    where
        S: IntoSystem<In<Entity>, bool, M> + Copy + Send + Sync + 'static;
}

impl SystemTasks for GameTasks<World> {
    fn action_system<M, S>(&mut self, name: &str, system: S)
    where
        S: IntoSystem<In<Entity>, Status, M> + Copy + Send + Sync + 'static,
    {
        self.action(name, move |_| {
            TaskHooks::new(move |context: &mut TaskContext<World>| {
                run(context, system).unwrap_or(Status::Failure)
            })
        });
    }

    fn conditional_system<M, S>(&mut self, name: &str, system: S)
    where
        S: IntoSystem<In<Entity>, bool, M> + Copy + Send + Sync + 'static,
    {
        self.conditional(name, move |_| {
            TaskHooks::when(move |context: &mut TaskContext<World>| {
                run(context, system).unwrap_or(false)
            })
        });
    }
}

/// Runs a system; reports as the task's error why it could not run.
fn run<O, M, S>(context: &mut TaskContext<World>, system: S) -> Option<O>
where
    O: 'static,
    S: IntoSystem<In<Entity>, O, M> + 'static,
{
    let entity = entity_of(context);
    match context.world.run_system_cached_with(system, entity) {
        Ok(answer) => Some(answer),
        Err(error) => {
            context.fail(error.to_string());
            None
        }
    }
}
