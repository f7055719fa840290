//! What can be asked for about scenarios.

use std::path::PathBuf;
use std::sync::Arc;

use treewright_core::ids::NodeId;
use treewright_insight::scenario::{Fact, Frames, NodeName};

/// Scenarios: run, shown, made of runs.
#[derive(Clone, Debug)]
pub enum ScenarioAction {
    /// Runs all of the project.
    RunAll,
    /// Runs one.
    Run(PathBuf),
    /// Opens its tree, plays it, and shows this frame with this node selected.
    Show {
        /// Its file.
        file: PathBuf,
        /// The frame; none for the last one.
        frame: Option<u64>,
        /// The node, as the scenario calls it.
        node: Option<NodeName>,
    },
    /// Asks for the name under which the run is saved as a scenario.
    AskForName,
    /// Closes that question.
    Close,
    /// Moves what plays the selected leaves into the scenario that was chosen for their tree.
    KeepStandIns,
    /// Saves the run as a scenario of this name.
    Save(String),
    /// Expects what is seen now in the scenario of the document in front.
    Expect(Expect),
    /// Expects something in frames no more.
    Forget {
        /// The scenario's file.
        file: PathBuf,
        /// The frame.
        frame: u64,
        /// What.
        fact: Fact,
    },
}

/// What is to be expected of the frame that is shown.
#[derive(Clone, Debug)]
pub enum Expect {
    /// What a node does, or how it ended last.
    Node(NodeId),
    /// How a node ended in this frame, or that it did not.
    Ended(NodeId),
    /// Exactly what runs.
    Running,
    /// The status of the tree.
    Status,
    /// The value of a variable.
    Variable(Arc<str>),
    /// Exactly the aborts.
    Aborts,
    /// That nothing is aborted in these frames.
    NoAborts(Frames),
}
