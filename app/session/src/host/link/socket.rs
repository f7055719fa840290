//! The sockets of the door for games, on a thread of its own: the only file of the program that uses them for games. It listens on this machine, and on
//! another address only while the user wants that, speaks with each game, and reads the trees that games tell. It never waits for a single game.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use treewright_insight::breakpoints_json::{self, ProjectBreakpoints};
use treewright_link::Address;
use treewright_link::conversation::{EditorSide, End, Told};
use treewright_link::proof::Hex16;
use treewright_link::protocol::{FromEditor, FromGame, Hello, Json, Nothing, Program};
use treewright_link::seen::{SeenTree, TreeProblem};

use super::refusals::{RefusalCounts, RefusalReason, WrongProofs};
use super::{GameId, OwnFiles};
use crate::host::job::JobContext;

/// The time between two looks at the sockets, and without any.
const POLL: Duration = Duration::from_millis(4);
const REST: Duration = Duration::from_millis(50);
/// The most games at once.
const MOST_GAMES: usize = 4;
/// The most connections that have not proved themselves yet.
const MOST_STRANGERS: usize = 8;
/// The most bytes that are read from a game at once, and how often in a row.
const READ: usize = 64 << 10;
const READS: usize = 16;
/// If more bytes of messages than this wait for the window, frames of agents are discarded, which leaves a gap in their past.
const MUCH: usize = 64 << 20;
/// If more bytes than this wait to be sent to a game, its connection is closed.
const TOO_MUCH: usize = 32 << 20;

/// What the thread tells.
pub enum GameEvent {
    /// A game has proved itself.
    Came(GameId, Hello),
    /// A message, and the number of bytes that came with it.
    Told(GameId, Box<FromGame>, usize),
    /// The tree of a program, or why it cannot be shown.
    Tree(GameId, u32, Result<Arc<SeenTree>, TreeProblem>),
    /// A game is gone.
    Left(GameId, End),
}

/// What the thread is to do.
pub enum GameCommand {
    /// Send a message.
    Say(GameId, Box<FromEditor>),
    /// Close the connection after what was sent.
    Detach(GameId),
    /// Listen at this address, too, instead of the one before.
    ListenElsewhere(Option<Elsewhere>),
}

/// The sockets at an address for other machines.
pub struct Elsewhere(TcpListener);

impl Elsewhere {
    /// Listens at an address, at the port at which this machine's games find the door if that is free.
    pub(super) fn listen(address: IpAddr, here: &Address) -> io::Result<(Self, Address)> {
        let here_at: Option<SocketAddr> = here.host.parse().ok();
        let port = here_at.map_or(0, |here| here.port());
        let listener = TcpListener::bind((address, port));
        let listener = listener.or_else(|_| TcpListener::bind((address, 0)))?;
        listener.set_nonblocking(true)?;
        let address = Address {
            host: listener.local_addr()?.to_string(),
            token: here.token,
        };
        Ok((Self(listener), address))
    }
}

/// What both threads know.
pub(super) struct Shared {
    refusals: Mutex<RefusalCounts>,
    /// The breakpoints that every game gets when it comes, as the text of their file.
    breakpoints: Mutex<Arc<str>>,
    /// How many bytes of messages were told and not taken yet.
    pub waiting: AtomicUsize,
}

impl Default for Shared {
    fn default() -> Self {
        let none = breakpoints_json::write(&ProjectBreakpoints::default());
        Self {
            refusals: Mutex::default(),
            breakpoints: Mutex::new(none.into()),
            waiting: AtomicUsize::default(),
        }
    }
}

impl Shared {
    pub fn arm(&self, breakpoints: Arc<str>) {
        *(self.breakpoints.lock()).unwrap_or_else(PoisonError::into_inner) = breakpoints;
    }

    fn breakpoints(&self) -> Arc<str> {
        let breakpoints = self.breakpoints.lock();
        breakpoints.unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub fn refusals(&self) -> RefusalCounts {
        let counts = self.refusals.lock();
        counts.unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn count(&self, reason: RefusalReason) {
        let counts = self.refusals.lock();
        let mut counts = counts.unwrap_or_else(PoisonError::into_inner);
        *counts.entry(reason).or_default() += 1;
    }
}

/// The open door.
pub(super) struct Door {
    listeners: Vec<TcpListener>,
    elsewhere: Option<Elsewhere>,
    address: SocketAddr,
    token: Hex16,
    begin: Instant,
    peers: Vec<Peer>,
    next: u64,
    wrong: WrongProofs,
    shared: Arc<Shared>,
    commands: Receiver<GameCommand>,
    own_files: OwnFiles,
}

/// A connection.
struct Peer {
    game: GameId,
    address: String,
    /// Whether it came by this machine's own address.
    is_of_here: bool,
    stream: TcpStream,
    side: EditorSide,
    programs: BTreeMap<u32, Program>,
    has_proved_itself: bool,
    /// Whether the proof of this side was sent before the game left.
    has_sent_proof: bool,
}

impl Door {
    /// Opens the door on a free port of this machine.
    pub fn open(
        token: Hex16,
        shared: Arc<Shared>,
        own_files: OwnFiles,
    ) -> io::Result<(Self, Sender<GameCommand>)> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let address = listener.local_addr()?;
        let mut listeners = vec![listener];
        // Not every system has IPv6; IPv4 is enough.
        listeners.extend(TcpListener::bind((Ipv6Addr::LOCALHOST, address.port())));
        for listener in &listeners {
            listener.set_nonblocking(true)?;
        }
        let (sender, commands) = channel();
        let door = Self {
            listeners,
            elsewhere: None,
            address,
            token,
            begin: Instant::now(),
            peers: Vec::new(),
            next: 1,
            wrong: WrongProofs::default(),
            shared,
            commands,
            own_files,
        };
        Ok((door, sender))
    }

    /// Returns where games find it.
    pub fn address(&self) -> Address {
        Address {
            host: self.address.to_string(),
            token: self.token,
        }
    }

    /// Serves games until the job is cancelled, and says goodbye then.
    pub fn serve(mut self, context: &JobContext<GameEvent>) {
        while !context.stop.is_cancelled() {
            self.accept();
            self.follow_commands();
            self.move_bytes(context);
            thread::sleep(if self.peers.is_empty() { REST } else { POLL });
        }
        for peer in &mut self.peers {
            peer.side.send(&FromEditor::Bye(Nothing {}));
            peer.write(self.begin.elapsed());
        }
    }

    fn accept(&mut self) {
        let elsewhere = self.elsewhere.as_ref().map(|elsewhere| &elsewhere.0);
        let arrived = self.listeners.iter().chain(elsewhere).flat_map(|listener| {
            let accepted = std::iter::from_fn(|| listener.accept().ok());
            accepted.take(MOST_STRANGERS)
        });
        for (stream, from) in arrived.collect::<Vec<_>>() {
            if let Err(reason) = self.admit(stream, from) {
                self.shared.count(reason);
            }
        }
    }

    /// Begins to speak with somebody. Otherwise the connection is closed without an answer.
    fn admit(&mut self, stream: TcpStream, from: SocketAddr) -> Result<(), RefusalReason> {
        let (address, now) = (from.ip().to_string(), self.begin.elapsed());
        if self.wrong.is_blocked(&address, now) {
            return Err(RefusalReason::Blocked);
        }
        let known = self.peers.iter().filter(|peer| peer.has_proved_itself);
        let games = known.count();
        if games >= MOST_GAMES || self.peers.len() - games >= MOST_STRANGERS {
            return Err(RefusalReason::Full);
        }
        let mut nonce = Hex16::default();
        let is_ready = getrandom::fill(&mut nonce.0).is_ok()
            && stream.set_nonblocking(true).is_ok()
            && stream.set_nodelay(true).is_ok();
        if is_ready {
            let game = GameId(self.next);
            self.next += 1;
            self.peers.push(Peer {
                game,
                address,
                is_of_here: from.ip().is_loopback(),
                stream,
                side: EditorSide::new(self.token, nonce, now),
                programs: BTreeMap::new(),
                has_proved_itself: false,
                has_sent_proof: false,
            });
        }
        Ok(())
    }

    fn follow_commands(&mut self) {
        for command in self.commands.try_iter() {
            match command {
                GameCommand::Say(game, message) => {
                    if let Some(peer) = peer_of(&mut self.peers, game) {
                        peer.side.send(&message);
                    }
                }
                GameCommand::Detach(game) => {
                    if let Some(peer) = peer_of(&mut self.peers, game) {
                        peer.leave(self.begin.elapsed());
                    }
                }
                GameCommand::ListenElsewhere(elsewhere) => {
                    self.elsewhere = elsewhere;
                    let others = self.peers.iter_mut().filter(|peer| !peer.is_of_here);
                    others.for_each(|peer| {
                        peer.side.send(&FromEditor::Bye(Nothing {}));
                        peer.leave(self.begin.elapsed());
                    });
                }
            }
        }
    }

    fn move_bytes(&mut self, context: &JobContext<GameEvent>) {
        let now = self.begin.elapsed();
        for peer in &mut self.peers {
            peer.read(now, &self.shared, &self.own_files, context);
            peer.side.pass(now);
            peer.write(now);
        }
        let (shared, wrong) = (&self.shared, &mut self.wrong);
        self.peers.retain(|peer| {
            let Some(end) = peer.side.end() else {
                return true;
            };
            if peer.has_proved_itself {
                context.tell(GameEvent::Left(peer.game, end.clone()));
                return false;
            }
            let has_other_token = peer.has_sent_proof && peer.side.awaits_proof();
            let other_token = has_other_token.then_some(RefusalReason::OtherToken);
            if let Some(reason) = RefusalReason::of_end(end).or(other_token) {
                shared.count(reason);
                if reason == RefusalReason::WrongProof {
                    wrong.note(&peer.address, now);
                }
            }
            false
        });
    }
}

fn peer_of(peers: &mut [Peer], game: GameId) -> Option<&mut Peer> {
    peers.iter_mut().find(|peer| peer.game == game)
}

impl Peer {
    fn read(
        &mut self,
        now: Duration,
        shared: &Shared,
        own_files: &OwnFiles,
        context: &JobContext<GameEvent>,
    ) {
        let mut piece = vec![0; READ];
        for _ in 0..READS {
            match self.stream.read(&mut piece) {
                Ok(0) => return self.side.close(now),
                Ok(length) => {
                    let mut bytes = length;
                    for told in self.side.receive(&piece[..length], now) {
                        let bytes = std::mem::take(&mut bytes);
                        self.tell((told, bytes), shared, own_files, context);
                    }
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                Err(_) => return self.side.close(now),
            }
            if self.side.end().is_some() {
                return;
            }
        }
    }

    fn tell(
        &mut self,
        (told, bytes): (Told<FromGame, Hello>, usize),
        shared: &Shared,
        own_files: &OwnFiles,
        context: &JobContext<GameEvent>,
    ) {
        let message = match told {
            Told::Open(hello) => {
                self.has_proved_itself = true;
                // From here, and not from the window, which may be busy: the game waits for them.
                let breakpoints = FromEditor::Breakpoints(Json(shared.breakpoints()));
                self.side.send(&breakpoints);
                context.tell(GameEvent::Came(self.game, hello));
                return;
            }
            Told::Message(message) => message,
        };
        match message {
            FromGame::Texts(texts) => {
                let Some(program) = self.programs.get(&texts.program) else {
                    return;
                };
                let own = if texts.files.is_empty() {
                    own_files(program)
                } else {
                    texts.files
                };
                let tree = SeenTree::read(program, &own).map(Arc::new);
                context.tell(GameEvent::Tree(self.game, texts.program, tree));
            }
            FromGame::Frames(_) | FromGame::Keyframe(_)
                if shared.waiting.load(Ordering::Relaxed) > MUCH => {}
            message => {
                if let FromGame::Program(program) = &message {
                    self.programs.insert(program.id, program.clone());
                }
                shared.waiting.fetch_add(bytes, Ordering::Relaxed);
                context.tell(GameEvent::Told(self.game, Box::new(message), bytes));
            }
        }
    }

    /// Closes the connection after what was sent.
    fn leave(&mut self, now: Duration) {
        self.write(now);
        self.side.close(now);
    }

    fn write(&mut self, now: Duration) {
        let out = self.side.out();
        let mut sent = 0;
        let mut is_closed = out.len() > TOO_MUCH;
        while sent < out.len() && !is_closed {
            match self.stream.write(&out[sent..]) {
                Ok(length) if length > 0 => sent += length,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Ok(_) | Err(_) => is_closed = true,
            }
        }
        out.drain(..sent);
        self.has_sent_proof |=
            out.is_empty() && self.side.awaits_proof() && self.side.end().is_none();
        if is_closed {
            self.side.close(now);
        }
    }
}
