//! Which agents of a game are listed, and in which order: those that have left come last, the last one first unless the user sorts them. Rows stay where they are while the pointer is over them.

use std::cell::OnceCell;

use rustc_hash::FxHashSet;
use treewright_link::seen::SeenAgent;
use treewright_session::workspace::live::SourceId;
use treewright_session::workspace::live_games::GameView;

use super::game_table::{Column, GameTable, text};
use crate::panels::PanelContext;

/// An agent with its number.
pub type Row<'a> = (u64, &'a SeenAgent);

/// Which agents are listed: those that are there, those that have left, or both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Presence {
    #[default]
    All,
    Running,
    Left,
}

impl Presence {
    pub const ALL: [Self; 3] = [Self::All, Self::Running, Self::Left];

    pub fn key(self) -> &'static str {
        match self {
            Self::All => "games.all",
            Self::Running => "games.running",
            Self::Left => "games.left_ones",
        }
    }

    pub fn has(self, agent: &SeenAgent) -> bool {
        match self {
            Self::All => true,
            Self::Running => agent.left.is_none(),
            Self::Left => agent.left.is_some(),
        }
    }
}

/// What decides which agents are listed in which order, besides what the agents do.
#[derive(PartialEq)]
struct Choice {
    source: SourceId,
    query: String,
    presence: Presence,
    order: (Column, bool),
    /// What was looked for, and in which frame.
    found: Option<(String, u64)>,
}

/// What is listed, from one frame of the window to the next.
#[derive(Default)]
pub struct GameListing {
    pub query: String,
    pub presence: Presence,
    choice: Option<Choice>,
    listed: Vec<u64>,
    /// How many agents are meant. Rows that stay under the pointer may be more.
    count: usize,
}

impl GameListing {
    /// Returns the rows. With the pointer over them, those that were there stay where they are, and new ones come behind.
    pub fn rows<'a>(
        &mut self,
        cx: &PanelContext<'_>,
        game: &GameView<'a>,
        table: &GameTable,
        is_pointed_at: bool,
    ) -> Vec<Row<'a>> {
        let found = game.found.filter(|found| found.refused.is_none());
        let found = found.map(|found| (found.text.clone(), found.frame));
        let choice = Some(Choice {
            source: game.source,
            query: self.query.clone(),
            presence: self.presence,
            order: table.order(self.presence),
            found,
        });
        let mut rows = self.wanted(cx, game, table);
        self.count = rows.len();
        if is_pointed_at && self.choice == choice {
            let before: FxHashSet<u64> = self.listed.iter().copied().collect();
            let agents = game.seen.agents();
            let kept = self.listed.iter();
            let kept = kept.filter_map(|number| Some((*number, agents.get(number)?)));
            let new = rows.into_iter().filter(|row| !before.contains(&row.0));
            rows = kept.chain(new).collect();
        }
        self.choice = choice;
        self.listed.clear();
        self.listed.extend(rows.iter().map(|row| row.0));
        rows
    }

    /// Returns how many agents are meant.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Returns whether something is looked for that is in no name, tag, number or state of an agent.
    pub fn is_unknown(&self, cx: &PanelContext<'_>, game: &GameView<'_>) -> bool {
        let query = self.query.to_lowercase();
        let words: Vec<&str> = query.split_whitespace().collect();
        let mut agents = game.seen.agents().iter();
        let is_meant =
            |(number, agent): (&u64, &SeenAgent)| has_words(cx, game, (*number, agent), &words);
        !words.is_empty() && !agents.any(is_meant)
    }

    /// Returns whether fewer agents are listed than are there or have left.
    pub fn is_narrowed(&self, game: &GameView<'_>) -> bool {
        game.found.is_some_and(|found| found.refused.is_none()) || !self.query.trim().is_empty()
    }

    /// Returns the agents that are meant, in order.
    fn wanted<'a>(
        &self,
        cx: &PanelContext<'_>,
        game: &GameView<'a>,
        table: &GameTable,
    ) -> Vec<Row<'a>> {
        let query = self.query.to_lowercase();
        let words: Vec<&str> = query.split_whitespace().collect();
        let is_meant = |row: &Row<'a>| match game.found {
            Some(found) if found.refused.is_none() => found.agents.contains(&row.0),
            _ => has_words(cx, game, *row, &words),
        };
        let agents = game.seen.agents().iter();
        let agents = agents.map(|(number, agent)| (*number, agent));
        let agents = agents.filter(|row| self.presence.has(row.1) && is_meant(row));
        let mut rows: Vec<Row<'a>> = agents.collect();
        let (by, is_descending) = table.order(self.presence);
        match by {
            // They are in the order of their numbers, which most names follow.
            Column::Name => {}
            Column::Known => rows.sort_by(|a, b| {
                let [a, b] = [a, b].map(|(number, _)| game.known_seconds(*number).unwrap_or(0.0));
                a.total_cmp(&b)
            }),
            column => rows.sort_by_cached_key(|row| {
                let left = row.1.left.filter(|_| column == Column::Leaf);
                (left, text(cx, game, column, *row))
            }),
        }
        if is_descending {
            rows.reverse();
        }
        if table.is_sorted() {
            rows.sort_by_key(|(_, agent)| agent.left.is_some());
        } else {
            // The last that has left comes first of those.
            rows.sort_by_key(|(_, agent)| agent.left.map_or(0, |frame| u64::MAX - frame));
        }
        rows
    }
}

/// Returns whether each word, in lower case, is in the name, a tag or the state of an agent, or is its number.
fn has_words(
    cx: &PanelContext<'_>,
    game: &GameView<'_>,
    (number, agent): Row<'_>,
    words: &[&str],
) -> bool {
    let state = OnceCell::new();
    let state = || {
        let text = || text(cx, game, Column::Leaf, (number, agent)).to_lowercase();
        state.get_or_init(text)
    };
    words.iter().all(|word| {
        // Digits mean an agent, not the frame in which it has left.
        let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
        agent.is_called(word)
            || if is_number {
                *word == number.to_string()
            } else {
                state().contains(word)
            }
    })
}
