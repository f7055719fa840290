//! `treewright test`: runs scenarios and says which pass.

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use super::check::counted;
use super::colours::{BAD, FAINT, GOOD, styled};
use super::input::{self, Unusable};
use super::report::{Report, write_json};
use super::{Format, Outcome, Output, Streams, scenarios};

#[derive(Debug, Args)]
pub struct Test {
    /// Scenarios, trees whose scenarios are run, or folders to search
    #[arg(required = true, value_name = "FILE|DIR")]
    paths: Vec<PathBuf>,

    #[command(flatten)]
    output: Output,
}

#[derive(Default, Serialize)]
struct Summary {
    passed: usize,
    failed: usize,
    unusable: usize,
    scenarios: Vec<Entry>,
    /// Paths that cannot be read or have no scenarios.
    problems: Vec<Report>,
}

#[derive(Serialize)]
struct Entry {
    file: String,
    name: String,
    tree: String,
    passed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    frame: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    difference: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<Box<Report>>,
    /// Tasks of libraries that always gave one answer, because there is no game and the scenario does not script them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    stood_in: Vec<String>,
}

impl Test {
    pub(super) fn execute(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        let mut summary = Summary::default();
        for path in &self.paths {
            match files(path) {
                Ok(files) => {
                    for file in files {
                        self.one(&file, streams, &mut summary)?;
                    }
                }
                Err(Unusable { report, text }) => {
                    if self.output.format == Format::Human {
                        report.write_human(streams.err, text.as_deref())?;
                    }
                    summary.problems.push(*report);
                    summary.unusable += 1;
                }
            }
        }
        let total = summary.passed + summary.failed + summary.unusable;
        match self.output.format {
            Format::Json => write_json(streams.out, &summary)?,
            Format::Human => {
                let all_passed = summary.passed == total;
                let style = if all_passed { GOOD } else { BAD };
                let text = format!(
                    "{}: {} passed, {} failed, {} unusable",
                    counted(summary.scenarios.len(), "scenario"),
                    summary.passed,
                    summary.failed,
                    summary.unusable
                );
                writeln!(streams.out, "{}", styled(style, text))?;
            }
        }
        Ok(match summary {
            Summary { unusable: 1.., .. } => Outcome::Unusable,
            Summary { failed: 1.., .. } => Outcome::Problems,
            _ => Outcome::Fine,
        })
    }

    fn one(&self, file: &Path, streams: &mut Streams<'_>, summary: &mut Summary) -> io::Result<()> {
        let mut entry = Entry {
            file: file.display().to_string(),
            name: String::new(),
            tree: String::new(),
            passed: false,
            frame: None,
            difference: None,
            problem: None,
            stood_in: Vec::new(),
        };
        let mut text = None;
        match scenarios::Test::read(file) {
            Err(unusable) => {
                text = unusable.text;
                entry.problem = Some(unusable.report);
            }
            Ok(found) => {
                found.name().clone_into(&mut entry.name);
                entry.tree = found.tree_file.display().to_string();
                match found.run() {
                    Err(unusable) => {
                        text = unusable.text;
                        entry.problem = Some(unusable.report);
                    }
                    Ok(ran) => {
                        entry.passed = ran.difference.is_none();
                        entry.frame = ran.difference.as_ref().map(|d| d.frame);
                        entry.difference = ran.difference.map(|d| d.to_string());
                        entry.stood_in = ran.stood_in;
                    }
                }
            }
        }
        match &entry {
            Entry { passed: true, .. } => summary.passed += 1,
            Entry {
                problem: Some(_), ..
            } => summary.unusable += 1,
            _ => summary.failed += 1,
        }
        if self.output.format == Format::Human {
            entry.write_human(streams, text.as_deref())?;
        }
        summary.scenarios.push(entry);
        Ok(())
    }
}

/// The scenarios that a path stands for.
fn files(path: &Path) -> Result<Vec<PathBuf>, Unusable> {
    if !path.is_dir() && !input::is_scenario(path) {
        // A tree that is damaged or missing has no scenarios either, but that is not what is wrong with it.
        input::read_tree(path)?;
    }
    let none = |code, why: String| Unusable {
        report: Box::new(
            Report::error(path, code, why)
                .with_remedy("Name a scenario, a tree that has some beside it, or a folder."),
        ),
        text: None,
    };
    match scenarios::find(path) {
        Ok(found) if found.is_empty() => {
            Err(none("no_scenarios", "no scenarios belong to it".into()))
        }
        Ok(found) => Ok(found),
        Err(error) => Err(none("io", error.to_string())),
    }
}

impl Entry {
    fn write_human(&self, streams: &mut Streams<'_>, text: Option<&str>) -> io::Result<()> {
        if let Some(problem) = &self.problem {
            return problem.write_human(streams.err, text);
        }
        let word = if self.passed {
            styled(GOOD, "passed")
        } else {
            styled(BAD, "failed")
        };
        writeln!(streams.out, "{word} {}: {}", self.file, self.name)?;
        if let Some(difference) = &self.difference {
            writeln!(streams.out, "       {difference}")?;
        }
        if !self.stood_in.is_empty() {
            let played = format!("       stood in for {}", self.stood_in.join(", "));
            writeln!(streams.out, "{}", styled(FAINT, played))?;
        }
        Ok(())
    }
}
