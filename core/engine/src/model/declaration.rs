//! What a kind of node is declared to be: category, parameters, help. Built-in and a game's own tasks alike.
//! Knows nothing about how the task behaves.

use std::borrow::Cow;

use crate::category::Category;
use crate::value::{Value, ValueType};

/// Text that is compiled in (built-in nodes) or read from a file (a game's tasks).
pub type Text = Cow<'static, str>;

/// How many children a kind of node takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arity {
    /// The fewest with which it can run.
    pub min: usize,
    /// The most that it can hold.
    pub max: usize,
}

/// The declaration of one kind of node.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeDeclaration {
    /// The task's name: what a file's `task` field says. Unique in a library.
    pub task: Text,
    /// Which family it belongs to.
    pub category: Category,
    /// One sentence: what it does.
    pub summary: Text,
    /// Markdown: its rule for each child result or how it answers, one line each.
    pub details: Text,
    /// The name of its icon, from the editor's icon set.
    pub icon: Text,
    /// The color of its cards as `#rrggbb`; none for that of its category.
    pub color: Option<Text>,
    /// Its parameters, the most telling first.
    pub parameters: Vec<ParameterDeclaration>,
    /// Parameters that each of its children carries for it, such as a priority. They are set at the child.
    pub child_parameters: Vec<ParameterDeclaration>,
}

impl NodeDeclaration {
    /// A kind without parameters, text and icon.
    pub fn new(task: impl Into<Text>, category: Category) -> Self {
        Self {
            task: task.into(),
            category,
            summary: "".into(),
            details: "".into(),
            icon: "".into(),
            color: None,
            parameters: Vec::new(),
            child_parameters: Vec::new(),
        }
    }

    /// The declaration of the parameter with this name.
    pub fn parameter(&self, name: &str) -> Option<&ParameterDeclaration> {
        self.parameters.iter().find(|p| p.name == name)
    }

    /// How many children it takes.
    pub fn arity(&self) -> Arity {
        Arity {
            min: usize::from(!self.category.is_leaf()),
            max: self.category.max_children(),
        }
    }
}

/// What a parameter can be set to.
#[derive(Clone, Debug, PartialEq)]
pub enum ParameterType {
    /// A literal of this type, or a variable of this type.
    Value(ValueType),
    /// A literal only: one of these texts.
    Choice(Vec<Text>),
    /// A variable only: the task writes or inspects it. With a type: of this type.
    VariableName(Option<ValueType>),
    /// A literal of any type or a variable; it must have the type of the variable that this other parameter names.
    SameAs(Text),
    /// A literal only: the text of an expression.
    Expression(ExpressionType),
    /// A literal only: the name of a tree of the document.
    Tree,
    /// A literal only: a name by which nodes find each other, such as that of an event.
    Name,
    /// A literal of any type, or any variable.
    Any,
}

impl ParameterType {
    /// A choice among these texts.
    pub fn choice<T: Into<Text>>(choices: impl IntoIterator<Item = T>) -> Self {
        Self::Choice(choices.into_iter().map(Into::into).collect())
    }
}

impl From<ValueType> for ParameterType {
    fn from(value_type: ValueType) -> Self {
        Self::Value(value_type)
    }
}

/// The type that an expression must have.
#[derive(Clone, Debug, PartialEq)]
pub enum ExpressionType {
    /// This one.
    Of(ValueType),
    /// That of the variable that this other parameter names.
    SameAs(Text),
}

/// The numbers that a parameter allows, ends included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// The smallest.
    pub min: f64,
    /// The largest.
    pub max: f64,
}

/// The declaration of one parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct ParameterDeclaration {
    /// Unique in its node.
    pub name: Text,
    /// What it can be set to.
    pub parameter_type: ParameterType,
    /// What it is when it is not set; none if it has no value then.
    pub default: Option<Value>,
    /// Whether the task cannot work without it.
    pub required: bool,
    /// For numbers: what a literal may be.
    pub range: Option<Range>,
    /// For numbers: in what they are counted, as it stands behind them, such as `s`; empty if in nothing.
    pub unit: Text,
    /// For choices: what each of them means, in their order; empty if nobody says.
    pub choice_help: Vec<Text>,
    /// One sentence.
    pub help: Text,
}

impl ParameterDeclaration {
    /// A parameter of this type that must be set.
    pub fn required(
        name: impl Into<Text>,
        parameter_type: impl Into<ParameterType>,
        help: impl Into<Text>,
    ) -> Self {
        Self {
            name: name.into(),
            parameter_type: parameter_type.into(),
            default: None,
            required: true,
            range: None,
            unit: "".into(),
            choice_help: Vec::new(),
            help: help.into(),
        }
    }

    /// A parameter with a default.
    pub fn optional(
        name: impl Into<Text>,
        parameter_type: impl Into<ParameterType>,
        default: impl Into<Value>,
        help: impl Into<Text>,
    ) -> Self {
        Self {
            default: Some(default.into()),
            required: false,
            ..Self::required(name, parameter_type, help)
        }
    }

    /// A parameter that may be left out and has no default, such as a variable to write to.
    pub fn without_default(
        name: impl Into<Text>,
        parameter_type: impl Into<ParameterType>,
        help: impl Into<Text>,
    ) -> Self {
        Self {
            required: false,
            ..Self::required(name, parameter_type, help)
        }
    }

    /// This parameter, with literals held between `min` and `max`.
    #[must_use]
    pub fn within(mut self, min: f64, max: f64) -> Self {
        self.range = Some(Range { min, max });
        self
    }

    /// This parameter, a choice, with what each of its texts means, in their order.
    #[must_use]
    pub fn meaning<T: Into<Text>>(mut self, help: impl IntoIterator<Item = T>) -> Self {
        self.choice_help = help.into_iter().map(Into::into).collect();
        self
    }

    /// This parameter, with numbers counted in this unit.
    #[must_use]
    pub fn in_unit(mut self, unit: impl Into<Text>) -> Self {
        self.unit = unit.into();
        self
    }
}
