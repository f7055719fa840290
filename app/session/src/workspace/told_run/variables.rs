//! The names under which a told run has the variables of its document: each use of a subtree has its own.

use std::borrow::Cow;

use super::ToldRun;

impl ToldRun {
    /// Returns the name that the program gives to a variable of the document: of several uses of a subtree that have one each, in the one that
    /// runs, else in the first.
    pub(super) fn name_in_use<'a>(&self, name: &'a str) -> Cow<'a, str> {
        let tree = self.tree();
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
