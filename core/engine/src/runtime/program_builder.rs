//! Builds a [`Program`] in pre-order: `open` a task, add its children, `close` it. Also determines which conditions are
//! watched for aborts, and which of those need no check while the variables that they read are unchanged.
//!
//! Watched conditionals are numbered in pre-order, so that "is anything watched inside this composite?" is a look
//! at a few bits.

use super::world::World;
use std::sync::{Arc, OnceLock};

use rustc_hash::{FxHashMap, FxHashSet};

use super::blackboard::{GlobalConflict, VariableSlot, conflict};
use super::errors::ErrorCounts;
use super::fnv::Fnv;
use super::game_parents;
use super::ground::{Ground, Setting};
use super::jumps::{self, Jump};
use super::labels::NodeLabels;
use super::objects::{ObjectFactory, TaskFactory};
use super::parent_task::{JoinRule, ParentFactory};
use super::program::{
    BranchFacts, Flags, Followed, GameTask, KindFacts, NONE, NamedTrees, NodeFacts, Program,
    ProgramNode, ProgramVariable, Role,
};
use super::task::{Rule, TaskRequirements, Tasks};
use super::user_task::{TaskHooks, UpdateHook};
use super::variables::Storage;
use crate::abort::AbortType;
use crate::category::Category;
use crate::ids::{IdText, NodeId};
use crate::plural::counted;
use crate::status::Outcome;
use crate::told;
use crate::value::ValueType;

/// The behavior of a node. Nodes with the same task and parameters share it.
pub enum Operation<W: World + ?Sized, B> {
    /// A built-in node type.
    Builtin(Arc<B>),
    /// A leaf of the game without state of its own.
    Hooks(Arc<TaskHooks<W>>),
    /// A leaf of the game that has only an update. Created by the builder.
    #[doc(hidden)]
    Update(UpdateHook<W>),
    /// A leaf of the game of which each instance has its own object.
    Factory(TaskFactory<W>),
    /// The object that a factory made, at this index of an instance's list. Created by the builder.
    #[doc(hidden)]
    Object(u32),
    /// A composite or decorator of the game, of which each instance has its own object.
    Parent(ParentFactory<W>),
    /// The object of a composite or decorator, at this index of the same list. Created by the builder.
    #[doc(hidden)]
    ParentObject(u32),
    /// A Parallel of the game, which ends by this rule.
    Parallel(JoinRule),
}

impl<W: World + ?Sized, B> Clone for Operation<W, B> {
    #[inline]
    fn clone(&self) -> Self {
        match self {
            Self::Builtin(kind) => Self::Builtin(Arc::clone(kind)),
            Self::Hooks(hooks) => Self::Hooks(Arc::clone(hooks)),
            Self::Update(update) => Self::Update(Arc::clone(update)),
            Self::Factory(factory) => Self::Factory(Arc::clone(factory)),
            Self::Object(object) => Self::Object(*object),
            Self::Parent(factory) => Self::Parent(factory.clone()),
            Self::ParentObject(object) => Self::ParentObject(*object),
            Self::Parallel(rule) => Self::Parallel(Arc::clone(rule)),
        }
    }
}

impl<W: World + ?Sized, B> Operation<W, B> {
    /// Wraps a built-in node type.
    pub fn builtin(kind: B) -> Self {
        Self::Builtin(Arc::new(kind))
    }

    /// Wraps the closures of a game. Closures that only update, and do not say when their status changes, take the
    /// faster form.
    pub(crate) fn of_hooks(hooks: TaskHooks<W>) -> Self {
        let only_updates = hooks.start.is_none() && hooks.end.is_none();
        if only_updates && !hooks.waits && hooks.listens.is_empty() {
            Self::Update(hooks.update)
        } else {
            Self::Hooks(Arc::new(hooks))
        }
    }

    /// Returns whether nodes of this category can have this operation.
    pub(crate) fn fits(&self, category: Category) -> bool {
        match self {
            Self::Builtin(_) => true,
            Self::Hooks(_) | Self::Update(_) | Self::Factory(_) | Self::Object(_) => {
                category.is_leaf()
            }
            Self::Parent(_) | Self::ParentObject(_) => !category.is_leaf(),
            Self::Parallel(_) => category == Category::Composite,
        }
    }
}

impl<W: World + ?Sized, B: Tasks> Operation<W, B> {
    /// Returns whether the settings of its nodes have a part in what they decide, beyond variables and the results of children.
    pub(crate) fn depends_on_settings(&self) -> bool {
        match self {
            Self::Builtin(kind) => kind.ground().is_some_and(Ground::depends_on_settings),
            _ => false,
        }
    }
}

/// A node to be added to a program.
pub struct NodeSpec<W: World + ?Sized, B> {
    /// The id under which tracers and the game know the node.
    pub id: NodeId,
    /// The category.
    pub category: Category,
    /// The abort type; for composites.
    pub abort: AbortType,
    /// The behavior.
    pub operation: Operation<W, B>,
}

told! {
    /// The reason why a program cannot be built.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum ProgramError of "builder_error" {
        /// There is no root.
        Empty = "empty", "the program has no root";
        /// A second root was opened, a node was not closed, or there were more calls of `close` than of `open`.
        Unbalanced = "unbalanced", "the calls of `open` and `close` do not match";
        /// A node has a number of children that its category does not allow.
        ChildCount {
            /// The node.
            id: NodeId,
            /// Its number of children.
            count: usize,
            /// Its category.
            category: Category,
            /// The allowed number of children, as text.
            takes: &'static str,
        } = "child_count", ("node `{id}` has {}; a {category} takes {takes}", counted(*count, "child"))
            with [("id", id), ("count", count)];
        /// There are more nodes than the program can index.
        TooLarge(count: usize) = "too_large", "the program is too large: {count} nodes";
        /// Two nodes have the same id.
        DuplicateId(id: NodeId) = "duplicate_id", "duplicate node id `{id}`";
        /// The initial value of a variable has another type than the variable.
        InitialValue {
            /// The variable.
            name: String,
            /// The type of the variable.
            expected: ValueType,
            /// The type of the value.
            found: ValueType,
        } = "initial_value", "initial value of variable `{name}`: expected {expected}, found {found}";
        /// A variable is a list of lists.
        ListOfLists(name: String) = "list_of_lists", "variable `{name}` is a list of lists, but only lists of simple types exist";
        /// The tree and one that it runs in the background declare a global variable with different types.
        Globals(conflict: GlobalConflict) = "globals", "{conflict}";
    }
}

impl std::error::Error for ProgramError {}

/// What nodes with the same task and parameters have in common.
pub(super) struct KindSpec<W: World + ?Sized, B> {
    category: Category,
    /// As it is run, except that each node has an object of its own.
    pub operation: Operation<W, B>,
    rule: Option<Rule>,
    wants: TaskRequirements,
    /// Those that do not depend on the place of a node.
    flags: Flags,
    interrupt_key: Option<Arc<str>>,
    pub facts: KindFacts,
}

/// Builds a program.
pub struct ProgramBuilder<W: World + ?Sized, B> {
    name: Arc<str>,
    nodes: Vec<ProgramNode<W, B>>,
    facts: Vec<NodeFacts>,
    pub(super) kinds: Vec<KindSpec<W, B>>,
    labels: NodeLabels,
    branches: Vec<BranchFacts>,
    listed_children: Vec<u32>,
    factories: Vec<ObjectFactory<W>>,
    object_nodes: Vec<u32>,
    listens: FxHashSet<Arc<str>>,
    interruptible: Vec<(Arc<str>, u32)>,
    open: Vec<OpenNode>,
    /// What those of them that have children hand down to them.
    below: Vec<Below>,
    /// The number of watched conditionals and guards so far.
    watched_count: u32,
    tree_variables: Vec<ProgramVariable>,
    pub(super) global_variables: Vec<ProgramVariable>,
    restart_when_complete: bool,
    pub(super) storage: Vec<Storage<W>>,
    pub(super) trees: NamedTrees<W, B>,
    unbalanced: bool,
    has_distinct_ids: bool,
}

/// A node whose children are being added.
struct OpenNode {
    index: u32,
    last_child: u32,
    child_count: u32,
}

/// What a node hands down to its children.
#[derive(Clone, Copy)]
struct Below {
    /// The run stack; that of the parent itself if it is a Parallel.
    branch: u32,
    is_parallel: bool,
    /// See [`NodeFacts::reviser`] and [`NodeFacts::supervisor`].
    reviser: u32,
    supervisor: u32,
    nearest_composite: u32,
    /// Whether conditions below are watched.
    aborts: bool,
}

impl Below {
    /// What the root gets.
    const NOTHING: Self = Self {
        branch: 0,
        is_parallel: false,
        reviser: NONE,
        supervisor: NONE,
        nearest_composite: NONE,
        aborts: false,
    };
}

impl<W: World + ?Sized, B: Tasks> Default for ProgramBuilder<W, B> {
    fn default() -> Self {
        Self {
            name: Arc::default(),
            nodes: Vec::new(),
            facts: Vec::new(),
            kinds: Vec::new(),
            labels: NodeLabels::default(),
            branches: vec![BranchFacts {
                root: 0,
                parallel: NONE,
                next: NONE,
                place: 0,
            }],
            listed_children: Vec::new(),
            factories: Vec::new(),
            object_nodes: Vec::new(),
            listens: FxHashSet::default(),
            interruptible: Vec::new(),
            open: Vec::new(),
            below: Vec::new(),
            watched_count: 0,
            tree_variables: Vec::new(),
            global_variables: Vec::new(),
            restart_when_complete: false,
            storage: Vec::new(),
            trees: Vec::new(),
            unbalanced: false,
            has_distinct_ids: false,
        }
    }
}

impl<W: World + ?Sized, B: Tasks> ProgramBuilder<W, B> {
    /// Names the tree, for messages.
    pub fn name(&mut self, name: impl Into<Arc<str>>) {
        self.name = name.into();
    }

    /// Adds a variable of which each instance has its own copy.
    pub fn tree_variable(&mut self, variable: ProgramVariable) -> VariableSlot {
        self.tree_variables.push(variable);
        VariableSlot::Tree((self.tree_variables.len() - 1) as u32)
    }

    /// Adds a variable that all trees of a manager share.
    pub fn global_variable(&mut self, variable: ProgramVariable) -> VariableSlot {
        self.global_variables.push(variable);
        VariableSlot::Global((self.global_variables.len() - 1) as u32)
    }

    /// Binds a variable to data that the game stores.
    pub fn bind_storage(&mut self, storage: Storage<W>) {
        self.storage.push(storage);
    }

    /// Reserves capacity for `nodes` more nodes.
    pub fn reserve(&mut self, nodes: usize) {
        self.nodes.reserve(nodes);
        self.facts.reserve(nodes);
        self.labels.reserve(nodes);
    }

    /// Promises that no two nodes will have the same id, so that it need not be checked.
    pub(crate) fn promise_distinct_ids(&mut self) {
        self.has_distinct_ids = true;
    }

    /// Sets whether the tree restarts in the frame after it finished.
    pub fn restart_when_complete(&mut self, restart: bool) {
        self.restart_when_complete = restart;
    }

    /// Adds a tree that tasks can run in the background. Its own tasks run the background trees of the tree that
    /// started it.
    pub fn tree(&mut self, name: impl Into<Arc<str>>, program: Arc<Program<W, B>>) {
        self.trees.push((name.into(), program));
    }

    /// Opens a new node as a child of the open one. The following nodes are below it until it is closed.
    pub fn open(&mut self, spec: NodeSpec<W, B>) {
        let kind = self.add_kind(spec.category, spec.operation);
        self.open_kind(kind, IdText::of(spec.id.as_str()), spec.abort);
    }

    /// Adds what nodes with the same task and parameters have in common. Returns its number, for [`Self::open_kind`].
    pub(crate) fn add_kind(&mut self, category: Category, operation: Operation<W, B>) -> usize {
        let has_hooks = match &operation {
            Operation::Hooks(hooks) => hooks.start.is_some() || hooks.end.is_some(),
            Operation::Builtin(_) | Operation::Update(_) | Operation::Parallel(_) => false,
            Operation::Factory(_)
            | Operation::Object(_)
            | Operation::Parent(_)
            | Operation::ParentObject(_) => true,
        };
        let (role, rule, wants) = part_of(category, &operation);
        let mut flags = Flags::default();
        flags.set_role(role);
        flags.set(Flags::LOOPS, wants.loops);
        flags.set(Flags::REVISES, wants.revises);
        flags.set(Flags::GUARDS, wants.guards);
        flags.set(Flags::HEARS_INTERRUPTION, wants.hears_interruption);
        flags.set(Flags::ANY_ORDER, wants.reorders || wants.revises);
        flags.set(Flags::HAS_HOOKS, has_hooks);
        flags.set(Flags::INSTANT, category == Category::Conditional);
        let mut facts = KindFacts::default();
        let mut interrupt_key = None;
        match &operation {
            Operation::Builtin(kind) => {
                flags.set(Flags::PIPELINE, kind.is_pipeline());
                facts.sends = kind.sends().map(Box::new);
                facts.interrupts = kind.interrupts().cloned().map(Box::new);
                facts.hears = kind.event().cloned().into_iter().collect();
                facts.concerned_tree = kind.concerned_tree().cloned();
                interrupt_key = kind.interrupt_key().cloned();
            }
            Operation::Hooks(hooks) => {
                facts.hooks_wait = hooks.waits;
                facts.hears = hooks.listens.iter().cloned().collect();
            }
            _ => {}
        }
        self.listens.extend(facts.hears.iter().cloned());
        let operation = match operation {
            Operation::Hooks(hooks) if !has_hooks => Operation::Update(Arc::clone(&hooks.update)),
            other => other,
        };
        self.kinds.push(KindSpec {
            category,
            operation,
            rule,
            wants,
            flags,
            interrupt_key,
            facts,
        });
        self.kinds.len() - 1
    }

    /// Opens a node of this kind, like [`Self::open`].
    #[inline]
    pub(crate) fn open_kind(&mut self, kind: usize, id: IdText<'_>, abort: AbortType) {
        let index = self.nodes.len() as u32;
        let (parent, above) = self.link_to_parent(index);
        let spec = &self.kinds[kind];
        let KindSpec {
            category, wants, ..
        } = *spec;
        let reviser = if wants.revises { index } else { above.reviser };
        let mut flags = spec.flags;
        flags.set(Flags::REVISED, reviser != NONE);
        flags.set(Flags::SUPERVISED, above.supervisor != NONE);
        flags.set(Flags::BRANCH_ROOT, index == 0 || above.is_parallel);
        let first_watched = self.watched_count;
        if above.aborts && (wants.guards || category == Category::Conditional) {
            flags.set(Flags::WATCHED, true);
            self.watched_count += 1;
        }
        if let Some(key) = &spec.interrupt_key {
            self.interruptible.push((Arc::clone(key), index));
        }
        let operation = match &spec.operation {
            Operation::Factory(factory) => {
                self.object_nodes.push(index);
                self.factories
                    .push(ObjectFactory::Leaf(Arc::clone(factory)));
                Operation::Object(self.factories.len() as u32 - 1)
            }
            Operation::Parent(factory) => {
                self.object_nodes.push(index);
                self.factories.push(ObjectFactory::Parent(factory.clone()));
                Operation::ParentObject(self.factories.len() as u32 - 1)
            }
            shared => shared.clone(),
        };
        self.nodes.push(ProgramNode {
            operation,
            parent,
            next_sibling: NONE,
            end: index + 1,
            memory: 0,
            memory_len: 0,
            branch: above.branch,
            landing: index,
            after_success: Jump::ended(index, Outcome::Success),
            after_failure: Jump::ended(index, Outcome::Failure),
            rule: spec.rule,
            flags,
        });
        self.facts.push(NodeFacts {
            kind: kind as u32,
            category,
            abort,
            child_count: 0,
            listed: NONE,
            nearest_composite: above.nearest_composite,
            watched: (first_watched, self.watched_count),
            reviser,
            supervisor: above.supervisor,
        });
        self.labels.push(id);
        self.open.push(OpenNode {
            index,
            last_child: NONE,
            child_count: 0,
        });
    }

    /// Links a new node to the open one. Returns the parent, or [`NONE`], and what the node gets from above.
    #[inline]
    fn link_to_parent(&mut self, index: u32) -> (u32, Below) {
        let Some(open) = self.open.last_mut() else {
            self.unbalanced |= index > 0;
            return (NONE, Below::NOTHING);
        };
        let (parent, left) = (open.index, open.last_child);
        open.last_child = index;
        open.child_count += 1;
        if left == NONE {
            self.below.push(self.below_of(parent));
        } else {
            self.nodes[left as usize].next_sibling = index;
        }
        let mut below = self.below.last().copied().unwrap_or(Below::NOTHING);
        if below.is_parallel {
            below.branch = self.add_branch(index, (parent, left));
        }
        (parent, below)
    }

    /// Returns what a node hands down to its children, of which none was added yet.
    fn below_of(&self, parent: u32) -> Below {
        let (node, facts) = (&self.nodes[parent as usize], &self.facts[parent as usize]);
        let supervises = self.kinds[facts.kind as usize].wants.supervises;
        let is_parallel = node.role() == Role::Parallel;
        let (nearest_composite, aborts) = if facts.category == Category::Composite {
            (parent, facts.abort != AbortType::None)
        } else {
            let aborts = self.below.last().is_some_and(|above| above.aborts);
            (facts.nearest_composite, aborts)
        };
        let (reviser, supervisor) = match (is_parallel, supervises) {
            (true, _) => (NONE, NONE),
            (false, true) => (facts.reviser, parent),
            (false, false) => (facts.reviser, facts.supervisor),
        };
        Below {
            branch: node.branch,
            is_parallel,
            reviser,
            supervisor,
            nearest_composite,
            aborts,
        }
    }

    /// Adds the run stack of a child of a Parallel, to the right of the child `left` if there is one. Returns its number.
    fn add_branch(&mut self, root: u32, (parallel, left): (u32, u32)) -> u32 {
        let number = self.branches.len() as u32;
        let mut place = 0;
        if left != NONE {
            let left = self.nodes[left as usize].branch;
            let left = &mut self.branches[left as usize];
            left.next = number;
            place = left.place + 1;
        }
        self.branches.push(BranchFacts {
            root,
            parallel,
            next: NONE,
            place,
        });
        number
    }

    /// Sets the name that the designer gave to the last opened node, which may be empty.
    pub fn title(&mut self, name: &str) {
        self.labels.set_name(name);
    }

    /// Returns the name and the type of a variable that was added.
    pub(crate) fn variable(&self, slot: VariableSlot) -> Option<(&Arc<str>, &ValueType)> {
        let variable = match slot {
            VariableSlot::Tree(index) => self.tree_variables.get(index as usize),
            VariableSlot::Global(index) => self.global_variables.get(index as usize),
        };
        variable.map(|variable| (&variable.name, &variable.value_type))
    }

    /// Declares the node type of the last kind, or of the last opened node.
    pub(crate) fn node_type(&mut self, task: Arc<str>) {
        if let Some(kind) = self.kinds.last_mut() {
            kind.facts.task = Some(task);
        }
    }

    /// Declares which variables the last kind, or the last opened node, reads. Without this declaration it counts as
    /// reading all of them.
    pub fn reads(&mut self, variables: impl IntoIterator<Item = VariableSlot>) {
        if let Some(kind) = self.kinds.last_mut() {
            kind.facts.reads = Some(variables.into_iter().collect());
        }
    }

    /// Declares which variables the expressions of the last kind, or of the last opened node, read.
    pub(crate) fn computed_from(&mut self, variables: Vec<VariableSlot>) {
        if let Some(kind) = self.kinds.last_mut() {
            kind.facts.computed_from = variables.into();
        }
    }

    /// Declares the settings that have a part in what the last kind, or the last opened node, decides.
    pub(crate) fn settings(&mut self, settings: Vec<Setting>) {
        if let Some(kind) = self.kinds.last_mut() {
            kind.facts.settings = settings.into();
        }
    }

    /// Declares which of the game's tasks the last kind, or the last opened node, runs. If that is an object, `arguments`
    /// is a number that stands for its arguments: when the program of a running tree is replaced, and task and arguments
    /// are the same, the object is carried over.
    pub fn task(&mut self, task: Arc<str>, arguments: Option<u64>) {
        if let Some(kind) = self.kinds.last_mut() {
            kind.facts.game_task = Some(GameTask { task, arguments });
        }
    }

    /// Closes the last opened node.
    ///
    /// # Errors
    /// If it has a number of children that its category does not allow.
    pub fn close(&mut self) -> Result<(), ProgramError> {
        let open = self.open.pop().ok_or(ProgramError::Unbalanced)?;
        if open.child_count > 0 {
            self.below.pop();
            self.close_parent(&open);
        }
        let category = self.facts[open.index as usize].category;
        let (fits, takes) = match category {
            Category::Composite => (open.child_count > 0, "at least one"),
            Category::Decorator => (open.child_count == 1, "exactly one"),
            Category::Conditional | Category::Action => (open.child_count == 0, "none"),
        };
        if fits {
            return Ok(());
        }
        Err(ProgramError::ChildCount {
            id: self.labels.id_so_far(open.index),
            count: open.child_count as usize,
            category,
            takes,
        })
    }

    /// Sets what depends on the children of a node.
    fn close_parent(&mut self, open: &OpenNode) {
        let index = open.index as usize;
        let end = self.nodes.len() as u32;
        let (node, facts) = (&mut self.nodes[index], &mut self.facts[index]);
        facts.child_count = open.child_count;
        node.end = end;
        if facts.category == Category::Composite {
            facts.watched.1 = self.watched_count;
            let has_watched = facts.watched.0 < self.watched_count;
            node.flags.set(Flags::HAS_WATCHED, has_watched);
        }
        if jumps::passes_through(node) {
            self.nodes[index].landing = self.nodes[index + 1].landing;
        } else if node.role() == Role::Parent && node.rule.is_none() {
            facts.listed = self.listed_children.len() as u32;
            let mut child = open.index + 1;
            while child != NONE {
                self.listed_children.push(child);
                child = self.nodes[child as usize].next_sibling;
            }
        }
    }

    /// Returns the finished program.
    ///
    /// # Errors
    /// If there is no root, a node is still open, two nodes have the same id, or a variable has no valid type or initial
    /// value.
    pub fn finish(mut self) -> Result<Program<W, B>, ProgramError> {
        if self.nodes.is_empty() {
            return Err(ProgramError::Empty);
        }
        if self.nodes.len() > Jump::MAX_NODES {
            return Err(ProgramError::TooLarge(self.nodes.len()));
        }
        if self.unbalanced || !self.open.is_empty() {
            return Err(ProgramError::Unbalanced);
        }
        self.check_variables()?;
        if !self.has_distinct_ids
            && let Some(id) = self.labels.duplicate()
        {
            return Err(ProgramError::DuplicateId(id.clone()));
        }
        let memory_len = self.place_memory();
        let watched_count = self.watched_count as usize;
        let followed = self.find_followed(watched_count);
        let sharing = self.find_sharing();
        self.name_arguments();
        jumps::thread(&mut self.nodes);
        Ok(Program {
            name: self.name,
            nodes: self.nodes.into(),
            facts: self.facts.into(),
            kinds: self.kinds.into_iter().map(|kind| kind.facts).collect(),
            labels: self.labels,
            branches: self.branches.into(),
            listed_children: self.listed_children.into(),
            memory_len,
            watched_count,
            followed,
            has_short_frames: watched_count == 0 && self.storage.is_empty(),
            sharing,
            factories: self.factories,
            object_nodes: self.object_nodes,
            listens: self.listens,
            interruptible: self.interruptible,
            tree_variables: self.tree_variables,
            global_variables: self.global_variables,
            restart_when_complete: self.restart_when_complete,
            storage: self.storage,
            trees: self.trees,
            fingerprint: OnceLock::new(),
            node_list: OnceLock::new(),
            errors: ErrorCounts::default(),
        })
    }

    /// Checks that each variable has a type that exists and an initial value of it, and that a global variable has the
    /// same type in all trees.
    fn check_variables(&self) -> Result<(), ProgramError> {
        for variable in self.tree_variables.iter().chain(&self.global_variables) {
            let ProgramVariable {
                name,
                value_type,
                initial,
            } = variable;
            if !value_type.exists() {
                return Err(ProgramError::ListOfLists(name.to_string()));
            }
            if !value_type.accepts(initial) {
                return Err(ProgramError::InitialValue {
                    name: name.to_string(),
                    expected: value_type.clone(),
                    found: value_type.found_in(initial),
                });
            }
        }
        let mut first: FxHashMap<&str, (&Arc<str>, &ValueType)> = FxHashMap::default();
        let own = self.global_variables.iter().map(|v| (&self.name, v));
        let background = self.trees.iter().flat_map(|(_, tree)| tree.all_globals());
        for (tree, variable) in own.chain(background) {
            let known = first.entry(&variable.name);
            let (other, expected) = *known.or_insert((tree, &variable.value_type));
            if *expected != variable.value_type {
                let conflict = conflict((tree, variable), (Some(other), expected));
                return Err(ProgramError::Globals(conflict));
            }
        }
        Ok(())
    }

    /// Adds to the arguments of the game's tasks which variables they name: arguments refer to variables by slot, and
    /// the same slot may be another variable's in another program.
    fn name_arguments(&mut self) {
        for kind in &mut self.kinds {
            let read = kind.facts.reads.as_deref();
            let made = kind.facts.game_task.as_mut();
            let arguments = made.and_then(|made| made.arguments.as_mut());
            let (Some(arguments), Some(read)) = (arguments, read) else {
                continue;
            };
            let mut hash = Fnv::default();
            hash.number(*arguments as u32);
            hash.number((*arguments >> 32) as u32);
            for slot in read {
                let variable = match slot {
                    VariableSlot::Tree(index) => self.tree_variables.get(*index as usize),
                    VariableSlot::Global(index) => self.global_variables.get(*index as usize),
                };
                if let Some(variable) = variable {
                    hash.text(&variable.name);
                    hash.text(&variable.value_type.to_string());
                }
            }
            *arguments = hash.finish();
        }
    }

    /// Assigns memory to every node: what its type needs, and one more number for parents that loop. Returns the total.
    fn place_memory(&mut self) -> usize {
        let mut next = 0_usize;
        for (node, facts) in self.nodes.iter_mut().zip(&self.facts) {
            let own = match &node.operation {
                Operation::Builtin(kind) => kind.memory_len(facts.child_count as usize),
                Operation::ParentObject(_) => game_parents::memory_len(facts.child_count as usize),
                _ => 0,
            };
            let executor = match node.role() {
                Role::Parallel => 1,
                Role::Parent => usize::from(node.flags.has(Flags::LOOPS_OR_REVISES)),
                Role::Leaf => 0,
            };
            node.memory = next as u32;
            node.memory_len = own as u32;
            next += own + executor;
        }
        next
    }
}

/// Returns how the executor treats a node: its role, its fixed rule, and its requirements.
fn part_of<W: World + ?Sized, B: Tasks>(
    category: Category,
    operation: &Operation<W, B>,
) -> (Role, Option<Rule>, TaskRequirements) {
    match operation {
        Operation::Builtin(kind) if category.is_leaf() => (Role::Leaf, None, kind.wants()),
        Operation::Builtin(kind) if kind.is_parallel() => {
            (Role::Parallel, kind.rule(), kind.wants())
        }
        Operation::Builtin(kind) => (Role::Parent, kind.rule(), kind.wants()),
        Operation::Parent(factory) if !category.is_leaf() => {
            (Role::Parent, None, factory.wants(category))
        }
        Operation::Parallel(_) if category == Category::Composite => {
            (Role::Parallel, None, TaskRequirements::NONE)
        }
        _ => (Role::Leaf, None, TaskRequirements::NONE),
    }
}

impl<W: World + ?Sized, B: Tasks> ProgramBuilder<W, B> {
    /// Finds the watched conditionals and guards that need no check while their variables are unchanged.
    fn find_followed(&mut self, watched_count: usize) -> Followed {
        if watched_count == 0 {
            return Followed {
                by_all: true,
                ..Followed::default()
            };
        }
        let mut variables: Vec<VariableSlot> = Vec::new();
        let mut seen = FxHashSet::default();
        let mut following = 0;
        for (node, facts) in self.nodes.iter_mut().zip(&self.facts) {
            let Operation::Builtin(kind) = &node.operation else {
                continue;
            };
            if let Some(reads) = &self.kinds[facts.kind as usize].facts.reads
                && node.flags.has(Flags::WATCHED)
                && kind.wants().follows_variables
            {
                node.flags.set(Flags::FOLLOWS_VARIABLES, true);
                following += 1;
                variables.extend(reads.iter().copied().filter(|slot| seen.insert(*slot)));
            }
        }
        Followed {
            variables: variables.into(),
            count: following,
            by_all: following == watched_count,
        }
    }
}
