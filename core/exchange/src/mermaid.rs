//! Documents as Mermaid flowcharts (<https://mermaid.js.org/syntax/flowchart.html>), as many wikis and Git hosts draw
//! them. Does not set colors: the page that shows the chart has its own.

use std::fmt::Write as _;

use rustc_hash::FxHashMap;
use treewright_core::category::Category;
use treewright_core::diagnostic::visible;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, Node};

use super::drawn::{DrawnNode, nodes};
use crate::common::{Format, WriteMode};

pub(super) static FORMAT: Format = Format {
    write: WriteMode::ToShow(write, ["%% ", ""]),
    leaves_mark: true,
    ..Format::new("mermaid", "Mermaid", "mmd")
};

/// Returns the text of a `.mmd` file.
fn write(document: &Document, library: &NodeLibrary) -> String {
    let mut out = String::from("flowchart TD\n");
    // Ids of documents may contain characters that Mermaid cannot quote.
    let numbers: FxHashMap<_, _> = document.pre_order().map(Node::id).zip(1..).collect();
    for (drawn, number) in nodes(document, library).zip(1_usize..) {
        push_node(&drawn, number, &mut out);
    }
    for node in document.pre_order() {
        for child in node.children() {
            // Writing to a String cannot fail.
            let _ = writeln!(out, "  n{} --> n{}", numbers[node.id()], numbers[child]);
        }
    }
    out
}

fn push_node(drawn: &DrawnNode<'_>, number: usize, out: &mut String) {
    let (open, close) = match drawn.category {
        Some(Category::Composite) => ("[", "]"),
        Some(Category::Decorator) => ("{{", "}}"),
        Some(Category::Conditional) => ("{", "}"),
        Some(Category::Action) => ("([", "])"),
        None => (">", "]"),
    };
    let tree = drawn.tree.map(|name| format!("[{name}]"));
    let lines = tree.into_iter().chain([drawn.title.to_owned()]);
    let lines: Vec<String> = lines
        .chain(drawn.about.iter().cloned())
        .map(|line| escaped(&line))
        .collect();
    let _ = writeln!(out, "  n{number}{open}\"{}\"{close}", lines.join("<br>"));
    if drawn.node.disabled {
        let _ = writeln!(out, "  style n{number} stroke-dasharray: 4 4");
    }
}

/// Returns a text inside quotes: Mermaid accepts HTML's numeric entities, with `#` and `;` around the number.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in visible(text).chars() {
        match c {
            '"' | '<' | '>' | '&' | '#' | '`' | '\\' => {
                let _ = write!(out, "#{};", u32::from(c));
            }
            '\n' => out.push_str("<br>"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
