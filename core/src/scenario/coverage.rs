//! Which nodes were reached in runs, summed over them. Knows nothing of scenarios; nodes are those of documents, whichever use of their
//! tree was run.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::ScenarioRun;
use crate::ids::NodeId;

/// Which nodes of which documents were reached.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    reached: FxHashMap<(Option<Arc<str>>, NodeId), bool>,
}

/// A node that was part of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Covered<'a> {
    /// Where its document lies in the project folder; none for the one that was run.
    pub path: Option<&'a str>,
    /// The node.
    pub node: &'a NodeId,
    /// Whether any run reached it.
    pub reached: bool,
}

impl Coverage {
    /// Adds what a run of the same document has reached so far.
    pub fn add(&mut self, run: &ScenarioRun<'_>) {
        let program = run.instance().program();
        for index in program.indices() {
            let origin = run.origin(index);
            let key = (origin.path.map(Arc::from), origin.node.clone());
            *self.reached.entry(key).or_default() |= run.was_reached(index);
        }
    }

    /// All nodes that could have been reached, in no particular order.
    pub fn nodes(&self) -> impl Iterator<Item = Covered<'_>> {
        self.reached.iter().map(|((path, node), reached)| Covered {
            path: path.as_deref(),
            node,
            reached: *reached,
        })
    }
}
