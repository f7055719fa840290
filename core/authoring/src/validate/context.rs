//! The input of the rules: the document, its declarations and variables, and facts about nodes that several rules need.

use std::cell::OnceCell;

use rustc_hash::FxHashMap;
use treewright_core::abort::AbortType;
use treewright_core::category::Category;
use treewright_core::compile::Uses;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{
    Document, Node, NodeDeclaration, ParameterDeclaration, SUBTREE, Variable,
};
use treewright_core::project::Project;
use treewright_core::value::Value;

use super::payloads::{PayloadTypes, payload_types};

pub(super) struct Context<'a> {
    pub document: &'a Document,
    pub library: &'a NodeLibrary,
    /// All nodes, parents before children.
    pub order: Vec<&'a Node>,
    pub index_of: FxHashMap<&'a NodeId, usize>,
    variables: FxHashMap<&'a str, &'a Variable>,
    /// For each index of `order`, the number of conditionals at or below the node that a composite watches. Unknown leaves and
    /// subtrees count as conditionals.
    pub watched_below: Vec<usize>,
    /// The trees that nodes of the document run.
    pub uses: Uses<'a>,
    payload_types: OnceCell<PayloadTypes<'a>>,
}

impl<'a> Context<'a> {
    pub fn new(document: &'a Document, library: &'a NodeLibrary) -> Self {
        Self::of(&Project::alone(document), library)
    }

    pub fn of(project: &Project<'a>, library: &'a NodeLibrary) -> Self {
        let document = project.document;
        let order: Vec<&Node> = document.pre_order().collect();
        let index_of = order.iter().enumerate().map(|(i, n)| (n.id(), i)).collect();
        let mut variables = FxHashMap::default();
        for variable in &document.variables {
            variables.entry(&*variable.name).or_insert(variable);
        }
        let mut context = Self {
            document,
            library,
            order,
            index_of,
            variables,
            watched_below: Vec::new(),
            uses: Uses::of(project, library),
            payload_types: OnceCell::new(),
        };
        context.uses.follow_all();
        context.watched_below = context.count_watched();
        context
    }

    pub fn declaration(&self, node: &Node) -> Option<&'a NodeDeclaration> {
        self.library.declaration(&node.task)
    }

    /// Returns the parameters that a node can have at its place: its own and those that it holds on behalf of its parent.
    pub fn parameters(&self, node: &Node) -> impl Iterator<Item = &'a ParameterDeclaration> {
        let parent = node.parent().and_then(|id| self.document.node(id));
        let parent = parent.map(|parent| &*parent.task);
        self.library.parameters(&node.task, parent)
    }

    pub fn variable(&self, name: &str) -> Option<&'a Variable> {
        self.variables.get(name).copied()
    }

    /// Returns what the nodes that wait for events store. Computed on first use, since few documents send values.
    pub fn payload_types(&self) -> &PayloadTypes<'a> {
        self.payload_types.get_or_init(|| payload_types(&self.uses))
    }

    /// Returns the children that are not disabled.
    pub fn enabled_children(&self, node: &Node) -> impl Iterator<Item = &'a Node> {
        let children = node.children().iter();
        children
            .filter_map(|id| self.document.node(id))
            .filter(|child| !child.disabled)
    }

    /// Returns the constant value of a parameter, or its default; `None` if it is bound to a variable.
    fn constant<'n>(node: &'n Node, parameter: &'n ParameterDeclaration) -> Option<&'n Value> {
        match node.parameters.get(&parameter.name) {
            Some(value) => value.as_literal(),
            None => parameter.default.as_ref(),
        }
    }

    /// Returns the constant value of the parameter of this name, or its default.
    pub fn constant_named(&self, node: &Node, name: &str) -> Option<Value> {
        let parameter = self.declaration(node)?.parameter(name)?;
        Self::constant(node, parameter).cloned()
    }

    fn count_watched(&self) -> Vec<usize> {
        let mut counts = vec![0; self.order.len()];
        let mut aborts = vec![AbortType::None; self.order.len()];
        let mut absent = vec![false; self.order.len()];
        for (index, node) in self.order.iter().enumerate() {
            let parent = node.parent().and_then(|p| self.index_of.get(p)).copied();
            absent[index] = node.disabled || parent.is_some_and(|p| absent[p]);
            let above = parent.map_or(AbortType::None, |p| aborts[p]);
            let category = self.declaration(node).map(|d| d.category);
            aborts[index] = if category == Some(Category::Composite) {
                node.abort
            } else {
                above
            };
            let may_be_watched = matches!(category, Some(Category::Conditional) | None)
                || ["Guard", SUBTREE].contains(&&*node.task);
            if may_be_watched && above != AbortType::None && !absent[index] {
                counts[index] += 1;
            }
        }
        for (index, node) in self.order.iter().enumerate().rev() {
            if let Some(parent) = node.parent().and_then(|p| self.index_of.get(p)) {
                counts[*parent] += counts[index];
            }
        }
        counts
    }
}
