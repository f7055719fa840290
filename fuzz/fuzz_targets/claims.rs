//! Arbitrary bytes as claims. Reading returns claims or an error, and written claims read back as the same ones. Checked against an example,
//! they watch its frames, or each error has a place in the text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use treewright_core::format::native;
use treewright_core::library::NodeLibrary;
use treewright_core::project::Project;
use treewright_explore::alternatives::alternatives;
use treewright_explore::program::AnalyzedTree;
use treewright_explore::{claims, claims_json};

const GUARD: &[u8] = include_bytes!("../../assets/examples/guard.bt.json");

fuzz_target!(|bytes: &[u8]| {
    let Ok(claims) = claims_json::read(bytes) else {
        return;
    };
    let text = claims_json::write(&claims);
    let again = claims_json::read(text.as_bytes()).expect("a written file can be read");
    assert_eq!(again, claims);
    let document = native::read(GUARD)
        .expect("the example can be read")
        .document;
    let library = NodeLibrary::builtin();
    let tree = AnalyzedTree::new(Project::alone(&document), &library).expect("the example runs");
    match claims::check(&claims, &tree) {
        Ok(checked) => drop(alternatives(&tree, &checked)),
        Err(errors) => {
            for error in errors {
                assert!(claims_json::place_of(text.as_bytes(), &error).is_some());
            }
        }
    }
});
