//! Errors of tasks: each goes to the tracer, or to the log if there is none, and [`ErrorPolicy`] says whether the tree
//! goes on. Does not know why a task fails.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::{FxHashMap, FxHasher};

use super::blackboard::Globals;
use super::instance::TreeInstance;
use super::program::{NodeIndex, Program};
use super::task::Tasks;
use super::tick_context::AgentState;
use super::tracer::{Beside, Tracer};
use super::tree_manager::TreeManager;
use super::world::{Lent, World};
use crate::ids::NodeId;
use crate::status::Status;
use crate::told::Message;

/// An error of a task: the task could not do its work or panicked, and ended with Failure.
///
/// `Display` gives a line for a log: ``tree `Guard`, agent 7, node `n3` (Shoot): panicked: no target``.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NodeError {
    /// The name of the tree. A background tree is named after the main tree: `Guard/Sing`.
    pub tree: Arc<str>,
    /// The agent number of the tree.
    pub agent: u64,
    /// The index of the node in its program.
    pub node: NodeIndex,
    /// The id of the node.
    pub id: NodeId,
    /// What the node is called: the name that its designer gave it, or its node type.
    pub title: Arc<str>,
    /// The reason.
    pub why: Message,
    /// How many errors the node has had by now, in all trees of its program.
    pub count: u64,
    /// Whether the node has not had an error with this text before, in any tree of its program. Of each node the first
    /// few texts are remembered; later ones do not count as new.
    pub is_new: bool,
}

impl NodeError {
    /// Returns whether the error should have a line in a log that is not to be flooded: its text is new, or it is the
    /// 10th, 100th, 1,000th … error of its node.
    ///
    /// So a node that fails in each frame, in each of a thousand trees, takes a handful of lines.
    pub fn is_worth_a_line(&self) -> bool {
        let is_round = || self.count == 10_u64.pow(self.count.ilog10());
        self.is_new || self.count > 1 && is_round()
    }
}

impl fmt::Display for NodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            tree,
            agent,
            id,
            title,
            why,
            ..
        } = self;
        write!(f, "tree `{tree}`, agent {agent}, node `{id}`")?;
        if !title.is_empty() {
            write!(f, " ({title})")?;
        }
        write!(f, ": {why}")
    }
}

/// What happens to a tree after an error of one of its tasks. The task itself always fails, and the error is always
/// told: to the tracer or to the log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorPolicy {
    /// The tree goes on.
    #[default]
    GoOn,
    /// At the end of the frame the tree is disabled: everything in it is interrupted, and it does nothing until the
    /// game enables it.
    DisableTree,
    /// At the end of the tree's frame, debug builds panic with the error; the other trees of the manager do not run
    /// then. Release builds go on.
    PanicInDebug,
}

/// An instance's policy, and whether it has to be applied.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ErrorState {
    pub policy: ErrorPolicy,
    /// Whether a task has reported an error since the policy was applied last.
    is_pending: bool,
}

/// The most different texts of a node's errors that are remembered.
const MAX_TEXTS: usize = 4;

/// The errors of a program's nodes in all its instances, so that a log need not repeat them. Only nodes with errors
/// take memory.
#[derive(Debug, Default)]
pub(super) struct ErrorCounts(Mutex<FxHashMap<u32, NodeErrors>>);

#[derive(Debug, Default)]
struct NodeErrors {
    count: u64,
    /// The hashes of the first texts, and their number.
    texts: [u64; MAX_TEXTS],
    known: usize,
}

impl ErrorCounts {
    /// Counts an error. Returns how many the node has had, and whether the text is new.
    fn count(&self, node: u32, why: &Message) -> (u64, bool) {
        let mut hasher = FxHasher::default();
        why.english().hash(&mut hasher);
        let text = hasher.finish();
        // A map of counts is intact even if a thread panicked while it held the lock.
        let mut nodes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let errors = nodes.entry(node).or_default();
        errors.count += 1;
        let is_new = errors.known < MAX_TEXTS && !errors.texts[..errors.known].contains(&text);
        if is_new {
            errors.texts[errors.known] = text;
            errors.known += 1;
        }
        (errors.count, is_new)
    }
}

/// Tells a tracer that a task reported an error, and remembers it for the policy of the tree.
#[cold]
pub(super) fn raise<W: World + ?Sized, B, T: Tracer>(
    program: &Program<W, B>,
    agent: &mut AgentState,
    tracer: &mut T,
    node: u32,
    why: &Message,
) {
    let index = NodeIndex(node);
    let (count, is_new) = program.errors.count(node, why);
    let error = NodeError {
        tree: program.name.clone(),
        agent: agent.agent,
        node: index,
        id: program.id(index).clone(),
        title: (program.labels.name(index).cloned())
            .or_else(|| program.kind(node).task.clone())
            .unwrap_or_default(),
        why: why.clone(),
        count,
        is_new,
    };
    tracer.error(&error);
    if agent.errors.policy == ErrorPolicy::GoOn {
        return;
    }
    agent.errors.is_pending = true;
    if agent.errors.policy == ErrorPolicy::PanicInDebug && cfg!(debug_assertions) {
        let rare = agent.rare.get_or_insert_default();
        rare.error.get_or_insert_with(|| error.to_string());
    }
}

impl AgentState {
    /// Returns whether the policy of the tree has to be applied.
    #[inline]
    pub fn has_failed(&self) -> bool {
        self.errors.is_pending
    }

    /// Prepares a background tree for a frame: it reports errors to this tree.
    pub fn lend_policy(&self, companion: &mut Self) {
        companion.errors.policy = self.errors.policy;
    }

    /// Takes over an error of a background tree.
    pub fn take_error_of(&mut self, companion: &mut Self) {
        if !std::mem::take(&mut companion.errors.is_pending) {
            return;
        }
        self.errors.is_pending = true;
        let text = companion.rare.as_mut().and_then(|rare| rare.error.take());
        if let Some(text) = text {
            let rare = self.rare.get_or_insert_default();
            rare.error.get_or_insert(text);
        }
    }

    /// Applies the policy to the errors since the last call. Returns whether the tree must be disabled.
    ///
    /// # Panics
    /// In debug builds, if the policy says so.
    fn apply_policy(&mut self) -> bool {
        if !std::mem::take(&mut self.errors.is_pending) {
            return false;
        }
        let text = self.rare.as_mut().and_then(|rare| rare.error.take());
        if let Some(text) = text {
            panic!("{text}");
        }
        self.errors.policy == ErrorPolicy::DisableTree
    }
}

impl<W: World + ?Sized, B: Tasks> TreeInstance<W, B> {
    /// Returns what happens to the tree after an error of one of its tasks.
    pub fn error_policy(&self) -> ErrorPolicy {
        self.agent.errors.policy
    }

    /// Sets what happens to the tree after an error of one of its tasks, or of its background trees. A snapshot does
    /// not contain it.
    ///
    /// ```
    /// use treewright_core::prelude::*;
    ///
    /// let mut tasks = GameTasks::<()>::new();
    /// tasks.action("Shoot", |_| TaskHooks::new(|context: &mut TaskContext<()>| context.fail("no ammunition")));
    /// let mut tree = DocumentBuilder::new("Gunner");
    /// let forever = Node::new("n1", "Repeater").with_parameter("forever", ParameterValue::literal(true));
    /// let root = tree.root(forever).unwrap();
    /// tree.child(&root, Node::new("n2", "Shoot")).unwrap();
    /// let program = compile(&tree.finish(), &NodeLibrary::builtin(), &tasks).program.unwrap();
    ///
    /// let (mut gunner, mut globals) = (TreeInstance::new(program, 0), Globals::default());
    /// assert_eq!(gunner.tick(&mut (), &mut globals, 0.1), Some(Status::Running)); // the error is in the log
    /// gunner.set_error_policy(ErrorPolicy::DisableTree);
    /// assert_eq!(gunner.tick(&mut (), &mut globals, 0.1), None);
    /// assert_eq!(gunner.state(), TreeState::Disabled);
    /// ```
    pub fn set_error_policy(&mut self, policy: ErrorPolicy) {
        self.agent.errors.policy = policy;
    }

    /// Ends the frame of a tree in which a task reported an error. Returns the status of the tree.
    #[cold]
    pub(super) fn after_error<T: Tracer>(
        &mut self,
        status: Option<Status>,
        world: &mut Lent<'_, W>,
        globals: &mut Globals,
        tracer: &mut T,
    ) -> Option<Status> {
        if !self.agent.apply_policy() {
            return status;
        }
        self.disable_traced(world, globals, tracer);
        // A tree that has ended in this frame reports how.
        status.filter(|status| *status != Status::Running)
    }

    /// Applies the policy to errors between two frames, when the tree is disabled anyway.
    pub(super) fn after_disabling(&mut self) {
        if self.agent.has_failed() {
            self.agent.apply_policy();
        }
    }
}

impl<W: World + ?Sized, B: Tasks> TreeManager<W, B> {
    /// Sets what happens to a tree after an error of one of its tasks: for all trees, and for those that are added from
    /// now on. A single tree may get another policy ([`TreeInstance::set_error_policy`]).
    pub fn set_error_policy(&mut self, policy: ErrorPolicy) {
        self.added_policy = policy;
        for instance in self.seats.iter_mut().filter_map(|seat| seat.tree.as_mut()) {
            instance.set_error_policy(policy);
        }
    }
}

/// Collects the errors of tasks and nothing else.
///
/// A run that it observes takes all shortcuts of a run without a tracer, so it costs nothing while there are no errors.
///
/// ```
/// use treewright_core::prelude::*;
///
/// let mut tasks = GameTasks::<()>::new();
/// tasks.action("Shoot", |_| TaskHooks::new(|context: &mut TaskContext<()>| context.fail("no ammunition")));
/// let mut tree = DocumentBuilder::new("Gunner");
/// tree.root(Node::new("n1", "Shoot")).unwrap();
/// let program = compile(&tree.finish(), &NodeLibrary::builtin(), &tasks).program.unwrap();
///
/// let (mut trees, mut errors) = (TreeManager::new(), ErrorTracer::default());
/// trees.add(program, 0).unwrap();
/// trees.tick_traced(&mut (), 0.1, &mut errors);
/// for error in errors.drain() {
///     assert_eq!(error.to_string(), "tree `Gunner`, agent 0, node `n1` (Shoot): no ammunition");
/// }
/// ```
#[derive(Clone, Debug, Default)]
pub struct ErrorTracer {
    kept: Vec<NodeError>,
    count: u64,
}

/// The most errors that an [`ErrorTracer`] keeps.
const MAX_KEPT: usize = 1_000;

impl ErrorTracer {
    /// Returns how many errors there were since the last call of [`Self::drain`], including those that were not kept.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Returns the errors since the last call of [`Self::drain`] in order; of more than 1,000 the first ones.
    pub fn errors(&self) -> &[NodeError] {
        &self.kept
    }

    /// Removes and returns the errors since the last call; of more than 1,000 the first ones.
    pub fn drain(&mut self) -> impl ExactSizeIterator<Item = NodeError> {
        self.count = 0;
        self.kept.drain(..)
    }
}

impl Tracer for ErrorTracer {
    const WATCHES: bool = false;

    fn error(&mut self, error: &NodeError) {
        self.count += 1;
        if self.kept.len() < MAX_KEPT {
            self.kept.push(error.clone());
        }
    }

    fn beside(&mut self, _tree: &Arc<str>, what: Beside<'_>) {
        if let Beside::Error(error) = what {
            self.error(error);
        }
    }
}

/// Writes the errors of tasks to the log of the game, through the `log` crate, with the target `treewright`. This is
/// what ticks without a tracer do.
///
/// A node that keeps failing does not flood the log: see [`NodeError::is_worth_a_line`]. Without the crate's feature
/// `log`, nothing is written.
#[derive(Clone, Copy, Debug, Default)]
pub struct ErrorLog;

impl Tracer for ErrorLog {
    const WATCHES: bool = false;

    #[cfg(feature = "log")]
    fn error(&mut self, error: &NodeError) {
        match error.count {
            _ if !error.is_worth_a_line() => {}
            1 => log::error!(target: "treewright", "{error}"),
            count => log::error!(target: "treewright", "{error} (error {count} of this node)"),
        }
    }

    fn beside(&mut self, _tree: &Arc<str>, what: Beside<'_>) {
        if let Beside::Error(error) = what {
            self.error(error);
        }
    }
}

#[cfg(test)]
#[cfg(feature = "log")]
mod tests;
