//! What the engine replies to a page, as it is written. Knows no run.

use serde::Serialize;
use treewright_core::format::literal::push_value;
use treewright_core::value::Value;
use treewright_core::{Argument, Message};

/// The run at a frame.
#[derive(Serialize)]
pub struct Moment {
    pub frame: u64,
    pub first: u64,
    pub last: u64,
    /// The game time in seconds.
    pub time: f64,
    pub is_finished: bool,
    /// The line at which the text of the recording ends in the middle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut_off: Option<usize>,
    pub agent: u64,
    pub agents: Vec<u64>,
    pub nodes: Vec<NodePlace>,
    pub variables: Vec<VariableValue>,
    /// What aborted what in this frame.
    pub aborts: Vec<Abort>,
    /// The frame as a line of a recording; none before the first one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
}

/// A node of the program.
#[derive(Serialize)]
pub struct NodePlace {
    pub id: String,
    /// The id of the node in its document.
    pub document_node: String,
    /// Its document; none for the main one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    pub state: &'static str,
    /// The frame in which it entered this state.
    pub since: u64,
    pub visits: u32,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub can_be_forced: bool,
    /// Whether it runs until it gets a result.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub waits: bool,
}

/// An abort, with nodes of the program.
#[derive(Serialize)]
pub struct Abort {
    /// The conditional whose answer changed.
    pub conditional: String,
    pub became_true: bool,
    /// The composite that watched it.
    pub by: String,
    /// The top of what was aborted, if anything was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aborted: Option<String>,
}

/// A variable, with its value as documents contain it.
#[derive(Serialize)]
pub struct VariableValue {
    name: String,
    value: String,
    /// Its type, as documents name it.
    kind: String,
}

impl VariableValue {
    pub fn of(name: &str, value: &Value) -> Self {
        let mut text = String::new();
        push_value(value, &mut text);
        Self {
            name: name.to_owned(),
            value: text,
            kind: value.value_type().to_string(),
        }
    }
}

/// A request that failed.
#[derive(Serialize)]
pub struct Failed {
    pub error: Told,
}

/// A chain of reasons.
#[derive(Serialize)]
pub struct Reasons {
    pub why: Vec<Reason>,
}

/// A link of a chain of reasons.
#[derive(Serialize)]
pub struct Reason {
    /// The frame of the event that decided; none if no event did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frame: Option<u64>,
    /// The node in the program.
    pub node: String,
    pub told: Told,
}

/// A message: the key of its text, what fills it in, and the English text.
#[derive(Serialize)]
pub struct Told {
    family: &'static str,
    code: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    arguments: Vec<(&'static str, Filling)>,
    english: String,
}

impl Told {
    pub fn of(message: &Message) -> Self {
        let arguments = message.arguments().iter();
        Self {
            family: message.family(),
            code: message.code(),
            arguments: arguments
                .map(|(name, argument)| (*name, Filling::of(argument)))
                .collect(),
            english: message.english().to_owned(),
        }
    }
}

/// What fills in a placeholder: a text as it is, or what the page translates.
#[derive(Serialize)]
#[serde(untagged)]
enum Filling {
    Text(String),
    Message(Box<Told>),
    Task { task: String },
    Parameter { task: String, parameter: String },
    List(Vec<Filling>),
}

impl Filling {
    fn of(argument: &Argument) -> Self {
        match argument {
            Argument::Text(text) => Self::Text(text.to_string()),
            Argument::Message(message) => Self::Message(Box::new(Told::of(message))),
            Argument::Task(task) => Self::Task {
                task: task.to_string(),
            },
            Argument::Parameter(name) => Self::Parameter {
                task: name.task.to_string(),
                parameter: name.name.to_string(),
            },
            Argument::List(list) => Self::List(list.iter().map(Self::of).collect()),
        }
    }
}
