//! The errors of built-in node types at run time, one row each. Errors of a game's own tasks are free text.

use crate::told;
use crate::value::ValueType;

told! {
    /// The reason why a task cannot do its work.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum TaskError of "task_error" {
        /// There is no expression to evaluate, or no variable for its result.
        NoExpression = "no_expression", "no variable or no expression is set";
        /// There is no value to write, or no variable.
        NothingToWrite = "nothing_to_write", "no variable or no value is set";
        /// The payload of an event has another type than the variable.
        WrongPayload {
            /// The event.
            name: String,
            /// The type of the payload.
            brings: ValueType,
            /// The type of the variable.
            takes: ValueType,
        } = "event_brings", "the payload of event `{name}` has another type than the variable: expected {takes}, found {brings}";
    }
}
