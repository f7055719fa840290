//! The schema of stand-ins: one object per form. The reader distinguishes them by their fields.

use schemars::JsonSchema;

use super::values::{ActsLikeName, ByName, StatusName, Whole};

/// What replaces a node while there is no game: the results of a leaf, or how a composite or decorator runs its
/// children (`acts_like`). For a conditional, Running counts as Failure, and counting starts with the run instead of
/// the leaf.
#[derive(JsonSchema)]
#[schemars(rename = "stand_in", untagged, deny_unknown_fields)]
pub enum StandIn {
    /// Waits for a forced result; until then Running, or Failure for a conditional.
    Ask(#[schemars(extend("const" = "ask"))] String),
    /// Always this result.
    Always {
        /// The result.
        always: StatusName,
    },
    /// This result in that frame of the leaf (the frame in which it starts is 1), Running before.
    AfterFrames {
        /// The number of the frame, from 1.
        after_frames: Whole,
        /// The result.
        then: StatusName,
    },
    /// The result after this many seconds of game time since the leaf started; Running until then.
    AfterSeconds {
        /// The delay in seconds.
        #[schemars(range(min = 0, max = 1_000_000_000))]
        after_seconds: f64,
        /// The result.
        then: StatusName,
    },
    /// One letter per update since the beginning of the run: S for Success, F for Failure, R for Running. After the
    /// last letter it repeats, or the list starts again.
    Updates {
        /// The letters.
        #[schemars(regex(pattern = "^[SFR]*$"))]
        updates: String,
        /// Whether the list starts again after the last letter. Otherwise the last letter repeats.
        #[schemars(extend("default" = false))]
        again: Option<bool>,
    },
    /// Each result from its frame on, until the next entry; Running before the first.
    Frames {
        /// Results by frame number.
        #[schemars(with = "ByName<StatusName>")]
        #[schemars(extend("propertyNames" = {"pattern": "^[0-9]+$"}))]
        frames: (),
    },
    /// Success with this probability, else Failure. Each update draws anew.
    Probability {
        /// The probability, 0 to 1.
        #[schemars(range(min = 0, max = 1))]
        probability: f64,
    },
    /// Success while this expression over the tree's variables is true, else Failure.
    Expression {
        /// The expression.
        expression: String,
    },
    /// Runs the children of a composite or decorator like this built-in node type. `PassThrough` runs the only child
    /// and returns its result.
    ActsLike {
        /// The node type.
        acts_like: ActsLikeName,
    },
}
