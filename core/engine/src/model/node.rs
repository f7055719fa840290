//! A node of a document. Knows its own fields and its neighbors' ids; not what its task does.

use std::sync::Arc;

use super::{
    Extra, FILE_PARAMETER, Override, ParameterValue, Parameters, SUBTREE, StandIn, TREE_PARAMETER,
};
use crate::abort::AbortType;
use crate::geometry::Position;
use crate::ids::NodeId;
use crate::told::Argument;

/// A node: a task's name with its settings, and where it hangs.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    pub(super) id: NodeId,
    pub(super) parent: Option<NodeId>,
    pub(super) children: Vec<NodeId>,
    /// The name of its task: `Sequence`, `Wait`, or one that a game declares.
    pub task: Arc<str>,
    /// What the designer calls it; empty for the task's own name.
    pub name: String,
    /// For people.
    pub comment: String,
    /// Only composites use it.
    pub abort: AbortType,
    /// What its parameters are set to; those not set have their default.
    pub parameters: Parameters,
    /// What it changes inside the subtree that it runs; those of one node stand together.
    pub overrides: Vec<Override>,
    /// What plays it, if it is a leaf, when its tree is run without its game; none for what its kind or its library says.
    pub stand_in: Option<Box<StandIn>>,
    /// Skipped as if it were absent, with all below it.
    pub disabled: bool,
    /// Whether a run stops here.
    pub breakpoint: bool,
    /// The top-left corner of its card.
    pub position: Position,
    /// Whether the editor hides what is below it.
    pub collapsed: bool,
    /// Links in the file that the tree cannot hold, kept until they are mended.
    pub broken_links: Vec<BrokenLink>,
    /// The id that it had in the file, if another node had the same one and this got a new one.
    pub duplicate_of: Option<NodeId>,
    /// Fields that this version does not know.
    pub extra: Extra,
}

impl Node {
    /// A node that is nowhere yet, with every setting at its default.
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
            disabled: false,
            breakpoint: false,
            position: Position::default(),
            collapsed: false,
            broken_links: Vec::new(),
            duplicate_of: None,
            extra: Extra::new(),
        }
    }

    /// This node with a parameter set.
    #[must_use]
    pub fn with_parameter(mut self, name: &str, value: ParameterValue) -> Self {
        self.parameters.insert(name.into(), value);
        self
    }

    /// This node, played so.
    #[must_use]
    pub fn with_stand_in(mut self, stand_in: StandIn) -> Self {
        self.stand_in = Some(Box::new(stand_in));
        self
    }

    /// A copy with this id that hangs nowhere. What a file held against its original (broken links, a taken id) stays there.
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
            disabled: self.disabled,
            breakpoint: self.breakpoint,
            position: self.position,
            collapsed: self.collapsed,
            broken_links: Vec::new(),
            duplicate_of: None,
            extra: self.extra.clone(),
        }
    }

    /// The same node, hanging nowhere.
    #[must_use]
    pub fn unhung(&self) -> Self {
        Self {
            broken_links: self.broken_links.clone(),
            duplicate_of: self.duplicate_of.clone(),
            ..self.copy_as(self.id.clone())
        }
    }

    /// Exchanges all that it holds with another node's; its id and place stay.
    pub fn exchange_contents(&mut self, other: &mut Self) {
        std::mem::swap(self, other);
        std::mem::swap(&mut self.id, &mut other.id);
        std::mem::swap(&mut self.parent, &mut other.parent);
        std::mem::swap(&mut self.children, &mut other.children);
    }

    /// The same node under another id, hanging nowhere, with its links as they are.
    pub(crate) fn renumbered(&self, id: NodeId) -> Self {
        Self {
            id,
            ..self.unhung()
        }
    }

    /// Whether it is the same node as the other one, at the same place with the same nodes below it.
    pub(super) fn hangs_like(&self, other: &Self) -> bool {
        self.id == other.id && self.parent == other.parent && self.children == other.children
    }

    /// The text that a parameter is set to; empty if it is not set, or not to a text.
    pub fn text_parameter(&self, name: &str) -> &str {
        let set = self.parameters.get(name);
        set.and_then(|value| value.as_literal()?.as_str())
            .unwrap_or_default()
    }

    /// What it goes by: its own name, or else that of the tree which it runs (that of the file if it runs a file's main tree).
    /// None if only its task says what it is.
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

    /// Whether it runs a tree of another document's file.
    pub fn names_a_file(&self) -> bool {
        !self.text_parameter(FILE_PARAMETER).is_empty()
    }

    /// Its identity.
    pub fn id(&self) -> &NodeId {
        &self.id
    }

    /// The node above it; none for the root and for loose heads.
    pub fn parent(&self) -> Option<&NodeId> {
        self.parent.as_ref()
    }

    /// Its children, in the order in which they run.
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }

    /// Returns its own title, or its task's for languages to name, to be put into a message.
    pub fn title_argument(&self) -> Argument {
        let own = self.own_title();
        own.map_or_else(
            || Argument::Task(self.task.clone()),
            |own| Argument::Text(own.into()),
        )
    }

    /// What to call it: its name, or its task's.
    pub fn title(&self) -> &str {
        if self.name.is_empty() {
            &self.task
        } else {
            &self.name
        }
    }
}

/// A link from a parent to a child that the file holds and the tree cannot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenLink {
    /// Where in the list of children the file has it.
    pub index: usize,
    /// The child that it names.
    pub child: NodeId,
    /// Why it cannot be held.
    pub reason: BrokenLinkReason,
}

/// Why a link cannot be held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BrokenLinkReason {
    /// No node has this id.
    Dangling,
    /// The child already hangs below this other node (or is listed twice by the same one).
    SecondParent(NodeId),
    /// Following it leads back here: the ids on the way, first and last the same.
    Cycle(Vec<NodeId>),
    /// The child is the root of the tree.
    Root,
}
