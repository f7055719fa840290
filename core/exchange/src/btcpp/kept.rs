//! The data that a document keeps of a file so that unedited parts are written unchanged: white space, comments, the
//! order and form of attributes, includes, models. It is stored in the `extra` fields as JSON. What of it has a meaning
//! in BehaviorTree.CPP takes part in comparisons, and what has no effect here has an import note as long as it is kept.

use serde::{Deserialize, Serialize};
use treewright_core::diagnostic::{Diagnostic, TransferNote};
use treewright_core::format::json;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, Extra, Node};

use super::tag::Tag;
use super::{kinds, layout, remarks};
use crate::common::{KeptAt, of_node};
use crate::foreign::{listed, quoted};

/// The `extra` key of the kept data.
pub(super) const KEY: &str = "btcpp";

/// What is kept of a node.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct KeptNode {
    /// The text before it, if that is not just a line break and indent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// Its opening tag, if it differs from the one that would be written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tag: Option<String>,
    /// The text before its closing tag, if that is not just a line break and indent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<String>,
    /// The number of its children, if its tag is for another number of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub children: Option<usize>,
    /// Its closing tag, if it differs from the one that would be written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub close: Option<String>,
}

/// What is kept of a named tree.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct KeptTree {
    /// Its opening tag.
    pub tag: String,
    /// The text after its nodes, including its closing tag.
    pub end: String,
}

/// What is kept of a document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct KeptDocument {
    /// The text before the root element.
    pub head: String,
    /// The opening tag of the root element.
    pub root: String,
    /// The content of the root element, in order.
    pub parts: Vec<KeptPart>,
    /// The closing tag of the root element and the text after it.
    pub tail: String,
    /// The indent of one level.
    pub indent: String,
    /// Whether lines end with CR LF.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub crlf: bool,
    /// Whether the file starts with a byte-order mark.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub bom: bool,
    /// Whether the file is of version 3.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_v3: bool,
    /// A digest of the file, by which a file that is written unchanged is recognized.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub digest: String,
    /// The name of the tree that was taken for the main one.
    pub main: String,
    /// Tasks that the file uses without a model.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unmodeled: Vec<String>,
}

/// A part of the root element.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum KeptPart {
    /// White space, comments, and unknown elements.
    Text(String),
    /// An include: its path, and its text.
    Include(String, String),
    /// The tree of this name.
    Tree(String),
    /// The tree without a name, with what is kept of it.
    Unnamed(KeptTree),
    /// The models of nodes.
    Models(String),
}

impl KeptNode {
    /// Returns whether there is nothing to keep.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl KeptPart {
    /// Returns the name of the tree, if it is one.
    pub fn tree(&self) -> Option<&str> {
        match self {
            Self::Tree(name) => Some(name),
            _ => None,
        }
    }
}

/// Reads kept data; `None` if there is none or it is invalid.
pub(super) fn get<T: for<'d> Deserialize<'d>>(extra: &Extra) -> Option<T> {
    json::from_str(extra.get(KEY)?).ok()
}

/// Stores kept data.
pub(super) fn set<T: Serialize>(extra: &mut Extra, kept: &T) {
    if let Ok(json) = json::to_string(kept) {
        extra.insert(KEY.to_owned(), json);
    }
}

/// Returns kept fields that have a meaning, by their names in the file, each as JSON.
pub(super) fn meant(keeper: KeptAt, extra: &Extra) -> Vec<(String, String)> {
    match keeper {
        KeptAt::Node => get::<KeptNode>(extra)
            .and_then(|kept| attributes(&kept.tag?, |name| name.starts_with('_')))
            .unwrap_or_default(),
        KeptAt::Tree => get::<KeptTree>(extra)
            .and_then(|kept| attributes(&kept.tag, |name| name != "ID"))
            .unwrap_or_default(),
        KeptAt::Document => {
            get::<KeptDocument>(extra).map_or_else(Vec::new, |kept| of_document(&kept))
        }
    }
}

/// Returns the attributes of a tag that a node or tree does not express itself.
fn attributes(tag: &str, is_kept: impl Fn(&str) -> bool) -> Option<Vec<(String, String)>> {
    let tag = Tag::parse(tag)?;
    let kept = tag.attributes.iter().filter(|attribute| {
        // These two are the comment of a node and its disabled flag.
        let is_expressed = attribute.name == "_description"
            || attribute.name == "_skipIf" && attribute.value.trim() == "true";
        is_kept(&attribute.name) && !is_expressed
    });
    let kept = kept.map(|attribute| (attribute.name.clone(), quoted(&attribute.value)));
    Some(kept.collect())
}

fn of_document(kept: &KeptDocument) -> Vec<(String, String)> {
    let mut fields = Vec::new();
    if kept.is_v3 {
        fields.push(("BTCPP_format".to_owned(), quoted("3")));
    }
    let includes = kept.parts.iter().filter_map(|part| match part {
        KeptPart::Include(path, _) => Some(quoted(path)),
        _ => None,
    });
    let includes: Vec<String> = includes.collect();
    if !includes.is_empty() {
        fields.push(("include".to_owned(), listed(includes)));
    }
    for part in &kept.parts {
        if let KeptPart::Models(text) = part {
            let words: Vec<&str> = text.split_whitespace().collect();
            fields.push(("TreeNodesModel".to_owned(), quoted(&words.join(" "))));
        }
    }
    fields
}

/// Returns the import notes that hold as long as the document keeps this data.
pub(super) fn standing_remarks(document: &Document) -> Vec<Diagnostic> {
    if !document.extra.contains_key(KEY) {
        return Vec::new();
    }
    let context = layout::DocumentContext::of(document);
    let mut remarks = Vec::new();
    for node in document.pre_order() {
        let notes = layout::standing(node, document, &context);
        let notes = notes.into_iter().chain(kept_task(node, &context.library));
        remarks.extend(notes.map(|note| of_node(node.id(), note)));
    }
    remarks
}

/// Returns the import note on a node whose task is not built in: one of BehaviorTree.CPP's without an equivalent, or a
/// parent.
fn kept_task(node: &Node, library: &NodeLibrary) -> Option<TransferNote> {
    if library.declaration(&node.task).is_some() {
        return None;
    }
    let foreign = kinds::unmapped_node(&node.task).map(|(_, category, _)| *category);
    if foreign.is_some_and(|category| !category.is_leaf()) || !node.children().is_empty() {
        return Some(remarks::parent_kept(&node.task));
    }
    foreign.map(|_| remarks::leaf_kept(&node.task))
}
