//! The one list of all that is being done beside the window's thread and that somebody may wait for: what each is called, since when it goes on, and when what it
//! made comes in. Knows neither what is done nor who takes it in. Looking for problems is not among it: nobody asked for that, and nothing waits.

use std::any::Any;
use std::collections::BTreeMap;
use std::path::Path;

use treewright_session::workspace::open_document::DocumentId;

use crate::action::{Awaited, Work};

/// For so long, in seconds, nothing is said of what somebody asked for, and of what nobody did.
const UNSAID: (f64, f64) = (0.2, 1.0);

/// The name of a file, as it is told.
pub fn name_of(file: &Path) -> String {
    let name = file.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// How long what panicked when it was taken in is left alone, in seconds.
const LEFT_ALONE: f64 = 10.0;

/// Something that is being done. `E` is what takes it in.
pub trait Underway<E>: Any {
    /// What it is, by which it is listed and called off.
    fn work(&self) -> Work;

    /// What it is about: the name of a file or of a document.
    fn name(&self) -> String;

    /// How far it has come, and how far it goes; none where nobody knows.
    fn progress(&self) -> Option<(usize, usize)> {
        None
    }

    /// Whether somebody asked for it, and waits.
    fn is_asked_for(&self) -> bool {
        true
    }

    /// Whether there is something to take in. Asked in each frame.
    fn is_ready(&self) -> bool;

    /// Whether what is ready waits until the user is done with what they are doing, which it would cover or change.
    fn waits_for_hands(&self) -> bool {
        true
    }

    /// Takes in what came, or comes: who cannot go on without it calls this before it is ready. What still goes on then is begun again.
    fn finish(self: Box<Self>, on: &mut E);

    /// Somebody thought better of it.
    fn cancel(self: Box<Self>, _on: &mut E) {}
}

/// All that is being done.
pub struct WorkList<E> {
    all: Vec<Box<dyn Underway<E>>>,
    known: BTreeMap<Work, Known>,
    /// What panicked when it was taken in, and when.
    fallen: BTreeMap<Work, f64>,
}

/// What is known of something that goes on.
struct Known {
    /// Since when, by the window's clock.
    since: f64,
    /// It takes so long that the user is told.
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
    /// Something more is being done.
    pub fn begin(&mut self, task: impl Underway<E>) {
        self.all.push(Box::new(task));
    }

    /// All of one kind.
    pub fn of<T: Underway<E>>(&self) -> impl Iterator<Item = &T> {
        let all = self.all.iter();
        all.filter_map(|task| (&**task as &dyn Any).downcast_ref())
    }

    /// Whether there is one of one kind that is meant.
    pub fn any<T: Underway<E>>(&self, is_meant: impl Fn(&T) -> bool) -> bool {
        self.of().any(is_meant)
    }

    /// The first of one kind that is meant, which is taken out of the list.
    pub fn take<T: Underway<E>>(&mut self, is_meant: impl Fn(&T) -> bool) -> Option<Box<T>> {
        let mut all = self.all.iter();
        let at = all.position(|task| of_kind(&**task).is_some_and(&is_meant))?;
        let task: Box<dyn Any> = self.all.remove(at);
        task.downcast().ok()
    }

    /// Those of one kind that are meant are no longer wanted, without a word to anybody.
    pub fn forget<T: Underway<E>>(&mut self, is_meant: impl Fn(&T) -> bool) {
        self.all
            .retain(|task| !of_kind(&**task).is_some_and(&is_meant));
    }

    /// Nothing that is about a document is wanted any more: it is closed.
    pub fn forget_of_document(&mut self, id: DocumentId) {
        // What is written to a file is written to its end, and somebody hears what came of it.
        self.all
            .retain(|it| it.work().document() != Some(id) || !it.work().can_be_stopped());
    }

    /// Those that are listed as this work, which are taken out of the list.
    pub fn take_work(&mut self, work: &Work) -> Vec<Box<dyn Underway<E>>> {
        let gone = self.all.extract_if(.., |task| task.work() == *work);
        gone.collect()
    }

    /// The first that is ready and may come in, which is taken out of the list. Hands are `free` if nothing that comes in would be in the user's way.
    pub fn next_ready(&mut self, free: bool) -> Option<Box<dyn Underway<E>>> {
        let mut all = self.all.iter();
        let at = all.position(|it| (free || !it.waits_for_hands()) && it.is_ready())?;
        Some(self.all.remove(at))
    }

    /// Whether something is ready that waits for the user.
    pub fn one_waits(&self) -> bool {
        self.all
            .iter()
            .any(|it| it.waits_for_hands() && it.is_ready())
    }

    /// Notes at this time what goes on, and what takes so long that the user is told; gives in how many seconds there may be more to tell.
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

    /// What the user is told of at this time, the oldest first.
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

    /// What was taken in at this time panicked.
    pub fn fell(&mut self, work: Work, now: f64) {
        self.fallen.insert(work, now);
    }

    /// Whether this panicked when it was taken in, so short a time ago that it is better left alone: begun by itself, it would do so again and again.
    pub fn is_left_alone(&self, work: &Work, now: f64) -> bool {
        let fell = self.fallen.get(work);
        fell.is_some_and(|fell| now < fell + LEFT_ALONE)
    }

    /// What the user is told of.
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

    /// Takes in numbers.
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
        // The last one is ready, but waits for nobody.
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
