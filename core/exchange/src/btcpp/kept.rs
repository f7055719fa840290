//! What is kept of a file besides what a document holds, so that what is not edited is written as it was: white space, comments,
//! the order and form of attributes, includes, models. It lies in the `extra` fields, as JSON. What of it means
//! something to the library is compared, and what does nothing here is said as long as it is kept.

use serde::{Deserialize, Serialize};
use treewright_core::diagnostic::{Diagnostic, Transfer};
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, Extra, Node};

use super::tag::Tag;
use super::{kinds, layout, remarks};
use crate::common::{Keeper, of_node};
use crate::foreign::{listed, quoted};

/// The key under which it lies.
pub(super) const KEY: &str = "btcpp";

/// What is kept of a node.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct KeptNode {
    /// What stands before it, if that is not a line of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// Its opening tag, if it is not written as it would be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tag: Option<String>,
    /// What stands before its closing tag, if that is not a line of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<String>,
    /// How many children it has, if its tag is for another number of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub children: Option<usize>,
    /// Its closing tag, if that is not written as it would be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub close: Option<String>,
}

/// What is kept of a named tree.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct KeptTree {
    /// Its opening tag.
    pub tag: String,
    /// What stands after its nodes, its closing tag included.
    pub end: String,
}

/// What is kept of a document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct KeptDocument {
    /// What stands before the outermost element.
    pub head: String,
    /// The opening tag of the outermost element.
    pub root: String,
    /// What stands in it, in order.
    pub parts: Vec<KeptPart>,
    /// The closing tag of the outermost element and what stands after it.
    pub tail: String,
    /// What a level is indented by.
    pub indent: String,
    /// Whether lines end as in DOS.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub crlf: bool,
    /// Whether the file begins with a byte-order mark.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub bom: bool,
    /// Whether it is of version 3.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_v3: bool,
    /// By what the file is known again when it is written as it was.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub digest: String,
    /// The tree that was taken for the main one.
    pub main: String,
    /// Tasks that the file uses without a model of them in it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unmodeled: Vec<String>,
}

/// A part of the outermost element.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum KeptPart {
    /// White space, comments, and what is not understood.
    Text(String),
    /// An include: its path, and how it is written.
    Include(String, String),
    /// The tree of this name.
    Tree(String),
    /// The tree that has no name, with what is kept of it.
    Unnamed(KeptTree),
    /// The models of nodes.
    Models(String),
}

impl KeptNode {
    /// Whether there is nothing to keep.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl KeptPart {
    /// The name of the tree that it is.
    pub fn tree(&self) -> Option<&str> {
        match self {
            Self::Tree(name) => Some(name),
            _ => None,
        }
    }
}

/// What is kept here; none if it is nothing, or somebody broke it.
pub(super) fn get<T: for<'d> Deserialize<'d>>(extra: &Extra) -> Option<T> {
    serde_json::from_str(extra.get(KEY)?).ok()
}

/// Keeps something here.
pub(super) fn set<T: Serialize>(extra: &mut Extra, kept: &T) {
    if let Ok(json) = serde_json::to_string(kept) {
        extra.insert(KEY.to_owned(), json);
    }
}

/// Fields by the names that they have in the file, each as JSON.
pub(super) fn meant(keeper: Keeper, extra: &Extra) -> Vec<(String, String)> {
    match keeper {
        Keeper::Node => get::<KeptNode>(extra)
            .and_then(|kept| attributes(&kept.tag?, |name| name.starts_with('_')))
            .unwrap_or_default(),
        Keeper::Tree => get::<KeptTree>(extra)
            .and_then(|kept| attributes(&kept.tag, |name| name != "ID"))
            .unwrap_or_default(),
        Keeper::Document => {
            get::<KeptDocument>(extra).map_or_else(Vec::new, |kept| of_document(&kept))
        }
    }
}

/// The attributes of a tag that a node or tree does not say itself.
fn attributes(tag: &str, is_kept: impl Fn(&str) -> bool) -> Option<Vec<(String, String)>> {
    let tag = Tag::parse(tag)?;
    let kept = tag.attributes.iter().filter(|attribute| {
        // These two are the comment of a node, and that it is disabled.
        let is_said = attribute.name == "_description"
            || attribute.name == "_skipIf" && attribute.value.trim() == "true";
        is_kept(&attribute.name) && !is_said
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

/// The remarks that hold as long as a document is as it is.
pub(super) fn standing_remarks(document: &Document) -> Vec<Diagnostic> {
    if !document.extra.contains_key(KEY) {
        return Vec::new();
    }
    let context = layout::Context::of(document);
    let mut remarks = Vec::new();
    for node in document.pre_order() {
        let said = layout::standing(node, document, &context);
        let said = said.into_iter().chain(kept_task(node, &context.library));
        remarks.extend(said.map(|said| of_node(node.id(), said)));
    }
    remarks
}

/// What is said of a node whose task is not one of this program's own: one of the library's that has no counterpart, or a parent.
fn kept_task(node: &Node, library: &NodeLibrary) -> Option<Transfer> {
    if library.declaration(&node.task).is_some() {
        return None;
    }
    let foreign = kinds::foreign(&node.task).map(|(_, category, _)| *category);
    if foreign.is_some_and(|category| !category.is_leaf()) || !node.children().is_empty() {
        return Some(remarks::parent_kept(&node.task));
    }
    foreign.map(|_| remarks::leaf_kept(&node.task))
}
