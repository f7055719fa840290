//! Lets an editor attach to a running game: it sees what trees do and did, pauses at breakpoints, and changes values and
//! trees. Knows the engine and its breakpoints, but no editor.
//!
//! The editor listens, the game dials out; so a game never opens a port. The game finds the editor by the environment
//! variable `TREEWRIGHT_LINK` or by the file that the editor writes, at any time.
//!
//! A game calls a [`Link`]; its [`Settings`] say what is kept, a [`Source`] where a tree is from. For editors and other tools:
//! - [`proof`]: both sides prove that they know a token. [`framing`]: messages as bytes. [`protocol`]: the messages.
//!   [`conversation`]: both sides of a conversation.
//! - With the feature `schema`: `schema`, the JSON Schemas of all of that.
//! - With the feature `editor`: `seen`, what an editor knows of a game, and `live_file`, the file of that.
#![deny(missing_docs)]

mod address;
pub mod conversation;
mod desk;
mod exchange;
mod following;
pub mod framing;
mod game;
#[cfg(any(test, feature = "editor"))]
pub mod live_file;
pub mod proof;
pub mod protocol;
mod refusal;
mod ring;
#[cfg(feature = "schema")]
pub mod schema;
#[cfg(any(test, feature = "editor"))]
pub mod seen;
mod socket;
#[cfg(any(test, feature = "testing"))]
#[doc(hidden)]
pub mod testing;

/// Compiles and runs the code blocks of the page as doc-tests.
#[cfg(doctest)]
#[doc = include_str!("../../docs/live-link.md")]
pub struct LiveLink;

/// Compiles and runs the code blocks of the page as doc-tests.
#[cfg(doctest)]
#[doc = include_str!("../../docs/guide/first-hour/programmer.md")]
pub struct FirstHourOfAProgrammer;

pub use address::{Address, VARIABLE};
pub use exchange::{SentFiles, Source};
pub use game::{Link, Settings};
pub use refusal::Refusal;
