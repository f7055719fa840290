//! The list of all background jobs that the user may wait for: their names and progress, how long they run, and when their results are applied. Knows
//! neither what they do nor how results are applied. Checks for problems are not among them: the user did not request them, and nothing waits for
//! them.

use std::any::Any;
use std::collections::BTreeMap;
use std::path::Path;

use treewright_session::workspace::open_document::DocumentId;

use crate::action::{Awaited, Work};

/// How long, in seconds, a job runs before it is shown: one that the user requested, and any other.
const UNSAID: (f64, f64) = (0.2, 1.0);

/// The name of a file as shown to the user.
pub fn name_of(file: &Path) -> String {
    let name = file.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// How long, in seconds, a job whose result caused a panic is not started automatically again.
const LEFT_ALONE: f64 = 10.0;

/// A background job. `E` is what its result is applied to.
pub trait Underway<E>: Any {
    /// What the job does. Jobs are listed and cancelled by this.
    fn work(&self) -> Work;

    /// The name of the file or document that it concerns.
    fn name(&self) -> String;

    /// The steps done and the total; `None` if unknown.
    fn progress(&self) -> Option<(usize, usize)> {
        None
    }

    /// Whether the user requested it and waits for it.
    fn is_asked_for(&self) -> bool {
        true
    }

    /// Whether there is a result to apply. Called in each frame.
    fn is_ready(&self) -> bool;

    /// Whether a result waits until the user is idle, since it would cover or change what they see.
    fn waits_for_hands(&self) -> bool {
        true
    }

    /// Applies the result. If the job is not ready, waits for it; a job that must continue adds itself to the list again.
    fn finish(self: Box<Self>, on: &mut E);

    /// Handles the cancellation by the user.
    fn cancel(self: Box<Self>, _on: &mut E) {}
}

/// The list of all background jobs.
pub struct WorkList<E> {
    all: Vec<Box<dyn Underway<E>>>,
    known: BTreeMap<Work, Known>,
    /// The jobs whose results caused a panic, and when.
    fallen: BTreeMap<Work, f64>,
}

/// The state of a running job.
struct Known {
    /// The start time, by the window's clock.
    since: f64,
    /// It takes long enough to be shown to the user.
    is_told: bool,
}

impl<E> Default for WorkList<E> {
    fn default() -> Self {
        Self {
            all: Vec::new(),
            known: BTreeMap::new(),
            fallen: BTreeMap::new(),
        }
    }
}

impl<E: 'static> WorkList<E> {
    pub fn begin(&mut self, task: impl Underway<E>) {
        self.all.push(Box::new(task));
    }

    /// All jobs of type `T`.
    pub fn of<T: Underway<E>>(&self) -> impl Iterator<Item = &T> {
        let all = self.all.iter();
        all.filter_map(|task| (&**task as &dyn Any).downcast_ref())
    }

    /// Whether a job of type `T` fulfills `is_meant`.
    pub fn any<T: Underway<E>>(&self, is_meant: impl Fn(&T) -> bool) -> bool {
        self.of().any(is_meant)
    }

    /// Removes and returns the first job of type `T` that fulfills `is_meant`.
    pub fn take<T: Underway<E>>(&mut self, is_meant: impl Fn(&T) -> bool) -> Option<Box<T>> {
        let mut all = self.all.iter();
        let at = all.position(|task| of_kind(&**task).is_some_and(&is_meant))?;
        let task: Box<dyn Any> = self.all.remove(at);
        task.downcast().ok()
    }

    /// Drops all jobs of type `T` that fulfill `is_meant`, without notifying anyone.
    pub fn forget<T: Underway<E>>(&mut self, is_meant: impl Fn(&T) -> bool) {
        self.all
            .retain(|task| !of_kind(&**task).is_some_and(&is_meant));
    }

    /// Drops all jobs of a closed document.
    pub fn forget_of_document(&mut self, id: DocumentId) {
        // Saves are always completed, and their results reported.
        self.all
            .retain(|it| it.work().document() != Some(id) || !it.work().can_be_stopped());
    }

    /// Removes and returns all jobs that do this.
    pub fn take_work(&mut self, work: &Work) -> Vec<Box<dyn Underway<E>>> {
        let gone = self.all.extract_if(.., |task| task.work() == *work);
        gone.collect()
    }

    /// Removes and returns the first job whose result may be applied. `free` is whether the user is idle.
    pub fn next_ready(&mut self, free: bool) -> Option<Box<dyn Underway<E>>> {
        let mut all = self.all.iter();
        let at = all.position(|it| (free || !it.waits_for_hands()) && it.is_ready())?;
        Some(self.all.remove(at))
    }

    /// Whether a result waits until the user is idle.
    pub fn one_waits(&self) -> bool {
        self.all
            .iter()
            .any(|it| it.waits_for_hands() && it.is_ready())
    }

    /// Updates start times and which jobs are shown; returns in how many seconds another one may be shown.
    pub fn note(&mut self, now: f64) -> Option<f64> {
        let mut before = std::mem::take(&mut self.known);
        let mut next = None::<f64>;
        for it in &self.all {
            let (asked_for, by_itself) = UNSAID;
            let unsaid = if it.is_asked_for() {
                asked_for
            } else {
                by_itself
            };
            let work = it.work();
            let since = before.remove(&work).map_or(now, |known| known.since);
            let left = unsaid - (now - since);
            let is_told = left <= 0.0;
            if !is_told {
                next = Some(next.map_or(left, |next| next.min(left)));
            }
            self.known.insert(work, Known { since, is_told });
        }
        next
    }

    /// The jobs that are shown to the user, the oldest first.
    pub fn awaited(&self, now: f64) -> Vec<Awaited> {
        let told = self.all.iter().filter_map(|it| {
            let work = it.work();
            let known = self.known.get(&work).filter(|known| known.is_told)?;
            Some(Awaited {
                work,
                name: it.name(),
                seconds: now - known.since,
                progress: it.progress(),
                is_ready: it.waits_for_hands() && it.is_ready(),
            })
        });
        let mut told: Vec<Awaited> = told.collect();
        told.sort_by(|one, other| other.seconds.total_cmp(&one.seconds));
        told
    }

    /// Records that applying the result of this job panicked.
    pub fn fell(&mut self, work: Work, now: f64) {
        self.fallen.insert(work, now);
    }

    /// Whether applying the result of this job panicked so recently that it must not be started automatically: it would panic again and again.
    pub fn is_left_alone(&self, work: &Work, now: f64) -> bool {
        let fell = self.fallen.get(work);
        fell.is_some_and(|fell| now < fell + LEFT_ALONE)
    }

    /// What the shown jobs do.
    pub fn told(&self) -> impl Iterator<Item = &Work> {
        let told = self.known.iter().filter(|(_, known)| known.is_told);
        told.map(|(work, _)| work)
    }
}

fn of_kind<E: 'static, T: Underway<E>>(task: &dyn Underway<E>) -> Option<&T> {
    (task as &dyn Any).downcast_ref()
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    /// Collects numbers.
    #[derive(Default)]
    struct Desk {
        work: WorkList<Desk>,
        came: Vec<u8>,
    }

    struct Counted {
        number: u8,
        is_ready: bool,
        waits: bool,
    }

    impl Underway<Desk> for Counted {
        fn work(&self) -> Work {
            Work::Opening(PathBuf::from(self.number.to_string()))
        }

        fn name(&self) -> String {
            self.number.to_string()
        }

        fn is_ready(&self) -> bool {
            self.is_ready
        }

        fn waits_for_hands(&self) -> bool {
            self.waits
        }

        fn finish(self: Box<Self>, desk: &mut Desk) {
            desk.came.push(self.number);
        }

        fn cancel(self: Box<Self>, desk: &mut Desk) {
            desk.came.push(100 + self.number);
        }
    }

    fn desk(numbers: &[(u8, bool, bool)]) -> Desk {
        let mut desk = Desk::default();
        for &(number, is_ready, waits) in numbers {
            desk.work.begin(Counted {
                number,
                is_ready,
                waits,
            });
        }
        desk
    }

    fn take_in(desk: &mut Desk, free: bool) -> bool {
        while let Some(next) = desk.work.next_ready(free) {
            next.finish(desk);
        }
        desk.work.one_waits()
    }

    #[test]
    fn what_would_be_in_the_way_waits_until_hands_are_free() {
        let mut desk = desk(&[(1, true, true), (2, true, false), (3, false, false)]);
        assert!(take_in(&mut desk, false));
        assert_eq!(desk.came, [2]);
        assert!(!take_in(&mut desk, true));
        assert_eq!(desk.came, [2, 1]);
        assert_eq!(desk.work.of::<Counted>().count(), 1);
    }

    #[test]
    fn it_is_told_after_a_while_and_called_off_by_what_it_is() {
        let mut desk = desk(&[(1, false, true), (2, true, true), (3, true, false)]);
        assert_eq!(desk.work.note(10.0), Some(UNSAID.0));
        assert!(desk.work.awaited(10.0).is_empty());
        assert_eq!(desk.work.note(10.5), None);
        let told = desk.work.awaited(10.5);
        let told: Vec<_> = told.iter().map(|it| (&*it.name, it.is_ready)).collect();
        // The last one is ready, but does not wait for the user.
        assert_eq!(told, [("1", false), ("2", true), ("3", false)]);
        let all: Vec<Work> = desk.work.told().cloned().collect();
        for work in all {
            for it in desk.work.take_work(&work) {
                it.cancel(&mut desk);
            }
        }
        assert_eq!(desk.came, [101, 102, 103]);
        desk.work.note(11.0);
        assert!(desk.work.told().next().is_none());
    }

    #[test]
    fn one_of_a_kind_can_be_taken_and_others_forgotten() {
        let mut desk = desk(&[(1, false, true), (2, false, true)]);
        let second = desk.work.take(|it: &Counted| it.number == 2);
        assert_eq!(second.map(|it| it.number), Some(2));
        desk.work.forget(|it: &Counted| it.number == 1);
        assert_eq!(desk.work.of::<Counted>().count(), 0);
    }
}
