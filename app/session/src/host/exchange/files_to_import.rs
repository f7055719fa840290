//! Finds the files to import among named files, folders and other tools' workspaces. Reads only as much as needed to detect the format.

use std::io;
use std::path::{Path, PathBuf};

use treewright_core::told;
use treewright_exchange as exchange;
use treewright_exchange::{ExchangeFormat, FileKin, substitution_json};

use super::MAX_ENTRIES;
use crate::host::files::{self, Entry};
use crate::host::outputs::is_hidden;

/// How many levels below a named folder are searched.
pub const MAX_DEPTH: usize = 32;

/// The files found for an import.
#[derive(Debug, Default)]
pub struct Listing {
    /// In order.
    pub files: Vec<PathBuf>,
    /// Folders that were not searched completely, each with the reason.
    pub missed: Vec<(PathBuf, Missed)>,
    /// Files in the folders that hold substitution rules and no tree.
    pub rules: Vec<PathBuf>,
}

told! {
    /// Why a folder was not searched completely.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Missed of "missed" without examples {
        /// It has more than [`MAX_ENTRIES`] entries.
        TooMany = "too_many_entries",
            "it has more than {MAX_ENTRIES} entries: only the first {MAX_ENTRIES} were searched";
        /// It is more than `MAX_DEPTH` levels deep.
        TooDeep = "folder_too_deep", "it is nested {MAX_DEPTH} folders deep: its content was not searched";
        Unreadable(why: String) = "folder_unreadable", "it cannot be read: {why}";
    }
}

/// Returns the files to import: the named files, the files of other tools' formats in the named folders, and the trees in the folder of a named
/// behavior3 workspace.
pub fn foreign_files(named: &[PathBuf]) -> Listing {
    let mut listing = Listing::default();
    for path in named {
        if path.is_dir() {
            listing.add_folder(path, |file| {
                format_of(file).is_some_and(|format| format != ExchangeFormat::Native)
            });
            continue;
        }
        listing.files.push(path.clone());
        if path.is_file() && kin_of(path) == Some(FileKin::Workspace) {
            listing.add_folder(&files::folder_of(path), |file| {
                kin_of(file) == Some(FileKin::Json)
                    && format_of(file) == Some(ExchangeFormat::Behavior3)
            });
        }
    }
    listing
}

/// Returns the kind of file that its name implies.
pub fn kin_of(file: &Path) -> Option<FileKin> {
    FileKin::of(&file.file_name().unwrap_or_default().to_string_lossy())
}

/// Reads only files whose name allows a supported format: a folder may hold images and sounds of any size.
fn format_of(file: &Path) -> Option<ExchangeFormat> {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    FileKin::of(&name)?;
    let bytes = files::read(file).ok()?;
    exchange::detect(&name, &bytes)
}

fn holds_rules(file: &Path) -> bool {
    let bytes = (kin_of(file) == Some(FileKin::Json)).then(|| files::read(file));
    bytes.is_some_and(|bytes| bytes.is_ok_and(|bytes| substitution_json::detect(&bytes)))
}

impl Listing {
    fn add_folder(&mut self, folder: &Path, is_wanted: impl Fn(&Path) -> bool) {
        let mut waiting = Vec::new();
        self.look_into(folder, 1, &mut waiting);
        let mut count = 0;
        // Depth first, each folder in the order of its names.
        while let Some((entry, depth)) = waiting.pop() {
            count += 1;
            if count > MAX_ENTRIES {
                self.missed.push((folder.to_owned(), Missed::TooMany));
                return;
            }
            if entry.is_file() {
                self.add_file(entry.path, &is_wanted);
            } else if entry.is_folder() && depth == MAX_DEPTH {
                self.missed.push((entry.path, Missed::TooDeep));
            } else if entry.is_folder() {
                self.look_into(&entry.path, depth + 1, &mut waiting);
            }
        }
    }

    /// Pushes the entries of a folder onto the stack in reverse order, so that the first name is popped first.
    fn look_into(&mut self, folder: &Path, depth: usize, waiting: &mut Vec<(Entry, usize)>) {
        // One more than the limit, so that an excess is detected.
        let listed = files::entries(folder).and_then(|entries| {
            entries
                .take(MAX_ENTRIES + 1)
                .collect::<io::Result<Vec<_>>>()
        });
        match listed {
            Ok(mut listed) => {
                // Hidden entries belong to git or another program.
                listed.retain(|entry| !is_hidden(Path::new(&*entry.name())));
                listed.sort_by(|one, other| other.path.cmp(&one.path));
                waiting.extend(listed.into_iter().map(|entry| (entry, depth)));
            }
            Err(why) => {
                let why = Missed::Unreadable(why.to_string());
                self.missed.push((folder.to_owned(), why));
            }
        }
    }

    fn add_file(&mut self, file: PathBuf, is_wanted: impl Fn(&Path) -> bool) {
        if is_wanted(&file) {
            self.files.push(file);
        } else if holds_rules(&file) {
            self.rules.push(file);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn files_whose_names_match_no_format_are_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let tree = r#"{"name": "t", "root": {"id": 1, "name": "Wait"}}"#;
        for name in ["tree.json", "picture.png", "sound", "old.b3"] {
            fs::write(folder.path().join(name), tree).unwrap();
        }
        let of = |name: &str| format_of(&folder.path().join(name));
        assert_eq!(of("tree.json"), Some(ExchangeFormat::Behavior3));
        assert_eq!(of("old.b3"), Some(ExchangeFormat::Behavior3));
        assert_eq!(of("picture.png"), None);
        let folders = [folder.path().to_owned()];
        let names = foreign_files(&folders).files.into_iter().map(|file| {
            let name = file.file_name().unwrap_or_default();
            name.to_string_lossy().into_owned()
        });
        assert_eq!(names.collect::<Vec<_>>(), ["old.b3", "tree.json"]);
    }
}
