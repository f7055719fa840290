//! The list of all background jobs that the user may wait for: their names and progress, how long they run, and when their results are applied. Knows
//! neither what they do nor how results are applied. Checks for problems are not among them: the user did not request them, and nothing waits for
//! them.
//!
//! A new sort of background work is one type next to the code that starts it; nothing else names it.

use std::any::Any;
use std::collections::BTreeMap;
use std::path::Path;

use treewright_session::workspace::open_document::DocumentId;

use crate::action::{JobKind, RunningJob};

/// How long, in seconds, a job runs before it is shown: one that the user requested, and any other.
const SHOW_AFTER: (f64, f64) = (0.2, 1.0);

/// The name of a file as shown to the user.
pub fn name_of(file: &Path) -> String {
    let name = file.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// How long, in seconds, a job whose result caused a panic is not started automatically again.
const PANIC_PAUSE: f64 = 10.0;

/// A background job. `E` is what its result is applied to.
pub trait BackgroundJob<E>: Any {
    /// What the job does. Jobs are listed and cancelled by this.
    fn kind(&self) -> JobKind;

    /// The name of the file or document that it concerns.
    fn name(&self) -> String;

    /// The steps done and the total; `None` if unknown.
    fn progress(&self) -> Option<(usize, usize)> {
        None
    }

    /// Whether the user requested it and waits for it.
    fn is_requested(&self) -> bool {
        true
    }

    /// Whether there is a result to apply. Called in each frame.
    fn is_ready(&self) -> bool;

    /// Whether a result waits until the user is idle, since it would cover or change what they see.
    fn waits_for_user(&self) -> bool {
        true
    }

    /// Applies the result. If the job is not ready, waits for it; a job that must continue adds itself to the list again.
    fn finish(self: Box<Self>, on: &mut E);

    /// Handles the cancellation by the user.
    fn cancel(self: Box<Self>, _on: &mut E) {}
}

/// The list of all background jobs.
pub struct JobRegistry<E> {
    all: Vec<Box<dyn BackgroundJob<E>>>,
    states: BTreeMap<JobKind, JobState>,
    /// The jobs whose results caused a panic, and when.
    panicked: BTreeMap<JobKind, f64>,
}

/// The state of a running job.
struct JobState {
    /// The start time, by the window's clock.
    since: f64,
    /// It takes long enough to be shown to the user.
    is_shown: bool,
}

impl<E> Default for JobRegistry<E> {
    fn default() -> Self {
        Self {
            all: Vec::new(),
            states: BTreeMap::new(),
            panicked: BTreeMap::new(),
        }
    }
}

impl<E: 'static> JobRegistry<E> {
    pub fn begin(&mut self, job: impl BackgroundJob<E>) {
        self.all.push(Box::new(job));
    }

    /// All jobs of type `T`.
    pub fn of<T: BackgroundJob<E>>(&self) -> impl Iterator<Item = &T> {
        let all = self.all.iter();
        all.filter_map(|job| (&**job as &dyn Any).downcast_ref())
    }

    /// Whether a job of type `T` fulfills `is_meant`.
    pub fn any<T: BackgroundJob<E>>(&self, is_meant: impl Fn(&T) -> bool) -> bool {
        self.of().any(is_meant)
    }

    /// Removes and returns the first job of type `T` that fulfills `is_meant`.
    pub fn take<T: BackgroundJob<E>>(&mut self, is_meant: impl Fn(&T) -> bool) -> Option<Box<T>> {
        let mut all = self.all.iter();
        let at = all.position(|job| downcast(&**job).is_some_and(&is_meant))?;
        let job: Box<dyn Any> = self.all.remove(at);
        job.downcast().ok()
    }

    /// Drops all jobs of type `T` that fulfill `is_meant`, without notifying anyone.
    pub fn discard<T: BackgroundJob<E>>(&mut self, is_meant: impl Fn(&T) -> bool) {
        self.all
            .retain(|job| !downcast(&**job).is_some_and(&is_meant));
    }

    /// Drops all jobs of a closed document.
    pub fn discard_of_document(&mut self, id: DocumentId) {
        // Saves are always completed, and their results reported.
        self.all
            .retain(|it| it.kind().document() != Some(id) || !it.kind().can_be_cancelled());
    }

    /// Removes and returns all jobs that do this.
    pub fn take_kind(&mut self, kind: &JobKind) -> Vec<Box<dyn BackgroundJob<E>>> {
        let taken = self.all.extract_if(.., |job| job.kind() == *kind);
        taken.collect()
    }

    /// Removes and returns the first job whose result may be applied. `free` is whether the user is idle.
    pub fn next_ready(&mut self, free: bool) -> Option<Box<dyn BackgroundJob<E>>> {
        let mut all = self.all.iter();
        let at = all.position(|it| (free || !it.waits_for_user()) && it.is_ready())?;
        Some(self.all.remove(at))
    }

    /// Whether a result waits until the user is idle.
    pub fn has_waiting(&self) -> bool {
        self.all
            .iter()
            .any(|it| it.waits_for_user() && it.is_ready())
    }

    /// Updates start times and which jobs are shown; returns in how many seconds another one may be shown.
    pub fn update(&mut self, now: f64) -> Option<f64> {
        let mut before = std::mem::take(&mut self.states);
        let mut next = None::<f64>;
        for it in &self.all {
            let (requested, other) = SHOW_AFTER;
            let delay = if it.is_requested() { requested } else { other };
            let kind = it.kind();
            let since = before.remove(&kind).map_or(now, |state| state.since);
            let left = delay - (now - since);
            let is_shown = left <= 0.0;
            if !is_shown {
                next = Some(next.map_or(left, |next| next.min(left)));
            }
            self.states.insert(kind, JobState { since, is_shown });
        }
        next
    }

    /// The jobs that are shown to the user, the oldest first.
    pub fn shown_jobs(&self, now: f64) -> Vec<RunningJob> {
        let shown = self.all.iter().filter_map(|it| {
            let kind = it.kind();
            let state = self.states.get(&kind).filter(|state| state.is_shown)?;
            Some(RunningJob {
                kind,
                name: it.name(),
                seconds: now - state.since,
                progress: it.progress(),
                is_ready: it.waits_for_user() && it.is_ready(),
            })
        });
        let mut shown: Vec<RunningJob> = shown.collect();
        shown.sort_by(|one, other| other.seconds.total_cmp(&one.seconds));
        shown
    }

    /// Records that applying the result of this job panicked.
    pub fn record_panic(&mut self, kind: JobKind, now: f64) {
        self.panicked.insert(kind, now);
    }

    /// Whether applying the result of this job panicked so recently that it must not be started automatically: it would panic again and again.
    pub fn is_paused_after_panic(&self, kind: &JobKind, now: f64) -> bool {
        let panicked_at = self.panicked.get(kind);
        panicked_at.is_some_and(|panicked_at| now < panicked_at + PANIC_PAUSE)
    }

    /// What the shown jobs do.
    pub fn shown(&self) -> impl Iterator<Item = &JobKind> {
        let shown = self.states.iter().filter(|(_, state)| state.is_shown);
        shown.map(|(kind, _)| kind)
    }
}

fn downcast<E: 'static, T: BackgroundJob<E>>(job: &dyn BackgroundJob<E>) -> Option<&T> {
    (job as &dyn Any).downcast_ref()
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    /// Collects numbers.
    #[derive(Default)]
    struct Results {
        jobs: JobRegistry<Results>,
        finished: Vec<u8>,
    }

    struct NumberJob {
        number: u8,
        is_ready: bool,
        waits: bool,
    }

    impl BackgroundJob<Results> for NumberJob {
        fn kind(&self) -> JobKind {
            JobKind::Opening(PathBuf::from(self.number.to_string()))
        }

        fn name(&self) -> String {
            self.number.to_string()
        }

        fn is_ready(&self) -> bool {
            self.is_ready
        }

        fn waits_for_user(&self) -> bool {
            self.waits
        }

        fn finish(self: Box<Self>, results: &mut Results) {
            results.finished.push(self.number);
        }

        fn cancel(self: Box<Self>, results: &mut Results) {
            results.finished.push(100 + self.number);
        }
    }

    fn results(numbers: &[(u8, bool, bool)]) -> Results {
        let mut results = Results::default();
        for &(number, is_ready, waits) in numbers {
            results.jobs.begin(NumberJob {
                number,
                is_ready,
                waits,
            });
        }
        results
    }

    fn finish_ready(results: &mut Results, free: bool) -> bool {
        while let Some(next) = results.jobs.next_ready(free) {
            next.finish(results);
        }
        results.jobs.has_waiting()
    }

    #[test]
    fn disturbing_results_wait_until_the_user_is_idle() {
        let mut results = results(&[(1, true, true), (2, true, false), (3, false, false)]);
        assert!(finish_ready(&mut results, false));
        assert_eq!(results.finished, [2]);
        assert!(!finish_ready(&mut results, true));
        assert_eq!(results.finished, [2, 1]);
        assert_eq!(results.jobs.of::<NumberJob>().count(), 1);
    }

    #[test]
    fn jobs_are_shown_after_a_delay_and_cancelled_by_kind() {
        let mut results = results(&[(1, false, true), (2, true, true), (3, true, false)]);
        assert_eq!(results.jobs.update(10.0), Some(SHOW_AFTER.0));
        assert!(results.jobs.shown_jobs(10.0).is_empty());
        assert_eq!(results.jobs.update(10.5), None);
        let shown = results.jobs.shown_jobs(10.5);
        let shown: Vec<_> = shown.iter().map(|it| (&*it.name, it.is_ready)).collect();
        // The last one is ready, but does not wait for the user.
        assert_eq!(shown, [("1", false), ("2", true), ("3", false)]);
        let all: Vec<JobKind> = results.jobs.shown().cloned().collect();
        for kind in all {
            for it in results.jobs.take_kind(&kind) {
                it.cancel(&mut results);
            }
        }
        assert_eq!(results.finished, [101, 102, 103]);
        results.jobs.update(11.0);
        assert!(results.jobs.shown().next().is_none());
    }

    #[test]
    fn jobs_of_a_type_can_be_taken_and_discarded() {
        let mut results = results(&[(1, false, true), (2, false, true)]);
        let second = results.jobs.take(|it: &NumberJob| it.number == 2);
        assert_eq!(second.map(|it| it.number), Some(2));
        results.jobs.discard(|it: &NumberJob| it.number == 1);
        assert_eq!(results.jobs.of::<NumberJob>().count(), 0);
    }
}
