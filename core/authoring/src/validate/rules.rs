//! The list of rules. A rule reads the document and adds the problems that it finds.

mod abort_reach;
mod document;
mod fields;
mod merge_conflicts;
mod nodes;
pub(super) mod outcomes;
mod parameters;
mod payloads;
mod stand_in;
mod subtrees;
mod unreachable;

pub(super) use parameters::expected_type;
use treewright_core::diagnostic::Problems;
use treewright_core::model::Node;

use super::context::Context;

type DocumentRule = fn(&Context<'_>, &mut Problems);
type NodeRule = fn(&Context<'_>, usize, &Node, &mut Problems);

/// Rules for the document as a whole.
pub(super) const DOCUMENT_RULES: &[DocumentRule] = &[
    merge_conflicts::check,
    document::no_root,
    document::disabled_root,
    document::duplicate_variable,
    document::named_trees,
    document::initial_value,
    document::loose_nodes,
    fields::of_document,
    unreachable::check,
    abort_reach::check,
];

/// Rules for single nodes; they receive each node with its index in tree order.
pub(super) const NODE_RULES: &[NodeRule] = &[
    nodes::broken_link,
    nodes::duplicate_id,
    nodes::unknown_task,
    nodes::child_count,
    parameters::check,
    nodes::fixed_comparison,
    fields::of_node,
    payloads::check,
    subtrees::check,
    nodes::abort_type,
    stand_in::check,
];
