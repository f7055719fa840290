//! Compares what is seen after a frame with what its scenario expects.

use super::difference::{Difference, What};
use super::run::ScenarioRun;
use super::{Expectation, ExpectedAbort, NodeName};
use crate::runtime::NodeIndex;
use crate::trace::{AbortStory, FrameTrace, TraceEvent, aborts};

/// The first difference, in the order in which an expectation lists its parts.
pub(super) fn check(
    run: &ScenarioRun<'_>,
    expect: &Expectation,
    trace: &FrameTrace,
) -> Option<Difference> {
    let what = tree_status(run, expect)
        .or_else(|| nodes(run, expect))
        .or_else(|| running(run, expect))
        .or_else(|| variables(run, expect))
        .or_else(|| expected_aborts(run, expect, trace));
    what.map(|what| Difference {
        frame: trace.frame,
        what,
    })
}

fn tree_status(run: &ScenarioRun<'_>, expect: &Expectation) -> Option<What> {
    let expected = expect.status?;
    (expected != run.status).then_some(What::TreeStatus {
        expected,
        found: run.status,
    })
}

fn nodes(run: &ScenarioRun<'_>, expect: &Expectation) -> Option<What> {
    expect.nodes.iter().find_map(|(name, expected)| {
        let node = run.index(name)?;
        let seen = run.nodes.get(node);
        (seen.state != *expected).then(|| What::NodeState {
            node: run.describe(node),
            expected: *expected,
            found: seen.state,
            since: seen.since_frame,
        })
    })
}

fn running(run: &ScenarioRun<'_>, expect: &Expectation) -> Option<What> {
    let expected = expect.running.as_ref()?;
    let expected: Vec<NodeIndex> = expected.iter().filter_map(|name| run.index(name)).collect();
    let found: Vec<NodeIndex> = run.instance.tops().collect();
    if let Some(missing) = expected.iter().find(|node| !found.contains(node)) {
        return Some(What::NotRunning {
            node: run.describe(*missing),
            running: found.iter().map(|node| run.describe(*node)).collect(),
        });
    }
    let more = found.iter().find(|node| !expected.contains(node))?;
    Some(What::AlsoRunning {
        node: run.describe(*more),
    })
}

fn variables(run: &ScenarioRun<'_>, expect: &Expectation) -> Option<What> {
    expect.variables.iter().find_map(|(name, expected)| {
        let found = run.instance.variable(&run.globals, name)?;
        let expected = expected
            .coerced(&found.value_type())
            .unwrap_or(expected.clone());
        (*found != expected).then(|| What::Variable {
            name: name.clone(),
            expected,
            found: found.clone(),
        })
    })
}

fn expected_aborts(
    run: &ScenarioRun<'_>,
    expect: &Expectation,
    trace: &FrameTrace,
) -> Option<What> {
    let expected = expect.aborts.as_ref()?;
    let found = aborts(run.instance.program(), &trace.events);
    let pairs = expected.iter().zip(&found);
    if let Some(what) = pairs
        .clone()
        .find_map(|(expected, story)| wrong_abort(run, expected, story, trace))
    {
        return Some(what);
    }
    if let Some(missing) = expected.get(found.len()) {
        return no_abort(run, &missing.conditional, trace);
    }
    found
        .get(expected.len())
        .map(|story| unexpected(run, story))
}

fn wrong_abort(
    run: &ScenarioRun<'_>,
    expected: &ExpectedAbort,
    story: &AbortStory,
    trace: &FrameTrace,
) -> Option<What> {
    if run.index(&expected.conditional) != Some(story.conditional) {
        return no_abort(run, &expected.conditional, trace);
    }
    let scope = run.index(expected.scope.as_ref()?)?;
    (scope != story.scope).then(|| What::AbortScope {
        conditional: run.describe(story.conditional),
        expected: run.describe(scope),
        found: run.describe(story.scope),
    })
}

fn no_abort(run: &ScenarioRun<'_>, conditional: &NodeName, trace: &FrameTrace) -> Option<What> {
    let node = run.index(conditional)?;
    let asked = trace.events.iter().find_map(|event| match event {
        TraceEvent::Check(checked, status) if *checked == node => Some(*status),
        _ => None,
    });
    Some(What::NoAbort {
        conditional: run.describe(node),
        asked,
    })
}

fn unexpected(run: &ScenarioRun<'_>, story: &AbortStory) -> What {
    What::UnexpectedAbort {
        conditional: run.describe(story.conditional),
        scope: run.describe(story.scope),
    }
}
