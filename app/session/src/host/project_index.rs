//! What is in the files of a project: the trees that others can run, and the problems. Found out on a background thread; a file that has not changed,
//! like all that it refers to, is not read again. Limits of the listing keep it bounded.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use treewright_core::diagnostic::{Counts, Diagnostic, Problem, Severity};
use treewright_core::format::{FormatError, native, tasks_json};
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, FILE_PARAMETER, Node, SUBTREE, TREE_PARAMETER, Variable};
use treewright_core::project as core;
use treewright_explore::claims::{ClaimError, Claims};
use treewright_explore::claims_json;
use treewright_explore::exploration::{NotPrepared, checked_claims};
use treewright_explore::program::AnalyzedTree;
use treewright_insight::scenario::Scenario;
use treewright_insight::scenario_json;

use super::files::{self, ReadError, Stamp};
use super::job::CancelToken;
use super::libraries::Libraries;
use super::project::ReferenceError;
use super::project_files::{FileKind, ProjectFile};
use super::referenced_documents::{
    OpenFiles, OpenVersion, ReferencedDocumentError, ReferencedDocuments,
};
use super::{claims_files, scenario_files};
use crate::tree_shape::TreeShape;

/// How many problems of one file are kept.
const MAX_PROBLEMS: usize = 50;

/// What is in a file of a project.
#[derive(Debug, Default)]
pub struct FileFacts {
    /// The named trees.
    pub trees: Vec<Arc<str>>,
    /// The variables of its tree.
    pub variables: Vec<Variable>,
    /// Whether it has a root, so that it can be run without naming a tree.
    pub has_root: bool,
    /// How many errors and warnings it has, those of its libraries included.
    pub counts: Counts,
    /// The first problems, and the document to which they belong.
    pub problems: Option<(Arc<Document>, Vec<Diagnostic>)>,
    /// What is wrong with its claims.
    pub claim_errors: Vec<ClaimError>,
    /// Why it cannot be read.
    pub unreadable: Option<ReferencedDocumentError>,
    /// How many nodes it has.
    pub node_count: usize,
    /// Its shape, if it holds a tree.
    pub shape: Option<TreeShape>,
    /// The files that it names, by their paths in the project, each once.
    pub uses: Vec<Box<str>>,
    /// The trees of other files that its nodes run.
    pub runs: Vec<TreeRun>,
    /// The tasks of its nodes that no library has, each once.
    pub unknown_tasks: BTreeSet<Arc<str>>,
    /// The files on which this depends, itself included, as they were.
    read_from: Vec<(PathBuf, Stamp)>,
    /// The versions of the unsaved documents that stand for some of these files.
    unsaved: Vec<OpenVersion>,
}

/// How a node runs a tree of another file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeRun {
    /// The path of the file in the project.
    pub file: Box<str>,
    /// The name of the tree; empty for the main one.
    pub tree: Box<str>,
    /// The variables that it sets there.
    pub sets: Vec<Arc<str>>,
    /// The nodes of the file whose values it overrides.
    pub overrides: Vec<NodeId>,
}

impl TreeRun {
    /// The trees of other files that the document at this path in the project runs.
    pub fn all_in<'a>(path: &'a str, document: &'a Document) -> impl Iterator<Item = Self> + 'a {
        let runners = document
            .nodes()
            .filter(|node| &*node.task == SUBTREE && node.runs_other_file());
        runners.filter_map(move |node| {
            let file = core::resolve(path, node.text_parameter(FILE_PARAMETER)).ok()?;
            let is_variable =
                |name: &&Arc<str>| !matches!(&***name, FILE_PARAMETER | TREE_PARAMETER);
            Some(Self {
                file: file.into(),
                tree: node.text_parameter(TREE_PARAMETER).into(),
                sets: node
                    .parameters
                    .keys()
                    .filter(is_variable)
                    .cloned()
                    .collect(),
                overrides: overridden(node),
            })
        })
    }
}

/// The nodes of the tree that a node runs of which it, or something in them, overrides a value.
fn overridden(node: &Node) -> Vec<NodeId> {
    let first = |path: &str| NodeId::from(path.split('/').next().unwrap_or(path));
    let mut ids: Vec<NodeId> = node.overrides.iter().map(|set| first(&set.path)).collect();
    ids.dedup();
    ids
}

/// The facts about the files of a project.
pub type ProjectFacts = BTreeMap<PathBuf, Arc<FileFacts>>;

/// Formats the reason why a document to which a file refers cannot be read.
pub type SayFault = Box<dyn Fn(&ReferencedDocumentError) -> String + Send>;

/// Returns the files that use some of these, directly or by way of others. Paths that files name are relative to `folder`.
pub fn users_of(facts: &ProjectFacts, folder: &Path, files: &[PathBuf]) -> BTreeSet<PathBuf> {
    let mut users: BTreeMap<PathBuf, Vec<&PathBuf>> = BTreeMap::new();
    for (user, facts) in facts {
        for used in &facts.uses {
            users.entry(folder.join(&**used)).or_default().push(user);
        }
    }
    let mut found = BTreeSet::new();
    let mut open: Vec<&PathBuf> = files.iter().collect();
    while let Some(file) = open.pop() {
        for &user in users.get(file).into_iter().flatten() {
            if found.insert(user.clone()) {
                open.push(user);
            }
        }
    }
    found
}

/// Finds out what is in the files; takes over what is known of files that have not changed. Unsaved documents stand for their files.
/// `None` if cancelled.
pub fn update(
    listed: &[ProjectFile],
    before: &ProjectFacts,
    unsaved: &OpenFiles,
    say: &SayFault,
    stop: &CancelToken,
) -> Option<ProjectFacts> {
    let mut facts = ProjectFacts::new();
    for file in listed {
        if stop.is_cancelled() {
            return None;
        }
        let known = before
            .get(&file.path)
            .filter(|known| known.is_current(unsaved));
        let known = known.cloned();
        let found = known.unwrap_or_else(|| Arc::new(FileFacts::of(file, unsaved, say)));
        facts.insert(file.path.clone(), found);
    }
    Some(facts)
}

impl FileFacts {
    fn is_current(&self, unsaved: &OpenFiles) -> bool {
        let mut read_from = self.read_from.iter();
        read_from.all(|(path, stamp)| files::stamp(path) == *stamp)
            && self.versions_in(unsaved) == self.unsaved
    }

    fn versions_in(&self, unsaved: &OpenFiles) -> Vec<OpenVersion> {
        unsaved.versions_of(self.read_from.iter().map(|(path, _)| path))
    }

    fn of(file: &ProjectFile, unsaved: &OpenFiles, say: &SayFault) -> Self {
        // Before it is read: what changes meanwhile is found out next time.
        let own = (file.path.clone(), files::stamp(&file.path));
        let open = unsaved.document(&file.path).cloned();
        let read = match open {
            Some(document) => Ok(Content::Tree(document, Vec::new())),
            None => read(file),
        };
        let mut facts = match read {
            Ok(Content::Tree(document, found)) => {
                Self::of_tree(file, (document, found), unsaved, say)
            }
            Ok(Content::Library) => Self::default(),
            Ok(Content::Scenario(scenario)) => {
                let tree = scenario_files::tree_of(&file.path, &scenario);
                Self::about_tree(file, scenario.tree.as_deref(), tree)
            }
            Ok(Content::Claims(claims)) => Self::of_claims(file, &claims, say),
            Err(error) => Self::unusable(error),
        };
        facts.read_from.push(own);
        facts.unsaved = facts.versions_in(unsaved);
        facts
    }

    fn unusable(error: ReferencedDocumentError) -> Self {
        let mut counts = Counts::default();
        counts.add(Severity::Error);
        Self {
            unreadable: Some(error),
            counts,
            ..Self::default()
        }
    }

    /// Whether the tree is there that the file is about. Whether a scenario fits it is found out when it runs.
    fn about_tree(
        file: &ProjectFile,
        named: Option<&str>,
        tree: Result<PathBuf, ReferenceError>,
    ) -> Self {
        let unresolved = |error| Self::unusable(ReferencedDocumentError::Reference(error));
        let mut facts = match tree {
            Err(error) => unresolved(error),
            Ok(tree) => {
                let stamp = files::stamp(&tree);
                let mut facts = if stamp.is_some() {
                    Self::default()
                } else {
                    let named = named.map(str::to_owned);
                    let name = || tree.file_name().unwrap_or_default().display().to_string();
                    unresolved(ReferenceError::NotFound(named.unwrap_or_else(name)))
                };
                facts.read_from.push((tree, stamp));
                facts
            }
        };
        facts.uses = resolved(file, named.into_iter());
        facts
    }

    /// What is wrong with claims about a tree as it is on disk: until an open tree is saved, its claims have the old names there, too.
    fn of_claims(file: &ProjectFile, claims: &Claims, say: &SayFault) -> Self {
        let tree = claims_files::tree_of(&file.path, claims);
        let path = tree.as_ref().ok().cloned();
        let mut facts = Self::about_tree(file, claims.tree.as_deref(), tree);
        let read = path.and_then(|path| {
            let bytes = files::read(&path).ok()?;
            Some((path, native::read(&bytes).ok()?.document))
        });
        let Some((path, document)) = read else {
            return facts;
        };
        let mut libraries = Libraries::load(&path, &document.libraries);
        let own = libraries.combined();
        let related =
            ReferencedDocuments::load_beside(&OpenFiles::default(), &path, &document, say);
        let types = related.program_node_types(&own).unwrap_or(own);
        facts.claim_errors = errors_of(related.project(&document), &types, claims);
        for _ in &facts.claim_errors {
            facts.counts.add(Severity::Error);
        }
        facts.claim_errors.truncate(MAX_PROBLEMS);
        let depends = libraries.paths.iter().chain(&related.files);
        let read_from = depends.map(|path| (path.clone(), files::stamp(path)));
        facts.read_from.extend(read_from);
        facts
    }

    fn of_tree(
        file: &ProjectFile,
        (document, found): (Arc<Document>, Vec<Diagnostic>),
        unsaved: &OpenFiles,
        say: &SayFault,
    ) -> Self {
        let path = &file.path;
        let mut libraries = Libraries::load(path, &document.libraries);
        let library = libraries.combined();
        let related = ReferencedDocuments::load_beside(unsaved, path, &document, say);
        let mut problems = treewright_exchange::problems(&related.project(&document), &library);
        problems.extend(found);
        let mut counts = problems.counts();
        problems.sort_by_key(|problem| problem.severity);
        for problem in &libraries.problems {
            counts.add(problem.fault.severity());
        }
        let depends = libraries.paths.iter().chain(&related.files);
        let read_from = depends.map(|path| (path.clone(), files::stamp(path)));
        let trees = document.trees.iter().map(|tree| tree.name.clone());
        let first: Vec<Diagnostic> = problems.iter().take(MAX_PROBLEMS).cloned().collect();
        let libraries = document.libraries.iter().map(|it| &**it);
        let unknown_tasks = problems.iter().filter_map(|found| match &found.problem {
            Problem::UnknownTask { task } => Some(task.clone()),
            _ => None,
        });
        let named = core::references(&document).chain(libraries);
        Self {
            node_count: document.node_count(),
            shape: Some(TreeShape::of(&document, &library)),
            uses: resolved(file, named),
            runs: TreeRun::all_in(&file.relative, &document).collect(),
            unknown_tasks: unknown_tasks.collect(),
            trees: trees.collect(),
            variables: document.variables.to_vec(),
            has_root: document.root().is_some(),
            counts,
            read_from: read_from.collect(),
            unsaved: Vec::new(),
            problems: (!first.is_empty()).then_some((document, first)),
            claim_errors: Vec::new(),
            unreadable: None,
        }
    }
}

/// What is wrong with the claims about a tree; nothing if the tree cannot run.
fn errors_of(tree: core::Project<'_>, types: &NodeLibrary, claims: &Claims) -> Vec<ClaimError> {
    let checked = AnalyzedTree::new(tree, types)
        .map_err(NotPrepared::from)
        .and_then(|tree| Ok(checked_claims(claims, &tree)?.2));
    match checked {
        Ok(errors) | Err(NotPrepared::Wrong(errors)) => errors,
        Err(NotPrepared::CannotRun(_)) => Vec::new(),
    }
}

/// What is to be looked into of a file.
enum Content {
    /// With what the reader found wrong in the file.
    Tree(Arc<Document>, Vec<Diagnostic>),
    Library,
    Scenario(Box<Scenario>),
    Claims(Box<Claims>),
}

/// The paths in the project of what a file names, each once.
fn resolved<'a>(file: &ProjectFile, named: impl Iterator<Item = &'a str>) -> Vec<Box<str>> {
    let paths = named.filter_map(|it| core::resolve(&file.relative, it).ok());
    let paths: BTreeSet<Box<str>> = paths.map(Into::into).collect();
    paths.into_iter().collect()
}

fn read(file: &ProjectFile) -> Result<Content, ReferencedDocumentError> {
    let bytes = files::read(&file.path);
    let bytes = bytes.map_err(|error: ReadError| ReferencedDocumentError::Read(error))?;
    let format = |error: FormatError| ReferencedDocumentError::Format(error);
    match file.kind {
        FileKind::Tree => {
            let read = native::read(&bytes).map_err(format)?;
            Ok(Content::Tree(Arc::new(read.document), read.diagnostics))
        }
        FileKind::Library => match tasks_json::read(&bytes) {
            Ok(_) => Ok(Content::Library),
            Err(errors) => errors
                .into_iter()
                .next()
                .map_or(Ok(Content::Library), |error| Err(format(error))),
        },
        FileKind::Scenario => {
            let scenario = scenario_json::read(&bytes).map_err(format)?;
            Ok(Content::Scenario(Box::new(scenario)))
        }
        FileKind::Claims => {
            let claims = claims_json::read(&bytes).map_err(format)?;
            Ok(Content::Claims(Box::new(claims)))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::host::project_files::list;

    #[test]
    fn problems_and_trees_are_found_again_only_where_something_changed() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        write(
            "a.bt.json",
            r#"{"format": "treewright", "version": 1, "root": "n1", "nodes": [{"id": "n1", "task": "Subtree", "parameters": {"file": "b.bt.json"}}]}"#,
        );
        let callee = r#"{"format": "treewright", "version": 1, "root": "n1", "trees": [{"name": "T", "root": "n2"}],
            "nodes": [{"id": "n1", "task": "Succeed"}, {"id": "n2", "task": "Succeed"}], "loose": ["n2"]}"#;
        write("b.bt.json", callee);
        write("c.tasks.json", "{");
        let stop = CancelToken::default();
        let say: SayFault = Box::new(ToString::to_string);
        let look = |before: &ProjectFacts| {
            let listed = list(folder.path(), &stop).files;
            let facts = update(&listed, before, &OpenFiles::default(), &say, &stop).unwrap();
            let named = |name: &str| facts[&folder.path().join(name)].clone();
            let found = ["a.bt.json", "b.bt.json", "c.tasks.json"].map(named);
            (facts, found)
        };
        let (facts, [a, b, c]) = look(&ProjectFacts::new());
        assert_eq!((a.counts.total(), b.counts.total()), (0, 0));
        assert_eq!(b.trees, ["T".into()]);
        assert!(b.has_root && c.unreadable.is_some());
        let (facts, again) = look(&facts);
        assert!(Arc::ptr_eq(&again[0], &a) && Arc::ptr_eq(&again[1], &b));
        fs::remove_file(folder.path().join("b.bt.json")).unwrap();
        let listed = list(folder.path(), &stop).files;
        let facts = update(&listed, &facts, &OpenFiles::default(), &say, &stop).unwrap();
        let caller = &facts[&folder.path().join("a.bt.json")];
        assert_eq!(caller.counts.of(Severity::Error), 1, "its file is missing");
        // An unsaved document without the tree that runs stands for the file.
        write("b.bt.json", callee);
        let empty = native::read(br#"{"format": "treewright", "version": 1, "nodes": []}"#);
        let empty = Arc::new(empty.unwrap().document);
        for (version, document) in [
            (1, empty),
            (2, native::read(callee.as_bytes()).unwrap().document.into()),
        ] {
            let mut unsaved = OpenFiles::default();
            let path = files::real_path(folder.path()).unwrap().join("b.bt.json");
            unsaved.insert(path, document, (1, version));
            let listed = list(folder.path(), &stop).files;
            let found = update(&listed, &facts, &unsaved, &say, &stop).unwrap();
            let caller = &found[&folder.path().join("a.bt.json")];
            assert_eq!(caller.counts.of(Severity::Error), usize::from(version == 1));
        }
    }
}
