//! Problems that a document has in itself, whatever its node types are: conflicts of a merge, names that are declared
//! twice, initial values of the wrong type, and what a damaged file has that a tree cannot hold.

use rustc_hash::FxHashSet;

use super::{Diagnostic, Location, Problem, SubtreeProblem};
use crate::model::{
    BrokenLinkReason, Conflict, Document, Field, FieldValue, Node, NodePlace, Subject, Variable,
};

/// Returns all of them.
pub fn structural_problems(document: &Document) -> Vec<Diagnostic> {
    let mut found = merge_conflicts(document);
    found.extend(duplicate_variables(document));
    found.extend(wrong_initial_values(document));
    found.extend(wrong_trees(document));
    for node in document.nodes() {
        found.extend(broken_links(node));
        found.extend(duplicate_id(node));
    }
    found
}

/// Returns the unresolved conflicts of a merge.
pub fn merge_conflicts(document: &Document) -> Vec<Diagnostic> {
    let conflicts = document.conflicts.iter().map(|conflict| {
        let problem = Problem::MergeConflict(Box::new(conflict.clone()));
        Diagnostic::new(location(document, conflict), problem)
    });
    conflicts.collect()
}

/// Returns the location of a conflict: the item that it concerns, or where that was.
fn location(document: &Document, conflict: &Conflict) -> Location {
    match &conflict.subject {
        Subject::Node(id) if document.node(id).is_some() => match &conflict.field {
            Field::Parameter(name) => Location::Parameter(id.clone(), name.clone()),
            Field::Override { path, parameter } => {
                Location::Override(id.clone(), path.clone(), parameter.clone())
            }
            _ => Location::Node(id.clone()),
        },
        Subject::Node(_) => match &conflict.theirs {
            Some(FieldValue::Branch(NodePlace::Child(parent, _), _))
                if document.node(parent).is_some() =>
            {
                Location::Node(parent.clone())
            }
            _ => Location::Document,
        },
        Subject::Variable(name) if document.variable(name).is_some() => {
            Location::Variable(name.clone())
        }
        Subject::Tree(name) if document.tree(name).is_some() => Location::Tree(name.clone()),
        _ => Location::Document,
    }
}

/// Returns whether variables have the same name, or an initial value of another type.
pub fn has_wrong_variables(variables: &[Variable]) -> bool {
    let mut document = Document::default();
    document.variables = variables.iter().cloned().collect();
    !variables.is_empty()
        && (!duplicate_variables(&document).is_empty()
            || !wrong_initial_values(&document).is_empty())
}

/// Returns the variables with a name that another one has: of two, only the first can be reached.
pub fn duplicate_variables(document: &Document) -> Vec<Diagnostic> {
    let mut seen = FxHashSet::default();
    let variables = document.variables.iter();
    let twice = variables.filter(|variable| !seen.insert(&variable.name));
    let problem = |name: &std::sync::Arc<str>| {
        let variable = name.clone();
        let problem = Problem::DuplicateVariable { variable };
        Diagnostic::new(Location::Variable(name.clone()), problem)
    };
    twice.map(|variable| problem(&variable.name)).collect()
}

/// Returns the variables whose initial value is not of their type.
pub fn wrong_initial_values(document: &Document) -> Vec<Diagnostic> {
    let wrong = document.variables.iter().filter_map(|variable| {
        let value = &variable.initial.value;
        let name = variable.name.clone();
        let problem = if !value.is_finite() {
            Problem::NotFinite {
                parameter: name.clone(),
            }
        } else if value.coerced(&variable.value_type).is_none() {
            Problem::WrongInitialValue {
                variable: name.clone(),
                expected: variable.value_type.clone(),
                found: value.value_type(),
            }
        } else {
            return None;
        };
        Some(Diagnostic::new(Location::Variable(name), problem))
    });
    wrong.collect()
}

/// Returns the named trees that cannot be run: of two with one name only the first can, and a tree needs a top node.
pub fn wrong_trees(document: &Document) -> Vec<Diagnostic> {
    let mut seen = FxHashSet::default();
    let wrong = document.trees.iter().filter_map(|tree| {
        let (name, root) = (tree.name.clone(), tree.root.clone());
        let problem = if !seen.insert(&tree.name) {
            SubtreeProblem::DuplicateTree { tree: name }
        } else if document.node(&root).is_none() {
            SubtreeProblem::NoSuchRoot { tree: name, root }
        } else {
            return None;
        };
        let location = Location::Tree(tree.name.clone());
        Some(Diagnostic::new(location, Problem::Subtree(problem)))
    });
    wrong.collect()
}

/// Returns the links of a damaged file that a tree cannot represent: second parents, cycles, links to missing nodes or
/// to the root.
pub fn broken_links(node: &Node) -> impl Iterator<Item = Diagnostic> {
    node.broken_links.iter().map(|link| {
        let (child, parent) = (link.child.clone(), node.id().clone());
        let problem = match &link.reason {
            BrokenLinkReason::Dangling => Problem::DanglingId {
                parent: Some(parent),
                child,
            },
            BrokenLinkReason::SecondParent(kept) => Problem::SecondParent {
                child,
                kept: kept.clone(),
                other: parent,
            },
            BrokenLinkReason::Cycle(path) => Problem::Cycle { path: path.clone() },
            BrokenLinkReason::Root => Problem::RootAsChild { child, parent },
        };
        Diagnostic::new(Location::Node(node.id().clone()), problem)
    })
}

/// Returns the problem of a node that got a new id because its own was taken.
pub fn duplicate_id(node: &Node) -> Option<Diagnostic> {
    let problem = Problem::DuplicateId {
        id: node.duplicate_of.clone()?,
        given: node.id().clone(),
    };
    Some(Diagnostic::new(Location::Node(node.id().clone()), problem))
}
