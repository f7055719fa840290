//! A document with nothing but what runs, and what that leaves out.

use rustc_hash::FxHashSet;
use treewright_core::compile::{Top, Uses};
use treewright_core::diagnostic::{Diagnostic, Location, Transfer};
use treewright_core::geometry::Position;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{
    Document, DocumentBuilder, FILE_PARAMETER, NamedTree, Node, ParameterValue, SUBTREE, Variable,
};
use treewright_core::project::Project;

use super::remarks;
use crate::common::at;

/// What of a document runs: the main tree, and trees with a name. Files that it refers to are called as `file_name` says.
pub(crate) fn bare(
    project: &Project<'_>,
    library: &NodeLibrary,
    file_name: &dyn Fn(&str) -> String,
) -> Document {
    let document = project.document;
    let skipped = skipped(project, library);
    let mut builder = DocumentBuilder::new(document.name.clone());
    let heads = document.root().into_iter();
    let named = named_heads(document);
    let heads = heads.chain(document.loose().iter().filter(|head| named.contains(head)));
    let mut skipping: Option<usize> = None;
    for head in heads {
        for (node, depth) in document.subtree(head).with_depth() {
            if skipping.is_some_and(|above| depth > above) {
                continue;
            }
            skipping = skipped.contains(node.id()).then_some(depth);
            if skipping.is_some() {
                continue;
            }
            let copy = bare_node(node, file_name);
            // Ids are distinct and parents come first, so nothing is rejected.
            let _ = match node.parent() {
                Some(parent) => builder.child(parent, copy),
                None if document.root() == Some(head) => builder.root(copy),
                None => builder.loose(copy),
            };
        }
        skipping = None;
    }
    let is_there = |tree: &&NamedTree| builder.document().node(&tree.root).is_some();
    let trees = document.trees.iter().filter(is_there);
    let trees: Vec<NamedTree> = trees
        .map(|tree| NamedTree::new(tree.name.clone(), tree.root.clone()))
        .collect();
    builder.settings(|new| {
        new.restart_when_complete = document.restart_when_complete;
        new.seed = document.seed;
        new.libraries.clone_from(&document.libraries);
        new.variables = document.variables.iter().map(bare_variable).collect();
        new.trees = trees;
    });
    builder.finish()
}

fn bare_variable(variable: &Variable) -> Variable {
    let mut bare = Variable::new(variable.name.clone(), variable.value_type.clone());
    bare.scope = variable.scope;
    bare.initial = variable.initial.value.clone().into();
    bare
}

fn bare_node(node: &Node, file_name: &dyn Fn(&str) -> String) -> Node {
    let mut bare = Node::new(node.id().clone(), node.task.clone());
    bare.name.clone_from(&node.name);
    bare.abort = node.abort;
    bare.disabled = node.disabled;
    bare.position = Position::default();
    for (name, value) in &node.parameters {
        bare.parameters.insert(name.clone(), plain(value));
    }
    if &*node.task == SUBTREE && node.names_a_file() {
        let file = file_name(node.text_parameter(FILE_PARAMETER));
        bare.parameters
            .insert(FILE_PARAMETER.into(), ParameterValue::literal(&*file));
    }
    bare.overrides.clone_from(&node.overrides);
    for set in &mut bare.overrides {
        set.value = plain(&set.value);
    }
    bare
}

/// A setting without how its number was written.
fn plain(value: &ParameterValue) -> ParameterValue {
    match value {
        ParameterValue::Literal(literal) => ParameterValue::literal(literal.value.clone()),
        ParameterValue::Variable(name) => ParameterValue::Variable(name.clone()),
    }
}

/// The loose heads at or below which a tree with a name begins.
fn named_heads(document: &Document) -> FxHashSet<&NodeId> {
    let heads = document.trees.iter().filter_map(|tree| {
        let top = document.node(&tree.root)?.id();
        document.ancestors(top).last().or(Some(top))
    });
    heads.collect()
}

/// The nodes that are left out since they are disabled. None is where uses set something inside one, or a tree with a name is inside one.
fn skipped<'a>(project: &Project<'a>, library: &NodeLibrary) -> FxHashSet<&'a NodeId> {
    let document = project.document;
    let mut uses = Uses::of(project, library);
    uses.follow_all();
    let named: FxHashSet<&NodeId> = document.trees.iter().map(|tree| &tree.root).collect();
    let nodes = document.nodes().map(Node::id);
    // A tree with a name is there for tasks that name it, even if nobody can start it.
    let is_absent = |id: &&NodeId| uses.is_absent(Top::main(id)) && !named.contains(id);
    let absent: FxHashSet<&NodeId> = nodes.filter(is_absent).collect();
    let mut set = document.nodes().flat_map(|node| &node.overrides);
    let mut tops = named.iter().flat_map(|top| document.ancestors(top));
    if tops.any(|above| absent.contains(above)) {
        return FxHashSet::default();
    }
    let is_set = set.any(|set| {
        set.path
            .split('/')
            .any(|id| absent.contains(&NodeId::from(id)))
    });
    if is_set {
        return FxHashSet::default();
    }
    absent
}

/// What is to be said of what is left out.
pub(crate) fn left_out(project: &Project<'_>, library: &NodeLibrary) -> Vec<Diagnostic> {
    let document = project.document;
    let skipped = skipped(project, library);
    let named = named_heads(document);
    let mut found = Vec::new();
    let mut remark = |node: &Node, transfer: Transfer| {
        let location = Location::Node(node.id().clone());
        found.push(at(location, transfer));
    };
    for node in document.pre_order() {
        let is_first = node.parent().is_none_or(|parent| !skipped.contains(parent));
        let is_loose = node.parent().is_none() && document.root() != Some(node.id());
        if is_loose && !named.contains(node.id()) {
            remark(node, remarks::loose());
        } else if is_first && skipped.contains(node.id()) {
            remark(node, remarks::disabled());
        }
        for link in &node.broken_links {
            remark(node, remarks::broken_link(&link.child));
        }
    }
    found
}
