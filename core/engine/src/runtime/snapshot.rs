//! A running tree, its manager and the shared variables as plain data: taken between two frames and restored later,
//! perhaps by another process. In the same program, a restored run continues exactly as if it had never stopped; in a
//! changed one, as after a change of the program while it runs (`hot_swap.rs`). Defines what is stored, but no file
//! format.
//!
//! The game's own tasks store what they must remember themselves ([`Task::save`](super::Task::save)); the world is
//! saved by the game.

mod fitting;
mod listing;
mod nodes;
mod restore;

pub(super) use fitting::check_list;
pub(crate) use listing::NodeLists;
pub(super) use nodes::upwards;
pub use nodes::{NodeForm, NodeSnapshot};
pub use restore::RestoreReport;

use super::world::World;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::blackboard::{Globals, Slot};
use super::carry_over::RunData;
use super::companions::BackgroundTreeState;
use super::instance::{TreeInstance, TreeState};
use super::outside::{Event, Received, Request};
use super::program::{Flags, NodeIndex, some};
use super::task::Tasks;
use super::tick_context::Rare;
use super::tree_manager::TreeManager;
use crate::abort::AbortType;
use crate::status::{Outcome, Status};
use crate::time::Nanoseconds;
use crate::told;
use crate::value::{Value, ValueType};

/// The state of a running tree between two frames.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "struct Tree")]
pub struct Snapshot {
    /// The program, as its [`Program::fingerprint`](crate::Program::fingerprint).
    pub program: u64,
    /// The nodes to which the rest refers by their positions in this list, in pre-order. `None` if it refers to all
    /// nodes of the program; then it can be restored in that program only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<Arc<[NodeSnapshot]>>,
    /// The life-cycle state.
    pub state: TreeState,
    /// Whether `awake` of its tasks has been called.
    pub awake: bool,
    /// How many frames it has run.
    pub frame: u64,
    /// The game time since it was created.
    pub time: SnapshotTime,
    /// The agent number.
    pub agent: u64,
    /// The state of its random number generator.
    pub random: (u64, u64),
    /// Its variables, in the program's order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variables: Vec<(Arc<str>, Slot)>,
    /// The memory of its tasks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub memory: Vec<u64>,
    /// The tops of its run stacks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tops: Vec<NodeIndex>,
    /// The nodes with which run stacks continue in its next frame after an interruption.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub resumes: Vec<NodeIndex>,
    /// Its observers, in the order in which they were created.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub watched: Vec<WatchedSnapshot>,
    /// What the game's task objects saved, in pre-order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub objects: Vec<Option<Value>>,
    /// The nodes whose task objects could not be saved, with the reason: [`Task::save`](super::Task::save) panicked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unsaved: Vec<(NodeIndex, String)>,
    /// The nodes whose task objects are new, so that their `awake` is called in the next frame.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fresh: Vec<NodeIndex>,
    /// Events that are visible in its next frame.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<Event>,
    /// The events received since it was enabled, by name, if a task listens for them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub received: Vec<(Arc<str>, Received)>,
    /// Interrupt keys to apply before the next frame, with the outcome of the interrupted tasks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub interrupts: Vec<(Arc<str>, Outcome)>,
    /// Requests of its tasks that are carried out after the next frame.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub requests: Vec<Request>,
    /// Forced results that were not used yet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forced: Vec<(NodeIndex, Status)>,
    /// Its background trees by name, in the order in which they were started.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub companions: Vec<(Arc<str>, Snapshot)>,
    /// The states of its background trees as its tasks know them, by name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub companion_runs: Vec<(Arc<str>, BackgroundTreeState)>,
    /// Background trees to start (true) or stop (false) after the next frame.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub companion_requests: Vec<(Arc<str>, bool)>,
}

/// The game time of a tree in its snapshot, which also says in what unit the memory of its tasks has times.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SnapshotTime {
    /// In whole nanoseconds.
    Nanoseconds(Nanoseconds),
    /// In seconds, which the memory has as the bits of floats: from before times were whole nanoseconds. Restoring the
    /// snapshot rounds them.
    Seconds(f64),
}

impl SnapshotTime {
    /// Returns the time in whole nanoseconds.
    pub fn nanoseconds(self) -> Nanoseconds {
        match self {
            Self::Nanoseconds(time) => time,
            Self::Seconds(seconds) => Nanoseconds::from_seconds(seconds),
        }
    }
}

/// An observer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "struct Watched")]
pub struct WatchedSnapshot {
    /// The watched conditional or guard.
    pub conditional: NodeIndex,
    /// The composite inside which it may interrupt; `None` while dormant.
    pub scope: Option<NodeIndex>,
    /// Its abort type.
    pub kind: AbortType,
    /// The recorded status.
    pub status: Status,
}

/// The global variables of a manager, its semaphores and pending events.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "struct Globals")]
pub struct GlobalsSnapshot {
    /// The variables, in the order of declaration.
    pub variables: Vec<GlobalSnapshot>,
    /// The number of taken slots of each semaphore, by name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub semaphores: Vec<(Arc<str>, u64)>,
    /// Events for all trees that were not delivered yet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub posted: Vec<Event>,
}

/// A global variable.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "struct Global")]
pub struct GlobalSnapshot {
    /// Its name.
    pub name: Arc<str>,
    /// Its type.
    #[serde(rename = "type")]
    pub value_type: ValueType,
    /// Its value, and when it was written.
    pub slot: Slot,
}

/// The state of a manager with all its trees.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "struct Manager")]
pub struct ManagerSnapshot {
    /// The id number of the next tree that is added.
    pub next: u64,
    /// Whether new trees may sleep.
    #[serde(default)]
    pub added_sleep: bool,
    /// The state that the trees share.
    pub globals: GlobalsSnapshot,
    /// The trees, in the order in which they are ticked.
    pub trees: Vec<TreeSnapshot>,
}

/// A tree of a manager.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "struct ManagedTree")]
pub struct TreeSnapshot {
    /// Its id number.
    pub id: u64,
    /// Whether it may sleep.
    #[serde(default)]
    pub may_sleep: bool,
    /// Its state.
    pub tree: Snapshot,
}

told! {
    /// The reason why a snapshot cannot be restored.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum SnapshotError of "snapshot_error" {
        /// No run can have this state.
        Damaged(what: String) = "damaged", "the snapshot is damaged: {what}";
        /// There is no program for a tree of a manager.
        NoProgram = "no_program", "there is no program for this tree";
    }
}

impl std::error::Error for SnapshotError {}

impl<W: World + ?Sized, B: Tasks> TreeInstance<W, B> {
    /// Returns the run as plain data. Must be called between two frames.
    ///
    /// ```
    /// # use treewright_core::TreeInstance;
    /// # use treewright_core::compile::{GameTasks, compile};
    /// # use treewright_core::library::NodeLibrary;
    /// # use treewright_core::model::{DocumentBuilder, Node, ParameterValue};
    /// # use treewright_core::runtime::{Globals, Status};
    /// # let mut builder = DocumentBuilder::new("Waiter");
    /// # let wait = Node::new("n1", "Wait").with_parameter("seconds", ParameterValue::literal(3.0));
    /// # builder.root(wait).unwrap();
    /// # let program = compile(&builder.finish(), &NodeLibrary::builtin(), &GameTasks::<()>::new()).program.unwrap();
    /// let mut globals = Globals::default();
    /// let mut instance = TreeInstance::new(program.clone(), 7);
    /// instance.tick(&mut (), &mut globals, 2.0);
    /// let saved = instance.snapshot();
    ///
    /// let (mut restored, _) = TreeInstance::restore(program, &saved, &mut globals).unwrap();
    /// assert_eq!(restored.tick(&mut (), &mut globals, 1.0), Some(Status::Success));
    /// ```
    ///
    /// A panic in [`Task::save`](super::Task::save) is caught: see [`Snapshot::unsaved`].
    pub fn snapshot(&self) -> Snapshot {
        let RunData {
            memory,
            tops,
            resumes,
            watched,
            forced,
            fresh,
        } = self.run_data();
        let (objects, unsaved) = self.saved_objects();
        let declared = self.program.tree_variables.iter();
        let variables = declared.zip(&self.agent.variables);
        let mut snapshot = Snapshot {
            program: self.program.fingerprint(),
            nodes: Some(self.program.node_list().clone()),
            state: self.agent.state,
            awake: self.agent.awake,
            frame: self.agent.frame,
            time: SnapshotTime::Nanoseconds(self.agent.time),
            agent: self.agent.agent,
            random: self.agent.random.state(),
            variables: variables
                .map(|(variable, slot)| (variable.name.clone(), slot.clone()))
                .collect(),
            memory,
            tops,
            resumes,
            watched,
            objects,
            unsaved,
            fresh,
            events: Vec::new(),
            received: Vec::new(),
            interrupts: Vec::new(),
            requests: Vec::new(),
            forced,
            companions: Vec::new(),
            companion_runs: Vec::new(),
            companion_requests: Vec::new(),
        };
        let companions = self.companions.iter().flat_map(|c| c.iter());
        // Background trees have no background trees of their own, so this recurses only once.
        snapshot.companions = companions.map(|(t, i)| (t.clone(), i.snapshot())).collect();
        if let Some(rare) = &self.agent.rare {
            snapshot.add_rare(rare);
        }
        snapshot
    }

    /// Returns the part of the run that refers to nodes.
    pub(super) fn run_data(&self) -> RunData {
        let rare = self.agent.rare.as_ref();
        let branches = self.run.branches.iter();
        RunData {
            memory: self.memory_between_frames(),
            tops: self.tops().collect(),
            resumes: branches.filter_map(|branch| some(branch.resume)).collect(),
            watched: self.watched_snapshots(),
            forced: rare.map_or_else(Vec::new, |rare| rare.forced.clone()),
            fresh: rare.map_or_else(Vec::new, |rare| rare.fresh.clone()),
        }
    }

    /// Returns what the task objects saved, and which of them could not.
    fn saved_objects(&self) -> (Vec<Option<Value>>, Vec<(NodeIndex, String)>) {
        let mut unsaved = Vec::new();
        let objects = self.run.objects.iter().zip(&self.program.object_nodes);
        let saved = objects.map(|(object, node)| {
            object.save().unwrap_or_else(|why| {
                unsaved.push((NodeIndex(*node), why.english().to_owned()));
                None
            })
        });
        (saved.collect(), unsaved)
    }

    /// Returns the memory of the tasks, without numbers that the executor uses only within a frame.
    fn memory_between_frames(&self) -> Vec<u64> {
        let mut memory = self.run.memory.to_vec();
        for node in &self.program.nodes {
            if node.flags.has(Flags::REVISES) {
                memory[(node.memory + node.memory_len) as usize] = 0;
            }
        }
        memory
    }

    fn watched_snapshots(&self) -> Vec<WatchedSnapshot> {
        let observers = self.run.observers.iter().flat_map(|list| list.iter());
        observers
            .map(|o| WatchedSnapshot {
                conditional: NodeIndex(o.conditional),
                scope: some(o.scope),
                kind: o.kind,
                status: o.status,
            })
            .collect()
    }
}

impl Snapshot {
    fn add_rare(&mut self, rare: &Rare) {
        self.received = by_name(&rare.received);
        self.events.clone_from(&rare.events);
        self.interrupts.clone_from(&rare.interrupts);
        self.requests.clone_from(&rare.requests);
        if let Some(background) = &rare.background {
            self.companion_runs = by_name(&background.runs);
            self.companion_requests.clone_from(&background.requests);
        }
    }
}

/// Copies a map as a list, sorted by name.
fn by_name<T: Clone>(map: &FxHashMap<Arc<str>, T>) -> Vec<(Arc<str>, T)> {
    let mut names: Vec<&Arc<str>> = map.keys().collect();
    names.sort_unstable();
    let named = names
        .into_iter()
        .map(|name| (name.clone(), map[name].clone()));
    named.collect()
}

impl Globals {
    /// Returns the shared state as plain data.
    pub fn snapshot(&self) -> GlobalsSnapshot {
        let variables = self.names.iter().zip(&self.slots);
        let mut semaphores = by_name(&self.semaphores);
        semaphores.retain(|(_, taken)| *taken > 0);
        GlobalsSnapshot {
            variables: variables
                .map(|((name, value_type), slot)| GlobalSnapshot {
                    name: name.clone(),
                    value_type: value_type.clone(),
                    slot: slot.clone(),
                })
                .collect(),
            semaphores,
            posted: self.posted.clone(),
        }
    }
}

impl<W: World + ?Sized, B: Tasks> TreeManager<W, B> {
    /// Returns all trees and their shared state as plain data. Must be called between two frames.
    pub fn snapshot(&mut self) -> ManagerSnapshot {
        self.catch_up_all();
        let trees = self.seats.iter().enumerate();
        let trees = trees.filter_map(|(place, seat)| {
            Some(TreeSnapshot {
                id: seat.id.number(),
                may_sleep: self.sleepers.may_sleep[place],
                tree: seat.tree.as_ref()?.snapshot(),
            })
        });
        ManagerSnapshot {
            trees: trees.collect(),
            next: self.next,
            added_sleep: self.added_sleep,
            globals: self.globals.snapshot(),
        }
    }
}

#[cfg(test)]
mod laws;
#[cfg(test)]
mod tests;
