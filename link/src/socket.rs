//! The thread of a link, and its sockets: the only file that uses a network. The thread looks for an editor once a second,
//! and moves bytes 250 times a second while one is attached. It never makes the game wait.

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::{TcpStream, ToSocketAddrs as _};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use treewright_core::runtime::World;

use crate::address::{Address, VARIABLE};
use crate::conversation::End;
use crate::desk::Desk;
use crate::exchange::{EditorId, Shared};
use crate::proof::Hex16;
use crate::protocol::{Hello, VERSION};

/// The time between two looks at the sockets, and without any.
const POLL: Duration = Duration::from_millis(4);
const REST: Duration = Duration::from_millis(250);
/// The time between two looks for an editor.
const LOOK: Duration = Duration::from_secs(1);
/// How long a connection may take.
const CONNECT: Duration = Duration::from_millis(200);
/// How long a game that an editor has started waits for its breakpoints, as long as it speaks with it.
const WAIT: Duration = Duration::from_secs(2);
/// The most editors at once.
const MOST_EDITORS: usize = 4;
/// The most bytes that are read from an editor at once.
const READ: usize = 16 << 10;

/// What an editor may ask for. A game that has not said yet how to compile trees refuses swaps.
pub(crate) const MAY: [&str; 10] = [
    "pause", "step", "break", "set", "force", "send", "swap", "past", "find", "profile",
];

/// Starts the thread of a link, and waits for the breakpoints of an editor that has started the game. Without a thread,
/// nobody can attach.
pub(crate) fn start<W: World + ?Sized>(shared: &Arc<Shared<W>>, name: Arc<str>) {
    let hello = Hello {
        version: VERSION,
        nonce: Hex16::default(),
        app: name,
        engine: concat!("treewright ", env!("CARGO_PKG_VERSION")).into(),
        process: std::process::id(),
        may: MAY.into_iter().map(Arc::from).collect(),
    };
    let desk = Desk::new(shared.clone(), hello);
    let thread = thread::Builder::new().name("treewright link".to_owned());
    let started = thread.spawn({
        let shared = shared.clone();
        move || Connections::new(desk).run(&shared)
    });
    if started.is_ok() && std::env::var_os(VARIABLE).is_some() {
        let begin = Instant::now();
        while !shared.is_armed() && !shared.is_alone() && begin.elapsed() < WAIT {
            thread::sleep(POLL);
        }
    }
}

/// A connection to an editor.
struct Connection {
    editor: EditorId,
    address: Address,
    stream: TcpStream,
}

/// All connections.
struct Connections<W: World + ?Sized> {
    desk: Desk<W>,
    list: Vec<Connection>,
    begin: Instant,
    /// When an editor was looked for last.
    looked: Option<Duration>,
    /// An editor that does not know the token, or speaks another version: it is not asked again.
    refused: Option<Address>,
}

impl<W: World + ?Sized> Connections<W> {
    fn new(desk: Desk<W>) -> Self {
        Self {
            desk,
            list: Vec::new(),
            begin: Instant::now(),
            looked: None,
            refused: None,
        }
    }

    fn run(mut self, shared: &Shared<W>) {
        while !shared.is_over() {
            if !self.look() || self.refused.is_some() {
                shared.set_alone();
            }
            self.move_bytes();
            thread::sleep(if self.list.is_empty() { REST } else { POLL });
        }
        self.desk.say_goodbye();
        self.move_bytes();
    }

    /// Looks for an editor once a second. Returns false if there is none.
    fn look(&mut self) -> bool {
        let now = self.begin.elapsed();
        let is_due = self
            .looked
            .is_none_or(|looked| now.saturating_sub(looked) >= LOOK);
        if !is_due || self.list.len() >= MOST_EDITORS {
            return true;
        }
        self.looked = Some(now);
        match Address::find() {
            None => false,
            Some(address) => {
                let is_known = self.list.iter().any(|known| known.address == address);
                let is_refused = self.refused.as_ref() == Some(&address);
                is_known || !is_refused && self.connect(address).is_some()
            }
        }
    }

    fn connect(&mut self, address: Address) -> Option<()> {
        let mut nonce = Hex16::default();
        getrandom::fill(&mut nonce.0).ok()?;
        let place = address.host.to_socket_addrs().ok()?.next()?;
        let stream = TcpStream::connect_timeout(&place, CONNECT).ok()?;
        stream.set_nonblocking(true).ok()?;
        stream.set_nodelay(true).ok()?;
        let now = self.begin.elapsed();
        let editor = self.desk.attach(address.token, nonce, now);
        self.list.push(Connection {
            editor,
            address,
            stream,
        });
        Some(())
    }

    /// Takes what editors have sent, and sends what is to be sent.
    fn move_bytes(&mut self) {
        let now = self.begin.elapsed();
        for connection in &mut self.list {
            receive(connection, &mut self.desk, now);
        }
        let ended = self.desk.work(now);
        for connection in &mut self.list {
            send(connection, &mut self.desk, now);
        }
        for editor in ended {
            let connection = self.list.iter().find(|one| one.editor == editor);
            let end = self.desk.end(editor);
            if matches!(end, Some(End::WrongProof | End::Version { .. } | End::Bye)) {
                self.refused = connection.map(|one| one.address.clone());
            }
            self.list.retain(|one| one.editor != editor);
            self.desk.detach(editor);
        }
    }
}

fn receive<W: World + ?Sized>(connection: &mut Connection, desk: &mut Desk<W>, now: Duration) {
    let mut piece = [0; READ];
    match connection.stream.read(&mut piece) {
        Ok(0) => desk.close(connection.editor, now),
        Ok(length) => desk.receive(connection.editor, &piece[..length], now),
        Err(error) if is_harmless(error.kind()) => {}
        Err(_) => desk.close(connection.editor, now),
    }
}

fn send<W: World + ?Sized>(connection: &mut Connection, desk: &mut Desk<W>, now: Duration) {
    let Some(out) = desk.out(connection.editor) else {
        return;
    };
    let mut sent = 0;
    while sent < out.len() {
        match connection.stream.write(&out[sent..]) {
            Ok(length) if length > 0 => sent += length,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) if error.kind() == ErrorKind::WouldBlock => break,
            Ok(_) | Err(_) => return desk.close(connection.editor, now),
        }
    }
    out.drain(..sent);
}

fn is_harmless(error: ErrorKind) -> bool {
    matches!(error, ErrorKind::WouldBlock | ErrorKind::Interrupted)
}
