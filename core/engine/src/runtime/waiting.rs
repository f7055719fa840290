//! The most common frame of a game, made short: one leaf of the game runs, nothing else does, nothing is watched, and nothing came from
//! outside. Its update is called at once; only if it does not answer Running is there anything for the executor to do.

use super::blackboard::Globals;
use super::executor::Executor;
use super::instance::TreeInstance;
use super::panics::{Step, catch_update};
use super::program::{Flags, NONE};
use super::program_builder::Operation;
use super::task::Tasks;
use super::tick_context::{Report, TickContext};
use super::tracer::Tracer;
use super::user_task::TaskContext;
use crate::status::Status;

/// What came of it.
pub(super) enum Waiting {
    /// There is more to this frame than one leaf.
    NotAlone,
    /// The leaf answered Running.
    StillWaits,
    /// The leaf answered this, or Running with something to say.
    Ended(u32, Status, Option<Box<Report>>),
}

impl<W, B: Tasks> TreeInstance<W, B> {
    /// Updates the leaf that runs, if nothing else concerns this frame.
    #[inline]
    pub(super) fn run_waiting_leaf(
        &mut self,
        world: &mut W,
        globals: &mut Globals,
        dt: f64,
    ) -> Waiting {
        let top = self.run.branches[0].top;
        if top == NONE || self.run.observers.is_some() || self.agent.rare.is_some() {
            return Waiting::NotAlone;
        }
        let node = &self.program.nodes[top as usize];
        let Operation::Update(update) = &node.operation else {
            return Waiting::NotAlone;
        };
        if node.flags.has(Flags::LOOKED_AFTER) {
            return Waiting::NotAlone;
        }
        let mut context = TaskContext {
            world,
            tick: TickContext {
                dt,
                agent: &mut self.agent,
                globals,
                report: None,
            },
        };
        let status =
            catch_update(|| update(&mut context)).unwrap_or_else(|text| context.fail(text));
        let report = context.tick.report;
        if status == Status::Running && report.is_none() && self.agent.rare.is_none() {
            return Waiting::StillWaits;
        }
        Waiting::Ended(top, status, report)
    }
}

impl<W, B: Tasks, T: Tracer> Executor<'_, W, B, T> {
    /// The frame goes on after what the leaf answered.
    #[cold]
    pub(super) fn after_waiting(
        &mut self,
        leaf: u32,
        status: Status,
        report: Option<Box<Report>>,
    ) -> Step {
        self.context.tick.report = report;
        let status = self.report(leaf, status);
        Step::Run(self.leaf_answered(leaf, status))
    }
}
