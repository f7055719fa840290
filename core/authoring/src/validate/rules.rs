//! The list of rules. A rule reads the document and adds what it finds.

mod abort_type;
mod broken_link;
mod child_count;
mod disabled_root;
mod duplicate_id;
mod duplicate_variable;
mod initial_value;
mod loose_nodes;
mod merge_conflicts;
mod named_trees;
mod no_root;
mod outcomes;
mod parameters;
mod stand_in;
mod subtrees;
mod unknown_task;
mod unreachable;

pub(super) use parameters::expected_type;
use treewright_core::diagnostic::Problems;
use treewright_core::model::Node;

use super::context::Context;

type DocumentRule = fn(&Context<'_>, &mut Problems);
type NodeRule = fn(&Context<'_>, usize, &Node, &mut Problems);

/// Rules about the document as a whole.
pub(super) const DOCUMENT_RULES: &[DocumentRule] = &[
    merge_conflicts::check,
    no_root::check,
    disabled_root::check,
    duplicate_variable::check,
    named_trees::check,
    initial_value::check,
    loose_nodes::check,
    unreachable::check,
];

/// Rules about single nodes, which get each node with its index in the order of the tree.
pub(super) const NODE_RULES: &[NodeRule] = &[
    broken_link::check,
    duplicate_id::check,
    unknown_task::check,
    child_count::check,
    parameters::check,
    subtrees::check,
    abort_type::check,
    stand_in::check,
];
