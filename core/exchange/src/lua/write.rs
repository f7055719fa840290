//! The text of the Lua module.

use std::fmt::Write as _;

use treewright_core::model::{Document, Variable};

use super::plan::{Plan, PlannedNode};
use super::text::{SharedData, push_comment, quoted};
use crate::common::MARK;

/// The most nodes that are locals; a function can have 200 locals.
const MAX_LOCALS: usize = 150;

/// The nodes of a larger tree that are created in one function, since the constants of a function are limited, too.
const IN_A_FUNCTION: usize = 1000;

/// Returns the text of a module with the function `Create`.
pub(super) fn module(plan: &Plan<'_>, document: &Document, path: &str) -> String {
    let mut out = String::new();
    push_comment("", &document.name, &mut out);
    push_comment("", &document.description, &mut out);
    let from = if path.is_empty() { "a tree" } else { path };
    let written = format!("{MARK} from {from}; changes here are lost when it is written again.");
    push_comment("", &written, &mut out);
    out.push_str(
        "local module = {}\n\n--- Builds a new instance of the tree. gameObject, which its tasks act on, may be nil.\n",
    );
    out.push_str("function module.Create(gameObject)\n");
    let name = quoted(&document.name);
    // Writing to a String cannot fail.
    let _ = writeln!(out, "    local tree = BT.BTree:New(gameObject, {name})");
    push_parts(&plan.variables, &mut out, |indent, variable, out| {
        push_variable(indent, variable, out);
    });
    out.push('\n');
    let parents = plan.nodes.iter().filter(|node| !node.children.is_empty());
    let parents: Vec<&PlannedNode<'_>> = parents.collect();
    let prefix = if plan.nodes.len() > MAX_LOCALS {
        out.push_str("    local node = {}\n");
        let all: Vec<&PlannedNode<'_>> = plan.nodes.iter().collect();
        push_parts(&all, &mut out, |indent, planned, out| {
            push_created(indent, "node.", planned, out);
        });
        push_parts(&parents, &mut out, |indent, planned, out| {
            push_children(indent, "node.", plan, planned, out);
        });
        "node."
    } else {
        for planned in &plan.nodes {
            push_created("    ", "local ", planned, &mut out);
        }
        out.push('\n');
        for planned in &parents {
            push_children("    ", "", plan, planned, &mut out);
        }
        ""
    };
    if !parents.is_empty() {
        out.push('\n');
    }
    let root = plan.nodes.first().map_or("nil", |root| &*root.local);
    let _ = write!(
        out,
        "    tree:AddRoot({prefix}{root})\n    return tree\nend\n\nreturn module\n"
    );
    out
}

/// Appends lines for each item of a list; long lists are split into functions of limited size.
fn push_parts<T>(list: &[T], out: &mut String, push: impl Fn(&str, &T, &mut String)) {
    if list.len() <= MAX_LOCALS {
        for one in list {
            push("    ", one, out);
        }
        return;
    }
    for part in list.chunks(IN_A_FUNCTION) {
        out.push_str("    do\n        local function part()\n");
        for one in part {
            push("            ", one, out);
        }
        out.push_str("        end\n        part()\n    end\n");
    }
}

fn push_variable(indent: &str, variable: &Variable, out: &mut String) {
    push_comment(indent, &variable.comment, out);
    let _ = writeln!(out, "{indent}{}", SharedData::initialized(variable));
}

fn push_created(indent: &str, before: &str, planned: &PlannedNode<'_>, out: &mut String) {
    push_comment(indent, planned.comment, out);
    let PlannedNode { local, made, .. } = planned;
    let class = super::text::field(&made.class);
    let title = [quoted(&planned.title)];
    let arguments: Vec<&str> = title.iter().chain(&made.arguments).map(|a| &**a).collect();
    let _ = writeln!(
        out,
        "{indent}{before}{local} = BT{class}:New({})",
        arguments.join(", ")
    );
    let before = if before == "local " { "" } else { before };
    for set_up in &made.set_up {
        let set_up = set_up.replace('\n', &format!("\n{indent}"));
        let _ = writeln!(out, "{indent}{before}{local}{set_up}");
    }
}

fn push_children(
    indent: &str,
    before: &str,
    plan: &Plan<'_>,
    planned: &PlannedNode<'_>,
    out: &mut String,
) {
    let local = |place: &usize| format!("{before}{}", plan.nodes[*place].local);
    let children: Vec<String> = planned.children.iter().map(local).collect();
    let parent = &planned.local;
    let _ = match &children[..] {
        [] => Ok(()),
        [only] => writeln!(out, "{indent}{before}{parent}:AddChild({only})"),
        all => writeln!(
            out,
            "{indent}{before}{parent}:AddChildList{{{}}}",
            all.join(", ")
        ),
    };
}
