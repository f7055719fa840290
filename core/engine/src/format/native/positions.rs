//! Where in a file's text things stand, for messages that come later than reading.

use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;

use super::inside::Inside;
use crate::diagnostic::{Diagnostic, Location, TextPosition};
use crate::format::json_text::position_of;
use crate::ids::NodeId;

/// Places of the nodes, variables, named trees and libraries of a file. Lines and columns are counted only when somebody asks.
#[derive(Clone, Debug)]
pub struct Positions {
    text: Box<str>,
    nodes: Vec<(NodeId, usize)>,
    variables: Vec<(Arc<str>, usize)>,
    trees: Vec<(Arc<str>, usize)>,
    libraries: Vec<Option<usize>>,
    found: OnceLock<Offsets>,
}

/// The offsets by name.
#[derive(Clone, Debug, Default)]
struct Offsets {
    nodes: FxHashMap<NodeId, usize>,
    variables: FxHashMap<Arc<str>, usize>,
    trees: FxHashMap<Arc<str>, usize>,
}

impl Positions {
    /// Of a text with so many nodes.
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

    /// Of two trees of one name, the second is the one that a problem is about.
    pub(super) fn add_tree(&mut self, name: Arc<str>, offset: usize) {
        self.trees.push((name, offset));
    }

    pub(super) fn add_library(&mut self, offset: Option<usize>) {
        self.libraries.push(offset);
    }

    /// Where the path of a task library stands, which is so far in the document's list.
    pub fn library(&self, index: usize) -> Option<TextPosition> {
        let offset = self.libraries.get(index).copied().flatten()?;
        Some(position_of(&self.text, offset))
    }

    /// Where this node's id stands.
    pub fn node(&self, id: &NodeId) -> Option<TextPosition> {
        let offset = *self.offsets().nodes.get(id)?;
        Some(position_of(&self.text, offset))
    }

    /// Gives each diagnostic that has no position the one of what it is about: the task's name, the parameter's value, and so
    /// on; what has no place of its own stands where its node does, and what is about the document nowhere.
    pub fn locate(&self, diagnostics: &mut [Diagnostic]) {
        let open = diagnostics.iter_mut().filter(|d| d.position.is_none());
        let mut open: Vec<(usize, &mut Diagnostic)> = open
            .filter_map(|diagnostic| Some((self.offset(diagnostic)?, diagnostic)))
            .collect();
        // All problems of a node stand together, so that its text is looked through once.
        open.sort_by_key(|(offset, _)| *offset);
        let mut inside = Inside::new(&self.text);
        for (offset, diagnostic) in &mut open {
            if diagnostic.location.node().is_some() {
                *offset = inside.offset(*offset, diagnostic).unwrap_or(*offset);
            }
        }
        open.sort_by_key(|(offset, _)| *offset);
        let mut lines = LineCounter::new(&self.text);
        for (offset, diagnostic) in open {
            diagnostic.position = Some(lines.position_of(offset));
        }
    }

    /// Where the thing stands that a problem is about; for all that is in a node, where the node does.
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

    /// Of several nodes or variables of one name, the first counts.
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

/// Turns offsets in ascending order into lines and columns.
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
