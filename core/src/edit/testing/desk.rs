//! What the tests of edits share: a document drawn as text, the commands done to it, and the picture that they leave.

use crate::edit::{Command, History, Refusal, Selection};
use crate::ids::NodeId;
use crate::library::NodeLibrary;
use crate::model::{Document, DocumentBuilder, Node, broken_invariants};

/// A document with what is needed to edit it.
pub(crate) struct Desk {
    pub(crate) document: Document,
    pub(crate) library: NodeLibrary,
    pub(crate) selection: Selection,
    pub(crate) history: History,
}

impl Desk {
    /// A desk with the document of a drawing: `id:Task` for a node, its children in brackets, `|` before each loose tree.
    ///
    /// `r:Sequence[a:Wait b:Log] | x:Idle`; a drawing that begins with `|` has no root.
    pub(crate) fn drawn(drawing: &str) -> Self {
        Self::with(draw(drawing))
    }

    /// A desk with this document.
    pub(crate) fn with(document: Document) -> Self {
        Self {
            document,
            library: NodeLibrary::builtin(),
            selection: Selection::default(),
            history: History::new(),
        }
    }

    pub(crate) fn apply(&mut self, command: &Command) -> Result<(), Refusal> {
        let Self {
            document,
            library,
            selection,
            history,
        } = self;
        let result = history.apply(document, library, selection, command);
        assert_eq!(
            broken_invariants(document),
            Vec::<String>::new(),
            "after {command:?}"
        );
        result
    }

    /// Takes the last change back; gives its label.
    pub(crate) fn undo(&mut self) -> Option<String> {
        let label = self.history.undo(&mut self.document, &mut self.selection);
        label.map(|label| label.to_string())
    }

    /// Does the last change again; gives its label.
    pub(crate) fn redo(&mut self) -> Option<String> {
        let label = self.history.redo(&mut self.document, &mut self.selection);
        label.map(|label| label.to_string())
    }

    pub(crate) fn node(&self, id: &str) -> &Node {
        self.document.node(&NodeId::from(id)).unwrap()
    }

    /// The ids of the selected nodes, in order, with spaces between.
    pub(crate) fn selected(&self) -> String {
        let ids: Vec<&str> = self.selection.iter().map(NodeId::as_str).collect();
        ids.join(" ")
    }
}

/// Does a command to a drawn document, compares the picture, and sees that undo and redo are exact.
pub(crate) fn check(drawing: &str, command: &Command, expected: &str) -> Desk {
    let mut desk = Desk::drawn(drawing);
    let before = dump(&desk.document);
    desk.apply(command).unwrap();
    assert_eq!(picture(&desk.document), expected);
    let after = dump(&desk.document);
    desk.undo();
    assert_eq!(dump(&desk.document), before);
    desk.redo();
    assert_eq!(dump(&desk.document), after);
    desk
}

/// Sees that a command is refused, and that the document is as it was; gives the reason as a person reads it.
pub(crate) fn refused(drawing: &str, command: &Command) -> String {
    let mut desk = Desk::drawn(drawing);
    let before = dump(&desk.document);
    let refusal = desk.apply(command).unwrap_err();
    assert_eq!(dump(&desk.document), before);
    assert!(!desk.history.can_undo() && !desk.history.is_dirty());
    refusal.to_string()
}

/// Ids from text with spaces between.
pub(crate) fn ids(text: &str) -> Vec<NodeId> {
    text.split_whitespace().map(NodeId::from).collect()
}

/// The document of a drawing.
pub(crate) fn draw(drawing: &str) -> Document {
    let mut builder = DocumentBuilder::new("");
    let mut above: Vec<NodeId> = Vec::new();
    let mut last = None;
    let mut loose = false;
    let spaced = drawing
        .replace('[', " [ ")
        .replace(']', " ] ")
        .replace('|', " | ");
    for word in spaced.split_whitespace() {
        match word {
            "[" => above.extend(last.take()),
            "]" => drop(above.pop()),
            "|" => loose = true,
            _ => {
                let (id, task) = word.split_once(':').unwrap();
                let node = Node::new(id, task);
                let added = match above.last() {
                    Some(parent) => builder.child(parent, node),
                    None if loose => builder.loose(node),
                    None => builder.root(node),
                };
                last = Some(added.unwrap());
            }
        }
    }
    builder.finish()
}

/// The structure of a document: ids with their children in brackets, `|` before each loose tree.
pub(crate) fn picture(document: &Document) -> String {
    let mut text = String::new();
    let mut pending: Vec<Result<&NodeId, &str>> = Vec::new();
    for head in document.loose().iter().rev() {
        pending.extend([Ok(head), Err(" | ")]);
    }
    pending.extend(document.root().map(Ok));
    while let Some(next) = pending.pop() {
        match next {
            Err(mark) => text.push_str(mark),
            Ok(id) => {
                text.push_str(id.as_str());
                let children = document.node(id).unwrap().children();
                if !children.is_empty() {
                    text.push('[');
                    pending.push(Err("]"));
                }
                for (i, child) in children.iter().enumerate().rev() {
                    pending.push(Ok(child));
                    if i > 0 {
                        pending.push(Err(" "));
                    }
                }
            }
        }
    }
    text.trim().to_owned()
}

/// Everything that a document holds, in order, as text: two documents with the same dump are saved the same.
pub(crate) fn dump(document: &Document) -> String {
    use std::fmt::Write as _;
    let mut text = format!(
        "{:?} {:?} {:?} {} {}\n{:#?}\n{:?} {:?} {:?} {:?}\nroot {:?} loose {:?} trees {:?}\n",
        document.name,
        document.description,
        document.libraries,
        document.restart_when_complete,
        document.seed,
        document.variables,
        document.notes,
        document.groups,
        document.extra,
        document.conflicts,
        document.root(),
        document.loose(),
        document.trees,
    );
    for node in document.pre_order() {
        writeln!(text, "{node:?}").unwrap();
    }
    text
}
