//! What the nodes of a document do, by what the nodes of its program do. Knows no runs.

use std::borrow::Cow;

use treewright_core::Program;
use treewright_core::ids::NodeId;
use treewright_core::runtime::{NodeIndex, ObserverView as Observed, Prospect};
use treewright_core::trace::TraceEvent;
use treewright_insight::history::{NodeRun, aborts};

use super::node_mapping::{NodeMapping, ShownNode};
use super::run_view::{AbortView, InsideView, ObserverView, ObserversView, UseView};

/// A program whose nodes stand for those of a document.
#[derive(Clone, Copy)]
pub(super) struct ShownNodes<'a> {
    pub program: &'a Program<()>,
    pub places: &'a NodeMapping,
}

impl ShownNodes<'_> {
    /// Returns the node of the document that represents a node of the program.
    pub fn shown(&self, node: NodeIndex) -> NodeId {
        self.places.shown(self.program, node)
    }

    /// Like [`Self::shown`], with the title of a node in another file.
    pub fn shown_node(&self, node: NodeIndex) -> ShownNode {
        self.places.shown_node(self.program, node)
    }

    /// Returns the state of a node of the document, as far as that of a place is known. A node with several uses of its tree counts as
    /// running if it runs in any of them; otherwise the use with the latest change counts.
    pub fn run_of(
        &self,
        id: &NodeId,
        run_at: &dyn Fn(NodeIndex) -> Option<NodeRun>,
    ) -> Option<NodeRun> {
        if !self.places.has_subtree_nodes() {
            return run_at(self.program.index(id)?);
        }
        let visits = |run: NodeRun, other: NodeRun| run.visits.saturating_add(other.visits);
        let newer = |run: &NodeRun| (run.state.is_running(), run.since_frame);
        let runs = self.places.of(self.program, id).filter_map(run_at);
        runs.reduce(|a, b| NodeRun {
            visits: visits(a, b),
            ..if newer(&b) > newer(&a) { b } else { a }
        })
    }

    /// Returns run stacks as nodes of the document.
    pub fn stacks(&self, stacks: Vec<Vec<NodeIndex>>) -> Vec<Vec<NodeId>> {
        let ids = |stack: Vec<NodeIndex>| {
            let mut ids: Vec<NodeId> = stack.iter().map(|node| self.shown(*node)).collect();
            // Several nodes in another file are all represented by the node that runs it.
            ids.dedup();
            ids
        };
        stacks.into_iter().map(ids).collect()
    }

    /// Returns the aborts among these events of a frame.
    pub fn aborts(&self, frame: u64, events: &[TraceEvent]) -> Vec<AbortView> {
        let stories = aborts(self.program, events).into_iter();
        stories
            .map(|story| AbortView {
                conditional: self.shown(story.conditional),
                scope: self.shown(story.scope),
                interrupted: story.interrupted.iter().map(|n| self.shown(*n)).collect(),
                frame,
            })
            .collect()
    }

    /// Returns the moment in a frame of an agent with these events, of which the first `happened` have happened.
    pub fn inside(&self, agent: u64, happened: usize, events: &[TraceEvent]) -> InsideView {
        let next = events.get(happened);
        InsideView {
            agent,
            happened,
            of: events.len(),
            next: next.cloned(),
            node: next
                .and_then(TraceEvent::node)
                .map(|node| self.shown_node(node)),
        }
    }

    /// Returns observers, and conditionals that would be watched, as nodes of the document.
    pub fn observers(
        &self,
        observed: impl Iterator<Item = Observed>,
        idle: impl Iterator<Item = NodeIndex>,
    ) -> ObserversView {
        ObserversView {
            observers: observed.map(|observed| self.observer(&observed)).collect(),
            idle: idle.map(|node| self.shown_node(node)).collect(),
        }
    }

    fn observer(&self, observed: &Observed) -> ObserverView {
        let interrupted = match &observed.forecast {
            Prospect::MayFire {
                interrupted,
                running,
                ..
            } => {
                let program = self.program;
                let up = std::iter::successors(Some(*running), |at| program.parent(*at));
                let inside = up.take_while(|at| program.is_inside(*at, *interrupted));
                let mut path: Vec<NodeId> = inside.map(|node| self.shown(node)).collect();
                path.reverse();
                path
            }
            _ => Vec::new(),
        };
        ObserverView {
            conditional: self.shown_node(observed.conditional),
            scope: observed.scope.map(|scope| self.shown_node(scope)),
            kind: observed.kind,
            answer: observed.status,
            prospect: observed.forecast.named(|node| self.shown_node(*node)),
            interrupted,
        }
    }

    /// Returns the node if it is a use of a tree of the document, or else the innermost use that contains it.
    pub fn enclosing_use(&self, node: NodeIndex) -> Option<NodeIndex> {
        let mut up = std::iter::successors(Some(node), |at| self.program.parent(*at));
        up.find(|at| self.places.is_use(*at))
    }

    /// Returns what panels show of a use.
    pub fn view_of_use(&self, node: NodeIndex, is_running: bool) -> UseView {
        let up = std::iter::successors(Some(node), |at| self.program.parent(*at));
        let uses = up.filter(|at| self.places.is_use(*at));
        let mut path: Vec<NodeId> = uses.map(|at| self.shown(at)).collect();
        path.dedup();
        path.reverse();
        UseView {
            id: self.program.id(node).clone(),
            path,
            is_running,
        }
    }

    /// Returns the name that the program gives to a variable of the document in a use.
    pub fn name_in_use<'a>(&self, used: NodeIndex, name: Cow<'a, str>) -> Cow<'a, str> {
        let mut at = used;
        loop {
            let id = self.program.id(at);
            if let Some(bound) = self.places.origins().bound_variable(id, &name) {
                return bound.to_owned().into();
            }
            let own = format!("{id}/{name}");
            if self.program.variable(&own).is_some() {
                return own.into();
            }
            // A use within the same document shares the other variables with whatever it is in.
            let shares = self.places.in_document(self.program, at).is_some();
            let above = self.program.parent(at);
            match above.and_then(|above| self.enclosing_use(above)) {
                Some(outer) if shares => at = outer,
                _ => return name,
            }
        }
    }
}
