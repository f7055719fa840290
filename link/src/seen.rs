//! What an editor knows of a game by its messages: its trees and agents, what watched agents did, whether it is paused, and
//! what became of what the editor wanted. The same from a conversation and from a file. Knows neither bytes nor sockets.

mod clock;
mod pasts;
mod tree;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use treewright_core::runtime::AgentId;
use treewright_insight::recording_json::RecordedFile;
use treewright_insight::told_past::{SharedLimit, Stretch, ToldPast};

pub use tree::{SeenTree, TreeProblem};

use crate::protocol::{
    Agents, Condition, Find, FromEditor, FromGame, MOST_WATCHED, Order, Profile, Refused, State,
    Swapped, Verb, Watch,
};
use pasts::Pasts;

/// The most agents that have left and are still listed.
const MOST_GONE: usize = 1_000;
/// The most programs and agents of a game.
const MOST_PROGRAMS: usize = 10_000;
const MOST_AGENTS: usize = 1_000_000;
/// The highest number of a frame or an agent: other clients may count in floats.
const HIGHEST: u64 = 1 << 53;

/// A program of the game.
pub struct SeenProgram {
    /// What the game says of it.
    pub message: Arc<crate::protocol::Program>,
    /// Its tree; `None` as long as its files are not known.
    pub tree: Option<Result<Arc<SeenTree>, TreeProblem>>,
}

/// An agent of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenAgent {
    /// The number of its program.
    pub program: u32,
    /// Its name; may be empty.
    pub name: Arc<str>,
    /// Its tags.
    pub tags: Vec<Arc<str>>,
    /// Where it stands: the nodes that run; `None` if that was not told.
    pub at: Option<Vec<u32>>,
    /// The frame in which it has left, if it has.
    pub left: Option<u64>,
}

impl SeenAgent {
    /// Returns whether its name or one of its tags contains this text, in whichever case.
    pub fn is_called(&self, text: &str) -> bool {
        let text = text.to_lowercase();
        let mut names = std::iter::once(&self.name).chain(&self.tags);
        names.any(|name| name.to_lowercase().contains(&text))
    }
}

/// What became of something that the editor wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It was done.
    Done,
    /// A program was replaced.
    Swapped(Swapped),
    /// It was not done.
    Refused(Refused),
}

/// What a message changed.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// Nothing that is shown.
    Nothing,
    /// The list of agents.
    Agents,
    /// A program is new; ask for its files.
    Program(u32),
    /// The tree of a program is known now, or why it cannot be.
    Tree(u32),
    /// What is known of an agent's past.
    Past(AgentId),
    /// Whether the game is paused, or its frame.
    State,
    /// The answer to what the editor wanted with this number.
    Answer(u64, Answer),
    /// What a search found so far.
    Found(crate::protocol::Found),
    /// The player pointed at an agent.
    Show(AgentId),
    /// How long leaves of a program took.
    Profile(u32),
}

/// A game, as far as it was told.
pub struct SeenGame {
    programs: BTreeMap<u32, SeenProgram>,
    agents: BTreeMap<u64, SeenAgent>,
    /// Those that have left, in order.
    gone: VecDeque<u64>,
    watched: BTreeSet<u64>,
    pasts: Pasts,
    state: State,
    profiles: BTreeMap<u32, Profile>,
    /// The number of the next thing that the editor wants.
    next: u64,
}

impl SeenGame {
    /// Creates a game of which nothing is known. The pasts of its agents take about `limit` bytes at most.
    pub fn with_limit(limit: usize) -> Self {
        Self::sharing(&SharedLimit::of(limit))
    }

    /// Creates a game of which nothing is known. The pasts of its agents share their memory with others.
    pub fn sharing(limit: &SharedLimit) -> Self {
        Self {
            programs: BTreeMap::new(),
            agents: BTreeMap::new(),
            gone: VecDeque::new(),
            watched: BTreeSet::new(),
            pasts: Pasts::sharing(limit),
            state: State::default(),
            profiles: BTreeMap::new(),
            next: 1,
        }
    }

    /// Takes a message. One that cannot be true changes nothing.
    pub fn take(&mut self, message: FromGame) -> Change {
        if !self.is_credible(&message) {
            return Change::Nothing;
        }
        match message {
            FromGame::Program(program) => {
                let id = program.id;
                let seen = SeenProgram {
                    message: Arc::new(program),
                    tree: None,
                };
                self.programs.insert(id, seen);
                Change::Program(id)
            }
            FromGame::Texts(texts) => self.take_texts(texts.program, &texts.files),
            FromGame::Agents(agents) => self.take_agents(agents),
            FromGame::Keyframe(keyframe) => {
                self.note_frame(keyframe.frame);
                self.pasts.take_keyframe(keyframe);
                Change::Nothing
            }
            FromGame::Frames(frames) => {
                self.note_frame(frames.first + frames.len() as u64 - 1);
                let agent = AgentId(frames.agent);
                self.pasts.take_frames(frames);
                Change::Past(agent)
            }
            FromGame::State(state) => {
                self.state = state;
                Change::State
            }
            FromGame::Done(number) => Change::Answer(number, Answer::Done),
            FromGame::Refused(refused) => Change::Answer(refused.number, Answer::Refused(refused)),
            FromGame::Swapped(swapped) => Change::Answer(swapped.number, Answer::Swapped(swapped)),
            FromGame::Found(found) => Change::Found(found),
            FromGame::Show(show) => Change::Show(AgentId(show.agent)),
            FromGame::Profile(profile) => {
                let program = profile.program;
                self.profiles.insert(program, profile);
                Change::Profile(program)
            }
            // What is lost is missing between what was told before and the next keyframe.
            FromGame::Gap(gap) => Change::Past(AgentId(gap.agent)),
            FromGame::Hello(_)
            | FromGame::Proof(_)
            | FromGame::Error(_)
            | FromGame::Ping(_)
            | FromGame::Pong(_)
            | FromGame::Bye(_) => Change::Nothing,
        }
    }

    /// Returns whether all numbers of a message are ones that a game can reach.
    fn is_credible(&self, message: &FromGame) -> bool {
        let (agent, frame) = match message {
            FromGame::Program(program) => {
                let is_known = self.programs.contains_key(&program.id);
                return is_known || self.programs.len() < MOST_PROGRAMS;
            }
            FromGame::Agents(agents) => {
                let highest = agents.came.iter().map(|row| row.0).max();
                (highest.unwrap_or_default(), agents.frame)
            }
            FromGame::Keyframe(keyframe) => (keyframe.agent, keyframe.frame),
            FromGame::Frames(frames) => {
                let is_complete = frames.first > 0 && frames.dt.len() == frames.len();
                return is_complete && frames.agent.max(frames.first) <= HIGHEST;
            }
            FromGame::State(state) => (0, state.frame),
            _ => return true,
        };
        agent.max(frame) <= HIGHEST
    }

    /// Takes the files of a program: the game's, or those that the editor has itself.
    pub fn take_texts(&mut self, program: u32, files: &[RecordedFile]) -> Change {
        let Some(seen) = self.programs.get(&program) else {
            return Change::Nothing;
        };
        let tree = SeenTree::read(&seen.message, files);
        self.take_tree(program, tree.map(Arc::new))
    }

    /// Takes the tree of a program, which was read elsewhere, or why it cannot be.
    pub fn take_tree(&mut self, program: u32, tree: Result<Arc<SeenTree>, TreeProblem>) -> Change {
        let Some(seen) = self.programs.get_mut(&program) else {
            return Change::Nothing;
        };
        if let Ok(tree) = &tree {
            self.pasts.take_program(program, tree.program.clone());
        }
        seen.tree = Some(tree);
        Change::Tree(program)
    }

    fn take_agents(&mut self, agents: Agents) -> Change {
        self.note_frame(agents.frame);
        for (agent, program, name, tags) in agents.came {
            if self.agents.len() >= MOST_AGENTS && !self.agents.contains_key(&agent) {
                continue;
            }
            let known = SeenAgent {
                program,
                name,
                tags,
                at: None,
                left: None,
            };
            self.agents.insert(agent, known);
        }
        for agent in agents.left {
            if let Some(known) = self.agents.get_mut(&agent)
                && known.left.is_none()
            {
                known.left = Some(agents.frame);
                self.gone.push_back(agent);
            }
        }
        for (agent, at) in agents.at {
            if let Some(known) = self.agents.get_mut(&agent) {
                known.at = Some(at);
            }
        }
        self.forget_gone();
        Change::Agents
    }

    fn forget_gone(&mut self) {
        while self.gone.len() > MOST_GONE {
            let Some(agent) = self.gone.pop_front() else {
                return;
            };
            let is_gone = |known: &SeenAgent| known.left.is_some();
            if self.agents.get(&agent).is_some_and(is_gone) && !self.watched.contains(&agent) {
                self.agents.remove(&agent);
            }
        }
    }

    fn note_frame(&mut self, frame: u64) {
        self.state.frame = self.state.frame.max(frame);
    }

    /// Returns the programs by their numbers.
    pub fn programs(&self) -> &BTreeMap<u32, SeenProgram> {
        &self.programs
    }

    /// Returns the tree of a program, if it is known.
    pub fn tree(&self, program: u32) -> Option<&Arc<SeenTree>> {
        self.programs.get(&program)?.tree.as_ref()?.as_ref().ok()
    }

    /// Returns the tree that an agent ran in a part of its past.
    pub fn tree_of(&self, stretch: &Stretch) -> Option<&Arc<SeenTree>> {
        self.tree(self.number_of(stretch.program_number())?)
    }

    /// Returns the name of an agent; empty if it has none.
    pub fn name_of(&self, agent: AgentId) -> &str {
        let known = self.agents.get(&agent.number());
        known.map_or("", |known| &known.name)
    }

    /// Returns the number of the game for a program of the past.
    pub fn number_of(&self, program: usize) -> Option<u32> {
        self.pasts.number_of(program)
    }

    /// Returns the agents by their numbers, with those that have left last.
    pub fn agents(&self) -> &BTreeMap<u64, SeenAgent> {
        &self.agents
    }

    /// Returns the agents that are watched.
    pub fn watched(&self) -> &BTreeSet<u64> {
        &self.watched
    }

    /// Returns what is known of the past of agents.
    pub fn past(&self) -> &ToldPast {
        self.pasts.past()
    }

    /// Forgets the oldest frames of agents until the rest is within the limit that is shared. For a game that tells nothing while others
    /// do.
    pub fn keep_within_limit(&mut self) {
        self.pasts.keep_within_limit();
    }

    /// Returns how many events were left out because they are unknown or name nodes that do not exist.
    pub fn strange_events(&self) -> usize {
        self.pasts.strange()
    }

    /// Returns whether the game is paused, and its last frame.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Returns how long the leaves of a program took in the last second in which that was measured.
    pub fn profile(&self, program: u32) -> Option<&Profile> {
        self.profiles.get(&program)
    }

    /// Returns the message by which these agents are watched from now on, with `past` seconds of what they did before. Of more
    /// than [`MOST_WATCHED`], the first ones count.
    pub fn watch(&mut self, agents: impl IntoIterator<Item = u64>, past: f64) -> FromEditor {
        self.watched = agents.into_iter().take(MOST_WATCHED).collect();
        FromEditor::Watch(Watch {
            agents: self.watched.iter().copied().collect(),
            past,
        })
    }

    /// Returns the message by which something is done to an agent, and the number of its answer.
    pub fn order(&mut self, agent: Option<u64>, verb: Verb) -> (u64, FromEditor) {
        let number = self.next_number();
        let order = Order {
            number,
            agent,
            verb,
        };
        (number, FromEditor::Do(order))
    }

    /// Returns the message by which agents are looked for, and the number of its answers.
    pub fn find(&mut self, condition: Condition) -> (u64, FromEditor) {
        let number = self.next_number();
        (number, FromEditor::Find(Find { number, condition }))
    }

    fn next_number(&mut self) -> u64 {
        let number = self.next;
        self.next += 1;
        number
    }
}

#[cfg(test)]
mod tests;
