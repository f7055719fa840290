//! Changes that are found lead to what is wanted, none of their inputs can be left out, and what is said to be the smallest is, over random
//! trees; and some by hand.

use std::sync::Arc;

use proptest::prelude::*;
use treewright_core::Program;
use treewright_core::compile::{GameTasks, compile};
use treewright_core::library::NodeLibrary;
use treewright_core::model::testing::draw;
use treewright_core::nodes::testing::random::{Dice, document_with_trees, played, script};
use treewright_core::runtime::{NodeIndex, Status};
use treewright_core::testing::cases;
use treewright_core::value::Value;

use super::*;
use crate::recording::testing::scripted;

fn program(drawing: &str) -> Arc<Program<()>> {
    let compiled = compile(&draw(drawing), &NodeLibrary::builtin(), &GameTasks::new());
    assert_eq!(compiled.broken, []);
    compiled.program.unwrap()
}

/// The guard needs to see an enemy that is near.
const GUARD: &str = concat!(
    "sees:bool far:int=9; top:Selector[",
    "attack:Sequence(.abort=Both)[seen:CompareBool(left={sees}) ",
    "near:CompareInt(left={far},operator=<,right=3) strike:Idle] rest:Idle]"
);

fn set(recording: &Recording, name: &str, value: Value) -> RunInput {
    let (agent, name) = (recording.first_agent(), name.into());
    RunInput::Set { agent, name, value }
}

fn all(search: &mut ChangeSearch) -> Vec<Vec<(u64, RunInput)>> {
    while !search.is_over() {
        search.advance(|| false);
    }
    let inputs = |change: &FoundChange| {
        let inputs = change
            .iter()
            .map(|tried| (tried.frame, tried.input.clone()));
        inputs.collect::<Vec<_>>()
    };
    search.found().iter().map(inputs).collect()
}

#[test]
fn the_smallest_and_latest_change_is_found() {
    let mut recording = Recording::new(program(GUARD), 1);
    for _ in 0..10 {
        recording.step(0.1);
    }
    recording.go_to(4);
    let agent = recording.first_agent();
    let strike = recording.program().index(&"strike".into()).unwrap();
    let (sees, near) = (
        set(&recording, "sees", Value::Bool(true)),
        set(&recording, "far", Value::Int(2)),
    );
    let inputs = vec![
        near.clone(),
        set(&recording, "far", Value::Int(3)),
        sees.clone(),
    ];
    let wanted = Wanted::Runs(strike);
    let mut search = ChangeSearch::new(&mut recording, (2, 10), agent, wanted, inputs.clone());
    assert_eq!(
        all(&mut search)[0],
        [(10, near.clone()), (10, sees.clone())]
    );
    assert!(!search.gave_up());
    assert_eq!(
        (recording.frame(), recording.last_frame()),
        (4, 10),
        "nothing was changed"
    );
    // One of them happened already.
    recording.apply(sees.clone()).unwrap();
    recording.step(0.1);
    let wanted = Wanted::Runs(strike);
    let mut search = ChangeSearch::new(&mut recording, (1, 5), agent, wanted, inputs);
    assert_eq!(all(&mut search), [[(5, near)]]);
}

#[test]
fn what_no_input_leads_to_is_not_found() {
    let mut recording = Recording::new(program(GUARD), 1);
    for _ in 0..5 {
        recording.step(0.1);
    }
    let agent = recording.first_agent();
    let strike = recording.program().index(&"strike".into()).unwrap();
    let inputs = vec![set(&recording, "sees", Value::Bool(true))];
    let wanted = Wanted::Runs(strike);
    let mut search = ChangeSearch::new(&mut recording, (1, 5), agent, wanted, inputs);
    assert!(all(&mut search).is_empty());
    assert!(!search.gave_up() && !search.is_smallest());
}

/// Behind three conditions, in a branch that the tree has left, and better than what it does instead.
const SOLDIER: &str = concat!(
    "sees:bool far:float=40 cover:bool left:float=0.2; loop:Repeater(forever=true)[top:Selector[combat:Selector[",
    "engage:Sequence(.abort=LowerPriority)[seen:CompareBool(left={sees}) how:Selector[",
    "close:Sequence[near:CompareFloat(left={far},operator=<,right=3) knife:Idle] ",
    "hidden:Sequence[behind:CompareBool(left={cover}) ",
    "utility:UtilitySelector[flank:Idle(utility={left}) advance:Idle(utility=0.4)]]]]] patrol:Idle]]"
);

#[test]
fn what_lies_deep_is_found_by_following_what_stood_in_the_way() {
    let mut recording = Recording::new(program(SOLDIER), 1);
    for _ in 0..60 {
        recording.step(0.1);
    }
    let agent = recording.first_agent();
    let node = |name: &str| recording.program().index(&name.into()).unwrap();
    let (flank, patrol) = (node("flank"), node("patrol"));
    let mut inputs = vec![
        set(&recording, "sees", Value::Bool(true)),
        set(&recording, "cover", Value::Bool(true)),
        set(&recording, "left", Value::Float(0.5)),
        RunInput::Force {
            agent,
            node: patrol,
            status: Status::Failure,
        },
    ];
    let needed = inputs.len();
    // Others do not help.
    inputs.extend((0..60).map(|far| set(&recording, "far", Value::Float(f64::from(far)))));
    let mut search = ChangeSearch::new(
        &mut recording,
        (31, 60),
        agent,
        Wanted::Runs(flank),
        inputs.clone(),
    );
    let found = all(&mut search);
    assert_eq!(found[0].len(), needed);
    assert!(
        found[0]
            .iter()
            .all(|(_, input)| inputs[..needed].contains(input))
    );
    assert!(
        !search.is_smallest(),
        "not all changes of two and three inputs were tried"
    );
    assert!(search.tried() < 20_000, "{}", search.tried());
}

/// After the alarm, the way to the strike is longer: the two inputs that suffice before it are found, not three after it.
#[test]
fn fewer_inputs_in_earlier_frames_are_found() {
    let tree = concat!(
        "alarm:bool sees:bool near:bool; loop:Repeater(forever=true)[top:Selector[",
        "flee:Sequence(.abort=LowerPriority)[alarmed:CompareBool(left={alarm}) run:Idle] ",
        "attack:Sequence(.abort=LowerPriority)[seen:CompareBool(left={sees}) close:CompareBool(left={near}) strike:Idle] ",
        "rest:Idle]]"
    );
    let mut recording = Recording::new(program(tree), 1);
    for frame in 1..=10 {
        if frame == 8 {
            let alarm = set(&recording, "alarm", Value::Bool(true));
            recording.apply(alarm).unwrap();
        }
        recording.step(0.1);
    }
    let agent = recording.first_agent();
    let strike = recording.program().index(&"strike".into()).unwrap();
    let flags = ["sees", "near", "alarm"];
    let inputs = flags
        .iter()
        .flat_map(|name| [true, false].map(|value| set(&recording, name, Value::Bool(value))));
    let inputs: Vec<RunInput> = inputs.collect();
    let mut search =
        ChangeSearch::new(&mut recording, (1, 10), agent, Wanted::Runs(strike), inputs);
    let found = all(&mut search);
    assert!(found.iter().all(|change| change.len() == 2), "{found:?}");
}

#[test]
fn a_recorded_input_may_be_left_out() {
    let mut recording = Recording::new(program(GUARD), 1);
    recording.step(0.1);
    let sees = set(&recording, "sees", Value::Bool(true));
    recording.apply(sees.clone()).unwrap();
    recording
        .apply(set(&recording, "far", Value::Int(1)))
        .unwrap();
    recording.step(0.1);
    recording.step(0.1);
    let agent = recording.first_agent();
    let rest = recording.program().index(&"rest".into()).unwrap();
    let wanted = Wanted::State(rest, crate::history::NodeState::Running);
    let mut search = ChangeSearch::new(&mut recording, (1, 3), agent, wanted, Vec::new());
    let found = all(&mut search);
    assert!(search.found().iter().all(|change| change[0].is_left_out));
    assert!(found.contains(&vec![(2, sees)]), "{found:?}");
    assert!(search.is_smallest());
}

#[test]
fn an_abort_may_be_wanted() {
    let mut recording = Recording::new(program(GUARD), 1);
    recording
        .apply(set(&recording, "far", Value::Int(1)))
        .unwrap();
    for _ in 0..5 {
        recording.step(0.1);
    }
    let agent = recording.first_agent();
    let node = |name: &str| recording.program().index(&name.into()).unwrap();
    let (seen, top) = (node("seen"), node("top"));
    let sees = set(&recording, "sees", Value::Bool(true));
    let wanted = Wanted::Aborts(vec![(seen, Some(top))]);
    let mut search = ChangeSearch::new(&mut recording, (1, 5), agent, wanted, vec![sees.clone()]);
    assert_eq!(all(&mut search), [[(5, sees)]]);
}

/// Whether these changes lead there in a trial.
fn leads(recording: &mut Recording, last: u64, node: NodeIndex, change: &[TriedInput]) -> bool {
    let agent = recording.first_agent();
    let trials = recording.trials(agent, 2, last);
    let visits = |change: &[TriedInput]| {
        trials.run(change, |moment| {
            let run = moment.node(agent, node);
            (run.visits, run.state.is_running())
        })
    };
    let (before, _) = visits(&[]).unwrap();
    visits(change).is_some_and(|(now, runs)| runs || now > before)
}

/// A run of a random tree, a node of it, and inputs that may change.
fn random_run(seed: u64, size: usize, frames: u64) -> (Recording, NodeIndex, Vec<RunInput>) {
    let document = document_with_trees(seed, size, &[]);
    let program = played(&document).unwrap();
    let mut recording = Recording::new(program.clone(), seed);
    let mut dice = Dice::new(seed);
    let agent = recording.first_agent();
    let frames = script(seed, frames as usize, 50, &document);
    let mut inputs = Vec::new();
    for (number, frame) in frames.iter().enumerate() {
        let happening = frame.happenings.iter();
        for input in happening.filter_map(|event| scripted(event, agent, &program)) {
            if number % 3 == 0 && recording.apply(input.clone()).is_ok() {
                continue;
            }
            inputs.push(input);
        }
        recording.step(frame.dt);
    }
    inputs.truncate(4);
    let nodes: Vec<_> = program.indices().collect();
    (recording, dice.of(&nodes), inputs)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(100)))]

    #[test]
    fn changes_that_are_found_lead_to_what_is_wanted_in_the_run_itself(seed: u64, size in 2_usize..20) {
        const FRAMES: u64 = 6;
        let (mut recording, node, inputs) = random_run(seed, size, FRAMES);
        let agent = recording.first_agent();
        let visits = recording.node_runs(agent).unwrap().get(node).visits;
        let mut search = ChangeSearch::new(&mut recording, (2, FRAMES), agent, Wanted::Runs(node), inputs);
        all(&mut search);
        let found = search.found();
        let sizes: Vec<usize> = found.iter().map(Vec::len).collect();
        prop_assert!(sizes.iter().all(|size| *size == sizes[0]), "{:?}", sizes);
        for change in found {
            recording.go_to(change[0].frame - 1);
            recording.discard_later_frames();
            for own in change.iter().filter(|own| own.is_left_out) {
                recording.leave_out_input(own.frame, &own.input);
            }
            for frame in change[0].frame..=FRAMES {
                let own = change.iter().filter(|own| own.frame == frame && !own.is_left_out);
                let own: Vec<RunInput> = own.map(|own| own.input.clone()).collect();
                let repeated = recording.repeat_inputs(&own, |_, name| name.clone()).unwrap();
                for input in own {
                    recording.apply(input).unwrap();
                }
                recording.step(repeated.seconds);
            }
            let run = recording.node_runs(agent).unwrap().get(node);
            prop_assert!(run.state.is_running() || run.visits > visits, "{:?}", change);
            recording.restore_discarded();
        }
    }

    #[test]
    fn no_input_of_what_is_found_can_be_left_out_and_no_single_one_is_missed(seed: u64, size in 2_usize..20) {
        const FRAMES: u64 = 6;
        let (mut recording, node, inputs) = random_run(seed, size, FRAMES);
        let agent = recording.first_agent();
        let mut search = ChangeSearch::new(&mut recording, (2, FRAMES), agent, Wanted::Runs(node), inputs.clone());
        all(&mut search);
        for change in search.found() {
            for place in 0..change.len() {
                let mut fewer = change.clone();
                fewer.remove(place);
                let is_needed = change.len() == 1 || !leads(&mut recording, FRAMES, node, &fewer);
                prop_assert!(is_needed, "{:?}", change);
            }
        }
        let alone = |frame: u64| inputs.iter().map(move |input| TriedInput { frame, input: input.clone(), is_left_out: false });
        let single = (2..=FRAMES).flat_map(alone).find(|one| leads(&mut recording, FRAMES, node, std::slice::from_ref(one)));
        let is_so_already = leads(&mut recording, FRAMES, node, &[]);
        prop_assert_eq!(search.is_so_already(), is_so_already);
        if is_so_already {
            prop_assert!(search.found().is_empty(), "nothing has to change");
        } else if let Some(single) = single {
            prop_assert_eq!(search.found().first().map(Vec::len), Some(1), "{:?}", single);
            prop_assert!(search.is_smallest());
        }
    }
}

/// What the conditions of random trees read.
const FLAGS: [&str; 5] = ["a", "b", "c", "d", "e"];

/// A random tree of conditions over five flags, of which most nodes need several, and its run with some recorded inputs; a node that does not
/// run, and inputs that may change.
fn gated_run(seed: u64, frames: u64) -> (Recording, NodeIndex, Vec<RunInput>) {
    /// Conditions, and what runs if all hold: a leaf, or the first of some branches.
    fn branch(dice: &mut Dice, depth: usize, count: &mut usize) -> String {
        let mut id = || {
            *count += 1;
            format!("n{count}")
        };
        let abort = dice.of(&["None", "Self", "LowerPriority", "Both"]);
        let mut children = Vec::new();
        let own = id();
        for _ in 0..=dice.below(2) {
            children.push(format!(
                "{}:CompareBool(left={{{}}})",
                id(),
                dice.of(&FLAGS)
            ));
        }
        if depth == 0 {
            children.push(format!("{}:Idle", id()));
        } else {
            let inner = id();
            let branches = (0..2).map(|_| branch(dice, depth - 1, count));
            let branches: Vec<String> = branches.collect();
            children.push(format!("{inner}:Selector[{}]", branches.join(" ")));
        }
        format!("{own}:Sequence(.abort={abort})[{}]", children.join(" "))
    }
    let mut dice = Dice::new(seed);
    let mut count = 0;
    let depth = dice.below(2);
    let branches = (0..2).map(|_| branch(&mut dice, depth, &mut count));
    let top = branches.collect::<Vec<_>>().join(" ");
    let flags = FLAGS.map(|flag| format!("{flag}:bool")).join(" ");
    let tree = format!("{flags}; loop:Repeater(forever=true)[top:Selector[{top} rest:Idle]]");
    let mut recording = Recording::new(program(&tree), 1);
    let values = FLAGS
        .iter()
        .flat_map(|flag| [true, false].map(|is_set| (*flag, is_set)));
    let inputs: Vec<RunInput> = values
        .map(|(flag, is_set)| set(&recording, flag, Value::Bool(is_set)))
        .collect();
    for _ in 0..frames {
        if dice.percent(20) {
            let input = dice.below(inputs.len());
            recording.apply(inputs[input].clone()).unwrap();
        }
        recording.step(0.1);
    }
    let all = recording.program().indices();
    let leaves: Vec<_> = all
        .filter(|node| recording.program().task(*node) == "Idle")
        .collect();
    (recording, dice.of(&leaves), inputs)
}

/// Guards against laws over cases that never occur.
#[test]
fn runs_of_conditions_need_several_inputs_at_times() {
    let mut sizes = [0; 6];
    for seed in 0..50 {
        let (mut recording, node, inputs) = gated_run(seed, 6);
        let agent = recording.first_agent();
        let wanted = Wanted::Runs(node);
        let mut search = ChangeSearch::new(&mut recording, (2, 6), agent, wanted, inputs);
        if let Some(found) = all(&mut search).first() {
            sizes[found.len().min(5)] += 1;
        }
    }
    assert!(sizes[1..=3].iter().all(|count| *count > 1), "{sizes:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(40)))]

    #[test]
    fn no_input_can_be_left_out_and_no_two_suffice_where_more_are_found(seed: u64) {
        const FRAMES: u64 = 6;
        let (mut recording, node, inputs) = gated_run(seed, FRAMES);
        let agent = recording.first_agent();
        let mut search = ChangeSearch::new(&mut recording, (2, FRAMES), agent, Wanted::Runs(node), inputs.clone());
        all(&mut search);
        for change in search.found() {
            for place in 0..change.len() {
                let mut fewer = change.clone();
                fewer.remove(place);
                prop_assert!(!leads(&mut recording, FRAMES, node, &fewer), "{:?}", change);
            }
        }
        let size = search.found().first().map_or(0, Vec::len);
        let before = |frame: u64| inputs.iter().map(move |input| TriedInput { frame, input: input.clone(), is_left_out: false });
        let single: Vec<TriedInput> = (2..=FRAMES).flat_map(before).collect();
        for (at, one) in single.iter().enumerate() {
            prop_assert!(size < 2 || !leads(&mut recording, FRAMES, node, std::slice::from_ref(one)), "{:?}", one);
            for other in single[at + 1..].iter().filter(|_| size > 2) {
                let pair = [one.clone(), other.clone()];
                let both_count = one.frame != other.frame || !contradict(&one.input, &other.input);
                prop_assert!(!both_count || !leads(&mut recording, FRAMES, node, &pair), "{:?}", pair);
            }
        }
    }
}
