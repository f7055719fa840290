//! `treewright explore`: goes through all that a tree can do, checks the claims beside it, and writes scenarios that show every outcome.

mod covering;
mod exploring;
mod junit;
mod result;
mod written_run;

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde::Serialize;

pub use self::exploring::{ExploredTree, claims_of, read_claims};
pub use self::junit::case_of_claim;
pub use self::result::{TreeResult, WrittenClaim, write_run};
use super::argument_errors::InvalidValue;
use super::input::Unusable;
use super::report::{Report, write_json};
use super::{Outcome, Streams};

#[derive(Debug, Args)]
pub struct Explore {
    #[arg(required = true, value_name = "FILE")]
    paths: Vec<PathBuf>,

    #[arg(long, value_name = "N", value_parser = frames, allow_hyphen_values = true)]
    frames: Option<u64>,

    #[arg(long, value_name = "N", value_parser = states, allow_hyphen_values = true)]
    states: Option<u64>,

    #[arg(long, value_name = "S", value_parser = seconds, allow_hyphen_values = true)]
    seconds: Option<f64>,

    #[arg(long)]
    strict: bool,

    #[arg(long, value_name = "DIR")]
    pub(super) cover: Option<PathBuf>,

    #[arg(long, requires = "cover")]
    force: bool,

    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub(super) format: ExploreFormat,
}

/// The form of the results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ExploreFormat {
    #[default]
    Human,
    Json,
    Junit,
}

fn frames(text: &str) -> Result<u64, InvalidValue> {
    count(text, treewright_insight::scenario::MAX_FRAMES)
}

fn states(text: &str) -> Result<u64, InvalidValue> {
    count(text, treewright_explore::claims::MAX_STATES)
}

fn count(text: &str, most: u64) -> Result<u64, InvalidValue> {
    let number = text.parse().ok();
    number
        .filter(|number| (1..=most).contains(number))
        .ok_or_else(|| InvalidValue::out_of_range("cli.argument.whole_number", &1, &most))
}

fn seconds(text: &str) -> Result<f64, InvalidValue> {
    let most = treewright_explore::claims::MAX_SECONDS;
    let number = text.parse().ok();
    number
        .filter(|number| (0.0..=most).contains(number) && *number > 0.0)
        .ok_or_else(|| InvalidValue::out_of_range("cli.argument.some_seconds", &0, &most))
}

/// What was found in all trees.
#[derive(Default, Serialize)]
struct Summary {
    trees: Vec<TreeResult>,
    /// Why files cannot be explored.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    problems: Vec<Report>,
}

impl Explore {
    pub(super) fn execute(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        let mut summary = Summary::default();
        for path in &self.paths {
            match self.explore(path, streams) {
                Ok((result, covered)) => {
                    if self.format == ExploreFormat::Human {
                        result.write_human(streams)?;
                    }
                    summary.trees.push(result);
                    if let Err(unusable) = covered {
                        self.add_unusable(unusable, streams, &mut summary)?;
                    }
                }
                Err(unusable) => self.add_unusable(unusable, streams, &mut summary)?,
            }
        }
        match self.format {
            ExploreFormat::Human => {}
            ExploreFormat::Json => write_json(streams.out, &summary)?,
            ExploreFormat::Junit => {
                let xml = junit::text(&summary, streams.texts)?;
                streams.out.data().write_all(xml.as_bytes())?;
            }
        }
        Ok(if !summary.problems.is_empty() {
            Outcome::Unusable
        } else if summary.trees.iter().all(|tree| self.is_good(tree)) {
            Outcome::Success
        } else {
            Outcome::Problems
        })
    }

    fn is_good(&self, tree: &TreeResult) -> bool {
        tree.is_good() && (!self.strict || tree.is_known())
    }

    /// Explores a tree. Also returns why scenarios could not be written.
    fn explore(
        &self,
        path: &Path,
        streams: &Streams<'_>,
    ) -> Result<(TreeResult, Result<(), Unusable>), Unusable> {
        let texts = streams.texts;
        let mut tree = ExploredTree::read(path, texts)?;
        tree.limits.frames = self.frames.unwrap_or(tree.limits.frames);
        tree.limits.seconds = self.seconds.unwrap_or(tree.limits.seconds);
        if let Some(states) = self.states {
            tree.limits.states = usize::try_from(states).unwrap_or(usize::MAX);
        }
        let explored = tree.explore(texts)?;
        let mut result = TreeResult::of(&tree, &explored, texts);
        let Some(folder) = &self.cover else {
            return Ok((result, Ok(())));
        };
        let covered = covering::write(&tree, &explored, (folder, self.force), texts);
        let covered = covered.map(|(written, missed)| {
            result.written = written;
            result.not_covered = missed;
        });
        Ok((result, covered))
    }

    fn add_unusable(
        &self,
        unusable: Unusable,
        streams: &mut Streams<'_>,
        summary: &mut Summary,
    ) -> io::Result<()> {
        let Unusable { report, text } = unusable;
        if self.format == ExploreFormat::Human {
            report.write_human(streams.err, streams.texts, text.as_deref())?;
        }
        summary.problems.push(*report);
        Ok(())
    }
}
