//! Carries a run over from one program to another: the only place that decides how much of it continues, both for a
//! program that is replaced while it runs (`hot_swap.rs`) and for a saved run (`snapshot/restore.rs`). Describes runs by
//! the nodes that snapshots list, so it knows of the earlier program no more than a snapshot does.
//!
//! A node on a run stack continues if it *has its place*, that is the other program has a node of this id under the same
//! parent, and if it *fits*: the same task, whose memory means the same. From the outermost node that does not, the
//! branch restarts: at that node, or at its parent if it no longer has its place there. What restarts is interrupted
//! and entered again in the next frame, as after an abort. If that is the root, the whole tree restarts.

use std::cell::OnceCell;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::hot_swap::SwapReason;
use super::program::{Flags, NONE, NodeIndex, Program, Role, some};
use super::snapshot::{
    NodeForm, NodeSnapshot, SnapshotError, WatchedSnapshot, check_list, upwards,
};
use super::task::Tasks;
use super::world::World;
use crate::category::Category;
use crate::status::Status;

/// The part of a run that refers to nodes, by their positions in a list of nodes.
#[derive(Clone, Debug, Default)]
pub(super) struct RunData {
    pub memory: Vec<u64>,
    /// The tops of the run stacks.
    pub tops: Vec<NodeIndex>,
    /// The nodes with which run stacks continue after an interruption.
    pub resumes: Vec<NodeIndex>,
    pub watched: Vec<WatchedSnapshot>,
    pub forced: Vec<(NodeIndex, Status)>,
    /// The nodes whose task objects are new: their `awake` was not called yet.
    pub fresh: Vec<NodeIndex>,
}

/// The position of an object among those of the earlier program, and among those of the other one.
#[derive(Clone, Copy, Debug)]
pub(super) struct SameObject {
    pub before: u32,
    pub node: u32,
}

/// How runs of one program continue in another one.
pub(super) struct CarryOver<W: World + ?Sized, B> {
    from: Arc<[NodeSnapshot]>,
    pub to: Arc<Program<W, B>>,
    /// For each node, its index in the other program, or [`NONE`].
    index: Box<[u32]>,
    /// For each node, whether its memory means the same to the node of the other program.
    fits: Box<[bool]>,
    /// The memory that is carried over: from where, to where, and how many numbers.
    copies: Vec<(usize, usize, usize)>,
    /// For each object of the other program, the object of the same node and task.
    pub objects: Box<[Option<SameObject>]>,
    /// Whether the list of nodes is sound; known once a snapshot with it is restored.
    list_check: OnceCell<Result<(), SnapshotError>>,
}

/// What restarts when a run is carried over.
#[derive(Debug, Default)]
pub(super) struct Restarts {
    /// The outermost nodes that restart, in pre-order; empty if the whole tree does.
    pub nodes: Vec<u32>,
    pub is_whole_tree: bool,
    pub reasons: Vec<SwapReason>,
}

impl<W: World + ?Sized, B: Tasks> CarryOver<W, B> {
    pub fn new(from: Arc<[NodeSnapshot]>, to: Arc<Program<W, B>>) -> Self {
        let is_same = Arc::ptr_eq(&from, to.node_list());
        let index = (0..).zip(from.iter()).map(|(place, node)| {
            let found = if is_same {
                Some(place)
            } else {
                to.index(&node.id).map(|index| index.0)
            };
            found.unwrap_or(NONE)
        });
        let mut carry_over = Self {
            index: index.collect(),
            fits: Box::default(),
            copies: Vec::new(),
            objects: vec![None; to.factories.len()].into(),
            list_check: OnceCell::new(),
            from,
            to,
        };
        let places = 0..carry_over.from.len() as u32;
        let fits = places.map(|place| carry_over.mismatch(place).is_none());
        carry_over.fits = fits.collect();
        carry_over.find_copies();
        carry_over.find_objects();
        carry_over
    }

    /// Checks that each node is listed once, after those above it. All else that takes runs relies on that.
    ///
    /// # Errors
    /// If it is not.
    pub fn check_list(&self) -> Result<(), SnapshotError> {
        let check = || check_list(&self.from);
        self.list_check.get_or_init(check).clone()
    }

    /// Joins what lies side by side in both programs, so that most programs need a single copy.
    fn find_copies(&mut self) {
        let mut from = 0;
        for (place, node) in self.from.iter().enumerate() {
            let len = node.memory as usize;
            if self.fits[place] && len > 0 {
                let to = self.to.nodes[self.index[place] as usize].memory as usize;
                match self.copies.last_mut() {
                    Some((a, b, joined)) if *a + *joined == from && *b + *joined == to => {
                        *joined += len;
                    }
                    _ => self.copies.push((from, to, len)),
                }
            }
            from += len;
        }
    }

    fn find_objects(&mut self) {
        let nodes = (0..).zip(self.from.iter());
        let objects = nodes.filter(|(_, node)| node.form == NodeForm::Object);
        for (before, (node, _)) in (0..).zip(objects) {
            let index = self.index[node as usize];
            if self.fits[node as usize]
                && let Ok(place) = self.to.object_nodes.binary_search(&index)
            {
                self.objects[place] = Some(SameObject { before, node });
            }
        }
    }

    /// Returns the index of a node in the other program, or [`NONE`].
    pub fn index_of(&self, place: u32) -> u32 {
        self.index.get(place as usize).copied().unwrap_or(NONE)
    }

    /// Returns whether a node of the other program continues with this node's memory.
    pub fn fits(&self, place: u32) -> bool {
        self.fits.get(place as usize).copied().unwrap_or(false)
    }

    /// Returns why the memory of a node means nothing to the node of the same id in the other program. `None` if it
    /// fits.
    fn mismatch(&self, place: u32) -> Option<SwapReason> {
        let before = &self.from[place as usize];
        let node = before.id.clone();
        let index = self.index_of(place);
        let Some(after) = self.to.node_list().get(index as usize) else {
            return Some(SwapReason::TaskChanged { node });
        };
        if before.task != after.task {
            return Some(SwapReason::OtherTask {
                node,
                before: before.task.clone(),
                after: after.task.clone(),
            });
        }
        if before.form == after.form && before.children != after.children {
            return Some(SwapReason::OtherChildren { node });
        }
        let is_same = before.form == after.form
            && before.memory == after.memory
            && before.semaphore == after.semaphore
            && before.background_tree == after.background_tree;
        (!is_same).then_some(SwapReason::TaskChanged { node })
    }

    /// Returns whether the other program has this node under the same parent.
    fn has_its_place(&self, place: u32) -> bool {
        let index = self.index_of(place);
        let Some(node) = self.to.nodes.get(index as usize) else {
            return false;
        };
        match self.from[place as usize].parent {
            None => node.parent == NONE,
            Some(parent) => node.parent != NONE && node.parent == self.index_of(parent.0),
        }
    }

    /// Returns the nodes on the run stacks, in pre-order.
    pub fn running(&self, run: &RunData) -> Vec<u32> {
        let mut seen = FxHashSet::default();
        for top in &run.tops {
            for node in upwards(&self.from, top.0) {
                if !seen.insert(node) {
                    break;
                }
            }
        }
        let mut running: Vec<u32> = seen.into_iter().collect();
        running.sort_unstable();
        running
    }

    /// Determines what of a run restarts. `lost` are nodes that cannot continue because their objects cannot. If
    /// `is_same_program`, nodes that cannot run do not restart; a damaged run stays damaged.
    pub fn restarts(
        &self,
        run: &RunData,
        mut lost: FxHashMap<u32, SwapReason>,
        is_same_program: bool,
    ) -> Restarts {
        let mut found = Restarts::default();
        let mut restarting = FxHashSet::default();
        // The running nodes at and below those.
        let mut affected = FxHashSet::default();
        for node in self.running(run) {
            let parent = self.from[node as usize].parent;
            if parent.is_some_and(|parent| affected.contains(&parent.0)) {
                affected.insert(node);
                continue;
            }
            let found_here = self.missing(node).or_else(|| {
                let mismatch = if self.fits(node) {
                    None
                } else {
                    self.mismatch(node)
                };
                let mismatch = mismatch.or_else(|| lost.remove(&node));
                let became_instant = || self.became_instant(node).filter(|_| !is_same_program);
                let reason = mismatch.or_else(became_instant);
                reason.map(|reason| (node, reason))
            });
            if let Some((restarts, reason)) = found_here {
                restarting.insert(restarts);
                affected.extend([restarts, node]);
                found.reasons.push(reason);
            }
        }
        for next in &run.resumes {
            let is_affected = upwards(&self.from, next.0).any(|above| restarting.contains(&above));
            if let Some((restarts, reason)) = self.missing(next.0).filter(|_| !is_affected) {
                restarting.insert(restarts);
                found.reasons.push(reason);
            }
        }
        let is_outermost = |node: &u32| {
            let mut above = upwards(&self.from, *node).skip(1);
            !above.any(|above| restarting.contains(&above))
        };
        found.nodes = restarting.iter().copied().filter(is_outermost).collect();
        found.nodes.sort_unstable();
        let is_root = |node: &u32| self.from[*node as usize].parent.is_none();
        if found.nodes.iter().any(is_root) {
            found.is_whole_tree = true;
            found.nodes.clear();
        }
        found
    }

    /// Returns what restarts because a node that ran has lost its place, and the reason; `None` if it has it.
    fn missing(&self, node: u32) -> Option<(u32, SwapReason)> {
        if self.has_its_place(node) {
            return None;
        }
        let id = self.from[node as usize].id.clone();
        let Some(parent) = self.from[node as usize].parent else {
            return Some((node, SwapReason::OtherRoot));
        };
        let restarts = self.from[parent.get()].id.clone();
        let reason = if self.index_of(node) == NONE {
            SwapReason::NodeGone { node: id, restarts }
        } else {
            SwapReason::NodeMoved { node: id, restarts }
        };
        Some((parent.0, reason))
    }

    /// Returns the reason why a running node restarts if its task is a conditional now, which cannot run.
    fn became_instant(&self, node: u32) -> Option<SwapReason> {
        let category = self.to.category(NodeIndex(self.index_of(node)));
        (category == Category::Conditional).then(|| SwapReason::TaskChanged {
            node: self.from[node as usize].id.clone(),
        })
    }

    /// Interrupts what restarts, in the data of a run. Returns the nodes that were interrupted, deepest first.
    pub fn interrupt(&self, run: &mut RunData, restarts: &Restarts) -> Vec<u32> {
        let mut interrupted = self.running(run);
        interrupted.reverse();
        if restarts.is_whole_tree {
            *run = RunData {
                memory: vec![0; run.memory.len()],
                forced: std::mem::take(&mut run.forced),
                fresh: std::mem::take(&mut run.fresh),
                ..RunData::default()
            };
            return interrupted;
        }
        let above = |node: u32| {
            let restarting = |above: &u32| restarts.nodes.binary_search(above).is_ok();
            upwards(&self.from, node).find(restarting)
        };
        interrupted.retain(|node| above(*node).is_some());
        let mut cut = FxHashSet::default();
        run.tops = std::mem::take(&mut run.tops)
            .into_iter()
            .filter_map(|top| match above(top.0) {
                None => Some(top),
                // The stack of the node that restarts is the first one inside it. It now ends at the parent.
                Some(node) if cut.insert(node) => self.stack_parent(node),
                Some(_) => None,
            })
            .collect();
        run.resumes.retain(|next| above(next.0).is_none());
        run.resumes
            .extend(restarts.nodes.iter().map(|node| NodeIndex(*node)));
        run.watched
            .retain(|watched| above(watched.conditional.0).is_none());
        interrupted
    }

    /// Returns the parent of a node, if it is on the same run stack.
    fn stack_parent(&self, node: u32) -> Option<NodeIndex> {
        let parent = self.from[node as usize].parent?;
        let above = self.to.nodes.get(self.index_of(parent.0) as usize)?;
        (above.role() != Role::Parallel).then_some(parent)
    }

    /// Translates a run, whose interrupted parts are interrupted already, to the other program. If `is_same_program`,
    /// everything is kept as it is; a damaged run stays damaged.
    pub fn translate(&self, run: &RunData, is_same_program: bool) -> RunData {
        let mut memory = vec![0; self.to.memory_len];
        for (from, to, len) in &self.copies {
            if let Some(carried) = run.memory.get(*from..from + len) {
                memory[*to..to + len].copy_from_slice(carried);
            }
        }
        let find = |node: &NodeIndex| NodeIndex(self.index_of(node.0));
        let mut resumes: Vec<NodeIndex> = run.resumes.iter().map(find).collect();
        resumes.sort_unstable();
        RunData {
            memory,
            tops: run.tops.iter().map(find).collect(),
            resumes,
            watched: if is_same_program {
                let watched = run.watched.iter().map(|watched| WatchedSnapshot {
                    conditional: find(&watched.conditional),
                    scope: watched.scope.as_ref().map(find),
                    ..*watched
                });
                watched.collect()
            } else {
                let watched = run.watched.iter();
                watched.filter_map(|w| self.watched(w)).collect()
            },
            forced: {
                let forced = run
                    .forced
                    .iter()
                    .map(|(leaf, status)| (find(leaf), *status));
                let keeps = |leaf: NodeIndex| is_same_program || self.to.check_force(leaf).is_ok();
                let kept = forced.filter(|(leaf, _)| keeps(*leaf));
                kept.map(|(leaf, status)| (leaf, self.forced(leaf, status, is_same_program)))
                    .collect()
            },
            fresh: {
                let fresh = run.fresh.iter().map(find);
                let is_object = |node: &NodeIndex| self.to.object_nodes.contains(&node.0);
                fresh.filter(is_object).collect()
            },
        }
    }

    fn forced(&self, leaf: NodeIndex, status: Status, is_same_program: bool) -> Status {
        if is_same_program {
            status
        } else {
            self.to.can_be_forced(leaf, status)
        }
    }

    /// Translates an observer: it is as if the abort types of the other program had applied from the start. `None` if
    /// there would be no observer then.
    fn watched(&self, watched: &WatchedSnapshot) -> Option<WatchedSnapshot> {
        let conditional = some(self.index_of(watched.conditional.0))?;
        let can_be_watched = self.to.nodes[conditional.get()].flags.has(Flags::WATCHED);
        let conditional = Some(conditional).filter(|_| can_be_watched)?;
        let scope = match watched.scope {
            None => NONE,
            Some(scope) => some(self.index_of(scope.0))?.0,
        };
        let (kind, scope) = self.to.observer_in(conditional.0, scope)?;
        Some(WatchedSnapshot {
            conditional,
            scope: some(scope),
            kind,
            status: watched.status,
        })
    }
}

/// The ways from programs to others that were needed so far: many agents run few programs.
pub(super) struct CarryOvers<W: World + ?Sized, B>(Vec<Rc<CarryOver<W, B>>>);

impl<W: World + ?Sized, B> Default for CarryOvers<W, B> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<W: World + ?Sized, B: Tasks> CarryOvers<W, B> {
    pub fn between(
        &mut self,
        from: &Arc<[NodeSnapshot]>,
        to: &Arc<Program<W, B>>,
    ) -> Rc<CarryOver<W, B>> {
        let is_it = |known: &&Rc<CarryOver<W, B>>| {
            Arc::ptr_eq(&known.from, from) && Arc::ptr_eq(&known.to, to)
        };
        if let Some(known) = self.0.iter().find(is_it) {
            return known.clone();
        }
        let new = Rc::new(CarryOver::new(from.clone(), to.clone()));
        self.0.push(new.clone());
        new
    }
}
