//! The listed lanes: all except the descendants of collapsed ones, or those that match the query and did what is looked for. Recomputed only when one of these inputs changed.

use rustc_hash::FxHashSet;
use treewright_core::ids::NodeId;
use treewright_core::runtime::NodeIndex;
use treewright_session::memo::Memo;
use treewright_session::workspace::open_document::Version;
use treewright_session::workspace::run_view::{FoundFrames, LaneView, RunView};

use crate::panels::PanelContext;

/// The indices of the listed lanes.
#[derive(Debug, Default)]
pub struct Rows {
    rows: Memo<RowsKey, Vec<usize>>,
}

/// The lanes whose descendants are not listed.
#[derive(Debug, Default)]
pub struct Collapsed {
    lanes: FxHashSet<NodeId>,
    /// Increases with each change.
    revision: u64,
}

impl Collapsed {
    pub fn contains(&self, lane: &NodeId) -> bool {
        self.lanes.contains(lane)
    }

    pub fn toggle(&mut self, lane: &NodeId) {
        if !self.lanes.remove(lane) {
            self.lanes.insert(lane.clone());
        }
        self.revision += 1;
    }

    /// Collapses these lanes, and expands all others.
    pub fn set(&mut self, lanes: impl Iterator<Item = NodeId>) {
        self.lanes = lanes.collect();
        self.revision += 1;
    }
}

/// The inputs of a list.
#[derive(Debug, PartialEq)]
struct RowsKey {
    version: Version,
    language: &'static str,
    lanes: (usize, usize),
    query: String,
    collapsed: u64,
    /// The nodes to which the list is limited.
    only: Option<Vec<NodeIndex>>,
}

impl Rows {
    /// Recomputes the list if its inputs changed.
    pub fn update(
        &mut self,
        cx: &PanelContext<'_>,
        run: &dyn RunView,
        query: &str,
        collapsed: &Collapsed,
        limit: Option<&FoundFrames>,
    ) {
        let lanes = run.lanes();
        let key = RowsKey {
            version: cx.front.version(),
            language: cx.texts.language(),
            // A reloaded program has its own list of lanes.
            lanes: (lanes.as_ptr() as usize, lanes.len()),
            query: query.to_lowercase(),
            collapsed: collapsed.revision,
            only: limit.map(|found| found.nodes(run.agent())),
        };
        self.rows.of(key, |key| {
            if key.query.is_empty() && key.only.is_none() {
                return listed_rows(lanes.len(), |place| {
                    let lane = &lanes[place];
                    collapsed.contains(&lane.id).then_some(lane.end)
                });
            }
            let only = key.only.as_ref();
            let fits = |lane: &LaneView| {
                only.is_none_or(|only| only.binary_search(&lane.node).is_ok())
                    && cx.title_of(&lane.id).to_lowercase().contains(&key.query)
            };
            (0..lanes.len()).filter(|i| fits(&lanes[*i])).collect()
        });
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The index of a row's lane among all lanes.
    pub fn lane(&self, row: usize) -> Option<usize> {
        self.rows.get(row).copied()
    }
}

/// The indices of the listed ones of `count` lanes. `end` returns the end of a collapsed lane's descendants.
fn listed_rows(count: usize, end: impl Fn(usize) -> Option<usize>) -> Vec<usize> {
    let mut rows = Vec::new();
    let mut at = 0;
    while at < count {
        rows.push(at);
        at = end(at).unwrap_or(at + 1);
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descendants_of_collapsed_lanes_are_not_listed() {
        assert_eq!(listed_rows(4, |_| None), [0, 1, 2, 3]);
        assert_eq!(listed_rows(4, |place| (place == 1).then_some(3)), [0, 1, 3]);
        assert_eq!(listed_rows(4, |place| (place == 0).then_some(4)), [0]);
    }
}
