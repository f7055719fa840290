//! The files of a project that refer to each other, and where their references lead. Paths are relative to the project folder.

use std::collections::BTreeMap;
use std::sync::Arc;

use treewright_core::format::{native, tasks_json};
use treewright_core::ids::NodeId;
use treewright_core::library::{NodeLibrary, TaskLibrary};
use treewright_core::model::{Document, FILE_PARAMETER, Node, SUBTREE};
use treewright_core::project::resolve;
use treewright_explore::claims::Claims;
use treewright_explore::claims_json;
use treewright_insight::scenario::Scenario;
use treewright_insight::scenario_json;

use super::about_trees::FileAboutTree;
use crate::host::project_files::FileKind;
use crate::host::scenario_files::{SCENARIO, TREE};

/// The content of a file.
#[derive(Clone, Debug)]
pub enum Content {
    Tree(Arc<Document>),
    Library(Arc<TaskLibrary>),
    Scenario(Arc<Scenario>),
    Claims(Arc<Claims>),
    /// It cannot be read, so it cannot be changed.
    Unreadable,
}

impl Content {
    /// Reads a file by its name.
    pub fn read(name: &str, bytes: &[u8]) -> Self {
        let read = match FileKind::of(name) {
            Some(FileKind::Tree) => {
                let read = native::read(bytes).ok();
                read.map(|read| Self::Tree(Arc::new(read.document)))
            }
            Some(FileKind::Library) => {
                let read = tasks_json::read(bytes).ok();
                read.map(|read| Self::Library(Arc::new(read.library)))
            }
            Some(FileKind::Scenario) => {
                let read = scenario_json::read(bytes).ok();
                read.map(|read| Self::Scenario(Arc::new(read)))
            }
            Some(FileKind::Claims) => {
                let read = claims_json::read(bytes).ok();
                read.map(|read| Self::Claims(Arc::new(read)))
            }
            None => None,
        };
        read.unwrap_or(Self::Unreadable)
    }
}

/// The files of a project by their paths.
#[derive(Clone, Debug, Default)]
pub struct ProjectTexts {
    files: BTreeMap<String, Content>,
}

impl ProjectTexts {
    /// Adds a file, or replaces it, for example by what an open document has.
    pub fn insert(&mut self, path: impl Into<String>, content: Content) {
        self.files.insert(path.into(), content);
    }

    pub fn get(&self, path: &str) -> Option<&Content> {
        self.files.get(path)
    }

    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    pub fn trees(&self) -> impl Iterator<Item = (&str, &Arc<Document>)> {
        self.files
            .iter()
            .filter_map(|(path, content)| match content {
                Content::Tree(document) => Some((&**path, document)),
                _ => None,
            })
    }

    pub fn scenarios(&self) -> impl Iterator<Item = (&str, &Arc<Scenario>)> {
        self.about_trees()
    }

    /// The scenarios or the claims.
    pub(super) fn about_trees<T: FileAboutTree>(&self) -> impl Iterator<Item = (&str, &Arc<T>)> {
        let files = self.files.iter();
        files.filter_map(|(path, content)| Some((&**path, T::of(content)?)))
    }

    pub fn libraries(&self) -> impl Iterator<Item = (&str, &Arc<TaskLibrary>)> {
        self.files
            .iter()
            .filter_map(|(path, content)| match content {
                Content::Library(library) => Some((&**path, library)),
                _ => None,
            })
    }

    pub fn unread(&self) -> impl Iterator<Item = &str> {
        let unread = self.files.iter();
        let unread = unread.filter(|(_, content)| matches!(content, Content::Unreadable));
        unread.map(|(path, _)| &**path)
    }

    pub fn tree(&self, path: &str) -> Option<&Arc<Document>> {
        match self.files.get(path)? {
            Content::Tree(document) => Some(document),
            _ => None,
        }
    }

    pub fn library(&self, path: &str) -> Option<&Arc<TaskLibrary>> {
        match self.files.get(path)? {
            Content::Library(library) => Some(library),
            _ => None,
        }
    }

    /// The node types that a document can use: built-in ones and those of the libraries that it names.
    pub fn node_types(&self, path: &str, document: &Document) -> NodeLibrary {
        let mut all = NodeLibrary::builtin();
        for reference in &document.libraries {
            let library = resolve(path, reference).ok();
            if let Some(library) = library.and_then(|library| self.library(&library)) {
                all.add_library(reference, library);
            }
        }
        all
    }

    /// The file whose nodes run inside the Subtree nodes of this path, such as `n7/n4`, of the document at `path`.
    pub(super) fn file_inside(&self, path: &str, nodes: &str) -> Option<String> {
        let mut at = path.to_owned();
        for id in nodes.split('/') {
            let node = self.tree(&at)?.node(&NodeId::from(id))?;
            at = run_by(&at, node)?;
        }
        Some(at)
    }

    /// The node that an override of a Subtree node addresses, and its file.
    pub(super) fn overridden(
        &self,
        path: &str,
        node: &Node,
        inner: &str,
    ) -> Option<(String, &Node)> {
        let mut file = run_by(path, node)?;
        let last = match inner.rsplit_once('/') {
            Some((nodes, last)) => {
                file = self.file_inside(&file, nodes)?;
                last
            }
            None => inner,
        };
        let found = self.tree(&file)?.node(&NodeId::from(last))?;
        Some((file, found))
    }

    /// The tree of the scenario or of the claims at this path; `None` if there is something else.
    pub fn tree_named_by(&self, path: &str) -> Option<String> {
        let named = match self.files.get(path)? {
            Content::Scenario(scenario) => (&scenario.tree, SCENARIO),
            Content::Claims(claims) => (&claims.tree, claims_json::ENDING),
            _ => return None,
        };
        let (reference, ending) = named;
        Self::tree_of((path, ending), reference.as_deref(), |path| {
            self.get(path).is_some()
        })
    }

    /// The tree of a scenario or of claims, by the rules of [`crate::host::scenario_files::tree_of`]: the one with this reference, or the one
    /// beside the file with a matching name. `is_there` returns whether there is a file.
    pub(super) fn tree_of(
        (path, ending): (&str, &str),
        reference: Option<&str>,
        is_there: impl Fn(&str) -> bool,
    ) -> Option<String> {
        match reference {
            Some(tree) => resolve(path, tree).ok(),
            None => Some(tree_beside((path, ending), is_there)),
        }
    }
}

/// The file whose tree a node of the document at `path` runs, if it runs one: its own document or another one.
pub(super) fn run_by(path: &str, node: &Node) -> Option<String> {
    if &*node.task != SUBTREE {
        return None;
    }
    if !node.runs_other_file() {
        return Some(path.to_owned());
    }
    resolve(path, node.text_parameter(FILE_PARAMETER)).ok()
}

/// The tree in the folder of a file with a matching name. The longest name wins.
fn tree_beside((path, ending): (&str, &str), is_there: impl Fn(&str) -> bool) -> String {
    let stem = path.strip_suffix(ending).unwrap_or(path);
    let name_at = stem.rfind('/').map_or(0, |slash| slash + 1);
    let mut shorter = stem;
    loop {
        let tree = format!("{shorter}{TREE}");
        if is_there(&tree) {
            return tree;
        }
        match shorter[name_at..].rfind('.') {
            Some(dot) if dot > 0 => shorter = &shorter[..name_at + dot],
            _ => return format!("{stem}{TREE}"),
        }
    }
}
