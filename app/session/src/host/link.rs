//! The door for games with a live link: listens on this machine while it is on, and on an address for other machines if the user wants that. It is off at
//! every start. Games of this machine find it by a file that only the user can read, others get the text in it by hand. They prove that they know the token in it, as this side does ([`treewright_link::proof`]). Nothing here waits: a thread has the sockets and reads trees, and [`GameDoor::take`] returns what it has heard.

mod address_file;
mod own_trees;
mod refusals;
mod socket;

use core::net::IpAddr;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::Sender;

use treewright_insight::recording_json::RecordedFile;
use treewright_link::Address;
use treewright_link::proof::Hex16;
use treewright_link::protocol::Program;

use self::address_file::AddressFile;
pub use self::own_trees::{OwnTrees, agreement};
pub use self::refusals::{RefusalCounts, RefusalReason};
use self::socket::{Door, Elsewhere, Shared};
pub use self::socket::{GameCommand, GameEvent};
use super::files;
use super::job::Job;
use crate::game_reach::{Interface, Invitation, Reach};

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
}

/// A game that is or was attached, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId(pub u64);

/// Returns the files of a program that the game does not tell itself, main document first; none if they are not known here either.
pub type OwnFiles = Arc<dyn Fn(&Program) -> Vec<RecordedFile> + Send + Sync>;

/// Accepts the connections of games while it exists. Dropping it ends the connections with a message, and removes its file.
pub struct GameDoor {
    events: Job<GameEvent>,
    commands: Sender<GameCommand>,
    shared: Arc<Shared>,
    address: Address,
    reach: Reach,
    /// Where other machines than this one find it.
    elsewhere: Option<Address>,
    /// Removed when the door is dropped.
    file: Option<AddressFile>,
}

impl GameDoor {
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
            reach: Reach::default(),
            elsewhere: None,
            file: None,
        })
    }

    /// Lets games of other machines attach, too, or only those of this one. Games that may no longer be attached are left.
    ///
    /// # Errors
    /// If the system refuses; nothing has changed then.
    pub fn set_reach(&mut self, reach: Reach) -> Result<(), LinkError> {
        let listener = match reach {
            Reach::Network(address) => Some(self.listen_elsewhere(address)?),
            Reach::ThisMachine | Reach::Tunnel => None,
        };
        let (listener, elsewhere) = listener.unzip();
        self.elsewhere = elsewhere;
        self.reach = reach;
        // Only fails if the thread has ended, after which nothing listens.
        let _ = self.commands.send(GameCommand::ListenElsewhere(listener));
        Ok(())
    }

    fn listen_elsewhere(&self, address: IpAddr) -> Result<(Elsewhere, Address), LinkError> {
        let listener = Elsewhere::listen(address, &self.address);
        listener.map_err(|error| LinkError::of_system(&error))
    }

    /// Returns from which machines games may attach.
    pub fn reach(&self) -> Reach {
        self.reach
    }

    /// Returns what the user of another machine has to know; `None` if only games of this one may attach.
    pub fn invitation(&self) -> Option<Invitation> {
        match self.reach {
            Reach::ThisMachine => None,
            Reach::Tunnel => Some(Invitation::to(&self.address, true)),
            Reach::Network(_) => Some(Invitation::to(self.elsewhere.as_ref()?, false)),
        }
    }

    /// Returns the value of the variable [`treewright_link::VARIABLE`] by which a game attaches at once.
    pub fn variable(&self) -> String {
        self.address.to_variable()
    }

    /// Returns whether games find it by its file.
    pub fn is_announced(&self) -> bool {
        self.file.is_some()
    }

    /// Sets the breakpoints that every game gets when it comes, as the text of their file: none before this is called.
    pub fn arm(&self, breakpoints: &str) {
        self.shared.arm(breakpoints.into());
    }

    /// Returns how often somebody was refused, and why.
    pub fn refusals(&self) -> RefusalCounts {
        self.shared.refusals()
    }

    /// Returns the end at which the thread takes what is to be done.
    pub fn commands(&self) -> Sender<GameCommand> {
        self.commands.clone()
    }

    /// Takes what was told next, if there is something.
    pub fn take(&self) -> Option<GameEvent> {
        let event = self.events.take()?.ok()?;
        if let GameEvent::Told(_, _, bytes) = &event {
            self.shared.waiting.fetch_sub(*bytes, Ordering::Relaxed);
        }
        Some(event)
    }
}

/// Returns the addresses by which other machines reach this one now; none if the system does not tell them.
pub fn interfaces() -> Vec<Interface> {
    let all = if_addrs::get_if_addrs().unwrap_or_default();
    let others = all.into_iter().filter(|interface| {
        // Link-local addresses need the name of the interface of the other machine.
        !interface.is_loopback() && !interface.is_link_local()
    });
    let others = others.map(|interface| Interface {
        address: interface.ip(),
        name: interface.name,
    });
    others.collect()
}

#[cfg(test)]
mod tests;
