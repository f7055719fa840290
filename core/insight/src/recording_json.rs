//! Recordings of runs as lines of JSON, `NAME.trace.jsonl`: first what was run, then a line a frame. A file opens anywhere, since it holds the
//! texts of the documents and task libraries that the program was made of.
//!
//! ```json
//! {"format":"treewright-trace","version":1,"tree":"guard.bt.json","dt":0.1,"seed":7,"documents":[{"path":"guard.bt.json","text":"…"}]}
//! {"frame":1,"status":"Running","events":[["start","n1"]],"stacks":[["n1"]]}
//! {"frame":2,"did":[{"set":{"health":3},"agent":0}],"status":"Running","events":[["check","n3","Failure"]],"stacks":[["n1"]]}
//! ```
//!
//! - The main document comes first, then all that it refers to; one that could not be read stands there with the reason. Task libraries
//!   come in the order in which their kinds were added.
//! - `leaves` plays leaves as a scenario does, by their ids in the program.
//! - `did` is what was done before the frame, in order: `set`, `send`, `force`, `interrupt`, `add`, `remove` and `swap`, each for an `agent`
//!   or, where none is named, for all. `dt` stands where a frame was not as long as the head says.
//! - Events, status and stacks are those of the first agent (`agent` says its number unless that is 0); `agents` holds those of the others.
//! - Values are written as everywhere. What cannot be written so, as an infinite number, is `{"exact": …}`, as in a snapshot.
//!
//! What happened in a frame is not taken from the file: the run is done again, and each line must come out as it stands there.
//! **Invariant:** writing what was read gives the same bytes.

mod done;
mod fault;
mod frame;
mod head;
mod replay;
mod sources;
mod values;
mod write;

pub use fault::RecordingFault;
pub use frame::frame_line;
pub use head::{Setup, head};
pub use replay::{FromFiles, Replay, read};
pub use sources::{HeldFile, Sources, Unpacked};
pub use write::{NotWritten, Room, lines, write};

/// What `format` says in the first line of each file.
pub const FORMAT: &str = "treewright-trace";

/// The version that is written, and the latest that is read.
pub const VERSION: u64 = 1;

/// How the names of such files end.
pub const ENDING: &str = ".trace.jsonl";

/// The most nodes that the trees of all agents of a run can have together.
pub const MAX_NODES: usize = 4_000_000;

/// A line of a file NAME.trace.jsonl: the first says what was run, each after it is a frame. What happened in a frame is not taken from
/// the file: the run is done again, and each line must come out as it stands there.
#[cfg(feature = "schema")]
#[derive(schemars::JsonSchema)]
#[schemars(
    title = "Treewright recording, version 1: a line",
    untagged,
    transform = by_format
)]
#[expect(dead_code, reason = "it is described, never made")]
enum Described {
    Head(head::File),
    Frame(replay::Line<'static>),
}

/// Which of the two it is can be seen at once, so that what is said is said of that one.
#[cfg(feature = "schema")]
fn by_format(line: &mut schemars::Schema) {
    if let Some(serde_json::Value::Array(forms)) = line.remove("anyOf")
        && let Ok([head, frame]) = <[serde_json::Value; 2]>::try_from(forms)
    {
        line.insert("if".into(), serde_json::json!({"required": ["format"]}));
        line.insert("then".into(), head);
        line.insert("else".into(), frame);
    }
}

/// What is to be found in each line.
#[cfg(feature = "schema")]
pub(super) fn schema() -> serde_json::Value {
    treewright_core::format::schema::of::<Described>("trace")
}

#[cfg(test)]
mod tests;
