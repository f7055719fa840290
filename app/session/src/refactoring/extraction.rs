//! What a branch of a tree becomes in another file of its project, and what remains in its own. The trees of its own file that it runs go along as
//! copies, with variables, task libraries, notes and overrides. Writes nothing.

use std::sync::Arc;

use treewright_authoring::edit::{self, Command, History, MovedBranch, Refusal, Selection};
use treewright_core::geometry::Position;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{
    Annotation, Document, FILE_PARAMETER, NamedTree, Node, ParameterType, ParameterValue, SUBTREE,
    Scope, TREE_PARAMETER, Variable, free_name,
};
use treewright_core::project::{relative, resolve};

use super::RefactoringError;
use super::moves::{check_path, rebased};
use crate::host::project_files::FileKind;

/// A branch that is to be moved. Paths are relative to the project folder.
#[derive(Clone, Copy, Debug)]
pub struct Branch<'a> {
    pub path: &'a str,
    pub document: &'a Document,
    pub library: &'a NodeLibrary,
    pub top: &'a NodeId,
    /// The notes and groups that go along.
    pub annotations: &'a [Annotation],
}

/// Where it moves.
#[derive(Clone, Copy, Debug)]
pub struct Goal<'a> {
    pub path: &'a str,
    /// The document of the file; `None` if there is no such file yet.
    pub document: Option<&'a Document>,
    /// The name of the tree in an existing file. In a new one it is the main tree, and this the name of the document.
    pub tree: &'a str,
    /// The top-left corner of what is added.
    pub at: Position,
}

/// Both parts of the move.
#[derive(Clone, Debug)]
pub struct Extraction {
    /// The path of the file, without `.` and `..`.
    pub path: String,
    /// Changes the document of the branch.
    pub here: Command,
    /// Changes the document of an existing file.
    pub there: Option<Command>,
    /// The document of the file afterwards.
    pub result: Document,
    /// The document of the branch afterwards.
    pub rest: Document,
    /// The old and new ids of the nodes of the branch that have others in the file.
    pub ids: Vec<(NodeId, NodeId)>,
}

/// Plans both parts.
///
/// # Errors
/// If the path cannot be used, a name is taken, or the documents refuse their parts.
pub fn extract(branch: &Branch<'_>, goal: &Goal<'_>) -> Result<Extraction, RefactoringError> {
    let path = check_path(goal.path)?;
    if FileKind::of(&path) != Some(FileKind::Tree) || path == branch.path {
        return Err(RefactoringError::NotAnotherTree(path));
    }
    let tree = goal.tree.trim();
    if tree.is_empty() {
        return Err(RefactoringError::NoName);
    }
    if goal
        .document
        .is_some_and(|other| other.tree(tree).is_some())
    {
        return Err(RefactoringError::NameTaken {
            name: tree.to_owned(),
            file: path,
        });
    }
    if let Some(node) = runs_main_tree(branch) {
        return Err(RefactoringError::RunsMainTree(node));
    }
    let (mut part, bound) = variables_freed(branch, fragment(branch, tree), goal.document, &path)?;
    let moved = rebased(&part, branch.path, &path);
    apply(&mut part, branch.library, moved.as_ref(), &path)?;
    let known = goal.document.map_or(&[][..], |other| &other.libraries);
    let from = (branch.path, branch.document, branch.library);
    let libraries = libraries_with(from, &part, known, &path);
    let (there, result) = match goal.document {
        Some(other) => {
            let paste = Command::Paste {
                fragment: Box::new(part.clone()),
                at: goal.at,
                below: None,
            };
            let there = match libraries {
                Some(libraries) => Command::Batch(vec![Command::SetLibraries(libraries), paste]),
                None => paste,
            };
            let mut result = other.clone();
            apply(&mut result, branch.library, Some(&there), &path)?;
            (Some(there), result)
        }
        None => (None, as_file(branch, &part, tree, libraries, &path)?),
    };
    let ids = new_ids(branch, &result, tree);
    let here = Command::MoveToFile(Box::new(MovedBranch {
        nodes: vec![branch.top.clone()],
        annotations: branch.annotations.to_vec(),
        parameters: parameters(branch, goal, tree, &path, bound),
        ids: ids.clone(),
    }));
    let mut rest = branch.document.clone();
    apply(&mut rest, branch.library, Some(&here), branch.path)?;
    Ok(Extraction {
        path,
        here,
        there,
        result,
        rest,
        ids,
    })
}

/// The title of a node of the branch that runs the main tree of its document, which has no name to refer to.
fn runs_main_tree(branch: &Branch<'_>) -> Option<String> {
    let document = branch.document;
    let root = document.root()?;
    let names = [TREE_PARAMETER, FILE_PARAMETER];
    let is_unnamed = |node: &&Node| {
        &*node.task == SUBTREE
            && names
                .iter()
                .all(|name| node.text_parameter(name).is_empty())
    };
    let mut nodes = document.subtree(branch.top).filter(is_unnamed);
    let node = nodes.next()?;
    (!document.is_inside(branch.top, root)).then(|| document.name_of_node(node).to_string())
}

pub(super) fn apply(
    document: &mut Document,
    library: &NodeLibrary,
    command: Option<&Command>,
    file: &str,
) -> Result<(), RefactoringError> {
    let Some(command) = command else {
        return Ok(());
    };
    let applied = History::new().apply(document, library, &mut Selection::default(), command);
    match applied {
        Ok(()) | Err(Refusal::Nothing) => Ok(()),
        Err(refusal) => Err(RefactoringError::Refused {
            file: file.to_owned(),
            refusal,
        }),
    }
}

/// The branch and the trees that it runs, with their variables, as a document of unconnected trees. The tree of the branch has the new name.
fn fragment(branch: &Branch<'_>, tree: &str) -> Document {
    let tops = trees_below(branch.document, branch.library, branch.top);
    let others = branch.annotations.iter().copied();
    let mut part = edit::copy_with_annotations(branch.document, branch.library, &tops, others);
    part.trees.push(NamedTree::new(tree, branch.top.clone()));
    part
}

/// The top of a branch, and those of the trees of its document that it runs, directly and indirectly. Trees around the branch are left out.
pub(super) fn trees_below(document: &Document, library: &NodeLibrary, top: &NodeId) -> Vec<NodeId> {
    let mut tops = vec![top.clone()];
    let mut next = 0;
    while let Some(at) = tops.get(next).cloned() {
        next += 1;
        for node in document.subtree(&at) {
            let runs = trees_named_by(library, node);
            for NamedTree { root, .. } in runs.filter_map(|name| document.tree(name)) {
                let contains = document.is_inside(top, root);
                if !contains && !tops.iter().any(|top| document.is_inside(root, top)) {
                    tops.push(root.clone());
                }
            }
        }
    }
    tops
}

/// The names of trees of its own document that a node names.
fn trees_named_by<'a>(library: &'a NodeLibrary, node: &'a Node) -> impl Iterator<Item = &'a str> {
    let declaration = library.declaration(&node.task);
    let parameters = declaration.map_or(&[][..], |declaration| &declaration.parameters);
    let trees = parameters
        .iter()
        .filter(|p| p.parameter_type == ParameterType::Tree);
    let names = trees.map(|p| node.text_parameter(&p.name));
    let is_own = &*node.task != SUBTREE || !node.runs_other_file();
    names.filter(move |name| is_own && !name.is_empty())
}

/// A part of a document, and the names of the variables that it shares with the rest: those in the other file and those here.
type Freed = (Document, Vec<[Arc<str>; 2]>);

/// Renames the variables and trees of the branch whose names mean something else in the other file.
fn variables_freed(
    branch: &Branch<'_>,
    mut part: Document,
    other: Option<&Document>,
    file: &str,
) -> Result<Freed, RefactoringError> {
    let own = edit::copy(
        branch.document,
        branch.library,
        std::slice::from_ref(branch.top),
    );
    let mut bound = Vec::new();
    let variables: Vec<Variable> = part.variables.iter().cloned().collect();
    for variable in variables {
        let known = other.and_then(|other| other.variable(&variable.name));
        if variable.scope == Scope::Global {
            if known.is_some_and(|known| !is_alike(known, &variable)) {
                return Err(RefactoringError::GlobalClash {
                    name: variable.name.to_string(),
                    file: file.to_owned(),
                });
            }
            continue;
        }
        let is_usable = known.is_none_or(|known| is_alike(known, &variable))
            && ![TREE_PARAMETER, FILE_PARAMETER].contains(&&*variable.name);
        let mut name = variable.name.clone();
        if !is_usable {
            let is_free = |name: &str| {
                part.variable(name).is_none() && other.is_none_or(|o| o.variable(name).is_none())
            };
            name = free_name(&name, '_', is_free).into();
            let rename = Command::RenameVariable {
                from: variable.name.clone(),
                to: name.clone(),
            };
            apply(&mut part, branch.library, Some(&rename), file)?;
        }
        if variable.scope == Scope::Tree || own.variable(&variable.name).is_some() {
            bound.push([name, variable.name]);
        }
    }
    for index in 0..part.trees.len().saturating_sub(1) {
        let name = part.trees[index].name.clone();
        let is_new = |tree: &NamedTree| tree.name == name && tree.root == *branch.top;
        if other.is_some_and(|other| other.tree(&name).is_some()) || part.trees.iter().any(is_new) {
            let is_free = |name: &str| {
                part.tree(name).is_none() && other.is_none_or(|o| o.tree(name).is_none())
            };
            let rename = Command::RenameTree {
                tree: index,
                name: free_name(&name, ' ', is_free).into(),
            };
            apply(&mut part, branch.library, Some(&rename), file)?;
        }
    }
    Ok((part, bound))
}

/// Whether a variable can stand for another one of its name.
pub(super) fn is_alike(known: &Variable, wanted: &Variable) -> bool {
    known.scope == wanted.scope && known.value_type == wanted.value_type
}

/// The known task libraries of the file at `to` with those that a part of another document needs; `None` if it has them all.
pub(super) fn libraries_with(
    (from, document, library): (&str, &Document, &NodeLibrary),
    part: &Document,
    known: &[String],
    to: &str,
) -> Option<Vec<String>> {
    let mut all = known.to_vec();
    for reference in &document.libraries {
        // A task that is unknown may be declared in a library that cannot be read at present.
        let is_used = |node: &Node| {
            library.library_of(&node.task) == Some(&**reference)
                || library.declaration(&node.task).is_none()
        };
        let Ok(target) = resolve(from, reference) else {
            continue;
        };
        let is_known = |known: &String| resolve(to, known).is_ok_and(|known| known == target);
        if part.nodes().any(is_used) && !all.iter().any(is_known) {
            all.push(relative(to, &target));
        }
    }
    (all.len() > known.len()).then_some(all)
}

/// The document of a new file, of which the branch is the main tree.
fn as_file(
    branch: &Branch<'_>,
    part: &Document,
    name: &str,
    libraries: Option<Vec<String>>,
    file: &str,
) -> Result<Document, RefactoringError> {
    let mut document = part.clone();
    let unnamed = Command::RemoveTreeName(document.trees.len().saturating_sub(1));
    let root = Command::MakeRoot(branch.top.clone());
    let title = Command::SetDocumentName(name.to_owned());
    let libraries = libraries.map(Command::SetLibraries);
    let all = [unnamed, root, title].into_iter().chain(libraries);
    let all = Command::Batch(all.collect());
    apply(&mut document, branch.library, Some(&all), file)?;
    Ok(document)
}

/// The parameters of the node that replaces the branch.
fn parameters(
    branch: &Branch<'_>,
    goal: &Goal<'_>,
    tree: &str,
    file: &str,
    bound: Vec<[Arc<str>; 2]>,
) -> Vec<(Arc<str>, ParameterValue)> {
    let file = ParameterValue::literal(relative(branch.path, file));
    let tree = ParameterValue::literal(tree);
    let tree = goal.document.map(|_| (Arc::from(TREE_PARAMETER), tree));
    let file = (Arc::from(FILE_PARAMETER), file);
    let bound = bound
        .into_iter()
        .map(|[there, here]| (there, ParameterValue::Variable(here)));
    tree.into_iter().chain([file]).chain(bound).collect()
}

/// The old and new ids of the nodes of the branch that have others in the file.
fn new_ids(branch: &Branch<'_>, result: &Document, tree: &str) -> Vec<(NodeId, NodeId)> {
    let Some(named) = result.tree(tree) else {
        return Vec::new();
    };
    let before = branch.document.subtree(branch.top);
    let after = result.subtree(&named.root);
    let ids = before.zip(after);
    let ids = ids.map(|(before, after)| (before.id().clone(), after.id().clone()));
    ids.filter(|(before, after)| before != after).collect()
}

#[cfg(test)]
mod tests;
