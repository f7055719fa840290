//! Explanations of runs match their events. Over random trees and scripts of all kinds.

use std::collections::BTreeSet;
use std::sync::Arc;

use proptest::prelude::*;
use rustc_hash::FxHashSet;
use treewright_core::abort::AbortType;
use treewright_core::category::Category;
use treewright_core::compile::{GameTasks, compile};
use treewright_core::library::NodeLibrary;
use treewright_core::model::testing::draw;
use treewright_core::model::{DocumentBuilder, Node};
use treewright_core::nodes::testing::random::{World, document, program, script};
use treewright_core::runtime::{EndStatus, Event, Globals, NodeIndex, Outcome, Status};
use treewright_core::testing::cases;
use treewright_core::trace::{FrameRecorder, FrameTrace, TraceEvent};
use treewright_core::{Program, TreeInstance, nodes};

use super::history::History;
use super::{
    AgentPast, EventPosition, Fact, Frames, InterruptionReason, Moment, NoAbort, ReasonStep,
    ResultReason, TEXTS, to_the_end, why, why_event, why_excluded, why_further, why_no_abort,
};
use crate::history::RunHistory;
use crate::recording::{Recording, RunInput};

mod choices;

const FRAMES: usize = 16;

/// A run whose only external inputs are variables, events, keys and forced results.
fn recorded(seed: u64, size: usize) -> (TreeInstance<World>, Vec<FrameTrace>) {
    let document = document(seed, size);
    let mut instance = TreeInstance::new(program(&document), seed);
    let (mut world, mut globals) = (World::default(), Globals::default());
    let mut recorder = FrameRecorder::default();
    let mut frames = Vec::new();
    for frame in &script(seed, FRAMES, 40, &document) {
        for happening in &frame.happenings {
            use nodes::testing::random::ScriptEvent;
            match happening {
                ScriptEvent::Write(name, value) => {
                    // A value of another type is refused.
                    let _ = instance.set_variable(&mut globals, name, value.clone());
                }
                ScriptEvent::Event(name, payload) => {
                    instance.send(treewright_core::runtime::Event {
                        name: (*name).into(),
                        payload: payload.clone(),
                    });
                }
                ScriptEvent::Force(number, status) => {
                    let leaf = nodes::testing::random::leaf(instance.program(), *number);
                    instance.force(leaf, *status).unwrap();
                }
                ScriptEvent::Interrupt(key, outcome) => instance.interrupt(*key, *outcome),
                _ => {}
            }
        }
        world.bits = frame.bits;
        let status = instance.tick_traced(&mut world, &mut globals, frame.dt, &mut recorder);
        let mut trace = recorder.take_frame(&instance, status.unwrap_or(Status::Failure));
        trace.frame = frames.len() as u64 + 1;
        frames.push(trace);
    }
    (instance, frames)
}

fn event(frames: &[FrameTrace], place: EventPosition) -> &TraceEvent {
    &Frames::events(frames, place.frame)[place.event]
}

fn ended(node: NodeIndex, status: Outcome) -> TraceEvent {
    TraceEvent::End(node, status.into())
}

/// Checks that the event of a step exists, and that its nodes are related as stated.
fn check_step(program: &Program<World>, frames: &[FrameTrace], step: &ReasonStep) {
    let node = step.node;
    match &step.fact {
        Fact::Ended(status, cause) => {
            assert_eq!(*event(frames, step.place.unwrap()), ended(node, *status));
            match cause {
                ResultReason::Child {
                    child,
                    status,
                    place,
                }
                | ResultReason::AllChildren {
                    child,
                    status,
                    place,
                } => {
                    assert_eq!(program.parent(*child), Some(node));
                    assert_eq!(*event(frames, *place), ended(*child, *status));
                    assert!(*place < step.place.unwrap());
                    // A Parallel may have waited for the others.
                    let is_now = place.frame == step.place.unwrap().frame;
                    assert!(is_now || program.is_parallel(node));
                }
                ResultReason::Answered | ResultReason::Error(_) => {
                    assert!(program.children(node).next().is_none());
                }
                ResultReason::GuardRefused => {
                    assert_eq!(program.category(node), Category::Decorator);
                }
                ResultReason::Key => assert!(program.interrupt_key(node).is_some()),
                ResultReason::OnEntering | ResultReason::OwnRule | ResultReason::NotKnown => {
                    assert!(program.children(node).next().is_some());
                }
            }
        }
        Fact::Interrupted(why) => {
            assert_eq!(
                *event(frames, step.place.unwrap()),
                TraceEvent::End(node, EndStatus::Inactive)
            );
            match *why {
                InterruptionReason::Abort {
                    conditional,
                    scope,
                    target,
                    place,
                    ..
                } => {
                    assert_eq!(
                        *event(frames, place),
                        TraceEvent::Abort { conditional, scope }
                    );
                    assert!(program.is_inside(node, scope) && node != scope);
                    assert!(program.is_inside(conditional, target));
                }
                InterruptionReason::Ancestor {
                    ancestor,
                    status,
                    place,
                } => {
                    assert_eq!(*event(frames, place), ended(ancestor, status));
                    assert!(program.is_inside(node, ancestor) && node != ancestor);
                }
                InterruptionReason::Overtaken { parent, by: other }
                | InterruptionReason::Switched { parent, to: other } => {
                    assert_eq!(program.parent(other), Some(parent));
                    assert!(program.is_inside(node, parent) && !program.is_inside(node, other));
                }
                InterruptionReason::Key { by } => assert!(program.is_inside(node, by)),
                InterruptionReason::TreeStopped { by } => {
                    let stops = |by| matches!(program.task(by), "RestartTree" | "StopTree");
                    assert!(by.is_none_or(stops));
                }
                InterruptionReason::Unknown => panic!("no reason for {step:?} in {frames:#?}"),
            }
        }
        Fact::Settings(said) => {
            for setting in said {
                let parent = setting.child.and_then(|child| program.parent(child));
                assert!(parent.is_none_or(|parent| parent == node));
            }
        }
        Fact::Runs(_)
        | Fact::Ran(_)
        | Fact::NotReached { .. }
        | Fact::PassedOver { .. }
        | Fact::GoesOn { .. }
        | Fact::Value(_)
        | Fact::Since(_)
        | Fact::Source(_)
        | Fact::NoAbort(_)
        | Fact::Background(_)
        | Fact::InBackground(_)
        | Fact::TreeEnded(_)
        | Fact::BeganAgain { .. }
        | Fact::NotStarted
        | Fact::NotKnown => {}
    }
}

/// Checks that the first step matches the run stacks after the frame.
fn check_explanation(
    program: &Program<World>,
    frame: &FrameTrace,
    node: NodeIndex,
    steps: &[ReasonStep],
) {
    let running: FxHashSet<NodeIndex> = frame.stacks.iter().flatten().copied().collect();
    let first = &steps[0];
    assert_eq!(
        matches!(first.fact, Fact::Runs(_)),
        running.contains(&node),
        "{node:?}: {steps:?} in {frame:?}"
    );
    for step in steps {
        match &step.fact {
            Fact::NotReached { parent, at, .. } => {
                assert!(running.contains(parent), "{steps:?} in {frame:?}");
                assert!(program.is_inside(node, *parent));
                assert!(
                    at.is_none_or(|at| running.contains(&at)),
                    "{steps:?} in {frame:?}"
                );
            }
            Fact::GoesOn { at } => {
                assert!(running.contains(&step.node));
                assert!(
                    at.is_none_or(|at| running.contains(&at)),
                    "{steps:?} in {frame:?}"
                );
            }
            Fact::PassedOver { parent, .. } => assert!(!running.contains(parent)),
            Fact::TreeEnded(_) | Fact::NotStarted | Fact::NotKnown => assert!(running.is_empty()),
            _ => {}
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(200)))]

    #[test]
    fn every_end_has_a_reason_with_an_existing_event(seed: u64, size in 1_usize..40) {
        let (instance, frames) = recorded(seed, size);
        let program = instance.program();
        let history = History { program, frames: &frames[..], moment: Moment::after(FRAMES as u64) };
        for frame in &frames {
            for (number, event) in frame.events.iter().enumerate() {
                if let TraceEvent::End(node, status) = event {
                    let place = EventPosition { frame: frame.frame, event: number };
                    for step in history.ended(*node, place, *status) {
                        check_step(program, &frames, &step);
                    }
                }
            }
        }
    }

    #[test]
    fn every_node_is_explained_after_every_frame(seed: u64, size in 1_usize..40) {
        let (instance, frames) = recorded(seed, size);
        let program = instance.program();
        for frame in &frames {
            for node in program.indices() {
                let steps = why(program, &frames[..], Moment::after(frame.frame), node);
                check_explanation(program, frame, node, &steps);
                for step in &steps {
                    check_step(program, &frames, step);
                    prop_assert!(step.place.is_none_or(|place| place.frame <= frame.frame));
                }
            }
        }
    }
}

/// Whether a sentence is rare, and has tests of its own.
fn is_rare(code: &str) -> bool {
    ["ran_", "slot", "began_again"]
        .iter()
        .any(|start| code.starts_with(start))
}

/// The codes of the sentences that random runs contain.
fn codes_of_random_runs() -> BTreeSet<&'static str> {
    let elsewhere = [
        "runs_before_the_record",
        "interrupted_unknown",
        // A game stops trees, too.
        "interrupted_stopped",
        "tree_stopped",
        "not_started",
        "not_known",
        "ended_not_known",
        // Only recordings know what was set from outside, what variables held, and who sent an event.
        "source_forced",
        "event_input",
        "event_input_with",
        "event_node",
        "event_node_with",
        "event_other",
        "event_other_with",
        "event_missed",
        "key_input",
        "key_node",
        "source_timer",
        "source_count",
        "began_again_stopped",
    ];
    let is_expected = |code: &&str| {
        !elsewhere.contains(code)
            && !is_rare(code)
            && !code.starts_with("left_out")
            && !code.starts_with("value")
            && !code.starts_with("since")
            && !code.contains("background")
            // Asked on request only.
            && !code.starts_with("no_abort")
            // Parts of other sentences.
            && !code.starts_with("by_")
            && !["setting", "variable_of_use", "use_in_use"].contains(code)
            && !code.starts_with("setting_")
    };
    TEXTS
        .iter()
        .map(|(code, _)| *code)
        .filter(is_expected)
        .collect()
}

/// Guards against laws over cases that never occur.
#[test]
fn random_runs_contain_nearly_every_sentence() {
    let expected = codes_of_random_runs();
    let mut missing = expected.clone();
    for seed in 0..1_600 {
        let (instance, frames) = recorded(seed, 25);
        let program = instance.program();
        for frame in &frames {
            for node in program.indices() {
                for step in why(program, &frames[..], Moment::after(frame.frame), node) {
                    let sentence = step.told(program, &|node| program.id(node).to_string());
                    let code = sentence.code();
                    missing.remove(code);
                    assert!(expected.contains(code) || is_rare(code), "{code}");
                    assert!(!sentence.to_string().contains(['{', '}']), "{sentence}");
                }
            }
        }
        if missing.is_empty() {
            return;
        }
    }
    panic!("never said: {missing:?}");
}

/// A recording without its first frames still knows which nodes ran then.
#[test]
fn a_recording_without_its_start_is_explained_too() {
    struct Later<'a>(&'a [FrameTrace], &'a [NodeIndex]);
    impl Frames for Later<'_> {
        fn first(&self) -> u64 {
            self.0[0].frame
        }
        fn events(&self, frame: u64) -> &[TraceEvent] {
            Frames::events(self.0, frame)
        }
        fn running_before(&self) -> &[NodeIndex] {
            self.1
        }
    }
    for seed in 0..cases(100) {
        let (instance, frames) = recorded(seed, 25);
        let before: Vec<NodeIndex> = frames[7].stacks.iter().flatten().copied().collect();
        let later = Later(&frames[8..], &before);
        for frame in later.0 {
            for node in instance.program().indices() {
                let steps = why(instance.program(), &later, Moment::after(frame.frame), node);
                let runs = frame.stacks.iter().flatten().any(|n| *n == node);
                assert_eq!(matches!(steps[0].fact, Fact::Runs(_)), runs, "{steps:?}");
            }
        }
    }
}

/// With an index by node, only relevant frames are visited, and the reasons are the same.
#[test]
fn an_index_by_node_gives_the_same_reasons_as_all_frames() {
    struct Kept<'a>(&'a Program<World>, &'a [FrameTrace], RunHistory);
    impl Frames for Kept<'_> {
        fn first(&self) -> u64 {
            Frames::first(self.1)
        }
        fn events(&self, frame: u64) -> &[TraceEvent] {
            Frames::events(self.1, frame)
        }
        fn last_about(&self, nodes: &[NodeIndex], until: u64) -> Option<u64> {
            let lanes = nodes
                .iter()
                .filter_map(|n| self.2.lane_of(self.0, self.0.id(*n)));
            lanes.filter_map(|lane| lane.last_event(until)).max()
        }
    }
    let mut spared = 0;
    for seed in 0..40 {
        let (instance, frames) = recorded(seed, 25);
        let program = instance.program();
        let mut history = RunHistory::new(program);
        for frame in &frames {
            history.note(program, frame.frame as f64, &frame.events, &[]);
        }
        let kept = Kept(program, &frames, history);
        for frame in &frames {
            for node in program.indices() {
                for events in [0, frame.events.len() / 2, usize::MAX] {
                    let moment = Moment {
                        frame: frame.frame,
                        events,
                    };
                    let all = why(program, &frames[..], moment, node);
                    assert_eq!(why(program, &kept, moment, node), all, "seed {seed}");
                }
                let last = kept.last_about(&[node], frame.frame);
                spared += usize::from(last != Some(frame.frame));
            }
        }
    }
    assert!(spared > 200, "frames without news are passed over");
}

#[test]
fn nodes_excluded_from_the_run_are_explained_from_the_document() {
    let mut builder = DocumentBuilder::new("t");
    let disabled = |id: &str, task: &str| {
        let mut node = Node::new(id, task);
        node.disabled = true;
        node
    };
    let root = builder.root(Node::new("root", "Sequence")).unwrap();
    let off = builder.child(&root, disabled("off", "Sequence")).unwrap();
    let below = builder.child(&off, Node::new("below", "Wait")).unwrap();
    let on = builder.child(&root, Node::new("on", "Wait")).unwrap();
    let loose = builder.loose(Node::new("loose", "Wait")).unwrap();
    let document = builder.finish();
    let said = |id| why_excluded(&document, id, &|id| id.to_string()).map(|s| s.to_string());
    assert_eq!(said(&off).unwrap(), "`off` is disabled, so it never runs");
    assert_eq!(
        said(&below).unwrap(),
        "`below` never runs: it is below `off`, which is disabled"
    );
    assert!(said(&loose).unwrap().contains("not connected"));
    assert_eq!(said(&on), None);
}

#[test]
fn an_event_is_told_with_its_payload_and_who_sent_it() {
    let drawing = concat!(
        "who:string=Ada floor:int; top:Sequence[called:WaitForEvent(name=call,payload={floor}) ",
        "send:SendEvent(name=ring,payload={who}) rung:WaitForEvent(name=ring) end:Idle]"
    );
    let compiled = compile(&draw(drawing), &NodeLibrary::builtin(), &GameTasks::new());
    let mut recording = Recording::new(compiled.program.unwrap(), 1);
    recording.step(0.1);
    let event = Event {
        name: "call".into(),
        payload: Some(6_i64.into()),
    };
    let agent = Some(recording.first_agent());
    recording.apply(RunInput::Send { agent, event }).unwrap();
    recording.step(0.1);
    recording.step(0.1);
    let program = recording.program();
    let past = AgentPast::new(&recording, recording.first_agent(), 0);
    let told = |steps: &[ReasonStep]| -> Vec<String> {
        let name = |node| program.id(node).to_string();
        let told = steps
            .iter()
            .map(|step| step.told(program, &name).to_string());
        told.collect()
    };
    let of = |name: &str, frame| {
        let node = program.index(&name.into()).unwrap();
        why(&**program, &past, Moment::after(frame), node)
    };
    assert_eq!(
        told(&of("called", 1))[1],
        "`called` waits for event `call`: none arrived while it listened"
    );
    assert_eq!(
        told(&of("called", 2))[1],
        "`called` heard event `call` with 6: it was sent from outside before frame 2"
    );
    let rung = of("rung", 3);
    assert_eq!(
        told(&rung)[1],
        "`rung` heard event `ring` with \"Ada\": `send` sent it in frame 2"
    );
    let further = told(&why_further(&**program, &past, &rung[1]));
    assert!(further[0].starts_with("`send` ran"), "{further:?}");
    let none = why_event(&**program, &past, EventPosition { frame: 1, event: 0 });
    assert!(none.is_empty());
}

/// Why a condition aborts nothing after this number of frames of a drawn tree, with its program. `before` may write variables before a frame.
fn no_abort(
    drawing: &str,
    condition: &str,
    frames: u64,
    before: impl Fn(u64, &mut TreeInstance<()>, &mut Globals),
) -> (Arc<Program<()>>, ReasonStep) {
    let document = draw(drawing);
    let compiled = compile(&document, &NodeLibrary::builtin(), &GameTasks::<()>::new());
    let program = compiled.program.unwrap();
    let mut instance = TreeInstance::new(program.clone(), 0);
    let (mut recorder, mut globals) = (FrameRecorder::default(), Globals::default());
    let mut seen = Vec::new();
    for frame in 1..=frames {
        before(frame, &mut instance, &mut globals);
        let status = instance.tick_traced(&mut (), &mut globals, 0.1, &mut recorder);
        seen.push(recorder.take_frame(&instance, status.unwrap()));
    }
    let node = program.index(&condition.into()).unwrap();
    let step = why_no_abort(&instance, &program, &seen[..], Moment::after(frames), node);
    (program, step.unwrap())
}

#[test]
fn a_condition_is_let_go_by_the_composite_that_cannot_hand_it_up() {
    let drawing = concat!(
        "sees:bool; top:Selector[combat:Selector[engage:Sequence(.abort=LowerPriority)[",
        "seen:CompareBool(left={sees}) shoot:Idle]] patrol:Idle]"
    );
    let (program, step) = no_abort(drawing, "seen", 1, |_, _, _| {});
    let let_go = NoAbort::LetGo {
        composite: program.index(&"combat".into()).unwrap(),
        status: EndStatus::Failure,
        better: Some(AbortType::LowerPriority),
    };
    assert_eq!(step.fact, Fact::NoAbort(let_go));
}

/// With another abort type, a composite above would go on watching it; unless the composite was interrupted, or none is above.
#[test]
fn a_condition_that_was_let_go_has_the_abort_type_that_would_keep_it() {
    let better = |drawing: &str, of: &str| {
        let (program, step) = no_abort(drawing, "seen", 1, |_, _, _| {});
        match step.fact {
            Fact::NoAbort(NoAbort::LetGo {
                composite, better, ..
            }) => {
                assert_eq!(program.index(&of.into()), Some(composite), "{drawing}");
                better
            }
            fact => panic!("{fact:?} in {drawing}"),
        }
    };
    let cases = [
        (
            "top:Selector[own:Sequence(.abort=Self)[{seen} go:Idle] rest:Idle]",
            "own",
            Some(AbortType::Both),
        ),
        (
            "top:Selector[out:Selector(.abort=Self)[own:Sequence(.abort=Both)[{seen} go:Idle]] rest:Idle]",
            "out",
            Some(AbortType::Both),
        ),
        (
            "top:Selector[out:Selector(.abort=Self)[own:Sequence(.abort=Self)[{seen} go:Idle]] rest:Idle]",
            "out",
            None,
        ),
        ("own:Sequence(.abort=Self)[{seen} go:Idle]", "own", None),
    ];
    for (tree, of, expected) in cases {
        let tree = tree.replace("{seen}", "seen:CompareBool(left={sees})");
        assert_eq!(
            better(&format!("sees:bool; {tree}"), of),
            expected,
            "{tree}"
        );
    }
}

/// A condition that its own composite handed up is watched until an abort before it interrupts all that comes after.
#[test]
fn a_condition_that_was_handed_up_is_dropped_by_an_abort_before_it() {
    let drawing = concat!(
        "sees:bool near:bool; top:Selector[attack:Sequence(.abort=Both)[seen:CompareBool(left={sees}) strike:Idle] ",
        "chase:Sequence(.abort=LowerPriority)[close:CompareBool(left={near}) run:Idle] patrol:Idle]"
    );
    let (program, step) = no_abort(drawing, "close", 4, |frame, instance, globals| {
        if frame == 3 {
            instance.set(globals, "sees", true).unwrap();
        }
    });
    let by = program.index(&"seen".into()).unwrap();
    assert_eq!(step.fact, Fact::NoAbort(NoAbort::Dropped { by }));
    assert_eq!(step.place.unwrap().frame, 3);
}

/// Unless an earlier child runs, so that it is not read.
#[test]
fn a_condition_that_is_read_in_each_frame_needs_no_abort() {
    let overtaken = concat!(
        "b:bool go:bool; top:ReactiveSelector[first:Sequence[may:CompareBool(left={go}) rest:Idle] ",
        "c:CompareBool(left={b}) do:Idle]"
    );
    let cases = [
        (
            "b:bool go:bool; top:WhileDoElse[c:CompareBool(left={b}) do:Idle else:Idle]",
            true,
        ),
        (
            "b:bool go:bool; top:ReactiveSelector[c:CompareBool(left={b}) do:Idle]",
            true,
        ),
        (
            "b:bool go:bool; top:Selector[c:CompareBool(left={b}) do:Idle]",
            false,
        ),
        (overtaken, false),
    ];
    for (drawing, is_read) in cases {
        let (_, step) = no_abort(drawing, "c", 2, |frame, instance, globals| {
            instance.set(globals, "go", frame == 2).unwrap();
        });
        let is_rechecked = matches!(step.fact, Fact::NoAbort(NoAbort::Rechecked { .. }));
        assert_eq!(is_rechecked, is_read, "{drawing}: {step:?}");
    }
}

#[test]
fn a_forced_check_that_aborts_is_told_apart_from_the_answer_on_entry() {
    let drawing = concat!(
        "sees:bool; top:Selector[attack:Sequence(.abort=Both)[seen:CompareBool(left={sees}) ",
        "strike:Idle] rest:Idle]"
    );
    let compiled = compile(&draw(drawing), &NodeLibrary::builtin(), &GameTasks::new());
    let mut recording = Recording::new(compiled.program.unwrap(), 1);
    recording.step(0.1);
    let node = |recording: &Recording, name: &str| recording.program().index(&name.into()).unwrap();
    let force = RunInput::Force {
        agent: recording.first_agent(),
        node: node(&recording, "seen"),
        status: Status::Success,
    };
    recording.apply(force).unwrap();
    recording.step(0.1);
    let program = recording.program();
    let past = AgentPast::new(&recording, recording.first_agent(), 0);
    let codes = |frame, name: &str| {
        let steps = why(
            &**program,
            &past,
            Moment::after(frame),
            node(&recording, name),
        );
        let code = |step: &ReasonStep| {
            let name = |node| program.id(node).to_string();
            step.told(program, &name).code()
        };
        steps.iter().map(code).collect::<Vec<_>>()
    };
    // It was forced to be true for the check, and was false when it was entered.
    let entered = codes(2, "seen");
    assert!(!entered.contains(&"source_forced"), "{entered:?}");
    assert!(entered.contains(&"value_initial"), "{entered:?}");
}

/// A run of a drawn tree.
fn run_of(drawing: &str) -> Recording {
    let compiled = compile(&draw(drawing), &NodeLibrary::builtin(), &GameTasks::new());
    assert_eq!(compiled.broken, []);
    Recording::new(compiled.program.unwrap(), 1)
}

fn node_of(recording: &Recording, name: &str) -> NodeIndex {
    recording.program().index(&name.into()).unwrap()
}

/// Why a node is in its state after a frame, up to the inputs.
fn told_of(recording: &Recording, name: &str, frame: u64) -> Vec<String> {
    let program = recording.program();
    let past = AgentPast::new(recording, recording.first_agent(), 0);
    let steps = why(
        &**program,
        &past,
        Moment::after(frame),
        node_of(recording, name),
    );
    let further = |step: &ReasonStep| why_further(&**program, &past, step);
    let name = |node| program.id(node).to_string();
    let steps = to_the_end(steps, further, |step| step);
    let told = steps
        .iter()
        .map(|step| step.told(program, &name).to_string());
    told.collect()
}

#[test]
fn a_variable_of_a_use_has_the_name_of_the_use_with_its_own() {
    let mut recording = run_of(
        "amount:int@subtree; n1:Sequence[n2:Subtree(tree=Outer)] | Outer=n3:Sequence[n4:Subtree(tree=Inner)] \
         | Inner=n5:CompareInt(left={amount}, operator=\"==\", right=1)",
    );
    recording.step(0.1);
    let told = told_of(&recording, "n2/n4/n5", 1);
    let value = "`amount (n2 › n2/n4)` is 0: that is its initial value";
    assert!(told.contains(&value.to_owned()), "{told:?}");
}

fn send(recording: &mut Recording, event: &str) {
    let agent = Some(recording.first_agent());
    let event = Event::named(event);
    recording.apply(RunInput::Send { agent, event }).unwrap();
}

#[test]
fn a_parallel_starts_its_children_whatever_those_before_return() {
    for parallel in [
        "Parallel",
        "ParallelSelector(.abort=None)",
        "NonblockingSequence",
    ] {
        let done = if parallel.starts_with("ParallelS") {
            "Fail"
        } else {
            "Succeed"
        };
        let mut recording = run_of(&format!("top:{parallel}[done:{done} waits:Idle]"));
        recording.step(0.1);
        assert_eq!(
            told_of(&recording, "waits", 1)[0],
            "`waits` is running: `top` started it"
        );
    }
    let mut recording = run_of("top:PipelineSequence[done:Succeed waits:Idle]");
    recording.step(0.1);
    assert_eq!(
        told_of(&recording, "waits", 1)[0],
        "`waits` is running: `done` returned Success, so `top` moved on"
    );
}

#[test]
fn an_event_that_came_before_the_node_listened_is_told() {
    let mut recording =
        run_of("top:Sequence[first:Wait(seconds=0.2) hears:WaitForEvent(name=ring)]");
    send(&mut recording, "ring");
    for _ in 0..3 {
        recording.step(0.1);
    }
    let waits = |recording: &Recording, frame| {
        let told = told_of(recording, "hears", frame).into_iter();
        let mut told = told.filter(|told| told.starts_with("`hears` waits"));
        told.next().unwrap()
    };
    assert_eq!(
        waits(&recording, 3),
        "`hears` waits for event `ring`: the last one arrived in frame 1, before it listened"
    );
    // One that it has heard is none that it missed.
    let mut recording = run_of("top:Repeater(forever=true)[hears:WaitForEvent(name=ring)]");
    send(&mut recording, "ring");
    recording.step(0.1);
    recording.step(0.1);
    assert_eq!(
        waits(&recording, 2),
        "`hears` waits for event `ring`: none arrived while it listened"
    );
}

#[test]
fn an_event_that_a_condition_did_not_hear_before_the_tree_started_again_is_told() {
    let mut recording = run_of(concat!(
        "again:bool=true; top:Selector[restarts:Sequence[asked:CompareBool(left={again}) ",
        "once:SetVariable(variable={again},value=false) restart:RestartTree] ",
        "hears:HasReceivedEvent(name=ring) rest:Idle]"
    ));
    send(&mut recording, "ring");
    recording.step(0.1);
    recording.step(0.1);
    let told = told_of(&recording, "hears", 2);
    assert!(
        told.contains(
            &"`hears` waits for event `ring`: the last one arrived in frame 1, before it listened"
                .to_owned()
        ),
        "{told:#?}"
    );
}

/// Runs `held` until it is interrupted by its key in the third frame.
const HELD: &str = concat!(
    "top:ParallelComplete[held:Interruptible(key=stop)[walk:Idle] ",
    "later:Sequence[first:Wait(seconds=0.2) stop:PerformInterrupt(key=stop) rest:Idle]]"
);

#[test]
fn the_node_that_used_the_key_is_named() {
    let mut recording = run_of(HELD);
    for _ in 0..3 {
        recording.step(0.1);
    }
    assert_eq!(
        told_of(&recording, "walk", 3)[..3],
        [
            "`walk` was interrupted because its ancestor `held` was interrupted by its key",
            "key `stop` of `held` was used by `stop` in frame 2",
            "`stop` ran: `first` returned Success, so `later` moved on",
        ]
    );
    assert_eq!(
        told_of(&recording, "held", 3)[..2],
        [
            "`held` returned Failure: it was interrupted by its key",
            "key `stop` of `held` was used by `stop` in frame 2",
        ]
    );
}

#[test]
fn a_key_that_was_used_from_outside_is_told() {
    let mut recording = run_of(HELD);
    recording.step(0.1);
    let interrupt = RunInput::Interrupt {
        agent: recording.first_agent(),
        key: "stop".into(),
        outcome: Outcome::Success,
    };
    recording.apply(interrupt).unwrap();
    recording.step(0.1);
    assert_eq!(
        told_of(&recording, "held", 2)[..2],
        [
            "`held` returned Success: it was interrupted by its key",
            "key `stop` of `held` was used from outside before frame 2",
        ]
    );
}

#[test]
fn what_ended_the_tree_is_named() {
    let told = |drawing: &str, name: &str, frames: u64| {
        let mut recording = run_of(drawing);
        for _ in 0..frames {
            recording.step(0.1);
        }
        told_of(&recording, name, frames)
    };
    let stopped =
        "top:Parallel[walk:Idle end:Sequence[first:Wait(seconds=0.2) stop:StopTree never:Idle]]";
    assert_eq!(
        told(stopped, "walk", 3)[..2],
        [
            "`walk` was interrupted because `stop` stopped the tree",
            "`stop` ran: `first` returned Success, so `end` moved on",
        ]
    );
    assert_eq!(
        told(stopped, "first", 3)[3..5],
        [
            "`top` was interrupted because `stop` stopped the tree",
            "`stop` ran: `first` returned Success, so `end` moved on",
        ]
    );
    let restarted = "top:Parallel[walk:Idle end:Sequence[first:Wait(seconds=0.2) again:RestartTree never:Idle]]";
    assert_eq!(
        told(restarted, "never", 2)[..2],
        [
            "`never` was not reached: `end` was interrupted first",
            "`end` was interrupted because `again` restarted the tree",
        ]
    );
    assert_eq!(
        told(restarted, "walk", 3)[1..3],
        [
            "`top` has been running since the tree started in frame 3",
            "`again` restarted the tree in frame 2",
        ]
    );
    for (leaf, result, last) in [("Succeed", "Success", "yes"), ("Fail", "Failure", "never")] {
        let ended = format!("top:Selector[no:Fail yes:{leaf} never:Fail]");
        assert_eq!(
            told(&ended, "no", 3)[2..4],
            [
                format!("the tree ended with {result}"),
                format!("`top` returned {result} because `{last}` returned {result}"),
            ]
        );
    }
}
