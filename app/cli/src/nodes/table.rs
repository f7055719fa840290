//! The kinds of nodes for people at a terminal: by category, with what can be set on each in columns.

use std::fmt::Write as _;

use treewright_core::category::Category;
use treewright_core::diagnostic::visible_line;
use treewright_core::library::NodeLibrary;
use treewright_core::model::NodeDeclaration;
use treewright_session::i18n::Texts;
use treewright_session::node_help::{NodeHelp, ParameterHelp};
use unicode_width::UnicodeWidthStr as _;

use super::of_category;
use crate::colors::{FAINT, HEADING, styled};

/// The list.
pub fn write(all: &NodeLibrary, texts: &Texts) -> String {
    let mut out = String::new();
    for category in Category::ALL {
        let mut kinds = of_category(all, category).peekable();
        if kinds.peek().is_none() {
            continue;
        }
        let title = texts.tr(&format!("category.{category}")).into_owned();
        if !out.is_empty() {
            out.push('\n');
        }
        // writing to a String cannot fail
        let _ = writeln!(out, "{}", styled(HEADING, title));
        for kind in kinds {
            write_kind(kind, all, texts, &mut out);
        }
    }
    out
}

fn write_kind(kind: &NodeDeclaration, all: &NodeLibrary, texts: &Texts, out: &mut String) {
    let kind = NodeHelp::new(kind, all, texts, &ToString::to_string);
    let from = kind.library.as_ref();
    let from = from.map(|library| styled(FAINT, format!(" [{}]", visible_line(library))));
    let summary = visible_line(&kind.summary);
    let space = if summary.is_empty() { "" } else { "  " };
    let _ = writeln!(
        out,
        "  {}{space}{summary}{}",
        visible_line(&kind.task),
        from.unwrap_or_default()
    );
    let required = texts.tr("node_help.required");
    let own = kind.parameters.iter().map(|p| row(p, &required, ""));
    let children = texts.tr("nodes_list.of_children");
    let of_children = kind.child_parameters.iter();
    let of_children = of_children.map(|p| row(p, &required, &children));
    write_columns(&own.chain(of_children).collect::<Vec<_>>(), out);
}

/// Name, type, default, what is allowed, help.
fn row(parameter: &ParameterHelp, required: &str, note: &str) -> [String; 5] {
    let default = match &*parameter.default {
        "" => String::new(),
        told if told == required => told.to_owned(),
        default => format!("= {default}"),
    };
    let space = if note.is_empty() || parameter.help.is_empty() {
        ""
    } else {
        " "
    };
    [
        parameter.name.clone(),
        parameter.kind.clone(),
        default,
        parameter.allowed.clone(),
        format!("{note}{space}{}", parameter.help),
    ]
    .map(|cell| visible_line(&cell).into_owned())
}

/// Rows below each other, each column as wide as its widest cell.
fn write_columns<const N: usize>(rows: &[[String; N]], out: &mut String) {
    let width = |column: usize| rows.iter().map(|row| row[column].width()).max();
    let widths: Vec<usize> = (0..N).map(|column| width(column).unwrap_or(0)).collect();
    for row in rows {
        let mut line = String::from("     ");
        for (cell, width) in row.iter().zip(&widths).filter(|(_, width)| **width > 0) {
            let _ = write!(line, " {cell}{} ", " ".repeat(width - cell.width()));
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
}
