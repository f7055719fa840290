//! Documents as Graphviz drawings, in the DOT language (<https://graphviz.org/doc/info/lang.html>). Children are in the
//! order in which they run. Shapes and colors distinguish the categories of nodes.

use std::fmt::Write as _;

use treewright_core::category::Category;
use treewright_core::diagnostic::visible;
use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;

use super::drawn::{DrawnNode, nodes};
use crate::common::{Format, WriteMode};

pub(super) static FORMAT: Format = Format {
    write: WriteMode::ToShow(write, ["// ", ""]),
    leaves_mark: true,
    ..Format::new("dot", "Graphviz DOT", "dot")
};

/// Returns the text of a `.dot` file.
fn write(document: &Document, library: &NodeLibrary) -> String {
    let name = match document.name.as_str() {
        "" => "tree",
        name => name,
    };
    let mut out = format!(
        "digraph {} {{\n  ordering=out;\n  node [fontname=\"sans-serif\", fontsize=11, style=filled, fontcolor=black];\n",
        quoted(name)
    );
    for drawn in nodes(document, library) {
        push_node(&drawn, &mut out);
    }
    for node in document.pre_order() {
        for child in node.children() {
            let (from, to) = (quoted(node.id().as_str()), quoted(child.as_str()));
            // Writing to a String cannot fail.
            let _ = writeln!(out, "  {from} -> {to};");
        }
    }
    out.push_str("}\n");
    out
}

fn push_node(drawn: &DrawnNode<'_>, out: &mut String) {
    let (shape, color) = match drawn.category {
        Some(Category::Composite) => ("box", "#cfe2ff"),
        Some(Category::Decorator) => ("hexagon", "#e5d8f6"),
        Some(Category::Conditional) => ("diamond", "#fdeab6"),
        Some(Category::Action) => ("ellipse", "#d3efd9"),
        None => ("note", "#f6d5d5"),
    };
    let style = if drawn.node.disabled {
        ", style=\"filled,dashed\""
    } else {
        ""
    };
    let tree = drawn.tree.map(|name| format!("[{name}]"));
    let lines = tree.into_iter().chain([drawn.title.to_owned()]);
    let label: Vec<String> = lines.chain(drawn.about.iter().cloned()).collect();
    let comment = match drawn.node.comment.as_str() {
        "" => String::new(),
        comment => format!(", tooltip={}", quoted(comment)),
    };
    let (id, label) = (quoted(drawn.node.id().as_str()), quoted(&label.join("\n")));
    let _ = writeln!(
        out,
        "  {id} [label={label}, shape={shape}, fillcolor=\"{color}\"{style}{comment}];"
    );
}

/// Returns a text as DOT writes it. A backslash would start an escape, and labels have some of their own.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in visible(text).chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
