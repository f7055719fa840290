//! The door for games with a live link: listens on this machine while it is on, and holds what is known of each game that is attached. It is off at
//! every start. Games find it by a file that only the user can read, and prove that they know the token in it, as this side does
//! ([`treewright_link::proof`]). Nothing here waits: a thread has the sockets and reads trees, and [`GameLink::work`] takes what it has heard.

mod address_file;
mod attached_game;
mod refusals;
mod socket;

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::Sender;

use treewright_insight::recording::DEFAULT_LIMIT;
use treewright_insight::recording_json::RecordedFile;
use treewright_link::Address;
use treewright_link::conversation::End;
use treewright_link::proof::Hex16;
use treewright_link::protocol::{FromEditor, FromGame, Program};
use treewright_link::seen::{Change, SeenGame};

use self::address_file::AddressFile;
pub use self::attached_game::{Asked, AttachedGame, ShownTree};
pub use self::refusals::{RefusalCounts, RefusalReason};
use self::socket::{Command, Door, Event, Shared};
use super::files;
use super::job::Job;
use crate::i18n::Texts;
use crate::workspace::live::LiveSource as _;

/// Why no games can attach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkError {
    /// Another window or command listens already.
    HeldElsewhere,
    /// There is no folder for the file.
    NoFolder,
    /// The system refuses, for this reason.
    System(String),
}

impl LinkError {
    fn of_system(error: &io::Error) -> Self {
        Self::System(files::in_words(error))
    }

    /// A stable name.
    pub fn code(&self) -> &'static str {
        match self {
            Self::HeldElsewhere => "held_elsewhere",
            Self::NoFolder => "no_folder",
            Self::System(_) => "system",
        }
    }

    /// Returns the reason, and what to do.
    pub fn sentence(&self, texts: &Texts) -> String {
        match self {
            Self::HeldElsewhere => texts.tr("link.held_elsewhere").into_owned(),
            Self::NoFolder => texts.tr("link.no_folder").into_owned(),
            Self::System(why) => texts.tr_with("link.system", &[("why", why)]),
        }
    }
}

/// A game that is or was attached, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId(pub u64);

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

/// Returns the files of a program that the game does not tell itself, main document first; none if they are not known here either.
pub type OwnFiles = Arc<dyn Fn(&Program) -> Vec<RecordedFile> + Send + Sync>;

/// The door while it is on. Dropping it switches it off: games are told, and its file is removed.
pub struct GameLink {
    events: Job<Event>,
    commands: Sender<Command>,
    shared: Arc<Shared>,
    address: Address,
    games: BTreeMap<GameId, AttachedGame>,
    limit: usize,
    /// All messages as they came, if somebody wants to see them.
    heard: Option<Vec<(GameId, FromGame)>>,
    /// Removed when the door is dropped.
    file: Option<AddressFile>,
}

impl GameLink {
    /// Listens, and tells games by the file at [`Address::path`] where. `wake` is called when there is something to take.
    ///
    /// # Errors
    /// If another program of the user listens already, or the system refuses.
    pub fn listen(
        wake: impl Fn() + Send + Sync + 'static,
        own_files: OwnFiles,
    ) -> Result<Self, LinkError> {
        let file = Address::path().ok_or(LinkError::NoFolder)?;
        Self::listen_at(&file, wake, own_files)
    }

    /// Like [`Self::listen`], with the path of the file.
    ///
    /// # Errors
    /// If another program of the user listens already, or the system refuses.
    pub fn listen_at(
        file: &Path,
        wake: impl Fn() + Send + Sync + 'static,
        own_files: OwnFiles,
    ) -> Result<Self, LinkError> {
        let file = AddressFile::lock(file)?;
        let mut link = Self::listen_for_child(wake, own_files)?;
        link.file = Some(file.write(&link.address)?);
        Ok(link)
    }

    /// Listens for games that this program starts with [`Self::variable`] in their environment. No file tells others of it.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn listen_for_child(
        wake: impl Fn() + Send + Sync + 'static,
        own_files: OwnFiles,
    ) -> Result<Self, LinkError> {
        let mut token = Hex16::default();
        let random = getrandom::fill(&mut token.0);
        random.map_err(|error| LinkError::System(error.to_string()))?;
        let shared = Arc::<Shared>::default();
        let door = Door::open(token, shared.clone(), own_files);
        let (door, commands) = door.map_err(|error| LinkError::of_system(&error))?;
        let address = door.address();
        let events = Job::begin("games", wake, move |context| {
            door.serve(context);
            None
        });
        Ok(Self {
            events,
            commands,
            shared,
            address,
            games: BTreeMap::new(),
            limit: DEFAULT_LIMIT,
            heard: None,
            file: None,
        })
    }

    /// Returns the value of the variable [`treewright_link::VARIABLE`] by which a game attaches at once.
    pub fn variable(&self) -> String {
        self.address.to_variable()
    }

    /// Returns whether games find it by its file.
    pub fn is_announced(&self) -> bool {
        self.file.is_some()
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
        self.shared.refusals()
    }

    /// Takes what games have told since, at most some thousand messages. Returns what is new, in order.
    pub fn work(&mut self) -> Vec<(GameId, GameNews)> {
        let mut news = Vec::new();
        while news.len() < MOST_AT_ONCE
            && let Some(Ok(event)) = self.events.take()
        {
            news.extend(self.take(event));
        }
        news
    }

    fn take(&mut self, event: Event) -> Option<(GameId, GameNews)> {
        match event {
            Event::Came(game, hello) => {
                let known = AttachedGame::new(game, hello, self.limit, self.commands.clone());
                known.say(FromEditor::List(true));
                self.games.insert(game, known);
                Some((game, GameNews::Came))
            }
            Event::Told(game, message, bytes) => {
                self.shared.waiting.fetch_sub(bytes, Ordering::Relaxed);
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
            Event::Tree(game, program, tree) => {
                let change = self.games.get_mut(&game)?.seen.take_tree(program, tree);
                Some((game, GameNews::Changed(change)))
            }
            Event::Left(game, end) => {
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

#[cfg(test)]
mod tests;
