//! The arguments with which a task is created: each parameter's constant, or the slot of the variable to which it is
//! bound. Compilation has checked the types and added defaults; a missing argument counts as false, 0 or empty.

use std::sync::Arc;

use crate::expression::{EvaluationError, Expression};
use crate::runtime::{Operand, OperandType, TickContext, VariableSlot};
use crate::value::Value;

/// The value or variable binding of one parameter.
pub type Argument = Operand<Value>;

/// The compiled expression of a parameter, shared by all instances.
pub type CompiledExpression = Arc<Expression<VariableSlot>>;

/// Evaluates a condition. Without a value it makes the calling task fail, with the reason, and returns false. Also
/// returns false if there is no expression.
pub fn holds(formula: Option<&CompiledExpression>, tick: &mut TickContext<'_>) -> bool {
    let value = match formula {
        Some(formula) => formula.holds(&variables_of(tick)),
        None => Err(EvaluationError::WrongType),
    };
    value.unwrap_or_else(|error| {
        tick.fail(error);
        false
    })
}

/// What an expression reads. One function for all expressions, so that their evaluation is compiled once.
pub(super) fn variables_of<'t>(tick: &'t TickContext<'_>) -> impl Fn(VariableSlot) -> &'t Value {
    |slot| tick.get(slot)
}

/// Arguments by parameter name.
///
/// A designer may bind a parameter to a variable. So a task gets an [`Operand`] and reads its value in each update:
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
    expressions: Vec<(Arc<str>, CompiledExpression)>,
    /// The values that the children carry for a parameter of their parent: by parameter name, left to right.
    of_children: Vec<(Arc<str>, Vec<Argument>)>,
}

impl Arguments {
    /// Creates empty arguments with capacity for this many parameters.
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

    /// Adds a constant.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.set(name, Operand::Literal(value.into()));
        self
    }

    /// Sets a parameter that holds an expression.
    pub fn set_expression(&mut self, name: impl Into<Arc<str>>, formula: CompiledExpression) {
        self.expressions.push((name.into(), formula));
    }

    /// Returns the compiled expression of a parameter; `None` if it is not set.
    pub fn expression(&self, name: &str) -> Option<CompiledExpression> {
        let found = self.expressions.iter().find(|(n, _)| &**n == name);
        found.map(|(_, formula)| formula.clone())
    }

    /// Iterates over the variables that the arguments refer to, including those in expressions; may contain duplicates.
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

    /// Returns the argument of this name.
    pub fn get(&self, name: &str) -> Option<&Argument> {
        self.list.iter().find(|(n, _)| &**n == name).map(|(_, a)| a)
    }

    /// Returns a parameter of type `T`, to be read when its value is needed.
    pub fn operand<T: OperandType>(&self, name: &str) -> Operand<T> {
        self.get(name)
            .map_or_else(|| Operand::Literal(T::default()), typed)
    }

    /// Sets the values that the children carry for this task's parameter `name`, left to right. Children that are not
    /// part of the program are left out.
    pub fn set_of_children(&mut self, name: impl Into<Arc<str>>, arguments: Vec<Argument>) {
        self.of_children.push((name.into(), arguments));
    }

    /// Returns the values that the children carry for the parameter `name`, left to right.
    pub fn of_children<T: OperandType>(&self, name: &str) -> Vec<Operand<T>> {
        let carried = self.of_children.iter().find(|(n, _)| &**n == name);
        let list = carried.map_or(&[][..], |(_, list)| list);
        list.iter().map(typed).collect()
    }

    /// Returns a parameter of type bool; false if it is not set.
    pub fn bool(&self, name: &str) -> Operand<bool> {
        self.operand(name)
    }

    /// Returns a parameter of type int; 0 if it is not set.
    pub fn int(&self, name: &str) -> Operand<i64> {
        self.operand(name)
    }

    /// Returns a parameter of type float; 0 if it is not set.
    pub fn float(&self, name: &str) -> Operand<f64> {
        self.operand(name)
    }

    /// Returns a parameter of type string; empty if it is not set.
    pub fn string(&self, name: &str) -> Operand<Arc<str>> {
        self.operand(name)
    }

    /// Returns a parameter of type vec2 (x, y); the origin if it is not set.
    pub fn vec2(&self, name: &str) -> Operand<[f64; 2]> {
        self.operand(name)
    }

    /// Returns a parameter of type vec3 (x, y, z); the origin if it is not set.
    pub fn vec3(&self, name: &str) -> Operand<[f64; 3]> {
        self.operand(name)
    }

    /// Returns a parameter of type color (red, green, blue, alpha, each from 0 to 1); all 0 if it is not set.
    pub fn color(&self, name: &str) -> Operand<[f32; 4]> {
        self.operand(name)
    }

    /// Returns a parameter of a list type; empty if it is not set.
    pub fn list(&self, name: &str) -> Operand<Arc<[Value]>> {
        self.operand(name)
    }

    /// Returns a choice or another string constant; empty if it is not set.
    pub fn text(&self, name: &str) -> &str {
        match self.get(name) {
            Some(Operand::Literal(value)) => value.as_str().unwrap_or_default(),
            _ => "",
        }
    }

    /// Returns the variable that a parameter names, for reading and writing through the tick; `None` if it names none.
    pub fn variable(&self, name: &str) -> Option<VariableSlot> {
        match self.get(name) {
            Some(Operand::Variable(slot)) => Some(*slot),
            _ => None,
        }
    }
}

fn typed<T: OperandType>(argument: &Argument) -> Operand<T> {
    match argument {
        Operand::Variable(slot) => Operand::Variable(*slot),
        Operand::Literal(value) => Operand::Literal(T::of(value).unwrap_or_default()),
    }
}
