//! The leaves that answer from a script, as tasks of the executor.

use super::resolve::Names;
use super::{Answers, ScenarioError};
use crate::category::Category;
use crate::compile::GameTasks;
use crate::library::NodeLibrary;
use crate::model::Node;
use crate::runtime::{Status, Task, TaskContext};

use super::Scenario;

struct ScriptedLeaf {
    answers: Answers,
    updates: usize,
}

impl Task<()> for ScriptedLeaf {
    fn update(&mut self, context: &mut TaskContext<'_, ()>) -> Status {
        let answer = match &self.answers {
            Answers::Updates(list) => list.get(self.updates).or(list.last()),
            Answers::Frames(by_frame) => {
                let until_now = by_frame.range(..=context.tick.frame());
                until_now.last().map(|(_, status)| status)
            }
        };
        self.updates += 1;
        answer.copied().unwrap_or(Status::Running)
    }
}

/// Tasks for the scripted leaves, each at its node, and for all others that libraries declare.
pub(super) fn tasks(
    names: &Names<'_>,
    library: &NodeLibrary,
    scenario: &Scenario,
) -> Result<GameTasks<()>, ScenarioError> {
    let mut tasks = GameTasks::new();
    tasks.stand_in_for(library);
    for (name, answers) in &scenario.leaves {
        let leaf = names.node(name)?;
        let answers = answers.clone();
        tasks.at_node(leaf.id, category(library, leaf.node), move || {
            Box::new(ScriptedLeaf {
                answers: answers.clone(),
                updates: 0,
            })
        });
    }
    Ok(tasks)
}

/// A task that nobody declares is played as an action.
fn category(library: &NodeLibrary, node: &Node) -> Category {
    let declared = library.declaration(&node.task).map(|d| d.category);
    declared
        .filter(|category| *category == Category::Conditional)
        .unwrap_or(Category::Action)
}
