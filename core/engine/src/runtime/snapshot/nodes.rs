//! The nodes of a program as snapshots list them: what must be known of a node so that its state can be restored in a
//! changed program.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::category::Category;
use crate::ids::NodeId;
use crate::runtime::World;
use crate::runtime::fnv::Fnv;
use crate::runtime::program::{Flags, NodeFacts, Program, ProgramNode, Role, some};
use crate::runtime::program_builder::Operation;
use crate::runtime::task::Tasks;
use crate::runtime::{NodeIndex, program::NONE};

/// A node to which a snapshot refers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "struct Node")]
pub struct NodeSnapshot {
    /// Its id.
    pub id: NodeId,
    /// Its node type, or its task of the game; empty if that is not known.
    pub task: Arc<str>,
    /// Whose code it runs.
    #[serde(default, skip_serializing_if = "NodeForm::is_built_in")]
    pub form: NodeForm,
    /// The nearest node above it in the list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<NodeIndex>,
    /// How many numbers of memory it has.
    #[serde(default, skip_serializing_if = "is_zero_u32")]
    pub memory: u32,
    /// A hash of its children, if its memory refers to them by position; otherwise 0.
    #[serde(default, skip_serializing_if = "is_zero_u64")]
    pub children: u64,
    /// The semaphore of which it holds a slot while its memory is not zero.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub semaphore: Option<Arc<str>>,
    /// The background tree that stops when it is interrupted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub background_tree: Option<Arc<str>>,
}

/// Whose code a node runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NodeForm {
    /// That of its built-in node type.
    #[default]
    BuiltIn,
    /// Closures of the game.
    Closures,
    /// An object of the game, which has its own state.
    Object,
}

impl NodeForm {
    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "serde requires this signature"
    )]
    fn is_built_in(&self) -> bool {
        *self == Self::BuiltIn
    }
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde requires this signature"
)]
fn is_zero_u32(number: &u32) -> bool {
    *number == 0
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde requires this signature"
)]
fn is_zero_u64(number: &u64) -> bool {
    *number == 0
}

impl<W: World + ?Sized, B: Tasks> Program<W, B> {
    /// Prepares what all snapshots of instances share. Otherwise the first snapshot does, which takes as long as the program is large.
    pub fn prepare_snapshots(&self) {
        self.node_list();
        self.fingerprint();
    }

    /// Returns its nodes as snapshots list them.
    pub(in crate::runtime) fn node_list(&self) -> &Arc<[NodeSnapshot]> {
        self.node_list.get_or_init(|| {
            let mut names = FxHashMap::default();
            let nodes = (0..).zip(self.nodes.iter().zip(&self.facts));
            nodes
                .map(|(index, (node, facts))| self.node_snapshot(index, node, facts, &mut names))
                .collect()
        })
    }

    /// Describes a node. `names` has the names of node types so far, so that each exists once.
    fn node_snapshot(
        &self,
        index: u32,
        node: &ProgramNode<W, B>,
        facts: &NodeFacts,
        names: &mut FxHashMap<&'static str, Arc<str>>,
    ) -> NodeSnapshot {
        let (form, kind) = match &node.operation {
            Operation::Builtin(kind) => (NodeForm::BuiltIn, Some(kind)),
            Operation::Object(_)
            | Operation::Factory(_)
            | Operation::ParentObject(_)
            | Operation::Parent(_) => (NodeForm::Object, None),
            Operation::Hooks(_) | Operation::Update(_) | Operation::Parallel(_) => {
                (NodeForm::Closures, None)
            }
        };
        let task = match kind {
            Some(kind) => {
                let name = names.entry(kind.kind());
                name.or_insert_with_key(|name| Arc::from(*name)).clone()
            }
            None => self
                .game_task(index)
                .map_or_else(Arc::default, |made| made.task.clone()),
        };
        NodeSnapshot {
            id: self.id(NodeIndex(index)).clone(),
            task,
            form,
            parent: some(node.parent),
            memory: memory_len(node),
            children: self.children_hash(index, node, facts),
            semaphore: kind.and_then(|kind| kind.semaphore().cloned()),
            background_tree: kind.and_then(|kind| kind.background_tree().cloned()),
        }
    }

    /// Hashes the children of a node whose memory may refer to them by position: Parallels and other composites that
    /// remember anything.
    fn children_hash(&self, index: u32, node: &ProgramNode<W, B>, facts: &NodeFacts) -> u64 {
        let remembers = facts.category == Category::Composite && node.memory_len > 0;
        if !remembers && node.role() != Role::Parallel {
            return 0;
        }
        let mut hash = Fnv::default();
        for child in self.children(NodeIndex(index)) {
            hash.text(self.id(child).as_str());
        }
        hash.finish().max(1)
    }
}

/// Returns how many numbers of memory a node has, including the executor's.
pub(in crate::runtime) fn memory_len<W: World + ?Sized, B>(node: &ProgramNode<W, B>) -> u32 {
    let executor = node.role() == Role::Parallel || node.flags.has(Flags::LOOPS_OR_REVISES);
    node.memory_len + u32::from(executor)
}

/// Returns the positions of a listed node and of all listed nodes above it, from below. Ends at a parent that is not
/// before its child in the list.
pub(in crate::runtime) fn upwards(
    nodes: &[NodeSnapshot],
    from: u32,
) -> impl Iterator<Item = u32> + '_ {
    std::iter::successors(Some(from), |at| {
        let parent = nodes.get(*at as usize)?.parent?.0;
        (parent < *at).then_some(parent)
    })
    .filter(|at| *at != NONE)
}
