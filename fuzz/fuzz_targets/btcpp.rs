//! Any bytes as a file of BehaviorTree.CPP that includes itself: what is read is a document that this program's own file can hold, and that
//! is written as it was, if BehaviorTree.CPP would not refuse it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use treewright_exchange::ExchangeFormat;
use treewright_fuzz::through;

fuzz_target!(|bytes: &[u8]| {
    for text in through(ExchangeFormat::Btcpp, "a.xml", bytes) {
        assert_eq!(text.as_bytes(), bytes);
    }
});
