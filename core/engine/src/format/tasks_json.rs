//! Files of task libraries, `NAME.tasks.json`: what a game's own tasks are called and what can be set on them.
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
//!       "parameters": [
//!         {"name": "target", "type": "vec3", "required": true, "help": "Where it stands."},
//!         {"name": "range", "type": "float", "default": 12.0, "range": [0, 50], "help": "In metres."},
//!         {"name": "weapon", "type": "choice", "choices": ["Rifle", "Pistol"], "default": "Rifle"}
//!       ]
//!     }
//!   ]
//! }
//! ```
//!
//! A type is that of a variable (`bool`, `[vec2]`), or one of
//! - `choice`: one of the texts of `choices`;
//! - `variable`: the name of a variable that the task reads or writes, `of` a type or of any;
//! - `same`: a value of the type of the variable that the parameter named by `as` names;
//! - `expression`: the text of an expression `of` a type, or of the type of the variable that the parameter named by `as` names;
//! - `tree`: the name of a tree.
//!
//! A parameter with `required` must be set, one with a `default` need not be; with neither it may be left out. Fields that are not
//! known are kept. Names that are taken do not make a file unreadable: see [`NodeLibrary::add_library`].
//!
//! [`NodeLibrary::add_library`]: crate::library::NodeLibrary::add_library

mod parameter;
mod read;
mod shapes;
mod write;

pub use read::{Read, read};
pub use write::write;

/// What `format` says in each file.
pub const FORMAT: &str = "treewright-tasks";

/// The version that is written, and the latest that is read.
pub const VERSION: u64 = 1;

/// The longest name of a task or parameter that is read, in characters.
pub const MAX_NAME: usize = 200;

/// What a text editor is told of these files.
#[cfg(feature = "schema")]
pub(super) fn schema() -> serde_json::Value {
    super::schema::of::<shapes::FileLibrary<'_>>("tasks")
}

#[cfg(test)]
mod tests;
