//! Each interruption of random runs was foreseen; and some by hand.

use proptest::prelude::*;
use treewright_core::compile::{GameTasks, compile};
use treewright_core::library::NodeLibrary;
use treewright_core::model::testing::draw;
use treewright_core::nodes::testing::random::{
    Dice, ScriptEvent, document_with_trees, played, script,
};
use treewright_core::runtime::EndStatus;
use treewright_core::testing::cases;
use treewright_core::trace::TraceEvent;

use super::*;
use crate::recording::Recording;
use crate::recording::testing::scripted;

fn told(drawing: &str, node: &str) -> Vec<String> {
    let compiled = compile(&draw(drawing), &NodeLibrary::builtin(), &GameTasks::new());
    assert_eq!(compiled.broken, []);
    let program = compiled.program.unwrap();
    let node = program.index(&node.into()).unwrap();
    let found = interrupters(&program, node, &mut 1_000);
    let id = |node| program.id(node).to_string();
    let words = |one: &Interrupter| match one {
        Interrupter::Condition { condition, scope } => {
            format!("{} in {}", id(*condition), id(*scope))
        }
        Interrupter::Parent { parent, rule, .. } => format!("{} {}", id(*parent), rule.name()),
        Interrupter::KeyUse { node, parent } => {
            format!("{} uses the key of {}", id(*node), id(*parent))
        }
        Interrupter::EndOfTree { node } => format!("{} ends the tree", id(*node)),
    };
    found.iter().map(words).collect()
}

#[test]
fn parents_conditions_and_restarts_are_listed_from_the_inside_out() {
    let tree = concat!(
        "on:bool; top:Selector[alarm:Sequence(.abort=LowerPriority)[asked:CompareBool(left={on}) again:RestartTree] ",
        "timed:TimeLimit(seconds=3)[both:ParallelComplete[walk:Idle look:Idle]]]"
    );
    let expected = [
        "both sibling_ends",
        "timed time",
        "asked in top",
        "again ends the tree",
    ];
    assert_eq!(told(tree, "walk"), expected);
    assert_eq!(
        told(tree, "asked"),
        [""; 0],
        "a conditional does not run on"
    );
    assert_eq!(
        told(
            "on:bool; top:ReactiveSequence[first:Idle second:Idle]",
            "first"
        ),
        [""; 0]
    );
    assert_eq!(
        told(
            "on:bool; top:ReactiveSequence[first:Idle second:Idle]",
            "second"
        ),
        ["top earlier_fails"]
    );
}

#[test]
fn the_nodes_that_use_the_key_of_a_parent_are_named() {
    let tree = concat!(
        "which:string=other; top:Parallel[held:Interruptible(key=stop)[walk:Idle] ",
        "stop:PerformInterrupt(key=stop) other:PerformInterrupt(key=other) any:PerformInterrupt(key={which})]"
    );
    let expected = [
        "held key",
        "top sibling_fails",
        "stop uses the key of held",
        "any uses the key of held",
    ];
    assert_eq!(told(tree, "walk"), expected);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(200)))]

    #[test]
    fn whatever_interrupts_a_node_of_a_random_run_was_listed(seed: u64, size in 2_usize..30) {
        let document = document_with_trees(seed, size, &[]);
        let program = played(&document).unwrap();
        let mut recording = Recording::new(program.clone(), seed);
        let agent = recording.first_agent();
        let mut dice = Dice::new(seed);
        for frame in &script(seed, 20, 50, &document) {
            for event in &frame.happenings {
                let is_change = matches!(event, ScriptEvent::Restart | ScriptEvent::Disable);
                if let Some(input) = scripted(event, agent, &program).filter(|_| !is_change && dice.percent(90)) {
                    recording.apply(input).ok();
                }
            }
            let record = recording.step(frame.dt);
            // The nodes that an abort interrupts come right after it.
            let mut abort = None;
            for event in &record.agents[0].events {
                match *event {
                    TraceEvent::Abort { conditional: condition, scope } => {
                        abort = Some(Interrupter::Condition { condition, scope });
                    }
                    TraceEvent::End(node, EndStatus::Inactive) => {
                        let found = interrupters(&program, node, &mut 1_000_000);
                        let above: Vec<_> = std::iter::successors(Some(node), |at| program.parent(*at)).map(|at| program.task(at)).collect();
                        let was_listed = match abort {
                            Some(abort) => found.contains(&abort),
                            None => found.iter().any(|one| !matches!(one, Interrupter::Condition { .. })),
                        };
                        prop_assert!(was_listed, "{:?} by {:?} in frame {}: {:?}", above, abort, record.frame, found);
                    }
                    _ => abort = None,
                }
            }
        }
    }
}
