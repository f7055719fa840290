//! The kinds of nodes as a reference in Markdown: a section for each, with a table of what can be set on it.

use std::fmt::Write as _;

use treewright_core::category::Category;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{NodeDeclaration, ParameterDeclaration};

use super::{allowed, default_of, of_category, type_of};
use crate::i18n::Texts;

/// The document.
pub fn write(all: &NodeLibrary, texts: &Texts) -> String {
    let mut out = format!("# {}\n", texts.tr("nodes_list.title"));
    for category in Category::ALL {
        let mut kinds = of_category(all, category).peekable();
        if kinds.peek().is_some() {
            let title = texts.tr(&format!("category.{category}")).into_owned();
            // writing to a String cannot fail
            let _ = write!(out, "\n## {title}\n");
        }
        for kind in kinds {
            write_kind(kind, all, texts, &mut out);
        }
    }
    out
}

fn write_kind(kind: &NodeDeclaration, all: &NodeLibrary, texts: &Texts, out: &mut String) {
    let title = texts.task_title(&kind.task);
    let heading = if title == kind.task {
        escaped(&title)
    } else {
        format!("{} ({})", escaped(&kind.task), escaped(&title))
    };
    let _ = write!(out, "\n### {heading}\n");
    if let Some(library) = all.library_of(&kind.task) {
        let from = texts.tr_with("nodes_list.from", &[("library", library)]);
        let _ = write!(out, "\n*{}*\n", escaped(&from));
    }
    for text in [texts.task_summary(kind), texts.task_details(kind)] {
        if !text.is_empty() {
            let _ = write!(out, "\n{text}\n");
        }
    }
    write_table(kind, &kind.parameters, texts, out);
    if !kind.child_parameters.is_empty() {
        let _ = write!(out, "\n{}\n", texts.tr("nodes_list.of_children"));
        write_table(kind, &kind.child_parameters, texts, out);
    }
}

fn write_table(
    kind: &NodeDeclaration,
    parameters: &[ParameterDeclaration],
    texts: &Texts,
    out: &mut String,
) {
    if parameters.is_empty() {
        return;
    }
    let heads = ["name", "type", "default", "allowed", "help"];
    let heads = heads.map(|key| texts.tr(&format!("nodes_list.{key}")).into_owned());
    let _ = write!(
        out,
        "\n| {} |\n|{}\n",
        heads.join(" | "),
        " --- |".repeat(5)
    );
    for parameter in parameters {
        let unset = if parameter.required {
            texts.tr("inspector.required").into_owned()
        } else {
            String::new()
        };
        let cells = [
            format!("`{}`", parameter.name),
            type_of(parameter),
            default_of(parameter).unwrap_or(unset),
            allowed(parameter),
            texts.parameter_help(&kind.task, parameter),
        ];
        let cells = cells.map(|cell| cell.replace('|', "\\|").replace('\n', " "));
        let _ = writeln!(out, "| {} |", cells.join(" | "));
    }
}

/// Text that Markdown shows as it is.
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
