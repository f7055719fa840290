//! What the core says of a run, in the reader's language: why nodes ended or do not run, what observers may do.

use treewright_core::expression::EvaluationError;
use treewright_core::ids::NodeId;
use treewright_core::model::{Document, Node, ParameterValue};
use treewright_core::runtime::{EndStatus, Prospect};
use treewright_insight::breakpoint::{NodeEvent, StopAt};
use treewright_insight::why::Sentence;

use super::Texts;

impl Texts {
    /// Why a node ended or does not run.
    pub fn why(&self, sentence: &Sentence) -> String {
        let mut translated = sentence.clone();
        for (name, value) in &mut translated.arguments {
            match *name {
                "status" | "child_status" => *value = self.choice(value),
                "abort" => *value = self.tr(&format!("abort.{value}")).into_owned(),
                "why" => *value = self.told(value),
                _ => {}
            }
        }
        self.by_code("why", sentence.code, &translated.arguments, &translated)
    }

    /// What a breakpoint waits for.
    pub fn breakpoint(&self, document: &Document, at: &StopAt) -> String {
        let of_node = |key: &str, node: &NodeId| {
            let title = self.title_of(document, node);
            self.tr_with(key, &[("node", &title)])
        };
        match at {
            StopAt::Node(node, NodeEvent::Start) => of_node("breakpoints.at_start", node),
            StopAt::Node(node, NodeEvent::Abort) => of_node("breakpoints.at_abort", node),
            StopAt::Node(node, NodeEvent::End(None)) => of_node("breakpoints.at_end", node),
            StopAt::Node(node, NodeEvent::End(Some(EndStatus::Inactive))) => {
                of_node("breakpoints.at_interruption", node)
            }
            StopAt::Node(node, NodeEvent::End(Some(status))) => {
                let title = self.title_of(document, node);
                let status = self.choice(status.name());
                let arguments = [("node", &*title), ("status", &*status)];
                self.tr_with("breakpoints.at_end_with", &arguments)
            }
            StopAt::Written(name) => self.tr_with("breakpoints.at_written", &[("name", name)]),
            StopAt::Becomes(name, value) => {
                let value = value.to_string();
                let arguments = [("name", &**name), ("value", &*value)];
                self.tr_with("breakpoints.at_becomes", &arguments)
            }
            StopAt::Expression(text) => self.tr_with("breakpoints.at_true", &[("text", text)]),
        }
    }

    /// What a conditional asks: its name, else the variable that it reads, else its task.
    pub fn asked(&self, node: &Node) -> String {
        if !node.name.is_empty() {
            return node.name.clone();
        }
        let mut read = node.parameters.values();
        let variable = read.find_map(ParameterValue::as_variable);
        variable.map_or_else(|| self.task_title(&node.task), str::to_owned)
    }

    /// Why an expression has no value.
    pub fn evaluation_error(&self, error: &EvaluationError) -> String {
        self.by_code("evaluation", error.code(), &error.arguments(), error)
    }

    /// Why an observer may or may not fire.
    pub fn prospect(&self, prospect: &Prospect<String>) -> String {
        self.by_code("prospect", prospect.code(), &prospect.arguments(), prospect)
    }
}
