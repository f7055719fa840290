//! Arbitrary bytes as saved state of runs. Reading returns the state or an error, and the state is written identically. Damaged state of a run is
//! refused, or runs without harm.
#![no_main]

use libfuzzer_sys::fuzz_target;
use treewright_core::format::snapshot_json;
use treewright_authoring::testing;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(tree) = snapshot_json::read(bytes) {
        let text = snapshot_json::write(&tree);
        let again = snapshot_json::read(text.as_bytes()).expect("a written file can be read");
        assert_eq!(snapshot_json::write(&again), text);
    }
    if let Ok(globals) = snapshot_json::read_globals(bytes) {
        let text = snapshot_json::write_globals(&globals);
        let again = snapshot_json::read_globals(text.as_bytes());
        let again = again.expect("a written file can be read");
        assert_eq!(snapshot_json::write_globals(&again), text);
    }
    if let Ok(manager) = snapshot_json::read_manager(bytes) {
        let text = snapshot_json::write_manager(&manager);
        let again = snapshot_json::read_manager(text.as_bytes());
        let again = again.expect("a written file can be read");
        assert_eq!(snapshot_json::write_manager(&again), text);
    }
    testing::damaged_snapshots(bytes);
});
