//! A compiled tree: flat arrays in pre-order, shared by all its instances. Knows nothing about any running one.

use std::sync::{Arc, OnceLock};

use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use super::blackboard::VariableSlot;
use super::jumps::Jump;
use super::program_builder::{Operation, TaskFactory};
use super::sharing::Sharing;
use super::task::{Rule, Siblings, Tasks};
use super::variables::Storage;
use crate::abort::AbortType;
use crate::category::Category;
use crate::ids::NodeId;
use crate::status::Status;
use crate::value::{Value, ValueType};

/// The place of a task in pre-order, the root being 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct NodeIndex(pub u32);

impl NodeIndex {
    /// As an index into arrays of a program's length.
    #[inline]
    pub fn get(self) -> usize {
        self.0 as usize
    }
}

/// Stands for "no node", "no branch" or "no place" in the compact arrays.
pub(super) const NONE: u32 = u32::MAX;

/// How the executor treats a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Leaf,
    Parent,
    Parallel,
}

/// What the executor looks at for every node that it comes by: 64 bytes, a line of the processor's cache.
pub(super) struct ProgramNode<W, B> {
    pub operation: Operation<W, B>,
    /// Where a run without tracer goes when the node has ended with Success, and with Failure.
    pub after_success: Jump,
    pub after_failure: Jump,
    /// Where a run without tracer lands when it enters the node: itself, or the first node below it at which there is something to do.
    pub landing: u32,
    /// The run stack on which it runs.
    pub branch: u32,
    pub parent: u32,
    pub next_sibling: u32,
    /// One past the last node below it.
    pub end: u32,
    /// Where its memory begins.
    pub memory: u32,
    pub memory_len: u32,
    /// What a parent does when a child ends, if that is fixed.
    pub rule: Option<Rule>,
    pub flags: Flags,
}

impl<W, B> ProgramNode<W, B> {
    #[inline]
    pub fn role(&self) -> Role {
        self.flags.role()
    }
}

/// Facts about a node that can be told by a bit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Flags(u16);

impl Flags {
    /// The first task of a run stack: the root, or a child of a Parallel.
    pub const BRANCH_ROOT: Self = Self(1);
    /// A conditional whose nearest composite has an abort type.
    pub const WATCHED: Self = Self(1 << 1);
    /// A composite with watched conditionals inside.
    pub const HAS_WATCHED: Self = Self(1 << 2);
    /// A parent that may run the same child twice; it remembers when it started it.
    pub const LOOPS: Self = Self(1 << 3);
    /// A conditional: it cannot answer Running.
    pub const ANSWERS_AT_ONCE: Self = Self(1 << 4);
    /// A leaf that a game defined, with something to do on entering or leaving.
    pub const HAS_HOOKS: Self = Self(1 << 5);
    /// A parent that looks at its running child before each frame; it remembers the next one of its like below it.
    pub const REVISES: Self = Self(1 << 6);
    /// It is or lies below one that revises, on the same run stack.
    pub const REVISED: Self = Self(1 << 7);
    /// It lies below one that supervises, on the same run stack.
    pub const SUPERVISED: Self = Self(1 << 8);
    /// A parent that asks a condition before its child is run.
    pub const GUARDS: Self = Self(1 << 9);
    /// It is told when it is interrupted.
    pub const HEARS_INTERRUPTION: Self = Self(1 << 10);
    /// A parent whose children may run after ones that stand to the right of them.
    pub const ANY_ORDER: Self = Self(1 << 11);
    /// It is watched, and only the variables that it reads change its answer.
    pub const FOLLOWS_VARIABLES: Self = Self(1 << 14);
    /// A Parallel that gives each child a turn in every frame.
    pub const PIPELINE: Self = Self(1 << 15);
    const PARENT: Self = Self(1 << 12);
    const PARALLEL: Self = Self(1 << 13);
    /// As the top of a run stack it takes more than an update: it is no leaf, or a parent revises it first.
    pub const MORE_THAN_LEAF: Self = Self(Self::PARENT.0 | Self::PARALLEL.0 | Self::REVISED.0);
    /// A parent revises it before its update or supervises it afterwards.
    pub const LOOKED_AFTER: Self = Self(Self::REVISED.0 | Self::SUPERVISED.0);
    /// For parents whose next step needs more than their rule.
    pub const LOOPS_OR_REVISES: Self = Self(Self::LOOPS.0 | Self::REVISES.0);

    /// Whether it has any of these.
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

/// What the executor looks at only now and then.
pub(super) struct NodeFacts {
    pub id: NodeId,
    pub category: Category,
    pub abort: AbortType,
    pub child_count: u32,
    /// For parents that decide for themselves: where their children stand in the program's list of such, else [`NONE`].
    pub listed: u32,
    /// The nearest composite above it, or [`NONE`].
    pub nearest_composite: u32,
    /// For composites: the numbers of the watched conditionals inside it. For watched conditionals and guards: its own number first.
    pub watched: (u32, u32),
    /// The nearest one that revises, it itself included, on the same run stack, or [`NONE`].
    pub reviser: u32,
    /// The nearest one above it that supervises, on the same run stack, or [`NONE`].
    pub supervisor: u32,
    /// The variables that it reads; none if that is not known.
    pub reads: Option<Box<[VariableSlot]>>,
    /// For closures of a game: whether their answer changes only with what they read and the events that they listen for.
    pub hooks_wait: bool,
}

/// A run stack that the tree can have.
pub(super) struct BranchFacts {
    /// Its first task.
    pub root: u32,
    /// The Parallel that starts it, or [`NONE`] for the main one.
    pub parallel: u32,
    /// The branch to the right of it under the same Parallel, or [`NONE`].
    pub next: u32,
    /// How many branches stand to the left of it there.
    pub place: u32,
}

/// A variable that the program uses.
#[derive(Clone, Debug, PartialEq)]
pub struct ProgramVariable {
    /// Its name in the document.
    pub name: Arc<str>,
    /// Its type.
    pub value_type: ValueType,
    /// What it holds at first.
    pub initial: Value,
}

/// A compiled tree, generic over the game's world `W` and the set `B` of built-in kinds.
pub struct Program<W, B> {
    pub(super) nodes: Box<[ProgramNode<W, B>]>,
    pub(super) facts: Box<[NodeFacts]>,
    pub(super) branches: Box<[BranchFacts]>,
    /// The children of parents that decide for themselves, so that each finds any of its own at once.
    pub(super) listed_children: Box<[u32]>,
    pub(super) index_of: FxHashMap<NodeId, u32>,
    pub(super) memory_len: usize,
    pub(super) watched_count: usize,
    pub(super) followed: Followed,
    pub(super) sharing: Sharing,
    pub(super) factories: Vec<TaskFactory<W>>,
    /// By number of the factory: the node whose objects it makes.
    pub(super) object_nodes: Vec<u32>,
    /// The events that something in it listens for.
    pub(super) listens: FxHashSet<Arc<str>>,
    /// The tasks that can be interrupted by a key, in pre-order.
    pub(super) interruptible: Vec<(Arc<str>, u32)>,
    pub(super) tree_variables: Vec<ProgramVariable>,
    pub(super) global_variables: Vec<ProgramVariable>,
    pub(super) restart_when_complete: bool,
    /// The variables that the game keeps itself.
    pub(super) storage: Vec<Storage<W>>,
    /// Trees that its tasks can run beside it, by name.
    pub(super) trees: NamedTrees<W, B>,
    /// Worked out when it is asked for first: snapshots are taken of running trees.
    pub(super) fingerprint: OnceLock<u64>,
}

/// The variables on which alone the answers of watched conditionals depend, as far as that is known.
#[derive(Debug, Default)]
pub(super) struct Followed {
    pub variables: Box<[VariableSlot]>,
    /// How many watched conditionals there are of which that is known.
    pub count: usize,
    /// Whether it is known of all.
    pub by_all: bool,
}

/// Programs by the names of their trees.
pub(super) type NamedTrees<W, B> = Vec<(Arc<str>, Arc<Program<W, B>>)>;

impl<W, B> Program<W, B> {
    /// How many tasks it has.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: a program has a root.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// About how many bytes it takes, without what its tasks hold themselves.
    pub fn memory(&self) -> usize {
        let node = size_of::<ProgramNode<W, B>>() + size_of::<NodeFacts>();
        let named = size_of::<(NodeId, u32)>() + 1;
        let reads = self.facts.iter().filter_map(|facts| facts.reads.as_deref());
        let trees = self.trees.iter().map(|(_, tree)| tree.memory());
        size_of::<Self>()
            + self.len() * node
            + self.index_of.capacity() * named
            + size_of_val(&*self.branches)
            + size_of_val(&*self.listed_children)
            + reads.map(size_of_val).sum::<usize>()
            + trees.sum::<usize>()
    }

    /// The id of a task.
    pub fn id(&self, node: NodeIndex) -> &NodeId {
        &self.facts[node.get()].id
    }

    /// The task with this id; none for nodes that are disabled or loose.
    pub fn index(&self, id: &NodeId) -> Option<NodeIndex> {
        self.index_of.get(id).copied().map(NodeIndex)
    }

    /// All tasks in pre-order.
    pub fn indices(&self) -> impl DoubleEndedIterator<Item = NodeIndex> + use<W, B> {
        (0..self.nodes.len() as u32).map(NodeIndex)
    }

    /// The category of a task.
    pub fn category(&self, node: NodeIndex) -> Category {
        self.facts[node.get()].category
    }

    /// The abort type of a task.
    pub fn abort(&self, node: NodeIndex) -> AbortType {
        self.facts[node.get()].abort
    }

    /// The task above; none for the root.
    pub fn parent(&self, node: NodeIndex) -> Option<NodeIndex> {
        some(self.nodes[node.get()].parent)
    }

    /// The children of a task, left to right.
    pub fn children(&self, node: NodeIndex) -> impl Iterator<Item = NodeIndex> {
        let mut at = self.first_child(node.0);
        std::iter::from_fn(move || {
            let here = some(at)?;
            at = self.nodes[here.get()].next_sibling;
            Some(here)
        })
    }

    /// Whether a variable of this name is one that trees share.
    pub fn shares(&self, variable: &str) -> bool {
        matches!(self.variable(variable), Some(VariableSlot::Global(_)))
    }

    /// The run stacks that there are if exactly the tasks of which `runs` says so have been entered and not left; ordered as those of an
    /// instance are.
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

    /// What a leaf answers on which this result is forced: a conditional answers at once.
    pub(super) fn can_be_forced(&self, leaf: NodeIndex, status: Status) -> Status {
        match status {
            Status::Running if self.category(leaf) == Category::Conditional => Status::Failure,
            status => status,
        }
    }

    /// Whether `inner` is `outer` or lies below it.
    pub fn is_inside(&self, inner: NodeIndex, outer: NodeIndex) -> bool {
        self.contains(outer.0, inner.0)
    }

    /// The nearest composite above a task, decorators skipped.
    pub fn nearest_composite(&self, node: NodeIndex) -> Option<NodeIndex> {
        some(self.facts[node.get()].nearest_composite)
    }

    /// Whether it runs its children side by side, each on a run stack of its own.
    pub fn is_parallel(&self, node: NodeIndex) -> bool {
        self.nodes[node.get()].role() == Role::Parallel
    }

    /// Whether it looks at its running child again before each frame, and may change to another one.
    pub fn revises(&self, node: NodeIndex) -> bool {
        self.nodes[node.get()].flags.has(Flags::REVISES)
    }

    /// Whether its children run from left to right, whatever happens.
    pub fn runs_in_order(&self, node: NodeIndex) -> bool {
        !self.nodes[node.get()].flags.has(Flags::ANY_ORDER)
    }

    /// Whether what runs below it can be interrupted by a key.
    pub fn is_interrupted_by_key(&self, node: NodeIndex) -> bool {
        self.interruptible.iter().any(|(_, keyed)| *keyed == node.0)
    }

    /// Variables of which each instance has its own.
    pub fn tree_variables(&self) -> &[ProgramVariable] {
        &self.tree_variables
    }

    /// Variables that all trees of a manager share.
    pub fn global_variables(&self) -> &[ProgramVariable] {
        &self.global_variables
    }

    /// Where the variable of this name is kept.
    pub fn variable(&self, name: &str) -> Option<VariableSlot> {
        let place = |list: &[ProgramVariable]| list.iter().position(|v| &*v.name == name);
        place(&self.tree_variables)
            .map(|i| VariableSlot::Tree(i as u32))
            .or_else(|| place(&self.global_variables).map(|i| VariableSlot::Global(i as u32)))
    }

    /// A tree that its tasks can run beside it.
    pub fn tree(&self, name: &str) -> Option<&Arc<Self>> {
        let found = self.trees.iter().find(|(tree, _)| &**tree == name);
        found.map(|(_, program)| program)
    }

    /// The trees that its tasks can run beside it, by name.
    pub fn trees(&self) -> &[(Arc<str>, Arc<Self>)] {
        &self.trees
    }

    /// What it can have to do with other trees of its manager within a frame.
    pub fn sharing(&self) -> Sharing {
        self.sharing
    }

    /// Whether the tree starts again in the frame after it finished.
    pub fn restarts_when_complete(&self) -> bool {
        self.restart_when_complete
    }

    #[inline]
    pub(super) fn contains(&self, outer: u32, inner: u32) -> bool {
        outer <= inner && inner < self.nodes[outer as usize].end
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

    /// The child of `ancestor` that is `inner` or contains it.
    pub(super) fn child_towards(&self, ancestor: u32, inner: u32) -> u32 {
        let mut at = inner;
        while self.nodes[at as usize].parent != ancestor {
            at = self.nodes[at as usize].parent;
        }
        at
    }

    /// The deepest task that is or contains both.
    pub(super) fn lowest_common_ancestor(&self, a: u32, b: u32) -> u32 {
        let mut at = a;
        while !self.contains(at, b) {
            at = self.nodes[at as usize].parent;
        }
        at
    }
}

impl<W, B: Tasks> Program<W, B> {
    /// Whether this leaf waits for answers from outside.
    pub fn is_asking(&self, leaf: NodeIndex) -> bool {
        match &self.nodes[leaf.get()].operation {
            Operation::Builtin(kind) => kind.is_asking(),
            _ => false,
        }
    }
}

impl<W, B> Siblings for Program<W, B> {
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

impl<W, B> std::fmt::Debug for Program<W, B> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Program({} tasks)", self.nodes.len())
    }
}
