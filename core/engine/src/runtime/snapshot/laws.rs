//! A restored run continues as if it had never stopped; a snapshot that does not fit is refused or does no harm.
//! Checked over random trees.

use proptest::prelude::*;
use rustc_hash::FxHashSet;

use crate::TreeInstance;
use crate::format::snapshot_json;
use crate::model::Document;
use crate::nodes::testing::random::{
    Dice, ScriptEvent, ScriptFrame, TALKATIVE, document_with_trees, program, program_with_storage,
    script, with_own_parents,
};
use crate::runtime::Globals;
use crate::runtime::testing::{Run, continues_when_restored, damaged_snapshots_do_no_harm};
use crate::testing::cases;
use crate::trace::TraceEvent;
use crate::value::{Value, ValueType};

fn case(seed: u64, size: usize) -> (Document, Vec<ScriptFrame>) {
    let kinds: &[&str] = match seed % 3 {
        0 => &TALKATIVE,
        _ => &[],
    };
    let document = document_with_trees(seed, size, kinds);
    let script = script(seed, 16, 40, &document);
    (with_own_parents(&document, seed), script)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(300)))]

    #[test]
    fn a_run_that_is_restored_before_and_after_every_frame_continues_unchanged(seed: u64, size in 1_usize..40) {
        let (document, script) = case(seed, size);
        continues_when_restored(&program(&document), seed, &script);
    }

    #[test]
    fn a_damaged_snapshot_is_refused_or_runs_without_harm(seed: u64, size in 1_usize..30, stop in 0_usize..8) {
        let (document, script) = case(seed, size);
        damaged_snapshots_do_no_harm(&program(&document), seed, (&script, stop), &mut Dice::new(seed));
    }
}

/// Asserts that a saved run is the same when it is read and restored. Compares texts, since NaN equals nothing.
fn can_be_saved(run: &Run) {
    let (globals, tree) = (run.globals.snapshot(), run.instance.snapshot());
    let texts = (
        snapshot_json::write_globals(&globals),
        snapshot_json::write(&tree),
    );
    let globals = snapshot_json::read_globals(texts.0.as_bytes()).unwrap();
    let mut globals = Globals::restore(&globals).unwrap();
    let tree = snapshot_json::read(texts.1.as_bytes()).unwrap();
    let program = run.instance.program().clone();
    let (tree, _) = TreeInstance::restore(program, &tree, &mut globals).unwrap();
    let again = (
        snapshot_json::write_globals(&globals.snapshot()),
        snapshot_json::write(&tree.snapshot()),
    );
    assert_eq!(again, texts);
}

/// Replaces some numbers of a value by such that cannot be in a document.
fn poisoned(value: &Value, dice: &mut Dice) -> Value {
    let mut number = |x: f64| match dice.below(3) {
        0 => f64::NAN,
        1 => f64::INFINITY,
        _ => x,
    };
    match value {
        Value::Float(x) => Value::Float(number(*x)),
        Value::Vec2(v) => Value::Vec2(v.map(&mut number)),
        Value::Vec3(v) => Value::Vec3(v.map(&mut number)),
        Value::Color(c) => Value::Color(c.map(|x| number(x.into()) as f32)),
        Value::List(items) => Value::List(items.iter().map(|i| poisoned(i, dice)).collect()),
        other => other.clone(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(300)))]

    #[test]
    fn whatever_a_game_writes_sends_or_stores_a_run_can_be_saved(seed: u64, size in 1_usize..30) {
        let (document, script) = case(seed, size);
        let mut run = if seed.is_multiple_of(2) {
            Run::new(&document, seed)
        } else {
            Run::of(program_with_storage(&document), seed)
        };
        let mut dice = Dice::new(seed);
        for mut frame in script {
            for happening in &mut frame.happenings {
                match happening {
                    ScriptEvent::Write(_, value) => *value = poisoned(value, &mut dice),
                    ScriptEvent::Event(_, Some(payload)) => {
                        *payload = poisoned(payload, &mut dice);
                    }
                    _ => {}
                }
            }
            frame.dt = dice.of(&[frame.dt, frame.dt, f64::MAX, f64::NAN, -1.0]);
            run.step(&frame);
            can_be_saved(&run);
        }
    }
}

/// Guards the property: lists of all types are written, and payloads of wrong types refused.
#[test]
fn the_random_runs_write_lists_and_send_payloads_of_wrong_types() {
    let (mut lists, mut refused) = (FxHashSet::default(), 0);
    for seed in 0..100 {
        let (document, script) = case(seed, 30);
        let mut run = Run::new(&document, seed);
        for frame in &script {
            let seen = run.step(frame);
            let events = seen.frame.iter().flat_map(|f| &f.events);
            let wrong = |e: &&TraceEvent| match e {
                TraceEvent::Error(_, why) => why.code() == "event_brings",
                _ => false,
            };
            refused += events.filter(wrong).count();
        }
        let written = run.instance.variables(&run.globals);
        let written = written.filter(|v| v.slot.changes > 0 && v.slot.value.heap_bytes() > 0);
        lists.extend(written.map(|v| v.value_type.to_string()));
    }
    let all = ValueType::SIMPLE.map(|element| format!("[{element}]"));
    assert!(all.iter().all(|list| lists.contains(list)), "{lists:?}");
    assert!(refused > 4, "{refused}");
}
