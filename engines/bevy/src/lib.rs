//! Behavior trees in Bevy: documents as assets with hot reload, brains as components, systems as leaves.
//!
//! ```
//! use bevy::prelude::*;
//! use treewright_bevy::prelude::*;
//!
//! #[derive(Component)]
//! struct Health(f32);
//!
//! /// A leaf is a system that gets the entity whose brain runs it.
//! fn is_hurt(In(entity): In<Entity>, healths: Query<&Health>) -> bool {
//!     healths.get(entity).is_ok_and(|health| health.0 < 30.0)
//! }
//!
//! fn rest(In(entity): In<Entity>, mut healths: Query<&mut Health>, time: Res<Time>) -> Status {
//!     let Ok(mut health) = healths.get_mut(entity) else {
//!         return Status::Failure;
//!     };
//!     health.0 += 5.0 * time.delta_secs();
//!     if health.0 < 100.0 { Status::Running } else { Status::Success }
//! }
//!
//! fn spawn(mut commands: Commands, assets: Res<AssetServer>) {
//!     commands.spawn((Health(20.0), Brain::new(assets.load("guard.bt.json"))));
//! }
//!
//! let mut tasks = GameTasks::new();
//! tasks.conditional_system("IsHurt", is_hurt);
//! tasks.action_system("Rest", rest);
//! App::new()
//!     .add_plugins((MinimalPlugins, AssetPlugin::default(), TreewrightPlugin::new(tasks)))
//!     .add_systems(Startup, spawn)
//!     .update();
//! ```
//!
//! Tasks get the whole [`World`](bevy_ecs::world::World) (`context.world`): while trees are ticked, nothing else runs.
//! Their entity is [`entity_of`] their context. Global variables are the resource [`TreeGlobals`].
//!
//! With the feature `file_watcher` of `bevy_asset`, a saved document replaces the running one, and each brain continues
//! where it was.
//!
//! With [`LinkPlugin`], an editor attaches to the game while it runs: it shows what each brain does and did, pauses at
//! breakpoints, and changes values and trees.

mod asset;
mod brain;
#[cfg(feature = "link")]
mod link;
mod systems;
mod ticker;

use bevy_app::{App, Plugin, PreUpdate, Update};
use bevy_asset::AssetApp;
use bevy_ecs::schedule::{IntoScheduleConfigs, SystemSet};
use bevy_ecs::world::World;
use treewright_core::compile::GameTasks;
#[cfg(feature = "link")]
pub use treewright_link;

pub use asset::{BehaviorTree, TreeLoadError};
pub use brain::{Brain, TreeGlobals};
#[cfg(feature = "link")]
pub use link::{BrainTags, LinkPlugin, TreeLink, brains_may_run};
pub use systems::{SystemTasks, entity_of};

/// The names that most games need, with those of `treewright_core` for writing tasks.
pub mod prelude {
    pub use crate::{BehaviorTree, Brain, SystemTasks, TreeGlobals, TreewrightPlugin, entity_of};
    #[cfg(feature = "link")]
    pub use crate::{BrainTags, LinkPlugin, TreeLink};
    pub use treewright_core::compile::GameTasks;
    pub use treewright_core::runtime::{
        EndStatus, Event, Status, SwapOutcome, Task, TaskContext, TaskHooks,
    };
    pub use treewright_core::value::Value;
}

/// The system that ticks all brains, in [`Update`]. Order other systems before or after it.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
pub struct TickBrains;

/// Loads behavior trees and ticks all [`Brain`]s once in each update. Needs Bevy's `AssetPlugin` and `TimePlugin`.
pub struct TreewrightPlugin {
    tasks: asset::SharedTasks,
}

impl TreewrightPlugin {
    /// Creates the plugin with the tasks of the game.
    pub fn new(tasks: GameTasks<World>) -> Self {
        Self {
            tasks: asset::SharedTasks::new(tasks),
        }
    }
}

impl Plugin for TreewrightPlugin {
    fn build(&self, app: &mut App) {
        app.init_asset::<BehaviorTree>()
            .register_asset_loader(asset::TreeLoader)
            .insert_resource(self.tasks.clone())
            .init_resource::<asset::Programs>()
            .init_resource::<TreeGlobals>()
            .init_resource::<brain::Leaving>()
            .add_systems(PreUpdate, asset::compile_changed)
            .add_systems(Update, brain::tick_brains.in_set(TickBrains));
    }
}
