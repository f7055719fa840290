//! The names by which scenarios refer to parts of a document, and how commands change them. Does not know scenarios.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use treewright_core::ids::NodeId;
use treewright_core::model::{Document, Node};

use super::Command;

/// Something got another name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rename {
    /// What it names.
    pub kind: RenameKind,
    /// The old name.
    pub from: Arc<str>,
    /// The new name.
    pub to: Arc<str>,
}

/// What has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RenameKind {
    /// A variable.
    Variable,
    /// A node. One whose name is not unique is referred to by its id.
    Node,
}

impl Rename {
    /// Returns the rename that undoes this one.
    #[must_use]
    pub fn reversed(&self) -> Self {
        Self {
            kind: self.kind,
            from: self.to.clone(),
            to: self.from.clone(),
        }
    }
}

/// Names that a command may change, in the document before it.
pub(super) struct NamesBefore {
    variables: Vec<Rename>,
    /// Nodes that can be referred to by their names, which may be lost.
    nodes: Vec<(NodeId, Arc<str>)>,
}

impl NamesBefore {
    pub fn of(document: &Document, command: &Command) -> Self {
        let mut names = FxHashSet::default();
        let mut before = Self {
            variables: Vec::new(),
            nodes: Vec::new(),
        };
        before.collect(document, command, &mut names);
        let bearers = only_bearers(document, &names).into_iter();
        let bearers = bearers.map(|(name, id)| (id.clone(), name.into()));
        before.nodes.extend(bearers);
        before.nodes.sort_unstable();
        before
    }

    /// Collects renamed variables, and the old and new names of renamed nodes.
    fn collect<'a>(
        &mut self,
        document: &'a Document,
        command: &'a Command,
        names: &mut FxHashSet<&'a str>,
    ) {
        let name_of = |node: &'a Node| node.name.as_str();
        match command {
            Command::RenameVariable { from, to } => self.variables.push(Rename {
                kind: RenameKind::Variable,
                from: from.clone(),
                to: to.clone(),
            }),
            Command::SetName(nodes, name) => {
                let nodes = nodes.iter().filter_map(|id| document.node(id));
                names.extend(nodes.map(name_of));
                names.insert(name);
            }
            // A copy takes the name away from its original, which keeps its references by its id.
            Command::Paste { fragment, .. } => names.extend(fragment.nodes().map(name_of)),
            Command::Duplicate { nodes, .. } => {
                let nodes = nodes.iter().filter(|id| document.node(id).is_some());
                names.extend(nodes.flat_map(|id| document.subtree(id)).map(name_of));
            }
            Command::Inline(_) => names.extend(document.nodes().map(name_of)),
            Command::Batch(commands) => {
                for command in commands {
                    self.collect(document, command, names);
                }
            }
            _ => {}
        }
    }

    /// Returns the renames of the command, in order, from the document after it.
    pub fn renames(self, document: &Document) -> Vec<Rename> {
        let name_of = |id: &NodeId| document.node(id).map(|node| node.name.as_str());
        let names = self.nodes.iter().filter_map(|(id, _)| name_of(id));
        let bearers = only_bearers(document, &names.collect());
        let nodes = self.nodes.into_iter().filter_map(|(id, from)| {
            let name = name_of(&id)?;
            let is_unique = bearers.get(name) == Some(&&id);
            let to = if is_unique { name } else { id.as_str() };
            (*from != *to).then(|| Rename {
                kind: RenameKind::Node,
                from,
                to: to.into(),
            })
        });
        self.variables.into_iter().chain(nodes).collect()
    }
}

/// The nodes to which names refer: to the only node of a name, unless the name is an id.
fn only_bearers<'a>(
    document: &'a Document,
    names: &FxHashSet<&str>,
) -> FxHashMap<&'a str, &'a NodeId> {
    let mut bearers: FxHashMap<&str, Option<&NodeId>> = FxHashMap::default();
    if names.is_empty() {
        return FxHashMap::default();
    }
    let is_name = |name: &str| !name.is_empty() && names.contains(name);
    for node in document.nodes().filter(|node| is_name(&node.name)) {
        let is_first = !bearers.contains_key(&*node.name);
        bearers.insert(&node.name, is_first.then_some(node.id()));
    }
    let is_id = |name: &str| document.node(&NodeId::from(name)).is_some();
    let only = bearers.into_iter().filter(|(name, _)| !is_id(name));
    only.filter_map(|(name, bearer)| Some((name, bearer?)))
        .collect()
}

#[cfg(test)]
mod tests {
    use treewright_core::geometry::Position;

    use super::*;
    use crate::edit::testing::editor::{TestEditor, ids};

    /// The renames of giving these nodes this name, as `from>to`.
    fn renames(nodes: &str, name: &str) -> Vec<String> {
        let mut editor =
            TestEditor::drawn("r:Sequence[a:Idle(.name=Guard) b:Idle(.name=Rest) c:Idle]");
        editor.does(Command::SetName(ids(nodes), name.to_owned()));
        shown(&editor)
    }

    fn shown(editor: &TestEditor) -> Vec<String> {
        let renames = editor.history.renames().iter();
        let shown = renames.map(|rename| format!("{}>{}", rename.from, rename.to));
        shown.collect()
    }

    #[test]
    fn a_reference_follows_a_node_and_is_its_id_where_its_name_is_not_unique() {
        assert_eq!(renames("a", "Watch"), ["Guard>Watch"]);
        assert_eq!(renames("a", ""), ["Guard>a"]);
        assert_eq!(renames("a", "b"), ["Guard>a"], "an id");
        assert_eq!(renames("a", "Rest"), ["Guard>a", "Rest>b"]);
        assert_eq!(renames("c", "Rest"), ["Rest>b"]);
        assert_eq!(renames("a b", "Watch"), ["Guard>a", "Rest>b"]);
        assert!(renames("c", "New").is_empty());
    }

    #[test]
    fn references_stay_with_the_original_of_a_copy() {
        let mut editor = TestEditor::drawn("r:Sequence[a:Idle(.name=Guard) b:Idle]");
        let fragment = Box::new(crate::edit::copy(
            &editor.document,
            &editor.library,
            &ids("a"),
        ));
        editor.does(Command::Paste {
            fragment,
            at: Position::new(0, 0),
            below: None,
        });
        assert_eq!(shown(&editor), ["Guard>a"]);
        editor.undo();
        assert_eq!(shown(&editor), ["Guard>a", "a>Guard"]);
        editor.does(Command::Duplicate {
            nodes: ids("r"),
            dx: 0,
            dy: 0,
        });
        assert_eq!(shown(&editor).last().unwrap(), "Guard>a");
    }
}
