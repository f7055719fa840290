//! The history of a run over many frames, kept by node and by variable as the run continues. Does not know how it is written to a
//! file.

mod abort_story;
mod changes;
mod lanes;
mod node_runs;
mod switching;
mod tail;

pub use abort_story::{AbortSummary, aborts};
pub use changes::{Change, DataSeries, Extremes, Sample, ValueSource, VariableChanges};
pub use lanes::{NodeHistory, NodeNote, NoteKind, RunHistory, Span};
pub use node_runs::{NodeRun, NodeRuns, NodeState};
pub use switching::Switching;
pub use tail::{ChunkedList, ChunkedSlice};
