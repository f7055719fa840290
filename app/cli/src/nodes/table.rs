//! The node types as a text for the terminal: by category, with the parameters of each in columns.

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

/// Returns the list.
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
        // Writing to a String cannot fail.
        let _ = writeln!(out, "{}", styled(HEADING, title));
        for kind in kinds {
            write_type(kind, all, texts, &mut out);
        }
    }
    out
}

fn write_type(kind: &NodeDeclaration, all: &NodeLibrary, texts: &Texts, out: &mut String) {
    let kind = NodeHelp::new(kind, all, texts, &ToString::to_string);
    let from = kind.library.as_ref();
    let from = from.map(|library| styled(FAINT, format!(" [{}]", visible_line(library))));
    let summary = visible_line(&kind.summary);
    let title = texts.task_title(&kind.task);
    // English titles are the names of the types as words.
    let title = if title.replace(' ', "").eq_ignore_ascii_case(&kind.task) {
        String::new()
    } else {
        format!(" {}", visible_line(&title))
    };
    let space = if summary.is_empty() { "" } else { "  " };
    let _ = writeln!(
        out,
        "  {}{title}{space}{summary}{}",
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

/// The cells of a parameter: name, type, default, allowed values, help.
fn row(parameter: &ParameterHelp, required: &str, note: &str) -> [String; 5] {
    let default = match &*parameter.default {
        "" => String::new(),
        text if text == required => text.to_owned(),
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

/// Writes rows with each column as wide as its widest cell.
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
