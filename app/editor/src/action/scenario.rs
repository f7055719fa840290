//! Actions on scenarios.

use std::path::PathBuf;

use treewright_insight::scenario::NodeName;
use treewright_session::workspace::run_session::ExpectedFact;
use treewright_session::workspace::scenario_edits::{Direction, ScenarioEdit};

/// The content of a new scenario.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NewScenario {
    /// The inputs of the run.
    #[default]
    OfRun,
    /// Nothing.
    Empty,
}

/// Runs, shows and creates scenarios.
#[derive(Clone, Debug)]
pub enum ScenarioAction {
    /// Runs all scenarios of the project.
    RunAll,
    /// Runs one scenario.
    Run(PathBuf),
    /// Opens the scenario's tree, plays the scenario, and shows this frame with this node selected.
    Show {
        /// The scenario's file.
        file: PathBuf,
        /// `None` for the last frame.
        frame: Option<u64>,
        /// The node, by its name in the scenario.
        node: Option<NodeName>,
    },
    /// Asks for the name of a new scenario.
    AskForName(NewScenario),
    /// Closes the scenario window.
    Close,
    /// Moves the stand-ins of the selected leaves into the scenario that was chosen for their tree.
    MoveStandIns,
    /// Saves a new scenario of this name next to the active document.
    Save(NewScenario, String),
    /// Adds a currently visible fact as an expectation to the scenario of the active document.
    Expect(ExpectedFact),
    /// Edits a scenario.
    Edit { file: PathBuf, edit: ScenarioEdit },
    /// Undoes or redoes an edit of a scenario.
    Step { file: PathBuf, direction: Direction },
    /// Undoes or redoes the last edit of a scenario or of its tree, whichever is the later one.
    StepLatest { file: PathBuf, direction: Direction },
}
