//! The kinds of output files, and how to recognize a file that an earlier run wrote. Writes nothing.

use treewright_exchange as exchange;
use treewright_exchange::{ExchangeFormat, MARK};
use treewright_insight::recording_json;
use treewright_link::live_file;

/// How many bytes at the beginning and end of a file are searched for the mark.
const MARKED_BYTES: usize = 4_096;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputKind {
    /// A document in an exchange format.
    Export(ExchangeFormat),
    /// The merge of two versions of a tree.
    Merge,
    /// An SVG image.
    Svg,
    /// A PNG image.
    Png,
    Recording,
    /// What agents of a game did.
    Live,
    /// A scenario, which may be the user's work.
    Scenario,
    /// Scenario results as JUnit XML.
    TestReport,
    /// The coverage of scenarios, as Cobertura XML or LCOV.
    Coverage,
}

impl OutputKind {
    /// Returns the identifier in the list of written files.
    pub fn code(self) -> &'static str {
        match self {
            Self::Export(format) => format.name(),
            Self::Merge => "merge",
            Self::Svg => "svg",
            Self::Png => "png",
            Self::Recording => "recording",
            Self::Live => "live",
            Self::Scenario => "scenario",
            Self::TestReport => "test-report",
            Self::Coverage => "coverage",
        }
    }

    /// Returns whether the content contains this program's mark for this kind.
    pub fn has_mark(self, there: &[u8]) -> bool {
        let begins = &there[..there.len().min(MARKED_BYTES)];
        let ends = &there[there.len().saturating_sub(MARKED_BYTES)..];
        let has = |mark: &[u8]| begins.windows(mark.len()).any(|place| place == mark);
        let has_line = |again: &str| {
            let mut lines = begins
                .split(|b| *b == b'\n')
                .chain(ends.split(|b| *b == b'\n'));
            lines.any(|line| is_mark_line(line.trim_ascii(), again))
        };
        match self {
            Self::Export(format) => format.contains_mark() && has_line("written"),
            Self::Svg => has(b"<svg") && has_line("drawn"),
            Self::Png => begins.starts_with(b"\x89PNG") && has(PNG_MARK),
            Self::Recording => is_headed(begins, recording_json::FORMAT),
            Self::Live => is_headed(begins, live_file::FORMAT),
            Self::TestReport => has(b"<testsuites name=\"treewright\""),
            Self::Coverage => {
                let is_cobertura = has(b"<!DOCTYPE coverage") && has_line("written");
                is_cobertura || begins.starts_with(b"TN:treewright\n")
            }
            Self::Merge | Self::Scenario => false,
        }
    }

    /// Returns whether the content, which has no mark, may be a document in this kind's format. `false` for this program's own format, which may be
    /// the user's tree.
    pub fn resembles(self, name: &str, there: &[u8]) -> bool {
        let Self::Export(format) = self else {
            return false;
        };
        if format.contains_mark() {
            return false;
        }
        // A name without a known extension is assumed to be of the format.
        let usual = format!("file.{}", format.extension());
        let says_nothing = ExchangeFormat::written_to(name).is_empty();
        let as_usual = || exchange::detect(&usual, there).filter(|_| says_nothing);
        let found = exchange::detect(name, there).or_else(as_usual);
        found == Some(format) && format != ExchangeFormat::Native
    }
}

/// Returns whether the first line names this format.
fn is_headed(begins: &[u8], format: &str) -> bool {
    let head = format!("{{\"format\":\"{format}\"");
    let mut begins = begins.iter().filter(|byte| !byte.is_ascii_whitespace());
    head.bytes().all(|byte| begins.next() == Some(&byte))
}

/// The PNG chunk that names the program which wrote the file.
const PNG_MARK: &[u8] = b"tEXtSoftware\0Treewright";

/// Returns whether a line is a comment that consists of the mark only. The mark says that changes are lost when the file is written, or drawn, again.
fn is_mark_line(line: &[u8], again: &str) -> bool {
    let line = String::from_utf8_lossy(line);
    let opening = ["<!-- ", "//! ", "// ", "%% ", "-- "];
    let mut said = opening
        .iter()
        .filter_map(|opening| line.strip_prefix(opening));
    let lost = format!("; changes here are lost when it is {again} again.");
    let ends = |said: &str| {
        let said = said.strip_suffix(" -->").unwrap_or(said);
        said.starts_with(MARK) && said.ends_with(&lost)
    };
    said.any(ends)
}
