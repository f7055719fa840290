//! Edits of a project that a kill or a power cut leaves half done. Each is written down in the state folder before its first file changes, and
//! removed after its last, so that the next start of the program takes back what was done. The lock of a living program keeps others from
//! taking its edit back. What is kept about files under their paths follows them.

use std::path::{Path, PathBuf};

use super::on_disk::{PartTakenBack, ProjectEdit, ProjectEditError};
use crate::host::backups::Backups;
use crate::host::files::{self, Expected, lock};
use crate::host::job::CancelToken;
use crate::host::trash::Discard;
use crate::host::{breakpoints, export_targets, project_files};
use crate::i18n::Texts;

/// The folder in the state folder.
const FOLDER: &str = "edits";

/// The edits that are being carried out, by this program and by others.
#[derive(Clone, Debug)]
pub struct UnfinishedEdits {
    /// The state folder. `None` without a home folder: then nothing is written down.
    state: Option<PathBuf>,
}

/// What was taken back of an edit.
#[derive(Debug)]
pub struct TakenBack {
    /// The project folder.
    pub project: PathBuf,
    pub part: PartTakenBack,
}

impl TakenBack {
    /// What became of the edit, as sentences.
    pub fn told(&self, texts: &Texts) -> String {
        let project = self.project.display().to_string();
        let arguments = [("project", &*project)];
        let count = self.part.given_back.len();
        let mut told = texts.tr_count_with("unfinished.taken_back", count, &arguments);
        if !self.part.left.is_empty() {
            let files = texts.list(&self.part.left);
            told.push(' ');
            told += &texts.tr_with("unfinished.left", &[("files", &files)]);
        }
        told
    }
}

impl UnfinishedEdits {
    /// Those that are written down in this state folder.
    pub fn new(state: Option<&Path>) -> Self {
        Self {
            state: state.map(ToOwned::to_owned),
        }
    }

    /// Writes, moves, creates and removes files.
    ///
    /// # Errors
    /// If a file was changed meanwhile, or the system refuses a part. What was done before is undone.
    pub fn perform(&self, edit: &ProjectEdit, discard: Discard) -> Result<(), ProjectEditError> {
        let record = Some(edit).filter(|edit| edit.can_be_cut_off());
        // Without room for the record, there will be none for the edit, which then says so.
        let record = record.and_then(|edit| self.write_down(edit));
        let done = edit.perform(discard);
        if let Some(record) = record {
            record.remove();
        }
        if done.is_ok() && !edit.moves.is_empty() {
            self.follow_moves(edit);
        }
        done
    }

    /// Keeps breakpoints, export targets and earlier versions of files that have moved. What cannot be kept only costs a convenience.
    fn follow_moves(&self, edit: &ProjectEdit) {
        let project = edit.folder();
        let new_path = |path: &str| edit.new_path(path);
        if let Err(fault) = breakpoints::follow_moves(project, &new_path) {
            log::warn!("breakpoints did not follow a move: {fault:?}");
        }
        if let Err(fault) = export_targets::follow_moves(project, &new_path) {
            log::warn!("export targets did not follow a move: {fault}");
        }
        let Some(state) = &self.state else { return };
        let (backups, reversed) = (Backups::new(state), edit.reversed());
        for file in project_files::list(project, &CancelToken::default()).files {
            let old = reversed.new_path(&file.relative);
            if old != file.relative
                && let Err(error) = backups.follow_move(&project.join(old), &file.path)
            {
                log::warn!("earlier versions did not follow a move: {error}");
            }
        }
    }

    fn folder(&self) -> Option<PathBuf> {
        Some(self.state.as_ref()?.join(FOLDER))
    }

    fn write_down(&self, edit: &ProjectEdit) -> Option<Record> {
        let folder = self.folder()?;
        let text = serde_json::to_vec(edit).ok()?;
        files::make_private_folder(&folder).ok()?;
        let (lock, held) = lock::create(&folder, "edit-").ok()?;
        let record = Record { lock, held };
        let written = files::keep_private(&record.file(), &text, Expected::Nothing);
        if written.is_err() {
            record.remove();
            return None;
        }
        Some(record)
    }

    /// Takes back what ended programs left half done.
    pub fn take_back(&self, discard: Discard) -> Vec<TakenBack> {
        let Some(folder) = self.folder() else {
            return Vec::new();
        };
        let locks = files::readable_entries(&folder).map(|entry| entry.path);
        let locks = locks.filter(|path| path.extension().is_some_and(|ending| ending == "lock"));
        let taken = locks.filter_map(|lock| {
            let lock::LockAttempt::Acquired(held) = lock::try_lock_file(&lock) else {
                return None;
            };
            let record = Record { lock, held };
            let text = files::read_up_to(&record.file(), u64::MAX);
            let edit = text
                .ok()
                .and_then(|text| serde_json::from_slice(&text).ok());
            let taken = edit.map(|edit: ProjectEdit| TakenBack {
                project: edit.folder().to_owned(),
                part: edit.take_back_part(discard),
            });
            record.remove();
            taken
        });
        taken.collect()
    }
}

/// An edit that is written down.
struct Record {
    lock: PathBuf,
    /// Keeps the lock while open.
    held: std::fs::File,
}

impl Record {
    fn file(&self) -> PathBuf {
        self.lock.with_extension("json")
    }

    fn remove(self) {
        files::remove(&self.file());
        files::remove(&self.lock);
        drop(self.held);
    }
}
