//! What is kept of a file besides what a document holds, so that what is not edited is written as it was: white space, comments,
//! the order and form of attributes, includes, models. It lies in the `extra` fields, as JSON.

use serde::{Deserialize, Serialize};
use treewright_core::model::Extra;

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
    pub unmodelled: Vec<String>,
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
