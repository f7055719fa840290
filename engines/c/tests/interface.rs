//! The C interface from outside: programs in C, C++ and Python are built with the system's compilers and run, also under valgrind and with
//! sanitizers; and the header says what the library has.
//!
//! Without a tool, its test says that it skips; with `TREEWRIGHT_REQUIRE_C=1` it fails.

#![allow(clippy::unwrap_used, reason = "a test")]

#[path = "interface/declared.rs"]
mod declared;
#[cfg(feature = "link")]
#[path = "../../../link/tests/processes/editor.rs"]
mod editor;
#[path = "interface/header.rs"]
mod header;
#[cfg(feature = "link")]
#[path = "interface/linked.rs"]
mod linked;
#[path = "interface/programs.rs"]
mod programs;
#[path = "interface/tools.rs"]
mod tools;
