//! What a rename of a tree, variable, event or task changes in each file.

use std::sync::Arc;

use treewright_authoring::edit::Command;
use treewright_core::library::TaskLibrary;
use treewright_core::model::{
    Document, FILE_PARAMETER, Node, Override, ParameterValue, SUBTREE, Scope, TREE_PARAMETER,
};
use treewright_explore::claims::Claims;
use treewright_insight::scenario::Scenario;

use super::about_trees::FileAboutTree;
use super::shared_library::leads_to;
use super::texts::run_by;
use super::{
    Change, DocumentPart, NewContent, Plan, ProjectTexts, RefactoringError, Use, distinct,
};

/// The node types that name an event, in their parameter [`EVENT_NAME`].
const EVENT_TASKS: [&str; 3] = ["SendEvent", "WaitForEvent", "HasReceivedEvent"];
const EVENT_NAME: &str = "name";

type Planned = Result<Plan, RefactoringError>;

fn must_be_new_name(from: &str, to: &str) -> Result<(), RefactoringError> {
    if to.trim().is_empty() {
        return Err(RefactoringError::NoName);
    }
    if from == to {
        return Err(RefactoringError::Nothing);
    }
    Ok(())
}

/// Plans the part of every tree that `part` describes.
fn of_trees(
    texts: &ProjectTexts,
    plan: &mut Plan,
    part: impl Fn(&str, &Document, &mut DocumentPart),
) -> Result<(), RefactoringError> {
    for (path, document) in texts.trees() {
        let mut own = DocumentPart::default();
        part(path, document, &mut own);
        own.finish(path, document, &texts.node_types(path, document), plan)?;
    }
    Ok(())
}

/// Plans the part of every scenario, or of all claims, that `part` changes.
pub(super) fn of_files_about_trees<T: FileAboutTree>(
    texts: &ProjectTexts,
    plan: &mut Plan,
    part: impl Fn(&str, &mut T) -> Vec<Use>,
) {
    for (path, content) in texts.about_trees::<T>() {
        let mut changed = (**content).clone();
        let uses = distinct(part(path, &mut changed));
        if changed != **content {
            plan.changes.push(Change {
                path: path.to_owned(),
                uses,
                content: changed.into_content(),
            });
        }
    }
}

pub fn tree(texts: &ProjectTexts, file: &str, from: &Arc<str>, to: &Arc<str>) -> Planned {
    must_be_new_name(from, to)?;
    let no_file = || RefactoringError::NoSuchFile(file.to_owned());
    let document = texts.tree(file).ok_or_else(no_file)?;
    let no_tree = || RefactoringError::NoSuchTree {
        name: from.to_string(),
        file: file.to_owned(),
    };
    let named = document.trees.iter().position(|tree| tree.name == *from);
    let index = named.ok_or_else(no_tree)?;
    if document.tree(to).is_some() {
        return Err(taken(to, file));
    }
    let mut plan = Plan::default();
    of_trees(texts, &mut plan, |path, document, part| {
        if path == file {
            let rename = Command::RenameTree {
                tree: index,
                name: to.clone(),
            };
            part.add(Use::Declaration, rename);
            let own = document.nodes().filter(|node| runs_own_tree(node, from));
            part.uses
                .extend(own.map(|node| Use::Node(node.id().clone())));
            return;
        }
        rename_where_run(part, (path, document), file, (from, to));
    })?;
    Ok(plan)
}

/// Renames a named tree of a file where nodes of another document run it.
fn rename_where_run(
    part: &mut DocumentPart,
    (path, document): (&str, &Document),
    file: &str,
    (from, to): (&Arc<str>, &Arc<str>),
) {
    for node in document.nodes() {
        let runs = node.text_parameter(TREE_PARAMETER) == &**from
            && run_by(path, node).as_deref() == Some(file);
        if runs {
            set_text(part, node, TREE_PARAMETER, to);
        }
    }
}

/// Lets all nodes that run a tree which a file does not have run another one of that file.
pub fn run_instead(texts: &ProjectTexts, file: &str, from: &Arc<str>, to: &Arc<str>) -> Planned {
    must_be_new_name(from, to)?;
    let mut plan = Plan::default();
    of_trees(texts, &mut plan, |path, document, part| {
        rename_where_run(part, (path, document), file, (from, to));
    })?;
    Ok(plan)
}

fn runs_own_tree(node: &Node, name: &str) -> bool {
    &*node.task == SUBTREE && !node.runs_other_file() && node.text_parameter(TREE_PARAMETER) == name
}

pub fn variable(texts: &ProjectTexts, file: &str, from: &Arc<str>, to: &Arc<str>) -> Planned {
    must_be_new_name(from, to)?;
    let no_file = || RefactoringError::NoSuchFile(file.to_owned());
    let document = texts.tree(file).ok_or_else(no_file)?;
    let no_variable = || RefactoringError::NoSuchVariable {
        name: from.to_string(),
        file: file.to_owned(),
    };
    let scope = document.variable(from).ok_or_else(no_variable)?.scope;
    // The document of the file, and those that share the variable with it.
    let is_owner =
        |path: &str| path == file || scope == Scope::Global && has_global(texts.tree(path), from);
    let owners = texts.trees().filter(|(path, _)| is_owner(path));
    for (path, owner) in owners {
        if owner.variable(to).is_some() {
            return Err(taken(to, path));
        }
    }
    let mut plan = Plan::default();
    of_trees(texts, &mut plan, |path, document, part| {
        if is_owner(path) {
            let rename = Command::RenameVariable {
                from: from.clone(),
                to: to.clone(),
            };
            part.add(Use::Declaration, rename);
            let library = texts.node_types(path, document);
            let found = treewright_authoring::search::find_uses(document, &library, from);
            let nodes = found.into_iter().filter_map(|found| match found.owner {
                treewright_authoring::search::TextOwner::Node(id) => Some(Use::Node(id)),
                _ => None,
            });
            part.uses.extend(nodes);
        }
        if scope == Scope::Global {
            return;
        }
        rename_where_set(texts, part, (path, document), file, (from, to));
    })?;
    variable_about_trees::<Scenario>(texts, &mut plan, (from, to), is_owner);
    variable_about_trees::<Claims>(texts, &mut plan, (from, to), is_owner);
    Ok(plan)
}

/// Renames a variable in the scenarios, or in the claims, of trees that have it.
fn variable_about_trees<T: FileAboutTree>(
    texts: &ProjectTexts,
    plan: &mut Plan,
    (from, to): (&str, &str),
    is_owner: impl Fn(&str) -> bool,
) {
    of_files_about_trees(texts, plan, |path, content: &mut T| {
        let Some(tree) = texts.tree_named_by(path) else {
            return Vec::new();
        };
        content.rename_variable(from, to, |nodes| match nodes {
            None => is_owner(&tree),
            Some(nodes) => {
                let inside = texts.file_inside(&tree, nodes);
                inside.is_some_and(|inside| is_owner(&inside))
            }
        });
        content.uses_of(to)
    });
}

/// Renames a variable of a file where nodes of another document set it.
fn rename_where_set(
    texts: &ProjectTexts,
    part: &mut DocumentPart,
    (path, document): (&str, &Document),
    file: &str,
    (from, to): (&Arc<str>, &Arc<str>),
) {
    for node in document.nodes() {
        let runs = path != file && run_by(path, node).as_deref() == Some(file);
        if runs && is_free_parameter(node, from, to) {
            rename_parameters(part, node, &[(from.clone(), to.clone())]);
        }
        let name = [(from.clone(), to.clone())];
        rename_overrides(part, node, &name, |other| {
            let inner = texts.overridden(path, node, &other.path);
            inner.is_some_and(|(at, inner)| run_by(&at, inner).as_deref() == Some(file))
        });
    }
}

/// Lets all nodes that set a variable which a file does not have set another one of that file.
pub fn set_instead(texts: &ProjectTexts, file: &str, from: &Arc<str>, to: &Arc<str>) -> Planned {
    must_be_new_name(from, to)?;
    let mut plan = Plan::default();
    of_trees(texts, &mut plan, |path, document, part| {
        rename_where_set(texts, part, (path, document), file, (from, to));
    })?;
    Ok(plan)
}

fn has_global(document: Option<&Arc<Document>>, name: &str) -> bool {
    let declared = document.and_then(|document| document.variable(name));
    declared.is_some_and(|variable| variable.scope == Scope::Global)
}

pub fn event(texts: &ProjectTexts, from: &Arc<str>, to: &Arc<str>) -> Planned {
    must_be_new_name(from, to)?;
    // Two events of one name could not be told apart again.
    let has_new_name = |document: &Document| {
        let mut nodes = document.nodes().filter(|node| names_event(node));
        nodes.any(|node| node.text_parameter(EVENT_NAME) == &**to)
    };
    let mut trees = texts.trees();
    if let Some((file, _)) = trees.find(|(_, document)| has_new_name(document)) {
        return Err(RefactoringError::NameTaken {
            name: to.to_string(),
            file: file.to_owned(),
        });
    }
    let mut plan = Plan::default();
    of_trees(texts, &mut plan, |path, document, part| {
        for node in document.nodes() {
            if names_event(node) && node.text_parameter(EVENT_NAME) == &**from {
                set_text(part, node, EVENT_NAME, to);
            }
            for other in &node.overrides {
                let inner = texts.overridden(path, node, &other.path);
                let is_event = inner.is_some_and(|(_, inner)| names_event(inner));
                if is_event && &*other.parameter == EVENT_NAME && is_text(&other.value, from) {
                    let value = Some(ParameterValue::literal(&**to));
                    part.add(
                        place(node),
                        set_override(node, other, &other.parameter, value),
                    );
                }
            }
        }
    })?;
    of_files_about_trees(texts, &mut plan, |_, scenario: &mut Scenario| {
        let mut frames = Vec::new();
        for (frame, step) in &mut scenario.steps {
            for event in step.events.iter_mut().filter(|event| event.name == *from) {
                event.name = to.clone();
                frames.push(Use::Frame(*frame));
            }
        }
        frames
    });
    if plan.changes.is_empty() {
        return Err(RefactoringError::NoSuchEvent(from.to_string()));
    }
    Ok(plan)
}

/// Returns the event that a node names with one of its parameters.
pub fn event_named_by<'a>(node: &'a Node, parameter: &str) -> Option<&'a str> {
    let name =
        (names_event(node) && parameter == EVENT_NAME).then(|| node.text_parameter(EVENT_NAME));
    name.filter(|name| !name.is_empty())
}

fn names_event(node: &Node) -> bool {
    EVENT_TASKS.contains(&&*node.task)
}

pub fn task(texts: &ProjectTexts, library: &str, from: &Arc<str>, to: &Arc<str>) -> Planned {
    must_be_new_name(from, to)?;
    let no_file = || RefactoringError::NoSuchFile(library.to_owned());
    let declared = texts.library(library).ok_or_else(no_file)?;
    if declared.task(from).is_none() {
        return Err(RefactoringError::NoSuchTask {
            name: from.to_string(),
            file: library.to_owned(),
        });
    }
    if treewright_core::library::NodeLibrary::builtin()
        .declaration(to)
        .is_some()
    {
        return Err(RefactoringError::BuiltInName(to.to_string()));
    }
    if declared.task(to).is_some() {
        return Err(taken(to, library));
    }
    let mut renamed = (**declared).clone();
    for task in &mut renamed.tasks {
        if *task.declaration.task == **from {
            task.declaration.task = to.to_string().into();
        }
    }
    let mut plan = Plan::default();
    for (path, document) in texts.trees() {
        if !names_library(path, document, library) {
            continue;
        }
        let node_types = texts.node_types(path, document);
        if node_types.declaration(to).is_some() {
            return Err(taken(to, path));
        }
        let mut part = DocumentPart::default();
        let users = document.nodes().filter(|node| node.task == *from);
        let uses: Vec<Use> = users.map(place).collect();
        if !uses.is_empty() {
            let rename = Command::RenameTask {
                from: from.clone(),
                to: to.clone(),
            };
            part.commands.push(rename);
            part.uses = uses;
        }
        part.finish(path, document, &node_types, &mut plan)?;
    }
    Ok(with_library(plan, library, renamed))
}

/// Renames parameters of a task in its library, and where nodes set them.
pub fn parameters(
    texts: &ProjectTexts,
    library: &str,
    task: &Arc<str>,
    names: &[(Arc<str>, Arc<str>)],
) -> Planned {
    let has_task = |path: &str, node: &Node| {
        let uses = |document: &Arc<Document>| names_library(path, document, library);
        node.task == *task && texts.tree(path).is_some_and(uses)
    };
    let mut plan = Plan::default();
    of_trees(texts, &mut plan, |path, document, part| {
        for node in document.nodes() {
            if has_task(path, node) {
                rename_parameters(part, node, names);
            }
            rename_overrides(part, node, names, |other| {
                let inner = texts.overridden(path, node, &other.path);
                inner.is_some_and(|(file, inner)| has_task(&file, inner))
            });
        }
    })?;
    let declared = texts.library(library);
    let no_file = || RefactoringError::NoSuchFile(library.to_owned());
    let renamed = with_parameters_renamed(declared.ok_or_else(no_file)?, task, names);
    Ok(with_library(plan, library, renamed))
}

/// The plan with the new content of a library, which declares what gets another name.
fn with_library(mut plan: Plan, path: &str, library: TaskLibrary) -> Plan {
    plan.changes.push(Change {
        path: path.to_owned(),
        uses: vec![Use::Declaration],
        content: NewContent::Library(Arc::new(library)),
    });
    plan.changes.sort_by(|a, b| a.path.cmp(&b.path));
    plan
}

fn with_parameters_renamed(
    library: &TaskLibrary,
    task: &str,
    names: &[(Arc<str>, Arc<str>)],
) -> TaskLibrary {
    let mut renamed = library.clone();
    let new_name = |old: &str| {
        let name = names.iter().find(|(from, _)| **from == *old);
        name.map_or_else(|| old.to_owned(), |(_, to)| to.to_string())
    };
    let mut tasks = renamed.tasks.iter_mut();
    if let Some(task) = tasks.find(|other| other.declaration.task == *task) {
        for parameter in &mut task.declaration.parameters {
            parameter.name = new_name(&parameter.name).into();
        }
        let extra = std::mem::take(&mut task.parameter_extra).into_iter();
        task.parameter_extra = extra
            .map(|(name, extra)| (new_name(&name), extra))
            .collect();
    }
    renamed
}

fn names_library(path: &str, document: &Document, library: &str) -> bool {
    let mut named = document.libraries.iter();
    named.any(|reference| leads_to(path, reference, library))
}

/// Lets all nodes whose task no library has be of another task, in trees that have that one.
pub fn task_instead(texts: &ProjectTexts, from: &Arc<str>, to: &Arc<str>) -> Planned {
    must_be_new_name(from, to)?;
    let mut plan = Plan::default();
    for (path, nodes) in without_task(texts, from) {
        let has_other = texts.tree(path).is_some_and(|document| {
            let node_types = texts.node_types(path, document);
            node_types.declaration(to).is_some()
        });
        if has_other {
            let (from, to) = (from.clone(), to.clone());
            plan.change_tree(texts, path, nodes, Command::RenameTask { from, to });
        }
    }
    Ok(plan)
}

/// The nodes of this task, by their files, where no library has it.
pub fn without_task<'a>(
    texts: &'a ProjectTexts,
    task: &'a str,
) -> impl Iterator<Item = (&'a str, Vec<Use>)> {
    texts.trees().filter_map(move |(path, document)| {
        let users = document.nodes().filter(|node| &*node.task == task);
        let users: Vec<Use> = users.map(place).collect();
        let is_known = || {
            let node_types = texts.node_types(path, document);
            node_types.declaration(task).is_some()
        };
        (!users.is_empty() && !is_known()).then_some((path, users))
    })
}

fn taken(name: &str, file: &str) -> RefactoringError {
    RefactoringError::NameTaken {
        name: name.to_owned(),
        file: file.to_owned(),
    }
}

fn place(node: &Node) -> Use {
    Use::Node(node.id().clone())
}

fn is_text(value: &ParameterValue, text: &str) -> bool {
    value.as_literal().and_then(|literal| literal.as_str()) == Some(text)
}

pub(super) fn set_text(part: &mut DocumentPart, node: &Node, parameter: &str, text: &str) {
    let set = Command::SetParameter {
        nodes: vec![node.id().clone()],
        name: parameter.into(),
        value: Some(ParameterValue::literal(text)),
    };
    part.add(place(node), set);
}

/// Whether a node sets the variable `from` of the tree that it runs, and not `to`.
fn is_free_parameter(node: &Node, from: &str, to: &str) -> bool {
    let is_own = matches!(from, TREE_PARAMETER | FILE_PARAMETER);
    !is_own && node.parameters.contains_key(from) && !node.parameters.contains_key(to)
}

/// Gives settings of a node other names; two may exchange theirs.
fn rename_parameters(part: &mut DocumentPart, node: &Node, names: &[(Arc<str>, Arc<str>)]) {
    let named = names.iter();
    let set: Vec<_> = named
        .filter_map(|(from, to)| Some((from, to, node.parameters.get(from)?)))
        .collect();
    let gone = set.iter().map(|(from, ..)| (*from, None));
    let come = set
        .iter()
        .map(|(_, to, value)| (*to, Some((*value).clone())));
    for (name, value) in gone.chain(come) {
        let set = Command::SetParameter {
            nodes: vec![node.id().clone()],
            name: name.clone(),
            value,
        };
        part.add(place(node), set);
    }
}

/// Gives the parameters of overrides that fit other names; two may exchange theirs.
fn rename_overrides(
    part: &mut DocumentPart,
    node: &Node,
    names: &[(Arc<str>, Arc<str>)],
    fits: impl Fn(&Override) -> bool,
) {
    let named = node.overrides.iter().filter_map(|other| {
        let (_, to) = names.iter().find(|(from, _)| other.parameter == *from)?;
        Some((other, to))
    });
    let renamed: Vec<_> = named.filter(|(other, _)| fits(other)).collect();
    let gone = renamed
        .iter()
        .map(|(other, _)| (*other, &other.parameter, None));
    let come = renamed
        .iter()
        .map(|(other, to)| (*other, *to, Some(other.value.clone())));
    for (other, parameter, value) in gone.chain(come) {
        part.add(place(node), set_override(node, other, parameter, value));
    }
}

fn set_override(
    node: &Node,
    other: &Override,
    parameter: &Arc<str>,
    value: Option<ParameterValue>,
) -> Command {
    Command::SetOverride {
        node: node.id().clone(),
        path: other.path.clone(),
        parameter: parameter.clone(),
        value,
    }
}
