//! `treewright test`: runs scenarios and reports which pass.

mod coverage;
mod junit;
mod result;
mod watch;

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use clap::{ArgGroup, Args};
use serde::Serialize;
use treewright_insight::scenario::{Coverage, Measure};
use treewright_insight::scenario_json;
use treewright_session::host::claims_files::is_claims;
use treewright_session::host::files;
use treewright_session::host::files::{
    Expected, Fingerprint, IfMissing, NoFollowFolder, SaveError,
};
use treewright_session::host::line_ends;
use treewright_session::host::outputs::{OutputKind, Outputs, Replacing};
use treewright_session::i18n::Texts;

use self::coverage::lines::CoveredFile;
use self::coverage::{ChosenMeasure, CoverageReport, cobertura, lcov};
use self::result::ScenarioResult;
use super::argument_errors::InvalidValue;
use super::colors::{BAD, GOOD, NOTABLE, styled};
use super::explore::{self, ExploredTree, TreeResult};
use super::input::{self, Unusable, unusable};
use super::report::{Report, is_zero, write_json};
use super::transfer::{remedy, save_remedy};
use super::walk::Walk;
use super::{Format, Outcome, Output, Streams, scenarios};

/// The most times that `--update` runs a scenario again. Once suffices, except for malicious scenarios.
const UPDATE_ROUNDS: usize = 10;

#[derive(Debug, Args)]
#[command(group(ArgGroup::new("written").args(["junit", "coverage_out"]).multiple(true)))]
#[command(group(ArgGroup::new("measured").args(["coverage", "min_coverage"]).multiple(true)))]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent switches of the command line"
)]
pub struct Test {
    #[arg(required = true, value_name = "FILE_OR_DIR")]
    paths: Vec<PathBuf>,

    #[arg(long)]
    update: bool,

    #[arg(long)]
    watch: bool,

    #[arg(long)]
    coverage: bool,

    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    min_coverage: Option<f64>,

    #[arg(long, value_enum, value_name = "MEASURE", requires = "measured")]
    measure: Option<ChosenMeasure>,

    #[arg(long, value_name = "OUT")]
    pub(super) coverage_out: Option<PathBuf>,

    #[arg(long, value_name = "OUT")]
    pub(super) junit: Option<PathBuf>,

    #[arg(long, requires = "written")]
    force: bool,

    #[arg(long)]
    strict: bool,

    #[command(flatten)]
    pub(super) output: Output,
}

fn percent(text: &str) -> Result<f64, InvalidValue> {
    let number = text.parse().ok();
    number
        .filter(|number| (0.0..=100.0).contains(number))
        .ok_or_else(|| InvalidValue::out_of_range("cli.argument.number", &0, &100))
}

/// The results of all scenarios.
#[derive(Default, Serialize)]
struct Summary {
    passed: usize,
    failed: usize,
    unusable: usize,
    /// The claims that no run has broken before a limit was reached.
    #[serde(skip_serializing_if = "is_zero")]
    not_known: usize,
    #[serde(skip_serializing_if = "is_zero")]
    updated: usize,
    scenarios: Vec<ScenarioResult>,
    /// Errors in paths that cannot be read or have no scenarios.
    problems: Vec<Report>,
    /// Files of claims that are not used.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<Report>,
    #[serde(skip_serializing_if = "Option::is_none")]
    coverage: Option<CoverageReport>,
    #[serde(skip)]
    reached: Coverage,
    /// The files on which the results depend.
    #[serde(skip)]
    files: Vec<PathBuf>,
}

impl Summary {
    /// Counts the results in a line.
    fn line(&self, texts: &Texts) -> String {
        let is_claim = |result: &&ScenarioResult| result.claim.is_some();
        let claims = self.scenarios.iter().filter(is_claim).count();
        let scenarios = self.scenarios.len() - claims;
        let mut what = Vec::new();
        if scenarios > 0 || claims == 0 {
            what.push(texts.tr_count("cli.test.scenarios", scenarios));
        }
        if claims > 0 {
            what.push(texts.tr_count("cli.test.claims", claims));
        }
        let counts = [
            ("cli.test.count_passed", Some(self.passed)),
            ("cli.test.count_failed", Some(self.failed)),
            ("cli.test.count_unusable", Some(self.unusable)),
            (
                "cli.test.count_not_known",
                Some(self.not_known).filter(|count| *count > 0),
            ),
            (
                "cli.test.count_updated",
                Some(self.updated).filter(|count| *count > 0),
            ),
        ];
        let counts = counts.into_iter().filter_map(|(key, count)| {
            let count = count?.to_string();
            Some(texts.tr_with(key, &[("count", &count)]))
        });
        let counts = counts
            .collect::<Vec<_>>()
            .join(&texts.tr("cli.test.count_comma"));
        texts.labeled(&texts.list(&what), &counts)
    }
}

impl Test {
    pub(super) fn execute(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        if self.watch {
            return watch::watch(self, streams);
        }
        Ok(self.run_all(streams)?.0)
    }

    /// Runs all scenarios once. Also returns the files on which the results depend.
    fn run_all(&self, streams: &mut Streams<'_>) -> io::Result<(Outcome, Vec<PathBuf>)> {
        let mut summary = Summary::default();
        for path in &self.paths {
            let named = explore::claims_of(path, streams.texts);
            let claims = named.files;
            if let Some(warning) = named.not_used {
                if self.output.format == Format::Human {
                    warning.write_human(streams.err, streams.texts, None)?;
                }
                summary.warnings.push(warning);
            }
            // Those who have only claims need no scenarios.
            if claims.is_empty() || !is_claims(path) {
                let found = scenario_files(path, !claims.is_empty(), streams.texts);
                for unusable in found.missed {
                    self.add_unusable(unusable, streams, &mut summary)?;
                }
                for file in found.files {
                    self.run_file(&file, streams, &mut summary)?;
                }
            }
            for file in claims {
                self.check_claims(&file, streams, &mut summary)?;
            }
        }
        if let Some(file) = &self.junit
            && let Err(error) = self.write_junit(file, &summary, streams.texts)
        {
            let unusable = not_written(file, "cli.test.junit_not_written", &error, streams.texts);
            self.add_unusable(unusable, streams, &mut summary)?;
        }
        if let Some(file) = &self.coverage_out
            && let Err(error) = self.write_coverage(file, &summary)
        {
            let key = "cli.test.coverage_not_written";
            let unusable = not_written(file, key, &error, streams.texts);
            self.add_unusable(unusable, streams, &mut summary)?;
        }
        let is_covered = self.measure_coverage(&mut summary, streams.texts);
        match self.output.format {
            Format::Json => write_json(streams.out, &summary)?,
            Format::Human => self.write_human(streams, &summary, is_covered)?,
        }
        let outcome = match summary {
            Summary { unusable: 1.., .. } => Outcome::Unusable,
            Summary { failed: 1.., .. } => Outcome::Problems,
            Summary { not_known: 1.., .. } if self.strict => Outcome::Problems,
            _ if !is_covered => Outcome::Problems,
            _ => Outcome::Success,
        };
        Ok((outcome, summary.files))
    }

    fn outputs(&self, summary: &Summary) -> Outputs {
        let mut outputs = Outputs::new(Replacing::SameFormat.or_forced(self.force));
        outputs.reads(summary.files.iter().map(PathBuf::as_path));
        outputs
    }

    fn write_junit(&self, file: &Path, summary: &Summary, texts: &Texts) -> Result<(), SaveError> {
        let draft = self.outputs(summary).begin(OutputKind::TestReport, file)?;
        junit::write(draft, summary, texts)
    }

    /// Writes the coverage for build servers, in the format that the ending names.
    fn write_coverage(&self, file: &Path, summary: &Summary) -> Result<(), SaveError> {
        let mut draft = self.outputs(summary).begin(OutputKind::Coverage, file)?;
        let files = CoveredFile::all(&summary.reached);
        let is_lcov = file.extension().is_some_and(|ending| ending == "info");
        let text = if is_lcov {
            lcov::text(&files)
        } else {
            cobertura::text(&files)
        };
        draft.write_all(text.as_bytes())?;
        draft.finish()
    }

    fn add_unusable(
        &self,
        unusable: Unusable,
        streams: &mut Streams<'_>,
        summary: &mut Summary,
    ) -> io::Result<()> {
        let Unusable { report, text } = unusable;
        if self.output.format == Format::Human {
            report.write_human(streams.err, streams.texts, text.as_deref())?;
        }
        summary.problems.push(*report);
        summary.unusable += 1;
        Ok(())
    }

    /// Adds the coverage to the summary if an option requests it. Returns whether it is high enough.
    fn measure_coverage(&self, summary: &mut Summary, texts: &Texts) -> bool {
        if !self.coverage && self.min_coverage.is_none() {
            return true;
        }
        let measure = self.measure.map(Measure::from);
        let coverage = CoverageReport::of(&summary.reached, measure, texts);
        let least = self.min_coverage.unwrap_or(0.0);
        let is_enough = coverage.percent() >= least;
        summary.coverage = Some(coverage);
        is_enough
    }

    fn write_human(
        &self,
        streams: &mut Streams<'_>,
        summary: &Summary,
        is_covered: bool,
    ) -> io::Result<()> {
        let texts = streams.texts;
        if let Some(coverage) = &summary.coverage {
            coverage.write_human(streams, self.min_coverage.filter(|_| !is_covered))?;
        }
        let style = match summary {
            Summary { failed: 1.., .. } | Summary { unusable: 1.., .. } => BAD,
            Summary { not_known: 1.., .. } => NOTABLE,
            _ => GOOD,
        };
        writeln!(streams.out, "{}", styled(style, summary.line(texts)))
    }

    /// Checks the claims about a tree, within their limits.
    fn check_claims(
        &self,
        file: &Path,
        streams: &mut Streams<'_>,
        summary: &mut Summary,
    ) -> io::Result<()> {
        let texts = streams.texts;
        summary.files.push(file.to_owned());
        let explored = ExploredTree::read(file, texts).and_then(|tree| {
            summary.files.push(tree.file.clone());
            summary
                .files
                .extend(tree.tree.depends_on().map(Path::to_owned));
            let explored = tree.explore(texts)?;
            Ok(TreeResult::claims_of(&tree, &explored, texts))
        });
        let (tree, claims) = match explored {
            Ok(result) => result,
            Err(unusable) => return self.add_unusable(unusable, streams, summary),
        };
        for claim in claims {
            let result = ScenarioResult::of_claim(file, &tree, claim);
            match (result.passed, result.not_known) {
                (true, _) => summary.passed += 1,
                (false, true) => summary.not_known += 1,
                (false, false) => summary.failed += 1,
            }
            if self.output.format == Format::Human {
                result.write_human(streams, None)?;
            }
            summary.scenarios.push(result);
        }
        Ok(())
    }

    fn run_file(
        &self,
        file: &Path,
        streams: &mut Streams<'_>,
        summary: &mut Summary,
    ) -> io::Result<()> {
        let texts = streams.texts;
        let mut result = ScenarioResult::new(file);
        let mut content = None;
        let mut fail = |result: &mut ScenarioResult, unusable: Unusable| {
            content = unusable.text;
            result.problem = Some(unusable.report);
        };
        summary.files.push(file.to_owned());
        match scenarios::Test::read(file, texts) {
            Err(unusable) => fail(&mut result, unusable),
            Ok(test) => {
                summary.files.push(test.tree_file.clone());
                let others = test.tree.depends_on().map(Path::to_owned);
                summary.files.extend(others);
                let run = self.run(test, &mut result, &mut summary.reached, texts);
                if let Err(unusable) = run {
                    fail(&mut result, unusable);
                }
            }
        }
        match &result {
            ScenarioResult {
                problem: Some(_), ..
            } => summary.unusable += 1,
            ScenarioResult { passed: true, .. } => summary.passed += 1,
            _ => summary.failed += 1,
        }
        summary.updated += usize::from(result.updated);
        if self.output.format == Format::Human {
            result.write_human(streams, content.as_deref())?;
        }
        summary.scenarios.push(result);
        Ok(())
    }

    /// Runs a scenario. With `--update`, replaces the expectations that fail and runs it again until it passes.
    fn run(
        &self,
        mut test: scenarios::Test,
        result: &mut ScenarioResult,
        reached: &mut Coverage,
        texts: &Texts,
    ) -> Result<(), Unusable> {
        result.name = test.name(texts);
        result.tree = test.tree_file.display().to_string();
        let fingerprint = Fingerprint::of(&test.bytes);
        let run = test.run(reached, texts)?;
        result.stood_in = run.stand_in_codes;
        result.stand_ins = run.stand_ins;
        result.set_differences(&run.differences, run.reasons, texts);
        if run.differences.is_empty() || !self.update {
            result.passed = run.differences.is_empty();
            return Ok(());
        }
        let mut differences = run.differences;
        for _ in 0..UPDATE_ROUNDS {
            test.accept(&differences, texts)?;
            differences = test.run(reached, texts)?.differences;
            if differences.is_empty() {
                let saved = self.save(&test.file, &test.bytes, Expected::Version(fingerprint));
                saved.map_err(|error| not_saved(&test.file, &error, texts))?;
                result.updated = true;
                result.passed = true;
                return Ok(());
            }
        }
        Ok(())
    }
}

impl Test {
    /// Writes a scenario. Follows a link only if the user has named it.
    fn save(&self, file: &Path, bytes: &[u8], expected: Expected) -> Result<(), SaveError> {
        if self.paths.iter().any(|path| path == file) {
            return files::save(file, bytes, expected).map(drop);
        }
        let name = Path::new(file.file_name().unwrap_or_default());
        match NoFollowFolder::folder_of(&files::folder_of(file), name, IfMissing::Leave)? {
            Some(folder) => folder.save(name, bytes, expected).map(drop),
            None => Err(SaveError::NoFolder(files::folder_of(file))),
        }
    }
}

impl scenarios::Test {
    /// Replaces the expectations that fail by what was observed, in the scenario and in its text.
    fn accept(
        &mut self,
        differences: &[treewright_insight::scenario::ScenarioDifference],
        texts: &Texts,
    ) -> Result<(), Unusable> {
        let revised = scenario_json::revise(&self.bytes, differences);
        let revised = revised.and_then(|text| {
            self.scenario = scenario_json::read(text.as_bytes())?;
            Ok(line_ends::as_before(&self.bytes, text))
        });
        self.bytes = revised
            .map_err(|error| input::of_format(&self.file, &error, &self.bytes, texts))?
            .into_bytes();
        Ok(())
    }
}

/// Reports that an output file was not written. `key` is the text of the message.
fn not_written(file: &Path, key: &str, error: &SaveError, texts: &Texts) -> Unusable {
    let reason = texts.save_error(error);
    let message = texts.tr_with(key, &[("reason", &reason)]);
    let report = Report::error(file, error.code(), message);
    unusable(report.with_remedy(remedy(error, file, texts)))
}

fn not_saved(file: &Path, error: &SaveError, texts: &Texts) -> Unusable {
    let reason = texts.save_error(error);
    let message = texts.tr_with("cli.test.not_updated", &[("reason", &reason)]);
    let report = Report::error(file, error.code(), message);
    unusable(report.with_remedy(save_remedy(error, file, texts)))
}

/// The scenarios that a path names, or why there are none.
fn scenario_files(path: &Path, has_claims: bool, texts: &Texts) -> Walk {
    // The error of a broken or missing tree is more useful than that it has no scenarios.
    let is_tree = !path.is_dir() && !input::is_scenario(path);
    let mut found = match is_tree.then(|| input::read_tree(path, texts)) {
        Some(Err(unusable)) => Walk {
            missed: vec![unusable],
            ..Walk::default()
        },
        _ => scenarios::find(path, texts),
    };
    if found.files.is_empty() && found.missed.is_empty() && !has_claims {
        let report = Report::error(path, "no_scenarios", texts.tr("cli.test.no_scenarios"))
            .with_remedy(texts.tr("cli.remedy.name_scenarios"));
        found.missed.push(unusable(report));
    }
    found
}
