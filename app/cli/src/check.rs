//! `treewright check`: looks for mistakes in trees, scenarios and task libraries.

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use treewright_core::diagnostic::Counts;
use treewright_core::library::NodeLibrary;
use treewright_core::limits::SHOWN_PROBLEMS;
pub(super) use treewright_core::plural::counted;

use super::colors::{BAD, GOOD, NOTABLE, styled};
use super::input::{self, Unusable};
use super::report::{Report, is_zero, write_json, write_more};
use super::{Format, Outcome, Output, Streams, library, scenarios};

#[derive(Debug, Args)]
pub struct Check {
    /// Trees, scenarios and task libraries to check
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Count warnings as problems, too
    #[arg(long)]
    strict: bool,

    #[command(flatten)]
    output: Output,
}

/// So many problems of a file are shown with the text around them, the others in a line each.
const SHOWN_IN_FULL: usize = 30;

/// What was found in all files.
#[derive(Default, Serialize)]
struct Summary {
    files: usize,
    errors: usize,
    warnings: usize,
    problems: Vec<Report>,
    /// How many problems are not listed: the list holds a limited number of each kind in a file.
    #[serde(skip_serializing_if = "is_zero")]
    more: usize,
}

/// What was found in one file.
struct Found {
    reports: Vec<Report>,
    /// How many problems there are beside these.
    beyond: Counts,
    text: Option<String>,
    /// It could be read.
    is_usable: bool,
}

impl Found {
    fn unusable(Unusable { report, text }: Unusable) -> Self {
        Self::of(vec![*report], text, false)
    }

    fn of(reports: Vec<Report>, text: Option<String>, is_usable: bool) -> Self {
        Self {
            reports,
            beyond: Counts::default(),
            text,
            is_usable,
        }
    }
}

impl Check {
    pub(super) fn execute(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        let mut summary = Summary::default();
        let mut outcome = Outcome::Fine;
        for file in &self.files {
            let mut found = look_at(file);
            summary.files += 1;
            let counts = found.counts();
            summary.errors += counts.errors;
            summary.warnings += counts.warnings;
            summary.more += found.beyond.total();
            if self.output.format == Format::Human {
                found.write_human(streams, counts.total())?;
            }
            if counts.errors > 0 || self.strict && counts.warnings > 0 {
                outcome = outcome.max(Outcome::Problems);
            }
            if !found.is_usable {
                outcome = Outcome::Unusable;
            }
            summary.problems.append(&mut found.reports);
        }
        match self.output.format {
            Format::Json => write_json(streams.out, &summary)?,
            Format::Human => writeln!(streams.out, "{}", summary.sentence())?,
        }
        Ok(outcome)
    }
}

impl Found {
    fn counts(&self) -> Counts {
        let errors = self.reports.iter().filter(|report| report.is_error());
        let errors = errors.count();
        Counts {
            errors: self.beyond.errors + errors,
            warnings: self.beyond.warnings + self.reports.len() - errors,
        }
    }

    /// Shows the first of them to people, and how many more there are.
    fn write_human(&self, streams: &mut Streams<'_>, all: usize) -> io::Result<()> {
        let stream = if self.is_usable {
            &mut *streams.out
        } else {
            &mut *streams.err
        };
        let mut shown: Vec<&Report> = self.reports.iter().collect();
        if all > SHOWN_PROBLEMS {
            // Where not all have room, what keeps the tree from running comes first.
            shown.sort_by_key(|report| !report.is_error());
            shown.truncate(SHOWN_PROBLEMS);
        }
        for (number, report) in shown.iter().enumerate() {
            if number < SHOWN_IN_FULL {
                report.write_human(stream, self.text.as_deref())?;
            } else {
                report.write_line(stream)?;
            }
        }
        write_more(stream, all - shown.len())
    }
}

impl Summary {
    fn sentence(&self) -> String {
        let files = counted(self.files, "file");
        if self.errors + self.warnings == 0 {
            return styled(GOOD, format!("{files} checked, no problems"));
        }
        let style = if self.errors > 0 { BAD } else { NOTABLE };
        let errors = counted(self.errors, "error");
        let warnings = counted(self.warnings, "warning");
        styled(style, format!("{files} checked: {errors}, {warnings}"))
    }
}

/// What is wrong with a file.
fn look_at(file: &Path) -> Found {
    if input::is_scenario(file) {
        return match scenarios::Test::read(file) {
            Err(found) => Found::unusable(found),
            Ok(test) => match test.misfit() {
                Some(Unusable { report, text }) => Found::of(vec![*report], text, true),
                None => Found::of(Vec::new(), None, true),
            },
        };
    }
    if library::is_library(file) {
        let (reports, text, usable) = library::add(&mut NodeLibrary::builtin(), file);
        return Found::of(reports, text.map(|text| text.to_string()), usable);
    }
    match input::read_tree(file) {
        Err(found) if found.report.line.is_some() => {
            let all = input::wrong_fields(file);
            if all.len() > 1 {
                Found::of(all, found.text, false)
            } else {
                Found::unusable(found)
            }
        }
        Err(found) => Found::unusable(found),
        Ok(tree) => Found {
            beyond: tree.diagnostics.beyond(),
            ..Found::of(tree.reports(file), Some(tree.text), true)
        },
    }
}
