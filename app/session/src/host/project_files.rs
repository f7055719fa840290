//! The trees, task libraries, scenarios and claims in a project folder, listed, read and checked on background threads, and other tools' files. Limits make sure
//! that no folder is too large to open a document in.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use treewright_core::format::{native, tasks_json};
use treewright_core::library::TaskLibrary;
use treewright_core::model::Document;
use treewright_explore::claims::Claims;
use treewright_explore::claims_json;
use treewright_insight::scenario::Scenario;
use treewright_insight::scenario_json;

use super::files;
use super::job::{CancelToken, Job};
use super::project::{MARK, highest_markable_folder};
use super::project_foreign::{self, Candidate, ForeignFacts, ForeignFile};
use super::project_index::{self, ProjectFacts, SayFault};
use super::referenced_documents::OpenFiles;
use crate::file_names::slashed;

/// How many files are listed at most.
pub const MAX_FILES: usize = 5_000;
/// How many folder entries are examined at most.
const MAX_ENTRIES: usize = 200_000;
/// How many folder levels below the project folder are searched.
const MAX_DEPTH: usize = 32;
/// How many folders are reported for watching at most.
const MAX_FOLDERS: usize = 256;
/// How many bytes of one file, and of all files together, are read for searching.
const MAX_TEXT: u64 = 8 * 1024 * 1024;
const MAX_TEXTS: u64 = 128 * 1024 * 1024;

/// The type of a project file, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    Tree,
    Library,
    Scenario,
    Claims,
}

impl FileKind {
    /// Returns the type of a file with this name, or `None` if it is not one of this program's.
    pub fn of(name: &str) -> Option<Self> {
        let fits = |kind: &Self| {
            let ending = kind.ending();
            name.len() > ending.len() && name.ends_with(ending)
        };
        [Self::Tree, Self::Library, Self::Scenario, Self::Claims]
            .into_iter()
            .find(fits)
    }

    /// Returns a name with the ending of its kind.
    pub fn named(self, name: &str) -> String {
        let ending = self.ending();
        if name.ends_with(ending) {
            name.to_owned()
        } else {
            format!("{name}{ending}")
        }
    }

    /// The ending of its file names.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Tree => ".bt.json",
            Self::Library => ".tasks.json",
            Self::Scenario => ".scenario.json",
            Self::Claims => claims_json::ENDING,
        }
    }

    /// Splits a name or path into its stem and the ending of its type; the ending of another type is that of its last extension.
    pub fn split(path: &str) -> (&str, &str) {
        let name = path.rfind('/').map_or(0, |slash| slash + 1);
        let at = match Self::of(&path[name..]) {
            Some(kind) => path.len() - kind.ending().len(),
            None => path[name..]
                .rfind('.')
                .filter(|dot| *dot > 0)
                .map_or(path.len(), |dot| name + dot),
        };
        path.split_at(at)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProjectFile {
    pub path: PathBuf,
    /// The path relative to the project folder, separated by `/`.
    pub relative: String,
    pub kind: FileKind,
}

/// The content of a project file that was read for searching.
#[derive(Clone, Debug)]
pub enum ProjectContent {
    Tree(Arc<Document>),
    Library(Arc<TaskLibrary>),
    Scenario(Arc<Scenario>),
    Claims(Arc<Claims>),
}

/// The result of a folder scan.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProjectScan {
    /// Sorted as a folder tree shows them.
    pub files: Vec<ProjectFile>,
    /// The files that may be other tools', by their names. Sorted in the same way.
    pub candidates: Vec<Candidate>,
    /// The folders in which nothing is, relative to the project folder.
    pub empty_folders: Vec<String>,
    /// The scanned folders, up to the number that can be watched.
    pub folders: Vec<PathBuf>,
    /// The highest folder that can be made the project folder instead; `None` if this one is marked.
    pub highest_folder: Option<PathBuf>,
    /// Whether there are more files than are listed.
    pub more: bool,
    /// Whether there are more candidates than are listed.
    pub more_candidates: bool,
}

/// The files of a project folder, as panels see them.
#[derive(Clone, Copy, Debug)]
pub struct ProjectListing<'a> {
    /// The project folder, or `None` while no document has a file.
    pub folder: Option<&'a Path>,
    /// Folder by folder.
    pub files: &'a [ProjectFile],
    /// Other tools' files with trees, folder by folder.
    pub foreign: &'a [ForeignFile],
    /// The folders in which nothing is, relative to the project folder.
    pub empty_folders: &'a [String],
    highest_folder: Option<&'a Path>,
    /// Whether there are more files than are listed.
    pub more: bool,
    /// Whether there are more files that may be other tools' than are looked into.
    pub more_candidates: bool,
    /// What is in the files that were looked into so far.
    pub facts: &'a ProjectFacts,
    /// Increases with each change of the facts.
    pub facts_revision: u64,
    /// How many files have errors.
    pub with_errors: usize,
    /// The trees of all files that Subtree nodes can run.
    pub trees: &'a [ProjectTree],
    /// Whether a scan is running.
    pub is_busy: bool,
    /// Increases with each new listing, and when other tools' files come or go.
    pub revision: u64,
}

impl ProjectListing<'_> {
    /// Whether a mark in this folder above makes it the project folder.
    pub fn can_be_in(&self, above: &Path) -> bool {
        self.highest_folder
            .is_some_and(|highest| above.starts_with(highest))
    }
}

/// A tree of a project that a Subtree node can run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProjectTree {
    /// The file relative to the project folder.
    pub file: String,
    /// The name of the tree; `None` for that of the file's root.
    pub tree: Option<Arc<str>>,
}

impl ProjectTree {
    /// The name of the tree, or that of the file.
    pub fn title(&self) -> &str {
        let file = self.file.rsplit('/').next().unwrap_or_default();
        self.tree.as_deref().unwrap_or(FileKind::split(file).0)
    }
}

enum ScanResult {
    Listed(ProjectScan),
    Read(Vec<(PathBuf, ProjectContent)>),
}

/// Keeps the listing and contents of one project folder up to date.
pub struct ProjectFiles {
    folder: Option<PathBuf>,
    listing: ProjectScan,
    /// Increases with each listing.
    revision: u64,
    /// Revision of the listing whose files were read or are being read.
    read_for: Option<u64>,
    texts: Vec<(PathBuf, ProjectContent)>,
    texts_revision: u64,
    job: Option<Job<ScanResult>>,
    facts: Arc<ProjectFacts>,
    /// How many files have errors, and the trees that can be run, by the facts.
    with_errors: usize,
    trees: Vec<ProjectTree>,
    /// The language of messages in the facts.
    facts_language: &'static str,
    /// Increases with each change of the facts.
    facts_revision: u64,
    index_job: Option<Job<ProjectFacts>>,
    foreign: Vec<ForeignFile>,
    foreign_facts: Arc<ForeignFacts>,
    /// Increases whenever other tools' files come or go.
    foreign_revision: u64,
    foreign_job: Option<Job<ForeignFacts>>,
    wake: Arc<dyn Fn() + Send + Sync>,
}

impl ProjectFiles {
    /// Creates it without a folder. `wake` is called on another thread when a result is ready.
    pub fn new(wake: impl Fn() + Send + Sync + 'static) -> Self {
        Self {
            folder: None,
            listing: ProjectScan::default(),
            revision: 0,
            read_for: None,
            texts: Vec::new(),
            texts_revision: 0,
            job: None,
            facts: Arc::default(),
            with_errors: 0,
            trees: Vec::new(),
            facts_language: "",
            facts_revision: 0,
            index_job: None,
            foreign: Vec::new(),
            foreign_facts: Arc::default(),
            foreign_revision: 0,
            foreign_job: None,
            wake: Arc::new(wake),
        }
    }

    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Returns the latest listing, which may be empty until the first scan ends.
    pub fn listing(&self) -> &ProjectScan {
        &self.listing
    }

    /// Increases with each new listing.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    pub fn view(&self) -> ProjectListing<'_> {
        ProjectListing {
            folder: self.folder(),
            files: &self.listing.files,
            foreign: &self.foreign,
            empty_folders: &self.listing.empty_folders,
            highest_folder: self.listing.highest_folder.as_deref(),
            more: self.listing.more,
            more_candidates: self.listing.more_candidates,
            facts: &self.facts,
            facts_revision: self.facts_revision,
            with_errors: self.with_errors,
            trees: &self.trees,
            is_busy: self.is_busy() || self.foreign_job.is_some(),
            revision: self.revision + self.foreign_revision,
        }
    }

    /// Returns whether a scan or read is running.
    pub fn is_busy(&self) -> bool {
        self.job.is_some()
    }

    /// Returns the files that were read last, with a revision that increases with each read.
    pub fn texts(&self) -> (u64, &[(PathBuf, ProjectContent)]) {
        (self.texts_revision, &self.texts)
    }

    /// Switches to this project folder and scans it, unless it is the current one.
    pub fn follow(&mut self, folder: &Path) {
        if self.folder.as_deref() != Some(folder) {
            self.folder = Some(folder.to_owned());
            self.listing = ProjectScan::default();
            self.texts.clear();
            self.facts = Arc::default();
            self.trees.clear();
            self.with_errors = 0;
            self.facts_revision += 1;
            self.index_job = None;
            self.foreign.clear();
            self.foreign_facts = Arc::default();
            self.foreign_revision += 1;
            self.foreign_job = None;
            self.scan();
        }
    }

    /// Scans the folder again.
    pub fn scan(&mut self) {
        let Some(folder) = self.folder.clone() else {
            return;
        };
        self.start(move |stop| ScanResult::Listed(list(&folder, stop)));
    }

    /// Reads the listed files, unless those of this listing were read already.
    pub fn read(&mut self) {
        if self.read_for == Some(self.revision) || self.is_busy() {
            return;
        }
        self.read_for = Some(self.revision);
        let files = self.listing.files.clone();
        self.start(move |stop| ScanResult::Read(read(&files, stop)));
    }

    fn start(&mut self, work: impl FnOnce(&CancelToken) -> ScanResult + Send + 'static) {
        let wake = self.wake.clone();
        let job = Job::begin("project files", move || wake(), |own| Some(work(&own.stop)));
        self.job = Some(job);
    }

    /// Looks into the listed files that have changed, or that refer to changed unsaved documents; into all of them if the language is another one. `say`
    /// speaks it.
    pub fn index(&mut self, language: &'static str, unsaved: OpenFiles, say: SayFault) {
        if self.facts_language != language {
            self.facts_language = language;
            self.facts = Arc::default();
        }
        let (files, before, wake) = (
            self.listing.files.clone(),
            self.facts.clone(),
            self.wake.clone(),
        );
        let job = Job::begin(
            "project index",
            move || wake(),
            move |own| project_index::update(&files, &before, &unsaved, &say, &own.stop),
        );
        self.index_job = Some(job);
        self.look_for_foreign();
    }

    /// Looks into the listed files that may be other tools' and have changed.
    fn look_for_foreign(&mut self) {
        let candidates = self.listing.candidates.clone();
        let (before, wake) = (self.foreign_facts.clone(), self.wake.clone());
        let job = Job::begin(
            "files of other tools",
            move || wake(),
            move |own| project_foreign::update(&candidates, &before, &own.stop),
        );
        self.foreign_job = Some(job);
        // Those that are gone.
        self.list_foreign();
    }

    fn take_foreign(&mut self) {
        let Some(found) = self.foreign_job.as_ref().and_then(Job::take) else {
            return;
        };
        self.foreign_job = None;
        if let Ok(facts) = found {
            self.foreign_facts = Arc::new(facts);
            self.list_foreign();
        }
    }

    fn list_foreign(&mut self) {
        let files = project_foreign::with_trees(&self.listing.candidates, &self.foreign_facts);
        if files != self.foreign {
            self.foreign = files;
            self.foreign_revision += 1;
        }
    }

    fn take_facts(&mut self) {
        let Some(Ok(facts)) = self.index_job.as_ref().and_then(Job::take) else {
            return;
        };
        self.index_job = None;
        let in_file = |file: &ProjectFile| {
            let facts = facts.get(&file.path)?;
            let root = facts.has_root.then_some(None);
            let named = facts.trees.iter().cloned().map(Some);
            let tree = |tree| ProjectTree {
                file: file.relative.clone(),
                tree,
            };
            let trees: Vec<ProjectTree> = root.into_iter().chain(named).map(tree).collect();
            Some(trees)
        };
        let files = self.listing.files.iter();
        let trees = files.filter(|file| file.kind == FileKind::Tree);
        self.trees = trees.filter_map(in_file).flatten().collect();
        let faulty = facts.values().filter(|facts| facts.counts.errors > 0);
        self.with_errors = faulty.count();
        self.facts = Arc::new(facts);
        self.facts_revision += 1;
    }

    /// Processes finished work. Returns whether there is a new listing, which is still to be looked into. If the job panicked, the listing is unchanged.
    pub fn process_results(&mut self) -> bool {
        self.take_facts();
        self.take_foreign();
        let Some(report) = self.job.as_ref().and_then(Job::take) else {
            return false;
        };
        self.job = None;
        let Ok(report) = report else {
            return false;
        };
        match report {
            ScanResult::Listed(listing) => {
                self.revision += 1;
                self.listing = listing;
                true
            }
            ScanResult::Read(texts) => {
                self.texts = texts;
                self.texts_revision += 1;
                false
            }
        }
    }

    /// Returns the files that use some of these, directly or by way of others.
    pub fn users_of(&self, files: &[PathBuf]) -> BTreeSet<PathBuf> {
        let folder = self.folder.as_deref();
        let users = folder.map(|folder| project_index::users_of(&self.facts, folder, files));
        users.unwrap_or_default()
    }

    /// Returns whether changes of these paths may affect the listing.
    pub fn concerns(&self, changed: &[PathBuf]) -> bool {
        let Some(folder) = &self.folder else {
            return false;
        };
        let mut changed = changed.iter();
        changed.any(|path| path.starts_with(folder) && matters(path))
    }
}

/// Returns whether creating, deleting or changing this path may affect a listing. A path without an extension may be a folder.
pub fn matters(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    FileKind::of(&name).is_some()
        || name.ends_with(claims_json::ENDING)
        || project_foreign::may_be_foreign(&name)
        || name == MARK
        || path.extension().is_none()
}

/// Lists the files below a folder. Does not follow links and skips folders without work of users, such as build output.
pub fn list(folder: &Path, stop: &CancelToken) -> ProjectScan {
    let mut listing = ProjectScan {
        highest_folder: highest_markable_folder(folder).map(Path::to_owned),
        ..ProjectScan::default()
    };
    let mut examined = 0;
    let mut waiting = vec![(folder.to_owned(), 0)];
    while let Some((at, depth)) = waiting.pop() {
        let Ok(entries) = files::entries(&at) else {
            continue;
        };
        let (mut below, mut is_empty) = (Vec::new(), true);
        for entry in entries.flatten() {
            examined += 1;
            is_empty = false;
            if examined > MAX_ENTRIES || stop.is_cancelled() {
                listing.more = true;
                break;
            }
            let name = entry.name();
            if entry.is_folder() && !is_skipped(&name) {
                below.push(entry.path);
            } else if entry.is_file() {
                listing.add(&name, folder, &entry.path);
            }
        }
        if is_empty && at != folder && listing.empty_folders.len() < MAX_FILES {
            let empty = at.strip_prefix(folder).unwrap_or(&at);
            listing.empty_folders.push(slashed(empty));
        }
        if listing.folders.len() < MAX_FOLDERS {
            listing.folders.push(at);
        }
        if listing.files.len() >= MAX_FILES || examined > MAX_ENTRIES {
            listing.more = true;
            break;
        }
        if depth < MAX_DEPTH {
            waiting.extend(below.into_iter().map(|path| (path, depth + 1)));
        } else {
            listing.more |= !below.is_empty();
        }
    }
    listing.files.truncate(MAX_FILES);
    listing
        .files
        .sort_by_cached_key(|file| sort_key(&file.relative));
    listing
        .candidates
        .sort_by_cached_key(|file| sort_key(&file.relative));
    listing
}

impl ProjectScan {
    /// Adds a file that has a known extension, of this program or of another tool.
    fn add(&mut self, name: &str, folder: &Path, path: &Path) {
        let relative = || slashed(path.strip_prefix(folder).unwrap_or(path));
        if let Some(kind) = FileKind::of(name) {
            self.files.push(ProjectFile {
                path: path.to_owned(),
                relative: relative(),
                kind,
            });
        } else if project_foreign::may_be_foreign(name) && name != MARK {
            self.more_candidates = self.candidates.len() >= MAX_FILES;
            if !self.more_candidates {
                self.candidates.push(Candidate {
                    path: path.to_owned(),
                    relative: relative(),
                });
            }
        }
    }
}

/// Sorts folders before files, both by name, ignoring case and with numbers by their value: `f2` before `f10`, and `tree` before `tree 2`.
pub fn sort_key(relative: &str) -> Vec<(bool, String, String)> {
    let parts: Vec<&str> = relative.split('/').collect();
    let last = parts.len() - 1;
    let key = |(index, part): (usize, &&str)| {
        let (stem, ending) = FileKind::split(part);
        (index == last, with_padded_numbers(stem), ending.to_owned())
    };
    parts.iter().enumerate().map(key).collect()
}

/// The name in lower case, with as many zeros before each number that texts sort as numbers do.
fn with_padded_numbers(name: &str) -> String {
    const DIGITS: usize = 12;
    let mut padded = String::new();
    let mut number = String::new();
    for letter in name.to_lowercase().chars().map(Some).chain([None]) {
        match letter {
            Some(digit) if digit.is_ascii_digit() => number.push(digit),
            _ => {
                if !number.is_empty() {
                    padded.extend(std::iter::repeat_n(
                        '0',
                        DIGITS.saturating_sub(number.len()),
                    ));
                    padded.push_str(&std::mem::take(&mut number));
                }
                padded.extend(letter);
            }
        }
    }
    padded
}

fn is_skipped(name: &str) -> bool {
    name.starts_with('.') || matches!(name, "target" | "node_modules" | "__pycache__")
}

/// Reads files. Skips unreadable ones, which are reported when they are opened.
fn read(files: &[ProjectFile], stop: &CancelToken) -> Vec<(PathBuf, ProjectContent)> {
    let mut texts = Vec::new();
    let mut total = 0;
    for file in files {
        let size = fs::metadata(&file.path).map_or(u64::MAX, |data| data.len());
        if stop.is_cancelled() || total + size.min(MAX_TEXT) > MAX_TEXTS {
            break;
        }
        if size > MAX_TEXT {
            continue;
        }
        total += size;
        let Ok(bytes) = files::read(&file.path) else {
            continue;
        };
        let text = match file.kind {
            FileKind::Scenario => {
                let scenario = scenario_json::read(&bytes).ok();
                scenario.map(|scenario| ProjectContent::Scenario(Arc::new(scenario)))
            }
            FileKind::Claims => {
                let claims = claims_json::read(&bytes).ok();
                claims.map(|claims| ProjectContent::Claims(Arc::new(claims)))
            }
            FileKind::Library => {
                let read = tasks_json::read(&bytes).ok();
                read.map(|read| ProjectContent::Library(Arc::new(read.library)))
            }
            FileKind::Tree => {
                let read = native::read(&bytes).ok();
                read.map(|read| ProjectContent::Tree(Arc::new(read.document)))
            }
        };
        texts.extend(text.map(|text| (file.path.clone(), text)));
    }
    texts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for file in [
            "b.bt.json",
            "a.scenario.json",
            "ai/guard.bt.json",
            "ai/Archer.bt.json",
            "ai/tasks/arena.tasks.json",
            ".git/old.bt.json",
            "target/copy.bt.json",
            "notes.json",
        ] {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "{}").unwrap();
        }
        folder
    }

    fn names(listing: &ProjectScan) -> Vec<&str> {
        listing.files.iter().map(|file| &*file.relative).collect()
    }

    #[test]
    fn files_are_sorted_as_people_count() {
        let mut files = vec![
            "tree 2.bt.json",
            "f10/a.bt.json",
            "tree.bt.json",
            "Zoo.bt.json",
            "f2/b.bt.json",
            "f2/a10.bt.json",
            "f2/a9.bt.json",
        ];
        files.sort_by_cached_key(|file| sort_key(file));
        let expected = [
            "f2/a9.bt.json",
            "f2/a10.bt.json",
            "f2/b.bt.json",
            "f10/a.bt.json",
            "tree.bt.json",
            "tree 2.bt.json",
            "Zoo.bt.json",
        ];
        assert_eq!(files, expected);
    }

    #[test]
    fn trees_libraries_and_scenarios_are_listed_folders_first() {
        let folder = folder();
        let listing = list(folder.path(), &CancelToken::default());
        assert_eq!(
            names(&listing),
            [
                "ai/tasks/arena.tasks.json",
                "ai/Archer.bt.json",
                "ai/guard.bt.json",
                "a.scenario.json",
                "b.bt.json",
            ]
        );
        assert!(!listing.more);
        assert_eq!(listing.folders.len(), 3);
    }

    #[cfg(unix)]
    #[test]
    fn circular_and_outside_links_are_not_followed() {
        let folder = folder();
        std::os::unix::fs::symlink(folder.path(), folder.path().join("ai/round")).unwrap();
        let listing = list(folder.path(), &CancelToken::default());
        assert_eq!(listing.files.len(), 5);
    }

    #[test]
    fn the_number_of_listed_files_is_limited() {
        let folder = tempfile::tempdir().unwrap();
        for index in 0..=MAX_FILES {
            fs::write(folder.path().join(format!("{index}.bt.json")), "").unwrap();
        }
        let listing = list(folder.path(), &CancelToken::default());
        assert_eq!((listing.files.len(), listing.more), (MAX_FILES, true));
    }
}
