//! What the link's thread does for attached editors: it answers them, passes their orders to the game, and tells them what
//! the game does, at their pace. Knows no socket and no clock: bytes and time go in, bytes come out.

mod table;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use treewright_core::runtime::{AgentId, AgentSet, World};
use treewright_insight::breakpoints_json;

use crate::conversation::{End, GameSide, Told};
use crate::exchange::{EditorId, News, Order, Shared, Source};
use crate::following::{About, Follower};
use crate::proof::Hex16;
use crate::protocol::{
    Agents, FromEditor, FromGame, Hello, MOST_WATCHED, Nothing, State, Texts, Verb, Watch,
};
use crate::refusal::{Refusal, refused};
use crate::ring::RingPart;
use table::Table;

/// Nothing that can wait is added to what is to be sent if that is more than this.
const MUCH: usize = 256 << 10;
/// An editor that does not take its answers is left.
const TOO_MUCH: usize = 16 << 20;
/// About the most bytes of the ring that are read at once.
const READ: usize = 1 << 20;
/// The most agents of a message.
const ROWS: usize = 1_000;

/// The desk of the link's thread.
pub(crate) struct Desk<W: World + ?Sized> {
    shared: Arc<Shared<W>>,
    hello: Hello,
    attachments: BTreeMap<EditorId, Attachment>,
    next: u64,
    table: Table,
    state: State,
}

/// An editor that is attached, or about to be.
struct Attachment {
    side: GameSide,
    followers: Vec<Follower>,
    /// The agents of which something is to be told.
    untold: BTreeSet<u64>,
    /// The programs that were told.
    told: BTreeSet<u32>,
    wants_list: bool,
    /// In every how many frames leaves are to be measured; 0 for never.
    measures_every: u32,
}

/// What the table knows of an agent.
struct Row<'t> {
    table: &'t Table,
    agent: u64,
}

impl About for Row<'_> {
    fn program(&self, frame: u64) -> Option<u32> {
        self.table.program_in(self.agent, frame)
    }

    fn done_before(&self, frame: u64) -> impl Iterator<Item = &Verb> {
        self.table.done_before(self.agent, frame)
    }
}

impl Attachment {
    fn has_room(&mut self) -> bool {
        self.side.out().len() < MUCH
    }

    fn watched(&self) -> AgentSet {
        self.followers.iter().map(Follower::agent).collect()
    }

    /// Tells a program unless that was done.
    fn tell_program(&mut self, program: u32, table: &Table) {
        if let Some(known) = table.program(program)
            && self.told.insert(program)
        {
            self.side.send(&FromGame::Program(known.message.clone()));
        }
    }

    /// Tells how long leaves of a program took.
    fn tell_profile(&mut self, message: &FromGame, table: &Table) {
        if let FromGame::Profile(profile) = message
            && self.has_room()
        {
            self.tell_program(profile.program, table);
            self.side.send(message);
        }
    }

    /// Tells which agents came and left.
    fn tell_agents(&mut self, table: &Table, frame: u64) {
        while !self.untold.is_empty() && self.has_room() {
            let mut agents = Agents {
                frame,
                ..Agents::default()
            };
            for _ in 0..ROWS {
                let Some(agent) = self.untold.pop_first() else {
                    break;
                };
                match table.row(agent) {
                    Some(row) => {
                        self.tell_program(row.1, table);
                        agents.came.push(row);
                    }
                    None => agents.left.push(agent),
                }
            }
            self.side.send(&FromGame::Agents(agents));
        }
    }

    /// Tells what the watched agents did.
    fn tell_frames(&mut self, part: &RingPart, table: &Table) {
        let frames: Vec<_> = part.frames(&self.watched()).collect();
        let mut out = Vec::new();
        for follower in &mut self.followers {
            let agent = follower.agent().number();
            follower.tell(&frames, &Row { table, agent }, &mut out);
        }
        for message in out {
            if let FromGame::Keyframe(keyframe) = &message {
                self.tell_program(keyframe.program, table);
            }
            let is_sent = self.side.send(&message);
            if let (FromGame::Frames(frames), false) = (&message, is_sent) {
                self.side.send(&FromGame::Gap(frames.gap()));
            }
        }
    }

    /// Tells what the watched agents did up to this frame, as far as there is room.
    fn read<W: World + ?Sized>(&mut self, shared: &Shared<W>, table: &Table, frame: u64) {
        let next = self.followers.iter().map(|follower| follower.next).min();
        if let Some(from) = next.filter(|from| *from <= frame)
            && self.has_room()
        {
            let part = shared.with(|exchange| exchange.ring.part(from, frame, READ));
            self.tell_frames(&part, table);
        }
    }
}

impl<W: World + ?Sized> Desk<W> {
    /// Creates a desk. Each conversation begins with `hello`, with other random bytes.
    pub fn new(shared: Arc<Shared<W>>, hello: Hello) -> Self {
        Self {
            shared,
            hello,
            attachments: BTreeMap::new(),
            next: 0,
            table: Table::default(),
            state: State::default(),
        }
    }

    /// Returns what it shares with the game.
    #[cfg(test)]
    pub fn shared(&self) -> Arc<Shared<W>> {
        self.shared.clone()
    }

    /// Begins a conversation with an editor.
    pub fn attach(&mut self, token: Hex16, nonce: Hex16, now: Duration) -> EditorId {
        let hello = Hello {
            nonce,
            ..self.hello.clone()
        };
        let editor = EditorId(self.next);
        self.next += 1;
        let attachment = Attachment {
            side: GameSide::new(token, hello, now),
            followers: Vec::new(),
            untold: BTreeSet::new(),
            told: BTreeSet::new(),
            wants_list: false,
            measures_every: 0,
        };
        self.attachments.insert(editor, attachment);
        editor
    }

    /// Returns the bytes that are to be sent to an editor. Remove from them what was; `None` if it is not attached.
    pub fn out(&mut self, editor: EditorId) -> Option<&mut Vec<u8>> {
        Some(self.attachments.get_mut(&editor)?.side.out())
    }

    /// Returns why the conversation with an editor has ended.
    pub fn end(&self, editor: EditorId) -> Option<&End> {
        self.attachments.get(&editor)?.side.end()
    }

    /// Ends the conversation with an editor because its connection was closed.
    pub fn close(&mut self, editor: EditorId, now: Duration) {
        if let Some(attachment) = self.attachments.get_mut(&editor) {
            attachment.side.close(now);
        }
    }

    /// Takes what an editor has sent.
    pub fn receive(&mut self, editor: EditorId, piece: &[u8], now: Duration) {
        let Some(attachment) = self.attachments.get_mut(&editor) else {
            return;
        };
        for told in attachment.side.receive(piece, now) {
            match told {
                Told::Open(()) => self.welcome(editor),
                Told::Message(message) => self.take(editor, message),
            }
        }
    }

    /// Tells an editor what the game is like.
    fn welcome(&mut self, editor: EditorId) {
        self.shared.set_attached(true);
        if let Some(attachment) = self.attachments.get_mut(&editor) {
            attachment.untold = self.table.agents().collect();
            attachment.side.send(&FromGame::State(self.state.clone()));
        }
    }

    fn take(&mut self, editor: EditorId, message: FromEditor) {
        match message {
            FromEditor::Watch(watch) => self.watch(editor, &watch),
            FromEditor::Texts(program) => self.send_texts(editor, program),
            FromEditor::List(wants_list) => {
                if let Some(attachment) = self.attachments.get_mut(&editor) {
                    attachment.wants_list = wants_list;
                }
                self.order_list();
            }
            FromEditor::Profile(profile) => {
                if let Some(attachment) = self.attachments.get_mut(&editor) {
                    attachment.measures_every = profile.every;
                }
                self.order_profile();
            }
            FromEditor::Do(order) => match order.verb {
                Verb::Swap(_) => self.swap(editor, order),
                _ => self.order_or_refuse(editor, order.number, Order::Do(editor, order)),
            },
            FromEditor::Pause(_) => _ = self.order(Order::Pause(editor)),
            FromEditor::Resume(_) => _ = self.order(Order::Resume),
            FromEditor::Step(step) => _ = self.order(Order::Step(step.frames)),
            FromEditor::Breakpoints(all) => match breakpoints_json::read(all.0.as_bytes()) {
                Ok(all) => {
                    self.order(Order::Breakpoints(editor, all));
                    self.shared.set_armed();
                }
                Err(error) => {
                    let why = error.message();
                    self.refuse(editor, 0, &Refusal::Breakpoints { why });
                }
            },
            FromEditor::Find(find) => {
                self.order_or_refuse(editor, find.number, Order::Find(editor, find));
            }
            FromEditor::Welcome(_)
            | FromEditor::Error(_)
            | FromEditor::Ping(_)
            | FromEditor::Pong(_)
            | FromEditor::Bye(_) => {}
        }
    }

    fn order(&self, order: Order<W>) -> bool {
        self.shared.with(|exchange| exchange.order(order))
    }

    /// Passes on an order, or tells the editor that there is no room for it.
    fn order_or_refuse(&mut self, editor: EditorId, number: u64, order: Order<W>) {
        if !self.order(order) {
            self.refuse(editor, number, &Refusal::Busy);
        }
    }

    fn refuse(&mut self, editor: EditorId, number: u64, why: &Refusal) {
        if let Some(attachment) = self.attachments.get_mut(&editor) {
            attachment.side.send(&refused(number, &why.message()));
        }
    }

    /// Follows these agents from now on, new ones from `past` seconds ago.
    fn watch(&mut self, editor: EditorId, watch: &Watch) {
        let Some(attachment) = self.attachments.get_mut(&editor) else {
            return;
        };
        let wanted: BTreeSet<_> = watch.agents.iter().take(MOST_WATCHED).copied().collect();
        let is_wanted = |follower: &Follower| wanted.contains(&follower.agent().number());
        attachment.followers.retain(is_wanted);
        let known = attachment.watched();
        let from = self.shared.with(|exchange| {
            if watch.past > 0.0 {
                exchange.ring.frame_before(watch.past)
            } else {
                exchange.ring.last() + 1
            }
        });
        let new = wanted.into_iter().map(AgentId);
        let new: AgentSet = new.filter(|agent| !known.contains(*agent)).collect();
        let followers = new.iter().map(|agent| Follower::new(agent, from));
        attachment.followers.extend(followers);
        self.order_watch(new);
    }

    /// Tells the game who is watched, and who is new to somebody.
    fn order_watch(&self, new: AgentSet) {
        let attachments = self.attachments.values();
        let all = attachments.flat_map(|one| one.followers.iter().map(Follower::agent));
        let all = all.collect();
        self.order(Order::Watch { all, new });
    }

    fn order_list(&self) {
        let is_wanted = self.attachments.values().any(|one| one.wants_list);
        self.order(Order::List(is_wanted));
    }

    fn order_profile(&self) {
        let every = self.attachments.values().map(|one| one.measures_every);
        let most_often = every.filter(|every| *every > 0).min();
        self.order(Order::Profile(most_often.unwrap_or(0)));
    }

    fn send_texts(&mut self, editor: EditorId, program: u32) {
        if let Some(attachment) = self.attachments.get_mut(&editor) {
            let known = self.table.program(program);
            let files = known.map(|known| known.source.files.clone());
            let files = files.unwrap_or_default();
            attachment
                .side
                .send(&FromGame::Texts(Texts { program, files }));
        }
    }

    /// Compiles a tree with the game's function, and lets the game replace the program of an agent with it.
    fn swap(&mut self, editor: EditorId, order: crate::protocol::Order) {
        let (number, Verb::Swap(new)) = (order.number, order.verb) else {
            return;
        };
        let old = order.agent.and_then(|agent| self.table.row(agent));
        let Some((_, old, _, _)) = old else {
            return self.refuse(editor, number, &Refusal::NoSuchAgent);
        };
        let known = self.table.program(old);
        let document = known.and_then(|known| known.source.document.clone());
        if document.is_none() || document != new.files.first().map(|file| file.path.clone()) {
            return self.refuse(editor, number, &Refusal::OtherDocument);
        }
        match self.shared.compile(&new.files) {
            Err(why) => self.refuse(editor, number, &why),
            Ok((compiled, origins)) => {
                let source = Source {
                    document,
                    origins,
                    files: new.files,
                };
                let order = Order::Swap {
                    editor,
                    number,
                    old,
                    new: compiled,
                    source,
                };
                self.order_or_refuse(editor, number, order);
            }
        }
    }

    /// Does what is due: tells what watched agents did, and then what the game says about it. Returns the editors that are
    /// attached no longer.
    pub fn work(&mut self, now: Duration) -> Vec<EditorId> {
        let (news, frame) = self.learn();
        for attachment in self.attachments.values_mut() {
            attachment.side.pass(now);
            if attachment.side.is_open() {
                attachment.tell_agents(&self.table, frame);
                attachment.read(&self.shared, &self.table, frame);
            }
        }
        for news in news {
            self.tell(news);
        }
        for attachment in self.attachments.values_mut() {
            if attachment.side.out().len() > TOO_MUCH {
                attachment.side.close(now);
            }
        }
        let ended = self.attachments.iter();
        let ended = ended.filter(|(_, attachment)| attachment.side.end().is_some());
        ended.map(|(editor, _)| *editor).collect()
    }

    /// Takes the news of the game. Returns those that are to be told, and the last frame that they reach.
    fn learn(&mut self) -> (Vec<News>, u64) {
        let (mut news, first, last) = self.shared.with(|exchange| {
            let (first, last) = (exchange.ring.first(), exchange.ring.last());
            (std::mem::take(&mut exchange.news), first, last)
        });
        news.retain_mut(|news| !self.learn_one(news, first));
        (news, last)
    }

    /// Learns about programs and agents. What agents did before the frame `first` is no longer known. Returns false for other
    /// news.
    fn learn_one(&mut self, news: &mut News, first: u64) -> bool {
        let changed = match news {
            News::Program(message, source) => {
                let (message, source) = (message.clone(), std::mem::take(source));
                self.table.add_program(message, source);
                None
            }
            News::Agent(agent, about) => {
                self.table.add_agent(*agent, about.clone(), first);
                Some(*agent)
            }
            News::Left(agent, frame) => {
                self.table.remove_agent(*agent, *frame, first);
                Some(*agent)
            }
            News::Recorded(agent, frame, is_recorded) => {
                self.table.record(*agent, *frame, *is_recorded, first);
                None
            }
            News::Did(agent, frame, verb) => {
                self.table.note_done((*agent, *frame), verb.clone(), first);
                None
            }
            News::At(..) | News::State(_) | News::Profile(_) | News::ToAll(_) | News::To(..) => {
                return false;
            }
        };
        if let Some(agent) = changed {
            let attachments = self.attachments.values_mut();
            attachments.for_each(|one| _ = one.untold.insert(agent.number()));
        }
        true
    }

    /// Tells editors what the game says.
    fn tell(&mut self, news: News) {
        let attachments = self.attachments.values_mut();
        match news {
            News::At(frame, at) => {
                let message = FromGame::Agents(Agents {
                    frame,
                    at,
                    ..Agents::default()
                });
                for one in attachments.filter(|one| one.wants_list) {
                    if one.has_room() {
                        one.side.send(&message);
                    }
                }
            }
            News::State(state) => {
                let message = FromGame::State(state.clone());
                attachments.for_each(|one| _ = one.side.send(&message));
                self.state = state;
            }
            News::Profile(profile) => {
                let message = FromGame::Profile(profile);
                for one in attachments.filter(|one| one.measures_every > 0) {
                    one.tell_profile(&message, &self.table);
                }
            }
            News::ToAll(message) => attachments.for_each(|one| _ = one.side.send(&message)),
            News::To(editor, message) => {
                if let Some(one) = self.attachments.get_mut(&editor) {
                    one.side.send(&message);
                }
            }
            News::Program(..)
            | News::Agent(..)
            | News::Left(..)
            | News::Recorded(..)
            | News::Did(..) => {}
        }
    }

    /// Forgets an editor.
    pub fn detach(&mut self, editor: EditorId) {
        if self.attachments.remove(&editor).is_some() {
            let is_attached = self.attachments.values().any(|one| one.side.is_open());
            self.shared.set_attached(is_attached);
            self.order(Order::Left(editor));
            self.order_watch(AgentSet::new());
            self.order_list();
            self.order_profile();
        }
    }

    /// Tells all editors that the game ends.
    pub fn say_goodbye(&mut self) {
        for attachment in self.attachments.values_mut() {
            attachment.side.send(&FromGame::Bye(Nothing {}));
        }
    }
}
