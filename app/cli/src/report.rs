//! A problem as the command line shows it: where it is, what it is, and what to do about it. For people with the line of the file
//! that it is about, for machines as JSON.

mod excerpt;

use std::fmt;
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::Arc;

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, SourceCode};
use serde::Serialize;
use treewright_core::diagnostic::{Diagnostic, Location, Severity, TextPosition, visible_line};
use treewright_session::host::libraries::LibraryProblem;

use self::excerpt::Excerpt;
use super::Streams;
use super::colors::{FAINT, styled};
use super::terminal::{Out, trusted};

/// One problem.
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
    /// The text of its file, where that is not the one of the report's reader.
    #[serde(skip)]
    pub text: Option<Arc<str>>,
}

impl Report {
    /// An error in a file as a whole.
    pub fn error(file: &Path, code: &str, message: impl Into<String>) -> Self {
        Self {
            severity: "error",
            code: code.into(),
            message: message.into(),
            file: file.display().to_string(),
            ..Self::default()
        }
    }

    /// Something that is to be known of a file as a whole.
    pub fn warning(file: &Path, code: &str, message: impl Into<String>) -> Self {
        Self {
            severity: "warning",
            ..Self::error(file, code, message)
        }
    }

    /// This report with what to do about it.
    pub fn with_remedy(mut self, remedy: impl Into<String>) -> Self {
        self.remedy = Some(remedy.into());
        self
    }

    /// This report with its place in the file.
    pub fn at(mut self, position: Option<TextPosition>) -> Self {
        self.line = position.map(|p| p.line);
        self.column = position.map(|p| p.column);
        self
    }

    /// What is wrong with a document that could be read. Its message also says what to do.
    pub fn of_diagnostic(file: &Path, diagnostic: &Diagnostic) -> Self {
        let mut report = Self::error(file, diagnostic.problem.code(), diagnostic.to_string());
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

    /// What is wrong with a task library of the document in `file`, whose path stands there at `named`.
    pub fn of_library(file: &Path, named: Option<TextPosition>, problem: &LibraryProblem) -> Self {
        let (code, remedy) = (problem.fault.code(), problem.fault.remedy());
        let mut report = match &problem.place {
            Some(place) => {
                let mut report = Self::error(&place.file, code, problem.to_string());
                report.text = Some(place.text.clone().unwrap_or_default());
                report.at(place.position)
            }
            None => Self::error(file, code, problem.to_string()).at(named),
        };
        report.severity = severity(problem.fault.severity());
        report.library = Some(problem.reference.clone());
        report.with_remedy(remedy)
    }

    /// Whether it is an error, not a warning.
    pub fn is_error(&self) -> bool {
        self.severity == "error"
    }

    /// Writes it for people, with the line of the file's text that it is about.
    pub fn write_human(&self, out: &mut Out, text: Option<&str>) -> io::Result<()> {
        let text = self.text.as_deref().or(text);
        let shown = Shown {
            report: self,
            excerpt: text.and_then(|text| Excerpt::of(self, text)),
        };
        let mut rendered = String::new();
        let handler = GraphicalReportHandler::new_themed(GraphicalTheme::unicode()).with_width(100);
        if handler.render_report(&mut rendered, &shown).is_err() {
            rendered = format!("{}: {self}\n", self.severity);
        }
        out.block(&trusted(&format!("{}\n\n", rendered.trim_end())))
    }

    /// Writes it for people in one line.
    pub fn write_line(&self, out: &mut Out) -> io::Result<()> {
        writeln!(out, "{}: {self}", self.severity)
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

/// A report together with the text that it is about.
#[derive(Debug)]
struct Shown<'a> {
    report: &'a Report,
    excerpt: Option<Excerpt>,
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.report)
    }
}

impl std::error::Error for Shown<'_> {}

impl miette::Diagnostic for Shown<'_> {
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
        let place = self.excerpt.as_ref()?.place;
        Some(Box::new(std::iter::once(LabeledSpan::underline(place))))
    }
}

/// Writes a value as JSON on one line.
pub fn write_json(out: &mut Out, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(out.data(), value)?;
    out.data().write_all(b"\n")
}

/// Says how many more there are than were shown, if any.
pub fn write_more(out: &mut Out, more: usize) -> io::Result<()> {
    match more {
        0 => Ok(()),
        more => writeln!(
            out,
            "{}",
            styled(FAINT, format!("and {} more", grouped(more)))
        ),
    }
}

/// Whether there is none of something, which is not told then.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
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

/// Writes what makes an input unusable: for people to the error stream, for machines where they look.
pub fn write_unusable(
    streams: &mut Streams<'_>,
    format: super::Format,
    report: &Report,
    text: Option<&str>,
) -> io::Result<()> {
    match format {
        super::Format::Human => report.write_human(streams.err, text),
        super::Format::Json => {
            #[derive(Serialize)]
            struct Problems<'a> {
                problems: [&'a Report; 1],
            }
            write_json(streams.out, &Problems { problems: [report] })
        }
    }
}
