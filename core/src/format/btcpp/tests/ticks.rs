//! Which leaves are ticked in which frame: the library's own nodes, each as its source there has it under `tickExactlyOnce`. What the port that
//! other tests compare with does wrong, or does not have, is told here by hand.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::{library, read, tree};
use crate::compile::{GameTasks, compile};
use crate::runtime::{Globals, Operand, Status, TaskContext, TaskHooks, TreeInstance};
use crate::value::Value;

/// The leaves that were ticked.
type Ticked = String;

/// What is ticked in each frame of a second, and the status: `ab R`. A leaf `T` answers the letters of its port `answers` one after the
/// other, the last for ever, also when it is started again.
fn story(nodes: &str) -> Vec<String> {
    let imported = read(&tree(nodes));
    let mut tasks = GameTasks::<Ticked>::new();
    tasks.action("T", |arguments| {
        let text = |name: &str| match arguments.get(name) {
            Some(Operand::Literal(Value::String(text))) => text.to_string(),
            _ => panic!("a port is missing"),
        };
        let (name, answers) = (text("is"), text("answers"));
        let next = AtomicUsize::new(0);
        TaskHooks::new(move |context: &mut TaskContext<'_, Ticked>| {
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

/// Leaves in a row: `a:RS b:F`.
fn leaves(all: &str) -> String {
    let leaf = |leaf: &str| {
        let (name, answers) = leaf.split_once(':').unwrap();
        format!("<T is=\"{name}\" answers=\"{answers}\"/>")
    };
    all.split(' ').map(leaf).collect::<Vec<_>>().concat()
}

/// A node with these ports over leaves.
fn over(node: &str, ports: &str, children: &str) -> Vec<String> {
    let children = leaves(children);
    story(&format!("<{node} {ports}>{children}</{node}>"))
}

#[test]
fn a_sequence_with_memory_goes_on_where_it_failed() {
    let children = leaves("a:S b:FS c:S");
    let again = |node: &str| {
        story(&format!(
            "<RetryUntilSuccessful num_attempts=\"2\"><{node}>{children}</{node}></RetryUntilSuccessful>"
        ))
    };
    assert_eq!(again("SequenceWithMemory"), ["ab R", "bc S"]);
    assert_eq!(again("Sequence"), ["ab R", "abc S"]);
}

#[test]
fn a_switch_ticks_the_child_of_its_case_or_the_last() {
    let cases = |variable: &str| {
        let ports = format!("variable=\"{variable}\" case_1=\"1\" case_2=\"2\"");
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
        "<Sequence><SetBlackboard output_key=\"k\" value=\"two\"/><Switch2 variable=\"{{k}}\" case_1=\"one\" case_2=\"two\">{children}</Switch2></Sequence>"
    );
    assert_eq!(story(&nodes), ["b S"]);
}

#[test]
fn while_do_else_asks_in_every_frame_and_changes_over() {
    let found = over("WhileDoElse", "", "c:SSFFS b:R d:RRS");
    assert_eq!(
        found,
        [
            "cb R", "cb R", "cd R", "cd R", "cb R", "cb R", "cb R", "cb R"
        ]
    );
    assert_eq!(over("WhileDoElse", "", "c:SF b:R"), ["cb R", "c F"]);
}

/// A round over a child that ends at once takes the frame; one over a child that had been running goes on to the next in the same frame.
#[test]
fn rounds_take_a_frame_each() {
    let retry = |answers: &str| over("RetryUntilSuccessful", "num_attempts=\"2\"", answers);
    assert_eq!(retry("a:F"), ["a R", "a F"]);
    assert_eq!(retry("a:RFRS"), ["a R", "aa R", "a S"]);
    let repeat = |answers: &str| over("Repeat", "num_cycles=\"3\"", answers);
    assert_eq!(repeat("a:S"), ["a R", "a R", "a S"]);
    assert_eq!(repeat("a:SF"), ["a R", "a F"]);
}

#[test]
fn what_runs_once_answers_again_without_being_ticked() {
    let child = leaves("a:RS");
    let once = format!("<RunOnce then_skip=\"false\">{child}</RunOnce>");
    let nodes = format!("<Repeat num_cycles=\"3\">{once}</Repeat>");
    assert_eq!(story(&nodes), ["a R", "a R", " S"]);
}

#[test]
fn times_hold_a_child_back_or_let_it_end() {
    assert_eq!(over("Timeout", "msec=\"5000\"", "a:RS"), ["a R", "a S"]);
    assert_eq!(over("Timeout", "msec=\"2000\"", "a:R"), ["a R", "a F"]);
    assert_eq!(over("Delay", "delay_msec=\"1500\"", "a:S"), [" R", "a S"]);
    assert_eq!(story("<Sleep msec=\"1500\"/>"), [" R", " S"]);
}

/// The port asks an earlier child only once if it takes time, and never interrupts what stands to the right of it.
#[test]
fn an_earlier_child_that_runs_overtakes_what_ran_before() {
    let selector = over("ReactiveFallback", "", "a:FRRF b:RRS");
    assert_eq!(selector, ["ab R", "a R", "a R", "ab R", "ab S"]);
    let sequence = over("ReactiveSequence", "", "a:SRS b:RRS");
    assert_eq!(sequence, ["ab R", "a R", "ab R", "ab S"]);
}

#[test]
fn a_parallel_ticks_those_that_run_until_a_count_is_reached() {
    let two = |children: &str| {
        over(
            "Parallel",
            "success_count=\"1\" failure_count=\"2\"",
            children,
        )
    };
    assert_eq!(two("a:RF b:RRS"), ["ab R", "ab R", "b S"]);
    assert_eq!(two("a:RF b:RRF"), ["ab R", "ab R", "b F"]);
    assert_eq!(two("a:R b:RS"), ["ab R", "ab S"]);
    let three = |children: &str| {
        over(
            "Parallel",
            "success_count=\"2\" failure_count=\"2\"",
            children,
        )
    };
    assert_eq!(three("a:R b:S c:RS"), ["abc R", "ac S"]);
    assert_eq!(three("a:F b:R c:RF"), ["abc R", "bc F"]);
}

/// Where it is otherwise, which is said at the node.
#[test]
fn a_parallel_gives_each_that_runs_its_turn_before_it_decides() {
    // There the first frame in which a child succeeds ends at that child: `a S`.
    let ports = "success_count=\"1\" failure_count=\"1\"";
    assert_eq!(over("Parallel", ports, "a:RS b:RF"), ["ab R", "ab F"]);
}
