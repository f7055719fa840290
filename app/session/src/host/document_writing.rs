//! Writes a document to its file, on any thread: serializes it, backs up the version that it replaces, and saves the file. Does not know who
//! requested the save or what happens afterwards.

use std::path::PathBuf;
use std::sync::Arc;

use treewright_core::format::{WriteError, native};
use treewright_core::model::Document;
use treewright_core::on_purpose;

use super::backups::Backups;
use super::files::{self, Expected, Fingerprint, HardLinks, SaveError, Saved};
use super::line_ends;

/// A document to save, and where.
pub struct Order {
    /// A snapshot that no longer changes.
    pub document: Arc<Document>,
    pub path: PathBuf,
    /// What the file must still hold for the save to proceed.
    pub expected: Expected,
    /// What happens to the file's other names (hard links).
    pub linked: HardLinks,
    /// Where the replaced version is backed up.
    pub backups: Backups,
}

/// The result of a save.
pub struct Outcome {
    /// Why the previous version could not be backed up. The document is saved all the same.
    pub no_backup: Option<SaveError>,
    /// The new content of the file, or why it is unchanged.
    pub written: Result<Saved, Fault>,
}

/// Why a document was not saved.
#[derive(Debug)]
pub enum Fault {
    /// The document cannot be serialized.
    Text(WriteError),
    File(SaveError),
}

impl Order {
    /// Backs up the old version and saves the document.
    pub fn carry_out(&self) -> Outcome {
        on_purpose::panic_at("save");
        let text = match native::write(&self.document) {
            Ok(text) => line_ends::as_in_file(&self.path, text),
            Err(error) => {
                return Outcome {
                    no_backup: None,
                    written: Err(Fault::Text(error)),
                };
            }
        };
        let no_backup = self.backups.keep(&self.path).err();
        let written = files::save_linked(&self.path, text.as_bytes(), self.expected, self.linked);
        Outcome {
            no_backup,
            written: written.map_err(Fault::File),
        }
    }

    /// Returns whether the file is still as it was expected before the save, so nothing was written.
    pub fn is_untouched(&self) -> bool {
        match self.expected {
            Expected::Version(version) => {
                files::read(&self.path).is_ok_and(|bytes| Fingerprint::of(&bytes) == version)
            }
            Expected::Nothing => !files::is_there(&self.path),
            Expected::Anything => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_keeps_the_line_ends_of_its_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("empty.bt.json");
        let text = native::write(&Document::default()).unwrap();
        let on_windows = text.replace('\n', "\r\n");
        files::save(&path, on_windows.as_bytes(), Expected::Nothing).unwrap();
        let order = Order {
            document: Arc::new(Document::default()),
            path: path.clone(),
            expected: Expected::Version(Fingerprint::of(on_windows.as_bytes())),
            linked: HardLinks::Refuse,
            backups: Backups::new(folder.path()),
        };
        let saved = order.carry_out().written.unwrap();
        let there = files::read(&path).unwrap();
        assert_eq!(String::from_utf8(there.clone()).unwrap(), on_windows);
        // What the editor expects there next time is what is there.
        assert_eq!(saved.fingerprint, Fingerprint::of(&there));
    }
}
