//! Arbitrary bytes as a log of BehaviorTree.CPP. Reading returns a run or an error. Of a run, the last frame is known, and its memory is limited.
#![no_main]

use libfuzzer_sys::fuzz_target;
use treewright_robot::logged_run::LoggedRun;

const LIMIT: usize = 1 << 20;

fuzz_target!(|bytes: &[u8]| {
    let Ok(run) = LoggedRun::read("robot", bytes, LIMIT) else {
        return;
    };
    let Some(stretch) = run.stretch() else {
        return;
    };
    let known = stretch.at(stretch.last_frame()).expect("the last frame is known");
    for node in run.tree.program.indices() {
        let _ = known.runs.get(node);
        let uses = run.tree.uses_of(run.tree.document_node(node)).count();
        assert!(uses > 0);
    }
});
