//! Search in documents: what is searched for, in which documents, and the results. Searches again only when the query or a document has changed, not
//! in each frame. Does not know how results are displayed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use treewright_authoring::search;
use treewright_authoring::search::{Found, Query, SearchContext, TextMatch, TextOwner, TextRole};
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, Scope};

use super::open_document::{DocumentId, OpenDocument, Version};
use super::{Workspace, calls};
use crate::file_names::slashed;
use crate::host::files::absolute;
use crate::host::project_files::{FileKind, ProjectContent};
use crate::i18n::Texts;
use crate::memo::Memo;
use crate::refactoring::replacement::matches_in_texts;
use crate::refactoring::uses::{Subject, uses_of};
use crate::refactoring::{Content, ProjectTexts, Use, file_texts};

/// How many matches are listed per document at most.
const MAX_MATCHES: usize = 2_000;

/// Which documents are searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SearchScope {
    /// The front document.
    #[default]
    Front,
    /// All open documents.
    Open,
    /// All open documents and the other files of the project folder.
    Project,
}

impl SearchScope {
    /// In menu order.
    pub const ALL: [Self; 3] = [Self::Front, Self::Open, Self::Project];

    pub fn text_key(self) -> &'static str {
        match self {
            Self::Front => "find.scope_front",
            Self::Open => "find.scope_open",
            Self::Project => "find.scope_project",
        }
    }
}

/// The document of a search result.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum MatchSource {
    Open(DocumentId),
    /// A file that is not open.
    File(PathBuf),
}

/// The search results in one document.
#[derive(Clone, Debug)]
pub struct DocumentMatches {
    pub source: MatchSource,
    pub found: Found,
    /// The frames of a scenario that use what is searched for, with 0 for the scenario itself.
    pub frames: Vec<u64>,
}

impl DocumentMatches {
    /// Adds a match that is a whole text.
    fn add_whole(&mut self, owner: TextOwner, text: String) {
        let all = 0..text.len();
        self.found.matches.push(TextMatch {
            owner,
            spot: TextRole::Name,
            text,
            ranges: vec![all],
        });
    }

    /// Returns the number of matches and frames.
    pub fn count(&self) -> usize {
        self.found.matches.len() + self.frames.len()
    }
}

/// Identifies one search result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchHit {
    /// Index of the document in [`Finding::documents`].
    pub document: usize,
    /// Index of the match or frame in the document.
    pub index: usize,
}

/// Everything on which the search results depend.
#[derive(Clone, Debug, PartialEq)]
struct SearchKey {
    query: Query,
    uses: Option<UsesOf>,
    reach: SearchScope,
    language: &'static str,
    front: Option<DocumentId>,
    open: Vec<Version>,
    project: u64,
}

/// Something whose uses are searched for instead of a text.
#[derive(Clone, Debug, PartialEq)]
pub enum UsesOf {
    /// A variable of an open document.
    Variable(DocumentId, Arc<str>),
    /// Something of the project.
    InProject(Subject),
}

impl UsesOf {
    pub fn name(&self) -> &str {
        match self {
            Self::Variable(_, name) => name,
            Self::InProject(subject) => &subject.name,
        }
    }
}

/// The files of the project as they are on disk.
#[derive(Clone, Copy, Debug)]
pub struct FilesOnDisk<'a> {
    pub folder: Option<&'a Path>,
    /// Increases when they are read again.
    pub revision: u64,
    pub files: &'a [(PathBuf, ProjectContent)],
}

/// A search and its results.
#[derive(Default)]
pub struct Finding {
    pub query: Query,
    pub replacement: String,
    pub reach: SearchScope,
    /// What is searched for instead of the text.
    pub uses: Option<UsesOf>,
    documents: Memo<SearchKey, Vec<DocumentMatches>>,
    /// The result that was visited last.
    current: Option<SearchHit>,
}

impl Finding {
    /// Returns the results by document.
    pub fn documents(&self) -> &[DocumentMatches] {
        &self.documents
    }

    /// Returns the result that was visited last, if it still exists.
    pub fn current(&self) -> Option<SearchHit> {
        self.current
    }

    /// Returns the match at a result, or `None` for a frame of a scenario.
    pub fn match_at(&self, hit: SearchHit) -> Option<&TextMatch> {
        let found = self.documents.get(hit.document)?;
        found.found.matches.get(hit.index)
    }

    /// Returns the total number of results.
    pub fn count(&self) -> usize {
        self.documents.iter().map(DocumentMatches::count).sum()
    }

    /// Returns whether some document has more matches than are listed.
    pub fn has_more(&self) -> bool {
        self.documents.iter().any(|found| found.found.more)
    }

    /// Marks a result as visited.
    pub fn go_to(&mut self, hit: SearchHit) {
        self.current = Some(hit);
    }

    /// Moves to the next or previous result, wrapping around. `None` if there is none.
    pub fn step(&mut self, backwards: bool) -> Option<SearchHit> {
        let hits: Vec<SearchHit> = self.hits().collect();
        let at = self
            .current
            .and_then(|hit| hits.iter().position(|h| *h == hit));
        let next = match (at, backwards) {
            (None, false) => 0,
            (None, true) => hits.len().checked_sub(1)?,
            (Some(at), false) => (at + 1) % hits.len(),
            (Some(at), true) => at.checked_sub(1).unwrap_or(hits.len() - 1),
        };
        self.current = hits.get(next).copied();
        self.current
    }

    /// Returns all results in order.
    pub fn hits(&self) -> impl Iterator<Item = SearchHit> {
        let documents = self.documents.iter().enumerate();
        documents.flat_map(|(document, found)| {
            (0..found.count()).map(move |index| SearchHit { document, index })
        })
    }

    /// Searches again if anything has changed. Returns whether it did.
    pub fn refresh(
        &mut self,
        workspace: &Workspace,
        texts: &Texts,
        project: FilesOnDisk<'_>,
    ) -> bool {
        let open = workspace.documents();
        let key = SearchKey {
            query: self.query.clone(),
            uses: self.uses.clone(),
            reach: self.reach,
            language: texts.language(),
            front: (self.reach == SearchScope::Front).then(|| workspace.front().id()),
            open: open.iter().map(OpenDocument::version).collect(),
            project: project.revision,
        };
        if self.documents.key() == Some(&key) {
            return false;
        }
        let files = &closed_files(workspace, project.files)[..];
        let before = self.current.and_then(|hit| self.identity(hit));
        let mut found = match self.uses.clone() {
            Some(UsesOf::Variable(id, variable)) => {
                uses(workspace, (id, &variable), files, project.folder)
            }
            Some(UsesOf::InProject(subject)) => {
                uses_in_project(workspace, project, &subject, texts)
            }
            None => self.matches_in(workspace, texts, files, MAX_MATCHES),
        };
        found.retain(|found| found.count() > 0);
        self.documents.of(key, |_| found);
        self.current = before.and_then(|place| {
            let mut hits = self.hits();
            hits.find(|hit| self.identity(*hit).as_ref() == Some(&place))
        });
        true
    }

    /// Identifies a result independently of changes in other results.
    fn identity(&self, hit: SearchHit) -> Option<(MatchSource, TextOwner, TextRole)> {
        let found = self.match_at(hit)?;
        let source = self.documents[hit.document].source.clone();
        Some((source, found.owner.clone(), found.spot.clone()))
    }

    /// Returns all results, without the limit in open documents.
    pub fn everything(&self, workspace: &Workspace, texts: &Texts) -> Vec<DocumentMatches> {
        if !self.has_more() {
            return self.documents.to_vec();
        }
        let is_file = |found: &&DocumentMatches| matches!(found.source, MatchSource::File(_));
        let in_files = self.documents.iter().filter(is_file).cloned();
        let mut all = self.matches_in(workspace, texts, &[], usize::MAX);
        all.extend(in_files);
        all
    }

    /// Returns at most `at_most` matches per document.
    fn matches_in(
        &self,
        workspace: &Workspace,
        texts: &Texts,
        files: &[&(PathBuf, ProjectContent)],
        at_most: usize,
    ) -> Vec<DocumentMatches> {
        let look = |document: &Document, library: &NodeLibrary| {
            let words = SearchContext {
                library,
                kind: &|task| texts.task_title(task),
                parameter: &|task, name| texts.parameter_title(task, name),
            };
            search::find(document, &words, &self.query, at_most)
        };
        let front = workspace.front();
        let open = workspace.documents().iter();
        let open = open.filter(|d| self.reach != SearchScope::Front || d.id() == front.id());
        let open = open.map(|d| DocumentMatches {
            source: MatchSource::Open(d.id()),
            found: look(d.document(), d.library()),
            frames: Vec::new(),
        });
        let mut found: Vec<DocumentMatches> = open.collect();
        if self.reach == SearchScope::Project {
            let query = &self.query;
            found.extend(files.iter().map(|(path, content)| DocumentMatches {
                source: MatchSource::File(path.clone()),
                found: match content {
                    ProjectContent::Tree(document) => look(document, front.library()),
                    ProjectContent::Library(library) => matches_in_texts(query, at_most, |visit| {
                        file_texts::of_library(&mut (**library).clone(), visit);
                    }),
                    ProjectContent::Scenario(scenario) => {
                        matches_in_texts(query, at_most, |visit| {
                            file_texts::of_scenario(&mut (**scenario).clone(), visit);
                        })
                    }
                    ProjectContent::Claims(claims) => matches_in_texts(query, at_most, |visit| {
                        file_texts::of_claims(&mut (**claims).clone(), visit);
                    }),
                },
                frames: Vec::new(),
            }));
        }
        found
    }
}

/// Returns the project files that are not open. Open documents are searched in their current state, not as they were saved.
fn closed_files<'a>(
    workspace: &Workspace,
    files: &'a [(PathBuf, ProjectContent)],
) -> Vec<&'a (PathBuf, ProjectContent)> {
    let open = workspace.documents().iter();
    let open: Vec<PathBuf> = open.filter_map(|d| d.path().map(absolute)).collect();
    files
        .iter()
        .filter(|(path, _)| !open.contains(path))
        .collect()
}

/// Returns the uses of something in all files of the project; open documents are searched in their current state.
fn uses_in_project(
    workspace: &Workspace,
    project: FilesOnDisk<'_>,
    subject: &Subject,
    texts: &Texts,
) -> Vec<DocumentMatches> {
    let Some(folder) = project.folder else {
        return Vec::new();
    };
    let relative = |path: &Path| Some(slashed(path.strip_prefix(folder).ok()?));
    let mut all = ProjectTexts::default();
    for (path, content) in project.files {
        let content = match content {
            ProjectContent::Tree(document) => Content::Tree(document.clone()),
            ProjectContent::Library(library) => Content::Library(library.clone()),
            ProjectContent::Scenario(scenario) => Content::Scenario(scenario.clone()),
            ProjectContent::Claims(claims) => Content::Claims(claims.clone()),
        };
        if let Some(path) = relative(path) {
            all.insert(path, content);
        }
    }
    let mut open = BTreeMap::new();
    for document in workspace.documents() {
        let path = document.path().map(absolute);
        if let Some(path) = path.and_then(|path| relative(&path)) {
            all.insert(path.clone(), Content::Tree(document.snapshot()));
            open.insert(path, document.id());
        }
    }
    let mut found: BTreeMap<String, DocumentMatches> = BTreeMap::new();
    for (file, place) in uses_of(&all, subject).unwrap_or_default() {
        let source = match open.get(&file) {
            Some(id) => MatchSource::Open(*id),
            None => MatchSource::File(folder.join(&file)),
        };
        let in_file = found
            .entry(file.clone())
            .or_insert_with(|| DocumentMatches {
                source,
                found: Found::default(),
                frames: Vec::new(),
            });
        match place {
            Use::Frame(frame) => in_file.frames.push(frame),
            Use::Node(id) => {
                let document = all.tree(&file);
                let title = document.map(|document| texts.title_of(document, &id));
                let owner = TextOwner::Node(id);
                in_file.add_whole(owner, title.unwrap_or_default());
            }
            Use::File | Use::Leaf(_) | Use::Declaration
                if FileKind::of(&file) != Some(FileKind::Scenario) =>
            {
                in_file.add_whole(TextOwner::Document, subject.name.to_string());
            }
            // The scenario itself.
            Use::File | Use::Leaf(_) | Use::Declaration => in_file.frames.push(0),
        }
    }
    found.into_values().collect()
}

/// Returns the usages of a variable: in its document, in documents that run its trees, and in scenarios of its file.
fn uses(
    workspace: &Workspace,
    (id, variable): (DocumentId, &str),
    files: &[&(PathBuf, ProjectContent)],
    project: Option<&Path>,
) -> Vec<DocumentMatches> {
    let Some(own) = workspace.documents().iter().find(|d| d.id() == id) else {
        return Vec::new();
    };
    let all = |matches| Found {
        matches,
        more: false,
    };
    let open = workspace.documents().iter().map(|d| {
        let matches = if d.id() == id {
            search::find_uses(d.document(), d.library(), variable)
        } else {
            uses_in(own, d, variable, project)
        };
        DocumentMatches {
            source: MatchSource::Open(d.id()),
            found: all(matches),
            frames: Vec::new(),
        }
    });
    let mut found: Vec<DocumentMatches> = open.collect();
    let Some(own_path) = own.path() else {
        return found;
    };
    found.extend(files.iter().map(|(path, text)| {
        let (matches, frames) = match text {
            ProjectContent::Tree(document) => {
                let means = |file: &str| calls::means(path, file, own_path);
                let matches = if is_global(own.document(), variable) {
                    let shares = is_global(document, variable);
                    let uses = || search::find_uses(document, own.library(), variable);
                    shares.then(uses).unwrap_or_default()
                } else {
                    search::uses_in_caller(document, &means, variable)
                };
                (matches, Vec::new())
            }
            ProjectContent::Scenario(scenario)
                if calls::is_about(path, scenario.tree.as_deref(), own_path) =>
            {
                (Vec::new(), scenario.frames_naming(variable))
            }
            ProjectContent::Claims(claims)
                if calls::is_about(path, claims.tree.as_deref(), own_path) =>
            {
                let found = file_texts::claims_naming(claims, variable);
                (found, Vec::new())
            }
            ProjectContent::Scenario(_)
            | ProjectContent::Claims(_)
            | ProjectContent::Library(_) => Default::default(),
        };
        DocumentMatches {
            source: MatchSource::File(path.clone()),
            found: all(matches),
            frames,
        }
    }));
    found
}

fn is_global(document: &Document, variable: &str) -> bool {
    let declared = document.variable(variable);
    declared.is_some_and(|declared| declared.scope == Scope::Global)
}

/// Returns the usages of a variable in another document: as that of a subtree, or as a global variable of the same name.
fn uses_in(
    own: &OpenDocument,
    other: &OpenDocument,
    variable: &str,
    project: Option<&Path>,
) -> Vec<TextMatch> {
    if calls::shares_global(own, other, variable, project) {
        return search::find_uses(other.document(), other.library(), variable);
    }
    let (Some(own), Some(path)) = (own.path(), other.path()) else {
        return Vec::new();
    };
    let means = |file: &str| calls::means(path, file, own);
    search::uses_in_caller(other.document(), &means, variable)
}
