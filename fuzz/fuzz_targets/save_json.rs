//! Arbitrary bytes as nested save JSON. Reading returns a document or an error. A document that was read can be saved, opened and exported again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use treewright_exchange::ExchangeFormat;
use treewright_fuzz::through;

fuzz_target!(|bytes: &[u8]| {
    through(ExchangeFormat::SaveJson, "x.json", bytes);
});
