//! What a run adds to cards and wires: the state of each node, fading after it ended, and the aborts that fired.

use egui::Color32;
use treewright_core::diagnostic::Severity;
use treewright_core::ids::NodeId;
use treewright_core::runtime::Status;

use super::problems::Problems;

use crate::theme::Theme;
use crate::workspace::run_view::{NodeRunState, RunView};

/// For how many frames what ended just now fades.
const FADE_FRAMES: u64 = 6;
/// How much of the colour stays after that.
const LASTING: f32 = 0.3;

/// A run as the canvas paints it.
pub struct RunOverlay<'a> {
    run: Option<&'a dyn RunView>,
    theme: &'a Theme,
    problems: &'a Problems,
}

/// The light that a run throws on a node.
#[derive(Clone, Copy, Debug)]
pub struct Glow {
    /// What the node did last; never idle.
    pub state: NodeRunState,
    /// Its colour.
    pub color: Color32,
    /// From 0 (long ago) to 1 (now).
    pub strength: f32,
}

impl<'a> RunOverlay<'a> {
    /// The overlay of a run, or of none.
    pub fn new(run: Option<&'a dyn RunView>, theme: &'a Theme, problems: &'a Problems) -> Self {
        Self {
            run,
            theme,
            problems,
        }
    }

    /// How bad the worst thing is that is known about a node: that it failed to do its work, or a problem.
    pub fn severity(&self, id: &NodeId) -> Option<Severity> {
        match self.error(id) {
            Some(_) => Some(Severity::Error),
            None => self.problems.worst(id),
        }
    }

    /// Whether there is a run.
    pub fn is_active(&self) -> bool {
        self.run.is_some()
    }

    /// The light on this node; none if it did not run.
    pub fn glow(&self, id: &NodeId) -> Option<Glow> {
        let run = self.run?;
        let node = run.node(id);
        let age = run.frame().saturating_sub(node.since_frame);
        let strength = match node.state {
            NodeRunState::Idle => return None,
            NodeRunState::Running => 1.0,
            _ => strength_at(age),
        };
        Some(Glow {
            state: node.state,
            color: self.theme.status(node.state),
            strength,
        })
    }

    /// Whether this leaf waits for an answer.
    pub fn is_asking(&self, id: &NodeId) -> bool {
        self.run.is_some_and(|run| run.is_asking(id))
    }

    /// The answer that was given to this leaf and holds.
    pub fn answer(&self, id: &NodeId) -> Option<Status> {
        self.run.and_then(|run| run.answer(id))
    }

    /// Why this node failed, if it could not do its work.
    pub fn error(&self, id: &NodeId) -> Option<&'a str> {
        self.run.and_then(|run| run.error(id))
    }
}

fn strength_at(age: u64) -> f32 {
    let left = FADE_FRAMES.saturating_sub(age) as f32 / FADE_FRAMES as f32;
    LASTING + (1.0 - LASTING) * left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ended_fades_but_stays_visible() {
        assert!((strength_at(0) - 1.0).abs() < f32::EPSILON);
        assert!(strength_at(2) > strength_at(4));
        assert!((strength_at(1000) - LASTING).abs() < f32::EPSILON);
    }
}
