//! Stand-ins: a leaf without code needs one that can run, a parent without code one that says what it acts like.

use treewright_core::diagnostic::{Diagnostic, Location, Problem, Problems, StandInProblem};
use treewright_core::model::{DataLine, ExpressionType, Node, StandIn, WrongNumber, data_lines};
use treewright_core::value::ValueType;

use crate::validate::context::Context;
use crate::validate::expressions::{expression, untyped};

pub(super) fn check(context: &Context<'_>, _: usize, node: &Node, found: &mut Problems) {
    let problem = match node.stand_in.as_deref() {
        Some(stand_in) => wrong(context, node, stand_in),
        None => without(context, node),
    };
    let location = || Location::Node(node.id().clone());
    let problems = problem.into_iter().chain(data(context, node));
    found.extend(problems.map(|problem| Diagnostic::new(location(), Problem::StandIn(problem))));
}

/// Returns the problems of the data that the node's stand-in attaches.
fn data(context: &Context<'_>, node: &Node) -> Vec<StandInProblem> {
    if !node.data.is_empty() && !context.library.can_have_stand_in(node) {
        let task = node.task.clone();
        return vec![StandInProblem::UnusedData { task }];
    }
    let wrong = |line: DataLine<'_>| {
        let error = untyped(context, line.expression).err()?;
        Some(StandInProblem::Data {
            line: line.line,
            column: error.column(line.expression),
            error: Box::new(error),
        })
    };
    data_lines(&node.data).filter_map(wrong).collect()
}

/// Returns the problem of a node without a stand-in of its own.
fn without(context: &Context<'_>, node: &Node) -> Option<StandInProblem> {
    let library = context.library;
    let task = || node.task.clone();
    library.library_of(&node.task)?;
    if !library.is_parent_without_code(node) {
        return None;
    }
    match library.acts_like(&node.task) {
        None => Some(StandInProblem::NoCode { task: task() }),
        Some(like) => takes(like.fits_child_count(node.children().len()), node),
    }
}

fn takes(is_fine: bool, node: &Node) -> Option<StandInProblem> {
    let count = node.children().len();
    (!is_fine).then_some(StandInProblem::SeveralChildren { count })
}

fn wrong(context: &Context<'_>, node: &Node, stand_in: &StandIn) -> Option<StandInProblem> {
    let task = || node.task.clone();
    if let StandIn::ActsLike(like) = stand_in {
        if context.library.can_have_stand_in(node) {
            return Some(StandInProblem::OnLeaf { task: task() });
        }
        if context.library.is_parent_without_code(node) {
            return takes(like.fits_child_count(node.children().len()), node);
        }
    }
    if !context.library.can_have_stand_in(node) {
        return Some(StandInProblem::OnParent { task: task() });
    }
    if let StandIn::Unknown(json) = stand_in {
        return Some(StandInProblem::Unknown { json: json.clone() });
    }
    if let Some(number) = stand_in.wrong_number() {
        let (value, max) = match number {
            WrongNumber::Probability(value) => (value, 1.0),
            WrongNumber::Seconds(value) => (value, StandIn::MOST_SECONDS),
        };
        return Some(StandInProblem::OutOfRange { value, max });
    }
    let text = stand_in.expression()?;
    let holds = ExpressionType::Of(ValueType::Bool);
    let error = expression(context, node, &holds, text).err()?;
    Some(StandInProblem::Expression {
        column: error.column(text),
        error: Box::new(error),
    })
}
