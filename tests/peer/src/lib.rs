//! A program with a Groot2 publisher whose sockets are those of the crate `zeromq`, which knows nothing of ours: what the editor sends must be what
//! another implementation of `ZeroMQ` understands, and the other way around.

pub mod attached;
#[path = "../../src/fake_robot/robot_state.rs"]
pub mod robot_state;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use robot_state::{RobotState, reached_hook};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use zeromq::{PubSocket, RepSocket, Socket, SocketRecv, SocketSend, ZmqMessage};

/// A program with a Groot2 publisher. It ends when this is dropped.
pub struct Peer {
    pub state: Arc<Mutex<RobotState>>,
    port: u16,
    /// The hooks that it arrives at. Closed, it ends.
    reached: Option<UnboundedSender<u16>>,
    thread: Option<JoinHandle<()>>,
}

impl Peer {
    /// Starts a program whose tree is this XML, with these nodes idle, at this port and the one after it.
    pub fn start(port: u16, tree: &str, nodes: impl IntoIterator<Item = u16>) -> Self {
        let state = RobotState::new(tree, nodes);
        let mut peer = Self {
            state: Arc::new(Mutex::new(state)),
            port,
            reached: None,
            thread: None,
        };
        peer.begin();
        peer
    }

    fn begin(&mut self) {
        let (reached, arrivals) = unbounded_channel();
        let (state, port) = (self.state.clone(), self.port);
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        let serve = move || {
            runtime.block_on(serve(port, &state, arrivals));
            runtime.shutdown_timeout(Duration::from_millis(50));
        };
        self.thread = Some(thread::spawn(serve));
        self.reached = Some(reached);
    }

    pub fn state(&self) -> MutexGuard<'_, RobotState> {
        lock(&self.state)
    }

    /// Arrives at a hook of a node.
    pub fn reach(&self, uid: u16) {
        if let Some(reached) = &self.reached {
            reached.send(uid).unwrap();
        }
    }

    /// Ends the program.
    pub fn kill(&mut self) {
        self.reached = None;
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }

    /// Starts the program again after it was killed, as another one at the same ports.
    pub fn start_again(&mut self) {
        {
            let mut state = self.state();
            state.identity += 1;
            state.hooks.clear();
        }
        self.begin();
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        self.kill();
    }
}

fn lock(state: &Mutex<RobotState>) -> MutexGuard<'_, RobotState> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn serve(port: u16, state: &Mutex<RobotState>, mut arrivals: UnboundedReceiver<u16>) {
    let (mut requests, mut publisher) = (RepSocket::new(), PubSocket::new());
    let address = |port: u16| format!("tcp://127.0.0.1:{port}");
    while requests.bind(&address(port)).await.is_err() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    while publisher.bind(&address(port + 1)).await.is_err() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    loop {
        tokio::select! {
            request = requests.recv() => {
                let Ok(request) = request else { continue };
                let parts = request.into_vec().into_iter();
                let parts: Vec<Vec<u8>> = parts.map(|part| part.to_vec()).collect();
                let reply = lock(state).answer(&parts);
                if let Some(reply) = reply {
                    let _ = requests.send(message(reply)).await;
                }
            }
            arrival = arrivals.recv() => {
                let Some(uid) = arrival else { return };
                let _ = publisher.send(message(reached_hook(uid))).await;
            }
        }
    }
}

fn message(parts: impl IntoIterator<Item = Vec<u8>>) -> ZmqMessage {
    let mut parts = parts.into_iter();
    let mut message = ZmqMessage::from(parts.next().unwrap());
    for part in parts {
        message.push_back(part.into());
    }
    message
}
