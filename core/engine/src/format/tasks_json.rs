//! Files of task libraries, `NAME.tasks.json`: a game's own tasks with their parameters.
//!
//! ```json
//! {
//!   "format": "treewright-tasks",
//!   "version": 1,
//!   "name": "Arena",
//!   "tasks": [
//!     {
//!       "name": "Shoot",
//!       "category": "Action",
//!       "summary": "Fires at the target until it is down.",
//!       "details": "- The target is down: Success.",
//!       "icon": "target",
//!       "color": "#c04040",
//!       "stand_in": "Running",
//!       "results": ["Success", "Running"],
//!       "max_frames": 30,
//!       "parameters": [
//!         {"name": "target", "type": "vec3", "required": true, "help": "Where it stands."},
//!         {"name": "range", "type": "float", "default": 12.0, "range": [0, 50], "help": "In meters."},
//!         {"name": "weapon", "type": "choice", "choices": ["Rifle", "Pistol"], "default": "Rifle"}
//!       ]
//!     }
//!   ]
//! }
//! ```
//!
//! The type of a parameter is the type of a variable (`bool`, `[vec2]`), or one of
//! - `choice`: one of the texts in `choices`;
//! - `variable`: the name of a variable that the task reads or writes, `of` a type or of any type;
//! - `same`: a value of the same type as the variable that is named by another parameter, given in `as`;
//! - `expression`: the text of an expression `of` a type, or of the same type as the variable that is named by
//!   another parameter, given in `as`;
//! - `tree`: the name of a tree.
//!
//! `results` and `max_frames` say what a leaf may return, for exploring a tree without the game.
//!
//! A parameter with `required` must be set; one with a `default` need not be; one with neither may be left out and
//! then has no value. Unknown fields are kept. A task name that is taken does not make a file unreadable; see
//! [`NodeLibrary::add_library`].
//!
//! [`NodeLibrary::add_library`]: crate::library::NodeLibrary::add_library

mod parameter;
mod read;
mod shapes;
mod write;

pub use read::{Read, read};
pub use write::write;

/// The value of the field `format` in each file.
pub const FORMAT: &str = "treewright-tasks";

/// The version that is written, and the latest that can be read.
pub const VERSION: u64 = 1;

/// The most frames that the field `max_frames` takes.
pub const MAX_FRAMES: u64 = 1_000_000_000;

/// The longest name of a task or parameter, in characters.
pub const MAX_NAME: usize = 200;

/// The JSON Schema of these files.
#[cfg(feature = "schema")]
pub(super) fn schema() -> serde_json::Value {
    super::schema::of::<shapes::FileLibrary<'_>>("tasks")
}

#[cfg(test)]
mod tests;
