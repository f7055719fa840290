//! What a reader says of a recording's lines.

/// As the others.
pub(super) const SENTENCES: &[(&str, &str)] = &[
    (
        "recording_error.other_frame",
        "frame {next} should stand here, not frame {frame}",
    ),
    (
        "recording_error.most_frames",
        "a run has at most {most} frames",
    ),
    (
        "recording_error.most_nodes",
        "the trees of all agents have at most {most} nodes",
    ),
    (
        "recording_error.no_root",
        "there is nothing to run in it: its tree has no root",
    ),
    (
        "recording_error.held",
        "the document `{path}` in it is of no use: {why}",
    ),
    (
        "recording_error.no_agent",
        "it does not say which agent it is about",
    ),
    (
        "recording_error.unknown_agent",
        "there is no such agent in this frame",
    ),
    (
        "recording_error.no_node",
        "the program has no node `{node}`",
    ),
    (
        "recording_error.one_of",
        "what was done has one of the fields {fields}",
    ),
    (
        "recording_error.one_field",
        "an object here has exactly one field",
    ),
];
