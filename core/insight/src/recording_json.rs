//! Recordings of runs as lines of JSON, `NAME.trace.jsonl`: first a header that describes the run, then one line per frame. A
//! file is self-contained, since it includes the texts of the documents and task libraries of the program.
//!
//! ```json
//! {"format":"treewright-trace","version":1,"tree":"guard.bt.json","dt":0.1,"seed":7,"documents":[{"path":"guard.bt.json","text":"…"}]}
//! {"frame":1,"status":"Running","events":[["start","n1"]],"stacks":[["n1"]]}
//! {"frame":2,"did":[{"set":{"health":3},"agent":0}],"status":"Running","events":[["check","n3","Failure"]],"stacks":[["n1"]]}
//! ```
//!
//! - The main document comes first, then all documents that it refers to; one that could not be read is listed with the reason.
//!   Task libraries are in the order in which their node types were added.
//! - `leaves` sets stand-ins of leaves as in a scenario, by their ids in the program.
//! - `did` lists the inputs before the frame, in order: `set`, `send`, `force`, `interrupt`, `add`, `remove` and `swap`, each for
//!   an `agent` or, without one, for all. `dt` is present if the frame's duration differs from the header.
//! - An agent that is added runs the program of the first agent; with `like`, that of the agent with this number; with `tree`,
//!   `leaves`, `documents` and `libraries`, a program of another tree. `swap` replaces the program of the first agent or, with `of`,
//!   that of the agent with this number, in all agents that run it.
//! - Events, status and stacks are those of the first agent (`agent` is its number unless that is 0); `agents` contains those of
//!   the others.
//! - `data` are what tasks attached to the frame: the id of the node (none for a task of a background tree), a name and a value.
//!   `data_dropped` counts those that had no room.
//! - Values are written as in documents. Values that cannot be written so, such as infinite numbers, are `{"exact": …}`, as in a
//!   snapshot.
//!
//! The events of frames are not taken from the file: the run is repeated, and each line must result exactly as it is in the file.
//! **Invariant:** writing a recording that was read gives the same bytes.

mod done;
mod fault;
mod frame;
mod head;
mod replay;
mod sources;
mod values;
mod write;

pub use done::read_input;
pub use fault::RecordingFault;
pub use frame::frame_line;
pub use head::{AddedTree, Setup, head};
pub use replay::{CompiledSources, Replay, read};
pub use sources::{ParsedSources, RecordedFile, Sources};
pub use values::Recorded;
pub use write::{FileBudget, WriteError, lines, write};

/// The value of `format` in the first line of each file.
pub const FORMAT: &str = "treewright-trace";

/// The version that is written, and the latest that can be read.
pub const VERSION: u64 = 1;

/// The file name extension.
pub const ENDING: &str = ".trace.jsonl";

/// The maximum number of nodes of the trees of all agents together.
pub const MAX_NODES: usize = 4_000_000;

/// A line of a file NAME.trace.jsonl: the first line describes the run, each line after it is a frame. The events of frames are
/// not taken from the file: the run is repeated, and each line must result exactly as it is in the file.
#[cfg(feature = "schema")]
#[derive(schemars::JsonSchema)]
#[schemars(
    title = "Treewright recording, version 1: a line",
    untagged,
    transform = crate::file_header::by_format
)]
#[expect(dead_code, reason = "only its schema is used")]
enum Described {
    Head(head::File<'static>),
    Frame(replay::Line<'static>),
}

/// Returns the JSON schema of a line.
#[cfg(feature = "schema")]
pub(super) fn schema() -> serde_json::Value {
    treewright_core::format::schema::of::<Described>("trace")
}

#[cfg(test)]
mod tests;
