//! Looks for the frames of a run that was told in which something happened.

use std::ops::RangeInclusive;

use treewright_core::expression::ExpressionError;
use treewright_core::ids::NodeId;
use treewright_insight::occurrence::{Occurrence, Search, Sought};
use treewright_insight::told_past::Stretch;

use super::ToldRun;
use crate::workspace::run_view::{FoundFrames, FoundPlace, RunQuery, RunView as _};

/// What is looked for, and where it was found.
#[derive(Default)]
pub(super) struct ToldSearch {
    query: Option<RunQuery>,
    found: FoundFrames,
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
        if self.search.query.as_ref() == query {
            return;
        }
        let mut search = ToldSearch {
            query: query.cloned(),
            ..ToldSearch::default()
        };
        if let Some(query) = query {
            let agent = self.agent.number();
            let found = self.occurrences(&query.sought).into_iter();
            let found: Vec<_> = found.map(|at| (agent, at)).collect();
            search.found.extend(&found);
            search.fault = self.prepared(&query.sought).err();
        }
        self.search = search;
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
        at.node.map(|node| self.nodes().shown(node))
    }

    /// Returns the number of known frames in which this happened.
    pub(super) fn count_frames(&self, sought: &Sought) -> usize {
        let found = self.occurrences(sought);
        found.chunk_by(|a, b| a.frame == b.frame).count()
    }

    fn occurrences(&self, sought: &Sought) -> Vec<Occurrence> {
        let search = |_: &Stretch| self.prepared(sought).ok();
        self.past.occurrences(self.agent, &ALL, &search)
    }

    fn prepared(&self, sought: &Sought) -> Result<Search, ExpressionError> {
        let places = |id: &NodeId| self.places.of(&self.program, id).collect();
        Search::new(sought, &*self.program, &places, &|name| name.into())
    }
}
