//! Where something of a project is used: what a rename or move of it would change elsewhere.

use std::borrow::Cow;
use std::sync::Arc;

use treewright_core::model::{Document, NamedTree, Node, Scope, Variable};
use treewright_core::project::resolve;
use treewright_core::value::ValueType;

use super::renames::without_task;
use super::{Content, ProjectTexts, Refactoring, Use, plan};
use crate::host::project_files::FileKind;

/// A folder that no project has.
const NOWHERE: &str = "nowhere, only to find uses";

/// The type of something that can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubjectKind {
    Tree,
    Variable,
    Task,
    Event,
    /// A file or folder.
    File,
}

/// Something that can be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    pub kind: SubjectKind,
    /// Of a file or folder, its path relative to the project folder.
    pub name: Arc<str>,
    /// The file that declares it; `None` for events, which nothing declares, and for a task that is missing.
    pub file: Option<String>,
}

impl Subject {
    /// A file or folder at this path relative to the project folder.
    pub fn file(path: &str) -> Self {
        Self {
            kind: SubjectKind::File,
            name: path.into(),
            file: Some(path.to_owned()),
        }
    }

    /// The rename to a name that nothing has, or the move to a path where nothing is.
    fn refactoring(&self) -> Refactoring {
        let file = self.file.clone().unwrap_or_default();
        let from = self.name.clone();
        let to: Arc<str> = format!("{from}\u{1}").into();
        match self.kind {
            SubjectKind::Tree => Refactoring::RenameTree { file, from, to },
            SubjectKind::Variable => Refactoring::RenameVariable { file, from, to },
            SubjectKind::Task => Refactoring::RenameTask {
                library: file,
                from,
                to,
            },
            SubjectKind::Event => Refactoring::RenameEvent { from, to },
            SubjectKind::File => {
                let at = file.rfind('/').map_or(0, |slash| slash + 1);
                let to = format!("{}{NOWHERE}/{}", &file[..at], &file[at..]);
                Refactoring::Move { from: file, to }
            }
        }
    }
}

/// Returns the places that use it, with their files: neither its declaration nor, of a file or folder, what is in it. Also of a file, tree, variable or task that is missing.
/// `None` if there is no such thing.
pub fn uses_of(texts: &ProjectTexts, subject: &Subject) -> Option<Vec<(String, Use)>> {
    if subject.kind == SubjectKind::Task && subject.file.is_none() {
        let users = without_task(texts, &subject.name);
        let users = users.flat_map(|(path, nodes)| {
            let nodes = nodes.into_iter();
            nodes.map(|node| (path.to_owned(), node))
        });
        return Some(users.collect());
    }
    let plan = plan(&with(texts, subject), &subject.refactoring()).ok()?;
    let is_own = |path: &str| plan.moves.iter().any(|(from, _)| from == path);
    let changes = plan.changes.iter().filter(|change| !is_own(&change.path));
    let uses = changes.flat_map(|change| {
        let uses = change.uses.iter();
        let uses = uses.filter(|place| **place != Use::Declaration);
        uses.map(|place| (change.path.clone(), place.clone()))
    });
    Some(uses.collect())
}

/// The project with a missing file, tree or variable, so that its uses are found like those of another one.
fn with<'t>(texts: &'t ProjectTexts, subject: &Subject) -> Cow<'t, ProjectTexts> {
    let Some(file) = &subject.file else {
        return Cow::Borrowed(texts);
    };
    let missing = match subject.kind {
        SubjectKind::File => {
            let folder = format!("{file}/");
            let is_there = texts
                .paths()
                .any(|path| path == file || path.starts_with(&folder));
            (!is_there).then_some(Content::Unreadable)
        }
        SubjectKind::Tree => texts.tree(file).and_then(|document| {
            let top = document
                .root()
                .or_else(|| document.nodes().next().map(Node::id))?;
            let mut with_tree = Document::clone(document);
            with_tree
                .trees
                .push(NamedTree::new(&*subject.name, top.clone()));
            let is_missing = document.tree(&subject.name).is_none();
            is_missing.then(|| Content::Tree(Arc::new(with_tree)))
        }),
        SubjectKind::Variable => texts.tree(file).and_then(|document| {
            let mut with_variable = Document::clone(document);
            let mut variable = Variable::new(&*subject.name, ValueType::Bool);
            variable.scope = Scope::Subtree;
            with_variable.variables.push(variable);
            let is_missing = document.variable(&subject.name).is_none();
            is_missing.then(|| Content::Tree(Arc::new(with_variable)))
        }),
        SubjectKind::Task | SubjectKind::Event => None,
    };
    match missing {
        None => Cow::Borrowed(texts),
        Some(content) => {
            let mut texts = texts.clone();
            texts.insert(file.clone(), content);
            Cow::Owned(texts)
        }
    }
}

/// Returns everything in the project that may have this name: its declarations, an event, and files of this path or name.
pub fn subjects(texts: &ProjectTexts, name: &str) -> Vec<Subject> {
    let mut all = Vec::new();
    let mut add = |kind, path: &str| {
        all.push(Subject {
            kind,
            name: name.into(),
            file: Some(path.to_owned()),
        });
    };
    let mut has_global = false;
    for (path, document) in texts.trees() {
        if document.tree(name).is_some() {
            add(SubjectKind::Tree, path);
        }
        if let Some(variable) = document.variable(name) {
            // A variable that all files share is one, wherever it is declared.
            let is_global = variable.scope == Scope::Global;
            if !(is_global && has_global) {
                add(SubjectKind::Variable, path);
            }
            has_global |= is_global;
        }
    }
    for (path, library) in texts.libraries() {
        if library.task(name).is_some() {
            add(SubjectKind::Task, path);
        }
    }
    all.push(Subject {
        kind: SubjectKind::Event,
        name: name.into(),
        file: None,
    });
    let name = &*resolve("", name).unwrap_or_else(|_| name.to_owned());
    let is_named = |path: &&str| {
        let last = path.rsplit('/').next().unwrap_or(path);
        *path == name || last == name || FileKind::split(last).0 == name
    };
    let files = all.len();
    all.extend(texts.paths().filter(is_named).map(Subject::file));
    // Perhaps it is missing, and named all the same.
    let is_used = |subject: &Subject| uses_of(texts, subject).is_some_and(|uses| !uses.is_empty());
    let file = (all.len() == files).then(|| Subject::file(name));
    let task = Subject {
        kind: SubjectKind::Task,
        name: name.into(),
        file: None,
    };
    all.extend(file.into_iter().chain([task]).filter(is_used));
    all
}
