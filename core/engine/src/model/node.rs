//! A node of a document: its own fields and the ids of its neighbors. Does not know what its task does.

use std::sync::Arc;

use super::{
    Extra, FILE_PARAMETER, Override, ParameterValue, Parameters, SUBTREE, StandIn, TREE_PARAMETER,
};
use crate::abort::AbortType;
use crate::geometry::Position;
use crate::ids::NodeId;
use crate::told::Argument;

/// A node: the name of its task, its settings, and its connections.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    pub(super) id: NodeId,
    pub(super) parent: Option<NodeId>,
    pub(super) children: Vec<NodeId>,
    /// The name of its task: `Sequence`, `Wait`, or one that a game declares.
    pub task: Arc<str>,
    /// Its name, given by the designer. Empty to show the name of the task.
    pub name: String,
    /// The designer's comment.
    pub comment: String,
    /// Which branches it aborts; only composites use it.
    pub abort: AbortType,
    /// Its parameters. Those that are not set have their default.
    pub parameters: Parameters,
    /// Overrides of parameters inside the subtree that it runs. Overrides of the same inner node are adjacent.
    pub overrides: Vec<Override>,
    /// What replaces a leaf when its tree runs without the game; `None` for the default of its node type or library.
    pub stand_in: Option<Box<StandIn>>,
    /// The data that a stand-in of it attaches to the frames in which it runs: see [`data_lines`](super::data_lines).
    pub data: String,
    /// Whether it is skipped with all below it, as if it were absent.
    pub disabled: bool,
    /// Whether a run pauses at this node.
    pub breakpoint: bool,
    /// The top-left corner of its card.
    pub position: Position,
    /// Whether the editor hides what is below it.
    pub collapsed: bool,
    /// Connections in the file that the tree cannot hold, kept until they are fixed.
    pub broken_links: Vec<BrokenLink>,
    /// Its id in the file, if another node had the same id and this one got a new one.
    pub duplicate_of: Option<NodeId>,
    /// Fields of the file that this version does not know.
    pub extra: Extra,
}

impl Node {
    /// Creates an unconnected node with default settings.
    pub fn new(id: impl Into<NodeId>, task: impl Into<Arc<str>>) -> Self {
        Self {
            id: id.into(),
            parent: None,
            children: Vec::new(),
            task: task.into(),
            name: String::new(),
            comment: String::new(),
            abort: AbortType::None,
            parameters: Parameters::default(),
            overrides: Vec::new(),
            stand_in: None,
            data: String::new(),
            disabled: false,
            breakpoint: false,
            position: Position::default(),
            collapsed: false,
            broken_links: Vec::new(),
            duplicate_of: None,
            extra: Extra::new(),
        }
    }

    /// Returns this node with the parameter set.
    #[must_use]
    pub fn with_parameter(mut self, name: &str, value: ParameterValue) -> Self {
        self.parameters.insert(name.into(), value);
        self
    }

    /// Returns this node with the stand-in set.
    #[must_use]
    pub fn with_stand_in(mut self, stand_in: StandIn) -> Self {
        self.stand_in = Some(Box::new(stand_in));
        self
    }

    /// Returns an unconnected copy with this id. Broken links and `duplicate_of` are not copied: they belong to the
    /// original.
    #[must_use]
    pub fn copy_as(&self, id: NodeId) -> Self {
        Self {
            id,
            parent: None,
            children: Vec::new(),
            task: self.task.clone(),
            name: self.name.clone(),
            comment: self.comment.clone(),
            abort: self.abort,
            parameters: self.parameters.clone(),
            overrides: self.overrides.clone(),
            stand_in: self.stand_in.clone(),
            data: self.data.clone(),
            disabled: self.disabled,
            breakpoint: self.breakpoint,
            position: self.position,
            collapsed: self.collapsed,
            broken_links: Vec::new(),
            duplicate_of: None,
            extra: self.extra.clone(),
        }
    }

    /// Returns this node without its parent and children.
    #[must_use]
    pub fn disconnected(&self) -> Self {
        Self {
            broken_links: self.broken_links.clone(),
            duplicate_of: self.duplicate_of.clone(),
            ..self.copy_as(self.id.clone())
        }
    }

    /// Swaps all contents with another node. Ids, parents and children stay.
    pub fn exchange_contents(&mut self, other: &mut Self) {
        std::mem::swap(self, other);
        std::mem::swap(&mut self.id, &mut other.id);
        std::mem::swap(&mut self.parent, &mut other.parent);
        std::mem::swap(&mut self.children, &mut other.children);
    }

    /// Returns this node under another id, without parent and children but with its broken links.
    pub(crate) fn renumbered(&self, id: NodeId) -> Self {
        Self {
            id,
            ..self.disconnected()
        }
    }

    /// Returns whether id, parent and children are the same as the other node's.
    pub(super) fn has_same_connections(&self, other: &Self) -> bool {
        self.id == other.id && self.parent == other.parent && self.children == other.children
    }

    /// The text of a parameter; empty if it is not set or not a text.
    pub fn text_parameter(&self, name: &str) -> &str {
        let set = self.parameters.get(name);
        set.and_then(|value| value.as_literal()?.as_str())
            .unwrap_or_default()
    }

    /// Its title: its own name, else that of the tree which it runs (or of the file, if it runs the main tree of a
    /// file).
    ///
    /// `None` if it has no title but its node type.
    pub fn own_title(&self) -> Option<&str> {
        if !self.name.is_empty() {
            return Some(&self.name);
        }
        if &*self.task != SUBTREE {
            return None;
        }
        let tree = self.text_parameter(TREE_PARAMETER);
        let file = self.text_parameter(FILE_PARAMETER);
        let file = file.rsplit(['/', '\\']).next().unwrap_or_default();
        let file = file.split('.').next().unwrap_or_default();
        [tree, file].into_iter().find(|title| !title.is_empty())
    }

    /// Returns whether it runs a tree of another file.
    pub fn runs_other_file(&self) -> bool {
        !self.text_parameter(FILE_PARAMETER).is_empty()
    }

    /// Its identity.
    pub fn id(&self) -> &NodeId {
        &self.id
    }

    /// Its parent; `None` for the root and unconnected heads.
    pub fn parent(&self) -> Option<&NodeId> {
        self.parent.as_ref()
    }

    /// Its children in order, as a parent runs them.
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }

    /// Returns its title for use in a message; that of the node type is translated.
    pub fn title_argument(&self) -> Argument {
        let own = self.own_title();
        own.map_or_else(
            || Argument::Task(self.task.clone()),
            |own| Argument::Text(own.into()),
        )
    }

    /// Its name, or the name of its task if it has none.
    pub fn title(&self) -> &str {
        if self.name.is_empty() {
            &self.task
        } else {
            &self.name
        }
    }
}

/// A connection from a parent to a child that a file contains but a tree cannot have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenLink {
    /// Its index in the file's list of children, from 0.
    pub index: usize,
    /// The id of the child.
    pub child: NodeId,
    /// Why the tree cannot have it.
    pub reason: BrokenLinkReason,
}

/// Why a tree cannot have a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BrokenLinkReason {
    /// No node has this id.
    Dangling,
    /// The child belongs to this other parent already, or the same parent lists it twice.
    SecondParent(NodeId),
    /// It would close a cycle: the ids along it; the first and the last are the same.
    Cycle(Vec<NodeId>),
    /// The child is the root of the tree.
    Root,
}
