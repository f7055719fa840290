//! Tasks of which a file has no definitions: they are declared as its nodes use them, so that a tree of another tool is no tree of unknown nodes.

use rustc_hash::FxHashMap;
use treewright_core::category::Category;
use treewright_core::library::TaskDeclaration;
use treewright_core::model::{
    Hang, Node, NodeDeclaration, NodeMap, ParameterDeclaration, ParameterType, ParameterValue,
};
use treewright_core::value::ValueType;

use super::is_builtin;

/// How many children each of the nodes has that hang so.
pub(crate) fn child_counts(nodes: &NodeMap, order: &[(usize, Hang)]) -> Vec<usize> {
    let mut counts = vec![0; nodes.len()];
    for (_, hang) in order {
        if let Hang::Below(parent) = hang {
            counts[*parent] += 1;
        }
    }
    counts
}

/// The category of a task whose nodes have at most `most_children` children.
pub(crate) fn category_of(most_children: usize) -> Category {
    match most_children {
        0 => Category::Action,
        1 => Category::Decorator,
        _ => Category::Composite,
    }
}

/// Declares the game's own tasks that no definition `is_known` of, with the parameters that their nodes set. `child_counts` has the nodes' order,
/// `category` gets a task and how many children one of its nodes has at most.
pub(crate) fn used_tasks(
    nodes: &NodeMap,
    child_counts: &[usize],
    is_known: impl Fn(&str) -> bool,
    category: impl Fn(&str, usize) -> Category,
) -> Vec<TaskDeclaration> {
    let mut most: FxHashMap<&str, usize> = FxHashMap::default();
    for (node, count) in nodes.values().zip(child_counts) {
        let most = most.entry(&*node.task).or_default();
        *most = (*most).max(*count);
    }
    let mut tasks: Vec<TaskDeclaration> = Vec::new();
    let mut places: FxHashMap<&str, usize> = FxHashMap::default();
    let mut known: FxHashMap<usize, FxHashMap<&str, usize>> = FxHashMap::default();
    let own = nodes.values();
    for node in own.filter(|node| !is_builtin(&node.task) && !is_known(&node.task)) {
        let place = *places.entry(&*node.task).or_insert_with(|| {
            let count = most.get(&*node.task).copied().unwrap_or_default();
            let category = category(&node.task, count);
            let declaration = NodeDeclaration::new(node.task.to_string(), category);
            tasks.push(TaskDeclaration::from(declaration));
            tasks.len() - 1
        });
        let declaration = &mut tasks[place].declaration;
        add_parameters(declaration, known.entry(place).or_default(), node);
    }
    tasks
}

/// Declares what a node sets; a whole number may become one with a fraction. `known` are the places of what is declared.
fn add_parameters<'n>(
    declaration: &mut NodeDeclaration,
    known: &mut FxHashMap<&'n str, usize>,
    node: &'n Node,
) {
    for (name, value) in &node.parameters {
        let used: ParameterType = match value {
            ParameterValue::Literal(literal) => literal.value.value_type().into(),
            ParameterValue::Variable(_) => ParameterType::VariableName(None),
        };
        let parameters = &mut declaration.parameters;
        let Some(place) = known.get(&**name) else {
            known.insert(name, parameters.len());
            let name = name.to_string();
            parameters.push(ParameterDeclaration::without_default(name, used, ""));
            continue;
        };
        let known = &mut parameters[*place].parameter_type;
        if *known != used {
            let is_number = |t: &ParameterType| {
                [ValueType::Int, ValueType::Float]
                    .into_iter()
                    .any(|number| *t == number.into())
            };
            *known = if is_number(known) && is_number(&used) {
                ValueType::Float.into()
            } else {
                ParameterType::Any
            };
        }
    }
}
