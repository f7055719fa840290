//! Putting nodes in, each before its children, without recursion.

use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashSet;
use treewright_core::compile::Top;
use treewright_core::diagnostic::Problem;
use treewright_core::expression;
use treewright_core::ids::NodeId;
use treewright_core::model::{
    Document, FILE_PARAMETER, NamedTree, Node, ParameterValue, Parameters, SUBTREE, Scope, StandIn,
    TREE_PARAMETER, Variable, free_name,
};

use super::scope::{Anew, Names, Renamed, Use};
use super::{Flattening, PASS_THROUGH, remarks};
use crate::common::of_node;

/// Where a node is to hang.
#[derive(Clone)]
pub(super) enum Place {
    Root,
    Loose,
    Below(NodeId),
}

/// A node that is to be put in.
pub(super) struct Step<'a> {
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
    pub(super) fn walk(&mut self, inside: &Rc<Use<'a>>, top: Top<'a>, place: Place) {
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
    pub(super) fn free_id(&mut self, wanted: NodeId) -> NodeId {
        let mut id = wanted;
        while !self.taken.insert(id.clone()) {
            id = NodeId::new(format!("{id}'"));
        }
        id
    }
}
