//! What each node of the document did last, and how often it was entered.

use treewright_core::runtime::{EndStatus, NodeIndex};
use treewright_core::trace::TraceEvent;

use super::RunSession;
use crate::workspace::run_view::NodeRunState;

impl RunSession {
    pub(super) fn note_states(&mut self, events: &[TraceEvent]) {
        let since_frame = self.instance.frame();
        for event in events {
            let (node, state) = match event {
                TraceEvent::Start(node) => (*node, NodeRunState::Running),
                TraceEvent::End(node, EndStatus::Success) => (*node, NodeRunState::Succeeded),
                TraceEvent::End(node, EndStatus::Failure) => (*node, NodeRunState::Failed),
                TraceEvent::End(node, EndStatus::Inactive) => (*node, NodeRunState::Interrupted),
                _ => continue,
            };
            // What stands in another file has no card here.
            let Some(id) = self.places.in_document(self.program(), node) else {
                continue;
            };
            self.errors.remove(&id);
            let run = self.nodes.entry(id).or_default();
            if state == NodeRunState::Running {
                self.visits.reached += usize::from(run.visits == 0);
                run.visits = run.visits.saturating_add(1);
                self.visits.most = self.visits.most.max(run.visits);
            }
            (run.state, run.since_frame) = (state, since_frame);
        }
        if self.places.has_inside() {
            self.note_running_inside(since_frame);
        }
    }

    /// A node that stands in several uses of a tree runs while it does in one of them.
    fn note_running_inside(&mut self, since_frame: u64) {
        let stacks: Vec<Vec<NodeIndex>> = self.instance.stacks().collect();
        let state = NodeRunState::Running;
        for node in stacks.into_iter().flatten() {
            let Some(id) = self.places.in_document(self.program(), node) else {
                continue;
            };
            let run = self.nodes.entry(id).or_default();
            if run.state != state {
                (run.state, run.since_frame) = (state, since_frame);
            }
        }
    }
}
