//! Checks whether a snapshot fits a program. Verifies everything on which the executor relies, so that a damaged or
//! forged snapshot is refused instead of breaking a later frame.
//!
//! What node types remember is not checked: they must tolerate any numbers.

use crate::runtime::{Received, World, parallel};
use rustc_hash::FxHashSet;

use super::{NodeForm, NodeSnapshot, Snapshot, SnapshotError, SnapshotTime, WatchedSnapshot};
use crate::abort::AbortType;
use crate::category::Category;
use crate::plural::counted;
use crate::runtime::blackboard::{Slot, check_type};
use crate::runtime::carry_over::RunData;
use crate::runtime::fnv::Fnv;
use crate::runtime::instance::TreeState;
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

/// Checks what a snapshot says without regard to nodes, and whether it fits its own list of nodes, which is sound.
pub(super) fn check_snapshot<W: World + ?Sized, B: Tasks>(
    program: &Program<W, B>,
    nodes: &[NodeSnapshot],
    snapshot: &Snapshot,
) -> CheckResult {
    if let SnapshotTime::Seconds(seconds) = snapshot.time {
        require(seconds.is_finite(), || {
            "its time is not a finite number".into()
        })?;
    }
    counts(snapshot.frame, "its frame number")?;
    for (_, slot) in &snapshot.variables {
        check_counts(slot)?;
    }
    if snapshot.program == program.fingerprint() {
        check_variables(program, snapshot)?;
    }
    for (name, received) in &snapshot.received {
        check_received(name, received)?;
    }
    check_lengths(nodes, snapshot)?;
    check_positions(nodes, snapshot)
}

pub(super) fn check_slot(name: &str, value_type: &ValueType, slot: &Slot) -> CheckResult {
    check_type(name, value_type, &slot.value).map_err(|e| damaged(e.to_string()))?;
    check_counts(slot)
}

fn check_counts(slot: &Slot) -> CheckResult {
    counts(slot.written, "the last write of a variable")?;
    counts(slot.changes, "the change count of a variable")
}

pub(super) fn counts(count: u64, of: &str) -> CheckResult {
    require(count <= MAX_COUNT, || format!("{of} is out of range"))
}

fn name<W: World + ?Sized, B>(program: &Program<W, B>, node: NodeIndex) -> String {
    match program.facts.get(node.get()) {
        Some(_) => format!("node `{}`", program.id(node)),
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

/// Checks that each node is listed once, after those above it.
pub(in crate::runtime) fn check_list(nodes: &[NodeSnapshot]) -> CheckResult {
    let mut ids = FxHashSet::default();
    for (place, node) in nodes.iter().enumerate() {
        require(ids.insert(&node.id), || {
            format!("node `{}` is listed twice", node.id)
        })?;
        require(
            node.parent.is_none_or(|parent| parent.get() < place),
            || format!("node `{}` is listed before its parent", node.id),
        )?;
    }
    Ok(())
}

fn check_lengths(nodes: &[NodeSnapshot], snapshot: &Snapshot) -> CheckResult {
    let memory = nodes.iter().map(|node| u64::from(node.memory)).sum::<u64>();
    require(snapshot.memory.len() as u64 == memory, || {
        "the memory of its nodes has the wrong size".into()
    })?;
    let objects = nodes.iter().filter(|node| node.form == NodeForm::Object);
    require(snapshot.objects.len() == objects.count(), || {
        "it has the wrong number of task objects".into()
    })
}

/// Checks that all nodes are in the list.
fn check_positions(nodes: &[NodeSnapshot], snapshot: &Snapshot) -> CheckResult {
    let check = |node: NodeIndex, does: &str| {
        require(node.get() < nodes.len(), || {
            format!("the node at index {} {does}", node.0)
        })
    };
    for node in snapshot.tops.iter().chain(&snapshot.resumes) {
        check(*node, "is running")?;
    }
    for watched in &snapshot.watched {
        check(watched.conditional, "cannot be watched")?;
        watched
            .scope
            .map_or(Ok(()), |scope| check(scope, "cannot be a scope"))?;
    }
    for (node, _) in &snapshot.forced {
        check(*node, "has a forced result but is not a leaf")?;
    }
    let unsaved = snapshot.unsaved.iter().map(|(node, _)| node);
    for node in unsaved.chain(&snapshot.fresh) {
        check(*node, "has no task object")?;
    }
    Ok(())
}

/// Checks whether a run of this program can have this state.
pub(super) fn check_run<W: World + ?Sized, B: Tasks>(
    program: &Program<W, B>,
    state: TreeState,
    run: &RunData,
) -> CheckResult {
    check_stacks(program, state, run)?;
    let mut seen = FxHashSet::default();
    for watched in &run.watched {
        check_watched(program, watched)?;
        require(seen.insert(watched.conditional), || {
            format!("{} is watched twice", name(program, watched.conditional))
        })?;
    }
    require(run.watched.is_empty() || !run.tops.is_empty(), || {
        "it has watched conditionals but no running node".into()
    })?;
    for (node, status) in &run.forced {
        check_forced(program, *node, *status)?;
    }
    Ok(())
}

/// Checks that the main run stack is active if any is, that the Parallels above the other stacks are, and that what is
/// entered next is below the top of a stack.
fn check_stacks<W: World + ?Sized, B: Tasks>(
    program: &Program<W, B>,
    state: TreeState,
    run: &RunData,
) -> CheckResult {
    let runs = matches!(state, TreeState::Enabled | TreeState::Paused);
    require(runs || run.tops.is_empty(), || {
        "a node is running in a tree that is not".into()
    })?;
    let mut live = FxHashSet::default();
    let mut branches = FxHashSet::default();
    let mut branch_before = None;
    for top in &run.tops {
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
    let mut entered = FxHashSet::default();
    for next in &run.resumes {
        let node = program.nodes.get(next.get()).filter(|node| {
            let is_below = live.contains(&NodeIndex(node.parent));
            let is_first = node.flags.has(Flags::BRANCH_ROOT);
            is_below && !(is_first && branches.contains(&node.branch))
        });
        require(node.is_some_and(|node| entered.insert(node.branch)), || {
            format!("{} cannot be entered", name(program, *next))
        })?;
    }
    branches.extend(entered);
    for top in &run.tops {
        check_parallel(program, run, &branches, *top)?;
    }
    Ok(())
}

/// Checks that a running Parallel has counted as many ended children as there are children that do not run.
fn check_parallel<W: World + ?Sized, B: Tasks>(
    program: &Program<W, B>,
    run: &RunData,
    live: &FxHashSet<u32>,
    top: NodeIndex,
) -> CheckResult {
    let node = &program.nodes[top.get()];
    if node.role() != Role::Parallel || node.flags.has(Flags::PIPELINE) {
        return Ok(());
    }
    let runs = |child: &NodeIndex| live.contains(&program.nodes[child.get()].branch);
    let running = program.children(top).filter(runs).count() as u64;
    let progress = run.memory[(node.memory + node.memory_len) as usize];
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
        for (index, (node, facts)) in (0..).zip(self.nodes.iter().zip(&self.facts)) {
            hash.text(self.id(NodeIndex(index)).as_str());
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
        hash.finish()
    }
}
