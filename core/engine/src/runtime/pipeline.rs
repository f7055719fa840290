//! Pipelines: Parallels that give each child a turn in every frame, left to right, and start those anew that have ended before.
//! Knows nothing about what follows a turn: that is [`Tasks::after_turn`].

use super::executor::{Branch, Cursor, Executor, memory_of};
use super::program::{Flags, NONE};
use super::program_builder::Operation;
use super::task::Tasks;
use super::tracer::Tracer;

/// The turn that a child of a pipeline has just had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The place of the child, counted from the left.
    pub place: u64,
    /// Whether no child stands to the right of it.
    pub is_last: bool,
    /// How the child ended, with Success if true; `None` if it runs on.
    pub ended: Option<bool>,
}

/// What a pipeline does after the turn of a child.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterTurn {
    /// The child to the right has its turn; after the last one, the pipeline answers Running.
    Next,
    /// The pipeline answers Running.
    Rest,
    /// The pipeline ends with Success (true) or Failure (false), and what still runs below it is interrupted.
    End(bool),
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
    pub(super) fn after_turn(&mut self, branch: u32, ended: Option<bool>) -> Cursor {
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
            _ => AfterTurn::End(false),
        };
        match after {
            AfterTurn::Next if facts.next != NONE => self.take_turn(facts.next),
            AfterTurn::Next | AfterTurn::Rest => self.rest(facts.parallel),
            AfterTurn::End(succeeded) => self.close_parallel(facts.parallel, succeeded),
        }
    }
}
