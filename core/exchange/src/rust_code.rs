//! Rust code (written only): a module with a function that builds the tree with this crate's [`DocumentBuilder`], for
//! games that do not load files.
//!
//! It contains what a game config contains: see [`game_config`](super::game_config). The function is named after the
//! document; nodes are created in functions of limited size, so that a large tree compiles, too.
//!
//! [`DocumentBuilder`]: treewright_core::model::DocumentBuilder

use std::fmt::Write as _;

use treewright_core::abort::AbortType;
use treewright_core::diagnostic::{Diagnostic, visible};
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, Node, ParameterValue, Variable};
use treewright_core::project::{Project, references};
use treewright_core::value::{Value, ValueType};

use super::flattened::flattened;
use super::game_config::{bare, refuse_unfixable, remarks, skipped_notes};
use super::words;
use crate::common::{Exported, Format, MARK, WriteMode, WriteOption, WriteOptions, of_document};

pub(super) static FORMAT: Format = Format {
    write: WriteMode::ToRun(write),
    options: &[WriteOption::InlineSubtrees],
    leaves_mark: true,
    ..Format::new("rust", "Rust code", "rs")
};

/// The approximate number of lines of a function that creates nodes.
const LINES_OF_A_FUNCTION: usize = 80;

/// Writes the document of a project.
fn write(
    project: &Project<'_>,
    library: &NodeLibrary,
    options: &WriteOptions,
    path: String,
) -> Result<Exported, Vec<Diagnostic>> {
    refuse_unfixable(project, library)?;
    let mut remarks = skipped_notes(project, library);
    let flat;
    let mut source = *project;
    if options.inline_subtrees {
        flat = flattened(project, library)?;
        source = Project::alone(&flat);
    } else {
        for file in references(project.document) {
            remarks.push(of_document(remarks::elsewhere(file)));
        }
    }
    let document = bare(&source, library, &str::to_owned);
    if options.inline_subtrees {
        // What a use passes on fails where it arrives.
        refuse_unfixable(&Project::alone(&document), library)?;
    }
    Ok(Exported {
        remarks,
        ..Exported::one(path, module(&document, project.path))
    })
}

/// Returns the text of the module.
fn module(document: &Document, path: &str) -> String {
    let from = if path.is_empty() { "a tree" } else { path };
    let name = function_name(&document.name);
    let parts = parts(document);
    let mut out = format!(
        "//! {MARK} from {}; changes here are lost when it is written again.\n\n{USES}\n",
        one_line(from)
    );
    // Writing to a String cannot fail.
    let _ = write!(
        out,
        "/// {}\n///\n/// # Errors\n/// Returns the node that could not be added, which cannot happen unless this code is changed.\npub fn {name}() -> Result<Document, Box<Node>> {{\n    let mut builder = DocumentBuilder::new({});\n",
        match one_line(&document.name) {
            name if name.is_empty() => "The tree.".to_owned(),
            name => format!("The tree `{}`.", name.replace('`', "'")),
        },
        quoted(&document.name)
    );
    push_settings(document, &mut out);
    for variable in &document.variables {
        push_variable(variable, &mut out);
    }
    for number in 1..=parts.len() {
        let _ = writeln!(out, "    add_nodes_{number}(&mut builder)?;");
    }
    out.push_str("    Ok(builder.finish())\n}\n");
    for (number, part) in (1..).zip(parts) {
        let _ = writeln!(
            out,
            "\nfn add_nodes_{number}(builder: &mut DocumentBuilder) -> Result<(), Box<Node>> {{"
        );
        out.push_str(&part);
        out.push_str("    Ok(())\n}\n");
    }
    out
}

/// Returns the code that creates all nodes, each before its children, in parts of limited size.
fn parts(document: &Document) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut lines = LINES_OF_A_FUNCTION;
    for node in document.pre_order() {
        let mut code = String::new();
        push_node(document, node, &mut code);
        if lines >= LINES_OF_A_FUNCTION {
            parts.push(String::new());
            lines = 0;
        }
        lines += code.lines().count();
        if let Some(part) = parts.last_mut() {
            part.push_str(&code);
        }
    }
    parts
}

/// The imports of every module.
const USES: &str = "#[allow(unused_imports)]
use treewright_core::{
    abort::AbortType,
    model::{
        Document, DocumentBuilder, NamedTree, Node, Override, ParameterValue, Scope, Variable,
    },
    value::{Value, ValueType},
};
";

/// Returns a text for a comment. The compiler refuses characters that change the text direction there.
fn one_line(text: &str) -> String {
    let on_one_line = |c: char| if c.is_control() { ' ' } else { c };
    let text: String = text.chars().map(on_one_line).collect();
    visible(text.trim()).into_owned()
}

/// Returns the name of the function: after the document, if its name has letters that any editor shows.
fn function_name(document: &str) -> String {
    const KEYWORDS: [&str; 51] = [
        "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate",
        "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl",
        "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub",
        "ref", "return", "self", "static", "struct", "super", "trait", "true", "try", "type",
        "typeof", "union", "unsafe", "unsized", "use", "virtual", "where", "while",
    ];
    let name = words::snake_case(document);
    let is_taken = KEYWORDS.contains(&&*name) || name.starts_with("add_nodes");
    match name.chars().next() {
        Some(first) if first.is_ascii_alphabetic() && !is_taken => name,
        Some(_) => format!("tree_{name}"),
        None => "tree".to_owned(),
    }
}

fn push_settings(document: &Document, out: &mut String) {
    let mut settings = Vec::new();
    if document.restart_when_complete {
        settings.push("document.restart_when_complete = true;".to_owned());
    }
    if document.seed != 0 {
        settings.push(format!("document.seed = {};", document.seed));
    }
    for library in &document.libraries {
        settings.push(format!(
            "document.libraries.push({}.into());",
            quoted(library)
        ));
    }
    for tree in &document.trees {
        let (name, root) = (quoted(&tree.name), quoted(tree.root.as_str()));
        settings.push(format!(
            "document.trees.push(NamedTree::new({name}, {root}));"
        ));
    }
    if settings.is_empty() {
        return;
    }
    out.push_str("    builder.settings(|document| {\n");
    for setting in settings {
        let _ = writeln!(out, "        {setting}");
    }
    out.push_str("    });\n");
}

fn push_variable(variable: &Variable, out: &mut String) {
    let _ = writeln!(
        out,
        "    let mut variable = Variable::new({}, {});\n    variable.scope = Scope::{:?};\n    variable.initial = {}.into();\n    builder.variable(variable);",
        quoted(&variable.name),
        value_type(&variable.value_type),
        variable.scope,
        value(&variable.initial.value)
    );
}

fn push_node(document: &Document, node: &Node, out: &mut String) {
    let (id, task) = (quoted(node.id().as_str()), quoted(&node.task));
    let fields = fields(node);
    let mutable = if fields.is_empty() { "" } else { "mut " };
    let _ = write!(out, "    let {mutable}node = Node::new({id}, {task})");
    for (name, set) in &node.parameters {
        let _ = write!(
            out,
            "\n        .with_parameter({}, {})",
            quoted(name),
            parameter(set)
        );
    }
    out.push_str(";\n");
    for field in fields {
        let _ = writeln!(out, "    node.{field};");
    }
    let _ = match node.parent() {
        Some(parent) => writeln!(
            out,
            "    builder.child(&{}.into(), node)?;",
            quoted(parent.as_str())
        ),
        None if document.root() == Some(node.id()) => writeln!(out, "    builder.root(node)?;"),
        None => writeln!(out, "    builder.loose(node)?;"),
    };
}

/// Returns the fields that are set on a node besides its parameters.
fn fields(node: &Node) -> Vec<String> {
    let mut fields = Vec::new();
    if !node.name.is_empty() {
        fields.push(format!("name = {}.into()", quoted(&node.name)));
    }
    if node.abort != AbortType::None {
        fields.push(format!("abort = AbortType::{:?}", node.abort));
    }
    if node.disabled {
        fields.push("disabled = true".to_owned());
    }
    for set in &node.overrides {
        let (path, name) = (quoted(&set.path), quoted(&set.parameter));
        fields.push(format!(
            "overrides.push(Override {{ path: {path}.into(), parameter: {name}.into(), value: {} }})",
            parameter(&set.value)
        ));
    }
    fields
}

#[cfg(test)]
mod tests;

/// Returns a text in quotes: Rust's debug form, with all invisible characters escaped as Rust does.
fn quoted(text: &str) -> String {
    visible(&format!("{text:?}")).into_owned()
}

/// Returns the code of a parameter value.
fn parameter(set: &ParameterValue) -> String {
    match set {
        ParameterValue::Literal(literal) => {
            format!("ParameterValue::literal({})", value(&literal.value))
        }
        ParameterValue::Variable(name) => format!("ParameterValue::variable({})", quoted(name)),
    }
}

/// Returns the code of a value.
fn value(value: &Value) -> String {
    match value {
        Value::Bool(b) => format!("Value::Bool({b})"),
        Value::Int(whole) => format!("Value::Int({whole})"),
        Value::Float(number) => format!("Value::Float({})", float(*number)),
        Value::String(text) => format!("Value::String({}.into())", quoted(text)),
        Value::Vec2(parts) => format!("Value::Vec2([{}])", floats(parts)),
        Value::Vec3(parts) => format!("Value::Vec3([{}])", floats(parts)),
        Value::Color(parts) => {
            let parts: Vec<String> = parts.iter().map(|part| single(*part)).collect();
            format!("Value::Color([{}])", parts.join(", "))
        }
        Value::List(items) => {
            let items: Vec<String> = items.iter().map(self::value).collect();
            format!("Value::List(vec![{}].into())", items.join(", "))
        }
    }
}

fn floats(parts: &[f64]) -> String {
    let parts: Vec<String> = parts.iter().map(|part| float(*part)).collect();
    parts.join(", ")
}

fn float(number: f64) -> String {
    if number.is_finite() {
        return format!("{number:?}");
    }
    named("f64", number.is_nan(), number < 0.0)
}

fn single(number: f32) -> String {
    if number.is_finite() {
        return format!("{number:?}");
    }
    named("f32", number.is_nan(), number < 0.0)
}

/// Returns the constant for a number that has no digits.
fn named(of: &str, is_nan: bool, is_negative: bool) -> String {
    match (is_nan, is_negative) {
        (true, _) => format!("{of}::NAN"),
        (_, true) => format!("{of}::NEG_INFINITY"),
        _ => format!("{of}::INFINITY"),
    }
}

/// Returns the code of a type.
fn value_type(value_type: &ValueType) -> String {
    match value_type {
        ValueType::List(items) => format!("ValueType::List(Box::new({}))", self::value_type(items)),
        simple => format!("ValueType::{simple:?}"),
    }
}
