//! Which leaves are ticked in which frame: BehaviorTree.CPP's own nodes, each according to its source under
//! `tickExactlyOnce`. The expected frames are written by hand here where the port that other tests compare with is
//! wrong or lacks the node.

use std::sync::atomic::{AtomicUsize, Ordering};

use treewright_core::TreeInstance;
use treewright_core::compile::{GameTasks, compile};
use treewright_core::runtime::{Globals, Operand, Status, TaskContext, TaskHooks};
use treewright_core::value::Value;

use super::{library, read, tree};

/// The leaves that were ticked.
type Ticked = String;

/// Returns what is ticked in each frame of a second, and the status: `ab R`. A leaf `T` returns the letters of its port
/// `answers` one after the other and repeats the last, also when it is started again.
fn ticked_frames(nodes: &str) -> Vec<String> {
    let imported = read(&tree(nodes));
    let mut tasks = GameTasks::<Ticked>::new();
    tasks.action("T", |arguments| {
        let text = |name: &str| match arguments.get(name) {
            Some(Operand::Literal(Value::String(text))) => text.to_string(),
            _ => panic!("a port is missing"),
        };
        let (name, answers) = (text("is"), text("answers"));
        let next = AtomicUsize::new(0);
        TaskHooks::new(move |context: &mut TaskContext<Ticked>| {
            context.world.push_str(&name);
            let at = next.fetch_add(1, Ordering::Relaxed).min(answers.len() - 1);
            let letter = answers.chars().nth(at).unwrap();
            Status::from_letter(letter).unwrap()
        })
    });
    let document = &imported.documents[0].document;
    let compiled = compile(document, &library(&imported), &tasks);
    assert_eq!(compiled.broken, []);
    let mut instance = TreeInstance::new(compiled.program.unwrap(), 1);
    let mut globals = Globals::default();
    let mut frames = Vec::new();
    while frames.len() < 8 {
        let mut ticked = Ticked::new();
        let status = instance.tick(&mut ticked, &mut globals, 1.0).unwrap();
        frames.push(format!("{ticked} {}", status.letter()));
        if status != Status::Running {
            break;
        }
    }
    frames
}

/// Returns leaves in a row: `a:RS b:F`.
fn leaves(all: &str) -> String {
    let leaf = |leaf: &str| {
        let (name, answers) = leaf.split_once(':').unwrap();
        format!("<T is='{name}' answers='{answers}'/>")
    };
    all.split(' ').map(leaf).collect::<Vec<_>>().concat()
}

/// Runs a node with these ports above leaves.
fn over(node: &str, ports: &str, children: &str) -> Vec<String> {
    let children = leaves(children);
    ticked_frames(&format!("<{node} {ports}>{children}</{node}>"))
}

#[test]
fn a_sequence_with_memory_continues_at_the_child_that_failed() {
    let children = leaves("a:S b:FS c:S");
    // The pause after `a` has a test of its own.
    let again = |node: &str| {
        ticked_frames(&format!(
            "<RetryUntilSuccessful num_attempts='2'><{node}>{children}</{node}></RetryUntilSuccessful>"
        ))
    };
    assert_eq!(again("SequenceWithMemory"), ["ab R", "bc S"]);
    assert_eq!(again("Sequence"), ["ab R", "abc S"]);
}

#[test]
fn a_switch_ticks_the_child_of_its_case_or_the_last() {
    let cases = |variable: &str| {
        let ports = format!("variable='{variable}' case_1='1' case_2='2'");
        over("Switch2", &ports, "a:RS b:RF d:S")
    };
    assert_eq!(cases("1"), ["a R", "a S"]);
    assert_eq!(cases("2"), ["b R", "b F"]);
    assert_eq!(cases("3"), ["d S"]);
}

#[test]
fn an_entry_that_was_set_decides_a_switch() {
    let children = leaves("a:S b:S d:S");
    let nodes = format!(
        "<Sequence><SetBlackboard output_key='k' value='two'/><Switch2 variable='{{k}}' case_1='one' case_2='two'>{children}</Switch2></Sequence>"
    );
    assert_eq!(ticked_frames(&nodes), ["b S"]);
}

#[test]
fn while_do_else_checks_in_every_frame_and_switches() {
    let found = over("WhileDoElse", "", "c:SSFFS b:R d:RRS");
    let expected = [
        "cb R", "cb R", "cd R", "cd R", "cb R", "cb R", "cb R", "cb R",
    ];
    assert_eq!(found, expected);
    assert_eq!(over("WhileDoElse", "", "c:SF b:R"), ["cb R", "c F"]);
}

/// A round whose child finishes at once takes the frame; after a child that had been running, the next round starts in
/// the same frame.
#[test]
fn rounds_take_a_frame_each() {
    let retry = |answers: &str| over("RetryUntilSuccessful", "num_attempts='2'", answers);
    assert_eq!(retry("a:F"), ["a R", "a F"]);
    assert_eq!(retry("a:RFRS"), ["a R", "aa R", "a S"]);
    let repeat = |answers: &str| over("Repeat", "num_cycles='3'", answers);
    assert_eq!(repeat("a:S"), ["a R", "a R", "a S"]);
    assert_eq!(repeat("a:SF"), ["a R", "a F"]);
}

#[test]
fn run_once_returns_its_result_again_without_ticking() {
    let child = leaves("a:RS");
    let once = format!("<RunOnce then_skip='false'>{child}</RunOnce>");
    let nodes = format!("<Repeat num_cycles='3'>{once}</Repeat>");
    assert_eq!(ticked_frames(&nodes), ["a R", "a R", " S"]);
}

#[test]
fn times_hold_a_child_back_or_let_it_end() {
    assert_eq!(over("Timeout", "msec='5000'", "a:RS"), ["a R", "a S"]);
    assert_eq!(over("Timeout", "msec='2000'", "a:R"), ["a R", "a F"]);
    assert_eq!(over("Delay", "delay_msec='1500'", "a:S"), [" R", "a S"]);
    assert_eq!(ticked_frames("<Sleep msec='1500'/>"), [" R", " S"]);
}

/// The port checks an earlier child only once if it takes time, and never interrupts what is to the right of it.
#[test]
fn an_earlier_child_that_keeps_running_interrupts_later_ones() {
    let selector = over("ReactiveFallback", "", "a:FRRF b:RRS");
    assert_eq!(selector, ["ab R", "a R", "a R", "ab R", "ab S"]);
    let sequence = over("ReactiveSequence", "", "a:SRS b:RRS");
    assert_eq!(sequence, ["ab R", "a R", "ab R", "ab S"]);
}

#[test]
fn a_parallel_ticks_running_children_until_a_threshold_is_reached() {
    let two = |children: &str| over("Parallel", "success_count='1' failure_count='2'", children);
    assert_eq!(two("a:RF b:RRS"), ["ab R", "ab R", "b S"]);
    assert_eq!(two("a:RF b:RRF"), ["ab R", "ab R", "b F"]);
    assert_eq!(two("a:R b:RS"), ["ab R", "ab S"]);
    let three = |children: &str| over("Parallel", "success_count='2' failure_count='2'", children);
    assert_eq!(three("a:R b:S c:RS"), ["abc R", "ac S"]);
    assert_eq!(three("a:F b:R c:RF"), ["abc R", "bc F"]);
}

/// A difference, with an import note: in BehaviorTree.CPP each child that finishes in its first frame takes a frame of
/// its own, except the last.
#[test]
fn sequences_do_not_pause_between_children() {
    // There: `a R`, `b R`, `c S`.
    for node in ["SequenceWithMemory", "AsyncSequence"] {
        assert_eq!(over(node, "", "a:S b:S c:S"), ["abc S"], "{node}");
    }
    // There too, the next child runs in the same frame after a child that had been running.
    let same = ["a R", "ab S"];
    assert_eq!(over("SequenceWithMemory", "", "a:RS b:S"), same);
    // There: `a R`, `b F`.
    assert_eq!(over("AsyncFallback", "", "a:F b:F"), ["ab F"]);
}

/// A difference, with an import note: in BehaviorTree.CPP the time starts with the first frame, so each of these takes
/// a frame more.
#[test]
fn the_time_of_the_first_frame_counts() {
    // There: `R`, `R`, `S`.
    assert_eq!(ticked_frames("<Sleep msec='2000'/>"), [" R", " S"]);
    // There, for any time at all: ` R`, `a S`.
    assert_eq!(over("Delay", "delay_msec='0'", "a:S"), ["a S"]);
    // There: `a R`, `a R`, ` F`, since its child is halted between frames.
    assert_eq!(over("Timeout", "msec='2000'", "a:R"), ["a R", "a F"]);
    // There, no time takes no frame.
    assert_eq!(ticked_frames("<Sleep msec='0'/>"), [" S"]);
}

/// A difference, with an import note: in BehaviorTree.CPP no child is ticked.
#[test]
fn zero_rounds_are_one_round() {
    assert_eq!(over("Repeat", "num_cycles='0'", "a:S"), ["a S"]);
    let attempts = "num_attempts='0'";
    assert_eq!(over("RetryUntilSuccessful", attempts, "a:F"), ["a F"]);
}

/// A difference, with an import note.
#[test]
fn a_parallel_ticks_every_running_child_before_it_decides() {
    // There, the first frame in which a child succeeds ends at that child: `a S`.
    let ports = "success_count='1' failure_count='1'";
    assert_eq!(over("Parallel", ports, "a:RS b:RF"), ["ab R", "ab F"]);
}

/// Nodes of nav2, each according to its `tick`.
#[test]
fn a_recovery_node_tries_again_in_the_same_tick() {
    let with = |retries: u8, children: &str| {
        let ports = format!("number_of_retries='{retries}'");
        over("RecoveryNode", &ports, children)
    };
    assert_eq!(with(1, "a:F b:S"), ["aba F"]);
    assert_eq!(with(2, "a:FFS b:S"), ["ababa S"]);
    assert_eq!(with(1, "a:FRS b:RS"), ["ab R", "ba R", "a S"]);
    assert_eq!(with(3, "a:F b:F"), ["ab F"]);
    assert_eq!(over("RecoveryNode", "", "a:F b:S"), ["aba F"]);
}

#[test]
fn a_round_robin_continues_after_the_child_that_succeeded() {
    let rounds = |ports: &str, children: &str| {
        let children = leaves(children);
        ticked_frames(&format!(
            "<Repeat num_cycles='3'><RoundRobin {ports}>{children}</RoundRobin></Repeat>"
        ))
    };
    let wraps = "wrap_around='true'";
    assert_eq!(rounds(wraps, "a:S b:F c:S"), ["a R", "bc R", "a S"]);
    assert_eq!(rounds(wraps, "a:SF b:F"), ["a R", "ba F"]);
    // It leaves its loop when the last child finishes, before it reads that child's status.
    assert_eq!(rounds("", "a:S b:S"), ["a R", "b F"]);
    assert_eq!(rounds("", "a:F b:F"), ["ab F"]);
}

#[test]
fn a_pipeline_ticks_earlier_children_again() {
    let pipeline = |children: &str| over("PipelineSequence", "", children);
    assert_eq!(pipeline("a:S b:RS c:RS"), ["ab R", "abc R", "abc S"]);
    assert_eq!(pipeline("a:SRS b:RRS"), ["ab R", "ab R", "ab S"]);
    assert_eq!(pipeline("a:SF b:R"), ["ab R", "a F"]);
    let nonblocking = |children: &str| over("NonblockingSequence", "", children);
    assert_eq!(nonblocking("a:RRS b:SRS"), ["ab R", "ab R", "ab S"]);
    assert_eq!(nonblocking("a:R b:SF"), ["ab R", "ab F"]);
}

#[test]
fn a_child_that_a_pipeline_ticks_again_may_block_later_ones() {
    let held = |node: &str, ports: &str, after: &str| {
        let (child, after) = (leaves("a:S"), leaves(after));
        ticked_frames(&format!(
            "<PipelineSequence><{node} {ports}>{child}</{node}>{after}</PipelineSequence>"
        ))
    };
    let expected = ["ab R", "b R", "ab R", "b S"];
    assert_eq!(held("RateController", "hz='0.5'", "b:RRRS"), expected);
    assert_eq!(held("SingleTrigger", "", "b:R"), ["ab R", " F"]);
    let alone = over("RateController", "hz='0.5'", "a:RS");
    assert_eq!(alone, ["a R", "a S"]);
}

#[test]
fn a_persistent_sequence_starts_at_the_child_on_the_blackboard() {
    let children = leaves("a:S b:S c:S");
    let nodes = format!(
        "<Sequence><SetBlackboard output_key='i' value='1'/><PersistentSequence current_child_idx='{{i}}'>{children}</PersistentSequence></Sequence>"
    );
    assert_eq!(ticked_frames(&nodes), ["bc S"]);
}
