//! What plays the leaves of a tree in a scenario.

use treewright_core::compile::GameTasks;
use treewright_core::library::NodeLibrary;

use super::resolve::Names;
use super::{Scenario, ScenarioError};

/// Tasks that play the leaves of which the scenario says how, each at its node, and all others as the document and libraries say.
pub(super) fn tasks(
    names: &Names<'_>,
    library: &NodeLibrary,
    scenario: &Scenario,
) -> Result<GameTasks<()>, ScenarioError> {
    let mut tasks = GameTasks::new();
    tasks.stand_in_for(library);
    for (name, stand_in) in &scenario.leaves {
        tasks.play_node(names.node(name)?.id, stand_in.clone());
    }
    Ok(tasks)
}
