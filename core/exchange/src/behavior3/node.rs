//! A single node: from its object in the file and back, without its children. Both directions depend only on the node,
//! its object and the path of its file.

use treewright_core::abort::AbortType;
use treewright_core::diagnostic::TransferNote;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{
    FILE_PARAMETER, Node, NodeDeclaration, ParameterType, ParameterValue, SUBTREE, TREE_PARAMETER,
};

use super::{KEY, kinds, remarks, workspace};
use crate::foreign::{
    Fields, Json, JsonText, foreign_json, foreign_name, full_description, is_builtin,
    is_kept_as_text, kept, listed, literal_of, own_id, own_name, quoted, set_fields,
    split_description,
};

/// Converts an object of the file at `at` to a node, with import notes. Other files are not read: `is_ours` tells
/// whether a node type is defined as this program defines one of its own.
pub(super) fn read(
    json: Json<'_>,
    id: NodeId,
    at: &str,
    is_defined_by_us: impl Fn(&str) -> bool,
) -> (Node, Vec<TransferNote>) {
    let name = json.text_of("name");
    let mut notes = Vec::new();
    let made = match subtree(json, at, &mut notes) {
        Some(node) => node,
        None => kinds::to_builtin(&name, json)
            .or_else(|| is_defined_by_us(&name).then(|| kinds::by_our_definition(&name, json))?)
            .unwrap_or_else(|| game_task(&name, json, &mut notes)),
    };
    let mut node = made.copy_as(id);
    (node.name, node.comment) = split_description(&json.text_of("desc"));
    node.disabled = json
        .get("disabled")
        .and_then(Json::flag)
        .unwrap_or_default();
    (node, notes)
}

/// Converts a node with a path to a Subtree node.
fn subtree(json: Json<'_>, at: &str, notes: &mut Vec<TransferNote>) -> Option<Node> {
    let path = json.text_of("path");
    if path.is_empty() {
        return None;
    }
    let node = Node::new("", SUBTREE);
    let Ok(file) = workspace::reference(at, &path) else {
        notes.push(remarks::path_outside(path));
        return Some(node);
    };
    Some(node.with_parameter(FILE_PARAMETER, ParameterValue::literal(&*file)))
}

/// Converts a node to a task of the game.
fn game_task(name: &str, json: Json<'_>, notes: &mut Vec<TransferNote>) -> Node {
    let mut node = Node::new("", &*own_name(name));
    let given = |_: &Node, _: &str, value| literal_of(value);
    let args = json.fields_of("args");
    let as_text = set_fields(&mut node, args, given);
    notes.extend(as_text.into_iter().map(remarks::held_as_text));
    for slot in [VariableSlot::INPUT, VariableSlot::OUTPUT] {
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

/// The lists of variables of a node, `input` and `output`.
struct VariableSlot;

impl VariableSlot {
    const INPUT: &str = "input";
    const OUTPUT: &str = "output";

    /// Returns the list that a parameter of this name is in, and its index there.
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

/// The most variables that `input` or `output` of a node may have.
const MAX_SLOTS: usize = 1000;

/// What writing a node needs besides the node.
#[derive(Clone, Copy)]
pub(super) struct WriteContext<'a> {
    /// The path of the file in the workspace.
    pub at: &'a str,
    /// The declarations of all node types.
    pub library: &'a NodeLibrary,
    /// Returns the file name of a named tree of the document.
    pub tree_file: &'a dyn Fn(&str, &str) -> String,
    /// Returns the name of the root of the tree that a Subtree node runs, if known.
    pub top_name: &'a dyn Fn(&Node) -> Option<String>,
}

/// Returns the object of a node without children and number, and the export notes on it.
pub(super) fn node_fields(node: &Node, around: &WriteContext<'_>) -> (Fields, Vec<TransferNote>) {
    let mut notes = Vec::new();
    let mut fields = Fields::default();
    if node.abort != AbortType::None {
        let note = remarks::no_aborts(node.abort);
        notes.push(note.with_message_argument("abort", &node.abort.message()));
    }
    if &*node.task == SUBTREE {
        write_subtree_node(node, around, &mut fields, &mut notes);
    } else {
        match kinds::from_builtin(node) {
            Some(Ok(theirs)) => {
                fields.set("args", theirs.args.to_json());
                let input = theirs.input.iter().map(|name| quoted(name));
                fields.set(VariableSlot::INPUT, listed(input));
                fields.set(VariableSlot::OUTPUT, "[]");
                fields.text("name", theirs.name);
                for parameter in theirs.skipped {
                    notes.push(remarks::parameter_left_out(parameter, &node.task));
                }
            }
            other => {
                if let Some(Err(parameter)) = other {
                    notes.push(remarks::constant_only(parameter, &node.task));
                }
                write_game_task(node, around.library, &mut fields, &mut notes);
            }
        }
    }
    fields.text("desc", &full_description(node));
    fields.flag("disabled", node.disabled);
    let kept = kept(&node.extra, KEY);
    let kept = kept.as_ref().map(JsonText::top);
    let was = kept.map(|kept| kept.text_of("uuid"));
    fields.text("uuid", &own_id(node, kept, was));
    fields.sort();
    (fields, notes)
}

fn write_subtree_node(
    node: &Node,
    around: &WriteContext<'_>,
    fields: &mut Fields,
    notes: &mut Vec<TransferNote>,
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
        // A path that leads out of the workspace was imported without a file.
        Ok(_) if tree.is_empty() && file.is_empty() => fields.text("path", ""),
        Ok(path) if tree.is_empty() => fields.text("path", &path),
        Ok(path) => fields.text("path", &(around.tree_file)(&path, tree)),
        Err(_) => notes.push(remarks::not_in_workspace(file)),
    }
    let top = (around.top_name)(node).unwrap_or_else(|| "Sequence".to_owned());
    fields.text("name", &top);
    for (name, value) in &node.parameters {
        let is_passed_on = value.as_variable() == Some(name);
        if !is_passed_on && !matches!(&**name, TREE_PARAMETER | FILE_PARAMETER) {
            notes.push(remarks::other_variable(name));
        }
    }
}

fn write_game_task(
    node: &Node,
    library: &NodeLibrary,
    fields: &mut Fields,
    notes: &mut Vec<TransferNote>,
) {
    if is_builtin(&node.task) {
        notes.push(remarks::needs_own_node(&node.task));
    }
    fields.text("name", foreign_name(&node.task));
    let declaration = library.declaration(&node.task);
    let kept = kept(&node.extra, KEY);
    let was = |name: &str| kept.as_ref()?.top().get("args")?.get(name);
    let mut args = Fields::default();
    let mut lists = [Vec::new(), Vec::new()];
    for (name, value) in &node.parameters {
        let slot = VariableSlot::of(name).filter(|_| was(name).is_none());
        match (value, slot) {
            (ParameterValue::Literal(_), Some(_)) => notes.push(remarks::variable_only(name)),
            (ParameterValue::Literal(literal), None) => {
                let was_other = was(name).is_some_and(|was| is_kept_as_text(was, literal));
                args.set(name, foreign_json(literal, was_other));
            }
            (ParameterValue::Variable(variable), Some((list, place))) => {
                set_at(
                    &mut lists[usize::from(list == VariableSlot::OUTPUT)],
                    place,
                    variable,
                );
            }
            (ParameterValue::Variable(variable), None) => match place_among(declaration, name) {
                Some(place) => set_at(&mut lists[0], place, variable),
                None => notes.push(remarks::constant_only(name, &node.task)),
            },
        }
    }
    args.sort();
    fields.set("args", args.to_json());
    let [input, output] = lists;
    fields.set(
        VariableSlot::INPUT,
        listed(input.iter().map(|name| quoted(name))),
    );
    fields.set(
        VariableSlot::OUTPUT,
        listed(output.iter().map(|name| quoted(name))),
    );
}

fn set_at(list: &mut Vec<String>, place: usize, name: &str) {
    if list.len() <= place {
        list.resize(place + 1, String::new());
    }
    name.clone_into(&mut list[place]);
}

/// Returns the parameters that may be bound to variables, in the order of its inputs, of a node type that has no
/// definition in behavior3 yet.
pub(super) fn bindable(declaration: &NodeDeclaration) -> impl Iterator<Item = &str> {
    let is_own = !declaration
        .parameters
        .iter()
        .any(|p| VariableSlot::of(&p.name).is_some());
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
