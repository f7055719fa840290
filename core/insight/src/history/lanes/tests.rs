//! Histories by node and by variable, including forgotten and branched runs.

use treewright_core::runtime::EndStatus;

use super::*;

const LEAF: NodeIndex = NodeIndex(0);

fn program() -> Arc<treewright_core::Program<()>> {
    program_of("n1")
}

fn program_of(id: &str) -> Arc<treewright_core::Program<()>> {
    use treewright_core::compile::{GameTasks, compile};
    use treewright_core::library::NodeLibrary;
    use treewright_core::model::{DocumentBuilder, Node, Variable};
    use treewright_core::value::ValueType;
    let mut builder = DocumentBuilder::new("One");
    builder.variable(Variable::new("hits", ValueType::Int));
    builder.root(Node::new(id, "Idle")).unwrap();
    let compiled = compile(
        &builder.finish(),
        &NodeLibrary::builtin(),
        &GameTasks::new(),
    );
    compiled.program.unwrap()
}

/// The events of the leaf in a frame: `+` start, `S`, `F` and `X` end, `!` abort, `#` mark.
fn events(frame: &str) -> Vec<TraceEvent> {
    let letter = |letter| match letter {
        '+' => TraceEvent::Start(LEAF),
        'S' => TraceEvent::End(LEAF, EndStatus::Success),
        'F' => TraceEvent::End(LEAF, EndStatus::Failure),
        'X' => TraceEvent::End(LEAF, EndStatus::Inactive),
        '!' => TraceEvent::Abort {
            conditional: LEAF,
            scope: LEAF,
        },
        _ => TraceEvent::Mark(LEAF, "here".into()),
    };
    frame.chars().map(letter).collect()
}

fn history(frames: &[&str]) -> RunHistory {
    let program = program();
    let mut history = RunHistory::new(&program);
    for (place, frame) in frames.iter().enumerate() {
        history.note(&program, (place + 1) as f64 * 0.5, &events(frame), &[]);
    }
    history
}

/// The spans of the leaf: `2-4S` ran from frame 2 to 4, `*` marks a series, `5-` still runs.
fn spans(history: &RunHistory) -> String {
    let lane = history.lane(LEAF).unwrap();
    let words = lane.spans.iter().map(|span| {
        let series = if span.is_series { "*" } else { "" };
        match span.end {
            NodeState::Running => format!("{}-", span.from),
            end => format!("{}-{}{}{series}", span.from, span.to, &end.name()[..1]),
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

fn write(value: i64) -> Write {
    Write {
        after: 0,
        node: Some(LEAF),
        variable: "hits".into(),
        value: Value::from(value),
    }
}

#[test]
fn a_node_that_runs_for_some_frames_is_one_span() {
    let history = history(&["", "+", "", "S", "+", ""]);
    assert_eq!(spans(&history), "2-4S 5-");
    assert_eq!((history.first_frame(), history.last_frame()), (1, 6));
    assert!((history.time(4) - 2.0).abs() < f64::EPSILON);
}

#[test]
fn a_node_that_repeats_each_frame_is_one_span_until_its_status_differs() {
    let history = history(&["+F", "+F+F", "+F", "+S", "", "+S", "+", "X"]);
    assert_eq!(spans(&history), "1-3F* 4-4S* 6-6S* 7-8I");
}

#[test]
fn spans_and_notes_are_found_by_frame_range() {
    let history = history(&["+F", "", "+", "S", "", "+F", "+"]);
    let lane = history.lane(LEAF).unwrap();
    let found = |from, to| lane.between(from, to).len();
    assert_eq!((found(1, 7), found(4, 5), found(5, 5)), (4, 1, 0));
    assert_eq!(found(9, 12), 1, "it still runs");
}

#[test]
fn a_branched_run_equals_one_that_never_took_the_first_path() {
    let frames = ["+F", "+F", "+", "", "S!", "+F#", "+F", "+"];
    let whole = history(&frames);
    for after in 0..=frames.len() {
        let mut cut = whole.clone();
        cut.cut(after as u64);
        assert_eq!(cut, history(&frames[..after]), "after {after}");
    }
}

#[test]
fn forgotten_frames_are_hidden_and_the_rest_stays() {
    let mut history = history(&["+F", "+F", "+", "!", "S", "+F"]);
    history.forget(3);
    assert_eq!(spans(&history), "3-5S 6-6F*");
    assert_eq!((history.first_frame(), history.last_frame()), (4, 6));
    assert!((history.time(5) - 2.5).abs() < f64::EPSILON);
    history.forget(4);
    assert!(history.lane(LEAF).unwrap().notes.is_empty());
    history.forget(90);
    assert_eq!((history.first_frame(), history.last_frame()), (7, 6));
}

#[test]
fn variables_record_who_changed_them_and_when() {
    let program = program();
    let mut history = RunHistory::new(&program);
    for value in [3, 3, 4] {
        history.note(&program, 0.1, &[], &[write(value)]);
    }
    history.note_outside(&"hits".into(), Value::from(9_i64), ValueSource::Outside);
    let told = |history: &RunHistory| {
        let changes = history.changes("hits").iter();
        let words = changes.map(|c| format!("{} {} {:?}", c.frame, c.value, c.by));
        words.collect::<Vec<_>>()
    };
    let all = [
        "0 0 Declaration",
        "1 3 Node(#n1)",
        "3 4 Node(#n1)",
        "4 9 Outside",
    ];
    assert_eq!(told(&history), all);
    let changes = |history: &RunHistory| history.lane(LEAF).unwrap().notes.len();
    assert_eq!(changes(&history), 2);
    history.forget(2);
    assert_eq!(told(&history), all[1..], "what it held is still known");
    history.cut(3);
    assert_eq!(told(&history), all[1..3]);
}

#[test]
fn a_changed_program_keeps_the_histories_of_its_nodes() {
    use treewright_core::compile::{GameTasks, compile};
    use treewright_core::library::NodeLibrary;
    use treewright_core::model::{DocumentBuilder, Node};
    let old = program();
    let mut history = history(&["+"]);
    let mut builder = DocumentBuilder::new("Two");
    let root = builder.root(Node::new("n0", "Sequence")).unwrap();
    builder.child(&root, Node::new("n1", "Idle")).unwrap();
    let compiled = compile::<()>(
        &builder.finish(),
        &NodeLibrary::builtin(),
        &GameTasks::new(),
    );
    let new = compiled.program.unwrap();
    history.swap(&old, &new);
    let count = |node: u32| history.lane(NodeIndex(node)).unwrap().spans.len();
    assert_eq!((count(0), count(1)), (0, 1));
}

#[test]
fn a_node_that_is_removed_and_returns_keeps_its_history() {
    let (with, without) = (program(), program_of("n2"));
    let mut history = history(&["+", "S", "", "+", "F"]);
    history.swap(&with, &without);
    history.note(&without, 3.0, &[], &[]);
    assert_eq!(spans(&history), "", "the other node has not run");
    let lane = history.lane_of(&without, &"n1".into()).unwrap();
    let last = |until| lane.last_event(until);
    assert_eq!(
        [0, 1, 2, 3, 4, 9].map(last),
        [None, Some(1), Some(2), Some(2), Some(4), Some(5)]
    );
    history.forget(2);
    history.cut(4);
    history.swap(&without, &with);
    assert_eq!(spans(&history), "4-");
    history.note(&with, 2.5, &events("F"), &[]);
    history.swap(&with, &without);
    history.forget(5);
    let forgotten = history.lane_of(&without, &"n1".into());
    assert!(forgotten.is_none(), "nothing is known of it");
}

#[test]
fn restarting_with_another_program_interrupts_running_nodes() {
    let (before, after) = (program(), program_of("n2"));
    let mut history = history(&["+", ""]);
    history.swap(&before, &after);
    history.note(&after, 1.5, &events("+"), &[]);
    history.swap(&after, &before);
    assert_eq!(spans(&history), "1-2I");
    history.note(&before, 2.0, &events("+"), &[]);
    assert_eq!(spans(&history), "1-2I 4-");
    history.cut(1);
    assert_eq!(spans(&history), "1-");
}

#[test]
fn a_joining_agent_starts_after_the_stored_frames() {
    let program = program();
    let mut first = history(&["+", "", "", "S"]);
    first.forget(1);
    let mut joined = first.joining(&program, 5);
    assert_eq!((joined.first_frame(), joined.last_frame()), (2, 4));
    joined.note(&program, 2.5, &events("+"), &[]);
    assert_eq!(spans(&joined), "5-");
    assert!((joined.time(3) - first.time(3)).abs() < f64::EPSILON);
}

#[test]
fn a_history_can_begin_with_what_runs_already() {
    use treewright_core::TreeInstance;
    use treewright_core::runtime::Globals;
    let program = program();
    let mut instance = TreeInstance::new(program.clone(), 0);
    let mut globals = Globals::default();
    for _ in 0..4 {
        instance.tick(&mut (), &mut globals, 0.5);
    }
    instance.set(&mut globals, "hits", 3_i64).unwrap();
    let mut keyframe = Keyframe::of(&instance, &globals);
    let begin = |keyframe: &Keyframe| {
        let mut history = RunHistory::beginning_with(
            &program,
            (keyframe.frame, 2.0),
            keyframe,
            &ValueSource::Unknown,
        );
        history.note(&program, 2.5, &[], &[write(3)]);
        history.note(&program, 3.0, &events("S"), &[write(4)]);
        history
    };
    let history = begin(&keyframe);
    assert_eq!(spans(&history), "4-6S", "when it started is not known");
    assert_eq!((history.first_frame(), history.last_frame()), (5, 6));
    assert!((history.time(4) - 2.0).abs() < f64::EPSILON);
    let changes = history.changes("hits").iter();
    let changes: Vec<_> = changes
        .map(|c| format!("{} {} {:?}", c.frame, c.value, c.by))
        .collect();
    assert_eq!(changes, ["4 3 Unknown", "6 4 Node(#n1)"]);
    keyframe.running[0].since = Some(1);
    let mut history = begin(&keyframe);
    assert_eq!(spans(&history), "1-6S");
    history.cut(5);
    assert_eq!(spans(&history), "1-", "it still runs there");
}

#[test]
fn the_lane_of_a_node_that_runs_a_background_tree_has_its_start_and_its_end() {
    use treewright_core::compile::{GameTasks, compile};
    use treewright_core::library::NodeLibrary;
    use treewright_core::model::testing::draw;
    let tree = draw("n1:Sequence[n2:RunTree(tree=Patrol) n3:Idle] | Patrol=n4:Idle");
    let compiled = compile(&tree, &NodeLibrary::builtin(), &GameTasks::<()>::new());
    let program = compiled.program.unwrap();
    let mut history = RunHistory::new(&program);
    let beside = |what| TraceEvent::Beside(Box::new(("Patrol".into(), what)));
    let frames = [
        vec![beside(BesideEvent::Started)],
        Vec::new(),
        vec![beside(BesideEvent::Ended(EndStatus::Failure))],
    ];
    for events in &frames {
        history.note(&program, 1.0, events, &[]);
    }
    let notes = |history: &RunHistory| {
        let lane = history.lane_of(&program, &"n2".into()).unwrap();
        let notes = lane.notes.iter().map(|note| match &note.kind {
            NoteKind::BackgroundTree { ended, .. } => (note.frame, *ended),
            other => panic!("{other:?}"),
        });
        notes.collect::<Vec<_>>()
    };
    assert_eq!(notes(&history), [(1, None), (3, Some(EndStatus::Failure))]);
    let last = |history: &RunHistory, until| history.last_of_background_tree("Patrol", until);
    assert_eq!(
        [3, 2, 0].map(|until| last(&history, until)),
        [Some(3), Some(1), None]
    );
    assert_eq!(history.last_of_background_tree("Talk", 3), None);
    history.cut(2);
    assert_eq!((notes(&history).len(), last(&history, 3)), (1, Some(1)));
    history.forget(1);
    assert_eq!(last(&history, 3), None);
}
