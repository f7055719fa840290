//! The reference of node types as Markdown: one section each, with its reactions to child results and its parameters.

use std::fmt::Write as _;

use treewright_core::category::Category;
use treewright_core::library::NodeLibrary;
use treewright_core::model::NodeDeclaration;

use super::{NodeHelp, ParameterHelp};
use crate::i18n::Texts;

/// Writes the reference of all node types.
pub fn write(all: &NodeLibrary, texts: &Texts) -> String {
    let mut out = format!("# {}\n", texts.tr("nodes_list.title"));
    for category in Category::ALL {
        let kinds = all.declarations().filter(|kind| kind.category == category);
        let mut kinds = kinds.peekable();
        if kinds.peek().is_some() {
            let title = texts.tr(&format!("category.{category}")).into_owned();
            // writing to a String cannot fail
            let _ = write!(out, "\n## {title}\n");
        }
        for kind in kinds {
            let help = NodeHelp::new(kind, all, texts, &ToString::to_string);
            write_kind(&help, texts, "###", &mut out);
        }
    }
    out
}

/// Writes the page of one node type.
pub fn page(kind: &NodeDeclaration, all: &NodeLibrary, texts: &Texts) -> String {
    let help = NodeHelp::new(kind, all, texts, &|value_type| texts.type_title(value_type));
    let mut out = String::new();
    write_kind(&help, texts, "#", &mut out);
    out.trim_start().to_owned()
}

fn write_kind(kind: &NodeHelp, texts: &Texts, mark: &str, out: &mut String) {
    let heading = if kind.title == kind.task {
        escaped(&kind.title)
    } else {
        texts.with_note(&escaped(&kind.title), &code(&kind.task))
    };
    let _ = write!(out, "\n{mark} {heading}\n");
    if let Some(library) = &kind.library {
        let from = texts.tr_with("nodes_list.from", &[("library", library)]);
        let _ = write!(out, "\n*{}*\n", escaped(&from));
    }
    if !kind.summary.is_empty() {
        let _ = write!(out, "\n{}\n", kind.summary);
    }
    write_child_rules(kind, texts, out);
    if !kind.details.is_empty() {
        let _ = writeln!(out);
    }
    for line in &kind.details {
        let _ = writeln!(out, "- {line}");
    }
    write_parameters(&kind.parameters, texts, out);
    if !kind.child_parameters.is_empty() {
        let _ = write!(out, "\n{}\n", texts.tr("nodes_list.of_children"));
        write_parameters(&kind.child_parameters, texts, out);
    }
}

fn write_child_rules(kind: &NodeHelp, texts: &Texts, out: &mut String) {
    if kind.child_rules.is_empty() {
        return;
    }
    let heads = ["when", "then"].map(|key| texts.tr(&format!("node_help.{key}")).into_owned());
    write_heads(&heads, out);
    for rule in &kind.child_rules {
        let _ = writeln!(out, "| {} |", rule.join(" | "));
    }
}

fn write_parameters(parameters: &[ParameterHelp], texts: &Texts, out: &mut String) {
    if parameters.is_empty() {
        return;
    }
    let heads = ["name", "type", "default", "allowed", "help"];
    let heads = heads.map(|key| texts.tr(&format!("nodes_list.{key}")).into_owned());
    write_heads(&heads, out);
    for parameter in parameters {
        let cells = [
            &texts.with_note(&parameter.title, &code(&parameter.name)),
            &parameter.kind,
            &parameter.default,
            &parameter.allowed,
            &parameter.help,
        ];
        let cells = cells.map(|cell| cell.replace('|', "\\|").replace('\n', " "));
        let _ = writeln!(out, "| {} |", cells.join(" | "));
    }
}

fn write_heads(heads: &[String], out: &mut String) {
    let _ = write!(
        out,
        "\n| {} |\n|{}\n",
        heads.join(" | "),
        " --- |".repeat(heads.len())
    );
}

/// Formats an identifier as code. One with a backtick, which would end the code, is shown as text.
fn code(identifier: &str) -> String {
    if identifier.contains('`') {
        return escaped(identifier);
    }
    format!("`{identifier}`")
}

/// Escapes text so that Markdown shows it unchanged.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(
            c,
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|'
        ) {
            out.push('\\');
        }
        out.push(if c.is_control() { ' ' } else { c });
    }
    out
}
