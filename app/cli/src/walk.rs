//! Finds the files in a folder and its subfolders. A folder that cannot be read is reported; the others are still searched. Reads no file.

use std::path::{Path, PathBuf};

use treewright_session::host::exchange::{MAX_DEPTH, MAX_ENTRIES, Missed};
use treewright_session::host::files;
use treewright_session::host::project::{Project, ReferenceError};
use treewright_session::i18n::Texts;

use super::input::{Unusable, unusable};
use super::report::Report;

/// The content of a folder and its subfolders.
#[derive(Default)]
pub struct Walk {
    /// The folder and its subfolders. Links to folders are not followed, so there are no cycles.
    pub folders: Vec<PathBuf>,
    /// The wanted files, sorted.
    pub files: Vec<PathBuf>,
    /// What could not be searched.
    pub missed: Vec<Unusable>,
}

impl Walk {
    /// Searches a folder and its subfolders.
    pub fn below(folder: &Path, texts: &Texts, is_wanted: impl Fn(&Path) -> bool) -> Self {
        let mut found = Self::default();
        let mut open = vec![folder.to_owned()];
        while let Some(folder) = open.pop() {
            let mut inner = found.search(folder, texts, &is_wanted);
            inner.sort_by(|one, other| other.cmp(one));
            open.extend(inner);
        }
        found.files.sort();
        found
    }

    /// Searches a folder without its subfolders.
    pub fn inside(folder: &Path, texts: &Texts, is_wanted: impl Fn(&Path) -> bool) -> Self {
        let mut found = Self::default();
        found.search(folder.to_owned(), texts, &is_wanted);
        found.files.sort();
        found
    }

    /// Adds the files in a folder, and returns its subfolders.
    fn search(
        &mut self,
        folder: PathBuf,
        texts: &Texts,
        is_wanted: impl Fn(&Path) -> bool,
    ) -> Vec<PathBuf> {
        let mut inner = Vec::new();
        let searched = files::entries(&folder).and_then(|mut entries| {
            entries.try_for_each(|entry| {
                let entry = entry?;
                if entry.is_folder() {
                    inner.push(entry.path);
                } else if is_wanted(&entry.path) && entry.path.is_file() {
                    match check_link(&entry.path) {
                        Ok(()) => self.files.push(entry.path),
                        Err(error) => {
                            self.missed
                                .push(link_not_followed(&entry.path, &error, texts));
                        }
                    }
                }
                Ok(())
            })
        });
        if let Err(error) = searched {
            let why = Missed::Unreadable(texts.io_error(&error));
            self.missed.push(not_searched(&folder, &why, texts));
        }
        self.folders.push(folder);
        inner
    }
}

/// Returns an error if a file that the user has not named is a link out of the project.
fn check_link(file: &Path) -> Result<(), ReferenceError> {
    if !file.is_symlink() {
        return Ok(());
    }
    let name = Path::new(file.file_name().unwrap_or_default());
    let project = Project::at(&files::folder_of(file)).map_err(|error| ReferenceError::Io {
        path: name.display().to_string(),
        reason: files::SystemError(error.kind()),
    })?;
    project.beside(name).map(drop)
}

/// Reports a folder that was not searched completely.
pub fn not_searched(folder: &Path, why: &Missed, texts: &Texts) -> Unusable {
    let (message, remedy) = match why {
        Missed::TooMany => {
            let most = MAX_ENTRIES.to_string();
            let message = texts.tr_with("cli.missed.too_many", &[("most", &most)]);
            (message, "cli.remedy.import_subfolders")
        }
        Missed::TooDeep => {
            let most = MAX_DEPTH.to_string();
            let message = texts.tr_with("cli.missed.too_deep", &[("most", &most)]);
            (message, "cli.remedy.import_subfolders")
        }
        Missed::Unreadable(reason) => {
            let message = texts.tr_with("cli.missed.unreadable", &[("reason", reason)]);
            (message, "cli.remedy.readable_folder")
        }
    };
    let report = Report::error(folder, why.code(), message).with_remedy(texts.tr(remedy));
    unusable(report)
}

fn link_not_followed(file: &Path, error: &ReferenceError, texts: &Texts) -> Unusable {
    let reason = texts.reference_error(error);
    let message = texts.tr_with("cli.missed.link", &[("reason", &reason)]);
    let report = Report::error(file, error.code(), message);
    unusable(report.with_remedy(texts.reference_remedy(error)))
}
