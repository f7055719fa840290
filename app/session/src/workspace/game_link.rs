//! The games that are or were attached, with what is known of each. Nothing here waits for a game.

mod attached_game;
mod tree_difference;

use std::collections::BTreeMap;

use treewright_insight::told_past::SharedLimit;
use treewright_link::conversation::End;
use treewright_link::protocol::{FromEditor, FromGame};
use treewright_link::seen::{Change, SeenGame};

pub use self::attached_game::{Asked, AttachedGame, ShownTree, SwapReport};
pub use self::tree_difference::{TreeDifference, differences, parts_differ};
use super::live::LiveSource as _;
use crate::host::link::{GameDoor, GameEvent, GameId, RefusalCounts};

/// Something new about a game.
#[derive(Clone, Debug, PartialEq)]
pub enum GameNews {
    /// It is attached.
    Came,
    /// It has told something.
    Changed(Change),
    /// It is attached no longer. What is known of it stays.
    Left(End),
}

/// The open door, and the games that came.
pub struct GameLink {
    door: GameDoor,
    games: BTreeMap<GameId, AttachedGame>,
    /// All messages as they came, if somebody wants to see them.
    heard: Option<Vec<(GameId, FromGame)>>,
    /// Of which state of all documents the door has the breakpoints.
    armed_of: Option<u64>,
    /// For what is known of all games.
    limit: SharedLimit,
}

impl GameLink {
    /// Creates it for the games that connect to this door.
    pub fn new(door: GameDoor) -> Self {
        Self::sharing(door, &SharedLimit::default())
    }

    /// Like [`Self::new`], with a limit of memory that is shared with others.
    pub fn sharing(door: GameDoor, limit: &SharedLimit) -> Self {
        Self {
            door,
            games: BTreeMap::new(),
            heard: None,
            armed_of: None,
            limit: limit.clone(),
        }
    }

    /// Returns the door.
    pub fn door(&self) -> &GameDoor {
        &self.door
    }

    /// Returns the door, to change who may come.
    pub fn door_mut(&mut self) -> &mut GameDoor {
        &mut self.door
    }

    /// Returns whether the door is to get other breakpoints, because what they depend on has changed.
    pub fn needs_breakpoints(&mut self, of: u64) -> bool {
        self.armed_of.replace(of) != Some(of)
    }

    /// Returns the games that are or were attached, in the order in which they came.
    pub fn games(&self) -> &BTreeMap<GameId, AttachedGame> {
        &self.games
    }

    /// Returns a game.
    pub fn game(&self, game: GameId) -> Option<&AttachedGame> {
        self.games.get(&game)
    }

    /// Returns how many games are attached.
    pub fn attached(&self) -> usize {
        let games = self.games.values();
        games.filter(|game| game.end.is_none()).count()
    }

    /// Returns how often somebody was refused, and why.
    pub fn refusals(&self) -> RefusalCounts {
        self.door.refusals()
    }

    /// Takes what games have told since, at most some thousand messages. Returns what is new, in order.
    pub fn work(&mut self) -> Vec<(GameId, GameNews)> {
        let mut news = Vec::new();
        while news.len() < MOST_AT_ONCE
            && let Some(event) = self.door.take()
        {
            news.extend(self.take(event));
        }
        for game in self.games.values_mut() {
            game.seen.keep_within_limit();
        }
        news
    }

    fn take(&mut self, event: GameEvent) -> Option<(GameId, GameNews)> {
        match event {
            GameEvent::Came(game, hello) => {
                let known = AttachedGame::new(game, hello, &self.limit, self.door.commands());
                known.say(FromEditor::List(true));
                self.games.insert(game, known);
                Some((game, GameNews::Came))
            }
            GameEvent::Told(game, message, _) => {
                if let Some(heard) = &mut self.heard {
                    heard.push((game, (*message).clone()));
                }
                let known = self.games.get_mut(&game)?;
                let change = known.seen.take(*message);
                if let Change::Program(program) = change {
                    known.say(FromEditor::Texts(program));
                }
                Some((game, GameNews::Changed(change)))
            }
            GameEvent::Tree(game, program, tree) => {
                let change = self.games.get_mut(&game)?.seen.take_tree(program, tree);
                Some((game, GameNews::Changed(change)))
            }
            GameEvent::Left(game, end) => {
                self.games.get_mut(&game)?.has_ended(end.clone());
                Some((game, GameNews::Left(end)))
            }
        }
    }

    /// Returns the messages that came since this was called last, for checks of a game's client; none before the first call.
    pub fn take_messages(&mut self) -> Vec<(GameId, FromGame)> {
        self.heard.replace(Vec::new()).unwrap_or_default()
    }

    /// Sends a message to a game. Nothing happens if it is no longer attached.
    pub fn say(&self, game: GameId, message: FromEditor) {
        if let Some(known) = self.games.get(&game) {
            known.say(message);
        }
    }

    /// Sends what `asks` makes of what is known of a game. Returns what else it returns.
    pub fn ask<T>(
        &mut self,
        game: GameId,
        asks: impl FnOnce(&mut SeenGame) -> (T, FromEditor),
    ) -> Option<T> {
        let known = self.games.get_mut(&game)?;
        let (asked, message) = asks(&mut known.seen);
        self.say(game, message);
        Some(asked)
    }

    /// Returns a game, to change what is wanted of it.
    pub fn game_mut(&mut self, game: GameId) -> Option<&mut AttachedGame> {
        self.games.get_mut(&game)
    }

    /// Returns all games, to change what is wanted of them.
    pub fn games_mut(&mut self) -> impl Iterator<Item = &mut AttachedGame> {
        self.games.values_mut()
    }

    /// Switches the door off, and returns the games, of which what they told is kept.
    pub fn close(mut self) -> BTreeMap<GameId, AttachedGame> {
        for game in self.games.values_mut() {
            game.detach();
        }
        std::mem::take(&mut self.games)
    }

    /// Forgets a game that is no longer attached.
    pub fn forget(&mut self, game: GameId) {
        if self.games.get(&game).is_some_and(|game| game.end.is_some()) {
            self.games.remove(&game);
        }
    }
}

/// The most news that are taken at once, so that a frame of the window stays short.
const MOST_AT_ONCE: usize = 2_000;
