//! Actions on the programs that the editor is attached to.

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
}
