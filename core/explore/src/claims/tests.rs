//! Claims against a small tree: what they say of frames, and the errors of claims that do not fit.

use std::collections::BTreeMap;

use treewright_core::library::{NodeLibrary, TaskDeclaration, TaskLibrary};
use treewright_core::model::testing::draw;
use treewright_core::project::Project;
use treewright_core::runtime::{NodeIndex, VariableSlot};

use super::*;
use crate::claims_json;
use crate::frame_facts::{FrameFacts, Judgement};
use crate::program::AnalyzedTree;

const FIGHTER: &str = concat!(
    "sees:bool ammo:int=3 mood:string=calm; top:Selector[",
    "fight:Sequence(.abort=Both)[seen:CompareBool(left={sees}) shoot:Shoot] reload:Reload near:Near rest:Idle]"
);

fn library() -> NodeLibrary {
    let mut library = NodeLibrary::builtin();
    let mut tasks = TaskLibrary::new("game");
    let shoot = TaskDeclaration::action("Shoot", "");
    tasks.tasks = vec![
        shoot
            .may_return([Status::Success, Status::Running])
            .runs_at_most(5),
        TaskDeclaration::action("Reload", ""),
        TaskDeclaration::conditional("Near", ""),
    ];
    library.add_library("game", &tasks);
    library
}

/// Checks a file with these fields.
fn checked(fields: &str) -> Result<CheckedClaims, Vec<String>> {
    let text = format!("{{\"format\": \"treewright-claims\", \"version\": 1, {fields}}}");
    let claims = claims_json::read(text.as_bytes()).unwrap();
    let (document, library) = (draw(FIGHTER), library());
    let tree = AnalyzedTree::new(Project::alone(&document), &library).unwrap();
    check(&claims, &tree).map_err(|errors| {
        let shown = errors.iter().map(|error| {
            assert!(claims_json::place_of(text.as_bytes(), error).is_some());
            error.problem.to_string()
        });
        shown.collect()
    })
}

fn errors(fields: &str) -> String {
    checked(fields).unwrap_err().join("; ")
}

/// A frame: the nodes that run or ended, and the values of variables that are not as the document starts.
#[derive(Clone, Default)]
struct Frame {
    runs: Vec<u32>,
    fired: Vec<u32>,
    values: BTreeMap<u32, Value>,
    last: BTreeMap<u32, Value>,
    asked: Vec<u32>,
    status: Option<Status>,
}

fn value_of(values: &BTreeMap<u32, Value>, variable: VariableSlot) -> (u32, Value) {
    let VariableSlot::Tree(index) = variable else {
        panic!("{variable:?}");
    };
    let initial = [false.into(), 3_i64.into(), "calm".into()];
    let value = values.get(&index).unwrap_or(&initial[index as usize]);
    (index, value.clone())
}

impl FrameFacts for Frame {
    fn value(&mut self, variable: VariableSlot) -> Value {
        let (index, value) = value_of(&self.values, variable);
        self.asked.push(index);
        value
    }
    fn last(&mut self, variable: VariableSlot) -> Value {
        value_of(&self.last, variable).1
    }
    fn runs(&self, node: NodeIndex) -> bool {
        self.runs.contains(&node.0)
    }
    fn succeeded(&self, _node: NodeIndex) -> bool {
        false
    }
    fn failed(&self, _node: NodeIndex) -> bool {
        false
    }
    fn was_interrupted(&self, _node: NodeIndex) -> bool {
        false
    }
    fn fired(&self, conditional: NodeIndex) -> bool {
        self.fired.contains(&conditional.0)
    }
    fn status(&self) -> Option<Status> {
        self.status
    }
}

/// What a claim says of frames in which these nodes run, one letter per frame.
fn judged(claim: &str, frames: &[&[u32]]) -> String {
    let checked = checked(&format!("\"claims\": [{{\"name\": \"a\", {claim}}}]")).unwrap();
    let watch = &checked.claims[0];
    let mut memory = vec![0; watch.memory_len()];
    let judged = frames.iter().map(|runs| {
        let mut frame = Frame {
            runs: runs.to_vec(),
            ..Frame::default()
        };
        match watch.judge(&mut memory, &mut frame) {
            Judgement::Fine => '.',
            Judgement::Broken => 'B',
            Judgement::Reached => 'R',
            Judgement::Cut => 'C',
        }
    });
    judged.collect()
}

/// The places of nodes in the program.
const SHOOT: u32 = 3;
const RELOAD: u32 = 4;

#[test]
fn never_and_always_and_can_judge_each_frame() {
    let frames: [&[u32]; 3] = [&[], &[SHOOT], &[SHOOT, RELOAD]];
    let both = "running('shoot') && running('reload')";
    assert_eq!(judged(&format!("\"never\": \"{both}\""), &frames), "..B");
    assert_eq!(judged(&format!("\"can\": \"{both}\""), &frames), "..R");
    assert_eq!(judged("\"always\": \"running('shoot')\"", &frames), "B..");
}

#[test]
fn within_counts_frames_from_the_first_cause() {
    let claim = |frames| {
        format!(
            "\"within\": {{\"frames\": {frames}, \"after\": \"running('shoot')\", \"then\": \"running('reload')\"}}"
        )
    };
    let (none, cause, effect): (&[u32], &[u32], &[u32]) = (&[], &[SHOOT], &[RELOAD]);
    assert_eq!(
        judged(&claim(2), &[cause, none, effect, none, none]),
        "....."
    );
    assert_eq!(
        judged(&claim(2), &[none, cause, none, none, effect]),
        "...B."
    );
    assert_eq!(judged(&claim(2), &[cause, cause, cause]), "..B");
    assert_eq!(judged(&claim(0), &[&[SHOOT, RELOAD], cause]), ".B");
}

#[test]
fn before_allows_the_same_frame_and_everything_after_it() {
    let claim = "\"before\": {\"first\": \"running('reload')\", \"then\": \"running('shoot')\"}";
    let (shoot, reload): (&[u32], &[u32]) = (&[SHOOT], &[RELOAD]);
    assert_eq!(judged(claim, &[&[], shoot]), ".B");
    assert_eq!(judged(claim, &[reload, shoot, shoot]), "...");
    assert_eq!(judged(claim, &[&[RELOAD, SHOOT], shoot]), "..");
}

#[test]
fn an_assumption_cuts_off_what_never_happens() {
    let checked = checked("\"assumptions\": [\"ammo <= last.ammo\"]").unwrap();
    let watch = &checked.assumptions[0];
    assert_eq!(watch.reads_last(), ["ammo".into()]);
    let mut frame = Frame::default();
    assert_eq!(watch.judge(&mut [], &mut frame), Judgement::Fine);
    frame.values.insert(1, Value::Int(4));
    assert_eq!(watch.judge(&mut [], &mut frame), Judgement::Cut);
}

#[test]
fn variables_are_asked_for_only_where_they_decide() {
    let checked =
        checked("\"claims\": [{\"name\": \"a\", \"never\": \"sees && ammo == 0\"}]").unwrap();
    let mut frame = Frame::default();
    checked.claims[0].judge(&mut [], &mut frame);
    assert_eq!(frame.asked, [0]);
    frame.values.insert(0, Value::Bool(true));
    checked.claims[0].judge(&mut [], &mut frame);
    assert_eq!(frame.asked, [0, 0, 1]);
}

#[test]
fn the_status_of_the_tree_is_a_text() {
    let checked = checked("\"claims\": [{\"name\": \"a\", \"never\": \"status() == 'Stopped'\"}, {\"name\": \"b\", \"never\": \"status() in ['Success', 'Failure']\"}]").unwrap();
    let judge = |status| {
        let mut frame = Frame {
            status,
            ..Frame::default()
        };
        let claims = checked.claims.iter();
        claims
            .map(|watch| watch.judge(&mut [], &mut frame) == Judgement::Broken)
            .collect::<Vec<_>>()
    };
    assert_eq!(judge(None), [true, false]);
    assert_eq!(judge(Some(Status::Success)), [false, true]);
    assert_eq!(judge(Some(Status::Running)), [false, false]);
}

#[test]
fn wrong_names_are_errors_with_what_was_probably_meant() {
    let never = |text: &str| {
        errors(&format!(
            "\"claims\": [{{\"name\": \"a\", \"never\": \"{text}\"}}]"
        ))
    };
    assert_eq!(
        never("running('Shot')"),
        "expression, column 9: no node has the id or name `Shot`: did you mean `shoot`?"
    );
    assert_eq!(
        never("runing('shoot')"),
        "expression, column 1: there is no function named `runing`: did you mean `running`?"
    );
    assert_eq!(
        never("amo > 3"),
        "expression, column 1: there is no variable named `amo`: did you mean `ammo`?"
    );
    assert!(never("running(mood)").contains("with a text in quotes"));
    assert!(never("running()").contains("expected running(\"node\")"));
    assert!(never("running('shoot', 'top')").contains("found arguments (string, string)"));
    assert!(never("status('top')").contains("expected status()"));
    assert!(never("fired('top')").contains("cannot cause an abort"));
    assert!(never("last.ammo > 3").contains("only be used in assumptions"));
    assert!(never("status() == 'Sucess'").contains("never `Sucess`"));
    assert_eq!(
        never("ammo"),
        "expression, column 1: expected bool, found int"
    );
    let last = errors("\"assumptions\": [\"last.amo > 3\"]");
    assert!(last.contains("did you mean `ammo`?"), "{last}");
}

#[test]
fn rules_must_fit_the_tree() {
    assert!(errors("\"inputs\": {\"amo\": \"free\"}").contains("did you mean `ammo`?"));
    assert!(
        errors("\"inputs\": {\"ammo\": {\"values\": [true]}}")
            .contains("expected values of type int, found bool")
    );
    assert!(
        errors("\"inputs\": {\"ammo\": {\"changes_only_when\": \"ammo\"}}")
            .contains("expected bool")
    );
    assert!(errors("\"leaves\": {\"Shot\": \"stand_in\"}").contains("did you mean `shoot`?"));
    assert!(errors("\"leaves\": {\"top\": \"stand_in\"}").contains("has children"));
    assert!(
        errors("\"leaves\": {\"rest\": {\"results\": [\"Success\"]}}")
            .contains("is not a task of the game")
    );
    assert!(errors("\"leaves\": {\"shoot\": \"stand_in\"}").contains("has no stand-in"));
    assert!(
        errors("\"leaves\": {\"shoot\": {\"results\": [\"Failure\"]}}")
            .contains("does not return Failure")
    );
    assert!(
        errors("\"leaves\": {\"near\": {\"results\": [\"Running\"]}}")
            .contains("cannot return Running")
    );
}

#[test]
fn all_errors_are_told_at_once() {
    let both = checked(
        "\"inputs\": {\"amo\": \"free\"}, \"claims\": [{\"name\": \"a\", \"within\": {\"frames\": 1, \"after\": \"x\", \"then\": \"y\"}}]",
    );
    assert_eq!(both.unwrap_err().len(), 3);
}

#[test]
fn only_a_node_with_a_condition_can_fire() {
    let document = draw("on:bool; top:Repeater[may:Guard(condition=on)[rest:Idle]]");
    let library = library();
    let tree = AnalyzedTree::new(Project::alone(&document), &library).unwrap();
    let problems = |name: &str| {
        let text = format!(
            r#"{{"format": "treewright-claims", "version": 1, "claims": [{{"name": "A", "never": "fired('{name}')"}}]}}"#
        );
        let claims = claims_json::read(text.as_bytes()).unwrap();
        let problems = check(&claims, &tree).err().unwrap_or_default();
        let texts = problems.iter().map(|error| error.problem.to_string());
        texts.collect::<Vec<_>>().join("; ")
    };
    assert_eq!(problems("may"), "");
    for name in ["top", "rest"] {
        assert!(problems(name).contains("cannot cause an abort"), "{name}");
    }
}
