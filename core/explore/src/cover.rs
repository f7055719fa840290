//! Tests for all that a tree can do: few scenarios that together show every outcome that a search has found, with what happens in them as
//! expectations. The same search gives the same scenarios.

use std::collections::BTreeSet;

use treewright_core::Program;
use treewright_core::library::NodeLibrary;
use treewright_core::project::Project;
use treewright_core::runtime::{EndStatus, NodeIndex, Status};
use treewright_core::trace::TraceEvent;
use treewright_insight::history::{NodeState, Switching, aborts};
use treewright_insight::recording::AgentFrame;
use treewright_insight::scenario::{
    Ending, Expectation, ExpectedAbort, Fact, NodeName, RecordedAgent, Scenario, ScenarioError,
    ScenarioRun,
};

use crate::exploration::Exploration;
use crate::findings::{NodeOutcome, Shown};

/// The frames of a run in which expectations are written, at most: the last ones.
const MOST_EXPECTED: usize = 60;

/// A scenario that shows outcomes.
#[derive(Clone, Debug)]
pub struct CoveringScenario {
    /// The scenario, without name and tree.
    pub scenario: Scenario,
    /// What its last frame shows, after which it is named.
    pub shows: Shown,
    /// What interrupts the node of `shows`, if that is interrupted by an abort: the conditional.
    pub interrupted_by: Option<NodeIndex>,
    /// All outcomes that it is needed for, `shows` among them.
    pub needed_for: Vec<Shown>,
}

/// Scenarios that together show every outcome that was found.
#[derive(Clone, Debug, Default)]
pub struct Cover {
    /// The scenarios.
    pub scenarios: Vec<CoveringScenario>,
    /// What none of them shows: no seed was found with which the random choices lead there.
    pub missed: Vec<Shown>,
}

/// A run that shows outcomes.
struct Candidate {
    scenario: Scenario,
    main: Shown,
    interrupted_by: Option<NodeIndex>,
    shows: BTreeSet<Shown>,
}

/// Returns few scenarios that together show every outcome of nodes, every abort, and every change of a `Switch`, that the search has found so far.
///
/// # Errors
/// If a run that was found cannot be run as a scenario.
pub fn cover(
    exploration: &Exploration,
    project: Project<'_>,
    library: &NodeLibrary,
) -> Result<Cover, ScenarioError> {
    let findings = exploration.search.findings();
    let wanted = |shown: &Shown| {
        matches!(
            shown,
            Shown::Node(..) | Shown::Abort { .. } | Shown::Switch { .. }
        )
    };
    let mut sights: Vec<_> = findings.iter().filter(|(shown, _)| wanted(shown)).collect();
    let mut left: BTreeSet<Shown> = sights.iter().map(|(shown, _)| *shown).collect();
    // Longer runs show more.
    sights.sort_by_key(|(shown, sight)| (std::cmp::Reverse(sight.frame), *shown));
    let mut candidates: Vec<Candidate> = Vec::new();
    for (main, sight) in sights {
        let Ok(scenario) = exploration.scenario(project.document, sight) else {
            continue;
        };
        if candidates.iter().any(|known| known.scenario == scenario) {
            continue;
        }
        let mut candidate = run(scenario, main, project, library)?;
        candidate.shows.retain(|shown| left.contains(shown));
        candidates.push(candidate);
    }
    let mut chosen: Vec<Candidate> = Vec::new();
    while !left.is_empty() {
        let gain = |candidate: &Candidate| candidate.shows.intersection(&left).count();
        // Of equal ones, the first of the shortest.
        let best = candidates
            .iter()
            .enumerate()
            .max_by_key(|(place, candidate)| {
                let length = std::cmp::Reverse((candidate.scenario.frames, *place));
                (gain(candidate), length)
            });
        let Some((place, _)) = best.filter(|(_, candidate)| gain(candidate) > 0) else {
            break;
        };
        let best = candidates.remove(place);
        left.retain(|shown| !best.shows.contains(shown));
        chosen.push(best);
    }
    let scenarios = needed(chosen).into_iter().map(|(candidate, needed_for)| {
        // The run is named after something that only it shows, if what it was found for is shown by another one, too.
        let is_own = needed_for.contains(&candidate.main);
        let scenario = expecting(&candidate.scenario, &needed_for, project, library)?;
        Ok(CoveringScenario {
            scenario,
            shows: if is_own {
                candidate.main
            } else {
                *needed_for.last().unwrap_or(&candidate.main)
            },
            interrupted_by: candidate.interrupted_by.filter(|_| is_own),
            needed_for,
        })
    });
    Ok(Cover {
        scenarios: scenarios.collect::<Result<_, ScenarioError>>()?,
        missed: left.into_iter().collect(),
    })
}

/// Leaves out each run of which others show everything. Returns the rest with what only they show.
fn needed(mut chosen: Vec<Candidate>) -> Vec<(Candidate, Vec<Shown>)> {
    let mut place = chosen.len();
    while place > 0 {
        place -= 1;
        let own = chosen.remove(place);
        let is_shown = |shown: &Shown| chosen.iter().any(|other| other.shows.contains(shown));
        if !own.shows.iter().all(is_shown) {
            chosen.insert(place, own);
        }
    }
    let only: Vec<Vec<Shown>> = (0..chosen.len())
        .map(|place| {
            let is_only = |shown: &&Shown| {
                let others = chosen.iter().enumerate();
                let mut others = others.filter(|(at, _)| *at != place);
                !others.any(|(_, other)| other.shows.contains(*shown))
            };
            chosen[place]
                .shows
                .iter()
                .filter(is_only)
                .copied()
                .collect()
        })
        .collect();
    chosen.into_iter().zip(only).collect()
}

/// Runs a scenario, and notes what it shows.
fn run(
    mut scenario: Scenario,
    main: Shown,
    project: Project<'_>,
    library: &NodeLibrary,
) -> Result<Candidate, ScenarioError> {
    let tried = scenario.clone();
    let mut run = ScenarioRun::in_project(project, library, &tried)?;
    let (mut shows, mut interrupted_by) = (BTreeSet::new(), None);
    while let Some(record) = run.step()? {
        let agent = run.recording().first_agent();
        let Some(frame) = record.of(agent) else {
            continue;
        };
        let seen = run.seen();
        let program = seen.program();
        note(program, frame, &mut shows);
        for node in program.indices() {
            if seen.state(node) == NodeState::Running {
                shows.insert(Shown::Node(node, NodeOutcome::KeepsRunning));
            }
        }
        if record.frame == tried.frames {
            interrupted_by = abort_of(frame, main);
        }
    }
    // Leaves that never ran need no stand-in.
    let names: Vec<_> = {
        let seen = run.seen();
        let ran = |node: &NodeIndex| seen.run_of(*node).visits > 0;
        let nodes = seen.program().indices().filter(ran);
        nodes.map(|node| seen.name(node)).collect()
    };
    scenario.leaves.retain(|(name, _)| names.contains(name));
    Ok(Candidate {
        scenario,
        main,
        interrupted_by,
        shows,
    })
}

/// Notes what the events of a frame show.
fn note(program: &Program<()>, frame: &AgentFrame, shows: &mut BTreeSet<Shown>) {
    let mut see = |node: NodeIndex, outcome| {
        shows.insert(Shown::Node(node, outcome));
    };
    for event in &frame.events {
        match event {
            TraceEvent::Start(node) => see(*node, NodeOutcome::Starts),
            TraceEvent::End(node, EndStatus::Success) => see(*node, NodeOutcome::Succeeds),
            TraceEvent::End(node, EndStatus::Failure) => see(*node, NodeOutcome::Fails),
            TraceEvent::End(node, EndStatus::Inactive) => see(*node, NodeOutcome::IsInterrupted),
            TraceEvent::Check(node, status) | TraceEvent::Update(node, status) => match status {
                Status::Success => see(*node, NodeOutcome::IsTrue),
                Status::Failure => see(*node, NodeOutcome::IsFalse),
                Status::Running => {}
            },
            TraceEvent::Abort { conditional, .. } => see(*conditional, NodeOutcome::Aborts),
            _ => {}
        }
    }
    for event in &frame.events {
        if let TraceEvent::Abort { conditional, scope } = event {
            let (conditional, scope) = (*conditional, *scope);
            shows.insert(Shown::Abort { conditional, scope });
        }
    }
    shows.extend(switches(program, frame));
}

/// Returns the changes of each `Switch` in a frame.
fn switches(program: &Program<()>, frame: &AgentFrame) -> Vec<Shown> {
    let mut switching = Switching::default();
    let changes = frame.events.iter().filter_map(|event| match event {
        TraceEvent::Start(node) => {
            let from = switching.started(program, *node);
            from.map(|from| Shown::Switch { from, to: *node })
        }
        TraceEvent::End(node, status) => {
            switching.ended(program, *node, *status);
            None
        }
        _ => None,
    });
    changes.collect()
}

/// Returns the conditional whose abort interrupts the node of an outcome in this frame.
fn abort_of(frame: &AgentFrame, main: Shown) -> Option<NodeIndex> {
    let Shown::Node(node, NodeOutcome::IsInterrupted) = main else {
        return None;
    };
    let mut last = None;
    for event in &frame.events {
        match event {
            TraceEvent::Abort { conditional, .. } => last = Some(*conditional),
            TraceEvent::End(ended, EndStatus::Inactive) if *ended == node => return last,
            // What was interrupted before is over.
            TraceEvent::Start(_) => last = None,
            _ => {}
        }
    }
    None
}

/// Expects that a node does in this frame what a scenario is needed for, if it does it: how it ends, or that it runs. Returns whether it
/// does it.
fn expect(
    expectation: &mut Expectation,
    shown: Shown,
    frame: &AgentFrame,
    seen: &RecordedAgent<'_>,
) -> bool {
    if let Shown::Switch { from, to } = shown {
        let changes = switches(seen.program(), frame).contains(&shown);
        if changes {
            put(&mut expectation.ended, seen.name(from), Ending::Interrupted);
        }
        if changes && seen.state(to) == NodeState::Running {
            put(&mut expectation.nodes, seen.name(to), NodeState::Running);
        }
        return changes;
    }
    let Shown::Node(node, outcome) = shown else {
        return false;
    };
    let ends = |wanted: EndStatus| {
        let is_it = |event: &TraceEvent| matches!(event, TraceEvent::End(ended, status) if *ended == node && *status == wanted);
        frame.events.iter().any(is_it)
    };
    let wanted = match outcome {
        NodeOutcome::Succeeds | NodeOutcome::IsTrue => EndStatus::Success,
        NodeOutcome::Fails | NodeOutcome::IsFalse => EndStatus::Failure,
        NodeOutcome::IsInterrupted => EndStatus::Inactive,
        NodeOutcome::Starts | NodeOutcome::KeepsRunning => {
            let runs = seen.state(node) == NodeState::Running;
            if runs {
                put(&mut expectation.nodes, seen.name(node), NodeState::Running);
            }
            return runs;
        }
        NodeOutcome::Aborts => return false,
    };
    let does = ends(wanted);
    if does {
        put(
            &mut expectation.ended,
            seen.name(node),
            Ending::from(wanted),
        );
    }
    does
}

/// Keeps the first value of a name.
fn put<V>(list: &mut Vec<(NodeName, V)>, name: NodeName, value: V) {
    if list.iter().all(|(other, _)| *other != name) {
        list.push((name, value));
    }
}

/// Adds expectations to a scenario. Each outcome that it is needed for is expected in the first frame with that outcome. Running nodes and
/// aborts are expected in frames with inputs or aborts, and in the last frame.
fn expecting(
    scenario: &Scenario,
    needed_for: &[Shown],
    project: Project<'_>,
    library: &NodeLibrary,
) -> Result<Scenario, ScenarioError> {
    let mut expecting = scenario.clone();
    let mut needed: BTreeSet<Shown> = needed_for.iter().copied().collect();
    let mut run = ScenarioRun::in_project(project, library, scenario)?;
    let mut found: Vec<(u64, Expectation)> = Vec::new();
    while let Some(record) = run.step()? {
        let seen = run.seen();
        let is_last = record.frame == scenario.frames;
        let Some(frame) = record.of(seen.agent) else {
            continue;
        };
        let fired = aborts(seen.program(), &frame.events);
        let fired: Vec<ExpectedAbort> = fired
            .iter()
            .map(|abort| ExpectedAbort {
                conditional: seen.name(abort.conditional),
                scope: Some(seen.name(abort.scope)),
            })
            .collect();
        let mut expectation = Expectation::default();
        needed.retain(|shown| !expect(&mut expectation, *shown, frame, &seen));
        let has_inputs = scenario.steps.contains_key(&record.frame);
        if !(is_last || has_inputs || !fired.is_empty()) {
            if expectation != Expectation::default() {
                found.push((record.frame, expectation));
            }
            continue;
        }
        let running = match seen.running() {
            Fact::Running(names) => Some(names),
            _ => None,
        };
        let expectation = Expectation {
            status: is_last.then_some(frame.status),
            running,
            aborts: Some(fired),
            ..expectation
        };
        found.push((record.frame, expectation));
    }
    let skipped = found.len().saturating_sub(MOST_EXPECTED);
    for (frame, expectation) in found.into_iter().skip(skipped) {
        expecting.steps.entry(frame).or_default().expect = expectation;
    }
    Ok(expecting)
}
