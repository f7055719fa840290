//! Games that are attached, as lists show them. Knows neither sockets nor how games are asked.

use std::collections::BTreeSet;

use treewright_core::runtime::AgentId;
use treewright_core::{Argument, ToArgument as _};
use treewright_insight::told_past::ToldPast;
use treewright_link::protocol::{Condition, Refused};
use treewright_link::seen::SeenGame;

use super::game_link::TreeDifference;
use super::live::{Connection, SourceId};
use crate::game_reach::{Interface, Invitation, Reach};
use crate::host::link::GameDoor;
use crate::i18n::said;

/// What a search among the agents of a game has found so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundAgents {
    /// What was looked for, as the user wrote it.
    pub text: String,
    pub condition: Condition,
    /// The last frame that the game had run when it was asked.
    pub frame: u64,
    pub agents: BTreeSet<u64>,
    pub is_complete: bool,
    /// Why the game did not look; then all agents are listed.
    pub refused: Option<Refused>,
}

/// The door for games while it is on.
#[derive(Clone, Debug)]
pub struct DoorView {
    /// How often somebody was refused, by reason.
    pub refused: Vec<(&'static str, u64)>,
    /// From which machines games may attach.
    pub reach: Reach,
    /// What the user of another machine has to know.
    pub invitation: Option<Invitation>,
    /// The addresses by which other machines may reach this one.
    pub interfaces: Vec<Interface>,
}

impl DoorView {
    /// Describes a door.
    pub fn of(door: &GameDoor, interfaces: &[Interface]) -> Self {
        let refused = door.refusals().into_iter();
        Self {
            refused: refused
                .map(|(reason, count)| (reason.name(), count))
                .collect(),
            reach: door.reach(),
            invitation: door.invitation(),
            interfaces: interfaces.to_vec(),
        }
    }

    /// Returns whether other machines reach it over a network.
    pub fn is_exposed(&self) -> bool {
        matches!(self.reach, Reach::Network(_))
    }
}

/// A game that is or was attached.
#[derive(Clone, Copy)]
pub struct GameView<'a> {
    pub source: SourceId,
    /// What the user knows it by.
    pub name: &'a str,
    pub seen: &'a SeenGame,
    /// Whether it is or was reached; `None` if a file tells it.
    pub connection: Option<&'a Connection>,
    /// What was looked for last.
    pub found: Option<&'a FoundAgents>,
    /// The agent that the active document shows.
    pub shown: Option<u64>,
    /// Whether it can look for agents.
    pub can_find: bool,
    /// Whether its trees can be replaced.
    pub can_swap: bool,
    /// The documents of the editor that differ from what it runs.
    pub differences: &'a [TreeDifference],
}

impl<'a> GameView<'a> {
    /// Returns the path in the game of the document that an agent runs.
    pub fn path_of(&self, agent: u64) -> Option<&'a str> {
        let program = self.seen.agents().get(&agent)?.program;
        Some(&self.seen.programs().get(&program)?.message.document)
    }

    /// Returns what the user knows an agent by.
    pub fn title_of(&self, agent: u64) -> Argument {
        agent_title(self.seen, agent)
    }

    /// Returns how many seconds of what an agent did are known: what the game remembered when it was chosen, and what came since. `None` if it was
    /// not chosen.
    pub fn known_seconds(&self, agent: u64) -> Option<f64> {
        known_seconds(self.seen.past(), AgentId(agent))
    }
}

/// Returns what the user knows an agent of a game by: its name, or else its number.
pub fn agent_title(seen: &SeenGame, agent: u64) -> Argument {
    match seen.name_of(AgentId(agent)) {
        "" => {
            let number = agent.to_string().to_argument();
            said("games.agent", vec![("number", number)]).to_argument()
        }
        name => name.to_argument(),
    }
}

/// Returns how many seconds lie between the first and the last known frame of an agent.
pub(super) fn known_seconds(past: &ToldPast, agent: AgentId) -> Option<f64> {
    let (mut stretches, mut last) = (past.stretches(agent), past.stretches(agent).rev());
    let (first, last) = (stretches.next()?, last.next()?);
    let end = last.history().time(last.last_frame());
    Some(end - first.history().time(first.first_frame()))
}
