//! Actions on the exploration of the active document.

use treewright_core::ids::NodeId;
use treewright_explore::claims::ClaimPlace;
use treewright_explore::findings::Sight;
use treewright_session::workspace::edit_history::Direction;
use treewright_session::workspace::exploration::ClaimsEdit;

/// A run that shows something.
#[derive(Clone, Debug)]
pub struct FoundRun {
    pub sight: Sight,
    /// What it shows, in words.
    pub title: String,
    /// The node that is selected.
    pub node: Option<NodeId>,
    pub kind: FoundKind,
}

/// What a run shows in its last frame, which a saved scenario then expects.
#[derive(Clone, Copy, Debug)]
pub enum FoundKind {
    /// What the node can do.
    Outcome,
    /// That the claim with this index is broken, or that what it says can happen.
    Claim(usize),
    /// Something suspicious.
    Hazard,
}

/// Explores the active document, and edits its claims.
#[derive(Clone, Debug)]
pub enum ExploreAction {
    /// Explores all runs of the tree anew.
    Begin,
    /// Stops the search; it can go on later.
    Stop,
    /// Goes on with larger limits where the search has stopped.
    GoOn,
    /// Asks for a folder, and writes scenarios there that together show all that was found.
    MakeScenarios,
    /// Opens a run that was found.
    Show(FoundRun),
    /// Opens a run that was found, and saves it as a scenario.
    Save(FoundRun),
    /// Whether to explore again after each edit of the tree.
    RunAfterEdits(bool),
    /// Shows a part of the claims; `None` for all of them.
    ShowPlace(Option<ClaimPlace>),
    /// Begins a claim, whose name is to be typed first.
    BeginClaim,
    /// Changes the claims.
    Edit(ClaimsEdit),
    /// Undoes or redoes a change of the claims.
    Step(Direction),
    /// Undoes the last change of the claims or of the tree, whichever is the later one; redoes that of the claims first.
    StepLatest(Direction),
}
