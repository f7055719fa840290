//! Any bytes as a file of BehaviorTree.CPP that includes itself: what is read is a document that this program's own file can hold, and that
//! is written as it was, if BehaviorTree.CPP would not refuse it.
#![no_main]

use std::collections::BTreeMap;

use libfuzzer_sys::fuzz_target;
use treewright_core::format::exchange::{ReadOptions, Source, WriteOptions};
use treewright_core::format::{btcpp, native, tasks_json};
use treewright_core::library::NodeLibrary;
use treewright_core::project::Project;

fuzz_target!(|bytes: &[u8]| {
    let around = BTreeMap::from([("a.xml".to_owned(), bytes.to_vec())]);
    let options = ReadOptions::default();
    let source = Source {
        path: "a.xml",
        bytes,
        around: &around,
        options: &options,
    };
    let Ok(imported) = btcpp::read(&source) else {
        return;
    };
    let mut library = NodeLibrary::builtin();
    for own in &imported.libraries {
        let text = tasks_json::write(&own.library);
        let read = tasks_json::read(text.as_bytes()).expect("the library can be read");
        library.add_library("a", &read.library);
    }
    let document = &imported.documents[0].document;
    let _ = btcpp::standing_remarks(document);
    let text = native::write(document).expect("the document can be written");
    let read = native::read(text.as_bytes()).expect("the document can be read");
    assert_eq!(read.document, *document);
    let project = Project::alone(&read.document);
    if let Ok(written) = btcpp::write(&project, &library, &WriteOptions::default()) {
        assert_eq!(written.files[0].text.as_bytes(), bytes);
    }
});
