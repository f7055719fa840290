//! Arbitrary bytes as a project's breakpoints, and as another tool's substitution rules for leaves. Reading returns a value or an error. Breakpoints
//! read back as they were written, and rules can be applied to any tree.
#![no_main]

use libfuzzer_sys::fuzz_target;
use treewright_insight::breakpoints_json;
use treewright_core::format::native;
use treewright_exchange::substitution_json;
use treewright_core::library::NodeLibrary;

const GUARD: &[u8] = include_bytes!("../../assets/examples/guard.bt.json");

fuzz_target!(|bytes: &[u8]| {
    if let Ok(breakpoints) = breakpoints_json::read(bytes) {
        let text = breakpoints_json::write(&breakpoints);
        let again = breakpoints_json::read(text.as_bytes()).expect("a written file can be read");
        assert_eq!(again, breakpoints);
    }
    let _ = substitution_json::detect(bytes);
    if let Ok(rules) = substitution_json::read(bytes) {
        let tree = native::read(GUARD).expect("the example can be read");
        let _ = rules.of(&tree.document, &NodeLibrary::builtin());
    }
});
