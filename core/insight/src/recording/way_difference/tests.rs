//! What differs between two ways of small runs.

use super::super::tests::run;
use super::super::{RecordedInput, Recording, RunInput, Unfit, WayDifference};
use treewright_core::Message;
use treewright_core::runtime::AgentId;
use treewright_core::value::Value;

/// Goes back to a frame, sets `done`, and runs as many frames as were left.
fn set_done_after(recording: &mut Recording, frame: u64, agent: AgentId) -> RunInput {
    let end = recording.last_frame();
    recording.go_to(frame);
    let change = RunInput::Set {
        agent,
        name: "done".into(),
        value: Value::Bool(true),
    };
    recording.apply(change.clone()).unwrap();
    while recording.last_frame() < end {
        recording.step(1.0);
    }
    change
}

#[test]
fn the_first_frame_and_all_that_differs_are_found_some_frames_at_a_time() {
    let (mut recording, agent) = run(6);
    set_done_after(&mut recording, 1, agent);
    let left = recording.ways()[0].id();
    let mut difference = WayDifference::new(left);
    let mut turns = 1;
    loop {
        let mut left = 2;
        let mut has_time = || {
            left -= 1;
            left >= 0
        };
        if !difference.advance(&recording, &mut has_time) {
            break;
        }
        turns += 1;
    }
    assert_eq!((turns, difference.compared_until()), (3, 6));
    assert_eq!(difference.first(), Some(2));
    assert_eq!(difference.variables(), [], "only an input differs");
    let inputs: Vec<_> = difference.inputs().collect();
    let [input] = &inputs[..] else {
        panic!("{inputs:?}");
    };
    let here = input.here.as_ref().unwrap();
    assert_eq!((&*here.name, input.frame), ("done", 2));
    assert!(input.there.is_none());
    let kept = input.kept.as_ref().map(Message::english);
    assert_eq!(kept, Some("false"), "as it began");
    assert_eq!(difference.nodes(), [], "the tree did the same");
}

#[test]
fn a_node_that_runs_in_one_way_only_differs() {
    let (mut recording, agent) = run(6);
    let wait = recording.program().index(&"wait".into()).unwrap();
    recording.go_to(0);
    let status = treewright_core::runtime::Status::Failure;
    let node = wait;
    recording
        .apply(RunInput::Force {
            agent,
            node,
            status,
        })
        .unwrap();
    for _ in 0..6 {
        recording.step(1.0);
    }
    let mut difference = WayDifference::new(recording.ways()[0].id());
    difference.advance(&recording, &mut || true);
    let nodes: Vec<_> = difference
        .nodes()
        .iter()
        .map(|((_, id), row)| (id.as_str(), row.frame))
        .collect();
    assert_eq!(nodes[..2], [("wait", 1), ("root", 1)], "as it happened");
    assert_eq!(difference.inputs().count(), 1);
    assert!(nodes.iter().any(|(id, _)| *id == "done"));
    assert!(nodes.iter().any(|(id, _)| *id == "all_done"));
}

#[test]
fn an_input_that_is_no_longer_possible_or_overruled_is_told() {
    let (mut recording, agent) = run(1);
    let set = |name: &str, value| RunInput::Set {
        agent,
        name: name.into(),
        value: Value::Bool(value),
    };
    recording.apply(set("done", true)).unwrap();
    recording.apply(set("all_done", true)).unwrap();
    recording.step(1.0);
    recording.go_to(1);
    recording.discard_later_frames();
    assert_eq!(recording.recorded_ahead(), Some((2, 2)));
    let change = set("done", false);
    recording.apply(change.clone()).unwrap();
    let renamed = |_, name: &std::sync::Arc<str>| {
        if &**name == "all_done" {
            "gone".into()
        } else {
            name.clone()
        }
    };
    let frame = recording.repeat_inputs(&[change], renamed).unwrap();
    assert_eq!((frame.seconds, frame.repeated), (1.0, vec![]));
    let [(first, overruled), (second, refused)] = &frame.unfit[..] else {
        panic!("{:?}", frame.unfit);
    };
    let told = |of: &RecordedInput| (of.frame, of.program, of.input.clone());
    assert_eq!(told(first), (2, 0, set("done", true)));
    assert_eq!(overruled, &Unfit::Overruled);
    assert_eq!(told(second), (2, 0, set("all_done", true)));
    assert!(matches!(refused, Unfit::Refused(_)));
    assert_eq!(recording.recorded_ahead(), None);
}
