//! A document as one tree: Subtree nodes, also those of other files, are replaced by the trees that they run, with
//! parameters, overrides and bindings applied. It behaves like the document, except that those nodes themselves no
//! longer start and finish.
//!
//! - A node inside has the id that it has in the compiled program (`n7/n2`), and so has a variable of a use
//!   (`n7/target`).
//! - A use whose variables are re-initialized each time it starts cannot be replaced: it stays a Subtree node that runs
//!   a named tree of its own in the same document. So does a use whose root has a parameter with the name of one that
//!   the parent reads from the Subtree node.
//! - For formats without subtrees (`without_subtrees`), such a use becomes a decorator that returns its child's status,
//!   and the writer re-initializes the variables when that decorator starts.
//! - Disabled nodes are skipped, and so are unconnected branches that no task starts by name.
//!
//! A law over random projects checks that a flattened document behaves the same.

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
    Parameters, SUBTREE, Scope, StandIn, TREE_PARAMETER, Variable, data_lines, free_name,
    with_expressions,
};
use treewright_core::project::{Project, relative, resolve};
use treewright_core::value::{Value, ValueType};

use crate::common::of_node;

/// Returns the document of a project as one tree.
///
/// # Errors
/// The reasons why Subtree nodes cannot be replaced.
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
    /// The nodes (each a [`PASS_THROUGH`]) that set variables to their initial values whenever they start, with these
    /// variables.
    pub resets: FxHashMap<NodeId, Vec<Arc<str>>>,
}

/// The node type for a use that re-initializes variables when it starts: with a single round it returns its child's
/// status.
pub(super) const PASS_THROUGH: &str = "Repeater";

/// Returns the document of a project as one tree, for a format that has no subtrees.
///
/// # Errors
/// The reasons why Subtree nodes cannot be replaced.
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

/// A flattened document under construction.
struct Flattening<'a, 'u> {
    project: Project<'a>,
    library: &'u NodeLibrary,
    uses: &'u Uses<'a>,
    builder: DocumentBuilder,
    variables: Vec<Variable>,
    /// The index of each variable in `variables`, by its name.
    variable_at: FxHashMap<Arc<str>, usize>,
    /// Variables that uses re-initialize; shared by uses at the same nesting depth.
    anew: FxHashMap<ResetVariable, Arc<str>>,
    /// The variables that the nodes of a tree name, by its root.
    used: FxHashMap<Top<'a>, std::rc::Rc<FxHashSet<Arc<str>>>>,
    taken: FxHashSet<NodeId>,
    /// The node that replaces a Subtree node, or becomes the root of a named tree.
    replacements: FxHashMap<NodeId, NodeId>,
    trees: Vec<NamedTree>,
    tree_names: FxHashSet<Arc<str>>,
    errors: Vec<Diagnostic>,
    steps: Vec<PendingNode<'a>>,
    /// `None` while uses that re-initialize variables stay Subtree nodes.
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
            replacements: FxHashMap::default(),
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

    /// Copies the fields of the document as a whole, and the variables of the main tree: of two with one name, the
    /// first counts.
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
                    // In the main tree it belongs to the tree; uses have variables of their own.
                    variable.scope = Scope::Tree;
                }
                self.declare(variable);
            }
        }
    }

    /// Returns the task libraries of all documents, relative to the main one.
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

    /// Adds the main tree, then the trees that tasks start by name. Outer trees come first, so that the parents of
    /// inner ones exist.
    fn trees(&mut self) {
        let main = std::rc::Rc::new(TreeUse::main(self.project.document));
        let is_there = |top: &Top<'a>| !self.uses.is_absent(*top);
        let root = self.project.document.root().map(Top::main).filter(is_there);
        if let Some(root) = root {
            self.add_tree(&main, root, TargetPlace::Root);
        }
        let started = self
            .uses
            .background_trees()
            .iter()
            .filter(|(_, top)| is_there(top));
        let mut started: Vec<_> = started.collect();
        if started.len() > 1 {
            let document = self.project.document;
            let places = document.pre_order().enumerate();
            let places: FxHashMap<_, _> = places.map(|(at, node)| (node.id(), at)).collect();
            started.sort_by_key(|(_, top)| places.get(top.node));
        }
        for (name, top) in started {
            if !self.taken.contains(top.node) && !self.replacements.contains_key(top.node) {
                self.add_tree(&main, *top, TargetPlace::Unconnected);
            }
            self.trees
                .push(NamedTree::new(name.clone(), top.node.clone()));
        }
        self.absent_trees();
    }

    /// Adds trees that tasks name and nothing can start, since they are disabled or only tasks of other files name
    /// them: a task that looks one up finds a tree that never runs.
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
            if let Some(root) = self.replacements.get(&tree.root) {
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

/// Export notes on documents that cannot be one tree.
pub(super) mod remarks {
    crate::common::remarks! { "flattened";
        global(variable): Refused = "global variable `{variable}` of the subtree has the name of a non-global variable of this document: rename one of them";
        carried(parameter): Refused = "the parent reads parameter `{parameter}` of both the subtree's root and the node that replaces this use: rename the parameter";
    }
}

#[cfg(test)]
mod tests;

/// The names of variables in the flattened document, by their original names.
type NewNames = FxHashMap<Arc<str>, Arc<str>>;

/// The variables that are visible to a node: those of its document, and those of the use that it is in.
#[derive(Clone)]
struct VisibleVariables {
    pub document: Rc<NewNames>,
    pub own: Rc<NewNames>,
    /// The id of the Subtree node, which is the prefix of undeclared names; empty for the main tree.
    pub prefix: Rc<str>,
}

impl VisibleVariables {
    pub fn of(&self, name: &str) -> Arc<str> {
        let declared = self.own.get(name).or_else(|| self.document.get(name));
        match declared {
            Some(name) => name.clone(),
            None if self.prefix.is_empty() => name.into(),
            None => format!("{}/{name}", self.prefix).into(),
        }
    }

    /// Returns a parameter value with renamed variables.
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

    /// Returns whether no variable is renamed.
    fn is_plain(&self) -> bool {
        self.prefix.is_empty()
    }

    /// Returns a stand-in with renamed variables.
    pub fn stand_in(&self, stand_in: &StandIn) -> StandIn {
        match stand_in {
            StandIn::Expression(text) if !self.is_plain() => {
                StandIn::Expression(self.expression(text))
            }
            other => other.clone(),
        }
    }

    /// Returns attached data with renamed variables.
    pub fn data(&self, text: &str) -> String {
        if self.is_plain() {
            return text.to_owned();
        }
        with_expressions(text, |text| self.expression(text))
    }

    /// Returns an expression with renamed variables. All are renamed at once: a new name may be another's old one.
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

/// A parameter of a node inside a subtree that is overridden from outside.
struct InnerOverride<'a> {
    /// The remaining ids on the path; empty for a parameter of this node.
    pub rest: &'a str,
    pub parameter: &'a str,
    pub value: &'a ParameterValue,
    /// The variables that are visible where it was set.
    pub names: VisibleVariables,
}

/// A use of a tree, or the main tree.
struct TreeUse<'a> {
    pub source: usize,
    /// The id of the Subtree node; empty for the main tree.
    pub prefix: Rc<str>,
    pub names: VisibleVariables,
    /// Overrides from outside, by the first id on their path.
    pub overrides: FxHashMap<&'a str, Vec<InnerOverride<'a>>>,
    /// The variables that enclosing uses re-initialize, where these stayed Subtree nodes.
    pub anew: Rc<Vec<Arc<str>>>,
    /// The node of the main document that runs it, directly or indirectly.
    pub seen_at: Option<NodeId>,
    /// The number of enclosing uses that stayed Subtree nodes.
    pub depth: usize,
}

impl<'a> TreeUse<'a> {
    pub fn main(document: &Document) -> Self {
        let declared = document.variables.iter();
        let same = declared.map(|v| (v.name.clone(), v.name.clone()));
        Self {
            source: 0,
            prefix: "".into(),
            names: VisibleVariables {
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

    /// Returns the id of a node of this use in the flattened document.
    pub fn id(&self, node: &NodeId) -> NodeId {
        if self.prefix.is_empty() {
            return node.clone();
        }
        NodeId::new(format!("{}/{node}", self.prefix))
    }

    /// Returns the value of a node's parameter, and the variables that are visible to it.
    pub fn setting<'s>(
        &'s self,
        node: &'s Node,
        parameter: &str,
    ) -> Option<(&'s ParameterValue, &'s VisibleVariables)> {
        let is_it =
            |inner: &&InnerOverride<'_>| inner.rest.is_empty() && inner.parameter == parameter;
        let outside = self.overrides_of(node.id()).iter().find(is_it);
        let outside = outside.map(|inner| (inner.value, &inner.names));
        outside.or_else(|| Some((node.parameters.get(parameter)?, &self.names)))
    }

    /// Returns all parameters of a node that are set, on the node or by an override.
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

    pub fn overrides_of(&self, node: &NodeId) -> &[InnerOverride<'a>] {
        self.overrides.get(node.as_str()).map_or(&[], Vec::as_slice)
    }

    /// Returns what a Subtree node of this use overrides inside its tree: outer overrides come first, and so take
    /// precedence.
    pub fn overrides_inside(&self, node: &'a Node) -> FxHashMap<&'a str, Vec<InnerOverride<'a>>> {
        let mut inside: FxHashMap<&'a str, Vec<InnerOverride<'a>>> = FxHashMap::default();
        let mut add = |path: &'a str, parameter: &'a str, value, names: &VisibleVariables| {
            let (first, rest) = path.split_once('/').unwrap_or((path, ""));
            inside.entry(first).or_default().push(InnerOverride {
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

/// The key by which re-initialized variables are shared: the depth of their uses, the document, the name, the type and
/// the value.
#[derive(PartialEq, Eq, Hash)]
struct ResetVariable {
    pub depth: usize,
    pub source: usize,
    pub name: Arc<str>,
    pub value: String,
}

impl ResetVariable {
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

/// Where a node is to be added.
#[derive(Clone)]
enum TargetPlace {
    Root,
    Unconnected,
    Below(NodeId),
}

/// A node that is to be added.
struct PendingNode<'a> {
    inside: Rc<TreeUse<'a>>,
    node: &'a Node,
    place: TargetPlace,
    /// The parameters that the parent reads from this node, with renamed variables; they replace the node's own.
    carried: Option<Rc<Parameters>>,
    /// The Subtree nodes that it replaces.
    replaces: Vec<NodeId>,
}

/// The variables of a use.
struct UseVariables {
    names: VisibleVariables,
    /// Those that are re-initialized.
    anew: Vec<Arc<str>>,
}

impl<'a> Flattening<'a, '_> {
    /// Adds a whole tree.
    fn add_tree(&mut self, inside: &Rc<TreeUse<'a>>, top: Top<'a>, place: TargetPlace) {
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
                Some(Ok(target)) => self.add_subtree(step, *target),
                Some(Err(problem)) => {
                    let node = step.inside.seen_at.as_ref().unwrap_or(step.node.id());
                    self.error(&node.clone(), Problem::Subtree(problem.clone()));
                }
                None => self.add_copy(&step),
            }
        }
    }

    fn push(
        &mut self,
        inside: &Rc<TreeUse<'a>>,
        node: &'a Node,
        place: TargetPlace,
        carried: Option<Rc<Parameters>>,
        replaces: Vec<NodeId>,
    ) {
        self.steps.push(PendingNode {
            inside: inside.clone(),
            node,
            place,
            carried,
            replaces,
        });
    }

    fn add_copy(&mut self, step: &PendingNode<'a>) {
        let PendingNode { inside, node, .. } = step;
        let id = self.free_id(inside.id(node.id()));
        let mut copy = node.copy_as(id.clone());
        copy.overrides.clear();
        copy.disabled = false;
        let stand_in = node.stand_in.as_deref();
        copy.stand_in = stand_in.map(|played| Box::new(inside.names.stand_in(played)));
        copy.data = inside.names.data(&node.data);
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
            self.push(
                inside,
                child,
                TargetPlace::Below(id.clone()),
                None,
                Vec::new(),
            );
        }
    }

    fn add(&mut self, step: &PendingNode<'a>, node: Node) {
        let id = node.id().clone();
        for replaced in &step.replaces {
            self.replacements.insert(replaced.clone(), id.clone());
        }
        // Ids are free and parents exist, so nothing is rejected.
        let _ = match &step.place {
            TargetPlace::Root => self.builder.root(node),
            TargetPlace::Unconnected => self.builder.loose(node),
            TargetPlace::Below(parent) => self.builder.child(parent, node),
        };
    }

    /// Returns the parameters of a node, with renamed variables.
    fn parameters(
        &self,
        inside: &TreeUse<'a>,
        node: &Node,
        carried: Option<&Parameters>,
    ) -> Parameters {
        let declared = self.library.declaration(&node.task);
        let parent = self.parent_of(inside, node);
        let mut parameters = Parameters::default();
        for name in inside.parameters(node) {
            let own = declared.and_then(|declared| declared.parameter(name));
            let for_parent = self.parent_parameter(parent, name);
            // A parameter that is set and not declared has no effect, and must not be mistaken for one that the parent
            // reads.
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

    fn parent_of(&self, inside: &TreeUse<'a>, node: &Node) -> Option<&'a Node> {
        let document = self.uses.document(inside.source);
        document.node(node.parent()?)
    }

    /// Returns the declaration of the parameter that this parent reads from its children under this name.
    fn parent_parameter(
        &self,
        parent: Option<&Node>,
        name: &str,
    ) -> Option<&treewright_core::model::ParameterDeclaration> {
        let declared = self.library.declaration(&parent?.task)?;
        declared.child_parameters.iter().find(|p| p.name == name)
    }

    /// Returns the parameters of a Subtree node that its parent reads, with renamed variables.
    fn parameters_for_parent(&self, step: &PendingNode<'a>) -> Rc<Parameters> {
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

    /// Adds the tree that a Subtree node runs: in its place, or as a named tree if the Subtree node has to stay.
    fn add_subtree(&mut self, step: PendingNode<'a>, target: Top<'a>) {
        let Some(top) = self.uses.document(target.source).node(target.node) else {
            return;
        };
        let id = self.free_id(step.inside.id(step.node.id()));
        let carried = self.parameters_for_parent(&step);
        let declared = self.library.declaration(&top.task);
        let clashes = |name: &Arc<str>| declared.is_some_and(|d| d.parameter(name).is_some());
        let UseVariables { names, anew } = self.variables_of(&step, &id, target);
        let stays = !anew.is_empty() || carried.keys().any(clashes);
        let seen_at = step.inside.seen_at.clone();
        let around = &step.inside;
        let all_anew = if anew.is_empty() {
            around.anew.clone()
        } else {
            let anew = anew.iter().cloned();
            Rc::new(around.anew.iter().cloned().chain(anew).collect())
        };
        let inside = Rc::new(TreeUse {
            source: target.source,
            prefix: id.as_str().into(),
            names,
            overrides: around.overrides_inside(step.node),
            anew: all_anew,
            seen_at: seen_at.or_else(|| Some(step.node.id().clone())),
            depth: around.depth + usize::from(stays),
        });
        if !stays {
            let mut replaces = step.replaces;
            replaces.push(id);
            return self.push(&inside, top, step.place, Some(carried), replaces);
        }
        if self.resets.is_some() {
            self.add_pass_through(&step, id.clone(), &carried, anew);
            let place = TargetPlace::Below(id);
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
        // The id of that node is known when it is added.
        let root = NodeId::new(format!("top of {tree}"));
        self.trees.push(NamedTree::new(tree, root.clone()));
        self.push(
            &inside,
            top,
            TargetPlace::Unconnected,
            Some(Rc::default()),
            vec![root],
        );
    }

    /// Adds a node for a use that re-initializes these variables whenever it starts.
    fn add_pass_through(
        &mut self,
        step: &PendingNode<'a>,
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

    /// Returns the variables of a use, named as in the compiled program.
    fn variables_of(
        &mut self,
        step: &PendingNode<'a>,
        id: &NodeId,
        target: Top<'a>,
    ) -> UseVariables {
        let document: &'a Document = self.uses.document(target.source);
        let used = self.used(target);
        let other_file = step.node.runs_other_file();
        let (mut of_document, mut own) = (NewNames::default(), NewNames::default());
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
                // A variable that no node of the tree uses need not be re-initialized.
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
        UseVariables {
            names: VisibleVariables {
                document,
                own: Rc::new(own),
                prefix: id.as_str().into(),
            },
            anew,
        }
    }

    /// Returns the variables that nodes of a tree name, by their original names.
    fn used(&mut self, top: Top<'a>) -> Rc<FxHashSet<Arc<str>>> {
        if let Some(used) = self.used.get(&top) {
            return used.clone();
        }
        let mut used = FxHashSet::default();
        let mut add = |value: &ParameterValue| match value {
            ParameterValue::Variable(name) => drop(used.insert(name.clone())),
            // It may be an expression; if it is something else, a surplus name does no harm.
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
            data_lines(&node.data).for_each(|line| add(&ParameterValue::literal(line.expression)));
        }
        let used = Rc::new(used);
        self.used.insert(top, used.clone());
        used
    }

    /// Adds a global variable: all documents share these by name.
    fn global(&mut self, step: &PendingNode<'a>, variable: &Variable) -> Arc<str> {
        match self.variable_at.get(&variable.name) {
            None => self.declare(variable.clone()),
            Some(at) if self.variables[*at].scope == Scope::Global => {}
            Some(_) => {
                let node = step.inside.seen_at.as_ref().unwrap_or(step.node.id());
                let note = of_node(node, remarks::global(&variable.name));
                self.errors.push(note);
            }
        }
        variable.name.clone()
    }

    /// Returns the name of a variable of a use: the one that it is bound to, or a new one of the use, which is
    /// re-initialized if declared so.
    fn variable(
        &mut self,
        step: &PendingNode<'a>,
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
                let key = ResetVariable::new(depth, source, &variable.name, value_type, &initial);
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

    /// Returns this id, or a similar one that is free.
    fn free_id(&mut self, wanted: NodeId) -> NodeId {
        let mut id = wanted;
        while !self.taken.insert(id.clone()) {
            id = NodeId::new(format!("{id}'"));
        }
        id
    }
}
