//! Any bytes as files of behaviac: reading answers documents or an error, and what was read can be saved and opened.
#![no_main]

use libfuzzer_sys::fuzz_target;
use treewright_exchange::ExchangeFormat;
use treewright_fuzz::through;

fuzz_target!(|bytes: &[u8]| {
    let written = through(ExchangeFormat::Behaviac, "x.xml", bytes);
    assert!(written.is_empty());
});
