//! Tests that every message of the core has a text with exactly its arguments in every other language. Enums of messages provide an example of each
//! row; the few others are listed here.

mod programs;
mod runs;

use std::collections::BTreeMap;

use treewright_authoring::edit::{Label, Refusal};
use treewright_authoring::explain::{ChildResult, Reaction};
use treewright_authoring::validate::Fix;
use treewright_core::Message;
use treewright_core::abort::AbortType;
use treewright_core::compile::{BrokenNode, CompileNote};
use treewright_core::diagnostic::{Never, NoReach, Problem, ProgramLimit};
use treewright_core::expression::{EvaluationError, ExpressionError, FUNCTIONS, Fault};
use treewright_core::format::compact::CompactError;
use treewright_core::format::error::PlacedError;
use treewright_core::format::field_error::{FieldError, Sort, SyntaxError};
use treewright_core::format::{
    FileContent, FormatError, FormatErrorKind, WriteError, native, snapshot_json, tasks_json,
};
use treewright_core::model::NumberedTitle;
use treewright_core::nodes::TaskError;
use treewright_core::runtime::{
    FailedTask, ForceError, GlobalConflict, ProgramError, SnapshotError, SwapReason, VariableError,
};
use treewright_core::told::Example;
use treewright_exchange::xml::XmlFault;
use treewright_exchange::{ForeignFault, remarks as exchange};
use treewright_explore::ExploreError;
use treewright_explore::alternatives::SampledReason;
use treewright_explore::claims::{ClaimProblem, NameProblem};
use treewright_explore::claims_json::{self, ClaimsFault};
use treewright_explore::gaps::NotProved;
use treewright_explore::hazards::{HazardKind, HazardReason};
use treewright_explore::names::QuotedName;
use treewright_explore::witness::NoWitness;
use treewright_insight::breakpoints_json::{self, BreakpointFault};
use treewright_insight::live::{LeftOut, ScenarioRefusal};
use treewright_insight::recording::RunInputError;
use treewright_insight::recording_json::{self, RecordingFault};
use treewright_insight::scenario::ScenarioError;
use treewright_insight::scenario_json::{self, ScenarioFault};
use treewright_link::live_file::{self, LiveRemark};
use treewright_link::seen::TreeProblem;
use treewright_robot::btlog::LogFault;
use treewright_robot::full_tree::{TreeFault, TreeRemark};
use treewright_robot::groot2::ReplyFault;
use treewright_robot::logged_run::{LogRemark, RunFault};

use super::tests::places;
use super::{LANGUAGES, Texts, keys};

/// The values of the field `format` of our own files.
const OWN_FORMATS: [&str; 8] = [
    native::FORMAT,
    tasks_json::FORMAT,
    snapshot_json::FORMAT,
    recording_json::FORMAT,
    scenario_json::FORMAT,
    breakpoints_json::FORMAT,
    claims_json::FORMAT,
    live_file::FORMAT,
];

/// Returns the names of the arguments in order.
type MessageArguments = BTreeMap<String, Vec<String>>;

fn names<T>(arguments: &[(&'static str, T)]) -> Vec<String> {
    let mut names: Vec<String> = arguments.iter().map(|(n, _)| (*n).to_owned()).collect();
    names.sort();
    names
}

/// Returns the items of a chain, starting with the first.
pub(super) fn chain<T>(first: T, next: impl Fn(&T) -> Option<T>) -> Vec<T> {
    let mut all = vec![first];
    while let Some(more) = next(&all[all.len() - 1]) {
        all.push(more);
    }
    all
}

/// Import and export notes are listed by the tables of their formats.
fn problems() -> impl Iterator<Item = Problem> {
    let all = Problem::all().into_iter();
    all.filter(|problem| !matches!(problem, Problem::Transfer(_)))
}

/// Adds all messages of these values.
fn add_messages<T: Into<Message>>(all: impl IntoIterator<Item = T>, said: &mut MessageArguments) {
    for message in all.into_iter().map(Into::into) {
        let key = format!("{}.{}", message.family(), message.code());
        said.insert(key, names(message.arguments()));
    }
}

/// Adds the messages of exploring.
fn add_explore_messages(said: &mut MessageArguments) {
    add_messages(ExploreError::all(), said);
    add_messages(NotProved::all(), said);
    add_messages(NoWitness::all(), said);
    add_messages(QuotedName::all(), said);
    add_messages(HazardKind::all(), said);
    add_messages(HazardReason::all(), said);
    add_messages(ClaimsFault::all(), said);
    add_messages(ClaimProblem::all(), said);
    add_messages(NameProblem::all(), said);
    add_messages(SampledReason::all(), said);
}

/// Returns all messages of the core by key.
fn core_messages() -> MessageArguments {
    let mut said = MessageArguments::new();
    add_messages(problems(), &mut said);
    add_messages(Refusal::all(), &mut said);
    add_messages(NumberedTitle::all(), &mut said);
    add_messages(FormatErrorKind::all(), &mut said);
    add_messages(PlacedError::all(), &mut said);
    add_messages(WriteError::all(), &mut said);
    add_messages(FieldError::all(), &mut said);
    add_messages(CompactError::all(), &mut said);
    add_messages(SyntaxError::all(), &mut said);
    add_messages(Sort::all(), &mut said);
    add_messages(BrokenNode::all(), &mut said);
    add_messages(CompileNote::all(), &mut said);
    add_messages(TaskError::all(), &mut said);
    add_messages(FailedTask::all(), &mut said);
    add_messages(ProgramError::all(), &mut said);
    add_messages(SnapshotError::all(), &mut said);
    add_messages(SwapReason::all(), &mut said);
    add_messages(ForceError::all(), &mut said);
    add_messages(VariableError::all(), &mut said);
    add_messages(GlobalConflict::all(), &mut said);
    add_messages(Fault::all(), &mut said);
    add_messages(EvaluationError::all(), &mut said);
    add_messages(RunInputError::all(), &mut said);
    add_messages(ScenarioError::all(), &mut said);
    add_messages(ScenarioFault::all(), &mut said);
    add_explore_messages(&mut said);
    add_messages(BreakpointFault::all(), &mut said);
    add_messages(RecordingFault::all(), &mut said);
    add_messages(ForeignFault::all(), &mut said);
    add_messages(LogFault::all(), &mut said);
    add_messages(LogRemark::all(), &mut said);
    add_messages(ReplyFault::all(), &mut said);
    add_messages(RunFault::all(), &mut said);
    add_messages(TreeFault::all(), &mut said);
    add_messages(TreeRemark::all(), &mut said);
    add_messages(XmlFault::all(), &mut said);
    add_messages(LeftOut::all(), &mut said);
    add_messages(LiveRemark::all(), &mut said);
    add_messages(ScenarioRefusal::all(), &mut said);
    add_messages(TreeProblem::all(), &mut said);
    add_messages(treewright_link::Refusal::all(), &mut said);
    let mut add = |family: &str, code: &str, arguments: Vec<String>| {
        let key = format!("{family}.{code}");
        let before = said.insert(key.clone(), arguments);
        assert!(before.is_none(), "{key} is said twice");
    };
    for (code, arguments) in exchange::codes() {
        let mut arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
        arguments.sort();
        add("problem", code, arguments);
    }
    for (code, arguments) in Fix::codes() {
        let mut arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
        arguments.sort();
        add("fix", code, arguments);
    }
    let of_other_formats = OWN_FORMATS.map(|found| FormatErrorKind::OtherFormat {
        found: found.to_owned(),
        expected: "",
    });
    let kinds = FormatErrorKind::all().into_iter().chain(of_other_formats);
    let remedies = kinds.flat_map(|kind| {
        let error = FormatError::new(kind);
        FileContent::ALL.map(|of| error.remedy_code(of))
    });
    for code in remedies.collect::<std::collections::BTreeSet<_>>() {
        add("format_remedy", code, Vec::new());
    }
    for function in FUNCTIONS {
        add("function", function.name, Vec::new());
    }
    for never in [Never::Ends, Never::Succeeds, Never::Fails] {
        add("never", never.code(), Vec::new());
    }
    for why in [
        NoReach::NothingToTheRight,
        NoReach::AtOnce,
        NoReach::NothingInside,
    ] {
        add("no_reach", why.code(), vec!["composite".to_owned()]);
    }
    for of in [
        ProgramLimit::Nodes,
        ProgramLimit::Variables,
        ProgramLimit::IdBytes,
    ] {
        add("too_much", of.code(), Vec::new());
    }
    for result in ChildResult::ALL {
        add("child_result", result.code(), Vec::new());
    }
    for reaction in Reaction::ALL {
        add("reaction", reaction.code(), Vec::new());
    }
    said
}

#[test]
fn core_messages_have_the_same_arguments_in_every_language() {
    let said = core_messages();
    let families: Vec<&str> = said.keys().filter_map(|k| k.split('.').next()).collect();
    for (language, _) in LANGUAGES.into_iter().filter(|(code, _)| *code != "en") {
        let texts = Texts::new(language);
        let theirs = keys(language);
        for (key, arguments) in &said {
            assert!(theirs.contains(key), "{language} lacks {key}");
            assert_eq!(places(&texts.tr(key)), *arguments, "{language} {key}");
        }
        for key in theirs {
            let family = key.split('.').next().unwrap_or_default();
            let known = !families.contains(&family) || said.contains_key(&key);
            assert!(known, "{language} has {key}, which nobody says");
        }
    }
}

#[test]
fn every_label_is_translated() {
    for (language, _) in LANGUAGES.into_iter().filter(|(code, _)| *code != "en") {
        let texts = Texts::new(language);
        for code in Label::codes() {
            let key = format!("label.{code}");
            assert!(keys(language).contains(&key), "{language} lacks {key}");
            // A message about a single item need not include the count.
            let filled = places(&texts.tr(&key));
            assert!(
                filled.iter().all(|name| name == "count"),
                "{language} {key}"
            );
        }
    }
}

#[test]
fn words_inside_a_problem_are_translated_too() {
    let texts = Texts::new("zh-CN");
    let unreachable = Problem::Unreachable {
        sibling: "n2".into(),
        parent: "Selector".into(),
        never: Never::Fails,
        is_one_of_several: false,
    };
    let said = texts.problem(&unreachable);
    assert_eq!(
        said,
        "永远不会运行：“选择器”中排在它前面的 n2 永远不会失败，请调整顺序或删除此节点"
    );
    let aborts = Problem::AbortWithoutConditional {
        abort: AbortType::OwnBranch,
    };
    assert!(texts.problem(&aborts).contains("自身"));
    let expression = Problem::BrokenExpression {
        parameter: "p".into(),
        column: 3,
        error: Box::new(ExpressionError {
            range: 2..7,
            fault: Fault::AlwaysFails {
                error: EvaluationError::DivisionByZero,
            },
        }),
    };
    assert_eq!(
        texts.problem(&expression),
        "“p”第 3 列：这里永远算不出结果：除以零"
    );
    let wrong = Problem::WrongChildCount {
        task: "Inverter".into(),
        has: 0,
        min: 1,
        max: 1,
    };
    assert_eq!(texts.problem(&wrong), "“取反”有 0 个子节点，需要 1 个");
}

#[test]
fn nodes_in_problems_are_quoted_once() {
    for (language, _) in LANGUAGES {
        let texts = Texts::new(language);
        let reasons = [
            NoReach::NothingToTheRight,
            NoReach::AtOnce,
            NoReach::NothingInside,
        ];
        let without_reach = reasons.map(|why| Problem::AbortWithoutReach {
            abort: AbortType::Both,
            composite: "n1".into(),
            why,
            remedy: None,
        });
        for mut problem in problems().chain(without_reach) {
            problem.rename_nodes(|id| {
                let named = [("title", "Combat"), ("id", id.as_str())];
                Some(texts.tr_with("node.title_and_id", &named).into())
            });
            let said = texts.problem(&problem);
            let is_double = said.contains("““") || said.contains("””") || said.contains("“`");
            assert!(!is_double, "{language}: {said}");
        }
    }
}

#[test]
fn every_problem_is_explained_in_every_language() {
    for (language, _) in LANGUAGES {
        let own = keys(language);
        for problem in problems() {
            let key = format!("problem_why.{}", problem.code());
            assert!(own.contains(&key), "{language} lacks {key}");
        }
    }
}

#[test]
fn nested_messages_are_in_the_same_language() {
    let column = BrokenNode::Expression {
        name: "value".to_owned(),
        column: 3,
        error: Box::new(ExpressionError {
            range: 2..7,
            fault: Fault::AlwaysFails {
                error: EvaluationError::DivisionByZero,
            },
        }),
    };
    let (chinese, english) = (Texts::new("zh-CN"), Texts::new("en"));
    let said = chinese.message(&column.message());
    assert_eq!(said, "参数“value”第 3 列：这里永远算不出结果：除以零");
    assert_eq!(english.message(&column.message()), column.to_string());
    let other = FieldError::OtherType {
        expected: Sort::List.message(),
        found: Sort::Object.message(),
    };
    let said = chinese.message(&other.message());
    assert_eq!(said, "这里应为列表，而不是对象");
    let comma = SyntaxError::CommaOrEnd { b: '}' };
    assert_eq!(chinese.message(&comma.message()), "这里应为 , 或 }");
    // The words of a game's own tasks are not translated.
    assert_eq!(chinese.message(&"as it is".into()), "as it is");
}
