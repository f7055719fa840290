//! Runs scenarios again whenever something changes on which they depend. Ends with the program, which Ctrl+C does.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::channel;

use treewright_session::host::project_files::FileKind;
use treewright_session::host::watcher::{Changes, Watcher};

use super::Test;
use crate::colors::{FAINT, HEADING, styled};
use crate::walk::Walk;
use crate::{Format, Outcome, Streams};

/// The names of so many changed files are said.
const SHOWN: usize = 3;

/// Runs the scenarios, and again, until somebody ends the program.
pub fn watch(test: &Test, streams: &mut Streams<'_>) -> io::Result<Outcome> {
    let (wake, woken) = channel();
    let mut watcher = Watcher::new(
        |_| true,
        move || {
            // Nobody waits any more when the program ends.
            let _ = wake.send(());
        },
    );
    // Before the first run, so that no change is missed.
    watcher.watch_folders(&folders(test, &[]));
    loop {
        let (outcome, files) = test.once(streams)?;
        if streams.out.is_closed() {
            return Ok(outcome);
        }
        watcher.watch_folders(&folders(test, &files));
        say(test, streams, FAINT, "Watching; Ctrl+C ends.")?;
        let changed = loop {
            if woken.recv().is_err() {
                return Ok(outcome);
            }
            if let Some(changed) = what_matters(&watcher.changes()) {
                break changed;
            }
        };
        say(test, streams, FAINT, "")?;
        say(test, streams, HEADING, &format!("{changed} changed."))?;
    }
}

/// For machines there is a line of JSON a run, and nothing else.
fn say(
    test: &Test,
    streams: &mut Streams<'_>,
    style: anstyle::Style,
    sentence: &str,
) -> io::Result<()> {
    if test.output.format == Format::Human {
        writeln!(streams.out, "{}", styled(style, sentence))?;
    }
    streams.out.flush();
    Ok(())
}

/// The files among what changed that a scenario can depend on, by name; none if nothing of that kind did.
fn what_matters(changes: &Changes) -> Option<String> {
    let names = changes.paths.iter().filter_map(|path| {
        let name = path.file_name()?.to_string_lossy().into_owned();
        FileKind::of(&name).map(|_| name)
    });
    let names: BTreeSet<String> = names.collect();
    let mut shown: Vec<&str> = names.iter().take(SHOWN).map(|name| &**name).collect();
    if names.len() > SHOWN || (names.is_empty() && changes.any_file) {
        shown.push("…");
    }
    (!shown.is_empty()).then(|| shown.join(", "))
}

/// The folders in which something can change that matters.
fn folders(test: &Test, files: &[PathBuf]) -> Vec<PathBuf> {
    let mut found = BTreeSet::new();
    for path in &test.paths {
        if path.is_dir() {
            found.extend(Walk::below(path, |_| false).folders);
        }
    }
    for file in test.paths.iter().chain(files).filter(|file| !file.is_dir()) {
        let folder = file
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        found.insert(folder.unwrap_or(Path::new(".")).to_owned());
    }
    // One folder, one name: `.` and `./` are the same to the system, but are two here.
    let real: BTreeSet<PathBuf> = found.iter().filter_map(|f| f.canonicalize().ok()).collect();
    real.into_iter().collect()
}
