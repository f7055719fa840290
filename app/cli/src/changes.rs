//! Differences between two documents as lines of text: the path to each thing that differs, its old value and its new one. Opens no file.

use std::collections::HashSet;
use std::io;

use anstyle::Style;
use treewright_authoring::diff::{Difference, DifferenceKind};
use treewright_core::ids::NodeId;
use treewright_core::model::{Document, FieldValue, Node, Place, Subject};

use super::colors::{ACTIVE, BAD, FAINT, GOOD, HEADING, NOTABLE, styled};
use super::terminal::Out;

/// The most nodes that are named of a branch that was added or removed.
const SHOWN_OF_BRANCH: usize = 12;
/// The way to a deep node names the nodes nearest to it.
const SHOWN_OF_WAY: usize = 8;
/// Texts longer than this are cut.
const SHOWN_OF_TEXT: usize = 200;

/// What is to be told.
pub struct Changes<'a> {
    pub old: &'a Document,
    pub new: &'a Document,
    pub differences: &'a [Difference],
    /// Whether what only lies elsewhere is listed, too.
    pub layout: bool,
}

/// A node as people know it.
pub fn title(node: &Node) -> String {
    let title = node.own_title().unwrap_or(&node.task);
    title.chars().take(60).collect()
}

/// The titles from the top down to a node.
pub fn way(document: &Document, id: &NodeId) -> Vec<String> {
    let above = document.ancestors(id).filter_map(|id| document.node(id));
    let mut way: Vec<String> = document
        .node(id)
        .into_iter()
        .chain(above)
        .map(title)
        .collect();
    way.reverse();
    way
}

impl Changes<'_> {
    pub fn write(&self, out: &mut Out) -> io::Result<()> {
        writeln!(out, "{}", styled(HEADING, self.summary()))?;
        let shown: Vec<&Difference> = self
            .differences
            .iter()
            .filter(|found| self.layout || !found.is_layout())
            .collect();
        let added = self.tops(DifferenceKind::Added, self.new);
        let removed = self.tops(DifferenceKind::Removed, self.old);
        let mut last = None;
        for found in shown {
            match (found.kind, found.subject.node()) {
                (DifferenceKind::Added, Some(id)) => {
                    if added.contains(id) {
                        self.branch(out, ("added  ", GOOD), self.new, id)?;
                    }
                }
                (DifferenceKind::Removed, Some(id)) => {
                    if removed.contains(id) {
                        self.branch(out, ("removed", BAD), self.old, id)?;
                    }
                }
                (DifferenceKind::Added, None) => {
                    writeln!(out, "{} {}", styled(GOOD, "added  "), self.subject(found))?;
                }
                (DifferenceKind::Removed, None) => {
                    writeln!(out, "{} {}", styled(BAD, "removed"), self.subject(found))?;
                }
                (DifferenceKind::Moved | DifferenceKind::Changed, _) => {
                    if last != Some(&found.subject) {
                        self.heading(out, found)?;
                    }
                    self.field(out, found)?;
                }
            }
            last = Some(&found.subject);
        }
        Ok(())
    }

    /// What there is in all, in a line.
    fn summary(&self) -> String {
        if self.differences.is_empty() {
            return "nothing differs".to_owned();
        }
        let mut parts = Vec::new();
        for kind in DifferenceKind::ALL {
            let of_kind = |found: &&Difference| found.kind == kind && !found.is_layout();
            let found = self.differences.iter().filter(of_kind);
            let things: HashSet<&Subject> = found.map(|found| &found.subject).collect();
            if !things.is_empty() {
                parts.push(format!("{} {}", things.len(), kind.code()));
            }
        }
        let lying = self.differences.iter().filter(|found| found.is_layout());
        let lying: HashSet<&Subject> = lying.map(|found| &found.subject).collect();
        if !lying.is_empty() {
            parts.push(format!("{} only on the canvas", lying.len()));
        }
        parts.join(", ")
    }

    /// The nodes of a kind above which none is of that kind.
    fn tops<'d>(&'d self, kind: DifferenceKind, document: &Document) -> HashSet<&'d NodeId> {
        let nodes = self.differences.iter().filter(|found| found.kind == kind);
        let nodes: HashSet<&NodeId> = nodes.filter_map(|found| found.subject.node()).collect();
        let is_top = |id: &&NodeId| {
            let parent = document.node(id).and_then(Node::parent);
            parent.is_none_or(|parent| !nodes.contains(parent))
        };
        nodes.iter().copied().filter(is_top).collect()
    }

    /// A branch that is new or gone: its top with the way to it, and what lies below that.
    fn branch(
        &self,
        out: &mut Out,
        (word, style): (&str, Style),
        here: &Document,
        top: &NodeId,
    ) -> io::Result<()> {
        let other = if style == GOOD { self.old } else { self.new };
        writeln!(out, "{} {}", styled(style, word), named(here, top))?;
        let below = here.subtree(top).with_depth().skip(1);
        let below: Vec<(&Node, usize)> = below
            .filter(|(node, _)| other.node(node.id()).is_none())
            .collect();
        for (node, depth) in below.iter().take(SHOWN_OF_BRANCH) {
            let indent = "  ".repeat((*depth).min(SHOWN_OF_WAY));
            writeln!(out, "        {indent}{}", named_alone(node))?;
        }
        if let Some(more) = below.len().checked_sub(SHOWN_OF_BRANCH).filter(|n| *n > 0) {
            writeln!(out, "          … and {more} more")?;
        }
        Ok(())
    }

    fn heading(&self, out: &mut Out, found: &Difference) -> io::Result<()> {
        let all = self.differences.iter();
        let mut of_this = all.filter(|other| other.subject == found.subject);
        let moved = of_this.any(|other| other.kind == DifferenceKind::Moved);
        let (word, style) = if moved {
            ("moved  ", ACTIVE)
        } else {
            ("changed", NOTABLE)
        };
        writeln!(out, "{} {}", styled(style, word), self.subject(found))
    }

    fn field(&self, out: &mut Out, found: &Difference) -> io::Result<()> {
        let said = |value: &Option<FieldValue>, document| match value {
            None => "not set".to_owned(),
            Some(value) => in_words(value, document),
        };
        let (old, new) = (said(&found.old, self.old), said(&found.new, self.new));
        writeln!(out, "          {}: {old} → {new}", found.field)
    }

    fn subject(&self, found: &Difference) -> String {
        match &found.subject {
            Subject::Node(id) if self.new.node(id).is_some() => named(self.new, id),
            Subject::Node(id) => named(self.old, id),
            other => other.to_string(),
        }
    }
}

/// A node with the way to it.
fn named(document: &Document, id: &NodeId) -> String {
    let Some(node) = document.node(id) else {
        return id.to_string();
    };
    let mut way = way(document, id);
    way.pop();
    let mut shown = String::new();
    if way.len() > SHOWN_OF_WAY {
        shown.push_str("… › ");
        way.drain(..way.len() - SHOWN_OF_WAY);
    }
    for title in way {
        shown.push_str(&title);
        shown.push_str(" › ");
    }
    format!("{shown}{}", named_alone(node))
}

fn named_alone(node: &Node) -> String {
    let title = title(node);
    let task = if title == *node.task {
        String::new()
    } else {
        format!("{} ", node.task)
    };
    format!(
        "{title} {}",
        styled(FAINT, format!("({task}{})", node.id()))
    )
}

/// What a field holds, with nodes as people know them.
fn in_words(value: &FieldValue, document: &Document) -> String {
    let name = |id: &NodeId| {
        let known = document.node(id);
        known.map_or_else(|| id.to_string(), |node| format!("{} ({id})", title(node)))
    };
    let text = match value {
        FieldValue::Place(Place::Child(parent, index)) => {
            format!("child {} of {}", index + 1, name(parent))
        }
        FieldValue::Node(id) => name(id),
        FieldValue::Number(index) => index.to_string(),
        other => other.to_string(),
    };
    if text.chars().count() <= SHOWN_OF_TEXT {
        return text;
    }
    let cut: String = text.chars().take(SHOWN_OF_TEXT).collect();
    format!("{cut}…")
}
