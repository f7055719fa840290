//! Restores runs from plain data, in the same program or in a changed one. A damaged snapshot is refused before anything
//! is created.

use std::fmt;
use std::sync::Arc;

use oorandom::Rand32;
use rustc_hash::{FxHashMap, FxHashSet};

use super::fitting::{check_run, check_slot, check_snapshot, counts, require};
use super::nodes::NodeSnapshot;
use super::{GlobalsSnapshot, ManagerSnapshot, Snapshot, SnapshotError, SnapshotTime};
use crate::runtime::World;
use crate::runtime::aborts::Observer;
use crate::runtime::blackboard::{Globals, Slot};
use crate::runtime::carry_over::{CarryOver, CarryOvers, Restarts, RunData};
use crate::runtime::companions::{BackgroundTreeState, BackgroundTrees, Companions};
use crate::runtime::executor::memory_of;
use crate::runtime::hot_swap::{
    SavedVariable, SwapOutcome, SwapReason, carried_variables, lost_fields,
};
use crate::runtime::instance::{TreeInstance, TreeState};
use crate::runtime::objects::GameObject;
use crate::runtime::program::{Flags, NONE, NodeIndex, Program};
use crate::runtime::program_builder::Operation;
use crate::runtime::task::Tasks;
use crate::runtime::tick_context::{Rare, TickContext, TimeStep};
use crate::runtime::tree_manager::{AgentId, TreeManager};
use crate::time::Nanoseconds;
use crate::told::Message;

/// What became of the trees and the global variables of a restored manager.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RestoreReport {
    /// How much of the run of each tree continues, in the order in which they are ticked. A tree with an error is not
    /// part of the manager.
    pub trees: Vec<(AgentId, Result<SwapOutcome, SnapshotError>)>,
    /// The global variables that have their initial values because their types were changed.
    pub globals: Vec<SwapReason>,
}

impl RestoreReport {
    /// Returns whether everything was kept.
    pub fn is_kept(&self) -> bool {
        let mut trees = self.trees.iter();
        self.globals.is_empty() && trees.all(|(_, tree)| *tree == Ok(SwapOutcome::Kept))
    }
}

/// For logs of games, in English: a line for each tree and for each global variable that was not kept.
impl fmt::Display for RestoreReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (agent, outcome) in &self.trees {
            match outcome {
                Ok(outcome) => writeln!(f, "agent {}: {outcome}", agent.number())?,
                Err(error) => writeln!(f, "agent {}: lost: {error}", agent.number())?,
            }
        }
        for global in &self.globals {
            writeln!(f, "{global}")?;
        }
        Ok(())
    }
}

/// What of a snapshot's objects could be restored.
struct ObjectsRestored<W: World + ?Sized> {
    objects: Box<[GameObject<W>]>,
    /// The nodes of new objects.
    fresh: Vec<NodeIndex>,
    /// The leaves whose state is lost, by their positions in the snapshot.
    lost: FxHashMap<u32, Message>,
    /// What objects lost of their states although they continue.
    reasons: Vec<SwapReason>,
}

impl<W: World + ?Sized, B: Tasks> TreeInstance<W, B> {
    /// Restores a run, and returns how much of it continues. In the program that was saved, it continues as if it had
    /// never stopped. In a changed one, nodes are found by their ids, and it continues as far as after
    /// [`Self::swap_program`]; but nothing is called for what restarts, since the tasks that started it no longer exist.
    ///
    /// The game must restore the world, and `globals`, with which the run is ticked from now on. That includes
    /// semaphores: their taken slots are counted in the globals ([`Globals::snapshot`]), so restoring a run takes none;
    /// what does not continue releases its own. With globals from another moment, a `Semaphore` may let in more or fewer
    /// trees than it should. A run that the restored one replaces must be [disabled](Self::disable) first.
    ///
    /// # Errors
    /// If no run can have this state. Nothing has changed in that case, except that the program's shared variables may
    /// have been declared.
    pub fn restore(
        program: Arc<Program<W, B>>,
        snapshot: &Snapshot,
        globals: &mut Globals,
    ) -> Result<(Self, SwapOutcome), SnapshotError> {
        Self::restore_with(&mut CarryOvers::default(), program, snapshot, globals)
    }

    fn restore_with(
        carry_overs: &mut CarryOvers<W, B>,
        program: Arc<Program<W, B>>,
        snapshot: &Snapshot,
        globals: &mut Globals,
    ) -> Result<(Self, SwapOutcome), SnapshotError> {
        let is_same_program = snapshot.program == program.fingerprint();
        let nodes = match &snapshot.nodes {
            Some(nodes) => nodes.clone(),
            None if is_same_program => program.node_list().clone(),
            None => {
                let without_nodes = snapshot.without_nodes();
                let restored = Self::restore_with(carry_overs, program, &without_nodes, globals);
                return restored.map(|(tree, outcome)| (tree, outcome.restarted_without_ids()));
            }
        };
        let carry_over = carry_overs.between(&nodes, &program);
        carry_over.check_list()?;
        check_snapshot(&program, &nodes, snapshot)?;
        let mut run = RunData::of(snapshot);
        if snapshot.nodes.is_none() && matches!(snapshot.time, SnapshotTime::Seconds(_)) {
            round_times(&program, &mut run.memory);
        }
        let ObjectsRestored {
            objects,
            fresh,
            lost,
            reasons: lost_fields,
        } = restore_objects(&carry_over, &nodes, snapshot);
        let name = |node: u32| nodes[node as usize].id.clone();
        let running = lost.iter().map(|(node, why)| {
            let (node_id, why) = (name(*node), why.clone());
            (*node, SwapReason::RunningStateLost { node: node_id, why })
        });
        let on_stacks: FxHashSet<u32> = carry_over.running(&run).into_iter().collect();
        let restarts = carry_over.restarts(&run, running.collect(), is_same_program);
        let interrupted = carry_over.interrupt(&mut run, &restarts);
        let mut run = carry_over.translate(&run, is_same_program);
        run.fresh.extend(fresh);
        run.fresh.sort_unstable();
        run.fresh.dedup();
        check_run(&program, snapshot.state, &run)?;
        let Restarts {
            is_whole_tree,
            mut reasons,
            ..
        } = restarts;
        let idle = lost
            .into_iter()
            .filter(|(node, _)| !on_stacks.contains(node));
        reasons.extend(idle.map(|(node, why)| SwapReason::StateLost {
            node: name(node),
            why,
        }));
        reasons.extend(lost_fields);
        let variables = restored_variables(&program, snapshot, &mut reasons);
        let mut restored = Self::with_objects(program, 0, objects);
        restored.agent.variables = variables;
        restored.restore_agent(snapshot, is_whole_tree);
        restored.put_run_data(&run);
        if !is_same_program {
            globals.redeclare(&restored.program);
        }
        if restored.agent.awake || !restored.agent.at_start {
            restored.bind_globals(globals);
        }
        restored.end_interrupted_nodes(&interrupted, (&carry_over, &nodes), snapshot, globals);
        if is_whole_tree {
            let companions = snapshot.companions.iter();
            companions.for_each(|(_, companion)| globals.release_slots_of(companion));
        } else {
            reasons.extend(restored.restore_companions(carry_overs, snapshot, globals)?);
        }
        Ok((restored, SwapOutcome::of(is_whole_tree, reasons)))
    }

    /// Restores the background trees, and returns what was not kept.
    fn restore_companions(
        &mut self,
        carry_overs: &mut CarryOvers<W, B>,
        snapshot: &Snapshot,
        globals: &mut Globals,
    ) -> Result<Vec<SwapReason>, SnapshotError> {
        let mut reasons = Vec::new();
        let mut companions = Companions::default();
        let mut names = FxHashSet::default();
        for (name, companion) in &snapshot.companions {
            let nothing_beside = companion.companions.is_empty()
                && companion.companion_runs.is_empty()
                && companion.companion_requests.is_empty();
            let fits = nothing_beside && companion.state == TreeState::Enabled;
            require(fits && names.insert(name), || {
                format!("tree `{name}` cannot run in the background")
            })?;
            let Some(program) = self.program.tree(name).cloned() else {
                require(snapshot.program != self.program.fingerprint(), || {
                    format!("there is no tree named `{name}`")
                })?;
                self.forget_companion(name);
                globals.release_slots_of(companion);
                reasons.push(SwapReason::TreeGone { tree: name.clone() });
                continue;
            };
            let (instance, outcome) = Self::restore_with(carry_overs, program, companion, globals)?;
            reasons.extend(outcome.into_reasons_in(name));
            companions.push(name.clone(), instance);
        }
        let runs_any = companions.iter().next().is_some();
        self.companions = runs_any.then(|| Box::new(companions));
        Ok(reasons)
    }

    /// Sets run stacks, memory and observers, and what else refers to nodes.
    pub(in crate::runtime) fn put_run_data(&mut self, run: &RunData) {
        let program = self.program.clone();
        let branch_of = |node: &NodeIndex| program.nodes[node.get()].branch as usize;
        self.run.memory.copy_from_slice(&run.memory);
        for top in &run.tops {
            self.run.branches[branch_of(top)].top = top.0;
        }
        for next in &run.resumes {
            self.run.branches[branch_of(next)].resume = next.0;
        }
        if let Some(observers) = &mut self.run.observers {
            for watched in &run.watched {
                let observer = Observer {
                    conditional: watched.conditional.0,
                    number: program.facts[watched.conditional.get()].watched.0,
                    scope: watched.scope.map_or(NONE, |scope| scope.0),
                    kind: watched.kind,
                    status: watched.status,
                };
                observers.adopt(&program, observer);
            }
        }
        if !(run.forced.is_empty() && run.fresh.is_empty()) {
            let rare = self.agent.rare.get_or_insert_default();
            rare.forced.clone_from(&run.forced);
            rare.fresh.clone_from(&run.fresh);
        }
    }

    fn restore_agent(&mut self, snapshot: &Snapshot, is_restarted: bool) {
        self.agent.state = snapshot.state;
        self.agent.awake = snapshot.awake;
        self.agent.at_start = is_restarted || snapshot.tops.is_empty();
        let agent = &mut self.agent;
        agent.frame = snapshot.frame;
        agent.time = snapshot.time.nanoseconds();
        agent.agent = snapshot.agent;
        agent.random = Rand32::from_state(snapshot.random);
        let mut background = BackgroundTrees {
            runs: snapshot.companion_runs.iter().cloned().collect(),
            requests: snapshot.companion_requests.clone(),
        };
        let has_background =
            !snapshot.companions.is_empty() || background != BackgroundTrees::default();
        if is_restarted {
            let running = snapshot.companions.iter().map(|(tree, _)| tree.clone());
            let requested = background.requests.drain(..).map(|(tree, _)| tree);
            let stopped = running
                .chain(requested)
                .map(|tree| (tree, BackgroundTreeState::Idle));
            background.runs.extend(stopped);
        }
        let mut rare = Rare {
            events: snapshot.events.clone(),
            received: snapshot.received.iter().cloned().collect(),
            interrupts: snapshot.interrupts.clone(),
            requests: snapshot.requests.clone(),
            background: has_background.then(|| Box::new(background)),
            ..Rare::default()
        };
        if is_restarted {
            rare.received.clear();
            rare.interrupts.clear();
        }
        let has_any = has_background
            || !(rare.events.is_empty()
                && rare.received.is_empty()
                && rare.interrupts.is_empty()
                && rare.requests.is_empty());
        agent.rare = has_any.then(|| Box::new(rare));
    }

    /// Does for the nodes of the saved run that do not continue what an interruption does: calls those that hear
    /// interruptions, releases slots of semaphores, and stops background trees.
    fn end_interrupted_nodes(
        &mut self,
        interrupted: &[u32],
        (carry_over, nodes): (&CarryOver<W, B>, &[NodeSnapshot]),
        snapshot: &Snapshot,
        globals: &mut Globals,
    ) {
        if interrupted.is_empty() {
            return;
        }
        let held = held_slots(nodes, &snapshot.memory);
        for place in interrupted {
            let index = carry_over.index_of(*place);
            let hears = carry_over.fits(*place)
                && self.program.nodes[index as usize]
                    .flags
                    .has(Flags::HEARS_INTERRUPTION);
            if hears && !self.agent.at_start {
                self.with_tick(globals, |program, memory, tick| {
                    let node = &program.nodes[index as usize];
                    if let Operation::Builtin(kind) = &node.operation {
                        kind.interrupted(memory_of(memory, node), tick);
                    }
                });
                continue;
            }
            if let Some(semaphore) = held.get(place) {
                globals.release_slot(semaphore);
            }
            if let Some(tree) = &nodes[*place as usize].background_tree {
                self.with_tick(globals, |_, _, tick| tick.stop_background_tree(tree));
            }
        }
    }

    /// Calls a function with the memory of the tasks, and what they can access.
    fn with_tick(
        &mut self,
        globals: &mut Globals,
        call: impl FnOnce(&Program<W, B>, &mut [u64], &mut TickContext<'_>),
    ) {
        let mut tick = TickContext {
            step: TimeStep::ZERO,
            agent: &mut self.agent,
            globals,
            declared: &self.program.tree_variables,
            labels: &self.program.labels,
            report: None,
        };
        call(&self.program, &mut self.run.memory, &mut tick);
    }
}

impl Snapshot {
    /// Returns a tree that is about to start, with everything of this one that does not refer to nodes.
    fn without_nodes(&self) -> Self {
        Self {
            nodes: Some(Arc::new([])),
            memory: Vec::new(),
            tops: Vec::new(),
            resumes: Vec::new(),
            watched: Vec::new(),
            objects: Vec::new(),
            unsaved: Vec::new(),
            fresh: Vec::new(),
            forced: Vec::new(),
            received: Vec::new(),
            interrupts: Vec::new(),
            companions: Vec::new(),
            companion_runs: Vec::new(),
            companion_requests: Vec::new(),
            ..self.clone()
        }
    }
}

impl SwapOutcome {
    fn restarted_without_ids(self) -> Self {
        let mut reasons = vec![SwapReason::NoIds];
        reasons.extend_from_slice(self.reasons());
        Self::Restarted(reasons)
    }
}

impl RunData {
    fn of(snapshot: &Snapshot) -> Self {
        Self {
            memory: snapshot.memory.clone(),
            tops: snapshot.tops.clone(),
            resumes: snapshot.resumes.clone(),
            watched: snapshot.watched.clone(),
            forced: snapshot.forced.clone(),
            fresh: snapshot.fresh.clone(),
        }
    }
}

/// Makes the task objects and restores what they saved.
fn restore_objects<W: World + ?Sized, B: Tasks>(
    carry_over: &CarryOver<W, B>,
    nodes: &[NodeSnapshot],
    snapshot: &Snapshot,
) -> ObjectsRestored<W> {
    let to = &carry_over.to;
    let (mut fresh, mut reasons) = (Vec::new(), Vec::new());
    let mut lost: FxHashMap<u32, Message> = snapshot
        .unsaved
        .iter()
        .map(|(node, why)| (node.0, Message::words(why.as_str())))
        .filter(|(node, _)| (*node as usize) < nodes.len())
        .collect();
    let objects = to.factories.iter().enumerate().map(|(object, factory)| {
        let same = carry_over.objects[object];
        let saved = same.and_then(|same| snapshot.objects.get(same.before as usize)?.as_ref());
        let made = match saved {
            Some(saved) => factory.restore(saved).map(|made| {
                let node = same.map(|same| &nodes[same.node as usize].id);
                reasons.extend(
                    node.into_iter()
                        .flat_map(|id| lost_fields(id, made.lost.clone())),
                );
                made.object
            }),
            None => Ok(factory.make()),
        };
        let made = made.unwrap_or_else(|why| {
            lost.extend(same.map(|same| (same.node, why)));
            factory.make()
        });
        let is_new = same.is_none_or(|same| lost.contains_key(&same.node));
        if is_new && snapshot.awake {
            fresh.push(NodeIndex(to.object_nodes[object]));
        }
        made
    });
    ObjectsRestored {
        objects: objects.collect(),
        fresh,
        lost,
        reasons,
    }
}

/// Returns the variables of a program with their saved values.
fn restored_variables<W: World + ?Sized, B>(
    program: &Program<W, B>,
    snapshot: &Snapshot,
    reasons: &mut Vec<SwapReason>,
) -> Box<[Slot]> {
    let saved = snapshot.variables.iter();
    let saved: Vec<SavedVariable<'_>> = saved
        .map(|(name, slot)| (name, slot.value.value_type(), slot))
        .collect();
    carried_variables(program, &saved, reasons)
}

/// Returns the semaphores of which a saved run holds slots, by node.
fn held_slots<'n>(nodes: &'n [NodeSnapshot], memory: &[u64]) -> FxHashMap<u32, &'n Arc<str>> {
    let mut from = 0_usize;
    let mut held = FxHashMap::default();
    for (place, node) in (0..).zip(nodes) {
        if let Some(semaphore) = &node.semaphore
            && node.memory > 0
            && memory.get(from).is_some_and(|taken| *taken != 0)
        {
            held.insert(place, semaphore);
        }
        from = from.saturating_add(node.memory as usize);
    }
    held
}

impl Globals {
    /// Restores the global variables.
    ///
    /// # Errors
    /// If the snapshot is inconsistent.
    pub fn restore(snapshot: &GlobalsSnapshot) -> Result<Self, SnapshotError> {
        let mut restored = Self {
            posted: snapshot.posted.clone(),
            ..Self::default()
        };
        let mut names = FxHashSet::default();
        for variable in &snapshot.variables {
            let name = &variable.name;
            require(names.insert(name), || {
                format!("there are two shared variables named `{name}`")
            })?;
            check_slot(name, &variable.value_type, &variable.slot)?;
            restored
                .names
                .push((name.clone(), variable.value_type.clone()));
            restored.slots.push(variable.slot.clone());
        }
        for (name, taken) in &snapshot.semaphores {
            counts(*taken, "the slot count of a semaphore")?;
            restored.semaphores.insert(name.clone(), *taken);
        }
        Ok(restored)
    }

    /// Gives the saved variables that a program declares with other types these types and their initial values. The
    /// first program that declares a variable decides. Returns what was lost.
    fn adopt_types<W: World + ?Sized, B>(
        &mut self,
        program: &Program<W, B>,
        decided: &mut FxHashSet<Arc<str>>,
    ) -> Vec<SwapReason> {
        let mut reasons = Vec::new();
        let beside = program.trees.iter().map(|(_, tree)| &**tree);
        let programs = std::iter::once(program).chain(beside);
        for declared in programs.flat_map(|program| &program.global_variables) {
            let saved = self
                .names
                .iter()
                .position(|(name, _)| *name == declared.name);
            let Some(place) = saved.filter(|_| decided.insert(declared.name.clone())) else {
                continue;
            };
            let value_type = &mut self.names[place].1;
            if *value_type != declared.value_type {
                let before = std::mem::replace(value_type, declared.value_type.clone());
                self.slots[place] = Slot::new(declared.initial.clone());
                reasons.push(SwapReason::OtherType {
                    name: declared.name.clone(),
                    before,
                    after: declared.value_type.clone(),
                });
            }
        }
        reasons
    }

    /// Releases the slots that a saved run holds which is not restored.
    fn release_slots_of(&mut self, snapshot: &Snapshot) {
        let runs = std::iter::once(snapshot).chain(snapshot.companions.iter().map(|(_, run)| run));
        for run in runs {
            let nodes = run.nodes.as_deref().unwrap_or_default();
            for semaphore in held_slots(nodes, &run.memory).into_values() {
                self.release_slot(semaphore);
            }
        }
    }
}

impl<W: World + ?Sized, B: Tasks> TreeManager<W, B> {
    /// Restores a manager, and returns what became of its trees and of the global variables: each tree continues as far
    /// as [`TreeInstance::restore`] says, whatever happens to the others. `program_of` returns the program of each tree,
    /// or `None` to leave the tree out; it gets the tree's number ([`AgentId::number`]) and its snapshot.
    ///
    /// # Errors
    /// If the shared state is damaged, or the list of trees.
    pub fn restore(
        snapshot: &ManagerSnapshot,
        mut program_of: impl FnMut(u64, &Snapshot) -> Option<Arc<Program<W, B>>>,
    ) -> Result<(Self, RestoreReport), SnapshotError> {
        let mut restored = Self::new();
        let mut report = RestoreReport::default();
        restored.globals = Globals::restore(&snapshot.globals)?;
        counts(snapshot.next, "the number of trees")?;
        restored.next = snapshot.next;
        restored.added_sleep = snapshot.added_sleep;
        let mut carry_overs = CarryOvers::default();
        let mut decided = FxHashSet::default();
        let mut before = None;
        for saved in &snapshot.trees {
            require(before < Some(saved.id) && saved.id < snapshot.next, || {
                format!("tree {} is out of order", saved.id)
            })?;
            before = Some(saved.id);
            let globals = &mut restored.globals;
            let program = program_of(saved.id, &saved.tree).ok_or(SnapshotError::NoProgram);
            let tree = program.and_then(|program| {
                let lost = globals.adopt_types(&program, &mut decided);
                report.globals.extend(lost);
                TreeInstance::restore_with(&mut carry_overs, program, &saved.tree, globals)
            });
            let outcome = match tree {
                Ok((instance, outcome)) => {
                    restored.push(AgentId(saved.id), instance, saved.may_sleep);
                    Ok(outcome)
                }
                Err(error) => {
                    globals.release_slots_of(&saved.tree);
                    Err(error)
                }
            };
            report.trees.push((AgentId(saved.id), outcome));
        }
        Ok((restored, report))
    }
}

/// Converts times in the memory of tasks from the bits of seconds to nanoseconds.
fn round_times<W: World + ?Sized, B: Tasks>(program: &Program<W, B>, memory: &mut [u64]) {
    for node in &program.nodes {
        let Operation::Builtin(kind) = &node.operation else {
            continue;
        };
        let memory = memory_of(memory, node);
        for place in kind.times() {
            let seconds = f64::from_bits(memory[*place]);
            memory[*place] = Nanoseconds::from_seconds(seconds).0;
        }
    }
}
