//! The arguments with which a task is created: each parameter's constant, or the slot of the variable to which it is
//! bound. Compilation has checked the types and added defaults. What a game's task asks for by a wrong name, or as a
//! wrong type, is recorded, so that its node is broken.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::expression::{EvaluationError, Expression};
use crate::model::{Effect, NodeDeclaration};
use crate::runtime::{
    Fnv, Operand, OperandType, Setting, TickContext, Var, VariableSlot, VariableType,
};
use crate::told::Message;
use crate::value::{Value, ValueType};

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

/// How a game's task asks for an argument.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Ask {
    /// As it is.
    Any,
    /// As a constant or variable of this type; as a list of any type if there is none.
    Operand(Option<ValueType>),
    /// As a constant text.
    Text,
    /// As a variable, of this type if there is one.
    Variable(Option<ValueType>),
    /// As an expression.
    Expression,
    /// As the values that the children carry.
    OfChildren,
    /// The task refuses its value, for this reason.
    Refused(Message),
    /// Its value is this text, which is none of the choices of the task.
    NotAChoice(Box<str>, String),
}

/// What a game's task asks of its arguments, while it is made for a node.
#[derive(Debug, Default)]
pub(crate) struct Asked {
    list: Mutex<Vec<(Box<str>, Ask)>>,
    /// Whether the list has entries; cheaper to look at.
    any: AtomicBool,
}

impl Asked {
    fn add(&self, name: &str, how: Ask) {
        let mut list = self.list.lock().unwrap_or_else(PoisonError::into_inner);
        list.push((name.into(), how));
        self.any.store(true, Ordering::Relaxed);
    }

    /// Returns what was asked since the last call.
    pub(crate) fn take(&self) -> Vec<(Box<str>, Ask)> {
        if !self.any.swap(false, Ordering::Relaxed) {
            return Vec::new();
        }
        let mut list = self.list.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *list)
    }
}

/// What an expression reads. One function for all expressions, so that their evaluation is compiled once.
pub(super) fn variables_of<'t>(tick: &'t TickContext<'_>) -> impl Fn(VariableSlot) -> &'t Value {
    |slot| tick.get(slot)
}

/// Arguments by parameter name.
///
/// Asking for a parameter that the task does not declare, or as another type, breaks the node when the tree is compiled:
/// [`Compiled::broken`](crate::compile::Compiled::broken) has the reason. So does asking for one that the node does not
/// set, if the task has no declaration.
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
    /// Records what is asked for, while a game's task is made.
    asked: Option<Arc<Asked>>,
}

impl Arguments {
    /// Creates empty arguments with capacity for this many parameters.
    pub(crate) fn with_capacity(parameters: usize) -> Self {
        Self {
            list: Vec::with_capacity(parameters),
            ..Self::default()
        }
    }

    /// Records what is asked of the arguments. Returns them with the record.
    pub(crate) fn recorded(mut self) -> (Self, Arc<Asked>) {
        let asked = Arc::<Asked>::default();
        self.asked = Some(Arc::clone(&asked));
        (self, asked)
    }

    /// Returns a copy that notes nothing.
    pub(crate) fn silent(&self) -> Self {
        Self {
            asked: None,
            ..self.clone()
        }
    }

    fn ask(&self, name: &str, how: impl FnOnce() -> Ask) {
        if let Some(asked) = &self.asked {
            asked.add(name, how());
        }
    }

    /// Refuses the value of a parameter, with the reason: the node is broken.
    ///
    /// ```
    /// use treewright_core::prelude::*;
    ///
    /// let mut tasks = GameTasks::<()>::new();
    /// tasks.action("Play", |arguments| {
    ///     let animation = arguments.text("animation").to_owned();
    ///     if !["walk", "run"].contains(&&*animation) {
    ///         arguments.refuse("animation", format!("there is no animation `{animation}`"));
    ///     }
    ///     TaskHooks::new(|_| Status::Success)
    /// });
    ///
    /// let dancer = Tree::new("Dancer", tree::task("Play").with("animation", "dance"));
    /// let error = dancer.compile(&tasks).unwrap_err();
    /// assert!(error.to_string().contains("parameter `animation`: there is no animation `dance`"));
    /// ```
    pub fn refuse(&self, name: &str, why: impl Into<Message>) {
        self.ask(name, || Ask::Refused(why.into()));
    }

    pub(super) fn refuse_choice(&self, name: &str, value: &str, choices: &[&str]) {
        self.ask(name, || Ask::NotAChoice(value.into(), choices.join(", ")));
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
        self.ask(name, || Ask::Expression);
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
        named.chain(self.variables_of_expressions())
    }

    /// Iterates over the variables in expressions; may contain duplicates.
    pub(crate) fn variables_of_expressions(&self) -> impl Iterator<Item = VariableSlot> {
        let formulas = self.expressions.iter();
        formulas.flat_map(|(_, formula)| formula.variables().iter().copied())
    }

    /// Iterates over the parameters that are neither expressions nor carried by children.
    pub fn iter(&self) -> impl Iterator<Item = (&Arc<str>, &Argument)> {
        self.list.iter().map(|(name, argument)| (name, argument))
    }

    /// Iterates over the expressions, by parameter.
    pub fn expressions(&self) -> impl Iterator<Item = (&Arc<str>, &CompiledExpression)> {
        let expressions = self.expressions.iter();
        expressions.map(|(name, expression)| (name, expression))
    }

    /// Iterates over what the children carry, by parameter, each with the values from left to right.
    pub fn carried(&self) -> impl Iterator<Item = (&Arc<str>, &[Argument])> {
        let carried = self.of_children.iter();
        carried.map(|(name, list)| (name, &**list))
    }

    /// Returns those that have an effect, and are no expressions, as settings of a task: its own ones, then those of its children.
    pub(crate) fn settings(&self, declaration: Option<&NodeDeclaration>) -> Vec<Setting> {
        let setting = |name: &Arc<str>, child, value: &Argument| Setting {
            parameter: name.clone(),
            child,
            value: value.clone(),
        };
        let has_effect = |name: &str| {
            let declared = declaration.and_then(|declaration| declaration.parameter(name));
            match declared.map(|declared| &declared.effect) {
                Some(Effect::While { parameter, values }) => match self.find(parameter) {
                    Some(Operand::Literal(value)) => values.contains(value),
                    _ => true,
                },
                _ => true,
            }
        };
        let own = self.list.iter().filter(|(name, _)| has_effect(name));
        let own = own.map(|(name, value)| setting(name, None, value));
        let carried = self.of_children.iter().flat_map(|(name, list)| {
            let places = list.iter().enumerate();
            places.map(move |(place, value)| setting(name, Some(place), value))
        });
        own.chain(carried).collect()
    }

    /// Returns a number that stands for all arguments: equal ones have the same. Variables count by slot.
    pub(crate) fn fingerprint(&self) -> u64 {
        let mut hash = Fnv::default();
        // Hashing cannot fail.
        let _ = write!(hash, "{self:?}");
        hash.finish()
    }

    /// Returns the argument of this name; `None` if it is not set. A task without declaration may ask for what its nodes
    /// do not set.
    pub fn get(&self, name: &str) -> Option<&Argument> {
        self.ask(name, || Ask::Any);
        self.find(name)
    }

    /// Iterates over the names of the arguments that are neither expressions nor carried by children.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.list.iter().map(|(name, _)| &**name)
    }

    /// Returns the argument of this name, without recording it.
    pub(crate) fn find(&self, name: &str) -> Option<&Argument> {
        self.list.iter().find(|(n, _)| &**n == name).map(|(_, a)| a)
    }

    /// Returns a parameter of type `T`, to be read when its value is needed: a constant, or a variable to which the
    /// designer bound it.
    pub fn operand<T: OperandType>(&self, name: &str) -> Operand<T> {
        self.ask(name, || Ask::Operand(T::operand_type()));
        self.find(name)
            .map_or_else(|| Operand::Literal(T::default()), typed)
    }

    /// Sets the values that the children carry for this task's parameter `name`, left to right. Children that are not
    /// part of the program are left out.
    pub fn set_of_children(&mut self, name: impl Into<Arc<str>>, arguments: Vec<Argument>) {
        self.of_children.push((name.into(), arguments));
    }

    /// Returns the values that the children carry for the parameter `name`, left to right.
    pub fn of_children<T: OperandType>(&self, name: &str) -> Vec<Operand<T>> {
        self.ask(name, || Ask::OfChildren);
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
        self.ask(name, || Ask::Text);
        match self.find(name) {
            Some(Operand::Literal(value)) => value.as_str().unwrap_or_default(),
            _ => "",
        }
    }

    /// Returns the variable that a parameter names, for reading and writing through the tick; `None` if it names none.
    pub fn variable(&self, name: &str) -> Option<VariableSlot> {
        self.ask(name, || Ask::Variable(None));
        self.slot(name)
    }

    /// Returns the variable of type `T` that a parameter names. If it names none, or one of another type, the node is
    /// broken.
    pub fn var<T: VariableType>(&self, name: &str) -> Var<T> {
        self.ask(name, || Ask::Variable(Some(T::value_type())));
        Var::of(self.slot(name))
    }

    fn slot(&self, name: &str) -> Option<VariableSlot> {
        match self.find(name) {
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
