//! The live link: an editor attaches to the running game and sees what its brains do. Knows no sockets; those are the business
//! of `treewright_link`.

use bevy_app::{App, Plugin, PreStartup, PreUpdate};
use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
use bevy_ecs::name::Name;
use bevy_ecs::query::{Added, Changed, Or, With};
use bevy_ecs::resource::Resource;
use bevy_ecs::schedule::IntoScheduleConfigs;
use bevy_ecs::system::{Query, Res, ResMut};
use bevy_ecs::world::World;
use treewright_core::load::Loaded;
use treewright_core::runtime::AgentId;
use treewright_link::{Link, Settings};

use crate::asset::{SharedTasks, compile_changed};
use crate::brain::Brain;

/// Lets an editor attach to the game: one line beside [`TreewrightPlugin`](crate::TreewrightPlugin).
///
/// ```
/// use bevy::prelude::*;
/// use treewright_bevy::prelude::*;
///
/// App::new()
///     .add_plugins((MinimalPlugins, AssetPlugin::default(), TreewrightPlugin::new(GameTasks::new())))
///     .add_plugins(LinkPlugin::named("Arena"))
///     .update();
/// ```
///
/// An agent is an entity with a [`Brain`]. Its name is its [`Name`], its tags are [`BrainTags`]. While an editor has paused
/// the game, brains are not ticked; [`brains_may_run`] is a condition for whatever else should stand still.
///
/// In release builds it does nothing unless [`Settings::in_release`] allows it.
pub struct LinkPlugin {
    settings: Settings,
}

impl LinkPlugin {
    /// Creates the plugin for the game with this name.
    pub fn named(name: &str) -> Self {
        Self::new(Settings::named(name))
    }

    /// Creates the plugin with settings.
    pub fn new(settings: Settings) -> Self {
        Self { settings }
    }
}

impl Plugin for LinkPlugin {
    fn build(&self, app: &mut App) {
        app.insert_resource(TreeLink::new(Link::new(self.settings.clone())))
            .add_systems(PreStartup, learn_to_compile)
            .add_systems(PreUpdate, follow.before(compile_changed));
    }
}

/// Lets editors replace trees. When the app starts, because then all plugins are there, in whatever order.
fn learn_to_compile(mut link: ResMut<TreeLink>, tasks: Option<Res<SharedTasks>>) {
    let Some(tasks) = tasks.map(|tasks| tasks.clone()) else {
        log::error!("the live link needs TreewrightPlugin: add that plugin, too");
        return;
    };
    link.link.compile_with(move |files| {
        Loaded::from_files(files.path(), &tasks.0, |path| files.read(path))
    });
}

/// Tags by which an editor finds the brain of this entity, such as `team:red`.
#[derive(Component, Clone, Debug, Default)]
pub struct BrainTags(pub Vec<String>);

/// The link, while [`LinkPlugin`] is there.
#[derive(Resource)]
pub struct TreeLink {
    /// A link that does nothing while the brains are ticked through the real one.
    pub(crate) link: Link<World>,
    is_attached: bool,
    pub(crate) may_run: bool,
    shown: Vec<Entity>,
}

impl TreeLink {
    fn new(link: Link<World>) -> Self {
        Self {
            link,
            is_attached: false,
            may_run: true,
            shown: Vec::new(),
        }
    }

    /// Tells editors that the player pointed at an entity: its tree is shown there.
    pub fn show(&mut self, entity: Entity) {
        self.shown.push(entity);
    }

    /// Returns whether an editor is attached.
    pub fn is_attached(&self) -> bool {
        self.is_attached
    }

    /// Returns whether an editor has paused the game.
    pub fn is_paused(&self) -> bool {
        !self.may_run
    }
}

/// Returns the number by which editors know an entity.
pub(crate) fn agent_of(entity: Entity) -> AgentId {
    AgentId(entity.to_bits())
}

/// A condition for systems that should stand still while an editor has paused the game. Without a link, it always holds.
///
/// ```
/// use bevy::prelude::*;
/// use treewright_bevy::brains_may_run;
///
/// fn fly() {}
///
/// App::new().add_systems(Update, fly.run_if(brains_may_run)).update();
/// ```
pub fn brains_may_run(link: Option<Res<TreeLink>>) -> bool {
    link.is_none_or(|link| link.may_run)
}

/// What names a brain has changed.
type Renamed = (
    With<Brain>,
    Or<(Changed<Name>, Changed<BrainTags>, Added<Brain>)>,
);

/// Once in each update, before brains are ticked: takes what editors want, and tells them how brains are called.
fn follow(mut link: ResMut<TreeLink>, named: Query<(Entity, &Name, Option<&BrainTags>), Renamed>) {
    let link = &mut *link;
    link.may_run = link.link.may_run();
    link.is_attached = link.link.is_attached();
    for (entity, name, tags) in &named {
        let tags: Vec<&str> =
            tags.map_or_else(Vec::new, |tags| tags.0.iter().map(String::as_str).collect());
        link.link.name(agent_of(entity), name, &tags);
    }
    for entity in link.shown.drain(..) {
        link.link.show(agent_of(entity));
    }
}
