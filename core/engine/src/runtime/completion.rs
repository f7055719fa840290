//! Work that ends outside of the tree: in another thread, in a future, in an answer from a server. Knows nothing about
//! what does the work.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};

use super::state::TaskState;
use crate::status::{Outcome, Status};
use crate::value::Value;

const PENDING: u8 = 0;
const SUCCEEDED: u8 = 1;
const FAILED: u8 = 2;
const CANCELLED: u8 = 3;

/// How many completions have ended in this process, so that managers notice that one has.
static ENDED: AtomicUsize = AtomicUsize::new(0);

/// Returns a number that differs after a completion has ended.
pub(super) fn ended_count() -> usize {
    ENDED.load(Ordering::Acquire)
}

/// The result of work that ends outside of the tree.
///
/// A task makes one when it starts the work, hands a clone to whatever does it, and returns [`Self::status`] in each
/// update. The first call of [`Self::complete`] counts. If the task was interrupted and started again in the meantime,
/// it has made a new one, and the late end of the old work does nothing.
///
/// - **Sleeping trees:** a task that waits for its completion returns [`Wake::Completion`](super::Wake::Completion)
///   from [`Task::wake`](super::Task::wake); then its tree can sleep until then.
/// - **Saved games:** as the state of a task, a completion is saved if it has ended. One that is pending is not, since
///   its work ends with the process: `Option<Completion>` is restored as `None`, and the task starts the work again.
///
/// ```
/// use treewright_core::prelude::*;
///
/// /// Finds a way in another thread.
/// #[derive(Default)]
/// struct FindPath { search: Option<Completion> }
///
/// impl Task<Vec<Completion>> for FindPath {
///     fn start(&mut self, context: &mut TaskContext<Vec<Completion>>) {
///         let search = Completion::new();
///         context.world.push(search.clone()); // the world's worker threads take it from here
///         self.search = Some(search);
///     }
///
///     fn update(&mut self, _context: &mut TaskContext<Vec<Completion>>) -> Status {
///         self.search.as_ref().map_or(Status::Failure, Completion::status)
///     }
///
///     fn end(&mut self, _context: &mut TaskContext<Vec<Completion>>, _status: EndStatus) {
///         self.search.take().inspect(Completion::cancel); // does nothing if it has ended
///     }
///
///     fn wake(&self) -> Wake {
///         Wake::Completion
///     }
/// }
///
/// let mut tasks = GameTasks::new();
/// tasks.object("FindPath", Category::Action, |_| Box::new(FindPath::default()));
/// let program = Tree::new("Scout", tree::task("FindPath")).compile(&tasks)?;
///
/// let (mut tree, mut work, mut globals) = (TreeInstance::new(program, 0), Vec::new(), Globals::default());
/// assert_eq!(tree.tick(&mut work, &mut globals, 0.1), Some(Status::Running));
/// let search = work.remove(0);
/// std::thread::spawn(move || search.complete(Outcome::Success)).join().unwrap();
/// assert_eq!(tree.tick(&mut work, &mut globals, 0.1), Some(Status::Success));
/// # Ok::<(), LoadError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Completion(Arc<AtomicU8>);

impl Completion {
    /// Creates a pending completion.
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends the work with this result. Returns false, and does nothing, if it has ended or was cancelled.
    pub fn complete(&self, outcome: Outcome) -> bool {
        self.end(match outcome {
            Outcome::Success => SUCCEEDED,
            Outcome::Failure => FAILED,
        })
    }

    /// Tells whatever does the work that nobody waits for it any more. Does nothing if it has ended.
    pub fn cancel(&self) {
        self.end(CANCELLED);
    }

    /// Returns whether nobody waits for the work any more.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Acquire) == CANCELLED
    }

    /// Returns the result; `None` while it is pending. Cancelled work has failed.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.0.load(Ordering::Acquire) {
            PENDING => None,
            SUCCEEDED => Some(Outcome::Success),
            _ => Some(Outcome::Failure),
        }
    }

    /// Returns the status of a task that waits for the work: Running while it is pending, then its result.
    pub fn status(&self) -> Status {
        self.outcome().map_or(Status::Running, Status::from)
    }

    fn end(&self, how: u8) -> bool {
        let exchanged = self
            .0
            .compare_exchange(PENDING, how, Ordering::AcqRel, Ordering::Acquire);
        if exchanged.is_ok() {
            ENDED.fetch_add(1, Ordering::Release);
        }
        exchanged.is_ok()
    }
}

impl TaskState for Completion {
    fn save(&self) -> Option<Value> {
        Some(Value::Bool(self.outcome()?.is_success()))
    }

    fn restore(saved: &Value) -> Option<Self> {
        let restored = Self::new();
        restored.complete(Outcome::of(saved.as_bool()?));
        Some(restored)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TreeManager;
    use crate::category::Category;
    use crate::compile::GameTasks;
    use crate::runtime::{Task, TaskContext, Wake};
    use crate::tree::{self, Tree};

    #[test]
    fn the_first_end_counts() {
        let work = Completion::new();
        assert_eq!(work.status(), Status::Running);
        assert!(work.clone().complete(Outcome::Failure));
        assert!(!work.complete(Outcome::Success));
        work.cancel();
        assert_eq!(work.status(), Status::Failure);
        assert!(!work.is_cancelled());
    }

    #[test]
    fn cancelled_work_has_failed_and_cannot_end() {
        let work = Completion::new();
        work.cancel();
        assert!(work.is_cancelled());
        assert!(!work.complete(Outcome::Success));
        assert_eq!(work.outcome(), Some(Outcome::Failure));
    }

    #[test]
    fn pending_work_is_not_saved() {
        let work = Some(Completion::new());
        assert_eq!(work.save(), None);
        work.as_ref().unwrap().complete(Outcome::Success);
        let restored = Option::<Completion>::restore(&work.save().unwrap()).unwrap();
        assert_eq!(restored.unwrap().status(), Status::Success);
    }

    #[derive(Default)]
    struct Await(Option<Completion>);

    impl Task<Vec<Completion>> for Await {
        fn start(&mut self, context: &mut TaskContext<'_, '_, Vec<Completion>>) {
            let work = Completion::new();
            context.world.push(work.clone());
            self.0 = Some(work);
        }

        fn update(&mut self, _: &mut TaskContext<'_, '_, Vec<Completion>>) -> Status {
            self.0.as_ref().map_or(Status::Failure, Completion::status)
        }

        fn wake(&self) -> Wake {
            Wake::Completion
        }
    }

    fn waiting() -> (TreeManager<Vec<Completion>>, crate::runtime::AgentId) {
        let mut tasks = GameTasks::new();
        tasks.object("Await", Category::Action, |_| Box::new(Await::default()));
        let tree = Tree::new("Waiter", tree::task("Await")).restarts();
        let mut manager = TreeManager::new();
        let id = manager.add(tree.compile(&tasks).unwrap(), 0).unwrap();
        manager.set_sleeps(id, true);
        (manager, id)
    }

    #[test]
    fn a_tree_sleeps_until_the_work_ends() {
        let (mut manager, id) = waiting();
        let mut work = Vec::new();
        manager.tick(&mut work, 0.1);
        assert!(manager.is_asleep(id));
        let own = work.remove(0);
        std::thread::spawn(move || own.complete(Outcome::Success))
            .join()
            .unwrap();
        assert_eq!(manager.tick(&mut work, 0.1), 0, "it has ended");
    }

    #[test]
    fn the_end_of_work_that_was_started_again_does_nothing() {
        let (mut manager, id) = waiting();
        let mut work = Vec::new();
        manager.tick(&mut work, 0.1);
        let (tree, globals) = manager.get_mut(id).unwrap();
        tree.restart(&mut work, globals);
        manager.tick(&mut work, 0.1);
        let stale = work.remove(0);
        assert!(stale.complete(Outcome::Success));
        assert_eq!(manager.tick(&mut work, 0.1), 1, "it waits for the new work");
        work.remove(0).complete(Outcome::Success);
        assert_eq!(manager.tick(&mut work, 0.1), 0);
    }
}
