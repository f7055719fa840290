//! Restores runs from plain data. A snapshot that does not fit is refused before anything is created.

use crate::runtime::World;
use std::sync::Arc;

use oorandom::Rand32;
use rustc_hash::FxHashSet;

use super::fitting::{check, check_slot, counts, damaged, require};
use super::{GlobalsSnapshot, ManagerSnapshot, Snapshot, SnapshotError, SnapshotTime};
use crate::runtime::aborts::Observer;
use crate::runtime::blackboard::Globals;
use crate::runtime::companions::{BackgroundTrees, Companions};
use crate::runtime::executor::memory_of;
use crate::runtime::instance::{TreeInstance, TreeState};
use crate::runtime::panics::catch;
use crate::runtime::program::{NONE, Program};
use crate::runtime::program_builder::Operation;
use crate::runtime::task::Tasks;
use crate::runtime::tick_context::Rare;
use crate::runtime::tree_manager::{AgentId, TreeManager};
use crate::time::Nanoseconds;

impl<W: World + ?Sized, B: Tasks> TreeInstance<W, B> {
    /// Restores a run, which continues as if it had never stopped. The game must restore the world, and `globals`, with
    /// which the run is ticked from now on.
    ///
    /// That includes semaphores: their taken slots are counted in the globals ([`Globals::snapshot`]), so restoring a
    /// run takes none. With globals from another moment, a `Semaphore` may let in more or fewer trees than it should. A
    /// run that the restored one replaces must be [disabled](Self::disable) first.
    ///
    /// # Errors
    /// If the snapshot was taken of another program, or no run can have its state. Nothing has changed in that case,
    /// except that the program's shared variables may have been declared.
    pub fn restore(
        program: Arc<Program<W, B>>,
        snapshot: &Snapshot,
        globals: &mut Globals,
    ) -> Result<Self, SnapshotError> {
        check(&program, snapshot)?;
        let mut restored = Self::new(program, 0);
        restored.restore_run(snapshot)?;
        restored.restore_agent(snapshot);
        if !restored.at_start {
            restored.bind_globals(globals);
        }
        restored.restore_companions(snapshot, globals)?;
        Ok(restored)
    }

    fn restore_companions(
        &mut self,
        snapshot: &Snapshot,
        globals: &mut Globals,
    ) -> Result<(), SnapshotError> {
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
            let program = self.program.tree(name);
            let program =
                program.ok_or_else(|| damaged(format!("there is no tree named `{name}`")))?;
            let instance = Self::restore(program.clone(), companion, globals)?;
            companions.push(name.clone(), instance);
        }
        self.companions = (!names.is_empty()).then(|| Box::new(companions));
        Ok(())
    }

    fn restore_run(&mut self, snapshot: &Snapshot) -> Result<(), SnapshotError> {
        self.state = snapshot.state;
        self.awake = snapshot.awake;
        self.at_start = snapshot.tops.is_empty();
        self.run.memory.copy_from_slice(&snapshot.memory);
        if let SnapshotTime::Seconds(_) = snapshot.time {
            self.round_times();
        }
        for top in &snapshot.tops {
            let branch = self.program.nodes[top.get()].branch;
            self.run.branches[branch as usize].top = top.0;
        }
        if let Some(observers) = &mut self.run.observers {
            for watched in &snapshot.watched {
                let observer = Observer {
                    conditional: watched.conditional.0,
                    number: self.program.facts[watched.conditional.get()].watched.0,
                    scope: watched.scope.map_or(NONE, |scope| scope.0),
                    kind: watched.kind,
                    status: watched.status,
                };
                observers.adopt(&self.program, observer);
            }
        }
        let objects = self.run.objects.iter_mut().zip(&snapshot.objects);
        for ((object, saved), node) in objects.zip(&self.program.object_nodes) {
            if let Some(saved) = saved {
                let id = &self.program.facts[*node as usize].id;
                catch(|| object.restore(saved))
                    .map_err(|text| SnapshotError::TaskFailed(format!("node `{id}` {text}")))?;
            }
        }
        Ok(())
    }

    /// Converts times in the memory of tasks from the bits of seconds to nanoseconds.
    fn round_times(&mut self) {
        for node in &self.program.nodes {
            let Operation::Builtin(kind) = &node.operation else {
                continue;
            };
            let memory = memory_of(&mut self.run.memory, node);
            for place in kind.times() {
                let seconds = f64::from_bits(memory[*place]);
                memory[*place] = Nanoseconds::from_seconds(seconds).0;
            }
        }
    }

    fn restore_agent(&mut self, snapshot: &Snapshot) {
        let agent = &mut self.agent;
        agent.frame = snapshot.frame;
        agent.time = snapshot.time.nanoseconds();
        agent.agent = snapshot.agent;
        agent.random = Rand32::from_state(snapshot.random);
        for (slot, (_, saved)) in agent.variables.iter_mut().zip(&snapshot.variables) {
            slot.clone_from(saved);
        }
        let background = BackgroundTrees {
            runs: snapshot.companion_runs.iter().cloned().collect(),
            requests: snapshot.companion_requests.clone(),
        };
        let has_background =
            !snapshot.companions.is_empty() || background != BackgroundTrees::default();
        let rare = Rare {
            events: snapshot.events.clone(),
            received: snapshot.received.iter().cloned().collect(),
            interrupts: snapshot.interrupts.clone(),
            requests: snapshot.requests.clone(),
            forced: snapshot.forced.clone(),
            background: has_background.then(|| Box::new(background)),
            ..Rare::default()
        };
        let has_any = has_background
            || !(rare.events.is_empty()
                && rare.received.is_empty()
                && rare.interrupts.is_empty()
                && rare.requests.is_empty()
                && rare.forced.is_empty());
        agent.rare = has_any.then(|| Box::new(rare));
    }
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
}

impl<W: World + ?Sized, B: Tasks> TreeManager<W, B> {
    /// Restores a manager, which continues as if it had never stopped. `program_of` returns the program of each tree;
    /// it gets the tree's number ([`AgentId::number`]) and its snapshot.
    ///
    /// # Errors
    /// If there is no program for a tree, a tree does not fit its program, or the rest of the snapshot is inconsistent.
    pub fn restore(
        snapshot: &ManagerSnapshot,
        mut program_of: impl FnMut(u64, &Snapshot) -> Option<Arc<Program<W, B>>>,
    ) -> Result<Self, SnapshotError> {
        let mut restored = Self::new();
        restored.globals = Globals::restore(&snapshot.globals)?;
        counts(snapshot.next, "the number of trees")?;
        restored.next = snapshot.next;
        let mut before = None;
        for (number, tree) in &snapshot.trees {
            require(before < Some(*number) && *number < snapshot.next, || {
                format!("tree {number} is out of order")
            })?;
            before = Some(*number);
            let program = program_of(*number, tree)
                .ok_or_else(|| damaged(format!("tree {number} has no program")))?;
            let instance = TreeInstance::restore(program, tree, &mut restored.globals)?;
            restored.push(AgentId(*number), instance);
        }
        Ok(restored)
    }
}
