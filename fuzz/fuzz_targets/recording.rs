//! Arbitrary bytes as a recording. Reading returns a run or an error. A written run reads back and is written identically.
#![no_main]

use libfuzzer_sys::fuzz_target;
use treewright_insight::recording_json;

fuzz_target!(|bytes: &[u8]| {
    let Ok(mut replay) = recording_json::read(bytes) else {
        return;
    };
    let text = recording_json::write(&mut replay.recording, &replay.setup, &replay.sources);
    let Ok(text) = text else { return };
    let mut again = recording_json::read(text.as_bytes()).expect("a written file can be read");
    let twice = recording_json::write(&mut again.recording, &again.setup, &again.sources);
    assert_eq!(twice.as_deref(), Ok(&*text));
});
