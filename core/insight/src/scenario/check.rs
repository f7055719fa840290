//! Compares the state after a frame with the expectations of its scenario.

use treewright_core::runtime::{NodeIndex, Status};
use treewright_core::trace::TraceEvent;
use treewright_core::value::Value;

use super::difference::{DifferenceSubject, ScenarioDifference};
use super::run::ScenarioRun;
use super::{Ending, ExpectedAbort, Fact, NodeName, NodeState};
use crate::history::{AbortSummary, aborts};
use crate::recording::{AgentFrame, FrameRecord};

/// Returns all differences, in the order of an expectation's fields, then those of frames without aborts.
pub(super) fn check(run: &ScenarioRun<'_>, record: &FrameRecord) -> Vec<ScenarioDifference> {
    let number = record.frame;
    let Some(frame) = record.of(run.seen().agent) else {
        return Vec::new();
    };
    let differs = |expected| {
        let (what, found) = differs(run, &expected, frame)?;
        Some(ScenarioDifference {
            frame: number,
            what,
            expected,
            found,
        })
    };
    let step = run.scenario.steps.get(&number);
    let facts = step.into_iter().flat_map(|step| step.expect.facts());
    let mut found: Vec<ScenarioDifference> = facts.filter_map(differs).collect();
    let aborts_are_told = found.iter().any(|d| matches!(d.expected, Fact::Aborts(_)));
    let quiet = run.scenario.no_aborts.iter();
    if let Some(frames) = quiet.copied().find(|frames| frames.contain(number))
        && !aborts_are_told
    {
        found.extend(differs(Fact::NoAborts(frames)));
    }
    found
}

/// Returns the difference between the run and an expected fact, if there is one.
fn differs(
    run: &ScenarioRun<'_>,
    expected: &Fact,
    frame: &AgentFrame,
) -> Option<(DifferenceSubject, Fact)> {
    match expected {
        Fact::Status(status) => tree_status(*status, frame.status),
        Fact::Node(name, state) => node(run, name, *state),
        Fact::Ended(name, ending) => ended(run, name, *ending, frame),
        Fact::Running(names) => running(run, names),
        Fact::Variable(name, value) => variable(run, name, value),
        Fact::Aborts(aborts) => expected_aborts(run, aborts, frame),
        Fact::NoAborts(_) => expected_aborts(run, &[], frame),
    }
}

fn tree_status(expected: Status, found: Status) -> Option<(DifferenceSubject, Fact)> {
    let what = DifferenceSubject::TreeStatus { expected, found };
    (expected != found).then_some((what, Fact::Status(found)))
}

fn node(
    run: &ScenarioRun<'_>,
    name: &NodeName,
    expected: NodeState,
) -> Option<(DifferenceSubject, Fact)> {
    let node = run.index(name)?;
    let seen = run.seen().run_of(node);
    let what = || DifferenceSubject::NodeState {
        node: run.describe(node),
        expected,
        found: seen.state,
        since: seen.since_frame,
    };
    (seen.state != expected).then(|| (what(), Fact::Node(name.clone(), seen.state)))
}

fn ended(
    run: &ScenarioRun<'_>,
    name: &NodeName,
    expected: Ending,
    frame: &AgentFrame,
) -> Option<(DifferenceSubject, Fact)> {
    let node = run.index(name)?;
    let ends = frame.events.iter().filter_map(|event| match event {
        TraceEvent::End(ended, status) if *ended == node => Some(Ending::from(*status)),
        _ => None,
    });
    let ends: Vec<Ending> = ends.collect();
    let last = ends.last().copied().unwrap_or(Ending::None);
    let what = || DifferenceSubject::Ended {
        node: run.describe(node),
        expected,
        found: last,
    };
    let is_so = last == expected || ends.contains(&expected);
    (!is_so).then(|| (what(), Fact::Ended(name.clone(), last)))
}

fn running(run: &ScenarioRun<'_>, expected: &[NodeName]) -> Option<(DifferenceSubject, Fact)> {
    let expected: Vec<NodeIndex> = expected.iter().filter_map(|name| run.index(name)).collect();
    let found: Vec<NodeIndex> = run.seen().tops().collect();
    let missing = expected.iter().find(|node| !found.contains(node));
    let more = found.iter().find(|node| !expected.contains(node));
    let what = match (missing, more) {
        (Some(missing), _) => DifferenceSubject::NotRunning {
            node: run.describe(*missing),
            running: found.iter().map(|node| run.describe(*node)).collect(),
        },
        (None, Some(more)) => DifferenceSubject::AlsoRunning {
            node: run.describe(*more),
        },
        (None, None) => return None,
    };
    let names = found.iter().map(|node| run.name_of(*node));
    Some((what, Fact::Running(names.collect())))
}

fn variable(
    run: &ScenarioRun<'_>,
    name: &std::sync::Arc<str>,
    expected: &Value,
) -> Option<(DifferenceSubject, Fact)> {
    let seen = run.seen();
    let found = seen.recording.variable(seen.agent, name)?;
    let expected = expected
        .coerced(&found.value_type())
        .unwrap_or_else(|| expected.clone());
    let what = || DifferenceSubject::Variable {
        name: name.clone(),
        expected: expected.clone(),
        found: found.clone(),
    };
    (*found != expected).then(|| (what(), Fact::Variable(name.clone(), found.clone())))
}

fn expected_aborts(
    run: &ScenarioRun<'_>,
    expected: &[ExpectedAbort],
    frame: &AgentFrame,
) -> Option<(DifferenceSubject, Fact)> {
    let found = aborts(run.recording().program(), &frame.events);
    let mut pairs = expected.iter().zip(&found);
    let what = pairs
        .find_map(|(expected, story)| wrong_abort(run, expected, story, frame))
        .or_else(|| no_abort(run, &expected.get(found.len())?.conditional, frame))
        .or_else(|| Some(unexpected(run, found.get(expected.len())?)))?;
    let seen = found.iter().enumerate().map(|(place, story)| {
        // If the scenario gives no scope, the corrected expectation gives none either.
        let told = expected
            .get(place)
            .is_none_or(|abort| abort.scope.is_some());
        ExpectedAbort {
            conditional: run.name_of(story.conditional),
            scope: told.then(|| run.name_of(story.scope)),
        }
    });
    Some((what, Fact::Aborts(seen.collect())))
}

fn wrong_abort(
    run: &ScenarioRun<'_>,
    expected: &ExpectedAbort,
    story: &AbortSummary,
    frame: &AgentFrame,
) -> Option<DifferenceSubject> {
    if run.index(&expected.conditional) != Some(story.conditional) {
        return no_abort(run, &expected.conditional, frame);
    }
    let scope = run.index(expected.scope.as_ref()?)?;
    (scope != story.scope).then(|| DifferenceSubject::AbortScope {
        conditional: run.describe(story.conditional),
        expected: run.describe(scope),
        found: run.describe(story.scope),
    })
}

fn no_abort(
    run: &ScenarioRun<'_>,
    conditional: &NodeName,
    frame: &AgentFrame,
) -> Option<DifferenceSubject> {
    let node = run.index(conditional)?;
    let asked = frame.events.iter().find_map(|event| match event {
        TraceEvent::Check(checked, status) if *checked == node => Some(*status),
        _ => None,
    });
    Some(DifferenceSubject::NoAbort {
        conditional: run.describe(node),
        asked,
    })
}

fn unexpected(run: &ScenarioRun<'_>, story: &AbortSummary) -> DifferenceSubject {
    DifferenceSubject::UnexpectedAbort {
        conditional: run.describe(story.conditional),
        scope: run.describe(story.scope),
    }
}
