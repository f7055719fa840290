//! Fixes for problems of named trees and of nodes that run them.

use std::sync::Arc;

use treewright_core::ToArgument as _;
use treewright_core::diagnostic::{Location, SubtreeProblem};
use treewright_core::ids::NodeId;
use treewright_core::model::{
    Document, FILE_PARAMETER, Literal, ParameterValue, TREE_PARAMETER, Variable,
};
use treewright_core::value::ValueType;

use super::parameters::rename_parameter;
use super::{Fix, MAX_ALTERNATIVES, reset_parameter, set_parameter};
use crate::edit::Command;
use crate::validate::nearest::{nearest, probably_meant};

pub(super) fn fixes(
    document: &Document,
    location: &Location,
    problem: &SubtreeProblem,
) -> Vec<Fix> {
    use SubtreeProblem as S;
    match (problem, location) {
        (S::DuplicateTree { tree }, _) => another_name(document, tree).into_iter().collect(),
        (S::NoSuchRoot { tree, .. }, Location::Tree(_)) => {
            forget(document, tree).into_iter().collect()
        }
        (S::UnknownTree { tree }, Location::Parameter(node, parameter)) => {
            let names = || document.trees.iter().map(|tree| &*tree.name);
            match nearest(tree, names()) {
                Some(meant) => vec![use_tree(node, parameter, meant)],
                None => of_this_document(document, node, parameter),
            }
        }
        (S::TreeNotChosen, Location::Node(node)) => {
            of_this_document(document, node, &TREE_PARAMETER.into())
        }
        (S::UnknownTreeInFile { tree, known, .. }, Location::Parameter(node, parameter)) => {
            let fixes = probably_meant(tree, known);
            let fixes = fixes.map(|name| use_tree(node, parameter, name));
            fixes.chain([reset_parameter(node, parameter)]).collect()
        }
        (
            S::FileOutside { .. }
            | S::FileNotRelative { .. }
            | S::FileUnreadable { .. }
            | S::FileNotLoaded { .. },
            Location::Parameter(node, parameter),
        ) => own_tree(document, node, parameter).into_iter().collect(),
        (
            S::OtherGlobal {
                variable, found, ..
            },
            _,
        ) => change_type(document, variable, Some(found.clone()))
            .into_iter()
            .collect(),
        (
            S::UnknownVariable {
                variable, meant, ..
            },
            Location::Parameter(id, parameter),
        ) => {
            let fixes = document.node(id).into_iter().flat_map(|node| {
                let names = meant.iter();
                names.filter_map(|name| rename_parameter(node, variable, name))
            });
            fixes.chain([reset_parameter(id, parameter)]).collect()
        }
        (_, Location::Override(node, path, parameter)) => {
            vec![reset_override(node, path, parameter)]
        }
        // Disabling the node breaks the cycle.
        (S::Cycle { .. }, Location::Parameter(node, _) | Location::Node(node)) => {
            let command = Command::SetDisabled(vec![node.clone()], true);
            vec![Fix::plain("disable", command)]
        }
        _ => Vec::new(),
    }
}

pub(super) fn reset_override(node: &NodeId, path: &Arc<str>, parameter: &Arc<str>) -> Fix {
    Fix::plain(
        "reset_override",
        Command::SetOverride {
            node: node.clone(),
            path: path.clone(),
            parameter: parameter.clone(),
            value: None,
        },
    )
}

/// Returns the index of the last tree of this name.
fn last(document: &Document, name: &str) -> Option<usize> {
    document.trees.iter().rposition(|tree| &*tree.name == name)
}

fn another_name(document: &Document, tree: &Arc<str>) -> Option<Fix> {
    let name = document.free_tree_name(tree);
    Some(Fix::new(
        "rename_tree",
        vec![("name", name.clone())],
        Command::RenameTree {
            tree: last(document, tree)?,
            name: name.into(),
        },
    ))
}

fn forget(document: &Document, tree: &Arc<str>) -> Option<Fix> {
    Some(Fix::new(
        "forget_tree",
        vec![("name", tree.to_string())],
        Command::RemoveTreeName(last(document, tree)?),
    ))
}

fn use_tree(node: &NodeId, parameter: &Arc<str>, tree: &str) -> Fix {
    Fix::new(
        "use_tree",
        vec![("name", tree.to_owned())],
        set_parameter(node, parameter, Some(ParameterValue::literal(tree))),
    )
}

/// The trees of this document that the node can run: not the ones that contain the node.
fn of_this_document(document: &Document, node: &NodeId, parameter: &Arc<str>) -> Vec<Fix> {
    let around = |root: &NodeId| document.is_inside(node, root);
    let others = document.trees.iter().filter(|tree| !around(&tree.root));
    let fixes = others.map(|tree| use_tree(node, parameter, &tree.name));
    fixes.take(MAX_ALTERNATIVES).collect()
}

/// Proposes the tree of this document that has the name searched for in a file.
fn own_tree(document: &Document, node: &NodeId, parameter: &Arc<str>) -> Option<Fix> {
    let named = document.node(node)?.parameters.get(TREE_PARAMETER)?;
    let name = named.as_literal()?.as_str()?;
    document.tree(name)?;
    debug_assert_eq!(&**parameter, FILE_PARAMETER);
    Some(Fix::new(
        "own_tree",
        vec![("name", name.to_owned())],
        set_parameter(node, parameter, None),
    ))
}

/// Changes the type of a variable; keeps its initial value if it fits.
pub(super) fn change_type(
    document: &Document,
    name: &str,
    value_type: Option<ValueType>,
) -> Option<Fix> {
    let variable = document.variable(name)?;
    let value_type = value_type?;
    let kept = super::parameters::converted(&variable.initial.value, &value_type);
    let initial = kept.unwrap_or_else(|| value_type.default_value());
    let label = format!("Change the type of `{name}` to {value_type}");
    let fix = Fix::new(
        "change_type",
        vec![
            ("variable", name.to_argument()),
            ("type", value_type.to_argument()),
        ],
        Command::ChangeVariable(Variable {
            value_type,
            initial: Literal::from(initial),
            ..variable.clone()
        }),
    );
    Some(fix.with_label(label))
}
