//! All that can be said about expressions, as chains through the variants.

use treewright_core::expression::{EvaluationError, Fault};

use super::chain;

fn text() -> String {
    "x".to_owned()
}

/// One of each fault.
pub(in crate::i18n) fn faults() -> Vec<Fault> {
    chain(Fault::Empty, |last| {
        after_grammar(last).or_else(|| after_type(last))
    })
}

fn after_grammar(last: &Fault) -> Option<Fault> {
    Some(match last {
        Fault::Empty => Fault::TooLong { limit: 1 },
        Fault::TooLong { .. } => Fault::TooDeep { limit: 1 },
        Fault::TooDeep { .. } => Fault::Incomplete,
        Fault::Incomplete => Fault::Unexpected { found: text() },
        Fault::Unexpected { .. } => Fault::UnexpectedCharacter { character: '#' },
        Fault::UnexpectedCharacter { .. } => Fault::WriteInstead {
            found: text(),
            meant: "==",
        },
        Fault::WriteInstead { .. } => Fault::OpenText,
        Fault::OpenText => Fault::OpenName,
        Fault::OpenName => Fault::EmptyName,
        Fault::EmptyName => Fault::UnknownEscape,
        Fault::UnknownEscape => Fault::NumberTooLarge { number: text() },
        Fault::NumberTooLarge { .. } => Fault::Unsupported { what: text() },
        Fault::Unsupported { .. } => Fault::UnknownVariable { name: text() },
        Fault::UnknownVariable { .. } => Fault::UnknownVariableMeant {
            name: text(),
            meant: text(),
        },
        Fault::UnknownVariableMeant { .. } => Fault::UnknownFunction { name: text() },
        Fault::UnknownFunction { .. } => Fault::UnknownFunctionMeant {
            name: text(),
            meant: "min",
        },
        Fault::UnknownFunctionMeant { .. } => Fault::EmptyList,
        _ => return None,
    })
}

/// The next fault of types. Names every variant, so that a new one is not forgotten.
fn after_type(last: &Fault) -> Option<Fault> {
    let operator = "+";
    Some(match last {
        Fault::EmptyList => Fault::WrongOperand {
            operator,
            found: text(),
        },
        Fault::WrongOperand { .. } => Fault::WrongOperands {
            operator,
            left: text(),
            right: text(),
        },
        Fault::WrongOperands { .. } => Fault::WrongArguments {
            usage: "min(a, b, …)",
            found: text(),
        },
        Fault::WrongArguments { .. } => Fault::WrongType {
            expected: text(),
            found: text(),
        },
        Fault::WrongType { .. } => Fault::NoPart {
            found: text(),
            part: text(),
        },
        Fault::NoPart { .. } => Fault::DifferentAnswers {
            left: text(),
            right: text(),
        },
        Fault::DifferentAnswers { .. } => Fault::MixedList {
            expected: text(),
            found: text(),
        },
        Fault::MixedList { .. } => Fault::AlwaysFails {
            error: EvaluationError::Overflow,
        },
        Fault::AlwaysFails { .. } => return None,
        Fault::Empty
        | Fault::TooLong { .. }
        | Fault::TooDeep { .. }
        | Fault::Incomplete
        | Fault::Unexpected { .. }
        | Fault::UnexpectedCharacter { .. }
        | Fault::WriteInstead { .. }
        | Fault::OpenText
        | Fault::OpenName
        | Fault::EmptyName
        | Fault::UnknownEscape
        | Fault::NumberTooLarge { .. }
        | Fault::Unsupported { .. }
        | Fault::UnknownVariable { .. }
        | Fault::UnknownVariableMeant { .. }
        | Fault::UnknownFunction { .. }
        | Fault::UnknownFunctionMeant { .. } => {
            unreachable!("the other part of the chain goes on here")
        }
    })
}

/// One of each way in which an expression can have no value.
pub(super) fn evaluation_errors() -> Vec<EvaluationError> {
    chain(EvaluationError::DivisionByZero, |last| {
        Some(match last {
            EvaluationError::DivisionByZero => EvaluationError::Overflow,
            EvaluationError::Overflow => EvaluationError::NotFinite,
            EvaluationError::NotFinite => EvaluationError::NegativeRoot,
            EvaluationError::NegativeRoot => EvaluationError::NoItem { index: 3, len: 2 },
            EvaluationError::NoItem { .. } => EvaluationError::NotANumber("x".into()),
            EvaluationError::NotANumber(_) => EvaluationError::TextTooLong(1),
            EvaluationError::TextTooLong(_) => EvaluationError::WrongType,
            EvaluationError::WrongType => return None,
        })
    })
}
