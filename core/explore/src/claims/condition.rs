//! Compiled expressions over a frame.

use std::cell::{OnceCell, RefCell};
use std::sync::{Arc, LazyLock};

use treewright_core::Program;
use treewright_core::expression::{Expression, ExpressionError};
use treewright_core::runtime::{NodeIndex, Status, VariableSlot};
use treewright_core::value::{Value, ValueType};

use super::names::ClaimNames;
use crate::frame_facts::FrameFacts;
use crate::inputs::Condition;

/// What an expression of claims reads of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimKey {
    /// The value of a variable after the frame.
    Variable(VariableSlot),
    /// The value of a variable before the frame.
    Last(VariableSlot),
    /// Whether a node runs after the frame.
    Runs(NodeIndex),
    /// Whether a node ended with Success.
    Succeeded(NodeIndex),
    /// Whether a node ended with Failure.
    Failed(NodeIndex),
    /// Whether a node was interrupted.
    Interrupted(NodeIndex),
    /// Whether a conditional caused an abort.
    Fired(NodeIndex),
    /// The status of the tree, as text.
    Status,
}

/// The status of a tree that was stopped, in expressions.
pub const STOPPED: &str = "Stopped";

/// The texts of all statuses, made once.
static STATUSES: LazyLock<[(Option<Status>, Value); 4]> = LazyLock::new(|| {
    let text = |status: Status| (Some(status), Value::from(status.name()));
    [
        text(Status::Running),
        text(Status::Success),
        text(Status::Failure),
        (None, STOPPED.into()),
    ]
});

/// A condition over a frame, compiled for one program.
#[derive(Clone, Debug)]
pub struct Formula {
    expression: Expression<ClaimKey>,
    /// The names of the variables of which it reads the value before the frame.
    reads_last: Vec<Arc<str>>,
}

impl Formula {
    /// Compiles a condition.
    ///
    /// # Errors
    /// It is not one over this program.
    pub(super) fn compile(text: &str, names: ClaimNames<'_>) -> Result<Self, ExpressionError> {
        let compiled = Expression::compile_with(text, &names, Some(&ValueType::Bool));
        let known = names.program.tree_variables().iter();
        let known = known.chain(names.program.global_variables());
        let expression = compiled.map_err(|error| {
            let variables = known.map(|variable| &*variable.name);
            error.meaning(|name| {
                treewright_core::spelling::nearest(name, variables).map(str::to_owned)
            })
        })?;
        Ok(Self {
            reads_last: last_of(&expression, names.program),
            expression,
        })
    }

    /// Returns the compiled expression.
    pub fn expression(&self) -> &Expression<ClaimKey> {
        &self.expression
    }
}

fn last_of(expression: &Expression<ClaimKey>, program: &Program<()>) -> Vec<Arc<str>> {
    let keys = expression.variables().iter();
    let last = keys.filter_map(|key| match key {
        ClaimKey::Last(slot) => Some(program.variable_name(*slot).clone()),
        _ => None,
    });
    last.collect()
}

fn read(key: ClaimKey, facts: &mut dyn FrameFacts) -> Value {
    match key {
        ClaimKey::Variable(slot) => facts.value(slot),
        ClaimKey::Last(slot) => facts.last(slot),
        ClaimKey::Runs(node) => Value::Bool(facts.runs(node)),
        ClaimKey::Succeeded(node) => Value::Bool(facts.succeeded(node)),
        ClaimKey::Failed(node) => Value::Bool(facts.failed(node)),
        ClaimKey::Interrupted(node) => Value::Bool(facts.was_interrupted(node)),
        ClaimKey::Fired(node) => Value::Bool(facts.fired(node)),
        ClaimKey::Status => {
            let status = facts.status();
            let found = STATUSES.iter().find(|(known, _)| *known == status);
            found.map_or_else(|| STOPPED.into(), |(_, text)| text.clone())
        }
    }
}

impl Condition for Formula {
    fn holds(&self, facts: &mut dyn FrameFacts) -> bool {
        // Values are read when the expression asks for them, as reading an input may decide it.
        const FEW: usize = 8;
        let keys = self.expression.variables();
        let few: [OnceCell<Value>; FEW] = [const { OnceCell::new() }; FEW];
        let many: Vec<OnceCell<Value>>;
        let values = if keys.len() <= FEW {
            &few[..]
        } else {
            many = vec![OnceCell::new(); keys.len()];
            &many[..]
        };
        let facts = RefCell::new(facts);
        let at = |key: ClaimKey| {
            let place = keys.iter().position(|known| *known == key);
            let value = &values[place.unwrap_or_default()];
            value.get_or_init(|| read(key, *facts.borrow_mut()))
        };
        self.expression.holds(&at).unwrap_or(false)
    }

    fn reads_last(&self) -> Vec<Arc<str>> {
        self.reads_last.clone()
    }
}
