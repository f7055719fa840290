//! The imports of a node type's file: declaration, behavior traits, and what a task can access at run time.

pub(super) use std::sync::Arc;

pub(super) use super::kind::{Parameter, declaration, kind, parameter, wants};
pub(super) use super::{
    Argument, Arguments, CompiledExpression, Leaf, NodeType, Parent, Pipeline, RuledParent,
    add_time, holds, moment, payload,
};
pub(super) use crate::category::Category;
pub(super) use crate::model::ParameterType::{
    self, Any, Expression, Name, SameAs, Tree, VariableName,
};
pub(super) use crate::model::{ExpressionType, NodeDeclaration, ParameterDeclaration};
pub(super) use crate::runtime::{
    BackgroundTreeState, ChoiceRule, Draw, Event, Forgetting, Ground, Next, NodeIndex, Operand,
    Outcome, ParentContext, PipelineDecision, Revision, Rule, Sends, Status, Tally,
    TaskRequirements, TickContext, Turn, VariableSlot, Verdict, Wake,
};
pub(super) use crate::time::Nanoseconds;
pub(super) use crate::value::Value;
pub(super) use crate::value::ValueType::{self, Bool, Float, Int};

#[cfg(test)]
pub(super) use super::{Builtin, testing::*};
#[cfg(test)]
pub(super) use crate::abort::AbortType;
#[cfg(test)]
pub(super) use crate::runtime::{Program, SwapOutcome, TreeInstance, TreeManager, TreeState};
