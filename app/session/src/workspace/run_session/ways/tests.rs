//! Ways of small runs: what is kept of each, and which inputs happen again.

use std::sync::Arc;

use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;
use treewright_core::model::testing::draw;
use treewright_core::project::Project;
use treewright_core::value::Value;

use super::super::{RunSession, TreeVersion};
use crate::workspace::document_program::DocumentProgram;
use crate::workspace::program_sources::ProgramSources;
use crate::workspace::run_view::{LogKind, RunView as _};

/// Says something in the first frame, until `alarm` is set.
fn document() -> Document {
    draw(concat!(
        "alarm:bool; top:Selector[",
        "guarded:Sequence(.abort=LowerPriority)[alarmed:CompareBool(left={alarm}) stay:Idle] ",
        "calm:Sequence[say:Log(text=hm) idle:Idle]]"
    ))
}

struct Stage {
    document: Document,
    run: RunSession,
}

impl Stage {
    fn new() -> Self {
        let document = document();
        let library = NodeLibrary::builtin();
        let project = Project::alone(&document);
        let compiled = DocumentProgram::of(&project, &library, &[]);
        let run = RunSession::start(&compiled, &project, &library, (1, 0)).unwrap();
        Self { document, run }
    }

    fn steps(&mut self, count: usize) {
        for _ in 0..count {
            self.run.step(0.1, &Project::alone(&self.document));
        }
    }

    fn set(&mut self, alarm: bool) {
        self.run.set_variable("alarm", Value::Bool(alarm)).unwrap();
    }

    fn alarm(&self) -> Option<bool> {
        match self.run.variable("alarm") {
            Some(Value::Bool(alarm)) => Some(*alarm),
            _ => None,
        }
    }

    fn lines(&self) -> Vec<(u64, LogKind)> {
        let lines = self.run.whole_log().iter();
        lines.map(|line| (line.frame, line.kind)).collect()
    }
}

#[test]
fn later_inputs_happen_again_after_a_change_in_the_past() {
    let mut stage = Stage::new();
    stage.steps(3);
    stage.set(true);
    stage.steps(2);
    assert_eq!((stage.run.frame(), stage.alarm()), (5, Some(true)));
    // An input in frame 5 that the user changes instead of the recorded one in frame 4.
    stage.run.show(1);
    stage.run.send_event("shot".into(), None, true).unwrap();
    assert_eq!(stage.run.recorded_ahead(), Some((5, 1)));
    stage.steps(2);
    assert_eq!(stage.alarm(), Some(false), "it was set before frame 4");
    stage.steps(1);
    assert_eq!((stage.run.frame(), stage.alarm()), (4, Some(true)));
    assert_eq!(stage.run.ways().len(), 2);
}

#[test]
fn going_on_as_recorded_from_within_the_newest_frame_leaves_no_way() {
    let mut stage = Stage::new();
    stage.steps(5);
    stage.run.show(1);
    stage.set(true);
    stage.steps(1);
    stage.run.show_event(2, 0, 1);
    assert!(stage.run.recorded_ahead().is_some());
    let ways = stage.run.ways().len();
    stage.run.repeat_recorded();
    assert_eq!((stage.run.ways().len(), stage.run.frame()), (ways, 2));
    stage.steps(3);
    assert_eq!((stage.run.ways().len(), stage.run.frame()), (ways, 5));
}

#[test]
fn a_change_goes_before_what_was_recorded_of_the_same_variable() {
    let mut stage = Stage::new();
    stage.steps(1);
    stage.set(true);
    stage.steps(2);
    stage.run.show(1);
    stage.set(false);
    stage.run.repeat_recorded();
    while stage.run.goal().is_some() {
        stage
            .run
            .continue_run(0.1, &Project::alone(&stage.document));
    }
    assert_eq!((stage.run.frame(), stage.alarm()), (3, Some(false)));
    stage.run.show(1);
    stage.run.repeat_recorded();
    stage.run.drop_recorded_inputs();
    assert_eq!(stage.run.recorded_ahead(), None);
}

#[test]
fn each_way_keeps_its_log_while_others_become_current() {
    let mut stage = Stage::new();
    stage.steps(6);
    let mut logs = vec![(stage.run.recording().current_way(), stage.lines())];
    for (frame, alarm) in [(4, true), (2, true), (3, false), (5, true)] {
        stage.run.show(frame.min(stage.run.frames().1));
        stage.set(alarm);
        stage.steps(3);
        logs.push((stage.run.recording().current_way(), stage.lines()));
    }
    for turn in [0, 3, 1, 4, 2, 0] {
        let (way, lines) = &logs[turn];
        if *way != stage.run.recording().current_way() {
            assert!(stage.run.switch_to_way(*way));
        }
        assert_eq!(&stage.lines(), lines, "way {turn}");
    }
}

#[test]
fn the_difference_of_two_ways_names_variables_and_nodes() {
    let mut stage = Stage::new();
    stage.steps(5);
    stage.run.show(2);
    stage.set(true);
    stage.steps(3);
    assert!(!stage.run.compare_ways(&mut || true));
    let ways = stage.run.ways();
    let left = &ways[0];
    assert_eq!((left.is_current, left.first_difference), (false, Some(3)));
    let inputs = stage.run.different_inputs(left.id);
    let set = inputs[0].here.as_ref().unwrap();
    assert_eq!((&*set.name, inputs[0].frame), ("alarm", 3));
    assert_eq!(stage.run.different_variables(left.id), []);
    let nodes = stage.run.different_nodes(left.id);
    let nodes: Vec<&str> = nodes.iter().map(|node| node.node.as_str()).collect();
    assert_eq!(nodes, ["alarmed", "idle", "calm", "guarded", "stay"]);
}

#[test]
fn a_run_restarts_with_the_same_inputs_in_another_tree() {
    let mut stage = Stage::new();
    stage.steps(2);
    stage.set(true);
    stage.steps(2);
    stage.document.variables[0].name = "gone".into();
    let library = NodeLibrary::builtin();
    let project = Project::alone(&stage.document);
    let compiled = DocumentProgram::of(&project, &library, &[]);
    let files = ProgramSources::Texts(treewright_insight::recording_json::Sources::default());
    let first = TreeVersion {
        document: None,
        compiled: Arc::new(compiled),
        library: Arc::new(library),
        revision: 7,
        sources: files,
    };
    stage.run.restart_with_inputs(first, &project);
    while stage.run.goal().is_some() {
        stage.run.continue_run(0.1, &project);
    }
    assert_eq!(stage.run.frames(), (0, 4));
    let refused = |(frame, kind): &(u64, LogKind)| (*frame, *kind) == (3, LogKind::Run);
    assert!(stage.lines().iter().any(refused), "{:?}", stage.lines());
    assert_eq!(stage.run.ways().len(), 2);
    assert!(stage.run.restore_discarded());
    assert_eq!(stage.alarm(), Some(true));
}
