//! Looks for the frames of a run that was told in which something happened.

use std::ops::RangeInclusive;

use treewright_core::expression::ExpressionError;
use treewright_core::ids::NodeId;
use treewright_insight::occurrence::{Occurrence, Search, Sought};
use treewright_insight::told_past::Stretch;

use super::{ToldRun, TreeOfRun};
use crate::workspace::run_view::{FoundFrames, FoundPlace, RunQuery, RunView as _};

/// What is looked for, and where it was found.
#[derive(Default)]
pub(super) struct ToldSearch {
    query: Option<RunQuery>,
    found: FoundFrames,
    /// The first frame that was not searched yet.
    next: u64,
    fault: Option<ExpressionError>,
}

impl ToldSearch {
    pub fn found(&self) -> Option<&FoundFrames> {
        self.query.is_some().then_some(&self.found)
    }

    /// Returns why nothing can be found: the error of the expression.
    pub fn fault(&self) -> Option<&ExpressionError> {
        self.fault.as_ref()
    }
}

const ALL: RangeInclusive<u64> = 0..=u64::MAX;

impl ToldRun {
    /// Looks for this in all known frames, or for nothing.
    pub fn search(&mut self, query: Option<&RunQuery>) {
        if self.search.query.as_ref() != query {
            self.search.query = query.cloned();
            self.search_again();
        }
    }

    /// Looks for the same in all known frames again.
    pub(super) fn search_again(&mut self) {
        self.search = ToldSearch {
            query: self.search.query.take(),
            ..ToldSearch::default()
        };
        self.search_on();
        if let Some(query) = &self.search.query {
            self.search.fault = self.prepared(self.tree(), &query.sought).err();
        }
    }

    /// Looks for the same in the frames that came since.
    pub(super) fn search_on(&mut self) {
        let Some(query) = &self.search.query else {
            return;
        };
        let (first, last) = self.frames();
        let agent = self.agent.number();
        let found = self.occurrences(&query.sought, &(self.search.next..=last));
        let found: Vec<_> = found.into_iter().map(|at| (agent, at)).collect();
        self.search.found.extend(&found);
        self.search.found.forget(first);
        self.search.next = last + 1;
    }

    /// Returns the query for something.
    pub fn query(&self, sought: Sought) -> RunQuery {
        RunQuery {
            sought,
            tree: 0,
            used: None,
        }
    }

    /// Returns the document's node that did what is sought in this frame.
    pub fn found_node(&self, place: FoundPlace) -> Option<NodeId> {
        let found = self.found()?;
        let at = found.frames().get(found.position(place)?)?;
        let tree = &self.trees[self.program_near(at.frame.into())];
        at.node.map(|node| tree.nodes().shown(node))
    }

    /// Returns the number of known frames in which this happened.
    pub(super) fn count_frames(&self, sought: &Sought) -> usize {
        let found = self.occurrences(sought, &ALL);
        found.chunk_by(|a, b| a.frame == b.frame).count()
    }

    fn occurrences(&self, sought: &Sought, frames: &RangeInclusive<u64>) -> Vec<Occurrence> {
        let search = |stretch: &Stretch| self.prepared(self.tree_of(stretch), sought).ok();
        self.past.occurrences(self.agent, frames, &search)
    }

    fn prepared(&self, tree: &TreeOfRun, sought: &Sought) -> Result<Search, ExpressionError> {
        let places = |id: &NodeId| tree.places.of(&tree.program, id).collect();
        Search::new(sought, &*tree.program, &places, &|name| {
            self.name_in_use(name).into()
        })
    }
}
