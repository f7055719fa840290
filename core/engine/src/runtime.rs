//! The executor: a [`Program`] shared by all its instances, a [`TreeInstance`] for each agent, a [`TreeManager`] for
//! many agents.
//!
//! A frame is one [`TreeInstance::tick`]:
//! 1. **External input** since the last frame is applied: variables are written at once, events and forced results wait
//!    for the tick.
//! 2. **Re-evaluation** (not in a tree's first frame): each observer checks its conditional again. If the status
//!    changed, it may interrupt what runs inside its scope (`aborts.rs`).
//! 3. **Run**: the top task of the main run stack runs. When it ends, its parent continues in the same frame, until a
//!    task returns Running or the root ends (`executor.rs`). A Parallel runs its branches left to right, each with its
//!    own run stack (`parallel.rs`).
//!
//! A run stack is a path of the tree, so only its top is stored: the rest is the chain of parents up to the branch's
//! first task. All branches that a tree can have are known when it is compiled (the root, and every child of a
//! Parallel). They are numbered in pre-order, so a running instance consists of a few small arrays. Once these have
//! their size, a tick allocates nothing.
//!
//! **Invariant:** this module does not know that there is a document; node ids are carried for tracers only. It names
//! no node type: node types implement [`Tasks`] and are passed as a type parameter, so that every call is static.

mod aborts;
mod blackboard;
mod companions;
mod executor;
mod frame;
mod game_parents;
mod hot_swap;
mod instance;
mod jumps;
mod objects;
mod outside;
mod panics;
mod parallel;
mod parent_task;
mod program;
mod program_builder;
mod prospect;
mod reach;
mod sharing;
#[cfg(feature = "rayon")]
mod side_by_side;
mod sleeping;
mod snapshot;
mod supervision;
mod task;
mod tick_context;
mod tracer;
mod tree_manager;
mod user_task;
mod variables;
mod world;

pub use crate::status::{EndStatus, Outcome, Status};
pub use blackboard::{Globals, Operand, OperandType, Slot, VariableError, VariableSlot};
pub use companions::BackgroundTreeState;
pub use hot_swap::SwapOutcome;
pub use instance::{TreeInstance, TreeState};
pub use outside::Event;
pub use outside::{Received, Request};
pub use parallel::Tally;
pub use parallel::{PipelineDecision, Turn};
pub use parent_task::{Children, JoinRule, ParentCallbacks, ParentFactory, ParentTask};
pub use program::{NodeIndex, Program, ProgramVariable};
pub use program_builder::{NodeSpec, Operation, ProgramBuilder, ProgramError};
pub use prospect::{ObserverView, Prospect};
pub use reach::{Interruption, Reach};
pub use sharing::Sharing;
pub use sleeping::Wake;
pub(crate) use snapshot::exact_float;
pub use snapshot::{
    GlobalSnapshot, GlobalsSnapshot, ManagerSnapshot, Snapshot, SnapshotError, WatchedSnapshot,
};
pub use task::{Next, ParentContext, Revision, Rule, TaskRequirements, Tasks, Verdict};
pub use tick_context::{FailedTask, TickContext};
pub use tracer::{Beside, NoTracer, Tracer};
pub use tree_manager::{AgentId, TreeManager, WorldCount};
pub use user_task::{Task, TaskContext, TaskHooks};
pub use variables::{Storage, StorageReader, StorageWriter};
pub use variables::{VariableType, VariableView};
pub use world::{Lent, LentWorld, World};

#[cfg(test)]
mod laws;
#[cfg(any(test, feature = "testing"))]
#[doc(hidden)]
pub mod testing;
#[cfg(test)]
mod tests;
