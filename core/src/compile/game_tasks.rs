//! A game's own tasks, by name: what runs the leaves that are not built in.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::category::Category;
use crate::nodes::{Arguments, Builtin};
use crate::runtime::{Operation, Task, TaskHooks};

type Maker<W> = Box<dyn Fn(&Arguments) -> Operation<W, Builtin> + Send + Sync>;

/// Makes the tasks of a game for a program, generic over the game's world.
///
/// ```
/// use treewright_core::compile::GameTasks;
/// use treewright_core::runtime::{Status, TaskContext, TaskHooks};
///
/// struct World { ammunition: u32 }
///
/// let mut tasks = GameTasks::<World>::new();
/// tasks.conditional("HasAmmunition", |_| {
///     TaskHooks::when(|c: &mut TaskContext<World>| c.world.ammunition > 0)
/// });
/// tasks.action("Shoot", |_| {
///     TaskHooks::new(|c: &mut TaskContext<World>| {
///         c.world.ammunition -= 1;
///         Status::Success
///     })
/// });
/// ```
pub struct GameTasks<W> {
    makers: FxHashMap<String, (Category, Maker<W>)>,
}

impl<W> Default for GameTasks<W> {
    fn default() -> Self {
        Self {
            makers: FxHashMap::default(),
        }
    }
}

impl<W: 'static> GameTasks<W> {
    /// No tasks beyond the built-in ones.
    pub fn new() -> Self {
        Self::default()
    }

    /// A conditional made of closures that all instances share. `make` is called once for each node, with its arguments.
    pub fn conditional(
        &mut self,
        name: &str,
        make: impl Fn(&Arguments) -> TaskHooks<W> + Send + Sync + 'static,
    ) {
        self.add(name, Category::Conditional, move |arguments| {
            Operation::Hooks(Arc::new(make(arguments)))
        });
    }

    /// An action made of closures that all instances share. `make` is called once for each node, with its arguments.
    pub fn action(
        &mut self,
        name: &str,
        make: impl Fn(&Arguments) -> TaskHooks<W> + Send + Sync + 'static,
    ) {
        self.add(name, Category::Action, move |arguments| {
            Operation::Hooks(Arc::new(make(arguments)))
        });
    }

    /// A leaf of which each instance of a tree has an object of its own. `make` is called once for each node and instance.
    pub fn object(
        &mut self,
        name: &str,
        category: Category,
        make: impl Fn(&Arguments) -> Box<dyn Task<W>> + Send + Sync + 'static,
    ) {
        let make = Arc::new(make);
        self.add(name, category, move |arguments| {
            let (make, arguments) = (Arc::clone(&make), arguments.clone());
            Operation::Factory(Arc::new(move || make(&arguments)))
        });
    }

    /// The category of the task of this name, if it is one of these.
    pub fn category(&self, name: &str) -> Option<Category> {
        self.makers.get(name).map(|(category, _)| *category)
    }

    pub(super) fn make(&self, name: &str, arguments: &Arguments) -> Option<Operation<W, Builtin>> {
        self.makers.get(name).map(|(_, make)| make(arguments))
    }

    fn add(
        &mut self,
        name: &str,
        category: Category,
        make: impl Fn(&Arguments) -> Operation<W, Builtin> + Send + Sync + 'static,
    ) {
        self.makers
            .insert(name.to_owned(), (category, Box::new(make)));
    }
}
