//! Why a parent runs this child and not another one.

use std::sync::Arc;

use treewright_core::Program;
use treewright_core::compile::{GameTasks, compile};
use treewright_core::library::NodeLibrary;
use treewright_core::model::testing::draw;
use treewright_core::runtime::AgentId;
use treewright_core::value::Value;

use crate::recording::{Recording, RunInput};
use crate::why::{AgentPast, Moment, ReasonStep, to_the_end, why, why_further, why_other};

fn tree(drawing: &str) -> Arc<Program<()>> {
    let compiled = compile(&draw(drawing), &NodeLibrary::builtin(), &GameTasks::new());
    assert_eq!(compiled.broken, []);
    compiled.program.unwrap()
}

/// Runs a drawn tree for this number of frames of one second, with inputs before frames.
fn run(drawing: &str, frames: u64, inputs: &[(u64, &str, Value)]) -> Recording {
    let mut recording = Recording::new(tree(drawing), 1);
    go_on(&mut recording, frames, inputs);
    recording
}

fn go_on(recording: &mut Recording, frames: u64, inputs: &[(u64, &str, Value)]) {
    let agent = recording.first_agent();
    for frame in 1..=frames {
        for (_, name, value) in inputs.iter().filter(|(at, ..)| *at == frame) {
            let input = RunInput::Set {
                agent,
                name: (*name).into(),
                value: value.clone(),
            };
            recording.apply(input).unwrap();
        }
        recording.step(1.0);
    }
}

/// All reasons of a node of an agent after a frame, followed to their ends, also to other agents.
fn all_reasons(recording: &Recording, agent: AgentId, node: &str, frame: u64) -> Vec<String> {
    let number = recording.program_number_of(agent).unwrap();
    let first = why(
        &*recording.programs()[number],
        &AgentPast::new(recording, agent, number),
        Moment::after(frame),
        recording.programs()[number].index(&node.into()).unwrap(),
    );
    let first = first.into_iter().map(|step| (agent, number, step));
    let further = |(agent, number, step): &(AgentId, usize, ReasonStep)| {
        let (of, program) = step
            .other()
            .map_or((*agent, *number), |other| (other.agent, other.program));
        let past = AgentPast::new(recording, of, program);
        let of_program = &*recording.programs()[program];
        let steps = step.other().map_or_else(
            || why_further(of_program, &past, step),
            |other| why_other(of_program, &past, other),
        );
        steps.into_iter().map(|step| (of, program, step)).collect()
    };
    let steps = to_the_end(first.collect(), further, |(.., step)| step);
    let told = steps.iter().map(|(_, number, step)| {
        let program = &recording.programs()[*number];
        let name = |node| program.id(node).to_string();
        step.told(program, &name).to_string()
    });
    told.collect()
}

fn reasons(recording: &Recording, node: &str, frame: u64) -> Vec<String> {
    all_reasons(recording, recording.first_agent(), node, frame)
}

/// Checks that these are among the reasons, in this order.
fn tells(told: &[String], expected: &[&str]) {
    let mut rest = told.iter();
    for sentence in expected {
        assert!(rest.any(|told| told == sentence), "{sentence}: {told:#?}");
    }
}

#[test]
fn a_utility_selector_tells_the_utilities_that_it_compared() {
    let drawing = "left:float=2 right:float=1; top:UtilitySelector[l:Idle(utility={left}) r:Idle(utility={right})]";
    let recording = run(drawing, 3, &[(3, "right", 3.0.into())]);
    assert_eq!(
        reasons(&recording, "l", 2),
        [
            "`l` is running: `top` chose it by its utility, the highest of those that have not failed",
            "settings of `top`: `utility` of `l` is `left` (2.0), `utility` of `r` is `right` (1.0)",
            "`left` is 2.0: that is its initial value",
            "`right` is 1.0: that is its initial value",
            "`top` has been running since the tree started in frame 1",
        ]
    );
    let other = reasons(&recording, "r", 3);
    assert_eq!(
        other[..3],
        [
            "`r` is running: `top` chose it by its utility, the highest of those that have not failed",
            "settings of `top`: `utility` of `l` is `left` (2.0), `utility` of `r` is `right` (3.0)",
            "`right` changed from 1.0 to 3.0: it was set from outside before frame 3",
        ]
    );
    assert_eq!(
        reasons(&recording, "l", 3)[..4],
        [
            "`l` was interrupted because `top` switched to `r`",
            "settings of `top`: `utility` of `l` is `left` (2.0), `utility` of `r` is `right` (3.0)",
            "`right` changed from 1.0 to 3.0: it was set from outside before frame 3",
            "`left` is 2.0: that is its initial value",
        ]
    );
}

#[test]
fn after_a_failure_it_tells_the_failure_and_the_utilities() {
    let drawing = "left:float=2 right:float=1; top:UtilitySelector[l:Fail(utility={left}) r:Idle(utility={right})]";
    let recording = run(drawing, 1, &[]);
    assert_eq!(
        reasons(&recording, "r", 1)[..6],
        [
            "`r` is running: `l` returned Failure, so `top` moved on",
            "`l` returned Failure",
            "`l` always has this result",
            "`r` is running: `top` chose it by its utility, the highest of those that have not failed",
            "settings of `top`: `utility` of `l` is `left` (2.0), `utility` of `r` is `right` (1.0)",
            "`left` is 2.0: that is its initial value",
        ]
    );
}

#[test]
fn constants_are_compared_with_variables() {
    let drawing =
        "fear:float=0.3; top:UtilitySelector[flee:Idle(utility={fear}) rest:Idle(utility=0.4)]";
    let recording = run(drawing, 1, &[]);
    assert_eq!(
        reasons(&recording, "rest", 1)[..2],
        [
            "`rest` is running: `top` chose it by its utility, the highest of those that have not failed",
            "settings of `top`: `utility` of `flee` is `fear` (0.3), `utility` of `rest` is 0.4",
        ]
    );
}

#[test]
fn limits_and_times_are_told_with_their_numbers() {
    let counted = run("; top:CounterLimit(limit=2)[c:Idle]", 3, &[]);
    tells(
        &reasons(&counted, "top", 3),
        &[
            "`top` ended with Failure: its limit was reached",
            "`top` has counted since it started in frame 1",
            "settings of `top`: `limit` is 2",
        ],
    );
    let tried = run("; top:Retry(attempts=2)[c:Fail]", 2, &[]);
    tells(
        &reasons(&tried, "top", 2),
        &[
            "`top` returned Failure because `c` returned Failure",
            "settings of `top`: `attempts` is 2",
        ],
    );
    tells(
        &reasons(&tried, "c", 2),
        &["`c` ran: it had returned Failure, and `top` ran it again"],
    );
    assert_eq!(
        reasons(&tried, "top", 1)[..1],
        ["`top` has been running since the tree started in frame 1"]
    );
    let waited = run("; top:Sequence[w:Wait(seconds=0.15) i:Idle]", 3, &[]);
    tells(
        &reasons(&waited, "w", 3),
        &[
            "`w` returned Success",
            "`w` depends on its timer, which started in frame 1",
            "settings of `w`: `seconds` is 0.15",
        ],
    );
    let rang = run("; top:Selector[t:Timer(seconds=9) i:Succeed]", 1, &[]);
    tells(
        &reasons(&rang, "t", 1),
        &[
            "`t` returned Failure",
            "`t` depends on its timer, which started in frame 1",
            "settings of `t`: `seconds` is 9.0",
        ],
    );
}

#[test]
fn who_has_the_slot_of_a_semaphore_is_named() {
    let drawing = "; top:Parallel[a:Semaphore(name=door)[open:Idle] b:Semaphore(name=door,wait=true)[shut:Idle]]";
    let recording = run(drawing, 2, &[]);
    tells(
        &reasons(&recording, "shut", 2),
        &[
            "`shut` is not running: `b` is not running any of its children",
            "`a` has the slot for which `b` asks, since frame 1",
            "settings of `b`: `name` is \"door\", `count` is 1, `wait` is true",
        ],
    );
}

#[test]
fn a_parallel_that_waited_for_all_names_the_child_that_failed_before() {
    let drawing = "; top:ParallelAll[bad:Fail good:Wait(seconds=0.15)]";
    let recording = run(drawing, 3, &[]);
    assert_eq!(
        reasons(&recording, "top", 3)[0],
        "`top` returned Failure because `bad` returned Failure"
    );
}

#[test]
fn a_pipeline_waits_for_the_child_that_it_reached_last() {
    let drawing =
        "; top:PipelineSequence[r:RateController(hz=5)[plan:Succeed] follow:Idle never:Idle]";
    let recording = run(drawing, 3, &[]);
    assert_eq!(
        reasons(&recording, "never", 3)[0],
        "`never` was not reached yet: `top` is still running its earlier child `follow`"
    );
}

#[test]
fn a_switch_tells_the_value_that_equals_a_case_or_none() {
    let drawing =
        "order:string=halt; top:Switch(variable={order},case_1=walk)[walk:Idle else:Idle]";
    let recording = run(drawing, 2, &[(2, "order", "walk".into())]);
    assert_eq!(
        reasons(&recording, "else", 1)[..3],
        [
            "`else` is running: `top` chose it because no case equals the value",
            "settings of `top`: `variable` is `order` (\"halt\"), `case_1` is \"walk\"",
            "`order` is \"halt\": that is its initial value",
        ]
    );
    assert_eq!(
        reasons(&recording, "walk", 2)[..3],
        [
            "`walk` is running: `top` chose it because its case equals the value",
            "settings of `top`: `variable` is `order` (\"walk\"), `case_1` is \"walk\"",
            "`order` changed from \"halt\" to \"walk\": it was set from outside before frame 2",
        ]
    );
}

#[test]
fn a_priority_selector_tells_the_priorities_at_its_start() {
    let drawing = "a:float=1 b:float=2; top:PrioritySelector[x:Idle(priority={a}) y:Wait(priority={b},seconds=9)]";
    let recording = run(drawing, 2, &[(2, "a", 9.0.into())]);
    assert_eq!(
        reasons(&recording, "y", 2)[..4],
        [
            "`y` is running: `top` chose it by its priority, the highest of those that have not failed",
            "settings of `top`: `priority` of `x` is `a` (1.0), `priority` of `y` is `b` (2.0)",
            "`a` is 1.0: that is its initial value",
            "`b` is 2.0: that is its initial value",
        ]
    );
}

#[test]
fn random_choices_end_at_the_draw() {
    let drawing = "; top:RandomSelector[x:Idle y:Idle]";
    let recording = run(drawing, 1, &[]);
    let told = ["x", "y"].map(|node| reasons(&recording, node, 1));
    let runs = told
        .iter()
        .find(|told| told[0].ends_with("in a random order"))
        .unwrap();
    assert!(runs[0].contains("` is running: `top` chose it"), "{runs:?}");
    assert_eq!(runs[1], "`top` depends on a random choice");
    let chance = run("p:float=1; top:Probability(p={p})[x:Idle]", 1, &[]);
    assert_eq!(
        reasons(&chance, "x", 1)[..4],
        [
            "`x` is running: `top` chose it by chance",
            "`top` depends on a random choice",
            "settings of `top`: `p` is `p` (1.0)",
            "`p` is 1.0: that is its initial value",
        ]
    );
}

#[test]
fn run_once_tells_what_it_remembers() {
    let drawing = "ready:bool; top:Repeater(forever=true)[mid:Sequence[once:RunOnce[c:CompareBool(left={ready})] i:Idle]]";
    let recording = run(drawing, 2, &[(2, "ready", true.into())]);
    assert_eq!(
        reasons(&recording, "once", 2)[..3],
        [
            "`once` returned Failure without running its child again: it remembers how that ended",
            "`c` returned Failure",
            "`ready` is false: that is its initial value",
        ]
    );
}

#[test]
fn what_a_reactive_parent_ran_again_names_the_condition_that_turned() {
    let drawing =
        "a:bool; top:ReactiveSelector[s:Sequence[c:CompareBool(left={a}) slow:Idle] fast:Idle]";
    let recording = run(drawing, 3, &[(3, "a", true.into())]);
    tells(
        &reasons(&recording, "fast", 3),
        &[
            "`fast` was interrupted because earlier sibling `s` in `top` is running",
            "`c` returned Success",
            "`a` changed from false to true: it was set from outside before frame 3",
        ],
    );
}

#[test]
fn while_do_else_switches_by_its_condition() {
    let drawing = "a:bool; top:WhileDoElse[c:CompareBool(left={a}) then:Idle else:Idle]";
    let inputs = [(2, "a", true.into()), (3, "a", false.into())];
    let recording = run(drawing, 3, &inputs);
    assert_eq!(
        reasons(&recording, "else", 2)[..3],
        [
            "`else` was interrupted because `top` switched to `then`",
            "`c` returned Success",
            "`a` changed from false to true: it was set from outside before frame 2",
        ]
    );
    assert_eq!(
        reasons(&recording, "then", 3)[..2],
        [
            "`then` was interrupted because `top` switched to `else`",
            "`c` returned Failure",
        ]
    );
}

#[test]
fn a_node_that_was_aborted_and_runs_again_tells_both() {
    let drawing =
        "a:bool; top:Selector[s:Sequence(.abort=Both)[c:CompareBool(left={a}) x:Fail] w:Idle]";
    let recording = run(drawing, 2, &[(2, "a", true.into())]);
    let told = reasons(&recording, "w", 2);
    assert_eq!(
        told[0],
        "`w` is running: `s` returned Failure, so `top` moved on"
    );
    assert!(
        told.contains(
            &"`w` was aborted: `c` became true (Both of `s`); `top` continues at `s`".to_owned()
        ),
        "{told:?}"
    );
}

#[test]
fn a_value_of_another_agent_leads_to_its_run() {
    let guard = "alarm:bool@global; top:Selector(.abort=Both)[c:CompareBool(left={alarm}) w:Idle]";
    let crier = tree(
        "alarm:bool@global near:bool; top:Selector[s:Sequence(.abort=Both)[n:CompareBool(left={near}) cry:SetVariable(variable={alarm},value=true)] i:Idle]",
    );
    let mut recording = Recording::new(tree(guard), 1);
    let crier = recording.add(crier, 2).unwrap();
    recording.step(1.0);
    let input = RunInput::Set {
        agent: crier,
        name: "near".into(),
        value: true.into(),
    };
    recording.apply(input).unwrap();
    recording.step(1.0);
    recording.step(1.0);
    assert_eq!(
        reasons(&recording, "w", 3)[..5],
        [
            "`w` was aborted: `c` became true (Both of `top`); `top` continues at `c`",
            "`alarm` changed from false to true: `Set variable` of agent 2 wrote it in frame 2",
            "`cry` ran: `n` returned Success, so `s` moved on",
            "`n` returned Success",
            "`near` changed from false to true: it was set from outside before frame 2",
        ]
    );
}

#[test]
fn what_is_not_reached_names_the_conditions_that_hold_the_running_branch() {
    let drawing = "near:bool calm:bool; top:Selector[combat:Selector[evade:Sequence(.abort=Both)[n:CompareBool(left={near}) shout:Succeed not:Inverter[c:CompareBool(left={calm})] dive:Idle] f:Fail] patrol:Idle]";
    let recording = run(drawing, 3, &[(1, "near", true.into())]);
    tells(
        &reasons(&recording, "patrol", 3),
        &[
            "`patrol` was not reached yet: `top` is still running its earlier child `combat`",
            "`n` returned Success",
            "`near` changed from false to true: it was set from outside before frame 1",
            "`not` returned Success because `c` returned Failure",
            "`c` returned Failure",
            "`calm` is false: that is its initial value",
        ],
    );
}

#[test]
fn a_value_of_a_background_tree_is_told_as_such() {
    let drawing = "alarm:bool@global; top:Parallel[r:RunTree(tree=bg) s:Selector(.abort=Both)[c:CompareBool(left={alarm}) w:Idle]] | bg=b:SetVariable(variable={alarm},value=true)";
    let recording = run(drawing, 3, &[]);
    tells(
        &reasons(&recording, "w", 3),
        &["`alarm` changed from false to true: a background tree wrote it in frame 1"],
    );
}

#[test]
fn what_stopped_a_background_tree_is_named() {
    let stopped = "; top:Sequence[go:RunTree(tree=Task) w:Wait(seconds=2.5) end:StopTree(tree=Task) i:Idle] | Task=bg:Idle";
    let recording = run(stopped, 3, &[]);
    tells(
        &reasons(&recording, "end", 3),
        &["background tree `Task` was stopped by `end` in frame 3"],
    );
    let asked = "; top:ParallelAll[t:TimeLimit(seconds=1.5)[go:RunTree(tree=Task,wait=true)] l:Repeater(forever=true)[ask:IsTreeRunning(tree=Task)]] | Task=bg:Idle";
    let recording = run(asked, 4, &[]);
    tells(
        &reasons(&recording, "ask", 4),
        &["background tree `Task` was stopped in frame 2 because `go` was interrupted"],
    );
}
