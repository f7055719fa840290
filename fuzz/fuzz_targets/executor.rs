//! Any bytes as a program and what happens to it: every start has one end, run stacks are paths of the tree, nobody has to watch for that, and what is
//! restored goes on as if it had never stopped.
#![no_main]

use libfuzzer_sys::fuzz_target;
use treewright_authoring::testing;

fuzz_target!(|bytes: &[u8]| testing::runs(bytes));
