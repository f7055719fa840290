//! All that can be wrong with a document, one problem after the other.

use treewright_core::abort::AbortType;
use treewright_core::diagnostic::{Never, Problem, StandInProblem, SubtreeProblem, TooMuch};
use treewright_core::expression::{ExpressionError, Fault};
use treewright_core::model::{Conflict, ConflictKind, Field, Subject};

use super::chain;

pub(super) fn problems() -> Vec<Problem> {
    chain(Problem::NoRoot { loose: 2 }, |last| {
        after_structure(last).or_else(|| after_value(last))
    })
}

/// The next problem with links, children and aborts, from the last of which the chain goes on with values.
fn after_structure(last: &Problem) -> Option<Problem> {
    let (a, b) = (|| "a".into(), || "b".into());
    Some(match last {
        Problem::NoRoot { .. } => Problem::TwoRoots {
            kept: a(),
            others: vec![b()],
        },
        Problem::TwoRoots { .. } => Problem::Cycle {
            path: vec![a(), b(), a()],
        },
        Problem::Cycle { .. } => Problem::SecondParent {
            child: a(),
            kept: b(),
            other: b(),
        },
        Problem::SecondParent { .. } => Problem::RootAsChild {
            child: a(),
            parent: b(),
        },
        Problem::RootAsChild { .. } => Problem::DuplicateId {
            id: a(),
            given: b(),
        },
        Problem::DuplicateId { .. } => Problem::DanglingId {
            parent: Some(a()),
            child: b(),
        },
        Problem::DanglingId { .. } => Problem::WrongChildCount {
            task: "T".into(),
            has: 1,
            min: 2,
            max: 3,
        },
        Problem::WrongChildCount { .. } => Problem::UnknownTask { task: "T".into() },
        Problem::UnknownTask { .. } => Problem::AbortWithoutConditional {
            abort: AbortType::Both,
        },
        Problem::AbortWithoutConditional { .. } => Problem::AbortOnNonComposite {
            abort: AbortType::Both,
            task: "T".into(),
        },
        Problem::AbortOnNonComposite { .. } => Problem::Unreachable {
            sibling: a(),
            parent: "T".into(),
            never: Never::Ends,
        },
        Problem::Unreachable { .. } => Problem::MergeConflict(conflict(ConflictKind::ALL[0])),
        Problem::MergeConflict(last) => {
            let mut after = ConflictKind::ALL
                .into_iter()
                .skip_while(|k| *k != last.kind);
            match after.nth(1) {
                Some(kind) => Problem::MergeConflict(conflict(kind)),
                None => Problem::DisabledRoot,
            }
        }
        Problem::DisabledRoot => Problem::LooseNodes { count: 2 },
        Problem::LooseNodes { .. } => {
            Problem::Subtree(SubtreeProblem::DuplicateTree { tree: "t".into() })
        }
        Problem::Subtree(last) => match after_subtree(last) {
            Some(next) => Problem::Subtree(next),
            None => Problem::MissingParameter {
                parameter: "p".into(),
            },
        },
        _ => return None,
    })
}

fn conflict(kind: ConflictKind) -> Box<Conflict> {
    Box::new(Conflict {
        kind,
        subject: Subject::Document,
        field: Field::Name,
        base: None,
        ours: None,
        theirs: None,
    })
}

/// The next problem with named trees and what runs them.
fn after_subtree(last: &SubtreeProblem) -> Option<SubtreeProblem> {
    use SubtreeProblem as S;
    let text = || "x".to_owned();
    let tree = || "t".into();
    Some(match last {
        S::DuplicateTree { .. } => S::NoSuchRoot {
            tree: tree(),
            root: "n1".into(),
        },
        S::NoSuchRoot { .. } => S::UnknownTree { tree: tree() },
        S::UnknownTree { .. } => S::UnknownTreeInFile {
            tree: tree(),
            file: text(),
        },
        S::UnknownTreeInFile { .. } => S::NoMainTree { file: text() },
        S::NoMainTree { .. } => S::FileOutside { file: text() },
        S::FileOutside { .. } => S::FileNotRelative { file: text() },
        S::FileNotRelative { .. } => S::FileUnreadable {
            file: text(),
            why: text(),
        },
        S::FileUnreadable { .. } => S::FileNotLoaded { file: text() },
        S::FileNotLoaded { .. } => S::Cycle { path: text() },
        S::Cycle { .. } => S::TooLarge {
            tree: text(),
            limit: 3,
            of: TooMuch::Nodes,
        },
        S::TooLarge { .. } => S::UnknownVariable {
            variable: "v".into(),
            tree: text(),
        },
        S::UnknownVariable { .. } => S::OtherGlobal {
            variable: "v".into(),
            file: text(),
            expected: text(),
            found: text(),
        },
        S::OtherGlobal { .. } => S::UnknownInside {
            path: "n1".into(),
            tree: text(),
        },
        S::UnknownInside { .. } => S::FixedInside {
            parameter: "p".into(),
        },
        S::FixedInside { .. } => return None,
    })
}

/// The next problem with values. Names every variant, so that a new one is not forgotten.
fn after_value(last: &Problem) -> Option<Problem> {
    let (parameter, variable) = (|| "p".into(), || "v".into());
    let text = || "x".to_owned();
    Some(match last {
        Problem::MissingParameter { .. } => Problem::WrongParameterType {
            parameter: parameter(),
            expected: text(),
            found: text(),
        },
        Problem::WrongParameterType { .. } => Problem::ParameterOutOfRange {
            parameter: parameter(),
            value: text(),
            min: 0.0,
            max: 1.0,
        },
        Problem::ParameterOutOfRange { .. } => Problem::NotAChoice {
            parameter: parameter(),
            value: text(),
            choices: vec![text()],
        },
        Problem::NotAChoice { .. } => Problem::LiteralOnly {
            parameter: parameter(),
            variable: variable(),
        },
        Problem::LiteralOnly { .. } => Problem::VariableOnly {
            parameter: parameter(),
        },
        Problem::VariableOnly { .. } => Problem::NotFinite {
            parameter: parameter(),
        },
        Problem::NotFinite { .. } => Problem::UnknownParameter {
            parameter: parameter(),
            task: "T".into(),
        },
        Problem::UnknownParameter { .. } => Problem::UndeclaredVariable {
            variable: variable(),
        },
        Problem::UndeclaredVariable { .. } => Problem::BrokenExpression {
            parameter: parameter(),
            column: 1,
            error: Box::new(ExpressionError {
                range: 0..0,
                fault: Fault::Empty,
            }),
        },
        Problem::BrokenExpression { .. } => Problem::WrongVariableType {
            parameter: parameter(),
            variable: variable(),
            expected: text(),
            found: text(),
        },
        Problem::WrongVariableType { .. } => Problem::DuplicateVariable {
            variable: variable(),
        },
        Problem::DuplicateVariable { .. } => Problem::WrongInitialValue {
            variable: variable(),
            expected: text(),
            found: text(),
        },
        Problem::WrongInitialValue { .. } => {
            Problem::StandIn(StandInProblem::Unknown { json: text() })
        }
        // What becomes of things on their way to other tools is listed by the tables of their formats.
        Problem::Transfer(_) => return None,
        Problem::StandIn(last) => Problem::StandIn(after_stand_in(last)?),
        Problem::NoRoot { .. }
        | Problem::TwoRoots { .. }
        | Problem::Cycle { .. }
        | Problem::SecondParent { .. }
        | Problem::RootAsChild { .. }
        | Problem::DuplicateId { .. }
        | Problem::DanglingId { .. }
        | Problem::WrongChildCount { .. }
        | Problem::UnknownTask { .. }
        | Problem::AbortWithoutConditional { .. }
        | Problem::AbortOnNonComposite { .. }
        | Problem::Subtree(_)
        | Problem::Unreachable { .. }
        | Problem::DisabledRoot
        | Problem::MergeConflict(_)
        | Problem::LooseNodes { .. } => unreachable!("the other part of the chain goes on here"),
    })
}

fn after_stand_in(last: &StandInProblem) -> Option<StandInProblem> {
    use StandInProblem as S;
    Some(match last {
        S::Unknown { .. } => S::OnParent { task: "T".into() },
        S::OnParent { .. } => S::OnLeaf { task: "T".into() },
        S::OnLeaf { .. } => S::SeveralChildren { count: 2 },
        S::SeveralChildren { .. } => S::NoCode { task: "T".into() },
        S::NoCode { .. } => S::OutOfRange {
            value: 2.0,
            max: 1.0,
        },
        S::OutOfRange { .. } => S::Expression {
            column: 1,
            error: Box::new(ExpressionError {
                range: 0..0,
                fault: Fault::Empty,
            }),
        },
        S::Expression { .. } => return None,
    })
}
