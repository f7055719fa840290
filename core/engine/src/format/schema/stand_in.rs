//! What plays a node, as the schemas say it: one object for each form, which the reader tells apart by their fields.

use schemars::JsonSchema;

use super::values::{ActsLikeName, ByName, StatusName, Whole};

/// What plays a leaf, or what a parent whose code is not here acts like (`acts_like`). A conditional answers at once: Running counts as Failure for it, and what other leaves count from their start it
/// counts from the beginning of the run.
#[derive(JsonSchema)]
#[schemars(rename = "stand_in", untagged, deny_unknown_fields)]
pub enum StandIn {
    /// Somebody is asked: Running, for a conditional Failure, until there is an answer.
    Ask(#[schemars(extend("const" = "ask"))] String),
    /// Always this result.
    Always {
        /// The result.
        always: StatusName,
    },
    /// This result in that frame since it started (the one in which it starts is the first), Running before.
    AfterFrames {
        /// The frame.
        after_frames: Whole,
        /// The result.
        then: StatusName,
    },
    /// This result once the frames since it started have lasted so many seconds, Running before.
    AfterSeconds {
        /// The seconds.
        #[schemars(range(min = 0, max = 1_000_000_000))]
        after_seconds: f64,
        /// The result.
        then: StatusName,
    },
    /// A letter for each update since the beginning of the run, S, F or R; the last one repeats, or they start again.
    Updates {
        /// The letters.
        #[schemars(regex(pattern = "^[SFR]*$"))]
        updates: String,
        /// Whether they start again after the last one.
        #[schemars(extend("default" = false))]
        again: Option<bool>,
    },
    /// The result from each of these frames on, until the next; Running before the first.
    Frames {
        /// Results by the number of the frame.
        #[schemars(with = "ByName<StatusName>")]
        #[schemars(extend("propertyNames" = {"pattern": "^[0-9]+$"}))]
        frames: (),
    },
    /// Success with this probability, else Failure, drawn anew for each update.
    Probability {
        /// The probability.
        #[schemars(range(min = 0, max = 1))]
        probability: f64,
    },
    /// Success while this expression over the tree's variables holds, else Failure.
    Expression {
        /// The expression.
        expression: String,
    },
    /// A parent whose code is not here does with its children as this kind does; `PassThrough` runs its only child and ends with the child's result.
    ActsLike {
        /// The kind.
        acts_like: ActsLikeName,
    },
}
