//! `treewright test`: runs scenarios and says which pass.

mod coverage;
mod entry;
mod junit;
mod watch;

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use treewright_insight::scenario::Coverage;
use treewright_insight::scenario_json;
use treewright_session::host::files;
use treewright_session::host::files::{Expected, Fingerprint, Missing, SaveError, Unlinked};
use treewright_session::host::outputs::{Kind, Outputs, Replacing};

use self::coverage::Covered;
use self::entry::Entry;
use super::check::counted;
use super::colors::{BAD, GOOD, styled};
use super::input::{self, Unusable};
use super::report::{Report, is_zero, write_json};
use super::transfer::remedy;
use super::walk::Walk;
use super::{Format, Outcome, Output, Streams, scenarios};

/// So often a scenario is run again after what it expects was renewed: once is enough, but for a hostile one.
const UPDATE_ROUNDS: usize = 10;

#[derive(Debug, Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "switches of the command line, each for itself"
)]
pub struct Test {
    /// Scenarios, trees whose scenarios are run, or folders to search
    #[arg(required = true, value_name = "FILE|DIR")]
    paths: Vec<PathBuf>,

    /// Rewrite what differs in the scenarios as it was seen, and nothing else
    #[arg(long)]
    update: bool,

    /// Run again whenever a tree, a task library or a scenario changes, until Ctrl+C
    #[arg(long)]
    watch: bool,

    /// Say which nodes no scenario reached
    #[arg(long)]
    coverage: bool,

    /// Fail if the scenarios reach fewer percent of the nodes than this
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    min_coverage: Option<f64>,

    /// Write the results for a build server, as JUnit XML
    #[arg(long, value_name = "OUT")]
    junit: Option<PathBuf>,

    /// Replace the file that is there. Without it --junit replaces only results of this program
    #[arg(long, requires = "junit")]
    force: bool,

    #[command(flatten)]
    output: Output,
}

fn percent(text: &str) -> Result<f64, String> {
    let number = text.parse().ok();
    number
        .filter(|number| (0.0..=100.0).contains(number))
        .ok_or_else(|| "it must be a number from 0 to 100".to_owned())
}

/// What came of all scenarios.
#[derive(Default, Serialize)]
struct Summary {
    passed: usize,
    failed: usize,
    unusable: usize,
    #[serde(skip_serializing_if = "is_zero")]
    updated: usize,
    scenarios: Vec<Entry>,
    /// Paths that cannot be read or have no scenarios.
    problems: Vec<Report>,
    #[serde(skip_serializing_if = "Option::is_none")]
    coverage: Option<Covered>,
    #[serde(skip)]
    reached: Coverage,
    /// The files on which all of this depends.
    #[serde(skip)]
    files: Vec<PathBuf>,
}

impl Test {
    pub(super) fn execute(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        if self.watch {
            return watch::watch(self, streams);
        }
        Ok(self.once(streams)?.0)
    }

    /// Runs all of them once; also says on which files that depends.
    fn once(&self, streams: &mut Streams<'_>) -> io::Result<(Outcome, Vec<PathBuf>)> {
        let mut summary = Summary::default();
        for path in &self.paths {
            let found = files(path);
            for unusable in found.missed {
                self.unusable(unusable, streams, &mut summary)?;
            }
            for file in found.files {
                self.one(&file, streams, &mut summary)?;
            }
        }
        if let Some(file) = &self.junit
            && let Err(error) = self.write_junit(file, &summary)
        {
            self.unusable(no_report(file, &error), streams, &mut summary)?;
        }
        let enough = self.coverage(&mut summary);
        match self.output.format {
            Format::Json => write_json(streams.out, &summary)?,
            Format::Human => self.write_human(streams, &summary, enough)?,
        }
        let outcome = match summary {
            Summary { unusable: 1.., .. } => Outcome::Unusable,
            Summary { failed: 1.., .. } => Outcome::Problems,
            _ if !enough => Outcome::Problems,
            _ => Outcome::Fine,
        };
        Ok((outcome, summary.files))
    }

    fn write_junit(&self, file: &Path, summary: &Summary) -> Result<(), SaveError> {
        let mut outputs = Outputs::new(Replacing::SameFormat.or_forced(self.force));
        outputs.reads(summary.files.iter().map(PathBuf::as_path));
        junit::write(outputs.begin(Kind::TestReport, file)?, summary)
    }

    fn unusable(
        &self,
        unusable: Unusable,
        streams: &mut Streams<'_>,
        summary: &mut Summary,
    ) -> io::Result<()> {
        let Unusable { report, text } = unusable;
        if self.output.format == Format::Human {
            report.write_human(streams.err, text.as_deref())?;
        }
        summary.problems.push(*report);
        summary.unusable += 1;
        Ok(())
    }

    /// Sums up the coverage if it is asked for; says whether it is high enough.
    fn coverage(&self, summary: &mut Summary) -> bool {
        if !self.coverage && self.min_coverage.is_none() {
            return true;
        }
        let covered = Covered::of(&summary.reached);
        let least = self.min_coverage.unwrap_or(0.0);
        let enough = covered.percent() >= least;
        summary.coverage = Some(covered);
        enough
    }

    fn write_human(
        &self,
        streams: &mut Streams<'_>,
        summary: &Summary,
        enough: bool,
    ) -> io::Result<()> {
        let total = summary.passed + summary.failed + summary.unusable;
        if let Some(covered) = &summary.coverage {
            covered.write_human(streams, self.min_coverage.filter(|_| !enough))?;
        }
        let style = if summary.passed == total { GOOD } else { BAD };
        let mut text = format!(
            "{}: {} passed, {} failed, {} unusable",
            counted(summary.scenarios.len(), "scenario"),
            summary.passed,
            summary.failed,
            summary.unusable
        );
        if summary.updated > 0 {
            text = format!("{text}, {} of them updated", summary.updated);
        }
        writeln!(streams.out, "{}", styled(style, text))
    }

    fn one(&self, file: &Path, streams: &mut Streams<'_>, summary: &mut Summary) -> io::Result<()> {
        let mut entry = Entry::new(file);
        let mut text = None;
        let mut fail = |entry: &mut Entry, unusable: Unusable| {
            text = unusable.text;
            entry.problem = Some(unusable.report);
        };
        summary.files.push(file.to_owned());
        match scenarios::Test::read(file) {
            Err(unusable) => fail(&mut entry, unusable),
            Ok(found) => {
                summary.files.push(found.tree_file.clone());
                let others = found.tree.depends_on().map(Path::to_owned);
                summary.files.extend(others);
                let ran = self.run(found, &mut entry, &mut summary.reached);
                if let Err(unusable) = ran {
                    fail(&mut entry, unusable);
                }
            }
        }
        match &entry {
            Entry {
                problem: Some(_), ..
            } => summary.unusable += 1,
            Entry { passed: true, .. } => summary.passed += 1,
            _ => summary.failed += 1,
        }
        summary.updated += usize::from(entry.updated);
        if self.output.format == Format::Human {
            entry.write_human(streams, text.as_deref())?;
        }
        summary.scenarios.push(entry);
        Ok(())
    }

    /// Runs a scenario; where what it expects is to be renewed, until it passes.
    fn run(
        &self,
        mut test: scenarios::Test,
        entry: &mut Entry,
        reached: &mut Coverage,
    ) -> Result<(), Unusable> {
        test.name().clone_into(&mut entry.name);
        entry.tree = test.tree_file.display().to_string();
        let read = Fingerprint::of(&test.bytes);
        let ran = test.run(reached)?;
        entry.stood_in = ran.stood_in;
        entry.take_differences(&ran.differences);
        if ran.differences.is_empty() || !self.update {
            entry.passed = ran.differences.is_empty();
            return Ok(());
        }
        let mut differences = ran.differences;
        for _ in 0..UPDATE_ROUNDS {
            test.accept(&differences)?;
            differences = test.run(reached)?.differences;
            if differences.is_empty() {
                let saved = self.save(&test.file, &test.bytes, Expected::Version(read));
                saved.map_err(|error| not_saved(&test.file, &error))?;
                entry.updated = true;
                entry.passed = true;
                return Ok(());
            }
        }
        Ok(())
    }
}

impl Test {
    /// Writes a scenario: through a link only if the user named it.
    fn save(&self, file: &Path, bytes: &[u8], expected: Expected) -> Result<(), SaveError> {
        if self.paths.iter().any(|path| path == file) {
            return files::save(file, bytes, expected).map(drop);
        }
        let name = Path::new(file.file_name().unwrap_or_default());
        match Unlinked::folder_of(&files::folder_of(file), name, Missing::Leave)? {
            Some(folder) => folder.save(name, bytes, expected).map(drop),
            None => Err(SaveError::NoFolder(files::folder_of(file))),
        }
    }
}

impl scenarios::Test {
    /// Expects what was seen, in the scenario and in its text.
    fn accept(
        &mut self,
        differences: &[treewright_insight::scenario::Difference],
    ) -> Result<(), Unusable> {
        let revised = scenario_json::revise(&self.bytes, differences);
        let revised = revised.and_then(|text| {
            self.scenario = scenario_json::read(text.as_bytes())?;
            Ok(text)
        });
        self.bytes = revised
            .map_err(|error| input::of_format(&self.file, &error, &self.bytes))?
            .into_bytes();
        Ok(())
    }
}

fn no_report(file: &Path, error: &SaveError) -> Unusable {
    let why = format!("the results cannot be written: {error}");
    let report = Report::error(file, error.code(), why).with_remedy(remedy(error, file));
    Unusable {
        report: Box::new(report),
        text: None,
    }
}

fn not_saved(file: &Path, error: &SaveError) -> Unusable {
    let why = format!("it cannot be updated: {error}");
    let report = Report::error(file, error.code(), why).with_remedy(error.remedy(file));
    Unusable {
        report: Box::new(report),
        text: None,
    }
}

/// The scenarios that a path stands for, or why there are none.
fn files(path: &Path) -> Walk {
    // A tree that is damaged or missing has no scenarios either, but that is not what is wrong with it.
    let is_tree = !path.is_dir() && !input::is_scenario(path);
    let mut found = match is_tree.then(|| input::read_tree(path)) {
        Some(Err(unusable)) => Walk {
            missed: vec![unusable],
            ..Walk::default()
        },
        _ => scenarios::find(path),
    };
    if found.files.is_empty() && found.missed.is_empty() {
        let report = Report::error(path, "no_scenarios", "no scenarios belong to it")
            .with_remedy("Name a scenario, a tree that has some beside it, or a folder.");
        found.missed.push(Unusable {
            report: Box::new(report),
            text: None,
        });
    }
    found
}
