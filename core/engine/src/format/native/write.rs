//! Writes a document. The same document always gives the same text.

use rustc_hash::FxHashSet;

use super::{FORMAT, VERSION, conflicts};
use crate::abort::AbortType;
use crate::format::json_text::{count_values, push_spaced, push_string};
use crate::format::json_writer::{push_list, push_named};
use crate::format::literal::{push_display, push_literal, push_parameter};
use crate::format::{WriteError, stand_in_json};
use crate::geometry::Position;
use crate::ids::NodeId;
use crate::limits;
use crate::model::{
    Document, Extra, Group, NamedTree, Node, Note, ParameterValue, Scope, Variable,
};
use crate::named_list::NamedList;

/// Returns the text of a document's file.
///
/// # Errors
/// Fails if a number is infinite or not a number, or if the file would exceed the limits for reading.
pub fn write(document: &Document) -> Result<String, WriteError> {
    check_counts(document)?;
    let text = write_nodes(document, push_placed_node)?;
    if count_values(&text) > limits::JSON_VALUES {
        return Err(WriteError::TooMany {
            what: "values",
            count: count_values(&text),
            limit: limits::JSON_VALUES,
        });
    }
    if text.len() > limits::FILE_BYTES {
        return Err(WriteError::TooLarge {
            bytes: text.len(),
            limit: limits::FILE_BYTES,
        });
    }
    Ok(text)
}

/// Like [`write`], without positions of nodes: all are at the origin when it is read.
///
/// # Errors
/// Fails like [`write`].
pub fn write_without_positions(document: &Document) -> Result<String, WriteError> {
    write_nodes(document, |node, out| {
        push_node(node, out);
        out.push_str("\n    }");
    })
}

fn write_nodes(
    document: &Document,
    push_node: impl Fn(&Node, &mut String),
) -> Result<String, WriteError> {
    check_numbers(document)?;
    let mut out = String::with_capacity(256 + 160 * document.node_count());
    out.push('{');
    let mut fields = FieldWriter {
        first: true,
        out: &mut out,
    };
    fields.key("format");
    push_string(FORMAT, fields.out);
    fields.key("version");
    push_display(VERSION, fields.out);
    // Text editors look for `$schema` at the top.
    if let Some(schema) = document.extra.get("$schema") {
        fields.key("$schema");
        push_spaced(schema, fields.out);
    }
    fields.key("name");
    push_string(&document.name, fields.out);
    if !document.description.is_empty() {
        fields.key("description");
        push_string(&document.description, fields.out);
    }
    if document.restart_when_complete {
        fields.key("restart_when_complete");
        fields.out.push_str("true");
    }
    if document.seed != 0 {
        fields.key("seed");
        push_display(document.seed, fields.out);
    }
    if !document.libraries.is_empty() {
        fields.key("libraries");
        push_rows(&document.libraries, fields.out, |library, out| {
            push_string(library, out);
        });
    }
    fields.key("variables");
    push_rows(&document.variables, fields.out, push_variable);
    fields.key("root");
    match document.root() {
        Some(root) => push_string(root.as_str(), fields.out),
        None => fields.out.push_str("null"),
    }
    if !document.trees.is_empty() {
        fields.key("trees");
        push_rows(&document.trees, fields.out, push_tree);
    }
    fields.key("nodes");
    push_rows(nodes_in_file_order(document), fields.out, push_node);
    push_rest(document, &mut fields);
    out.push_str("\n}\n");
    Ok(out)
}

/// Appends the fields after the nodes.
fn push_rest(document: &Document, fields: &mut FieldWriter<'_>) {
    let mut loose = listed_loose(document).peekable();
    if loose.peek().is_some() {
        fields.key("loose");
        push_ids(loose, fields.out);
    }
    if !document.notes.is_empty() {
        fields.key("notes");
        push_rows(&document.notes, fields.out, push_note);
    }
    if !document.groups.is_empty() {
        fields.key("groups");
        push_rows(&document.groups, fields.out, push_group);
    }
    if !document.conflicts.is_empty() {
        fields.key("merge_conflicts");
        push_rows(&document.conflicts, fields.out, conflicts::push);
    }
    for (name, json) in document.extra.iter().filter(|(name, _)| *name != "$schema") {
        fields.key(name);
        push_spaced(json, fields.out);
    }
}

/// Checks that no list exceeds the limits for reading.
fn check_counts(document: &Document) -> Result<(), WriteError> {
    let at_most = |what, count, limit| match count {
        count if count > limit => Err(WriteError::TooMany { what, count, limit }),
        _ => Ok(()),
    };
    for (what, count) in [
        ("libraries", document.libraries.len()),
        ("variables", document.variables.len()),
        ("trees", document.trees.len()),
        ("notes", document.notes.len()),
        ("groups", document.groups.len()),
        ("merge_conflicts", document.conflicts.len()),
    ] {
        at_most(what, count, limits::ITEMS)?;
    }
    at_most("nodes", document.node_count(), limits::NODES)?;
    let mut links = 0;
    for node in document.nodes() {
        links += node.children().len() + node.broken_links.len();
        at_most("parameters", node.parameters.len(), limits::FIELDS)?;
        let places: FxHashSet<&str> = node.overrides.iter().map(|set| &*set.path).collect();
        at_most("overrides", places.len(), limits::FIELDS)?;
    }
    at_most("children", links, limits::LINKS)
}

/// Checks that no list exceeds the limits for reading, and that all numbers are finite.
pub(in crate::format) fn check_limits(document: &Document) -> Result<(), WriteError> {
    check_counts(document)?;
    check_numbers(document)
}

fn check_numbers(document: &Document) -> Result<(), WriteError> {
    for variable in &document.variables {
        if !variable.initial.value.is_finite() {
            let variable = variable.name.clone();
            return Err(WriteError::VariableNotFinite { variable });
        }
    }
    for node in document.nodes() {
        for (parameter, value) in &node.parameters {
            if value.as_literal().is_some_and(|v| !v.is_finite()) {
                let (node, parameter) = (node.id().clone(), parameter.clone());
                return Err(WriteError::ParameterNotFinite { node, parameter });
            }
        }
        if node.stand_in.as_ref().is_some_and(|s| !s.is_finite()) {
            let (node, parameter) = (node.id().clone(), "stand_in".into());
            return Err(WriteError::ParameterNotFinite { node, parameter });
        }
        for other in &node.overrides {
            if other.value.as_literal().is_some_and(|v| !v.is_finite()) {
                let (node, parameter) = (node.id().clone(), other.parameter.clone());
                return Err(WriteError::ParameterNotFinite { node, parameter });
            }
        }
    }
    document.conflicts.iter().try_for_each(conflicts::check)
}

/// The fields of the outermost object, one per line.
struct FieldWriter<'a> {
    first: bool,
    out: &'a mut String,
}

impl FieldWriter<'_> {
    fn key(&mut self, key: &str) {
        self.out.push_str(if self.first { "\n  " } else { ",\n  " });
        self.first = false;
        push_string(key, self.out);
        self.out.push_str(": ");
    }
}

/// Appends a list with one item per line.
fn push_rows<T>(
    items: impl IntoIterator<Item = T>,
    out: &mut String,
    push: impl Fn(T, &mut String),
) {
    out.push('[');
    let mut empty = true;
    for item in items {
        out.push_str(if empty { "\n    " } else { ",\n    " });
        empty = false;
        push(item, out);
    }
    out.push_str(if empty { "]" } else { "\n  ]" });
}

fn push_ids<'a>(ids: impl Iterator<Item = &'a NodeId>, out: &mut String) {
    push_list(ids, out, |id, out| push_string(id.as_str(), out));
}

/// The unconnected heads that a file can list: not those that share their id with another node.
fn listed_loose(document: &Document) -> impl Iterator<Item = &NodeId> {
    let loose = document.loose().iter();
    loose.filter(|id| document.node(id).is_some_and(|n| n.duplicate_of.is_none()))
}

/// The main tree, then the unconnected branches in the order in which reading finds them.
fn nodes_in_file_order(document: &Document) -> impl Iterator<Item = &Node> {
    let loose = document.loose().iter();
    let nameless = loose.filter(|id| document.node(id).is_some_and(|n| n.duplicate_of.is_some()));
    let heads = document
        .root()
        .into_iter()
        .chain(listed_loose(document))
        .chain(nameless);
    heads.flat_map(|head| document.subtree(head))
}

/// The separator between the lines of a node.
const NEXT: &str = ",\n      ";

fn push_placed_node(node: &Node, out: &mut String) {
    push_node(node, out);
    out.push_str(NEXT);
    push_position(node.position, out);
    out.push_str("\n    }");
}

/// Appends a node without its position and closing bracket.
fn push_node(node: &Node, out: &mut String) {
    out.push_str("{\n      \"id\": ");
    push_string(
        node.duplicate_of.as_ref().unwrap_or(node.id()).as_str(),
        out,
    );
    out.push_str(", \"task\": ");
    push_string(&node.task, out);
    if !node.name.is_empty() {
        out.push_str(", \"name\": ");
        push_string(&node.name, out);
    }
    if node.abort != AbortType::None {
        out.push_str(", \"abort\": ");
        push_string(node.abort.name(), out);
    }
    if !node.comment.is_empty() {
        out.push_str(NEXT);
        out.push_str("\"comment\": ");
        push_string(&node.comment, out);
    }
    if !node.parameters.is_empty() {
        out.push_str(NEXT);
        push_parameters(node, out);
    }
    if !node.overrides.is_empty() {
        out.push_str(NEXT);
        push_overrides(node, out);
    }
    if let Some(stand_in) = &node.stand_in {
        out.push_str(NEXT);
        out.push_str("\"stand_in\": ");
        stand_in_json::push(stand_in, out);
    }
    if !node.data.is_empty() {
        out.push_str(NEXT);
        out.push_str("\"data\": ");
        push_string(&node.data, out);
    }
    if !node.children().is_empty() || !node.broken_links.is_empty() {
        out.push_str(NEXT);
        out.push_str("\"children\": ");
        push_children(node, out);
    }
    let flags = [
        ("disabled", node.disabled),
        ("breakpoint", node.breakpoint),
        ("collapsed", node.collapsed),
    ];
    for (i, (flag, _)) in flags.iter().filter(|(_, set)| *set).enumerate() {
        out.push_str(if i == 0 { NEXT } else { ", " });
        push_string(flag, out);
        out.push_str(": true");
    }
    for (name, json) in &node.extra {
        out.push_str(NEXT);
        push_field(name, json, out);
    }
}

fn push_parameters(node: &Node, out: &mut String) {
    out.push_str("\"parameters\": ");
    push_named(&node.parameters, out, push_parameter);
}

/// Appends the overrides of a Subtree node, grouped by inner node.
fn push_overrides(node: &Node, out: &mut String) {
    out.push_str("\"overrides\": ");
    let mut nodes: NamedList<NamedList<&ParameterValue>> = NamedList::default();
    for other in &node.overrides {
        let of_node = nodes.get_or_add(&other.path, NamedList::default);
        of_node.get_or_add(&other.parameter, || &other.value);
    }
    push_named(nodes.iter(), out, |parameters, out| {
        push_named(parameters.iter(), out, |value, out| {
            push_parameter(value, out);
        });
    });
}

/// Appends the children, with broken links at their indices in the file.
fn push_children(node: &Node, out: &mut String) {
    if node.broken_links.is_empty() {
        return push_ids(node.children().iter(), out);
    }
    let mut links: Vec<_> = node.broken_links.iter().collect();
    links.sort_by_key(|link| link.index);
    let mut links = links.into_iter().peekable();
    let mut children = node.children().iter();
    let mut index = 0;
    let merged = std::iter::from_fn(|| {
        let broken = links.next_if(|link| link.index <= index);
        index += 1;
        let next = broken.map(|link| &link.child).or_else(|| children.next());
        next.or_else(|| links.next().map(|link| &link.child))
    });
    push_ids(merged, out);
}

fn push_position(position: Position, out: &mut String) {
    out.push_str("\"x\": ");
    push_display(position.x, out);
    out.push_str(", \"y\": ");
    push_display(position.y, out);
}

fn push_field(name: &str, json: &str, out: &mut String) {
    push_string(name, out);
    out.push_str(": ");
    push_spaced(json, out);
}

fn push_variable(variable: &Variable, out: &mut String) {
    out.push_str("{\"name\": ");
    push_string(&variable.name, out);
    out.push_str(", \"type\": ");
    push_string(&variable.value_type.to_string(), out);
    if variable.scope != Scope::Tree {
        out.push_str(", \"scope\": ");
        push_string(variable.scope.name(), out);
    }
    out.push_str(", \"initial\": ");
    push_literal(&variable.initial, out);
    if !variable.comment.is_empty() {
        out.push_str(", \"comment\": ");
        push_string(&variable.comment, out);
    }
    push_extra(&variable.extra, out);
    out.push('}');
}

fn push_tree(tree: &NamedTree, out: &mut String) {
    out.push_str("{\"name\": ");
    push_string(&tree.name, out);
    out.push_str(", \"root\": ");
    push_string(tree.root.as_str(), out);
    push_extra(&tree.extra, out);
    out.push('}');
}

fn push_note(note: &Note, out: &mut String) {
    out.push_str("{\"text\": ");
    push_string(&note.text, out);
    out.push_str(", ");
    push_place(note.position, note.size, &note.color, out);
    push_extra(&note.extra, out);
    out.push('}');
}

fn push_group(group: &Group, out: &mut String) {
    out.push_str("{\"title\": ");
    push_string(&group.title, out);
    out.push_str(", ");
    push_place(group.position, group.size, &group.color, out);
    push_extra(&group.extra, out);
    out.push('}');
}

fn push_place(position: Position, (width, height): (i32, i32), color: &str, out: &mut String) {
    push_position(position, out);
    out.push_str(", \"width\": ");
    push_display(width, out);
    out.push_str(", \"height\": ");
    push_display(height, out);
    if !color.is_empty() {
        out.push_str(", \"color\": ");
        push_string(color, out);
    }
}

fn push_extra(extra: &Extra, out: &mut String) {
    for (name, json) in extra {
        out.push_str(", ");
        push_field(name, json, out);
    }
}
