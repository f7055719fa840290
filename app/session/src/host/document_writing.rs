//! Writes a document to its file, in whichever thread: its text is made, the version that it replaces is kept, and the one routine for files does the rest.
//! Knows neither who wants it nor what follows.

use std::path::PathBuf;
use std::sync::Arc;

use treewright_core::format::{WriteError, native};
use treewright_core::model::Document;
use treewright_core::on_purpose;

use super::backups::Backups;
use super::files::{self, Expected, Fingerprint, Linked, SaveError, Saved};

/// What is to be written, and where.
pub struct Order {
    /// The document, which nobody changes any more.
    pub document: Arc<Document>,
    /// Its file.
    pub path: PathBuf,
    /// What that is to hold until then.
    pub expected: Expected,
    /// What becomes of the file's other names.
    pub linked: Linked,
    /// Where the version is kept that it replaces.
    pub backups: Backups,
}

/// What came of it.
pub struct Outcome {
    /// Why the version before could not be kept, which is no reason not to save.
    pub no_backup: Option<SaveError>,
    /// What the file holds now, or why it is as it was.
    pub written: Result<Saved, Fault>,
}

/// Why a document is not saved.
#[derive(Debug)]
pub enum Fault {
    /// It cannot be written at all.
    Text(WriteError),
    /// The file cannot be written.
    File(SaveError),
}

impl Order {
    /// Does it.
    pub fn carry_out(&self) -> Outcome {
        on_purpose::panic_at("save");
        let text = match native::write(&self.document) {
            Ok(text) => text,
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

    /// Whether the file is still as it was expected before the write, so that nothing was written.
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
