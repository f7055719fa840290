//! Arbitrary bytes as a scenario. Reading returns a scenario or an error, and a written scenario reads back as the same one. The scenario runs on an
//! example, and the text with updated expectations can be read.
#![no_main]

use libfuzzer_sys::fuzz_target;
use treewright_core::format::native;
use treewright_insight::scenario_json;
use treewright_core::library::NodeLibrary;
use treewright_insight::scenario::ScenarioRun;

const GUARD: &[u8] = include_bytes!("../../assets/examples/guard.bt.json");

fuzz_target!(|bytes: &[u8]| {
    let Ok(mut scenario) = scenario_json::read(bytes) else {
        return;
    };
    let text = scenario_json::write(&scenario);
    let again = scenario_json::read(text.as_bytes()).expect("a written file can be read");
    assert_eq!(again, scenario);
    scenario.frames = scenario.frames.min(20);
    let tree = native::read(GUARD)
        .expect("the example can be read")
        .document;
    let library = NodeLibrary::builtin();
    let Ok(mut run) = ScenarioRun::new(&tree, &library, &scenario) else {
        return;
    };
    while let Ok(Some(_)) = run.step() {}
    let Ok(differences) = run.finish() else {
        return;
    };
    let revised = scenario_json::revise(bytes, differences).expect("an imported file can be revised");
    scenario_json::read(revised.as_bytes()).expect("the revised file can be read");
});
