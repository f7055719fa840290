//! Arbitrary bytes as a document that is exported to every format, with and without inlined subtrees. The result is a text or a list of reasons.
//! Exported game configs can be read, and, unless subtrees are inlined, exporting them again yields the same text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use treewright_exchange::{ExchangeFormat, WriteOptions, write};
use treewright_core::format::native;
use treewright_core::library::NodeLibrary;
use treewright_core::project::Project;

fuzz_target!(|bytes: &[u8]| {
    let Ok(read) = native::read(bytes) else {
        return;
    };
    let library = NodeLibrary::builtin();
    for inline_subtrees in [false, true] {
        let options = WriteOptions {
            inline_subtrees,
            minify: inline_subtrees,
            ..WriteOptions::default()
        };
        let project = Project::alone(&read.document);
        let written = |format, project: &Project<'_>| write(format, project, &library, &options);
        for format in ExchangeFormat::ALL {
            let _ = written(format, &project);
        }
        if let Ok(exported) = written(ExchangeFormat::GameConfig, &project) {
            let text = exported.files[0].text();
            let config = native::read(text.as_bytes())
                .expect("a config can be read")
                .document;
            let again = written(ExchangeFormat::GameConfig, &Project::alone(&config));
            let again = again.expect("the config can be exported again");
            // Inlining again would give longer ids to the nodes of inlined trees.
            if !inline_subtrees {
                assert_eq!(again.files[0].text(), text);
            }
        }
    }
});
