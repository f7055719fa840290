//! A game's own tasks, by name: what runs the leaves that are not built in.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::category::Category;
use crate::ids::NodeId;
use crate::model::Node;
use crate::nodes::{Arguments, Builtin};
use crate::runtime::{Operation, Task, TaskHooks};

pub(super) type Maker<W> = Box<dyn Fn(&Arguments) -> Operation<W, Builtin> + Send + Sync>;

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
    at_nodes: FxHashMap<NodeId, (Category, Maker<W>)>,
}

impl<W> Default for GameTasks<W> {
    fn default() -> Self {
        Self {
            makers: FxHashMap::default(),
            at_nodes: FxHashMap::default(),
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

    /// A leaf that takes the place of whatever task this node has: how tests and tools play one leaf of a tree.
    pub fn at_node(
        &mut self,
        node: NodeId,
        category: Category,
        make: impl Fn() -> Box<dyn Task<W>> + Send + Sync + 'static,
    ) {
        let make = Arc::new(make);
        let maker: Maker<W> = Box::new(move |_| {
            let make = Arc::clone(&make);
            Operation::Factory(Arc::new(move || make()))
        });
        self.at_nodes.insert(node, (category, maker));
    }

    /// Whether a node's own task is replaced, so that its parameters do not matter.
    pub(super) fn replaces(&self, node: &Node) -> bool {
        !self.at_nodes.is_empty() && self.at_nodes.contains_key(node.id())
    }

    /// What makes the leaf that runs this node, and its category, if it is one of these.
    pub(super) fn maker(&self, node: &Node) -> Option<&(Category, Maker<W>)> {
        let at_node = (!self.at_nodes.is_empty()).then(|| self.at_nodes.get(node.id()));
        at_node.flatten().or_else(|| self.makers.get(&*node.task))
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
