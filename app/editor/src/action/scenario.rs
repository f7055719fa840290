//! What can be asked for about scenarios.

use std::path::PathBuf;

use treewright_insight::scenario::{Fact, NodeName};
use treewright_session::workspace::run_session::Expect;

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
