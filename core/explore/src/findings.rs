//! What a search has found: what nodes can do, each with the first frame that shows it. Knows no way to search.

use std::sync::Arc;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use treewright_core::Message;
use treewright_core::runtime::NodeIndex;

/// What a node does in a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NodeOutcome {
    /// It is started.
    Starts,
    /// It ends with Success.
    Succeeds,
    /// It ends with Failure.
    Fails,
    /// It is interrupted.
    IsInterrupted,
    /// As a condition, it is true when it is asked.
    IsTrue,
    /// As a condition, it is false when it is asked.
    IsFalse,
    /// It runs after the frame.
    KeepsRunning,
    /// As a condition, it causes an abort.
    Aborts,
}

impl NodeOutcome {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Starts,
        Self::Succeeds,
        Self::Fails,
        Self::IsInterrupted,
        Self::IsTrue,
        Self::IsFalse,
        Self::KeepsRunning,
        Self::Aborts,
    ];

    /// The bit that stands for it.
    pub(crate) const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// What a frame can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Shown {
    /// A node does this.
    Node(NodeIndex, NodeOutcome),
    /// A conditional interrupts what runs inside a scope.
    Abort {
        /// The conditional.
        conditional: NodeIndex,
        /// The scope.
        scope: NodeIndex,
    },
    /// A `Switch` that runs stops one child and runs another one.
    Switch {
        /// The child that it stops.
        from: NodeIndex,
        /// The child that it runs.
        to: NodeIndex,
    },
    /// A node cannot do its work.
    Error(NodeIndex),
    /// A claim is broken, or reached: the watch at this place.
    Claim(u32),
    /// The tree ends or is stopped.
    End,
}

/// Where something is seen first: a frame from a state of the search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sight {
    /// The number of the frame in which it is seen, from 1.
    pub frame: u64,
    /// The state before the frame.
    pub(crate) state: u32,
    /// The alternatives that were chosen in the frame.
    pub(crate) script: Arc<[u8]>,
    /// How many frames after that frame it is seen, without anything from outside.
    pub(crate) later: u64,
}

/// All that a search has seen, each with its first sight.
#[derive(Debug, Default)]
pub struct Findings {
    first: HashMap<Shown, Sight, FxBuildHasher>,
    errors: HashMap<NodeIndex, Message, FxBuildHasher>,
    /// For each node, the outcomes that were seen.
    known: Vec<u8>,
}

impl Findings {
    pub(crate) fn new(nodes: usize) -> Self {
        Self {
            known: vec![0; nodes],
            ..Self::default()
        }
    }

    /// Returns where something was seen first; `None` if it was not.
    pub fn sight(&self, shown: Shown) -> Option<&Sight> {
        self.first.get(&shown)
    }

    /// Returns how much was seen.
    pub fn len(&self) -> usize {
        self.first.len()
    }

    /// Returns whether nothing was seen.
    pub fn is_empty(&self) -> bool {
        self.first.is_empty()
    }

    /// Iterates over all that was seen, ordered by kind and node.
    pub fn iter(&self) -> impl Iterator<Item = (Shown, &Sight)> {
        let mut all: Vec<_> = self
            .first
            .iter()
            .map(|(shown, sight)| (*shown, sight))
            .collect();
        all.sort_by_key(|(shown, _)| *shown);
        all.into_iter()
    }

    /// Returns the first error of a node.
    pub fn error(&self, node: NodeIndex) -> Option<&Message> {
        self.errors.get(&node)
    }

    /// Returns the outcomes of a node that are known, as bits.
    #[inline]
    pub(crate) fn known(&self, node: usize) -> u8 {
        self.known[node]
    }

    /// Adds something that was seen, unless it was seen earlier. Returns whether it is new.
    pub(crate) fn add(&mut self, shown: Shown, sight: impl FnOnce() -> Sight) -> bool {
        if let Shown::Node(node, outcome) = shown {
            self.known[node.get()] |= outcome.bit();
        }
        let mut is_new = false;
        self.first.entry(shown).or_insert_with(|| {
            is_new = true;
            sight()
        });
        is_new
    }

    pub(crate) fn add_error(&mut self, node: NodeIndex, why: &Message) {
        self.errors.entry(node).or_insert_with(|| why.clone());
    }

    /// Returns how many bytes it takes, about.
    pub(crate) fn memory(&self) -> usize {
        self.known.len() + self.first.len() * (size_of::<(Shown, Sight)>() + 32)
    }
}
