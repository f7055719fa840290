//! `treewright live`: games that run, for machines without a display: lists their agents, records and finds them, checks clients of the live link, and
//! makes tests of what was recorded. Commands for a game wait until one attaches, or start one.

mod check;
mod find;
mod list;
mod record;
mod scenario;

use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use clap::{Args, Subcommand};
use treewright_insight::told_past::SharedLimit;
use treewright_link::VARIABLE;
use treewright_session::file_names::path_ending_in;
use treewright_session::host::link::{GameDoor, GameId, RefusalCounts};
use treewright_session::i18n::Texts;
use treewright_session::workspace::game_link::{AttachedGame, GameLink, GameNews};

use super::argument_errors::InvalidValue;
use super::colors::{NOTABLE, styled};
use super::input::{Unusable, unusable};
use super::report::{Report, write_unusable};
use super::{Outcome, Output, Streams};

/// The time between two looks at what games have told.
const LOOK: Duration = Duration::from_millis(5);
/// How long a game may take to tell who its agents are.
const INTRODUCTION: Duration = Duration::from_millis(400);
/// The bytes that are kept of what agents did: no command looks back, and what is recorded goes to its file at once.
const KEPT: usize = 4 << 20;
/// The longest time that can be given, in seconds: a day.
const MOST_SECONDS: f64 = 86_400.0;

#[derive(Debug, Args)]
pub struct Live {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    List(list::List),
    Record(record::Record),
    Find(find::Find),
    Check(check::Check),
    Scenario(scenario::FromRecord),
}

/// Which game, and how long to wait for it.
#[derive(Debug, Args)]
struct Waiting {
    #[arg(long, value_name = "S", default_value = "3", value_parser = seconds, allow_hyphen_values = true)]
    wait: f64,

    #[arg(last = true, value_name = "GAME")]
    game: Vec<OsString>,
}

fn seconds(text: &str) -> Result<f64, InvalidValue> {
    let number = text.parse().ok();
    number
        .filter(|number| (0.0..=MOST_SECONDS).contains(number))
        .ok_or_else(|| InvalidValue::out_of_range("cli.argument.seconds", &0, &MOST_SECONDS))
}

impl Live {
    pub(super) fn execute(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        let done = match &self.action {
            Action::List(list) => list.execute(streams)?,
            Action::Record(record) => record.execute(streams)?,
            Action::Find(find) => find.execute(streams)?,
            Action::Check(check) => check.execute(streams)?,
            Action::Scenario(scenario) => scenario.execute(streams)?,
        };
        match done {
            Ok(outcome) => Ok(outcome),
            Err(unusable) => {
                write_unusable(streams, self.output().format, &unusable.report, None)?;
                Ok(Outcome::Unusable)
            }
        }
    }

    pub(super) fn output(&self) -> Output {
        match &self.action {
            Action::List(list) => list.output,
            Action::Record(record) => record.output,
            Action::Find(find) => find.output,
            Action::Check(check) => check.output,
            Action::Scenario(scenario) => scenario.output,
        }
    }
}

/// The open door, and the game that was started for it.
struct Door {
    link: GameLink,
    child: Option<Child>,
}

/// A game that this command has started ends with it.
impl Drop for Door {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            // It may have ended by itself.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl Waiting {
    /// Opens the door, and starts the game if one is given.
    fn open(&self, texts: &Texts) -> Result<Door, Unusable> {
        let own_files = Arc::new(|_: &_| Vec::new());
        let door = if self.game.is_empty() {
            GameDoor::listen(|| {}, own_files)
        } else {
            GameDoor::listen_for_child(|| {}, own_files)
        };
        let door = door.map_err(|error| {
            let report = Report::error(Path::new("link"), error.code(), texts.link_error(&error));
            unusable(report)
        })?;
        let child = self.start(&door, texts)?;
        let link = GameLink::sharing(door, &SharedLimit::of(KEPT));
        Ok(Door { link, child })
    }

    fn start(&self, door: &GameDoor, texts: &Texts) -> Result<Option<Child>, Unusable> {
        let Some((program, arguments)) = self.game.split_first() else {
            return Ok(None);
        };
        let mut command = Command::new(program);
        command
            .args(arguments)
            .env(VARIABLE, door.variable())
            .stdin(Stdio::null())
            .stdout(Stdio::null());
        let child = command.spawn().map_err(|error| {
            let reason = texts.io_error(&error);
            let message = texts.tr_with("cli.live.not_started", &[("reason", &reason)]);
            unusable(Report::error(Path::new(program), "not_started", message))
        })?;
        Ok(Some(child))
    }

    /// Waits for a game, and until it has told who its agents are.
    fn game(&self, door: &mut Door, texts: &Texts) -> Result<GameId, Unusable> {
        let wait = Duration::from_secs_f64(self.wait);
        let came = door.until(wait, |_, news| {
            news.iter().any(|(_, news)| *news == GameNews::Came)
        });
        let first = door.link.games().keys().next().copied();
        let Some(game) = first.filter(|_| came) else {
            return Err(no_game(&door.link.refusals(), texts));
        };
        door.until(INTRODUCTION, |_, _| false);
        Ok(game)
    }
}

impl Door {
    /// Takes what games tell until this returns true or the time is over. Returns whether it did.
    fn until(
        &mut self,
        patience: Duration,
        mut is_enough: impl FnMut(&mut GameLink, &[(GameId, GameNews)]) -> bool,
    ) -> bool {
        let begin = Instant::now();
        loop {
            let news = self.link.work();
            if is_enough(&mut self.link, &news) {
                return true;
            }
            if begin.elapsed() >= patience {
                return false;
            }
            thread::sleep(LOOK);
        }
    }

    fn game(&self, game: GameId) -> Option<&AttachedGame> {
        self.link.game(game)
    }
}

fn no_game(refusals: &RefusalCounts, texts: &Texts) -> Unusable {
    let message = texts.tr("cli.live.no_game").into_owned();
    let report = Report::error(Path::new("link"), "no_game", message);
    let remedy = match refused(refusals, texts) {
        Some(refused) => refused,
        None => texts.tr("cli.live.how_to_attach").into_owned(),
    };
    unusable(report.with_remedy(remedy))
}

/// Returns who was refused, in a sentence; `None` if nobody was.
fn refused(refusals: &RefusalCounts, texts: &Texts) -> Option<String> {
    let counts = refusals.iter().map(|(reason, count)| {
        let key = format!("door.refused.{}", reason.name());
        let what = texts.tr(&key);
        format!("{what}: {count}")
    });
    let counts: Vec<String> = counts.collect();
    (!counts.is_empty()).then(|| {
        let list = counts.join(&texts.tr("cli.list_separator"));
        texts.tr_with("cli.live.refused", &[("list", &list)])
    })
}

/// Checks that the name of a file ends as those of its kind, by which they are recognized when they are read.
fn check_ending(file: &Path, ending: &str, texts: &Texts) -> Result<(), Unusable> {
    let proposed = path_ending_in(file, ending);
    if proposed == file {
        return Ok(());
    }
    let message = texts.tr_with("cli.live.other_ending", &[("ending", ending)]);
    let report = Report::error(file, "ending", message);
    let proposed = crate::shown(&proposed);
    let remedy = texts.tr_with("cli.live.name_it", &[("file", &proposed)]);
    Err(unusable(report.with_remedy(remedy)))
}

/// Writes a warning that does not keep the command from its work.
fn warn(streams: &mut Streams<'_>, text: &str) -> io::Result<()> {
    writeln!(streams.err, "{}", styled(NOTABLE, text))
}

/// The number of an agent with its name, as lists show it.
fn agent_name(game: &AttachedGame, agent: u64) -> String {
    let known = game.seen.agents().get(&agent);
    match known.filter(|known| !known.name.is_empty()) {
        Some(known) => format!("{agent}  {}", known.name),
        None => agent.to_string(),
    }
}
