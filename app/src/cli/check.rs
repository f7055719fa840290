//! `treewright check`: looks for mistakes in trees, scenarios and task libraries.

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use treewright_core::library::NodeLibrary;

use super::colours::{BAD, GOOD, NOTABLE, styled};
use super::input::{self, Unusable};
use super::report::{Report, write_json};
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
}

impl Check {
    pub(super) fn execute(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        let mut summary = Summary::default();
        let mut outcome = Outcome::Fine;
        for file in &self.files {
            let (reports, text, usable) = look_at(file);
            summary.files += 1;
            for (number, report) in reports.into_iter().enumerate() {
                if report.is_error() {
                    summary.errors += 1;
                } else {
                    summary.warnings += 1;
                }
                if self.output.format == Format::Human {
                    let stream = if usable {
                        &mut streams.out
                    } else {
                        &mut streams.err
                    };
                    if number < SHOWN_IN_FULL {
                        report.write_human(stream, text.as_deref())?;
                    } else {
                        report.write_line(stream)?;
                    }
                }
                if report.is_error() || self.strict {
                    outcome = outcome.max(Outcome::Problems);
                }
                summary.problems.push(report);
            }
            if !usable {
                outcome = Outcome::Unusable;
            }
        }
        match self.output.format {
            Format::Json => write_json(streams.out, &summary)?,
            Format::Human => writeln!(streams.out, "{}", summary.sentence())?,
        }
        Ok(outcome)
    }
}

impl Summary {
    fn sentence(&self) -> String {
        let files = counted(self.files, "file");
        if self.problems.is_empty() {
            return styled(GOOD, format!("{files} checked, no problems"));
        }
        let style = if self.errors > 0 { BAD } else { NOTABLE };
        let errors = counted(self.errors, "error");
        let warnings = counted(self.warnings, "warning");
        styled(style, format!("{files} checked: {errors}, {warnings}"))
    }
}

/// A number of things.
pub(super) fn counted(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

/// What is wrong with a file, its text, and whether it could be read at all.
fn look_at(file: &Path) -> (Vec<Report>, Option<String>, bool) {
    let unusable = |Unusable { report, text }| (vec![*report], text, false);
    if input::is_scenario(file) {
        return match scenarios::Test::read(file) {
            Err(found) => unusable(found),
            Ok(test) => match test.misfit() {
                Some(Unusable { report, text }) => (vec![*report], text, true),
                None => (Vec::new(), None, true),
            },
        };
    }
    if library::is_library(file) {
        let (reports, text, usable) = library::add(&mut NodeLibrary::builtin(), file);
        return (reports, text.map(|text| text.to_string()), usable);
    }
    match input::read_tree(file) {
        Err(found) if found.report.line.is_some() => {
            let all = input::wrong_fields(file);
            if all.len() > 1 {
                (all, found.text, false)
            } else {
                unusable(found)
            }
        }
        Err(found) => unusable(found),
        Ok(tree) => (tree.reports(file), Some(tree.text), true),
    }
}
