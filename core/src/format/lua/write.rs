//! The text of the module.

use std::fmt::Write as _;

use super::plan::{Plan, Planned};
use super::text::{push_comment, quoted};
use crate::model::Document;

/// As many nodes are locals; a function has room for 200.
const MOST_LOCALS: usize = 150;

/// As many nodes of a larger tree are made in one function, whose constants are bounded, too.
const IN_A_FUNCTION: usize = 1000;

/// The text of a module that gives a function `Create`.
pub(super) fn module(plan: &Plan<'_>, document: &Document, path: &str) -> String {
    let mut out = String::new();
    push_comment("", &document.name, &mut out);
    push_comment("", &document.description, &mut out);
    let from = if path.is_empty() { "a tree" } else { path };
    let written = format!(
        "Written by Treewright from {from}; changes here are lost when it is written again."
    );
    push_comment("", &written, &mut out);
    out.push_str(
        "local module = {}\n\n--- Builds the tree anew. What its tasks act on may be nil.\n",
    );
    out.push_str("function module.Create(gameObject)\n");
    let prefix = if plan.0.len() > MOST_LOCALS {
        push_large(plan, &mut out);
        "node."
    } else {
        for planned in &plan.0 {
            push_made("    ", "local ", planned, &mut out);
        }
        out.push('\n');
        for planned in &plan.0 {
            push_children("    ", "", plan, planned, &mut out);
        }
        ""
    };
    if plan.0.iter().any(|planned| !planned.children.is_empty()) {
        out.push('\n');
    }
    let root = plan.0.first().map_or("nil", |root| &*root.local);
    // Writing to a String cannot fail.
    let _ = write!(
        out,
        "    local tree = BT.BTree:New(gameObject, {})\n    tree:AddRoot({prefix}{root})\n    return tree\nend\n\nreturn module\n",
        quoted(&document.name)
    );
    out
}

/// Appends what is written of one node of a plan.
type Push = fn(&Plan<'_>, &Planned<'_>, &mut String);

/// All nodes as fields of a table, in functions of a bounded size.
fn push_large(plan: &Plan<'_>, out: &mut String) {
    const INDENT: &str = "            ";
    out.push_str("    local node = {}\n");
    let make: Push = |_, planned, out| push_made(INDENT, "node.", planned, out);
    let link: Push = |plan, planned, out| push_children(INDENT, "node.", plan, planned, out);
    let parents = plan.0.iter().filter(|node| !node.children.is_empty());
    for (push, list) in [
        (make, plan.0.iter().collect()),
        (link, parents.collect::<Vec<_>>()),
    ] {
        for part in list.chunks(IN_A_FUNCTION) {
            out.push_str("    do\n        local function part()\n");
            for planned in part {
                push(plan, planned, out);
            }
            out.push_str("        end\n        part()\n    end\n");
        }
    }
}

fn push_made(indent: &str, before: &str, planned: &Planned<'_>, out: &mut String) {
    push_comment(indent, planned.comment, out);
    let Planned { local, made, .. } = planned;
    let class = super::names::field(&made.class);
    let title = [quoted(&planned.title)];
    let arguments: Vec<&str> = title.iter().chain(&made.arguments).map(|a| &**a).collect();
    let _ = writeln!(
        out,
        "{indent}{before}{local} = BT{class}:New({})",
        arguments.join(", ")
    );
    let before = if before == "local " { "" } else { before };
    for set_up in &made.set_up {
        let _ = writeln!(out, "{indent}{before}{local}{set_up}");
    }
}

fn push_children(
    indent: &str,
    before: &str,
    plan: &Plan<'_>,
    planned: &Planned<'_>,
    out: &mut String,
) {
    let local = |place: &usize| format!("{before}{}", plan.0[*place].local);
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
