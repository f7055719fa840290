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
        } = "other_frame", "frame {next} should stand here, not frame {frame}";
        /// It has more frames than are run.
        MostFrames {
            /// The most.
            most: u64,
        } = "most_frames", "a run has at most {most} frames";
        /// Its trees have more nodes than are run.
        MostNodes {
            /// The most.
            most: usize,
        } = "most_nodes", "the trees of all agents have at most {most} nodes";
        /// Its tree has no root.
        NoRoot = "no_root", "there is nothing to run in it: its tree has no root";
        /// A document in it cannot be read.
        Held {
            /// The document's path.
            path: String,
            /// Why.
            why: Message,
        } = "held", "the document `{path}` in it is of no use: {why}";
        /// Something was done to nobody.
        NoAgent = "no_agent", "it does not say which agent it is about";
        /// Something was done to a node that is not there.
        NoNode {
            /// The node's id.
            node: String,
        } = "no_node", "the program has no node `{node}`";
        /// Nothing was done, or several things at once.
        OneOf {
            /// Fields, one of which is there.
            fields: &'static str,
        } = "one_of", "what was done has one of the fields {fields}";
        /// An object has no field, or several.
        OneField = "one_field", "an object here has exactly one field";
    }
}

/// Something wrong with a line.
pub(super) fn wrong(message: impl Into<Message>) -> FormatError {
    let message = message.into();
    FormatError::new(FormatErrorKind::WrongField { message })
}
