//! What is said of small trees with claims: proved only where everything was tried.

use std::ops::ControlFlow;

use treewright_core::library::{NodeLibrary, TaskDeclaration, TaskLibrary};
use treewright_core::model::testing::draw;

use super::*;
use crate::claims_json;
use crate::hazards::{HazardKind, hazards};
use crate::search::Limits;

/// What was found in a drawn tree, which starts again when it has ended, with claims of these fields.
struct Found {
    document: Document,
    exploration: Exploration,
}

impl Found {
    fn of(drawing: &str, fields: &str) -> Self {
        let comma = if fields.is_empty() { "" } else { "," };
        let text = format!("{{\"format\": \"treewright-claims\", \"version\": 1{comma} {fields}}}");
        let claims = claims_json::read(text.as_bytes()).unwrap();
        let mut tasks = TaskLibrary::new("game");
        tasks.tasks = vec![TaskDeclaration::action("Walk", "")];
        let mut library = NodeLibrary::builtin();
        library.add_library("game", &tasks);
        let mut document = draw(drawing);
        document.restart_when_complete = true;
        let exploration = Exploration::new(&Project::alone(&document), &library, Arc::new(claims));
        let mut exploration = exploration.unwrap();
        let limit = exploration
            .search
            .advance(&Limits::default(), |_| ControlFlow::Continue(()));
        assert_eq!(limit, None);
        Self {
            document,
            exploration,
        }
    }

    fn certainty(&self) -> Certainty {
        self.exploration.search.certainty()
    }

    fn not_proved(&self) -> Vec<String> {
        let reasons = self.exploration.not_proved(&Project::alone(&self.document));
        let reasons = reasons.into_iter().map(|(_, why)| why.to_string());
        reasons.collect()
    }

    fn hazards(&self) -> Vec<HazardKind> {
        let project = Project::alone(&self.document);
        let found = hazards(&self.exploration, self.exploration.names(&project));
        found.into_iter().map(|hazard| hazard.what).collect()
    }
}

#[test]
fn what_comes_with_an_event_and_is_only_sampled_proves_nothing() {
    let tree = |rest: &str| {
        format!(
            "p:float q:float; top:Selector[seq:Sequence(.abort=LowerPriority)[a:HasReceivedEvent(name=hit,payload={{p}}) {rest} hit:Succeed] rest:Idle]"
        )
    };
    let computed = Found::of(&tree("b:Expression(expression=p * 2.0 > 199.0)"), "");
    assert_eq!(computed.certainty(), Certainty::Sampled);
    assert_eq!(
        computed.not_proved(),
        [
            "only some values of what comes with event `hit` were tried: `Expression` computes with it"
        ]
    );
    let compared = Found::of(
        &tree("b:SetVariable(variable={q},value={p}) c:Expression(expression=q > 199.0)"),
        "",
    );
    assert_eq!(compared.certainty(), Certainty::Proved);
    let never = |what: &HazardKind| matches!(what, HazardKind::NeverRuns { .. });
    assert!(!compared.hazards().iter().any(never));
}

#[test]
fn an_assumption_that_no_tried_value_keeps_ends_no_run_for_sure() {
    let tree = "h:int; n1:CompareInt(left={h},operator=>,right=0)";
    let found = Found::of(tree, "\"assumptions\": [\"h * h == 1234321\"]");
    assert_eq!(found.certainty(), Certainty::NoRunTried);
    let hazards = found.hazards();
    assert!(
        matches!(&*hazards, [HazardKind::NoRunTried { .. }]),
        "{hazards:?}"
    );
    // Whatever the game does.
    let found = Found::of(tree, "\"assumptions\": [\"h > 0\", \"h < 0\"]");
    assert_eq!(found.certainty(), Certainty::NoRun);
    let hazards = found.hazards();
    assert!(
        matches!(&*hazards, [HazardKind::NoRun { .. }]),
        "{hazards:?}"
    );
}

#[test]
fn that_something_cannot_happen_is_not_known_if_only_samples_were_tried() {
    let tree = "h:int=20; n1:CompareInt(left={h},operator=<,right=50)";
    let slowly = "\"assumptions\": [\"h == last.h - 1 || h == last.h\"]";
    let can = "\"claims\": [{\"name\": \"low\", \"can\": \"h < 5\"}]";
    let sampled = Found::of(tree, &format!("{slowly}, {can}"));
    assert_eq!(sampled.certainty(), Certainty::Sampled);
    assert_eq!(sampled.exploration.result(0), ClaimResult::Open);
    let proved = Found::of(tree, &format!("\"assumptions\": [\"h > 5\"], {can}"));
    assert_eq!(proved.certainty(), Certainty::Proved);
    assert_eq!(proved.exploration.result(0), ClaimResult::Broken(None));
}

#[test]
fn what_other_trees_may_do_is_not_proved() {
    let tree = "top:Selector[gate:Semaphore(name=x)[idle:Idle] hit:Succeed]";
    let held = "other trees may hold the semaphore `x`, which was not tried";
    assert_eq!(Found::of(tree, "").not_proved(), [held]);
    let tree = "g:int@global; top:Sequence[a:SetVariable(variable={g},value=1) b:CompareInt(left={g},right=5)]";
    let written = "other trees may write the global variable `g`, which was not tried";
    assert_eq!(Found::of(tree, "").not_proved(), [written]);
    // The designer says that they do not, or what they write.
    for rule in ["initial", "free"] {
        let found = Found::of(tree, &format!("\"inputs\": {{\"g\": \"{rule}\"}}"));
        assert_eq!(found.not_proved(), [""; 0]);
        assert_eq!(found.certainty(), Certainty::Proved);
    }
}

#[test]
fn a_run_that_gets_stuck_keeps_the_assumptions() {
    let tree =
        "b:bool; top:Selector[seq:Sequence[is:Expression(expression=b) yes:Succeed] walk:Walk]";
    let found = Found::of(tree, "\"assumptions\": [\"b || !last.b\"]");
    let [stuck] = &*found.exploration.search.endless().stuck() else {
        panic!("it is stuck with `b`");
    };
    let scenario = found.exploration.scenario(&found.document, &stuck.sight);
    let steps = scenario.unwrap().steps;
    let set = steps.values().flat_map(|step| &step.set);
    let values = set.map(|(_, value)| value.clone());
    assert_eq!(values.collect::<Vec<_>>(), [true.into()]);
}

#[test]
fn a_timer_that_aborts_in_its_interval_is_not_suspicious() {
    let thrashes = |conditional: &str| {
        let tree = format!(
            "b:bool; top:Selector[seq:Sequence(.abort=LowerPriority)[is:{conditional} off:SetVariable(variable={{b}},value=false)] on:Sequence[set:SetVariable(variable={{b}},value=true) rest:Idle]]"
        );
        let hazards = Found::of(&tree, "").hazards();
        let mut hazards = hazards.iter();
        hazards.any(|what| matches!(what, HazardKind::Thrashes { .. }))
    };
    assert!(!thrashes("Timer(seconds=1)"));
    assert!(thrashes("CompareBool(left={b})"));
}
