//! Reads what a game needs of a document, without making one: for trees of which no node needs special care, and which are
//! listed in pre-order as the editor writes them. Reads each task with its parameters once.
//!
//! Whatever is not plain is left to [`read`](super::read), which explains what is wrong: `None` stands for that here.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::assemble::assemble;
use super::fields::{self, Names};
use super::shapes::{FileDocument, FileNode};
use super::{FORMAT, VERSION};
use crate::abort::AbortType;
use crate::format::json::{self, PullReader};
use crate::format::json_text::{check_head, decode_json};
use crate::format::stand_in_json;
use crate::ids::{IdText, NodeId};
use crate::limits::{NAME_BYTES, NODES, TEXT_BYTES};
use crate::model::{Document, Node, Parameters, lengths, too_long};

/// A file with a plain tree.
pub(crate) struct PlainFile<'a> {
    /// All but the nodes.
    pub document: Document,
    /// Each task with its parameters, for nodes to refer to.
    pub kinds: Vec<(Arc<str>, Parameters)>,
    /// The nodes in pre-order. That their ids are distinct is not checked.
    pub nodes: Vec<PlainNode<'a>>,
}

/// A node of a plain tree.
pub(crate) struct PlainNode<'a> {
    /// The index of its task and parameters.
    pub kind: u32,
    /// The number of nodes above it that ended before it: those that have no more children.
    pub closed: u32,
    pub id: IdText<'a>,
    /// Empty if it has none.
    pub name: &'a str,
    pub abort: AbortType,
}

/// Reads a file.
pub(crate) fn plain(bytes: &[u8]) -> Option<PlainFile<'_>> {
    let text = decode_json(bytes).ok()?;
    let mut reader = PullReader::new(text);
    let mut nodes = PlainNodes::default();
    let mut place = None;
    reader.object(|reader, name| {
        if name != "nodes" {
            return reader.raw().map(drop);
        }
        let start = reader.at();
        reader.list(|reader| nodes.read(reader))?;
        // A file that has two lists is wrong.
        place.replace(start..reader.at()).is_none().then_some(())
    })?;
    reader.end()?;
    let root = nodes.root.filter(|_| nodes.to_come.is_empty())?;
    let place = place?;
    let rest = [&text[..place.start], "[]", &text[place.end..]].concat();
    Some(PlainFile {
        document: rest_of_document(&rest, root)?,
        kinds: nodes.kinds,
        nodes: nodes.list,
    })
}

/// Reads a document without its nodes, of which only this root is known.
fn rest_of_document(text: &str, root: &str) -> Option<Document> {
    let mut file: FileDocument<'_> = json::from_str(text).ok()?;
    check_head(
        text,
        (file.format.as_deref(), file.version),
        FORMAT,
        VERSION,
    )
    .ok()?;
    let roots = fields::roots(file.root.take()).ok()?;
    let is_plain = matches!(&*roots, [only] if **only == *root)
        && file.loose.as_ref().is_none_or(|loose| loose.is_empty());
    let document = assemble(text, file).ok().filter(|_| is_plain)?.document;
    too_long(&document).ok()?;
    Some(document)
}

/// The nodes of a file, while they are being read.
#[derive(Default)]
struct PlainNodes<'a> {
    list: Vec<PlainNode<'a>>,
    root: Option<&'a str>,
    kinds: Vec<(Arc<str>, Parameters)>,
    /// The indices of kinds, by task and parameters as in the file.
    indices: FxHashMap<(&'a str, &'a str), u32>,
    names: Names<'a>,
    /// The ids that must come next, the last one first.
    to_come: Vec<&'a str>,
    /// For each open node, how many ids are to come after all below it.
    open: Vec<usize>,
}

impl<'a> PlainNodes<'a> {
    /// Reads the next node.
    fn read(&mut self, reader: &mut PullReader<'a>) -> Option<()> {
        let to_come = self.to_come.len();
        let expected = match self.root {
            Some(_) => Some(self.to_come.pop()?),
            None => None,
        };
        let mut closed = 0;
        while self.open.pop_if(|after| *after >= to_come).is_some() {
            closed += 1;
        }
        let after = self.to_come.len();
        let mut node = NodeText::default();
        reader.object(|reader, field| node.read(reader, field, &mut self.to_come))?;
        self.to_come[after..].reverse();
        let is_expected = expected.is_none_or(|expected| expected == node.id);
        let has_all = !node.id.is_empty() && !node.task.is_empty();
        if !is_expected || !has_all || self.list.len() >= NODES {
            return None;
        }
        self.root.get_or_insert(node.id);
        self.open.push(after);
        let kind = self.kind(&node)?;
        self.list.push(PlainNode {
            kind,
            closed,
            id: IdText::of(node.id),
            name: node.name,
            abort: node.abort,
        });
        Some(())
    }

    /// Returns the kind of a node.
    fn kind(&mut self, node: &NodeText<'a>) -> Option<u32> {
        let key = (node.task, node.parameters);
        if let Some(index) = self.indices.get(&key) {
            return Some(*index);
        }
        let mut file = FileNode::default();
        if !node.parameters.is_empty() {
            file.parameters = Some(json::from_str(node.parameters).ok()?);
        }
        let mut kind = Node::new(NodeId::from(""), node.task);
        kind.parameters = fields::parameters(&file, 0, &mut self.names).ok()?;
        lengths::node(&kind).ok()?;
        let index = self.kinds.len() as u32;
        self.kinds.push((kind.task, kind.parameters));
        self.indices.insert(key, index);
        Some(index)
    }
}

/// A node as it is in a file.
#[derive(Default)]
struct NodeText<'a> {
    id: &'a str,
    task: &'a str,
    name: &'a str,
    /// Empty if it has none.
    parameters: &'a str,
    abort: AbortType,
    /// The fields so far, one bit each.
    seen: u16,
}

impl<'a> NodeText<'a> {
    /// Reads a field. Appends the ids of children.
    fn read(
        &mut self,
        reader: &mut PullReader<'a>,
        field: &str,
        children: &mut Vec<&'a str>,
    ) -> Option<()> {
        let name = |reader: &mut PullReader<'a>| {
            let text = reader.text()?;
            (text.len() <= NAME_BYTES).then_some(text)
        };
        let bit = match field {
            "id" => {
                self.id = name(reader)?;
                0
            }
            "task" => {
                self.task = name(reader)?;
                1
            }
            "name" => {
                self.name = name(reader)?;
                2
            }
            "comment" => {
                (reader.string()?.len() <= TEXT_BYTES).then_some(())?;
                3
            }
            "abort" => {
                self.abort = AbortType::from_name(reader.text()?)?;
                4
            }
            "parameters" => {
                self.parameters = reader.raw()?;
                5
            }
            "children" => {
                reader.list(|reader| {
                    children.push(reader.text()?);
                    Some(())
                })?;
                6
            }
            "disabled" => {
                (!reader.bool()?).then_some(())?;
                7
            }
            "breakpoint" => {
                reader.bool()?;
                8
            }
            "collapsed" => {
                reader.bool()?;
                9
            }
            "x" => {
                fields::whole(reader.raw()?)?;
                10
            }
            "y" => {
                fields::whole(reader.raw()?)?;
                11
            }
            "stand_in" => {
                stand_in_json::read_or_keep(reader.raw()?)?;
                12
            }
            "data" => {
                (reader.string()?.len() <= TEXT_BYTES).then_some(())?;
                13
            }
            _ => return None,
        };
        let is_new = self.seen & 1 << bit == 0;
        self.seen |= 1 << bit;
        is_new.then_some(())
    }
}
