//! Finds the problems of a document and proposes fixes. Changes nothing.
//!
//! Each rule is a function in `rules/`; rules of more than a few lines have a file of their own. Together they take time linear
//! in the size of the document.

mod context;
mod expressions;
mod fixes;
mod nearest;
mod payloads;
mod rules;

use context::Context;
pub use expressions::check_expression;
pub use fixes::{Fix, fixes};
pub use nearest::{nearest, probably_meant, suggestion};
pub use rules::outcomes::Outcomes;
use rustc_hash::FxHashMap;
use treewright_core::diagnostic::Problems;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, Node};
use treewright_core::project::Project;

/// Returns all problems of a document without references to others: first those of the document and its variables, then those of
/// nodes in tree order.
pub fn validate(document: &Document, library: &NodeLibrary) -> Problems {
    validate_project(&Project::alone(document), library)
}

/// Returns all problems of a project's document, including those of its references to other documents. Other problems of the
/// referenced documents are found when those are validated.
pub fn validate_project(project: &Project<'_>, library: &NodeLibrary) -> Problems {
    let mut found = Problems::default();
    find(project, library, &mut found);
    found
}

/// Returns all errors of a document without references to others, without a limit on their number.
pub fn errors(document: &Document, library: &NodeLibrary) -> Problems {
    let mut found = Problems::only_errors();
    find(&Project::alone(document), library, &mut found);
    found
}

/// Returns the results that each node can return, as far as its type and constants determine them. Results that are forced do not count.
pub fn outcomes(document: &Document, library: &NodeLibrary) -> FxHashMap<NodeId, Outcomes> {
    let context = Context::new(document, library);
    let ids = context.order.iter().map(|node| node.id().clone());
    ids.zip(rules::outcomes::outcomes(&context)).collect()
}

/// The rules by which the results of a node follow from those of its children.
pub struct ResultRules<'a>(Context<'a>);

impl<'a> ResultRules<'a> {
    /// Returns the rules for the nodes of a document.
    pub fn new(document: &'a Document, library: &'a NodeLibrary) -> Self {
        Self(Context::new(document, library))
    }

    /// Returns the results that a node can return by its type and constants, given those of its enabled children.
    pub fn results(&self, node: &Node, children: &[Outcomes]) -> Outcomes {
        rules::outcomes::of_node(&self.0, node, children)
    }
}

fn find(project: &Project<'_>, library: &NodeLibrary, found: &mut Problems) {
    let context = Context::of(project, library);
    for rule in rules::DOCUMENT_RULES {
        rule(&context, found);
    }
    for (index, node) in context.order.iter().enumerate() {
        for rule in rules::NODE_RULES {
            rule(&context, index, node, found);
        }
    }
}

#[cfg(test)]
mod tests;
