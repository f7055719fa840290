//! The files below a folder that the user names. A folder that cannot be read is reported, and the others are still searched. Reads no file.

use std::path::{Path, PathBuf};

use treewright_session::host::exchange::Missed;
use treewright_session::host::files;
use treewright_session::host::project::{Project, ReferenceError};

use super::input::Unusable;
use super::report::Report;

/// What lies below a folder.
#[derive(Default)]
pub struct Walk {
    /// The folder and all below it. Links to folders are not followed, so there is no way round in a circle.
    pub folders: Vec<PathBuf>,
    /// The files that are wanted, in order.
    pub files: Vec<PathBuf>,
    /// What could not be looked at.
    pub missed: Vec<Unusable>,
}

impl Walk {
    /// Looks for files below a folder.
    pub fn below(folder: &Path, is_wanted: impl Fn(&Path) -> bool) -> Self {
        let mut found = Self::default();
        let mut open = vec![folder.to_owned()];
        while let Some(folder) = open.pop() {
            let mut inner = found.look_into(folder, &is_wanted);
            inner.sort_by(|one, other| other.cmp(one));
            open.extend(inner);
        }
        found.files.sort();
        found
    }

    /// Looks for files in a folder, not in those below it.
    pub fn inside(folder: &Path, is_wanted: impl Fn(&Path) -> bool) -> Self {
        let mut found = Self::default();
        found.look_into(folder.to_owned(), &is_wanted);
        found.files.sort();
        found
    }

    /// Adds the files in a folder, and gives the folders in it.
    fn look_into(&mut self, folder: PathBuf, is_wanted: impl Fn(&Path) -> bool) -> Vec<PathBuf> {
        let mut inner = Vec::new();
        let looked = files::entries(&folder).and_then(|mut entries| {
            entries.try_for_each(|entry| {
                let entry = entry?;
                if entry.is_folder() {
                    inner.push(entry.path);
                } else if is_wanted(&entry.path) && entry.path.is_file() {
                    match stays(&entry.path) {
                        Ok(()) => self.files.push(entry.path),
                        Err(error) => self.missed.push(leads_out(&entry.path, &error)),
                    }
                }
                Ok(())
            })
        });
        if let Err(error) = looked {
            let why = Missed::Unreadable(error.to_string());
            self.missed.push(overlooked(&folder, &why));
        }
        self.folders.push(folder);
        inner
    }
}

/// Whether a file that nobody named lies where it seems to: a link may lead out of the project.
fn stays(file: &Path) -> Result<(), ReferenceError> {
    if !file.is_symlink() {
        return Ok(());
    }
    let name = Path::new(file.file_name().unwrap_or_default());
    let project = Project::at(file.parent().unwrap_or(Path::new("."))).map_err(|error| {
        ReferenceError::Io {
            path: name.display().to_string(),
            reason: error.kind(),
        }
    })?;
    project.beside(name).map(drop)
}

/// Files below a folder may have been missed.
pub fn overlooked(folder: &Path, why: &Missed) -> Unusable {
    let remedy = match why {
        Missed::TooMany | Missed::TooDeep => "Import the folders inside it one by one.",
        Missed::Unreadable(_) => "Check that the folder may be read.",
    };
    Unusable {
        report: Box::new(Report::error(folder, why.code(), why.to_string()).with_remedy(remedy)),
        text: None,
    }
}

fn leads_out(file: &Path, error: &ReferenceError) -> Unusable {
    let report = Report::error(
        file,
        error.code(),
        format!("this link is not followed: {error}"),
    );
    Unusable {
        report: Box::new(report.with_remedy(error.remedy())),
        text: None,
    }
}
