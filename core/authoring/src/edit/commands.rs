//! Turns each [`Command`] into primitives, or refuses it. Reads the document and changes nothing.
//!
//! To add a command: its variant in `command.rs`, its arm in [`plan`], its function in the file of its family.

mod annotations;
mod arrange;
mod conflicts;
mod copies;
mod extraction;
mod nodes;
mod overrides;
mod parameters;
mod reshape;
mod settings;
mod structure;
mod trees;
mod variables;

use rustc_hash::FxHashSet;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
/// The maximum number of nodes in a document.
pub use treewright_core::limits::NODES as MAX_NODES;
use treewright_core::model::{Document, Node, NodePlace, TooLong};

pub use self::reshape::lost_by_changing_task;
use self::reshape::remove_keeping_children;
use super::connection::existing;
use super::primitive::Primitive;
use super::{Command, Label, Refusal, Selection};

/// The primitives that carry out a command, with its label.
pub(super) struct Plan {
    pub(super) label: Label,
    pub(super) primitives: Vec<Primitive>,
    /// The selection afterwards; `None` keeps the existing nodes of the current selection.
    pub(super) select: Option<Selection>,
}

impl Plan {
    /// Creates a plan; refuses an empty one.
    fn new(code: &'static str, count: usize, primitives: Vec<Primitive>) -> PlanResult {
        if primitives.is_empty() {
            return Err(Refusal::Nothing);
        }
        Ok(Self {
            label: Label::new(code, count),
            primitives,
            select: None,
        })
    }

    /// Creates a plan whose label counts the primitives.
    fn each(code: &'static str, primitives: Vec<Primitive>) -> PlanResult {
        Self::new(code, primitives.len(), primitives)
    }

    fn selecting_all(mut self, selection: Selection) -> Self {
        self.select = Some(selection);
        self
    }

    fn selecting(mut self, ids: impl IntoIterator<Item = NodeId>) -> Self {
        self.select = Some(Selection::of(ids));
        self
    }
}

/// The plan of a command, or the reason why it is refused.
type PlanResult = Result<Plan, Refusal>;

/// The context in which commands are planned: the document and its node types.
#[derive(Clone, Copy)]
struct PlanContext<'a> {
    document: &'a Document,
    library: &'a NodeLibrary,
}

/// Plans a command; refuses it if the result could not be saved and read again. The caller splits batches, since each part
/// depends on the ones before it.
pub(super) fn plan(command: &Command, document: &Document, library: &NodeLibrary) -> PlanResult {
    let plan = unchecked(command, document, library)?;
    let long = plan.primitives.iter().find_map(|p| p.too_long().err());
    match long {
        None => Ok(plan),
        Some(TooLong { bytes, limit, .. }) => Err(Refusal::TooLong { bytes, limit }),
    }
}

fn unchecked(command: &Command, document: &Document, library: &NodeLibrary) -> PlanResult {
    use Command as C;
    let on = PlanContext { document, library };
    match command {
        C::AddNode {
            task,
            place,
            position,
        } => structure::add_node(on, task, place, *position),
        C::InsertAbove {
            child,
            task,
            position,
        } => structure::insert_above(on, child, task, *position),
        C::MoveAbove { child, node } => structure::move_above(on, child, node),
        C::RenameTask { from, to } => reshape::rename_task(document, from, to),
        C::ReplaceTask { nodes, task } => reshape::replace_task(on, nodes, task),
        C::Wrap {
            nodes,
            task,
            position,
            shift,
        } => reshape::wrap(on, nodes, task, (*position, *shift)),
        C::RemoveKeepingChildren { node, shift } => remove_keeping_children(on, node, *shift),
        C::Extract { nodes, name, at } => extraction::extract(on, nodes, name, *at),
        C::MoveToFile(branch) => extraction::move_to_file(on, branch),
        C::Inline(node) => extraction::inline(on, node),
        C::Delete(nodes) => structure::delete(document, nodes),
        C::Connect {
            parent,
            child,
            index,
        } => structure::connect(on, parent, child, *index),
        C::Detach(nodes) => structure::detach(document, nodes),
        C::MakeRoot(node) => structure::make_root(document, node),
        C::Reorder { node, index } => arrange::reorder(document, node, *index),
        C::MoveBy {
            nodes,
            dx,
            dy,
            with_descendants,
            order_axis,
        } => arrange::move_by(document, nodes, (*dx, *dy), *with_descendants, *order_axis),
        C::Arrange(positions) => arrange::arrange(document, positions, "arrange"),
        C::Align(positions) => arrange::arrange(document, positions, "align_nodes"),
        C::Distribute(positions) => arrange::arrange(document, positions, "distribute_nodes"),
        C::Duplicate { nodes, dx, dy } => copies::duplicate(on, nodes, (*dx, *dy)),
        C::Paste {
            fragment,
            at,
            below,
        } => copies::paste(on, fragment, *at, below.as_ref()),
        C::SetName(nodes, name) => nodes::set_name(document, nodes, name),
        C::SetComment(nodes, comment) => nodes::set_comment(document, nodes, comment),
        C::SetData(nodes, data) => nodes::set_data(on, nodes, data),
        C::SetAbort(nodes, abort) => nodes::set_abort(on, nodes, *abort),
        C::SetParameter { nodes, name, value } => parameters::set(on, nodes, name, value.as_ref()),
        C::SetStandIn(nodes, said) => nodes::set_stand_in(on, nodes, said.as_ref()),
        C::SetDisabled(nodes, on) => nodes::set_disabled(document, nodes, *on),
        C::SetBreakpoint(nodes, on) => nodes::set_breakpoint(document, nodes, *on),
        C::SetCollapsed(nodes, on) => nodes::set_collapsed(document, nodes, *on),
        C::AddVariable(variable) => variables::add(document, variable),
        C::RemoveVariable(name) => variables::remove(document, name),
        C::RenameVariable { from, to } => variables::rename(on, from, to),
        C::ChangeVariable(variable) => variables::change(document, variable),
        C::MoveVariable(name, index) => variables::reorder(document, name, *index),
        C::NameTree { root, name } => trees::name(on, root, name),
        C::RenameTree { tree, name } => trees::rename(on, *tree, name),
        C::RemoveTreeName(tree) => trees::remove_name(document, *tree),
        C::SetOverride {
            node,
            path,
            parameter,
            value,
        } => overrides::set(on, node, (path, parameter), value.as_ref()),
        C::SetDocumentName(name) => settings::set_name(document, name),
        C::SetDescription(text) => settings::set_description(document, text),
        C::SetSeed(seed) => settings::set_seed(document, *seed),
        C::SetRestartWhenComplete(on) => settings::set_restart(document, *on),
        C::SetLibraries(list) => settings::set_libraries(document, list),
        C::SetSchema(json) => settings::set_schema(document, json),
        C::ForgetBrokenLink { node, link } => nodes::forget_broken_link(document, node, *link),
        C::AcceptNewId(node) => nodes::accept_new_id(document, node),
        C::AddNote(note) => annotations::add_note(document, note),
        C::AddGroup(group) => annotations::add_group(document, group),
        C::DeleteAnnotations(list) => annotations::delete(document, list),
        C::PlaceAnnotations(places) => annotations::place(document, places),
        C::SetAnnotationText(which, text) => annotations::set_text(document, *which, text),
        C::SetAnnotationColor(list, name) => annotations::set_color(document, list, name),
        C::DuplicateAnnotations {
            annotations,
            dx,
            dy,
        } => annotations::duplicate(document, annotations, (*dx, *dy)),
        C::Become(other, origin) => conflicts::become_version(document, other, *origin),
        C::SettleConflict { conflict, side } => conflicts::settle(document, *conflict, *side),
        C::Batch(_) => Err(Refusal::Nothing),
    }
}

/// Returns the reason why a command would be refused, or `None`. Always `None` for a batch, since its parts depend on each other.
pub fn refusal_of(
    command: &Command,
    document: &Document,
    library: &NodeLibrary,
) -> Option<Refusal> {
    match command {
        Command::Batch(_) => None,
        single => plan(single, document, library).err(),
    }
}

/// Returns these nodes without duplicates, in the given order.
fn distinct<'a>(document: &'a Document, ids: &[NodeId]) -> Result<Vec<&'a Node>, Refusal> {
    let mut seen = FxHashSet::default();
    let mut nodes = Vec::with_capacity(ids.len());
    for id in ids {
        let node = existing(document, id)?;
        if seen.insert(node.id()) {
            nodes.push(node);
        }
    }
    Ok(nodes)
}

/// Returns those of these nodes that have no ancestor among them, in document order.
pub(super) fn topmost<'a>(document: &'a Document, ids: &[NodeId]) -> Vec<&'a NodeId> {
    let wanted: FxHashSet<&NodeId> = ids.iter().collect();
    if let [only] = ids {
        return document.node(only).map(Node::id).into_iter().collect();
    }
    let mut found = Vec::new();
    let mut pending: Vec<&NodeId> = document.heads().rev().collect();
    while let Some(id) = pending.pop() {
        if wanted.contains(id) {
            found.push(id);
        } else if let Some(node) = document.node(id) {
            pending.extend(node.children().iter().rev());
        }
    }
    found
}

/// Returns the places of these nodes. Siblings come last first, so that removing them in this order does not shift the remaining
/// ones.
fn places_last_first(document: &Document, nodes: &[&Node]) -> Vec<(NodeId, NodePlace)> {
    let wanted: FxHashSet<&NodeId> = nodes.iter().map(|node| node.id()).collect();
    let mut families = FxHashSet::default();
    let mut places = Vec::with_capacity(nodes.len());
    for node in nodes {
        let family = node.parent();
        if !families.insert(family) {
            continue;
        }
        let siblings = match family {
            Some(parent) => document.node(parent).map_or(&[][..], Node::children),
            None => document.loose(),
        };
        for (index, sibling) in siblings.iter().enumerate().rev() {
            if wanted.contains(sibling) {
                let place = match family {
                    Some(parent) => NodePlace::Child(parent.clone(), index),
                    None => NodePlace::Loose(index),
                };
                places.push((sibling.clone(), place));
            }
        }
    }
    if let Some(root) = document.root().filter(|root| wanted.contains(root)) {
        places.push((root.clone(), NodePlace::Root));
    }
    places
}

/// Refuses if `more` additional nodes would exceed [`MAX_NODES`].
fn must_fit(document: &Document, more: usize) -> Result<(), Refusal> {
    if document.node_count() + more > MAX_NODES {
        return Err(Refusal::TooManyNodes(MAX_NODES));
    }
    Ok(())
}
