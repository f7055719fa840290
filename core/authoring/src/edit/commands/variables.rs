//! Commands for declared variables.

use std::sync::Arc;

use treewright_core::expression;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{
    Document, Node, ParameterValue, SUBTREE, Scope, StandIn, Variable, with_expressions,
};

use super::parameters::check_type;
use super::{Plan, PlanContext, PlanResult};
use crate::edit::Refusal;
use crate::edit::primitive::{ListEdit, Primitive};

pub(super) fn add(document: &Document, variable: &Variable) -> PlanResult {
    must_be_free(document, &variable.name)?;
    check_type(&variable.value_type, &variable.initial.value)?;
    let added = ListEdit::added(document.variables.len(), variable.clone());
    Plan::new("add_variable", 1, vec![Primitive::Variable(added)])
}

/// Removes a variable. Parameters bound to it stay bound and become problems; declaring it again resolves them.
pub(super) fn remove(document: &Document, name: &Arc<str>) -> PlanResult {
    let (index, _) = find(document, name)?;
    let taken = Primitive::Variable(ListEdit::taken(index));
    Plan::new("remove_variable", 1, vec![taken])
}

/// Renames a variable with all bindings and all expressions that read it.
pub(super) fn rename(
    PlanContext { document, library }: PlanContext<'_>,
    from: &Arc<str>,
    to: &Arc<str>,
) -> PlanResult {
    let (index, variable) = find(document, from)?;
    if from == to {
        return Err(Refusal::Nothing);
    }
    must_be_free(document, to)?;
    let mut renamed = variable.clone();
    renamed.name = to.clone();
    let mut primitives = vec![Primitive::Variable(ListEdit::replaced(index, renamed))];
    for node in document.nodes() {
        primitives.extend(rebound(document, library, node, from, to));
        if variable.scope == Scope::Subtree {
            primitives.extend(renamed_parameter(node, from, to));
        }
    }
    Plan::new("rename_variable", 1, primitives)
}

/// Returns the changes that rename `from` to `to` in a node's bindings and expressions.
pub(super) fn rebound(
    document: &Document,
    library: &NodeLibrary,
    node: &Node,
    from: &Arc<str>,
    to: &Arc<str>,
) -> Vec<Primitive> {
    let is_bound = |value: &ParameterValue| value.as_variable() == Some(from);
    let bound = node.parameters.iter().enumerate();
    let bound = bound.filter(|(_, (_, value))| is_bound(value));
    let mut primitives: Vec<_> = bound
        .map(|(index, (name, _))| Primitive::Parameter {
            node: node.id().clone(),
            name: name.clone(),
            index,
            value: Some(ParameterValue::Variable(to.clone())),
        })
        .collect();
    let read = library.expressions_of(node).filter_map(|read| {
        let text = rewritten(read.text, from, to)?;
        Some(Primitive::Parameter {
            node: node.id().clone(),
            name: read.name.clone(),
            index: read.index,
            value: Some(text),
        })
    });
    primitives.extend(read);
    let mut overrides = node.overrides.clone();
    for other in &mut overrides {
        if is_bound(&other.value) {
            other.value = ParameterValue::Variable(to.clone());
        } else if let Some(text) = library.expression_of_override(document, node, other)
            && let Some(text) = rewritten(text, from, to)
        {
            other.value = text;
        }
    }
    if let Some(text) = node.stand_in.as_ref().and_then(|said| said.expression()) {
        let renamed = expression::rename(text, from, to);
        if renamed != text {
            let said = Some(Box::new(StandIn::Expression(renamed)));
            primitives.push(Primitive::StandIn(node.id().clone(), said));
        }
    }
    let data = with_expressions(&node.data, |text| expression::rename(text, from, to));
    if data != node.data {
        primitives.push(Primitive::Data(node.id().clone(), data));
    }
    if overrides != node.overrides {
        primitives.push(Primitive::Overrides(node.id().clone(), overrides));
    }
    primitives
}

/// Returns the text of an expression with the variable renamed; `None` if the expression does not read it.
fn rewritten(text: &str, from: &str, to: &str) -> Option<ParameterValue> {
    let renamed = expression::rename(text, from, to);
    (renamed != text).then(|| ParameterValue::literal(renamed.as_str()))
}

/// If a node runs a subtree of this document and sets the subtree's variable `from`, renames that parameter to `to`.
fn renamed_parameter(node: &Node, from: &Arc<str>, to: &Arc<str>) -> Vec<Primitive> {
    let runs_ours = &*node.task == SUBTREE && !node.runs_other_file();
    let index = node.parameters.index_of(from);
    let Some(index) = index.filter(|_| runs_ours && !node.parameters.contains_key(to)) else {
        return Vec::new();
    };
    let Some((_, value)) = node.parameters.get_index(index) else {
        return Vec::new();
    };
    // A binding to the renamed variable itself has been changed already.
    let value = match value.as_variable() {
        Some(bound) if *bound == **from => ParameterValue::Variable(to.clone()),
        _ => value.clone(),
    };
    let parameter = |name: &Arc<str>, value| Primitive::Parameter {
        node: node.id().clone(),
        name: name.clone(),
        index,
        value,
    };
    vec![parameter(from, None), parameter(to, Some(value))]
}

/// Changes everything about a variable except its name.
pub(super) fn change(document: &Document, variable: &Variable) -> PlanResult {
    let (index, old) = find(document, &variable.name)?;
    check_type(&variable.value_type, &variable.initial.value)?;
    if old == variable {
        return Err(Refusal::Nothing);
    }
    let changed = ListEdit::replaced(index, variable.clone());
    Plan::new("change_variable", 1, vec![Primitive::Variable(changed)])
}

pub(super) fn reorder(document: &Document, name: &Arc<str>, to: usize) -> PlanResult {
    let (from, variable) = find(document, name)?;
    let to = to.min(document.variables.len() - 1);
    if from == to {
        return Err(Refusal::Nothing);
    }
    let moved = [ListEdit::taken(from), ListEdit::added(to, variable.clone())];
    Plan::new("move_variable", 1, moved.map(Primitive::Variable).into())
}

fn find<'a>(document: &'a Document, name: &Arc<str>) -> Result<(usize, &'a Variable), Refusal> {
    let mut variables = document.variables.iter().enumerate();
    variables
        .find(|(_, variable)| variable.name == *name)
        .ok_or_else(|| Refusal::NoSuchVariable(name.clone()))
}

fn must_be_free(document: &Document, name: &Arc<str>) -> Result<(), Refusal> {
    if name.trim().is_empty() {
        return Err(Refusal::EmptyName);
    }
    if document.variable(name).is_some() {
        return Err(Refusal::VariableExists(name.clone()));
    }
    Ok(())
}

#[cfg(test)]
mod tests;
