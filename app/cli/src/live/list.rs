//! `treewright live list`: games, their agents and where each stands.

use std::io;

use clap::Args;
use serde::Serialize;
use treewright_link::seen::{SeenAgent, SeenGame};
use treewright_session::workspace::game_link::AttachedGame;

use super::{Waiting, agent_name, refused, warn};
use crate::colors::{HEADING, styled};
use crate::input::Unusable;
use crate::report::{write_json, write_more};
use crate::{Format, Outcome, Output, Streams};

/// The most agents of a game that are shown to people.
const SHOWN: usize = 50;

#[derive(Debug, Args)]
pub struct List {
    #[command(flatten)]
    waiting: Waiting,

    #[command(flatten)]
    pub(super) output: Output,
}

#[derive(Serialize)]
struct Games<'a> {
    games: Vec<Game<'a>>,
}

#[derive(Serialize)]
struct Game<'a> {
    app: &'a str,
    process: u32,
    engine: &'a str,
    frame: u64,
    paused: bool,
    may: Vec<&'a str>,
    agents: Vec<Listed<'a>>,
}

#[derive(Serialize)]
struct Listed<'a> {
    agent: u64,
    name: &'a str,
    tags: Vec<&'a str>,
    tree: &'a str,
    /// The ids of the nodes that run; none if it was not told.
    #[serde(skip_serializing_if = "Option::is_none")]
    running: Option<Vec<&'a str>>,
}

impl List {
    pub(super) fn execute(
        &self,
        streams: &mut Streams<'_>,
    ) -> io::Result<Result<Outcome, Unusable>> {
        let texts = streams.texts;
        let found = self.waiting.open(texts).and_then(|mut door| {
            self.waiting.game(&mut door, texts)?;
            Ok(door)
        });
        let door = match found {
            Ok(door) => door,
            Err(unusable) => return Ok(Err(unusable)),
        };
        let games = door.link.games().values();
        if self.output.format == Format::Json {
            let games = games.map(game_of).collect();
            write_json(streams.out, &Games { games })?;
        } else {
            for game in games {
                write_game(streams, game)?;
            }
            if let Some(refused) = refused(&door.link.refusals(), texts) {
                warn(streams, &refused)?;
            }
        }
        Ok(Ok(Outcome::Success))
    }
}

fn game_of(game: &AttachedGame) -> Game<'_> {
    let (hello, seen) = (&game.hello, &game.seen);
    Game {
        app: &hello.app,
        process: hello.process,
        engine: &hello.engine,
        frame: seen.state().frame,
        paused: seen.state().paused,
        may: hello.may.iter().map(|may| &**may).collect(),
        agents: there(seen)
            .map(|(number, known)| Listed {
                agent: number,
                name: &known.name,
                tags: known.tags.iter().map(|tag| &**tag).collect(),
                tree: tree_of(seen, known),
                running: running(seen, known),
            })
            .collect(),
    }
}

/// Returns the agents that have not left.
pub(super) fn there(seen: &SeenGame) -> impl Iterator<Item = (u64, &SeenAgent)> {
    let agents = seen.agents().iter();
    let there = agents.filter(|(_, known)| known.left.is_none());
    there.map(|(number, known)| (*number, known))
}

fn tree_of<'a>(seen: &'a SeenGame, known: &SeenAgent) -> &'a str {
    let program = seen.programs().get(&known.program);
    program.map_or("", |program| &program.message.document)
}

fn running<'a>(seen: &'a SeenGame, known: &SeenAgent) -> Option<Vec<&'a str>> {
    let program = seen.programs().get(&known.program)?;
    let at = known.at.as_ref()?.iter();
    let nodes = at.filter_map(|place| program.message.nodes.get(*place as usize));
    Some(nodes.map(|(id, ..)| id.as_str()).collect())
}

fn write_game(streams: &mut Streams<'_>, game: &AttachedGame) -> io::Result<()> {
    let (texts, seen) = (streams.texts, &game.seen);
    let agents: Vec<_> = there(seen).collect();
    let (frame, process) = (
        seen.state().frame.to_string(),
        game.hello.process.to_string(),
    );
    let arguments = [
        ("app", &*game.hello.app),
        ("process", &*process),
        ("frame", &*frame),
    ];
    let heading = texts.tr_count_with("cli.live.game", agents.len(), &arguments);
    writeln!(streams.out, "{}", styled(HEADING, heading))?;
    for (number, known) in agents.iter().take(SHOWN) {
        let mut line = format!("  {}", agent_name(game, *number));
        for part in [known.tags.join(" "), tree_of(seen, known).to_owned()] {
            if !part.is_empty() {
                line = format!("{line}  {part}");
            }
        }
        if let Some(running) = running(seen, known) {
            line = format!("{line}  {}", running.join(" "));
        }
        writeln!(streams.out, "{line}")?;
    }
    write_more(streams.out, texts, agents.len().saturating_sub(SHOWN))
}
