//! Any bytes as nested save JSON: reading answers a document or an error, what was read can be saved, opened and written again.
#![no_main]

use std::collections::BTreeMap;

use libfuzzer_sys::fuzz_target;
use treewright_core::format::exchange::{self, ExchangeFormat, ReadOptions, Source, WriteOptions};
use treewright_core::format::native;
use treewright_core::library::NodeLibrary;
use treewright_core::project::Project;

fuzz_target!(|bytes: &[u8]| {
    let around = BTreeMap::new();
    let options = ReadOptions::default();
    let source = Source {
        path: "x.json",
        bytes,
        around: &around,
        options: &options,
    };
    for format in [ExchangeFormat::SaveJson] {
        let Ok(imported) = exchange::read(format, &source) else {
            continue;
        };
        for made in &imported.documents {
            let text = native::write(&made.document).expect("what was read can be saved");
            let again = native::read(text.as_bytes()).expect("what was saved can be opened");
            assert_eq!(again.document, made.document);
            let project = Project::alone(&again.document);
            let library = NodeLibrary::builtin();
            let Ok(written) = exchange::write(format, &project, &library, &WriteOptions::default())
            else {
                continue;
            };
            let source = Source {
                bytes: written.files[0].text.as_bytes(),
                ..source
            };
            exchange::read(format, &source).expect("what was written can be read");
        }
    }
});
