//! Who is there: all agents with their names and programs, as they were told last. Does not know who is recorded.

use std::collections::BTreeMap;
use std::sync::Arc;

use treewright_core::runtime::{AgentId, World};
use treewright_core::{TreeInstance, TreeManager};

use super::programs::Programs;
use crate::exchange::{AgentNews, News};

/// So many names of agents that have left are no trouble.
const MOST_OLD_NAMES: usize = 1_000;

#[derive(Clone, Debug, Default)]
struct AgentName {
    name: Arc<str>,
    tags: Vec<Arc<str>>,
}

/// All agents.
#[derive(Debug, Default)]
pub(super) struct Roster {
    names: BTreeMap<AgentId, AgentName>,
    /// Those that were told, with the numbers of their programs, in order.
    known: Vec<(AgentId, u32)>,
    /// What tells whether trees came or left: how many a manager has ever had, and has now.
    seen: Option<(u64, usize)>,
}

impl Roster {
    /// Returns the agents with the numbers of their programs, in order.
    pub fn known(&self) -> &[(AgentId, u32)] {
        &self.known
    }

    fn place(&self, agent: AgentId) -> Result<usize, usize> {
        self.known.binary_search_by_key(&agent, |(known, _)| *known)
    }

    /// Returns the number of an agent's program.
    pub fn program(&self, agent: AgentId) -> Option<u32> {
        let place = self.place(agent).ok()?;
        Some(self.known[place].1)
    }

    /// Returns whether an agent has a name.
    pub fn is_named(&self, agent: AgentId) -> bool {
        self.names.contains_key(&agent)
    }

    /// Returns whether the name or a tag of an agent contains this text, which is in lower case.
    pub fn is_called(&self, agent: AgentId, text: &str) -> bool {
        let contains = |name: &str| name.to_lowercase().contains(text);
        self.names.get(&agent).is_some_and(|known| {
            contains(&known.name) || known.tags.iter().any(|tag| contains(tag))
        })
    }

    /// Names an agent, which may come later.
    pub fn name(&mut self, agent: AgentId, name: &str, tags: &[&str], news: &mut Vec<News>) {
        let tags = tags.iter().map(|tag| Arc::from(*tag)).collect();
        let name = AgentName {
            name: name.into(),
            tags,
        };
        self.names.insert(agent, name);
        if let Some(program) = self.program(agent) {
            news.push(self.news_of(agent, program, 0));
        }
    }

    /// Returns what is to be told about an agent that runs this program from a frame on.
    fn news_of(&self, agent: AgentId, program: u32, from: u64) -> News {
        let AgentName { name, tags } = self.names.get(&agent).cloned().unwrap_or_default();
        let about = AgentNews {
            name,
            tags,
            program,
            from,
        };
        News::Agent(agent, about)
    }

    /// Tells which trees of a manager came and left before this frame. Returns whether any did.
    pub fn follow<W: World + ?Sized>(
        &mut self,
        manager: &TreeManager<W>,
        programs: &mut Programs<W>,
        frame: u64,
        news: &mut Vec<News>,
    ) -> bool {
        let now = Some((manager.added(), manager.len()));
        if self.seen == now {
            return false;
        }
        self.seen = now;
        let mut before = std::mem::take(&mut self.known).into_iter().peekable();
        for (agent, tree) in manager.iter() {
            while let Some((left, _)) = before.next_if(|(old, _)| *old < agent) {
                self.forget(left, frame, news);
            }
            let known = before.next_if(|(old, _)| *old == agent);
            let program = programs.number(tree.program(), news);
            if known != Some((agent, program)) {
                news.push(self.news_of(agent, program, frame));
            }
            self.known.push((agent, program));
        }
        for (left, _) in before {
            self.forget(left, frame, news);
        }
        true
    }

    /// Forgets the names of agents that have left while nobody wanted to know, once they are many.
    pub fn forget_old_names<W: World + ?Sized>(&mut self, manager: &TreeManager<W>) {
        if self.names.len() > 2 * manager.len() + MOST_OLD_NAMES {
            self.names.retain(|agent, _| manager.get(*agent).is_some());
        }
    }

    /// Looks at all trees again in the next frame, because programs were replaced.
    pub fn look_again(&mut self) {
        self.seen = None;
    }

    /// Notes that a tree is about to run this frame. Returns whether it, or that it runs this program, is new.
    pub fn meet<W: World + ?Sized>(
        &mut self,
        agent: AgentId,
        tree: &TreeInstance<W>,
        programs: &mut Programs<W>,
        frame: u64,
        news: &mut Vec<News>,
    ) -> bool {
        let program = programs.number(tree.program(), news);
        match self.place(agent) {
            Ok(place) if self.known[place].1 == program => return false,
            Ok(place) => self.known[place].1 = program,
            Err(place) => self.known.insert(place, (agent, program)),
        }
        news.push(self.news_of(agent, program, frame));
        true
    }

    /// Forgets the agents for which `stays` returns false. Returns whether there were any.
    pub fn retain(
        &mut self,
        stays: impl Fn(AgentId) -> bool,
        frame: u64,
        news: &mut Vec<News>,
    ) -> bool {
        let left: Vec<_> = self.known.iter().map(|(agent, _)| *agent).collect();
        let left: Vec<_> = left.into_iter().filter(|agent| !stays(*agent)).collect();
        for agent in &left {
            self.forget(*agent, frame, news);
        }
        self.known.retain(|(agent, _)| stays(*agent));
        !left.is_empty()
    }

    fn forget(&mut self, agent: AgentId, frame: u64, news: &mut Vec<News>) {
        self.names.remove(&agent);
        news.push(News::Left(agent, frame));
    }
}
