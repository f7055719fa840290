//! How a node is to be written, port by port, and what of it cannot be. Knows one node at a time.

use rustc_hash::FxHashSet;
use treewright_core::abort::AbortType;
use treewright_core::category::Category;
use treewright_core::diagnostic::Transfer;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{
    Document, FILE_PARAMETER, Literal, Node, ParameterValue, SUBTREE, Scope, TREE_PARAMETER,
};
use treewright_core::value::Value;

use super::kinds::{self, Counting, Kind, Port};
use super::models::Defaults;
use super::{names, remarks, values};
use crate::xml::escape_value;

/// What has to be known to write a node.
#[derive(Clone, Copy)]
pub(super) struct Around<'a> {
    pub document: &'a Document,
    pub library: &'a NodeLibrary,
    /// Whether it stands in the main tree.
    pub in_main: bool,
    pub root_keys: &'a FxHashSet<String>,
    pub is_v3: bool,
    /// How many children of it are written.
    pub children: usize,
    /// How many of these are disabled.
    pub skipped: usize,
    /// What ports of subtrees are set to where nothing else is said.
    pub defaults: &'a Defaults,
    /// The name of the tree that a Subtree node runs, if it does not say it itself.
    pub tree: &'a str,
}

/// A node as it is to be written.
#[derive(Debug, Default)]
pub(super) struct Wanted {
    pub element: String,
    pub id: Option<String>,
    pub ports: Vec<WantedPort>,
    pub remarks: Vec<Transfer>,
}

/// A port as it is to be written.
#[derive(Debug)]
pub(super) struct WantedPort {
    pub name: String,
    pub text: String,
    /// The parameters that it says.
    pub parameters: Vec<String>,
    /// Whether it is written only because the library needs it.
    pub is_default: bool,
}

/// What a node should look like, and what the format cannot say of it.
pub(super) fn express(node: &Node, around: &Around<'_>) -> Wanted {
    let mut wanted = Wanted::default();
    if node.abort != AbortType::None {
        wanted.remarks.push(remarks::no_abort(node.abort));
    }
    if !node.overrides.is_empty() {
        wanted.remarks.push(remarks::no_override());
    }
    if &*node.task == SUBTREE {
        wanted.subtree(node, around);
    } else if let Some(kind) = kind_of(&node.task) {
        wanted.kind(node, kind, around);
    } else {
        wanted.other(node, around);
    }
    wanted
}

/// The node of theirs that a kind of ours is.
fn kind_of(task: &str) -> Option<&'static Kind> {
    match task {
        "UntilSuccess" => kinds::of_theirs(kinds::RETRY),
        "UntilFailure" => kinds::of_theirs(kinds::REPEAT),
        "ParallelSelector" | "ParallelComplete" => kinds::of_theirs("Parallel"),
        _ => kinds::of_ours(task),
    }
}

/// Whether a task is one of the library's own nodes there.
pub(super) fn is_kind(task: &str) -> bool {
    kind_of(task).is_some()
}

impl Wanted {
    fn port(&mut self, name: &str, text: String, parameters: &[&str]) -> &mut WantedPort {
        let index = self.ports.len();
        self.ports.push(WantedPort {
            name: name.to_owned(),
            text,
            parameters: parameters.iter().map(|p| (*p).to_owned()).collect(),
            is_default: false,
        });
        &mut self.ports[index]
    }

    fn subtree(&mut self, node: &Node, around: &Around<'_>) {
        "SubTree".clone_into(&mut self.element);
        let tree = node.text_parameter(TREE_PARAMETER);
        let tree = if tree.is_empty() { around.tree } else { tree };
        self.id = Some(tree.to_owned());
        for (name, value) in &node.parameters {
            if !matches!(&**name, TREE_PARAMETER | FILE_PARAMETER) {
                self.plain(name, value, around);
            }
        }
    }

    /// A parameter that is a port of the same name.
    fn plain(&mut self, name: &str, value: &ParameterValue, around: &Around<'_>) {
        if super::interpret::is_reserved(name) {
            self.remarks.push(remarks::port_reserved(name));
            return;
        }
        if !names::is_element(name) {
            self.remarks.push(remarks::bad_name(name));
            return;
        }
        let text = self.text(name, value, around);
        self.port(name, text, &[name]);
    }

    fn text(&mut self, name: &str, value: &ParameterValue, around: &Around<'_>) -> String {
        match value {
            ParameterValue::Variable(variable) => key_text(variable, around),
            ParameterValue::Literal(literal) => {
                let text = literal_text(literal);
                let misread = text.as_ref().is_none_or(|text| values::key(text).is_some());
                if misread {
                    let shown = literal.value.to_string();
                    self.remarks.push(remarks::text_misread(name, shown));
                }
                text.unwrap_or_default()
            }
        }
    }

    /// A node that is none of the library's own, or one of those that have no counterpart here.
    fn other(&mut self, node: &Node, around: &Around<'_>) {
        let name = names::theirs_of(&node.task);
        let declared = around.library.declaration(&node.task);
        let category = declared.map(|declaration| declaration.category);
        let is_own = declared.is_some() && around.library.library_of(&node.task).is_none();
        if is_own {
            if category.is_some_and(Category::is_leaf) {
                self.remarks.push(remarks::leaf_to_register(name));
            } else {
                self.remarks.push(remarks::no_counterpart(name));
            }
        } else if declared.is_none() && kinds::foreign(name).is_none() {
            self.remarks.push(remarks::task_undeclared(name));
        }
        let is_legal = names::is_legal(name);
        if !is_legal {
            self.remarks.push(remarks::name_explicit(name));
        }
        if is_legal && names::is_element(name) && names::family(name).is_none() {
            name.clone_into(&mut self.element);
        } else {
            let family = category.unwrap_or(Category::Action);
            names::explicit(family).clone_into(&mut self.element);
            self.id = Some(name.to_owned());
        }
        for (name, value) in &node.parameters {
            self.plain(name, value, around);
        }
    }

    fn kind(&mut self, node: &Node, kind: &'static Kind, around: &Around<'_>) {
        kind.theirs[0].clone_into(&mut self.element);
        match &*node.task {
            "UntilSuccess" => {
                self.port("num_attempts", "-1".to_owned(), &[""]);
            }
            "UntilFailure" => {
                self.port("num_cycles", "-1".to_owned(), &[]);
                self.only(node, "succeed", false);
            }
            "ParallelSelector" => {
                self.port("success_count", "1".to_owned(), &[]);
                self.port("failure_count", "-1".to_owned(), &[]);
            }
            "ParallelComplete" => {
                self.port("success_count", "1".to_owned(), &[]);
                self.port("failure_count", "1".to_owned(), &[]);
            }
            "Switch" => self.switch(node, around),
            _ => kind
                .ports
                .iter()
                .for_each(|port| self.of_kind(node, port, around)),
        }
        self.left_out(node, kind, around);
        if &*node.task == "Repeater" && !is_set_to(node, "end_on_failure", true) {
            self.remarks.push(remarks::ends_at_failure(&node.task));
        }
        if kinds::of_nav2(&node.task).is_some() {
            self.remarks.push(remarks::of_nav2(&node.task));
        }
        if &*node.task == "RecoveryNode" && around.children != 2 {
            self.remarks.push(remarks::child_count(&node.task, 2));
        }
    }

    /// What is set and no port takes: a game's composite may want something of each child, and a task of a game may be called as a kind.
    fn left_out(&mut self, node: &Node, kind: &'static Kind, around: &Around<'_>) {
        let declared = around.library.declaration(&node.task);
        for name in node.parameters.keys() {
            let is_said = kind.ports.iter().any(|port| port.ours == &**name)
                || self.ports.iter().any(|port| port.name == **name)
                || declared.is_some_and(|declared| declared.parameter(name).is_some());
            if !is_said {
                let remark = remarks::parameter_left_out(kind.theirs[0], name);
                self.remarks.push(remark);
            }
        }
    }

    /// A parameter that there is always this.
    fn only(&mut self, node: &Node, parameter: &str, value: bool) {
        if let Some(set) = node.parameters.get(parameter)
            && set.as_literal() != Some(&Value::Bool(value))
        {
            self.remarks
                .push(remarks::not_expressed(parameter, shown(set)));
        }
    }

    fn switch(&mut self, node: &Node, around: &Around<'_>) {
        let cases = around.children.saturating_sub(1);
        self.element = format!("Switch{}", cases.clamp(2, 6));
        for (name, value) in &node.parameters {
            let case = name.strip_prefix("case_").map(str::parse);
            match case {
                Some(Ok(case)) if (1..=cases).contains(&case) => self.plain(name, value, around),
                // The library refuses a file with a port that the node does not have.
                Some(Ok(1..=6)) => {
                    let remark = remarks::parameter_left_out(&self.element, name);
                    self.remarks.push(remark);
                }
                _ if **name == *"variable" => self.plain(name, value, around),
                _ => {}
            }
        }
    }

    fn of_kind(&mut self, node: &Node, port: &Port, around: &Around<'_>) {
        let theirs = port.theirs[0];
        if port.counting == Counting::Rounds {
            let forever = is_set_to(node, "forever", true);
            let parameters = ["count", "forever"];
            if forever {
                self.port(theirs, "-1".to_owned(), &parameters);
                return;
            }
            self.only(node, "forever", false);
        }
        let declared = around.library.declaration(&node.task);
        let default = declared.and_then(|d| d.parameter(port.ours)?.default.clone());
        let set = node.parameters.get(port.ours);
        let value = match (set, default) {
            (Some(value), _) => value.clone(),
            // The defaults are the same there.
            (None, _) if matches!(port.counting, Counting::Children | Counting::Defaulted) => {
                return;
            }
            (None, Some(default)) => ParameterValue::literal(default),
            (None, None) => return,
        };
        let Some(text) = self.converted(port, &value, around) else {
            return;
        };
        let parameters: &[&str] = match port.counting {
            Counting::Rounds => &["count", "forever"],
            _ => &[port.ours],
        };
        self.port(theirs, text, parameters).is_default = set.is_none();
    }

    /// What a parameter is there; none if that needs not be said.
    fn converted(
        &mut self,
        port: &Port,
        value: &ParameterValue,
        around: &Around<'_>,
    ) -> Option<String> {
        match (value, port.counting) {
            (ParameterValue::Variable(variable), Counting::Key) => {
                let text = key_text(variable, around);
                return Some(text[1..text.len() - 1].to_owned());
            }
            (ParameterValue::Literal(literal), unit) => match (&literal.value, unit) {
                (Value::Float(seconds), Counting::Milliseconds) => {
                    let (whole, is_exact) = values::whole_milliseconds(*seconds);
                    if !is_exact {
                        self.remarks.push(remarks::rounded(port.ours));
                    }
                    return Some(whole.to_string());
                }
                (Value::Int(seconds), Counting::Milliseconds) => {
                    return Some(seconds.saturating_mul(1000).max(0).to_string());
                }
                (Value::Int(0), Counting::Children) => return Some("-1".to_owned()),
                (Value::String(text), Counting::Skip) => match &**text {
                    "Same" => return Some("false".to_owned()),
                    "Success" => return None,
                    other => {
                        let remark = remarks::not_expressed(port.ours, other);
                        self.remarks.push(remark);
                        return None;
                    }
                },
                _ => {}
            },
            _ => {}
        }
        Some(self.text(port.ours, value, around))
    }
}

fn is_set_to(node: &Node, parameter: &str, value: bool) -> bool {
    let set = node.parameters.get(parameter);
    set.and_then(ParameterValue::as_literal) == Some(&Value::Bool(value))
}

fn shown(value: &ParameterValue) -> String {
    match value {
        ParameterValue::Literal(literal) => literal.value.to_string(),
        ParameterValue::Variable(name) => name.to_string(),
    }
}

/// A literal as a text, numbers as they were written.
fn literal_text(literal: &Literal) -> Option<String> {
    let is_number = matches!(literal.value, Value::Int(_) | Value::Float(_));
    match &literal.written {
        Some(written) if is_number => Some(written.to_string()),
        _ => values::text(&literal.value),
    }
}

/// A key in braces: what belongs to the whole tree here is an entry of the root's blackboard there.
fn key_text(variable: &str, around: &Around<'_>) -> String {
    if needs_root(variable, around) {
        format!("{{{}{variable}}}", values::ROOT)
    } else {
        format!("{{{variable}}}")
    }
}

pub(super) fn needs_root(variable: &str, around: &Around<'_>) -> bool {
    let scope = around.document.variable(variable).map(|v| v.scope);
    let is_shared = matches!(scope, Some(Scope::Tree | Scope::Global));
    is_shared && !around.in_main && !variable.starts_with(values::ROOT)
}

/// The tag of a node, made anew.
pub(super) fn new_tag(node: &Node, wanted: &Wanted) -> String {
    let mut text = format!("<{}", wanted.element);
    let mut add = |name: &str, value: &str| {
        text.push(' ');
        text.push_str(name);
        text.push_str("=\"");
        text.push_str(&escape_value(value));
        text.push('"');
    };
    if let Some(id) = &wanted.id {
        add("ID", id);
    }
    if !node.name.is_empty() {
        add("name", &node.name);
    }
    for port in &wanted.ports {
        add(&port.name, &port.text);
    }
    if node.disabled {
        add("_skipIf", "true");
    }
    text.push_str("/>");
    text
}
