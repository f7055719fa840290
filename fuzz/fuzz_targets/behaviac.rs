//! Arbitrary bytes as behaviac files. Reading returns documents or an error. Documents that were read can be saved and opened again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use treewright_exchange::ExchangeFormat;
use treewright_fuzz::through;

fuzz_target!(|bytes: &[u8]| {
    let written = through(ExchangeFormat::Behaviac, "x.xml", bytes);
    assert!(written.is_empty());
});
