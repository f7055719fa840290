//! The problems of a recording's lines.

use treewright_core::format::{FormatError, FormatErrorKind};
use treewright_core::{Message, told};

told! {
    /// A problem of a recording.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum RecordingFault of "recording_error" {
        /// A line has an unexpected frame number.
        OtherFrame {
            /// The expected frame.
            next: u64,
            /// The frame in the file.
            frame: u64,
        } = "other_frame", "expected frame {next}, found frame {frame}";
        /// The run has too many frames.
        MostFrames {
            /// The maximum.
            most: u64,
        } = "most_frames", "the run has too many frames: limit {most}";
        /// The trees have too many nodes.
        MostNodes {
            /// The maximum.
            most: usize,
        } = "most_nodes", "the trees of all agents have too many nodes in total: limit {most}";
        /// The tree has no root.
        NoRoot = "no_root", "nothing can run: the tree has no root";
        /// A document in the recording cannot be read.
        Held {
            /// The path of the document.
            path: String,
            /// The reason.
            why: Message,
        } = "held", "document `{path}` cannot be used: {why}";
        /// An input has no agent.
        NoAgent = "no_agent", "the agent is missing";
        /// An input refers to a missing node.
        NoNode {
            /// The id of the node.
            node: String,
        } = "no_node", "the program has no node `{node}`";
        /// An input has none of these fields, or several.
        OneOf {
            /// The fields, exactly one of which must be present.
            fields: &'static str,
        } = "one_of", "expected exactly one of the fields {fields}";
        /// An added agent has an agent like it as well as files, or a part of the files only.
        AddedTree = "added_tree",
            "an added agent has `tree` and `documents`, or `like`, or neither";
        /// No agent with this number exists.
        NoSuchAgent {
            /// The number.
            agent: u64,
        } = "no_such_agent", "there is no agent {agent}";
        /// An object must have exactly one field.
        OneField = "one_field", "expected an object with exactly one field";
    }
}

/// Creates the error of a line.
pub(super) fn wrong(message: impl Into<Message>) -> FormatError {
    let message = message.into();
    FormatError::new(FormatErrorKind::WrongField { message })
}
