//! Why a built-in kind cannot do its work in a frame, a row each. What a game's own tasks say are words of theirs.

use crate::told;
use crate::value::ValueType;

told! {
    /// Why a task cannot do its work.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum TaskError of "task_error" {
        /// It has nothing to work out, or nowhere to write it.
        NoExpression = "no_expression", "no variable or no expression is set";
        /// It has nothing to write, or nowhere to.
        NothingToWrite = "nothing_to_write", "no variable or no value is set";
        /// What came with an event does not go into its variable.
        WrongPayload {
            /// The event.
            name: String,
            /// What came.
            brings: ValueType,
            /// What the variable holds.
            takes: ValueType,
        } = "event_brings", "the payload of event `{name}` has another type than the variable: expected {takes}, found {brings}";
    }
}
