//! A compiled tree: flat arrays in pre-order, shared by all its instances. Knows nothing about running instances.

use super::world::World;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

use super::blackboard::{Operand, VariableSlot};
use super::errors::ErrorCounts;
use super::ground::{ChoiceRule, Ground, Setting};
use super::jumps::Jump;
use super::labels::NodeLabels;
use super::objects::ObjectFactory;
use super::outside::ForceError;
use super::program_builder::Operation;
use super::sharing::Sharing;
use super::snapshot::NodeSnapshot;
use super::task::{Rule, Siblings, Tasks};
use super::variables::Storage;
use crate::abort::AbortType;
use crate::category::Category;
use crate::ids::NodeId;
use crate::status::Status;
use crate::told::Argument;
use crate::value::{Value, ValueType};

/// The index of a task in pre-order; the root has index 0. Valid for one program only; [`Program::id`] and [`Program::index`] convert.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct NodeIndex(pub u32);

impl NodeIndex {
    /// Returns the index as a `usize`, for arrays with one item per node.
    #[inline]
    pub fn get(self) -> usize {
        self.0 as usize
    }
}

/// Stands for "no node", "no branch" or "no position" in the compact arrays.
pub(super) const NONE: u32 = u32::MAX;

/// How the executor treats a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Leaf,
    Parent,
    Parallel,
}

/// The part of a node that the executor reads at every visit: 64 bytes, one cache line.
pub(super) struct ProgramNode<W: World + ?Sized, B> {
    pub operation: Operation<W, B>,
    /// Where a run without a tracer continues after the node ends with Success, and with Failure.
    pub after_success: Jump,
    pub after_failure: Jump,
    /// Where a run without a tracer lands when it enters the node: at the node itself, or at the first node below it
    /// that has something to do.
    pub landing: u32,
    /// The run stack on which the node runs.
    pub branch: u32,
    pub parent: u32,
    pub next_sibling: u32,
    /// One past the last node below it.
    pub end: u32,
    /// The start of its memory in the instance's memory array.
    pub memory: u32,
    pub memory_len: u32,
    /// The fixed rule by which a parent handles the end of a child, if it has one.
    pub rule: Option<Rule>,
    pub flags: Flags,
}

impl<W: World + ?Sized, B> ProgramNode<W, B> {
    #[inline]
    pub fn role(&self) -> Role {
        self.flags.role()
    }
}

/// Properties of a node, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Flags(u16);

impl Flags {
    /// The first task of a run stack: the root, or a child of a Parallel.
    pub const BRANCH_ROOT: Self = Self(1);
    /// A conditional whose nearest composite has an abort type.
    pub const WATCHED: Self = Self(1 << 1);
    /// A composite with watched conditionals inside.
    pub const HAS_WATCHED: Self = Self(1 << 2);
    /// A parent that may run the same child twice; it stores the frame in which it started the child.
    pub const LOOPS: Self = Self(1 << 3);
    /// A conditional: it cannot return Running.
    pub const INSTANT: Self = Self(1 << 4);
    /// A game-defined node with a callback on entering or leaving.
    pub const HAS_HOOKS: Self = Self(1 << 5);
    /// A parent that is consulted about its running child before each frame; it stores the next such parent below it.
    pub const REVISES: Self = Self(1 << 6);
    /// A parent that revises, or a node below one on the same run stack.
    pub const REVISED: Self = Self(1 << 7);
    /// A node below a parent that supervises, on the same run stack.
    pub const SUPERVISED: Self = Self(1 << 8);
    /// A parent that checks a condition before it runs its child.
    pub const GUARDS: Self = Self(1 << 9);
    /// A node that is called when it is interrupted.
    pub const HEARS_INTERRUPTION: Self = Self(1 << 10);
    /// A parent that may run a child after one to its right.
    pub const ANY_ORDER: Self = Self(1 << 11);
    /// A watched condition whose status depends on nothing but the variables that it reads.
    pub const FOLLOWS_VARIABLES: Self = Self(1 << 14);
    /// A Parallel that runs each child in every frame.
    pub const PIPELINE: Self = Self(1 << 15);
    const PARENT: Self = Self(1 << 12);
    const PARALLEL: Self = Self(1 << 13);
    /// As the top of a run stack, the node needs more than an update: it is not a leaf, or a parent revises it first.
    pub const MORE_THAN_LEAF: Self = Self(Self::PARENT.0 | Self::PARALLEL.0 | Self::REVISED.0);
    /// A parent revises the node before its update, or supervises it afterwards.
    pub const REVISED_OR_SUPERVISED: Self = Self(Self::REVISED.0 | Self::SUPERVISED.0);
    /// Nodes for which leaving needs more than telling their parent.
    pub const HAS_HOOKS_OR_WATCHED: Self = Self(Self::HAS_HOOKS.0 | Self::HAS_WATCHED.0);
    /// Parents for which running a child needs more than their rule.
    pub const LOOPS_OR_REVISES: Self = Self(Self::LOOPS.0 | Self::REVISES.0);

    /// Returns whether any of the flags in `flag` is set.
    #[inline]
    pub fn has(self, flag: Self) -> bool {
        self.0 & flag.0 != 0
    }

    pub fn set_role(&mut self, role: Role) {
        self.set(Self::PARENT, role == Role::Parent);
        self.set(Self::PARALLEL, role == Role::Parallel);
    }

    #[inline]
    pub fn role(self) -> Role {
        if self.has(Self::PARALLEL) {
            Role::Parallel
        } else if self.has(Self::PARENT) {
            Role::Parent
        } else {
            Role::Leaf
        }
    }

    pub fn set(&mut self, flag: Self, on: bool) {
        if on {
            self.0 |= flag.0;
        }
    }
}

/// The part of a node that the executor rarely reads.
#[derive(Debug)]
pub(super) struct NodeFacts {
    /// What it has in common with others: its index in [`Program::kinds`].
    pub kind: u32,
    pub category: Category,
    pub abort: AbortType,
    pub child_count: u32,
    /// For parents that decide for themselves: the start of their children in [`Program::listed_children`]; otherwise
    /// [`NONE`].
    pub listed: u32,
    /// The nearest composite above it, or [`NONE`].
    pub nearest_composite: u32,
    /// For composites: the range of numbers of the watched conditionals inside. For watched conditionals and guards:
    /// the range starts with their own number.
    pub watched: (u32, u32),
    /// The nearest parent that revises, on the same run stack and including the node itself, or [`NONE`].
    pub reviser: u32,
    /// The nearest parent above it that supervises, on the same run stack, or [`NONE`].
    pub supervisor: u32,
}

/// What nodes with the same task and parameters have in common, except what the executor needs.
#[derive(Debug, Default)]
pub(super) struct KindFacts {
    /// The node type; `None` in programs that were not compiled from a document.
    pub task: Option<Arc<str>>,
    /// The variables that the nodes read; `None` if unknown.
    pub reads: Option<Box<[VariableSlot]>>,
    /// The variables that their expressions read.
    pub computed_from: Box<[VariableSlot]>,
    /// The settings that have a part in what the nodes decide.
    pub settings: Box<[Setting]>,
    /// For closures of the game: whether their status depends only on what they read and on the events for which they
    /// listen.
    pub hooks_wait: bool,
    /// The events for which the nodes listen.
    pub hears: Box<[Arc<str>]>,
    /// The event that the nodes send when they succeed.
    pub sends: Option<Box<Sends>>,
    /// The background tree that the nodes start, stop or ask about.
    pub concerned_tree: Option<Arc<str>>,
    /// The key of the tasks that the nodes interrupt when they succeed.
    pub interrupts: Option<Box<Operand<Arc<str>>>>,
    /// The task of the game; `None` for built-in node types.
    pub game_task: Option<GameTask>,
}

/// A run stack that the tree can have.
pub(super) struct BranchFacts {
    /// Its first task.
    pub root: u32,
    /// The Parallel that starts it, or [`NONE`] for the main stack.
    pub parallel: u32,
    /// The branch to its right under the same Parallel, or [`NONE`].
    pub next: u32,
    /// How many branches are to its left under the same Parallel.
    pub place: u32,
}

/// An event that a node sends.
#[derive(Clone, Debug, PartialEq)]
pub struct Sends {
    /// The name of the event.
    pub name: Operand<Arc<str>>,
    /// What comes with it.
    pub payload: Option<Operand<Value>>,
    /// Whether it goes to all trees of the manager instead of this one.
    pub to_all: bool,
}

/// A variable that the program uses.
#[derive(Clone, Debug, PartialEq)]
pub struct ProgramVariable {
    /// Its name in the document.
    pub name: Arc<str>,
    /// Its type.
    pub value_type: ValueType,
    /// Its initial value.
    pub initial: Value,
}

/// A compiled tree, generic over the game's world `W` and the set `B` of built-in node types.
///
/// Methods that take a [`NodeIndex`], also those of instances, panic if the program has no node of this index, unless
/// they return an error then.
pub struct Program<W: World + ?Sized, B> {
    /// The name of the tree, for messages.
    pub(super) name: Arc<str>,
    pub(super) nodes: Box<[ProgramNode<W, B>]>,
    pub(super) facts: Box<[NodeFacts]>,
    pub(super) kinds: Vec<KindFacts>,
    pub(super) labels: NodeLabels,
    pub(super) branches: Box<[BranchFacts]>,
    /// The children of parents that decide for themselves, in one array, for access by position.
    pub(super) listed_children: Box<[u32]>,
    pub(super) memory_len: usize,
    pub(super) watched_count: usize,
    pub(super) followed: Followed,
    /// Whether a frame may consist of one update: nothing can be watched, and the game stores no variables.
    pub(super) has_short_frames: bool,
    pub(super) sharing: Sharing,
    pub(super) factories: Vec<ObjectFactory<W>>,
    /// By number of the factory: the node for which it makes objects.
    pub(super) object_nodes: Vec<u32>,
    /// The events for which a node listens.
    pub(super) listens: FxHashSet<Arc<str>>,
    /// The tasks with an interrupt key, in pre-order.
    pub(super) interruptible: Vec<(Arc<str>, u32)>,
    pub(super) tree_variables: Vec<ProgramVariable>,
    pub(super) global_variables: Vec<ProgramVariable>,
    pub(super) restart_when_complete: bool,
    /// The variables that the game stores.
    pub(super) storage: Vec<Storage<W>>,
    /// The trees that tasks can run as background trees, by name.
    pub(super) trees: NamedTrees<W, B>,
    /// Computed on first use, since not every program's instances are saved.
    pub(super) fingerprint: OnceLock<u64>,
    /// Its nodes as snapshots list them; computed on first use.
    pub(super) node_list: OnceLock<Arc<[NodeSnapshot]>>,
    /// The errors in all instances.
    pub(super) errors: ErrorCounts,
}

/// A task of the game.
#[derive(Debug)]
pub(super) struct GameTask {
    pub task: Arc<str>,
    /// A number that stands for its arguments; `None` if they do not matter.
    pub arguments: Option<u64>,
}

/// The variables that alone determine the statuses of watched conditionals, as far as is known.
#[derive(Debug, Default)]
pub(super) struct Followed {
    pub variables: Box<[VariableSlot]>,
    /// How many watched conditionals depend on nothing but variables.
    pub count: usize,
    /// Whether all watched conditionals do.
    pub by_all: bool,
}

/// Programs by the names of their trees.
pub(super) type NamedTrees<W, B> = Vec<(Arc<str>, Arc<Program<W, B>>)>;

impl<W: World + ?Sized, B> Program<W, B> {
    /// Returns the number of tasks.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Always returns false: a program has a root.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Returns the approximate size of the program in bytes, without data that its tasks own.
    pub fn memory(&self) -> usize {
        let node =
            size_of::<ProgramNode<W, B>>() + size_of::<NodeFacts>() + size_of::<NodeSnapshot>();
        let reads = self.kinds.iter().filter_map(|kind| kind.reads.as_deref());
        let settings = self.kinds.iter().map(|kind| size_of_val(&*kind.settings));
        let trees = self.trees.iter().map(|(_, tree)| tree.memory());
        size_of::<Self>()
            + self.len() * node
            + self.kinds.len() * size_of::<KindFacts>()
            + self.labels.memory()
            + size_of_val(&*self.branches)
            + size_of_val(&*self.listed_children)
            + reads.map(size_of_val).sum::<usize>()
            + settings.sum::<usize>()
            + trees.sum::<usize>()
    }

    /// Returns the name of the tree.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns what a task is called: the name that its designer gave it, or its node type. Empty for programs that
    /// were not compiled from a document.
    pub fn title(&self, node: NodeIndex) -> &str {
        let name = self.node_name(node);
        if name.is_empty() {
            self.task(node)
        } else {
            name
        }
    }

    /// Returns the title of a task, which languages may translate if it is the name of its node type.
    pub fn title_argument(&self, node: NodeIndex) -> Argument {
        let kind = self.kind(node.0).task.clone();
        let name = self.node_name(node);
        match kind.filter(|_| name.is_empty()) {
            Some(task) => Argument::Task(task),
            None => Argument::Text(name.into()),
        }
    }

    /// Returns the node type of a task; empty for programs that were not compiled from a document.
    pub fn task(&self, node: NodeIndex) -> &str {
        self.kind(node.0).task.as_deref().unwrap_or_default()
    }

    /// Returns the variables that a task reads, each once: those of its parameters and expressions, and of what stands in
    /// for it. Variables that it only writes are among them. Empty if that is unknown.
    pub fn reads(&self, node: NodeIndex) -> impl Iterator<Item = &Arc<str>> {
        let slots = self.kind(node.0).reads.as_deref().unwrap_or_default();
        let is_first = |at: usize, slot: &VariableSlot| !slots[..at].contains(slot);
        let distinct = slots.iter().enumerate();
        let distinct = distinct.filter(move |(at, slot)| is_first(*at, slot));
        distinct.map(|(_, slot)| self.variable_name(*slot))
    }

    /// Returns whether an expression of a task reads this variable.
    pub fn computes_from(&self, node: NodeIndex, variable: &str) -> bool {
        let mut read = self.kind(node.0).computed_from.iter();
        read.any(|slot| **self.variable_name(*slot) == *variable)
    }

    /// Returns the settings that have a part in what a task decides ([`Ground::depends_on_settings`]), its own before those that its
    /// children carry. Empty for tasks of the game.
    pub fn settings(&self, node: NodeIndex) -> &[Setting] {
        &self.kind(node.0).settings
    }

    /// Returns the id of a task.
    pub fn id(&self, node: NodeIndex) -> &NodeId {
        self.labels.id(node)
    }

    /// Returns the name that the designer gave to a task; empty if it has none.
    pub fn node_name(&self, node: NodeIndex) -> &str {
        self.labels.name(node).map_or("", |name| name)
    }

    /// Returns the task with this id; `None` for nodes that are disabled or unconnected.
    pub fn index(&self, id: &NodeId) -> Option<NodeIndex> {
        self.labels.index(id)
    }

    /// Iterates over all tasks in pre-order.
    pub fn indices(&self) -> impl DoubleEndedIterator<Item = NodeIndex> + use<W, B> {
        (0..self.nodes.len() as u32).map(NodeIndex)
    }

    /// Returns the category of a task.
    pub fn category(&self, node: NodeIndex) -> Category {
        self.facts[node.get()].category
    }

    /// Returns the abort type of a task.
    pub fn abort(&self, node: NodeIndex) -> AbortType {
        self.facts[node.get()].abort
    }

    /// Returns the parent of a task; `None` for the root.
    pub fn parent(&self, node: NodeIndex) -> Option<NodeIndex> {
        some(self.nodes[node.get()].parent)
    }

    /// Iterates over the children of a task, left to right.
    pub fn children(&self, node: NodeIndex) -> impl Iterator<Item = NodeIndex> {
        let mut at = self.first_child(node.0);
        std::iter::from_fn(move || {
            let here = some(at)?;
            at = self.nodes[here.get()].next_sibling;
            Some(here)
        })
    }

    /// Returns whether the variable of this name is global, that is shared by all trees of a manager.
    pub fn is_global(&self, variable: &str) -> bool {
        matches!(self.variable(variable), Some(VariableSlot::Global(_)))
    }

    /// Returns the run stacks of a run in which exactly those tasks are active for which `runs` returns true, in the
    /// order of an instance's run stacks.
    pub fn stacks_of(&self, runs: impl Fn(NodeIndex) -> bool) -> Vec<Vec<NodeIndex>> {
        let mut stacks = Vec::new();
        for facts in &self.branches {
            let mut next = Some(NodeIndex(facts.root)).filter(|root| runs(*root));
            let mut stack = Vec::new();
            while let Some(node) = next {
                stack.push(node);
                let branch = self.nodes[node.get()].branch;
                let in_branch = |child: &NodeIndex| self.nodes[child.get()].branch == branch;
                next = self
                    .children(node)
                    .find(|child| in_branch(child) && runs(*child));
            }
            if !stack.is_empty() {
                stacks.push(stack);
            }
        }
        stacks
    }

    /// Returns the status that a leaf really ends with if `status` is forced: conditionals cannot return Running, so it
    /// counts as Failure.
    pub(super) fn can_be_forced(&self, leaf: NodeIndex, status: Status) -> Status {
        match (self.category(leaf), status) {
            (Category::Conditional, Status::Running) => Status::Failure,
            (_, status) => status,
        }
    }

    /// Checks whether a result can be forced on this node: it must be a leaf.
    ///
    /// # Errors
    /// The reason why not.
    pub fn check_force(&self, node: NodeIndex) -> Result<(), ForceError> {
        match self.facts.get(node.get()) {
            None => Err(ForceError::UnknownNode { index: node.0 }),
            Some(facts) if facts.category.is_leaf() => Ok(()),
            Some(_) => Err(ForceError::NotALeaf {
                node: self.id(node).clone(),
            }),
        }
    }

    /// Returns which of the game's tasks a node runs, if that was declared.
    pub(super) fn game_task(&self, node: u32) -> Option<&GameTask> {
        self.kind(node).game_task.as_ref()
    }

    /// Returns what a node has in common with others of its task and parameters.
    pub(super) fn kind(&self, node: u32) -> &KindFacts {
        &self.kinds[self.facts[node as usize].kind as usize]
    }

    /// Returns whether `inner` is `outer` or below it.
    pub fn is_inside(&self, inner: NodeIndex, outer: NodeIndex) -> bool {
        self.contains(outer.0, inner.0)
    }

    /// Returns the nearest composite above a task, skipping decorators; `None` if there is none.
    pub fn nearest_composite(&self, node: NodeIndex) -> Option<NodeIndex> {
        some(self.facts[node.get()].nearest_composite)
    }

    /// Returns whether the task runs its children at the same time, each on its own run stack.
    pub fn is_parallel(&self, node: NodeIndex) -> bool {
        self.nodes[node.get()].role() == Role::Parallel
    }

    /// Returns whether the task reconsiders its running child before each frame, and may change to another one.
    pub fn revises(&self, node: NodeIndex) -> bool {
        self.nodes[node.get()].flags.has(Flags::REVISES)
    }

    /// Returns whether the task always runs its children from left to right.
    pub fn runs_in_order(&self, node: NodeIndex) -> bool {
        !self.nodes[node.get()].flags.has(Flags::ANY_ORDER)
    }

    /// Returns the key by which what runs below the task can be interrupted.
    pub fn interrupt_key(&self, node: NodeIndex) -> Option<&Arc<str>> {
        let mut keyed = self.interruptible.iter();
        keyed.find_map(|(key, keyed)| (*keyed == node.0).then_some(key))
    }

    /// Returns the key of the tasks that this node interrupts when it succeeds.
    pub fn interrupts(&self, node: NodeIndex) -> Option<&Operand<Arc<str>>> {
        self.kind(node.0).interrupts.as_deref()
    }

    /// Returns the names of the events for which a node listens, in no particular order.
    pub fn listens(&self) -> impl Iterator<Item = &Arc<str>> {
        self.listens.iter()
    }

    /// Returns the names of the events for which this node listens.
    pub fn hears(&self, node: NodeIndex) -> &[Arc<str>] {
        &self.kind(node.0).hears
    }

    /// Returns the event that this node sends when it succeeds.
    pub fn sends(&self, node: NodeIndex) -> Option<&Sends> {
        self.kind(node.0).sends.as_deref()
    }

    /// Returns the background tree that this node starts, stops or asks about.
    pub fn concerned_tree(&self, node: NodeIndex) -> Option<&Arc<str>> {
        self.kind(node.0).concerned_tree.as_ref()
    }

    /// Returns the name of a variable.
    pub fn variable_name(&self, slot: VariableSlot) -> &Arc<str> {
        match slot {
            VariableSlot::Tree(index) => &self.tree_variables[index as usize].name,
            VariableSlot::Global(index) => &self.global_variables[index as usize].name,
        }
    }

    /// Returns the variables of which each instance has its own copy.
    pub fn tree_variables(&self) -> &[ProgramVariable] {
        &self.tree_variables
    }

    /// Returns the variables that all trees of a manager share.
    pub fn global_variables(&self) -> &[ProgramVariable] {
        &self.global_variables
    }

    /// Iterates over the global variables of the tree and of its background trees, each with the name of the tree.
    pub(super) fn all_globals(&self) -> impl Iterator<Item = (&Arc<str>, &ProgramVariable)> {
        let background = self.trees.iter().map(|(_, program)| &**program);
        std::iter::once(self).chain(background).flat_map(|program| {
            let declared = program.global_variables.iter();
            declared.map(|variable| (&program.name, variable))
        })
    }

    /// Returns the storage location of the variable of this name.
    pub fn variable(&self, name: &str) -> Option<VariableSlot> {
        let place = |list: &[ProgramVariable]| list.iter().position(|v| &*v.name == name);
        place(&self.tree_variables)
            .map(|i| VariableSlot::Tree(i as u32))
            .or_else(|| place(&self.global_variables).map(|i| VariableSlot::Global(i as u32)))
    }

    /// Returns the background tree of this name, if the program's tasks can run one.
    pub fn tree(&self, name: &str) -> Option<&Arc<Self>> {
        let found = self.trees.iter().find(|(tree, _)| &**tree == name);
        found.map(|(_, program)| program)
    }

    /// Returns the trees that the program's tasks can run in the background, by name.
    pub fn trees(&self) -> &[(Arc<str>, Arc<Self>)] {
        &self.trees
    }

    /// Returns how this tree can interact with other trees of its manager within a frame.
    pub fn sharing(&self) -> Sharing {
        self.sharing
    }

    /// Returns whether the tree restarts in the frame after it finished.
    pub fn restarts_when_complete(&self) -> bool {
        self.restart_when_complete
    }

    #[inline]
    pub(super) fn contains(&self, outer: u32, inner: u32) -> bool {
        outer <= inner && inner < self.nodes[outer as usize].end
    }

    /// The indices of a task and of everything below it.
    #[inline]
    pub(super) fn span(&self, node: u32) -> Range<u32> {
        node..self.nodes[node as usize].end
    }

    #[inline]
    pub(super) fn first_child(&self, node: u32) -> u32 {
        if self.nodes[node as usize].end > node + 1 {
            node + 1
        } else {
            NONE
        }
    }

    #[inline]
    pub(super) fn child_count(&self, node: u32) -> u32 {
        self.facts[node as usize].child_count
    }

    /// Returns the child of `ancestor` that is or contains `inner`.
    pub(super) fn child_towards(&self, ancestor: u32, inner: u32) -> u32 {
        let mut at = inner;
        while self.nodes[at as usize].parent != ancestor {
            at = self.nodes[at as usize].parent;
        }
        at
    }

    /// Returns the deepest task that is or contains both.
    pub(super) fn lowest_common_ancestor(&self, a: u32, b: u32) -> u32 {
        let mut at = a;
        while !self.contains(at, b) {
            at = self.nodes[at as usize].parent;
        }
        at
    }
}

impl<W: World + ?Sized, B: Tasks> Program<W, B> {
    pub(super) fn built_in(&self, node: NodeIndex) -> Option<&B> {
        match &self.nodes[node.get()].operation {
            Operation::Builtin(kind) => Some(kind),
            _ => None,
        }
    }

    /// Returns whether a task is of a built-in node type, and no task of the game has taken its place.
    pub fn is_built_in(&self, node: NodeIndex) -> bool {
        self.built_in(node).is_some()
    }

    /// Returns the built-in node type that a task runs as, also where it stands in for a task of the game; `None` for code of the game.
    pub fn built_in_kind(&self, node: NodeIndex) -> Option<&'static str> {
        self.built_in(node).map(Tasks::kind)
    }

    /// Returns whether a built-in task may write variables among those that it reads.
    pub fn may_write(&self, node: NodeIndex) -> bool {
        self.built_in(node)
            .is_some_and(|kind| kind.wants().writes_variables)
    }

    /// Returns by what a built-in task decides, besides variables and the results of its children; `None` for fixed rules and for
    /// tasks of the game.
    pub fn ground(&self, node: NodeIndex) -> Option<Ground> {
        self.built_in(node)?.ground()
    }

    /// Returns the rule by which a built-in parent chooses this child; `None` if it runs its children in order, or all.
    pub fn choice(&self, parent: NodeIndex, child: NodeIndex) -> Option<ChoiceRule> {
        let place = self.children(parent).position(|of| of == child)?;
        let children = self.children(parent).count();
        self.built_in(parent)?.choice(place, children)
    }

    /// Returns whether a built-in parent runs its child again after that ended, in a later frame if it ended at once.
    pub fn repeats(&self, node: NodeIndex) -> bool {
        self.built_in(node).is_some_and(|kind| kind.wants().loops)
    }

    /// Returns whether a leaf stops or restarts its tree.
    pub fn ends_the_tree(&self, leaf: NodeIndex) -> bool {
        self.built_in(leaf).is_some_and(Tasks::ends_the_tree)
    }

    /// Returns the semaphore of which a task takes a slot while it runs.
    pub fn semaphore(&self, node: NodeIndex) -> Option<&Arc<str>> {
        self.built_in(node)?.semaphore()
    }

    /// Returns whether this leaf is a stand-in that asks for its results from outside.
    pub fn awaits_result(&self, leaf: NodeIndex) -> bool {
        self.built_in(leaf).is_some_and(Tasks::is_asking)
    }
}

impl<W: World + ?Sized, B> Siblings for Program<W, B> {
    fn children(&self, parent: NodeIndex) -> &[u32] {
        let facts = &self.facts[parent.get()];
        let from = facts.listed as usize;
        let to = from + facts.child_count as usize;
        self.listed_children.get(from..to).unwrap_or_default()
    }
}

pub(super) fn some(index: u32) -> Option<NodeIndex> {
    (index != NONE).then_some(NodeIndex(index))
}

impl<W: World + ?Sized, B> std::fmt::Debug for Program<W, B> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Program({} tasks)", self.nodes.len())
    }
}
