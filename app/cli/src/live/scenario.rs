//! `treewright live scenario`: makes a test of what an agent did, from a file that `treewright live record` or the editor has written.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use treewright_core::Message;
use treewright_insight::live::{ScenarioRefusal, scenario_of};
use treewright_insight::scenario::Scenario;
use treewright_insight::scenario_json;
use treewright_session::host::files::{FileDraft, SaveError};
use treewright_session::host::outputs::{OutputKind, Outputs, Replacing};
use treewright_session::host::scenario_files::{SCENARIO, tree_of};
use treewright_session::i18n::Texts;

use super::{check_ending, warn};
use crate::input::{ToldFile, Unusable, unusable};
use crate::report::{Report, write_json};
use crate::transfer::remedy;
use crate::{Format, Outcome, Output, Streams};

#[derive(Debug, Args)]
pub struct FromRecord {
    #[arg(value_name = "FILE")]
    record: PathBuf,

    #[arg(short, long, value_name = "OUT")]
    output_path: PathBuf,

    #[arg(long, value_name = "NAME_OR_NUMBER")]
    agent: Option<String>,

    #[arg(long, value_name = "N")]
    from_frame: Option<u64>,

    #[arg(long, value_name = "N")]
    to_frame: Option<u64>,

    #[arg(long, value_name = "FILE")]
    tree: Option<String>,

    #[arg(long)]
    force: bool,

    #[command(flatten)]
    pub(super) output: Output,
}

#[derive(Serialize)]
struct Written {
    file: String,
    frames: u64,
    left_out: Vec<Sentence>,
    /// What the file does not tell.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<Sentence>,
}

#[derive(Serialize)]
struct Sentence {
    code: &'static str,
    text: String,
}

impl Sentence {
    fn of(message: &Message, texts: &Texts) -> Self {
        Self {
            code: message.code(),
            text: texts.sentence(message),
        }
    }
}

impl FromRecord {
    pub(super) fn execute(
        &self,
        streams: &mut Streams<'_>,
    ) -> io::Result<Result<Outcome, Unusable>> {
        let texts = streams.texts;
        let written = match self.write(texts) {
            Ok(written) => written,
            Err(unusable) => return Ok(Err(unusable)),
        };
        if self.output.format == Format::Json {
            write_json(streams.out, &written)?;
            return Ok(Ok(Outcome::Success));
        }
        for warning in &written.warnings {
            warn(streams, &warning.text)?;
        }
        for left in &written.left_out {
            let text = texts.tr_with("cli.live.left_out", &[("what", &left.text)]);
            warn(streams, &text)?;
        }
        let count = usize::try_from(written.frames).unwrap_or(usize::MAX);
        let arguments = [("file", &*written.file)];
        let text = texts.tr_count_with("cli.live.scenario_written", count, &arguments);
        writeln!(streams.out, "{text}")?;
        Ok(Ok(Outcome::Success))
    }

    fn write(&self, texts: &Texts) -> Result<Written, Unusable> {
        check_ending(&self.output_path, SCENARIO, texts)?;
        let told = ToldFile::read(&self.record, texts)?;
        let agent = told.agent(&self.record, self.agent.as_deref(), texts)?;
        let parts = told.parts(agent);
        // The last part is the longest one as a rule, and what somebody wanted to see.
        let from = self.from_frame.unwrap_or(0);
        let part = match self.from_frame {
            None => parts.last(),
            Some(from) => parts.iter().find(|part| part.stretch.last_frame() >= from),
        };
        let frames = from..=self.to_frame.unwrap_or(u64::MAX);
        let made = part.ok_or(ScenarioRefusal::NotKnown).and_then(|part| {
            let made = scenario_of(part.stretch, part.files, part.origins, &frames)?;
            Ok((made, part.files.path.clone()))
        });
        let (made, path) = made.map_err(|refusal| self.refused(&refusal, texts))?;
        let scenario = Scenario {
            name: self.name(),
            tree: Some(self.tree.clone().unwrap_or(path)),
            ..made.scenario
        };
        self.check_tree(&scenario, texts)?;
        let outputs = Outputs::new(Replacing::SameFormat.or_forced(self.force));
        let saved = outputs
            .begin(OutputKind::Scenario, &self.output_path)
            .and_then(|mut draft: FileDraft| {
                draft.write_all(scenario_json::write(&scenario).as_bytes())?;
                draft.finish()
            });
        saved.map_err(|error| self.not_written(&error, texts))?;
        Ok(Written {
            file: crate::shown(&self.output_path),
            frames: scenario.frames,
            left_out: made
                .left_out
                .iter()
                .map(|left| Sentence::of(&left.message(), texts))
                .collect(),
            warnings: told
                .not_told()
                .iter()
                .map(|remark| Sentence::of(remark, texts))
                .collect(),
        })
    }

    /// The name of the scenario: that of its file.
    fn name(&self) -> String {
        let name = self.output_path.file_name().unwrap_or_default();
        let name = name.to_string_lossy();
        name.split('.').next().unwrap_or_default().to_owned()
    }

    fn check_tree(&self, scenario: &Scenario, texts: &Texts) -> Result<(), Unusable> {
        let tree = tree_of(&self.output_path, scenario);
        if tree.as_ref().is_ok_and(|tree| tree.is_file()) {
            return Ok(());
        }
        let tree = scenario.tree.clone().unwrap_or_default();
        let message = texts.tr_with("cli.live.no_tree", &[("tree", &tree)]);
        let report = Report::error(&self.output_path, "no_tree", message);
        Err(unusable(
            report.with_remedy(texts.tr("cli.live.name_the_tree")),
        ))
    }

    fn refused(&self, refusal: &ScenarioRefusal, texts: &Texts) -> Unusable {
        let message = texts.message(&refusal.message());
        let report = Report::error(&self.record, refusal.code(), message);
        unusable(report.with_remedy(texts.tr("cli.live.other_frames")))
    }

    fn not_written(&self, error: &SaveError, texts: &Texts) -> Unusable {
        let file: &Path = &self.output_path;
        let report = Report::error(file, error.code(), texts.save_error(error));
        unusable(report.with_remedy(remedy(error, file, texts)))
    }
}
