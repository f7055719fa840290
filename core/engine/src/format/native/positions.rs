//! Positions of things in the text of a file, for messages after reading.

use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;

use super::inside::NodeTextSearch;
use crate::diagnostic::{Diagnostic, Location, TextPosition};
use crate::format::json_text::position_of;
use crate::ids::NodeId;

/// The positions of nodes, variables, named trees and libraries in a file. Lines and columns are computed on demand.
#[derive(Clone, Debug)]
pub struct Positions {
    text: Box<str>,
    nodes: Vec<(NodeId, usize)>,
    variables: Vec<(Arc<str>, usize)>,
    trees: Vec<(Arc<str>, usize)>,
    libraries: Vec<Option<usize>>,
    found: OnceLock<Offsets>,
}

/// Offsets by name.
#[derive(Clone, Debug, Default)]
struct Offsets {
    nodes: FxHashMap<NodeId, usize>,
    variables: FxHashMap<Arc<str>, usize>,
    trees: FxHashMap<Arc<str>, usize>,
}

impl Positions {
    /// Creates the positions for a text with this number of nodes.
    pub(super) fn of(text: &str, nodes: usize) -> Self {
        Self {
            text: text.into(),
            nodes: Vec::with_capacity(nodes),
            variables: Vec::new(),
            trees: Vec::new(),
            libraries: Vec::new(),
            found: OnceLock::new(),
        }
    }

    pub(super) fn add_node(&mut self, id: NodeId, offset: usize) {
        self.nodes.push((id, offset));
    }

    pub(super) fn add_variable(&mut self, name: Arc<str>, offset: usize) {
        self.variables.push((name, offset));
    }

    /// If two trees have the same name, problems refer to the second.
    pub(super) fn add_tree(&mut self, name: Arc<str>, offset: usize) {
        self.trees.push((name, offset));
    }

    pub(super) fn add_library(&mut self, offset: Option<usize>) {
        self.libraries.push(offset);
    }

    /// The position of the path of the task library with this index in the document's list.
    pub fn library(&self, index: usize) -> Option<TextPosition> {
        let offset = self.libraries.get(index).copied().flatten()?;
        Some(position_of(&self.text, offset))
    }

    /// The position of this node's id.
    pub fn node(&self, id: &NodeId) -> Option<TextPosition> {
        let offset = *self.offsets().nodes.get(id)?;
        Some(position_of(&self.text, offset))
    }

    /// The lines of the ids of all nodes. Takes time in proportion to the text.
    pub fn node_lines(&self) -> FxHashMap<NodeId, usize> {
        let offsets = self.offsets().nodes.iter();
        let mut sorted: Vec<_> = offsets.map(|(id, offset)| (*offset, id)).collect();
        sort(&mut sorted);
        let mut lines = LineCounter::new(&self.text);
        let lines = sorted
            .into_iter()
            .map(|(offset, id)| (id.clone(), lines.position_of(offset).line));
        lines.collect()
    }

    /// Sets the position of each diagnostic that has none: that of the exact part, such as the task's name or the
    /// parameter's value, or else that of the node. Problems of the document as a whole have no position.
    pub fn locate(&self, diagnostics: &mut [Diagnostic]) {
        let open = diagnostics.iter_mut().filter(|d| d.position.is_none());
        let mut open: Vec<(usize, &mut Diagnostic)> = open
            .filter_map(|diagnostic| Some((self.offset(diagnostic)?, diagnostic)))
            .collect();
        // All problems of a node are adjacent, so that its text is searched once.
        sort(&mut open);
        let mut inside = NodeTextSearch::new(&self.text);
        for (offset, diagnostic) in &mut open {
            if diagnostic.location.node().is_some() {
                *offset = inside.offset(*offset, diagnostic).unwrap_or(*offset);
            }
        }
        sort(&mut open);
        let mut lines = LineCounter::new(&self.text);
        for (offset, diagnostic) in open {
            diagnostic.position = Some(lines.position_of(offset));
        }
    }

    /// The offset of the thing that a problem is about; for parts of a node, that of the node.
    fn offset(&self, diagnostic: &Diagnostic) -> Option<usize> {
        let offsets = self.offsets();
        match &diagnostic.location {
            Location::Document => None,
            Location::Variable(name) => offsets.variables.get(name).copied(),
            Location::Tree(name) => offsets.trees.get(name).copied(),
            Location::Node(id) | Location::Parameter(id, _) | Location::Override(id, ..) => {
                offsets.nodes.get(id).copied()
            }
        }
    }

    /// If several nodes or variables have the same name, the first is used.
    fn offsets(&self) -> &Offsets {
        self.found.get_or_init(|| {
            let mut offsets = Offsets::default();
            for (id, offset) in &self.nodes {
                offsets.nodes.entry(id.clone()).or_insert(*offset);
            }
            for (name, offset) in &self.variables {
                offsets.variables.entry(name.clone()).or_insert(*offset);
            }
            offsets.trees.extend(self.trees.iter().cloned());
            offsets
        })
    }
}

/// Sorts by offset.
fn sort<T>(located: &mut [(usize, T)]) {
    located.sort_by_key(|(offset, _)| *offset);
}

/// Converts ascending offsets to lines and columns.
struct LineCounter<'a> {
    text: &'a str,
    offset: usize,
    at: TextPosition,
}

impl<'a> LineCounter<'a> {
    fn new(text: &'a str) -> Self {
        let at = TextPosition { line: 1, column: 1 };
        Self {
            text,
            offset: 0,
            at,
        }
    }

    fn position_of(&mut self, offset: usize) -> TextPosition {
        let passed = self.text.get(self.offset..offset).unwrap_or_default();
        self.at.line += passed.matches('\n').count();
        let tail = match passed.rfind('\n') {
            Some(at) => {
                self.at.column = 1;
                &passed[at + 1..]
            }
            None => passed,
        };
        self.at.column += tail.chars().count();
        self.offset = offset;
        self.at
    }
}
