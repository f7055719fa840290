//! The forecast of an observer before a frame matches what happens in it: checked over random trees and scripts.

use proptest::prelude::*;

use super::{ObserverView, Prospect};
use crate::TreeInstance;
use crate::nodes::testing::random::{World, document, script};
use crate::runtime::testing::Run;
use crate::runtime::{EndStatus, NodeIndex};
use crate::testing::cases;
use crate::trace::TraceEvent;

const FRAMES: usize = 24;

/// Returns whether anything was interrupted during these events.
fn is_disturbed(events: &[TraceEvent]) -> bool {
    let disturbs = |event: &TraceEvent| {
        matches!(
            event,
            TraceEvent::Abort { .. } | TraceEvent::End(_, EndStatus::Inactive)
        )
    };
    events.iter().any(disturbs)
}

/// Asserts that the forecast of each observer before the frame was right.
fn check(before: &[ObserverView], instance: &TreeInstance<World>, events: &[TraceEvent]) {
    let of = |node: NodeIndex| before.iter().find(|o| o.conditional == node);
    for (place, event) in events.iter().enumerate() {
        match *event {
            TraceEvent::Abort { conditional, scope } => {
                let observed = of(conditional).unwrap();
                assert_eq!(observed.scope, Some(scope));
                assert!(observed.forecast.may_fire(), "{observed:?} fired");
            }
            TraceEvent::Check(node, answer) => {
                let observed = of(node).unwrap();
                let may_be_checked = !matches!(
                    observed.forecast,
                    Prospect::Dormant { .. } | Prospect::TreeStands
                );
                // An interruption by key comes first and may hand observers up.
                assert!(
                    may_be_checked || is_disturbed(&events[..place]),
                    "{observed:?} was checked"
                );
                let Prospect::MayFire { on, target, .. } = observed.forecast else {
                    continue;
                };
                assert_ne!(on, observed.status);
                assert!(instance.program().is_inside(node, target));
                if !is_disturbed(&events[..place]) {
                    let fired = matches!(events.get(place + 1), Some(TraceEvent::Abort { conditional, .. }) if *conditional == node);
                    assert_eq!(fired, answer == on, "{observed:?} in {events:?}");
                }
            }
            _ => {}
        }
    }
}

/// Asserts that the forecast named the topmost interrupted task, unless another interruption came first.
fn check_interrupted(before: &[ObserverView], events: &[TraceEvent]) {
    let Some(place) = events
        .iter()
        .position(|e| matches!(e, TraceEvent::Abort { .. }))
    else {
        return;
    };
    let TraceEvent::Abort { conditional, .. } = events[place] else {
        return;
    };
    let ended = events[place + 1..].iter().filter_map(|event| match event {
        TraceEvent::Error(..) => None,
        TraceEvent::End(node, EndStatus::Inactive) => Some(Some(*node)),
        _ => Some(None),
    });
    let ended: Vec<NodeIndex> = ended.map_while(|node| node).collect();
    let observed = before
        .iter()
        .find(|o| o.conditional == conditional)
        .unwrap();
    if let Prospect::MayFire {
        interrupted, scope, ..
    } = observed.forecast
        && !is_disturbed(&events[..place])
        && interrupted != scope
    {
        assert!(ended.contains(&interrupted), "{observed:?} in {events:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(400)))]

    #[test]
    fn an_observer_fires_when_its_status_changes_if_and_only_if_the_forecast_says_so(seed: u64, size in 1_usize..40) {
        let document = document(seed, size);
        let mut run = Run::new(&document, seed);
        for frame in &script(seed, FRAMES, 40, &document) {
            for happening in &frame.happenings {
                run.happens(happening);
            }
            run.recorder.take_events();
            let before: Vec<ObserverView> = run.instance.observed().collect();
            let unobserved: Vec<NodeIndex> = run.instance.unobserved().collect();
            prop_assert!(before.iter().all(|o| !unobserved.contains(&o.conditional)));
            run.world.bits = frame.bits;
            run.instance.tick_traced(&mut run.world, &mut run.globals, frame.dt, &mut run.recorder);
            let events = run.recorder.take_events();
            check(&before, &run.instance, &events);
            check_interrupted(&before, &events);
        }
    }
}

/// Guards the property: it would prove little about rare forecasts.
#[test]
fn the_random_runs_contain_every_forecast() {
    let mut seen = std::collections::BTreeMap::new();
    for seed in 0..600 {
        let document = document(seed, 30);
        let mut run = Run::new(&document, seed);
        for frame in &script(seed, FRAMES, 40, &document) {
            run.step(frame);
            for observed in run.instance.observed() {
                *seen.entry(observed.forecast.code()).or_insert(0) += 1;
            }
        }
    }
    for code in [
        "may_fire_when_true",
        "may_fire_when_false",
        "dormant",
        "other_branch",
        "tree_stands",
    ] {
        assert!(
            seen.get(code).is_some_and(|count| *count > 4),
            "{code}: {seen:?}"
        );
    }
}
