//! Nested nodes, as most tools write trees: flattened into a list, and nested again. Nothing recurses, however deep a
//! tree is. Also declares tasks that a file uses without a definition. Knows nothing of a node's fields except where
//! its children are.

use std::borrow::Cow;

use rustc_hash::FxHashMap;
use treewright_core::category::Category;
use treewright_core::format::json_text::compact_any;
use treewright_core::ids::NodeId;
use treewright_core::library::TaskDeclaration;
use treewright_core::model::{
    Document, ListedPlace, Node, NodeDeclaration, NodeMap, ParameterDeclaration, ParameterType,
    ParameterValue,
};
use treewright_core::value::ValueType;

use super::{Fields, Json, JsonKind, is_builtin};

/// A node of a file, with its parent as an index into the list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NestedNode<'t> {
    pub json: Json<'t>,
    /// The index of the parent.
    pub parent: Option<usize>,
}

/// Returns a node and its descendants, each before its children, which it lists under this key.
pub(crate) fn flattened<'t>(top: Json<'t>, key: &str) -> Vec<NestedNode<'t>> {
    let mut list = Vec::new();
    let mut pending = vec![NestedNode {
        json: top,
        parent: None,
    }];
    while let Some(next) = pending.pop() {
        let parent = Some(list.len());
        list.push(next);
        let from = pending.len();
        if let Some(children) = next.json.get(key) {
            pending.extend(children.items().map(|json| NestedNode { json, parent }));
        }
        pending[from..].reverse();
    }
    list
}

/// The key under which a node keeps the id that it got here, if its own was taken or missing. It is written to no other
/// tool's file.
const GIVEN: &str = "treewright:id";

/// Returns what is kept of a node: all its fields, with an empty list of children, and the id that it got if that is
/// not its own.
pub(crate) fn own_fields(json: Json<'_>, key: &str, given: Option<&NodeId>) -> Fields {
    let mut fields = Fields::with(json, |name, value| match name {
        GIVEN => None,
        _ if name == key && value.kind() == JsonKind::List => Some("[]".to_owned()),
        _ => Some(compact_any(value.raw())),
    });
    if let Some(given) = given {
        fields.text(GIVEN, given.as_str());
    }
    fields
}

/// Returns the kept fields of a node, as its file had them.
pub(crate) fn file_fields(kept: Json<'_>) -> Fields {
    Fields::of(kept, &[GIVEN])
}

/// Returns the id of a node in its file: the original one if it is still the node that was read.
pub(crate) fn own_id<'n>(
    node: &'n Node,
    kept: Option<Json<'n>>,
    was: Option<Cow<'n, str>>,
) -> Cow<'n, str> {
    let is_given = kept.is_some_and(|kept| kept.text_of(GIVEN) == node.id().as_str());
    match was {
        Some(was) if is_given => was,
        _ => node.id().as_str().into(),
    }
}

/// Appends the JSON of a node and its descendants. `fields` returns the fields of a node; the children replace its list
/// of children.
pub(crate) fn push_tree(
    document: &Document,
    top: &NodeId,
    key: &str,
    out: &mut String,
    mut fields: impl FnMut(&Node) -> Fields,
) {
    enum WriteStep<'d> {
        Enter(&'d NodeId),
        Write(String),
    }
    let mut pending = vec![WriteStep::Enter(top)];
    while let Some(step) = pending.pop() {
        let id = match step {
            WriteStep::Write(text) => {
                out.push_str(&text);
                continue;
            }
            WriteStep::Enter(id) => id,
        };
        let Some(node) = document.node(id) else {
            continue;
        };
        let mut fields = fields(node);
        if fields.get(key).is_none() && !node.children().is_empty() {
            fields.set(key, "[]");
        }
        let (head, tail) = fields.around(key);
        out.push_str(&head);
        pending.push(WriteStep::Write(tail));
        for (i, child) in node.children().iter().enumerate().rev() {
            pending.push(WriteStep::Enter(child));
            if i > 0 {
                pending.push(WriteStep::Write(",".to_owned()));
            }
        }
    }
}

/// Returns the number of children of each node.
pub(crate) fn child_counts(nodes: &NodeMap, order: &[(usize, ListedPlace)]) -> Vec<usize> {
    let mut counts = vec![0; nodes.len()];
    for (_, hang) in order {
        if let ListedPlace::Below(parent) = hang {
            counts[*parent] += 1;
        }
    }
    counts
}

/// Returns the category of a task whose nodes have at most `most_children` children.
pub(crate) fn category_of(most_children: usize) -> Category {
    match most_children {
        0 => Category::Action,
        1 => Category::Decorator,
        _ => Category::Composite,
    }
}

/// Declares the tasks of the game for which `is_known` returns false, with the parameters that their nodes set.
/// `child_counts` is in the order of the nodes; `category` takes a task and the largest number of children of its
/// nodes.
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

/// Declares the parameters that a node sets. If values have different types, the parameter is a float for integers and
/// floats, else `Any`. `known` contains the indices of declared parameters.
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

#[cfg(test)]
mod tests {
    use treewright_core::model::DocumentBuilder;

    use super::super::JsonText;
    use super::*;

    #[test]
    fn a_tree_is_flattened_and_nested_in_order() {
        let text = r#"{"name":"a","children":[{"name":"b","children":[{"name":"c"}],"x":1},{"name":"d"}],"y":2}"#;
        let tape = JsonText::of(text).unwrap();
        let list = flattened(tape.top(), "children");
        let found: Vec<_> = list
            .iter()
            .map(|n| (n.json.text_of("name").into_owned(), n.parent))
            .collect();
        let expected = [("a", None), ("b", Some(0)), ("c", Some(1)), ("d", Some(0))];
        assert_eq!(
            found,
            expected.map(|(name, parent)| (name.to_owned(), parent))
        );

        let mut builder = DocumentBuilder::new("");
        for (i, nested) in list.iter().enumerate() {
            let node = Node::new(format!("n{i}"), &*nested.json.text_of("name"));
            match nested.parent {
                None => drop(builder.root(node).unwrap()),
                Some(parent) => drop(builder.child(&format!("n{parent}").into(), node).unwrap()),
            }
        }
        let document = builder.finish();
        let mut out = String::new();
        push_tree(&document, &"n0".into(), "children", &mut out, |node| {
            let index: usize = node.id().as_str()[1..].parse().unwrap();
            Fields::all(list[index].json)
        });
        assert_eq!(out, text);
    }
}
