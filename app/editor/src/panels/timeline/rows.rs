//! Which lanes are listed: all but what lies below collapsed ones, or those that are looked for. Made anew only when one of these changed.

use rustc_hash::FxHashSet;
use treewright_core::ids::NodeId;
use treewright_session::memo::Memo;
use treewright_session::workspace::open_document::Version;
use treewright_session::workspace::run_view::{LaneView, RunView};

use crate::panels::PanelContext;

/// The places of the listed lanes among all.
#[derive(Debug, Default)]
pub struct Rows {
    rows: Memo<Key, Vec<usize>>,
}

/// What a list was made of.
#[derive(Debug, PartialEq)]
struct Key {
    version: Version,
    language: &'static str,
    lanes: (usize, usize),
    query: String,
    collapsed: usize,
}

impl Rows {
    /// Makes the list, if it would be another one.
    pub fn update(
        &mut self,
        cx: &PanelContext<'_>,
        run: &dyn RunView,
        query: &str,
        collapsed: &FxHashSet<NodeId>,
    ) {
        let lanes = run.lanes();
        let key = Key {
            version: cx.front.version(),
            language: cx.texts.language(),
            // A program that is taken over has lanes of its own.
            lanes: (lanes.as_ptr() as usize, lanes.len()),
            query: query.to_lowercase(),
            collapsed: collapsed.len(),
        };
        self.rows.of(key, |key| {
            if key.query.is_empty() {
                return open(lanes.len(), |place| {
                    let lane = &lanes[place];
                    collapsed.contains(&lane.id).then_some(lane.end)
                });
            }
            let fits = |lane: &LaneView| cx.title_of(&lane.id).to_lowercase().contains(&key.query);
            (0..lanes.len()).filter(|i| fits(&lanes[*i])).collect()
        });
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The place of a row's lane among all lanes.
    pub fn lane(&self, row: usize) -> Option<usize> {
        self.rows.get(row).copied()
    }

    /// Something else is collapsed.
    pub fn forget(&mut self) {
        self.rows.forget();
    }
}

/// The places of `count` lanes that are listed, of which `end` says where those below a collapsed one end.
fn open(count: usize, end: impl Fn(usize) -> Option<usize>) -> Vec<usize> {
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
    fn what_lies_below_a_collapsed_lane_is_left_out() {
        assert_eq!(open(4, |_| None), [0, 1, 2, 3]);
        assert_eq!(open(4, |place| (place == 1).then_some(3)), [0, 1, 3]);
        assert_eq!(open(4, |place| (place == 0).then_some(4)), [0]);
    }
}
