//! Where in a file's text things stand, for messages that come later than reading.

use std::hash::Hash;
use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;

use crate::diagnostic::{Diagnostic, Location, TextPosition};
use crate::ids::NodeId;

/// Lines and columns of the nodes and variables of a file. They are counted when the first is asked for.
#[derive(Clone, Debug)]
pub struct Positions {
    text: Box<str>,
    nodes: Counted<NodeId>,
    variables: Counted<Arc<str>>,
}

/// Offsets of names in the text, and their places once counted.
#[derive(Clone, Debug)]
struct Counted<K> {
    offsets: Vec<(K, usize)>,
    places: OnceLock<FxHashMap<K, TextPosition>>,
}

impl Positions {
    pub(super) fn of(text: &str) -> Self {
        Self {
            text: text.into(),
            nodes: Counted::new(),
            variables: Counted::new(),
        }
    }

    pub(super) fn add_node(&mut self, id: NodeId, offset: usize) {
        self.nodes.offsets.push((id, offset));
    }

    pub(super) fn add_variable(&mut self, name: Arc<str>, offset: usize) {
        self.variables.offsets.push((name, offset));
    }

    /// Where this stands; a parameter stands where its node does, the document nowhere.
    pub fn find(&self, location: &Location) -> Option<TextPosition> {
        match location {
            Location::Document => None,
            Location::Node(id) | Location::Parameter(id, _) => self.node(id),
            Location::Variable(name) => self.variables.get(name, &self.text),
        }
    }

    /// Where this node's id stands.
    pub fn node(&self, id: &NodeId) -> Option<TextPosition> {
        self.nodes.get(id, &self.text)
    }

    /// Gives each diagnostic that has no position the one of its place.
    pub fn locate(&self, diagnostics: &mut [Diagnostic]) {
        for diagnostic in diagnostics {
            if diagnostic.position.is_none() {
                diagnostic.position = self.find(&diagnostic.location);
            }
        }
    }
}

impl<K: Clone + Eq + Hash> Counted<K> {
    fn new() -> Self {
        Self {
            offsets: Vec::new(),
            places: OnceLock::new(),
        }
    }

    fn get(&self, key: &K, text: &str) -> Option<TextPosition> {
        let places = self.places.get_or_init(|| self.count(text));
        places.get(key).copied()
    }

    /// Of several of one name, the first counts.
    fn count(&self, text: &str) -> FxHashMap<K, TextPosition> {
        let mut lines = LineCounter::new(text);
        let mut places = FxHashMap::default();
        for (key, offset) in &self.offsets {
            let at = lines.position_of(*offset);
            places.entry(key.clone()).or_insert(at);
        }
        places
    }
}

/// Turns offsets into lines and columns, quickly when they come in ascending order.
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
        if offset < self.offset {
            *self = Self::new(self.text);
        }
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
