//! A game's own tasks, by name: what runs the leaves that are not built in, and how they are declared to editors.

use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::category::Category;
use crate::ids::NodeId;
use crate::library::{NodeLibrary, TaskDeclaration, TaskLibrary};
use crate::model::{Node, NodeDeclaration, StandIn};
use crate::nodes::stand_in::Player;
use crate::nodes::{Arguments, Builtin};
use crate::runtime::{Native, Operation, StorageReader, StorageWriter, Task, TaskHooks};
use crate::value::ValueType;

pub(super) type Maker<W> = Box<dyn Fn(&Arguments) -> Operation<W, Builtin> + Send + Sync>;

/// A variable that the game keeps: its type, how it is read and how it is written.
pub(super) struct KeptVariable<W> {
    pub value_type: ValueType,
    pub read: StorageReader<W>,
    pub write: Option<StorageWriter<W>>,
}

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
///
/// # Declared tasks
/// A task that is registered together with its declaration has its arguments checked and its defaults filled in when a tree is
/// compiled, and appears in the library that the game writes for its designers. So code and palette say the same.
///
/// ```
/// use treewright_core::compile::{GameTasks, compile};
/// use treewright_core::format::tasks_json;
/// use treewright_core::library::{NodeLibrary, TaskDeclaration};
/// use treewright_core::model::{DocumentBuilder, Node, ParameterDeclaration};
/// use treewright_core::runtime::{Globals, Status, TaskContext, TaskHooks};
/// use treewright_core::value::ValueType;
///
/// struct World { distance: f64 }
///
/// let mut tasks = GameTasks::<World>::new();
/// tasks.declare(
///     TaskDeclaration::conditional("EnemyInRange", "An enemy is near.").parameter(
///         ParameterDeclaration::optional("range", ValueType::Float, 10.0, "In metres.").within(0.0, 50.0),
///     ),
///     |arguments| {
///         let range = arguments.float("range");
///         TaskHooks::when(move |c: &mut TaskContext<World>| c.world.distance <= range.get(&c.tick))
///     },
/// );
///
/// // Once, for the designers: `arena.tasks.json`.
/// let file = tasks_json::write(&tasks.library("Arena"));
/// assert!(file.contains(r#"{"name": "range", "type": "float", "default": 10.0, "range": [0, 50], "help": "In metres."}"#));
///
/// let mut builder = DocumentBuilder::new("Guard");
/// builder.root(Node::new("n1", "EnemyInRange")).unwrap();
/// let program = compile(&builder.finish(), &NodeLibrary::builtin(), &tasks).program.unwrap();
/// let mut instance = treewright_core::TreeInstance::new(program, 0);
/// let answer = instance.tick(&mut World { distance: 9.5 }, &mut Globals::default(), 0.1);
/// assert_eq!(answer, Some(Status::Success));
/// ```
pub struct GameTasks<W> {
    makers: FxHashMap<String, (Category, Maker<W>)>,
    declared: IndexMap<String, TaskDeclaration, FxBuildHasher>,
    at_nodes: FxHashMap<NodeId, (Category, Maker<W>)>,
    /// The variables that the game keeps itself, by name.
    pub(super) storage: IndexMap<String, KeptVariable<W>, FxBuildHasher>,
    /// The tasks that are only played.
    stood_in: FxHashSet<String>,
    /// Whether trees are run without their game.
    plays: bool,
    /// What parents of libraries act like, by task.
    acting: FxHashMap<String, StandIn>,
    /// What plays single nodes, whatever their document says.
    played: FxHashMap<NodeId, StandIn>,
}

impl<W> Default for GameTasks<W> {
    fn default() -> Self {
        Self {
            makers: FxHashMap::default(),
            declared: IndexMap::default(),
            at_nodes: FxHashMap::default(),
            storage: IndexMap::default(),
            stood_in: FxHashSet::default(),
            plays: false,
            acting: FxHashMap::default(),
            played: FxHashMap::default(),
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
            Operation::of_hooks(make(arguments))
        });
    }

    /// An action made of closures that all instances share. `make` is called once for each node, with its arguments.
    pub fn action(
        &mut self,
        name: &str,
        make: impl Fn(&Arguments) -> TaskHooks<W> + Send + Sync + 'static,
    ) {
        self.add(name, Category::Action, move |arguments| {
            Operation::of_hooks(make(arguments))
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

    /// A conditional or action with its declaration, made of closures that all instances share. `make` is called once for each
    /// node, with its arguments checked and completed. A declaration of a parent is kept for the library, but only leaves run
    /// in a game: a parent acts like another one where there is no game, if its declaration says which.
    pub fn declare(
        &mut self,
        task: TaskDeclaration,
        make: impl Fn(&Arguments) -> TaskHooks<W> + Send + Sync + 'static,
    ) {
        self.add(task.name(), task.declaration.category, move |arguments| {
            Operation::of_hooks(make(arguments))
        });
        self.declared.insert(task.name().to_owned(), task);
    }

    /// A conditional or action with its declaration, of which each instance of a tree has an object of its own.
    pub fn declare_object(
        &mut self,
        task: TaskDeclaration,
        make: impl Fn(&Arguments) -> Box<dyn Task<W>> + Send + Sync + 'static,
    ) {
        self.object(task.name(), task.declaration.category, make);
        self.declared.insert(task.name().to_owned(), task);
    }

    /// Keeps the variable of this name in the game's own storage, in every tree that declares it: it is read from the world at the beginning of
    /// each frame of a tree, and written back when the frame is over if the tree changed it. The number is that of the agent
    /// ([`TreeInstance::agent`](crate::runtime::TreeInstance::agent)). A variable that is declared with another type is a problem of the
    /// compiled tree, and is not bound.
    ///
    /// ```
    /// use treewright_core::compile::GameTasks;
    ///
    /// struct World { health: Vec<f64> }
    ///
    /// let mut tasks = GameTasks::<World>::new();
    /// tasks.bind_variable(
    ///     "health",
    ///     |world, agent| world.health[agent as usize],
    ///     |world, agent, health| world.health[agent as usize] = health,
    /// );
    /// ```
    pub fn bind_variable<T: Native + 'static>(
        &mut self,
        name: &str,
        read: impl Fn(&W, u64) -> T + Send + Sync + 'static,
        write: impl Fn(&mut W, u64, T) + Send + Sync + 'static,
    ) {
        self.bind_variable_read_only(name, read);
        if let Some(kept) = self.storage.get_mut(name) {
            kept.write = Some(Arc::new(move |world, agent, value| {
                if let Some(value) = T::from_value(value) {
                    write(world, agent, value);
                }
            }));
        }
    }

    /// The same for a variable that the tree's changes do not reach: they last until the next frame.
    pub fn bind_variable_read_only<T: Native + 'static>(
        &mut self,
        name: &str,
        read: impl Fn(&W, u64) -> T + Send + Sync + 'static,
    ) {
        let kept = KeptVariable {
            value_type: T::value_type(),
            read: Arc::new(move |world: &W, agent| read(world, agent).into_value())
                as StorageReader<W>,
            write: None,
        };
        self.storage.insert(name.to_owned(), kept);
    }

    /// The declared tasks as a library, in the order in which they were declared: what `format::tasks_json` writes for editors.
    pub fn library(&self, name: &str) -> TaskLibrary {
        let mut library = TaskLibrary::new(name);
        library.tasks = self.declared.values().cloned().collect();
        library
    }

    /// Plays the nodes that are not registered here, so that a tree runs without its game: each as its document says
    /// ([`Node::stand_in`]), else as its library says. A leaf of which its library says nothing always succeeds; a parent cannot run then.
    pub fn stand_in_for(&mut self, library: &NodeLibrary) {
        self.plays = true;
        for declaration in library.declarations() {
            let task = &*declaration.task;
            if let Some(like) = library.acts_like(task) {
                self.acting.insert(task.to_owned(), StandIn::ActsLike(like));
            }
            let Some(answer) = library.stand_in(task) else {
                continue;
            };
            if !self.makers.contains_key(task) {
                let is_conditional = declaration.category == Category::Conditional;
                self.add(task, declaration.category, move |_| {
                    let player = Player::new(StandIn::Always(answer), None);
                    Operation::Builtin(Builtin::playing(player, is_conditional))
                });
                self.stood_in.insert(task.to_owned());
            }
        }
    }

    /// Plays a node as this says and not as its document does, or as its own task would. Nodes are named as for [`Self::at_node`].
    pub fn play_node(&mut self, node: NodeId, stand_in: StandIn) {
        self.played.insert(node, stand_in);
    }

    /// What plays this node, which is declared as this category, if it is not the game or its own kind.
    pub(super) fn stand_in_of<'n>(
        &'n self,
        (node, category): (&'n Node, Option<Category>),
        id: &NodeId,
        in_every_use: bool,
    ) -> Option<&'n StandIn> {
        if self.at_node_of(node, id, in_every_use).is_some() {
            return None;
        }
        let everywhere = || self.played.get(node.id()).filter(|_| in_every_use);
        if let Some(said) = self.played.get(id).or_else(everywhere) {
            return Some(said);
        }
        let by_game = self.makers.contains_key(&*node.task) && !self.stood_in.contains(&*node.task);
        if by_game || !self.plays {
            return None;
        }
        let by_document = node.stand_in.as_deref();
        if node.children().is_empty() && category.is_none_or(Category::is_leaf) {
            return by_document.filter(|said| !matches!(said, StandIn::ActsLike(_)));
        }
        if Builtin::is_kind(&node.task) || category.is_some_and(Category::is_leaf) {
            return None;
        }
        let by_document = by_document.filter(|said| matches!(said, StandIn::ActsLike(_)));
        by_document.or_else(|| self.acting.get(&*node.task))
    }

    /// Whether this node is played as its library says.
    pub(super) fn stands_in(&self, node: &Node, id: &NodeId, in_every_use: bool) -> bool {
        let acts = || {
            let like = self.acting.get(&*node.task)?;
            let played = self.stand_in_of((node, Some(Category::Composite)), id, in_every_use)?;
            Some(std::ptr::eq(like, played))
        };
        let answers = || {
            !self.replaces(node, id, in_every_use)
                && self.stand_in_of((node, None), id, in_every_use).is_none()
        };
        self.stood_in.contains(&*node.task) && answers() || acts() == Some(true)
    }

    /// How a registered task is declared, if it is.
    pub(super) fn declaration(&self, task: &str) -> Option<&NodeDeclaration> {
        self.declared.get(task).map(|task| &task.declaration)
    }

    /// A leaf that takes the place of whatever task this node has: how tests and tools play one leaf of a tree. A node inside a subtree
    /// is named by its id in the program (`n7/n2`); for one of the same document its own id (`n2`) means it in every use.
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
    pub(super) fn replaces(&self, node: &Node, id: &NodeId, in_every_use: bool) -> bool {
        self.at_node_of(node, id, in_every_use).is_some()
    }

    /// What makes the leaf that runs this node, and its category, if it is one of these. The node is called `id` in the program; its own
    /// id counts too if it is meant in every use.
    pub(super) fn maker(
        &self,
        node: &Node,
        id: &NodeId,
        in_every_use: bool,
    ) -> Option<&(Category, Maker<W>)> {
        let at_node = self.at_node_of(node, id, in_every_use);
        at_node.or_else(|| self.makers.get(&*node.task))
    }

    fn at_node_of(
        &self,
        node: &Node,
        id: &NodeId,
        in_every_use: bool,
    ) -> Option<&(Category, Maker<W>)> {
        if self.at_nodes.is_empty() {
            return None;
        }
        let everywhere = || self.at_nodes.get(node.id()).filter(|_| in_every_use);
        self.at_nodes.get(id).or_else(everywhere)
    }

    fn add(
        &mut self,
        name: &str,
        category: Category,
        make: impl Fn(&Arguments) -> Operation<W, Builtin> + Send + Sync + 'static,
    ) {
        self.stood_in.remove(name);
        self.makers
            .insert(name.to_owned(), (category, Box::new(make)));
    }
}
