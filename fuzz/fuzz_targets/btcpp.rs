//! Arbitrary bytes as a BehaviorTree.CPP file that includes itself. A document that was read fits into the native file format. It is written back
//! unchanged, unless BehaviorTree.CPP would refuse the file.
#![no_main]

use libfuzzer_sys::fuzz_target;
use treewright_exchange::ExchangeFormat;
use treewright_fuzz::through;

fuzz_target!(|bytes: &[u8]| {
    for text in through(ExchangeFormat::Btcpp, "a.xml", bytes) {
        assert_eq!(text.as_bytes(), bytes);
    }
});
