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
//! - **Pointers are read and written in few places** ([`memory`], [`values`]): they check for null, alignment, lengths and
//!   UTF-8. What remains to the caller is that a pointer which is none of these points to what the header says.
//!
//! Functions that take pointers are not marked `unsafe`, since only C calls them: their parameters have types that Rust code
//! outside of this crate cannot make.
#![deny(missing_docs)]

pub mod border;
pub mod buffers;
pub mod callbacks;
pub mod completions;
pub mod constants;
pub mod handles;
pub mod managers;
pub mod memory;
pub mod node;
pub mod node_task;
pub mod programs;
pub mod reports;
pub mod tasks;
pub mod tracing;
pub mod trees;
pub mod values;
pub mod variables;

use std::ffi::c_char;

use border::with_last_error;
use constants::TW_ABI;
use memory::Str;

/// Returns the version of the library as a text that ends with a zero byte.
#[unsafe(no_mangle)]
pub extern "C" fn tw_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// Returns the version of the interface, [`TW_ABI`] of the header with which the library was built.
#[unsafe(no_mangle)]
pub extern "C" fn tw_abi() -> i32 {
    TW_ABI
}

/// Returns the text of the last error in this thread, which is valid until the next error in it.
#[unsafe(no_mangle)]
pub extern "C" fn tw_error_text() -> Str {
    with_last_error(Str::of).unwrap_or(Str::of(""))
}
