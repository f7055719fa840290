//! Reads all files of a project, and writes, creates, moves and removes files of it: all of an edit, or nothing. A change that was written can be reversed,
//! which gives every file back byte for byte.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use treewright_authoring::merge::merge;
use treewright_core::format::{WriteError, native, tasks_json};
use treewright_core::{on_purpose, told};
use treewright_explore::claims_json;
use treewright_insight::scenario_json;

use super::{Content, NewContent, Plan, ProjectTexts};
use crate::host::files::{self, Expected, Fingerprint, ReadError, SaveError, SystemError};
use crate::host::job::CancelToken;
use crate::host::line_ends;
use crate::host::project_files;
use crate::host::trash::Discard;

/// How many bytes of files that are thrown away are kept to give them back.
const MAX_ENTRY_BYTES: u64 = 64 * 1024 * 1024;

/// The files of a project.
#[derive(Debug, Default)]
pub struct ProjectFolder {
    folder: PathBuf,
    pub texts: ProjectTexts,
    bytes: BTreeMap<String, Vec<u8>>,
    /// Whether there are more files than were read.
    pub more: bool,
}

/// What happens to the files of a project.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ProjectEdit {
    folder: PathBuf,
    /// New contents, at the paths before the moves.
    pub contents: Vec<NewText>,
    /// The old and the new path of files and folders, relative to the project folder.
    pub moves: Vec<(String, String)>,
    /// What is created.
    pub made: Vec<Entry>,
    /// What goes to the trash.
    pub removed: Vec<Entry>,
    /// The folders that are not there yet and in which something will be, outer ones first.
    #[serde(default)]
    new_folders: Vec<String>,
    /// The folders that were created for what leaves them: they go, too, if nothing else is in them.
    #[serde(default)]
    old_folders: Vec<String>,
}

/// The new content of a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NewText {
    /// The path before and after the moves, relative to the project folder.
    pub paths: [String; 2],
    pub before: Bytes,
    pub after: Bytes,
}

/// A file, or a folder with all that is in it. Paths are relative to the project folder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    pub path: String,
    /// Of a folder, itself and all folders in it; of a file, none.
    pub folders: Vec<String>,
    pub files: Vec<(String, Bytes)>,
}

/// The content of a file. Serialized as text where it is text.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "Written", into = "Written")]
pub struct Bytes(pub Vec<u8>);

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Written {
    Text(String),
    Bytes(Vec<u8>),
}

impl From<Written> for Bytes {
    fn from(written: Written) -> Self {
        match written {
            Written::Text(text) => Self(text.into_bytes()),
            Written::Bytes(bytes) => Self(bytes),
        }
    }
}

impl From<Bytes> for Written {
    fn from(bytes: Bytes) -> Self {
        let text = String::from_utf8(bytes.0);
        text.map_or_else(|error| Self::Bytes(error.into_bytes()), Self::Text)
    }
}

impl std::ops::Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl Entry {
    /// A file with this content.
    pub fn file(path: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        let path = path.into();
        Self {
            folders: Vec::new(),
            files: vec![(path.clone(), Bytes(bytes.into()))],
            path,
        }
    }

    /// An empty folder.
    pub fn folder(path: impl Into<String>) -> Self {
        let path = path.into();
        Self {
            folders: vec![path.clone()],
            files: Vec::new(),
            path,
        }
    }

    /// How many files and folders it is.
    fn len(&self) -> usize {
        self.folders.len() + self.files.len()
    }
}

/// The content of a tree that was changed in two ways; `None` if it is no tree, or they contradict each other.
fn merged(base: &[u8], ours: &[u8], theirs: &[u8]) -> Option<Vec<u8>> {
    let read = |bytes: &[u8]| Some(native::read(bytes).ok()?.document);
    let merged = merge(&read(base)?, &read(ours)?, &read(theirs)?);
    let text = (merged.new_conflicts == 0).then(|| native::write(&merged.document));
    Some(line_ends::as_before(ours, text?.ok()?).into_bytes())
}

told! {
    /// Why a rename or move was not written. No file is changed then, unless another error says so.
    #[derive(Debug)]
    pub enum ProjectEditError of "project_edit_error" without examples {
        /// A file is another one than when the change was planned.
        Changed(path: String) = "changed", "`{path}` was changed since";
        Save {
            path: String,
            error: SaveError,
        } = "save", "`{path}` cannot be written: {error}" with [("path", path), ("reason", error)];
        /// The new document cannot be written.
        Write {
            path: String,
            error: WriteError,
        } = "write", "`{path}` cannot be written: {error}" with [("path", path), ("reason", error.to_string())];
        Move {
            from: String,
            to: String,
            error: SystemError,
        } = "move", "`{from}` cannot be moved to `{to}`: {error}"
            with [("from", from), ("to", to), ("reason", error)];
        Make {
            path: String,
            error: SaveError,
        } = "make", "`{path}` cannot be created: {error}" with [("path", path), ("reason", error)];
        Remove {
            path: String,
            error: SystemError,
        } = "remove", "`{path}` cannot be moved to the trash: {error}" with [("path", path), ("reason", error)];
        /// Undoing the part that was done failed, too.
        Half(path: String) = "half", "`{path}` could not be given back: the change is half done";
    }
}

impl std::error::Error for ProjectEditError {}

impl ProjectFolder {
    /// Reads the trees, libraries, scenarios and claims below a folder.
    pub fn read(folder: &Path) -> Self {
        let listing = project_files::list(folder, &CancelToken::default());
        let mut read = Self {
            folder: folder.to_owned(),
            more: listing.more,
            ..Self::default()
        };
        for file in listing.files {
            let bytes = files::read(&file.path);
            let content = bytes.as_ref().map_or(Content::Unreadable, |bytes| {
                Content::read(&file.relative, bytes)
            });
            read.texts.insert(file.relative.clone(), content);
            if let Ok(bytes) = bytes {
                read.bytes.insert(file.relative, bytes);
            }
        }
        read
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The edit that creates this.
    pub fn making(&self, entry: Entry) -> ProjectEdit {
        ProjectEdit {
            new_folders: missing_above(&self.folder, [&*entry.path]),
            made: vec![entry],
            ..ProjectEdit::in_folder(&self.folder)
        }
    }

    /// The edit that moves this to the trash.
    pub fn removing(&self, entry: Entry) -> ProjectEdit {
        ProjectEdit {
            removed: vec![entry],
            ..ProjectEdit::in_folder(&self.folder)
        }
    }

    /// The edit that changes nothing.
    pub fn nothing(&self) -> ProjectEdit {
        ProjectEdit::in_folder(&self.folder)
    }

    /// The edit that moves something to which nothing refers.
    pub fn moving(&self, from: String, to: String) -> ProjectEdit {
        ProjectEdit {
            new_folders: missing_above(&self.folder, [&*to]),
            moves: vec![(from, to)],
            ..ProjectEdit::in_folder(&self.folder)
        }
    }

    /// Returns whether there is a folder at this path relative to the project folder.
    pub fn has_folder(&self, path: &str) -> bool {
        files::is_folder(&self.folder.join(path))
    }

    /// Reads a file, or a folder with all that is in it, hidden files too.
    ///
    /// # Errors
    /// If something in it cannot be read, or is too much to be kept in memory.
    pub fn entry(&self, path: &str) -> Result<Entry, ReadError> {
        read_entry(&self.folder, path)
    }

    /// The files that a plan writes.
    ///
    /// # Errors
    /// If a document cannot be written.
    pub fn edit(&self, plan: &Plan) -> Result<ProjectEdit, ProjectEditError> {
        let mut contents = Vec::new();
        for change in &plan.changes {
            let path = &change.path;
            let after = text_of(&change.content).map_err(|error| ProjectEditError::Write {
                path: path.clone(),
                error,
            })?;
            let before = self.bytes.get(path).cloned().unwrap_or_default();
            contents.push(NewText {
                paths: [path.clone(), plan.new_path(path).to_owned()],
                after: Bytes(line_ends::as_before(&before, after).into_bytes()),
                before: Bytes(before),
            });
        }
        let moves = match &plan.folder_move {
            Some(folder) => vec![folder.clone()],
            None => plan.moves.clone(),
        };
        let new_paths = moves.iter().map(|(_, to)| &**to);
        Ok(ProjectEdit {
            new_folders: missing_above(&self.folder, new_paths),
            contents,
            moves,
            ..ProjectEdit::in_folder(&self.folder)
        })
    }
}

/// The folders above these paths in a project folder that are not there yet, outer ones first.
fn missing_above<'a>(folder: &Path, paths: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let above = paths.into_iter().flat_map(|path| {
        let slashes = path.match_indices('/');
        slashes.map(|(slash, _)| &path[..slash])
    });
    let missing: BTreeSet<&str> = above
        .filter(|it| !files::is_folder(&folder.join(it)))
        .collect();
    missing.into_iter().map(str::to_owned).collect()
}

fn text_of(content: &NewContent) -> Result<String, WriteError> {
    match content {
        NewContent::Tree(_, document) => native::write(document),
        NewContent::Library(library) => Ok(tasks_json::write(library)),
        NewContent::Scenario(scenario) => Ok(scenario_json::write(scenario)),
        NewContent::Claims(claims) => Ok(claims_json::write(claims)),
    }
}

fn read_entry(folder: &Path, path: &str) -> Result<Entry, ReadError> {
    let mut entry = Entry {
        path: path.to_owned(),
        folders: Vec::new(),
        files: Vec::new(),
    };
    let is_folder = files::is_folder(&folder.join(path));
    let mut waiting = vec![(path.to_owned(), is_folder)];
    let mut left = MAX_ENTRY_BYTES;
    while let Some((at, is_folder)) = waiting.pop() {
        let file = folder.join(&at);
        if !is_folder {
            let bytes = files::read_up_to(&file, left)?;
            left -= bytes.len() as u64;
            entry.files.push((at, Bytes(bytes)));
            continue;
        }
        entry.folders.push(at.clone());
        for below in files::entries(&file)? {
            let below = below?;
            if below.is_folder() || below.is_file() {
                let path = format!("{at}/{}", below.name());
                waiting.push((path, below.is_folder()));
            }
        }
    }
    entry.folders.sort();
    entry.files.sort();
    Ok(entry)
}

impl ProjectEdit {
    /// An edit that changes nothing yet.
    pub fn in_folder(folder: &Path) -> Self {
        Self {
            folder: folder.to_owned(),
            ..Self::default()
        }
    }

    /// The edit that gives one file a new content, or makes it where there is none.
    pub fn of_file(folder: &Path, path: &str, before: Option<Vec<u8>>, after: Vec<u8>) -> Self {
        let mut edit = Self::in_folder(folder);
        if let Some(before) = before {
            edit.contents.push(NewText {
                paths: [path.to_owned(), path.to_owned()],
                before: Bytes(before),
                after: Bytes(after),
            });
        } else {
            edit.new_folders = missing_above(folder, [path]);
            edit.made.push(Entry::file(path, after));
        }
        edit
    }

    /// The folder of the project that it changes.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The edit that gives everything back.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let contents = self.contents.iter().map(|text| NewText {
            paths: [text.paths[1].clone(), text.paths[0].clone()],
            before: text.after.clone(),
            after: text.before.clone(),
        });
        let moves = self.moves.iter().rev();
        Self {
            folder: self.folder.clone(),
            contents: contents.collect(),
            moves: moves.map(|(from, to)| (to.clone(), from.clone())).collect(),
            made: self.removed.clone(),
            removed: self.made.clone(),
            new_folders: self.old_folders.clone(),
            old_folders: self.new_folders.clone(),
        }
    }

    /// The parts, in their order.
    fn steps(&self) -> Vec<Step<'_>> {
        let contents = self.contents.iter().map(Step::Write);
        let moves = self.moves.iter().map(|(from, to)| Step::Move(from, to));
        let made = self.made.iter().map(Step::Make);
        let removed = self.removed.iter().map(Step::Remove);
        contents.chain(moves).chain(made).chain(removed).collect()
    }

    /// Whether a kill in the middle of it could leave only a part of it done.
    pub(super) fn can_be_cut_off(&self) -> bool {
        let made = self.made.iter().map(Entry::len).sum::<usize>();
        self.contents.len() + self.moves.len() + made + self.removed.len() > 1
    }

    /// Writes, moves, creates and removes files.
    ///
    /// # Errors
    /// If a file was changed meanwhile, or the system refuses a part. What was done before is undone.
    pub(super) fn perform(&self, discard: Discard) -> Result<(), ProjectEditError> {
        self.check_unchanged()?;
        let steps = self.steps();
        for (done, step) in steps.iter().enumerate() {
            if done > 0 {
                on_purpose::panic_at("project-edit");
            }
            if let Err(error) = self.take(step, discard) {
                for step in steps[..done].iter().rev() {
                    let back = self.take_back(step, discard);
                    back.map_err(|_| ProjectEditError::Half(step.path().to_owned()))?;
                }
                self.remove_empty(&self.new_folders);
                return Err(error);
            }
        }
        self.remove_empty(&self.old_folders);
        Ok(())
    }

    /// Removes those of these folders, outer ones first, in which nothing is.
    fn remove_empty(&self, folders: &[String]) {
        for folder in folders.iter().rev() {
            let folder = self.folder.join(folder);
            if self.check_inside(&folder).is_ok() {
                files::remove_empty_folder(&folder);
            }
        }
    }

    /// Carries out the first parts only, as if the program were killed then.
    #[cfg(test)]
    pub(super) fn perform_part(&self, parts: usize, discard: Discard) {
        for step in &self.steps()[..parts] {
            self.take(step, discard).unwrap();
        }
    }

    /// Takes back what was done of this edit before it was cut off.
    pub(super) fn take_back_part(&self, discard: Discard) -> PartTakenBack {
        let mut result = PartTakenBack::default();
        for step in self.steps().iter().rev() {
            let path = step.path().to_owned();
            match self.progress(step) {
                Progress::Waiting => {}
                Progress::Done if self.take_back(step, discard).is_ok() => {
                    result.given_back.push(path);
                }
                Progress::Done | Progress::Changed => result.left.push(path),
            }
        }
        self.remove_empty(&self.new_folders);
        result
    }

    /// How far a part of an edit came that was cut off.
    fn progress(&self, step: &Step<'_>) -> Progress {
        let is_there = |path: &str| files::is_there(&self.folder.join(path));
        let has = |path: &str, bytes: &[u8]| {
            files::read(&self.folder.join(path)).is_ok_and(|there| there == bytes)
        };
        match step {
            Step::Write(text) if has(&text.paths[0], &text.before) => Progress::Waiting,
            Step::Write(text) if has(&text.paths[0], &text.after) => Progress::Done,
            Step::Write(_) => Progress::Changed,
            Step::Move(from, to) => match (is_there(from), is_there(to)) {
                (true, _) => Progress::Waiting,
                (false, true) => Progress::Done,
                (false, false) => Progress::Changed,
            },
            Step::Make(entry) if !is_there(&entry.path) => Progress::Waiting,
            Step::Make(entry) => {
                // Only what the edit made is removed.
                let there = read_entry(&self.folder, &entry.path);
                let is_ours = there.is_ok_and(|there| {
                    let mut files = there.files.iter();
                    files.all(|file| entry.files.contains(file))
                });
                if is_ours {
                    Progress::Done
                } else {
                    Progress::Changed
                }
            }
            Step::Remove(entry) if is_there(&entry.path) => Progress::Waiting,
            Step::Remove(_) => Progress::Done,
        }
    }

    /// Returns whether the files are as this edit expects them.
    pub fn fits(&self) -> bool {
        self.check_unchanged().is_ok()
    }

    /// Takes the contents of another edit for the files that it writes in the same places.
    pub fn prefer(&mut self, other: &Self) {
        for text in &mut self.contents {
            let mut same = other.contents.iter();
            if let Some(known) = same.find(|known| known.paths == text.paths) {
                text.after = known.after.clone();
            }
        }
    }

    /// The edit with the contents of another one for files that it does not write.
    #[must_use]
    pub fn with_others(mut self, other: Self) -> Self {
        let others = other.contents.into_iter().filter(|text| {
            let mut own = self.contents.iter();
            own.all(|own| own.paths[0] != text.paths[0])
        });
        let others: Vec<NewText> = others.collect();
        self.contents.extend(others);
        self
    }

    /// The edit without the files whose contents were changed since.
    #[must_use]
    pub fn fitting(mut self) -> Self {
        let folder = &self.folder;
        self.contents.retain(|text| {
            let there = files::read(&folder.join(&text.paths[0]));
            there.ok().as_deref() == Some(&*text.before)
        });
        self
    }

    /// The edit for the files as they are now. Of a tree that was changed since, it changes what it would have changed, and keeps the rest. The
    /// files in `left` stay as they are if they were changed.
    ///
    /// # Errors
    /// If a file was changed in the same places, or is no tree.
    pub fn merged_with_later(mut self, left: &BTreeSet<String>) -> Result<Self, ProjectEditError> {
        let mut contents = Vec::new();
        for text in self.contents {
            let path = &text.paths[0];
            let there = files::read(&self.folder.join(path)).unwrap_or_default();
            if *there == *text.before {
                contents.push(text);
            } else if !left.contains(path) {
                let after = merged(&text.before, &there, &text.after);
                let after = after.ok_or_else(|| ProjectEditError::Changed(path.clone()))?;
                contents.push(NewText {
                    before: Bytes(there),
                    after: Bytes(after),
                    ..text
                });
            }
        }
        self.contents = contents;
        Ok(self)
    }

    /// Leaves out the new contents of files of which this is not true.
    pub fn retain_contents(&mut self, is_kept: impl Fn(&str) -> bool) {
        self.contents.retain(|text| is_kept(&text.paths[0]));
    }

    /// The path of a file after the edit.
    pub fn new_path(&self, path: &str) -> String {
        let moved = self.moves.iter().find_map(|(from, to)| {
            let rest = path.strip_prefix(from.as_str())?;
            (rest.is_empty() || rest.starts_with('/')).then(|| format!("{to}{rest}"))
        });
        moved.unwrap_or_else(|| path.to_owned())
    }

    /// Returns whether a file goes to the trash.
    pub fn removes(&self, path: &str) -> bool {
        self.removed.iter().any(|entry| {
            let rest = path.strip_prefix(entry.path.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        })
    }

    fn check_unchanged(&self) -> Result<(), ProjectEditError> {
        let written = self.contents.iter();
        let written = written.map(|text| (&text.paths[0], &text.before));
        let removed = self.removed.iter().flat_map(|entry| &entry.files);
        for (path, bytes) in written.chain(removed.map(|(path, bytes)| (path, bytes))) {
            let there = files::read(&self.folder.join(path));
            if there.ok().as_deref() != Some(&**bytes) {
                return Err(ProjectEditError::Changed(path.clone()));
            }
        }
        // Nothing that came into a folder since goes with it.
        for entry in &self.removed {
            let there = read_entry(&self.folder, &entry.path);
            let has_more = there.is_ok_and(|there| there.len() > entry.len());
            if has_more {
                return Err(ProjectEditError::Changed(entry.path.clone()));
            }
        }
        Ok(())
    }

    fn take(&self, step: &Step<'_>, discard: Discard) -> Result<(), ProjectEditError> {
        match step {
            Step::Write(text) => self.save(&text.paths[0], &text.before, &text.after),
            Step::Move(from, to) => self.move_to(from, to),
            Step::Make(entry) => self.make(entry),
            Step::Remove(entry) => self.remove(entry, discard),
        }
    }

    fn take_back(&self, step: &Step<'_>, discard: Discard) -> Result<(), ProjectEditError> {
        match step {
            Step::Write(text) => self.save(&text.paths[0], &text.after, &text.before),
            Step::Move(from, to) => self.move_to(to, from),
            Step::Make(entry) => self.remove(entry, discard),
            Step::Remove(entry) => self.make(entry),
        }
    }

    fn save(&self, path: &str, before: &[u8], after: &[u8]) -> Result<(), ProjectEditError> {
        let expected = Expected::Version(Fingerprint::of(before));
        let file = self.folder.join(path);
        let saved = self
            .check_inside(&file)
            .map_err(SaveError::from)
            .and_then(|()| files::save(&file, after, expected));
        saved.map(drop).map_err(|error| ProjectEditError::Save {
            path: path.to_owned(),
            error,
        })
    }

    /// Moves a file or folder to a path where nothing is; makes the folders above it.
    fn move_to(&self, from: &str, to: &str) -> Result<(), ProjectEditError> {
        let moved = || {
            let new = self.folder.join(to);
            self.make_folder_of(&new)?;
            files::move_new(&self.folder.join(from), &new)
        };
        moved().map_err(|error| ProjectEditError::Move {
            from: from.to_owned(),
            to: to.to_owned(),
            error: SystemError(error.kind()),
        })
    }

    /// Makes the folders above a path.
    fn make_folder_of(&self, path: &Path) -> io::Result<()> {
        self.check_inside(path)?;
        path.parent().map_or(Ok(()), files::make_folder)
    }

    /// Refuses a path in a folder that a link leads out of the project.
    fn check_inside(&self, path: &Path) -> io::Result<()> {
        let mut above = path.ancestors().skip(1);
        let Some(above) = above.find(|folder| files::is_there(folder)) else {
            return Ok(());
        };
        if files::real_path(above)?.starts_with(files::real_path(&self.folder)?) {
            Ok(())
        } else {
            Err(io::ErrorKind::PermissionDenied.into())
        }
    }

    /// Creates a file or folder where nothing is.
    fn make(&self, entry: &Entry) -> Result<(), ProjectEditError> {
        let fails = |error: SaveError| ProjectEditError::Make {
            path: entry.path.clone(),
            error,
        };
        if files::is_there(&self.folder.join(&entry.path)) {
            return Err(fails(SaveError::Exists));
        }
        for folder in &entry.folders {
            // As if a file were to be in it.
            let inside = self.folder.join(folder).join("file");
            self.make_folder_of(&inside)
                .map_err(|error| fails(error.into()))?;
        }
        for (path, bytes) in &entry.files {
            let path = self.folder.join(path);
            self.make_folder_of(&path)
                .map_err(|error| fails(error.into()))?;
            files::save(&path, bytes, Expected::Nothing).map_err(fails)?;
        }
        Ok(())
    }

    fn remove(&self, entry: &Entry, discard: Discard) -> Result<(), ProjectEditError> {
        let removed = discard(&self.folder.join(&entry.path));
        removed.map_err(|error| ProjectEditError::Remove {
            path: entry.path.clone(),
            error: SystemError(error.kind()),
        })
    }
}

/// What became of an edit that was cut off. Paths are relative to the project folder.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct PartTakenBack {
    pub given_back: Vec<String>,
    /// What somebody else changed since, or what the system refuses to give back.
    pub left: Vec<String>,
}

/// How far a part of an edit came.
enum Progress {
    Waiting,
    Done,
    /// It was changed by somebody else.
    Changed,
}

/// A part of an edit.
enum Step<'a> {
    Write(&'a NewText),
    Move(&'a str, &'a str),
    Make(&'a Entry),
    Remove(&'a Entry),
}

impl Step<'_> {
    /// The path of what it leaves, relative to the project folder.
    fn path(&self) -> &str {
        match self {
            Self::Write(text) => &text.paths[0],
            Self::Move(_, to) => to,
            Self::Make(entry) | Self::Remove(entry) => &entry.path,
        }
    }
}
