//! Any bytes as files of behaviac: reading answers documents or an error, and what was read can be saved and opened.
#![no_main]

use std::collections::BTreeMap;

use libfuzzer_sys::fuzz_target;
use treewright_core::format::exchange::{self, ExchangeFormat, ReadOptions, Source};
use treewright_core::format::native;

fuzz_target!(|bytes: &[u8]| {
    let around = BTreeMap::new();
    let options = ReadOptions::default();
    let source = Source {
        path: "x.xml",
        bytes,
        around: &around,
        options: &options,
    };
    for format in [ExchangeFormat::Behaviac] {
        let Ok(imported) = exchange::read(format, &source) else {
            continue;
        };
        for made in &imported.documents {
            let text = native::write(&made.document).expect("what was read can be saved");
            let again = native::read(text.as_bytes()).expect("what was saved can be opened");
            assert_eq!(again.document, made.document);
        }
    }
});
