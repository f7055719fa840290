//! A program with a Groot2 publisher, as an editor sees it: two ports on this machine that speak the protocol, with a tree whose statuses tests
//! set. Knows nothing of trees itself.

pub mod robot_state;

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

pub use self::robot_state::RobotState;
use self::robot_state::reached_hook;

/// How often a listener looks for connections.
const LOOK: Duration = Duration::from_millis(5);

/// The connections that were accepted.
#[derive(Clone, Default)]
struct Streams {
    all: Arc<Mutex<Vec<TcpStream>>>,
    /// Those that hear when it arrives at a hook.
    listening: Arc<Mutex<Vec<TcpStream>>>,
}

/// A program with a Groot2 publisher. It ends when this is dropped.
pub struct FakeRobot {
    state: Arc<Mutex<RobotState>>,
    streams: Streams,
    port: u16,
    sockets: Option<[TcpListener; 2]>,
}

impl FakeRobot {
    /// Starts a program whose tree is this XML, with these nodes idle.
    pub fn start(tree: &str, nodes: impl IntoIterator<Item = u16>) -> Self {
        let state = RobotState::new(tree, nodes);
        let mut robot = Self {
            state: Arc::new(Mutex::new(state)),
            streams: Streams::default(),
            port: 0,
            sockets: None,
        };
        robot.listen(free_ports());
        robot
    }

    /// Returns its address.
    pub fn address(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    pub fn state(&self) -> MutexGuard<'_, RobotState> {
        lock(&self.state)
    }

    fn listen(&mut self, sockets: [TcpListener; 2]) {
        self.port = sockets[0].local_addr().map_or(0, |address| address.port());
        for (socket, is_publisher) in sockets.iter().zip([false, true]) {
            let (state, streams) = (self.state.clone(), self.streams.clone());
            if let Ok(socket) = socket.try_clone() {
                thread::spawn(move || accept(&socket, &state, &streams, is_publisher));
            }
        }
        self.sockets = Some(sockets);
    }

    /// Lets nodes get these statuses in one tick, each with its number, some time after the one before.
    pub fn tick(&self, changes: &[(u16, u8)]) {
        self.state().tick(changes);
    }

    /// Arrives at a hook of a node.
    pub fn reach(&self, uid: u16) {
        let message = message(&reached_hook(uid));
        for mut listener in &*lock(&self.streams.listening) {
            let _ = listener.write_all(&message);
        }
    }

    /// Ends the program, as if it was killed.
    pub fn kill(&mut self) {
        self.sockets = None;
        {
            let mut state = self.state();
            state.hooks.clear();
            // What accepts connections notices that.
            state.identity = 0;
        }
        lock(&self.streams.listening).clear();
        for stream in lock(&self.streams.all).drain(..) {
            let _ = stream.shutdown(Shutdown::Both);
        }
        for port in [self.port, self.port + 1] {
            let _ = TcpStream::connect(("127.0.0.1", port));
        }
    }

    /// Starts the program again after it was killed, at the same ports.
    ///
    /// # Panics
    /// If the ports stay in use.
    pub fn start_again(&mut self) {
        self.state().identity = 7;
        let end = Instant::now() + Duration::from_secs(10);
        loop {
            let first = TcpListener::bind(("127.0.0.1", self.port));
            let second = TcpListener::bind(("127.0.0.1", self.port + 1));
            if let (Ok(first), Ok(second)) = (first, second) {
                return self.listen([first, second]);
            }
            assert!(Instant::now() < end, "the ports are still in use");
            thread::sleep(LOOK);
        }
    }
}

impl Drop for FakeRobot {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Returns two listeners at ports that follow each other.
pub fn free_ports() -> [TcpListener; 2] {
    loop {
        let first = TcpListener::bind("127.0.0.1:0");
        let port = first
            .as_ref()
            .ok()
            .and_then(|first| first.local_addr().ok());
        let second = port.map(|port| ("127.0.0.1", port.port().wrapping_add(1)));
        let second = second.map(TcpListener::bind);
        if let (Ok(first), Some(Ok(second))) = (first, second) {
            return [first, second];
        }
    }
}

fn accept(
    socket: &TcpListener,
    state: &Arc<Mutex<RobotState>>,
    streams: &Streams,
    is_publisher: bool,
) {
    let own = lock(state).identity;
    while let Ok((stream, _)) = socket.accept() {
        // It was killed, perhaps started again since.
        if lock(state).identity != own {
            return;
        }
        let (state, streams) = (state.clone(), streams.clone());
        thread::spawn(move || serve(stream, &state, &streams, is_publisher));
    }
}

fn lock<T>(held: &Mutex<T>) -> MutexGuard<'_, T> {
    held.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns how a socket of this kind begins a conversation.
pub fn greeting(socket: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0; 64];
    bytes[0] = 0xff;
    bytes[9] = 0x7f;
    bytes[10] = 3;
    bytes[12..16].copy_from_slice(b"NULL");
    let mut ready = b"\x05READY\x0bSocket-Type".to_vec();
    ready.extend((socket.len() as u32).to_be_bytes());
    ready.extend(socket);
    bytes.extend([4, ready.len() as u8]);
    bytes.extend(ready);
    bytes
}

fn frame(has_more: bool, body: &[u8]) -> Vec<u8> {
    let mut bytes = vec![u8::from(has_more)];
    if let Ok(length) = u8::try_from(body.len()) {
        bytes.push(length);
    } else {
        bytes[0] |= 2;
        bytes.extend((body.len() as u64).to_be_bytes());
    }
    bytes.extend(body);
    bytes
}

fn message(parts: &[Vec<u8>]) -> Vec<u8> {
    let last = parts.len() - 1;
    let frames = parts.iter().enumerate();
    frames
        .flat_map(|(place, part)| frame(place < last, part))
        .collect()
}

/// Reads a frame: its flags and its content.
fn read_frame(stream: &mut TcpStream) -> Option<(u8, Vec<u8>)> {
    let mut flags = [0];
    stream.read_exact(&mut flags).ok()?;
    let length = if flags[0] & 2 == 0 {
        let mut length = [0];
        stream.read_exact(&mut length).ok()?;
        u64::from(length[0])
    } else {
        let mut length = [0; 8];
        stream.read_exact(&mut length).ok()?;
        u64::from_be_bytes(length)
    };
    let mut body = vec![0; usize::try_from(length).ok()?];
    stream.read_exact(&mut body).ok()?;
    Some((flags[0], body))
}

fn serve(
    mut stream: TcpStream,
    state: &Mutex<RobotState>,
    streams: &Streams,
    is_publisher: bool,
) -> Option<()> {
    lock(&streams.all).push(stream.try_clone().ok()?);
    if lock(state).is_silent {
        let mut all = Vec::new();
        let _ = stream.read_to_end(&mut all);
        return None;
    }
    let socket: &[u8] = if is_publisher { b"PUB" } else { b"REP" };
    stream.write_all(&greeting(socket)).ok()?;
    stream.read_exact(&mut [0; 64]).ok()?;
    let mut parts: Vec<Vec<u8>> = Vec::new();
    loop {
        let (flags, body) = read_frame(&mut stream)?;
        if flags & 4 != 0 {
            continue;
        }
        if is_publisher {
            lock(&streams.listening).push(stream.try_clone().ok()?);
            continue;
        }
        parts.push(body);
        if flags & 1 == 0 {
            let request = std::mem::take(&mut parts);
            // An empty part precedes the others.
            let reply = lock(state).answer(&request[1..]);
            if let Some(reply) = reply {
                let reply = [vec![Vec::new()], reply].concat();
                stream.write_all(&message(&reply)).ok()?;
            }
        }
    }
}

/// Returns an address on this machine at which nothing listens.
pub fn nothing_there() -> SocketAddr {
    let [first, _] = free_ports();
    first
        .local_addr()
        .unwrap_or(SocketAddr::from(([127, 0, 0, 1], 9)))
}
