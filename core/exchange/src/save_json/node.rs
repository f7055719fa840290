//! A single node: from its object in the file and back, without its children.

use treewright_core::abort::AbortType;
use treewright_core::diagnostic::TransferNote;
use treewright_core::format::json_text::compact_any;
use treewright_core::ids::NodeId;
use treewright_core::model::{Literal, Node, ParameterValue, SUBTREE};
use treewright_core::value::Value;

use super::{kinds, pair, remarks, turn};
use crate::foreign::{
    Fields, Json, foreign_json, foreign_name, full_description, is_builtin, is_kept_as_text,
    literal_of, own_id, own_name, set_fields, split_description,
};

/// The fields of `data` that are not parameters.
const STRUCTURE: [&str; 5] = ["guid", "pos", "size", "node", "desc"];

/// The conventions of a file for all its nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FileConventions {
    /// The key of a node's type.
    pub type_key: String,
    /// The namespace before the class names of types, with its dot.
    pub namespace: String,
    /// Whether trees grow to the right.
    pub to_the_right: bool,
    /// Whether nodes have positions.
    pub is_placed: bool,
}

/// Returns a namespace as a prefix of class names: with a dot, unless it is empty.
pub(super) fn namespace_before(namespace: &str) -> String {
    match namespace.trim().trim_end_matches('.') {
        "" => String::new(),
        namespace => format!("{namespace}."),
    }
}

/// Returns the name of a node's type: the one for the runtime, else its class.
pub(super) fn name_of(json: Json<'_>, type_key: &str) -> String {
    let for_runtime = json
        .get("data")
        .map(|data| data.text_of("node"))
        .unwrap_or_default();
    let name = if for_runtime.is_empty() {
        json.text_of(type_key)
    } else {
        for_runtime
    };
    name.into_owned()
}

/// Returns a class name without its namespace.
fn class_of(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

/// Converts an object to a node, with import notes.
pub(super) fn read(
    json: Json<'_>,
    (id, is_childless): (NodeId, bool),
    manner: &FileConventions,
) -> (Node, Vec<TransferNote>) {
    let mut notes = Vec::new();
    let data = json.get("data");
    let name = name_of(json, &manner.type_key);
    let (made, taken) = match kinds::to_builtin(class_of(&name), data, is_childless) {
        Some(ours) => {
            notes.extend(ours.note);
            (ours.node, ours.taken)
        }
        None => (Node::new("", &*own_name(&name)), Vec::new()),
    };
    let mut node = made.copy_as(id);
    let given = |node: &Node, key: &str, value| {
        let is_other = STRUCTURE.contains(&key) || taken.contains(&key);
        let is_set = node.parameters.contains_key(key);
        let literal = literal_of(value).filter(|_| !is_other && !is_set)?;
        Some(simple(value, literal))
    };
    let fields = data.into_iter().flat_map(Json::fields);
    let as_text = set_fields(&mut node, fields, given);
    notes.extend(as_text.into_iter().map(remarks::held_as_text));
    if let Some(data) = data {
        (node.name, node.comment) = split_description(&data.text_of("desc"));
        if let Some(place) = pair(&data.text_of("pos")) {
            node.position = turn(manner.to_the_right).to_document(place);
        }
    }
    (node, notes)
}

/// Converts a value to what the format supports: lists are kept as text.
fn simple(json: Json<'_>, literal: Literal) -> Literal {
    match literal.value {
        Value::List(_) => Literal::from(Value::String(compact_any(json.raw()).into())),
        _ => literal,
    }
}

/// Returns the object of a node without its children, and the export notes on it. `kept` is its object of the file.
pub(super) fn node_fields(
    node: &Node,
    kept: Option<Json<'_>>,
    manner: &FileConventions,
) -> (Fields, Vec<TransferNote>) {
    let mut notes = Vec::new();
    if node.abort != AbortType::None {
        notes.push(remarks::no_aborts(node.abort));
    }
    if node.disabled {
        notes.push(remarks::no_disabling());
    }
    let was = kept.map(|kept| name_of(kept, &manner.type_key));
    let theirs = kinds::from_builtin(node, class_of(was.as_deref().unwrap_or_default()));
    let name = match &theirs {
        Some(theirs) => theirs.name,
        None => foreign_name(&node.task),
    };
    let mut data = Fields::default();
    let was = kept.and_then(|kept| Some(kept.get("data")?.text_of("guid")));
    data.text(
        "guid",
        &guid(node, &own_id(node, kept, was.clone()), was.as_deref()),
    );
    let (x, y) = turn(manner.to_the_right).to_file(node.position);
    data.text("pos", &format!("({x:.2}, {y:.2})"));
    data.text("size", "(200.00, 100.00)");
    data.text("node", class_of(name));
    data.text("desc", &full_description(node));
    if let Some((key, value)) = theirs.as_ref().and_then(|theirs| theirs.field.clone()) {
        data.set(key, foreign_json(&Literal::from(value), false));
    }
    if &*node.task == SUBTREE {
        notes.push(remarks::no_subtrees());
    } else if theirs.is_none() && is_builtin(&node.task) {
        notes.push(remarks::needs_own_node(&node.task));
    }
    if &*node.task == "Wait" && theirs.is_some() {
        notes.push(remarks::later());
    }
    if let Some((seconds, milliseconds)) = theirs.as_ref().and_then(|theirs| theirs.rounded) {
        notes.push(remarks::rounded(seconds, milliseconds));
    }
    let taken = theirs.and_then(|theirs| theirs.taken);
    let was = kept.and_then(|kept| kept.get("data"));
    let was = was.map(Json::by_key).unwrap_or_default();
    let parameters = node
        .parameters
        .iter()
        .filter(|(name, _)| Some(&***name) != taken && &*node.task != SUBTREE);
    for (parameter, value) in parameters {
        let ParameterValue::Literal(literal) = value else {
            notes.push(remarks::no_variables(parameter));
            continue;
        };
        let was = was.get(&**parameter);
        let was_other = was.is_some_and(|was| is_kept_as_text(*was, literal));
        if !matches!(
            literal.value,
            Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::String(_)
        ) {
            notes.push(remarks::no_such_value(parameter));
        }
        data.set(parameter, foreign_json(literal, was_other));
    }
    let mut fields = Fields::default();
    fields.set("children", "[]");
    fields.set("data", data.to_json());
    let prefix = if name.contains('.') {
        ""
    } else {
        &*manner.namespace
    };
    fields.text(&manner.type_key, &format!("{prefix}{name}"));
    (fields, notes)
}

/// Returns the guid of a node: the original one, or 32 hexadecimal digits made from its id.
fn guid(node: &Node, id: &str, was: Option<&str>) -> String {
    /// The parameters of the 128-bit FNV-1a hash: short, and the same on every machine, unlike the hashers of the
    /// standard library.
    const START: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    const FACTOR: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
    if was == Some(id) || id.len() == 32 && id.bytes().all(|b| b.is_ascii_hexdigit()) {
        return id.to_owned();
    }
    let bytes = node.id().as_str().bytes();
    let hash = bytes.fold(START, |hash, byte| {
        (hash ^ u128::from(byte)).wrapping_mul(FACTOR)
    });
    format!("{hash:032x}")
}
