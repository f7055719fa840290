//! Arbitrary bytes as edit commands on a document. The structure stays valid, undo and redo are exact, and a refused command changes nothing.
#![no_main]

use libfuzzer_sys::fuzz_target;
use treewright_authoring::testing;

fuzz_target!(|bytes: &[u8]| testing::edits(bytes));
