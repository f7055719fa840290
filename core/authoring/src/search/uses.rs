//! Finds the uses of a variable: bindings, expressions that read it, and subtree nodes that set it, in its own document and in
//! those that run it.

use std::ops::Range;
use std::sync::Arc;

use treewright_core::expression::variable_places;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, FILE_PARAMETER, Node, SUBTREE, Scope, TREE_PARAMETER};

use super::{TextMatch, TextOwner, TextRole, variables_in_data};
use crate::edit::Command;

/// Returns every use of a variable in its document, in document order.
pub fn find_uses(document: &Document, library: &NodeLibrary, variable: &str) -> Vec<TextMatch> {
    let scope = document.variable(variable).map(|v| v.scope);
    let mut found = Vec::new();
    for node in document.pre_order() {
        bound(node, variable, &mut found);
        for read in library.expressions_of(node) {
            let spot = TextRole::Value(read.name.clone());
            keep(
                &mut found,
                node,
                spot,
                read.text,
                read_at(read.text, variable),
            );
        }
        if let Some(text) = node.stand_in.as_ref().and_then(|said| said.expression()) {
            keep(
                &mut found,
                node,
                TextRole::StandIn,
                text,
                read_at(text, variable),
            );
        }
        let read = variables_in_data(&node.data).into_iter();
        let read = read.filter_map(|(name, range)| (name == variable).then_some(range));
        keep(&mut found, node, TextRole::Data, &node.data, read.collect());
        overrides(document, library, node, variable, &mut found);
        if scope == Some(Scope::Subtree) && !node.runs_other_file() {
            given(node, variable, &mut found);
        }
    }
    found
}

/// Returns where a document sets a variable of another document's subtrees. `is_callee` returns whether a reference means that
/// document.
pub fn uses_in_caller(
    caller: &Document,
    is_callee: &dyn Fn(&str) -> bool,
    variable: &str,
) -> Vec<TextMatch> {
    let mut found = Vec::new();
    for node in caller.pre_order().filter(|node| calls(node, is_callee)) {
        given(node, variable, &mut found);
    }
    found
}

/// Returns the command that follows the rename of a variable in a document whose subtrees this document runs; `None` if this
/// document does not set it.
pub fn rename_in_caller(
    caller: &Document,
    is_callee: &dyn Fn(&str) -> bool,
    from: &str,
    to: &Arc<str>,
) -> Option<Command> {
    let mut commands = Vec::new();
    for node in caller.pre_order().filter(|node| calls(node, is_callee)) {
        let index = node.parameters.index_of(from);
        let Some((name, value)) = index.and_then(|index| node.parameters.get_index(index)) else {
            continue;
        };
        if is_own_parameter(name) || node.parameters.contains_key(to) {
            continue;
        }
        let set = |name: &Arc<str>, value| Command::SetParameter {
            nodes: vec![node.id().clone()],
            name: name.clone(),
            value,
        };
        commands.push(set(name, None));
        commands.push(set(to, Some(value.clone())));
    }
    (!commands.is_empty()).then_some(Command::Batch(commands))
}

fn calls(node: &Node, is_callee: &dyn Fn(&str) -> bool) -> bool {
    let runs = &*node.task == SUBTREE && node.runs_other_file();
    runs && is_callee(node.text_parameter(FILE_PARAMETER))
}

fn is_own_parameter(name: &str) -> bool {
    matches!(name, TREE_PARAMETER | FILE_PARAMETER)
}

/// Returns the ranges where an expression reads the variable.
fn read_at(text: &str, variable: &str) -> Vec<Range<usize>> {
    let places = variable_places(text).into_iter();
    let own = places.filter(|(name, _)| name == variable);
    own.map(|(_, range)| range).collect()
}

fn keep(
    found: &mut Vec<TextMatch>,
    node: &Node,
    spot: TextRole,
    text: &str,
    ranges: Vec<Range<usize>>,
) {
    if !ranges.is_empty() {
        found.push(TextMatch {
            owner: TextOwner::Node(node.id().clone()),
            spot,
            text: text.to_owned(),
            ranges,
        });
    }
}

fn whole(text: &str) -> Vec<Range<usize>> {
    std::iter::once(0..text.len()).collect()
}

fn bound(node: &Node, variable: &str, found: &mut Vec<TextMatch>) {
    for (name, value) in &node.parameters {
        if value.as_variable() == Some(variable) {
            keep(
                found,
                node,
                TextRole::Value(name.clone()),
                variable,
                whole(variable),
            );
        }
    }
}

fn overrides(
    document: &Document,
    library: &NodeLibrary,
    node: &Node,
    variable: &str,
    found: &mut Vec<TextMatch>,
) {
    for other in &node.overrides {
        let spot = || TextRole::Override {
            path: other.path.clone(),
            parameter: other.parameter.clone(),
        };
        if other.value.as_variable() == Some(variable) {
            keep(found, node, spot(), variable, whole(variable));
        } else if let Some(text) = library.expression_of_override(document, node, other) {
            keep(found, node, spot(), text, read_at(text, variable));
        }
    }
}

/// Adds the parameter by which a node sets the variable of the subtree that it runs.
fn given(node: &Node, variable: &str, found: &mut Vec<TextMatch>) {
    let index = node.parameters.index_of(variable);
    if &*node.task != SUBTREE || is_own_parameter(variable) {
        return;
    }
    if let Some((name, value)) = index.and_then(|index| node.parameters.get_index(index))
        // A binding to the variable itself has been found already.
        && value.as_variable() != Some(variable)
    {
        keep(
            found,
            node,
            TextRole::Parameter(name.clone()),
            variable,
            whole(variable),
        );
    }
}
