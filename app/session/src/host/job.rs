//! Background jobs: work on a named thread that sends results, reports progress and can be cancelled, and whose panic ends the job but not the
//! program. Dropping a [`Job`] cancels it. Does not know what a job does.
//!
//! Only two sorts of threads are not jobs: those that live as long as the program (recovery copies, signals, the watchdog), and those for which nobody
//! waits (starting a file manager, refusing another start).

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::thread;
use std::time::Duration;

use treewright_core::on_purpose;

use super::panics::caught;

/// The receiver's side of background work.
#[derive(Debug)]
pub struct Job<T> {
    results: Receiver<Result<T, JobEnd>>,
    stop: CancelToken,
    progress: Progress,
    hold: WithholdResults,
    /// A result that was received by [`Job::is_ready`] but not taken yet.
    peeked: RefCell<Option<Result<T, JobEnd>>>,
}

/// Why a job sends no further results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JobEnd {
    /// The job finished or was cancelled.
    Done,
    /// The system could not start a thread.
    NoThread,
    /// The job panicked with this message.
    Panicked(String),
}

/// Cancellation flag of a job.
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<AtomicBool>);

impl CancelToken {
    /// Returns whether the job is cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Cancels the job.
    pub fn want(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Test hook that withholds the results of jobs, because tests cannot rely on how long anything takes.
#[derive(Clone, Debug, Default)]
pub struct WithholdResults(Arc<AtomicBool>);

impl WithholdResults {
    /// Withholds results, or stops withholding them.
    pub fn set(&self, is_held: bool) {
        self.0.store(is_held, Ordering::Relaxed);
    }

    /// Returns whether results are withheld.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Test hook that decides whether jobs that start now have their results withheld.
#[derive(Clone, Debug, Default)]
pub struct WithholdGate {
    is_shut: Arc<AtomicBool>,
    hold: WithholdResults,
}

impl WithholdGate {
    /// While shut, jobs that start have their results withheld until [`WithholdGate::release`].
    pub fn shut(&self, is_shut: bool) {
        self.is_shut.store(is_shut, Ordering::Relaxed);
        if is_shut {
            self.hold.set(true);
        }
    }

    /// Delivers withheld results, and withholds no more.
    pub fn release(&self) {
        self.shut(false);
        self.hold.set(false);
    }

    /// Returns the hook for a job that starts now.
    pub fn hold(&self) -> WithholdResults {
        if self.is_shut.load(Ordering::Relaxed) {
            self.hold.clone()
        } else {
            WithholdResults::default()
        }
    }
}

/// A lock that only one job holds at a time: uncancellable work would otherwise pile up.
#[derive(Clone, Debug, Default)]
pub struct JobLock(Arc<Mutex<()>>);

impl JobLock {
    /// How often a waiting job checks whether it is cancelled.
    const POLL_INTERVAL: Duration = Duration::from_millis(10);

    /// Waits until no other job holds the lock. `None` if this job is cancelled before that.
    pub fn take(&self, stop: &CancelToken) -> Option<MutexGuard<'_, ()>> {
        while !stop.is_cancelled() {
            match self.0.try_lock() {
                Ok(turn) => return Some(turn),
                // A job that panicked has released the lock.
                Err(TryLockError::Poisoned(turn)) => return Some(turn.into_inner()),
                Err(TryLockError::WouldBlock) => thread::sleep(Self::POLL_INTERVAL),
            }
        }
        None
    }
}

/// Progress of a job: n of m. Setting it does not wake the window, which polls while it shows progress.
#[derive(Clone, Debug, Default)]
pub struct Progress(Arc<[AtomicUsize; 2]>);

impl Progress {
    pub fn set(&self, done: usize, of: usize) {
        let [known_done, known_of] = &*self.0;
        known_done.store(done, Ordering::Relaxed);
        known_of.store(of, Ordering::Relaxed);
    }

    /// Returns the latest progress as (done, total), or `None` if it is unknown.
    pub fn get(&self) -> Option<(usize, usize)> {
        let [done, of] = self.0.each_ref().map(|count| count.load(Ordering::Relaxed));
        (of > 0).then_some((done.min(of), of))
    }
}

/// The job's own side of background work.
pub struct JobContext<T> {
    sender: Sender<Result<T, JobEnd>>,
    pub stop: CancelToken,
    /// Set by the job if it knows its progress.
    pub progress: Progress,
    wake: Arc<dyn Fn() + Send + Sync>,
}

impl<T> Clone for JobContext<T> {
    fn clone(&self) -> Self {
        Self {
            sender: self.sender.clone(),
            stop: self.stop.clone(),
            progress: self.progress.clone(),
            wake: self.wake.clone(),
        }
    }
}

impl<T> JobContext<T> {
    /// Sends an intermediate result. Returns `false` if the job is cancelled or the receiver dropped.
    pub fn tell(&self, what: T) -> bool {
        let is_heard = !self.stop.is_cancelled() && self.sender.send(Ok(what)).is_ok();
        if is_heard {
            (self.wake)();
        }
        is_heard
    }

    /// Runs the work on this thread, and wakes the receiver at the end.
    fn run(self, work: impl FnOnce(&Self) -> Option<T>) {
        let last = match caught(|| work(&self)) {
            Ok(last) => last.map(Ok),
            Err(text) => Some(Err(JobEnd::Panicked(text))),
        };
        if let Some(last) = last {
            // The receiver may have been dropped.
            let _ = self.sender.send(last);
        }
        let Self { sender, wake, .. } = self;
        // Dropped before waking, so that the woken receiver sees that nothing more will come.
        drop(sender);
        wake();
    }
}

impl<T: Send + 'static> Job<T> {
    /// Starts a job on a thread of this name. The return value of `work` is sent as the last result. `wake` is called whenever a result arrives.
    pub fn begin(
        name: &str,
        wake: impl Fn() + Send + Sync + 'static,
        work: impl FnOnce(&JobContext<T>) -> Option<T> + Send + 'static,
    ) -> Self {
        let (job, own) = Self::new(wake);
        let (sender, wake) = (own.sender.clone(), own.wake.clone());
        let place = on_purpose::wanted();
        let go = move || {
            on_purpose::want(place);
            own.run(work);
        };
        let thread = thread::Builder::new().name(name.to_owned());
        if thread.spawn(go).is_err() {
            let _ = sender.send(Err(JobEnd::NoThread));
            // Also informs receivers that check only when woken.
            wake();
        }
        job
    }

    /// Like [`Job::begin`] for short work, which is done before this returns.
    pub fn here(
        wake: impl Fn() + Send + Sync + 'static,
        work: impl FnOnce(&JobContext<T>) -> Option<T>,
    ) -> Self {
        let (job, own) = Self::new(wake);
        own.run(work);
        job
    }

    fn new(wake: impl Fn() + Send + Sync + 'static) -> (Self, JobContext<T>) {
        let (sender, results) = channel();
        let (stop, progress) = (CancelToken::default(), Progress::default());
        let own = JobContext {
            sender,
            stop: stop.clone(),
            progress: progress.clone(),
            wake: Arc::new(wake),
        };
        let job = Self {
            results,
            stop,
            progress,
            hold: WithholdResults::default(),
            peeked: RefCell::default(),
        };
        (job, own)
    }
}

impl<T> Job<T> {
    /// Withholds the job's results while `hold` is set.
    #[must_use]
    pub fn withheld_by(mut self, hold: WithholdResults) -> Self {
        self.hold = hold;
        self
    }

    /// Cancels the job; the caller may still wait for its end.
    pub fn stop(&self) {
        self.stop.want();
    }

    /// Returns the progress as (done, total), if known.
    pub fn progress(&self) -> Option<(usize, usize)> {
        self.progress.get()
    }

    /// Returns whether a result can be taken.
    pub fn is_ready(&self) -> bool {
        let next = self.take();
        let is_ready = next.is_some();
        *self.peeked.borrow_mut() = next;
        is_ready
    }

    /// Passes the next result to `look` without taking it. `None` if there is none yet.
    pub fn look<R>(&self, look: impl FnOnce(&Result<T, JobEnd>) -> R) -> Option<R> {
        self.is_ready();
        self.peeked.borrow().as_ref().map(look)
    }

    /// Takes the next result. `None` if there is none yet; `Err` when no more will come.
    pub fn take(&self) -> Option<Result<T, JobEnd>> {
        if let Some(peeked) = self.peeked.take() {
            return Some(peeked);
        }
        if self.hold.is_set() {
            return None;
        }
        match self.results.try_recv() {
            Ok(result) => Some(result),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Err(JobEnd::Done)),
        }
    }

    /// Like [`Job::take`], but waits up to `patience` for a result.
    pub fn wait_for(&self, patience: Duration) -> Option<Result<T, JobEnd>> {
        if let Some(next) = self.take() {
            return Some(next);
        }
        if self.hold.is_set() {
            return None;
        }
        match self.results.recv_timeout(patience) {
            Ok(result) => Some(result),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Err(JobEnd::Done)),
        }
    }

    /// Like [`Job::take`], but waits for as long as it takes.
    ///
    /// # Errors
    /// Why no more results will come.
    pub fn wait(&self) -> Result<T, JobEnd> {
        let peeked = self.peeked.take();
        peeked.unwrap_or_else(|| self.results.recv().unwrap_or(Err(JobEnd::Done)))
    }
}

impl<T> Drop for Job<T> {
    fn drop(&mut self) {
        self.stop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_arrive_in_order_followed_by_the_end() {
        let (woken, wakes) = channel();
        let wake = move || {
            let _ = woken.send(());
        };
        let job = Job::begin("counting", wake, |work| {
            work.tell(1);
            work.tell(2);
            Some(3)
        });
        let results: Vec<_> = (0..4).map(|_| job.wait()).collect();
        assert_eq!(results, [Ok(1), Ok(2), Ok(3), Err(JobEnd::Done)]);
        assert_eq!(wakes.iter().count(), 3);
    }

    #[test]
    fn a_panic_ends_the_job_and_is_reported() {
        let begun = Job::<()>::begin("falling", || {}, |_| panic!("fell {}", "over"));
        let ended = Err(JobEnd::Panicked("fell over".to_owned()));
        assert_eq!(begun.wait(), ended);
        assert_eq!(begun.wait(), Err(JobEnd::Done));
        let here = Job::<()>::here(|| {}, |_| panic!("fell over"));
        assert_eq!(here.take(), Some(ended));
    }

    #[test]
    fn a_result_seen_by_is_ready_can_still_be_taken() {
        let job = Job::here(|| {}, |_| Some(1));
        assert!(job.is_ready() && job.is_ready());
        assert_eq!((job.take(), job.wait()), (Some(Ok(1)), Err(JobEnd::Done)));
        assert!(job.is_ready());
    }

    #[test]
    fn progress_is_visible_while_the_job_runs() {
        let (go_on, wait) = channel::<()>();
        let job = Job::begin(
            "counting",
            || {},
            move |work| {
                work.tell("nothing known");
                let _ = wait.recv();
                work.progress.set(3, 4);
                work.tell("more than half");
                let _ = wait.recv();
                None
            },
        );
        assert_eq!(job.wait(), Ok("nothing known"));
        assert_eq!(job.progress(), None);
        go_on.send(()).unwrap();
        assert_eq!(job.wait(), Ok("more than half"));
        assert_eq!(job.progress(), Some((3, 4)));
    }

    #[test]
    fn withheld_results_arrive_after_the_release() {
        let hold = WithholdResults::default();
        hold.set(true);
        let job = Job::here(|| {}, |_| Some(1)).withheld_by(hold.clone());
        assert_eq!((job.take(), job.wait_for(Duration::ZERO)), (None, None));
        hold.set(false);
        assert_eq!(job.take(), Some(Ok(1)));
    }

    #[test]
    fn jobs_run_one_at_a_time_and_cancelled_ones_not_at_all() {
        let (turns, stop) = (JobLock::default(), CancelToken::default());
        let first = turns.take(&stop);
        assert!(first.is_some());
        let (begun, own) = (turns.clone(), CancelToken::default());
        let waiting = Job::begin(
            "waiting",
            || {},
            move |work| {
                work.tell(false);
                Some(begun.take(&work.stop).is_some())
            },
        );
        assert_eq!(waiting.wait(), Ok(false));
        assert_eq!(waiting.take(), None);
        drop(first);
        assert_eq!(waiting.wait(), Ok(true));
        own.want();
        assert!(turns.take(&own).is_none());
    }

    #[test]
    fn a_dropped_job_is_cancelled() {
        let (tell, results) = channel();
        let job = Job::begin(
            "waiting",
            || {},
            move |work: &JobContext<()>| {
                while !work.stop.is_cancelled() {
                    thread::sleep(Duration::from_millis(1));
                }
                let _ = tell.send(work.tell(()));
                None
            },
        );
        assert_eq!(job.wait_for(Duration::from_millis(1)), None);
        drop(job);
        assert_eq!(results.recv(), Ok(false));
    }
}
