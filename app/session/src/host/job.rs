//! Work beside the window's thread: a thread with a name, what it tells by and by, how far it has come, a wish to stop that it can hear, and a panic that
//! ends the work and not the program. Who drops a job no longer wants it. Knows nothing of what is done.

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::thread;
use std::time::Duration;

use treewright_core::on_purpose;

use super::panics::caught;

/// Something that is being done, as seen by whoever wants it.
#[derive(Debug)]
pub struct Job<T> {
    told: Receiver<Result<T, Ended>>,
    stop: Stop,
    progress: Progress,
    hold: Hold,
    /// What it told and somebody has seen to be there, but not taken yet.
    kept_back: RefCell<Option<Result<T, Ended>>>,
}

/// Why nothing more comes of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// All has come that there is, or it was stopped.
    Done,
    /// The system gave no thread.
    NoThread,
    /// It panicked, and said this.
    Panicked(String),
}

/// Whether a job is still wanted.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Nobody wants it any more.
    pub fn is_wanted(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Says that nobody wants it any more.
    pub fn want(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Keeps what jobs tell from arriving, for tests, which cannot count on how long anything takes.
#[derive(Clone, Debug, Default)]
pub struct Hold(Arc<AtomicBool>);

impl Hold {
    /// Whether it does.
    pub fn set(&self, is_held: bool) {
        self.0.store(is_held, Ordering::Relaxed);
    }

    /// Whether it is set.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Decides for tests whether work is held that begins now.
#[derive(Clone, Debug, Default)]
pub struct Gate {
    is_shut: Arc<AtomicBool>,
    hold: Hold,
}

impl Gate {
    /// What begins from now on is held until all is let go on, or is not.
    pub fn shut(&self, is_shut: bool) {
        self.is_shut.store(is_shut, Ordering::Relaxed);
        if is_shut {
            self.hold.set(true);
        }
    }

    /// What was held goes on, and nothing more is held.
    pub fn let_go_on(&self) {
        self.shut(false);
        self.hold.set(false);
    }

    /// What keeps work that begins now from arriving, if anything does.
    pub fn hold(&self) -> Hold {
        if self.is_shut.load(Ordering::Relaxed) {
            self.hold.clone()
        } else {
            Hold::default()
        }
    }
}

/// What only one job at a time does, however many are wanted: work that cannot hear that nobody wants it any more would pile up.
#[derive(Clone, Debug, Default)]
pub struct Turns(Arc<Mutex<()>>);

impl Turns {
    /// After what time a job that waits for its turn looks again whether it is still wanted.
    const LATER: Duration = Duration::from_millis(10);

    /// Waits until no other job has the turn, which lasts as long as what this gives; none if nobody wants this one any more by then.
    pub fn take(&self, stop: &Stop) -> Option<MutexGuard<'_, ()>> {
        while !stop.is_wanted() {
            match self.0.try_lock() {
                Ok(turn) => return Some(turn),
                // Whoever panicked has had their turn.
                Err(TryLockError::Poisoned(turn)) => return Some(turn.into_inner()),
                Err(TryLockError::WouldBlock) => thread::sleep(Self::LATER),
            }
        }
        None
    }
}

/// How far a job has come: so much of so much. It wakes nobody: whoever shows it looks again by itself.
#[derive(Clone, Debug, Default)]
pub struct Progress(Arc<[AtomicUsize; 2]>);

impl Progress {
    /// Says how much is done, and of how much.
    pub fn set(&self, done: usize, of: usize) {
        let [known_done, known_of] = &*self.0;
        known_done.store(done, Ordering::Relaxed);
        known_of.store(of, Ordering::Relaxed);
    }

    /// What was said last; none if nobody knows.
    pub fn get(&self) -> Option<(usize, usize)> {
        let [done, of] = self.0.each_ref().map(|count| count.load(Ordering::Relaxed));
        (of > 0).then_some((done.min(of), of))
    }
}

/// A job as seen by itself.
pub struct Work<T> {
    sender: Sender<Result<T, Ended>>,
    /// Whether it is still wanted.
    pub stop: Stop,
    /// How far it has come, which it says where it knows.
    pub progress: Progress,
    wake: Arc<dyn Fn() + Send + Sync>,
}

impl<T> Clone for Work<T> {
    fn clone(&self) -> Self {
        Self {
            sender: self.sender.clone(),
            stop: self.stop.clone(),
            progress: self.progress.clone(),
            wake: self.wake.clone(),
        }
    }
}

impl<T> Work<T> {
    /// Tells something on the way. False if nobody listens any more.
    pub fn tell(&self, what: T) -> bool {
        let is_heard = !self.stop.is_wanted() && self.sender.send(Ok(what)).is_ok();
        if is_heard {
            (self.wake)();
        }
        is_heard
    }

    /// Does it, here, and wakes whoever waits when it is over.
    fn go(self, work: impl FnOnce(&Self) -> Option<T>) {
        let last = match caught(|| work(&self)) {
            Ok(last) => last.map(Ok),
            Err(text) => Some(Err(Ended::Panicked(text))),
        };
        if let Some(last) = last {
            // Nobody listens any more if somebody thought better of it.
            let _ = self.sender.send(last);
        }
        let Self { sender, wake, .. } = self;
        // Whoever is woken finds that nothing more will come.
        drop(sender);
        wake();
    }
}

impl<T: Send + 'static> Job<T> {
    /// Begins in a thread of this name; what the work gives in the end is told last. `wake` is called whenever there is something to take.
    pub fn begin(
        name: &str,
        wake: impl Fn() + Send + Sync + 'static,
        work: impl FnOnce(&Work<T>) -> Option<T> + Send + 'static,
    ) -> Self {
        let (job, own) = Self::new(wake);
        let (sender, wake) = (own.sender.clone(), own.wake.clone());
        let place = on_purpose::wanted();
        let go = move || {
            on_purpose::want(place);
            own.go(work);
        };
        let thread = thread::Builder::new().name(name.to_owned());
        if thread.spawn(go).is_err() {
            let _ = sender.send(Err(Ended::NoThread));
            // Who looks only when woken hears of it, too.
            wake();
        }
        job
    }

    /// The same for what takes so little that it is done before this returns.
    pub fn here(
        wake: impl Fn() + Send + Sync + 'static,
        work: impl FnOnce(&Work<T>) -> Option<T>,
    ) -> Self {
        let (job, own) = Self::new(wake);
        own.go(work);
        job
    }

    fn new(wake: impl Fn() + Send + Sync + 'static) -> (Self, Work<T>) {
        let (sender, told) = channel();
        let (stop, progress) = (Stop::default(), Progress::default());
        let own = Work {
            sender,
            stop: stop.clone(),
            progress: progress.clone(),
            wake: Arc::new(wake),
        };
        let job = Self {
            told,
            stop,
            progress,
            hold: Hold::default(),
            kept_back: RefCell::default(),
        };
        (job, own)
    }
}

impl<T> Job<T> {
    /// The same, of which nothing arrives while this holds it.
    #[must_use]
    pub fn held_by(mut self, hold: Hold) -> Self {
        self.hold = hold;
        self
    }

    /// No longer wants it, but may wait for its end.
    pub fn stop(&self) {
        self.stop.want();
    }

    /// How far it has come, where it knows.
    pub fn progress(&self) -> Option<(usize, usize)> {
        self.progress.get()
    }

    /// Whether there is something to take.
    pub fn is_ready(&self) -> bool {
        let next = self.take();
        let is_ready = next.is_some();
        *self.kept_back.borrow_mut() = next;
        is_ready
    }

    /// What somebody sees in what there is to take, before it is taken; none while there is nothing.
    pub fn look<R>(&self, look: impl FnOnce(&Result<T, Ended>) -> R) -> Option<R> {
        self.is_ready();
        self.kept_back.borrow().as_ref().map(look)
    }

    /// What it has told, once it has; an error when nothing more will come.
    pub fn take(&self) -> Option<Result<T, Ended>> {
        if let Some(kept_back) = self.kept_back.take() {
            return Some(kept_back);
        }
        if self.hold.is_set() {
            return None;
        }
        match self.told.try_recv() {
            Ok(told) => Some(told),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Err(Ended::Done)),
        }
    }

    /// The same, for whoever can wait a moment.
    pub fn take_within(&self, patience: Duration) -> Option<Result<T, Ended>> {
        if let Some(next) = self.take() {
            return Some(next);
        }
        if self.hold.is_set() {
            return None;
        }
        match self.told.recv_timeout(patience) {
            Ok(told) => Some(told),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Err(Ended::Done)),
        }
    }

    /// The same, however long that takes.
    ///
    /// # Errors
    /// Why nothing more comes.
    pub fn take_at_last(&self) -> Result<T, Ended> {
        let kept_back = self.kept_back.take();
        kept_back.unwrap_or_else(|| self.told.recv().unwrap_or(Err(Ended::Done)))
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
    fn what_a_job_tells_comes_in_order_and_then_its_end() {
        let (woken, wakes) = channel();
        let wake = move || {
            let _ = woken.send(());
        };
        let job = Job::begin("counting", wake, |work| {
            work.tell(1);
            work.tell(2);
            Some(3)
        });
        let told: Vec<_> = (0..4).map(|_| job.take_at_last()).collect();
        assert_eq!(told, [Ok(1), Ok(2), Ok(3), Err(Ended::Done)]);
        assert_eq!(wakes.iter().count(), 3);
    }

    #[test]
    fn a_panic_ends_the_work_and_is_told() {
        let begun = Job::<()>::begin("falling", || {}, |_| panic!("fell {}", "over"));
        let ended = Err(Ended::Panicked("fell over".to_owned()));
        assert_eq!(begun.take_at_last(), ended);
        assert_eq!(begun.take_at_last(), Err(Ended::Done));
        let here = Job::<()>::here(|| {}, |_| panic!("fell over"));
        assert_eq!(here.take(), Some(ended));
    }

    #[test]
    fn what_is_seen_to_be_there_is_still_to_be_taken() {
        let job = Job::here(|| {}, |_| Some(1));
        assert!(job.is_ready() && job.is_ready());
        assert_eq!(
            (job.take(), job.take_at_last()),
            (Some(Ok(1)), Err(Ended::Done))
        );
        assert!(job.is_ready());
    }

    #[test]
    fn how_far_it_has_come_is_seen_while_it_goes_on() {
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
        assert_eq!(job.take_at_last(), Ok("nothing known"));
        assert_eq!(job.progress(), None);
        go_on.send(()).unwrap();
        assert_eq!(job.take_at_last(), Ok("more than half"));
        assert_eq!(job.progress(), Some((3, 4)));
    }

    #[test]
    fn what_is_held_arrives_when_it_is_let_go_on() {
        let hold = Hold::default();
        hold.set(true);
        let job = Job::here(|| {}, |_| Some(1)).held_by(hold.clone());
        assert_eq!((job.take(), job.take_within(Duration::ZERO)), (None, None));
        hold.set(false);
        assert_eq!(job.take(), Some(Ok(1)));
    }

    #[test]
    fn one_job_at_a_time_has_its_turn_and_one_that_nobody_wants_has_none() {
        let (turns, stop) = (Turns::default(), Stop::default());
        let first = turns.take(&stop);
        assert!(first.is_some());
        let (begun, own) = (turns.clone(), Stop::default());
        let waiting = Job::begin(
            "waiting",
            || {},
            move |work| {
                work.tell(false);
                Some(begun.take(&work.stop).is_some())
            },
        );
        assert_eq!(waiting.take_at_last(), Ok(false));
        assert_eq!(waiting.take(), None);
        drop(first);
        assert_eq!(waiting.take_at_last(), Ok(true));
        own.want();
        assert!(turns.take(&own).is_none());
    }

    #[test]
    fn work_that_nobody_wants_hears_of_it() {
        let (tell, told) = channel();
        let job = Job::begin(
            "waiting",
            || {},
            move |work: &Work<()>| {
                while !work.stop.is_wanted() {
                    thread::sleep(Duration::from_millis(1));
                }
                let _ = tell.send(work.tell(()));
                None
            },
        );
        assert_eq!(job.take_within(Duration::from_millis(1)), None);
        drop(job);
        assert_eq!(told.recv(), Ok(false));
    }
}
