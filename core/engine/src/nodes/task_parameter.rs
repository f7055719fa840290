//! Rust types as parameters of a game's tasks: how a field of a task is declared, and read from the arguments of a node.
//! Derived code uses these traits; tasks that are registered with closures need none of them.

use std::sync::Arc;

use super::Arguments;
use crate::model::{ParameterDeclaration, ParameterType};
use crate::runtime::{List, Operand, Outcome, Status, TickContext, Var, VariableType};
use crate::told::Message;
use crate::value::Value;

/// A type of field that is a parameter of a task with `#[derive(Task)]`.
///
/// | field | parameter |
/// | --- | --- |
/// | [`Operand<T>`] | a constant or variable, read with [`Operand::get`]; `T` is `bool`, `i64`, `i32`, `f64`, `f32`, `Arc<str>`, `[f64; 2]`, `[f32; 2]`, `[f64; 3]`, `[f32; 3]`, `[f32; 4]` (a color) or [`List<T>`] |
/// | [`Var<T>`] | a variable, read and written with [`Var::get`] and [`Var::set`]; `T` is any [`VariableType`] |
/// | an enum with `#[derive(Choice)]` | one of its names |
/// | `Option` of one of the first two | the same, but it may be left out |
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a parameter of a task",
    label = "neither a parameter nor state",
    note = "a field is a parameter, of type `Operand<_>`, `Var<_>` or an enum with `#[derive(Choice)]`, unless it has `#[state]`"
)]
pub trait TaskParameter: Sized {
    /// The Rust type of constants.
    type Constant;

    /// Whether it must be set if it has no default.
    const IS_REQUIRED: bool = true;

    /// Returns which values it takes.
    fn parameter_type() -> ParameterType;

    /// Converts a constant to a value.
    fn value_of(constant: Self::Constant) -> Value;

    /// Reads it from the arguments of a node.
    fn read(arguments: &Arguments, name: &str) -> Self;

    /// Declares it, without a default.
    fn declaration(name: &'static str, help: &'static str) -> ParameterDeclaration {
        if Self::IS_REQUIRED {
            ParameterDeclaration::required(name, Self::parameter_type(), help)
        } else {
            ParameterDeclaration::without_default(name, Self::parameter_type(), help)
        }
    }
}

/// A parameter whose constants are numbers, so that they can have a range.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no range",
    label = "not a number",
    note = "only numbers have a range: `Operand` of i64, i32, f64 or f32"
)]
pub trait NumberParameter: TaskParameter {
    /// Limits constants to `min` to `max`, both included.
    fn within(parameter: ParameterDeclaration, min: f64, max: f64) -> ParameterDeclaration {
        parameter.within(min, max)
    }
}

/// A type that a task written as a function takes as an argument, after its context: the value of a parameter.
///
/// Any `T` for which [`Operand<T>`] is a parameter, [`Var<T>`], and enums with `#[derive(Choice)]`; also an `Option` of
/// one of these, which is `None` if the parameter is left out.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a parameter of a task",
    label = "not a type of parameters",
    note = "parameters are bool, i64, i32, f64, f32, Arc<str>, [f64; 2], [f64; 3], [f32; 4], List<_>, Var<_>, an enum with `#[derive(Choice)]`, or an Option of one of them"
)]
pub trait TaskArgument: Sized {
    /// The parameter as which it is declared.
    type Parameter: TaskParameter + Send + Sync + 'static;

    /// Returns the current value of the parameter.
    fn value(parameter: &Self::Parameter, tick: &TickContext<'_>) -> Self;
}

/// An enum whose names are the choices of a parameter. Derive it: `#[derive(Clone, Choice)]`.
pub trait Choice: Clone + Sized {
    /// The names, each with its meaning; the meanings may be empty.
    const CHOICES: &'static [(&'static str, &'static str)];

    /// Returns the choice at this position of [`Self::CHOICES`].
    fn at(index: usize) -> Option<Self>;

    /// Returns the position in [`Self::CHOICES`].
    fn index(&self) -> usize;
}

/// Implements the traits for operands of simple types: the type of their constants, and how those become values.
macro_rules! operands {
    ($($type:ty: $constant:ty, |$own:ident| $value:expr;)*) => {$(
        impl TaskParameter for Operand<$type> {
            type Constant = $constant;

            fn parameter_type() -> ParameterType {
                ParameterType::Value(<$type as VariableType>::value_type())
            }

            fn value_of($own: $constant) -> Value {
                VariableType::into_value($value)
            }

            fn read(arguments: &Arguments, name: &str) -> Self {
                arguments.operand(name)
            }
        }

        impl TaskArgument for $type {
            type Parameter = Operand<$type>;

            fn value(parameter: &Operand<$type>, tick: &TickContext<'_>) -> Self {
                parameter.get(tick)
            }
        }
    )*};
}

operands! {
    bool: bool, |own| own;
    i64: i64, |own| own;
    i32: i32, |own| own;
    f64: f64, |own| own;
    f32: f32, |own| own;
    Arc<str>: &'static str, |own| Arc::<str>::from(own);
    [f64; 2]: [f64; 2], |own| own;
    [f32; 2]: [f32; 2], |own| own;
    [f64; 3]: [f64; 3], |own| own;
    [f32; 3]: [f32; 3], |own| own;
    [f32; 4]: [f32; 4], |own| own;
}

impl NumberParameter for Operand<i64> {}
impl NumberParameter for Operand<i32> {}
impl NumberParameter for Operand<f64> {}
impl NumberParameter for Operand<f32> {}
impl<T> NumberParameter for Option<Operand<T>> where Operand<T>: NumberParameter {}

impl<T: VariableType> TaskParameter for Operand<List<T>> {
    type Constant = Vec<T>;

    fn parameter_type() -> ParameterType {
        ParameterType::Value(List::<T>::value_type())
    }

    fn value_of(constant: Vec<T>) -> Value {
        List::from(constant).into_value()
    }

    fn read(arguments: &Arguments, name: &str) -> Self {
        arguments.operand(name)
    }
}

impl<T: VariableType + 'static> TaskArgument for List<T> {
    type Parameter = Operand<Self>;

    fn value(parameter: &Operand<Self>, tick: &TickContext<'_>) -> Self {
        parameter.get(tick)
    }
}

/// Stands for the constants of a parameter that takes variables only, so that it can have no default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TakesOnlyVariables {}

impl<T: VariableType> TaskParameter for Var<T> {
    type Constant = TakesOnlyVariables;

    fn parameter_type() -> ParameterType {
        ParameterType::VariableName(Some(T::value_type()))
    }

    fn value_of(constant: TakesOnlyVariables) -> Value {
        match constant {}
    }

    fn read(arguments: &Arguments, name: &str) -> Self {
        arguments.var(name)
    }
}

impl<T: VariableType + 'static> TaskArgument for Var<T> {
    type Parameter = Self;

    fn value(parameter: &Self, _tick: &TickContext<'_>) -> Self {
        *parameter
    }
}

/// A parameter that may be left out.
impl<P: TaskParameter> TaskParameter for Option<P> {
    type Constant = P::Constant;

    const IS_REQUIRED: bool = false;

    fn parameter_type() -> ParameterType {
        P::parameter_type()
    }

    fn value_of(constant: P::Constant) -> Value {
        P::value_of(constant)
    }

    fn read(arguments: &Arguments, name: &str) -> Self {
        arguments
            .get(name)
            .is_some()
            .then(|| P::read(arguments, name))
    }
}

impl<T: TaskArgument> TaskArgument for Option<T> {
    type Parameter = Option<T::Parameter>;

    fn value(parameter: &Self::Parameter, tick: &TickContext<'_>) -> Self {
        let parameter = parameter.as_ref()?;
        Some(T::value(parameter, tick))
    }
}

/// How a choice is declared and read; derived code calls these.
#[doc(hidden)]
pub mod choices {
    use super::{Arguments, Choice, ParameterDeclaration, ParameterType, TaskParameter, Value};

    pub fn parameter_type<C: Choice>() -> ParameterType {
        ParameterType::choice(C::CHOICES.iter().map(|(name, _)| *name))
    }

    pub fn value_of<C: Choice>(choice: &C) -> Value {
        Value::from(C::CHOICES.get(choice.index()).map_or("", |(name, _)| name))
    }

    pub fn declaration<C: Choice + TaskParameter>(
        name: &'static str,
        help: &'static str,
    ) -> ParameterDeclaration {
        let declaration = ParameterDeclaration::required(name, C::parameter_type(), help);
        if C::CHOICES.iter().all(|(_, meaning)| meaning.is_empty()) {
            return declaration;
        }
        declaration.meaning(C::CHOICES.iter().map(|(_, meaning)| *meaning))
    }

    /// Reads a choice. If the node names none of the choices, it is broken, and gets the first one.
    ///
    /// # Panics
    /// If the enum has no variants, which cannot be derived.
    #[expect(clippy::expect_used, reason = "derived code lists at least one choice")]
    pub fn read<C: Choice>(arguments: &Arguments, name: &str) -> C {
        let text = arguments.text(name);
        let index = C::CHOICES.iter().position(|(choice, _)| *choice == text);
        if index.is_none() {
            let choices: Vec<_> = C::CHOICES.iter().map(|(choice, _)| *choice).collect();
            arguments.refuse_choice(name, text, &choices);
        }
        C::at(index.unwrap_or(0)).expect("an enum of choices has variants")
    }
}

/// The result of a task that is written as a function: a status, an outcome, or for a conditional whether its condition
/// holds; or nothing, if it always succeeds at once. Also an `Option` of one of these, of which `None` is Failure, and a `Result`, whose error is the reason why the
/// task cannot do its work ([`TickContext::fail`]).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no result of a task",
    label = "expected `Status`, `Outcome`, `bool` or nothing, or an `Option` or `Result` of one of them"
)]
pub trait TaskResult {
    /// Returns it as a status. Reports an error.
    fn status(self, tick: &mut TickContext<'_>) -> Status;
}

impl TaskResult for Status {
    fn status(self, _: &mut TickContext<'_>) -> Status {
        self
    }
}

impl TaskResult for Outcome {
    fn status(self, _: &mut TickContext<'_>) -> Status {
        self.into()
    }
}

impl TaskResult for bool {
    fn status(self, _: &mut TickContext<'_>) -> Status {
        Status::of(self)
    }
}

/// Success.
impl TaskResult for () {
    fn status(self, _: &mut TickContext<'_>) -> Status {
        Status::Success
    }
}

impl<R: TaskResult> TaskResult for Option<R> {
    fn status(self, tick: &mut TickContext<'_>) -> Status {
        self.map_or(Status::Failure, |result| result.status(tick))
    }
}

impl<R: TaskResult, E: Into<Message>> TaskResult for Result<R, E> {
    fn status(self, tick: &mut TickContext<'_>) -> Status {
        match self {
            Ok(result) => result.status(tick),
            Err(why) => {
                tick.fail(why);
                Status::Failure
            }
        }
    }
}
