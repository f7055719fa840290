//! A program with a Groot2 publisher, as an editor sees it: two ports on this machine that speak the protocol, with a tree whose statuses tests
//! set. Knows nothing of trees itself.

use std::collections::VecDeque;
use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

/// How often a listener looks for connections.
const LOOK: Duration = Duration::from_millis(5);

/// What the program is like now.
#[derive(Default)]
pub struct RobotState {
    /// The tree as XML.
    pub tree: String,
    /// Another one is another start of the program.
    pub identity: u8,
    /// The statuses by the numbers of nodes, as the protocol has them.
    pub statuses: Vec<(u16, u8)>,
    /// The changes that were not fetched: microseconds, number, status.
    changes: VecDeque<(u64, u16, u8)>,
    time: u64,
    /// What is answered to requests for blackboards, as `MessagePack`.
    pub blackboards: Vec<u8>,
    pub hooks: Vec<Value>,
    /// The last result with which a tree that waited was let go on.
    pub unlocked: Option<Value>,
    /// The letters of all requests.
    pub asked: String,
    /// The program accepts connections and bytes, but never answers.
    pub is_silent: bool,
    connections: Vec<TcpStream>,
    listeners: Vec<TcpStream>,
}

/// A program with a Groot2 publisher. It ends when this is dropped.
pub struct FakeRobot {
    state: Arc<Mutex<RobotState>>,
    port: u16,
    sockets: Option<[TcpListener; 2]>,
}

impl FakeRobot {
    /// Starts a program whose tree is this XML, with these nodes idle.
    pub fn start(tree: &str, nodes: impl IntoIterator<Item = u16>) -> Self {
        let state = RobotState {
            tree: tree.to_owned(),
            identity: 1,
            statuses: nodes.into_iter().map(|uid| (uid, 0)).collect(),
            blackboards: vec![0xc0],
            ..RobotState::default()
        };
        let state = Arc::new(Mutex::new(state));
        let mut robot = Self {
            state,
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
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn listen(&mut self, sockets: [TcpListener; 2]) {
        self.port = sockets[0].local_addr().map_or(0, |address| address.port());
        for (socket, is_publisher) in sockets.iter().zip([false, true]) {
            let (socket, state) = (socket.try_clone(), self.state.clone());
            if let Ok(socket) = socket {
                thread::spawn(move || accept(&socket, &state, is_publisher));
            }
        }
        self.sockets = Some(sockets);
    }

    /// Lets nodes get these statuses in one tick, each with its number, some time after the one before.
    pub fn tick(&self, changes: &[(u16, u8)]) {
        let mut state = self.state();
        state.time += 100_000;
        for (uid, status) in changes {
            state.time += 10;
            let change = (state.time, *uid, *status);
            state.changes.push_back(change);
            let before = state.statuses.iter_mut().find(|(of, _)| of == uid);
            if let Some((_, held)) = before {
                // An idle node tells what it was before.
                *held = match *status {
                    0 if (1..10).contains(held) => *held + 10,
                    status => status,
                };
            }
        }
    }

    /// Arrives at a hook of a node.
    pub fn reach(&self, uid: u16) {
        let mut message = frame(true, &[2, b'N', 1, 2, 3, 4]);
        message.extend(frame(false, uid.to_string().as_bytes()));
        for mut listener in &self.state().listeners {
            let _ = listener.write_all(&message);
        }
    }

    /// Ends the program, as if it was killed.
    pub fn kill(&mut self) {
        self.sockets = None;
        let mut state = self.state();
        let connections = std::mem::take(&mut state.connections);
        let listeners = std::mem::take(&mut state.listeners);
        for connection in connections.into_iter().chain(listeners) {
            let _ = connection.shutdown(Shutdown::Both);
        }
        state.hooks.clear();
        // Its listeners notice that.
        state.identity = 0;
        drop(state);
        for port in [self.port, self.port + 1] {
            let _ = TcpStream::connect(("127.0.0.1", port));
        }
    }

    /// Starts the program again after it was killed, at the same ports.
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

fn accept(socket: &TcpListener, state: &Arc<Mutex<RobotState>>, is_publisher: bool) {
    let own = lock(state).identity;
    while let Ok((stream, _)) = socket.accept() {
        // It was killed, perhaps started again since.
        if lock(state).identity != own {
            return;
        }
        let state = state.clone();
        thread::spawn(move || serve(stream, &state, is_publisher));
    }
}

fn lock(state: &Mutex<RobotState>) -> MutexGuard<'_, RobotState> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

fn greeting(socket: &[u8]) -> Vec<u8> {
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
    match u8::try_from(body.len()) {
        Ok(length) => bytes.push(length),
        Err(_) => {
            bytes[0] |= 2;
            bytes.extend((body.len() as u64).to_be_bytes());
        }
    }
    bytes.extend(body);
    bytes
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

fn serve(mut stream: TcpStream, state: &Mutex<RobotState>, is_publisher: bool) -> Option<()> {
    lock(state).connections.push(stream.try_clone().ok()?);
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
            lock(state).listeners.push(stream.try_clone().ok()?);
            continue;
        }
        parts.push(body);
        if flags & 1 == 0 {
            let request = std::mem::take(&mut parts);
            if let Some(reply) = lock(state).answer(&request) {
                stream.write_all(&reply).ok()?;
            }
        }
    }
}

impl RobotState {
    /// Returns the frames of the answer to a request.
    fn answer(&mut self, request: &[Vec<u8>]) -> Option<Vec<u8>> {
        let [_, header, rest @ ..] = request else {
            return None;
        };
        let letter = *header.get(1)?;
        self.asked.push(letter.into());
        if self.is_silent {
            return None;
        }
        let json = || serde_json::from_slice::<Value>(rest.first()?).ok();
        let body = match letter {
            b'T' => Some(self.tree.clone().into_bytes()),
            b'S' => Some(self.statuses()),
            b'B' => Some(self.blackboards.clone()),
            b'D' => serde_json::to_vec(&self.hooks).ok(),
            b't' => Some(self.take_changes()),
            b'r' => {
                self.changes.clear();
                Some(b"1700000000000000".to_vec())
            }
            b'I' => {
                self.hooks.extend(json());
                None
            }
            b'R' => {
                let gone = json()?;
                self.hooks.retain(|hook| !is_same_place(hook, &gone));
                None
            }
            b'U' => {
                let unlock = json()?;
                if unlock["remove_when_done"] == true {
                    self.hooks.retain(|hook| !is_same_place(hook, &unlock));
                }
                self.unlocked = Some(unlock);
                None
            }
            b'A' => {
                self.hooks.clear();
                None
            }
            _ => None,
        };
        let mut head = header.clone();
        head.extend([self.identity; 16]);
        let mut reply = frame(true, b"");
        reply.extend(frame(body.is_some(), &head));
        reply.extend(body.iter().flat_map(|body| frame(false, body)));
        Some(reply)
    }

    fn statuses(&self) -> Vec<u8> {
        let all = self.statuses.iter();
        all.flat_map(|(uid, status)| {
            let [low, high] = uid.to_le_bytes();
            [low, high, *status]
        })
        .collect()
    }

    fn take_changes(&mut self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for (time, uid, status) in self.changes.drain(..) {
            bytes.extend(&time.to_le_bytes()[..6]);
            bytes.extend(uid.to_le_bytes());
            bytes.push(status);
        }
        bytes
    }
}

fn is_same_place(hook: &Value, other: &Value) -> bool {
    hook["uid"] == other["uid"] && hook["position"] == other["position"]
}

/// Returns an address on this machine at which nothing listens.
pub fn nothing_there() -> SocketAddr {
    let [first, _] = free_ports();
    first
        .local_addr()
        .unwrap_or(SocketAddr::from(([127, 0, 0, 1], 9)))
}
