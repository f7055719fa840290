//! The programs that the editor is attached to: robots and games; and games that are gone, as long as something shows what they did.

use std::collections::BTreeMap;

use treewright_insight::told_past::SharedLimit;
use treewright_link::live_file::{Head, LiveRecord};
use treewright_link::seen::SeenGame;
use treewright_session::game_reach::Interface;
use treewright_session::host::link::{GameId, OwnTrees};
use treewright_session::workspace::game_link::{AttachedGame, GameLink};
use treewright_session::workspace::live::{LiveRow, LiveSource, SourceId};
use treewright_session::workspace::live_games::{DoorView, GameView};
use treewright_session::workspace::open_document::DocumentId;
use treewright_session::workspace::robot_link::RobotLink;

use super::swapped_states::SwappedStates;

/// Games that are gone are numbered behind all that are attached.
const FIRST_KEPT: u64 = 1 << 31;

/// How many games are kept, with what was seen of them, that are gone and that nothing shows.
const MOST_UNSHOWN: usize = 4;

/// Returns whether a game is gone, and nothing shows what it did.
fn is_over(game: &AttachedGame) -> bool {
    game.end.is_some() && game.shown().is_empty()
}

/// Returns whether something is known of what a game did that no file has.
fn cannot_be_seen_again(game: &AttachedGame) -> bool {
    !game.is_record() && game.seen.past().frames().is_some()
}

/// The programs that the editor is attached to; none at every start.
#[derive(Default)]
pub(crate) struct LiveSources {
    pub robots: Vec<RobotLink>,
    last: u64,
    /// The door for games, while it is on.
    pub games: Option<GameLink>,
    /// The addresses by which other machines reached this one when somebody looked last.
    pub interfaces: Vec<Interface>,
    /// Games that are gone, and what files tell of games.
    kept: BTreeMap<GameId, AttachedGame>,
    last_kept: u64,
    /// The files that stand for those which games do not tell, and of which documents they are.
    pub own_trees: (OwnTrees, u64),
    /// For all that is known of what robots and games did.
    pub limit: SharedLimit,
    /// The notice about what a paused game does in its next frame, until it has done that.
    pub waiting_notice: Option<String>,
    /// The states of documents that games run or ran.
    pub swapped: BTreeMap<DocumentId, SwappedStates>,
}

impl LiveSources {
    /// Returns the number for another attachment.
    pub fn next_id(&mut self) -> SourceId {
        self.last += 1;
        SourceId(self.last)
    }

    /// Returns an attachment.
    pub fn source_mut(&mut self, id: SourceId) -> Option<&mut dyn LiveSource> {
        if let Some(game) = AttachedGame::game_of(id) {
            return Some(self.game_mut(game)?);
        }
        let robot = self.robots.iter_mut().find(|robot| robot.id() == id)?;
        Some(robot)
    }

    pub fn robot(&mut self, id: SourceId) -> Option<&mut RobotLink> {
        self.robots.iter_mut().find(|robot| robot.id() == id)
    }

    /// Returns the document that shows what a program runs now.
    pub fn document_of(&self, id: SourceId) -> Option<DocumentId> {
        if let Some(game) = AttachedGame::game_of(id) {
            return self.game(game)?.row().document;
        }
        let robot = self.robots.iter().find(|robot| robot.id() == id)?;
        robot.document()
    }

    /// Returns what panels show of those that are attached.
    pub fn rows(&self) -> Vec<LiveRow> {
        let robots = self.robots.iter().map(RobotLink::row);
        let games = self.games.iter().flat_map(|games| games.games().values());
        let attached = games.filter(|game| game.end.is_none());
        robots.chain(attached.map(AttachedGame::row)).collect()
    }

    fn all_games(&self) -> impl Iterator<Item = &AttachedGame> {
        let attached = self.games.iter().flat_map(|games| games.games().values());
        self.kept.values().chain(attached)
    }

    /// Returns the games whose agents can be listed, first those that are gone and not shown.
    pub fn game_views(&self) -> Vec<GameView<'_>> {
        let (over, others): (Vec<_>, Vec<_>) = self.all_games().partition(|game| is_over(game));
        let ordered = over.into_iter().chain(others);
        ordered.map(AttachedGame::view).collect()
    }

    /// Describes the door; `None` while it is off.
    pub fn door(&self) -> Option<DoorView> {
        let games = self.games.as_ref()?;
        Some(DoorView::of(games.door(), &self.interfaces))
    }

    /// Returns the numbers of all games.
    pub fn game_ids(&self) -> Vec<GameId> {
        let attached = self.games.iter().flat_map(|games| games.games().keys());
        self.kept.keys().chain(attached).copied().collect()
    }

    fn game(&self, game: GameId) -> Option<&AttachedGame> {
        let attached = self.games.as_ref().and_then(|games| games.game(game));
        attached.or_else(|| self.kept.get(&game))
    }

    pub fn game_mut(&mut self, game: GameId) -> Option<&mut AttachedGame> {
        let attached = self.games.as_mut().and_then(|games| games.game_mut(game));
        attached.or_else(|| self.kept.get_mut(&game))
    }

    /// Switches the door for games off. What they have told is kept as long as something shows it.
    pub fn close_door(&mut self) {
        if let Some(games) = self.games.take() {
            for (_, game) in games.close() {
                self.last_kept += 1;
                let kept = GameId(FIRST_KEPT + self.last_kept);
                self.kept.insert(kept, game.kept_as(kept));
            }
        }
    }

    /// Adds what a file of this name tells of a game. Returns its number.
    pub fn add_record(&mut self, file_name: &str, record: LiveRecord) -> GameId {
        self.last_kept += 1;
        let kept = GameId(FIRST_KEPT + self.last_kept);
        let game = AttachedGame::of_record(kept, file_name, record);
        self.kept.insert(kept, game);
        kept
    }

    /// Forgets games that are gone and that nothing shows: of those of which something was seen, which cannot be seen again, all but the last ones.
    pub fn forget_unshown(&mut self) {
        let unshown = self.all_games().filter(|game| is_over(game));
        let (seen, unseen): (Vec<_>, Vec<_>) = unshown.partition(|game| cannot_be_seen_again(game));
        let too_many = seen.len().saturating_sub(MOST_UNSHOWN);
        let oldest = seen.into_iter().take(too_many);
        let gone: Vec<GameId> = unseen
            .into_iter()
            .chain(oldest)
            .map(AttachedGame::game)
            .collect();
        for id in gone {
            self.kept.remove(&id);
            if let Some(games) = &mut self.games {
                games.forget(id);
            }
        }
    }

    /// Returns the game whose agent a document shows, and that agent.
    pub fn shown_in(&self, document: DocumentId) -> Option<(&AttachedGame, u64)> {
        self.all_games().find_map(|game| {
            let mut shown = game.shown().iter();
            let tree = shown.find(|tree| tree.document == document)?;
            Some((game, tree.agent))
        })
    }

    /// Returns what is known of the game whose agents a document shows, with the header for a file of it.
    pub fn record_of(&self, document: DocumentId) -> Option<(&SeenGame, Head)> {
        let (game, _) = self.shown_in(document)?;
        Some((&game.seen, game.head()))
    }
}
