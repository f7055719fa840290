//! Lets scenarios and claims follow nodes that have moved into the tree of another file, or out of it: these have other names there. Writes nothing.

use std::sync::Arc;

use treewright_core::ids::NodeId;
use treewright_core::model::{Document, NodePlace};
use treewright_explore::claims::Claims;
use treewright_insight::scenario::Scenario;

use super::about_trees::FileAboutTree;
use super::renames::of_files_about_trees;
use super::{Plan, ProjectTexts, Use};

/// Names of nodes and variables as the scenarios of a tree have them, such as `n7` or `n7/target`: the old one with the new one.
type Names = Vec<(String, String)>;

/// What has other names in the tree of a file since nodes have moved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MovedNodes {
    nodes: Names,
    variables: Names,
}

impl MovedNodes {
    /// After a branch of a document has become a tree that a new node runs. `ids` has the nodes of the branch that have other ids in it.
    pub fn extracted(
        (before, after): (&Document, &Document),
        top: &NodeId,
        ids: &[(NodeId, NodeId)],
    ) -> Self {
        let mut all = after.nodes();
        let runner = all.find(|node| before.node(node.id()).is_none());
        let Some(runner) = runner.map(|node| node.id().clone()) else {
            return Self::default();
        };
        let mut nodes = Names::new();
        for node in before.subtree(top) {
            let new = ids.iter().find(|(old, _)| old == node.id());
            let new = new.map_or(node.id(), |(_, new)| new);
            let path = format!("{runner}/{new}");
            let mut others = before.nodes().filter(|other| other.name == node.name);
            if !node.name.is_empty() && others.nth(1).is_none() {
                nodes.push((node.name.clone(), path.clone()));
            }
            nodes.push((node.id().to_string(), path));
        }
        Self {
            nodes,
            variables: Names::new(),
        }
    }

    /// After the tree below `top` of the document `there` has taken the place of the node `runner` in another document. `variables` has those of the
    /// tree with their names here.
    pub fn inlined(
        (before, after): (&Document, &Document),
        runner: &NodeId,
        (there, top): (&Document, &NodeId),
        variables: &[(Arc<str>, Arc<str>)],
    ) -> Self {
        let Some(new_top) = before
            .place(runner)
            .and_then(|place| node_at(after, &place))
        else {
            return Self::default();
        };
        let pairs = there.subtree(top).zip(after.subtree(new_top));
        let nodes =
            pairs.map(|(old, new)| (format!("{runner}/{}", old.id()), new.id().to_string()));
        let own = (runner.to_string(), new_top.to_string());
        let variables = variables.iter();
        Self {
            nodes: nodes.chain([own]).collect(),
            variables: variables
                .map(|(old, new)| (format!("{runner}/{old}"), new.to_string()))
                .collect(),
        }
    }
}

fn node_at<'a>(document: &'a Document, place: &NodePlace) -> Option<&'a NodeId> {
    match place {
        NodePlace::Root => document.root(),
        NodePlace::Loose(index) => document.loose().get(*index),
        NodePlace::Child(parent, index) => document.node(parent)?.children().get(*index),
    }
}

/// Plans the new names in all scenarios of, and claims about, trees that run the tree of this file, by themselves or as a part of another one, after these moves one after the
/// other. `texts` are the files as they were.
pub fn about_trees(texts: &ProjectTexts, file: &str, moves: &[MovedNodes]) -> Plan {
    let mut plan = Plan::default();
    of_kind::<Scenario>(texts, file, moves, &mut plan);
    of_kind::<Claims>(texts, file, moves, &mut plan);
    plan
}

fn of_kind<T: FileAboutTree>(
    texts: &ProjectTexts,
    file: &str,
    moves: &[MovedNodes],
    plan: &mut Plan,
) {
    of_files_about_trees(texts, plan, |path, content: &mut T| {
        let Some(tree) = texts.tree_named_by(path) else {
            return Vec::new();
        };
        for moved in moves {
            content.rename_nodes(|name| new_name(texts, (&tree, name), file, &moved.nodes));
            let variables = &moved.variables;
            content.rename_variables(|name| new_name(texts, (&tree, name), file, variables));
        }
        vec![Use::File]
    });
}

/// The new name of a node or variable of the tree at a path, if it is in this file and has another one there.
fn new_name(
    texts: &ProjectTexts,
    (tree, name): (&str, &str),
    file: &str,
    names: &Names,
) -> Option<String> {
    let ends = name.match_indices('/').map(|(at, _)| at);
    let mut starts = std::iter::once(0).chain(ends.map(|at| at + 1));
    starts.find_map(|start| {
        let (way, rest) = name.split_at(start);
        let at = match way.strip_suffix('/') {
            None => tree.to_owned(),
            Some(way) => texts.file_inside(tree, way)?,
        };
        let new = (at == file).then(|| renamed(rest, names))??;
        Some(format!("{way}{new}"))
    })
}

/// The new name by the longest old one with which this begins.
fn renamed(name: &str, names: &Names) -> Option<String> {
    let fitting = names.iter().filter_map(|(old, new)| {
        let rest = name.strip_prefix(&**old)?;
        (rest.is_empty() || rest.starts_with('/')).then_some((old.len(), new, rest))
    });
    let (_, new, rest) = fitting.max_by_key(|(length, ..)| *length)?;
    Some(format!("{new}{rest}"))
}
