//! Translated texts for what the core reports about runs: why nodes ended or cannot run, and what observers may do.

use std::sync::LazyLock;

use treewright_core::expression::EvaluationError;
use treewright_core::ids::NodeId;
use treewright_core::library::{NodeLibrary, PlainWords, parameter_line};
use treewright_core::model::{Document, Node, ParameterValue};
use treewright_core::runtime::{EndStatus, Prospect};
use treewright_core::{Argument, Message, ToArgument as _};
use treewright_insight::breakpoint::{NodeEvent, StopAt};
use treewright_insight::occurrence::Sought;

use super::{Texts, said};

impl Texts {
    /// The name of an agent: "Agent 1" for the first one.
    pub fn agent(&self, number: u64) -> String {
        let number = (number + 1).to_string();
        self.tr_with("run.agent", &[("number", &*number)])
    }

    /// A text about an agent, after its name.
    pub fn of_agent(&self, number: u64, text: &str) -> String {
        self.labeled(&self.agent(number), text)
    }

    /// Describes what a breakpoint waits for.
    pub fn breakpoint(&self, document: &Document, at: &StopAt) -> String {
        self.message(&breakpoint(document, at))
    }

    /// Describes what is looked for in a run.
    pub fn sought(&self, document: &Document, sought: &Sought) -> String {
        match sought {
            Sought::Node(node, event) => {
                let node = self.title_of(document, node);
                let of_node = [("node", &*node)];
                match event {
                    NodeEvent::Start => self.tr_with("find_in_time.started", &of_node),
                    NodeEvent::Abort => self.tr_with("find_in_time.aborted", &of_node),
                    NodeEvent::End(None) => self.tr_with("find_in_time.ended", &of_node),
                    NodeEvent::End(Some(EndStatus::Inactive)) => {
                        self.tr_with("find_in_time.interrupted", &of_node)
                    }
                    NodeEvent::End(Some(status)) => {
                        let status = self.choice(status.name());
                        let arguments = [of_node[0], ("status", &*status)];
                        self.tr_with("find_in_time.ended_with", &arguments)
                    }
                }
            }
            Sought::Change(name) => self.tr_with("find_in_time.changed", &[("name", name)]),
            Sought::Expression(text) => self.tr_with("find_in_time.true", &[("text", text)]),
            Sought::Error => self.tr("find_in_time.error").into_owned(),
        }
    }

    /// Describes what is looked for in the menu of its node or variable, with the number of frames in which it happened.
    pub fn sought_in_menu(&self, sought: &Sought, frames: usize) -> String {
        let what = match sought {
            Sought::Node(_, NodeEvent::Start) => self.tr("find_in_time.menu_started"),
            Sought::Node(_, NodeEvent::Abort) => self.tr("find_in_time.menu_aborted"),
            Sought::Node(_, NodeEvent::End(None)) => self.tr("find_in_time.menu_ended"),
            Sought::Node(_, NodeEvent::End(Some(EndStatus::Inactive))) => {
                self.tr("find_in_time.menu_interrupted")
            }
            Sought::Node(_, NodeEvent::End(Some(status))) => {
                let status = self.choice(status.name());
                let arguments = [("status", &*status)];
                self.tr_with("find_in_time.menu_ended_with", &arguments)
                    .into()
            }
            Sought::Change(_) => self.tr("find_in_time.menu_changed"),
            Sought::Expression(text) => self.tr_with("find_in_time.true", &[("text", text)]).into(),
            Sought::Error => self.tr("find_in_time.error"),
        };
        self.tr_count_with("find_in_time.in_frames", frames, &[("what", &*what)])
    }

    /// Names what a conditional checks: its own name, else the variable that it reads, else its task.
    pub fn condition_name(&self, node: &Node) -> String {
        self.argument(&asked(node))
    }

    /// Describes why an expression has no value.
    pub fn evaluation_error(&self, error: &EvaluationError) -> String {
        self.visible(&error.message())
    }

    /// Describes why an observer may or may not abort.
    pub fn prospect(&self, prospect: &Prospect<String>) -> String {
        let prospect = self.by_code("prospect", prospect.code(), &prospect.arguments(), prospect);
        self.as_sentence(&prospect)
    }
}

/// The conditionals whose parameters read like a sentence, such as `health < 20`.
const COMPARISONS: [&str; 4] = ["CompareInt", "CompareFloat", "CompareString", "Expression"];

/// Names what a conditional checks: its own name, else its comparison, else the variable that it reads, else its task.
pub fn asked(node: &Node) -> Argument {
    if !node.name.is_empty() {
        return node.name.to_argument();
    }
    if COMPARISONS.contains(&&*node.task) {
        static BUILTIN: LazyLock<NodeLibrary> = LazyLock::new(NodeLibrary::builtin);
        let declaration = BUILTIN.declaration(&node.task);
        let comparison = parameter_line(node, declaration, None, &PlainWords);
        if !comparison.is_empty() {
            return comparison.to_argument();
        }
    }
    let mut read = node.parameters.values();
    let variable = read.find_map(ParameterValue::as_variable);
    variable.map_or_else(
        || Argument::Task(node.task.clone()),
        treewright_core::ToArgument::to_argument,
    )
}

/// Describes what a breakpoint waits for.
pub fn breakpoint(document: &Document, at: &StopAt) -> Message {
    let title = |node: &NodeId| document.name_of(node);
    match at {
        StopAt::Node(node, event) => {
            let (key, status) = match event {
                NodeEvent::Start => ("breakpoints.at_start", None),
                NodeEvent::Abort => ("breakpoints.at_abort", None),
                NodeEvent::End(None) => ("breakpoints.at_end", None),
                NodeEvent::End(Some(EndStatus::Inactive)) => ("breakpoints.at_interruption", None),
                NodeEvent::End(Some(status)) => ("breakpoints.at_end_with", Some(status)),
            };
            let status = status.map(|status| Message::word("choice", status.name()));
            let status = status.map(|word| ("status", word.to_argument()));
            said(
                key,
                [("node", title(node))].into_iter().chain(status).collect(),
            )
        }
        StopAt::Written(name) => said("breakpoints.at_written", vec![("name", name.to_argument())]),
        StopAt::Becomes(name, value) => {
            let value = value.to_string().to_argument();
            let arguments = vec![("name", name.to_argument()), ("value", value)];
            said("breakpoints.at_becomes", arguments)
        }
        StopAt::Expression(text) => said("breakpoints.at_true", vec![("text", text.to_argument())]),
    }
}
