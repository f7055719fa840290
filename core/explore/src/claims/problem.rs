//! The errors of claims that do not fit their tree.

use std::sync::Arc;

use treewright_core::expression::ExpressionError;
use treewright_core::value::ValueType;
use treewright_core::{Message, told};

/// An error of claims: where, and what is wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct ClaimError {
    /// The part of the claims.
    pub place: ClaimPlace,
    /// What is wrong with it.
    pub problem: ClaimProblem,
}

/// A part of claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClaimPlace {
    /// The assumption with this index.
    Assumption(usize),
    /// An expression of the claim with this index.
    Claim(usize, Option<&'static str>),
    /// The rule of this variable.
    Input(Arc<str>),
    /// The rule of this leaf.
    Leaf(Arc<str>),
}

told! {
    /// What is wrong with claims.
    #[derive(Clone, Debug, PartialEq)]
    pub enum ClaimProblem of "claim_problem" {
        /// An expression has an error.
        Expression {
            /// The column of the error in the expression, from 1 in characters.
            column: usize,
            /// The error.
            error: ExpressionError,
        } = "expression", "expression, column {column}: {error}";
        /// No leaf of the tree is meant.
        Node {
            /// The reason.
            why: Message,
        } = "node", "{why}";
        /// No leaf of the tree is meant, but there is one with a similar name.
        NodeMeant {
            /// The reason.
            why: Message,
            /// The similar name.
            meant: String,
        } = "node_meant", "{why}: did you mean `{meant}`?";
        /// A leaf decides by itself, so nothing can be said of its results.
        OwnLeaf {
            /// The leaf.
            name: Arc<str>,
        } = "own_leaf", "`{name}` is not a task of the game: its results are known, so remove this rule";
        /// A leaf has no stand-in in the document.
        NoStandIn {
            /// The leaf.
            name: Arc<str>,
        } = "no_stand_in", "`{name}` has no stand-in in the document: give it one, or say its `results`";
        /// A conditional returns its result at once.
        ConditionalRuns {
            /// The conditional.
            name: Arc<str>,
        } = "conditional_runs", "conditional `{name}` cannot return Running: use Success and Failure";
        /// Some results of a leaf are not allowed by its declaration.
        Undeclared {
            /// The leaf.
            name: Arc<str>,
            /// The result.
            result: &'static str,
        } = "undeclared_result", "`{name}` does not return {result}, says its task library: change one of them";
        /// The tree has no such variable.
        NoVariable {
            /// The name.
            name: Arc<str>,
        } = "no_variable", "variable `{name}` is not declared in the tree";
        /// The tree has no such variable, but one with a similar name.
        NoVariableMeant {
            /// The name.
            name: Arc<str>,
            /// The similar name.
            meant: String,
        } = "no_variable_meant", "variable `{name}` is not declared in the tree: did you mean `{meant}`?";
        /// A value has another type than its variable.
        WrongValue {
            /// The variable.
            name: Arc<str>,
            /// The type of the variable.
            expected: ValueType,
            /// The type of the value.
            found: ValueType,
        } = "wrong_value", "variable `{name}`: expected values of type {expected}, found {found}";
    }
}

impl std::error::Error for ClaimProblem {}

told! {
    /// What is wrong with the use of a node or a name in an expression of claims.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum NameProblem of "claim_name" {
        /// A node never causes an abort.
        NoConditional {
            /// The node.
            name: Arc<str>,
        } = "no_conditional", "`{name}` cannot cause an abort: only conditionals and guards can";
        /// The value before the frame is known in assumptions only.
        LastInClaim = "last_in_claim", "`last` can only be used in assumptions and in `changes_only_when`";
        /// The tree has no such status.
        NoStatus {
            /// The text with which the status is compared.
            found: String,
        } = "no_status", "the status is never `{found}`: compare it with Running, Success, Failure or Stopped";
    }
}
