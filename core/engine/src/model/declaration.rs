//! Declarations of node types: category, parameters, help texts. The same for built-in node types and a game's own
//! tasks. Knows nothing about what a task does.

use std::borrow::Cow;

use super::{Node, ParameterValue};
use crate::category::Category;
use crate::value::{Value, ValueType};

/// A text that is compiled in (built-in nodes) or read from a file (a game's tasks).
pub type Text = Cow<'static, str>;

/// How many children a node type takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arity {
    /// The fewest with which it can run.
    pub min: usize,
    /// The most that it can have.
    pub max: usize,
}

/// The declaration of a node type.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeDeclaration {
    /// The name of the task, as in the `task` field of files. Unique in a library.
    pub task: Text,
    /// Which family it belongs to.
    pub category: Category,
    /// What it does, in one sentence.
    pub summary: Text,
    /// Markdown: how it reacts to each result of a child, or when it returns what; one line each.
    pub details: Text,
    /// The name of its icon, from the editor's icon set.
    pub icon: Text,
    /// The color of its cards as `#rrggbb`; `None` for the color of its category.
    pub color: Option<Text>,
    /// Its parameters, the most informative first.
    pub parameters: Vec<ParameterDeclaration>,
    /// Parameters that are set at each of its children, such as a priority.
    pub child_parameters: Vec<ParameterDeclaration>,
}

impl NodeDeclaration {
    /// Creates a node type without parameters, texts and icon.
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

    /// Whether a parameter has an effect on this node, which is of this type. A parameter on which others depend has its
    /// default if it is not set.
    pub fn has_effect(&self, parameter: &ParameterDeclaration, node: &Node) -> bool {
        match &parameter.effect {
            Effect::Always => true,
            Effect::WithChildren(count) => node.children().len() >= *count,
            Effect::While { parameter, values } => match node.parameters.get(parameter) {
                Some(ParameterValue::Variable(_)) => true,
                Some(ParameterValue::Literal(literal)) => values.contains(&literal.value),
                None => {
                    let default = self.parameter(parameter).and_then(|p| p.default.as_ref());
                    default.is_some_and(|default| values.contains(default))
                }
            },
        }
    }

    /// How many children it takes: none for a leaf, at least one for all others, at most one for a decorator.
    pub fn arity(&self) -> Arity {
        Arity {
            min: usize::from(!self.category.is_leaf()),
            max: self.category.max_children(),
        }
    }
}

/// Which values a parameter takes.
#[derive(Clone, Debug, PartialEq)]
pub enum ParameterType {
    /// A constant or a variable of this type.
    Value(ValueType),
    /// A constant: one of these texts.
    Choice(Vec<Text>),
    /// A variable that the task writes or inspects, of this type if there is one.
    VariableName(Option<ValueType>),
    /// A constant or a variable, of the type of the variable that this other parameter names.
    SameAs(Text),
    /// A constant: the text of an expression.
    Expression(ExpressionType),
    /// A constant: the name of a tree in the document.
    Tree,
    /// A constant: a name by which nodes find each other, such as that of an event.
    Name,
    /// A constant or a variable of any type.
    Any,
}

impl ParameterType {
    /// Creates a choice among these texts.
    pub fn choice<T: Into<Text>>(choices: impl IntoIterator<Item = T>) -> Self {
        Self::Choice(choices.into_iter().map(Into::into).collect())
    }
}

impl From<ValueType> for ParameterType {
    fn from(value_type: ValueType) -> Self {
        Self::Value(value_type)
    }
}

/// The type that the result of an expression must have.
#[derive(Clone, Debug, PartialEq)]
pub enum ExpressionType {
    /// This type.
    Of(ValueType),
    /// The type of the variable that this other parameter names.
    SameAs(Text),
}

/// The range of numbers that a parameter takes, both ends included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// The smallest number.
    pub min: f64,
    /// The largest number.
    pub max: f64,
}

/// When a parameter has an effect. It is never an error to set one that has none.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Effect {
    /// Always.
    #[default]
    Always,
    /// Only while another parameter of the node has one of these values. A variable may have any value.
    While {
        /// The name of the other parameter.
        parameter: Text,
        /// Its values.
        values: Vec<Value>,
    },
    /// Only for a node with at least this many children.
    WithChildren(usize),
}

/// The declaration of one parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct ParameterDeclaration {
    /// Its name, unique in its node type.
    pub name: Text,
    /// Which values it takes.
    pub parameter_type: ParameterType,
    /// Its value when it is not set; `None` if it has none then.
    pub default: Option<Value>,
    /// Whether it must be set.
    pub required: bool,
    /// The range of constants, for numbers.
    pub range: Option<Range>,
    /// The unit of numbers, shown after them, such as `s`. Empty if they have none.
    pub unit: Text,
    /// What each text of a choice means, in the same order. Empty if there is no help.
    pub choice_help: Vec<Text>,
    /// What it does, in one sentence.
    pub help: Text,
    /// When it has an effect.
    pub effect: Effect,
    /// The constant that a new node of an editor starts with, if it is not the default.
    pub suggested: Option<Value>,
}

impl ParameterDeclaration {
    /// Creates a parameter that must be set.
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
            effect: Effect::Always,
            suggested: None,
        }
    }

    /// Creates a parameter with a default.
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

    /// Creates a parameter that may be left out and has no default, such as a variable to write to.
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

    /// Returns this parameter with a default, so that it need not be set.
    #[must_use]
    pub fn with_default(mut self, default: impl Into<Value>) -> Self {
        self.default = Some(default.into());
        self.required = false;
        self
    }

    /// Returns this parameter with constants limited to `min` to `max`, both included.
    #[must_use]
    pub fn within(mut self, min: f64, max: f64) -> Self {
        self.range = Some(Range { min, max });
        self
    }

    /// Returns this choice with the meaning of each of its texts, in the same order.
    #[must_use]
    pub fn meaning<T: Into<Text>>(mut self, help: impl IntoIterator<Item = T>) -> Self {
        self.choice_help = help.into_iter().map(Into::into).collect();
        self
    }

    /// Returns this parameter with the unit of its numbers.
    #[must_use]
    pub fn in_unit(mut self, unit: impl Into<Text>) -> Self {
        self.unit = unit.into();
        self
    }

    /// Returns this parameter with a constant that a new node of an editor starts with.
    #[must_use]
    pub fn suggesting(mut self, value: impl Into<Value>) -> Self {
        self.suggested = Some(value.into());
        self
    }

    /// Returns this parameter with an effect only while another parameter of the node has this value.
    #[must_use]
    pub fn only_while(self, parameter: impl Into<Text>, value: impl Into<Value>) -> Self {
        self.only_while_any(parameter, [value])
    }

    /// Returns this parameter with an effect only while another parameter of the node has one of these values.
    #[must_use]
    pub fn only_while_any<V: Into<Value>>(
        mut self,
        parameter: impl Into<Text>,
        values: impl IntoIterator<Item = V>,
    ) -> Self {
        self.effect = Effect::While {
            parameter: parameter.into(),
            values: values.into_iter().map(Into::into).collect(),
        };
        self
    }

    /// Returns this parameter with an effect only for a node with at least this many children.
    #[must_use]
    pub fn with_children(mut self, count: usize) -> Self {
        self.effect = Effect::WithChildren(count);
        self
    }
}
