//! What the commands for other tools' files share: the arguments about formats, the result of each file, and the table at the end.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde::Serialize;
use treewright_core::diagnostic::{Diagnostic, Problem, visible_line};
use treewright_core::limits::PROBLEMS_PER_TYPE;
use treewright_core::model::Document;
use treewright_exchange::{ExchangeFormat, ImportCounts, ProblemCounts, ReadOptions, WriteOptions};
use treewright_session::host::exchange::ExportedFile;
use treewright_session::host::files::{Fingerprint, SaveError};
use treewright_session::i18n::Texts;
use unicode_width::UnicodeWidthStr as _;

use super::colors::{BAD, FAINT, HEADING, NOTABLE, styled};
use super::input::{Unusable, unusable};
use super::report::{Report, counts, is_zero, write_json, write_more};
use super::terminal::{padded, word};
use super::{Format, Outcome, Output, Streams};

/// With more files than this, progress is written.
const MANY: usize = 20;
/// The most files with problems that are named.
const NAMED: usize = 5;
/// The most notes on a file that are shown.
const SHOWN: usize = 20;

/// The arguments of commands that read other tools' files.
#[derive(Clone, Debug, Default, Args)]
pub struct ReadArguments {
    #[arg(long, value_name = "FORMAT", value_parser = readable())]
    pub from: Option<ExchangeFormat>,

    #[arg(
        long,
        value_name = "KEY",
        default_value = "",
        hide_default_value = true
    )]
    pub type_key: String,
}

impl ReadArguments {
    pub fn options(&self) -> ReadOptions {
        ReadOptions {
            type_key: self.type_key.clone(),
        }
    }
}

/// The arguments of commands that write other tools' files.
#[derive(Clone, Debug, Default, Args)]
pub struct WriteArguments {
    #[arg(long)]
    pub inline_subtrees: bool,

    #[arg(long)]
    pub minify: bool,

    #[arg(long, value_name = "NAMESPACE")]
    pub namespace: Option<String>,
}

impl WriteArguments {
    pub fn options(&self, type_key: &str) -> WriteOptions {
        WriteOptions {
            inline_subtrees: self.inline_subtrees,
            minify: self.minify,
            type_key: type_key.to_owned(),
            namespace: self.namespace.clone(),
            with_run: false,
        }
    }
}

fn readable() -> impl TypedValueParser<Value = ExchangeFormat> {
    named(|format| format.is_readable())
}

/// The parser for names of formats that can be written.
pub fn writable() -> impl TypedValueParser<Value = ExchangeFormat> {
    named(|format| format.is_writable())
}

fn named(wanted: fn(&ExchangeFormat) -> bool) -> impl TypedValueParser<Value = ExchangeFormat> {
    let formats = ExchangeFormat::ALL.into_iter().filter(wanted);
    let names = PossibleValuesParser::new(formats.map(ExchangeFormat::name));
    names.try_map(|name| ExchangeFormat::from_name(&name).ok_or("no such format"))
}

/// The result of one file.
#[derive(Debug, Serialize)]
pub struct Transferred {
    /// The file that was read.
    pub file: String,
    /// The format that was read.
    pub from: &'static str,
    /// The format that was written.
    pub to: &'static str,
    /// The number of nodes, which is the sum of those below.
    pub nodes: usize,
    /// Nodes that the format can express exactly.
    pub mapped: usize,
    /// Nodes of the game's own tasks, which keep their names.
    pub own: usize,
    /// Nodes with something that is stored but has no effect.
    pub kept: usize,
    /// Nodes that behave differently in some cases.
    pub approximated: usize,
    /// Nodes that the format cannot express.
    pub refused: usize,
    /// The files that were written.
    pub written: Vec<String>,
}

impl Transferred {
    /// The result of a document with these notes, before it is written.
    pub fn new(
        file: &Path,
        (from, to): (ExchangeFormat, ExchangeFormat),
        document: &Document,
        notes: &[Diagnostic],
    ) -> Self {
        let tally = ImportCounts::of(document, notes);
        Self {
            file: file.display().to_string(),
            from: from.name(),
            to: to.name(),
            nodes: tally.nodes,
            mapped: tally.mapped(),
            own: tally.own,
            kept: tally.kept,
            approximated: tally.approximated,
            refused: tally.refused,
            written: Vec::new(),
        }
    }

    /// The result of a file with node types and without a tree.
    pub fn without_tree(file: &Path, formats: (ExchangeFormat, ExchangeFormat)) -> Self {
        Self::new(file, formats, &Document::default(), &[])
    }

    /// The files that were written, in a few words.
    fn written_files(&self, texts: &Texts) -> String {
        match self.written.as_slice() {
            [] => String::new(),
            [only] => only.clone(),
            [first, more @ ..] => {
                texts.tr_count_with("cli.transfer.files", more.len(), &[("file", first)])
            }
        }
    }

    /// Adds the files that were written.
    pub fn written_to(mut self, files: &[PathBuf]) -> Self {
        self.written = files
            .iter()
            .map(|file| file.display().to_string())
            .collect();
        self
    }
}

/// The problems in a document that was imported.
#[derive(Debug, Serialize)]
struct CheckedDocument {
    file: String,
    errors: usize,
    warnings: usize,
}

/// The results of all files.
#[derive(Default, Serialize)]
pub struct Summary {
    files: Vec<Transferred>,
    problems: Vec<Report>,
    /// The number of notes that are not listed: the list is limited for each file.
    #[serde(skip_serializing_if = "is_zero")]
    more: usize,
    /// The imported documents with problems.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    checked: Vec<CheckedDocument>,
    #[serde(skip)]
    outcome: Option<Outcome>,
    /// The files that were written, each with its fingerprint and its source.
    #[serde(skip)]
    written: BTreeMap<PathBuf, (Fingerprint, PathBuf)>,
}

impl Summary {
    pub fn is_empty(&self) -> bool {
        self.files.is_empty() && self.problems.is_empty()
    }

    /// Returns an error if one of these files in a folder was already written from another source, with other content.
    pub fn check_not_written_before(
        &self,
        source: &Path,
        (folder, files): (&Path, &[ExportedFile]),
        texts: &Texts,
    ) -> Result<(), Unusable> {
        for file in files {
            let target = folder.join(&file.path);
            let content = Fingerprint::of(&file.bytes);
            let earlier = self.written.get(&target);
            if let Some((_, first)) = earlier.filter(|(old, by)| *old != content && by != source) {
                let (first, target) = (super::shown(first), super::shown(&target));
                let arguments = [("first", &*first), ("target", &*target)];
                let message = texts.tr_with("cli.transfer.written_twice", &arguments);
                let report = Report::error(source, "made_twice", message);
                return Err(unusable(
                    report.with_remedy(texts.tr("cli.remedy.own_folders")),
                ));
            }
        }
        Ok(())
    }

    /// Remembers that these files in a folder were written from a source.
    pub fn note_written(&mut self, source: &Path, (folder, files): (&Path, &[ExportedFile])) {
        for file in files {
            let content = Fingerprint::of(&file.bytes);
            let entry = self.written.entry(folder.join(&file.path));
            entry.or_insert((content, source.to_owned()));
        }
    }

    /// Adds the result of a file.
    pub fn add(&mut self, file: Transferred) {
        let outcome = if file.refused > 0 {
            Outcome::Problems
        } else {
            Outcome::Success
        };
        self.raise(outcome);
        self.files.push(file);
    }

    /// Adds and shows the notes on a file: what could not be converted, without other problems.
    pub fn add_notes(
        &mut self,
        streams: &mut Streams<'_>,
        output: Output,
        (file, document): (&Path, &Document),
        notes: &[Diagnostic],
    ) -> io::Result<()> {
        let texts = streams.texts;
        let is_note =
            |problem: &Problem| matches!(problem, Problem::Transfer(_) | Problem::Subtree(_));
        let notes = notes.iter().filter(|note| is_note(&note.problem));
        let mut notes: Vec<&Diagnostic> = notes.collect();
        // Errors first.
        notes.sort_by_key(|note| note.severity);
        let all = notes.len();
        notes.truncate(PROBLEMS_PER_TYPE);
        self.more += all - notes.len();
        let reports = notes.into_iter();
        let reports: Vec<Report> = reports
            .map(|note| titled(file, document, note, texts))
            .collect();
        if output.format == Format::Human {
            for report in reports.iter().take(SHOWN) {
                report.write_line(streams.err, texts)?;
            }
            write_more(streams.err, texts, all - reports.len().min(SHOWN))?;
        }
        if reports.iter().any(Report::is_error) {
            self.raise(Outcome::Problems);
        }
        self.problems.extend(reports);
        Ok(())
    }

    /// Adds and shows a report that is not about the result of a file.
    pub fn add_report(
        &mut self,
        streams: &mut Streams<'_>,
        output: Output,
        report: Report,
    ) -> io::Result<()> {
        if output.format == Format::Human {
            report.write_human(streams.err, streams.texts, None)?;
        }
        self.problems.push(report);
        Ok(())
    }

    /// Adds and shows why a file cannot be used.
    pub fn fail(
        &mut self,
        streams: &mut Streams<'_>,
        output: Output,
        unusable: Unusable,
    ) -> io::Result<()> {
        self.raise(Outcome::Unusable);
        if output.format == Format::Human {
            unusable
                .report
                .write_human(streams.err, streams.texts, unusable.text.as_deref())?;
        }
        self.problems.push(*unusable.report);
        Ok(())
    }

    /// Adds the numbers of problems in an imported document, with the same outcome as `treewright check`.
    pub fn add_checked(&mut self, file: &Path, found: ProblemCounts) {
        if found.is_none() {
            return;
        }
        if found.errors > 0 {
            self.raise(Outcome::Problems);
        }
        self.checked.push(CheckedDocument {
            file: file.display().to_string(),
            errors: found.errors,
            warnings: found.warnings,
        });
    }

    /// Writes the table. Returns the outcome of all files.
    pub fn finish(self, streams: &mut Streams<'_>, output: Output) -> io::Result<Outcome> {
        match output.format {
            Format::Json => write_json(streams.out, &self)?,
            Format::Human => {
                write_table(streams, &self.files)?;
                write_checked(streams, &self.checked)?;
            }
        }
        Ok(self.outcome.unwrap_or(Outcome::Success))
    }

    fn raise(&mut self, outcome: Outcome) {
        self.outcome = Some(self.outcome.map_or(outcome, |known| known.max(outcome)));
    }
}

/// A note with the title of its node before the id, since people who draw trees do not know ids.
fn titled(file: &Path, document: &Document, note: &Diagnostic, texts: &Texts) -> Report {
    let mut report = Report::of_diagnostic(file, note, texts);
    let subject = note.location.node().and_then(|id| document.node(id));
    if let Some(subject) = subject {
        let title = texts.node_title(subject);
        let arguments = [("id", subject.id().as_str()), ("title", &*title)];
        let id = texts.tr_with("cli.node_id", &arguments);
        if let Some(rest) = report.message.strip_prefix(&id) {
            let with_title = texts.tr_with("cli.transfer.node", &arguments);
            report.message = format!("{with_title}{rest}");
        }
    }
    report
}

/// Writes the progress in steps of a tenth, if there are many files.
pub fn write_progress(
    streams: &mut Streams<'_>,
    output: Output,
    (index, count): (usize, usize),
) -> io::Result<()> {
    let tenth = count.div_ceil(10);
    if count > MANY && index > 0 && index.is_multiple_of(tenth) && output.format == Format::Human {
        let arguments = [("number", &*index.to_string())];
        let text = streams
            .texts
            .tr_count_with("cli.transfer.progress", count, &arguments);
        writeln!(streams.err, "{}", styled(FAINT, text))?;
    }
    Ok(())
}

/// The keys of the table's columns of numbers, with the styles of numbers other than 0.
const COLUMNS: [(&str, anstyle::Style); 6] = [
    ("cli.transfer.nodes", anstyle::Style::new()),
    ("cli.transfer.mapped", anstyle::Style::new()),
    ("cli.transfer.own", FAINT),
    ("cli.transfer.kept", NOTABLE),
    ("cli.transfer.approximated", NOTABLE),
    ("cli.transfer.refused", BAD),
];

fn write_table(streams: &mut Streams<'_>, files: &[Transferred]) -> io::Result<()> {
    if files.is_empty() {
        return Ok(());
    }
    let texts = streams.texts;
    let names = files.iter().map(|file| visible_line(&file.file));
    let names: Vec<_> = names.collect();
    let file_heading = texts.tr("cli.transfer.file");
    let width = names.iter().map(|name| name.width());
    let width = width.max().unwrap_or(0).clamp(file_heading.width(), 100);
    let headings = COLUMNS.map(|(key, _)| texts.tr(key));
    let widths = headings.each_ref().map(|heading| heading.width().max(6));
    let mut head = padded(&file_heading, width);
    for (heading, width) in headings.iter().zip(widths) {
        head.push_str(&" ".repeat(width - heading.width() + 1));
        head.push_str(heading);
    }
    head.push_str("  ");
    head.push_str(&texts.tr("cli.transfer.written"));
    writeln!(streams.out, "{}", styled(HEADING, head))?;
    for (file, name) in files.iter().zip(&names) {
        let numbers = [
            file.nodes,
            file.mapped,
            file.own,
            file.kept,
            file.approximated,
            file.refused,
        ];
        let cells = numbers.into_iter().zip(COLUMNS).zip(widths);
        let cells = cells.map(|((number, (_, style)), width)| match number {
            0 => format!("{:>width$}", "-"),
            number => styled(style, format!("{number:>width$}")),
        });
        let cells = cells.collect::<Vec<_>>().join(" ");
        let (name, written) = (padded(name, width), file.written_files(texts));
        writeln!(streams.out, "{name} {cells}  {written}")?;
    }
    Ok(())
}

/// Writes the numbers of problems in imported documents, and the command that lists them.
fn write_checked(streams: &mut Streams<'_>, checked: &[CheckedDocument]) -> io::Result<()> {
    if checked.is_empty() {
        return Ok(());
    }
    let texts = streams.texts;
    let errors = checked.iter().map(|document| document.errors).sum();
    let warnings = checked.iter().map(|document| document.warnings).sum();
    let style = if errors > 0 { BAD } else { NOTABLE };
    let counts = styled(style, counts(texts, errors, warnings));
    let named = checked.iter().take(NAMED).map(|found| word(&found.file));
    let mut named = named.collect::<Vec<_>>().join(" ");
    if checked.len() > NAMED {
        named.push_str(" …");
    }
    let arguments = [("counts", &*counts), ("files", &*named)];
    let text = texts.tr_with("cli.transfer.checked", &arguments);
    writeln!(streams.out, "{text}")
}

/// Reports why a file was not written.
pub fn not_written(file: &Path, error: &SaveError, texts: &Texts) -> Unusable {
    let reason = texts.save_error(error);
    let message = texts.tr_with("cli.transfer.not_written", &[("reason", &reason)]);
    let report = Report::error(file, error.code(), message);
    unusable(report.with_remedy(remedy(error, file, texts)))
}

/// What to do about an output that was not written, in commands that have `--force`.
pub fn remedy(error: &SaveError, file: &Path, texts: &Texts) -> String {
    match error {
        SaveError::Exists => texts.tr("cli.remedy.force").into_owned(),
        error => save_remedy(error, file, texts),
    }
}

/// What to do about a file that was not saved, and what is on disk now.
pub fn save_remedy(error: &SaveError, file: &Path, texts: &Texts) -> String {
    let code = match error {
        SaveError::InFolder(_, why) if why.kind() == io::ErrorKind::InvalidFilename => "name",
        error => error.code(),
    };
    let remedy = texts.tr(&format!("cli.save_remedy.{code}")).into_owned();
    let is_said = matches!(
        error,
        SaveError::Conflict | SaveError::Exists | SaveError::NotAFile
    );
    if is_said || error.leaves_doubt() {
        return remedy;
    }
    let state = if file.is_file() {
        texts.tr("cli.unchanged")
    } else {
        texts.tr("cli.nothing_written")
    };
    let arguments = [("remedy", &*remedy), ("state", &*state)];
    texts.tr_with("cli.remedy_and_state", &arguments)
}
