//! Any bytes as files of behavior3, nested with their node definitions, and original: reading answers documents or an error, what was read can be saved, opened and written again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use treewright_exchange::ExchangeFormat;
use treewright_fuzz::{through, through_beside};

/// A tree with nodes of the kinds that the seed of node definitions defines: a game's own, and one of ours.
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
