//! `treewright live record`: writes what agents of a game do for some seconds, and what they did before, to a file. Each message is
//! written when it arrives, so a command that is killed leaves what there is, and memory does not grow.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use serde::Serialize;
use treewright_link::live_file::{ENDING, Head, LiveWriter};
use treewright_link::protocol::{FromGame, MOST_WATCHED};
use treewright_link::seen::SeenGame;
use treewright_session::host::files::{FileDraft, GrowingFile, SaveError};
use treewright_session::host::link::GameId;
use treewright_session::host::outputs::{OutputKind, Outputs, Replacing};
use treewright_session::i18n::Texts;

use super::list::there;
use super::{Door, Waiting, check_ending, seconds, warn};
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
    /// How many agents were meant.
    of: usize,
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
        let outputs = Outputs::new(Replacing::Nothing.or_forced(self.force));
        let recorded = check_ending(&self.output_path, ENDING, texts).and_then(|()| {
            let draft = outputs.begin(OutputKind::Live, &self.output_path);
            let draft = draft.map_err(|error| self.not_written(&error, texts))?;
            self.record(draft, texts)
        });
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
        let mut agents = self.chosen(&door, id, texts)?;
        let of = agents.len();
        agents.truncate(MOST_WATCHED);
        let mut file = self.begin(&door, id, draft, texts)?;
        // From here on they are heard.
        door.link.take_messages();
        door.link
            .ask(id, |seen| ((), seen.watch(agents, self.past)));
        let mut failed = None;
        door.until(Duration::from_secs_f64(self.seconds), |link, _| {
            let messages = link.take_messages();
            let Some(game) = link.game(id) else {
                return true;
            };
            let own = messages.iter().filter(|(from, _)| *from == id);
            failed = file.add(&game.seen, own.map(|(_, message)| message)).err();
            failed.is_some() || game.end.is_some()
        });
        let Some(game) = door.game(id) else {
            return Err(nothing_recorded(texts));
        };
        let written = failed.map_or(Ok(()), Err).and_then(|()| file.finish());
        let told = written.map_err(|error| self.not_written(&error, texts))?;
        let Some((agents, (first, last))) = told else {
            return Err(nothing_recorded(texts));
        };
        let trees = game.seen.programs().values();
        let problems = trees.filter_map(|program| program.tree.as_ref()?.as_ref().err());
        let mut warnings: Vec<String> = problems
            .map(|problem| texts.sentence(&problem.message()))
            .collect();
        if game.end.is_some() {
            warnings.push(texts.tr("cli.live.game_ended").into_owned());
        }
        if of > MOST_WATCHED {
            let (most, of) = (MOST_WATCHED.to_string(), of.to_string());
            let arguments = [("most", &*most), ("of", &*of)];
            warnings.push(texts.tr_with("cli.live.most_recorded", &arguments));
        }
        let recorded = Recorded {
            file: crate::shown(&self.output_path),
            agents,
            of,
            first_frame: first,
            last_frame: last,
        };
        Ok((recorded, warnings))
    }

    fn begin(
        &self,
        door: &Door,
        game: GameId,
        draft: FileDraft,
        texts: &Texts,
    ) -> Result<RecordFile, Unusable> {
        let Some(game) = door.game(game) else {
            return Err(nothing_recorded(texts));
        };
        let head = Head::of(&game.hello.app, &game.hello.engine);
        let writer =
            LiveWriter::begin(GrowingFile::Draft(Box::new(draft)), &head).map_err(SaveError::from);
        let writer = writer.map_err(|error| self.not_written(&error, texts))?;
        Ok(RecordFile(Some(writer)))
    }

    /// Returns the agents that are meant: those that are named, or all.
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
        Ok(agents)
    }

    fn not_written(&self, error: &SaveError, texts: &Texts) -> Unusable {
        let report = Report::error(&self.output_path, error.code(), texts.save_error(error));
        unusable(report.with_remedy(remedy(error, &self.output_path, texts)))
    }
}

/// The file, which has everything that was told so far; nothing is in its place before there is something. Gone after an error.
struct RecordFile(Option<LiveWriter<GrowingFile>>);

/// The agents of which something was recorded, and the first and last frame.
type Told = (Vec<u64>, (u64, u64));

impl RecordFile {
    /// Adds what the game has told.
    fn add<'m>(
        &mut self,
        seen: &SeenGame,
        messages: impl Iterator<Item = &'m FromGame>,
    ) -> Result<(), SaveError> {
        let Some(mut writer) = self.0.take() else {
            return Ok(());
        };
        for message in messages {
            writer.follow(seen, message)?;
        }
        if writer.frames().is_some() {
            writer = writer.moved(GrowingFile::place)?;
            writer.flush()?;
        }
        self.0 = Some(writer);
        Ok(())
    }

    /// Ends the file. Returns nothing if there is nothing in it; then there is no file.
    fn finish(self) -> Result<Option<Told>, SaveError> {
        let Some(writer) = self.0 else {
            return Ok(None);
        };
        let agents = writer.told().iter().copied().collect();
        let Some(frames) = writer.frames() else {
            return Ok(None);
        };
        writer.finish().finish()?;
        Ok(Some((agents, frames)))
    }
}

fn nothing_recorded(texts: &Texts) -> Unusable {
    let message = texts.tr("cli.live.nothing_recorded").into_owned();
    let report = Report::error(Path::new("link"), "nothing_recorded", message);
    unusable(report.with_remedy(texts.tr("cli.live.why_nothing").into_owned()))
}
