//! Problems as the command line reports them: where, what is wrong, and what to do. For people with an excerpt of the file, for programs as JSON.

mod excerpt;

use std::fmt;
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::Arc;

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, SourceCode};
use serde::Serialize;
use treewright_core::diagnostic::{
    Diagnostic, Location, Severity, TextPosition, visible, visible_line,
};
use treewright_core::format::FileContent;
use treewright_session::host::files::ReadError;
use treewright_session::host::libraries::{LibraryError, LibraryProblem};
use treewright_session::i18n::Texts;

use self::excerpt::Excerpt;
use super::Streams;
use super::colors::{FAINT, styled};
use super::terminal::{Out, trusted};

/// A problem, with its texts in the language of the output.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    pub severity: &'static str,
    pub code: String,
    pub message: String,
    pub file: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parameter: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variable: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub library: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remedy: Option<String>,
    /// The text of the file, if it is not the file that the caller reports on.
    #[serde(skip)]
    pub text: Option<Arc<str>>,
}

impl Report {
    /// An error about a whole file.
    pub fn error(file: &Path, code: &str, message: impl Into<String>) -> Self {
        Self {
            severity: "error",
            code: code.into(),
            message: message.into(),
            file: file.display().to_string(),
            ..Self::default()
        }
    }

    /// A warning about a whole file.
    pub fn warning(file: &Path, code: &str, message: impl Into<String>) -> Self {
        Self {
            severity: "warning",
            ..Self::error(file, code, message)
        }
    }

    /// Adds what to do about the problem.
    pub fn with_remedy(mut self, remedy: impl Into<String>) -> Self {
        self.remedy = Some(remedy.into());
        self
    }

    /// Adds the position in the file.
    pub fn at(mut self, position: Option<TextPosition>) -> Self {
        self.line = position.map(|p| p.line);
        self.column = position.map(|p| p.column);
        self
    }

    /// A problem of a document that could be read. The message includes what to do.
    pub fn of_diagnostic(file: &Path, diagnostic: &Diagnostic, texts: &Texts) -> Self {
        let message = located(diagnostic, texts);
        let mut report = Self::error(file, diagnostic.problem.code(), message);
        report.severity = severity(diagnostic.severity);
        report.node = diagnostic.location.node().map(ToString::to_string);
        match &diagnostic.location {
            Location::Parameter(_, name) => report.parameter = Some(name.to_string()),
            Location::Override(_, path, name) => report.parameter = Some(format!("{path}/{name}")),
            Location::Variable(name) => report.variable = Some(name.to_string()),
            Location::Document | Location::Node(_) | Location::Tree(_) => {}
        }
        report.at(diagnostic.position)
    }

    /// A problem of a task library that the document in `file` names at the position `named`.
    pub fn of_library(
        file: &Path,
        named: Option<TextPosition>,
        problem: &LibraryProblem,
        texts: &Texts,
    ) -> Self {
        let code = problem.fault.code();
        let message = texts.library_message(problem);
        let mut report = match &problem.place {
            Some(place) => {
                let mut report = Self::error(&place.file, code, message);
                report.text = Some(place.text.clone().unwrap_or_default());
                report.at(place.position)
            }
            None => Self::error(file, code, message).at(named),
        };
        report.severity = severity(problem.fault.severity());
        report.library = Some(problem.reference.clone());
        report.with_remedy(library_remedy(problem, texts))
    }

    /// Whether this is an error, not a warning.
    pub fn is_error(&self) -> bool {
        self.severity == "error"
    }

    /// Writes the report for people, with the lines of the file's text around the problem.
    pub fn write_human(&self, out: &mut Out, texts: &Texts, text: Option<&str>) -> io::Result<()> {
        let text = self.text.as_deref().or(text);
        let shown = ReportWithExcerpt {
            report: self,
            excerpt: text.and_then(|text| Excerpt::of(self, text)),
        };
        let mut rendered = String::new();
        let handler = GraphicalReportHandler::new_themed(GraphicalTheme::unicode()).with_width(100);
        if handler.render_report(&mut rendered, &shown).is_err() {
            rendered = format!("{}\n", self.line(texts));
        }
        if let Some(at) = rendered.rfind(HELP).filter(|_| self.remedy.is_some()) {
            rendered.replace_range(at..at + HELP.len(), &texts.tr("cli.do_this"));
        }
        out.block(&trusted(&format!("{}\n\n", rendered.trim_end())))
    }

    /// Writes the report for people in one line.
    pub fn write_line(&self, out: &mut Out, texts: &Texts) -> io::Result<()> {
        writeln!(out, "{}", self.line(texts))
    }

    fn line(&self, texts: &Texts) -> String {
        let severity = if self.is_error() {
            texts.tr("cli.error")
        } else {
            texts.tr("cli.warning")
        };
        format!("{severity} {self}")
    }
}

/// The word before a remedy, which miette writes in English only.
const HELP: &str = "help:";

/// The message of a problem, after the thing in the document that has it.
pub fn located(diagnostic: &Diagnostic, texts: &Texts) -> String {
    let problem = texts.problem(&diagnostic.problem);
    let about = |key: &str, arguments: &[(&str, &str)]| {
        let mut arguments = arguments.to_vec();
        arguments.push(("problem", &problem));
        visible(&texts.tr_with(key, &arguments)).into_owned()
    };
    match &diagnostic.location {
        Location::Document => problem,
        Location::Node(id) => about("cli.at.node", &[("id", id.as_str())]),
        Location::Parameter(id, name) => {
            about("cli.at.parameter", &[("id", id.as_str()), ("name", name)])
        }
        Location::Variable(name) => about("cli.at.variable", &[("name", name)]),
        Location::Override(id, path, name) => about(
            "cli.at.override",
            &[("id", id.as_str()), ("path", path), ("name", name)],
        ),
        Location::Tree(name) => about("cli.at.tree", &[("name", name)]),
    }
}

fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&visible_line(&self.file))?;
        if let (Some(line), Some(column)) = (self.line, self.column) {
            write!(f, ":{line}:{column}")?;
        }
        write!(f, ": {}", visible_line(&self.message))
    }
}

/// A report and the lines of the file around its position, as miette draws them.
#[derive(Debug)]
struct ReportWithExcerpt<'a> {
    report: &'a Report,
    excerpt: Option<Excerpt>,
}

impl fmt::Display for ReportWithExcerpt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.report)
    }
}

impl std::error::Error for ReportWithExcerpt<'_> {}

impl miette::Diagnostic for ReportWithExcerpt<'_> {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(visible_line(&self.report.code)))
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(if self.report.is_error() {
            miette::Severity::Error
        } else {
            miette::Severity::Warning
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let remedy = self.report.remedy.as_ref()?;
        Some(Box::new(visible_line(remedy)))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.excerpt
            .as_ref()
            .map(|excerpt| excerpt as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let span = self.excerpt.as_ref()?.span;
        Some(Box::new(std::iter::once(LabeledSpan::underline(span))))
    }
}

/// Writes a value as JSON on one line.
pub fn write_json(out: &mut Out, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(out.data(), value)?;
    out.data().write_all(b"\n")
}

/// The numbers of errors and warnings in words.
pub fn counts(texts: &Texts, errors: usize, warnings: usize) -> String {
    let errors = texts.tr_count("cli.errors", errors);
    let warnings = texts.tr_count("cli.warnings", warnings);
    let arguments = [("errors", &*errors), ("warnings", &*warnings)];
    texts.tr_with("cli.errors_and_warnings", &arguments)
}

/// Writes the number of entries that were not shown, if any.
pub fn write_more(out: &mut Out, texts: &Texts, more: usize) -> io::Result<()> {
    match more {
        0 => Ok(()),
        more => {
            let text = texts.tr_with("cli.and_more", &[("number", &grouped(more))]);
            writeln!(out, "{}", styled(FAINT, text))
        }
    }
}

fn library_remedy(problem: &LibraryProblem, texts: &Texts) -> String {
    match &problem.fault {
        LibraryError::Read(ReadError::TooLarge { .. }) => {
            texts.too_large_remedy(FileContent::Library)
        }
        LibraryError::Read(_) => texts.tr("cli.remedy.readable_file").into_owned(),
        LibraryError::Format(error) => texts.format_remedy(error, FileContent::Library),
        _ => texts.library_remedy(problem).unwrap_or_default(),
    }
}

/// Whether a count is left out of JSON.
#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde requires a reference"
)]
pub fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// A number with commas between its thousands.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// Writes why an input is unusable: for people to standard error, for programs as JSON to standard output.
pub fn write_unusable(
    streams: &mut Streams<'_>,
    format: super::Format,
    report: &Report,
    text: Option<&str>,
) -> io::Result<()> {
    match format {
        super::Format::Human => report.write_human(streams.err, streams.texts, text),
        super::Format::Json => {
            #[derive(Serialize)]
            struct Problems<'a> {
                problems: [&'a Report; 1],
            }
            write_json(streams.out, &Problems { problems: [report] })
        }
    }
}
