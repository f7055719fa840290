//! Where in a file's text things stand, for messages that come later than reading.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::diagnostic::{Diagnostic, Location, TextPosition};
use crate::ids::NodeId;

/// Lines and columns of the nodes and variables of a file.
#[derive(Clone, Debug, Default)]
pub struct Positions {
    nodes: FxHashMap<NodeId, TextPosition>,
    variables: FxHashMap<Arc<str>, TextPosition>,
}

impl Positions {
    /// Where this stands; a parameter stands where its node does, the document nowhere.
    pub fn find(&self, location: &Location) -> Option<TextPosition> {
        match location {
            Location::Document => None,
            Location::Node(id) | Location::Parameter(id, _) => self.nodes.get(id).copied(),
            Location::Variable(name) => self.variables.get(name).copied(),
        }
    }

    /// Where this node's id stands.
    pub fn node(&self, id: &NodeId) -> Option<TextPosition> {
        self.nodes.get(id).copied()
    }

    /// Gives each diagnostic that has no position the one of its place.
    pub fn locate(&self, diagnostics: &mut [Diagnostic]) {
        for diagnostic in diagnostics {
            if diagnostic.position.is_none() {
                diagnostic.position = self.find(&diagnostic.location);
            }
        }
    }

    pub(super) fn reserve(&mut self, nodes: usize) {
        self.nodes.reserve(nodes);
    }

    pub(super) fn add_node(&mut self, id: NodeId, position: TextPosition) {
        self.nodes.insert(id, position);
    }

    /// The first of a name counts.
    pub(super) fn add_variable(&mut self, name: Arc<str>, position: TextPosition) {
        self.variables.entry(name).or_insert(position);
    }
}

/// Turns offsets into lines and columns, quickly when they come in ascending order.
pub(super) struct LineCounter<'a> {
    text: &'a str,
    offset: usize,
    at: TextPosition,
}

impl<'a> LineCounter<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let at = TextPosition { line: 1, column: 1 };
        Self {
            text,
            offset: 0,
            at,
        }
    }

    /// The place of this byte.
    pub(super) fn position_of(&mut self, offset: usize) -> TextPosition {
        if offset < self.offset {
            *self = Self::new(self.text);
        }
        let passed = self.text.get(self.offset..offset).unwrap_or_default();
        self.at.line += passed.bytes().filter(|b| *b == b'\n').count();
        let tail = match passed.bytes().rposition(|b| b == b'\n') {
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
