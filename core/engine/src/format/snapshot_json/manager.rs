//! The files of managers: trees of the same program share one list of nodes.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::runtime::{
    GlobalsSnapshot, ManagerSnapshot, NodeLists, NodeSnapshot, Snapshot, TreeSnapshot,
};

/// A manager, as it is written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "struct Manager")]
pub(super) struct SavedManager {
    /// The id number of the next tree.
    next: u64,
    /// Whether new trees may sleep.
    #[serde(default, skip_serializing_if = "is_false")]
    added_sleep: bool,
    globals: GlobalsSnapshot,
    /// The nodes of each program.
    programs: Vec<Arc<[NodeSnapshot]>>,
    trees: Vec<SavedTree>,
}

/// A tree of a manager, as it is written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "struct ManagedTree")]
struct SavedTree {
    id: u64,
    #[serde(default, skip_serializing_if = "is_false")]
    may_sleep: bool,
    /// The positions of its program and of those of its background trees in the list of programs.
    programs: Vec<u32>,
    /// Its state, without nodes.
    tree: Snapshot,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde requires this signature"
)]
fn is_false(flag: &bool) -> bool {
    !flag
}

impl SavedManager {
    pub fn of(manager: &ManagerSnapshot) -> Self {
        let mut lists = NodeLists::default();
        let programs = manager.trees.iter().map(|saved| {
            let places = runs(&saved.tree).map_while(|run| lists.add(run));
            places.map(|place| place as u32).collect()
        });
        let programs: Vec<Vec<u32>> = programs.collect();
        let (short, nodes) = lists.shortened();
        let without_nodes = |run: &Snapshot| Snapshot {
            nodes: None,
            ..short.apply(run)
        };
        let trees = manager.trees.iter().zip(programs);
        let trees = trees.map(|(saved, programs)| {
            let mut tree = without_nodes(&saved.tree);
            for (_, companion) in &mut tree.companions {
                *companion = without_nodes(companion);
            }
            SavedTree {
                id: saved.id,
                may_sleep: saved.may_sleep,
                programs,
                tree,
            }
        });
        Self {
            next: manager.next,
            added_sleep: manager.added_sleep,
            globals: manager.globals.clone(),
            trees: trees.collect(),
            programs: nodes,
        }
    }
}

/// Returns a tree and its background trees, which have none of their own.
fn runs(tree: &Snapshot) -> impl Iterator<Item = &Snapshot> {
    std::iter::once(tree).chain(tree.companions.iter().map(|(_, companion)| companion))
}

impl From<SavedManager> for ManagerSnapshot {
    fn from(saved: SavedManager) -> Self {
        let nodes = |place: Option<&u32>| saved.programs.get(*place? as usize).cloned();
        let trees = saved.trees.into_iter().map(
            |SavedTree {
                 id,
                 may_sleep,
                 programs,
                 mut tree,
             }| {
                let mut places = programs.iter();
                tree.nodes = nodes(places.next());
                for (_, companion) in &mut tree.companions {
                    companion.nodes = nodes(places.next());
                }
                TreeSnapshot {
                    id,
                    may_sleep,
                    tree,
                }
            },
        );
        Self {
            trees: trees.collect(),
            next: saved.next,
            added_sleep: saved.added_sleep,
            globals: saved.globals,
        }
    }
}

/// A manager, as version 1 wrote it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "struct Manager")]
pub(super) struct SavedManager1 {
    next: u64,
    globals: GlobalsSnapshot,
    trees: Vec<(u64, Snapshot)>,
}

impl From<SavedManager1> for ManagerSnapshot {
    fn from(saved: SavedManager1) -> Self {
        let trees = saved.trees.into_iter();
        Self {
            next: saved.next,
            added_sleep: false,
            globals: saved.globals,
            trees: trees
                .map(|(id, tree)| TreeSnapshot {
                    id,
                    may_sleep: false,
                    tree,
                })
                .collect(),
        }
    }
}
