//! Puts the tree of another file in the place of a Subtree node that runs it, with its variables, task libraries, notes and the overrides of the
//! node. Trees of the other file that it runs stay there, and share their variables as before. Writes nothing.

use std::sync::Arc;

use treewright_authoring::edit::{self, Command, Refusal};
use treewright_core::geometry::Position;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{
    Annotation, Document, FILE_PARAMETER, Literal, NamedTree, Node, Override, ParameterType,
    ParameterValue, SUBTREE, Scope, TREE_PARAMETER, Variable, free_name,
};
use treewright_core::project::relative;

use super::RefactoringError;
use super::extraction::{apply, is_alike, libraries_with, trees_below};
use super::moves::rebased;

/// A document of a project with its path there.
#[derive(Clone, Copy, Debug)]
pub struct Side<'a> {
    pub path: &'a str,
    pub document: &'a Document,
    pub library: &'a NodeLibrary,
}

/// How a node is inlined.
#[derive(Clone, Debug)]
pub struct Inlined {
    pub command: Command,
    /// The variables of the tree, with their names in the document of the node.
    pub variables: Vec<(Arc<str>, Arc<str>)>,
}

/// The top of the tree that a node runs in the document of its file.
pub fn top_of_run<'a>(document: &'a Document, runner: &Node) -> Option<&'a NodeId> {
    let top = match runner.text_parameter(TREE_PARAMETER) {
        "" => document.root(),
        name => document.tree(name).map(|tree| &tree.root),
    };
    top.filter(|top| document.node(top).is_some())
}

/// Plans the command that inlines a node which runs a tree of another file. `annotations` are the notes and groups of that file that belong to the tree.
///
/// # Errors
/// If names clash, or a document refuses its part.
pub fn inline(
    here: Side<'_>,
    there: Side<'_>,
    runner: &NodeId,
    annotations: &[Annotation],
) -> Result<Inlined, RefactoringError> {
    let refused = |refusal| RefactoringError::Refused {
        file: here.path.to_owned(),
        refusal,
    };
    let node = here.document.node(runner);
    let node = node.ok_or_else(|| refused(Refusal::NoSuchNode(runner.clone())))?;
    let top = top_of_run(there.document, node).ok_or_else(|| refused(Refusal::NoSuchTree))?;
    if is_overridden_from_outside(here.document, runner) {
        let title = here.document.name_of_node(node);
        return Err(refused(Refusal::SetFromOutside(title)));
    }
    let inlining = Inlining {
        here,
        there,
        node,
        top,
    };
    let mut part = edit::copy_with_annotations(
        there.document,
        there.library,
        std::slice::from_ref(top),
        annotations.iter().copied(),
    );
    // What the tree shares with others of its file, which stay there, is needed here, too.
    let tops = trees_below(there.document, there.library, top);
    let with_others = edit::copy(there.document, there.library, &tops);
    for variable in &*with_others.variables {
        if variable.scope == Scope::Tree && part.variable(&variable.name).is_none() {
            inlining.change(&mut part, &Command::AddVariable(variable.clone()))?;
        }
    }
    let moved = rebased(&part, there.path, here.path);
    if let Some(moved) = moved {
        inlining.change(&mut part, &moved)?;
    }
    let names = inlining.name_variables(&mut part)?;
    inlining.lead_back(&mut part, &names)?;
    for set in &node.overrides {
        inlining.change(&mut part, &with_override(set))?;
    }
    let command = inlining.command(part, &names);
    let variables = names.into_iter();
    Ok(Inlined {
        command,
        variables: variables
            .map(|name| (name.old, name.bound.unwrap_or(name.new)))
            .collect(),
    })
}

/// Whether another node of the document overrides something inside the tree that this one runs.
fn is_overridden_from_outside(document: &Document, runner: &NodeId) -> bool {
    let is_through = |other: &Override| other.path.split('/').any(|id| id == runner.as_str());
    let mut own = document.nodes().filter(|node| !node.runs_other_file());
    own.any(|node| node.overrides.iter().any(is_through))
}

/// The override of the inlined node, as a setting of the tree's node.
fn with_override(set: &Override) -> Command {
    match set.path.split_once('/') {
        None => Command::SetParameter {
            nodes: vec![NodeId::from(&*set.path)],
            name: set.parameter.clone(),
            value: Some(set.value.clone()),
        },
        Some((node, inner)) => Command::SetOverride {
            node: node.into(),
            path: inner.into(),
            parameter: set.parameter.clone(),
            value: Some(set.value.clone()),
        },
    }
}

/// A variable of the other file, and its name in this one.
struct NewName {
    old: Arc<str>,
    new: Arc<str>,
    /// The variable of this document to which the node binds it. The new name then exists only until the tree is in its place.
    bound: Option<Arc<str>>,
}

struct Inlining<'a> {
    here: Side<'a>,
    there: Side<'a>,
    /// The node that is inlined.
    node: &'a Node,
    top: &'a NodeId,
}

impl Inlining<'_> {
    fn change(&self, part: &mut Document, command: &Command) -> Result<(), RefactoringError> {
        apply(part, self.there.library, Some(command), self.there.path)
    }

    /// Gives each variable of the tree a name that is free here.
    fn name_variables(&self, part: &mut Document) -> Result<Vec<NewName>, RefactoringError> {
        let mut names = Vec::new();
        let variables: Vec<Variable> = part.variables.iter().cloned().collect();
        for variable in variables {
            let known = self.here.document.variable(&variable.name);
            if variable.scope == Scope::Global {
                if known.is_some_and(|known| !is_alike(known, &variable)) {
                    return Err(RefactoringError::GlobalClash {
                        name: variable.name.to_string(),
                        file: self.here.path.to_owned(),
                    });
                }
                continue;
            }
            let is_free = |name: &str| {
                let is_same = *name == *variable.name;
                self.here.document.variable(name).is_none()
                    && (is_same || part.variable(name).is_none())
            };
            let new: Arc<str> = free_name(&variable.name, '_', is_free).into();
            if new != variable.name {
                let (from, to) = (variable.name.clone(), new.clone());
                self.change(part, &Command::RenameVariable { from, to })?;
            }
            let set = self.node.parameters.get(&variable.name);
            let bound = set.and_then(ParameterValue::as_variable).map(Arc::from);
            let constant = set.and_then(ParameterValue::as_literal);
            let is_reset = variable.scope == Scope::Subtree || constant.is_some();
            if bound.is_none() && is_reset && self.is_written(&variable.name) {
                return Err(RefactoringError::Refused {
                    file: self.here.path.to_owned(),
                    refusal: Refusal::OwnVariable(variable.name.clone()),
                });
            }
            let initial = constant.map_or(variable.initial.clone(), |constant| {
                Literal::from(constant.clone())
            });
            let changed = Variable {
                name: new.clone(),
                // Only such a variable can be bound when the tree is put in its place.
                scope: if bound.is_some() {
                    Scope::Subtree
                } else {
                    Scope::Tree
                },
                initial,
                ..variable.clone()
            };
            self.change(part, &Command::ChangeVariable(changed))?;
            names.push(NewName {
                old: variable.name,
                new,
                bound,
            });
        }
        Ok(names)
    }

    /// Whether a node of the tree may write a variable.
    fn is_written(&self, variable: &str) -> bool {
        let document = self.there.document;
        let mut nodes = document.subtree(self.top);
        nodes.any(|node| {
            let declaration = self.there.library.declaration(&node.task);
            node.parameters.iter().any(|(name, value)| {
                let declared = declaration.and_then(|declaration| declaration.parameter(name));
                let takes_name = declared
                    .is_none_or(|p| matches!(p.parameter_type, ParameterType::VariableName(_)));
                takes_name && value.as_variable() == Some(variable)
            })
        })
    }

    /// Leads the nodes that run trees of the other file back to it. What these trees share with the tree is bound.
    fn lead_back(&self, part: &mut Document, names: &[NewName]) -> Result<(), RefactoringError> {
        let there = self.there;
        let file = ParameterValue::literal(relative(self.here.path, there.path));
        let own = there.document.subtree(self.top);
        let own = own.filter(|node| &*node.task == SUBTREE && !node.runs_other_file());
        for node in own {
            let set = |name: &str, value: ParameterValue| Command::SetParameter {
                nodes: vec![node.id().clone()],
                name: name.into(),
                value: Some(value),
            };
            self.change(part, &set(FILE_PARAMETER, file.clone()))?;
            let Some(top) = top_of_run(there.document, node) else {
                continue;
            };
            let tops = trees_below(there.document, there.library, top);
            let used = edit::copy(there.document, there.library, &tops);
            let shared = used.variables.iter().filter(|v| v.scope == Scope::Tree);
            for variable in shared {
                if let Some(name) = names.iter().find(|name| name.old == variable.name) {
                    let value = ParameterValue::Variable(name.new.clone());
                    self.change(part, &set(&variable.name, value))?;
                }
            }
        }
        Ok(())
    }

    /// Everything as one command: the tree is added as a named tree, which then takes the place of the node.
    fn command(&self, mut part: Document, names: &[NewName]) -> Command {
        let (here, node) = (self.here, self.node);
        let tree = here.document.free_tree_name("inlined");
        part.trees = vec![NamedTree::new(&*tree, self.top.clone())];
        let known = &here.document.libraries;
        let there = (self.there.path, self.there.document, self.there.library);
        let libraries = libraries_with(there, &part, known, here.path);
        let at = corner(&part, self.top, node.position);
        let set = |name: &str, value: Option<ParameterValue>| Command::SetParameter {
            nodes: vec![node.id().clone()],
            name: name.into(),
            value,
        };
        let mut all: Vec<Command> = libraries.map(Command::SetLibraries).into_iter().collect();
        all.push(Command::Paste {
            fragment: Box::new(part),
            at,
            below: None,
        });
        let reset = node.overrides.iter().map(|set| Command::SetOverride {
            node: node.id().clone(),
            path: set.path.clone(),
            parameter: set.parameter.clone(),
            value: None,
        });
        all.extend(reset);
        all.push(set(FILE_PARAMETER, None));
        all.push(set(TREE_PARAMETER, Some(ParameterValue::literal(&*tree))));
        let bound = || {
            let bound = names.iter();
            bound.filter_map(|name| Some((&name.new, name.bound.as_ref()?)))
        };
        all.extend(bound().map(|(new, outer)| {
            let value = ParameterValue::Variable(outer.clone());
            set(new, Some(value))
        }));
        all.push(Command::Inline(node.id().clone()));
        all.extend(bound().map(|(new, _)| Command::RemoveVariable(new.clone())));
        Command::Batch(all)
    }
}

/// The top-left corner of a document, of which the node `top` is to be at a position.
fn corner(document: &Document, top: &NodeId, at: Position) -> Position {
    let nodes = document.nodes().map(|node| node.position);
    let notes = document.notes.iter().map(|note| note.position);
    let groups = document.groups.iter().map(|group| group.position);
    let corner = nodes
        .chain(notes)
        .chain(groups)
        .reduce(|a, b| Position::new(a.x.min(b.x), a.y.min(b.y)));
    let (Some(corner), Some(top)) = (corner, document.node(top)) else {
        return at;
    };
    at.moved(
        corner.x.saturating_sub(top.position.x),
        corner.y.saturating_sub(top.position.y),
    )
}

#[cfg(test)]
mod tests;
