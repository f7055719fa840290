//! What a document keeps for another program than the one whose file is written: at each node what means something there, and for the document
//! once what it keeps itself. How a file was written (white space, the order of attributes) is not told. Drawings tell how many nodes keep something.

use treewright_core::diagnostic::{Diagnostic, Grade, Location, Problem, Transfer};
use treewright_core::ids::NodeId;
use treewright_core::model::{Document, Extra};

use super::remarks;
use crate::common::{ExchangeFormat, Keeper, comparable};
use crate::{behaviac, btcpp};

/// The formats of which documents keep something.
const KEPT_OF: [ExchangeFormat; 5] = [
    ExchangeFormat::Btcpp,
    ExchangeFormat::Behavior3,
    ExchangeFormat::Behavior3Original,
    ExchangeFormat::SaveJson,
    ExchangeFormat::Behaviac,
];

/// Fields of a whole file that say how or by what it was written, and those that libraries and other documents hold.
const OF_THE_FILE: [&str; 12] = [
    "$schema",
    "BTCPP_format",
    "TreeNodesModel",
    "class",
    "id",
    "include",
    "path",
    "prefix",
    "scope",
    "selectedTree",
    "version",
    "xmlns",
];

/// What is kept and not in a file of this format.
pub(super) fn kept(format: ExchangeFormat, document: &Document) -> Vec<Diagnostic> {
    let others = || KEPT_OF.into_iter().filter(|other| *other != format);
    let mut said: Vec<(NodeId, Transfer)> = Vec::new();
    for other in others() {
        said.extend(at_nodes(other, document));
    }
    if is_drawn(format) {
        let mut nodes: Vec<&NodeId> = said.iter().map(|(node, _)| node).collect();
        nodes.sort_unstable();
        nodes.dedup();
        let count = nodes.len();
        let drawn = (count > 0).then(|| of_document(remarks::kept_of_nodes(count)));
        return drawn.into_iter().collect();
    }
    let at = |(node, said)| Diagnostic::new(Location::Node(node), Problem::Transfer(said));
    let mut said: Vec<Diagnostic> = said.into_iter().map(at).collect();
    for other in others() {
        let fields = of_file(other, document);
        if !fields.is_empty() {
            let remark = remarks::kept_of_document(other.title(), fields.join(", "));
            said.push(of_document(remark));
        }
    }
    let fields = unknown(document);
    if !fields.is_empty() {
        said.push(of_document(remarks::unknown_fields(fields.join(", "))));
    }
    said
}

fn is_drawn(format: ExchangeFormat) -> bool {
    use ExchangeFormat as F;
    matches!(format, F::Dot | F::Mermaid | F::Markdown)
}

fn of_document(said: Transfer) -> Diagnostic {
    Diagnostic::new(Location::Document, Problem::Transfer(said))
}

/// What nodes keep for this format, in the order of the document.
fn at_nodes(of: ExchangeFormat, document: &Document) -> Vec<(NodeId, Transfer)> {
    let standing = match of {
        ExchangeFormat::Btcpp => btcpp::standing_remarks(document),
        ExchangeFormat::Behaviac => behaviac::standing_remarks(document),
        _ => return with_fields(of, document),
    };
    let here = standing.into_iter().filter_map(|remark| {
        let node = remark.location.node()?.clone();
        match remark.problem {
            Problem::Transfer(said) => Some((node, gone(of.title(), &said)?)),
            _ => None,
        }
    });
    here.collect()
}

/// What is said where something that stands at a node is not written; none if it is no thing of the file but a difference to here.
fn gone(title: &str, standing: &Transfer) -> Option<Transfer> {
    if standing.grade() != Grade::Kept {
        return None;
    }
    let argument = |wanted: &str| {
        let mut all = standing.arguments().into_iter();
        all.find(|(name, _)| *name == wanted).map(|(_, text)| text)
    };
    Some(match (argument("attribute"), argument("task")) {
        (Some(attribute), _) => match argument("value") {
            Some(value) => remarks::kept_attribute(title, attribute, value),
            None => remarks::kept_fields(title, attribute),
        },
        (None, Some(task)) => remarks::kept_task(title, task),
        (None, None) => remarks::kept_fields(title, argument("attachment")?),
    })
}

fn with_fields(of: ExchangeFormat, document: &Document) -> Vec<(NodeId, Transfer)> {
    let mut said = Vec::new();
    for node in document.pre_order().filter(|node| !node.extra.is_empty()) {
        let fields: Vec<String> = fields(of, Keeper::Node, &node.extra);
        if !fields.is_empty() {
            let remark = remarks::kept_fields(of.title(), fields.join(", "));
            said.push((node.id().clone(), remark));
        }
    }
    said
}

/// The names of fields that are kept for this format and mean something there. What holds nothing says nothing.
fn fields(of: ExchangeFormat, keeper: Keeper, extra: &Extra) -> Vec<String> {
    let kept = comparable::kept(of).filter(|kept| extra.contains_key(kept.key));
    let meant = kept.map_or_else(Vec::new, |kept| (kept.meant)(keeper, extra));
    let says = |value: &str| !matches!(value, "null" | "false" | "\"\"" | "[]" | "{}");
    let meant = meant.into_iter().filter(|(_, value)| says(value));
    meant.map(|(name, _)| name).collect()
}

/// What a document and its trees keep for this format, by name.
fn of_file(of: ExchangeFormat, document: &Document) -> Vec<String> {
    let mut all = fields(of, Keeper::Document, &document.extra);
    for tree in &document.trees {
        all.extend(fields(of, Keeper::Tree, &tree.extra));
    }
    all.retain(|field| !OF_THE_FILE.contains(&&**field));
    all.sort_unstable();
    all.dedup();
    all
}

/// Fields of the document and its nodes that neither this program nor a reader of it knows.
fn unknown(document: &Document) -> Vec<&str> {
    let nodes = document.nodes().map(|node| &node.extra);
    let trees = document.trees.iter().map(|tree| &tree.extra);
    let all = [&document.extra].into_iter().chain(trees).chain(nodes);
    let mut names: Vec<&str> = all.flat_map(Extra::keys).map(|name| &**name).collect();
    let is_known = |name: &str| {
        name == "$schema"
            || KEPT_OF
                .into_iter()
                .any(|of| comparable::kept(of).is_some_and(|kept| kept.key == name))
    };
    names.retain(|name| !is_known(name));
    names.sort_unstable();
    names.dedup();
    names
}
