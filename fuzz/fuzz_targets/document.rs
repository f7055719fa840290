//! Arbitrary bytes as a document. Reading returns a document or an error. A document that was read is a forest, and is checked, laid out, compiled,
//! run for ten frames and written. The written file reads back as the same document. Loading, which may read less, gives the same program.
#![no_main]

use libfuzzer_sys::fuzz_target;
use treewright_core::TreeInstance;
use treewright_core::compile::{GameTasks, compile};
use treewright_core::format::native;
use treewright_core::geometry::Size;
use treewright_authoring::layout::{Options, tidy};
use treewright_core::library::NodeLibrary;
use treewright_core::load::Loaded;
use treewright_core::model::{Node, broken_invariants};
use treewright_core::runtime::Globals;
use treewright_authoring::validate::validate;

fuzz_target!(|bytes: &[u8]| {
    let loaded = Loaded::from_bytes(bytes, &GameTasks::<()>::new());
    let Ok(read) = native::read(bytes) else {
        assert!(loaded.program.is_none());
        return;
    };
    let library = NodeLibrary::builtin();
    assert_eq!(broken_invariants(&read.document), Vec::<String>::new());
    validate(&read.document, &library);
    let size_of = |_: &Node| Size::new(120.0, 40.0);
    let places = tidy(&read.document, &size_of, &Options::default());
    assert_eq!(places.len(), read.document.node_count());
    let compiled = compile::<()>(&read.document, &library, &GameTasks::new());
    if let Some(program) = compiled.program {
        if let Some(loaded) = loaded.program.filter(|_| loaded.problems.is_empty()) {
            assert_eq!(loaded.fingerprint(), program.fingerprint());
        }
        let mut globals = Globals::default();
        let mut instance = TreeInstance::new(program, read.document.seed);
        for _ in 0..10 {
            instance.tick(&mut (), &mut globals, 0.5);
        }
    }
    let text = native::write(&read.document);
    let text = text.expect("an imported document can be exported");
    let again = native::read(text.as_bytes()).expect("a written file can be read");
    assert_eq!(again.document, read.document);
});
