//! Documents drawn as text and shown as text, for tests.
#![allow(clippy::unwrap_used, reason = "only tests and fuzzing use it")]
#![allow(missing_docs, reason = "only tests and fuzzing use it")]

use super::{Document, DocumentBuilder, Node};
use crate::ids::NodeId;

/// Ids from text with spaces between.
pub fn ids(text: &str) -> Vec<NodeId> {
    text.split_whitespace().map(NodeId::from).collect()
}

/// The document of a drawing: `id:Task` for a node, its children in brackets, `|` before each loose tree.
pub fn draw(drawing: &str) -> Document {
    let mut builder = DocumentBuilder::new("");
    let mut above: Vec<NodeId> = Vec::new();
    let mut last = None;
    let mut loose = false;
    let spaced = drawing
        .replace('[', " [ ")
        .replace(']', " ] ")
        .replace('|', " | ");
    for word in spaced.split_whitespace() {
        match word {
            "[" => above.extend(last.take()),
            "]" => drop(above.pop()),
            "|" => loose = true,
            _ => {
                let (id, task) = word.split_once(':').unwrap();
                let node = Node::new(id, task);
                let added = match above.last() {
                    Some(parent) => builder.child(parent, node),
                    None if loose => builder.loose(node),
                    None => builder.root(node),
                };
                last = Some(added.unwrap());
            }
        }
    }
    builder.finish()
}

/// The structure of a document: ids with their children in brackets, `|` before each loose tree.
pub fn picture(document: &Document) -> String {
    let mut text = String::new();
    let mut pending: Vec<Result<&NodeId, &str>> = Vec::new();
    for head in document.loose().iter().rev() {
        pending.extend([Ok(head), Err(" | ")]);
    }
    pending.extend(document.root().map(Ok));
    while let Some(next) = pending.pop() {
        match next {
            Err(mark) => text.push_str(mark),
            Ok(id) => {
                text.push_str(id.as_str());
                let children = document.node(id).unwrap().children();
                if !children.is_empty() {
                    text.push('[');
                    pending.push(Err("]"));
                }
                for (i, child) in children.iter().enumerate().rev() {
                    pending.push(Ok(child));
                    if i > 0 {
                        pending.push(Err(" "));
                    }
                }
            }
        }
    }
    text.trim().to_owned()
}

/// Everything that a document holds, in order, as text: two documents with the same dump are saved the same.
pub fn dump(document: &Document) -> String {
    use std::fmt::Write as _;
    let mut text = format!(
        "{:?} {:?} {:?} {} {}\n{:#?}\n{:?} {:?} {:?} {:?}\nroot {:?} loose {:?} trees {:?}\n",
        document.name,
        document.description,
        document.libraries,
        document.restart_when_complete,
        document.seed,
        document.variables,
        document.notes,
        document.groups,
        document.extra,
        document.conflicts,
        document.root(),
        document.loose(),
        document.trees,
    );
    for node in document.pre_order() {
        writeln!(text, "{node:?}").unwrap();
    }
    text
}
