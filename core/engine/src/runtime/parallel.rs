//! Parallels: counts the results of their children, and opens, runs, joins and closes their branches. Includes
//! pipelines, which run each child in every frame, left to right, and restart those that have ended. Knows nothing
//! about the rules of each node type: these are in [`Tasks::join`], and for a pipeline in [`Tasks::starts`] and
//! [`Tasks::after_turn`].

use super::executor::{Branch, Cursor, Executor, memory_of};
use super::program::{BranchFacts, Flags, NONE};
use super::program_builder::Operation;
use super::task::Tasks;
use super::tracer::{Call, Tracer};
use super::world::World;
use crate::status::Outcome;

/// The results of a Parallel's children so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many children there are.
    pub children: u32,
    /// How many have ended with Success.
    pub succeeded: u32,
    /// How many have ended with Failure.
    pub failed: u32,
    /// The outcome of the first child that ended; of several in one frame, the leftmost.
    pub first: Option<Outcome>,
}

/// The state of a running Parallel, packed into one number of its memory: whether it is still starting its children,
/// and how many of them succeeded or failed.
#[derive(Clone, Copy)]
struct Progress(u64);

impl Progress {
    const STARTING: u64 = 1 << 62;
    const FIRST_SUCCEEDED: u64 = 1 << 63;
    const FAILED: u64 = 1 << 31;
    const COUNT: u64 = Self::FAILED - 1;

    fn is_starting(self) -> bool {
        self.0 & Self::STARTING != 0
    }

    fn with_ended(self, outcome: Outcome) -> Self {
        let is_first = self.0 & (Self::FAILED * Self::FAILED - 1) == 0;
        let first = if is_first && outcome.is_success() {
            Self::FIRST_SUCCEEDED
        } else {
            0
        };
        Self(
            (self.0 | first)
                + if outcome.is_success() {
                    1
                } else {
                    Self::FAILED
                },
        )
    }

    fn tally(self, children: u32) -> Tally {
        let (succeeded, failed) = (self.0 & Self::COUNT, (self.0 / Self::FAILED) & Self::COUNT);
        Tally {
            children,
            succeeded: succeeded as u32,
            failed: failed as u32,
            first: (succeeded + failed > 0)
                .then(|| Outcome::of(self.0 & Self::FIRST_SUCCEEDED != 0)),
        }
    }
}

/// Returns the number of ended children that a Parallel's memory records, if it is not just starting and the number is
/// at most `children`.
pub(super) fn has_counted(progress: u64, children: u64) -> Option<u64> {
    let progress = Progress(progress);
    let (succeeded, failed) = (
        progress.0 & Progress::COUNT,
        (progress.0 / Progress::FAILED) & Progress::COUNT,
    );
    (!progress.is_starting() && succeeded + failed <= children).then_some(succeeded + failed)
}

impl<W: World + ?Sized, B: Tasks, T: Tracer> Executor<'_, '_, W, B, T> {
    /// Enters a Parallel: starts its children left to right, each on its own run stack.
    pub(super) fn open_parallel(&mut self, parallel: u32) -> Cursor {
        let first = self.program.first_child(parallel);
        let mut branch = self.program.nodes[first as usize].branch;
        while branch != NONE {
            self.state.branches[branch as usize].close();
            branch = self.program.branches[branch as usize].next;
        }
        if self.is_pipeline(parallel) {
            return self.open_pipeline(parallel);
        }
        *self.progress(parallel) = Progress::STARTING;
        Cursor::Enter(first)
    }

    /// Runs a Parallel again in a later frame: every live branch, left to right.
    pub(super) fn run_parallel(&mut self, parallel: u32) -> Cursor {
        if self.is_pipeline(parallel) {
            return self.run_pipeline(parallel);
        }
        let first = self.program.first_child(parallel);
        self.run_live_branch_from(parallel, self.program.nodes[first as usize].branch)
    }

    /// Handles the end of a branch's first task.
    pub(super) fn branch_ended(&mut self, branch: u32, outcome: Outcome) -> Cursor {
        self.state.branches[branch as usize].close();
        let parallel = self.program.branches[branch as usize].parallel;
        if self.is_pipeline(parallel) {
            return self.after_turn(branch, Some(outcome));
        }
        let progress = self.progress(parallel);
        *progress = Progress(*progress).with_ended(outcome).0;
        self.after_branch(branch)
    }

    /// Continues after a branch has run in this frame: with the next branch, or with the Parallel's own result.
    pub(super) fn after_branch(&mut self, branch: u32) -> Cursor {
        let facts = &self.program.branches[branch as usize];
        let (parallel, next) = (facts.parallel, facts.next);
        if self.is_pipeline(parallel) {
            return self.after_turn(branch, None);
        }
        let progress = Progress(*self.progress(parallel));
        if !progress.is_starting() {
            return self.run_live_branch_from(parallel, next);
        }
        if let Some(outcome) = self.join(parallel, progress) {
            return self.close_parallel(parallel, outcome);
        }
        if next != NONE {
            return Cursor::Enter(self.program.branches[next as usize].root);
        }
        *self.progress(parallel) &= !Progress::STARTING;
        self.keep_running(parallel)
    }

    /// Runs the live branches from `first` on, while each of them only returns Running.
    fn run_live_branch_from(&mut self, parallel: u32, first: u32) -> Cursor {
        // Taken out of the loop, since the compiler does not know that leaves leave them alone.
        let (nodes, branches) = (&*self.program.nodes, &*self.program.branches);
        let mut branch = first;
        while branch != NONE {
            let Branch { top, resume } = self.state.branches[branch as usize];
            if resume != NONE {
                return Cursor::Run(branch);
            }
            if top != NONE {
                let node = &nodes[top as usize];
                if node.flags.has(Flags::MORE_THAN_LEAF) {
                    return Cursor::Run(branch);
                }
                if let Some(cursor) = self.run_leaf_again(top, node) {
                    return cursor;
                }
            }
            branch = branches[branch as usize].next;
        }
        let progress = Progress(*self.progress(parallel));
        match self.join(parallel, progress) {
            Some(outcome) => self.close_parallel(parallel, outcome),
            None => self.keep_running(parallel),
        }
    }

    /// Ends a Parallel: interrupts what still runs below it, left to right.
    pub(super) fn close_parallel(&mut self, parallel: u32, outcome: Outcome) -> Cursor {
        self.interrupt_branches_of(parallel);
        self.leave(parallel, outcome)
    }

    fn join(&mut self, parallel: u32, progress: Progress) -> Option<Outcome> {
        self.before_call(parallel, Call::Decision);
        let tally = progress.tally(self.program.child_count(parallel));
        match self.builtin(parallel) {
            Some(kind) => kind.join(tally, &self.context.tick),
            None => self.join_by_game(parallel, tally),
        }
    }

    /// Returns the last number of a Parallel's memory, which belongs to the executor.
    pub(super) fn progress(&mut self, parallel: u32) -> &mut u64 {
        let node = &self.program.nodes[parallel as usize];
        &mut self.state.memory[(node.memory + node.memory_len) as usize]
    }
}

/// One child's turn in a frame of a pipeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The position of the child, counted from the left, 0 for the first.
    pub place: u64,
    /// Whether this is the rightmost child.
    pub is_last: bool,
    /// The child's outcome; `None` if it is still running.
    pub ended: Option<Outcome>,
}

/// A pipeline's decision after a child's turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PipelineDecision {
    /// Runs the child to the right; after the last one, the pipeline returns Running.
    Next,
    /// The pipeline returns Running.
    Rest,
    /// The pipeline ends with this outcome; what still runs below it is interrupted.
    End(Outcome),
}

impl<W: World + ?Sized, B: Tasks, T: Tracer> Executor<'_, '_, W, B, T> {
    pub(super) fn is_pipeline(&self, parallel: u32) -> bool {
        self.program.nodes[parallel as usize]
            .flags
            .has(Flags::PIPELINE)
    }

    /// Enters a pipeline. None of its branches is open, and no child has had a turn.
    pub(super) fn open_pipeline(&mut self, pipeline: u32) -> Cursor {
        let node = &self.program.nodes[pipeline as usize];
        memory_of(&mut self.state.memory, node).fill(0);
        *self.progress(pipeline) = 0;
        self.run_pipeline(pipeline)
    }

    /// Runs a pipeline, from its first child.
    pub(super) fn run_pipeline(&mut self, pipeline: u32) -> Cursor {
        let first = self.program.first_child(pipeline);
        self.take_turn(self.program.nodes[first as usize].branch)
    }

    /// Runs what is on a branch, or starts its child if the branch is empty; if the pipeline does not want that now,
    /// continues with the next branch.
    fn take_turn(&mut self, first: u32) -> Cursor {
        let program = self.program;
        let mut branch = first;
        loop {
            let facts = &program.branches[branch as usize];
            let Branch { top, resume } = self.state.branches[branch as usize];
            self.frame_state.restarted = NONE;
            if top != NONE || resume != NONE {
                return Cursor::Run(branch);
            }
            // Counts the children that were started since the pipeline was.
            let is_first = u64::from(facts.place) >= *self.progress(facts.parallel);
            if self.starts(facts.parallel, facts.place, is_first) {
                return self.start_turn(facts, is_first);
            }
            if facts.next == NONE {
                return self.keep_running(facts.parallel);
            }
            branch = facts.next;
        }
    }

    fn starts(&mut self, pipeline: u32, place: u32, is_first: bool) -> bool {
        self.before_call(pipeline, Call::Decision);
        let node = &self.program.nodes[pipeline as usize];
        match &node.operation {
            Operation::Builtin(kind) => {
                let memory = memory_of(&mut self.state.memory, node);
                kind.starts(memory, place as usize, is_first, &self.context.tick)
            }
            _ => true,
        }
    }

    /// Starts the child of an empty branch.
    fn start_turn(&mut self, facts: &BranchFacts, is_first: bool) -> Cursor {
        if is_first {
            *self.progress(facts.parallel) = u64::from(facts.place) + 1;
        } else {
            let mut child = facts.root;
            while self.builtin(child).is_some_and(Tasks::is_transparent) {
                child += 1;
            }
            self.frame_state.restarted = child;
        }
        Cursor::Enter(facts.root)
    }

    /// Calls a pipeline after one of its branches has run.
    pub(super) fn after_turn(&mut self, branch: u32, ended: Option<Outcome>) -> Cursor {
        let facts = &self.program.branches[branch as usize];
        let turn = Turn {
            place: u64::from(facts.place),
            is_last: facts.next == NONE,
            ended,
        };
        let node = &self.program.nodes[facts.parallel as usize];
        let after = match &node.operation {
            Operation::Builtin(kind) => {
                kind.after_turn(memory_of(&mut self.state.memory, node), turn)
            }
            _ => PipelineDecision::End(Outcome::Failure),
        };
        match after {
            PipelineDecision::Next if facts.next != NONE => self.take_turn(facts.next),
            PipelineDecision::Next | PipelineDecision::Rest => self.keep_running(facts.parallel),
            PipelineDecision::End(outcome) => self.close_parallel(facts.parallel, outcome),
        }
    }
}
