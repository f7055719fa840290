//! What the commands that read and write other tools' files share: how formats are named, what became of each file, and the
//! table at the end.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde::Serialize;
use treewright_core::diagnostic::{Diagnostic, Problem, visible_line};
use treewright_core::limits::PROBLEMS_OF_A_KIND;
use treewright_core::model::Document;
use treewright_exchange::{ExchangeFormat, Findings, ReadOptions, Tally, WriteOptions};
use treewright_session::host::exchange::ExportedFile;
use treewright_session::host::files::{Fingerprint, SaveError};
use unicode_width::UnicodeWidthStr as _;

use super::check::counted;
use super::colors::{BAD, FAINT, HEADING, NOTABLE, styled};
use super::input::Unusable;
use super::report::{Report, is_zero, write_json, write_more};
use super::terminal::word;
use super::{Format, Outcome, Output, Streams};

/// With more files than this it is said how far the work has come.
const MANY: usize = 20;
/// So many files in which the checks find something are named.
const NAMED: usize = 5;
/// So many remarks on a file are shown.
const SHOWN: usize = 20;

/// How a file is read.
#[derive(Clone, Debug, Default, Args)]
pub struct ReadArguments {
    /// The format of the files, where it cannot be told from them
    #[arg(long, value_name = "FORMAT", value_parser = readable())]
    pub from: Option<ExchangeFormat>,

    /// For nested save JSON: the key that holds a node's type (type, typeName, node, …) [default: found out]
    #[arg(
        long,
        value_name = "KEY",
        default_value = "",
        hide_default_value = true
    )]
    pub type_key: String,
}

impl ReadArguments {
    /// The same as the core takes them.
    pub fn options(&self) -> ReadOptions {
        ReadOptions {
            type_key: self.type_key.clone(),
        }
    }
}

/// How files are written.
#[derive(Clone, Debug, Default, Args)]
pub struct WriteArguments {
    /// Put the trees that Subtree nodes run in their place, where the format can
    #[arg(long)]
    pub inline_subtrees: bool,

    /// Leave out white space that only people need, where the format can
    #[arg(long)]
    pub minify: bool,

    /// For nested save JSON: the namespace of the nodes' classes, empty for none [default: that of the file it came from, else `GraphViewExtension`]
    #[arg(long, value_name = "NAMESPACE")]
    pub namespace: Option<String>,
}

impl WriteArguments {
    /// The same as the core takes them.
    pub fn options(&self, type_key: &str) -> WriteOptions {
        WriteOptions {
            inline_subtrees: self.inline_subtrees,
            minify: self.minify,
            type_key: type_key.to_owned(),
            namespace: self.namespace.clone(),
        }
    }
}

fn readable() -> impl TypedValueParser<Value = ExchangeFormat> {
    named(|format| format.is_readable())
}

/// Reads the name of a format that can be written.
pub fn writable() -> impl TypedValueParser<Value = ExchangeFormat> {
    named(|format| format.is_writable())
}

fn named(wanted: fn(&ExchangeFormat) -> bool) -> impl TypedValueParser<Value = ExchangeFormat> {
    let formats = ExchangeFormat::ALL.into_iter().filter(wanted);
    let names = PossibleValuesParser::new(formats.map(ExchangeFormat::name));
    names.try_map(|name| ExchangeFormat::from_name(&name).ok_or("no such format"))
}

/// What became of one file.
#[derive(Debug, Serialize)]
pub struct Transferred {
    /// The file that was read.
    pub file: String,
    /// Its format, and the one that was written.
    pub from: &'static str,
    pub to: &'static str,
    /// How many nodes there are, and how many of them went over as they are.
    pub nodes: usize,
    pub mapped: usize,
    /// How many are of the game's own tasks, which went over by name.
    pub own: usize,
    /// How many have something that is kept but does nothing there, that behaves otherwise in some case, or that could not go over.
    pub kept: usize,
    pub approximated: usize,
    pub refused: usize,
    /// The files that were written.
    pub written: Vec<String>,
}

impl Transferred {
    /// What became of a document.
    pub fn new(
        file: &Path,
        (from, to): (ExchangeFormat, ExchangeFormat),
        document: &Document,
        remarks: &[Diagnostic],
    ) -> Self {
        let tally = Tally::of(document, remarks);
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

    /// What became of a file that holds kinds of nodes and no tree.
    pub fn only_kinds(file: &Path, formats: (ExchangeFormat, ExchangeFormat)) -> Self {
        Self::new(file, formats, &Document::default(), &[])
    }

    /// Where it went, in a few words.
    fn into(&self) -> String {
        match self.written.as_slice() {
            [] => String::new(),
            [only] => only.clone(),
            [first, more @ ..] => format!("{first} and {} more", more.len()),
        }
    }

    /// The same, with where it was written.
    pub fn written_to(mut self, files: &[PathBuf]) -> Self {
        self.written = files
            .iter()
            .map(|file| file.display().to_string())
            .collect();
        self
    }
}

/// What the checks find in a document.
#[derive(Debug, Serialize)]
struct Checked {
    file: String,
    errors: usize,
    warnings: usize,
}

/// What became of all files.
#[derive(Default, Serialize)]
pub struct Summary {
    files: Vec<Transferred>,
    problems: Vec<Report>,
    /// How many remarks are not listed: the list holds a limited number for each file.
    #[serde(skip_serializing_if = "is_zero")]
    more: usize,
    /// What the checks find in each document that was made of a file, if they find anything.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    checked: Vec<Checked>,
    #[serde(skip)]
    outcome: Option<Outcome>,
    /// The files that were written, each with what it holds and the file that it was made of.
    #[serde(skip)]
    made: BTreeMap<PathBuf, (Fingerprint, PathBuf)>,
}

impl Summary {
    /// Whether nothing has happened yet.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty() && self.problems.is_empty()
    }

    /// Gives why these files below a folder cannot be made of that one: another one was made into one of them before, which would not hold
    /// the same.
    pub fn check_unclaimed(
        &self,
        source: &Path,
        (folder, files): (&Path, &[ExportedFile]),
    ) -> Result<(), Unusable> {
        for file in files {
            let target = folder.join(&file.path);
            let holds = Fingerprint::of(file.text.as_bytes());
            let known = self.made.get(&target);
            if let Some((_, first)) = known.filter(|(known, by)| *known != holds && by != source) {
                let first = first.display();
                let message = format!("{first} was already made into {}", target.display());
                let report = Report::error(source, "made_twice", message)
                    .with_remedy("Write them into folders of their own, or under other names.");
                return Err(Unusable {
                    report: Box::new(report),
                    text: None,
                });
            }
        }
        Ok(())
    }

    /// Notes that these files below a folder were made of that one.
    pub fn claim(&mut self, source: &Path, (folder, files): (&Path, &[ExportedFile])) {
        for file in files {
            let holds = Fingerprint::of(file.text.as_bytes());
            let made = self.made.entry(folder.join(&file.path));
            made.or_insert((holds, source.to_owned()));
        }
    }

    /// Takes what became of a file.
    pub fn add(&mut self, file: Transferred) {
        let outcome = if file.refused > 0 {
            Outcome::Problems
        } else {
            Outcome::Fine
        };
        self.raise(outcome);
        self.files.push(file);
    }

    /// Takes the remarks on a file and shows them: what did not go over, and no other problems.
    pub fn remark(
        &mut self,
        streams: &mut Streams<'_>,
        output: Output,
        (file, document): (&Path, &Document),
        remarks: &[Diagnostic],
    ) -> io::Result<()> {
        let is_remark =
            |problem: &Problem| matches!(problem, Problem::Transfer(_) | Problem::Subtree(_));
        let ours = remarks.iter().filter(|remark| is_remark(&remark.problem));
        let mut ours: Vec<&Diagnostic> = ours.collect();
        // What is in the way stands first.
        ours.sort_by_key(|remark| remark.severity);
        let all = ours.len();
        ours.truncate(PROBLEMS_OF_A_KIND);
        self.more += all - ours.len();
        let reports = ours.into_iter();
        let reports: Vec<Report> = reports
            .map(|remark| titled(file, document, remark))
            .collect();
        if output.format == Format::Human {
            for report in reports.iter().take(SHOWN) {
                report.write_line(streams.err)?;
            }
            write_more(streams.err, all - reports.len().min(SHOWN))?;
        }
        if reports.iter().any(Report::is_error) {
            self.raise(Outcome::Problems);
        }
        self.problems.extend(reports);
        Ok(())
    }

    /// Takes what is to be known of a file with which nothing is done.
    pub fn note(
        &mut self,
        streams: &mut Streams<'_>,
        output: Output,
        report: Report,
    ) -> io::Result<()> {
        if output.format == Format::Human {
            report.write_human(streams.err, None)?;
        }
        self.problems.push(report);
        Ok(())
    }

    /// Takes a file that is of no use.
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
                .write_human(streams.err, unusable.text.as_deref())?;
        }
        self.problems.push(*unusable.report);
        Ok(())
    }

    /// Takes what the checks find in a document that was made: an error is one as if it had been checked by itself.
    pub fn add_checked(&mut self, file: &Path, found: Findings) {
        if found.is_none() {
            return;
        }
        if found.errors > 0 {
            self.raise(Outcome::Problems);
        }
        self.checked.push(Checked {
            file: file.display().to_string(),
            errors: found.errors,
            warnings: found.warnings,
        });
    }

    /// Shows the table, and gives how it all ended.
    pub fn finish(self, streams: &mut Streams<'_>, output: Output) -> io::Result<Outcome> {
        match output.format {
            Format::Json => write_json(streams.out, &self)?,
            Format::Human => {
                write_table(streams, &self.files)?;
                write_checked(streams, &self.checked)?;
            }
        }
        Ok(self.outcome.unwrap_or(Outcome::Fine))
    }

    fn raise(&mut self, outcome: Outcome) {
        self.outcome = Some(self.outcome.map_or(outcome, |known| known.max(outcome)));
    }
}

/// A remark that calls its node by its title, too: people who draw trees know no ids.
fn titled(file: &Path, document: &Document, remark: &Diagnostic) -> Report {
    let mut report = Report::of_diagnostic(file, remark);
    let node = remark.location.node().and_then(|id| document.node(id));
    if let Some(node) = node {
        let id = format!("node {}", node.id());
        if let Some(rest) = report.message.strip_prefix(&id) {
            report.message = format!("{id} “{}”{rest}", node.title());
        }
    }
    report
}

/// How far the work has come, a line for each tenth, where there are many files.
pub fn tell_progress(
    streams: &mut Streams<'_>,
    output: Output,
    (index, count): (usize, usize),
) -> io::Result<()> {
    let tenth = count.div_ceil(10);
    if count > MANY && index > 0 && index.is_multiple_of(tenth) && output.format == Format::Human {
        writeln!(
            streams.err,
            "{}",
            styled(FAINT, format!("{index} of {}", counted(count, "file")))
        )?;
    }
    Ok(())
}

fn write_table(streams: &mut Streams<'_>, files: &[Transferred]) -> io::Result<()> {
    if files.is_empty() {
        return Ok(());
    }
    let names = files.iter().map(|file| visible_line(&file.file));
    let names: Vec<_> = names.collect();
    let width = names.iter().map(|name| name.width());
    let width = width.max().unwrap_or(0).clamp(4, 100);
    let head = format!(
        "{:width$}  {:>6} {:>6} {:>9} {:>6} {:>12} {:>7}  into",
        "file", "nodes", "mapped", "own tasks", "kept", "approximated", "refused"
    );
    writeln!(streams.out, "{}", styled(HEADING, head))?;
    for (file, name) in files.iter().zip(&names) {
        let pad = " ".repeat(width.saturating_sub(name.width()));
        let cell = |number: usize, width: usize, style| match number {
            0 => format!("{:>width$}", "-"),
            number => styled(style, format!("{number:>width$}")),
        };
        writeln!(
            streams.out,
            "{name}{pad}  {:>6} {:>6} {} {} {} {}  {}",
            file.nodes,
            file.mapped,
            cell(file.own, 9, FAINT),
            cell(file.kept, 6, NOTABLE),
            cell(file.approximated, 12, NOTABLE),
            cell(file.refused, 7, BAD),
            file.into(),
        )?;
    }
    Ok(())
}

/// What the checks find, in a line that says how to see it.
fn write_checked(streams: &mut Streams<'_>, checked: &[Checked]) -> io::Result<()> {
    if checked.is_empty() {
        return Ok(());
    }
    let errors = checked.iter().map(|found| found.errors).sum();
    let warnings = checked.iter().map(|found| found.warnings).sum();
    let style = if errors > 0 { BAD } else { NOTABLE };
    let found = format!(
        "{}, {} by the checks",
        counted(errors, "error"),
        counted(warnings, "warning")
    );
    let named = checked.iter().take(NAMED).map(|found| word(&found.file));
    let mut named = named.collect::<Vec<_>>().join(" ");
    if checked.len() > NAMED {
        named.push_str(" …");
    }
    writeln!(
        streams.out,
        "{}: run `treewright check {named}`",
        styled(style, found)
    )
}

/// Why a file could not be written.
pub fn not_written(file: &Path, error: &SaveError) -> Unusable {
    let report = Report::error(file, error.code(), format!("it was not written: {error}"));
    Unusable {
        report: Box::new(report.with_remedy(remedy(error, file))),
        text: None,
    }
}

/// What to do about an output that could not be written, in commands that know `--force`.
pub fn remedy(error: &SaveError, file: &Path) -> String {
    match error {
        SaveError::Exists => {
            "Choose another place, or replace what is there with --force.".to_owned()
        }
        error => error.remedy(file),
    }
}
