//! The connections to a program with a Groot2 publisher, on threads of their own. Carries out what a [`Monitor`] wants, and passes on what it
//! learned. The only file of the program that uses a network for robots; it dials out, and nothing ever listens. Knows no documents.
//!
//! A job waits for whatever comes first: bytes, something that the user wants, or the time at which the monitor is to act. Each connection has a
//! thread that reads, so that nothing is polled for. Pieces of what was read wait in a short queue, so that a program that sends without end is
//! read as fast as it is understood.

use std::io::{self, Read as _, Write as _};
use std::net::{Shutdown, TcpStream, ToSocketAddrs as _};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use treewright_robot::full_tree::{FullTree, TreeFault};
use treewright_robot::groot2::Request;
use treewright_robot::monitor::{Action, Channel, Fact, Milliseconds, Monitor};

use super::news::NewsFilter;
use crate::host::job::{Job, JobContext, JobEnd};
use crate::robot_address::RobotAddress;

/// How long connecting and sending may take. The monitor gives up after the same time.
const PATIENCE: Duration = Duration::from_secs(1);
/// How long to wait if there is nothing to wait for.
const FOREVER: Duration = Duration::from_hours(1);
/// How many pieces of what was read may wait.
const QUEUE: usize = 16;
/// The size of such a piece, in bytes.
const PIECE: usize = 1 << 16;
/// How many threads may read or connect at once: looking up a name can take far longer than a connection is waited for.
const MAX_READERS: usize = 8;

/// Something that the user wants.
enum Wish {
    Ask(Request),
    /// Fetch the values of these blackboards.
    Watch(Vec<String>),
    Leave,
}

/// Something that happened.
enum Input {
    /// The user wants something.
    Wish,
    Connected(Reader, TcpStream),
    Received(Reader, Vec<u8>),
    Closed(Reader),
}

/// A thread that reads from a connection. Each attempt to connect has a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Reader {
    channel: Channel,
    number: u64,
}

/// Something that was learned of a program.
pub enum News {
    Fact(Fact),
    /// The program runs this tree: [`Fact::Tree`], read beside the window, since a tree may be large.
    Tree {
        text: String,
        read: Result<Box<FullTree>, TreeFault>,
    },
}

/// An attachment to a program. Dropping it leaves the program.
pub struct Attachment {
    job: Job<Vec<News>>,
    wishes: Arc<Mutex<Vec<Wish>>>,
    inputs: SyncSender<Input>,
}

impl Attachment {
    /// Attaches to the program at this address. `wake` is called whenever something was learned.
    pub fn begin(address: &RobotAddress, wake: impl Fn() + Send + Sync + 'static) -> Self {
        let (inputs, received) = sync_channel(QUEUE);
        let wishes = Arc::new(Mutex::new(Vec::new()));
        let (own, wanted, address) = (inputs.clone(), wishes.clone(), address.clone());
        let job = Job::begin("robot", wake, move |work| {
            let conversation = Conversation {
                monitor: Monitor::new(0, first_id()),
                since: Instant::now(),
                connections: Connections::new(address, own),
                wishes: wanted,
                news: NewsFilter::default(),
            };
            conversation.run(&received, work);
            None
        });
        Self {
            job,
            wishes,
            inputs,
        }
    }

    /// Returns what was learned next; `None` if nothing was, `Err` if nothing more will be.
    pub fn take(&self) -> Option<Result<Vec<News>, JobEnd>> {
        self.job.take()
    }

    /// Sends a request as soon as possible.
    pub fn ask(&self, request: Request) {
        self.wish(Wish::Ask(request));
    }

    /// Sets the blackboards whose values are fetched, by the names of their uses.
    pub fn watch(&self, blackboards: Vec<String>) {
        self.wish(Wish::Watch(blackboards));
    }

    /// Removes the breakpoints that were set, and ends.
    pub fn leave(&self) {
        self.wish(Wish::Leave);
    }

    /// Leaves, and waits for a limited time until the breakpoints are removed.
    pub fn leave_and_wait(&self) {
        self.leave();
        let end = Instant::now() + 2 * PATIENCE;
        while let Some(Ok(_)) = self
            .job
            .wait_for(end.saturating_duration_since(Instant::now()))
        {}
    }

    fn wish(&self, wish: Wish) {
        // Held for no longer than it takes to move a list.
        let wishes = self.wishes.lock();
        wishes.unwrap_or_else(PoisonError::into_inner).push(wish);
        // If the queue is full, the job is awake, and looks for wishes after each piece.
        if let Err(TrySendError::Disconnected(_)) = self.inputs.try_send(Input::Wish) {}
    }
}

impl Drop for Attachment {
    fn drop(&mut self) {
        self.leave();
    }
}

/// Returns the number of the first request. Monitors of the same program should not use the same ones.
fn first_id() -> u32 {
    let mut random = [0; 4];
    // Without randomness, numbers of several monitors may be equal, which programs allow.
    let _ = getrandom::fill(&mut random);
    u32::from_ne_bytes(random)
}

/// What the job works with.
struct Conversation {
    monitor: Monitor,
    since: Instant,
    connections: Connections,
    wishes: Arc<Mutex<Vec<Wish>>>,
    news: NewsFilter,
}

impl Conversation {
    /// Carries on until the monitor has ended.
    fn run(mut self, inputs: &Receiver<Input>, work: &JobContext<Vec<News>>) {
        loop {
            self.act();
            let has_ended = self.tell(work);
            if has_ended {
                return;
            }
            let wait = self.monitor.wakes_at().map_or(FOREVER, |wakes_at| {
                Duration::from_millis(wakes_at.saturating_sub(self.now()))
            });
            match inputs.recv_timeout(wait) {
                Ok(input) => self.take(input),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            self.carry_out_wishes();
            self.monitor.pass(self.now());
        }
    }

    fn now(&self) -> Milliseconds {
        u64::try_from(self.since.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// Does what the monitor wants.
    fn act(&mut self) {
        while let Some(action) = self.monitor.next_action() {
            let is_done = match &action {
                Action::Connect(channel) => self.connections.connect(*channel),
                Action::Send(channel, bytes) => self.connections.send(*channel, bytes),
                Action::Close(channel) => {
                    self.connections.close(*channel);
                    true
                }
            };
            if let (false, Action::Connect(channel) | Action::Send(channel, _)) = (is_done, &action)
            {
                self.connections.close(*channel);
                self.monitor.closed(self.now(), *channel);
            }
        }
    }

    /// Tells what was learned. Returns whether that was the last of it.
    fn tell(&mut self, work: &JobContext<Vec<News>>) -> bool {
        let mut news = Vec::new();
        let mut has_ended = false;
        while let Some(fact) = self.monitor.next_fact() {
            has_ended |= matches!(fact, Fact::Ended(_));
            if self.news.is_news(&fact) {
                news.push(match fact {
                    Fact::Tree(text) => News::Tree {
                        read: FullTree::read("robot", &text).map(Box::new),
                        text,
                    },
                    fact => News::Fact(fact),
                });
            }
        }
        if !news.is_empty() {
            // Nobody may listen any more while breakpoints are still to be removed.
            work.tell(news);
        }
        has_ended
    }

    fn take(&mut self, input: Input) {
        match input {
            Input::Wish => {}
            Input::Connected(reader, stream) => {
                if self.connections.keep(reader, stream) {
                    self.monitor.connected(reader.channel);
                }
            }
            Input::Received(reader, bytes) => {
                if self.connections.is_current(reader) {
                    let now = self.now();
                    self.monitor.received(now, reader.channel, &bytes);
                }
            }
            Input::Closed(reader) => {
                if self.connections.is_current(reader) {
                    self.connections.close(reader.channel);
                    self.monitor.closed(self.now(), reader.channel);
                }
            }
        }
    }

    fn carry_out_wishes(&mut self) {
        let wishes = self.wishes.lock();
        let wishes = std::mem::take(&mut *wishes.unwrap_or_else(PoisonError::into_inner));
        for wish in wishes {
            match wish {
                Wish::Ask(request) => {
                    // The monitor reports a request that it refuses among its facts.
                    self.monitor.ask(request);
                }
                Wish::Watch(blackboards) => self.monitor.watch(blackboards),
                Wish::Leave => self.monitor.leave(self.now()),
            }
        }
    }
}

/// Both connections to a program.
struct Connections {
    address: RobotAddress,
    inputs: SyncSender<Input>,
    /// The number of the last attempt.
    attempts: u64,
    requests: Option<(Reader, Option<TcpStream>)>,
    breakpoints: Option<(Reader, Option<TcpStream>)>,
    /// Each thread holds a clone, so that they are counted.
    readers: Arc<()>,
}

impl Connections {
    fn new(address: RobotAddress, inputs: SyncSender<Input>) -> Self {
        Self {
            address,
            inputs,
            attempts: 0,
            requests: None,
            breakpoints: None,
            readers: Arc::new(()),
        }
    }

    fn of(&mut self, channel: Channel) -> &mut Option<(Reader, Option<TcpStream>)> {
        match channel {
            Channel::Requests => &mut self.requests,
            Channel::Breakpoints => &mut self.breakpoints,
        }
    }

    fn is_current(&mut self, reader: Reader) -> bool {
        let current = self.of(reader.channel).as_ref();
        current.is_some_and(|(current, _)| *current == reader)
    }

    /// Begins to connect. Returns whether that is possible.
    fn connect(&mut self, channel: Channel) -> bool {
        self.close(channel);
        if Arc::strong_count(&self.readers) > MAX_READERS {
            return false;
        }
        self.attempts += 1;
        let reader = Reader {
            channel,
            number: self.attempts,
        };
        *self.of(channel) = Some((reader, None));
        let (address, inputs) = (self.address.clone(), self.inputs.clone());
        let counted = self.readers.clone();
        let read = move || {
            read(&address, reader, &inputs);
            drop(counted);
        };
        let thread = thread::Builder::new().name("robot reader".to_owned());
        thread.spawn(read).is_ok()
    }

    /// Keeps a connection that was made. Returns whether it is still wanted.
    fn keep(&mut self, reader: Reader, stream: TcpStream) -> bool {
        let is_wanted = self.is_current(reader);
        if is_wanted {
            *self.of(reader.channel) = Some((reader, Some(stream)));
        } else {
            let _ = stream.shutdown(Shutdown::Both);
        }
        is_wanted
    }

    /// Returns whether that was possible.
    fn send(&mut self, channel: Channel, bytes: &[u8]) -> bool {
        match self.of(channel) {
            Some((_, Some(stream))) => stream.write_all(bytes).is_ok(),
            _ => false,
        }
    }

    fn close(&mut self, channel: Channel) {
        if let Some((_, Some(stream))) = self.of(channel).take() {
            // Ends the thread that reads. What is closed already need not be closed.
            let _ = stream.shutdown(Shutdown::Both);
        }
    }
}

impl Drop for Connections {
    fn drop(&mut self) {
        self.close(Channel::Requests);
        self.close(Channel::Breakpoints);
    }
}

/// Connects, and passes on what comes, until the connection is closed or nobody wants to know.
fn read(address: &RobotAddress, reader: Reader, inputs: &SyncSender<Input>) {
    if let Ok((mut from, to)) = connected(address, reader.channel) {
        let mut is_wanted = inputs.send(Input::Connected(reader, to)).is_ok();
        let mut piece = vec![0; PIECE];
        while is_wanted {
            match from.read(&mut piece) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Ok(0) | Err(_) => break,
                Ok(length) => {
                    let bytes = piece[..length].to_vec();
                    is_wanted = inputs.send(Input::Received(reader, bytes)).is_ok();
                }
            }
        }
        let _ = from.shutdown(Shutdown::Both);
    }
    // Nobody wants to know it once the attachment has ended.
    let _ = inputs.send(Input::Closed(reader));
}

/// Returns the connection, once to read from and once to write to.
fn connected(address: &RobotAddress, channel: Channel) -> io::Result<(TcpStream, TcpStream)> {
    let port = match channel {
        Channel::Requests => address.port,
        Channel::Breakpoints => address.port.saturating_add(1),
    };
    let mut last = io::ErrorKind::NotFound.into();
    for found in (&*address.host, port).to_socket_addrs()? {
        match TcpStream::connect_timeout(&found, PATIENCE) {
            Ok(stream) => {
                stream.set_nodelay(true)?;
                stream.set_write_timeout(Some(PATIENCE))?;
                return Ok((stream.try_clone()?, stream));
            }
            Err(error) => last = error,
        }
    }
    Err(last)
}
