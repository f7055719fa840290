//! Explanations over the conformance vectors: every end has a reason, and the sentences equal the expected ones.

use std::path::Path;

use serde::Deserialize;
use treewright_core::runtime::{EndStatus, NodeIndex};
use treewright_core::trace::TraceEvent;
use treewright_insight::why::{EventPosition, Fact, InterruptionReason, Moment, ResultReason, why};
use treewright_tests::conformance::{Case, Recorded, read_folder, run};

fn vectors() -> Vec<Case> {
    read_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("data/conformance")).unwrap()
}

/// A question about a vector, and the expected answer.
#[derive(Deserialize)]
struct Question {
    vector: String,
    /// Asked after this frame.
    frame: u64,
    node: String,
    /// The expected sentences, each with the frame of the decision, if there is one.
    told: Vec<String>,
}

fn explanations(recorded: &Recorded, frame: u64, node: NodeIndex) -> Vec<String> {
    let program = &*recorded.program;
    let name = |node: NodeIndex| program.id(node).to_string();
    let steps = why(program, &recorded.frames[..], Moment::after(frame), node);
    let told = steps.iter().map(|step| {
        let sentence = step.told(program, &name);
        match step.place {
            Some(place) => format!("{}: {sentence}", place.frame),
            None => sentence.to_string(),
        }
    });
    told.collect()
}

#[test]
fn explanations_of_the_vectors_equal_the_expected_ones() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/why.jsonl");
    let questions = std::fs::read_to_string(path).unwrap();
    let vectors = vectors();
    let (mut asked, mut other) = (0, Vec::new());
    for line in questions.lines() {
        let question: Question = serde_json::from_str(line).unwrap();
        let vector = vectors.iter().find(|v| v.name == question.vector).unwrap();
        let recorded = run(vector).unwrap();
        let node = recorded.program.index(&(&*question.node).into()).unwrap();
        let said = explanations(&recorded, question.frame, node);
        asked += 1;
        if said != question.told {
            other.push(format!("{line}\nsays now: {said:?}"));
        }
    }
    assert_eq!(other.join("\n"), "");
    assert!(asked >= 40, "only {asked} questions");
}

/// Asked right after each end, the first answer is about that end, and refers to the event that caused it.
#[test]
fn every_end_in_every_vector_has_a_reason_and_its_event() {
    for vector in vectors() {
        let recorded = run(&vector).unwrap();
        for frame in &recorded.frames {
            for (event, what) in frame.events.iter().enumerate() {
                let TraceEvent::End(node, status) = what else {
                    continue;
                };
                let moment = Moment {
                    frame: frame.frame,
                    events: event + 1,
                };
                let steps = why(&*recorded.program, &recorded.frames[..], moment, *node);
                let own = Some(EventPosition {
                    frame: frame.frame,
                    event,
                });
                let step = steps
                    .iter()
                    .find(|step| step.node == *node && step.place == own);
                let step = step.unwrap_or_else(|| panic!("{}: {what:?}: {steps:?}", vector.name));
                let decided = match &step.fact {
                    Fact::Ended(
                        _,
                        ResultReason::Child { place, .. } | ResultReason::AllChildren { place, .. },
                    )
                    | Fact::Interrupted(
                        InterruptionReason::Abort { place, .. }
                        | InterruptionReason::Ancestor { place, .. },
                    ) => Some(*place),
                    Fact::Interrupted(InterruptionReason::Unknown) => {
                        panic!("{}: {what:?} has no reason", vector.name)
                    }
                    Fact::Ended(..) | Fact::Interrupted(_) => None,
                    other => panic!("{}: {what:?} is explained by {other:?}", vector.name),
                };
                assert_eq!(
                    matches!(step.fact, Fact::Interrupted(_)),
                    *status == EndStatus::Inactive
                );
                if let Some(place) = decided {
                    assert_eq!(place.frame, frame.frame, "{}", vector.name);
                    let there = &frame.events[place.event];
                    assert!(
                        matches!(there, TraceEvent::End(..) | TraceEvent::Abort { .. }),
                        "{}: {there:?}",
                        vector.name
                    );
                }
            }
        }
    }
}
