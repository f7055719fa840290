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
