//! Test support for edits: a document drawn as text, commands applied to it, and the resulting drawing.

use treewright_core::geometry::Position;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
pub(crate) use treewright_core::model::testing::{
    declared, draw, draw_each, dump, ids, picture, shown, value,
};
use treewright_core::model::{Document, Node, NodePlace, broken_invariants};

use crate::edit::{Command, History, Refusal, Selection};

/// A document with everything needed to edit it.
pub(crate) struct TestEditor {
    pub(crate) document: Document,
    pub(crate) library: NodeLibrary,
    pub(crate) selection: Selection,
    pub(crate) history: History,
}

impl TestEditor {
    /// Creates an editor from a drawing: `id:Task` for a node, its children in brackets, `|` before each unconnected tree.
    ///
    /// `r:Sequence[a:Wait b:Log] | x:Idle`; a drawing that starts with `|` has no root.
    pub(crate) fn drawn(drawing: &str) -> Self {
        Self::with(draw(drawing))
    }

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

    /// Runs a command, which must not be refused.
    #[allow(
        clippy::needless_pass_by_value,
        reason = "callers build the command in place"
    )]
    #[track_caller]
    pub(crate) fn does(&mut self, command: Command) {
        self.apply(&command).unwrap();
    }

    /// Runs a command and checks that undo and redo are exact.
    #[track_caller]
    pub(crate) fn does_exactly(&mut self, command: &Command) {
        let before = dump(&self.document);
        self.apply(command).unwrap();
        let after = dump(&self.document);
        self.undo();
        assert_eq!(dump(&self.document), before);
        self.redo();
        assert_eq!(dump(&self.document), after);
    }

    /// Runs a command, which must be refused, and returns the English reason. Checks that the document is unchanged.
    #[track_caller]
    pub(crate) fn refuses(&mut self, command: &Command) -> String {
        let before = dump(&self.document);
        let refusal = self.apply(command).unwrap_err();
        assert_eq!(dump(&self.document), before);
        refusal.to_string()
    }

    /// Undoes the last change and returns its label.
    pub(crate) fn undo(&mut self) -> Option<String> {
        let label = self.history.undo(&mut self.document, &mut self.selection);
        label.map(|label| label.to_string())
    }

    /// Redoes the last change and returns its label.
    pub(crate) fn redo(&mut self) -> Option<String> {
        let label = self.history.redo(&mut self.document, &mut self.selection);
        label.map(|label| label.to_string())
    }

    pub(crate) fn node(&self, id: &str) -> &Node {
        self.document.node(&NodeId::from(id)).unwrap()
    }

    /// Returns a node in the notation of a drawing.
    pub(crate) fn shown(&self, id: &str) -> String {
        shown(self.node(id))
    }

    /// The variables in order with their initial values, separated by spaces: `hp=3`.
    pub(crate) fn variables(&self) -> String {
        let variables = self.document.variables.iter();
        let told =
            variables.map(|variable| format!("{}={}", variable.name, variable.initial.value));
        told.collect::<Vec<_>>().join(" ")
    }

    /// The ids of the selected nodes in order, separated by spaces.
    pub(crate) fn selected(&self) -> String {
        let ids: Vec<&str> = self.selection.iter().map(NodeId::as_str).collect();
        ids.join(" ")
    }
}

/// Runs a command on a drawn document, compares the resulting drawing, and checks that undo and redo are exact.
#[track_caller]
pub(crate) fn check(drawing: &str, command: &Command, expected: &str) -> TestEditor {
    let mut editor = TestEditor::drawn(drawing);
    editor.does_exactly(command);
    assert_eq!(picture(&editor.document), expected);
    editor
}

/// Checks that a command is refused and the document is unchanged; returns the English reason.
#[track_caller]
pub(crate) fn refused(drawing: &str, command: &Command) -> String {
    let mut editor = TestEditor::drawn(drawing);
    let reason = editor.refuses(command);
    assert!(!editor.history.can_undo() && !editor.history.is_dirty());
    reason
}

/// Sets a parameter of nodes, written as in a drawing: `seconds=1.5`.
pub(crate) fn sets(nodes: &str, setting: &str) -> Command {
    let (name, text) = setting.split_once('=').unwrap();
    Command::SetParameter {
        nodes: ids(nodes),
        name: name.into(),
        value: Some(value(text)),
    }
}

/// Resets a parameter of nodes.
pub(crate) fn resets(nodes: &str, name: &str) -> Command {
    Command::SetParameter {
        nodes: ids(nodes),
        name: name.into(),
        value: None,
    }
}

/// Overrides a parameter of the node at this path inside the subtree that a node runs.
pub(crate) fn sets_inside(node: &str, path: &str, setting: &str) -> Command {
    let (parameter, text) = setting.split_once('=').unwrap();
    Command::SetOverride {
        node: node.into(),
        path: path.into(),
        parameter: parameter.into(),
        value: Some(value(text)),
    }
}

/// Names the tree below a node.
pub(crate) fn names(root: &str, name: &str) -> Command {
    Command::NameTree {
        root: root.into(),
        name: name.into(),
    }
}

/// Declares a variable, written as in a drawing: `hp:int`.
pub(crate) fn declares(variable: &str) -> Command {
    Command::AddVariable(declared(variable))
}

/// Adds a node.
pub(crate) fn adds(task: &str, place: NodePlace) -> Command {
    Command::AddNode {
        task: task.into(),
        place,
        position: Position::new(10, 20),
    }
}

/// Inserts a new node above another one.
pub(crate) fn inserts_above(child: &str, task: &str) -> Command {
    Command::InsertAbove {
        child: child.into(),
        task: task.into(),
        position: Position::new(10, 20),
    }
}

/// Connects an unconnected tree below a node.
pub(crate) fn connects(parent: &str, child: &str, index: usize) -> Command {
    Command::Connect {
        parent: parent.into(),
        child: child.into(),
        index,
    }
}

/// Pastes a fragment.
pub(crate) fn pastes(fragment: Document, at: Position, below: Option<&str>) -> Command {
    Command::Paste {
        fragment: Box::new(fragment),
        at,
        below: below.map(|below| (below.into(), usize::MAX)),
    }
}
