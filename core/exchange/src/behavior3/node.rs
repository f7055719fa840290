//! One node, from the object that it is in the file and back, without its children. Both ways hold for themselves: nothing but the node, its
//! object and the place of its file decides.

use treewright_core::abort::AbortType;
use treewright_core::diagnostic::Transfer;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{
    FILE_PARAMETER, Node, NodeDeclaration, ParameterType, ParameterValue, SUBTREE, TREE_PARAMETER,
};

use super::{KEY, kinds, remarks, workspace};
use crate::foreign::{
    Fields, Json, Tape, foreign_json, foreign_name, full_description, is_builtin, is_held_as_text,
    kept, listed, literal_of, own_id, own_name, quoted, set_fields, split_description,
};

/// The node that an object of the file at `at` is, with what is to be said of it. Other files are not looked at: whether its kind is defined as
/// this program defines one of its own, the caller knows.
pub(super) fn read(
    json: Json<'_>,
    id: NodeId,
    at: &str,
    is_defined_by_us: impl Fn(&str) -> bool,
) -> (Node, Vec<Transfer>) {
    let name = json.text_of("name");
    let mut said = Vec::new();
    let made = match subtree(json, at, &mut said) {
        Some(node) => node,
        None => kinds::ours(&name, json)
            .or_else(|| is_defined_by_us(&name).then(|| kinds::by_our_definition(&name, json))?)
            .unwrap_or_else(|| own(&name, json, &mut said)),
    };
    let mut node = made.copy_as(id);
    (node.name, node.comment) = split_description(&json.text_of("desc"));
    node.disabled = json
        .get("disabled")
        .and_then(Json::flag)
        .unwrap_or_default();
    (node, said)
}

/// The Subtree node that a node with a path is.
fn subtree(json: Json<'_>, at: &str, said: &mut Vec<Transfer>) -> Option<Node> {
    let path = json.text_of("path");
    if path.is_empty() {
        return None;
    }
    let node = Node::new("", SUBTREE);
    let Ok(file) = workspace::reference(at, &path) else {
        said.push(remarks::path_outside(path));
        return Some(node);
    };
    Some(node.with_parameter(FILE_PARAMETER, ParameterValue::literal(&*file)))
}

/// A node of the game's own.
fn own(name: &str, json: Json<'_>, said: &mut Vec<Transfer>) -> Node {
    let mut node = Node::new("", &*own_name(name));
    let given = |_: &Node, _: &str, value| literal_of(value);
    let args = json.fields_of("args");
    let as_text = set_fields(&mut node, args, given);
    said.extend(as_text.into_iter().map(remarks::held_as_text));
    for slot in [Slot::INPUT, Slot::OUTPUT] {
        let names = json.get(slot).into_iter().flat_map(Json::items);
        for (i, name) in names.enumerate() {
            let name = name.text_or_empty();
            let parameter = format!("{slot}{}", i + 1);
            if !name.is_empty() && !node.parameters.contains_key(&parameter) {
                node.parameters
                    .insert(parameter.into(), ParameterValue::variable(&*name));
            }
        }
    }
    node
}

/// The lists of variables of a node.
struct Slot;

impl Slot {
    const INPUT: &str = "input";
    const OUTPUT: &str = "output";

    /// The list that a parameter of this name stands in, and its place there.
    fn of(parameter: &str) -> Option<(&'static str, usize)> {
        [Self::INPUT, Self::OUTPUT].into_iter().find_map(|list| {
            let number = parameter.strip_prefix(list)?;
            let place: usize = number.parse().ok()?;
            (1..=MAX_SLOTS)
                .contains(&place)
                .then_some((list, place - 1))
                .filter(|_| !number.starts_with('0'))
        })
    }
}

/// How many variables of `input` or `output` a node may have.
const MAX_SLOTS: usize = 1000;

/// What writing looks at besides the node.
#[derive(Clone, Copy)]
pub(super) struct Around<'a> {
    /// The place of the file in the workspace.
    pub at: &'a str,
    /// The kinds of nodes.
    pub library: &'a NodeLibrary,
    /// What the file of a named tree of the document is called.
    pub tree_file: &'a dyn Fn(&str, &str) -> String,
    /// What the top of the tree is called that a Subtree node runs, if that is known.
    pub top_name: &'a dyn Fn(&Node) -> Option<String>,
}

/// The object of a node without children and number, and what is to be said of it.
pub(super) fn written(node: &Node, around: &Around<'_>) -> (Fields, Vec<Transfer>) {
    let mut said = Vec::new();
    let mut fields = Fields::default();
    if node.abort != AbortType::None {
        said.push(remarks::no_aborts(node.abort));
    }
    if &*node.task == SUBTREE {
        subtree_written(node, around, &mut fields, &mut said);
    } else {
        match kinds::theirs(node) {
            Some(Ok(theirs)) => {
                fields.set("args", theirs.args.to_json());
                let input = theirs.input.iter().map(|name| quoted(name));
                fields.set(Slot::INPUT, listed(input));
                fields.set(Slot::OUTPUT, "[]");
                fields.text("name", theirs.name);
                for parameter in theirs.left_out {
                    said.push(remarks::parameter_left_out(parameter, &node.task));
                }
            }
            other => {
                if let Some(Err(parameter)) = other {
                    said.push(remarks::constant_only(parameter, &node.task));
                }
                own_written(node, around.library, &mut fields, &mut said);
            }
        }
    }
    fields.text("desc", &full_description(node));
    fields.flag("disabled", node.disabled);
    let kept = kept(&node.extra, KEY);
    let kept = kept.as_ref().map(Tape::top);
    let was = kept.map(|kept| kept.text_of("uuid"));
    fields.text("uuid", &own_id(node, kept, was));
    fields.sort();
    (fields, said)
}

fn subtree_written(
    node: &Node,
    around: &Around<'_>,
    fields: &mut Fields,
    said: &mut Vec<Transfer>,
) {
    let (tree, file) = (
        node.text_parameter(TREE_PARAMETER),
        node.text_parameter(FILE_PARAMETER),
    );
    let of_file = if file.is_empty() {
        Ok(around.at.to_owned())
    } else {
        workspace::path_of(around.at, file)
    };
    match of_file {
        // A path that leads out of the workspace left it without a file.
        Ok(_) if tree.is_empty() && file.is_empty() => fields.text("path", ""),
        Ok(path) if tree.is_empty() => fields.text("path", &path),
        Ok(path) => fields.text("path", &(around.tree_file)(&path, tree)),
        Err(_) => said.push(remarks::not_in_workspace(file)),
    }
    let top = (around.top_name)(node).unwrap_or_else(|| "Sequence".to_owned());
    fields.text("name", &top);
    for (name, value) in &node.parameters {
        let is_passed_on = value.as_variable() == Some(name);
        if !is_passed_on && !matches!(&**name, TREE_PARAMETER | FILE_PARAMETER) {
            said.push(remarks::other_variable(name));
        }
    }
}

fn own_written(node: &Node, library: &NodeLibrary, fields: &mut Fields, said: &mut Vec<Transfer>) {
    if is_builtin(&node.task) {
        said.push(remarks::needs_own_node(&node.task));
    }
    fields.text("name", foreign_name(&node.task));
    let declaration = library.declaration(&node.task);
    let kept = kept(&node.extra, KEY);
    let was = |name: &str| kept.as_ref()?.top().get("args")?.get(name);
    let mut args = Fields::default();
    let mut lists = [Vec::new(), Vec::new()];
    for (name, value) in &node.parameters {
        let slot = Slot::of(name).filter(|_| was(name).is_none());
        match (value, slot) {
            (ParameterValue::Literal(_), Some(_)) => said.push(remarks::variable_only(name)),
            (ParameterValue::Literal(literal), None) => {
                let was_other = was(name).is_some_and(|was| is_held_as_text(was, literal));
                args.set(name, foreign_json(literal, was_other));
            }
            (ParameterValue::Variable(variable), Some((list, place))) => {
                put(
                    &mut lists[usize::from(list == Slot::OUTPUT)],
                    place,
                    variable,
                );
            }
            (ParameterValue::Variable(variable), None) => match place_among(declaration, name) {
                Some(place) => put(&mut lists[0], place, variable),
                None => said.push(remarks::constant_only(name, &node.task)),
            },
        }
    }
    args.sort();
    fields.set("args", args.to_json());
    let [input, output] = lists;
    fields.set(Slot::INPUT, listed(input.iter().map(|name| quoted(name))));
    fields.set(Slot::OUTPUT, listed(output.iter().map(|name| quoted(name))));
}

fn put(list: &mut Vec<String>, place: usize, name: &str) {
    if list.len() <= place {
        list.resize(place + 1, String::new());
    }
    name.clone_into(&mut list[place]);
}

/// The parameters of a kind that has no definition there yet that may be bound to variables, in the order of its inputs.
pub(super) fn bindable(declaration: &NodeDeclaration) -> impl Iterator<Item = &str> {
    let is_own = !declaration
        .parameters
        .iter()
        .any(|p| Slot::of(&p.name).is_some());
    let bindable = declaration.parameters.iter().filter(move |p| {
        is_own
            && !matches!(
                p.parameter_type,
                ParameterType::Choice(_)
                    | ParameterType::Expression(_)
                    | ParameterType::Tree
                    | ParameterType::Name
            )
    });
    bindable.map(|p| &*p.name)
}

fn place_among(declaration: Option<&NodeDeclaration>, parameter: &str) -> Option<usize> {
    bindable(declaration?).position(|name| name == parameter)
}
