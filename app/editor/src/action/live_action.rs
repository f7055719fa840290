//! Actions on the programs that the editor is attached to.

use std::sync::Arc;

use treewright_core::ids::NodeId;
use treewright_session::game_reach::Reach;
use treewright_session::workspace::live::SourceId;

/// Attaches to programs that run trees elsewhere, and leaves them.
#[derive(Clone, Debug)]
pub enum LiveAction {
    /// Shows the window with what is attached.
    OpenWindow,
    CloseWindow,
    /// Attaches to the robot at this address, as text.
    AttachRobot(String),
    Detach(SourceId),
    /// Shows the document with the tree that this program runs, at its newest frame.
    Show(SourceId),
    /// Removes an address from the recent ones.
    ForgetRecent(String),
    /// Lets games attach, or leaves all.
    SwitchGames(bool),
    /// Lets games of these machines attach.
    LetAttachFrom(Reach),
    /// Shows an agent of a game.
    ShowAgent(SourceId, u64),
    /// Looks for agents of a game for which a condition is true.
    FindTrue(SourceId, String),
    /// Looks for agents of a game that run a node of the active document.
    FindRunning(SourceId, NodeId),
    /// Looks once more for the agents of a game that were looked for last.
    FindAgain(SourceId),
    /// Lists all agents of a game again.
    ForgetFound(SourceId),
    /// Replaces the tree in the game that the active document shows.
    SwapTree,
    /// Shows the tree at this path of a game, which differs from the document of the editor, as the game runs it.
    ShowTheirs(SourceId, Arc<str>),
    /// Replaces the tree at this path of a game by the document of the editor that differs.
    SendOwn(SourceId, Arc<str>),
    /// Asks for a path, and writes what agents of the shown game did there.
    SaveRecord,
    /// Asks for a path, and writes a scenario of what the shown agent of a game did there.
    SaveScenario,
}
