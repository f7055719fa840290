//! Marks: every input and expectation alone.

use treewright_core::model::StandIn;
use treewright_core::runtime::{Event, Outcome, Status};

use super::super::{
    Fact, FrameRange, Interruption, Mark, MarkPlace, MarkSubject, NodeState, Scenario,
};

fn event(payload: i64) -> Mark {
    Mark::Event(Event {
        name: "knock".into(),
        payload: Some(payload.into()),
    })
}

fn quiet(from: u64, to: u64) -> Mark {
    Mark::Expect(Fact::NoAborts(FrameRange { from, to }))
}

/// One mark of each kind.
fn one_of_each() -> Vec<Mark> {
    vec![
        Mark::Duration(0.5),
        Mark::Seed(7),
        Mark::Set("seen".into(), true.into()),
        event(1),
        Mark::Answer("Chase".into(), Status::Failure),
        Mark::Force("Strike".into(), Status::Success),
        Mark::Interrupt(Interruption {
            key: "door".into(),
            result: Outcome::Success,
        }),
        Mark::Expect(Fact::Status(Status::Running)),
        Mark::Expect(Fact::Node("Chase".into(), NodeState::Running)),
        Mark::Expect(Fact::Ended("Chase".into(), super::super::Ending::None)),
        Mark::Expect(Fact::Running(vec!["Chase".into()])),
        Mark::Expect(Fact::Variable("seen".into(), true.into())),
        Mark::Expect(Fact::Aborts(Vec::new())),
        quiet(4, 6),
    ]
}

#[test]
fn every_mark_is_added_moved_and_removed_alone() {
    for mark in one_of_each() {
        let mut scenario = Scenario::default();
        let before = scenario.clone();
        let place = scenario.put_mark(4, mark.clone()).unwrap();
        assert_eq!(scenario.mark(&place), Some(mark.clone()));
        assert_eq!(scenario.marks(), [(place.clone(), mark.clone())]);
        let moved = scenario.move_mark(&place, 7).unwrap();
        assert_eq!((moved.frame, scenario.marks().len()), (7, 1));
        let text = crate::scenario_json::write(&scenario);
        let read = crate::scenario_json::read(text.as_bytes());
        assert_eq!(read.as_ref(), Ok(&scenario), "{text}");
        let taken = scenario.take_mark(&moved).unwrap();
        assert_eq!(taken.subject(), mark.subject());
        scenario.frames = before.frames;
        assert_eq!(scenario, before, "{mark:?}");
    }
}

#[test]
fn a_mark_that_moves_replaces_no_other() {
    let mut scenario = Scenario::default();
    for (frame, on) in [(2, false), (3, true), (4, false)] {
        scenario.put_mark(frame, Mark::Set("seen".into(), on.into()));
    }
    let place = |frame| MarkPlace {
        frame,
        subject: MarkSubject::Set("seen".into()),
        index: 0,
    };
    assert_eq!(scenario.move_mark(&place(2), 3), Some(place(5)));
    assert_eq!(scenario.move_mark(&place(5), 4), Some(place(2)));
    scenario.move_mark(&place(2), 1);
    assert_eq!(scenario.move_mark(&place(3), 2), Some(place(2)));
    assert_eq!(
        scenario.move_mark(&place(2), 1),
        None,
        "there is no frame before"
    );
    assert_eq!(scenario.marks().len(), 3);
}

#[test]
fn events_of_a_name_are_told_apart_by_their_order() {
    let mut scenario = Scenario::default();
    scenario.put_mark(2, event(1));
    let second = scenario.put_mark(2, event(2)).unwrap();
    assert_eq!((second.index, scenario.steps[&2].events.len()), (1, 2));
    scenario.change_mark(&second, event(3));
    let payloads = |scenario: &Scenario| {
        let events = scenario.steps[&2].events.iter();
        let payloads = events.map(|event| event.payload.clone().unwrap().to_string());
        payloads.collect::<Vec<_>>()
    };
    assert_eq!(payloads(&scenario), ["1", "3"]);
    let first = MarkPlace { index: 0, ..second };
    scenario.take_mark(&first);
    assert_eq!(payloads(&scenario), ["3"]);
}

#[test]
fn an_answer_replaces_a_constant_stand_in_from_its_frame_on() {
    let mut scenario = Scenario {
        leaves: vec![("Chase".into(), StandIn::Always(Status::Failure))],
        ..Scenario::default()
    };
    scenario.put_mark(5, Mark::Answer("Chase".into(), Status::Success));
    let frames = [(1, Status::Failure), (5, Status::Success)];
    let expected = StandIn::Frames(frames.into());
    assert_eq!(scenario.leaves, [("Chase".into(), expected)]);
}

#[test]
fn a_range_without_aborts_keeps_its_length_when_it_moves() {
    let mut scenario = Scenario::default();
    let place = scenario.put_mark(2, quiet(2, 4)).unwrap();
    scenario.move_mark(&place, 5);
    assert_eq!(scenario.no_aborts, [FrameRange { from: 5, to: 7 }]);
    assert_eq!(scenario.frames, 7);
}
