//! `treewright fmt`: rewrites trees, scenarios, claims and task libraries in canonical form, or reports which are not in it.

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use treewright_authoring::{edit, layout};
use treewright_core::format::{native, tasks_json};
use treewright_exchange::ExchangeFormat;
use treewright_explore::claims_json;
use treewright_insight::scenario_json;
use treewright_session::host::claims_files::is_claims;
use treewright_session::host::files;
use treewright_session::host::files::{Expected, Fingerprint};
use treewright_session::host::line_ends;
use treewright_session::i18n::Texts;

use super::colors::{BAD, styled};
use super::explore::read_claims;
use super::input::{self, Unusable, unusable};
use super::report::{Report, write_json};
use super::terminal::word;
use super::transfer::save_remedy;
use super::{Format, Outcome, Output, Streams, library};

#[derive(Debug, Args)]
pub struct Fmt {
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    #[arg(long)]
    check: bool,

    #[command(flatten)]
    pub(super) output: Output,
}

#[derive(Default, Serialize)]
struct Summary {
    files: Vec<FormattedFile>,
    problems: Vec<Report>,
}

#[derive(Serialize)]
struct FormattedFile {
    file: String,
    /// Whether the file was in canonical form before.
    canonical: bool,
    written: bool,
}

impl Fmt {
    pub(super) fn execute(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        let mut outcome = Outcome::Success;
        let mut summary = Summary::default();
        for file in &self.files {
            files::clear_leftovers(&files::folder_of(file));
            match self.format_file(file, streams.texts) {
                Ok(formatted) => {
                    if !formatted.canonical && !formatted.written {
                        outcome = outcome.max(Outcome::Problems);
                    }
                    self.write_result(streams, &formatted)?;
                    summary.files.push(formatted);
                }
                Err(Unusable { report, text }) => {
                    outcome = Outcome::Unusable;
                    if self.output.format == Format::Human {
                        report.write_human(streams.err, streams.texts, text.as_deref())?;
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

    fn format_file(&self, file: &Path, texts: &Texts) -> Result<FormattedFile, Unusable> {
        let (canonical_text, fingerprint) = canonical(file, texts)?;
        let canonical_text = line_ends::as_in_file(file, canonical_text);
        let canonical = fingerprint == Fingerprint::of(canonical_text.as_bytes());
        let write = !canonical && !self.check;
        if write {
            files::save(
                file,
                canonical_text.as_bytes(),
                Expected::Version(fingerprint),
            )
            .map_err(|error| {
                let reason = texts.save_error(&error);
                not_rewritten(
                    file,
                    error.code(),
                    &reason,
                    &save_remedy(&error, file, texts),
                    texts,
                )
            })?;
        }
        Ok(FormattedFile {
            file: file.display().to_string(),
            canonical,
            written: write,
        })
    }

    fn write_result(&self, streams: &mut Streams<'_>, formatted: &FormattedFile) -> io::Result<()> {
        if self.output.format == Format::Json || formatted.canonical {
            return Ok(());
        }
        let (texts, file) = (streams.texts, &formatted.file);
        if formatted.written {
            let text = texts.tr_with("cli.fmt.rewritten", &[("file", file)]);
            return writeln!(streams.out, "{text}");
        }
        let state = styled(BAD, texts.tr("cli.fmt.not_canonical"));
        let arguments = [("file", &**file), ("state", &state), ("word", &word(file))];
        writeln!(
            streams.out,
            "{}",
            texts.tr_with("cli.fmt.would_rewrite", &arguments)
        )
    }
}

/// Returns the canonical text of a file, and the fingerprint of its present content.
fn canonical(file: &Path, texts: &Texts) -> Result<(String, Fingerprint), Unusable> {
    if input::is_scenario(file) {
        let (scenario, bytes) = input::read_scenario(file, texts)?;
        return Ok((scenario_json::write(&scenario), Fingerprint::of(&bytes)));
    }
    if is_claims(file) {
        let (claims, bytes) = read_claims(file, texts)?;
        return Ok((claims_json::write(&claims), Fingerprint::of(&bytes)));
    }
    if library::is_library(file) {
        let read = library::read(file, texts)
            .map_err(|reports| unusable(reports.into_iter().next().unwrap_or_default()))?;
        return Ok((tasks_json::write(&read.library), read.fingerprint));
    }
    let tree = input::read_tree(file, texts)?;
    if tree.format != ExchangeFormat::Native {
        let report = Report::error(file, "other_format", texts.tr("cli.fmt.other_tool"))
            .with_remedy(texts.tr("cli.remedy.import_tree"));
        return Err(unusable(report));
    }
    let mut document = tree.document;
    let placed = layout::positions_for_unplaced(&document, &layout::Options::default());
    // A tree without any positions is laid out where it is shown, for the sizes that its cards have there.
    if let Some(placed) = placed.filter(|placed| !placed.is_whole) {
        edit::arrange_read(&mut document, placed.places);
    }
    let text = native::write(&document).map_err(|error| {
        let (reason, remedy) = (texts.write_error(&error), texts.tr("cli.unchanged"));
        not_rewritten(file, "cannot_be_written", &reason, &remedy, texts)
    })?;
    Ok((text, tree.fingerprint))
}

fn not_rewritten(file: &Path, code: &str, reason: &str, remedy: &str, texts: &Texts) -> Unusable {
    let message = texts.tr_with("cli.fmt.not_rewritten", &[("reason", reason)]);
    unusable(Report::error(file, code, message).with_remedy(remedy))
}
