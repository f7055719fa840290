//! The names under which a told run has the variables of its document: each use of a subtree has its own. The user can choose one.

use std::borrow::Cow;

use treewright_core::ids::NodeId;
use treewright_core::runtime::NodeIndex;

use super::ToldRun;
use crate::workspace::run_view::UseView;

impl ToldRun {
    /// Chooses the use of a subtree whose variables are shown, by the id of its Subtree node in the program. `None` follows the run.
    pub fn choose_use(&mut self, chosen: Option<NodeId>) {
        self.chosen_use = chosen;
        self.update_use();
        self.shown.revision += 1;
    }

    /// Returns the use that the user chose, if the shown tree has it.
    pub(super) fn chosen_use(&self) -> Option<NodeIndex> {
        let tree = self.tree();
        let chosen = tree.program.index(self.chosen_use.as_ref()?)?;
        tree.places.is_use(chosen).then_some(chosen)
    }

    /// Finds the shown use after the moment or the choice has changed: that which was chosen, or else the innermost that runs.
    pub(super) fn update_use(&mut self) {
        let uses = self.tree().places.uses().iter();
        let running = || uses.copied().rfind(|used| self.runs_now(*used));
        let shown = self.chosen_use().or_else(running);
        self.shown.used = shown.map(|used| self.view_of_use(used));
    }

    fn runs_now(&self, node: NodeIndex) -> bool {
        self.run_at(node).is_some_and(|run| run.state.is_running())
    }

    fn view_of_use(&self, used: NodeIndex) -> UseView {
        self.nodes().view_of_use(used, self.runs_now(used))
    }

    /// Returns all uses of the document's trees, in the order of the tree.
    pub(super) fn all_uses(&self) -> Vec<UseView> {
        let uses = self.tree().places.uses().iter();
        uses.map(|used| self.view_of_use(*used)).collect()
    }

    /// Returns the name that the program gives to a variable of the document: of several uses of a subtree that have one each, in the chosen one, or
    /// else in the one that runs, or else in the first.
    pub(super) fn name_in_use<'a>(&self, name: &'a str) -> Cow<'a, str> {
        let tree = self.tree();
        if let Some(chosen) = self.chosen_use() {
            return self.nodes().name_in_use(chosen, name.into());
        }
        if tree.program.variable(name).is_some() {
            return name.into();
        }
        let uses = tree.places.uses().iter();
        let named = uses.filter_map(|used| {
            let own = format!("{}/{name}", tree.program.id(*used));
            let is_there = tree.program.variable(&own).is_some();
            is_there.then_some((*used, own))
        });
        let mut first = None;
        for (used, own) in named {
            if self.run_at(used).is_some_and(|run| run.state.is_running()) {
                return own.into();
            }
            first.get_or_insert(own);
        }
        first.map_or(name.into(), Cow::Owned)
    }
}
