//! Messages read back as what they were, in the form that other languages build from.

use proptest::prelude::*;
use treewright_core::runtime::{AgentId, EndStatus, NodeIndex, Outcome, Status};
use treewright_core::testing::cases;
use treewright_core::trace::{Datum, FlightTree, FrameData, TraceEvent, Write};
use treewright_core::value::Value;

use super::*;

fn read<M: Message>(text: &str) -> Option<(M, usize)> {
    match M::read(text).unwrap() {
        Received::Known(message, unknown) => Some((message, unknown)),
        Received::Ignored => None,
    }
}

/// Asserts that a message has this form, and reads back from it.
fn check<M: Message + PartialEq + std::fmt::Debug>(message: &M, text: &str) {
    assert_eq!(message.write(), text);
    let (back, unknown) = read::<M>(text).unwrap();
    assert_eq!((&back, unknown), (message, 0));
}

fn order(agent: Option<u64>, verb: Verb) -> FromEditor {
    FromEditor::Do(Order {
        number: 12,
        agent,
        verb,
    })
}

#[test]
fn messages_of_the_editor_have_the_documented_form() {
    let welcome = Welcome {
        version: [1, 0],
        nonce: Hex16([1; 16]),
        proof: Hex16([2; 16]),
    };
    let (one, two) = ("01".repeat(16), "02".repeat(16));
    check(
        &FromEditor::Welcome(welcome),
        &format!(r#"{{"welcome":{{"version":[1,0],"nonce":"{one}","proof":"{two}"}}}}"#),
    );
    let watch = Watch {
        agents: vec![7, 9],
        past: 20.0,
    };
    check(
        &FromEditor::Watch(watch),
        r#"{"watch":{"agents":[7,9],"past":20.0}}"#,
    );
    check(&FromEditor::Pause(Nothing {}), r#"{"pause":{}}"#);
    check(
        &FromEditor::Step(Step { frames: 1 }),
        r#"{"step":{"frames":1}}"#,
    );
    check(&FromEditor::List(true), r#"{"list":true}"#);
    check(
        &FromEditor::Profile(Every { every: 16 }),
        r#"{"profile":{"every":16}}"#,
    );
    let breakpoints = r#"{"format":"treewright-breakpoints"}"#;
    check(
        &FromEditor::Breakpoints(Json(breakpoints.into())),
        &format!("{{\"breakpoints\":{breakpoints}}}"),
    );
    let find = |condition| {
        FromEditor::Find(Find {
            number: 5,
            condition,
        })
    };
    check(
        &find(Condition::Running("n12".into())),
        r#"{"find":{"number":5,"where":{"running":"n12"}}}"#,
    );
    check(
        &find(Condition::Expression("health < 10".into())),
        r#"{"find":{"number":5,"where":{"expression":"health < 10"}}}"#,
    );
}

#[test]
fn what_may_be_done_has_the_documented_form() {
    let set = |value| order(Some(7), Verb::Set(vec![("health".into(), Recorded(value))]));
    check(
        &set(Value::Int(3)),
        r#"{"do":{"number":12,"agent":7,"do":{"set":{"health":3}}}}"#,
    );
    check(
        &set(Value::Float(f64::INFINITY)),
        r#"{"do":{"number":12,"agent":7,"do":{"set":{"health":{"exact":{"float":"inf"}}}}}}"#,
    );
    let sent = Sent {
        name: "alarm".into(),
        payload: Some(Recorded(true.into())),
    };
    check(
        &order(None, Verb::Send(sent)),
        r#"{"do":{"number":12,"do":{"send":{"name":"alarm","payload":true}}}}"#,
    );
    check(
        &order(Some(7), Verb::Force(vec![("n3".into(), Status::Failure)])),
        r#"{"do":{"number":12,"agent":7,"do":{"force":{"n3":"Failure"}}}}"#,
    );
    let interruption = Interruption {
        key: "stop".into(),
        result: Outcome::Success,
    };
    check(
        &order(Some(7), Verb::Interrupt(interruption)),
        r#"{"do":{"number":12,"agent":7,"do":{"interrupt":{"key":"stop","result":"Success"}}}}"#,
    );
    let files = vec![RecordedFile::new("guard.bt.json", "{}")];
    check(
        &order(Some(7), Verb::Swap(Replacing { files })),
        r#"{"do":{"number":12,"agent":7,"do":{"swap":{"files":[{"path":"guard.bt.json","text":"{}"}]}}}}"#,
    );
}

#[test]
fn messages_of_the_game_have_the_documented_form() {
    let agents = Agents {
        frame: 900,
        came: vec![(7, 1, "goblin 17".into(), vec!["team:red".into()])],
        left: vec![3],
        at: vec![(7, vec![12, 40])],
    };
    check(
        &FromGame::Agents(agents),
        r#"{"agents":{"frame":900,"came":[[7,1,"goblin 17",["team:red"]]],"left":[3],"at":[[7,[12,40]]]}}"#,
    );
    let program = Program {
        id: 1,
        document: "guard.bt.json".into(),
        nodes: vec![
            ("n1".into(), -1, "Selector".into()),
            ("n2".into(), 0, "Sequence".into()),
        ],
        variables: vec![("health".into(), "float".into(), "tree".into())],
    };
    check(
        &FromGame::Program(program),
        r#"{"program":{"id":1,"document":"guard.bt.json","nodes":[["n1",-1,"Selector"],["n2",0,"Sequence"]],"variables":[["health","float","tree"]]}}"#,
    );
    let keyframe = Keyframe {
        agent: 7,
        program: 1,
        frame: 900,
        ran: 880,
        state: TreeState::Enabled,
        running: vec![0, 3, 12],
        variables: vec![("health".into(), Recorded(3.5.into()))],
    };
    check(
        &FromGame::Keyframe(keyframe),
        r#"{"keyframe":{"agent":7,"program":1,"frame":900,"ran":880,"state":"Enabled","running":[0,3,12],"variables":{"health":3.5}}}"#,
    );
    let state = State {
        paused: true,
        frame: 931,
        because: Some(Hit {
            document: "guard.bt.json".into(),
            breakpoint: 0,
            agent: 7,
            events: 5,
            node: Some(12),
        }),
    };
    check(
        &FromGame::State(state),
        r#"{"state":{"paused":true,"frame":931,"because":{"document":"guard.bt.json","breakpoint":0,"agent":7,"events":5,"node":12}}}"#,
    );
    check(&FromGame::Done(12), r#"{"done":12}"#);
    let profile = Profile {
        program: 0,
        frames: 4,
        nodes: vec![(12, 8, 4_200)],
    };
    check(
        &FromGame::Profile(profile),
        r#"{"profile":{"program":0,"frames":4,"nodes":[[12,8,4200]]}}"#,
    );
}

/// Frames with everything that a frame may have.
fn full_frames() -> (Frames, Vec<FlightTree>) {
    let node = NodeIndex(3);
    let trees = [
        FlightTree {
            agent: AgentId(7),
            outside: vec![("health".into(), Value::Int(1))],
            events: vec![
                TraceEvent::Start(node),
                TraceEvent::Log(node, "hello".into()),
                TraceEvent::Abort {
                    conditional: NodeIndex(2),
                    scope: NodeIndex(0),
                },
                TraceEvent::End(node, EndStatus::Inactive),
            ],
            writes: vec![Write {
                after: 1,
                node: Some(node),
                variable: "health".into(),
                value: Value::Float(f64::NEG_INFINITY),
            }],
            data: FrameData {
                list: vec![Datum {
                    after: 2,
                    node: None,
                    name: "path".into(),
                    value: Value::from("north"),
                }],
                dropped: 4,
            },
        },
        FlightTree {
            agent: AgentId(7),
            ..FlightTree::default()
        },
    ];
    let mut frames = Frames::of(AgentId(7), 1);
    for (tree, frame) in trees.iter().zip(901..) {
        frames.push(frame, 0.1, tree);
    }
    (frames, trees.into())
}

#[test]
fn frames_have_the_documented_form_and_read_back() {
    let (frames, trees) = full_frames();
    check(
        &FromGame::Frames(frames.clone()),
        concat!(
            r#"{"frames":{"agent":7,"program":1,"first":901,"dt":[100000000,100000000],"#,
            r#""e":[[1,3,0,6,3,0,5,2,0,3,3,3],[]],"x":[[0,1,["hello"]]],"#,
            r#""w":[[0,1,3,"health",{"exact":{"float":"-inf"}}]],"o":[[0,"health",1]],"#,
            r#""d":[[0,2,-1,"path","north"]],"dropped":[[0,4]]}}"#
        ),
    );
    let (seen, strange) = frames.unpack(4);
    assert_eq!(strange, 0);
    let unpacked: Vec<_> = seen.iter().map(|frame| frame.tree.clone()).collect();
    assert_eq!(unpacked, trees);
    assert_eq!((seen[0].frame, seen[1].frame), (901, 902));
    assert!((seen[0].dt.seconds() - 0.1).abs() < 1e-12);
}

#[test]
fn nodes_that_the_program_does_not_have_are_left_out_and_counted() {
    let (frames, _) = full_frames();
    let (seen, strange) = frames.unpack(3);
    assert_eq!(strange, 3, "three events name node 3");
    assert_eq!(seen[0].tree.events.len(), 1);
    assert_eq!(seen[0].tree.writes[0].node, None);
}

#[test]
fn unknown_members_and_messages_are_ignored_and_counted() {
    let text = r#"{"step":{"frames":2,"speed":3,"color":[1,{"a":2}]}}"#;
    let (step, unknown) = read::<FromEditor>(text).unwrap();
    assert_eq!((step, unknown), (FromEditor::Step(Step { frames: 2 }), 2));
    for ignored in [
        r#"{"dance":{"steps":3}}"#.to_owned(),
        r#"{"step":{"frames":-1}}"#.to_owned(),
        r#"{"step":{"frames":1},"pause":{}}"#.to_owned(),
        "{}".to_owned(),
        format!("{{\"dance\":{}{}}}", "[".repeat(10_000), "]".repeat(10_000)),
        format!("{{\"find\":{}{}}}", "[".repeat(10_000), "]".repeat(10_000)),
    ] {
        assert_eq!(read::<FromEditor>(&ignored), None, "{ignored:.40}");
    }
    for wrong in ["", "null", "[]", "{\"step\":", "{\"step\":{}} x"] {
        assert!(FromEditor::read(wrong).is_err(), "{wrong}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(500)))]

    #[test]
    fn damaged_messages_are_read_or_refused(
        at in any::<prop::sample::Index>(),
        with in "\\PC{0,3}",
        cut in 0_usize..4,
    ) {
        let text = FromGame::Frames(full_frames().0).write();
        let start = at.index(text.len());
        let end = (start + cut).min(text.len());
        let damaged = [&text[..start], &with, &text[end..]].concat();
        if let Ok(Received::Known(FromGame::Frames(frames), _)) = FromGame::read(&damaged) {
            let (seen, _) = frames.unpack(10);
            prop_assert!(seen.len() <= frames.e.len());
        }
    }
}
