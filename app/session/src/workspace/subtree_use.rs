//! What one use of a tree changes in it: where the overrides of a Subtree node lead, what the file has there, and the tree as this use runs it.
//! Changes no open document.

use std::collections::BTreeSet;
use std::hash::{Hash as _, Hasher as _};

use rustc_hash::FxHasher;
use treewright_authoring::edit::{Command, History, Selection};
use treewright_core::expression;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{
    Document, FILE_PARAMETER, Node, Override, ParameterType, ParameterValue, SUBTREE, Scope,
    TREE_PARAMETER,
};
use treewright_core::project::{Project, resolve};

use super::Workspace;
use super::open_document::{DocumentId, OpenDocument, Version};
use super::trail::SubtreeEntry;
use crate::refactoring::inlining::top_of_run;

/// A node inside the tree that a Subtree node runs.
#[derive(Clone, Debug)]
pub struct InnerNode<'a> {
    /// The path of its file in the project folder.
    pub file: String,
    pub document: &'a Document,
    pub node: &'a Node,
    /// The Subtree nodes on the way to it, outermost first, each with the rest of the path.
    through: Vec<(&'a Node, String)>,
    /// Whether it is in the same run of the same document as the outermost Subtree node.
    is_same_run: bool,
}

impl<'a> InnerNode<'a> {
    /// Returns the value of a parameter without the outermost use; `None` if it is not set.
    pub fn value(&self, parameter: &str) -> Option<&'a ParameterValue> {
        let set = self.through.iter().find_map(|(runner, rest)| {
            let mut set = runner.overrides.iter();
            set.find(|set| *set.path == **rest && *set.parameter == *parameter)
        });
        let value = set.map(|set| &set.value);
        value.or_else(|| self.node.parameters.get(parameter))
    }

    /// Returns the Subtree node on the way that overrides the parameter, too.
    fn overridden_by(&self, parameter: &str) -> Option<&'a Node> {
        let mut through = self.through.iter();
        let is_set = |(runner, rest): &&(&Node, String)| {
            let mut set = runner.overrides.iter();
            set.any(|set| *set.path == **rest && *set.parameter == *parameter)
        };
        through.find(is_set).map(|(runner, _)| *runner)
    }
}

/// Finds the node at a path inside the tree that `node` of the project's main document runs.
pub fn find_inside<'a>(project: &Project<'a>, node: &Node, path: &str) -> Option<InnerNode<'a>> {
    let (mut file, mut document) = (project.path.to_owned(), project.document);
    let (mut runner, mut rest) = (node, path);
    let (mut through, mut is_same_run) = (Vec::new(), true);
    loop {
        if runner.runs_other_file() {
            file = resolve(&file, runner.text_parameter(FILE_PARAMETER)).ok()?;
            document = project.get(&file)?.ok()?;
            is_same_run = false;
        }
        let top = top_of_run(document, runner)?;
        let (first, after) = rest.split_once('/').unwrap_or((rest, ""));
        let inner = document.node(&NodeId::from(first))?;
        if !document.is_inside(inner.id(), top) {
            return None;
        }
        if after.is_empty() {
            return Some(InnerNode {
                file,
                document,
                node: inner,
                through,
                is_same_run,
            });
        }
        through.push((inner, after.to_owned()));
        if &*inner.task != SUBTREE {
            return None;
        }
        (runner, rest) = (inner, after);
    }
}

/// Why the tree cannot have the value of an override without changing what the use means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeptBecause {
    /// The node does not exist, or its file cannot be read.
    Missing,
    /// This Subtree node on the way overrides the parameter, too.
    OverriddenBy(NodeId),
    /// The value needs this variable, which is another one in the tree or does not exist there.
    Variable(String),
}

/// The trees of a document whose runs have one of these nodes, by name; the main one is the empty name.
pub fn trees_running<'a>(document: &'a Document, nodes: &[&NodeId]) -> BTreeSet<&'a str> {
    let named = document.trees.iter().map(|tree| (&*tree.name, &tree.root));
    let main = document.root().map(|root| ("", root));
    let tops: Vec<(&str, &NodeId)> = named.chain(main).collect();
    let has = |top: &NodeId| nodes.iter().any(|node| document.is_inside(node, top));
    let direct = tops.iter().filter(|(_, top)| has(top));
    let mut found: BTreeSet<&str> = direct.map(|(name, _)| *name).collect();
    loop {
        let runs_found = |top: &NodeId| {
            let mut own = document.subtree(top);
            own.any(|node| {
                let runs = &*node.task == SUBTREE && !node.runs_other_file();
                runs && found.contains(node.text_parameter(TREE_PARAMETER))
            })
        };
        let more = tops.iter().filter(|(_, top)| runs_found(top));
        let more: BTreeSet<&str> = more.map(|(name, _)| *name).collect();
        if more.is_subset(&found) {
            return found;
        }
        found.extend(more);
    }
}

/// Returns the command that gives the tree the value of an override of `node`, and the file in which it is to be performed.
///
/// # Errors
/// The reason why the use would no longer mean the same.
pub fn to_apply<'a>(
    project: &Project<'a>,
    library: &NodeLibrary,
    node: &Node,
    set: &Override,
) -> Result<(InnerNode<'a>, Command), KeptBecause> {
    let inner = find_inside(project, node, &set.path).ok_or(KeptBecause::Missing)?;
    if let Some(runner) = inner.overridden_by(&set.parameter) {
        return Err(KeptBecause::OverriddenBy(runner.id().clone()));
    }
    let mut names = variables_of(library, inner.node, set).into_iter();
    if let Some(name) = names.find(|name| !is_same_variable(project.document, &inner, name)) {
        return Err(KeptBecause::Variable(name));
    }
    let command = set_parameter(inner.node.id(), set);
    Ok((inner, command))
}

/// The variables that the value of an override needs.
fn variables_of(library: &NodeLibrary, inner: &Node, set: &Override) -> Vec<String> {
    if let Some(bound) = set.value.as_variable() {
        return vec![bound.to_string()];
    }
    let declared = library.declaration(&inner.task);
    let declared = declared.and_then(|declared| declared.parameter(&set.parameter));
    let text = set.value.as_literal().and_then(|literal| literal.as_str());
    match (declared.map(|declared| &declared.parameter_type), text) {
        (Some(ParameterType::Expression(_)), Some(text)) => expression::names(text),
        _ => Vec::new(),
    }
}

/// Whether a name means the same variable for a Subtree node of `outer` and for a node inside.
fn is_same_variable(outer: &Document, inner: &InnerNode<'_>, name: &str) -> bool {
    let scope = |document: &Document| document.variable(name).map(|variable| variable.scope);
    if inner.is_same_run {
        return scope(outer).is_some_and(|scope| scope != Scope::Subtree);
    }
    [outer, inner.document].map(scope) == [Some(Scope::Global); 2]
}

fn set_parameter(node: &NodeId, set: &Override) -> Command {
    Command::SetParameter {
        nodes: vec![node.clone()],
        name: set.parameter.clone(),
        value: Some(set.value.clone()),
    }
}

/// The use of a tree that is being edited from inside, while the tree is shown.
#[derive(Debug)]
pub struct EditedUse {
    /// The document of the Subtree node whose use it is.
    pub caller: DocumentId,
    /// The Subtree node.
    pub node: NodeId,
    /// The document of the tree as this use runs it.
    pub shown: Document,
    /// The same without the overrides of this use.
    pub without: Document,
    /// Differs whenever `shown` does, and from the revisions of documents.
    pub revision: u64,
    /// The nodes of the tree that this use changes, each with the number of its parameters that differ.
    pub changed: Vec<(NodeId, usize)>,
    /// The path of the tree's nodes up to their own ids.
    prefix: String,
    way: Vec<SubtreeEntry>,
    made_of: Vec<Version>,
}

/// The bit that no revision of a document has.
const REVISION: u64 = 1 << 63;

impl EditedUse {
    /// Returns the use by the first node of `way`, which leads into the front document; `None` if it does not exist any more. `before` is
    /// returned if nothing has changed since.
    pub fn of(workspace: &Workspace, way: &[SubtreeEntry], before: Option<Self>) -> Option<Self> {
        let front = workspace.front();
        let documents = way.iter().map(|entry| workspace.with_id(entry.document));
        let documents: Vec<&OpenDocument> = documents.collect::<Option<_>>()?;
        let versions = documents.iter().map(|document| document.version());
        let made_of: Vec<Version> = versions.chain([front.version()]).collect();
        let (first, last) = (way.first()?, way.last()?);
        let is_same = |before: &Self| before.made_of == made_of && before.way == way;
        if let Some(before) = before.filter(is_same) {
            return Some(before);
        }
        let prefix = |entries: &[SubtreeEntry]| {
            let steps = entries.iter().map(|entry| entry.node.as_str());
            steps.fold(String::new(), |path, step| path + step + "/")
        };
        let prefixes: Vec<String> = (1..=way.len()).map(|from| prefix(&way[from..])).collect();
        let node = documents[0].document().node(&first.node)?;
        let top = format!("{}{}", prefixes[0], last.top);
        find_inside(&documents[0].project(), node, &top)?;
        let mut without = front.document().clone();
        for at in (1..way.len()).rev() {
            let runner = documents[at].document().node(&way[at].node)?;
            apply(&mut without, front.library(), runner, &prefixes[at]);
        }
        let mut shown = without.clone();
        apply(&mut shown, front.library(), node, &prefixes[0]);
        let mut changed: Vec<(NodeId, usize)> = Vec::new();
        let differing = overrides_below(node, &prefixes[0]).filter(|(inner, set)| {
            let in_file = without.node(inner);
            in_file.and_then(|node| node.parameters.get(&set.parameter)) != Some(&set.value)
        });
        for (inner, _) in differing {
            match changed.iter_mut().find(|(known, _)| *known == inner) {
                Some((_, count)) => *count += 1,
                None => changed.push((inner, 1)),
            }
        }
        Some(Self {
            caller: first.document,
            node: first.node.clone(),
            shown,
            without,
            revision: revision(&made_of, way),
            changed,
            prefix: prefixes[0].clone(),
            way: way.to_vec(),
            made_of,
        })
    }

    /// Returns the path of a node of the tree, as overrides name it.
    pub fn path_of(&self, node: &NodeId) -> String {
        format!("{}{node}", self.prefix)
    }

    /// Returns the command for the calling document that does what `command` would do to the tree; `None` if overrides cannot hold that.
    pub fn overriding(&self, command: &Command) -> Option<Command> {
        match command {
            Command::SetParameter { nodes, name, value } => {
                let set = |node: &NodeId| Command::SetOverride {
                    node: self.node.clone(),
                    path: self.path_of(node).into(),
                    parameter: name.clone(),
                    value: value.clone(),
                };
                Some(Command::Batch(nodes.iter().map(set).collect()))
            }
            Command::Batch(parts) => {
                let parts = parts.iter().map(|part| self.overriding(part));
                Some(Command::Batch(parts.collect::<Option<_>>()?))
            }
            _ => None,
        }
    }
}

/// A number for the tree as these documents make it on this way.
fn revision(made_of: &[Version], way: &[SubtreeEntry]) -> u64 {
    let mut hasher = FxHasher::default();
    made_of.hash(&mut hasher);
    for entry in way {
        entry.node.hash(&mut hasher);
    }
    REVISION | hasher.finish()
}

/// The overrides of a node for the nodes whose paths begin so and have no further steps, with the ids of these nodes.
fn overrides_below<'a>(
    node: &'a Node,
    prefix: &'a str,
) -> impl Iterator<Item = (NodeId, &'a Override)> {
    node.overrides.iter().filter_map(move |set| {
        let id = set.path.strip_prefix(prefix)?;
        (!id.contains('/')).then(|| (NodeId::from(id), set))
    })
}

/// Gives a tree the values that the overrides of a node set in it. Those that do not fit are left out: they are reported as problems of the node.
fn apply(tree: &mut Document, library: &NodeLibrary, runner: &Node, prefix: &str) {
    for (inner, set) in overrides_below(runner, prefix) {
        let command = set_parameter(&inner, set);
        History::new()
            .apply(tree, library, &mut Selection::default(), &command)
            .ok();
    }
}

#[cfg(test)]
mod tests;
