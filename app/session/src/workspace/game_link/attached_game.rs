//! A game that is or was attached: what is known of it, which documents show its trees, and what the user wants of it. Knows no window and no sockets.

mod differing;
mod measuring;
mod pauses;
mod swapping;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};

use treewright_core::ids::NodeId;
use treewright_core::runtime::{AgentId, NodeIndex, Status};
use treewright_core::{Message, ToArgument as _};
use treewright_insight::breakpoints_json::{self, ProjectBreakpoints};
use treewright_insight::recording_json::Recorded;
use treewright_insight::told_past::SharedLimit;
use treewright_link::conversation::End;
use treewright_link::live_file::{Head, LiveRecord};
use treewright_link::proof::Hex16;
use treewright_link::protocol::{
    Condition, FromEditor, Hello, Json, MOST_WATCHED, Nothing, Refused, Sent, Step, VERSION,
    Verb as Act,
};
use treewright_link::seen::SeenGame;

use self::differing::Compared;
use self::measuring::Measurements;
use self::pauses::Pauses;
pub use self::swapping::SwapReport;
pub(super) use self::swapping::files_at;
use super::tree_difference::TreeDifference;
use crate::host::link::{GameCommand, GameId};
use crate::i18n::said;
use crate::workspace::live::{
    Connection, LiveRow, LiveSource, LiveState, Order, SourceId, SourceKind, Verb, Verbs,
};
use crate::workspace::live_games::{FoundAgents, GameView};
use crate::workspace::open_document::DocumentId;
use crate::workspace::run_view::StopView;
use crate::workspace::told_run::ToldRun;

/// Games are numbered behind all robots.
const FIRST_SOURCE: u64 = 1 << 32;

/// Why nothing can be done to an agent that has left.
const AGENT_LEFT: &str = "obstacle.game_agent_left";

/// What each verb is called in a game's `hello`.
const CAPABILITIES: [(Verb, &str); 7] = [
    (Verb::Pause, "pause"),
    (Verb::Resume, "pause"),
    (Verb::Step, "step"),
    (Verb::Force, "force"),
    (Verb::SetVariable, "set"),
    (Verb::SendEvent, "send"),
    (Verb::Measure, "profile"),
];

/// A document that shows agents of a game which run its tree.
#[derive(Clone, Debug)]
pub struct ShownTree {
    pub document: DocumentId,
    /// The path of the document in the game.
    pub path: Arc<str>,
    /// The numbers in the told run of the game's programs.
    pub programs: BTreeMap<u32, usize>,
    /// The agent that it shows.
    pub agent: u64,
    /// Whether the game runs another tree at this path by now, which another document shows.
    pub is_replaced: bool,
}

/// What waits for an answer of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// A small change to an agent, or to all. The user gets a notice only if it is refused. The line of the log is what it does, if nothing else
    /// tells that.
    Order(Option<u64>, Option<Message>),
    /// A swap of the tree in this document.
    Swap(DocumentId),
    /// A swap of another tree, at this path in the game, of which the document is a part.
    SwapOfUser(DocumentId, Arc<str>),
    Find,
}

/// A game that is or was attached.
pub struct AttachedGame {
    game: GameId,
    /// Who it is.
    pub hello: Hello,
    /// What is known of it.
    pub seen: SeenGame,
    /// Why it is no longer attached.
    pub end: Option<End>,
    commands: Sender<GameCommand>,
    connection: Connection,
    shown: Vec<ShownTree>,
    /// The agent to which orders go.
    agent: Option<u64>,
    asked: BTreeMap<u64, Asked>,
    /// The newest frame of the game when each agent was chosen, up to which its past comes in.
    loads_until: BTreeMap<u64, u64>,
    found: Option<FoundAgents>,
    name: String,
    /// The agent that is to be shown as soon as its tree is known.
    pub wanted: Option<u64>,
    /// The agent that is to be shown as soon as it runs another program than this one.
    pub wanted_with_other: Option<(u64, u32)>,
    /// The moment at which a breakpoint has paused the game, until it is shown: agent, frame, and how many of its events have happened.
    pub stop_to_show: Option<(u64, u64, usize)>,
    /// The agent with which the user lets the game run a single frame, until the game is to do something else.
    steps_with: Option<u64>,
    /// The breakpoints that the game has.
    breakpoints: Option<String>,
    /// From what they were put together.
    breakpoints_of: Option<(u64, usize)>,
    pauses: Pauses,
    /// What became so far of the swap that the user wanted last.
    swapping: SwapReport,
    is_record: bool,
    /// What it measures while that is wanted.
    measurements: Option<Measurements>,
    /// The documents of the editor that differ from what it runs.
    differences: Vec<TreeDifference>,
    /// What was compared last, by the path in the game.
    compared: Compared,
}

impl AttachedGame {
    pub(super) fn new(
        game: GameId,
        hello: Hello,
        limit: &SharedLimit,
        commands: Sender<GameCommand>,
    ) -> Self {
        let name = match hello.process {
            0 => hello.app.to_string(),
            process => format!("{} ({process})", hello.app),
        };
        Self {
            game,
            name,
            hello,
            seen: SeenGame::sharing(limit),
            end: None,
            commands,
            connection: Connection::Attached,
            shown: Vec::new(),
            agent: None,
            asked: BTreeMap::new(),
            loads_until: BTreeMap::new(),
            found: None,
            wanted: None,
            wanted_with_other: None,
            stop_to_show: None,
            steps_with: None,
            breakpoints: None,
            breakpoints_of: None,
            pauses: Pauses::default(),
            swapping: SwapReport::default(),
            is_record: false,
            measurements: None,
            differences: Vec::new(),
            compared: Compared::new(),
        }
    }

    /// Returns what a file tells as a game that is gone, by the name of the file. Its number must be new.
    pub fn of_record(game: GameId, file_name: &str, record: LiveRecord) -> Self {
        let hello = Hello {
            version: VERSION,
            nonce: Hex16::default(),
            app: record.head.app.clone(),
            engine: record.head.engine.clone(),
            process: 0,
            may: Vec::new(),
        };
        // Nobody listens.
        let (commands, _) = channel();
        Self {
            name: file_name.to_owned(),
            seen: record.seen,
            end: Some(End::Closed),
            connection: Connection::Ended(None),
            is_record: true,
            ..Self::new(game, hello, &SharedLimit::of(0), commands)
        }
    }

    /// Gets another number, as one that is gone.
    #[must_use]
    pub fn kept_as(self, game: GameId) -> Self {
        Self { game, ..self }
    }

    /// Returns its number.
    pub fn game(&self) -> GameId {
        self.game
    }

    /// Returns whether it is what a file tells.
    pub fn is_record(&self) -> bool {
        self.is_record
    }

    /// Returns the header of a file of it.
    pub fn head(&self) -> Head {
        Head::of(&self.hello.app, &self.hello.engine)
    }

    /// Returns whether it can do this: `pause`, `step`, `break`, `set`, `force`, `send`, `swap`, `past`, `find` or `profile`.
    pub fn may(&self, what: &str) -> bool {
        self.end.is_none() && self.hello.may.iter().any(|may| &**may == what)
    }

    /// Sends a message. Nothing happens if the game is no longer attached.
    pub fn say(&self, message: FromEditor) {
        // The thread ends only with the door.
        let _ = self
            .commands
            .send(GameCommand::Say(self.game, Box::new(message)));
    }

    pub(super) fn has_ended(&mut self, end: End) {
        let why = match &end {
            End::Bye | End::Closed => said("attach.game_ended", Vec::new()),
            End::Absent => said("attach.game_missed_editor", Vec::new()),
            other => {
                let reason = ("reason", other.to_string().to_argument());
                said("attach.game_lost", vec![reason])
            }
        };
        if !matches!(self.connection, Connection::Ended(None)) {
            self.connection = Connection::Ended(Some(why));
        }
        self.end = Some(end);
        self.asked.clear();
    }

    /// Returns the game with the number of an attachment; `None` if that is not a game's.
    pub fn game_of(source: SourceId) -> Option<GameId> {
        source.0.checked_sub(FIRST_SOURCE).map(GameId)
    }

    /// Returns the documents that show its trees.
    pub fn shown(&self) -> &[ShownTree] {
        &self.shown
    }

    /// Returns what shows the tree of an agent.
    pub fn shown_of(&self, agent: u64) -> Option<&ShownTree> {
        let program = self.seen.agents().get(&agent)?.program;
        self.shown_at(&self.seen.programs().get(&program)?.message.document)
    }

    /// Returns what shows the tree that it runs at a path.
    pub fn shown_at(&self, path: &str) -> Option<&ShownTree> {
        let mut shown = self.shown.iter();
        shown.find(|tree| *tree.path == *path && !tree.is_replaced)
    }

    /// Shows a tree of the game in a document; it is the first program of the told run there.
    pub fn show(&mut self, document: DocumentId, program: u32, agent: u64) {
        if let Some(known) = self.seen.programs().get(&program) {
            self.shown.push(ShownTree {
                document,
                path: known.message.document.clone(),
                programs: [(program, 0)].into_iter().collect(),
                agent,
                is_replaced: false,
            });
        }
    }

    /// The document shows no tree of this game any more.
    pub fn forget_document(&mut self, document: DocumentId) {
        self.shown.retain(|tree| tree.document != document);
        if self.end.is_some() {
            self.differences.retain(|known| known.own != document);
        }
    }

    /// The document shows a tree that was replaced in the game, and what it did until then.
    pub fn note_replaced(&mut self, document: DocumentId) {
        let mut shown = self.shown.iter_mut();
        if let Some(tree) = shown.find(|tree| tree.document == document) {
            tree.is_replaced = true;
        }
    }

    /// Shows another agent in a document, as soon as something is known of it.
    pub fn choose(&mut self, document: DocumentId, agent: u64) {
        let mut shown = self.shown.iter_mut();
        if let Some(tree) = shown.find(|tree| tree.document == document) {
            tree.agent = agent;
        }
    }

    /// Returns the programs of a document's tree that its told run does not know yet.
    pub fn new_programs(&self, document: DocumentId) -> Vec<u32> {
        let mut shown = self.shown.iter().filter(|tree| !tree.is_replaced);
        let Some(tree) = shown.find(|tree| tree.document == document) else {
            return Vec::new();
        };
        let programs = self.seen.programs().iter();
        let new = programs.filter(|(number, program)| {
            program.message.document == tree.path
                && matches!(program.tree, Some(Ok(_)))
                && !tree.programs.contains_key(number)
        });
        new.map(|(number, _)| *number).collect()
    }

    /// Notes the number in the told run of a program.
    pub fn add_program(&mut self, document: DocumentId, program: u32, number: usize) {
        let mut shown = self.shown.iter_mut();
        if let Some(tree) = shown.find(|tree| tree.document == document) {
            tree.programs.insert(program, number);
        }
    }

    /// Tells the run in a document what is known of the agents that run its tree.
    pub fn tell(&self, document: DocumentId, told: &mut ToldRun) {
        let Some(tree) = self.shown.iter().find(|tree| tree.document == document) else {
            return;
        };
        let number = |program| {
            let told = self.seen.number_of(program)?;
            tree.programs.get(&told).copied()
        };
        told.grow(|past| {
            for agent in self.seen.past().agents() {
                past.follow(self.seen.past(), agent, &number);
            }
        });
        told.show_agent(AgentId(tree.agent));
    }

    /// Watches an agent as well, with what it did before. Of more than can be watched, those that are shown stay.
    pub fn watch(&mut self, agent: u64, past: f64) {
        let is_shown = |other: &u64| self.shown.iter().any(|tree| tree.agent == *other);
        let mut watched: Vec<u64> = self.seen.watched().iter().copied().collect();
        if watched.contains(&agent) || self.end.is_some() {
            return;
        }
        while watched.len() >= MOST_WATCHED {
            let Some(place) = watched.iter().position(|other| !is_shown(other)) else {
                watched.remove(0);
                continue;
            };
            watched.remove(place);
        }
        watched.push(agent);
        self.loads_until.insert(agent, self.seen.state().frame);
        let message = self.seen.watch(watched, past);
        self.say(message);
    }

    /// Watches an agent no longer, unless a document shows it. What is known of it stays.
    pub fn unwatch(&mut self, agent: u64) {
        if self.shown.iter().any(|tree| tree.agent == agent) {
            return;
        }
        let watched: Vec<u64> = self.seen.watched().iter().copied().collect();
        let rest = watched.into_iter().filter(|other| *other != agent);
        let message = self.seen.watch(rest, 0.0);
        self.say(message);
    }

    /// The shown agent of the active document gets orders from now on.
    pub fn set_agent(&mut self, agent: Option<u64>) {
        self.agent = agent;
    }

    /// Does something to an agent.
    pub fn act(&mut self, agent: Option<u64>, act: Act, asked: Asked) {
        let (number, message) = self.seen.order(agent, act);
        self.asked.insert(number, asked);
        self.say(message);
    }

    /// Looks for agents. `text` is what the user wrote.
    pub fn find(&mut self, condition: Condition, text: String) {
        let (number, message) = self.seen.find(condition.clone());
        self.asked.retain(|_, asked| *asked != Asked::Find);
        self.asked.insert(number, Asked::Find);
        self.found = Some(FoundAgents {
            refused: None,
            text,
            condition,
            frame: self.seen.state().frame,
            agents: BTreeSet::new(),
            is_complete: false,
        });
        self.say(message);
    }

    /// Looks once more for what was looked for last.
    pub fn find_again(&mut self) {
        if let Some(found) = self.found.take() {
            self.find(found.condition, found.text);
        }
    }

    /// Takes what a search has found.
    pub fn take_found(&mut self, found: &treewright_link::protocol::Found) {
        if self.asked.get(&found.number) != Some(&Asked::Find) {
            return;
        }
        let is_complete = found.looked >= found.of;
        if let Some(known) = &mut self.found {
            known.agents.extend(&found.agents);
            known.is_complete = is_complete;
        }
        if is_complete {
            self.asked.remove(&found.number);
        }
    }

    /// The game refuses what was looked for last.
    pub fn refuse_search(&mut self, why: &Refused) {
        if let Some(known) = &mut self.found {
            known.refused = Some(why.clone());
        }
    }

    /// Returns what was asked with this number, and that it is answered.
    pub fn answered(&mut self, number: u64) -> Option<Asked> {
        self.asked.remove(&number)
    }

    /// Returns an agent that is there and runs the program of this one, or else another program of the same document. Games know nothing of agents
    /// that have left.
    pub fn one_that_runs_as(&self, agent: u64, path: &str) -> u64 {
        let agents = self.seen.agents();
        let program = agents.get(&agent).map(|known| known.program);
        let there = || agents.iter().filter(|(_, known)| known.left.is_none());
        let is_of_document = |program: &u32| {
            let known = self.seen.programs().get(program);
            known.is_some_and(|known| *known.message.document == *path)
        };
        if there().any(|(number, _)| *number == agent) {
            return agent;
        }
        let same = there().find(|(_, known)| Some(known.program) == program);
        let other = || there().find(|(_, known)| is_of_document(&known.program));
        same.or_else(other).map_or(agent, |(number, _)| *number)
    }

    /// Asks for the files of a program once more, which the editor may have itself by now.
    pub fn ask_files(&self, program: u32) {
        self.say(FromEditor::Texts(program));
    }

    /// Returns whether breakpoints are to be put together anew, because what they depend on has changed.
    pub fn needs_breakpoints(&mut self, of: (u64, usize)) -> bool {
        self.breakpoints_of.replace(of) != Some(of)
    }

    /// Lets the game have these breakpoints unless it has them already.
    pub fn set_breakpoints(&mut self, all: &ProjectBreakpoints) {
        self.pauses.set(all);
        let text = breakpoints_json::write(all);
        if self.may("break") && self.breakpoints.as_ref() != Some(&text) {
            self.say(FromEditor::Breakpoints(Json(text.as_str().into())));
            self.breakpoints = Some(text);
        }
    }

    /// Returns what the list of its agents shows.
    pub fn view(&self) -> GameView<'_> {
        GameView {
            source: self.id(),
            name: &self.name,
            seen: &self.seen,
            connection: (!self.is_record).then_some(&self.connection),
            found: self.found.as_ref(),
            shown: self.agent,
            can_find: self.may("find"),
            can_swap: self.may("swap"),
            differences: &self.differences,
        }
    }

    /// What was looked for is no longer of interest.
    pub fn forget_found(&mut self) {
        self.found = None;
    }

    /// Returns what lists show of it.
    pub fn row(&self) -> LiveRow {
        LiveRow {
            source: self.id(),
            kind: SourceKind::Game,
            name: self.name(),
            connection: self.connection.clone(),
            failures: 0,
            document: self.document(),
            waits: self.seen.state().paused && self.end.is_none(),
            has_breakpoints: false,
        }
    }

    /// Returns the document that was the last to show a tree which it runs.
    fn document(&self) -> Option<DocumentId> {
        let shown = self.shown.iter().rev();
        let mut shown = shown.filter(|tree| !tree.is_replaced);
        shown.next().map(|tree| tree.document)
    }

    /// Returns whether what an agent did before it was chosen is still coming in.
    fn is_loading(&self, agent: u64) -> bool {
        let known = self.seen.agents().get(&agent);
        let Some(until) = self.loads_until.get(&agent) else {
            return false;
        };
        let last = self.seen.past().stretches(AgentId(agent)).next_back();
        let is_there = known.is_some_and(|known| known.left.is_none());
        // The game sends no frames of a tree that has finished.
        let comes = last
            .is_none_or(|last| last.now().status == Status::Running && last.last_frame() < *until);
        is_there && self.end.is_none() && comes
    }

    /// Returns what a told run in one of its documents shows of it and an agent. `stop` says where it waits.
    pub fn live_state(&self, tree: &ShownTree, stop: Option<StopView>) -> LiveState {
        let agent = tree.agent;
        LiveState {
            source: self.id(),
            kind: SourceKind::Game,
            name: self.name(),
            connection: self.connection.clone(),
            stop,
            left: self.seen.agents().get(&agent).and_then(|agent| agent.left),
            is_replaced: tree.is_replaced,
            is_loading: self.is_loading(agent),
            pauses: Some(self.pauses_of(agent)),
            verbs: if tree.is_replaced {
                self.verbs().only_of_program("obstacle.game_other_tree")
            } else {
                self.verbs_of(agent)
            },
        }
    }

    /// Returns whether an agent was there and has left.
    fn has_left(&self, agent: u64) -> bool {
        let known = self.seen.agents().get(&agent);
        known.is_some_and(|known| known.left.is_some())
    }

    fn verbs_of(&self, agent: u64) -> Verbs {
        let verbs = self.verbs();
        if self.end.is_some() || !self.has_left(agent) {
            return verbs;
        }
        verbs
            .without(Verb::Force, AGENT_LEFT)
            .without(Verb::SetVariable, AGENT_LEFT)
    }

    fn verbs(&self) -> Verbs {
        if self.end.is_some() {
            return Verbs::none("obstacle.game_gone");
        }
        let mut verbs =
            Verbs::none("obstacle.game_cannot").without(Verb::RunAgain, "obstacle.game_past");
        for (verb, name) in CAPABILITIES {
            if self.may(name) {
                verbs = verbs.with(verb);
            }
        }
        if self.may("swap") {
            verbs = verbs.with(Verb::Swap);
        }
        let (blocked, why) = if self.seen.state().paused {
            (Verb::Pause, "obstacle.game_paused")
        } else {
            (Verb::Resume, "obstacle.game_runs")
        };
        verbs.without(blocked, why)
    }

    /// Returns the agent of a breakpoint that is to be shown: not another one than that with which the user lets the game run a single frame.
    pub fn agent_to_show(&self, hit: u64) -> Option<u64> {
        let is_there = |agent: &u64| {
            let known = self.seen.agents().get(agent);
            known.is_some_and(|known| known.left.is_none())
        };
        let stays = self.steps_with.filter(is_there);
        stays.is_none_or(|agent| agent == hit).then_some(hit)
    }

    /// Pauses, continues or steps the whole game.
    fn pass(&mut self, order: &Order) {
        self.steps_with = self.agent.filter(|_| *order == Order::Step);
        match order {
            Order::Resume => self.say(FromEditor::Resume(Nothing {})),
            _ => self.say(FromEditor::Pause(Nothing {})),
        }
        if *order == Order::Step {
            // Only a paused game runs single frames.
            self.say(FromEditor::Step(Step { frames: 1 }));
        }
    }

    /// Returns the id in its program of a node of the tree that an agent runs now.
    fn id_of(&self, agent: u64, node: NodeIndex) -> Option<NodeId> {
        let program = self.seen.agents().get(&agent)?.program;
        let nodes = &self.seen.programs().get(&program)?.message.nodes;
        nodes.get(node.get()).map(|(id, ..)| id.clone())
    }

    fn force(&self, agent: u64, node: NodeIndex, status: Status) -> Result<Act, &'static str> {
        let node = self.id_of(agent, node);
        let node = node.ok_or("obstacle.game_no_node")?;
        Ok(Act::Force(vec![(node, status)]))
    }
}

impl LiveSource for AttachedGame {
    fn id(&self) -> SourceId {
        SourceId(FIRST_SOURCE + self.game.0)
    }

    fn kind(&self) -> SourceKind {
        SourceKind::Game
    }

    fn name(&self) -> String {
        self.name.clone()
    }

    fn connection(&self) -> &Connection {
        &self.connection
    }

    fn order(&mut self, order: Order) -> Result<(), &'static str> {
        if self.end.is_some() {
            return Err("obstacle.game_gone");
        }
        let mut line = None;
        let agent = match self.agent {
            None => Err("obstacle.game_no_agent"),
            Some(agent) if self.has_left(agent) => Err(AGENT_LEFT),
            Some(agent) => Ok(agent),
        };
        let act = match order {
            Order::Pause | Order::Resume | Order::Step => {
                self.pass(&order);
                return Ok(());
            }
            Order::Force(node, status) => self.force(agent?, node, status)?,
            Order::SetVariable(name, value) => {
                let value_text = value.to_string().to_argument();
                let arguments = vec![("name", name.to_argument()), ("value", value_text)];
                line = Some(said("log.input_set", arguments));
                Act::Set(vec![(name, Recorded(value))])
            }
            Order::SendEvent {
                name,
                payload,
                to_all,
            } => {
                let payload = payload.map(Recorded);
                let agent = if to_all { None } else { Some(agent?) };
                let asked = Asked::Order(agent, None);
                self.act(agent, Act::Send(Sent { name, payload }), asked);
                return Ok(());
            }
        };
        let agent = Some(agent?);
        self.act(agent, act, Asked::Order(agent, line));
        Ok(())
    }

    fn detach(&mut self) {
        self.say(FromEditor::Bye(Nothing {}));
        let _ = self.commands.send(GameCommand::Detach(self.game));
        self.connection = Connection::Ended(None);
        self.end = Some(End::Bye);
    }
}

#[cfg(test)]
mod tests {
    use treewright_core::format::json;
    use treewright_insight::recording_json::RecordedFile;
    use treewright_link::protocol::{FromGame, Message as _, Received};

    use super::*;

    #[test]
    fn the_past_of_an_agent_loads_until_it_reaches_the_frame_in_which_it_was_chosen() {
        let hello = r#"{"version":[1,0],"nonce":"00000000000000000000000000000000","app":"Arena","engine":"","process":1,"may":[]}"#;
        let hello: Hello = json::from_str(hello).unwrap();
        let (commands, _heard) = channel();
        let mut game = AttachedGame::new(GameId(1), hello, &SharedLimit::of(1 << 20), commands);
        let told = |game: &mut AttachedGame, text: &str| {
            let Ok(Received::Known(message, 0)) = FromGame::read(text) else {
                panic!("{text}");
            };
            game.seen.take(message);
        };
        let tree = r#"{"format":"treewright","version":1,"root":"n1","nodes":[{"id":"n1","task":"Idle"}]}"#;
        told(
            &mut game,
            r#"{"program":{"id":0,"document":"a.bt.json","nodes":[["n1",-1,"Idle"]],"variables":[]}}"#,
        );
        game.seen
            .take_texts(0, &[RecordedFile::new("a.bt.json", tree)]);
        told(
            &mut game,
            r#"{"agents":{"frame":30,"came":[[7,0,"goblin",[]]]}}"#,
        );
        game.watch(7, 60.0);
        assert!(game.is_loading(7), "nothing is known yet");
        told(
            &mut game,
            r#"{"keyframe":{"agent":7,"program":0,"frame":10,"ran":10,"state":"Enabled","running":[0],"variables":{}}}"#,
        );
        let frames = |first: u64, count: usize| {
            let (dt, e) = (
                vec!["16666667"; count].join(","),
                vec!["[]"; count].join(","),
            );
            format!(
                r#"{{"frames":{{"agent":7,"program":0,"first":{first},"dt":[{dt}],"e":[{e}]}}}}"#
            )
        };
        told(&mut game, &frames(11, 10));
        assert!(game.is_loading(7), "frame 20 of 30");
        told(&mut game, &frames(21, 15));
        assert!(!game.is_loading(7));
    }
}
