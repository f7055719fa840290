//! The executor: a [`Program`](crate::Program) shared by all its instances, a [`TreeInstance`](crate::TreeInstance) for
//! each agent, a [`TreeManager`](crate::TreeManager) for many agents.
//!
//! A frame is one [`tick`](crate::TreeInstance::tick):
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
//! Time is counted in whole nanoseconds: [`TreeInstance::tick`] rounds the seconds that it gets once, before anything
//! adds them up.
//!
//! **Invariant:** this module does not know that there is a document; node ids are carried for tracers only. It names
//! no node type: node types implement [`Tasks`] and are passed as a type parameter, so that every call is static. Games
//! use the types at the crate's root, in which the parameter is the set of all built-in node types.

mod aborts;
mod agent_set;
mod blackboard;
mod carry_over;
mod companions;
mod completion;
mod draw;
mod errors;
mod executor;
mod fnv;
mod forgetting;
mod frame;
mod frame_data;
mod game_parents;
mod ground;
mod handles;
mod hot_swap;
mod instance;
mod jumps;
mod labels;
mod list;
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
mod state;
mod state_copy;
mod supervision;
mod task;
mod tick_context;
mod tracer;
mod tree_manager;
mod user_task;
mod variables;
mod watching;
mod world;

pub use crate::status::{EndStatus, Outcome, Status};
pub use agent_set::AgentSet;
pub(crate) use blackboard::fits_operand;
pub use blackboard::{
    GlobalConflict, Globals, Operand, OperandType, Slot, VariableError, VariableSlot,
};
pub use companions::BackgroundTreeState;
pub use completion::Completion;
pub(crate) use draw::shuffle;
pub use draw::{Draw, DrawSeeds};
pub use errors::{ErrorLog, ErrorPolicy, ErrorTracer, NodeError};
pub(crate) use fnv::Fnv;
pub use forgetting::Forgetting;
pub use frame_data::{MAX_DATA, MAX_DATA_BYTES};
pub use ground::{ChoiceRule, Ground, Setting};
pub use handles::{Key, Var};
pub use hot_swap::{SwapOutcome, SwapReason};
pub use instance::{TreeInstance as TreeInstanceOf, TreeState};
pub use list::List;
pub use outside::{Event, ForceError, Received, Request};
pub(crate) use panics::catch;
pub use parallel::{PipelineDecision, Tally, Turn};
pub use parent_task::{Children, JoinRule, ParentCallbacks, ParentFactory, ParentTask};
pub use program::{NodeIndex, Program as ProgramOf, ProgramVariable, Sends};
pub use program_builder::{NodeSpec, Operation, ProgramBuilder, ProgramError};
pub use prospect::{ObserverView, Prospect};
pub use reach::{Interruption, Reach};
pub use sharing::Sharing;
pub use sleeping::Wake;
pub(crate) use snapshot::NodeLists;
pub use snapshot::{
    GlobalSnapshot, GlobalsSnapshot, ManagerSnapshot, NodeForm, NodeSnapshot, RestoreReport,
    Snapshot, SnapshotError, SnapshotTime, TreeSnapshot, WatchedSnapshot,
};
#[doc(hidden)]
pub use state::SavedFields;
pub use state::{StateError, TaskState};
pub use state_copy::{CopyError, StateCopier};
pub use task::{Next, ParentContext, Revision, Rule, TaskRequirements, Tasks, Verdict};
pub use tick_context::{FailedTask, TickContext};
pub use tracer::{Beside, Both, Call, NoTracer, Tracer};
pub use tree_manager::{AgentId, TreeManager as TreeManagerOf, WorldCount};
pub use user_task::{Task, TaskContext, TaskHooks};
pub use variables::{Storage, StorageReader, StorageWriter, VariableType, VariableView};
#[cfg(feature = "rayon")]
pub use watching::lanes::ParallelTracing;
pub use watching::{ManagerFrame, Traced, TracedEach, TracedWatching, Tracing, Untraced, Watching};
pub use world::{Lent, LentWorld, World};
// Tests of this crate use the short names of the generic types.
#[cfg(test)]
pub(crate) use {instance::TreeInstance, program::Program, tree_manager::TreeManager};

#[cfg(test)]
mod laws;
#[cfg(any(test, feature = "testing"))]
#[doc(hidden)]
pub mod testing;
#[cfg(test)]
mod tests;
