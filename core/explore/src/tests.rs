//! Searches through whole trees.

use std::ops::ControlFlow;
use std::sync::Arc;

use treewright_core::Program;
use treewright_core::abort::AbortType;
use treewright_core::compile::GameTasks;
use treewright_core::format::native;
use treewright_core::library::NodeLibrary;
use treewright_core::model::testing::draw;
use treewright_core::project::Project;
use treewright_core::runtime::{NodeIndex, Status, VariableSlot};
use treewright_core::tree::{self, Branch, Tree};
use treewright_core::value::{Value, ValueType};

use crate::findings::{NodeOutcome, Shown};
use crate::frame_facts::{FrameFacts, Judgement, Watch};
use crate::inputs::{Condition, ExploredInputs, InputVariable, LeafAnswers, Way};
use crate::program::{AnalyzedTree, ExploredTree};
use crate::search::{Certainty, Limit, Limits, Search};

/// The program of an example.
fn example(name: &str) -> Arc<Program<()>> {
    let path = format!("../../assets/examples/{name}.bt.json");
    let text = std::fs::read(path).unwrap();
    let document = native::read(&text).unwrap().document;
    let tree = ExploredTree::new(&Project::alone(&document), &NodeLibrary::builtin(), |_| {
        false
    });
    tree.unwrap().program().unwrap().clone()
}

/// All variables that no node writes, with a few values each.
fn free_inputs(program: &Program<()>) -> ExploredInputs {
    let written = |name: &Arc<str>| {
        let mut writers = program.indices().filter(|node| program.may_write(*node));
        writers.any(|node| program.reads(node).any(|read| read == name))
    };
    let all = program
        .tree_variables()
        .iter()
        .chain(program.global_variables());
    let free = all.filter(|variable| !written(&variable.name));
    let variables = free.map(|variable| InputVariable {
        name: variable.name.clone(),
        values: match variable.value_type {
            ValueType::Bool => vec![false.into(), true.into()],
            ValueType::Float => vec![0.0.into(), 29.0.into(), 100.0.into()],
            ValueType::Int => vec![Value::Int(0), Value::Int(1), Value::Int(5)],
            _ => vec![variable.initial.clone()],
        },
        is_sampled: false,
        way: Way::Free,
    });
    let mut events: Vec<_> = program.listens().cloned().collect();
    events.sort();
    ExploredInputs {
        variables: variables.collect(),
        events,
        payloads: Vec::new(),
        leaves: Vec::new(),
    }
}

/// What was seen of a node, one letter for each outcome: starts, succeeds, fails, interrupted, true, false, running, aborts.
fn letters(search: &Search, node: NodeIndex) -> String {
    let outcomes = NodeOutcome::ALL.into_iter().zip("SsfitFra".chars());
    let seen = outcomes.filter(|(outcome, _)| {
        let sight = search.findings().sight(Shown::Node(node, *outcome));
        sight.is_some()
    });
    seen.map(|(_, letter)| letter).collect()
}

#[test]
fn the_guard_is_seen_completely_and_is_never_stuck() {
    let program = example("guard");
    let mut search = Search::new(program.clone(), &free_inputs(&program), Vec::new(), 0.1).unwrap();
    let limit = search.advance(&Limits::default(), |_| ControlFlow::Continue(()));
    assert_eq!((limit, search.certainty()), (None, Certainty::Proved));
    assert_eq!(search.endless().stuck(), []);
    assert_eq!(search.endless().thrashing(), []);
    let nodes = program.indices();
    let seen = nodes.map(|node| format!("{} {}", program.id(node), letters(&search, node)));
    let expected = [
        "n1 Ssr",
        "n2 Ssfr",
        "n3 SsftFa",
        "n4 SsftFa",
        "n5 Ssfir",
        "n6 Ssfir",
        "n7 SsftF",
        "n8 Ss",
        "n9 Ssfir",
        "n10 Sfir",
        "n11 SsftFa",
        "n12 Sir",
        "n13 Ssfir",
        "n14 Ssfir",
        "n15 Ssir",
        "n16 Ssfir",
        "n17 Ssir",
        "n18 Sir",
    ];
    assert_eq!(seen.collect::<Vec<_>>(), expected);
}

#[test]
fn a_change_of_a_tree_changes_what_it_makes_possible() {
    let tree = |first: Branch| {
        let all = tree::selector([first.id("first"), tree::log("then").id("then")]);
        Tree::new("", tree::forever(all.id("all")).id("root"))
    };
    let seen = |first: Branch| {
        let search = search(&tree(first), &ExploredInputs::default(), 100, Vec::new());
        let nodes = search.program().indices();
        nodes.map(|node| letters(&search, node)).collect::<Vec<_>>()
    };
    assert_eq!(seen(tree::succeed()), ["Sr", "Ss", "Ss", ""]);
    assert_eq!(seen(tree::fail()), ["Sr", "Ss", "Sf", "Ss"]);
    assert_eq!(seen(tree::random_chance(0.5)), ["Sr", "Ss", "SsftF", "Ss"]);
    assert_eq!(seen(tree::random_chance(0.0)), ["Sr", "Ss", "SfF", "Ss"]);
}

/// A tree with as many states as there are pairs of numbers below 60.
fn counting() -> Tree {
    let count = |name: &str| tree::compute(name.to_owned(), format!("({name} + 1) % 60"));
    let root = tree::selector([
        tree::sequence([tree::expression("a"), count("x")]),
        count("y"),
    ]);
    let tree = Tree::new("", tree::forever(root)).variable("a", false);
    tree.variable("x", 0).variable("y", 0)
}

#[test]
fn a_search_that_was_stopped_goes_on() {
    let program = counting().compile(&GameTasks::<()>::new()).unwrap();
    let new = || Search::new(program.clone(), &free("a"), Vec::new(), 0.1).unwrap();
    let (mut whole, mut pieces) = (new(), new());
    assert_eq!(
        whole.advance(&Limits::default(), |_| ControlFlow::Continue(())),
        None
    );
    let mut stops = Vec::new();
    while let Some(limit) = {
        let limits = Limits {
            states: if stops.len() < 3 {
                100 * stops.len()
            } else {
                usize::MAX
            },
            ..Limits::default()
        };
        pieces.advance(&limits, |_| {
            if stops.len() < 6 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })
    } {
        stops.push(limit);
    }
    assert!(stops.contains(&Limit::States) && stops.contains(&Limit::Stopped));
    assert_eq!(pieces.progress(), whole.progress());
    assert_eq!(
        whole.progress().states,
        60 * 60 + 1,
        "and the one before the first frame"
    );
    assert!(pieces.findings().iter().eq(whole.findings().iter()));
}

/// A search through a tree, up to a number of frames.
fn search(
    tree: &Tree,
    inputs: &ExploredInputs,
    frames: u64,
    watches: Vec<Arc<dyn Watch>>,
) -> Search {
    let program = tree.compile(&GameTasks::<()>::new()).unwrap();
    let mut search = Search::new(program, inputs, watches, 0.1).unwrap();
    let limits = Limits {
        frames,
        ..Limits::default()
    };
    search.advance(&limits, |_| ControlFlow::Continue(()));
    search
}

fn free(name: &str) -> ExploredInputs {
    ExploredInputs {
        variables: vec![InputVariable {
            name: name.into(),
            values: vec![false.into(), true.into()],
            is_sampled: false,
            way: Way::Free,
        }],
        ..ExploredInputs::default()
    }
}

fn starts(search: &Search, id: &str) -> Option<u64> {
    let node = search.program().index(&id.into()).unwrap();
    let sight = search
        .findings()
        .sight(Shown::Node(node, NodeOutcome::Starts));
    sight.map(|sight| sight.frame)
}

fn asked() -> Branch {
    tree::task("StandIn").with("mode", "Ask")
}

#[test]
fn a_branch_behind_one_that_always_succeeds_never_runs() {
    let tree = Tree::new(
        "",
        tree::forever(tree::selector([
            tree::return_success(asked()),
            tree::log("never").id("shadowed"),
        ])),
    );
    let search = search(&tree, &ExploredInputs::default(), 100, Vec::new());
    assert_eq!(
        (starts(&search, "shadowed"), search.certainty()),
        (None, Certainty::Proved)
    );
}

#[test]
fn an_abort_behind_an_action_that_never_succeeds_never_fires() {
    let tree = |first: Branch| {
        let watched = tree::sequence([first, tree::expression("a").id("watched"), tree::idle()]);
        let all = tree::selector([watched.aborts(AbortType::Both), tree::idle()]);
        Tree::new("", all).variable("a", false)
    };
    let aborts = |search: &Search| {
        let mut found = search.findings().iter();
        found.any(|(shown, _)| matches!(shown, Shown::Abort { .. }))
    };
    let dead = search(&tree(tree::fail()), &free("a"), 100, Vec::new());
    assert_eq!(
        (aborts(&dead), dead.certainty()),
        (false, Certainty::Proved)
    );
    let live = search(&tree(tree::succeed()), &free("a"), 100, Vec::new());
    assert!(aborts(&live), "once the action succeeds, the abort fires");
}

#[test]
fn two_siblings_that_toggle_one_flag_thrash() {
    let toggling = |watched: &str| {
        let first = tree::sequence([
            tree::expression(watched.to_owned()).id("watched"),
            tree::set_variable("flag", true),
            tree::idle(),
        ]);
        let second = tree::sequence([tree::set_variable("flag", false), tree::idle()]);
        Tree::new("", tree::selector([first.aborts(AbortType::Both), second]))
            .variable("flag", false)
    };
    let thrashing = search(
        &toggling("!flag"),
        &ExploredInputs::default(),
        100,
        Vec::new(),
    );
    let [found] = thrashing.endless().thrashing() else {
        panic!("{:?}", thrashing.endless().thrashing());
    };
    let watched = thrashing.program().index(&"watched".into()).unwrap();
    assert!(
        found
            .aborts
            .iter()
            .all(|(conditional, _)| *conditional == watched)
    );
    assert_eq!(
        found.frames, 2,
        "one sets the flag, the other one resets it"
    );
    let calm = search(
        &toggling("flag"),
        &ExploredInputs::default(),
        100,
        Vec::new(),
    );
    assert_eq!(calm.endless().thrashing(), []);
}

#[test]
fn a_tree_that_repeats_what_always_fails_is_stuck() {
    let tree = |child: Branch| {
        Tree::new(
            "",
            tree::sequence([
                asked(),
                tree::until_success(child).id("loop"),
                tree::idle().id("after"),
            ]),
        )
    };
    let stuck = search(
        &tree(tree::inverter(tree::succeed().id("leaf"))),
        &ExploredInputs::default(),
        100,
        Vec::new(),
    );
    let found = stuck.endless().stuck();
    assert_eq!(found.len(), 1, "{found:?}");
    let program = stuck.program();
    let leaves: Vec<_> = found[0]
        .leaves(program)
        .map(|leaf| program.id(leaf).to_string())
        .collect();
    assert_eq!(leaves, ["leaf"]);
    assert_eq!(
        (starts(&stuck, "after"), stuck.certainty()),
        (None, Certainty::Proved)
    );
    let witness = stuck.witness(&found[0].sight).unwrap();
    assert_eq!(witness.frames, 2, "in the first frame it comes there");
    // A leaf of the game may succeed some day.
    let waiting = search(&tree(asked()), &ExploredInputs::default(), 100, Vec::new());
    let idle: Vec<_> = waiting.endless().stuck();
    assert_eq!(idle.len(), 1);
    let waits: Vec<_> = idle[0].leaves(waiting.program()).collect();
    let kinds = waits
        .iter()
        .map(|leaf| waiting.program().built_in_kind(*leaf));
    assert_eq!(kinds.collect::<Vec<_>>(), [Some("Idle")], "only behind it");
}

#[test]
fn a_guard_that_contradicts_its_parent_lets_nothing_through() {
    let tree = Tree::new(
        "",
        tree::forever(tree::sequence([
            tree::expression("a"),
            tree::guard("!a", tree::log("never").id("inside")),
        ])),
    )
    .variable("a", false);
    let search = search(&tree, &free("a"), 100, Vec::new());
    assert_eq!(
        (starts(&search, "inside"), search.certainty()),
        (None, Certainty::Proved)
    );
}

#[test]
fn what_comes_after_a_long_cooldown_is_not_proved_impossible_by_a_short_search() {
    let tree = Tree::new(
        "",
        tree::forever(tree::sequence([
            tree::cooldown(50.0, tree::compute("count", "min(count + 1, 2)")),
            tree::expression("count > 1"),
            tree::log("late").id("late"),
        ])),
    )
    .variable("count", 0);
    let program = tree.compile(&GameTasks::<()>::new()).unwrap();
    let mut search = Search::new(program, &ExploredInputs::default(), Vec::new(), 0.1).unwrap();
    let limits = |frames| Limits {
        frames,
        ..Limits::default()
    };
    let limit = search.advance(&limits(40), |_| ControlFlow::Continue(()));
    assert_eq!(limit, Some(Limit::Frames));
    assert_eq!(starts(&search, "late"), None);
    assert_eq!(
        search.certainty(),
        Certainty::NotWithin {
            frames: 40,
            states: 41
        }
    );
    assert_eq!(
        search.advance(&limits(10_000), |_| ControlFlow::Continue(())),
        None
    );
    assert_eq!(
        (starts(&search, "late"), search.certainty()),
        (Some(501), Certainty::Proved)
    );
}

#[test]
fn of_two_that_need_one_slot_the_second_never_runs() {
    let both = tree::parallel_all([
        tree::semaphore("slot", tree::idle()),
        tree::semaphore("slot", tree::log("never").id("second")),
    ]);
    let search = search(
        &Tree::new("", both),
        &ExploredInputs::default(),
        100,
        Vec::new(),
    );
    // Other trees may hold the slot when the first one comes.
    assert_eq!(
        (starts(&search, "second"), search.certainty()),
        (None, Certainty::Sampled)
    );
}

/// Claims that a node never succeeds.
#[derive(Debug)]
struct NeverSucceeds(NodeIndex);

impl Watch for NeverSucceeds {
    fn judge(&self, _: &mut [u64], facts: &mut dyn FrameFacts) -> Judgement {
        if facts.succeeded(self.0) {
            Judgement::Broken
        } else {
            Judgement::Fine
        }
    }
}

/// Claims that a node does not run for a number of frames in a row.
#[derive(Debug)]
struct RunsShortly(NodeIndex, u64);

impl Watch for RunsShortly {
    fn memory_len(&self) -> usize {
        1
    }

    fn judge(&self, memory: &mut [u64], facts: &mut dyn FrameFacts) -> Judgement {
        memory[0] = if facts.runs(self.0) {
            (memory[0] + 1).min(self.1)
        } else {
            0
        };
        if memory[0] == self.1 {
            Judgement::Broken
        } else {
            Judgement::Fine
        }
    }
}

#[test]
fn a_claim_that_breaks_after_long_waiting_is_found_by_few_frames() {
    let tree = Tree::new(
        "",
        tree::sequence([tree::wait(4.0).id("wait"), tree::log("then").id("then")]),
    );
    let program = tree.compile(&GameTasks::<()>::new()).unwrap();
    let index = |id: &str| program.index(&id.into()).unwrap();
    let watches: Vec<Arc<dyn Watch>> = vec![
        Arc::new(NeverSucceeds(index("then"))),
        Arc::new(RunsShortly(index("wait"), 30)),
        Arc::new(RunsShortly(index("wait"), 50)),
    ];
    let search = search(&tree, &ExploredInputs::default(), 100, watches);
    let broken = |claim| {
        search
            .findings()
            .sight(Shown::Claim(claim))
            .map(|sight| sight.frame)
    };
    assert_eq!(
        [broken(0), broken(1), broken(2)],
        [Some(40), Some(30), None]
    );
    assert_eq!(search.certainty(), Certainty::Proved);
    assert!(search.progress().frames_run <= 3, "{:?}", search.progress());
    let sight = search.findings().sight(Shown::Claim(1)).unwrap();
    assert_eq!(search.witness(sight).unwrap().frames, 30);
}

/// Assumes that a variable never becomes false again.
#[derive(Debug)]
struct StaysTrue(VariableSlot);

impl Watch for StaysTrue {
    fn judge(&self, _: &mut [u64], facts: &mut dyn FrameFacts) -> Judgement {
        let was = facts.last(self.0) == Value::Bool(true);
        let is = facts.value(self.0) == Value::Bool(true);
        if was && !is {
            Judgement::Cut
        } else {
            Judgement::Fine
        }
    }

    fn reads_last(&self) -> Vec<Arc<str>> {
        vec!["a".into()]
    }
}

#[test]
fn what_the_game_never_does_is_cut_off() {
    let watched = tree::sequence([
        tree::expression("a").id("watched"),
        tree::idle().id("inside"),
    ]);
    let tree = Tree::new(
        "",
        tree::selector([watched.aborts(AbortType::Both), tree::idle().id("after")]),
    );
    let tree = tree.variable("a", false);
    let program = tree.compile(&GameTasks::<()>::new()).unwrap();
    let assumption: Arc<dyn Watch> = Arc::new(StaysTrue(program.variable("a").unwrap()));
    let is_interrupted = |search: &Search, id: &str| {
        let node = search.program().index(&id.into()).unwrap();
        search
            .findings()
            .sight(Shown::Node(node, NodeOutcome::IsInterrupted))
            .is_some()
    };
    let all = search(&tree, &free("a"), 100, Vec::new());
    assert!(is_interrupted(&all, "inside") && is_interrupted(&all, "after"));
    let assumed = search(&tree, &free("a"), 100, vec![assumption]);
    assert!(!is_interrupted(&assumed, "inside") && is_interrupted(&assumed, "after"));
    assert_eq!(assumed.certainty(), Certainty::Proved);
}

#[test]
fn a_fixed_input_keeps_its_value() {
    let tree = Tree::new(
        "",
        tree::forever(tree::selector([
            tree::sequence([
                tree::expression("a"),
                tree::until_success(asked().id("asked")),
            ]),
            tree::sequence([
                asked(),
                tree::expression("a"),
                tree::log("never").id("never"),
            ]),
        ])),
    )
    .variable("a", false);
    let mut inputs = free("a");
    assert!(starts(&search(&tree, &inputs, 100, Vec::new()), "never").is_some());
    inputs.variables[0].way = Way::Fixed;
    let search = search(&tree, &inputs, 100, Vec::new());
    assert_eq!(
        (starts(&search, "never"), search.certainty()),
        (None, Certainty::Proved)
    );
    let node = search.program().index(&"asked".into()).unwrap();
    let runs = search
        .findings()
        .sight(Shown::Node(node, NodeOutcome::KeepsRunning))
        .unwrap();
    let witness = search.witness(runs).unwrap();
    assert_eq!(witness.inputs[0].set, [("a".into(), Value::Bool(true))]);
}

/// Looks for changes of a variable that follow a frame in which a node has succeeded, or for the others.
#[derive(Debug)]
struct ChangesAfter {
    variable: VariableSlot,
    succeeds: NodeIndex,
    has_succeeded: bool,
}

/// The memory of [`ChangesAfter`] after a frame.
const NOT_SUCCEEDED: u64 = 1;
const SUCCEEDED: u64 = 2;

impl Watch for ChangesAfter {
    fn memory_len(&self) -> usize {
        1
    }

    fn judge(&self, memory: &mut [u64], facts: &mut dyn FrameFacts) -> Judgement {
        let changes = facts.last(self.variable) != facts.value(self.variable);
        let wanted = if self.has_succeeded {
            SUCCEEDED
        } else {
            NOT_SUCCEEDED
        };
        let is_wanted = changes && memory[0] == wanted;
        memory[0] = if facts.succeeded(self.succeeds) {
            SUCCEEDED
        } else {
            NOT_SUCCEEDED
        };
        if is_wanted {
            Judgement::Reached
        } else {
            Judgement::Fine
        }
    }

    fn reads_last(&self) -> Vec<Arc<str>> {
        vec!["a".into()]
    }
}

/// Holds for frames in which a node succeeds.
#[derive(Debug)]
struct Succeeds(NodeIndex);

impl Condition for Succeeds {
    fn holds(&self, facts: &mut dyn FrameFacts) -> bool {
        facts.succeeded(self.0)
    }
}

#[test]
fn an_input_changes_only_after_frames_in_which_its_condition_holds() {
    let root = tree::selector([asked().id("door"), tree::expression("a")]);
    let tree = Tree::new("", tree::forever(root)).variable("a", false);
    let program = tree.compile(&GameTasks::<()>::new()).unwrap();
    let door = program.index(&"door".into()).unwrap();
    let changes = |way: Way| {
        let watch = |has_succeeded| -> Arc<dyn Watch> {
            Arc::new(ChangesAfter {
                variable: program.variable("a").unwrap(),
                succeeds: door,
                has_succeeded,
            })
        };
        let mut inputs = free("a");
        inputs.variables[0].way = way;
        let search = search(&tree, &inputs, 100, vec![watch(true), watch(false)]);
        assert_eq!(search.certainty(), Certainty::Proved);
        [0, 1].map(|claim| search.findings().sight(Shown::Claim(claim)).is_some())
    };
    assert_eq!(changes(Way::Free), [true, true]);
    let condition = Arc::new(Succeeds(door));
    assert_eq!(changes(Way::ChangesOnlyWhen(condition)), [true, false]);
    assert_eq!(changes(Way::Fixed), [false, false]);
}

#[test]
fn a_leaf_answers_as_declared() {
    let tree = Tree::new("", tree::sequence([asked().id("asked"), tree::idle()]));
    let program = tree.compile(&GameTasks::<()>::new()).unwrap();
    let node = program.index(&"asked".into()).unwrap();
    let found = |max_frames| {
        let leaf = LeafAnswers {
            node,
            results: vec![Status::Success, Status::Running],
            max_frames,
        };
        let inputs = ExploredInputs {
            leaves: vec![leaf],
            ..ExploredInputs::default()
        };
        let watch: Arc<dyn Watch> = Arc::new(RunsShortly(node, 3));
        let search = search(&tree, &inputs, 100, vec![watch]);
        assert_eq!(search.certainty(), Certainty::Proved);
        let sees = |shown| search.findings().sight(shown).is_some();
        (
            sees(Shown::Node(node, NodeOutcome::Fails)),
            sees(Shown::Claim(0)),
        )
    };
    assert_eq!(found(None), (false, true));
    assert_eq!(
        found(Some(3)),
        (false, false),
        "it runs for two frames at most"
    );
}

/// Does not allow frames in which a node runs.
#[derive(Debug)]
struct NotRunning(NodeIndex);

impl Watch for NotRunning {
    fn judge(&self, _: &mut [u64], facts: &mut dyn FrameFacts) -> Judgement {
        if facts.runs(self.0) {
            Judgement::Cut
        } else {
            Judgement::Fine
        }
    }
}

#[test]
fn dead_ends_are_found_and_whether_each_run_comes_to_one() {
    let found = |root: Branch, way: Way| {
        let tree = Tree::new("", root).variable("a", false);
        let program = tree.compile(&GameTasks::<()>::new()).unwrap();
        let cut: Arc<dyn Watch> = Arc::new(NotRunning(program.index(&"after".into()).unwrap()));
        let mut inputs = free("a");
        inputs.variables[0].way = way;
        let search = search(&tree, &inputs, 100, vec![cut]);
        let end = search.dead_end();
        let end = end.map(|end| (end.frame, end.is_inevitable));
        (end, search.certainty())
    };
    let waits = || tree::sequence([tree::wait(0.3), tree::idle().id("after")]);
    let or = |other: Branch| {
        let watched = tree::sequence([tree::expression("a"), waits()]);
        tree::selector([watched.aborts(AbortType::Both), other])
    };
    let some_end = (Some((3, false)), Certainty::Sampled);
    assert_eq!(found(or(tree::idle()), Way::Fixed), some_end);
    // The game can interrupt the branch in time.
    let none_ends = (None, Certainty::Proved);
    assert_eq!(found(or(tree::idle()), Way::Free), none_ends);
    // The end of a tree is no dead end.
    assert_eq!(found(or(tree::fail()), Way::Fixed), some_end);
    let whatever = tree::return_success(tree::expression("a"));
    let all = tree::sequence([whatever, waits()]);
    assert_eq!(found(all, Way::Fixed), (Some((3, true)), Certainty::NoRun));
}

#[test]
fn a_search_keeps_to_its_limit_of_states() {
    let program = counting().compile(&GameTasks::<()>::new()).unwrap();
    for states in [1, 2, 7, 100] {
        let mut search = Search::new(program.clone(), &free("a"), Vec::new(), 0.1).unwrap();
        let limits = Limits {
            states,
            ..Limits::default()
        };
        let limit = search.advance(&limits, |_| ControlFlow::Continue(()));
        assert_eq!(
            (limit, search.progress().states),
            (Some(Limit::States), states)
        );
        assert_eq!(
            search.advance(&Limits::default(), |_| ControlFlow::Continue(())),
            None
        );
        assert_eq!(search.progress().states, 60 * 60 + 1);
    }
}

/// A tree in which an abort fires as often as `a` changes, while a number goes round.
fn round(length: u64) -> Tree {
    let watched = tree::sequence([tree::expression("a").id("watched"), tree::idle()]);
    let reacts = tree::selector([watched.aborts(AbortType::Both), tree::idle()]);
    let counts = tree::forever(tree::compute("n", format!("(n + 1) % {length}")));
    Tree::new("", tree::parallel_all([reacts, counts]))
        .variable("a", false)
        .variable("n", 0)
}

#[test]
fn runs_after_aborts_are_followed_to_their_end_unless_they_are_very_long() {
    let untried = |length: u64| {
        let search = search(&round(length), &free("a"), 100_000, Vec::new());
        assert_eq!(
            (search.certainty(), search.endless().thrashing()),
            (Certainty::Proved, &[][..])
        );
        search.endless().untried().count()
    };
    assert_eq!(untried(900), 0);
    assert_eq!(untried(2_000), 1);
}

#[test]
fn a_broken_node_is_named_by_its_title() {
    let document = draw("top:Sequence[n7:CompareBool(left={sees})]");
    let library = NodeLibrary::builtin();
    let error = AnalyzedTree::new(Project::alone(&document), &library).unwrap_err();
    let message = error.to_string();
    assert!(
        message.starts_with("node `Compare bool` cannot run: "),
        "{message}"
    );
}
