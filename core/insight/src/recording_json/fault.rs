//! What is wrong with a recording's lines, a row each.

use treewright_core::format::{FormatError, FormatErrorKind};
use treewright_core::{Message, told};

told! {
    /// What is wrong with a recording.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum RecordingFault of "recording_error" {
        /// A line is of another frame than comes next.
        OtherFrame {
            /// What comes next.
            next: u64,
            /// What stands there.
            frame: u64,
        } = "other_frame", "expected frame {next}, found frame {frame}";
        /// It has more frames than are run.
        MostFrames {
            /// The most.
            most: u64,
        } = "most_frames", "the run has too many frames: limit {most}";
        /// Its trees have more nodes than are run.
        MostNodes {
            /// The most.
            most: usize,
        } = "most_nodes", "the trees of all agents have too many nodes in total: limit {most}";
        /// Its tree has no root.
        NoRoot = "no_root", "nothing can run: the tree has no root";
        /// A document in it cannot be read.
        Held {
            /// The document's path.
            path: String,
            /// Why.
            why: Message,
        } = "held", "document `{path}` cannot be used: {why}";
        /// Something was done to nobody.
        NoAgent = "no_agent", "the agent is missing";
        /// Something was done to a node that is not there.
        NoNode {
            /// The node's id.
            node: String,
        } = "no_node", "the program has no node `{node}`";
        /// Nothing was done, or several things at once.
        OneOf {
            /// Fields, one of which is there.
            fields: &'static str,
        } = "one_of", "expected exactly one of the fields {fields}";
        /// An object has no field, or several.
        OneField = "one_field", "expected an object with exactly one field";
    }
}

/// Something wrong with a line.
pub(super) fn wrong(message: impl Into<Message>) -> FormatError {
    let message = message.into();
    FormatError::new(FormatErrorKind::WrongField { message })
}
