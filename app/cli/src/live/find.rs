//! `treewright live find`: agents of a game whose variables meet a condition, in which a node runs, or that have a name.

use std::collections::BTreeSet;
use std::io;
use std::path::Path;
use std::time::Duration;

use clap::Args;
use serde::Serialize;
use treewright_authoring::validate::nearest;
use treewright_link::protocol::Condition;
use treewright_link::seen::{Answer, Change};
use treewright_session::i18n::Texts;
use treewright_session::workspace::game_link::{AttachedGame, GameNews};

use super::{Door, Waiting, agent_name};
use crate::input::{Unusable, unusable};
use crate::report::{Report, write_json, write_more};
use crate::{Format, Outcome, Output, Streams};

/// How long a game may take for the search.
const PATIENCE: Duration = Duration::from_secs(30);
/// The most agents that are shown to people.
const SHOWN: usize = 100;

#[derive(Debug, Args)]
pub struct Find {
    #[arg(value_name = "EXPRESSION", required_unless_present_any = ["running", "name"])]
    expression: Option<String>,

    #[arg(long, value_name = "ID", conflicts_with = "expression")]
    running: Option<String>,

    #[arg(long, value_name = "TEXT", conflicts_with_all = ["expression", "running"])]
    name: Option<String>,

    #[command(flatten)]
    waiting: Waiting,

    #[command(flatten)]
    pub(super) output: Output,
}

#[derive(Default, Serialize)]
struct Found {
    agents: Vec<u64>,
    of: u64,
}

impl Find {
    pub(super) fn execute(
        &self,
        streams: &mut Streams<'_>,
    ) -> io::Result<Result<Outcome, Unusable>> {
        let texts = streams.texts;
        let mut door = match self.waiting.open(texts) {
            Ok(door) => door,
            Err(unusable) => return Ok(Err(unusable)),
        };
        let (found, names) = match self.find(&mut door, texts) {
            Ok(found) => found,
            Err(unusable) => return Ok(Err(unusable)),
        };
        if self.output.format == Format::Json {
            write_json(streams.out, &found)?;
        } else {
            let of = found.of.to_string();
            let heading = texts.tr_count_with("cli.live.found", found.agents.len(), &[("of", &of)]);
            writeln!(streams.out, "{heading}")?;
            for name in names.iter().take(SHOWN) {
                writeln!(streams.out, "  {name}")?;
            }
            write_more(streams.out, texts, names.len().saturating_sub(SHOWN))?;
        }
        Ok(Ok(if found.agents.is_empty() {
            Outcome::Problems
        } else {
            Outcome::Success
        }))
    }

    fn condition(&self) -> Condition {
        match (&self.running, &self.name, &self.expression) {
            (Some(node), ..) => Condition::Running(node.as_str().into()),
            (_, Some(name), _) => Condition::Name(name.as_str().into()),
            (.., expression) => {
                let expression = expression.as_deref().unwrap_or_default();
                Condition::Expression(expression.into())
            }
        }
    }

    /// Checks that a tree of the game has the node that is to run: a game finds no agent otherwise.
    fn check_node(&self, game: Option<&AttachedGame>, texts: &Texts) -> Result<(), Unusable> {
        let Some((node, game)) = self.running.as_deref().zip(game) else {
            return Ok(());
        };
        let programs = game.seen.programs().values();
        let nodes = programs.flat_map(|program| &program.message.nodes);
        let nodes: BTreeSet<&str> = nodes.map(|(id, ..)| id.as_str()).collect();
        if nodes.is_empty() || nodes.contains(node) {
            return Ok(());
        }
        let message = texts.tr_with("cli.live.no_node", &[("node", node)]);
        let report = Report::error(Path::new("link"), "no_node", message);
        let remedy = match nearest(node, nodes) {
            Some(similar) => texts.tr_with("cli.did_you_mean", &[("name", similar)]),
            None => texts.tr("cli.live.what_to_find").into_owned(),
        };
        Err(unusable(report.with_remedy(remedy)))
    }

    /// Returns what was found, and the names of it.
    fn find(&self, door: &mut Door, texts: &Texts) -> Result<(Found, Vec<String>), Unusable> {
        let game = self.waiting.game(door, texts)?;
        self.check_node(door.game(game), texts)?;
        let number = door
            .link
            .ask(game, |seen| seen.find(self.condition()))
            .unwrap_or_default();
        let (mut found, mut refused) = (Found::default(), None);
        let is_complete = door.until(PATIENCE, |_, news| {
            let mut is_complete = false;
            for (_, news) in news {
                match news {
                    GameNews::Changed(Change::Found(part)) if part.number == number => {
                        found.agents.extend(&part.agents);
                        found.of = part.of;
                        is_complete |= part.looked >= part.of;
                    }
                    GameNews::Changed(Change::Answer(answered, Answer::Refused(why)))
                        if *answered == number =>
                    {
                        refused = Some(texts.game_refusal(why));
                        is_complete = true;
                    }
                    GameNews::Left(_) => is_complete = true,
                    _ => {}
                }
            }
            is_complete
        });
        let problem =
            refused.or_else(|| (!is_complete).then(|| texts.tr("cli.live.no_answer").into_owned()));
        if let Some(problem) = problem {
            let report = Report::error(Path::new("link"), "not_found", problem);
            let remedy = texts.tr("cli.live.what_to_find").into_owned();
            return Err(unusable(report.with_remedy(remedy)));
        }
        found.agents.sort_unstable();
        found.agents.dedup();
        let names = door.game(game).map(|game| {
            let agents = found.agents.iter();
            agents.map(|agent| agent_name(game, *agent)).collect()
        });
        Ok((found, names.unwrap_or_default()))
    }
}
