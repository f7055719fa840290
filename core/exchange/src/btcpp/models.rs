//! `TreeNodesModel`, in which a file describes the nodes that its trees use, and the task library that it becomes.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use indexmap::{IndexMap, IndexSet};
use serde::{Deserialize, Serialize};
use treewright_core::category::Category;
use treewright_core::diagnostic::TransferNote;
use treewright_core::format::json;
use treewright_core::library::{NodeLibrary, TaskDeclaration};
use treewright_core::model::{
    Document, Extra, NodeDeclaration, ParameterDeclaration, ParameterType,
};
use treewright_core::runtime::Status;
use treewright_core::value::ValueType;

use super::kept::KEY;
use super::{kinds, names, remarks, values};
use crate::xml::{Element, Xml, escape_text, escape_value};

/// The data of a port that a parameter cannot express.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
struct KeptPort {
    #[serde(skip_serializing_if = "String::is_empty")]
    port: String,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    port_type: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    default: Option<String>,
}

const IN: &str = "input_port";
const OUT: &str = "output_port";
const BOTH: &str = "inout_port";

/// Returns the models in a file, skipping those of BehaviorTree.CPP's own nodes.
pub(super) fn of_file(models: Element<'_>) -> impl Iterator<Item = Element<'_>> {
    models.elements().filter(|model| {
        let id = model.attribute("ID").unwrap_or_default();
        let is_node = names::family(model.name()).is_some();
        is_node && names::is_declarable(&id) && !kinds::is_taken(&id)
    })
}

/// The default values of subtrees' ports, by tree and port.
pub(super) type PortDefaults = IndexMap<String, IndexMap<String, String>>;

/// Returns the default values of the subtrees that a file describes.
pub(super) fn defaults(models: Element<'_>) -> PortDefaults {
    let mut defaults = PortDefaults::new();
    for subtree in models.elements().filter(|m| m.name() == "SubTree") {
        let tree = subtree.attribute("ID").unwrap_or_default().into_owned();
        let ports = subtree.elements().filter_map(|port| {
            let name = port.attribute("name").filter(|_| is_port(port))?;
            let default = port.attribute("default")?.into_owned();
            Some((name.into_owned(), default))
        });
        defaults.entry(tree).or_default().extend(ports);
    }
    defaults
}

/// The ports of subtrees that must be set, by tree.
pub(super) type RequiredPorts = IndexMap<String, Vec<String>>;

/// Returns the ports without a default of the subtrees that a file describes.
pub(super) fn required(models: Element<'_>) -> RequiredPorts {
    let mut required = RequiredPorts::new();
    for subtree in models.elements().filter(|m| m.name() == "SubTree") {
        let tree = subtree.attribute("ID").unwrap_or_default().into_owned();
        let ports = subtree.elements().filter(|port| {
            is_port(*port)
                && port
                    .attribute("default")
                    .is_none_or(|default| default.is_empty())
        });
        let names = ports.filter_map(|port| Some(port.attribute("name")?.into_owned()));
        required.entry(tree).or_default().extend(names);
    }
    required
}

/// Returns import notes on invalid names of the ports that a file describes.
pub(super) fn port_faults(models: Element<'_>) -> Vec<TransferNote> {
    let mut faults = Vec::new();
    for model in models.elements() {
        let id = model.attribute("ID").unwrap_or_default();
        for port in ports(model) {
            let name = port.attribute("name").unwrap_or_default();
            if names::is_model_port(&name) {
                continue;
            }
            // BehaviorTree.CPP only reads the models of subtrees.
            faults.push(if model.name() == "SubTree" {
                remarks::model_port_refused(&id, name)
            } else {
                remarks::model_port_unusable(&id, name)
            });
        }
    }
    faults
}

/// The most ports of a task: each is looked up by name many times.
pub(super) const MAX_PORTS: usize = 1_000;

/// Returns the ports that a model describes.
fn ports(model: Element<'_>) -> impl Iterator<Item = Element<'_>> + use<'_> {
    model.elements().filter(|element| is_port(*element))
}

/// Returns the tasks of the models in a file that have more ports than are read.
pub(super) fn oversized_tasks(root: Element<'_>) -> impl Iterator<Item = String> {
    let models = root
        .elements()
        .filter(|part| part.name() == "TreeNodesModel");
    let long = models
        .flat_map(of_file)
        .filter(|model| ports(*model).nth(MAX_PORTS).is_some());
    long.map(|model| model.attribute("ID").unwrap_or_default().into_owned())
}

fn is_port(element: Element<'_>) -> bool {
    matches!(element.name(), IN | OUT | BOTH)
}

/// Returns the name of the task that a model describes.
pub(super) fn task_name(model: Element<'_>) -> String {
    let id = model.attribute("ID").unwrap_or_default();
    if is_built_in(model) {
        return id.into_owned();
    }
    names::task_of(&id)
}

/// Returns whether a model describes a node of nav2 that is built in here.
pub(super) fn is_built_in(model: Element<'_>) -> bool {
    let id = model.attribute("ID").unwrap_or_default();
    let family = names::family(model.name());
    kinds::nav2_mapping_of(&id).is_some() && family.is_some_and(|family| !family.is_leaf())
}

/// Returns the task that a model describes.
pub(super) fn task(model: Element<'_>) -> Option<TaskDeclaration> {
    let category = names::family(model.name())?;
    model.attribute("ID")?;
    let mut task = TaskDeclaration::of(category, task_name(model), description(model));
    if category.is_leaf() {
        task.stand_in = Some(Status::Success);
    } else {
        task.declaration.details =
            "- BehaviorTree.CPP: only the program knows what it does with its children.".into();
    }
    for port in ports(model).take(MAX_PORTS) {
        if let Some(name) = port.attribute("name")
            && names::is_declarable(&name)
            && task.declaration.parameter(&name).is_none()
        {
            let (parameter, kept) = parameter(port, name.into_owned());
            let name = parameter.name.to_string();
            task.declaration.parameters.push(parameter);
            if let Ok(json) = json::to_string(&kept) {
                let extra: Extra = BTreeMap::from([(KEY.to_owned(), json)]);
                task.parameter_extra.insert(name, extra);
            }
        }
    }
    Some(task)
}

fn description(model: Element<'_>) -> String {
    let text = model.element("description").map(|d| d.text());
    text.unwrap_or_default().trim().to_owned()
}

fn parameter(port: Element<'_>, name: String) -> (ParameterDeclaration, KeptPort) {
    let port_type = port.attribute("type").map(Cow::into_owned);
    let value_type = port_type.as_deref().and_then(value_type);
    let mut kept = KeptPort {
        port: port.name().to_owned(),
        port_type,
        default: None,
    };
    let parameter_type = match (port.name(), &value_type) {
        (IN, Some(value_type)) => ParameterType::Value(value_type.clone()),
        (IN, None) => ParameterType::Any,
        (_, value_type) => ParameterType::VariableName(value_type.clone()),
    };
    let help = port.text().trim().to_owned();
    let is_input = port.name() == IN;
    let mut parameter = ParameterDeclaration::without_default(name, parameter_type, help);
    if let Some(default) = port.attribute("default") {
        let is_key = values::key(&default).is_some();
        let literal = (!is_key && is_input)
            .then(|| values::literal(&default, value_type.as_ref()))
            .and_then(|value| value.as_literal().cloned())
            .filter(|value| value_type.as_ref().is_none_or(|t| t.accepts(value)));
        parameter.default = literal;
        kept.default = Some(default.into_owned());
    }
    (parameter, kept)
}

/// Returns the value type for a C++ type.
pub(super) fn value_type(name: &str) -> Option<ValueType> {
    let name = name.trim();
    let name = name.strip_prefix("std::").unwrap_or(name);
    if let Some(inside) = name
        .strip_prefix("vector<")
        .and_then(|n| n.strip_suffix('>'))
    {
        let element = value_type(inside).filter(|t| !matches!(t, ValueType::List(_)))?;
        return Some(ValueType::List(Box::new(element)));
    }
    match name {
        "bool" => Some(ValueType::Bool),
        "int" | "unsigned" | "unsigned int" | "long" | "size_t" | "int8_t" | "int16_t"
        | "int32_t" | "int64_t" | "uint8_t" | "uint16_t" | "uint32_t" | "uint64_t" | "int8"
        | "int16" | "int32" | "int64" | "uint8" | "uint16" | "uint32" | "uint64" => {
            Some(ValueType::Int)
        }
        "double" | "float" => Some(ValueType::Float),
        "string" | "string_view" => Some(ValueType::String),
        _ => None,
    }
}

/// Returns the C++ type that is written for a value type.
fn type_name(value_type: &ValueType) -> String {
    match value_type {
        ValueType::Bool => "bool".to_owned(),
        ValueType::Int => "int64_t".to_owned(),
        ValueType::Float => "double".to_owned(),
        ValueType::String => "std::string".to_owned(),
        ValueType::Vec2 => "Vec2".to_owned(),
        ValueType::Vec3 => "Vec3".to_owned(),
        ValueType::Color => "Color".to_owned(),
        ValueType::List(element) => format!("std::vector<{}>", type_name(element)),
    }
}

/// Returns whether a model matches a task's declaration.
pub(super) fn matches_declaration(model: Element<'_>, declaration: &NodeDeclaration) -> bool {
    task(model).is_some_and(|task| {
        let (model, now) = (&task.declaration, declaration);
        model.category == now.category
            && model.summary == now.summary
            && model.parameters == now.parameters
    })
}

/// Returns the model of a task, each line with this indent. What agrees with the old model is written as it is there.
pub(super) fn write(
    declaration: &NodeDeclaration,
    before: Option<Element<'_>>,
    indent: (&str, &str),
    newline: &str,
) -> String {
    let (line, step) = indent;
    let element = names::explicit(declaration.category);
    let id = escape_value(names::theirs_of(&declaration.task));
    let mut text = format!("<{element} ID=\"{id}\"");
    let summary = !declaration.summary.is_empty();
    if declaration.parameters.is_empty() && !summary {
        text.push_str("/>");
        return text;
    }
    text.push('>');
    for parameter in &declaration.parameters {
        let old = before.and_then(|model| {
            let mut ports = ports(model).take(MAX_PORTS);
            ports.find(|port| port.attribute("name").as_deref() == Some(&*parameter.name))
        });
        text.push_str(newline);
        text.push_str(line);
        text.push_str(step);
        text.push_str(&port(parameter, old));
    }
    for unread in before.into_iter().flat_map(ports).skip(MAX_PORTS) {
        text.push_str(newline);
        text.push_str(line);
        text.push_str(step);
        text.push_str(unread.source());
    }
    if summary {
        let summary = escape_text(&declaration.summary);
        let _ = write!(
            text,
            "{newline}{line}{step}<description>{summary}</description>"
        );
    }
    let _ = write!(text, "{newline}{line}</{element}>");
    text
}

fn port(parameter: &ParameterDeclaration, old: Option<Element<'_>>) -> String {
    if let Some(old) = old
        && self::parameter(old, parameter.name.to_string()).0 == *parameter
    {
        return old.source().to_owned();
    }
    let (element, value_type) = match &parameter.parameter_type {
        ParameterType::VariableName(of) => (OUT, of.clone()),
        ParameterType::Value(of) => (IN, Some(of.clone())),
        ParameterType::Choice(_)
        | ParameterType::Expression(_)
        | ParameterType::Tree
        | ParameterType::Name => (IN, Some(ValueType::String)),
        ParameterType::SameAs(_) | ParameterType::Any => (IN, None),
    };
    let of_old = old.and_then(|old| {
        let written = old.attribute("type")?.into_owned();
        let is_same = self::value_type(&written) == value_type;
        is_same.then_some(written)
    });
    let element = match old {
        Some(old) if old.name() == BOTH && element == OUT => BOTH,
        _ => element,
    };
    let mut text = format!("<{element} name=\"{}\"", escape_value(&parameter.name));
    if let Some(name) = of_old.or_else(|| value_type.as_ref().map(type_name)) {
        let _ = write!(text, " type=\"{}\"", escape_value(&name));
    }
    if let Some(default) = parameter.default.as_ref().and_then(values::text) {
        let _ = write!(text, " default=\"{}\"", escape_value(&default));
    }
    if parameter.help.is_empty() {
        text.push_str("/>");
    } else {
        let _ = write!(text, ">{}</{element}>", escape_text(&parameter.help));
    }
    text
}

/// Returns a declaration of a task that a file uses without a model: its ports accept any value.
pub(super) fn inferred_task(
    name: &str,
    category: Category,
    ports: &IndexSet<String>,
) -> TaskDeclaration {
    let foreign = kinds::unmapped_node(name);
    let summary = match foreign {
        Some(_) => "A node of BehaviorTree.CPP without a counterpart here.",
        None => "Used in a file of BehaviorTree.CPP that has no model of it.",
    };
    let task = if foreign.is_some() || name == kinds::SET {
        name.to_owned()
    } else {
        names::task_of(name)
    };
    let mut task = TaskDeclaration::of(category, task, summary);
    if category.is_leaf() {
        task.stand_in = Some(Status::Success);
    }
    let known = foreign.map_or(&[][..], |(_, _, ports)| *ports);
    let known = known.iter().map(|port| (*port).to_owned());
    let all: IndexSet<String> = known.chain(ports.iter().cloned()).collect();
    for port in all.into_iter().take(MAX_PORTS) {
        let parameter = ParameterDeclaration::without_default(port, ParameterType::Any, "");
        task.declaration.parameters.push(parameter);
    }
    task
}

/// Parses the models in a kept text.
pub(super) fn parse(kept: &str) -> Option<Xml<'_>> {
    Xml::read(kept.as_bytes()).ok()
}

/// Returns the tasks that a document uses and its file does not describe, without built-in ones.
pub(super) fn unmodeled(
    document: &Document,
    models: &IndexMap<String, TaskDeclaration>,
) -> Vec<String> {
    let builtin = NodeLibrary::builtin();
    let tasks: BTreeSet<&str> = document.nodes().map(|node| &*node.task).collect();
    let own = |task: &&str| {
        let is_theirs =
            builtin.declaration(task).is_none() || kinds::nav2_mapping_of(task).is_some();
        is_theirs && !models.contains_key(*task)
    };
    tasks.into_iter().filter(own).map(str::to_owned).collect()
}
