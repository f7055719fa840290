//! Told pasts with gaps, several agents, searches and breakpoints.

use treewright_core::compile::{GameTasks, compile};
use treewright_core::library::NodeLibrary;
use treewright_core::model::testing::draw;
use treewright_core::runtime::EndStatus;

use super::*;
use crate::breakpoint::{Breakpoint, NodeEvent, StopAt};
use crate::occurrence::Sought;
use crate::why::{Fact, Moment, StartReason, why};

const ROOT: NodeIndex = NodeIndex(0);
const FIRST: NodeIndex = NodeIndex(1);
const SECOND: NodeIndex = NodeIndex(2);
const AGENT: AgentId = AgentId(0);

fn program() -> Arc<Program<()>> {
    let document = draw("n1:Sequence[n2:Idle n3:Idle]");
    let compiled = compile(&document, &NodeLibrary::builtin(), &GameTasks::<()>::new());
    compiled.program.unwrap()
}

fn frame(events: &[TraceEvent]) -> ToldFrame {
    ToldFrame {
        dt: 0.0,
        time: 0.5,
        inputs: Vec::new(),
        status: Status::Running,
        events: events.to_vec(),
        writes: Vec::new(),
        data: FrameData::default(),
        learned: Vec::new(),
    }
}

/// A past in which the second child runs from frame 2 on, with a gap after frame 3, and the same child from frame 11 on.
fn with_gap() -> ToldPast {
    let mut past = ToldPast::default();
    let program = past.add_program(program());
    let start = Beginning::of_start(&past.programs()[program]);
    assert!(past.begin(AGENT, program, &start));
    past.push(
        AGENT,
        frame(&[TraceEvent::Start(ROOT), TraceEvent::Start(FIRST)]),
    );
    let ended = TraceEvent::End(FIRST, EndStatus::Success);
    past.push(AGENT, frame(&[ended, TraceEvent::Start(SECOND)]));
    past.push(AGENT, frame(&[]));
    let running = |node| RunningNode { node, since: None };
    let later = Beginning {
        frame: 10,
        running: vec![running(ROOT), running(SECOND)],
        ended: Vec::new(),
        is_start: false,
        ..start
    };
    assert!(past.begin(AGENT, program, &later));
    past.push(AGENT, frame(&[]));
    past
}

#[test]
fn nothing_is_known_in_a_gap_and_what_ended_before_it_is_not_known_after_it() {
    let past = with_gap();
    assert_eq!(past.frames(), Some((0, 11)));
    assert!(past.stretch(AGENT, 7).is_none());
    let state = |frame| {
        let known = past.stretch(AGENT, frame).unwrap().at(frame).unwrap();
        known.runs.get(FIRST).map(|run| run.state)
    };
    assert_eq!(state(0), Some(NodeState::Idle));
    assert_eq!(state(3), Some(NodeState::Success));
    assert_eq!(state(10), None);
    assert_eq!(state(11), None);
    let after = past.stretch(AGENT, 11).unwrap();
    let known = after.at(11).unwrap();
    assert_eq!(after.stacks(&known), [[ROOT, SECOND]]);
    assert_eq!(known.runs.get(SECOND).unwrap().since_frame, 0);
}

#[test]
fn reasons_do_not_reach_over_a_gap() {
    let past = with_gap();
    let fact = |frame, node| {
        let stretch = past.stretch(AGENT, frame).unwrap();
        why(
            &**stretch.program(),
            &stretch.past(),
            Moment::after(frame),
            node,
        )
        .remove(0)
        .fact
    };
    let after = StartReason::AfterSibling(FIRST, EndStatus::Success);
    assert_eq!(fact(3, SECOND), Fact::Runs(after));
    assert_eq!(fact(11, SECOND), Fact::Runs(StartReason::BeforeTheRecord));
    assert_eq!(fact(11, FIRST), Fact::NotKnown);
}

#[test]
fn a_stretch_cannot_begin_within_another() {
    let mut past = with_gap();
    let start = Beginning::of_start(&past.programs()[0]);
    assert!(!past.begin(AGENT, 0, &start));
    assert!(!past.begin(AGENT, 9, &Beginning { frame: 20, ..start }));
    assert_eq!(past.stretches(AGENT).count(), 2);
}

#[test]
fn nodes_are_found_in_all_stretches() {
    let past = with_gap();
    let sought = |event| {
        let sought = Sought::Node("n3".into(), event);
        let search = |stretch: &Stretch| {
            let places = |id: &treewright_core::ids::NodeId| {
                stretch.program().index(id).into_iter().collect()
            };
            Search::new(&sought, stretch.program(), &places, &|name| name.into()).ok()
        };
        let found = past.occurrences(AGENT, &(0..=20), &search);
        found.iter().map(|found| found.frame).collect::<Vec<_>>()
    };
    assert_eq!(sought(NodeEvent::Start), [2]);
    assert!(sought(NodeEvent::End(None)).is_empty());
}

#[test]
fn breakpoints_are_hit_by_told_frames() {
    let past = with_gap();
    let program = program();
    let places = |id: &treewright_core::ids::NodeId| program.index(id).into_iter().collect();
    let stop = Breakpoint::new(StopAt::Node("n3".into(), NodeEvent::Start));
    let mut breakpoints = BreakpointSet::default();
    breakpoints.prepare(&[stop], &*program, &places);
    let hits = |breakpoints: &mut BreakpointSet, frame| past.hits(breakpoints, AGENT, frame).len();
    assert_eq!(hits(&mut breakpoints, 1), 0);
    assert_eq!(hits(&mut breakpoints, 2), 1);
    assert_eq!(hits(&mut breakpoints, 7), 0, "nothing is known of it");
}

#[test]
fn the_oldest_frames_of_all_agents_are_forgotten_first() {
    let mut past = ToldPast::with_limit(60_000);
    let program = past.add_program(program());
    for agent in [AgentId(0), AgentId(1)] {
        let start = Beginning::of_start(&past.programs()[program]);
        assert!(past.begin(agent, program, &start));
    }
    for _ in 0..1_000 {
        for agent in [AgentId(0), AgentId(1)] {
            let ended = TraceEvent::End(FIRST, EndStatus::Success);
            past.push(agent, frame(&[TraceEvent::Start(FIRST), ended]));
        }
        assert!(past.bytes() <= 60_000, "{}", past.bytes());
    }
    let first = |agent| past.stretches(AgentId(agent)).next().unwrap().first_frame();
    assert!(
        first(0) > 500 && first(0).abs_diff(first(1)) <= 8,
        "{} {}",
        first(0),
        first(1)
    );
    assert_eq!(past.frames().unwrap().1, 1_000);
}

#[test]
fn a_past_that_follows_another_one_says_the_same() {
    let other = with_gap();
    let mut past = ToldPast::default();
    past.add_program(program());
    let moments = |past: &ToldPast| {
        let stretches = past.stretches(AGENT);
        let known = stretches.flat_map(|stretch| {
            (stretch.first_frame()..=stretch.last_frame()).filter_map(|frame| stretch.at(frame))
        });
        known
            .map(|known| {
                format!(
                    "{} {:?} {:?}",
                    known.frame,
                    known.status,
                    known.runs.get(SECOND)
                )
            })
            .collect::<Vec<_>>()
    };
    past.follow(&other, AGENT, &|_| None);
    assert!(moments(&past).is_empty(), "it has no such program");
    for _ in 0..2 {
        past.follow(&other, AGENT, &Some);
        assert_eq!(moments(&past), moments(&other));
    }
    let mut other = other;
    other.push(AGENT, frame(&[TraceEvent::End(SECOND, EndStatus::Success)]));
    past.follow(&other, AGENT, &Some);
    assert_eq!(moments(&past), moments(&other));
    assert_eq!(past.stretches(AGENT).count(), 2);
}

#[test]
fn pasts_that_share_their_memory_take_no_more_than_one() {
    const LIMIT: usize = 120_000;
    let shared = SharedLimit::of(LIMIT);
    let grow = |past: &mut ToldPast, frames: usize| {
        if past.programs().is_empty() {
            past.add_program(program());
            let start = Beginning::of_start(&past.programs()[0]);
            assert!(past.begin(AGENT, 0, &start));
        }
        for _ in 0..frames {
            past.push(AGENT, frame(&[TraceEvent::Start(ROOT)]));
        }
    };
    let mut pasts = [0, 1, 2].map(|_| ToldPast::sharing(&shared));
    grow(&mut pasts[0], 5_000);
    let alone = pasts[0].bytes();
    assert!(alone > LIMIT / 2 && alone <= LIMIT, "{alone}");
    let known = pasts[0].frames().unwrap();
    grow(&mut pasts[1], 5_000);
    // What another past needs, the first one forgets at its next frame.
    pasts[0].keep_within_limit();
    assert!(pasts[0].frames().unwrap().0 > known.0);
    assert_eq!(pasts[0].frames().unwrap().1, known.1);
    grow(&mut pasts[2], 50);
    for past in &mut pasts {
        past.keep_within_limit();
    }
    let all: usize = pasts.iter().map(ToldPast::bytes).sum();
    assert!(all <= LIMIT && all == shared.used(), "{all}");
    assert_eq!(
        pasts[2].frames().unwrap().0,
        0,
        "a small one keeps all of its own"
    );
    let [one, two, last] = pasts;
    drop((one, two));
    assert_eq!(shared.used(), last.bytes());
    shared.set(0);
    drop(last);
    assert_eq!(shared.used(), 0);
}
