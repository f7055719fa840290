//! Checks whether a snapshot fits a program. Verifies everything on which the executor relies, so that a damaged or
//! forged snapshot is refused instead of breaking a later frame.
//!
//! What node types remember is not checked: they must tolerate any numbers.

use crate::runtime::World;
use rustc_hash::FxHashSet;

use super::{Snapshot, SnapshotError, WatchedSnapshot};
use crate::abort::AbortType;
use crate::category::Category;
use crate::plural::counted;
use crate::runtime::Received;
use crate::runtime::blackboard::{Slot, check_type};
use crate::runtime::instance::TreeState;
use crate::runtime::parallel;
use crate::runtime::program::{Flags, NodeIndex, Program, Role};
use crate::runtime::program_builder::Operation;
use crate::runtime::task::Tasks;
use crate::status::Status;
use crate::value::ValueType;

/// The highest count that is accepted: above it, further counting could overflow.
pub(super) const MAX_COUNT: u64 = 1 << 53;

type CheckResult = Result<(), SnapshotError>;

pub(super) fn damaged(what: impl Into<String>) -> SnapshotError {
    SnapshotError::Damaged(what.into())
}

pub(super) fn require(holds: bool, what: impl FnOnce() -> String) -> CheckResult {
    if holds { Ok(()) } else { Err(damaged(what())) }
}

/// Checks whether a run of this program can have had this snapshot.
pub(super) fn check<W: World + ?Sized, B: Tasks>(
    program: &Program<W, B>,
    snapshot: &Snapshot,
) -> CheckResult {
    if snapshot.program != program.fingerprint() {
        return Err(SnapshotError::OtherProgram);
    }
    require(snapshot.time.is_finite(), || {
        "its time is not a finite number".into()
    })?;
    counts(snapshot.frame, "its frame number")?;
    check_variables(program, snapshot)?;
    check_lengths(program, snapshot)?;
    check_stacks(program, snapshot)?;
    let mut seen = FxHashSet::default();
    for watched in &snapshot.watched {
        check_watched(program, watched)?;
        require(seen.insert(watched.conditional), || {
            format!("{} is watched twice", name(program, watched.conditional))
        })?;
    }
    require(
        snapshot.watched.is_empty() || !snapshot.tops.is_empty(),
        || "it has watched conditionals but no running node".into(),
    )?;
    for (name, received) in &snapshot.received {
        check_received(name, received)?;
    }
    for (node, status) in &snapshot.forced {
        check_forced(program, *node, *status)?;
    }
    Ok(())
}

pub(super) fn check_slot(name: &str, value_type: &ValueType, slot: &Slot) -> CheckResult {
    check_type(name, value_type, &slot.value).map_err(|e| damaged(e.to_string()))?;
    counts(slot.written, "the last write of a variable")?;
    counts(slot.changes, "the change count of a variable")
}

pub(super) fn counts(count: u64, of: &str) -> CheckResult {
    require(count <= MAX_COUNT, || format!("{of} is out of range"))
}

fn name<W: World + ?Sized, B>(program: &Program<W, B>, node: NodeIndex) -> String {
    match program.facts.get(node.get()) {
        Some(facts) => format!("node `{}`", facts.id),
        None => format!("the node at index {}", node.get()),
    }
}

fn check_variables<W: World + ?Sized, B>(
    program: &Program<W, B>,
    snapshot: &Snapshot,
) -> CheckResult {
    let declared = &program.tree_variables;
    require(declared.len() == snapshot.variables.len(), || {
        let has = counted(snapshot.variables.len(), "variable");
        format!("expected {}, found {has}", declared.len())
    })?;
    for (variable, (name, slot)) in declared.iter().zip(&snapshot.variables) {
        require(variable.name == *name, || {
            format!("expected variable `{}`, found `{name}`", variable.name)
        })?;
        check_slot(name, &variable.value_type, slot)?;
    }
    Ok(())
}

fn check_lengths<W: World + ?Sized, B>(
    program: &Program<W, B>,
    snapshot: &Snapshot,
) -> CheckResult {
    require(snapshot.memory.len() == program.memory_len, || {
        "the memory of its nodes has the wrong size".into()
    })?;
    require(snapshot.objects.len() == program.factories.len(), || {
        "it has the wrong number of task objects".into()
    })
}

/// Checks that the main run stack is active if any is, and that the Parallels above the other stacks are.
fn check_stacks<W: World + ?Sized, B: Tasks>(
    program: &Program<W, B>,
    snapshot: &Snapshot,
) -> CheckResult {
    let runs = matches!(snapshot.state, TreeState::Enabled | TreeState::Paused);
    require(runs || snapshot.tops.is_empty(), || {
        "a node is running in a tree that is not".into()
    })?;
    let mut live = FxHashSet::default();
    let mut branches = FxHashSet::default();
    let mut branch_before = None;
    for top in &snapshot.tops {
        let known = program.nodes.get(top.get());
        let node = known.ok_or_else(|| damaged(format!("{} is running", name(program, *top))))?;
        require(program.category(*top) != Category::Conditional, || {
            format!("{} is a conditional and is running", name(program, *top))
        })?;
        require(branch_before < Some(node.branch), || {
            "its run stacks are out of order".into()
        })?;
        branch_before = Some(node.branch);
        let parallel = program.branches[node.branch as usize].parallel;
        let started = match program.nodes.get(parallel as usize) {
            None => node.branch == 0,
            Some(_) => live.contains(&NodeIndex(parallel)),
        };
        require(started, || {
            format!("{} is running but was never started", name(program, *top))
        })?;
        live.insert(*top);
        branches.insert(node.branch);
    }
    for top in &snapshot.tops {
        check_parallel(program, snapshot, &branches, *top)?;
    }
    Ok(())
}

/// Checks that a running Parallel has counted as many ended children as there are children that do not run.
fn check_parallel<W: World + ?Sized, B: Tasks>(
    program: &Program<W, B>,
    snapshot: &Snapshot,
    live: &FxHashSet<u32>,
    top: NodeIndex,
) -> CheckResult {
    let node = &program.nodes[top.get()];
    if node.role() != Role::Parallel || node.flags.has(Flags::PIPELINE) {
        return Ok(());
    }
    let runs = |child: &NodeIndex| live.contains(&program.nodes[child.get()].branch);
    let running = program.children(top).filter(runs).count() as u64;
    let progress = snapshot.memory[(node.memory + node.memory_len) as usize];
    let children = u64::from(program.child_count(top.0));
    require(
        parallel::has_counted(progress, children) == Some(children - running),
        || format!("{} has a wrong count of its children", name(program, top)),
    )
}

fn check_watched<W: World + ?Sized, B>(
    program: &Program<W, B>,
    watched: &WatchedSnapshot,
) -> CheckResult {
    let conditional = watched.conditional;
    let node = program.nodes.get(conditional.get());
    require(
        node.is_some_and(|n| n.flags.has(Flags::WATCHED)) && watched.kind != AbortType::None,
        || format!("{} cannot be watched", name(program, conditional)),
    )?;
    require(watched.status != Status::Running, || {
        format!("{} returned Running", name(program, conditional))
    })?;
    let Some(scope) = watched.scope else {
        return Ok(());
    };
    let is_above = scope.get() < program.len()
        && program.category(scope) == Category::Composite
        && scope != conditional
        && program.contains(scope.0, conditional.0);
    require(is_above, || {
        format!(
            "{} cannot abort inside {}",
            name(program, conditional),
            name(program, scope)
        )
    })
}

fn check_received(name: &str, received: &Received) -> CheckResult {
    counts(received.count, &format!("the count of event `{name}`"))?;
    counts(received.frame, &format!("the frame of event `{name}`"))
}

fn check_forced<W: World + ?Sized, B>(
    program: &Program<W, B>,
    node: NodeIndex,
    status: Status,
) -> CheckResult {
    let is_leaf = node.get() < program.len() && program.category(node).is_leaf();
    require(is_leaf, || {
        format!(
            "{} has a forced result but is not a leaf",
            name(program, node)
        )
    })?;
    let runs = status == Status::Running && program.category(node) == Category::Conditional;
    require(!runs, || {
        format!("{} is forced to return Running", name(program, node))
    })
}

impl<W: World + ?Sized, B: Tasks> Program<W, B> {
    /// Returns a number that identifies this program: a hash of the types, ids and positions of its nodes, and of its
    /// variables. It is the same on every machine. Constants and expressions of parameters do not count, so that a
    /// snapshot still fits a tree after its numbers were tuned.
    pub fn fingerprint(&self) -> u64 {
        *self.fingerprint.get_or_init(|| self.compute_fingerprint())
    }

    fn compute_fingerprint(&self) -> u64 {
        let mut hash = Fnv::default();
        for (node, facts) in self.nodes.iter().zip(&self.facts) {
            hash.text(facts.id.as_str());
            hash.text(match &node.operation {
                Operation::Builtin(kind) => kind.kind(),
                Operation::Object(_) | Operation::Factory(_) => "an object of the game",
                Operation::Hooks(_) | Operation::Update(_) => "closures of the game",
                Operation::Parent(_) | Operation::ParentObject(_) => "a parent of the game",
                Operation::Parallel(_) => "a parallel of the game",
            });
            hash.text(facts.category.name());
            hash.text(facts.abort.name());
            hash.number(node.parent);
            hash.number(node.memory_len);
        }
        for variable in &self.tree_variables {
            hash.text(&variable.name);
            hash.text(&variable.value_type.to_string());
        }
        hash.0
    }
}

/// The FNV-1a hash with 64 bits: simple, and the same on every machine and in every version of this crate.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    fn byte(&mut self, byte: u8) {
        self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }

    fn number(&mut self, number: u32) {
        number.to_le_bytes().into_iter().for_each(|b| self.byte(b));
    }

    /// Hashes a text and a terminator, so that "ab", "c" differs from "a", "bc". 0xff is never part of UTF-8.
    fn text(&mut self, text: &str) {
        text.bytes().for_each(|b| self.byte(b));
        self.byte(0xff);
    }
}
