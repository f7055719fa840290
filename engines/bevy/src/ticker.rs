//! How a frame of all brains is ticked: through the live link if there is one, otherwise plainly. Knows no components.

use bevy_ecs::entity::Entity;
use bevy_ecs::world::World;
use bevy_time::Time;
use treewright_core::TreeInstance;
use treewright_core::runtime::Globals;

#[cfg(feature = "link")]
use crate::link::TreeLink;

/// A frame that has begun.
pub(crate) struct Ticker {
    #[cfg(not(feature = "link"))]
    dt: f64,
    #[cfg(feature = "link")]
    link: treewright_link::Link<World>,
}

#[cfg(not(feature = "link"))]
impl Ticker {
    pub fn begin(world: &mut World) -> Option<Self> {
        let dt = world.resource::<Time>().delta_secs_f64();
        Some(Self { dt })
    }

    pub fn tick(
        &mut self,
        _entity: Entity,
        tree: &mut TreeInstance<World>,
        world: &mut World,
        globals: &mut Globals,
    ) {
        tree.tick(world, globals, self.dt);
    }

    pub fn end(&mut self, _world: &mut World) {}
}

#[cfg(feature = "link")]
impl Ticker {
    /// Begins a frame; `None` if none may run, because an editor has paused the game. The link is taken out of the world, which
    /// tasks get.
    pub fn begin(world: &mut World) -> Option<Self> {
        let dt = world.resource::<Time>().delta_secs_f64();
        let mut link = treewright_link::Link::off();
        if let Some(mut own) = world.get_resource_mut::<TreeLink>() {
            if own.is_paused() {
                return None;
            }
            std::mem::swap(&mut own.link, &mut link);
        }
        link.begin(dt);
        Some(Self { link })
    }

    /// Runs a frame of a tree.
    pub fn tick(
        &mut self,
        entity: Entity,
        tree: &mut TreeInstance<World>,
        world: &mut World,
        globals: &mut Globals,
    ) {
        let agent = crate::link::agent_of(entity);
        self.link.tick_one(agent, tree, world, globals);
    }

    /// Ends the frame. Trees that an editor has put into the game are those of their assets from now on.
    pub fn end(&mut self, world: &mut World) {
        self.link.end();
        let mut programs = world.resource_mut::<crate::asset::Programs>();
        for program in programs.0.values_mut() {
            *program = self.link.current(program);
        }
        if let Some(mut own) = world.get_resource_mut::<TreeLink>() {
            std::mem::swap(&mut own.link, &mut self.link);
        }
    }
}
