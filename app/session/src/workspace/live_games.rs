//! Games that are attached, as lists show them. Knows neither sockets nor how games are asked.

use std::collections::BTreeSet;

use treewright_link::seen::SeenGame;

use super::live::SourceId;
use crate::game_reach::{Interface, Invitation, Reach};
use crate::host::link::GameDoor;

/// What a search among the agents of a game has found so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FoundAgents {
    /// What was looked for, as the user wrote it.
    pub text: String,
    pub agents: BTreeSet<u64>,
    pub is_complete: bool,
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
}

/// A game that is or was attached.
#[derive(Clone, Copy)]
pub struct GameView<'a> {
    pub source: SourceId,
    /// What the user knows it by.
    pub name: &'a str,
    pub seen: &'a SeenGame,
    /// What was looked for last.
    pub found: Option<&'a FoundAgents>,
    /// The agent that the active document shows.
    pub shown: Option<u64>,
    /// Whether it can look for agents.
    pub can_find: bool,
    /// Whether it can measure how long leaves take.
    pub can_measure: bool,
    pub is_attached: bool,
}
