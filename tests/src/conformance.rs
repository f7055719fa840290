//! Conformance: what the executor must do, event by event. A case is a tree, what is done to it from outside before each frame, and what must be
//! seen after it. Cases are published in `assets/conformance`, where `docs/formats/conformance.md` describes them; vectors, an older and shorter form
//! without random numbers, are in `tests/data/conformance`.
//!
//! [`read_folder`] reads both forms, [`run`] plays a case on the engine and compares.

mod case;
mod level;
mod play;
mod vector;

use std::fs;
use std::path::{Path, PathBuf};

pub use case::{Call, Case, Done, Form, Input, Observed, Setting, Step, Written};
pub use level::{BASIC, EXPRESSIONS, Level, kinds};
pub use play::{Recorded, play, run};

/// Reads the cases of all `.jsonl` files of a folder, in the order of their names.
///
/// # Errors
/// If the folder or a file cannot be read, or a line is not a case; the message names it.
pub fn read_folder(folder: &Path) -> Result<Vec<Case>, String> {
    let mut cases = Vec::new();
    for file in files(folder)? {
        cases.extend(read_file(&file)?);
    }
    Ok(cases)
}

/// Returns the `.jsonl` files of a folder, in the order of their names.
///
/// # Errors
/// If the folder cannot be read, or has no such files.
pub fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "jsonl"))
        .collect();
    files.sort();
    if files.is_empty() {
        return Err(format!("{}: no .jsonl files", folder.display()));
    }
    Ok(files)
}

/// Reads the cases of a file, one on each line.
///
/// # Errors
/// If the file cannot be read, or a line is not a case; the message names it.
pub fn read_file(file: &Path) -> Result<Vec<Case>, String> {
    let text = fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))?;
    let lines = text.lines().enumerate();
    let cases = lines
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(number, line)| {
            let case = if vector::is_vector(line) {
                vector::read(line)
            } else {
                Case::read(line)
            };
            case.map_err(|why| format!("{}:{}: {why}", file.display(), number + 1))
        });
    cases.collect()
}
