//! Maps nodes of a program to nodes of documents: of the shown document, of a subtree in it, or of another file. Knows no run.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use treewright_core::Program;
use treewright_core::category::Category;
use treewright_core::compile::Origins;
use treewright_core::ids::NodeId;
use treewright_core::model::{Document, Node};
use treewright_core::project::Project;
use treewright_core::runtime::NodeIndex;
use treewright_core::{Argument, ToArgument};
use treewright_insight::scenario::document_and_node_at;

use crate::i18n::Texts;

/// A node of a program, as its document shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownNode {
    /// The document's node that represents it: itself, or the Subtree node that runs the tree of another file.
    pub id: NodeId,
    /// What the node itself is called, if it is in another file.
    pub elsewhere: Option<NodeElsewhere>,
}

/// A node of a program that is in another file than the shown document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeElsewhere {
    /// Its id in the program.
    pub id: NodeId,
    pub title: Argument,
}

impl ShownNode {
    /// Names the node in a sentence: by what `name` returns for a node of the document, or by its own title in another file.
    pub fn named<A: ToArgument>(&self, name: impl Fn(&NodeId) -> A) -> Argument {
        match &self.elsewhere {
            Some(node) => node.title.clone(),
            None => name(&self.id).to_argument(),
        }
    }

    /// Returns its id in the document, or in the program if it is in another file.
    pub fn own_id(&self) -> &NodeId {
        self.elsewhere.as_ref().map_or(&self.id, |node| &node.id)
    }
}

/// The mapping between a program and its documents.
#[derive(Default)]
pub struct NodeMapping {
    origins: Origins,
    /// The program's nodes for each node of the document that is in a tree run by Subtree nodes of the same document.
    inside: FxHashMap<NodeId, Vec<NodeIndex>>,
    /// The Subtree nodes that run a tree of the document, ascending.
    uses: Vec<NodeIndex>,
    /// The conditionals that await results from the user, who may set them at any time.
    awaiting: Vec<NodeIndex>,
    /// Whether any leaf awaits results from the user.
    any_awaiting: bool,
}

impl NodeMapping {
    pub fn new(program: &Program<()>, origins: Origins) -> Self {
        let mut inside: FxHashMap<NodeId, Vec<NodeIndex>> = FxHashMap::default();
        for id in origins.inside() {
            let origin = origins.origin(id);
            if let (None, Some(node)) = (origin.path, program.index(id)) {
                inside.entry(origin.node.clone()).or_default().push(node);
            }
        }
        for places in inside.values_mut() {
            places.sort_unstable();
        }
        let mut uses = Vec::new();
        if !inside.is_empty() {
            uses.extend(program.indices().filter(|node| {
                let below = program.children(*node).next();
                below.is_some_and(|child| is_use(program, &origins, *node, child))
            }));
        }
        let mut awaiting: Vec<NodeIndex> = program.indices().collect();
        awaiting.retain(|node| program.awaits_result(*node));
        let any_awaiting = !awaiting.is_empty();
        awaiting.retain(|node| program.category(*node) == Category::Conditional);
        Self {
            origins,
            inside,
            uses,
            awaiting,
            any_awaiting,
        }
    }

    /// Returns whether any leaf awaits results from the user. Cards need this in every frame.
    pub fn any_awaiting(&self) -> bool {
        self.any_awaiting
    }

    /// Returns the conditionals that await results from the user.
    pub fn awaiting_conditionals(&self) -> &[NodeIndex] {
        &self.awaiting
    }

    pub fn origins(&self) -> &Origins {
        &self.origins
    }

    /// Returns whether nodes of the document are in trees that other nodes run.
    pub fn has_subtree_nodes(&self) -> bool {
        !self.inside.is_empty()
    }

    /// Returns the Subtree nodes that run a tree of the document, in the order of the program.
    pub fn uses(&self) -> &[NodeIndex] {
        &self.uses
    }

    /// Returns whether the node is a Subtree node that runs a tree of the document.
    pub fn is_use(&self, node: NodeIndex) -> bool {
        self.uses.binary_search(&node).is_ok()
    }

    /// Returns the program's nodes for a node of the document: one for each use of its tree.
    pub fn of(
        &self,
        program: &Program<()>,
        id: &NodeId,
    ) -> impl Iterator<Item = NodeIndex> + Clone + use<'_> {
        let own = program.index(id).filter(|_| {
            let origin = self.origins.origin(id);
            origin.path.is_none() && origin.node == id
        });
        let inside = self.inside.get(id).into_iter().flatten().copied();
        own.into_iter().chain(inside)
    }

    /// Returns the program's nodes for a node of the document, or the one that has this id in the program, as nodes in uses of a tree do.
    pub fn of_either(&self, program: &Program<()>, id: &NodeId) -> Vec<NodeIndex> {
        let mut places: Vec<NodeIndex> = self.of(program, id).collect();
        if places.is_empty() {
            places.extend(program.index(id));
        }
        places
    }

    /// Returns the background tree of the program in which a node of the document is.
    pub fn background_tree_of<'p>(
        &self,
        program: &'p Program<()>,
        id: &NodeId,
    ) -> Option<&'p Arc<str>> {
        let mut trees = program.trees().iter();
        let found = trees.find(|(_, tree)| {
            let mut nodes = tree.indices();
            nodes.any(|node| self.in_document(tree, node).as_ref() == Some(id))
        });
        found.map(|(name, _)| name)
    }

    /// Returns the document's node, or `None` if the node is in another file.
    pub fn in_document(&self, program: &Program<()>, node: NodeIndex) -> Option<NodeId> {
        let origin = self.origins.origin(program.id(node));
        origin.path.is_none().then(|| origin.node.clone())
    }

    /// Returns the document's node that represents this node: itself, or the Subtree node that runs the tree of another file.
    pub fn shown(&self, program: &Program<()>, node: NodeIndex) -> NodeId {
        let mut at = node;
        loop {
            if let Some(id) = self.in_document(program, at) {
                return id;
            }
            match program.parent(at) {
                Some(parent) => at = parent,
                None => return program.id(node).clone(),
            }
        }
    }

    /// Like [`Self::shown`], with the title of a node in another file.
    pub fn shown_node(&self, program: &Program<()>, node: NodeIndex) -> ShownNode {
        ShownNode {
            id: self.shown(program, node),
            elsewhere: self.elsewhere(program, node),
        }
    }

    /// Returns what a node in another file is called; `None` for nodes of the document.
    pub fn elsewhere(&self, program: &Program<()>, node: NodeIndex) -> Option<NodeElsewhere> {
        let is_own = self.in_document(program, node).is_some();
        (!is_own).then(|| NodeElsewhere {
            id: program.id(node).clone(),
            title: program.title_argument(node),
        })
    }

    /// Returns the node and the document that it is in.
    fn document_and_node<'p>(
        &self,
        project: &Project<'p>,
        program: &Program<()>,
        node: NodeIndex,
    ) -> Option<(&'p Document, &'p Node)> {
        document_and_node_at(project, &self.origins.origin(program.id(node)))
    }

    /// Returns the node, in whichever document it is.
    pub fn node<'p>(
        &self,
        project: &Project<'p>,
        program: &Program<()>,
        node: NodeIndex,
    ) -> Option<&'p Node> {
        self.document_and_node(project, program, node)
            .map(|(_, node)| node)
    }

    /// Names the node in a sentence, in the language of `texts`.
    pub fn title(
        &self,
        project: &Project<'_>,
        program: &Program<()>,
        node: NodeIndex,
        texts: &Texts,
    ) -> String {
        texts.argument(&self.title_argument(project, program, node))
    }

    /// Names the node in a sentence, for a message in any language.
    pub fn title_argument(
        &self,
        project: &Project<'_>,
        program: &Program<()>,
        node: NodeIndex,
    ) -> Argument {
        match self.document_and_node(project, program, node) {
            Some((document, node)) => document.name_of_node(node),
            None => program.id(node).to_argument(),
        }
    }
}

/// Returns whether a node runs a tree of the document, of which `child` is the top: ids inside begin with that of the Subtree node.
fn is_use(program: &Program<()>, origins: &Origins, node: NodeIndex, child: NodeIndex) -> bool {
    let inner = program.id(child);
    origins.origin(inner).path.is_none() && origins.is_use(program.id(node), inner)
}
