//! A told run with a gap, as panels see it.

use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;
use treewright_core::model::testing::draw;
use treewright_core::project::Project;
use treewright_core::runtime::EndStatus;
use treewright_core::trace::{FrameData, RunningNode};
use treewright_insight::breakpoint::{Breakpoint, NodeEvent};
use treewright_insight::history::NodeState;
use treewright_insight::told_past::{Beginning, ToldFrame};

use super::*;
use crate::i18n::Texts;
use crate::workspace::document_program::DocumentProgram;
use crate::workspace::live::{Connection, SourceId, SourceKind};

const ROOT: NodeIndex = NodeIndex(0);
const FIRST: NodeIndex = NodeIndex(1);
const SECOND: NodeIndex = NodeIndex(2);

fn document() -> Document {
    draw("n1:Sequence[n2:Idle n3:Idle]")
}

fn frame(events: &[TraceEvent], status: Status) -> ToldFrame {
    ToldFrame {
        dt: 0.0,
        time: 0.5,
        inputs: Vec::new(),
        status,
        events: events.to_vec(),
        writes: Vec::new(),
        data: FrameData::default(),
        learned: Vec::new(),
    }
}

/// The second child runs from frame 2 on; after a gap from frame 3 to 10 it still runs, and the tree ends in frame 11.
fn told() -> ToldRun {
    let document = document();
    let (project, library) = (Project::alone(&document), NodeLibrary::builtin());
    let compiled = DocumentProgram::of(&project, &library, &[]);
    let program = compiled.program().unwrap().clone();
    let mut past = ToldPast::default();
    let number = past.add_program(program.clone());
    let agent = AgentId(0);
    let start = Beginning::of_start_without_variables(&program);
    past.begin(agent, number, &start);
    let starts = [TraceEvent::Start(ROOT), TraceEvent::Start(FIRST)];
    past.push(agent, frame(&starts, Status::Running));
    let ended = TraceEvent::End(FIRST, EndStatus::Success);
    let moves_on = [ended, TraceEvent::Start(SECOND)];
    past.push(agent, frame(&moves_on, Status::Running));
    let running = |node| RunningNode { node, since: None };
    let later = Beginning {
        frame: 10,
        running: vec![running(ROOT), running(SECOND)],
        ended: Vec::new(),
        is_start: false,
        ..start
    };
    past.begin(agent, number, &later);
    let ends = [SECOND, ROOT].map(|node| TraceEvent::End(node, EndStatus::Success));
    past.push(agent, frame(&ends, Status::Success));
    let tree = ToldTree {
        document: DocumentId(7),
        revision: 0,
        program,
        places: compiled.mapping().clone(),
        seen: None,
    };
    ToldRun::new(tree, (past, agent), usize::MAX, Vec::new())
}

#[test]
fn the_last_frame_is_shown_and_steps_end_where_nothing_is_known() {
    let mut run = told();
    assert_eq!((run.frame(), run.frames()), (11, (0, 11)));
    assert_eq!(run.state(), RunState::Finished(Status::Success));
    assert!(!run.step());
    run.show(2);
    assert_eq!(run.stacks(), [["n1".into(), "n3".into()]]);
    run.step_event_back();
    assert_eq!(run.inside().unwrap().happened, 1);
    assert_eq!(run.node(&"n3".into()).state, NodeState::Idle);
    assert!(run.step_event());
    assert_eq!(run.inside(), None, "the whole frame has happened");
    assert_eq!(run.node(&"n3".into()).state, NodeState::Running);
}

#[test]
fn states_in_a_gap_and_of_before_it_are_not_known() {
    let mut run = told();
    assert!(!run.is_known(&"n2".into()), "it ended before the gap");
    assert!(run.is_known(&"n3".into()));
    run.show(2);
    assert!(run.is_known(&"n2".into()));
    run.show(7);
    assert!(!run.is_known(&"n1".into()) && run.stacks().is_empty());
    assert!(run.why(&"n1".into(), &ToString::to_string).is_empty());
    run.step_back();
    assert_eq!(run.frame(), 6);
}

#[test]
fn reasons_and_found_frames_are_those_of_the_known_frames() {
    let mut run = told();
    run.show(2);
    let reasons = run.why(&"n3".into(), &ToString::to_string);
    let told = Texts::default().message(&reasons[0].sentence);
    assert!(told.contains("n3") && told.contains("n2"), "{told}");
    run.show(11);
    let reasons = run.why(&"n2".into(), &ToString::to_string);
    let told = Texts::default().message(&reasons[0].sentence);
    assert!(told.contains("not known"), "{told}");
    let query = run.query(Sought::Node("n3".into(), NodeEvent::End(None)));
    run.search(Some(&query));
    let found = run.found().unwrap().next((0, 0));
    assert_eq!(found, Some((11, 0)));
    assert_eq!(run.found_node((11, 0)), Some("n3".into()));
    assert_eq!(run.count_of(&query.sought), 1);
}

#[test]
fn hits_of_breakpoints_come_and_go_with_them() {
    let mut run = told();
    let document = document();
    let before = run.whole_log().to_vec();
    let list = || vec![Breakpoint::on_start("n3".into())];
    run.set_breakpoints(1, list, &document);
    assert_eq!(run.breakpoint_hits(0), 1);
    let hits = run.whole_log().iter();
    let hits: Vec<_> = hits
        .filter(|line| line.kind == LogKind::Breakpoint)
        .collect();
    assert_eq!(
        (hits.len(), hits[0].frame, &hits[0].node),
        (1, 2, &Some("n3".into()))
    );
    run.set_breakpoints(2, Vec::new, &document);
    assert_eq!(run.whole_log(), before);
}

fn live() -> LiveState {
    LiveState {
        source: SourceId(1),
        kind: SourceKind::Robot,
        name: "robot".to_owned(),
        connection: Connection::Attached,
        stop: None,
        left: None,
        is_replaced: false,
        is_loading: false,
        pauses: None,
        verbs: Verbs::none("obstacle.robot"),
    }
}

/// Tells another frame, in which the first child runs and succeeds.
fn tell_one(run: &mut ToldRun) {
    let events = [
        TraceEvent::Start(FIRST),
        TraceEvent::End(FIRST, EndStatus::Success),
    ];
    run.grow(|past| {
        past.push(AgentId(0), frame(&events, Status::Running));
    });
}

#[test]
fn the_newest_frame_is_followed_until_one_looks_back() {
    let mut run = told();
    run.set_live(Some(live()));
    assert_eq!(run.state(), RunState::Running);
    tell_one(&mut run);
    assert_eq!((run.frame(), run.frames()), (12, (0, 12)));
    run.step_back();
    assert_eq!(run.state(), RunState::Paused);
    assert_eq!(run.follows_newest(), Some(false));
    tell_one(&mut run);
    assert_eq!((run.frame(), run.frames().1), (11, 13));
    run.show(13);
    tell_one(&mut run);
    assert_eq!(run.frame(), 14, "the last frame is followed again");
    run.set_live(None);
    assert_eq!(run.state(), RunState::Paused);
    assert_eq!(run.follows_newest(), None);
}

#[test]
fn an_agent_of_which_less_has_come_is_shown_as_far_as_it_is_known() {
    let mut run = told();
    run.set_live(Some(live()));
    let other = AgentId(1);
    let program = run.past.programs()[0].clone();
    let start = Beginning::of_start_without_variables(&program);
    let starts = [TraceEvent::Start(ROOT), TraceEvent::Start(FIRST)];
    run.grow(|past| {
        past.begin(other, 0, &start);
        past.push(other, frame(&starts, Status::Running));
    });
    run.show_agent(other);
    assert_eq!((run.frame(), run.frames().1), (1, 11));
    assert_eq!(run.node(&"n2".into()).state, NodeState::Running);
    run.grow(|past| {
        past.push(other, frame(&[], Status::Running));
    });
    assert_eq!((run.frame(), run.follows_newest()), (2, Some(true)));
}

#[test]
fn of_a_program_that_has_ended_nothing_is_followed() {
    let mut run = told();
    let ended = Connection::Ended(None);
    run.set_live(Some(LiveState {
        connection: ended,
        ..live()
    }));
    assert_eq!(run.follows_newest(), None);
    assert_eq!(run.state(), RunState::Paused);
}

#[test]
fn what_is_looked_for_is_found_in_frames_that_come() {
    let mut run = told();
    run.set_live(Some(live()));
    let sought = Sought::Node("n2".into(), NodeEvent::Start);
    let query = run.query(sought.clone());
    run.search(Some(&query));
    let before = run.found().unwrap().frames().len();
    tell_one(&mut run);
    assert_eq!(run.found().unwrap().frames().len(), before + 1);
    assert_eq!(run.count_of(&sought), before + 1);
}

#[test]
fn breakpoints_count_in_frames_that_come_and_lines_about_the_program_stay() {
    let mut run = told();
    run.set_live(Some(live()));
    let (document, stop) = (document(), Breakpoint::on_start("n2".into()));
    let list = || vec![stop.clone()];
    run.set_breakpoints(1, list, &document);
    let before = run.breakpoint_hits(0);
    run.remark("lost".into());
    tell_one(&mut run);
    run.set_breakpoints(1, list, &document);
    assert_eq!(run.breakpoint_hits(0), before + 1);
    run.set_breakpoints(2, Vec::new, &document);
    let texts = |run: &ToldRun| {
        let lines = run.whole_log().iter();
        lines.filter(|line| line.text.to_string() == "lost").count()
    };
    assert_eq!(texts(&run), 1);
}

#[test]
fn after_another_tree_the_lanes_are_those_of_the_shown_frame() {
    let mut run = told();
    let other = draw("n1:Sequence[n4:Idle]");
    let (project, library) = (Project::alone(&other), NodeLibrary::builtin());
    let compiled = DocumentProgram::of(&project, &library, &[]);
    let program = compiled.program().unwrap().clone();
    let start = Beginning {
        frame: 20,
        ..Beginning::of_start_without_variables(&program)
    };
    let number = run.add_tree(ToldTree {
        document: DocumentId(7),
        revision: 1,
        program,
        places: compiled.mapping().clone(),
        seen: None,
    });
    run.grow(|past| {
        past.begin(AgentId(0), number, &start);
        past.push(
            AgentId(0),
            frame(&[TraceEvent::Start(ROOT)], Status::Running),
        );
    });
    run.show(21);
    assert_eq!(run.lanes().len(), 2);
    assert!(!run.ran_earlier_tree(1));
    run.show(11);
    assert_eq!(run.lanes().len(), 3);
    assert!(run.ran_earlier_tree(1));
}
