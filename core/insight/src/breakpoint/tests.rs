//! Breakpoints hit exactly the events that they name, at the right positions, and the right number of times.

use std::sync::Arc;

use proptest::prelude::*;
use treewright_core::compile::{GameTasks, compile};
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{
    Document, DocumentBuilder, Literal, Node, ParameterValue, Scope, Variable,
};
use treewright_core::nodes::testing::random::{World, document, program, script};
use treewright_core::runtime::{EndStatus, Globals, NodeIndex};
use treewright_core::testing::cases;
use treewright_core::trace::{FrameRecorder, TraceEvent, Write};
use treewright_core::value::{Value, ValueType};
use treewright_core::{Program, TreeInstance};

use super::{Breakpoint, BreakpointHit, BreakpointSet, NodeEvent, StopAt};

/// A repeater over a sequence that writes a variable and then waits for a second.
fn counting() -> Document {
    let mut builder = DocumentBuilder::new("t");
    for (name, initial) in [("n", 0), ("other", 5)] {
        builder.variable(Variable {
            initial: Literal::from(Value::Int(initial)),
            ..Variable::new(name, ValueType::Int)
        });
    }
    let forever =
        Node::new("loop", "Repeater").with_parameter("forever", ParameterValue::literal(true));
    let root = builder.root(forever).unwrap();
    let seq = builder.child(&root, Node::new("seq", "Sequence")).unwrap();
    let add = Node::new("add", "Compute")
        .with_parameter("variable", ParameterValue::variable("n"))
        .with_parameter("expression", ParameterValue::literal("n + 1"));
    builder.child(&seq, add).unwrap();
    let wait = Node::new("wait", "Wait").with_parameter("seconds", ParameterValue::literal(1.0));
    builder.child(&seq, wait).unwrap();
    builder.finish()
}

struct BreakpointRun {
    program: Arc<Program<()>>,
    instance: TreeInstance<()>,
    globals: Globals,
    armory: BreakpointSet,
    recorder: FrameRecorder,
    events: Vec<TraceEvent>,
}

impl BreakpointRun {
    fn new(breakpoints: &[Breakpoint]) -> Self {
        let compiled = compile(
            &counting(),
            &NodeLibrary::builtin(),
            &GameTasks::<()>::new(),
        );
        assert_eq!(compiled.broken, []);
        let program = compiled.program.unwrap();
        let mut run = Self {
            instance: TreeInstance::new(program.clone(), 0),
            program,
            globals: Globals::default(),
            armory: BreakpointSet::default(),
            recorder: FrameRecorder::default(),
            events: Vec::new(),
        };
        run.arm(breakpoints);
        run
    }

    fn arm(&mut self, breakpoints: &[Breakpoint]) {
        let places = |id: &NodeId| self.program.index(id).into_iter().collect();
        self.armory.prepare(breakpoints, &*self.program, &places);
    }

    fn frame(&mut self) -> Vec<BreakpointHit> {
        let read = |name: &str| self.instance.variable(&self.globals, name).cloned();
        let frame = self.instance.frame() + 1;
        let mut hits = self.armory.before_frame(0, frame, &[], &read);
        self.instance
            .tick_traced(&mut (), &mut self.globals, 0.5, &mut self.recorder);
        self.events = self.recorder.take_events();
        let writes = self.recorder.take_writes();
        let seen = (&self.events[..], &writes[..]);
        hits.extend(
            self.armory
                .after_frame(0, frame, Some(&*self.program), seen),
        );
        hits
    }

    fn set(&mut self, name: &str, value: i64) {
        self.instance
            .set_variable(&mut self.globals, name, Value::Int(value))
            .unwrap();
    }

    /// The position of an event of the last frame.
    fn place(&self, event: &TraceEvent) -> usize {
        self.events.iter().position(|e| e == event).unwrap()
    }

    fn index(&self, id: &str) -> NodeIndex {
        self.program.index(&id.into()).unwrap()
    }
}

fn on(node: &str, event: NodeEvent) -> Breakpoint {
    Breakpoint::new(StopAt::Node(node.into(), event))
}

fn becomes(name: &str, value: i64) -> Breakpoint {
    Breakpoint::new(StopAt::Becomes(name.into(), Value::Int(value)))
}

fn holds(text: &str) -> Breakpoint {
    Breakpoint::new(StopAt::Expression(text.into()))
}

#[test]
fn a_start_is_hit_before_it_and_an_end_after_it() {
    let ended = NodeEvent::End(Some(EndStatus::Success));
    let mut run = BreakpointRun::new(&[
        on("wait", NodeEvent::Start),
        on("add", ended),
        on("wait", ended),
    ]);
    let hits = run.frame();
    let (add, wait) = (run.index("add"), run.index("wait"));
    let started = run.place(&TraceEvent::Start(wait));
    let added = run.place(&TraceEvent::End(add, EndStatus::Success)) + 1;
    let places: Vec<_> = hits
        .iter()
        .map(|h| (h.breakpoint, h.events, h.node))
        .collect();
    assert_eq!(places, [(1, added, Some(add)), (0, started, Some(wait))]);
    assert_eq!(added, started, "nothing lies between");
    let hits = run.frame();
    let end = run.place(&TraceEvent::End(wait, EndStatus::Success)) + 1;
    assert_eq!((hits[0].breakpoint, hits[0].events), (2, end));
}

#[test]
fn an_end_is_hit_only_with_the_given_status_or_any() {
    let mut run = BreakpointRun::new(&[
        on("add", NodeEvent::End(Some(EndStatus::Failure))),
        on("add", NodeEvent::End(None)),
    ]);
    let met: Vec<_> = run.frame().iter().map(|h| h.breakpoint).collect();
    assert_eq!(met, [1]);
}

#[test]
fn hits_are_counted_and_stop_from_the_requested_one() {
    let third = Breakpoint {
        from_hit: 3,
        ..on("add", NodeEvent::Start)
    };
    let mut run = BreakpointRun::new(&[third]);
    let mut met = Vec::new();
    for frame in 1..=8 {
        met.extend(run.frame().iter().map(|hit| (frame, hit.number)));
    }
    assert_eq!(met, [(3, 3), (4, 4), (5, 5), (6, 6), (7, 7), (8, 8)]);
    assert_eq!(run.armory.hits(0), 8);
    run.armory.forget_from(3);
    assert_eq!(
        run.armory.hits(0),
        2,
        "frames that are run again are counted again"
    );
}

#[test]
fn a_disabled_breakpoint_is_neither_hit_nor_counted() {
    let off = Breakpoint {
        enabled: false,
        ..on("add", NodeEvent::Start)
    };
    let mut run = BreakpointRun::new(&[off]);
    assert!(run.armory.is_empty());
    assert_eq!(run.frame(), []);
    assert_eq!(run.armory.hits(0), 0);
}

#[test]
fn a_message_contains_the_values_at_the_moment_of_the_hit() {
    let before = Breakpoint {
        log: Some("{n} of { other }, {nobody} {".into()),
        ..on("add", NodeEvent::Start)
    };
    let after = Breakpoint {
        log: Some("{n}".into()),
        ..on("add", NodeEvent::End(None))
    };
    let mut run = BreakpointRun::new(&[before, after]);
    let said: Vec<_> = run.frame().into_iter().filter_map(|h| h.message).collect();
    assert_eq!(said, ["0 of 5, {nobody} {", "1"]);
}

#[test]
fn a_variable_is_hit_when_written_and_when_it_becomes_a_value() {
    let written = Breakpoint::new(StopAt::Written("n".into()));
    let mut run = BreakpointRun::new(&[written, becomes("n", 2), becomes("other", 5)]);
    let hits = run.frame();
    let add = run.index("add");
    let write = run.place(&TraceEvent::Start(add)) + 2;
    let met: Vec<_> = hits
        .iter()
        .map(|h| (h.breakpoint, h.events, h.node))
        .collect();
    assert_eq!(
        met,
        [(2, 0, None), (0, write, Some(add))],
        "what holds from the start is met at once"
    );
    let met: Vec<_> = run.frame().iter().map(|h| h.breakpoint).collect();
    assert_eq!(met, [0, 1]);
    let met: Vec<_> = run.frame().iter().map(|h| h.breakpoint).collect();
    assert_eq!(met, [0]);
}

#[test]
fn external_input_is_hit_before_the_frame() {
    let mut run = BreakpointRun::new(&[
        becomes("other", 7),
        holds("other == 7"),
        Breakpoint::new(StopAt::Written("other".into())),
    ]);
    assert_eq!(run.frame(), []);
    run.set("other", 7);
    let met: Vec<_> = run
        .frame()
        .iter()
        .map(|h| (h.breakpoint, h.events))
        .collect();
    assert_eq!(met, [(0, 0), (1, 0)], "and whoever wrote it knows that");
    assert_eq!(run.frame(), []);
}

#[test]
fn an_expression_is_hit_when_it_becomes_true_and_not_while_it_stays_true() {
    let mut run = BreakpointRun::new(&[
        holds("n >= 2"),
        holds("n + "),
        holds("n"),
        holds("missing > 1"),
    ]);
    let frames: Vec<_> = (1..=8).filter(|_| !run.frame().is_empty()).collect();
    assert_eq!(frames, [2]);
    let faults: Vec<_> = (0..4).map(|i| run.armory.fault(i).is_some()).collect();
    assert_eq!(faults, [false, true, true, true]);
    let set: Vec<_> = (0..4).map(|i| run.armory.is_set(i, &|_| true)).collect();
    assert_eq!(set, [true, false, false, false]);
}

#[test]
fn conditions_already_true_after_going_back_are_not_hit() {
    let mut run = BreakpointRun::new(&[holds("n >= 1")]);
    assert_eq!(run.frame().len(), 1);
    run.armory.reset_conditions(0, &|_| Some(Value::Int(0)));
    run.set("n", 1);
    assert_eq!(run.frame().len(), 1, "it holds again");
    run.armory.reset_conditions(0, &|_| Some(Value::Int(3)));
    assert_eq!(run.frame().len(), 0);
}

#[test]
fn arming_again_keeps_counts_and_conditions() {
    let (first, second) = (on("add", NodeEvent::Start), holds("n >= 1"));
    let mut run = BreakpointRun::new(&[first.clone(), second.clone()]);
    assert_eq!(run.frame().len(), 2);
    let gone = on("nobody", NodeEvent::Start);
    run.arm(&[second, gone, first, holds("n > 0")]);
    let hits: Vec<_> = (0..4).map(|i| run.armory.hits(i)).collect();
    assert_eq!(hits, [1, 0, 1, 0]);
    assert!(!run.armory.is_set(1, &|_| true), "its node is gone");
    let met: Vec<_> = run.frame().iter().map(|h| h.breakpoint).collect();
    assert_eq!(met, [2], "what holds already has not come to hold");
}

/// The hits that breakpoints on all node events must have in a frame.
fn expected(
    program: &Program<World>,
    events: &[TraceEvent],
    node: NodeIndex,
) -> Vec<(&'static str, usize)> {
    let mut expected = Vec::new();
    for (place, event) in events.iter().enumerate() {
        match event {
            TraceEvent::Start(of) if *of == node => expected.push(("start", place)),
            TraceEvent::End(of, status) if *of == node => {
                expected.push(("end", place + 1));
                if *status == EndStatus::Failure {
                    expected.push(("failure", place + 1));
                }
            }
            TraceEvent::Abort { conditional, scope } => {
                let rest = events[place + 1..].iter();
                let mut ends = rest
                    .take_while(|e| {
                        !matches!(
                            e,
                            TraceEvent::Start(_)
                                | TraceEvent::Check(..)
                                | TraceEvent::Update(..)
                                | TraceEvent::Abort { .. }
                        )
                    })
                    .filter(|e| **e == TraceEvent::End(node, EndStatus::Inactive));
                let interrupted =
                    ends.next().is_some() && node != *scope && program.is_inside(node, *scope);
                if *conditional == node || *scope == node || interrupted {
                    expected.push(("abort", place));
                }
            }
            _ => {}
        }
    }
    expected.sort_unstable();
    expected
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(100)))]

    #[test]
    fn every_node_event_is_hit_once_and_nothing_else(seed: u64, size in 1_usize..25) {
        let document = document(seed, size);
        let program = program(&document);
        let mut instance = TreeInstance::new(program.clone(), seed);
        let (mut world, mut globals) = (World::default(), Globals::default());
        let mut recorder = FrameRecorder::default();
        let kinds = [
            ("start", NodeEvent::Start),
            ("end", NodeEvent::End(None)),
            ("failure", NodeEvent::End(Some(EndStatus::Failure))),
            ("abort", NodeEvent::Abort),
        ];
        let ids: Vec<NodeId> = program.indices().map(|node| program.id(node).clone()).collect();
        let breakpoints: Vec<Breakpoint> = ids.iter()
            .flat_map(|id| kinds.map(|(_, kind)| Breakpoint::new(StopAt::Node(id.clone(), kind))))
            .collect();
        let mut armory = BreakpointSet::default();
        armory.prepare(&breakpoints, &*program, &|id| program.index(id).into_iter().collect());
        for (number, frame) in script(seed, 12, 40, &document).iter().enumerate() {
            world.bits = frame.bits;
            instance.tick_traced(&mut world, &mut globals, frame.dt, &mut recorder);
            let events = recorder.take_events();
            let writes: Vec<Write> = recorder.take_writes();
            let hits = armory.after_frame(0, number as u64 + 1, Some(&*program), (&events, &writes));
            prop_assert!(hits.is_sorted_by_key(|hit| hit.events));
            for (place, node) in program.indices().enumerate() {
                let met = hits.iter().filter(|hit| hit.breakpoint / kinds.len() == place);
                let mut met: Vec<_> = met.map(|hit| (kinds[hit.breakpoint % kinds.len()].0, hit.events)).collect();
                met.sort_unstable();
                prop_assert_eq!(met, expected(&program, &events, node), "{:?} in {:?}", node, events);
            }
        }
    }
}

#[test]
fn a_shared_condition_is_hit_once_and_not_once_per_agent() {
    let mut builder = DocumentBuilder::new("t");
    let mut alarm = Variable::new("alarm", ValueType::Bool);
    alarm.scope = Scope::Global;
    builder.variable(alarm);
    builder.root(Node::new("idle", "Idle")).unwrap();
    let tasks = GameTasks::<()>::new();
    let program = compile(&builder.finish(), &NodeLibrary::builtin(), &tasks).program;
    let program = program.unwrap();
    let mut armory = BreakpointSet::default();
    let turns = [
        Breakpoint::new(StopAt::Becomes("alarm".into(), Value::Bool(true))),
        Breakpoint::new(StopAt::Expression("alarm".into())),
    ];
    armory.prepare(&turns, &program, &|_| Vec::new());
    let hits = |armory: &BreakpointSet| [armory.hits(0), armory.hits(1)];
    let off = |_: &str| Some(Value::Bool(false));
    let on = |_: &str| Some(Value::Bool(true));
    for agent in 0..2 {
        armory.before_frame(agent, 1, &[], &off);
    }
    let write = Write {
        after: 0,
        node: Some(NodeIndex(0)),
        variable: "alarm".into(),
        value: Value::Bool(true),
    };
    armory.after_frame(0, 1, Some(&*program), (&[], &[write]));
    armory.after_frame(1, 1, Some(&*program), (&[], &[]));
    assert_eq!(hits(&armory), [1, 1]);
    for agent in 0..2 {
        assert_eq!(armory.before_frame(agent, 2, &[], &on), []);
    }
    for agent in 0..2 {
        armory.before_frame(agent, 3, &[], &off);
    }
    // External input makes it true.
    for agent in 0..2 {
        armory.before_frame(agent, 4, &[], &on);
    }
    assert_eq!(hits(&armory), [2, 2]);
}

#[test]
fn a_variable_that_is_set_from_outside_is_written() {
    let mut builder = DocumentBuilder::new("Test");
    builder.variable(Variable::new("alarm", ValueType::Bool));
    builder.variable(Variable::new("calm", ValueType::Bool));
    builder.root(Node::new("n1", "Idle")).unwrap();
    let tasks = GameTasks::<()>::new();
    let program = compile(&builder.finish(), &NodeLibrary::builtin(), &tasks).program;
    let mut armory = BreakpointSet::default();
    let written = [Breakpoint::new(StopAt::Written("alarm".into()))];
    armory.prepare(&written, &program.unwrap(), &|_| Vec::new());
    let off = |_: &str| Some(Value::Bool(false));
    let mut hits = |frame: u64, set: &[Arc<str>]| armory.before_frame(0, frame, set, &off).len();
    assert_eq!(hits(1, &[]), 0);
    assert_eq!(hits(2, &["calm".into()]), 0);
    assert_eq!(hits(3, &["calm".into(), "alarm".into()]), 1);
}

#[test]
fn an_event_of_a_node_counts_only_while_the_condition_is_true() {
    let only_if = |condition: &str| Breakpoint {
        condition: Some(condition.into()),
        ..on("add", NodeEvent::Start)
    };
    let mut run = BreakpointRun::new(&[only_if("n > 2"), only_if("n >"), only_if("true")]);
    let mut met = Vec::new();
    for frame in 1..=10 {
        let hits = run.frame();
        met.extend(hits.iter().map(|hit| (hit.breakpoint, frame)));
    }
    let starts: Vec<i32> = met
        .iter()
        .filter(|(b, _)| *b == 2)
        .map(|(_, f)| *f)
        .collect();
    let conditional: Vec<i32> = met
        .iter()
        .filter(|(b, _)| *b == 0)
        .map(|(_, f)| *f)
        .collect();
    // The node adds 1 to `n` each time that it starts.
    assert_eq!(conditional, starts[3..]);
    assert!(
        met.iter().all(|(breakpoint, _)| *breakpoint != 1),
        "an invalid condition is never true"
    );
    assert!(run.armory.fault(1).is_some());
}
