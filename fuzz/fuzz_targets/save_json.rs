//! Any bytes as nested save JSON: reading answers a document or an error, what was read can be saved, opened and written again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use treewright_exchange::ExchangeFormat;
use treewright_fuzz::through;

fuzz_target!(|bytes: &[u8]| {
    through(ExchangeFormat::SaveJson, "x.json", bytes);
});
