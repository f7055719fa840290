//! Documents as nested lists in Markdown (<https://commonmark.org>), for design documents and reviews.

use std::fmt::Write as _;

use treewright_core::diagnostic::visible;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, Variable};

use super::drawn::{Drawn, nodes};
use crate::common::{Format, Write};

pub(super) static FORMAT: Format = Format {
    write: Write::ToShow(write, ["\n<!-- ", " -->"]),
    leaves_mark: true,
    ..Format::new("markdown", "Markdown", "md")
};

/// Deeper lists are no longer indented: their depth is told instead, and a file stays in proportion to its tree.
const MAX_INDENT: usize = 50;

/// The text of a `.md` file.
fn write(document: &Document, library: &NodeLibrary) -> String {
    let name = match document.name.as_str() {
        "" => "Behavior tree",
        name => name,
    };
    let mut out = format!("# {}\n", escaped(name));
    if !document.description.is_empty() {
        // Writing to a String cannot fail.
        let _ = write!(out, "\n{}\n", escaped(&document.description));
    }
    if !document.variables.is_empty() {
        out.push_str(
            "\n| variable | type | scope | initial value | |\n| --- | --- | --- | --- | --- |\n",
        );
        out.extend(document.variables.iter().map(row));
    }
    let mut is_loose = None;
    for drawn in nodes(document, library) {
        let loose = drawn.depth == 0 && document.root() != Some(drawn.node.id());
        if drawn.depth == 0 && is_loose != Some(loose) {
            out.push_str(if loose {
                "\n## Unconnected nodes\n\n"
            } else {
                "\n## Tree\n\n"
            });
            is_loose = Some(loose);
        }
        push_item(&drawn, &mut out);
    }
    out
}

fn row(variable: &Variable) -> String {
    let parts = [
        variable.name.to_string(),
        variable.value_type.to_string(),
        variable.scope.name().to_owned(),
        variable.initial.value.to_string(),
        variable.comment.clone(),
    ];
    let parts = parts.map(|part| escaped(&part).replace('|', "\\|"));
    format!("| {} |\n", parts.join(" | "))
}

fn push_item(drawn: &Drawn<'_>, out: &mut String) {
    out.push_str(&"  ".repeat(drawn.depth.min(MAX_INDENT)));
    out.push_str("- ");
    if drawn.depth > MAX_INDENT {
        let _ = write!(out, "({}) ", drawn.depth);
    }
    if let Some(tree) = drawn.tree {
        let _ = write!(out, "[{}] ", escaped(tree));
    }
    let _ = write!(out, "**{}**", escaped(drawn.title));
    if !drawn.about.is_empty() {
        let about: Vec<String> = drawn.about.iter().map(|part| escaped(part)).collect();
        let _ = write!(out, " ({})", about.join("; "));
    }
    if !drawn.node.comment.is_empty() {
        let _ = write!(out, ": {}", escaped(&drawn.node.comment));
    }
    out.push('\n');
}

/// A text on one line, with the signs that Markdown takes for its own behind backslashes.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in visible(text).chars() {
        match c {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' => {
                out.push('\\');
                out.push(c);
            }
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
