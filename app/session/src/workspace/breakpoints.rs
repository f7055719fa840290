//! Breakpoints and watch expressions of an open document. Older files have breakpoints in the document itself; these also count until they are
//! cleared or changed. Knows no files and no run.

use std::path::PathBuf;

use rustc_hash::FxHashMap;
use treewright_core::expression;
use treewright_core::ids::NodeId;
use treewright_core::model::Document;
use treewright_insight::breakpoint::{Breakpoint, MAX_BREAKPOINTS};

/// The breakpoints of a document, in display order.
#[derive(Default)]
pub struct Breakpoints {
    own: Vec<Breakpoint>,
    in_document: Vec<NodeId>,
    /// The nodes that have breakpoints, and whether any of them is enabled.
    marked: FxHashMap<NodeId, bool>,
    /// The revision of the document in which breakpoints were last searched.
    seen: Option<u64>,
    revision: u64,
    watches: Vec<String>,
    /// The document file for which they were loaded, if any.
    pub document_file: Option<PathBuf>,
}

impl Breakpoints {
    /// Returns the breakpoints of the project's list.
    pub fn own(&self) -> &[Breakpoint] {
        &self.own
    }

    /// Returns the nodes that have breakpoints in the document itself.
    pub fn in_document(&self) -> &[NodeId] {
        &self.in_document
    }

    pub fn is_empty(&self) -> bool {
        self.own.is_empty() && self.in_document.is_empty()
    }

    /// Returns all breakpoints for a run: those of the project's list, then those in the document.
    pub fn all(&self) -> Vec<Breakpoint> {
        let flagged = self.in_document.iter().cloned();
        let own = self.own.iter().cloned();
        own.chain(flagged.map(Breakpoint::on_start)).collect()
    }

    /// Returns a number that increases with every change.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The nodes with breakpoints.
    pub fn marked(&self) -> impl Iterator<Item = &NodeId> {
        self.marked.keys()
    }

    /// Returns `None` if the node has no breakpoint, else whether any of them is enabled.
    pub fn mark(&self, node: &NodeId) -> Option<bool> {
        if self.marked.is_empty() {
            return None;
        }
        self.marked.get(node).copied()
    }

    pub fn has(&self, node: &NodeId) -> bool {
        self.mark(node).is_some()
    }

    /// Returns the watch expressions.
    pub fn watches(&self) -> &[String] {
        &self.watches
    }

    /// Changes the watch at an index, or appends one. An empty text removes it.
    pub fn set_watch(&mut self, place: usize, text: String) {
        let is_empty = text.trim().is_empty();
        match self.watches.get_mut(place) {
            Some(_) if is_empty => drop(self.watches.remove(place)),
            Some(watch) => *watch = text,
            None if !is_empty => self.watches.push(text),
            None => {}
        }
    }

    /// Finds the breakpoints in the document, if it has changed since the last call.
    pub fn look_at(&mut self, document: &Document, revision: u64) {
        if self.seen.replace(revision) == Some(revision) {
            return;
        }
        let flagged = document.nodes().filter(|node| node.breakpoint);
        let flagged: Vec<NodeId> = flagged.map(|node| node.id().clone()).collect();
        if flagged != self.in_document {
            self.in_document = flagged;
            self.changed();
        }
    }

    /// Replaces the project's list.
    pub fn replace(&mut self, breakpoints: Vec<Breakpoint>) {
        self.own = breakpoints;
        self.changed();
    }

    /// Edits the project's list. Returns whether it has changed.
    pub fn edit(&mut self, change: impl FnOnce(&mut Vec<Breakpoint>)) -> bool {
        let before = self.own.clone();
        change(&mut self.own);
        self.own.truncate(MAX_BREAKPOINTS);
        let is_changed = self.own != before;
        if is_changed {
            self.changed();
        }
        is_changed
    }

    /// Renames a variable in the project's list and the watches.
    pub fn rename_variable(&mut self, from: &str, to: &str) {
        self.edit(|breakpoints| {
            for breakpoint in breakpoints {
                breakpoint.rename_variable(from, to);
            }
        });
        for watch in &mut self.watches {
            *watch = expression::rename(watch, from, to);
        }
    }

    fn changed(&mut self) {
        self.revision += 1;
        self.marked.clear();
        for node in &self.in_document {
            self.marked.insert(node.clone(), true);
        }
        for breakpoint in &self.own {
            if let Some(node) = breakpoint.node() {
                *self.marked.entry(node.clone()).or_default() |= breakpoint.enabled;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use treewright_core::model::{DocumentBuilder, Node};

    use super::*;

    #[test]
    fn marks_follow_the_list_and_the_document() {
        let mut builder = DocumentBuilder::new("t");
        let mut flagged = Node::new("n1", "Wait");
        flagged.breakpoint = true;
        builder.root(flagged).unwrap();
        let document = builder.finish();
        let mut breakpoints = Breakpoints::default();
        breakpoints.look_at(&document, 1);
        assert_eq!(breakpoints.mark(&"n1".into()), Some(true));
        let off = Breakpoint {
            enabled: false,
            ..Breakpoint::on_start("n2".into())
        };
        assert!(breakpoints.edit(|own| own.push(off)));
        assert_eq!(breakpoints.mark(&"n2".into()), Some(false));
        assert_eq!(breakpoints.all().len(), 2);
        let revision = breakpoints.revision();
        breakpoints.look_at(&document, 2);
        assert_eq!(breakpoints.revision(), revision, "nothing has changed");
        assert!(!breakpoints.edit(|_| {}));
    }

    #[test]
    fn an_emptied_watch_is_removed() {
        let mut breakpoints = Breakpoints::default();
        for text in ["a", "b", " "] {
            breakpoints.set_watch(usize::MAX, text.into());
        }
        breakpoints.set_watch(0, "c".into());
        assert_eq!(breakpoints.watches(), ["c", "b"]);
        breakpoints.set_watch(0, String::new());
        assert_eq!(breakpoints.watches(), ["b"]);
    }
}
