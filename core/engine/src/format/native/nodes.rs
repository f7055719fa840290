//! Reads the list of nodes. Each is converted at once, so that the list is never in memory twice.

use std::fmt;

use rustc_hash::FxHashSet;
use serde::de::{Deserialize, Deserializer, SeqAccess, Visitor};

use super::fields::{Names, node};
use super::shapes::FileNode;
use crate::format::checked::Wrong;
use crate::format::field_error::{FieldError, Sort};
use crate::format::json::{custom, expecting};
use crate::format::shape::Text;
use crate::ids::NodeId;
use crate::limits::{LINKS, NODES};
use crate::model::{Node, NodeMap};

/// The nodes of a file in their order. After [`FileNodes::add_duplicates`], nodes with a duplicate id come last.
#[derive(Default)]
pub(super) struct FileNodes<'a> {
    /// The nodes, without connections.
    pub nodes: NodeMap,
    /// The ids that each node lists as children.
    pub children: Vec<Vec<Text<'a>>>,
    /// A slice of the text near the beginning of each node.
    pub anchors: Vec<Option<&'a str>>,
    /// The indices of the nodes whose ids occur again later.
    pub originals: Vec<usize>,
    duplicates: Vec<Duplicate<'a>>,
    /// The first error. Nodes after it are skipped.
    pub wrong: Option<Wrong<'a>>,
}

/// A node with the same id as an earlier one.
struct Duplicate<'a> {
    node: Node,
    children: Vec<Text<'a>>,
    anchor: Option<&'a str>,
}

impl<'a> FileNodes<'a> {
    fn add(&mut self, file: &mut FileNode<'a>, index: usize, names: &mut Names<'a>) {
        let node = match node(file, index, names) {
            Ok(node) => node,
            Err(wrong) => {
                self.wrong = Some(wrong);
                return;
            }
        };
        let anchor = file.anchor();
        let children = file.children.take().unwrap_or_default();
        match self.nodes.try_insert(node) {
            Ok(_) => {
                self.children.push(children);
                self.anchors.push(anchor);
            }
            Err((original, node)) => {
                self.originals.push(original);
                self.duplicates.push(Duplicate {
                    node: *node,
                    children,
                    anchor,
                });
            }
        }
    }

    /// Adds the nodes with duplicate ids, under new ids that the file does not use, not even as the root of a named
    /// tree. Returns the index of the first.
    pub(super) fn add_duplicates(&mut self, tops: &[&str]) -> usize {
        let first = self.nodes.len();
        if self.duplicates.is_empty() {
            return first;
        }
        self.originals.sort_unstable();
        self.originals.dedup();
        let listed = self.duplicates.iter().flat_map(|d| &d.children);
        let listed = self.children.iter().flatten().chain(listed).map(|c| &**c);
        let named: FxHashSet<&str> = listed
            .chain(tops.iter().copied())
            .chain(self.nodes.keys().map(NodeId::as_str))
            .collect();
        let numbers = named
            .iter()
            .filter_map(|id| id.strip_prefix('n')?.parse::<u64>().ok());
        let last = u128::from(numbers.max().unwrap_or(0));
        for (number, duplicate) in (last + 1..).zip(std::mem::take(&mut self.duplicates)) {
            let id = NodeId::new(format!("n{number}"));
            let mut node = duplicate.node.copy_as(id);
            node.duplicate_of = Some(duplicate.node.id().clone());
            self.nodes.insert(node);
            self.children.push(duplicate.children);
            self.anchors.push(duplicate.anchor);
        }
        first
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for FileNodes<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NodesVisitor<'a>(FileNodes<'a>);

        impl<'de: 'a, 'a> Visitor<'de> for NodesVisitor<'a> {
            type Value = FileNodes<'a>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                expecting(f, &Sort::Nodes)
            }

            fn visit_seq<A: SeqAccess<'de>>(
                mut self,
                mut list: A,
            ) -> Result<FileNodes<'a>, A::Error> {
                let mut names = Names::default();
                let (mut index, mut links) = (0, 0);
                let mut file = FileNode::default();
                while list.next_element_seed(&mut file)?.is_some() {
                    links += file.children.as_ref().map_or(0, Vec::len);
                    if index >= NODES {
                        return Err(custom(FieldError::MostNodes { most: NODES }));
                    }
                    if links > LINKS {
                        return Err(custom(FieldError::MostLinks { most: LINKS }));
                    }
                    if self.0.wrong.is_none() {
                        self.0.add(&mut file, index, &mut names);
                    }
                    file = FileNode::default();
                    index += 1;
                }
                Ok(self.0)
            }
        }

        deserializer.deserialize_seq(NodesVisitor(FileNodes::default()))
    }
}
