//! What a game calls. It ticks its trees through a [`Link`] instead of by themselves; when no editor is attached, that is
//! the same call. Knows no socket.

mod armed;
mod orders;
mod pausing;
mod profiling;
mod programs;
mod roster;
mod running;
mod searching;
mod worlds;

use std::sync::Arc;

use treewright_core::load::Loaded;
use treewright_core::runtime::{AgentId, Globals, Lent, Status, Tracer, World, WorldCount};
use treewright_core::{Program, TreeInstance, TreeManager};

use crate::exchange::{SentFiles, Shared, Source};
use crate::ring::Ring;
use running::Running;
use worlds::{Alone, Observed, Observing, OneWorld, Unobserved, WorldEach};

/// The bytes in which the last seconds are kept.
const REMEMBERED: usize = 16 << 20;

/// How a game wants its link.
#[derive(Clone, Debug)]
pub struct Settings {
    name: Arc<str>,
    in_release: bool,
    remembered: usize,
}

impl Settings {
    /// The usual settings of the game with this name.
    pub fn named(name: impl Into<Arc<str>>) -> Self {
        Self {
            name: name.into(),
            in_release: false,
            remembered: if cfg!(debug_assertions) {
                REMEMBERED
            } else {
                0
            },
        }
    }

    /// Whether editors may attach to a release build, too. Without this, a link does nothing there.
    #[must_use]
    pub fn in_release(mut self, may_attach: bool) -> Self {
        self.in_release = may_attach;
        self
    }

    fn is_on(&self, is_debug_build: bool) -> bool {
        is_debug_build || self.in_release
    }

    /// The bytes in which the last seconds are kept, also while nobody is attached: 16 MB in debug builds, none in release
    /// builds. With more than 256 agents, only those that have a name are kept.
    #[must_use]
    pub fn remembering(mut self, bytes: usize) -> Self {
        self.remembered = bytes;
        self
    }
}

/// The link of a game: an editor can attach to it at any time.
///
/// ```
/// use treewright_core::prelude::*;
/// use treewright_link::{Link, Settings, Source};
///
/// # let tasks = GameTasks::<u32>::new();
/// # let tree = Tree::new("Guard", tree::idle());
/// # let program = tree.compile(&tasks).unwrap();
/// let mut link = Link::new(Settings::named("Arena"));
/// link.program(&program, Source::of("ai/guard.bt.json"));
/// // For editors that change a tree while the game runs. Called on the link's thread.
/// link.compile_with(move |files| Loaded::from_files(files.path(), &tasks, |path| files.read(path)));
///
/// let mut trees = TreeManager::new();
/// let goblin = trees.add(program, 7).unwrap();
/// link.name(goblin, "goblin 17", &["team:red"]);
///
/// let mut world = 0_u32;
/// for _frame in 0..3 {
///     if link.may_run() {
///         link.tick(&mut trees, &mut world, 1.0 / 60.0);
///     }
/// }
/// ```
///
/// Trees without a manager are ticked one by one:
///
/// ```
/// # use treewright_core::prelude::*;
/// # use treewright_link::{Link, Settings};
/// # let program = Tree::new("Guard", tree::idle()).compile(&GameTasks::<u32>::new()).unwrap();
/// let mut link = Link::new(Settings::named("Arena"));
/// let (mut tree, mut globals) = (TreeInstance::new(program, 7), Globals::default());
/// link.begin(1.0 / 60.0);
/// link.tick_one(AgentId(17), &mut tree, &mut 0_u32, &mut globals);
/// link.end();
/// ```
pub struct Link<W: World + ?Sized> {
    on: Option<Box<Running<W>>>,
    /// The duration of the frame in which trees are ticked one by one.
    dt: f64,
}

impl<W: World + ?Sized> Link<W> {
    /// Creates a link, and a thread that looks for an editor. Does nothing in a release build unless the settings allow it.
    ///
    /// If an editor has started the game, this waits for its breakpoints, at most 2 s, so that they are there before the
    /// first frame. If that editor does not answer, it does not wait.
    pub fn new(settings: Settings) -> Self {
        if !settings.is_on(cfg!(debug_assertions)) {
            return Self::off();
        }
        let (link, shared) = Self::without_thread(&settings);
        crate::socket::start(&shared, settings.name);
        link
    }

    /// Creates a link that does nothing.
    pub fn off() -> Self {
        Self { on: None, dt: 0.0 }
    }

    /// Creates a link without a thread, and what the thread would need.
    pub(crate) fn without_thread(settings: &Settings) -> (Self, Arc<Shared<W>>) {
        // A quarter is used while a frame runs.
        let bytes = settings.remembered.max(1 << 20);
        let shared = Arc::new(Shared::new(Ring::new(bytes / 4 * 3)));
        let remembers = settings.remembered > 0;
        let running = Running::new(shared.clone(), bytes / 4, remembers);
        (
            Self {
                on: Some(Box::new(running)),
                dt: 0.0,
            },
            shared,
        )
    }

    /// Tells where a program is from, so that the editor finds its document, and breakpoints in it work.
    pub fn program(&mut self, program: &Arc<Program<W>>, source: Source) {
        if let Some(running) = &mut self.on {
            running.describe(program, source);
        }
    }

    /// Lets editors change trees: this function compiles what they send. Without it, they cannot. It is called on the
    /// link's thread.
    pub fn compile_with(
        &mut self,
        compile: impl FnMut(&SentFiles<'_>) -> Loaded<W> + Send + 'static,
    ) {
        if let Some(running) = &mut self.on {
            running.compile_with(Box::new(compile));
        }
    }

    /// Returns the program that an editor has put in the place of this one, or this one if none has: what trees that come
    /// from now on are to run.
    #[must_use]
    pub fn current(&self, program: &Arc<Program<W>>) -> Arc<Program<W>> {
        let replaced = self.on.as_ref().and_then(|on| on.replacement(program));
        replaced.unwrap_or_else(|| program.clone())
    }

    /// Names an agent, with tags by which it can be found.
    pub fn name(&mut self, agent: AgentId, name: &str, tags: &[&str]) {
        if let Some(running) = &mut self.on {
            running.name(agent, name, tags);
        }
    }

    /// Tells editors that the player pointed at an agent.
    pub fn show(&mut self, agent: AgentId) {
        if let Some(running) = &mut self.on {
            running.show(agent);
        }
    }

    /// Returns whether an editor is attached.
    pub fn is_attached(&self) -> bool {
        self.on
            .as_ref()
            .is_some_and(|running| running.is_attached())
    }

    /// Returns whether the trees may run now: false while an editor has paused the game. Call it before each frame, and do
    /// not tick the trees while it is false; the game may also stop whatever else should stand still.
    pub fn may_run(&mut self) -> bool {
        self.on.as_mut().is_none_or(|running| running.may_run())
    }

    /// Runs a frame of all trees of a manager: [`TreeManager::tick`]. Returns how many are Running afterwards. A link is for
    /// one manager.
    pub fn tick(
        &mut self,
        manager: &mut TreeManager<W>,
        world: &mut Lent<'_, W>,
        dt: f64,
    ) -> usize {
        match &mut self.on {
            None => manager.tick(world, dt),
            Some(running) => running.tick(manager, OneWorld(world), dt, Unobserved),
        }
    }

    /// Like [`Self::tick`], with a tracer of the game that observes all trees: [`TreeManager::tick_traced`].
    pub fn tick_traced<T: Tracer>(
        &mut self,
        manager: &mut TreeManager<W>,
        world: &mut Lent<'_, W>,
        dt: f64,
        tracer: &mut T,
    ) -> usize {
        match &mut self.on {
            None => manager.tick_traced(world, dt, tracer),
            Some(running) => running.tick(manager, OneWorld(world), dt, Observed(tracer)),
        }
    }

    /// Begins a frame of `dt` seconds of trees that are ticked one by one.
    pub fn begin(&mut self, dt: f64) {
        self.dt = dt;
        if let Some(running) = &mut self.on {
            running.begin(dt);
        }
    }

    /// Runs a frame of a tree: [`TreeInstance::tick`], with the duration that was given to [`Self::begin`]. The game gives
    /// each tree a number of its own.
    pub fn tick_one(
        &mut self,
        agent: AgentId,
        tree: &mut TreeInstance<W>,
        world: &mut Lent<'_, W>,
        globals: &mut Globals,
    ) -> Option<Status> {
        let dt = self.dt;
        let alone = Alone {
            agent,
            tree,
            world,
            globals,
            dt,
        };
        self.tick_alone(alone, Unobserved)
    }

    /// Like [`Self::tick_one`], with a tracer of the game: [`TreeInstance::tick_traced`].
    pub fn tick_one_traced<T: Tracer>(
        &mut self,
        agent: AgentId,
        tree: &mut TreeInstance<W>,
        world: &mut Lent<'_, W>,
        globals: &mut Globals,
        tracer: &mut T,
    ) -> Option<Status> {
        let dt = self.dt;
        let alone = Alone {
            agent,
            tree,
            world,
            globals,
            dt,
        };
        self.tick_alone(alone, Observed(tracer))
    }

    fn tick_alone(
        &mut self,
        alone: Alone<'_, '_, W>,
        observing: impl Observing<W>,
    ) -> Option<Status> {
        match &mut self.on {
            None => observing.tick(alone),
            Some(running) => running.tick_one(alone, observing),
        }
    }

    /// Ends a frame that began with [`Self::begin`]. A tree that was not ticked in it has left.
    pub fn end(&mut self) {
        if let Some(running) = &mut self.on {
            running.end();
        }
    }
}

impl<W: 'static> Link<W> {
    /// Like [`Self::tick`], with a world for each tree: [`TreeManager::tick_each`].
    ///
    /// # Errors
    /// If the number of worlds differs from the number of trees; nothing has happened then.
    pub fn tick_each(
        &mut self,
        manager: &mut TreeManager<W>,
        worlds: &mut [W],
        dt: f64,
    ) -> Result<usize, WorldCount> {
        match &mut self.on {
            None => manager.tick_each(worlds, dt),
            Some(running) => running.tick(manager, WorldEach(worlds), dt, Unobserved),
        }
    }
}

impl<W: World + ?Sized> Drop for Link<W> {
    fn drop(&mut self) {
        if let Some(running) = &self.on {
            running.end_thread();
        }
    }
}

#[cfg(test)]
mod laws;
#[cfg(test)]
mod tests;
