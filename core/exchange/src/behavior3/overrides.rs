//! What a file changes of nodes inside the subtrees that it runs. In behavior3 this is keyed by the node's `uuid` and
//! applies to all uses; in this program, each Subtree node has its own overrides, keyed by the path to the node.

use rustc_hash::FxHashSet;
use treewright_core::diagnostic::{Diagnostic, Location, TransferNote};
use treewright_core::ids::NodeId;
use treewright_core::model::{Document, FILE_PARAMETER, Node, Override, SUBTREE};

use super::node::{WriteContext, node_fields, read};
use super::{KEY, remarks, workspace};
use crate::common::at;
use crate::foreign::{Fields, Json, JsonText, is_builtin, kept, merged, own_id};

/// Finds the documents of a workspace by the paths of their files there.
pub(super) type FindDocument<'a, 'd> = &'a dyn Fn(&str) -> Option<&'d Document>;

/// The most Subtree nodes on the path to a node.
const MAX_DEPTH: usize = 64;

/// The most paths into subtrees that are followed for one document.
const MAX_PATHS: usize = 10_000;

/// A use of a node of another file: the Subtree node of this file, the path from there, and the node.
struct NodeUse<'d> {
    subtree: NodeId,
    path: String,
    node: &'d Node,
    /// The path of the node's file in the workspace.
    at: String,
}

/// Returns all nodes inside the subtrees that the document at `at` runs that have one of these uuids in their files.
fn uses<'d>(
    document: &Document,
    at: &str,
    find: FindDocument<'_, 'd>,
    wanted: &FxHashSet<String>,
) -> Vec<NodeUse<'d>> {
    let mut found = Vec::new();
    // Paths still to follow, each with the Subtree node where it starts and the files on it, by which cycles are
    // detected.
    let mut waiting: Vec<(NodeId, String, Vec<String>)> = Vec::new();
    for node in document.pre_order().filter(|node| &*node.task == SUBTREE) {
        if let Ok(path) = workspace::path_of(at, node.text_parameter(FILE_PARAMETER)) {
            waiting.push((node.id().clone(), String::new(), vec![at.to_owned(), path]));
        }
    }
    waiting.reverse();
    let mut followed = 0;
    while let Some((subtree, outer, files)) = waiting.pop() {
        followed += 1;
        let Some((file, above)) = files.split_last() else {
            continue;
        };
        let Some(inside) = find(file) else {
            continue;
        };
        if above.contains(file) || files.len() > MAX_DEPTH || followed > MAX_PATHS {
            continue;
        }
        for node in inside.pre_order() {
            let path = if outer.is_empty() {
                node.id().to_string()
            } else {
                format!("{outer}/{}", node.id())
            };
            if wanted.contains(&uuid(node)) {
                found.push(NodeUse {
                    subtree: subtree.clone(),
                    path: path.clone(),
                    node,
                    at: file.clone(),
                });
            }
            if &*node.task == SUBTREE
                && let Ok(next) = workspace::path_of(file, node.text_parameter(FILE_PARAMETER))
            {
                let mut files = files.clone();
                files.push(next);
                waiting.push((subtree.clone(), path, files));
            }
        }
    }
    found
}

/// Returns the uuid of a node in its file.
fn uuid(node: &Node) -> String {
    let kept = kept(&node.extra, KEY);
    let kept = kept.as_ref().map(JsonText::top);
    let was = kept.map(|kept| kept.text_of("uuid"));
    own_id(node, kept, was).into_owned()
}

/// Converts the `overrides` of a file, with import notes on those that cannot be overrides in this program.
pub(super) fn overrides(
    document: &Document,
    at: &str,
    find: FindDocument<'_, '_>,
    json: Option<Json<'_>>,
) -> (Vec<(NodeId, Override)>, Vec<TransferNote>) {
    let Some(json) = json else {
        return (Vec::new(), Vec::new());
    };
    let wanted: FxHashSet<String> = json.fields().map(|(uuid, _)| uuid.into_owned()).collect();
    let mut found = Vec::new();
    let mut notes = Vec::new();
    let mut noted: FxHashSet<String> = FxHashSet::default();
    let uses = uses(document, at, find, &wanted);
    for (name, change) in json.fields() {
        let mut is_used = false;
        for used in uses.iter().filter(|used| uuid(used.node) == name) {
            is_used = true;
            let unfit = add_use_overrides(used, change, &mut found);
            if !unfit.is_empty() && noted.insert(name.clone().into_owned()) {
                notes.push(remarks::override_kept(&name, unfit.join(", ")));
            }
        }
        if !is_used {
            let fields: Vec<_> = change.fields().map(|(key, _)| format!("`{key}`")).collect();
            notes.push(remarks::override_kept(&name, fields.join(", ")));
        }
    }
    (found, notes)
}

/// Adds the overrides for the change of a node in one of its uses; returns the fields that cannot be overrides.
fn add_use_overrides(
    used: &NodeUse<'_>,
    change: Json<'_>,
    found: &mut Vec<(NodeId, Override)>,
) -> Vec<String> {
    let kept = used
        .node
        .extra
        .get(KEY)
        .cloned()
        .unwrap_or_else(|| "{}".to_owned());
    let (Ok(kept), Ok(changed)) = (JsonText::of(&kept), with_change(&kept, change)) else {
        return vec!["`args`".to_owned()];
    };
    let changed = changed.to_json();
    let Ok(changed) = JsonText::of(&changed) else {
        return vec!["`args`".to_owned()];
    };
    let is_ours = |_: &str| is_builtin(&used.node.task);
    let before = read(kept.top(), used.node.id().clone(), &used.at, is_ours).0;
    let after = read(changed.top(), used.node.id().clone(), &used.at, is_ours).0;
    let mut unfit: Vec<String> = change
        .fields()
        .filter(|(key, _)| !matches!(&**key, "args" | "input" | "output"))
        .map(|(key, _)| format!("`{key}`"))
        .collect();
    let is_taken_out = before
        .parameters
        .keys()
        .any(|name| !after.parameters.contains_key(name));
    if before.task != after.task || is_taken_out {
        unfit.push("`args`".to_owned());
        return unfit;
    }
    for (parameter, value) in &after.parameters {
        if before.parameters.get(parameter) != Some(value) {
            let (path, parameter) = (used.path.as_str().into(), parameter.clone());
            let value = value.clone();
            found.push((
                used.subtree.clone(),
                Override {
                    path,
                    parameter,
                    value,
                },
            ));
        }
    }
    unfit
}

/// Returns a node's object with a change applied.
fn with_change(kept: &str, change: Json<'_>) -> Result<Fields, ()> {
    let tape = JsonText::of(kept).map_err(drop)?;
    let mut fields = Fields::all(tape.top());
    for (key, value) in change.fields() {
        let mut json = treewright_core::format::json_text::compact_any(value.raw());
        if key == "args" {
            let mut args = tape.top().get("args").map(Fields::all).unwrap_or_default();
            for (name, value) in Fields::all(value).iter() {
                args.set(name, value);
            }
            json = args.to_json();
        }
        fields.set(&key, json);
    }
    Ok(fields)
}

/// Returns the overrides of a document's Subtree nodes in the form of the file: `changes` returns those of each.
pub(super) fn overrides_written<'d>(
    document: &'d Document,
    changes: &dyn Fn(&Node) -> Vec<Override>,
    around: &WriteContext<'_>,
    find: FindDocument<'_, 'd>,
) -> (Fields, Vec<Diagnostic>) {
    let mut all = Fields::default();
    let mut notes = Vec::new();
    for subtree in document.pre_order().filter(|node| &*node.task == SUBTREE) {
        for change in &changes(subtree) {
            let mut say = |transfer| {
                let location = Location::Override(
                    subtree.id().clone(),
                    change.path.clone(),
                    change.parameter.clone(),
                );
                notes.push(at(location, transfer));
            };
            let Some((inside, at)) = node_at(document, subtree, &change.path, around.at, find)
            else {
                say(remarks::unknown_override(&change.path));
                continue;
            };
            let around = WriteContext { at: &at, ..*around };
            let mut after = inside.clone();
            after
                .parameters
                .insert(change.parameter.clone(), change.value.clone());
            let (before, (after, refused)) =
                (node_fields(inside, &around).0, node_fields(&after, &around));
            refused.into_iter().for_each(&mut say);
            let name = &*uuid(inside);
            let old = all.get(name).and_then(Fields::parsed);
            let mut entry = old.unwrap_or_default();
            if !merge_differences(&mut entry, &before, &after) {
                say(remarks::two_overrides(&change.parameter, name));
            }
            all.set(name, entry.to_json());
        }
    }
    (all, notes)
}

/// Adds the differences to an entry; returns false if one contradicts the entry.
fn merge_differences(entry: &mut Fields, before: &Fields, after: &Fields) -> bool {
    let mut fits = true;
    for (key, json) in after
        .iter()
        .filter(|(key, json)| before.get(key) != Some(json))
    {
        if key != "args" {
            fits &= entry.get(key).is_none_or(|old| old == json);
            entry.set(key, json);
            continue;
        }
        let object = |json: Option<&str>| json.and_then(Fields::parsed).unwrap_or_default();
        let (old, new) = (object(before.get(key)), object(Some(json)));
        let mut args = object(entry.get("args"));
        for (name, value) in new
            .iter()
            .filter(|(name, value)| old.get(name) != Some(value))
        {
            fits &= args.get(name).is_none_or(|old| old == value);
            args.set(name, value);
        }
        entry.set("args", args.to_json());
    }
    fits
}

/// Returns the node at the end of a path into the tree that a Subtree node runs, with the path of its file.
fn node_at<'d>(
    document: &'d Document,
    subtree: &'d Node,
    path: &str,
    at: &str,
    find: FindDocument<'_, 'd>,
) -> Option<(&'d Node, String)> {
    let (mut document, mut node, mut at) = (document, subtree, at.to_owned());
    for id in path.split('/') {
        let file = node.text_parameter(FILE_PARAMETER);
        if !file.is_empty() {
            at = workspace::path_of(&at, file).ok()?;
            document = find(&at)?;
        }
        node = document.node(&NodeId::from(id))?;
    }
    Some((node, at))
}

/// Returns the `overrides` to write: what the file had, where nothing was edited.
pub(super) fn merged_overrides(kept: Option<&str>, base: &Fields, ours: &Fields) -> Option<String> {
    let kept = kept.and_then(Fields::parsed);
    let had = kept.is_some();
    let fields = merged(&kept.unwrap_or_default(), base, ours);
    (had || !fields.is_empty()).then(|| fields.to_json())
}
