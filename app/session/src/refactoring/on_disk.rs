//! Reads all files of a project for a rename or move, and writes what it changes: all of it, or nothing. A change that was written can be reversed,
//! which gives every file back byte for byte.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use treewright_core::format::{WriteError, native, tasks_json};
use treewright_core::told;
use treewright_insight::scenario_json;

use super::{Content, NewContent, Plan, ProjectTexts};
use crate::host::files::{self, Expected, Fingerprint, SaveError};
use crate::host::job::CancelToken;
use crate::host::project_files;

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
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ProjectEdit {
    folder: PathBuf,
    /// New contents, at the paths before the moves.
    pub contents: Vec<NewText>,
    /// The old and the new path of files and folders, relative to the project folder.
    moves: Vec<(String, String)>,
}

/// The new content of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct NewText {
    /// The path before and after the moves, relative to the project folder.
    pub paths: [String; 2],
    /// `None` where there is no file.
    pub before: Option<Vec<u8>>,
    pub after: Option<Vec<u8>>,
}

told! {
    /// Why a rename or move was not written. No file is changed then, unless another error says so.
    #[derive(Debug)]
    pub enum ProjectEditError of "project_edit_error" without examples {
        /// A file is another one than when the change was planned.
        Changed(path: String) = "changed", "`{path}` was changed by another program meanwhile";
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
            error: io::ErrorKind,
        } = "move", "`{from}` cannot be moved to `{to}`: {error}"
            with [("from", from), ("to", to), ("reason", error.to_string())];
        /// Undoing the part that was done failed, too.
        Half(path: String) = "half", "`{path}` could not be given back: the change is half done";
    }
}

impl std::error::Error for ProjectEditError {}

impl ProjectFolder {
    /// Reads the trees, libraries and scenarios below a folder.
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
            contents.push(NewText {
                paths: [path.clone(), plan.new_path(path).to_owned()],
                before: self.bytes.get(path).cloned(),
                after: Some(after.into_bytes()),
            });
        }
        let moves = match &plan.folder_move {
            Some(folder) => vec![folder.clone()],
            None => plan.moves.clone(),
        };
        Ok(ProjectEdit {
            folder: self.folder.clone(),
            contents,
            moves,
        })
    }
}

fn text_of(content: &NewContent) -> Result<String, WriteError> {
    match content {
        NewContent::Tree(_, document) => native::write(document),
        NewContent::Library(library) => Ok(tasks_json::write(library)),
        NewContent::Scenario(scenario) => Ok(scenario_json::write(scenario)),
    }
}

impl ProjectEdit {
    /// The edit that gives one file a new content, or makes it.
    pub fn of_file(folder: &Path, path: &str, before: Option<Vec<u8>>, after: Vec<u8>) -> Self {
        Self {
            folder: folder.to_owned(),
            contents: vec![NewText {
                paths: [path.to_owned(), path.to_owned()],
                before,
                after: Some(after),
            }],
            moves: Vec::new(),
        }
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
        }
    }

    /// Writes and moves the files.
    ///
    /// # Errors
    /// If a file was changed meanwhile, or cannot be written or moved. What was done before is undone.
    pub fn perform(&self) -> Result<(), ProjectEditError> {
        for text in &self.contents {
            let there = files::read(&self.folder.join(&text.paths[0])).ok();
            if there != text.before {
                return Err(ProjectEditError::Changed(text.paths[0].clone()));
            }
        }
        for (written, text) in self.contents.iter().enumerate() {
            if let Err(error) = self.save(&text.paths[0], text.before.as_ref(), text.after.as_ref())
            {
                self.give_back(written, 0)?;
                let path = text.paths[0].clone();
                return Err(ProjectEditError::Save { path, error });
            }
        }
        for (moved, (from, to)) in self.moves.iter().enumerate() {
            if let Err(error) = self.move_to(from, to) {
                self.give_back(self.contents.len(), moved)?;
                return Err(ProjectEditError::Move {
                    from: from.clone(),
                    to: to.clone(),
                    error: error.kind(),
                });
            }
        }
        Ok(())
    }

    fn save(
        &self,
        path: &str,
        before: Option<&Vec<u8>>,
        after: Option<&Vec<u8>>,
    ) -> Result<(), SaveError> {
        let file = self.folder.join(path);
        let Some(after) = after else {
            files::remove(&file);
            return Ok(());
        };
        let expected = match before {
            Some(before) => Expected::Version(Fingerprint::of(before)),
            None => Expected::Nothing,
        };
        if before.is_none() {
            self.make_folder_of(&file).map_err(SaveError::Io)?;
        }
        files::save(&file, after, expected).map(drop)
    }

    /// Makes the folders above a path. Links do not lead out of the project.
    fn make_folder_of(&self, path: &Path) -> io::Result<()> {
        let Some(above) = path.parent() else {
            return Ok(());
        };
        files::make_folder(above)?;
        if above
            .canonicalize()?
            .starts_with(self.folder.canonicalize()?)
        {
            return Ok(());
        }
        Err(io::ErrorKind::PermissionDenied.into())
    }

    /// Undoes the first moves, and the first contents that were written.
    fn give_back(&self, written: usize, moved: usize) -> Result<(), ProjectEditError> {
        for (from, to) in self.moves[..moved].iter().rev() {
            let back = self.move_to(to, from);
            back.map_err(|_| ProjectEditError::Half(to.clone()))?;
        }
        for text in self.contents[..written].iter().rev() {
            let back = self.save(&text.paths[0], text.after.as_ref(), text.before.as_ref());
            back.map_err(|_| ProjectEditError::Half(text.paths[0].clone()))?;
        }
        Ok(())
    }

    /// Moves a file or folder to a path where nothing is; makes the folders above it.
    fn move_to(&self, from: &str, to: &str) -> io::Result<()> {
        let [from, to] = [from, to].map(|path| self.folder.join(path));
        self.make_folder_of(&to)?;
        files::move_new(&from, &to)
    }
}
