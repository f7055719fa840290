//! The C interface from outside: programs in C, C++ and Python are built with the system's compilers and run, also under valgrind and with
//! sanitizers; and the header says what the library has.
//!
//! Without a tool, its test says that it skips; with `TREEWRIGHT_REQUIRE_C=1` it fails.

#![allow(clippy::unwrap_used, reason = "a test")]

#[path = "interface/declared.rs"]
mod declared;
#[path = "interface/header.rs"]
mod header;
#[path = "interface/programs.rs"]
mod programs;
#[path = "interface/tools.rs"]
mod tools;
