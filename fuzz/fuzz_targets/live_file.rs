//! Arbitrary bytes as a file of what agents of a game did. Reading returns what is known or an error; what is known can be asked about and written again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use treewright_core::runtime::AgentId;
use treewright_insight::live::scenario_of;
use treewright_insight::why::{Moment, why};
use treewright_link::live_file::{self, Head, LiveRecord};

const LIMIT: usize = 1 << 20;

fuzz_target!(|bytes: &[u8]| {
    let Ok(read) = LiveRecord::read(bytes, LIMIT) else {
        return;
    };
    let agents: Vec<u64> = read.seen.past().agents().map(AgentId::number).collect();
    for agent in &agents {
        for stretch in read.seen.past().stretches(AgentId(*agent)) {
            let last = stretch.last_frame();
            let known = stretch.at(last).expect("the last frame is known");
            let _ = stretch.stacks(&known);
            for node in stretch.program().indices().take(20) {
                let _ = why(&**stretch.program(), &stretch.past(), Moment::after(last), node);
            }
            if let Some(tree) = read.seen.tree_of(stretch) {
                let _ = scenario_of(stretch, &tree.files, &tree.origins, &(0..=u64::MAX));
            }
        }
    }
    let again = live_file::write(&read.seen, &Head::of("", ""), agents, Vec::new());
    let again = again.expect("memory takes everything");
    LiveRecord::read(&*again, LIMIT).expect("what was written is read");
});
