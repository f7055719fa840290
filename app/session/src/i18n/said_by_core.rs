//! Tests that whatever the core and the host can say has a text in every other language, with exactly its arguments.
//! Each list of things to say is a chain through all variants, so that a new variant does not compile until it is named here.

mod expressions;
mod problems;
mod runs;
mod scenarios;
mod why;

use std::collections::BTreeMap;

pub(super) use expressions::faults;
use treewright_authoring::edit::{Label, Refusal};
use treewright_authoring::explain::{ChildResult, Reaction};
use treewright_authoring::validate::Fix;
use treewright_core::abort::AbortType;
use treewright_core::diagnostic::{Never, Problem, TooMuch};
use treewright_core::expression::{EvaluationError, ExpressionError, FUNCTIONS, Fault};
use treewright_core::format::{FileContent, FormatError, FormatErrorKind, WriteError};
use treewright_core::runtime::VariableError;
use treewright_core::value::ValueType;
use treewright_exchange::remarks as exchange;

use self::problems::problems;
use super::tests::places;
use super::{LANGUAGES, Texts, keys};

/// Key, and the names of the arguments in order.
type Said = BTreeMap<String, Vec<String>>;

fn names(arguments: &[(&'static str, String)]) -> Vec<String> {
    let mut names: Vec<String> = arguments.iter().map(|(n, _)| (*n).to_owned()).collect();
    names.sort();
    names
}

/// All links of a chain, from the first on.
pub(super) fn chain<T>(first: T, next: impl Fn(&T) -> Option<T>) -> Vec<T> {
    let mut all = vec![first];
    while let Some(more) = next(&all[all.len() - 1]) {
        all.push(more);
    }
    all
}

fn refusals() -> Vec<Refusal> {
    let text = || "x".to_owned();
    chain(Refusal::NoSuchNode("n1".into()), |last| {
        Some(match last {
            Refusal::NoSuchNode(_) => Refusal::SecondParent { child: text() },
            Refusal::SecondParent { .. } => Refusal::Cycle {
                child: text(),
                parent: text(),
            },
            Refusal::Cycle { .. } => Refusal::Leaf { parent: text() },
            Refusal::Leaf { .. } => Refusal::DecoratorIsFull { parent: text() },
            Refusal::DecoratorIsFull { .. } => Refusal::NotLoose { node: text() },
            Refusal::NotLoose { .. } => Refusal::HasChildren { node: text() },
            Refusal::HasChildren { .. } => Refusal::NotSiblings,
            Refusal::NotSiblings => Refusal::SeveralRoots { node: text() },
            Refusal::SeveralRoots { .. } => Refusal::SeveralTops,
            Refusal::SeveralTops => Refusal::OwnVariable("v".into()),
            Refusal::OwnVariable(_) => Refusal::OtherFile(text()),
            Refusal::OtherFile(_) => Refusal::SetFromOutside(text()),
            Refusal::SetFromOutside(_) => Refusal::NoSuchTask("t".into()),
            Refusal::NoSuchTask(_) => Refusal::NoSuchParameter {
                task: "t".into(),
                parameter: "p".into(),
            },
            Refusal::NoSuchParameter { .. } => Refusal::NoAbortType(text()),
            Refusal::NoAbortType(_) => Refusal::NotPlayed(text()),
            Refusal::NotPlayed(_) => Refusal::NoSuchVariable("v".into()),
            Refusal::NoSuchVariable(_) => Refusal::VariableExists("v".into()),
            Refusal::VariableExists(_) => Refusal::NoSuchTree,
            Refusal::NoSuchTree => Refusal::TreeExists("t".into()),
            Refusal::TreeExists(_) => Refusal::EmptyTreeName,
            Refusal::EmptyTreeName => Refusal::NoSubtree(text()),
            Refusal::NoSubtree(_) => Refusal::EmptyName,
            Refusal::EmptyName => Refusal::WrongType {
                value: text(),
                expected: text(),
            },
            Refusal::WrongType { .. } => Refusal::TooManyNodes(3),
            Refusal::TooManyNodes(_) => Refusal::TooLong { bytes: 2, limit: 1 },
            Refusal::TooLong { .. } => Refusal::NoSuchAnnotation,
            Refusal::NoSuchAnnotation => Refusal::NoSuchConflict,
            Refusal::NoSuchConflict => Refusal::BuiltOn {
                node: text(),
                child: text(),
            },
            Refusal::BuiltOn { .. } => Refusal::Nothing,
            Refusal::Nothing => return None,
        })
    })
}

fn format_errors() -> Vec<FormatError> {
    use FormatErrorKind as Kind;
    let text = || "x".to_owned();
    let kinds = chain(Kind::Empty, |last| {
        Some(match last {
            Kind::Empty => Kind::TooLarge { bytes: 2, limit: 1 },
            Kind::TooLarge { .. } => Kind::NotUtf8 { byte: 3 },
            Kind::NotUtf8 { .. } => Kind::Syntax { message: text() },
            Kind::Syntax { .. } => Kind::Truncated,
            Kind::Truncated => Kind::TrailingText,
            Kind::TrailingText => Kind::TooDeep,
            Kind::TooDeep => Kind::OtherFormat {
                found: text(),
                expected: "treewright",
            },
            Kind::OtherFormat { .. } => Kind::NoVersion,
            Kind::NoVersion => Kind::NewerVersion {
                found: 2,
                supported: 1,
            },
            Kind::NewerVersion { .. } => Kind::MissingField { field: "id" },
            Kind::MissingField { .. } => Kind::WrongField { message: text() },
            Kind::WrongField { .. } => Kind::NumberTooLarge { number: text() },
            Kind::NumberTooLarge { .. } => Kind::TooLong { bytes: 2, limit: 1 },
            Kind::TooLong { .. } => Kind::NotRead { format: "DOT" },
            Kind::NotRead { .. } => Kind::Unreadable { why: text() },
            Kind::Unreadable { .. } => Kind::OtherRun { frame: 3 },
            Kind::OtherRun { .. } => Kind::XmlSyntax { message: text() },
            Kind::XmlSyntax { .. } => Kind::DocumentType,
            Kind::DocumentType => Kind::UnknownEntity { name: text() },
            Kind::UnknownEntity { .. } => Kind::OtherEncoding { name: text() },
            Kind::OtherEncoding { .. } => Kind::TooMany {
                what: "attributes",
                limit: 1,
            },
            Kind::TooMany {
                what: "attributes", ..
            } => Kind::TooMany {
                what: "values",
                limit: 1,
            },
            Kind::TooMany { what: "values", .. } => Kind::TooMany {
                what: "parts",
                limit: 1,
            },
            Kind::TooMany { .. } => return None,
        })
    });
    let at = |kind| FormatError {
        kind,
        position: None,
        path: String::new(),
    };
    kinds.into_iter().map(at).collect()
}

fn write_errors() -> Vec<WriteError> {
    let first = WriteError::ParameterNotFinite {
        node: "n1".into(),
        parameter: "p".into(),
    };
    chain(first, |last| match last {
        WriteError::ParameterNotFinite { .. } => Some(WriteError::VariableNotFinite {
            variable: "v".into(),
        }),
        WriteError::VariableNotFinite { .. } => Some(WriteError::TooLarge { bytes: 2, limit: 1 }),
        WriteError::TooLarge { .. } => Some(WriteError::TooMany {
            what: "notes",
            count: 2,
            limit: 1,
        }),
        WriteError::TooMany { .. } => None,
    })
}

fn variable_errors() -> Vec<VariableError> {
    chain(
        VariableError::Undeclared("v".to_owned()),
        |last| match last {
            VariableError::Undeclared(_) => Some(VariableError::WrongType {
                name: "v".to_owned(),
                expected: ValueType::Bool,
                found: ValueType::Int,
            }),
            VariableError::WrongType { .. } => None,
        },
    )
}

/// Everything that the core says, by key.
fn said_by_core() -> Said {
    let mut said = Said::new();
    let mut add = |family: &str, code: &str, arguments: Vec<String>| {
        let key = format!("{family}.{code}");
        let before = said.insert(key.clone(), arguments);
        assert!(before.is_none(), "{key} is said twice");
    };
    for it in refusals() {
        add("refusal", it.code(), names(&it.arguments()));
    }
    for it in problems() {
        add("problem", it.code(), names(&it.arguments()));
    }
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
    for it in format_errors() {
        add("format_error", it.code(), names(&it.arguments()));
    }
    let remedies = format_errors().into_iter().flat_map(|it| {
        let code = move |of| it.remedy_code(of);
        FileContent::ALL.map(code)
    });
    for code in remedies.collect::<std::collections::BTreeSet<_>>() {
        add("format_remedy", code, Vec::new());
    }
    for it in write_errors() {
        add("write_error", it.code(), names(&it.arguments()));
    }
    for it in variable_errors() {
        add("variable_error", it.code(), names(&it.arguments()));
    }
    for it in faults() {
        add("expression", it.code(), names(&it.arguments()));
    }
    for it in expressions::evaluation_errors() {
        add("evaluation", it.code(), names(&it.arguments()));
    }
    for function in FUNCTIONS {
        add("function", function.name, Vec::new());
    }
    for never in [Never::Ends, Never::Succeeds, Never::Fails] {
        add("never", never.code(), Vec::new());
    }
    for of in [TooMuch::Nodes, TooMuch::Variables, TooMuch::IdBytes] {
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
fn what_the_core_says_is_said_in_every_language_with_the_same_arguments() {
    let said = said_by_core();
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
fn every_label_is_said_in_every_language() {
    for (language, _) in LANGUAGES.into_iter().filter(|(code, _)| *code != "en") {
        let texts = Texts::new(language);
        for code in Label::codes() {
            let key = format!("label.{code}");
            assert!(keys(language).contains(&key), "{language} lacks {key}");
            // What happens to one thing only need not count it.
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
    };
    let said = texts.problem(&unreachable);
    assert_eq!(said, "永远不会运行：“选择”中排在它前面的 n2 永远不会失败");
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
        "p 第 3 列：这里永远算不出结果：除以零"
    );
    let wrong = Problem::WrongChildCount {
        task: "Inverter".into(),
        has: 0,
        min: 1,
        max: 1,
    };
    assert_eq!(texts.problem(&wrong), "“取反”有 0 个子节点，需要 1");
}
