//! Attaches to a program with a Groot2 publisher: what to ask when, what to do if no answer comes, and how to leave without
//! leaving breakpoints behind. A state machine: bytes and times come in, bytes and facts go out. Knows no network, no clock and
//! no tree.
//!
//! One request is under way at a time, since the sockets of the protocol work like this. A program without a request for five
//! seconds lets waiting trees go on; the polls come far more often.

use std::collections::VecDeque;

use crate::changes::StatusChange;
use crate::groot2::{Blackboard, Hook, PolledStatus, Reply, ReplyFault, Request, reached_hook};
use crate::zmtp::{Connection, Role, ZmtpFault};

/// A time in milliseconds, since any moment that stays the same.
pub type Milliseconds = u64;

/// How often changes are fetched. A program keeps the last 1,000 only.
const CHANGES_EVERY: Milliseconds = 50;
/// How often statuses are fetched where changes tell more.
const STATUSES_EVERY: Milliseconds = 1_000;
/// How often blackboards are fetched.
const BLACKBOARDS_EVERY: Milliseconds = 200;
/// How long to wait for an answer.
const PATIENCE: Milliseconds = 1_000;
/// How long a subscription takes to arrive. What is published before is lost.
const SUBSCRIBING: Milliseconds = 200;
/// The pause before connecting again. It grows by itself each time that no answer came.
const PAUSE: Milliseconds = 1_000;
const LONGEST_PAUSE: Milliseconds = 5_000;
/// The changes that a program keeps: if it sends so many, others may be lost.
const CHANGES_KEPT: usize = 1_000;
/// The most requests of the user that wait.
const MAX_WAITING: usize = 256;

/// One of the two connections to a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channel {
    /// For requests; by default port 1667.
    Requests,
    /// For breakpoints that are reached; the port after that.
    Breakpoints,
}

/// What the owner of a monitor has to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Connect, and call [`Monitor::connected`] or [`Monitor::closed`].
    Connect(Channel),
    /// Send these bytes.
    Send(Channel, Vec<u8>),
    /// Close the connection.
    Close(Channel),
}

/// What a monitor has learned.
#[derive(Clone, Debug, PartialEq)]
pub enum Fact {
    /// The program runs this tree, as XML. What was learned before belongs to another tree, or to the program before it was
    /// started again.
    Tree(String),
    /// The program is reached again and runs the same tree. What happened in between is not known.
    Back,
    /// The statuses of all nodes now.
    Statuses(Vec<(u16, PolledStatus)>),
    /// The statuses that changed since the last time, perhaps none. Times count from the start of recording.
    Changes(Vec<StatusChange>),
    /// Some changes before the next ones are lost.
    ChangesLost,
    /// The values of blackboards.
    Blackboards(Vec<(String, Blackboard)>),
    /// The hooks of the program, also those of other monitors.
    Hooks(Vec<Hook>),
    /// The program has arrived at a hook of this node.
    ReachedHook(u16),
    /// Nobody hears any more when the program arrives at a hook, so that no hooks are inserted; the monitor tries again.
    HooksNotHeard,
    /// A request of the user was done.
    Done(Request),
    /// A request of the user could not be sent: too many wait, or nobody would hear when the program arrives at a hook.
    NotSent(Request),
    /// The program refuses a request, or its answer is damaged.
    Failed(Request, ReplyFault),
    /// The program was not reached yet; the monitor tries again.
    NotReached(LossReason),
    /// The program is not reached any more; the monitor tries again.
    Lost(LossReason),
    /// The monitor has ended.
    Ended(EndReason),
}

/// Why a program is not reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LossReason {
    /// The connection was closed, or refused.
    Closed,
    /// No answer came.
    NoAnswer,
}

/// Why a monitor has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EndReason {
    /// The user wanted it.
    Left,
    /// It is no program that can be watched.
    OtherProgram(ReplyFault),
    /// What answers does not speak the protocol.
    OtherProtocol(ZmtpFault),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Until this time nothing is tried.
    Pausing(Milliseconds),
    /// Until this time the connections must be ready.
    Connecting(Milliseconds),
    /// The tree is asked for.
    Greeting,
    Attached,
    /// The last requests are sent; after this time they are given up.
    Leaving(Milliseconds),
    Ended,
}

/// A request under way.
#[derive(Clone, Debug)]
struct Asked {
    request: Request,
    id: u32,
    until: Milliseconds,
}

/// What is known of the program and stays so when the connection is lost.
#[derive(Debug, Default)]
struct Program {
    identity: Option<[u8; 16]>,
    tree: String,
    /// Whether it cannot tell changes, as before BehaviorTree.CPP 4.3.2.
    has_no_changes: bool,
    /// Whether this monitor has inserted hooks.
    has_hooks: bool,
}

/// When each kind of poll is due.
#[derive(Clone, Copy, Debug, Default)]
struct Due {
    changes: Milliseconds,
    statuses: Milliseconds,
    blackboards: Milliseconds,
}

/// An attachment to a program.
#[derive(Debug)]
pub struct Monitor {
    stage: Stage,
    requests: Connection,
    breakpoints: Connection,
    /// From when on the subscription has arrived; `None` before it was sent.
    subscribed: Option<Milliseconds>,
    /// When to connect for breakpoints again, while only that connection is missing.
    hears_again: Option<Milliseconds>,
    asked: Option<Asked>,
    next_id: u32,
    /// Requests of the user and of this monitor that wait, the next one first.
    waiting: VecDeque<Request>,
    due: Due,
    blackboards: Vec<String>,
    program: Program,
    /// How often in a row no answer came.
    unanswered: u64,
    actions: VecDeque<Action>,
    facts: VecDeque<Fact>,
}

impl Monitor {
    /// Creates a monitor that connects now. Numbers of requests count from `first_id`, which should be random: several
    /// monitors may watch a program.
    pub fn new(now: Milliseconds, first_id: u32) -> Self {
        let mut monitor = Self {
            stage: Stage::Pausing(now),
            requests: Connection::new(Role::Requests),
            breakpoints: Connection::new(Role::Subscribes),
            subscribed: None,
            hears_again: None,
            asked: None,
            next_id: first_id,
            waiting: VecDeque::new(),
            due: Due::default(),
            blackboards: Vec::new(),
            program: Program::default(),
            unanswered: 0,
            actions: VecDeque::new(),
            facts: VecDeque::new(),
        };
        monitor.connect(now);
        monitor
    }

    /// Returns the next thing to do.
    pub fn next_action(&mut self) -> Option<Action> {
        self.actions.pop_front()
    }

    /// Returns the next fact.
    pub fn next_fact(&mut self) -> Option<Fact> {
        self.facts.pop_front()
    }

    /// Returns whether this monitor has inserted hooks that may still be there: the program may wait at one.
    pub fn has_hooks(&self) -> bool {
        self.program.has_hooks
    }

    /// Sets the blackboards whose values are fetched, by the names of their uses.
    pub fn watch(&mut self, blackboards: Vec<String>) {
        self.blackboards = blackboards;
        self.due.blackboards = 0;
    }

    /// Sends a request of the user as soon as possible. Returns whether that is possible: not if too many wait, nor for a hook if
    /// nobody would hear when the program arrives at it.
    pub fn ask(&mut self, request: Request) -> bool {
        let is_heard = self.hears_again.is_none() || !inserts_hook(&request);
        let is_possible = is_heard && self.waiting.len() < MAX_WAITING;
        if is_possible {
            self.waiting.push_back(request);
        } else {
            self.facts.push_back(Fact::NotSent(request));
        }
        is_possible
    }

    /// Removes the hooks that this monitor has inserted, and ends.
    pub fn leave(&mut self, now: Milliseconds) {
        if matches!(self.stage, Stage::Leaving(_) | Stage::Ended) {
            return;
        }
        self.waiting.clear();
        if self.program.has_hooks && matches!(self.stage, Stage::Attached) {
            self.waiting.push_back(Request::RemoveAllHooks);
            self.stage = Stage::Leaving(now + PATIENCE);
        } else {
            self.end(EndReason::Left);
        }
    }

    /// A connection was made.
    pub fn connected(&mut self, channel: Channel) {
        if !self.is_over() {
            self.send(channel);
        }
    }

    /// A connection could not be made, or was closed by the other side.
    pub fn closed(&mut self, now: Milliseconds, channel: Channel) {
        match (channel, self.stage) {
            (_, Stage::Ended | Stage::Pausing(_)) => {}
            // What ends has no hooks.
            (Channel::Requests, Stage::Leaving(_)) => self.end(EndReason::Left),
            (Channel::Requests, _) => self.lose(now, LossReason::Closed),
            (Channel::Breakpoints, _) => self.hear_again(now),
        }
    }

    /// Goes on without hearing of breakpoints for a while: statuses need only the other connection.
    fn hear_again(&mut self, now: Milliseconds) {
        if self.hears_again.is_none() && self.subscribed.is_some() {
            self.facts.push_back(Fact::HooksNotHeard);
        }
        self.breakpoints = Connection::new(Role::Subscribes);
        self.subscribed = None;
        self.hears_again = Some(now + PAUSE);
        let waiting = std::mem::take(&mut self.waiting);
        let (hooks, others): (VecDeque<_>, VecDeque<_>) =
            waiting.into_iter().partition(inserts_hook);
        self.waiting = others;
        self.facts.extend(hooks.into_iter().map(Fact::NotSent));
    }

    /// Bytes came in.
    pub fn received(&mut self, now: Milliseconds, channel: Channel, bytes: &[u8]) {
        if self.is_over() {
            return;
        }
        match (self.connection(channel).receive(bytes), channel) {
            (Ok(()), _) => {}
            (Err(fault), Channel::Requests) => return self.end(EndReason::OtherProtocol(fault)),
            (Err(_), Channel::Breakpoints) => {
                self.actions.push_back(Action::Close(channel));
                return self.hear_again(now);
            }
        }
        self.send(channel);
        while let Some(parts) = self.connection(channel).next_message() {
            match channel {
                Channel::Requests => self.answered(now, &parts),
                Channel::Breakpoints => {
                    self.facts
                        .extend(reached_hook(&parts).map(Fact::ReachedHook));
                }
            }
        }
        if self.breakpoints.is_ready() && self.subscribed.is_none() {
            self.subscribed = Some(now + SUBSCRIBING);
            self.hears_again = None;
        }
        self.pass(now);
    }

    /// Time has passed. Must be called at [`Self::wakes_at`], and may be called at any time.
    pub fn pass(&mut self, now: Milliseconds) {
        match self.stage {
            Stage::Ended => return,
            Stage::Pausing(until) if until <= now => self.connect(now),
            Stage::Leaving(until) if until <= now => self.end(EndReason::Left),
            _ => {}
        }
        if !self.is_over() && self.hears_again.is_some_and(|again| again <= now) {
            self.hears_again = Some(now + LONGEST_PAUSE);
            let again = Action::Connect(Channel::Breakpoints);
            self.actions.push_back(again);
        }
        if self.awaited_until().is_some_and(|until| until <= now) {
            self.unanswered += 1;
            return self.lose(now, LossReason::NoAnswer);
        }
        if self.asked.is_none()
            && self.requests.is_ready()
            && let Some(request) = self.next_request(now)
        {
            self.ask_now(now, request);
        }
    }

    /// Returns when [`Self::pass`] must be called next; `None` if never, or not before something else happens.
    pub fn wakes_at(&self) -> Option<Milliseconds> {
        let answer = self.awaited_until();
        let own = match self.stage {
            Stage::Ended => return None,
            Stage::Pausing(until) => return Some(until),
            Stage::Leaving(until) => Some(answer.map_or(until, |answer| answer.min(until))),
            Stage::Attached if answer.is_none() => self.due(),
            _ => answer,
        };
        own.into_iter().chain(self.hears_again).min()
    }

    /// Returns when the next poll is due.
    fn due(&self) -> Option<Milliseconds> {
        let Due {
            changes,
            statuses,
            blackboards,
        } = self.due;
        let watched = Some(blackboards).filter(|_| !self.blackboards.is_empty());
        let told = Some(changes).filter(|_| !self.program.has_no_changes);
        watched.into_iter().chain(told).chain([statuses]).min()
    }

    /// Returns until when something must come from the program.
    fn awaited_until(&self) -> Option<Milliseconds> {
        match (&self.asked, self.stage) {
            (Some(asked), _) => Some(asked.until),
            (None, Stage::Connecting(until)) => Some(until),
            (None, _) => None,
        }
    }

    fn is_over(&self) -> bool {
        matches!(self.stage, Stage::Ended | Stage::Pausing(_))
    }

    fn connection(&mut self, channel: Channel) -> &mut Connection {
        match channel {
            Channel::Requests => &mut self.requests,
            Channel::Breakpoints => &mut self.breakpoints,
        }
    }

    fn send(&mut self, channel: Channel) {
        let bytes = self.connection(channel).take_bytes();
        if !bytes.is_empty() {
            self.actions.push_back(Action::Send(channel, bytes));
        }
    }

    fn connect(&mut self, now: Milliseconds) {
        self.requests = Connection::new(Role::Requests);
        self.breakpoints = Connection::new(Role::Subscribes);
        self.subscribed = None;
        self.hears_again = None;
        self.stage = Stage::Connecting(now + PATIENCE);
        let channels = [Channel::Requests, Channel::Breakpoints];
        self.actions.extend(channels.map(Action::Connect));
    }

    fn close(&mut self) {
        self.asked = None;
        let channels = [Channel::Requests, Channel::Breakpoints];
        self.actions.extend(channels.map(Action::Close));
    }

    fn lose(&mut self, now: Milliseconds, reason: LossReason) {
        if matches!(self.stage, Stage::Leaving(_)) {
            return self.end(EndReason::Left);
        }
        self.close();
        self.facts.push_back(if self.stage == Stage::Attached {
            Fact::Lost(reason)
        } else {
            Fact::NotReached(reason)
        });
        // What was asked for belongs to a moment that is over.
        self.waiting.clear();
        let pause = PAUSE * self.unanswered.max(1);
        self.stage = Stage::Pausing(now + pause.min(LONGEST_PAUSE));
    }

    fn end(&mut self, reason: EndReason) {
        self.close();
        self.stage = Stage::Ended;
        self.facts.push_back(Fact::Ended(reason));
    }

    /// Returns what to ask next.
    fn next_request(&mut self, now: Milliseconds) -> Option<Request> {
        match self.stage {
            Stage::Connecting(_) => {
                self.stage = Stage::Greeting;
                return Some(Request::FullTree);
            }
            Stage::Attached | Stage::Leaving(_) => {}
            Stage::Greeting | Stage::Pausing(_) | Stage::Ended => return None,
        }
        let is_subscribed = self.subscribed.is_some_and(|since| since <= now);
        let can_be_sent = |request: &Request| {
            // The program could arrive at a hook before anybody listens.
            is_subscribed || !inserts_hook(request)
        };
        if let Some(place) = self.waiting.iter().position(can_be_sent) {
            return self.waiting.remove(place);
        }
        if self.stage == Stage::Attached {
            self.next_poll(now)
        } else {
            None
        }
    }

    fn next_poll(&mut self, now: Milliseconds) -> Option<Request> {
        let has_no_changes = self.program.has_no_changes;
        if self.due.statuses <= now {
            let pause = if has_no_changes {
                CHANGES_EVERY
            } else {
                STATUSES_EVERY
            };
            self.due.statuses = now + pause;
            return Some(Request::Status);
        }
        if self.due.blackboards <= now && !self.blackboards.is_empty() {
            self.due.blackboards = now + BLACKBOARDS_EVERY;
            return Some(Request::Blackboard(self.blackboards.clone()));
        }
        (self.due.changes <= now && !has_no_changes).then(|| {
            self.due.changes = now + CHANGES_EVERY;
            Request::Transitions
        })
    }

    fn ask_now(&mut self, now: Milliseconds, request: Request) {
        let id = self.next_id;
        self.next_id = id.wrapping_add(1);
        self.requests.send(&request.parts(id));
        self.program.has_hooks |= inserts_hook(&request);
        self.asked = Some(Asked {
            request,
            id,
            until: now + PATIENCE,
        });
        self.send(Channel::Requests);
    }

    fn answered(&mut self, now: Milliseconds, parts: &[Vec<u8>]) {
        let Some(Asked { request, id, until }) = self.asked.take() else {
            return;
        };
        match request.read(id, parts) {
            Err(ReplyFault::OtherRequest) => self.asked = Some(Asked { request, id, until }),
            Err(fault) => self.failed(now, request, fault),
            Ok((header, reply)) => {
                self.unanswered = 0;
                if self.program.identity != Some(header.tree) {
                    // Another tree, or the program was started again: its hooks are gone.
                    self.program = Program::default();
                    if !matches!(reply, Reply::FullTree(_)) {
                        return self.greet_again(now);
                    }
                    self.program.identity = Some(header.tree);
                }
                self.learn(now, request, reply);
            }
        }
    }

    /// Asks for the tree again.
    fn greet_again(&mut self, now: Milliseconds) {
        if matches!(self.stage, Stage::Leaving(_)) {
            return self.end(EndReason::Left);
        }
        self.waiting.clear();
        self.stage = Stage::Connecting(now + PATIENCE);
    }

    fn failed(&mut self, now: Milliseconds, request: Request, fault: ReplyFault) {
        let is_program = matches!(fault, ReplyFault::Refused { .. } | ReplyFault::Damaged);
        match (&request, is_program) {
            (_, false) | (Request::FullTree, _) => self.end(EndReason::OtherProgram(fault)),
            (Request::StartRecording | Request::Transitions, true) => {
                self.program.has_no_changes = true;
                self.due.statuses = now;
            }
            _ => self.facts.push_back(Fact::Failed(request, fault)),
        }
    }

    fn learn(&mut self, now: Milliseconds, request: Request, reply: Reply) {
        match reply {
            Reply::FullTree(tree) => self.attach(now, tree),
            Reply::Status(statuses) => self.facts.push_back(Fact::Statuses(statuses)),
            Reply::Transitions(changes) => {
                if changes.len() >= CHANGES_KEPT {
                    self.facts.push_back(Fact::ChangesLost);
                }
                self.facts.push_back(Fact::Changes(changes));
            }
            Reply::Blackboards(values) => self.facts.push_back(Fact::Blackboards(values)),
            Reply::Hooks(hooks) => self.facts.push_back(Fact::Hooks(hooks)),
            Reply::RecordingSince(_) => {}
            Reply::Done => {
                let is_removed = request == Request::RemoveAllHooks;
                self.program.has_hooks &= !is_removed;
                if is_removed && matches!(self.stage, Stage::Leaving(_)) {
                    return self.end(EndReason::Left);
                }
                self.facts.push_back(Fact::Done(request));
            }
        }
    }

    fn attach(&mut self, now: Milliseconds, tree: String) {
        let is_same = self.program.tree == tree;
        self.facts.push_back(if is_same {
            Fact::Back
        } else {
            Fact::Tree(tree.clone())
        });
        self.program.tree = tree;
        self.program.has_no_changes = false;
        self.stage = Stage::Attached;
        self.due = Due {
            changes: now + CHANGES_EVERY,
            ..Due::default()
        };
        self.waiting.push_front(Request::StartRecording);
    }
}

fn inserts_hook(request: &Request) -> bool {
    matches!(request, Request::InsertHook(_))
}

#[cfg(test)]
mod tests;
