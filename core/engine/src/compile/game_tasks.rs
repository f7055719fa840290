//! The registry of a game's own tasks, by name: their code, and their declarations for editors.

use crate::runtime::{
    Lent, Operation, Outcome, ParentFactory, ParentTask, Status, StorageReader, StorageWriter,
    Tally, Task, TaskContext, TaskHooks, TickContext, VariableType, World,
};
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::category::Category;
use crate::ids::NodeId;
use crate::library::{NodeLibrary, TaskDeclaration, TaskLibrary};
use crate::model::{ActsLike, Node, NodeDeclaration, StandIn};
use crate::named_list::NamedList;
use crate::nodes::stand_in::Player;
use crate::nodes::{Arguments, Builtin};
use crate::value::ValueType;

pub(super) type TaskMaker<W> = Arc<dyn Fn(&Arguments) -> Operation<W, Builtin> + Send + Sync>;

/// A variable that the game stores itself: its type, and the functions that read and write it.
pub(super) struct StoredVariable<W: World + ?Sized> {
    pub value_type: ValueType,
    pub read: StorageReader<W>,
    pub write: Option<StorageWriter<W>>,
}

impl<W: World + ?Sized> Clone for StoredVariable<W> {
    fn clone(&self) -> Self {
        Self {
            value_type: self.value_type.clone(),
            read: self.read.clone(),
            write: self.write.clone(),
        }
    }
}

/// The tasks of a game, from which a program creates its leaves and the parents of the game's own. `W` is the game's
/// world.
///
/// A task with the name of a built-in node type replaces it; [`Compiled::notes`](super::Compiled::notes) says so, and so does the log of the game when a tree is
/// loaded. If the
/// code that makes a task panics, the node fails whenever it runs, and
/// [`Compiled::broken`](super::Compiled::broken) has the reason.
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
/// # When tasks are made
/// When a tree is compiled, the code that makes a task is called at least once for each distinct task with its arguments,
/// and at most once for each node. Nodes with the same task and arguments share the closures that it returns. What a
/// node needs for itself belongs into an object, of which each node has its own in each instance ([`Self::object`]).
///
/// # Declared tasks
/// A task can be registered together with its declaration. Then its arguments are checked and completed with defaults
/// at compile time, and it appears in the library that the game writes for its designers ([`Self::library`]). So the
/// code and the editor's palette always agree.
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
///         ParameterDeclaration::optional("range", ValueType::Float, 10.0, "In meters.").within(0.0, 50.0),
///     ),
///     |arguments| {
///         let range = arguments.float("range");
///         TaskHooks::when(move |c: &mut TaskContext<World>| c.world.distance <= range.get(&c.tick))
///     },
/// );
///
/// // Once, for the designers: `arena.tasks.json`.
/// let file = tasks_json::write(&tasks.library("Arena"));
/// assert!(file.contains(r#"{"name": "range", "type": "float", "default": 10.0, "range": [0, 50], "help": "In meters."}"#));
///
/// let mut builder = DocumentBuilder::new("Guard");
/// builder.root(Node::new("n1", "EnemyInRange")).unwrap();
/// let program = compile(&builder.finish(), &NodeLibrary::builtin(), &tasks).program.unwrap();
/// let mut instance = treewright_core::TreeInstance::new(program, 0);
/// let answer = instance.tick(&mut World { distance: 9.5 }, &mut Globals::default(), 0.1);
/// assert_eq!(answer, Some(Status::Success));
/// ```
///
/// # Composites and decorators
/// A game can have composites and decorators of its own: objects that decide which child runs next ([`ParentTask`]), and
/// Parallels that end by a rule of the game ([`Self::parallel`]).
pub struct GameTasks<W: World + ?Sized> {
    factories: FxHashMap<String, (Category, TaskMaker<W>)>,
    declared: NamedList<TaskDeclaration>,
    at_nodes: FxHashMap<NodeId, (Category, TaskMaker<W>)>,
    /// The variables that the game stores itself, by name.
    pub(super) storage: NamedList<StoredVariable<W>>,
    /// The tasks that are library stand-ins, without code of the game.
    library_stand_ins: FxHashSet<String>,
    /// The built-in node types that tasks of the game replace.
    replaced_builtins: FxHashSet<String>,
    /// Whether stand-ins are in use, because the tree runs without its game.
    uses_stand_ins: bool,
    /// The stand-ins of composites and decorators without code, by task.
    parent_stand_ins: FxHashMap<String, StandIn>,
    /// Stand-ins of single nodes, which take precedence over those of the document.
    node_stand_ins: FxHashMap<NodeId, StandIn>,
}

/// A copy shares the code of the tasks, and can be given away: to another thread, or to a link that compiles trees.
impl<W: World + ?Sized> Clone for GameTasks<W> {
    fn clone(&self) -> Self {
        Self {
            factories: self.factories.clone(),
            declared: self.declared.clone(),
            at_nodes: self.at_nodes.clone(),
            storage: self.storage.clone(),
            library_stand_ins: self.library_stand_ins.clone(),
            replaced_builtins: self.replaced_builtins.clone(),
            uses_stand_ins: self.uses_stand_ins,
            parent_stand_ins: self.parent_stand_ins.clone(),
            node_stand_ins: self.node_stand_ins.clone(),
        }
    }
}

impl<W: World + ?Sized> Default for GameTasks<W> {
    fn default() -> Self {
        Self {
            factories: FxHashMap::default(),
            declared: NamedList::default(),
            at_nodes: FxHashMap::default(),
            storage: NamedList::default(),
            library_stand_ins: FxHashSet::default(),
            replaced_builtins: FxHashSet::default(),
            uses_stand_ins: false,
            parent_stand_ins: FxHashMap::default(),
            node_stand_ins: FxHashMap::default(),
        }
    }
}

impl<W: World + ?Sized> GameTasks<W> {
    /// Creates a registry with the built-in tasks only.
    pub fn new() -> Self {
        Self::default()
    }

    /// Registers a conditional made of closures that all instances share. `make` is called with the arguments of a node;
    /// nodes with the same ones share what it returns.
    pub fn conditional(
        &mut self,
        name: &str,
        make: impl Fn(&Arguments) -> TaskHooks<W> + Send + Sync + 'static,
    ) {
        self.add(name, Category::Conditional, move |arguments| {
            Operation::of_hooks(make(arguments))
        });
    }

    /// Registers an action made of closures that all instances share. `make` is called with the arguments of a node; nodes
    /// with the same ones share what it returns.
    pub fn action(
        &mut self,
        name: &str,
        make: impl Fn(&Arguments) -> TaskHooks<W> + Send + Sync + 'static,
    ) {
        self.add(name, Category::Action, move |arguments| {
            Operation::of_hooks(make(arguments))
        });
    }

    /// Registers a conditional without parameters: it succeeds while `holds` returns true.
    ///
    /// ```
    /// use treewright_core::prelude::*;
    ///
    /// struct World { ammunition: u32 }
    ///
    /// let mut tasks = GameTasks::<World>::new();
    /// tasks.conditional_fn("HasAmmunition", |context| context.world.ammunition > 0);
    /// tasks.action_fn("Shoot", |context| {
    ///     context.world.ammunition -= 1;
    ///     Status::Success
    /// });
    /// ```
    pub fn conditional_fn(
        &mut self,
        name: &str,
        holds: impl Fn(&mut TaskContext<'_, '_, W>) -> bool + Send + Sync + 'static,
    ) {
        let update = move |context: &mut TaskContext<'_, '_, W>| Status::of(holds(context));
        self.add_update(name, Category::Conditional, update);
    }

    /// Registers an action without parameters: `update` is called in each frame in which it runs. See
    /// [`Self::conditional_fn`] for an example.
    pub fn action_fn(
        &mut self,
        name: &str,
        update: impl Fn(&mut TaskContext<'_, '_, W>) -> Status + Send + Sync + 'static,
    ) {
        self.add_update(name, Category::Action, update);
    }

    /// Registers a leaf that is a separate object in each instance of a tree. `make` is called once per node and
    /// instance, and before that when a tree is compiled, to check what it asks of its arguments.
    pub fn object(
        &mut self,
        name: &str,
        category: Category,
        make: impl Fn(&Arguments) -> Box<dyn Task<W>> + Send + Sync + 'static,
    ) {
        let make = Arc::new(make);
        self.add(name, category, move |arguments| {
            drop(make(arguments));
            let (make, arguments) = (Arc::clone(&make), arguments.silent());
            Operation::Factory(Arc::new(move || make(&arguments)))
        });
    }

    /// Registers a composite: an object for each instance of a tree, which decides in which order its children run. `make`
    /// is called when a tree is compiled, and once per node and instance.
    ///
    /// ```
    /// use treewright_core::prelude::*;
    ///
    /// /// Runs all its children, one after another, whatever they return.
    /// struct All;
    ///
    /// impl ParentTask<()> for All {
    ///     fn child_ended(&mut self, _: &mut TaskContext<()>, children: Children, _: Outcome) -> Next<usize> {
    ///         children.next_sibling().map_or(Next::End(Outcome::Success), Next::Run)
    ///     }
    /// }
    ///
    /// let mut tasks = GameTasks::<()>::new();
    /// tasks.composite("All", |_| Box::new(All));
    /// ```
    pub fn composite(
        &mut self,
        name: &str,
        make: impl Fn(&Arguments) -> Box<dyn ParentTask<W>> + Send + Sync + 'static,
    ) {
        self.add_parent(name, Category::Composite, make);
    }

    /// Registers a decorator, like [`Self::composite`].
    pub fn decorator(
        &mut self,
        name: &str,
        make: impl Fn(&Arguments) -> Box<dyn ParentTask<W>> + Send + Sync + 'static,
    ) {
        self.add_parent(name, Category::Decorator, make);
    }

    /// Registers a composite that runs its children at the same time, and ends by a rule of the game. `make` is called
    /// with the arguments of a node, and returns the rule, which all instances and all nodes with the same arguments
    /// share: the outcome, given the results of the children, or `None` to continue. It must depend on nothing else but
    /// arguments and variables.
    ///
    /// ```
    /// use treewright_core::prelude::*;
    ///
    /// let mut tasks = GameTasks::<()>::new();
    /// tasks.parallel("Majority", |_| {
    ///     |tally: Tally, _: &TickContext| {
    ///         let is_over = |count: u32| 2 * count > tally.children;
    ///         match (is_over(tally.succeeded), tally.succeeded + tally.failed == tally.children) {
    ///             (true, _) => Some(Outcome::Success),
    ///             (false, true) => Some(Outcome::Failure),
    ///             (false, false) => None,
    ///         }
    ///     }
    /// });
    /// ```
    pub fn parallel<J>(
        &mut self,
        name: &str,
        make: impl Fn(&Arguments) -> J + Send + Sync + 'static,
    ) where
        J: Fn(Tally, &TickContext<'_>) -> Option<Outcome> + Send + Sync + 'static,
    {
        self.add_parallel(name, Category::Composite, make);
    }

    /// Registers a conditional or action with its declaration, made of closures that all instances share. `make` is
    /// called with the arguments of a node, checked and completed; nodes with the same ones share what it returns.
    ///
    /// For a composite or decorator, see [`Self::declare_parent`].
    pub fn declare(
        &mut self,
        task: TaskDeclaration,
        make: impl Fn(&Arguments) -> TaskHooks<W> + Send + Sync + 'static,
    ) {
        self.add(task.name(), task.declaration.category, move |arguments| {
            Operation::of_hooks(make(arguments))
        });
        let name: Arc<str> = task.name().into();
        self.declared.insert(name, task);
    }

    /// Registers a conditional or action with its declaration, as a separate object in each instance of a tree.
    pub fn declare_object(
        &mut self,
        task: TaskDeclaration,
        make: impl Fn(&Arguments) -> Box<dyn Task<W>> + Send + Sync + 'static,
    ) {
        self.object(task.name(), task.declaration.category, make);
        let name: Arc<str> = task.name().into();
        self.declared.insert(name, task);
    }

    /// Registers a composite or decorator with its declaration: see [`Self::composite`]. `make` gets the arguments checked
    /// and completed.
    ///
    /// An editor, which does not have the game's code, runs it as its declaration says
    /// ([`TaskDeclaration::acts_like_builtin`]).
    pub fn declare_parent(
        &mut self,
        task: TaskDeclaration,
        make: impl Fn(&Arguments) -> Box<dyn ParentTask<W>> + Send + Sync + 'static,
    ) {
        self.add_parent(task.name(), task.declaration.category, make);
        self.declared.insert(task.name().to_owned(), task);
    }

    /// Registers a composite that runs its children at the same time, with its declaration: see [`Self::parallel`].
    pub fn declare_parallel<J>(
        &mut self,
        task: TaskDeclaration,
        make: impl Fn(&Arguments) -> J + Send + Sync + 'static,
    ) where
        J: Fn(Tally, &TickContext<'_>) -> Option<Outcome> + Send + Sync + 'static,
    {
        self.add_parallel(task.name(), task.declaration.category, make);
        self.declared.insert(task.name().to_owned(), task);
    }

    /// Binds the variable of this name to the game's own storage, in every tree that declares it.
    ///
    /// It is read from the world at the start of each frame of a tree, and written back at the end of the frame if
    /// the tree changed it. The closures get the number of the agent
    /// ([`TreeInstance::agent`](crate::TreeInstance::agent)). If a tree declares the variable with another
    /// type, it is not bound, and [`Compiled::broken`](super::Compiled::broken) reports it.
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
    pub fn bind_variable<T: VariableType + 'static>(
        &mut self,
        name: &str,
        read: impl Fn(&Lent<'_, W>, u64) -> T + Send + Sync + 'static,
        write: impl Fn(&mut Lent<'_, W>, u64, T) + Send + Sync + 'static,
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

    /// Like [`Self::bind_variable`], but changes by the tree are not written back: they last until the next frame.
    pub fn bind_variable_read_only<T: VariableType + 'static>(
        &mut self,
        name: &str,
        read: impl Fn(&Lent<'_, W>, u64) -> T + Send + Sync + 'static,
    ) {
        let kept = StoredVariable {
            value_type: T::value_type(),
            read: Arc::new(move |world: &Lent<'_, W>, agent| read(world, agent).into_value())
                as StorageReader<W>,
            write: None,
        };
        self.storage.insert(name, kept);
    }

    /// The declared tasks as a library, in the order of declaration. Write it with `format::tasks_json` for editors.
    pub fn library(&self, name: &str) -> TaskLibrary {
        let mut library = TaskLibrary::new(name);
        library.tasks = self.declared.values().cloned().collect();
        library
    }

    /// Uses stand-ins for all nodes whose tasks are not registered here, so that a tree runs without its game.
    ///
    /// The stand-in of the document ([`Node::stand_in`]) takes precedence over that of the library. Without either, a
    /// leaf that the library declares always succeeds, and a composite or decorator cannot run.
    pub fn use_stand_ins(&mut self, library: &NodeLibrary) {
        self.uses_stand_ins = true;
        for declaration in library.declarations() {
            let task = &*declaration.task;
            if let Some(like) = library.acts_like(task) {
                let stand_in = self.parent_stand_ins.entry(task.to_owned());
                stand_in.or_insert(StandIn::ActsLike(like));
            }
            let Some(answer) = library.stand_in(task) else {
                continue;
            };
            if !self.factories.contains_key(task) {
                let is_conditional = declaration.category == Category::Conditional;
                self.add(task, declaration.category, move |_| {
                    let player = Player::new(StandIn::Always(answer), None);
                    Operation::builtin(Builtin::playing(player, is_conditional))
                });
                self.library_stand_ins.insert(task.to_owned());
            }
        }
    }

    /// Uses this stand-in for a node, instead of the document's or its own task. Nodes are identified as in
    /// [`Self::at_node`].
    pub fn set_stand_in(&mut self, node: NodeId, stand_in: StandIn) {
        self.node_stand_ins.insert(node, stand_in);
    }

    /// Runs composites and decorators of this task like a built-in node type, unless the task is registered here or a
    /// node has a stand-in of its own that is in use. For tools that run trees without their game: no library has to
    /// declare the task.
    ///
    /// ```
    /// use treewright_core::model::ActsLike;
    /// use treewright_core::prelude::*;
    ///
    /// let mut tree = DocumentBuilder::new("Council");
    /// let root = tree.root(Node::new("n1", "Vote")).unwrap();
    /// tree.child(&root, Node::new("n2", "Fail")).unwrap();
    /// tree.child(&root, Node::new("n3", "Succeed")).unwrap();
    ///
    /// let mut tasks = GameTasks::<()>::new();
    /// tasks.set_parent_stand_in("Vote", ActsLike::Selector);
    /// let program = compile(&tree.finish(), &NodeLibrary::builtin(), &tasks).program.unwrap();
    /// let status = TreeInstance::new(program, 0).tick(&mut (), &mut Globals::default(), 0.1);
    /// assert_eq!(status, Some(Status::Success));
    /// ```
    pub fn set_parent_stand_in(&mut self, task: &str, like: ActsLike) {
        self.parent_stand_ins
            .insert(task.to_owned(), StandIn::ActsLike(like));
    }

    /// The stand-in of this node, whose declared category is `category`; `None` if the game's or its built-in task
    /// runs, or if it has only the library's result for leaves.
    pub(super) fn stand_in_of<'n>(
        &'n self,
        (node, category): (&'n Node, Option<Category>),
        id: &NodeId,
        in_every_use: bool,
    ) -> Option<&'n StandIn> {
        if self.at_node_of(node, id, in_every_use).is_some() {
            return None;
        }
        let everywhere = || self.node_stand_ins.get(node.id()).filter(|_| in_every_use);
        if let Some(stand_in) = self.node_stand_ins.get(id).or_else(everywhere) {
            return Some(stand_in);
        }
        let by_game = self.factories.contains_key(&*node.task)
            && !self.library_stand_ins.contains(&*node.task);
        if by_game {
            return None;
        }
        let by_document = node.stand_in.as_deref().filter(|_| self.uses_stand_ins);
        if node.children().is_empty() && category.is_none_or(Category::is_leaf) {
            return by_document.filter(|stand_in| !matches!(stand_in, StandIn::ActsLike(_)));
        }
        if Builtin::is_kind(&node.task) || category.is_some_and(Category::is_leaf) {
            return None;
        }
        let by_document = by_document.filter(|stand_in| matches!(stand_in, StandIn::ActsLike(_)));
        by_document.or_else(|| self.parent_stand_ins.get(&*node.task))
    }

    /// Returns whether this node runs as the stand-in of its library.
    pub(super) fn is_library_stand_in(&self, node: &Node, id: &NodeId, in_every_use: bool) -> bool {
        let acts = || {
            let like = self.parent_stand_ins.get(&*node.task)?;
            let played = self.stand_in_of((node, Some(Category::Composite)), id, in_every_use)?;
            Some(std::ptr::eq(like, played))
        };
        let answers = || {
            !self.replaces(node, id, in_every_use)
                && self.stand_in_of((node, None), id, in_every_use).is_none()
        };
        self.library_stand_ins.contains(&*node.task) && answers() || acts() == Some(true)
    }

    /// Returns whether a task of the game runs this node instead of the built-in node type of that name.
    pub(super) fn replaces_builtin(&self, node: &Node, id: &NodeId, in_every_use: bool) -> bool {
        self.replaced_builtins.contains(&*node.task)
            && !self.library_stand_ins.contains(&*node.task)
            && !self.replaces(node, id, in_every_use)
            && self.stand_in_of((node, None), id, in_every_use).is_none()
    }

    /// The declaration of a registered task, if it has one.
    pub(crate) fn declaration(&self, task: &str) -> Option<&NodeDeclaration> {
        self.declared.get(task).map(|task| &task.declaration)
    }

    /// The factory of the registered task of this name, and its category.
    pub(super) fn maker_of(&self, task: &str) -> Option<&(Category, TaskMaker<W>)> {
        self.factories.get(task)
    }

    /// Returns whether no single node is replaced, and no stand-ins are in use.
    pub(crate) fn is_plain(&self) -> bool {
        !self.uses_stand_ins
            && self.at_nodes.is_empty()
            && self.node_stand_ins.is_empty()
            && self.parent_stand_ins.is_empty()
            && self.library_stand_ins.is_empty()
    }

    /// The names of the registered tasks, in no particular order.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.factories.keys().map(|name| &**name)
    }

    /// Replaces the task of one node by this leaf, for tests and tools.
    ///
    /// A node inside a subtree is identified by its id in the program (`n7/n2`). The own id of a node in the main
    /// document (`n2`) applies to all its uses.
    pub fn replace_node(
        &mut self,
        node: NodeId,
        category: Category,
        make: impl Fn() -> Box<dyn Task<W>> + Send + Sync + 'static,
    ) {
        let make = Arc::new(make);
        let maker: TaskMaker<W> = Arc::new(move |_| {
            let make = Arc::clone(&make);
            Operation::Factory(Arc::new(move || make()))
        });
        self.at_nodes.insert(node, (category, maker));
    }

    /// Returns whether the task of a node is replaced, so that its parameters do not matter.
    pub(super) fn replaces(&self, node: &Node, id: &NodeId, in_every_use: bool) -> bool {
        self.at_node_of(node, id, in_every_use).is_some()
    }

    /// The factory of the leaf for this node, and its category, if one is registered. `id` is its id in the program;
    /// its own id counts, too, if `in_every_use`.
    pub(super) fn maker(
        &self,
        node: &Node,
        id: &NodeId,
        in_every_use: bool,
    ) -> Option<&(Category, TaskMaker<W>)> {
        let at_node = self.at_node_of(node, id, in_every_use);
        at_node.or_else(|| self.factories.get(&*node.task))
    }

    fn at_node_of(
        &self,
        node: &Node,
        id: &NodeId,
        in_every_use: bool,
    ) -> Option<&(Category, TaskMaker<W>)> {
        if self.at_nodes.is_empty() {
            return None;
        }
        let everywhere = || self.at_nodes.get(node.id()).filter(|_| in_every_use);
        self.at_nodes.get(id).or_else(everywhere)
    }

    fn add_update(
        &mut self,
        name: &str,
        category: Category,
        update: impl Fn(&mut TaskContext<'_, '_, W>) -> Status + Send + Sync + 'static,
    ) {
        let update = TaskHooks::new(update).update;
        self.add(name, category, move |_| Operation::Update(update.clone()));
    }

    fn add_parent(
        &mut self,
        name: &str,
        category: Category,
        make: impl Fn(&Arguments) -> Box<dyn ParentTask<W>> + Send + Sync + 'static,
    ) {
        let make = Arc::new(make);
        self.add(name, category, move |arguments| {
            drop(make(arguments));
            let (make, arguments) = (Arc::clone(&make), arguments.silent());
            Operation::Parent(ParentFactory::new(move || make(&arguments)))
        });
    }

    fn add_parallel<J>(
        &mut self,
        name: &str,
        category: Category,
        make: impl Fn(&Arguments) -> J + Send + Sync + 'static,
    ) where
        J: Fn(Tally, &TickContext<'_>) -> Option<Outcome> + Send + Sync + 'static,
    {
        self.add(name, category, move |arguments| {
            Operation::Parallel(Arc::new(make(arguments)))
        });
    }

    fn add(
        &mut self,
        name: &str,
        category: Category,
        make: impl Fn(&Arguments) -> Operation<W, Builtin> + Send + Sync + 'static,
    ) {
        self.library_stand_ins.remove(name);
        if category.is_leaf() && Builtin::is_kind(name) {
            self.replaced_builtins.insert(name.to_owned());
        }
        self.factories
            .insert(name.to_owned(), (category, Arc::new(make)));
    }
}
