//! Runs scenarios again whenever a file changes on which they depend, until Ctrl+C ends the program.

use std::collections::BTreeSet;
use std::io;
use std::path::PathBuf;
use std::sync::mpsc::channel;

use treewright_session::host::files;
use treewright_session::host::project_files::FileKind;
use treewright_session::host::watcher::{Changes, Watcher};
use treewright_session::i18n::Texts;

use super::Test;
use crate::colors::{FAINT, HEADING, styled};
use crate::walk::Walk;
use crate::{Format, Outcome, Streams};

/// The most changed files that are named.
const SHOWN: usize = 3;

/// Runs the scenarios until the program ends or the output is closed.
pub fn watch(test: &Test, streams: &mut Streams<'_>) -> io::Result<Outcome> {
    let (wake, woken) = channel();
    let mut watcher = Watcher::new(
        |_| true,
        move || {
            // At the end of the program the receiver is gone.
            let _ = wake.send(());
        },
    );
    // Before the first run, so that no change is missed.
    watcher.watch_folders(&folders(test, &[], streams.texts));
    loop {
        let (outcome, files) = test.run_all(streams)?;
        if streams.out.is_closed() {
            return Ok(outcome);
        }
        watcher.watch_folders(&folders(test, &files, streams.texts));
        let watching = streams.texts.tr("cli.watch.watching");
        write_note(test, streams, FAINT, &watching)?;
        let changed = loop {
            if woken.recv().is_err() {
                return Ok(outcome);
            }
            if let Some(changed) = relevant_files(&watcher.changes()) {
                break changed;
            }
        };
        let changed = streams
            .texts
            .tr_with("cli.watch.changed", &[("files", &changed)]);
        write_note(test, streams, FAINT, "")?;
        write_note(test, streams, HEADING, &changed)?;
    }
}

/// Writes a line for people. Programs get a line of JSON per run and nothing else.
fn write_note(
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

/// Returns the names of the changed files on which a scenario can depend; `None` if there are none.
fn relevant_files(changes: &Changes) -> Option<String> {
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

/// The folders of all files on which the scenarios can depend.
fn folders(test: &Test, files: &[PathBuf], texts: &Texts) -> Vec<PathBuf> {
    let mut found = BTreeSet::new();
    for path in &test.paths {
        if path.is_dir() {
            found.extend(Walk::below(path, texts, |_| false).folders);
        }
    }
    for file in test.paths.iter().chain(files).filter(|file| !file.is_dir()) {
        found.insert(files::folder_of(file));
    }
    // Without this, `.` and `./` would be two folders.
    let real: BTreeSet<PathBuf> = found
        .iter()
        .filter_map(|f| files::real_path(f).ok())
        .collect();
    real.into_iter().collect()
}
