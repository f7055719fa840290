//! Where the nodes of a program stand in documents: in the one that is shown, below one of its nodes, or in another file. Knows no run.

use rustc_hash::FxHashMap;
use treewright_core::Program;
use treewright_core::category::Category;
use treewright_core::compile::Origins;
use treewright_core::ids::NodeId;
use treewright_core::model::{Document, Node};
use treewright_core::project::Project;
use treewright_core::runtime::NodeIndex;
use treewright_core::{Argument, ToArgument as _};

use crate::i18n::Texts;

/// Where nodes stand.
#[derive(Default)]
pub struct Places {
    origins: Origins,
    /// The places in the program of nodes of the document that stand in trees which other nodes of it run.
    inside: FxHashMap<NodeId, Vec<NodeIndex>>,
    /// The conditionals that ask, which can be answered at any time.
    asking: Vec<NodeIndex>,
    /// Whether any leaf asks.
    asks: bool,
}

impl Places {
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
        let mut asking: Vec<NodeIndex> = program.indices().collect();
        asking.retain(|node| program.is_asking(*node));
        let asks = !asking.is_empty();
        asking.retain(|node| program.category(*node) == Category::Conditional);
        Self {
            origins,
            inside,
            asking,
            asks,
        }
    }

    /// Whether any leaf asks: cards want to know in every frame of the window.
    pub fn any_asks(&self) -> bool {
        self.asks
    }

    /// The conditionals that ask.
    pub fn asking_conditionals(&self) -> &[NodeIndex] {
        &self.asking
    }

    /// Where the nodes of the program come from.
    pub fn origins(&self) -> &Origins {
        &self.origins
    }

    /// Whether nodes of the document stand in trees that others run.
    pub fn has_inside(&self) -> bool {
        !self.inside.is_empty()
    }

    /// All places of a node of the document in the program: one for each use of its tree.
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

    /// The node of the document that this is; none if it stands in another file.
    pub fn in_document(&self, program: &Program<()>, node: NodeIndex) -> Option<NodeId> {
        let origin = self.origins.origin(program.id(node));
        origin.path.is_none().then(|| origin.node.clone())
    }

    /// The node of the document where this can be seen: itself, or the one that runs the tree of another file.
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

    /// Returns the node and the document that it is in.
    fn found<'p>(
        &self,
        project: &Project<'p>,
        program: &Program<()>,
        node: NodeIndex,
    ) -> Option<(&'p Document, &'p Node)> {
        let origin = self.origins.origin(program.id(node));
        let document = match origin.path {
            None => project.document,
            Some(path) => project.get(path)?.ok()?,
        };
        Some((document, document.node(origin.node)?))
    }

    /// Returns the node, in whichever document it is.
    pub fn node<'p>(
        &self,
        project: &Project<'p>,
        program: &Program<()>,
        node: NodeIndex,
    ) -> Option<&'p Node> {
        self.found(project, program, node).map(|(_, node)| node)
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
        match self.found(project, program, node) {
            Some((document, node)) => document.name_of_node(node),
            None => program.id(node).to_argument(),
        }
    }
}
