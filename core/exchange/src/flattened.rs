//! A document as one tree: what its Subtree nodes run stands in their place, that of other files, too, with parameters, overrides and bindings
//! applied. It does what the document does, but for the comings and goings of those nodes.
//!
//! - A node inside has the id that it has in the program (`n7/n2`), and so has a variable that belongs to a use (`n7/target`).
//! - A use whose variables are set anew each time that it starts cannot be told apart from a Subtree node: it stays one, over a named
//!   tree of its own in the same document, and so does one whose top has a parameter of the name of one that the use carries for its parent.
//! - For formats without subtrees (`without_subtrees`), such a use becomes a decorator that passes its child's status on, and the writer sets its
//!   variables when that decorator starts.
//! - What is disabled is left out, as are loose trees that nobody starts by name.

mod scope;
mod walk;

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use treewright_core::compile::{Top, Uses};
use treewright_core::diagnostic::{Diagnostic, Location, Problem};
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{
    Document, DocumentBuilder, NamedTree, Node, ParameterType, SUBTREE, Scope, Variable,
};
use treewright_core::project::{Project, relative, resolve};

use self::scope::Use;
use self::walk::{Place, Step};

/// The document of a project as one tree.
///
/// # Errors
/// Why what a node runs cannot be put in its place.
pub(super) fn flattened(
    project: &Project<'_>,
    library: &NodeLibrary,
) -> Result<Document, Vec<Diagnostic>> {
    let uses = Uses::of(project, library);
    let mut flattening = Flattening::new(project, library, &uses);
    flattening.settings();
    flattening.trees();
    flattening.finish()
}

/// A document as one tree, in which nothing runs another tree.
pub(super) struct WithoutSubtrees {
    pub document: Document,
    /// The nodes (each a [`PASS_THROUGH`]) that set variables to their initial values whenever they start, and these variables.
    pub resets: FxHashMap<NodeId, Vec<Arc<str>>>,
}

/// The kind of the nodes that stand where a use sets variables when it starts: with a single round it has its child's status.
pub(super) const PASS_THROUGH: &str = "Repeater";

/// The document of a project as one tree, for a format that has no subtrees.
///
/// # Errors
/// Why what a node runs cannot be put in its place.
pub(super) fn without_subtrees(
    project: &Project<'_>,
    library: &NodeLibrary,
) -> Result<WithoutSubtrees, Vec<Diagnostic>> {
    let uses = Uses::of(project, library);
    let mut flattening = Flattening::new(project, library, &uses);
    flattening.resets = Some(FxHashMap::default());
    flattening.settings();
    flattening.trees();
    let resets = flattening.resets.take().unwrap_or_default();
    let document = flattening.finish()?;
    Ok(WithoutSubtrees { document, resets })
}

/// A document that is being made.
struct Flattening<'a, 'u> {
    project: Project<'a>,
    library: &'u NodeLibrary,
    uses: &'u Uses<'a>,
    builder: DocumentBuilder,
    variables: Vec<Variable>,
    /// Where each variable stands among them, by its name.
    variable_at: FxHashMap<Arc<str>, usize>,
    /// Variables that uses set anew, shared by uses that lie equally deep in one another.
    anew: FxHashMap<scope::Anew, Arc<str>>,
    /// The variables that the nodes of a tree name, by its top.
    used: FxHashMap<Top<'a>, std::rc::Rc<FxHashSet<Arc<str>>>>,
    taken: FxHashSet<NodeId>,
    /// What stands where a Subtree node stood, or will be the top of a named tree.
    stands_for: FxHashMap<NodeId, NodeId>,
    trees: Vec<NamedTree>,
    tree_names: FxHashSet<Arc<str>>,
    errors: Vec<Diagnostic>,
    steps: Vec<Step<'a>>,
    /// `None` while uses that set variables when they start stay Subtree nodes.
    resets: Option<FxHashMap<NodeId, Vec<Arc<str>>>>,
}

impl<'a, 'u> Flattening<'a, 'u> {
    fn new(project: &Project<'a>, library: &'u NodeLibrary, uses: &'u Uses<'a>) -> Self {
        let document = project.document;
        Self {
            project: *project,
            library,
            uses,
            builder: DocumentBuilder::new(document.name.clone()),
            variables: Vec::new(),
            variable_at: FxHashMap::default(),
            anew: FxHashMap::default(),
            used: FxHashMap::default(),
            taken: FxHashSet::default(),
            stands_for: FxHashMap::default(),
            trees: Vec::new(),
            tree_names: document
                .trees
                .iter()
                .map(|tree| tree.name.clone())
                .collect(),
            errors: Vec::new(),
            steps: Vec::new(),
            resets: None,
        }
    }

    /// What is said of the document as a whole, and the variables of the main tree: of two with one name the first counts.
    fn settings(&mut self) {
        let document = self.project.document;
        let libraries = self.libraries();
        self.builder.settings(|new| {
            new.description.clone_from(&document.description);
            new.restart_when_complete = document.restart_when_complete;
            new.seed = document.seed;
            new.extra.clone_from(&document.extra);
            new.libraries = libraries;
        });
        for variable in &document.variables {
            if !self.variable_at.contains_key(&variable.name) {
                let mut variable = variable.clone();
                if variable.scope == Scope::Subtree {
                    // In the main tree it is one of the tree; uses have variables of their own.
                    variable.scope = Scope::Tree;
                }
                self.declare(variable);
            }
        }
    }

    /// The task libraries of all documents, as seen from the main one.
    fn libraries(&self) -> Vec<String> {
        let mut all = self.project.document.libraries.clone();
        for source in 1..self.uses.document_count() {
            for library in &self.uses.document(source).libraries {
                let from_main = resolve(self.uses.path(source), library).map_or_else(
                    |_| library.clone(),
                    |path| relative(self.project.path, &path),
                );
                if !all.contains(&from_main) {
                    all.push(from_main);
                }
            }
        }
        all
    }

    /// The main tree, then the trees that tasks start by name. Outer ones come first, so that one inside another is there already.
    fn trees(&mut self) {
        let main = std::rc::Rc::new(Use::main(self.project.document));
        let is_there = |top: &Top<'a>| !self.uses.is_absent(*top);
        let root = self.project.document.root().map(Top::main).filter(is_there);
        if let Some(root) = root {
            self.walk(&main, root, Place::Root);
        }
        let started = self.uses.started().iter().filter(|(_, top)| is_there(top));
        let mut started: Vec<_> = started.collect();
        if started.len() > 1 {
            let document = self.project.document;
            let places = document.pre_order().enumerate();
            let places: FxHashMap<_, _> = places.map(|(at, node)| (node.id(), at)).collect();
            started.sort_by_key(|(_, top)| places.get(top.node));
        }
        for (name, top) in started {
            if !self.taken.contains(top.node) && !self.stands_for.contains_key(top.node) {
                self.walk(&main, *top, Place::Loose);
            }
            self.trees
                .push(NamedTree::new(name.clone(), top.node.clone()));
        }
        self.absent_trees();
    }

    /// Trees that tasks name and nobody can start, since they are disabled, or since only tasks of other files name them: a task that names
    /// one finds it, and that it never runs.
    fn absent_trees(&mut self) {
        let nodes = self.builder.document().nodes();
        let named: FxHashSet<String> = nodes
            .filter(|node| &*node.task != SUBTREE)
            .flat_map(|node| {
                let declared = self.library.declaration(&node.task);
                let parameters = declared.map_or(&[][..], |declared| &declared.parameters);
                let trees = parameters
                    .iter()
                    .filter(|p| p.parameter_type == ParameterType::Tree);
                trees.map(|parameter| node.text_parameter(&parameter.name).to_owned())
            })
            .collect();
        for tree in &self.project.document.trees {
            let is_there = self.trees.iter().any(|there| there.name == tree.name);
            if is_there || !named.contains(&*tree.name) {
                continue;
            }
            let id = self.free_id(tree.root.clone());
            let top = self.project.document.node(&tree.root);
            let mut stub = Node::new(
                id.clone(),
                top.map_or("Idle".into(), |top| top.task.clone()),
            );
            stub.disabled = true;
            // Its id is free, so it is not rejected.
            let _ = self.builder.loose(stub);
            self.trees.push(NamedTree::new(tree.name.clone(), id));
        }
    }

    fn finish(mut self) -> Result<Document, Vec<Diagnostic>> {
        if !self.errors.is_empty() {
            return Err(self.errors);
        }
        let (variables, mut trees) = (self.variables, self.trees);
        for tree in &mut trees {
            if let Some(root) = self.stands_for.get(&tree.root) {
                tree.root = root.clone();
            }
        }
        self.builder.settings(|document| {
            *document.variables = variables;
            document.trees = trees;
        });
        Ok(self.builder.finish())
    }

    fn declare(&mut self, variable: Variable) {
        self.variable_at
            .insert(variable.name.clone(), self.variables.len());
        self.variables.push(variable);
    }

    fn error(&mut self, node: &NodeId, problem: Problem) {
        let location = Location::Node(node.clone());
        self.errors.push(Diagnostic::new(location, problem));
    }
}

/// What can be said of documents that cannot be one tree.
pub(super) mod remarks {
    crate::common::remarks! { "flattened";
        /// Two variables of one name that cannot both have it.
        global(variable): Refused = "the global variable `{variable}` of the tree that it runs has the name of a variable of this document that is not global";
        /// A parameter for the parent that the node between them has, too.
        carried(parameter): Refused = "its parent reads the parameter `{parameter}` of it, and so does the node that stands for this use: give the parameter another name";
    }
}

#[cfg(test)]
mod tests;
