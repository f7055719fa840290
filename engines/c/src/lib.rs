//! The C interface of `treewright-core`. `include/treewright.h` describes it to its users; here is how it keeps its promise
//! that no mistake of a caller is undefined behavior, as far as a C interface can keep it.
//!
//! - **Handles are numbers**, not addresses ([`handles`]): a null, dead, invented or mistyped one is not found, and that is
//!   an error code. The same holds for the node that a callback gets ([`node`]), which is known only while the callback
//!   runs, and only in its thread.
//! - **What a handle stands for has a lock**, which a call tries to take and never waits for: a callback that ticks or frees the
//!   tree that is calling it gets an error, and so does a second thread.
//! - **Each function is a border** ([`border`]): panics end there. A panic inside of a callback ends in the engine, which makes
//!   the task fail.
//! - **Pointers of the caller are followed in two places** ([`memory`], [`values`]): they check for null, alignment, lengths
//!   and UTF-8. What remains to the caller is that a pointer that passes points to what the header says. Besides them only
//!   [`callbacks`] follows pointers: its own, to the callbacks that are running.
//!
//! Functions that take pointers are not marked `unsafe`, since only C can call them: no module is public, and Rust code outside
//! of this crate sees nothing but the sizes of the structs ([`SIZES`]).
#![deny(missing_docs)]

mod access;
mod border;
mod buffers;
mod callbacks;
mod completions;
mod constants;
mod contents;
mod handles;
mod library;
#[cfg(feature = "link")]
mod links;
mod managers;
mod memory;
mod node;
mod node_task;
mod problems;
mod programs;
mod reports;
mod saved;
mod tasks;
mod tracing;
mod trees;
mod values;
mod variables;

/// The sizes in bytes of the structs that the header declares, with their names in the source, for a test that compares them.
pub const SIZES: [(&str, usize); 10] = [
    ("Str", size_of::<memory::Str>()),
    ("CValue", size_of::<values::CValue>()),
    ("CParameter", size_of::<tasks::CParameter>()),
    ("CTask", size_of::<tasks::CTask>()),
    ("CEvent", size_of::<tracing::CEvent>()),
    ("CTracer", size_of::<tracing::CTracer>()),
    ("CVariable", size_of::<programs::CVariable>()),
    ("CProblem", size_of::<problems::CProblem>()),
    ("COutcome", size_of::<reports::COutcome>()),
    ("CReason", size_of::<reports::CReason>()),
];
