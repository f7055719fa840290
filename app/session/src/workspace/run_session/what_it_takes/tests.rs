//! Which inputs are tried, and that a change which was found leads to what was wished.

use treewright_core::library::NodeLibrary;
use treewright_core::model::testing::draw;
use treewright_core::project::Project;
use treewright_core::runtime::Status;

use super::*;
use crate::workspace::document_program::DocumentProgram;

#[test]
fn a_change_that_is_found_is_tried_on_a_way_of_its_own() {
    let document = draw(concat!(
        "sees:bool far:float=9 name:string unread:bool; top:Selector[",
        "attack:Sequence(.abort=Both)[seen:CompareBool(left={sees}) ",
        "near:CompareFloat(left={far},operator=<,right=3) strike:Idle] rest:Idle]"
    ));
    let library = NodeLibrary::builtin();
    let project = Project::alone(&document);
    let compiled = DocumentProgram::of(&project, &library, &[]);
    let mut run = RunSession::start(&compiled, &project, &library, (1, 0)).unwrap();
    for _ in 0..6 {
        run.step(0.1, &project);
    }
    let names: Vec<String> = run
        .inputs_to_try(&project, &library)
        .into_iter()
        .map(|input| match input {
            RunInput::Set { name, value, .. } => format!("{name}={value}"),
            other => format!("{other:?}"),
        })
        .collect();
    assert_eq!(
        names,
        [
            "sees=true",
            "sees=false",
            "far=3.0",
            "far=4.0",
            "far=2.0",
            "far=9.0"
        ]
    );
    let wish = Wish::Runs("strike".into());
    let mut search = run.what_it_takes(&wish, 4, &project, &library).unwrap();
    assert_eq!(search.frames(), Some((3, 6)));
    search.advance(|| true);
    let found = search.found()[0].clone();
    assert_eq!(found.len(), 2);
    let way = run.recording().current_way();
    let try_out = |run: &mut RunSession, change: &[TriedInput]| {
        run.try_change(way, change, 6).unwrap();
        while run.goal().is_some() {
            run.continue_run(0.1, &project);
        }
        assert_eq!(run.frame(), 6);
        run.node(&"strike".into()).state.is_running()
    };
    assert!(try_out(&mut run, &found));
    assert_eq!(run.ways().len(), 2);
    // The next one does not build on what was tried before.
    assert!(!try_out(&mut run, &found[..1]));
    assert_eq!(run.ways().len(), 3);
    assert!(try_out(&mut run, &found));
    assert!(run.return_to_way(way));
    assert!(!run.node(&"strike".into()).state.is_running());
}

#[test]
fn an_expectation_can_be_wished_for() {
    let document = draw("done:bool; top:Sequence[asked:CompareBool(left={done}) end:Log(text=x)]");
    let library = NodeLibrary::builtin();
    let project = Project::alone(&document);
    let compiled = DocumentProgram::of(&project, &library, &[]);
    let mut run = RunSession::start(&compiled, &project, &library, (1, 0)).unwrap();
    run.step(0.1, &project);
    let wish = Wish::Holds(Fact::Status(Status::Success));
    let mut search = run.what_it_takes(&wish, 10, &project, &library).unwrap();
    search.advance(|| true);
    assert_eq!(search.found().len(), 1);
}

#[test]
fn events_are_tried_with_values_that_conditions_compare() {
    let document = draw(concat!(
        "floor:int; top:Sequence[called:WaitForEvent(name=call,payload={floor}) ",
        "high:CompareInt(left={floor},operator=>,right=5) go:Idle]"
    ));
    let library = NodeLibrary::builtin();
    let project = Project::alone(&document);
    let compiled = DocumentProgram::of(&project, &library, &[]);
    let mut run = RunSession::start(&compiled, &project, &library, (1, 0)).unwrap();
    run.step(0.1, &project);
    run.step(0.1, &project);
    let wish = Wish::Runs("go".into());
    let mut search = run.what_it_takes(&wish, 10, &project, &library).unwrap();
    search.advance(|| true);
    let agent = run.agent;
    let event = Event {
        name: "call".into(),
        payload: Some(Value::Int(6)),
    };
    let sent = RunInput::Send {
        agent: Some(agent),
        event,
    };
    assert_eq!(search.found()[0][0].input, sent);
    assert!(search.is_smallest());
}

#[test]
fn what_a_parent_chooses_by_is_compared_with_its_other_children() {
    let document = draw(
        "left:float=0.2 right:float=0.7; top:UtilitySelector[a:Idle(utility={left}) b:Idle(utility={right})]",
    );
    let library = NodeLibrary::builtin();
    let project = Project::alone(&document);
    let compiled = DocumentProgram::of(&project, &library, &[]);
    let mut run = RunSession::start(&compiled, &project, &library, (1, 0)).unwrap();
    run.step(0.1, &project);
    let wish = Wish::Runs("a".into());
    let mut search = run.what_it_takes(&wish, 10, &project, &library).unwrap();
    search.advance(|| true);
    assert!(search.is_smallest());
    assert_eq!(search.found()[0].len(), 1);
}
