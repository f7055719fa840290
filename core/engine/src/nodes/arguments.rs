//! The arguments that a task is made with: each parameter's constant, or the place of the variable that it is bound to.
//! Compilation has checked their types and filled in defaults; what is missing here counts as false, 0 or empty.

use std::sync::Arc;

use crate::expression::{EvaluationError, Expression};
use crate::runtime::{Operand, TickContext, Typed, VariableSlot};
use crate::value::Value;

/// What one parameter is set to.
pub type Argument = Operand<Value>;

/// The expression that a parameter holds, shared by all that run it.
pub type Formula = Arc<Expression<VariableSlot>>;

/// Whether an expression holds now. One that has no value fails the task that asks, with the reason, and counts as not holding.
pub fn holds(formula: Option<&Formula>, tick: &mut TickContext<'_>) -> bool {
    let held = match formula {
        Some(formula) => formula.holds(&|slot| tick.get(slot)),
        None => Err(EvaluationError::WrongType),
    };
    held.unwrap_or_else(|error| {
        tick.fail(error);
        false
    })
}

/// Arguments by parameter name.
///
/// A designer may bind a parameter to a variable, so what a task gets is an [`Operand`], which it asks for its value in each update:
///
/// ```
/// use treewright_core::nodes::Arguments;
/// use treewright_core::runtime::{Status, TaskContext, TaskHooks};
///
/// struct World { position: [f64; 3] }
///
/// fn walk(arguments: &Arguments) -> TaskHooks<World> {
///     let (to, speed) = (arguments.vec3("to"), arguments.float("speed"));
///     let runs = arguments.text("gait") == "Run";
///     TaskHooks::new(move |c: &mut TaskContext<World>| {
///         let step = speed.get(&c.tick) * c.tick.dt() * if runs { 2.0 } else { 1.0 };
///         let to = to.get(&c.tick);
///         for (at, to) in c.world.position.iter_mut().zip(to) {
///             *at += (to - *at).clamp(-step, step);
///         }
///         if c.world.position == to { Status::Success } else { Status::Running }
///     })
/// }
/// ```
#[derive(Clone, Debug, Default)]
pub struct Arguments {
    list: Vec<(Arc<str>, Argument)>,
    expressions: Vec<(Arc<str>, Formula)>,
    /// What the children carry, by name of the parameter: one each, left to right.
    of_children: Vec<(Arc<str>, Vec<Argument>)>,
}

impl Arguments {
    /// None yet, with room for so many parameters.
    pub(crate) fn with_capacity(parameters: usize) -> Self {
        Self {
            list: Vec::with_capacity(parameters),
            ..Self::default()
        }
    }

    /// Sets a parameter.
    pub fn set(&mut self, name: impl Into<Arc<str>>, argument: Argument) {
        self.list.push((name.into(), argument));
    }

    /// These arguments and a constant.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.set(name, Operand::Literal(value.into()));
        self
    }

    /// Sets a parameter that holds an expression.
    pub fn set_expression(&mut self, name: impl Into<Arc<str>>, formula: Formula) {
        self.expressions.push((name.into(), formula));
    }

    /// The expression that a parameter holds, compiled; none if the parameter is not set.
    pub fn expression(&self, name: &str) -> Option<Formula> {
        let found = self.expressions.iter().find(|(n, _)| &**n == name);
        found.map(|(_, formula)| formula.clone())
    }

    /// The variables that they name, each as often as it is named.
    pub fn variables(&self) -> impl Iterator<Item = VariableSlot> {
        let own = self.list.iter().map(|(_, argument)| argument);
        let carried = self.of_children.iter().flat_map(|(_, list)| list);
        let named = own.chain(carried).filter_map(|argument| match argument {
            Operand::Variable(slot) => Some(*slot),
            Operand::Literal(_) => None,
        });
        let formulas = self.expressions.iter();
        named.chain(formulas.flat_map(|(_, formula)| formula.variables().iter().copied()))
    }

    /// The argument of this name.
    pub fn get(&self, name: &str) -> Option<&Argument> {
        self.list.iter().find(|(n, _)| &**n == name).map(|(_, a)| a)
    }

    /// A parameter of one type, read each time it is needed.
    pub fn operand<T: Typed>(&self, name: &str) -> Operand<T> {
        self.get(name)
            .map_or_else(|| Operand::Literal(T::default()), typed)
    }

    /// Sets what the children carry for this task as the parameter of this name, left to right; those that are left out of the program
    /// are left out here.
    pub fn set_of_children(&mut self, name: impl Into<Arc<str>>, arguments: Vec<Argument>) {
        self.of_children.push((name.into(), arguments));
    }

    /// What the children carry as the parameter of this name, left to right.
    pub fn of_children<T: Typed>(&self, name: &str) -> Vec<Operand<T>> {
        let carried = self.of_children.iter().find(|(n, _)| &**n == name);
        let list = carried.map_or(&[][..], |(_, list)| list);
        list.iter().map(typed).collect()
    }

    /// A parameter of type bool; false if it has no value.
    pub fn bool(&self, name: &str) -> Operand<bool> {
        self.operand(name)
    }

    /// A parameter of type int; 0 if it has no value.
    pub fn int(&self, name: &str) -> Operand<i64> {
        self.operand(name)
    }

    /// A parameter of type float; 0 if it has no value.
    pub fn float(&self, name: &str) -> Operand<f64> {
        self.operand(name)
    }

    /// A parameter of type string; empty if it has no value.
    pub fn string(&self, name: &str) -> Operand<Arc<str>> {
        self.operand(name)
    }

    /// A parameter of type vec2: x, y; the origin if it has no value.
    pub fn vec2(&self, name: &str) -> Operand<[f64; 2]> {
        self.operand(name)
    }

    /// A parameter of type vec3: x, y, z; the origin if it has no value.
    pub fn vec3(&self, name: &str) -> Operand<[f64; 3]> {
        self.operand(name)
    }

    /// A parameter of type color: red, green, blue, alpha, each 0 to 1; all 0 if it has no value.
    pub fn color(&self, name: &str) -> Operand<[f32; 4]> {
        self.operand(name)
    }

    /// A parameter that is a list; empty if it has no value.
    pub fn list(&self, name: &str) -> Operand<Arc<[Value]>> {
        self.operand(name)
    }

    /// A choice or another constant text.
    pub fn text(&self, name: &str) -> &str {
        match self.get(name) {
            Some(Operand::Literal(value)) => value.as_str().unwrap_or_default(),
            _ => "",
        }
    }

    /// The variable that a parameter names, to be read and written through the tick; none if it names none.
    pub fn variable(&self, name: &str) -> Option<VariableSlot> {
        match self.get(name) {
            Some(Operand::Variable(slot)) => Some(*slot),
            _ => None,
        }
    }
}

fn typed<T: Typed>(argument: &Argument) -> Operand<T> {
    match argument {
        Operand::Variable(slot) => Operand::Variable(*slot),
        Operand::Literal(value) => Operand::Literal(T::of(value).unwrap_or_default()),
    }
}
