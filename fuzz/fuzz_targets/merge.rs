//! Any bytes as edits of two copies of a document: what is merged is a forest, can be saved, and edits of different branches never conflict.
#![no_main]

use libfuzzer_sys::fuzz_target;
use treewright_authoring::testing;

fuzz_target!(|bytes: &[u8]| testing::merges(bytes));
