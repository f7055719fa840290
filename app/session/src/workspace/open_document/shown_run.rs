//! The run that panels show of an open document: its own, or else the one that was told with its tree.

use treewright_core::ids::NodeId;
use treewright_insight::occurrence::Sought;

use super::OpenDocument;
use crate::workspace::live::LiveState;
use crate::workspace::run_view::{AgentScope, FoundPlace, RunQuery, RunView};
use crate::workspace::told_run::ToldRun;

impl OpenDocument {
    /// Returns the run that panels show.
    pub fn shown_run(&self) -> Option<&dyn RunView> {
        match &self.run {
            Some(run) => Some(run),
            None => self.told_run().map(|told| told as &dyn RunView),
        }
    }

    /// Returns the told run, if it is shown.
    pub fn told_run(&self) -> Option<&ToldRun> {
        self.told.as_ref().filter(|_| self.run.is_none())
    }

    /// Like [`Self::told_run`], to look at another moment of it.
    pub fn told_run_mut(&mut self) -> Option<&mut ToldRun> {
        self.told.as_mut().filter(|_| self.run.is_none())
    }

    /// Returns the run that is or was told with its tree, also while it is not shown.
    pub fn any_told_run(&mut self) -> Option<&mut ToldRun> {
        self.told.as_mut()
    }

    /// Returns whether it can show the run of another program: it has no run of its own, and none that goes on elsewhere.
    pub fn is_free_for_told_run(&self) -> bool {
        let told = self.told.as_ref().and_then(ToldRun::live);
        self.run.is_none() && told.is_none_or(LiveState::is_over)
    }

    /// Returns the name of the program whose run is or was shown here.
    pub fn told_by(&self) -> Option<&str> {
        let live = self.told.as_ref()?.live()?;
        Some(&live.name)
    }

    /// Shows a run that was told, until it is ended.
    pub fn show_told_run(&mut self, told: ToldRun) {
        self.end_told_run();
        self.told = Some(told);
        self.update_breakpoints();
    }

    /// Ends the told run; the document stays.
    pub fn end_told_run(&mut self) {
        if let Some(told) = self.told.take() {
            told.end();
        }
    }

    /// Looks for what the user wants to find, in the run that panels show.
    pub fn search_run(&mut self) {
        let of_all = self.agent_scopes.finds == AgentScope::All;
        if let Some(told) = self.told.as_mut().filter(|_| self.run.is_none()) {
            return told.search(self.run_query.as_ref());
        }
        if let Some(run) = self.run.as_mut().or(self.last_run.as_mut()) {
            run.search(self.run_query.as_ref(), of_all);
        }
    }

    /// Returns the query for something in the run that panels show.
    pub fn query_of_run(&self, sought: Sought) -> Option<RunQuery> {
        if let Some(told) = self.told_run() {
            return Some(told.query(sought));
        }
        let run = self.run.as_ref().or(self.last_run.as_ref())?;
        Some(run.query(sought))
    }

    /// Shows a frame that was found, and the agent of which it was found.
    pub fn show_found(&mut self, (frame, agent): FoundPlace) {
        if let Some(told) = self.told_run_mut() {
            return told.show(frame);
        }
        self.with_run(|run, _| {
            run.show(frame);
            run.show_agent(agent);
        });
    }

    /// Returns the node that did in a frame what was found there.
    pub fn found_node(&self, place: FoundPlace) -> Option<NodeId> {
        match &self.run {
            Some(run) => run.found_node(place),
            None => self.told_run()?.found_node(place),
        }
    }
}
