//! The trees, libraries and scenarios that lie in a project folder: found and read by a thread of their own, within limits, so that
//! no folder is too large to open a document in.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use treewright_core::format::native;
use treewright_core::model::Document;
use treewright_insight::scenario::Scenario;
use treewright_insight::scenario_json;

use super::files;
use super::job::{Job, Stop};
use crate::file_names::slashed;

/// The most files that are listed.
pub const MAX_FILES: usize = 5_000;
/// The most entries of folders that are looked at.
const MAX_ENTRIES: usize = 200_000;
/// The deepest folder that is looked into, below the project's.
const MAX_DEPTH: usize = 32;
/// The most folders that are worth watching.
const MAX_FOLDERS: usize = 256;
/// The most bytes of one file, and of all together, that are read to be searched.
const MAX_TEXT: u64 = 8 * 1024 * 1024;
const MAX_TEXTS: u64 = 128 * 1024 * 1024;

/// What a file holds, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A behavior tree.
    Tree,
    /// A task library.
    Library,
    /// A scenario.
    Scenario,
}

impl FileKind {
    /// What a file of this name holds; none if it is nothing of ours.
    pub fn of(name: &str) -> Option<Self> {
        let endings = [
            (".bt.json", Self::Tree),
            (".tasks.json", Self::Library),
            (".scenario.json", Self::Scenario),
        ];
        let fits = |(ending, _): &(&str, Self)| name.len() > ending.len() && name.ends_with(ending);
        endings.into_iter().find(fits).map(|(_, kind)| kind)
    }
}

/// A file of the project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProjectFile {
    /// Where it is.
    pub path: PathBuf,
    /// The same from the project folder, with `/` between the parts.
    pub relative: String,
    /// What it holds.
    pub kind: FileKind,
}

/// A file of the project that was read to be searched.
#[derive(Clone, Debug)]
pub enum ProjectText {
    /// A tree.
    Tree(Arc<Document>),
    /// A scenario.
    Scenario(Arc<Scenario>),
}

/// What a scan of a folder gave.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listing {
    /// The files, in the order in which a tree of folders shows them.
    pub files: Vec<ProjectFile>,
    /// The folders that were looked into, as many as can be watched.
    pub folders: Vec<PathBuf>,
    /// There is more than is listed.
    pub more: bool,
}

/// The files of a project folder, to look at.
#[derive(Clone, Copy, Debug)]
pub struct ProjectListing<'a> {
    /// The folder; none as long as no document has a file.
    pub folder: Option<&'a Path>,
    /// The files, folder by folder.
    pub files: &'a [ProjectFile],
    /// There are more than are listed.
    pub more: bool,
    /// Somebody is looking just now.
    pub is_busy: bool,
    /// Grows with each new listing.
    pub revision: u64,
}

enum Report {
    Listed(Listing),
    Read(Vec<(PathBuf, ProjectText)>),
}

/// The files of one project folder.
pub struct ProjectFiles {
    folder: Option<PathBuf>,
    listing: Listing,
    /// Grows with each listing.
    revision: u64,
    /// The listing whose files were read, or are being read.
    read_for: Option<u64>,
    texts: Vec<(PathBuf, ProjectText)>,
    texts_revision: u64,
    under_way: Option<Job<Report>>,
    wake: Arc<dyn Fn() + Send + Sync>,
}

impl ProjectFiles {
    /// No folder yet. `wake` is called from another thread when there is something to take in.
    pub fn new(wake: impl Fn() + Send + Sync + 'static) -> Self {
        Self {
            folder: None,
            listing: Listing::default(),
            revision: 0,
            read_for: None,
            texts: Vec::new(),
            texts_revision: 0,
            under_way: None,
            wake: Arc::new(wake),
        }
    }

    /// The project folder.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// What lies in it, as far as is known.
    pub fn listing(&self) -> &Listing {
        &self.listing
    }

    /// Grows with each new listing.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// What panels see of it.
    pub fn view(&self) -> ProjectListing<'_> {
        ProjectListing {
            folder: self.folder(),
            files: &self.listing.files,
            more: self.listing.more,
            is_busy: self.is_busy(),
            revision: self.revision,
        }
    }

    /// Whether a thread is at work.
    pub fn is_busy(&self) -> bool {
        self.under_way.is_some()
    }

    /// The trees and scenarios as they were read last, with a number that grows when they were read anew.
    pub fn texts(&self) -> (u64, &[(PathBuf, ProjectText)]) {
        (self.texts_revision, &self.texts)
    }

    /// Looks at this folder from now on.
    pub fn follow(&mut self, folder: &Path) {
        if self.folder.as_deref() != Some(folder) {
            self.folder = Some(folder.to_owned());
            self.listing = Listing::default();
            self.texts.clear();
            self.scan();
        }
    }

    /// Looks at the folder anew.
    pub fn scan(&mut self) {
        let Some(folder) = self.folder.clone() else {
            return;
        };
        self.start(move |stop| Report::Listed(list(&folder, stop)));
    }

    /// Reads what is listed, unless that was done.
    pub fn read(&mut self) {
        if self.read_for == Some(self.revision) || self.is_busy() {
            return;
        }
        self.read_for = Some(self.revision);
        let files = self.listing.files.clone();
        self.start(move |stop| Report::Read(read(&files, stop)));
    }

    fn start(&mut self, work: impl FnOnce(&Stop) -> Report + Send + 'static) {
        let wake = self.wake.clone();
        let job = Job::begin("project files", move || wake(), |own| Some(work(&own.stop)));
        self.under_way = Some(job);
    }

    /// Takes in what the thread found; says whether the listing is a new one. If it came to grief, the list stays as it is.
    pub fn take_in(&mut self) -> bool {
        let Some(report) = self.under_way.as_ref().and_then(Job::take) else {
            return false;
        };
        self.under_way = None;
        let Ok(report) = report else {
            return false;
        };
        match report {
            Report::Listed(listing) => {
                self.revision += 1;
                self.listing = listing;
                true
            }
            Report::Read(texts) => {
                self.texts = texts;
                self.texts_revision += 1;
                false
            }
        }
    }

    /// Whether a change of these paths concerns the listing.
    pub fn concerns(&self, changed: &[PathBuf]) -> bool {
        let Some(folder) = &self.folder else {
            return false;
        };
        let mut changed = changed.iter();
        changed.any(|path| path.starts_with(folder) && matters(path))
    }
}

/// Whether it matters to a listing that a path comes, goes or changes. What has no ending may be a folder.
pub fn matters(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    FileKind::of(&name).is_some() || path.extension().is_none()
}

/// Lists what lies below a folder. Follows no links, and leaves out folders that hold no work of people.
fn list(folder: &Path, stop: &Stop) -> Listing {
    let mut listing = Listing::default();
    let mut looked_at = 0;
    let mut waiting = vec![(folder.to_owned(), 0)];
    while let Some((at, depth)) = waiting.pop() {
        let Ok(entries) = files::entries(&at) else {
            continue;
        };
        let mut below = Vec::new();
        for entry in entries.flatten() {
            looked_at += 1;
            if looked_at > MAX_ENTRIES || stop.is_wanted() {
                listing.more = true;
                break;
            }
            let name = entry.name();
            if entry.is_folder() && !is_left_out(&name) {
                below.push(entry.path);
            } else if let (true, Some(kind)) = (entry.is_file(), FileKind::of(&name)) {
                listing.files.push(ProjectFile {
                    relative: slashed(entry.path.strip_prefix(folder).unwrap_or(&entry.path)),
                    path: entry.path,
                    kind,
                });
            }
        }
        if listing.folders.len() < MAX_FOLDERS {
            listing.folders.push(at);
        }
        if listing.files.len() >= MAX_FILES || looked_at > MAX_ENTRIES {
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
}

/// Folders before files, each by name, whatever the case.
fn sort_key(relative: &str) -> Vec<(bool, String)> {
    let parts: Vec<&str> = relative.split('/').collect();
    let last = parts.len() - 1;
    let key = |(index, part): (usize, &&str)| (index == last, part.to_lowercase());
    parts.iter().enumerate().map(key).collect()
}

fn is_left_out(name: &str) -> bool {
    name.starts_with('.') || matches!(name, "target" | "node_modules" | "__pycache__")
}

/// Reads trees and scenarios; what cannot be read is left out, since it is reported when somebody opens it.
fn read(files: &[ProjectFile], stop: &Stop) -> Vec<(PathBuf, ProjectText)> {
    let mut texts = Vec::new();
    let mut together = 0;
    for file in files.iter().filter(|file| file.kind != FileKind::Library) {
        let size = fs::metadata(&file.path).map_or(u64::MAX, |data| data.len());
        if stop.is_wanted() || together + size.min(MAX_TEXT) > MAX_TEXTS {
            break;
        }
        if size > MAX_TEXT {
            continue;
        }
        together += size;
        let Ok(bytes) = files::read(&file.path) else {
            continue;
        };
        let text = if file.kind == FileKind::Scenario {
            let scenario = scenario_json::read(&bytes).ok();
            scenario.map(|scenario| ProjectText::Scenario(Arc::new(scenario)))
        } else {
            let read = native::read(&bytes).ok();
            read.map(|read| ProjectText::Tree(Arc::new(read.document)))
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

    fn names(listing: &Listing) -> Vec<&str> {
        listing.files.iter().map(|file| &*file.relative).collect()
    }

    #[test]
    fn trees_libraries_and_scenarios_are_listed_folders_first() {
        let folder = folder();
        let listing = list(folder.path(), &Stop::default());
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
    fn a_link_that_leads_round_or_out_is_not_followed() {
        let folder = folder();
        std::os::unix::fs::symlink(folder.path(), folder.path().join("ai/round")).unwrap();
        let listing = list(folder.path(), &Stop::default());
        assert_eq!(listing.files.len(), 5);
    }

    #[test]
    fn no_more_files_are_listed_than_the_limit() {
        let folder = tempfile::tempdir().unwrap();
        for index in 0..=MAX_FILES {
            fs::write(folder.path().join(format!("{index}.bt.json")), "").unwrap();
        }
        let listing = list(folder.path(), &Stop::default());
        assert_eq!((listing.files.len(), listing.more), (MAX_FILES, true));
    }
}
