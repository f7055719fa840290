//! `treewright fmt`: writes trees, scenarios and task libraries in their canonical form, or says which are not in it.

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use treewright_core::format::{native, tasks_json};
use treewright_exchange::ExchangeFormat;
use treewright_insight::scenario_json;
use treewright_session::host::files;
use treewright_session::host::files::{Expected, Fingerprint};

use super::colors::{BAD, styled};
use super::input::{self, Unusable};
use super::report::{Report, write_json};
use super::terminal::word;
use super::{Format, Outcome, Output, Streams, library};

#[derive(Debug, Args)]
pub struct Fmt {
    /// Trees, scenarios and task libraries
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Write nothing; say which files are not in canonical form
    #[arg(long)]
    check: bool,

    #[command(flatten)]
    output: Output,
}

#[derive(Default, Serialize)]
struct Summary {
    files: Vec<Entry>,
    problems: Vec<Report>,
}

#[derive(Serialize)]
struct Entry {
    file: String,
    canonical: bool,
    written: bool,
}

impl Fmt {
    pub(super) fn execute(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        let mut outcome = Outcome::Fine;
        let mut summary = Summary::default();
        for file in &self.files {
            files::clear_leftovers(&files::folder_of(file));
            match self.one(file) {
                Ok(entry) => {
                    if !entry.canonical && !entry.written {
                        outcome = outcome.max(Outcome::Problems);
                    }
                    self.tell(streams, &entry)?;
                    summary.files.push(entry);
                }
                Err(Unusable { report, text }) => {
                    outcome = Outcome::Unusable;
                    if self.output.format == Format::Human {
                        report.write_human(streams.err, text.as_deref())?;
                    }
                    summary.problems.push(*report);
                }
            }
        }
        if self.output.format == Format::Json {
            write_json(streams.out, &summary)?;
        }
        Ok(outcome)
    }

    fn one(&self, file: &Path) -> Result<Entry, Unusable> {
        let (canonical_text, fingerprint) = canonical(file)?;
        let canonical = fingerprint == Fingerprint::of(canonical_text.as_bytes());
        let write = !canonical && !self.check;
        if write {
            files::save(
                file,
                canonical_text.as_bytes(),
                Expected::Version(fingerprint),
            )
            .map_err(|error| failed(file, error.code(), &error.to_string(), &error.remedy(file)))?;
        }
        Ok(Entry {
            file: file.display().to_string(),
            canonical,
            written: write,
        })
    }

    fn tell(&self, streams: &mut Streams<'_>, entry: &Entry) -> io::Result<()> {
        if self.output.format == Format::Json || entry.canonical {
            return Ok(());
        }
        if entry.written {
            writeln!(streams.out, "{}: rewritten", entry.file)
        } else {
            let text = styled(BAD, "not in canonical form");
            let name = &entry.file;
            writeln!(
                streams.out,
                "{name}: {text}; `treewright fmt {}` rewrites it",
                word(name)
            )
        }
    }
}

/// The canonical text of a file, and the fingerprint of what it holds now.
fn canonical(file: &Path) -> Result<(String, Fingerprint), Unusable> {
    if input::is_scenario(file) {
        let (scenario, bytes) = input::read_scenario(file)?;
        return Ok((scenario_json::write(&scenario), Fingerprint::of(&bytes)));
    }
    if library::is_library(file) {
        let read = library::read(file).map_err(first)?;
        return Ok((tasks_json::write(&read.library), read.fingerprint));
    }
    let tree = input::read_tree(file)?;
    if tree.format != ExchangeFormat::Native {
        let report = Report::error(file, "other_format", "this is a file of another tool")
            .with_remedy("`treewright import` makes a tree of it.");
        return Err(Unusable {
            report: Box::new(report),
            text: None,
        });
    }
    let text = native::write(&tree.document)
        .map_err(|error| failed(file, "cannot_be_written", &error.to_string(), UNCHANGED))?;
    Ok((text, tree.fingerprint))
}

fn first(reports: Vec<Report>) -> Unusable {
    let report = reports.into_iter().next().unwrap_or_default();
    Unusable {
        report: Box::new(report),
        text: None,
    }
}

const UNCHANGED: &str = "The file on disk is unchanged.";

fn failed(file: &Path, code: &str, why: &str, remedy: &str) -> Unusable {
    let report =
        Report::error(file, code, format!("it was not rewritten: {why}")).with_remedy(remedy);
    Unusable {
        report: Box::new(report),
        text: None,
    }
}
