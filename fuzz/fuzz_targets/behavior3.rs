//! Arbitrary bytes as behavior3 files, both nested (with node definitions) and original. Reading returns documents or an error. Documents that were
//! read can be saved, opened and exported again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use treewright_exchange::ExchangeFormat;
use treewright_fuzz::{through, through_beside};

/// A tree that uses node types from the seed's node definitions: one game-defined and one built-in.
const TREE: &[u8] = br#"{"name":"x","root":{"name":"Repeater","uuid":"a","args":{"count":3},"children":[{"name":"Attack","uuid":"b",
"args":{"times":2,"kind":"bow"},"input":["target","a","b"],"output":["hit"]}]},"version":"2.2.0"}"#;

fuzz_target!(|bytes: &[u8]| {
    through(ExchangeFormat::Behavior3, "x.json", bytes);
    through(ExchangeFormat::Behavior3, "x.b3-setting", bytes);
    through_beside(
        ExchangeFormat::Behavior3,
        ("x.json", TREE),
        &[("x.b3-setting", bytes)],
    );
    through(ExchangeFormat::Behavior3Original, "x.json", bytes);
});
