//! What is looked for, in which documents, and what was found there. Looks again when the query or a document is another than
//! before, and never for a frame alone. Knows nothing of how it is shown.

use std::path::PathBuf;
use std::sync::Arc;

use treewright_authoring::search;
use treewright_authoring::search::{Found, Match, Owner, Query, Spot, Words};
use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;

use super::open_document::{DocumentId, OpenDocument, Version};
use super::{Workspace, calls};
use crate::host::files::absolute;
use crate::host::project_files::ProjectText;
use crate::i18n::Texts;
use crate::memo::Memo;

/// The most texts that are listed for one document.
const MAX_FOUND: usize = 2_000;

/// Which documents are looked through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reach {
    /// The one in front.
    Front,
    /// All that are open.
    #[default]
    Open,
    /// These, and what else lies in the project folder.
    Project,
}

impl Reach {
    /// All, in the order in which menus list them.
    pub const ALL: [Self; 3] = [Self::Front, Self::Open, Self::Project];

    /// The key of its name.
    pub fn text_key(self) -> &'static str {
        match self {
            Self::Front => "find.scope_front",
            Self::Open => "find.scope_open",
            Self::Project => "find.scope_project",
        }
    }
}

/// Where something was found.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// In an open document.
    Open(DocumentId),
    /// In a file that is not open.
    File(PathBuf),
}

/// What was found in one document.
#[derive(Clone, Debug)]
pub struct FoundIn {
    /// The document.
    pub source: Source,
    /// What was found.
    pub found: Found,
    /// For uses in a scenario, the frames; such a file has no matches.
    pub frames: Vec<u64>,
}

impl FoundIn {
    /// How many places there are.
    pub fn count(&self) -> usize {
        self.found.matches.len() + self.frames.len()
    }
}

/// One of the places that were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// Which document, by its place in [`Finding::documents`].
    pub document: usize,
    /// Which of its places.
    pub index: usize,
}

/// Everything on which it depends what is found.
#[derive(Clone, Debug, PartialEq)]
struct MadeOf {
    query: Query,
    uses: Option<(DocumentId, Arc<str>)>,
    reach: Reach,
    language: &'static str,
    front: Option<DocumentId>,
    open: Vec<Version>,
    project: u64,
}

/// What is looked for and what was found.
#[derive(Default)]
pub struct Finding {
    /// What text is looked for.
    pub query: Query,
    /// What is to stand in its place.
    pub replacement: String,
    /// Where.
    pub reach: Reach,
    /// The variable whose uses are looked for instead of the text, and its document.
    pub uses: Option<(DocumentId, Arc<str>)>,
    documents: Memo<MadeOf, Vec<FoundIn>>,
    /// The place that was gone to last.
    current: Option<Hit>,
}

impl Finding {
    /// What was found, by document.
    pub fn documents(&self) -> &[FoundIn] {
        &self.documents
    }

    /// The place that was gone to last, if it still is one.
    pub fn current(&self) -> Option<Hit> {
        self.current
    }

    /// The match at a place; none for the frame of a scenario.
    pub fn match_at(&self, hit: Hit) -> Option<&Match> {
        let found = self.documents.get(hit.document)?;
        found.found.matches.get(hit.index)
    }

    /// How many places there are in all.
    pub fn count(&self) -> usize {
        self.documents.iter().map(FoundIn::count).sum()
    }

    /// Whether there are more than are kept.
    pub fn has_more(&self) -> bool {
        self.documents.iter().any(|found| found.found.more)
    }

    /// Goes to a place.
    pub fn go_to(&mut self, hit: Hit) {
        self.current = Some(hit);
    }

    /// Goes to the next place, or the one before, round the end; none if there is none.
    pub fn step(&mut self, backwards: bool) -> Option<Hit> {
        let hits: Vec<Hit> = self.hits().collect();
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

    /// All places, in order.
    pub fn hits(&self) -> impl Iterator<Item = Hit> {
        let documents = self.documents.iter().enumerate();
        documents.flat_map(|(document, found)| {
            (0..found.count()).map(move |index| Hit { document, index })
        })
    }

    /// Looks again, if anything is another than at the last time; says whether it did.
    pub fn refresh(
        &mut self,
        workspace: &Workspace,
        texts: &Texts,
        project: (u64, &[(PathBuf, ProjectText)]),
    ) -> bool {
        let (revision, files) = project;
        let open = workspace.documents();
        let key = MadeOf {
            query: self.query.clone(),
            uses: self.uses.clone(),
            reach: self.reach,
            language: texts.language(),
            front: (self.reach == Reach::Front).then(|| workspace.front().id()),
            open: open.iter().map(OpenDocument::version).collect(),
            project: revision,
        };
        if self.documents.key() == Some(&key) {
            return false;
        }
        let files = &not_open(workspace, files)[..];
        let before = self.current.and_then(|hit| self.identity(hit));
        let mut found = match self.uses.clone() {
            Some((id, variable)) => uses(workspace, id, &variable, files),
            None => self.texts_in(workspace, texts, files, MAX_FOUND),
        };
        found.retain(|found| found.count() > 0);
        self.documents.of(key, |_| found);
        self.current = before.and_then(|place| {
            let mut hits = self.hits();
            hits.find(|hit| self.identity(*hit).as_ref() == Some(&place))
        });
        true
    }

    /// What stays the same of a place when other places come and go.
    fn identity(&self, hit: Hit) -> Option<(Source, Owner, Spot)> {
        let found = self.match_at(hit)?;
        let source = self.documents[hit.document].source.clone();
        Some((source, found.owner.clone(), found.spot.clone()))
    }

    /// The same, with all that there is in open documents, however much that is.
    pub fn everything(&self, workspace: &Workspace, texts: &Texts) -> Vec<FoundIn> {
        if !self.has_more() {
            return self.documents.to_vec();
        }
        let is_file = |found: &&FoundIn| matches!(found.source, Source::File(_));
        let in_files = self.documents.iter().filter(is_file).cloned();
        let mut all = self.texts_in(workspace, texts, &[], usize::MAX);
        all.extend(in_files);
        all
    }

    /// At most so many texts of each document.
    fn texts_in(
        &self,
        workspace: &Workspace,
        texts: &Texts,
        files: &[&(PathBuf, ProjectText)],
        at_most: usize,
    ) -> Vec<FoundIn> {
        let look = |document: &Document, library: &NodeLibrary| {
            let words = Words {
                library,
                kind: &|task| texts.task_title(task),
                parameter: &|task, name| texts.parameter_title(task, name),
            };
            search::find(document, &words, &self.query, at_most)
        };
        let front = workspace.front();
        let open = workspace.documents().iter();
        let open = open.filter(|d| self.reach != Reach::Front || d.id() == front.id());
        let open = open.map(|d| FoundIn {
            source: Source::Open(d.id()),
            found: look(d.document(), d.library()),
            frames: Vec::new(),
        });
        let mut found: Vec<FoundIn> = open.collect();
        if self.reach == Reach::Project {
            found.extend(files.iter().filter_map(|(path, text)| {
                let ProjectText::Tree(document) = text else {
                    return None;
                };
                Some(FoundIn {
                    source: Source::File(path.clone()),
                    found: look(document, front.library()),
                    frames: Vec::new(),
                })
            }));
        }
        found
    }
}

/// The files of the project that are not open: what is open is searched as it is now, not as it was saved.
fn not_open<'a>(
    workspace: &Workspace,
    files: &'a [(PathBuf, ProjectText)],
) -> Vec<&'a (PathBuf, ProjectText)> {
    let open = workspace.documents().iter();
    let open: Vec<PathBuf> = open.filter_map(|d| d.path().map(absolute)).collect();
    files
        .iter()
        .filter(|(path, _)| !open.contains(path))
        .collect()
}

/// Where a variable is used: in its document, in those that run this one's trees, and in scenarios of its file.
fn uses(
    workspace: &Workspace,
    id: DocumentId,
    variable: &str,
    files: &[&(PathBuf, ProjectText)],
) -> Vec<FoundIn> {
    let Some(own) = workspace.documents().iter().find(|d| d.id() == id) else {
        return Vec::new();
    };
    let all = |matches| Found {
        matches,
        more: false,
    };
    let open = workspace.documents().iter().map(|d| {
        let matches = if d.id() == id {
            search::uses(d.document(), d.library(), variable)
        } else {
            used_by(own, d, variable)
        };
        FoundIn {
            source: Source::Open(d.id()),
            found: all(matches),
            frames: Vec::new(),
        }
    });
    let mut found: Vec<FoundIn> = open.collect();
    let Some(own_path) = own.path() else {
        return found;
    };
    found.extend(files.iter().map(|(path, text)| {
        let (matches, frames) = match text {
            ProjectText::Tree(document) => {
                let means = |file: &str| calls::means(path, file, own_path);
                (
                    search::uses_in_caller(document, &means, variable),
                    Vec::new(),
                )
            }
            ProjectText::Scenario(scenario)
                if calls::is_scenario_of(path, scenario.tree.as_deref(), own_path) =>
            {
                (Vec::new(), scenario.frames_naming(variable))
            }
            ProjectText::Scenario(_) => Default::default(),
        };
        FoundIn {
            source: Source::File(path.clone()),
            found: all(matches),
            frames,
        }
    }));
    found
}

/// Where another document uses a variable of this one: as that of a subtree, or as a global one under the same name.
fn used_by(own: &OpenDocument, other: &OpenDocument, variable: &str) -> Vec<Match> {
    if calls::shares_global(own, other, variable) {
        return search::uses(other.document(), other.library(), variable);
    }
    let (Some(own), Some(path)) = (own.path(), other.path()) else {
        return Vec::new();
    };
    let means = |file: &str| calls::means(path, file, own);
    search::uses_in_caller(other.document(), &means, variable)
}
