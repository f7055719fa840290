//! Decides how a node is to be written, port by port, and what cannot be expressed. Knows one node at a time.

use rustc_hash::FxHashSet;
use treewright_core::abort::AbortType;
use treewright_core::category::Category;
use treewright_core::diagnostic::TransferNote;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{
    Document, FILE_PARAMETER, Literal, Node, ParameterType, ParameterValue, SUBTREE, Scope,
    TREE_PARAMETER,
};
use treewright_core::value::Value;

use super::kinds::{self, BtcppMapping, PortConversion, PortMapping};
use super::models::PortDefaults;
use super::{names, remarks, values};
use crate::xml::escape_value;

/// The context in which a node is written.
#[derive(Clone, Copy)]
pub(super) struct NodeContext<'a> {
    pub document: &'a Document,
    pub library: &'a NodeLibrary,
    /// Whether it is in the main tree.
    pub in_main: bool,
    pub root_keys: &'a FxHashSet<String>,
    pub is_v3: bool,
    /// The number of its children that are written.
    pub children: usize,
    /// How many of these are disabled.
    pub skipped: usize,
    /// The default values of subtrees' ports.
    pub defaults: &'a PortDefaults,
    /// The name of the tree that a Subtree node runs, if its parameter does not say.
    pub tree: &'a str,
}

/// A node as it is to be written.
#[derive(Debug, Default)]
pub(super) struct WantedNode {
    pub element: String,
    pub id: Option<String>,
    pub ports: Vec<WantedPort>,
    pub remarks: Vec<TransferNote>,
}

/// A port as it is to be written.
#[derive(Debug)]
pub(super) struct WantedPort {
    pub name: String,
    pub text: String,
    /// The parameters that it expresses.
    pub parameters: Vec<String>,
    /// Whether it is written only because BehaviorTree.CPP requires it.
    pub is_default: bool,
}

/// Returns how a node is to be written, with export notes on what the format cannot express.
pub(super) fn express(node: &Node, around: &NodeContext<'_>) -> WantedNode {
    let mut wanted = WantedNode::default();
    if node.abort != AbortType::None {
        let note = remarks::no_abort(node.abort);
        let note = note.with_message_argument("abort", &node.abort.message());
        wanted.remarks.push(note);
    }
    if !node.overrides.is_empty() {
        wanted.remarks.push(remarks::no_override());
    }
    if &*node.task == SUBTREE {
        wanted.subtree(node, around);
    } else if let Some(kind) = kind_of(&node.task) {
        wanted.builtin_node(node, kind, around);
    } else {
        wanted.game_node(node, around);
    }
    wanted.note_untyped_values(node, around);
    wanted
}

/// Returns the entry for a built-in node type.
fn kind_of(task: &str) -> Option<&'static BtcppMapping> {
    match task {
        "UntilSuccess" => kinds::mapping_of(kinds::RETRY),
        "UntilFailure" => kinds::mapping_of(kinds::REPEAT),
        "ParallelSelector" | "ParallelComplete" => kinds::mapping_of("Parallel"),
        _ => kinds::mapping_to(task),
    }
}

/// Returns whether a task is one of BehaviorTree.CPP's own nodes.
pub(super) fn is_kind(task: &str) -> bool {
    kind_of(task).is_some()
}

impl WantedNode {
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

    /// Notes the values whose type is seen neither from their text nor from their parameter.
    fn note_untyped_values(&mut self, node: &Node, around: &NodeContext<'_>) {
        let declared = around.library.declaration(&node.task);
        for parameter in declared.iter().flat_map(|declared| &declared.parameters) {
            let set = node.parameters.get(&parameter.name);
            if let Some(value) = set.and_then(ParameterValue::as_literal)
                && parameter.parameter_type == ParameterType::Any
                && let Value::List(_) | Value::Vec2(_) | Value::Vec3(_) | Value::Color(_) = value
            {
                let remark = remarks::becomes_text(&*parameter.name, value.to_string());
                self.remarks.push(remark);
            }
        }
    }

    fn subtree(&mut self, node: &Node, around: &NodeContext<'_>) {
        "SubTree".clone_into(&mut self.element);
        let tree = node.text_parameter(TREE_PARAMETER);
        let tree = if tree.is_empty() { around.tree } else { tree };
        self.id = Some(tree.to_owned());
        for (name, value) in &node.parameters {
            if !matches!(&**name, TREE_PARAMETER | FILE_PARAMETER) {
                self.plain_port(name, value, around);
            }
        }
    }

    /// Adds a port for the parameter of the same name.
    fn plain_port(&mut self, name: &str, value: &ParameterValue, around: &NodeContext<'_>) {
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

    fn text(&mut self, name: &str, value: &ParameterValue, around: &NodeContext<'_>) -> String {
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

    /// A node that is not BehaviorTree.CPP's own, or one of those without an equivalent in this program.
    fn game_node(&mut self, node: &Node, around: &NodeContext<'_>) {
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
        } else if declared.is_none() && kinds::unmapped_node(name).is_none() {
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
            self.plain_port(name, value, around);
        }
    }

    fn builtin_node(&mut self, node: &Node, kind: &'static BtcppMapping, around: &NodeContext<'_>) {
        kind.theirs[0].clone_into(&mut self.element);
        match &*node.task {
            "UntilSuccess" => {
                self.port("num_attempts", "-1".to_owned(), &[""]);
            }
            "UntilFailure" => {
                self.port("num_cycles", "-1".to_owned(), &[]);
                self.note_unless(node, "succeed", false);
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
                .for_each(|port| self.builtin_port(node, port, around)),
        }
        self.note_skipped_parameters(node, kind, around);
        if &*node.task == "Repeater" && !is_set_to(node, "end_on_failure", true) {
            self.remarks.push(remarks::ends_at_failure(&node.task));
        }
        if kinds::nav2_mapping_of(&node.task).is_some() {
            self.remarks.push(remarks::of_nav2(&node.task));
        }
        if &*node.task == "RecoveryNode" && around.children != 2 {
            self.remarks.push(remarks::child_count(&node.task, 2));
        }
    }

    /// Notes parameters that are set and have no port: those that a composite of the game reads from each child, or
    /// those of a game's task with the name of a built-in type.
    fn note_skipped_parameters(
        &mut self,
        node: &Node,
        kind: &'static BtcppMapping,
        around: &NodeContext<'_>,
    ) {
        let declared = around.library.declaration(&node.task);
        for name in node.parameters.keys() {
            let is_expressed = kind.ports.iter().any(|port| port.ours == &**name)
                || self.ports.iter().any(|port| port.name == **name)
                || declared.is_some_and(|declared| declared.parameter(name).is_some());
            if !is_expressed {
                let remark = remarks::parameter_left_out(kind.theirs[0], name);
                self.remarks.push(remark);
            }
        }
    }

    /// Notes a parameter that differs from `value`, which is fixed in BehaviorTree.CPP.
    fn note_unless(&mut self, node: &Node, parameter: &str, value: bool) {
        if let Some(set) = node.parameters.get(parameter)
            && set.as_literal() != Some(&Value::Bool(value))
        {
            self.remarks
                .push(remarks::not_expressed(parameter, shown(set)));
        }
    }

    fn switch(&mut self, node: &Node, around: &NodeContext<'_>) {
        let cases = around.children.saturating_sub(1);
        self.element = format!("Switch{}", cases.clamp(2, 6));
        for (name, value) in &node.parameters {
            let case = name.strip_prefix("case_").map(str::parse);
            match case {
                Some(Ok(case)) if (1..=cases).contains(&case) => {
                    self.plain_port(name, value, around);
                }
                // BehaviorTree.CPP refuses a file with a port that the node does not have.
                Some(Ok(1..=6)) => {
                    let remark = remarks::parameter_left_out(&self.element, name);
                    self.remarks.push(remark);
                }
                _ if **name == *"variable" => self.plain_port(name, value, around),
                _ => {}
            }
        }
    }

    fn builtin_port(&mut self, node: &Node, port: &PortMapping, around: &NodeContext<'_>) {
        let theirs = port.theirs[0];
        if port.counting == PortConversion::Rounds {
            let forever = is_set_to(node, "forever", true);
            let parameters = ["count", "forever"];
            if forever {
                self.port(theirs, "-1".to_owned(), &parameters);
                return;
            }
            self.note_unless(node, "forever", false);
        }
        let declared = around.library.declaration(&node.task);
        let default = declared.and_then(|d| d.parameter(port.ours)?.default.clone());
        let set = node.parameters.get(port.ours);
        let value = match (set, default) {
            (Some(value), _) => value.clone(),
            // The defaults are the same there.
            (None, _)
                if matches!(
                    port.counting,
                    PortConversion::Children | PortConversion::Defaulted
                ) =>
            {
                return;
            }
            (None, Some(default)) => ParameterValue::literal(default),
            (None, None) => return,
        };
        let Some(text) = self.converted(port, &value, around) else {
            return;
        };
        let parameters: &[&str] = match port.counting {
            PortConversion::Rounds => &["count", "forever"],
            _ => &[port.ours],
        };
        self.port(theirs, text, parameters).is_default = set.is_none();
    }

    /// Returns the text of the port for a parameter; `None` if it need not be written.
    fn converted(
        &mut self,
        port: &PortMapping,
        value: &ParameterValue,
        around: &NodeContext<'_>,
    ) -> Option<String> {
        match (value, port.counting) {
            (ParameterValue::Variable(variable), PortConversion::Key) => {
                let text = key_text(variable, around);
                return Some(text[1..text.len() - 1].to_owned());
            }
            (ParameterValue::Literal(literal), unit) => match (&literal.value, unit) {
                (Value::Float(seconds), PortConversion::Milliseconds) => {
                    let (whole, is_exact) = values::whole_milliseconds(*seconds);
                    if !is_exact {
                        self.remarks.push(remarks::rounded(port.ours));
                    }
                    return Some(whole.to_string());
                }
                (Value::Int(seconds), PortConversion::Milliseconds) => {
                    return Some(seconds.saturating_mul(1000).max(0).to_string());
                }
                (Value::Int(0), PortConversion::Children) => return Some("-1".to_owned()),
                (Value::String(text), PortConversion::Skip) => match &**text {
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

/// Returns a constant as text, with numbers as they were written.
fn literal_text(literal: &Literal) -> Option<String> {
    let is_number = matches!(literal.value, Value::Int(_) | Value::Float(_));
    match &literal.written {
        Some(written) if is_number => Some(written.to_string()),
        _ => values::text(&literal.value),
    }
}

/// Returns a key in braces: variables of the whole tree here are entries of the root's blackboard there.
fn key_text(variable: &str, around: &NodeContext<'_>) -> String {
    if needs_root(variable, around) {
        format!("{{{}{variable}}}", values::ROOT)
    } else {
        format!("{{{variable}}}")
    }
}

pub(super) fn needs_root(variable: &str, around: &NodeContext<'_>) -> bool {
    let scope = around.document.variable(variable).map(|v| v.scope);
    let is_shared = matches!(scope, Some(Scope::Tree | Scope::Global));
    is_shared && !around.in_main && !variable.starts_with(values::ROOT)
}

/// Returns a new tag for a node.
pub(super) fn new_tag(node: &Node, wanted: &WantedNode) -> String {
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
