//! Parallels: how their children stand, and how their branches are opened, run in turn, joined and closed. Among them pipelines, which give each child
//! a turn in every frame, left to right, and start those anew that have ended before.
//! Knows nothing about what each kind asks of its children: that is [`Tasks::join`], and [`Tasks::after_turn`] of a pipeline.

use super::executor::{Branch, Cursor, Executor, memory_of};
use super::program::{Flags, NONE};
use super::program_builder::Operation;
use super::task::Tasks;
use super::tracer::Tracer;
use crate::status::Outcome;

/// How the children of a Parallel stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many there are.
    pub children: u32,
    /// How many have ended with Success.
    pub succeeded: u32,
    /// How many have ended with Failure.
    pub failed: u32,
    /// How the first of them ended (of those that did in one frame, the leftmost).
    pub first: Option<Outcome>,
}

/// What the executor remembers of a running Parallel, packed into one number of its memory:
/// whether it is still starting its children, and how many ended how.
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

/// How many ends a Parallel that is not just starting has counted, if that is no more than it has children.
pub(super) fn has_counted(progress: u64, children: u64) -> Option<u64> {
    let progress = Progress(progress);
    let (succeeded, failed) = (
        progress.0 & Progress::COUNT,
        (progress.0 / Progress::FAILED) & Progress::COUNT,
    );
    (!progress.is_starting() && succeeded + failed <= children).then_some(succeeded + failed)
}

impl<W, B: Tasks, T: Tracer> Executor<'_, W, B, T> {
    /// Enters a Parallel: its children start left to right, each on a run stack of its own.
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

    /// The first task of a branch ended.
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

    /// A branch has had its turn in this frame: the next one, or the Parallel looks at its result.
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
        self.rest(parallel)
    }

    /// Runs the live branches from `first` on, as far as they only wait.
    fn run_live_branch_from(&mut self, parallel: u32, first: u32) -> Cursor {
        let mut branch = first;
        while branch != NONE {
            let Branch { top, resume } = self.state.branches[branch as usize];
            if resume != NONE
                || (top != NONE
                    && self.program.nodes[top as usize]
                        .flags
                        .has(Flags::MORE_THAN_LEAF))
            {
                return Cursor::Run(branch);
            }
            if top != NONE
                && let Some(cursor) = self.run_leaf_again(top)
            {
                return cursor;
            }
            branch = self.program.branches[branch as usize].next;
        }
        let progress = Progress(*self.progress(parallel));
        match self.join(parallel, progress) {
            Some(outcome) => self.close_parallel(parallel, outcome),
            None => self.rest(parallel),
        }
    }

    /// Leaves a Parallel: what still runs below it is interrupted, left to right.
    pub(super) fn close_parallel(&mut self, parallel: u32, outcome: Outcome) -> Cursor {
        self.interrupt_branches_of(parallel);
        self.leave(parallel, outcome)
    }

    fn join(&self, parallel: u32, progress: Progress) -> Option<Outcome> {
        let children = self.program.child_count(parallel);
        self.builtin(parallel)?
            .join(progress.tally(children), &self.context.tick)
    }

    /// The last number of a Parallel's memory is the executor's.
    pub(super) fn progress(&mut self, parallel: u32) -> &mut u64 {
        let node = &self.program.nodes[parallel as usize];
        &mut self.state.memory[(node.memory + node.memory_len) as usize]
    }
}

/// The turn that a child of a pipeline has just had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The place of the child, counted from the left.
    pub place: u64,
    /// Whether no child stands to the right of it.
    pub is_last: bool,
    /// How the child ended; `None` if it runs on.
    pub ended: Option<Outcome>,
}

/// What a pipeline does after the turn of a child.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterTurn {
    /// The child to the right has its turn; after the last one, the pipeline answers Running.
    Next,
    /// The pipeline answers Running.
    Rest,
    /// The pipeline ends so, and what still runs below it is interrupted.
    End(Outcome),
}

impl<W, B: Tasks, T: Tracer> Executor<'_, W, B, T> {
    pub(super) fn is_pipeline(&self, parallel: u32) -> bool {
        self.program.nodes[parallel as usize]
            .flags
            .has(Flags::PIPELINE)
    }

    /// Enters a pipeline, none of whose branches is open: no child has had a turn.
    pub(super) fn open_pipeline(&mut self, pipeline: u32) -> Cursor {
        let node = &self.program.nodes[pipeline as usize];
        memory_of(&mut self.state.memory, node).fill(0);
        *self.progress(pipeline) = 0;
        self.run_pipeline(pipeline)
    }

    /// Runs a pipeline: its first child has its turn.
    pub(super) fn run_pipeline(&mut self, pipeline: u32) -> Cursor {
        let first = self.program.first_child(pipeline);
        self.take_turn(self.program.nodes[first as usize].branch)
    }

    /// Runs what stands on a branch, or starts its child if nothing does.
    fn take_turn(&mut self, branch: u32) -> Cursor {
        let facts = &self.program.branches[branch as usize];
        let (root, place) = (facts.root, u64::from(facts.place));
        let Branch { top, resume } = self.state.branches[branch as usize];
        if top != NONE || resume != NONE {
            self.kept.restarted = NONE;
            return Cursor::Run(branch);
        }
        // How many children have been started since the pipeline was.
        let started = self.progress(facts.parallel);
        let is_again = place < *started;
        *started = (*started).max(place + 1);
        self.kept.restarted = NONE;
        if is_again {
            let mut child = root;
            while self.builtin(child).is_some_and(Tasks::stands_for_child) {
                child += 1;
            }
            self.kept.restarted = child;
        }
        Cursor::Enter(root)
    }

    /// A branch of a pipeline has had its turn.
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
            _ => AfterTurn::End(Outcome::Failure),
        };
        match after {
            AfterTurn::Next if facts.next != NONE => self.take_turn(facts.next),
            AfterTurn::Next | AfterTurn::Rest => self.rest(facts.parallel),
            AfterTurn::End(outcome) => self.close_parallel(facts.parallel, outcome),
        }
    }
}
