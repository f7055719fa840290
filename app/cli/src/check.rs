//! `treewright check`: checks trees, scenarios, claims and task libraries for problems.

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use treewright_core::diagnostic::Counts;
use treewright_core::library::NodeLibrary;
use treewright_core::limits::LISTED_PROBLEMS;
use treewright_session::host::claims_files::is_claims;
use treewright_session::host::files;
use treewright_session::host::project_files::FileKind;
use treewright_session::i18n::Texts;

use super::colors::{BAD, GOOD, NOTABLE, styled};
use super::explore::ExploredTree;
use super::input::{self, Unusable, unusable};
use super::report::{Report, counts, is_zero, write_json, write_more};
use super::walk::Walk;
use super::{Format, Outcome, Output, Streams, library, scenarios};

#[derive(Debug, Args)]
pub struct Check {
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    #[arg(long)]
    strict: bool,

    #[command(flatten)]
    pub(super) output: Output,
}

/// The number of problems of a file that are shown with the text around them; the others get one line each.
const SHOWN_IN_FULL: usize = 30;

/// The results of all files.
#[derive(Default, Serialize)]
struct Summary {
    files: usize,
    errors: usize,
    warnings: usize,
    problems: Vec<Report>,
    /// The number of problems that are not listed: the list is limited for each kind of problem in a file.
    #[serde(skip_serializing_if = "is_zero")]
    more: usize,
}

/// The problems of one file.
struct FileProblems {
    reports: Vec<Report>,
    /// Counts the problems that are not in `reports`.
    unlisted: Counts,
    /// The text of the file, for excerpts.
    text: Option<String>,
    /// Whether the file could be read.
    is_usable: bool,
}

impl FileProblems {
    fn unusable(Unusable { report, text }: Unusable) -> Self {
        Self::new(vec![*report], text, false)
    }

    fn new(reports: Vec<Report>, text: Option<String>, is_usable: bool) -> Self {
        Self {
            reports,
            unlisted: Counts::default(),
            text,
            is_usable,
        }
    }
}

impl Check {
    pub(super) fn execute(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        let mut summary = Summary::default();
        let mut outcome = Outcome::Success;
        let (files, missed) = expanded(&self.files, streams.texts);
        let missed = missed.into_iter().map(FileProblems::unusable);
        let found = files.iter().map(|file| check_file(file, streams.texts));
        for mut found in missed.chain(found) {
            summary.files += 1;
            let counts = found.counts();
            summary.errors += counts.errors;
            summary.warnings += counts.warnings;
            summary.more += found.unlisted.total();
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
            Format::Human => writeln!(streams.out, "{}", summary.sentence(streams.texts))?,
        }
        Ok(outcome)
    }
}

impl FileProblems {
    fn counts(&self) -> Counts {
        let errors = self.reports.iter().filter(|report| report.is_error());
        let errors = errors.count();
        Counts {
            errors: self.unlisted.errors + errors,
            warnings: self.unlisted.warnings + self.reports.len() - errors,
        }
    }

    /// Writes the first of `all` problems, and the number of the others.
    fn write_human(&self, streams: &mut Streams<'_>, all: usize) -> io::Result<()> {
        let texts = streams.texts;
        let stream = if self.is_usable {
            &mut *streams.out
        } else {
            &mut *streams.err
        };
        let mut shown: Vec<&Report> = self.reports.iter().collect();
        if all > LISTED_PROBLEMS {
            // Errors first, as not all problems are shown.
            shown.sort_by_key(|report| !report.is_error());
            shown.truncate(LISTED_PROBLEMS);
        }
        for (number, report) in shown.iter().enumerate() {
            if number < SHOWN_IN_FULL {
                report.write_human(stream, texts, self.text.as_deref())?;
            } else {
                report.write_line(stream, texts)?;
            }
        }
        write_more(stream, texts, all - shown.len())
    }
}

impl Summary {
    fn sentence(&self, texts: &Texts) -> String {
        let files = texts.tr_count("cli.check.files", self.files);
        if self.errors + self.warnings == 0 {
            let text = texts.tr_with("cli.check.no_problems", &[("files", &files)]);
            return styled(GOOD, text);
        }
        let style = if self.errors > 0 { BAD } else { NOTABLE };
        let counts = counts(texts, self.errors, self.warnings);
        let arguments = [("files", &*files), ("counts", &*counts)];
        styled(style, texts.tr_with("cli.check.problems", &arguments))
    }
}

/// The files, with those in folders instead of the folders, and what could not be searched.
fn expanded(given: &[PathBuf], texts: &Texts) -> (Vec<PathBuf>, Vec<Unusable>) {
    let is_wanted = |file: &Path| {
        let name = file.file_name().unwrap_or_default();
        FileKind::of(&name.to_string_lossy()).is_some() || is_claims(file)
    };
    let (mut files, mut missed) = (Vec::new(), Vec::new());
    for path in given {
        if files::is_folder(path) {
            let walk = Walk::below(path, texts, is_wanted);
            if walk.files.is_empty() && walk.missed.is_empty() {
                let report = Report::error(path, "nothing_to_check", texts.tr("cli.check.nothing"))
                    .with_remedy(texts.tr("cli.remedy.name_files"));
                missed.push(unusable(report));
            }
            files.extend(walk.files);
            missed.extend(walk.missed);
        } else {
            files.push(path.clone());
        }
    }
    (files, missed)
}

fn check_file(file: &Path, texts: &Texts) -> FileProblems {
    if input::is_scenario(file) {
        return match scenarios::Test::read(file, texts) {
            Err(unusable) => FileProblems::unusable(unusable),
            Ok(test) => match test.mismatch(texts) {
                Some(Unusable { report, text }) => FileProblems::new(vec![*report], text, true),
                None => FileProblems::new(Vec::new(), None, true),
            },
        };
    }
    if is_claims(file) {
        return match ExploredTree::read(file, texts) {
            Err(unusable) => FileProblems::unusable(unusable),
            Ok(tree) => FileProblems::new(tree.problems_of_claims(texts), tree.claims_text(), true),
        };
    }
    if library::is_library(file) {
        let (reports, text, usable) = library::add(&mut NodeLibrary::builtin(), file, texts);
        return FileProblems::new(reports, text.map(|text| text.to_string()), usable);
    }
    match input::read_tree(file, texts) {
        Err(unusable) if unusable.report.line.is_some() => {
            let all = input::wrong_fields(file, texts);
            if all.len() > 1 {
                FileProblems::new(all, unusable.text, false)
            } else {
                FileProblems::unusable(unusable)
            }
        }
        Err(unusable) => FileProblems::unusable(unusable),
        Ok(tree) => FileProblems {
            unlisted: tree.diagnostics.unlisted_counts(),
            ..FileProblems::new(tree.reports(file, texts), Some(tree.text), true)
        },
    }
}
