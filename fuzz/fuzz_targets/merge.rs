//! Arbitrary bytes as edits of two copies of a document. The merged document is a forest and can be saved. Edits of different branches never
//! conflict.
#![no_main]

use libfuzzer_sys::fuzz_target;
use treewright_authoring::testing;

fuzz_target!(|bytes: &[u8]| testing::merges(bytes));
