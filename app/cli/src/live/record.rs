//! `treewright live record`: writes what agents of a game do for some seconds, and what they did before, to a file.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use serde::Serialize;
use treewright_core::runtime::AgentId;
use treewright_link::live_file::{self, Head};
use treewright_link::protocol::MOST_WATCHED;
use treewright_session::host::files::{FileDraft, SaveError};
use treewright_session::host::link::GameId;
use treewright_session::host::outputs::{OutputKind, Outputs, Replacing};
use treewright_session::i18n::Texts;
use treewright_session::workspace::game_link::AttachedGame;

use super::list::there;
use super::{Door, Waiting, seconds, warn};
use crate::input::{Unusable, unusable};
use crate::report::{Report, write_json};
use crate::transfer::remedy;
use crate::{Format, Outcome, Output, Streams};

#[derive(Debug, Args)]
pub struct Record {
    #[arg(long, value_name = "S", default_value = "10", value_parser = seconds, allow_hyphen_values = true)]
    seconds: f64,

    #[arg(short, long, value_name = "OUT")]
    output_path: PathBuf,

    #[arg(long, value_name = "NAME_OR_NUMBER")]
    agent: Vec<String>,

    #[arg(long, value_name = "S", default_value = "20", value_parser = seconds, allow_hyphen_values = true)]
    past: f64,

    #[arg(long)]
    force: bool,

    #[command(flatten)]
    waiting: Waiting,

    #[command(flatten)]
    pub(super) output: Output,
}

#[derive(Serialize)]
struct Recorded {
    file: String,
    agents: Vec<u64>,
    first_frame: u64,
    last_frame: u64,
}

impl Record {
    pub(super) fn execute(
        &self,
        streams: &mut Streams<'_>,
    ) -> io::Result<Result<Outcome, Unusable>> {
        let texts = streams.texts;
        // Before the wait, so that nobody waits for a file that cannot be written.
        let outputs = Outputs::new(Replacing::SameFormat.or_forced(self.force));
        let draft = outputs.begin(OutputKind::Live, &self.output_path);
        let recorded = draft
            .map_err(|error| self.not_written(&error, texts))
            .and_then(|draft| self.record(draft, texts));
        let (recorded, warnings) = match recorded {
            Ok(recorded) => recorded,
            Err(unusable) => return Ok(Err(unusable)),
        };
        for warning in warnings {
            warn(streams, &warning)?;
        }
        if self.output.format == Format::Json {
            write_json(streams.out, &recorded)?;
            return Ok(Ok(Outcome::Success));
        }
        let (first, last) = (
            recorded.first_frame.to_string(),
            recorded.last_frame.to_string(),
        );
        let arguments = [
            ("file", &*recorded.file),
            ("first", &*first),
            ("last", &*last),
        ];
        let text = texts.tr_count_with("cli.live.recorded", recorded.agents.len(), &arguments);
        writeln!(streams.out, "{text}")?;
        Ok(Ok(Outcome::Success))
    }

    fn record(&self, draft: FileDraft, texts: &Texts) -> Result<(Recorded, Vec<String>), Unusable> {
        let mut door = self.waiting.open(texts)?;
        let id = self.waiting.game(&mut door, texts)?;
        let agents = self.chosen(&door, id, texts)?;
        let watched = agents.clone();
        door.link
            .ask(id, |seen| ((), seen.watch(watched, self.past)));
        let has_left = |game: Option<&AttachedGame>| game.is_none_or(|game| game.end.is_some());
        door.until(Duration::from_secs_f64(self.seconds), |link, _| {
            has_left(link.game(id))
        });
        let Some(game) = door.game(id) else {
            return Err(nothing_recorded(texts));
        };
        let head = Head::of(&game.hello.app, &game.hello.engine);
        let past = game.seen.past();
        let known = agents.iter().copied();
        let known = known.filter(|agent| past.stretches(AgentId(*agent)).next().is_some());
        let agents: Vec<u64> = known.collect();
        let Some((first, last)) = past.frames().filter(|_| !agents.is_empty()) else {
            return Err(nothing_recorded(texts));
        };
        let written = live_file::write(&game.seen, &head, agents.clone(), draft);
        let saved = written.map_err(SaveError::from).and_then(FileDraft::finish);
        saved.map_err(|error| self.not_written(&error, texts))?;
        let trees = game.seen.programs().values();
        let problems = trees.filter_map(|program| program.tree.as_ref()?.as_ref().err());
        let mut warnings: Vec<String> = problems
            .map(|problem| texts.sentence(&problem.message()))
            .collect();
        if game.end.is_some() {
            warnings.push(texts.tr("cli.live.game_ended").into_owned());
        }
        let recorded = Recorded {
            file: crate::shown(&self.output_path),
            agents,
            first_frame: first + 1,
            last_frame: last,
        };
        Ok((recorded, warnings))
    }

    /// Returns the agents that are to be recorded: those that are named, or the first ones.
    fn chosen(&self, door: &Door, game: GameId, texts: &Texts) -> Result<Vec<u64>, Unusable> {
        let Some(game) = door.game(game) else {
            return Err(nothing_recorded(texts));
        };
        let mut agents: Vec<u64> = Vec::new();
        for wanted in &self.agent {
            let number = wanted.parse::<u64>().ok();
            let found = there(&game.seen).filter(|(agent, known)| {
                number.map_or_else(|| known.is_called(wanted), |number| number == *agent)
            });
            let before = agents.len();
            agents.extend(found.map(|(agent, _)| agent));
            if agents.len() == before {
                let message = texts.tr_with("cli.live.no_agent", &[("agent", wanted)]);
                let report = Report::error(Path::new("link"), "no_agent", message);
                let remedy = texts.tr("cli.live.list_agents").into_owned();
                return Err(unusable(report.with_remedy(remedy)));
            }
        }
        if self.agent.is_empty() {
            agents.extend(there(&game.seen).map(|(agent, _)| agent));
        }
        agents.sort_unstable();
        agents.dedup();
        agents.truncate(MOST_WATCHED);
        Ok(agents)
    }

    fn not_written(&self, error: &SaveError, texts: &Texts) -> Unusable {
        let report = Report::error(&self.output_path, error.code(), texts.save_error(error));
        unusable(report.with_remedy(remedy(error, &self.output_path, texts)))
    }
}

fn nothing_recorded(texts: &Texts) -> Unusable {
    let message = texts.tr("cli.live.nothing_recorded").into_owned();
    let report = Report::error(Path::new("link"), "nothing_recorded", message);
    unusable(report.with_remedy(texts.tr("cli.live.why_nothing").into_owned()))
}
