//! A document as one tree: what its Subtree nodes run stands in their place, that of other files, too, with parameters, overrides and bindings
//! applied. It does what the document does, but for the comings and goings of those nodes.
//!
//! - A node inside has the id that it has in the program (`n7/n2`), and so has a variable that belongs to a use (`n7/target`).
//! - A use whose variables are set anew each time that it starts cannot be told apart from a Subtree node: it stays one, over a named
//!   tree of its own in the same document, and so does one whose top has a parameter of the name of one that the use carries for its parent.
//! - For formats without subtrees (`without_subtrees`), such a use becomes a decorator that passes its child's status on, and the writer sets its
//!   variables when that decorator starts.
//! - What is disabled is left out, as are loose trees that nobody starts by name.

use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use treewright_core::compile::{Top, Uses};
use treewright_core::diagnostic::{Diagnostic, Location, Problem};
use treewright_core::expression;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{
    Document, DocumentBuilder, FILE_PARAMETER, NamedTree, Node, ParameterType, ParameterValue,
    Parameters, SUBTREE, Scope, StandIn, TREE_PARAMETER, Variable, free_name,
};
use treewright_core::project::{Project, relative, resolve};
use treewright_core::value::{Value, ValueType};

use crate::common::of_node;

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
    anew: FxHashMap<Anew, Arc<str>>,
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
        global(variable): Refused = "global variable `{variable}` of the subtree has the name of a non-global variable of this document: rename one of them";
        carried(parameter): Refused = "the parent reads parameter `{parameter}` of both the subtree's root and the node that replaces this use: rename the parameter";
    }
}

#[cfg(test)]
mod tests;

/// What variables are called in the whole, by what they are called here.
type Renamed = FxHashMap<Arc<str>, Arc<str>>;

/// The variables that a node can see: those of its document, and those of the use in which it is.
#[derive(Clone)]
struct Names {
    pub document: Rc<Renamed>,
    pub own: Rc<Renamed>,
    /// The node that runs the tree, with which names begin that nobody declares; empty for the main tree.
    pub prefix: Rc<str>,
}

impl Names {
    pub fn of(&self, name: &str) -> Arc<str> {
        let declared = self.own.get(name).or_else(|| self.document.get(name));
        match declared {
            Some(name) => name.clone(),
            None if self.prefix.is_empty() => name.into(),
            None => format!("{}/{name}", self.prefix).into(),
        }
    }

    /// A setting as it is seen in the whole.
    pub fn value(&self, value: &ParameterValue, of: Option<&ParameterType>) -> ParameterValue {
        match (value, of) {
            (ParameterValue::Variable(name), _) => ParameterValue::Variable(self.of(name)),
            (ParameterValue::Literal(literal), Some(ParameterType::Expression(_))) => match literal
                .value
                .as_str()
            {
                Some(text) if !self.is_plain() => ParameterValue::literal(&*self.expression(text)),
                _ => value.clone(),
            },
            _ => value.clone(),
        }
    }

    /// Whether every variable is called what it is called here.
    fn is_plain(&self) -> bool {
        self.prefix.is_empty()
    }

    /// What plays a leaf, as it is seen in the whole.
    pub fn stand_in(&self, stand_in: &StandIn) -> StandIn {
        match stand_in {
            StandIn::Expression(text) if !self.is_plain() => {
                StandIn::Expression(self.expression(text))
            }
            other => other.clone(),
        }
    }

    /// An expression with its variables called as in the whole. All are renamed at once: a new name may be another's old one.
    fn expression(&self, text: &str) -> String {
        let names = expression::names(text);
        let between = |at: usize| format!("\u{e000}{at}");
        let mut renamed = text.to_owned();
        for (at, name) in names.iter().enumerate() {
            renamed = expression::rename(&renamed, name, &between(at));
        }
        for (at, name) in names.iter().enumerate() {
            renamed = expression::rename(&renamed, &between(at), &self.of(name));
        }
        renamed
    }
}

/// A parameter of a node inside that is set from outside.
struct Inner<'a> {
    /// The ids on the way from here; empty for a parameter of this node.
    pub rest: &'a str,
    pub parameter: &'a str,
    pub value: &'a ParameterValue,
    /// Its names are those of where it was set.
    pub names: Names,
}

/// A use of a tree, or the main tree.
struct Use<'a> {
    pub source: usize,
    /// The node that runs it; empty for the main tree.
    pub prefix: Rc<str>,
    pub names: Names,
    /// What is set from outside, by the first id on its way.
    pub overrides: FxHashMap<&'a str, Vec<Inner<'a>>>,
    /// The variables that uses around it set anew, where these stayed Subtree nodes.
    pub anew: Rc<Vec<Arc<str>>>,
    /// The node of the main document that runs it, or in which it is run.
    pub seen_at: Option<NodeId>,
    /// How many uses around it stayed Subtree nodes.
    pub depth: usize,
}

impl<'a> Use<'a> {
    pub fn main(document: &Document) -> Self {
        let declared = document.variables.iter();
        let same = declared.map(|v| (v.name.clone(), v.name.clone()));
        Self {
            source: 0,
            prefix: "".into(),
            names: Names {
                document: Rc::new(same.collect()),
                own: Rc::default(),
                prefix: "".into(),
            },
            overrides: FxHashMap::default(),
            anew: Rc::default(),
            seen_at: None,
            depth: 0,
        }
    }

    /// What a node inside is called in the whole.
    pub fn id(&self, node: &NodeId) -> NodeId {
        if self.prefix.is_empty() {
            return node.clone();
        }
        NodeId::new(format!("{}/{node}", self.prefix))
    }

    /// What a parameter of a node is set to, and the names that hold there.
    pub fn setting<'s>(
        &'s self,
        node: &'s Node,
        parameter: &str,
    ) -> Option<(&'s ParameterValue, &'s Names)> {
        let is_it = |inner: &&Inner<'_>| inner.rest.is_empty() && inner.parameter == parameter;
        let outside = self.overrides_of(node.id()).iter().find(is_it);
        let outside = outside.map(|inner| (inner.value, &inner.names));
        outside.or_else(|| Some((node.parameters.get(parameter)?, &self.names)))
    }

    /// All parameters of a node that are set, by itself or from outside.
    pub fn parameters<'s>(&'s self, node: &'s Node) -> Vec<&'s str> {
        let own = node.parameters.keys().map(|name| &**name);
        let outside = self.overrides_of(node.id()).iter();
        let outside = outside.filter(|inner| inner.rest.is_empty());
        let mut names: Vec<&str> = own.collect();
        for inner in outside {
            if !names.contains(&inner.parameter) {
                names.push(inner.parameter);
            }
        }
        names
    }

    pub fn overrides_of(&self, node: &NodeId) -> &[Inner<'a>] {
        self.overrides.get(node.as_str()).map_or(&[], Vec::as_slice)
    }

    /// What a node that is run here sets inside its tree: what is set further out comes first, and so counts more.
    pub fn overrides_inside(&self, node: &'a Node) -> FxHashMap<&'a str, Vec<Inner<'a>>> {
        let mut inside: FxHashMap<&'a str, Vec<Inner<'a>>> = FxHashMap::default();
        let mut add = |path: &'a str, parameter: &'a str, value, names: &Names| {
            let (first, rest) = path.split_once('/').unwrap_or((path, ""));
            inside.entry(first).or_default().push(Inner {
                rest,
                parameter,
                value,
                names: names.clone(),
            });
        };
        for inner in self.overrides_of(node.id()) {
            if !inner.rest.is_empty() {
                add(inner.rest, inner.parameter, inner.value, &inner.names);
            }
        }
        for own in &node.overrides {
            add(&own.path, &own.parameter, &own.value, &self.names);
        }
        inside
    }
}

/// What makes two variables that are set anew the same: the depth of their uses, the document, the name, the type and the value.
#[derive(PartialEq, Eq, Hash)]
struct Anew {
    pub depth: usize,
    pub source: usize,
    pub name: Arc<str>,
    pub value: String,
}

impl Anew {
    pub fn new(
        depth: usize,
        source: usize,
        name: &Arc<str>,
        of: &ValueType,
        value: &Value,
    ) -> Self {
        Self {
            depth,
            source,
            name: name.clone(),
            value: format!("{of} {value:?}"),
        }
    }
}

/// Where a node is to hang.
#[derive(Clone)]
enum Place {
    Root,
    Loose,
    Below(NodeId),
}

/// A node that is to be put in.
struct Step<'a> {
    inside: Rc<Use<'a>>,
    node: &'a Node,
    place: Place,
    /// What the node carries for its parent, in the names of the whole; what it carries itself does not count then.
    carried: Option<Rc<Parameters>>,
    /// The Subtree nodes in whose place it stands.
    stands_for: Vec<NodeId>,
}

/// The variables of a use.
struct OfUse {
    names: Names,
    /// Those that are set anew.
    anew: Vec<Arc<str>>,
}

impl<'a> Flattening<'a, '_> {
    /// Puts a whole tree in.
    fn walk(&mut self, inside: &Rc<Use<'a>>, top: Top<'a>, place: Place) {
        if let Some(node) = self.uses.document(top.source).node(top.node) {
            self.push(inside, node, place, None, Vec::new());
        }
        while let Some(step) = self.steps.pop() {
            let is_use = &*step.node.task == SUBTREE && step.node.children().is_empty();
            let at = Top {
                source: step.inside.source,
                node: step.node.id(),
            };
            match self.uses.target(at).filter(|_| is_use) {
                Some(Ok(target)) => self.put_tree(step, *target),
                Some(Err(problem)) => {
                    let node = step.inside.seen_at.as_ref().unwrap_or(step.node.id());
                    self.error(&node.clone(), Problem::Subtree(problem.clone()));
                }
                None => self.put_node(&step),
            }
        }
    }

    fn push(
        &mut self,
        inside: &Rc<Use<'a>>,
        node: &'a Node,
        place: Place,
        carried: Option<Rc<Parameters>>,
        stands_for: Vec<NodeId>,
    ) {
        self.steps.push(Step {
            inside: inside.clone(),
            node,
            place,
            carried,
            stands_for,
        });
    }

    fn put_node(&mut self, step: &Step<'a>) {
        let Step { inside, node, .. } = step;
        let id = self.free_id(inside.id(node.id()));
        let mut copy = node.copy_as(id.clone());
        copy.overrides.clear();
        copy.disabled = false;
        let stand_in = node.stand_in.as_deref();
        copy.stand_in = stand_in.map(|played| Box::new(inside.names.stand_in(played)));
        copy.parameters = self.parameters(inside, node, step.carried.as_deref());
        self.add(step, copy);
        let children = node.children().iter().rev();
        let source = inside.source;
        for child in children {
            let at = Top {
                source,
                node: child,
            };
            if self.uses.is_absent(at) {
                continue;
            }
            let Some(child) = self.uses.document(source).node(child) else {
                continue;
            };
            self.push(inside, child, Place::Below(id.clone()), None, Vec::new());
        }
    }

    fn add(&mut self, step: &Step<'a>, node: Node) {
        let id = node.id().clone();
        for stood in &step.stands_for {
            self.stands_for.insert(stood.clone(), id.clone());
        }
        // Ids are free and parents are there, so nothing is rejected.
        let _ = match &step.place {
            Place::Root => self.builder.root(node),
            Place::Loose => self.builder.loose(node),
            Place::Below(parent) => self.builder.child(parent, node),
        };
    }

    /// What a node is set to, in the names of the whole.
    fn parameters(
        &self,
        inside: &Use<'a>,
        node: &Node,
        carried: Option<&Parameters>,
    ) -> Parameters {
        let declared = self.library.declaration(&node.task);
        let parent = self.parent_of(inside, node);
        let mut parameters = Parameters::default();
        for name in inside.parameters(node) {
            let own = declared.and_then(|declared| declared.parameter(name));
            let for_parent = self.carried_by(parent, name);
            // What is set and not declared does nothing, and must not be taken for what is carried.
            if carried.is_some() && declared.is_some() && own.is_none() {
                continue;
            }
            let of = own
                .or(for_parent)
                .map(|parameter| &parameter.parameter_type);
            if let Some((value, names)) = inside.setting(node, name) {
                parameters.insert(name.into(), names.value(value, of));
            }
        }
        for (name, value) in carried.into_iter().flatten() {
            parameters.insert(name.clone(), value.clone());
        }
        parameters
    }

    fn parent_of(&self, inside: &Use<'a>, node: &Node) -> Option<&'a Node> {
        let document = self.uses.document(inside.source);
        document.node(node.parent()?)
    }

    /// What a child of this node carries for it under this name.
    fn carried_by(
        &self,
        parent: Option<&Node>,
        name: &str,
    ) -> Option<&treewright_core::model::ParameterDeclaration> {
        let declared = self.library.declaration(&parent?.task)?;
        declared.child_parameters.iter().find(|p| p.name == name)
    }

    /// What a Subtree node carries for its parent: what it is set to of that, in the names of the whole.
    fn carried(&self, step: &Step<'a>) -> Rc<Parameters> {
        if let Some(carried) = &step.carried {
            return carried.clone();
        }
        let parent = self.parent_of(&step.inside, step.node);
        let declared = parent.and_then(|parent| self.library.declaration(&parent.task));
        let mut carried = Parameters::default();
        for parameter in declared.map_or(&[][..], |declared| &declared.child_parameters) {
            let set = step.inside.setting(step.node, &parameter.name);
            if let Some((value, names)) = set {
                let value = names.value(value, Some(&parameter.parameter_type));
                carried.insert((&*parameter.name).into(), value);
            }
        }
        Rc::new(carried)
    }

    /// Puts the tree in that a Subtree node runs: in its place, or below it where it has to stay.
    fn put_tree(&mut self, step: Step<'a>, target: Top<'a>) {
        let Some(top) = self.uses.document(target.source).node(target.node) else {
            return;
        };
        let id = self.free_id(step.inside.id(step.node.id()));
        let carried = self.carried(&step);
        let declared = self.library.declaration(&top.task);
        let clashes = |name: &Arc<str>| declared.is_some_and(|d| d.parameter(name).is_some());
        let OfUse { names, anew } = self.variables_of(&step, &id, target);
        let stays = !anew.is_empty() || carried.keys().any(clashes);
        let seen_at = step.inside.seen_at.clone();
        let around = &step.inside;
        let all_anew = if anew.is_empty() {
            around.anew.clone()
        } else {
            let anew = anew.iter().cloned();
            Rc::new(around.anew.iter().cloned().chain(anew).collect())
        };
        let inside = Rc::new(Use {
            source: target.source,
            prefix: id.as_str().into(),
            names,
            overrides: around.overrides_inside(step.node),
            anew: all_anew,
            seen_at: seen_at.or_else(|| Some(step.node.id().clone())),
            depth: around.depth + usize::from(stays),
        });
        if !stays {
            let mut stands_for = step.stands_for;
            stands_for.push(id);
            return self.push(&inside, top, step.place, Some(carried), stands_for);
        }
        if self.resets.is_some() {
            self.add_pass_through(&step, id.clone(), &carried, anew);
            let place = Place::Below(id);
            return self.push(&inside, top, place, Some(Rc::default()), Vec::new());
        }
        let tree: Arc<str> =
            free_name(id.as_str(), ' ', |name| !self.tree_names.contains(name)).into();
        self.tree_names.insert(tree.clone());
        let mut runs = step.node.copy_as(id);
        runs.overrides.clear();
        runs.parameters = (*carried).clone();
        runs.parameters
            .insert(TREE_PARAMETER.into(), ParameterValue::literal(&*tree));
        for name in step.inside.anew.iter() {
            runs.parameters
                .insert(name.clone(), ParameterValue::Variable(name.clone()));
        }
        self.add(&step, runs);
        // Which node that will be is known when it is put in.
        let root = NodeId::new(format!("top of {tree}"));
        self.trees.push(NamedTree::new(tree, root.clone()));
        self.push(&inside, top, Place::Loose, Some(Rc::default()), vec![root]);
    }

    /// Puts a node where a use sets these variables whenever it starts.
    fn add_pass_through(
        &mut self,
        step: &Step<'a>,
        id: NodeId,
        carried: &Parameters,
        variables: Vec<Arc<str>>,
    ) {
        let declared = self.library.declaration(PASS_THROUGH);
        let is_own = |name: &Arc<str>| declared.is_some_and(|d| d.parameter(name).is_some());
        if let Some(clash) = carried.keys().find(|name| is_own(name)) {
            let problem = Problem::Transfer(remarks::carried(clash));
            self.error(step.node.id(), problem);
        }
        let mut node = Node::new(id.clone(), PASS_THROUGH);
        step.node.title().clone_into(&mut node.name);
        node.comment.clone_from(&step.node.comment);
        node.parameters = carried.clone();
        self.add(step, node);
        if let Some(resets) = &mut self.resets {
            resets.insert(id, variables);
        }
    }

    /// The variables of a use, as the program has them.
    fn variables_of(&mut self, step: &Step<'a>, id: &NodeId, target: Top<'a>) -> OfUse {
        let document: &'a Document = self.uses.document(target.source);
        let used = self.used(target);
        let other_file = step.node.names_a_file();
        let (mut of_document, mut own) = (Renamed::default(), Renamed::default());
        let mut anew = Vec::new();
        for variable in &document.variables {
            let is_own = variable.scope == Scope::Subtree;
            if !is_own && !other_file {
                continue;
            }
            let renamed = if is_own { &mut own } else { &mut of_document };
            if renamed.contains_key(&variable.name) {
                continue;
            }
            let name = if variable.scope == Scope::Global {
                self.global(step, variable)
            } else {
                let mut is_anew = None;
                let name = self.variable(step, id, target.source, variable, &mut is_anew);
                // One that no node of the tree uses need not be set anew.
                anew.extend(is_anew.filter(|_| used.contains(&variable.name)));
                name
            };
            renamed.insert(variable.name.clone(), name);
        }
        let document = if other_file {
            Rc::new(of_document)
        } else {
            step.inside.names.document.clone()
        };
        OfUse {
            names: Names {
                document,
                own: Rc::new(own),
                prefix: id.as_str().into(),
            },
            anew,
        }
    }

    /// The variables that nodes of a tree name, as they are called there.
    fn used(&mut self, top: Top<'a>) -> Rc<FxHashSet<Arc<str>>> {
        if let Some(used) = self.used.get(&top) {
            return used.clone();
        }
        let mut used = FxHashSet::default();
        let mut add = |value: &ParameterValue| match value {
            ParameterValue::Variable(name) => drop(used.insert(name.clone())),
            // It may be an expression; whatever else it is, a name too many does no harm.
            ParameterValue::Literal(literal) => {
                let text = literal.value.as_str().unwrap_or_default();
                used.extend(expression::names(text).into_iter().map(Arc::from));
            }
        };
        for node in self.uses.document(top.source).subtree(top.node) {
            node.parameters.values().for_each(&mut add);
            node.overrides.iter().for_each(|set| add(&set.value));
            if let Some(StandIn::Expression(text)) = node.stand_in.as_deref() {
                add(&ParameterValue::literal(&**text));
            }
        }
        let used = Rc::new(used);
        self.used.insert(top, used.clone());
        used
    }

    /// All documents share the global variables, by name.
    fn global(&mut self, step: &Step<'a>, variable: &Variable) -> Arc<str> {
        match self.variable_at.get(&variable.name) {
            None => self.declare(variable.clone()),
            Some(at) if self.variables[*at].scope == Scope::Global => {}
            Some(_) => {
                let node = step.inside.seen_at.as_ref().unwrap_or(step.node.id());
                let said = of_node(node, remarks::global(&variable.name));
                self.errors.push(said);
            }
        }
        variable.name.clone()
    }

    /// A variable that belongs to a use: the one that it is bound to, or one of the use, which is set anew where that is said.
    fn variable(
        &mut self,
        step: &Step<'a>,
        id: &NodeId,
        source: usize,
        variable: &Variable,
        anew: &mut Option<Arc<str>>,
    ) -> Arc<str> {
        let can_be_set = ![TREE_PARAMETER, FILE_PARAMETER].contains(&&*variable.name);
        let set = step
            .inside
            .setting(step.node, &variable.name)
            .filter(|_| can_be_set);
        let set = match set {
            Some((ParameterValue::Variable(bound), names)) => return names.of(bound),
            Some((ParameterValue::Literal(literal), _)) => Some(&literal.value),
            None => None,
        };
        let value_type = &variable.value_type;
        let initial = set.unwrap_or(&variable.initial.value).coerced(value_type);
        let initial = initial.unwrap_or_else(|| value_type.default_value());
        let mut declared = Variable::new(variable.name.clone(), value_type.clone());
        declared.comment.clone_from(&variable.comment);
        declared.initial = initial.clone().into();
        if variable.scope == Scope::Subtree || set.is_some() {
            let depth = step.inside.depth;
            declared.name = self.free_variable(&variable.name);
            if self.resets.is_none() {
                let key = Anew::new(depth, source, &variable.name, value_type, &initial);
                if let Some(name) = self.anew.get(&key) {
                    *anew = Some(name.clone());
                    return name.clone();
                }
                declared.scope = Scope::Subtree;
                self.anew.insert(key, declared.name.clone());
            }
            *anew = Some(declared.name.clone());
        } else {
            declared.name = self.free_variable(&format!("{id}/{}", variable.name));
        }
        let name = declared.name.clone();
        self.declare(declared);
        name
    }

    fn free_variable(&self, wanted: &str) -> Arc<str> {
        let reserved = [TREE_PARAMETER, FILE_PARAMETER];
        free_name(wanted, '_', |name| {
            !self.variable_at.contains_key(name) && !reserved.contains(&name)
        })
        .into()
    }

    /// This id, or one like it that is free.
    fn free_id(&mut self, wanted: NodeId) -> NodeId {
        let mut id = wanted;
        while !self.taken.insert(id.clone()) {
            id = NodeId::new(format!("{id}'"));
        }
        id
    }
}
