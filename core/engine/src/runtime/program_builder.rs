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
use super::jumps::{self, Jump};
use super::objects::{ObjectFactory, TaskFactory};
use super::parent_task::{JoinRule, ParentFactory};
use super::program::{
    BranchFacts, Flags, Followed, GameTask, IdIndex, NONE, NamedTrees, NodeFacts, Program,
    ProgramNode, ProgramVariable, Role,
};
use super::task::{Rule, TaskRequirements, Tasks};
use super::user_task::{TaskHooks, UpdateHook};
use super::variables::Storage;
use crate::abort::AbortType;
use crate::category::Category;
use crate::ids::NodeId;
use crate::plural::counted;
use crate::status::Outcome;
use crate::told;
use crate::value::ValueType;

/// The behavior of a node.
pub enum Operation<W: World + ?Sized, B> {
    /// A built-in node type. Boxed, since a few of them are several times as large as all else that a node has.
    Builtin(Box<B>),
    /// A leaf of the game without state of its own.
    Hooks(Box<TaskHooks<W>>),
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

impl<W: World + ?Sized, B> Operation<W, B> {
    /// Wraps a built-in node type.
    pub fn builtin(kind: B) -> Self {
        Self::Builtin(Box::new(kind))
    }

    /// Wraps the closures of a game. Closures that only update, and do not say when their status changes, take the
    /// faster form.
    pub(crate) fn of_hooks(hooks: TaskHooks<W>) -> Self {
        let only_updates = hooks.start.is_none() && hooks.end.is_none();
        if only_updates && !hooks.waits && hooks.listens.is_empty() {
            Self::Update(hooks.update)
        } else {
            Self::Hooks(Box::new(hooks))
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

/// Builds a program.
pub struct ProgramBuilder<W: World + ?Sized, B> {
    name: Arc<str>,
    pub(super) nodes: Vec<ProgramNode<W, B>>,
    pub(super) facts: Vec<NodeFacts>,
    factories: Vec<ObjectFactory<W>>,
    object_nodes: Vec<u32>,
    game_tasks: Vec<GameTask>,
    listens: FxHashSet<Arc<str>>,
    interruptible: Vec<(Arc<str>, u32)>,
    /// For each node: whether it is consulted when its child returns Running.
    supervises: Vec<bool>,
    open: Vec<OpenNode>,
    tree_variables: Vec<ProgramVariable>,
    pub(super) global_variables: Vec<ProgramVariable>,
    restart_when_complete: bool,
    pub(super) storage: Vec<Storage<W>>,
    pub(super) trees: NamedTrees<W, B>,
    unbalanced: bool,
    has_distinct_ids: bool,
}

struct OpenNode {
    index: u32,
    last_child: u32,
    child_count: usize,
}

impl<W: World + ?Sized, B: Tasks> Default for ProgramBuilder<W, B> {
    fn default() -> Self {
        Self {
            name: Arc::default(),
            nodes: Vec::new(),
            facts: Vec::new(),
            factories: Vec::new(),
            object_nodes: Vec::new(),
            game_tasks: Vec::new(),
            listens: FxHashSet::default(),
            interruptible: Vec::new(),
            supervises: Vec::new(),
            open: Vec::new(),
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
        self.supervises.reserve(nodes);
        self.game_tasks.reserve(nodes);
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
        let index = self.nodes.len() as u32;
        let parent = self.link_to_parent(index);
        let has_hooks = match &spec.operation {
            Operation::Hooks(hooks) => hooks.start.is_some() || hooks.end.is_some(),
            Operation::Builtin(_) | Operation::Update(_) | Operation::Parallel(_) => false,
            Operation::Factory(_)
            | Operation::Object(_)
            | Operation::Parent(_)
            | Operation::ParentObject(_) => true,
        };
        let (role, fixed_rule, wants) = part_of(&spec);
        let (reviser, supervisor) = self.find_overseers(index, parent, wants);
        let mut flags = Flags::default();
        flags.set_role(role);
        flags.set(Flags::LOOPS, wants.loops);
        flags.set(Flags::REVISES, wants.revises);
        flags.set(Flags::GUARDS, wants.guards);
        flags.set(Flags::HEARS_INTERRUPTION, wants.hears_interruption);
        flags.set(Flags::ANY_ORDER, wants.reorders || wants.revises);
        flags.set(Flags::REVISED, reviser != NONE);
        flags.set(Flags::SUPERVISED, supervisor != NONE);
        flags.set(Flags::HAS_HOOKS, has_hooks);
        let is_pipeline = matches!(&spec.operation, Operation::Builtin(kind) if kind.is_pipeline());
        flags.set(Flags::PIPELINE, is_pipeline);
        let is_instant = spec.category == Category::Conditional;
        flags.set(Flags::INSTANT, is_instant);
        let mut hooks_wait = false;
        if let Operation::Hooks(hooks) = &spec.operation {
            hooks_wait = hooks.waits;
            self.listens.extend(hooks.listens.iter().cloned());
        }
        let operation = self.register(index, spec.operation, has_hooks);
        self.nodes.push(ProgramNode {
            operation,
            parent,
            next_sibling: NONE,
            end: index + 1,
            memory: 0,
            memory_len: 0,
            branch: 0,
            landing: index,
            after_success: Jump::ended(index, Outcome::Success),
            after_failure: Jump::ended(index, Outcome::Failure),
            rule: fixed_rule,
            flags,
        });
        self.facts.push(NodeFacts {
            id: spec.id,
            name: None,
            task: None,
            category: spec.category,
            abort: spec.abort,
            child_count: 0,
            listed: NONE,
            nearest_composite: NONE,
            watched: (0, 0),
            reviser,
            supervisor,
            reads: None,
            hooks_wait,
        });
    }

    /// Links a new node to the open one and opens it. Returns the parent, or [`NONE`].
    fn link_to_parent(&mut self, index: u32) -> u32 {
        let parent = self.open.last().map_or(NONE, |o| o.index);
        self.unbalanced |= parent == NONE && index > 0;
        if let Some(open) = self.open.last_mut() {
            if open.last_child != NONE {
                self.nodes[open.last_child as usize].next_sibling = index;
            }
            open.last_child = index;
            open.child_count += 1;
        }
        self.open.push(OpenNode {
            index,
            last_child: NONE,
            child_count: 0,
        });
        parent
    }

    /// Returns the nearest parents that revise and that supervise a new node, on its own run stack.
    fn find_overseers(&mut self, index: u32, parent: u32, wants: TaskRequirements) -> (u32, u32) {
        let above = self.nodes.get(parent as usize);
        let own_stack = above.is_none_or(|p| p.role() == Role::Parallel);
        let above = (!own_stack).then(|| &self.facts[parent as usize]);
        let reviser = match above {
            _ if wants.revises => index,
            Some(above) => above.reviser,
            None => NONE,
        };
        let supervisor = match above {
            Some(_) if self.supervises[parent as usize] => parent,
            Some(above) => above.supervisor,
            None => NONE,
        };
        self.supervises.push(wants.supervises);
        (reviser, supervisor)
    }

    /// Registers what a node listens for and which objects it needs. Returns the form in which the operation is run.
    fn register(
        &mut self,
        index: u32,
        operation: Operation<W, B>,
        has_hooks: bool,
    ) -> Operation<W, B> {
        match operation {
            Operation::Builtin(kind) => {
                self.listens.extend(kind.event().cloned());
                let key = kind.interrupt_key().cloned();
                self.interruptible.extend(key.map(|key| (key, index)));
                Operation::Builtin(kind)
            }
            Operation::Factory(factory) => {
                Operation::Object(self.add_object(index, ObjectFactory::Leaf(factory)))
            }
            Operation::Parent(factory) => {
                Operation::ParentObject(self.add_object(index, ObjectFactory::Parent(factory)))
            }
            Operation::Hooks(hooks) if !has_hooks => Operation::Update(hooks.update),
            other => other,
        }
    }

    /// Sets the name that the designer gave to the last opened node, which may be empty, and its node type.
    pub fn title(&mut self, name: &str, task: &Arc<str>) {
        if let Some(facts) = self.facts.last_mut() {
            facts.name = (!name.is_empty()).then(|| name.into());
            facts.task = Some(task.clone());
        }
    }

    /// Returns the name and the type of a variable that was added.
    pub(crate) fn variable(&self, slot: VariableSlot) -> Option<(&Arc<str>, &ValueType)> {
        let variable = match slot {
            VariableSlot::Tree(index) => self.tree_variables.get(index as usize),
            VariableSlot::Global(index) => self.global_variables.get(index as usize),
        };
        variable.map(|variable| (&variable.name, &variable.value_type))
    }

    /// Adds a node's object to those that each instance makes. Returns its index.
    fn add_object(&mut self, node: u32, factory: ObjectFactory<W>) -> u32 {
        self.factories.push(factory);
        self.object_nodes.push(node);
        (self.factories.len() - 1) as u32
    }

    /// Declares which variables the last opened node reads. A node without this declaration counts as reading all of
    /// them.
    pub fn reads(&mut self, variables: impl IntoIterator<Item = VariableSlot>) {
        if let Some(facts) = self.facts.last_mut() {
            facts.reads = Some(variables.into_iter().collect());
        }
    }

    /// Declares which of the game's tasks the last opened node runs. If that is an object, `arguments` is a number that
    /// stands for its arguments: when the program of a running tree is replaced, and task and arguments are the same,
    /// the object is carried over.
    pub fn task(&mut self, task: Arc<str>, arguments: Option<u64>) {
        if let Some(last) = self.nodes.len().checked_sub(1) {
            self.game_tasks.push(GameTask {
                node: last as u32,
                task,
                arguments,
            });
        }
    }

    /// Closes the last opened node.
    ///
    /// # Errors
    /// If it has a number of children that its category does not allow.
    pub fn close(&mut self) -> Result<(), ProgramError> {
        let open = self.open.pop().ok_or(ProgramError::Unbalanced)?;
        self.nodes[open.index as usize].end = self.nodes.len() as u32;
        let facts = &mut self.facts[open.index as usize];
        facts.child_count = open.child_count as u32;
        let (fits, takes) = match facts.category {
            Category::Composite => (open.child_count > 0, "at least one"),
            Category::Decorator => (open.child_count == 1, "exactly one"),
            Category::Conditional | Category::Action => (open.child_count == 0, "none"),
        };
        if fits {
            return Ok(());
        }
        Err(ProgramError::ChildCount {
            id: facts.id.clone(),
            count: open.child_count,
            category: facts.category,
            takes,
        })
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
        let index_of = self.index_ids()?;
        let memory_len = self.place_memory();
        let branches = self.number_branches();
        let listed_children = self.list_children();
        let watched_count = self.find_watched();
        let followed = self.find_followed(watched_count);
        let sharing = self.find_sharing();
        self.name_arguments();
        jumps::thread(&mut self.nodes);
        Ok(Program {
            name: self.name,
            nodes: self.nodes.into(),
            facts: self.facts.into(),
            branches,
            listed_children,
            index_of,
            memory_len,
            watched_count,
            followed,
            has_short_frames: watched_count == 0 && self.storage.is_empty(),
            sharing,
            factories: self.factories,
            object_nodes: self.object_nodes,
            game_tasks: self.game_tasks,
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
        for made in &mut self.game_tasks {
            let read = self.facts[made.node as usize].reads.as_deref();
            let (Some(arguments), Some(read)) = (&mut made.arguments, read) else {
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

    /// Returns the index of all ids, unless they are known to be distinct: then it is made when it is needed.
    fn index_ids(&self) -> Result<OnceLock<IdIndex>, ProgramError> {
        let index = OnceLock::new();
        if !self.has_distinct_ids {
            match IdIndex::of(&self.facts) {
                (_, Some(facts)) => return Err(ProgramError::DuplicateId(facts.id.clone())),
                (all, None) => drop(index.set(all)),
            }
        }
        Ok(index)
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

    /// Lists the children of each parent that decides for itself.
    fn list_children(&mut self) -> Box<[u32]> {
        let mut list = Vec::new();
        for (index, node) in self.nodes.iter().enumerate() {
            if node.role() != Role::Parent || node.rule.is_some() {
                continue;
            }
            self.facts[index].listed = list.len() as u32;
            let mut child = index as u32 + 1;
            while child != NONE {
                list.push(child);
                child = self.nodes[child as usize].next_sibling;
            }
        }
        list.into()
    }

    /// Numbers all possible run stacks, in pre-order of their first tasks.
    fn number_branches(&mut self) -> Box<[BranchFacts]> {
        let mut branches = vec![BranchFacts {
            root: 0,
            parallel: NONE,
            next: NONE,
            place: 0,
        }];
        // The branch below each Parallel that was numbered last, to link it with the next one.
        let mut last_below: FxHashMap<u32, u32> = FxHashMap::default();
        self.nodes[0].flags.set(Flags::BRANCH_ROOT, true);
        for index in 1..self.nodes.len() {
            let parent = self.nodes[index].parent;
            if self.nodes[parent as usize].role() != Role::Parallel {
                self.nodes[index].branch = self.nodes[parent as usize].branch;
                continue;
            }
            let number = branches.len() as u32;
            let mut place = 0;
            if let Some(left) = last_below.insert(parent, number) {
                let left: &mut BranchFacts = &mut branches[left as usize];
                left.next = number;
                place = left.place + 1;
            }
            branches.push(BranchFacts {
                root: index as u32,
                parallel: parent,
                next: NONE,
                place,
            });
            self.nodes[index].branch = number;
            self.nodes[index].flags.set(Flags::BRANCH_ROOT, true);
        }
        branches.into()
    }
}

/// Returns how the executor treats a node: its role, its fixed rule, and its requirements.
fn part_of<W: World + ?Sized, B: Tasks>(
    spec: &NodeSpec<W, B>,
) -> (Role, Option<Rule>, TaskRequirements) {
    match &spec.operation {
        Operation::Builtin(kind) if spec.category.is_leaf() => (Role::Leaf, None, kind.wants()),
        Operation::Builtin(kind) if kind.is_parallel() => {
            (Role::Parallel, kind.rule(), kind.wants())
        }
        Operation::Builtin(kind) => (Role::Parent, kind.rule(), kind.wants()),
        Operation::Parent(factory) if !spec.category.is_leaf() => {
            (Role::Parent, None, factory.wants(spec.category))
        }
        Operation::Parallel(_) if spec.category == Category::Composite => {
            (Role::Parallel, None, TaskRequirements::NONE)
        }
        _ => (Role::Leaf, None, TaskRequirements::NONE),
    }
}

impl<W: World + ?Sized, B: Tasks> ProgramBuilder<W, B> {
    /// Finds the nearest composites, and numbers the conditionals below composites with an abort type in pre-order.
    /// Returns their count.
    pub(super) fn find_watched(&mut self) -> usize {
        let mut numbered = 0_u32;
        for index in 0..self.nodes.len() {
            let parent = self.nodes[index].parent as usize;
            let nearest = match self.facts.get(parent) {
                Some(above) if above.category == Category::Composite => parent as u32,
                Some(above) => above.nearest_composite,
                None => NONE,
            };
            self.facts[index].nearest_composite = nearest;
            self.facts[index].watched.0 = numbered;
            let aborts = self
                .facts
                .get(nearest as usize)
                .is_some_and(|c| c.abort != AbortType::None);
            let is_condition = self.facts[index].category == Category::Conditional
                || self.nodes[index].flags.has(Flags::GUARDS);
            if aborts && is_condition {
                self.nodes[index].flags.set(Flags::WATCHED, true);
                numbered += 1;
            }
            self.facts[index].watched.1 = numbered;
        }
        for index in 0..self.nodes.len() {
            let last = self.nodes[index].end as usize - 1;
            let end = self.facts[last].watched.1;
            let facts = &mut self.facts[index];
            if facts.category == Category::Composite {
                facts.watched.1 = end;
                let has_watched = facts.watched.0 < end;
                self.nodes[index].flags.set(Flags::HAS_WATCHED, has_watched);
            }
        }
        numbered as usize
    }

    /// Finds the watched conditionals and guards that need no check while their variables are unchanged.
    pub(super) fn find_followed(&mut self, watched_count: usize) -> Followed {
        let mut variables: Vec<VariableSlot> = Vec::new();
        let mut seen = FxHashSet::default();
        let mut following = 0;
        for (node, facts) in self.nodes.iter_mut().zip(&self.facts) {
            let Operation::Builtin(kind) = &node.operation else {
                continue;
            };
            if let Some(reads) = &facts.reads
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
