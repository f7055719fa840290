//! Fixes for problems of stand-ins: first the probable intention, then removing the stand-in.

use treewright_core::Argument;
use treewright_core::diagnostic::StandInProblem;
use treewright_core::ids::NodeId;
use treewright_core::model::{
    ActsLike, Delay, Document, ExpressionType, Node, StandIn, data_lines,
};
use treewright_core::value::ValueType;

use super::Fix;
use super::expressions::FaultyExpression;
use crate::edit::Command;

pub(super) fn fixes(document: &Document, id: &NodeId, problem: &StandInProblem) -> Vec<Fix> {
    if let StandInProblem::NoCode { .. } = problem {
        return acting(id);
    }
    let node = document.node(id);
    if let StandInProblem::Data { .. } | StandInProblem::UnusedData { .. } = problem {
        return node.map_or(Vec::new(), |node| data(document, node, problem));
    }
    if let StandInProblem::SeveralChildren { .. } = problem
        && node.is_some_and(|node| node.stand_in.is_none())
    {
        return acting(id);
    }
    let Some((node, stand_in)) = node.and_then(|node| Some((node, node.stand_in.as_deref()?)))
    else {
        return Vec::new();
    };
    let command = |said| Command::SetStandIn(vec![id.clone()], said);
    let mut fixes = match problem {
        StandInProblem::OutOfRange { value, max } => {
            let within = value.clamp(0.0, *max);
            vec![Fix::new(
                "set_value",
                vec![("value", within.to_string())],
                command(Some(with_number(stand_in, within))),
            )]
        }
        StandInProblem::Expression { error, .. } => {
            let faulty = FaultyExpression {
                document,
                node,
                text: stand_in.expression().unwrap_or_default(),
                expression_type: &ExpressionType::Of(ValueType::Bool),
                write: &|text| command(Some(StandIn::Expression(text.to_owned()))),
            };
            faulty.fixes(error)
        }
        StandInProblem::SeveralChildren { .. } | StandInProblem::OnParent { .. } => acting(id),
        StandInProblem::Unknown { .. }
        | StandInProblem::OnLeaf { .. }
        | StandInProblem::Data { .. }
        | StandInProblem::UnusedData { .. }
        | StandInProblem::NoCode { .. } => Vec::new(),
    };
    fixes.push(Fix::plain("remove_stand_in", command(None)));
    fixes
}

/// Proposes what an expression of the attached data may mean, and to remove the data.
fn data(document: &Document, node: &Node, problem: &StandInProblem) -> Vec<Fix> {
    let set = |text: String| Command::SetData(vec![node.id().clone()], text);
    let mut fixes = Vec::new();
    if let StandInProblem::Data { line, error, .. } = problem
        && let Some(faulty) = data_lines(&node.data).find(|found| found.line == *line)
    {
        let written = |expression: &str| {
            let mut text = node.data.clone();
            text.replace_range(faulty.range.clone(), expression);
            set(text)
        };
        let faulty = FaultyExpression {
            document,
            node,
            text: faulty.expression,
            expression_type: &ExpressionType::SameAs("".into()),
            write: &written,
        };
        fixes = faulty.fixes(error);
    }
    fixes.push(Fix::plain("remove_data", set(String::new())));
    fixes
}

/// Proposes composite types that a parent without code may act like. Those that do not fit are refused as edits and therefore not
/// offered.
fn acting(id: &NodeId) -> Vec<Fix> {
    let fix = |like: ActsLike| {
        let command = Command::SetStandIn(vec![id.clone()], Some(StandIn::ActsLike(like)));
        match like {
            ActsLike::PassThrough => Fix::plain("pass_through", command),
            ActsLike::Sequence | ActsLike::Selector => Fix::new(
                "act_like",
                vec![("task", Argument::Task(like.name().into()))],
                command,
            ),
        }
    };
    ActsLike::ALL.into_iter().map(fix).collect()
}

fn with_number(stand_in: &StandIn, number: f64) -> StandIn {
    match stand_in {
        StandIn::After(Delay::Seconds(_), status) => {
            StandIn::After(Delay::Seconds(number), *status)
        }
        _ => StandIn::Chance(number),
    }
}
