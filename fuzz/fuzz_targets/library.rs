//! Arbitrary bytes as a task library. Reading returns a library or errors. A written library reads back as the same library.
#![no_main]

use libfuzzer_sys::fuzz_target;
use treewright_core::format::tasks_json;
use treewright_core::library::NodeLibrary;

fuzz_target!(|bytes: &[u8]| {
    let Ok(read) = tasks_json::read(bytes) else {
        return;
    };
    assert_eq!(read.positions.len(), read.library.tasks.len());
    NodeLibrary::builtin().add_library("fuzz", &read.library);
    let text = tasks_json::write(&read.library);
    let again = tasks_json::read(text.as_bytes()).expect("a written file can be read");
    assert_eq!(again.library, read.library);
});
