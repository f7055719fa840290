//! A game and an editor that talk without a socket and without a clock, through the real bytes.

use std::time::Duration;

use treewright_core::TreeManager;
use treewright_core::runtime::AgentId;

use crate::conversation::{EditorSide, Told};
use crate::desk::Desk;
use crate::exchange::EditorId;
use crate::framing::push_frame;
use crate::game::{Link, Settings};
use crate::proof::Hex16;
use crate::protocol::{FromEditor, FromGame, Hello, Order, VERSION, Verb, Watch};
use crate::socket::MAY;

/// The token of all conversations.
pub const TOKEN: Hex16 = Hex16([42; 16]);

/// A game with one manager of trees, its link, and what would be the link's thread.
pub struct Game<W: 'static> {
    pub link: Link<W>,
    pub(crate) desk: Desk<W>,
    pub trees: TreeManager<W>,
    pub world: W,
    pub now: Duration,
}

/// An editor, and what it has heard.
pub struct Editor {
    pub side: EditorSide,
    id: EditorId,
    pub hello: Option<Hello>,
    pub heard: Vec<FromGame>,
}

fn hello() -> Hello {
    Hello {
        version: VERSION,
        nonce: Hex16::default(),
        app: "Arena".into(),
        engine: "test".into(),
        process: 1,
        may: MAY.into_iter().map(Into::into).collect(),
    }
}

impl<W: Default + 'static> Game<W> {
    pub fn new(settings: &Settings) -> Self {
        Self::with_world(settings, W::default())
    }
}

impl<W: 'static> Game<W> {
    pub fn with_world(settings: &Settings, world: W) -> Self {
        let (link, shared) = Link::without_thread(settings);
        Self {
            link,
            desk: Desk::new(shared, hello()),
            trees: TreeManager::new(),
            world,
            now: Duration::from_secs(1_000),
        }
    }

    /// Attaches an editor.
    pub fn attach(&mut self) -> Editor {
        let id = self.desk.attach(TOKEN, Hex16([1; 16]), self.now);
        let mut editor = Editor {
            side: EditorSide::new(TOKEN, Hex16([id.0 as u8 + 2; 16]), self.now),
            id,
            hello: None,
            heard: Vec::new(),
        };
        self.talk(&mut editor);
        assert!(editor.side.is_open() && editor.hello.is_some());
        editor
    }

    /// Dials an editor that is elsewhere, which knows this token. Returns the number of the attachment.
    pub fn dial(&mut self, token: Hex16, nonce: Hex16) -> u64 {
        self.desk.attach(token, nonce, self.now).0
    }

    /// Takes what an editor elsewhere has sent, lets the link's thread work, and returns what is to be sent; `None` if the
    /// conversation has ended.
    pub fn answer(&mut self, editor: u64, received: &[u8]) -> Option<Vec<u8>> {
        let editor = EditorId(editor);
        self.desk.receive(editor, received, self.now);
        let ended = self.desk.work(self.now);
        let out = self.desk.out(editor).map(std::mem::take);
        for ended in ended {
            self.desk.detach(ended);
        }
        out
    }

    /// Lets the link's thread work, and moves bytes until nobody says anything more.
    pub fn talk(&mut self, editor: &mut Editor) {
        loop {
            self.work();
            let to_game = std::mem::take(editor.side.out());
            self.desk.receive(editor.id, &to_game, self.now);
            let to_editor = self.desk.out(editor.id).map(std::mem::take);
            let to_editor = to_editor.unwrap_or_default();
            for told in editor.side.receive(&to_editor, self.now) {
                match told {
                    Told::Open(hello) => editor.hello = Some(hello),
                    Told::Message(message) => editor.heard.push(message),
                }
            }
            if to_game.is_empty() && to_editor.is_empty() {
                return;
            }
        }
    }

    /// Lets the link's thread work.
    pub fn work(&mut self) {
        for ended in self.desk.work(self.now) {
            self.desk.detach(ended);
        }
    }

    /// Runs a frame if it may run. Returns whether it did.
    pub fn frame(&mut self, dt: f64) -> bool {
        self.now += Duration::from_secs_f64(dt);
        let may_run = self.link.may_run();
        if may_run {
            self.link.tick(&mut self.trees, &mut self.world, dt);
        }
        may_run
    }

    /// Runs a frame, and lets both talk before and after it.
    pub fn step(&mut self, editor: &mut Editor) -> bool {
        self.talk(editor);
        let has_run = self.frame(0.1);
        self.talk(editor);
        has_run
    }
}

impl Editor {
    pub fn say(&mut self, message: &FromEditor) {
        self.side.send(message);
    }

    /// Says something that may be no message.
    pub fn say_text(&mut self, text: &str) {
        push_frame(text, self.side.out());
    }

    pub fn watch(&mut self, agents: &[AgentId], past: f64) {
        let agents = agents.iter().map(|agent| agent.number()).collect();
        self.say(&FromEditor::Watch(Watch { agents, past }));
    }

    pub fn order(&mut self, number: u64, agent: Option<AgentId>, verb: Verb) {
        let agent = agent.map(AgentId::number);
        self.say(&FromEditor::Do(Order {
            number,
            agent,
            verb,
        }));
    }

    /// Takes what was heard, as far as `of_interest` returns something.
    pub fn take<T>(&mut self, of_interest: impl Fn(FromGame) -> Option<T>) -> Vec<T> {
        let heard = std::mem::take(&mut self.heard);
        heard.into_iter().filter_map(of_interest).collect()
    }
}
