//! What may come from outside while a tree is explored: which variables are inputs, with one value for each class that the tree and its
//! claims can tell apart; events that it hears; and what leaves of the game return. Says where values are only samples, and why.

mod classes;
mod reader;
mod uses;

use std::collections::BTreeSet;
use std::sync::Arc;

use treewright_core::runtime::{NodeIndex, ProgramVariable, VariableSlot};
use treewright_core::value::Value;
use treewright_core::{Argument, told};

use self::classes::Classes;
use self::uses::{Uses, VariableUse};
use crate::claims::CheckedClaims;
use crate::inputs::{ExploredInputs, InputVariable, LeafAnswers, Payloads, Way};
use crate::names::Names;
use crate::program::AnalyzedTree;

/// What may come from outside, and what of it is not complete.
#[derive(Clone, Debug, Default)]
pub struct Alternatives {
    /// What the search tries.
    pub inputs: ExploredInputs,
    /// The variables whose values are only samples, with all reasons.
    pub sampled: Vec<Sampled>,
    /// The events of which what comes with them is only samples, with all reasons.
    pub sampled_payloads: Vec<Sampled>,
    /// The variables that the tree reads and that the game never sets, as nodes write them, and no rule says otherwise.
    pub own: Vec<Arc<str>>,
    /// Such variables that other trees may write, as all trees share them. What these write is not tried.
    pub shared: Vec<Arc<str>>,
}

/// A variable, or an event with what comes with it, of which the values are only samples.
#[derive(Clone, Debug, PartialEq)]
pub struct Sampled {
    /// Its name in the program.
    pub name: Arc<str>,
    /// Why no value stands for all of its class.
    pub reasons: Vec<SampledReason>,
}

told! {
    /// The reason why the values of a variable are only samples.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum SampledReason of "sampled_reason" {
        /// It is compared with another variable, so both orders are tried.
        Compared {
            /// The quoted name of the other variable.
            other: Argument,
        } = "compared", "it is compared with {other}";
        /// It is compared with its value before the frame.
        ComparedWithLast = "compared_with_last", "it is compared with its value before the frame";
        /// An expression of a node computes with it.
        Computed {
            /// The quoted name of the node.
            node: Argument,
        } = "computed", "{node} computes with it";
        /// A claim or an assumption computes with it.
        ComputedInClaims = "computed_in_claims", "a claim or an assumption computes with it";
        /// A setting of a node is bound to it.
        Setting {
            /// The quoted name of the node.
            node: Argument,
            /// The parameter.
            parameter: Argument,
        } = "setting", "it is the `{parameter}` of {node}";
        /// As an int, it is compared with a float beyond those that represent all ints.
        Large = "large", "it is compared with a number that is too large for a float to be exact";
        /// It is compared with too many values.
        Many {
            /// The number of values that are tried.
            most: usize,
        } = "many", "it is compared with very many values, of which {most} are tried";
    }
}

/// Returns what may come from outside of a tree with these claims.
pub fn alternatives(tree: &AnalyzedTree<'_>, claims: &CheckedClaims) -> Alternatives {
    let leaves = answers(tree, claims);
    let is_explored = |node: NodeIndex| leaves.iter().any(|leaf| leaf.node == node);
    let uses = Uses::of(tree, claims, is_explored);
    let rule_of = |name: &Arc<str>| claims.rules.iter().find(|(of, ..)| of == name);
    let mut found = Alternatives::default();
    for (index, (slot, declared)) in tree.variables().enumerate() {
        let (name, used) = (&declared.name, &uses.variables()[index]);
        let (way, given) = if let Some((_, way, given)) = rule_of(name) {
            (way.clone(), &**given)
        } else {
            let is_input = used.is_read && !used.is_written;
            (is_input.then_some(Way::Free), &[][..])
        };
        let Some(way) = way else {
            let is_set = rule_of(name).is_none() && used.is_read && used.is_written;
            if is_set && matches!(slot, VariableSlot::Global(_)) {
                found.shared.push(name.clone());
            } else if is_set && !uses.receives(index) {
                found.own.push(name.clone());
            }
            continue;
        };
        let (mut values, reasons) = classes_of(&uses, (index, used), declared, tree.names());
        if !given.is_empty() {
            values = initial_first(given, &declared.initial);
        }
        let is_sampled = !reasons.is_empty();
        if is_sampled {
            let name = name.clone();
            found.sampled.push(Sampled { name, reasons });
        }
        if is_sampled || values.len() > 1 || values.first() != Some(&declared.initial) {
            found.inputs.variables.push(InputVariable {
                name: name.clone(),
                values,
                is_sampled,
                way,
            });
        }
    }
    found.inputs.events = events(tree);
    for event in uses.payloads() {
        let (payloads, reasons) = payloads(tree, &uses, event);
        if payloads.is_sampled {
            let name = event.clone();
            found.sampled_payloads.push(Sampled { name, reasons });
        }
        found.inputs.payloads.push(payloads);
    }
    found.inputs.leaves = leaves;
    found
}

/// The values that a designer gives, that with which the document starts first.
fn initial_first(given: &[Value], initial: &Value) -> Vec<Value> {
    let mut values: Vec<Value> = Vec::with_capacity(given.len());
    let starts = given.iter().filter(|value| *value == initial);
    for value in starts.chain(given) {
        if !values.contains(value) {
            values.push(value.clone());
        }
    }
    values
}

/// The events that a node receives, by name.
fn events(tree: &AnalyzedTree<'_>) -> Vec<Arc<str>> {
    let beside = tree.program.trees().iter();
    let beside = beside.flat_map(|(_, program)| program.listens());
    let heard: BTreeSet<&Arc<str>> = tree.program.listens().chain(beside).collect();
    heard.into_iter().cloned().collect()
}

/// What comes with an event: a value of each class that the variables that receive it can tell apart together, and why they are only
/// samples.
fn payloads(
    tree: &AnalyzedTree<'_>,
    uses: &Uses,
    event: &Arc<str>,
) -> (Payloads, Vec<SampledReason>) {
    let variables: Vec<_> = tree.variables().map(|(_, variable)| variable).collect();
    let (mut values, mut reasons) = (Vec::new(), Vec::new());
    for (receiver, used) in uses.payload_uses(event) {
        let of_type = classes_of(uses, (receiver, &used), variables[receiver], tree.names());
        values.extend(of_type.0);
        for reason in of_type.1 {
            if !reasons.contains(&reason) {
                reasons.push(reason);
            }
        }
    }
    let payloads = Payloads {
        event: event.clone(),
        values,
        is_sampled: !reasons.is_empty(),
    };
    (payloads, reasons)
}

/// Returns the values of a variable that is used in some way that can be told apart, and why they are only samples.
fn classes_of(
    uses: &Uses,
    (variable, used): (usize, &VariableUse),
    declared: &ProgramVariable,
    names: Names<'_>,
) -> (Vec<Value>, Vec<SampledReason>) {
    let mut reasons = uses.reasons(used, names);
    let classes = Classes {
        value_type: &declared.value_type,
        initial: &declared.initial,
        used,
        group: &uses.group_points(variable, used),
        is_sampled: !reasons.is_empty(),
    };
    let values = classes.values(&mut reasons);
    (values, reasons)
}

/// What the leaves of the game return.
fn answers(tree: &AnalyzedTree<'_>, claims: &CheckedClaims) -> Vec<LeafAnswers> {
    let of_leaf = |node: NodeIndex| {
        let rule = claims.leaves.iter().rev().find(|(of, _)| *of == node);
        match rule {
            Some((_, answers)) => answers.clone(),
            None => tree.declared_answers(node),
        }
    };
    tree.program.indices().filter_map(of_leaf).collect()
}

#[cfg(test)]
mod tests;
