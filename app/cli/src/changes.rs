//! The differences between two documents as lines of text: the path to each thing that differs, its old value and its new one. Opens no file.

use std::collections::HashSet;
use std::io;

use anstyle::Style;
use treewright_authoring::diff::{Difference, DifferenceKind};
use treewright_core::ids::NodeId;
use treewright_core::model::{Document, FieldValue, Node, NodePlace, Subject};
use treewright_session::i18n::Texts;
use unicode_width::UnicodeWidthStr as _;

use super::colors::{ACTIVE, BAD, FAINT, GOOD, HEADING, NOTABLE, styled};
use super::terminal::{Out, padded};

/// The most nodes that are listed of an added or removed branch.
const SHOWN_OF_BRANCH: usize = 12;
/// The most titles in the path to a node: those nearest to it.
const SHOWN_OF_PATH: usize = 8;
/// The most characters of a text.
const SHOWN_OF_TEXT: usize = 200;

/// Differences, and what is needed to describe them.
pub struct Changes<'a> {
    pub old: &'a Document,
    pub new: &'a Document,
    pub differences: &'a [Difference],
    /// Whether things that have only moved on the canvas are listed.
    pub layout: bool,
    pub texts: &'a Texts,
}

/// The title of a node, shortened.
pub fn title(node: &Node, texts: &Texts) -> String {
    texts.node_title(node).chars().take(60).collect()
}

/// A thing of a document in a sentence, nodes by id.
pub fn subject(subject: &Subject, texts: &Texts) -> String {
    let name = match subject {
        Subject::Document => String::new(),
        Subject::Node(id) => return texts.tr_with("cli.node_id", &[("id", id.as_str())]),
        Subject::Variable(name) | Subject::Tree(name) => name.to_string(),
        Subject::Note(index) | Subject::Group(index) => (index + 1).to_string(),
    };
    texts.tr_with(
        &format!("cli.subject.{}", subject.code()),
        &[("name", &name)],
    )
}

/// The titles from the root down to a node.
pub fn path(document: &Document, id: &NodeId, texts: &Texts) -> Vec<String> {
    let above = document.ancestors(id).filter_map(|id| document.node(id));
    let mut path: Vec<String> = document
        .node(id)
        .into_iter()
        .chain(above)
        .map(|node| title(node, texts))
        .collect();
    path.reverse();
    path
}

impl Changes<'_> {
    pub fn write(&self, out: &mut Out) -> io::Result<()> {
        writeln!(out, "{}", styled(HEADING, self.summary()))?;
        let shown: Vec<&Difference> = self
            .differences
            .iter()
            .filter(|difference| self.layout || !difference.is_layout())
            .collect();
        let added = self.tops(DifferenceKind::Added, self.new);
        let removed = self.tops(DifferenceKind::Removed, self.old);
        let mut last = None;
        for difference in shown {
            let kind = difference.kind;
            match (kind, difference.subject.node()) {
                (DifferenceKind::Added, Some(id)) => {
                    if added.contains(id) {
                        self.branch(out, kind, (self.new, self.old), id)?;
                    }
                }
                (DifferenceKind::Removed, Some(id)) => {
                    if removed.contains(id) {
                        self.branch(out, kind, (self.old, self.new), id)?;
                    }
                }
                (DifferenceKind::Added | DifferenceKind::Removed, None) => {
                    writeln!(out, "{} {}", self.mark(kind), self.subject(difference))?;
                }
                (DifferenceKind::Moved | DifferenceKind::Changed, _) => {
                    if last != Some(&difference.subject) {
                        self.heading(out, difference)?;
                    }
                    self.field(out, difference)?;
                }
            }
            last = Some(&difference.subject);
        }
        Ok(())
    }

    /// The word for a kind of difference, padded to the longest one.
    fn mark(&self, kind: DifferenceKind) -> String {
        let word = |kind: DifferenceKind| {
            let key = format!("versions.mark_{}", kind.code());
            self.texts.tr(&key).into_owned()
        };
        let widths = DifferenceKind::ALL
            .into_iter()
            .map(|kind| word(kind).width());
        let width = widths.max().unwrap_or(0);
        styled(style(kind), padded(&word(kind), width))
    }

    /// The numbers of differences in a line.
    fn summary(&self) -> String {
        if self.differences.is_empty() {
            return self.texts.tr("cli.diff.same").into_owned();
        }
        let mut parts = Vec::new();
        for kind in DifferenceKind::ALL {
            let of_kind =
                |difference: &&Difference| difference.kind == kind && !difference.is_layout();
            let of_kind = self.differences.iter().filter(of_kind);
            let subjects: HashSet<&Subject> =
                of_kind.map(|difference| &difference.subject).collect();
            if !subjects.is_empty() {
                let key = format!("cli.diff.{}", kind.code());
                parts.push(self.texts.tr_count(&key, subjects.len()));
            }
        }
        let layout = self
            .differences
            .iter()
            .filter(|difference| difference.is_layout());
        let layout: HashSet<&Subject> = layout.map(|difference| &difference.subject).collect();
        if !layout.is_empty() {
            parts.push(self.texts.tr_count("cli.diff.only_layout", layout.len()));
        }
        parts.join(&self.texts.tr("cli.list_separator"))
    }

    /// The nodes with a difference of this kind whose parents have none.
    fn tops<'d>(&'d self, kind: DifferenceKind, document: &Document) -> HashSet<&'d NodeId> {
        let of_kind = self
            .differences
            .iter()
            .filter(|difference| difference.kind == kind);
        let nodes: HashSet<&NodeId> = of_kind
            .filter_map(|difference| difference.subject.node())
            .collect();
        let is_top = |id: &&NodeId| {
            let parent = document.node(id).and_then(Node::parent);
            parent.is_none_or(|parent| !nodes.contains(parent))
        };
        nodes.iter().copied().filter(is_top).collect()
    }

    /// Writes an added or removed branch: the path to its top, and the nodes below that are not in the other document.
    fn branch(
        &self,
        out: &mut Out,
        kind: DifferenceKind,
        (document, other): (&Document, &Document),
        top: &NodeId,
    ) -> io::Result<()> {
        writeln!(out, "{} {}", self.mark(kind), self.with_path(document, top))?;
        let below = document.subtree(top).with_depth().skip(1);
        let below: Vec<(&Node, usize)> = below
            .filter(|(node, _)| other.node(node.id()).is_none())
            .collect();
        for (node, depth) in below.iter().take(SHOWN_OF_BRANCH) {
            let indent = "  ".repeat((*depth).min(SHOWN_OF_PATH));
            writeln!(out, "        {indent}{}", self.with_id(node))?;
        }
        if let Some(more) = below.len().checked_sub(SHOWN_OF_BRANCH).filter(|n| *n > 0) {
            let more = self.texts.tr_count("cli.more_nodes", more);
            writeln!(out, "          … {more}")?;
        }
        Ok(())
    }

    fn heading(&self, out: &mut Out, difference: &Difference) -> io::Result<()> {
        let all = self.differences.iter();
        let mut of_subject = all.filter(|other| other.subject == difference.subject);
        let is_moved = of_subject.any(|other| other.kind == DifferenceKind::Moved);
        let kind = if is_moved {
            DifferenceKind::Moved
        } else {
            DifferenceKind::Changed
        };
        writeln!(out, "{} {}", self.mark(kind), self.subject(difference))
    }

    fn field(&self, out: &mut Out, difference: &Difference) -> io::Result<()> {
        let value = |value: &Option<FieldValue>, document| self.value(value.as_ref(), document);
        let (old, new) = (
            value(&difference.old, self.old),
            value(&difference.new, self.new),
        );
        let field = &difference.field;
        let field = self.texts.field_of(field, &difference.subject, self.new);
        let arguments = [("field", &*field), ("old", &*old), ("new", &*new)];
        let line = self.texts.tr_with("versions.field", &arguments);
        writeln!(out, "          {line}")
    }

    fn subject(&self, difference: &Difference) -> String {
        match &difference.subject {
            Subject::Node(id) if self.new.node(id).is_some() => self.with_path(self.new, id),
            Subject::Node(id) => self.with_path(self.old, id),
            other => subject(other, self.texts),
        }
    }

    /// A node after the path to it.
    fn with_path(&self, document: &Document, id: &NodeId) -> String {
        let Some(node) = document.node(id) else {
            return id.to_string();
        };
        let mut path = path(document, id, self.texts);
        path.pop();
        let mut shown = String::new();
        if path.len() > SHOWN_OF_PATH {
            shown.push_str("… › ");
            path.drain(..path.len() - SHOWN_OF_PATH);
        }
        for title in path {
            shown.push_str(&title);
            shown.push_str(" › ");
        }
        format!("{shown}{}", self.with_id(node))
    }

    /// The title of a node, its type if the title is another, and its id.
    fn with_id(&self, node: &Node) -> String {
        let title = title(node, self.texts);
        let node_type = self.texts.task_title(&node.task);
        let node_type = if title == node_type {
            String::new()
        } else {
            format!("{node_type} ")
        };
        let about = styled(FAINT, format!("({node_type}{})", node.id()));
        format!("{title} {about}")
    }

    /// The value of a field, nodes by title and id, shortened.
    fn value(&self, value: Option<&FieldValue>, document: &Document) -> String {
        let name = |id: &NodeId| {
            let node = document.node(id);
            node.map_or_else(
                || id.to_string(),
                |node| format!("{} ({id})", title(node, self.texts)),
            )
        };
        let text = match value {
            Some(FieldValue::Text(text)) => format!("{text:?}"),
            Some(FieldValue::Place(NodePlace::Child(parent, index))) => {
                let (index, parent) = ((index + 1).to_string(), name(parent));
                let arguments = [("index", &*index), ("parent", &*parent)];
                self.texts.tr_with("version.value.child", &arguments)
            }
            Some(FieldValue::Node(id)) => name(id),
            value => self.texts.value_text(value, document),
        };
        if text.chars().count() <= SHOWN_OF_TEXT {
            return text;
        }
        let shortened: String = text.chars().take(SHOWN_OF_TEXT).collect();
        format!("{shortened}…")
    }
}

fn style(kind: DifferenceKind) -> Style {
    match kind {
        DifferenceKind::Added => GOOD,
        DifferenceKind::Removed => BAD,
        DifferenceKind::Moved => ACTIVE,
        DifferenceKind::Changed => NOTABLE,
    }
}
