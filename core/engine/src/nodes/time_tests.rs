//! Times of all node types that count them: how many frames they take, awake and asleep, and that their sums depend
//! neither on the order nor on the length of frames.

use proptest::prelude::*;

use super::prelude::*;
use super::stand_in::Player;
use crate::TreeManager;
use crate::model::{Delay, StandIn};
use crate::runtime::{Operation, SnapshotTime};
use crate::testing::cases;

/// The node types that count time, with how many frames their tree runs before it counts, and whether it can sleep.
const CLOCKS: [(&str, u64, bool); 10] = [
    ("Wait", 0, true),
    ("a Wait for a variable", 0, true),
    ("RandomWait", 0, true),
    ("Delay", 0, true),
    ("TimeLimit", 0, true),
    ("a Timer that is watched", 0, true),
    ("StandIn", 0, true),
    ("StandInConditional", 0, false),
    ("Cooldown", 1, false),
    ("RateController", 1, false),
];

/// Returns a tree that ends when a node of this type has counted this many seconds.
fn clock(name: &str, seconds: f64) -> TestTree {
    let mut tree = TestTree::new();
    add_clock(&mut tree, name, seconds);
    tree
}

fn add_clock(tree: &mut TestTree, name: &str, seconds: f64) {
    let set = with("seconds", seconds);
    match name {
        "a Wait for a variable" => {
            let mut arguments = no_arguments();
            let slot = tree.variable("pause", seconds);
            arguments.set("seconds", Operand::Variable(slot));
            tree.leaf("Wait", &arguments);
        }
        "RandomWait" => drop(tree.leaf(name, &with("min", seconds).with("max", seconds))),
        "Delay" => drop(
            tree.open(name, &set)
                .leaf("Succeed", &no_arguments())
                .close(),
        ),
        "TimeLimit" => drop(tree.open(name, &set).leaf("Idle", &no_arguments()).close()),
        "a Timer that is watched" => {
            tree.open("Selector", &no_arguments());
            tree.open_with("Sequence", &no_arguments(), AbortType::LowerPriority);
            tree.leaf("Timer", &set).leaf("Succeed", &no_arguments());
            tree.close().leaf("Idle", &no_arguments()).close();
        }
        "StandIn" | "StandInConditional" => {
            let is_conditional = name == "StandInConditional";
            let after = StandIn::After(Delay::Seconds(seconds), Status::Success);
            let leaf = Builtin::playing(Player::new(after, None), is_conditional);
            let (category, parent) = if is_conditional {
                (Category::Conditional, "UntilSuccess")
            } else {
                (Category::Action, "Sequence")
            };
            tree.open(parent, &no_arguments());
            tree.custom(category, Operation::builtin(leaf)).close();
        }
        // Its child ends in the first frame, and the tree when the child may run again.
        "Cooldown" => {
            tree.open("Repeater", &with("count", 2_i64));
            tree.open("UntilSuccess", &no_arguments()).open(name, &set);
            tree.leaf("Succeed", &no_arguments());
            tree.close().close().close();
        }
        "RateController" => {
            tree.open("PipelineSequence", &no_arguments());
            tree.open(name, &with("hz", 1.0 / seconds));
            tree.lasting_script("SF").close().script("R").close();
        }
        _ => drop(tree.leaf(name, &set)),
    }
}

/// Runs a tree until it ends. Returns the number of frames, and after how many of them it slept.
fn frames(tree: TestTree, dt: f64, may_sleep: bool) -> (u64, u64) {
    let mut manager = TreeManager::new();
    manager.set_added_sleep(may_sleep);
    let id = manager.add(tree.program(), 1).unwrap();
    let (mut frames, mut slept) = (1, 0);
    while manager.tick(&mut (), dt) > 0 {
        frames += 1;
        slept += u64::from(manager.is_asleep(id));
    }
    assert_eq!(manager.get(id).unwrap().frame(), frames);
    (frames, slept)
}

#[test]
fn a_time_takes_as_many_frames_as_fit_awake_and_asleep() {
    for (seconds, dt, expected) in [
        (1.0, 0.1, 10),
        (60.0, 1.0 / 60.0, 3_600),
        (0.3, 0.1, 3),
        (0.7, 0.1, 7),
        (1.0, 0.3, 4),
        (1.0, 1.0, 1),
        // A third of a second is rounded down.
        (1.0, 1.0 / 3.0, 4),
    ] {
        for (name, first, sleeps) in CLOCKS {
            let case = format!("{name}: {seconds} s at {dt} s");
            let expected = first + expected;
            assert_eq!(
                frames(clock(name, seconds), dt, false),
                (expected, 0),
                "{case}"
            );
            let (asleep, slept) = frames(clock(name, seconds), dt, true);
            assert_eq!(asleep, expected, "{case}, asleep");
            if sleeps && expected > 4 {
                assert!(slept > expected - 4, "{case}: slept {slept}");
            }
        }
    }
}

#[test]
fn a_time_step_that_is_no_time_counts_as_0() {
    let mut run = clock("Wait", 1.0).run();
    for seconds in [-1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.0] {
        assert_eq!(run.frame_of(seconds).status, Status::Running, "{seconds}");
    }
    assert_eq!(run.frame_of(1.0).status, Status::Success);
}

#[test]
fn seconds_that_are_no_time_have_elapsed_at_once_and_endless_ones_never_do() {
    for (name, first, _) in CLOCKS {
        for seconds in [-1.0, f64::NAN, f64::NEG_INFINITY] {
            let (frames, _) = frames(clock(name, seconds), 1.0, false);
            assert_eq!(frames, first + 1, "{name}: {seconds} s");
        }
        let mut run = clock(name, f64::INFINITY).run();
        assert_eq!(run.letters(4), "RRRR", "{name}");
    }
}

/// Returns the time of a tree in which all clocks count, and what its tasks remember, after frames of these lengths.
fn counted(frames: impl IntoIterator<Item = Nanoseconds>) -> (SnapshotTime, Vec<u64>) {
    let mut tree = TestTree::under("Parallel", &with("failure_threshold", 99_i64));
    for (name, ..) in &CLOCKS[..7] {
        add_clock(&mut tree, name, 1e9);
    }
    tree.close();
    let mut run = tree.run();
    for length in frames {
        assert_eq!(run.frame_of(length.seconds()).status, Status::Running);
    }
    let snapshot = run.instance.snapshot();
    (snapshot.time, snapshot.memory)
}

/// Lengths of frames, among them those of usual frame rates, in two orders.
fn in_two_orders() -> impl Strategy<Value = (Vec<Nanoseconds>, Vec<Nanoseconds>)> {
    let usual = [0.1, 1.0 / 3.0, 1.0 / 60.0, 1e-9].map(Nanoseconds::from_seconds);
    let length = prop_oneof![
        prop::sample::select(usual.to_vec()),
        (1_u64..2_000_000_000).prop_map(Nanoseconds),
    ];
    let lengths = prop::collection::vec(length, 1..40);
    lengths.prop_flat_map(|lengths| (Just(lengths.clone()), Just(lengths).prop_shuffle()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(200)))]

    #[test]
    fn the_order_and_the_division_of_frames_do_not_matter(
        (frames, shuffled) in in_two_orders(), joined in 1_usize..8
    ) {
        let in_order = counted(frames.iter().copied());
        prop_assert_eq!(&in_order, &counted(shuffled.iter().copied()));
        let sum = |group: &[Nanoseconds]| group.iter().fold(Nanoseconds::ZERO, |sum, dt| sum + *dt);
        prop_assert_eq!(&in_order, &counted(shuffled.chunks(joined).map(sum)));
        prop_assert_eq!(in_order.0, SnapshotTime::Nanoseconds(sum(&frames)));
    }

    #[test]
    fn a_wait_for_the_length_of_all_frames_ends_in_the_last((frames, shuffled) in in_two_orders()) {
        let whole = frames.iter().fold(Nanoseconds::ZERO, |sum, dt| sum + *dt);
        for frames in [frames, shuffled] {
            let mut run = clock("Wait", whole.seconds()).run();
            let (last, others) = frames.split_last().unwrap();
            for length in others {
                prop_assert_eq!(run.frame_of(length.seconds()).status, Status::Running);
            }
            prop_assert_eq!(run.frame_of(last.seconds()).status, Status::Success);
        }
    }
}
