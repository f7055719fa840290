//! Arbitrary bytes as a document in its compact form. Reading returns a document or an error. A document that was read is a forest, loads as a
//! program like its JSON, which runs for ten frames, and is written; the written file reads back as the same document. So that damage inside is
//! found, too, the bytes are also read with a right length.
#![no_main]

use libfuzzer_sys::fuzz_target;
use treewright_core::TreeInstance;
use treewright_core::compile::GameTasks;
use treewright_core::format::{compact, native};
use treewright_core::load::Loaded;
use treewright_core::model::broken_invariants;
use treewright_core::runtime::Globals;

fuzz_target!(|bytes: &[u8]| {
    check(bytes);
    let start = compact::MAGIC.len() + 5;
    if bytes.len() >= start {
        let mut file = compact::MAGIC.to_vec();
        file.push(compact::VERSION as u8);
        file.extend(((bytes.len() - start) as u32).to_le_bytes());
        file.extend(&bytes[start..]);
        check(&file);
    }
});

fn check(bytes: &[u8]) {
    let tasks = GameTasks::<()>::new();
    let loaded = Loaded::from_bytes(bytes, &tasks);
    let Ok(document) = compact::read(bytes) else {
        return;
    };
    assert_eq!(broken_invariants(&document), Vec::<String>::new());
    if let Ok(json) = native::write(&document) {
        let other = Loaded::from_bytes(json.as_bytes(), &tasks);
        assert_eq!(loaded.program.is_some(), other.program.is_some());
        assert_eq!(loaded.problems.len(), other.problems.len());
    }
    if let Some(program) = loaded.program {
        let mut globals = Globals::default();
        let mut instance = TreeInstance::new(program, document.seed);
        for _ in 0..10 {
            instance.tick(&mut (), &mut globals, 0.5);
        }
    }
    let file = compact::write(&document).expect("a document that was read can be written");
    let again = compact::read(&file).expect("a written file can be read");
    assert_eq!(again, document);
}
