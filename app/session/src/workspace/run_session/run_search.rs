//! Looks for the frames of a run in which something happened. The answer grows with the run: only new frames are searched.

use std::sync::Arc;

use treewright_core::Program;
use treewright_core::expression::ExpressionError;
use treewright_core::ids::NodeId;
use treewright_core::runtime::AgentId;
use treewright_insight::occurrence::{Occurrence, Search, Sought};

use super::RunSession;
use crate::workspace::run_view::{FoundFrames, RunQuery, RunView as _};

/// What is looked for, and where it was found.
#[derive(Default)]
pub(super) struct RunSearch {
    pub query: Option<RunQuery>,
    prepared: Option<PreparedSearch>,
    pub found: FoundFrames,
    /// The last frame that was searched.
    until: u64,
}

/// A query for an agent and a program.
struct PreparedSearch {
    agent: AgentId,
    program: Arc<Program<()>>,
    search: Result<Search, ExpressionError>,
}

impl RunSearch {
    /// Returns why nothing can be found: the error of the expression.
    pub fn fault(&self) -> Option<&ExpressionError> {
        self.prepared.as_ref()?.search.as_ref().err()
    }

    /// Removes the frames after this one, which were discarded.
    pub fn cut(&mut self, after: u64) {
        self.found.cut_from(after + 1);
        self.until = self.until.min(after);
    }

    /// Removes the frames up to this one, which the recording has removed.
    pub fn forget(&mut self, until: u64) {
        self.found.forget(until);
    }
}

impl RunSession {
    /// Looks for this in all known frames of the shown agent, or for nothing. Must be called again after the run has changed.
    pub fn search(&mut self, query: Option<&RunQuery>) {
        let Some(query) = query else {
            self.search = RunSearch::default();
            return;
        };
        let program = self.searched_program();
        let is_prepared = self.search.query.as_ref() == Some(query)
            && self.search.prepared.as_ref().is_some_and(|prepared| {
                prepared.agent == self.agent && Arc::ptr_eq(&prepared.program, program)
            });
        if !is_prepared {
            self.search = RunSearch {
                query: Some(query.clone()),
                prepared: Some(PreparedSearch {
                    agent: self.agent,
                    program: program.clone(),
                    search: self.prepare(query),
                }),
                ..RunSearch::default()
            };
        }
        let last = self.history().last_frame();
        if self.search.until == last && is_prepared {
            return;
        }
        let mut search = std::mem::take(&mut self.search);
        if let Some(PreparedSearch {
            search: Ok(prepared),
            program,
            ..
        }) = &search.prepared
        {
            // A run that restarts interrupts its nodes in the frame before, which was searched already.
            let from = search.until;
            search.found.cut_from(from);
            let new = prepared.occurrences(program, self.history(), from..=last);
            search.found.extend(&new);
        }
        search.until = last;
        self.search = search;
    }

    /// Returns the program to whose nodes the histories belong.
    fn searched_program(&self) -> &Arc<Program<()>> {
        &self.recording.programs()[self.histories.program()]
    }

    fn prepare(&self, query: &RunQuery) -> Result<Search, ExpressionError> {
        let number = self.histories.program();
        let (program, mapping) = (self.searched_program(), &self.mappings[number]);
        let places = |id: &NodeId| mapping.of(program, id).collect();
        let used = query.used.as_ref();
        let name = |name: &str| self.name_in_program(number, used, name).into();
        Search::new(&query.sought, program, &places, &name)
    }

    /// Returns the number of known frames in which this happened, with variables of the shown use.
    pub(super) fn count_frames(&self, sought: &Sought) -> usize {
        let query = self.query(sought.clone());
        let Ok(search) = self.prepare(&query) else {
            return 0;
        };
        let all = search.occurrences(self.searched_program(), self.history(), 0..=u64::MAX);
        all.chunk_by(|a, b| a.frame == b.frame).count()
    }

    /// Returns the query for something, with the variables of the shown use.
    pub fn query(&self, sought: Sought) -> RunQuery {
        let reads_variables = matches!(sought, Sought::Change(_) | Sought::Expression(_));
        let used = self.shown_use.current.as_ref();
        RunQuery {
            sought,
            used: used.filter(|_| reads_variables).map(|used| used.id.clone()),
        }
    }

    /// Returns the document's node that did what is sought in this frame.
    pub fn found_node(&self, frame: u64) -> Option<NodeId> {
        let place = self.search.found.position(frame)?;
        let Occurrence { node, .. } = self.search.found.frames().get(place)?;
        let mapping = &self.mappings[self.histories.program()];
        node.map(|node| mapping.shown(self.searched_program(), node))
    }
}
