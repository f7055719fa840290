//! What the tests of edits share: a document drawn as text, the commands done to it, and the picture that they leave.

use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
pub(crate) use treewright_core::model::testing::{draw, dump, ids, picture};
use treewright_core::model::{Document, Node, broken_invariants};

use crate::edit::{Command, History, Refusal, Selection};

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
