//! The one list of all that is being done beside the window's thread and that somebody may wait for: what each is called, since when it goes on, and when what it
//! made comes in. Knows neither what is done nor who takes it in. Looking for problems is not among it: nobody asked for that, and nothing waits.

use std::any::Any;
use std::collections::BTreeMap;
use std::path::Path;

use treewright_session::workspace::open_document::DocumentId;

use crate::action::Work;

/// For so long, in seconds, nothing is said of what somebody asked for, and of what nobody did.
const UNSAID: (f64, f64) = (0.2, 1.0);

/// How far something has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It goes on.
    GoesOn,
    /// There is something to take in.
    Ready,
    /// Nothing more will come, and nothing is left to say.
    Over,
}

impl State {
    /// That of something whose outcome is kept here once it can be taken.
    pub fn of<T>(outcome: &mut Option<T>, take: impl FnOnce() -> Option<T>) -> Self {
        *outcome = outcome.take().or_else(take);
        if outcome.is_some() {
            Self::Ready
        } else {
            Self::GoesOn
        }
    }
}

/// The name of a file, as it is told.
pub fn name_of(file: &Path) -> String {
    let name = file.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// Something that is being done. `E` is what takes it in.
pub trait Task<E>: Any {
    /// What it is, by which it is listed and called off.
    fn work(&self) -> Work;

    /// What it is about: the name of a file or of a document.
    fn name(&self, on: &E) -> String;

    /// How far it has come, and how far it goes; none where nobody knows.
    fn progress(&self) -> Option<(usize, usize)> {
        None
    }

    /// Whether somebody asked for it, and waits.
    fn is_asked_for(&self) -> bool {
        true
    }

    /// Looks how far it has come. Asked in each frame.
    fn state(&mut self, on: &E) -> State;

    /// Whether what is ready waits until the user is done with what they are doing, which it would cover or change.
    fn waits_for_hands(&self) -> bool {
        true
    }

    /// Takes in what came. What still goes on then is begun again.
    fn finish(self: Box<Self>, on: &mut E);

    /// Somebody thought better of it.
    fn cancel(self: Box<Self>, _on: &mut E) {}
}

/// All that is being done.
pub struct Tasks<E> {
    all: Vec<Box<dyn Task<E>>>,
    known: BTreeMap<Work, Known>,
}

/// What is known of something that goes on.
struct Known {
    /// Since when, by the window's clock.
    since: f64,
    /// It takes so long that the user is told.
    is_told: bool,
}

/// What is waited for.
pub struct Awaited {
    /// What it is.
    pub work: Work,
    /// What the file or the document is called that it is about.
    pub name: String,
    /// For how many seconds it has been going on.
    pub seconds: f64,
    /// How far it has come, and how far it goes; none where nobody knows.
    pub progress: Option<(usize, usize)>,
    /// It is done, and waits until the user is done with what they are doing.
    pub is_ready: bool,
}

impl<E> Default for Tasks<E> {
    fn default() -> Self {
        Self {
            all: Vec::new(),
            known: BTreeMap::new(),
        }
    }
}

impl<E: 'static> Tasks<E> {
    /// Something more is being done.
    pub fn begin(&mut self, task: impl Task<E>) {
        self.all.push(Box::new(task));
    }

    /// All of one kind.
    pub fn of<T: Task<E>>(&self) -> impl Iterator<Item = &T> {
        let all = self.all.iter();
        all.filter_map(|task| (&**task as &dyn Any).downcast_ref())
    }

    /// Whether there is one of one kind that is meant.
    pub fn any<T: Task<E>>(&self, is_meant: impl Fn(&T) -> bool) -> bool {
        self.of().any(is_meant)
    }

    /// The first of one kind that is meant, which is taken out of the list.
    pub fn take<T: Task<E>>(&mut self, is_meant: impl Fn(&T) -> bool) -> Option<Box<T>> {
        let mut all = self.all.iter();
        let at = all.position(|task| of_kind(&**task).is_some_and(&is_meant))?;
        let task: Box<dyn Any> = self.all.remove(at);
        task.downcast().ok()
    }

    /// Those of one kind that are meant are no longer wanted, without a word to anybody.
    pub fn forget<T: Task<E>>(&mut self, is_meant: impl Fn(&T) -> bool) {
        self.all
            .retain(|task| !of_kind(&**task).is_some_and(&is_meant));
    }

    /// Nothing that is about a document is wanted any more: it is closed.
    pub fn forget_of_document(&mut self, id: DocumentId) {
        self.all.retain(|task| task.work().document() != Some(id));
    }

    /// Those that are listed as this work, which are taken out of the list.
    pub fn take_work(&mut self, work: &Work) -> Vec<Box<dyn Task<E>>> {
        let gone = self.all.extract_if(.., |task| task.work() == *work);
        gone.collect()
    }

    /// What the user is told of.
    pub fn told(&self) -> impl Iterator<Item = &Work> {
        let told = self.known.iter().filter(|(_, known)| known.is_told);
        told.map(|(work, _)| work)
    }
}

fn of_kind<E: 'static, T: Task<E>>(task: &dyn Task<E>) -> Option<&T> {
    (task as &dyn Any).downcast_ref()
}

/// What holds a list of tasks, which look at it while they are asked.
pub trait HasTasks: Sized + 'static {
    /// The list.
    fn tasks(&mut self) -> &mut Tasks<Self>;

    /// The first task that is ready and may come in, which is taken out of the list; and whether one waits for the user. Hands are `free` if nothing that comes in would be
    /// in the user's way.
    fn next_ready(&mut self, free: bool) -> (Option<Box<dyn Task<Self>>>, bool) {
        let mut all = std::mem::take(&mut self.tasks().all);
        let (mut first, mut one_waits) = (None, false);
        let mut at = 0;
        while let Some(task) = all.get_mut(at) {
            match task.state(self) {
                State::Over => {
                    all.remove(at);
                    continue;
                }
                State::Ready if free || !task.waits_for_hands() => {
                    first = Some(all.remove(at));
                    break;
                }
                State::Ready => one_waits = true,
                State::GoesOn => {}
            }
            at += 1;
        }
        self.tasks().all = all;
        (first, one_waits)
    }

    /// What takes so long at this time that the user is told, the oldest first, and in how many seconds more may be to be told.
    fn awaited(&mut self, now: f64) -> (Vec<Awaited>, Option<f64>) {
        let mut all = std::mem::take(&mut self.tasks().all);
        let mut known = std::mem::take(&mut self.tasks().known);
        known.retain(|work, _| all.iter().any(|task| task.work() == *work));
        let (mut told, mut next) = (Vec::new(), None::<f64>);
        for task in &mut all {
            let work = task.work();
            let known = known.entry(work.clone()).or_insert(Known {
                since: now,
                is_told: false,
            });
            let (asked_for, by_itself) = UNSAID;
            let unsaid = if task.is_asked_for() {
                asked_for
            } else {
                by_itself
            };
            let seconds = now - known.since;
            known.is_told = seconds >= unsaid;
            if !known.is_told {
                let left = unsaid - seconds;
                next = Some(next.map_or(left, |next| next.min(left)));
                continue;
            }
            told.push(Awaited {
                work,
                name: task.name(self),
                seconds,
                progress: task.progress(),
                is_ready: task.state(self) == State::Ready,
            });
        }
        told.sort_by(|one, other| other.seconds.total_cmp(&one.seconds));
        let tasks = self.tasks();
        (tasks.all, tasks.known) = (all, known);
        (told, next)
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    /// Takes in numbers.
    #[derive(Default)]
    struct Desk {
        tasks: Tasks<Desk>,
        came: Vec<u8>,
    }

    impl HasTasks for Desk {
        fn tasks(&mut self) -> &mut Tasks<Self> {
            &mut self.tasks
        }
    }

    struct Number {
        number: u8,
        state: State,
        waits: bool,
    }

    impl Task<Desk> for Number {
        fn work(&self) -> Work {
            Work::Opening(PathBuf::from(self.number.to_string()))
        }

        fn name(&self, _: &Desk) -> String {
            self.number.to_string()
        }

        fn state(&mut self, _: &Desk) -> State {
            self.state
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

    fn desk(numbers: &[(u8, State, bool)]) -> Desk {
        let mut desk = Desk::default();
        for &(number, state, waits) in numbers {
            desk.tasks.begin(Number {
                number,
                state,
                waits,
            });
        }
        desk
    }

    fn take_in(desk: &mut Desk, free: bool) -> bool {
        loop {
            let (next, one_waits) = desk.next_ready(free);
            let Some(task) = next else { return one_waits };
            task.finish(desk);
        }
    }

    #[test]
    fn what_would_be_in_the_way_waits_until_hands_are_free() {
        let ready = State::Ready;
        let mut desk = desk(&[
            (1, ready, true),
            (2, ready, false),
            (3, State::GoesOn, false),
        ]);
        assert!(take_in(&mut desk, false));
        assert_eq!(desk.came, [2]);
        assert!(!take_in(&mut desk, true));
        assert_eq!(desk.came, [2, 1]);
        assert_eq!(desk.tasks.of::<Number>().count(), 1);
    }

    #[test]
    fn what_is_over_leaves_the_list() {
        let mut desk = desk(&[(1, State::Over, true)]);
        take_in(&mut desk, false);
        assert_eq!(
            (desk.tasks.of::<Number>().count(), &*desk.came),
            (0, &[][..])
        );
    }

    #[test]
    fn it_is_told_after_a_while_and_called_off_by_what_it_is() {
        let mut desk = desk(&[(1, State::GoesOn, true), (2, State::Ready, true)]);
        let (told, next) = desk.awaited(10.0);
        assert!(told.is_empty() && next == Some(UNSAID.0));
        let (told, next) = desk.awaited(10.5);
        let names: Vec<_> = told.iter().map(|one| (&*one.name, one.is_ready)).collect();
        assert_eq!((names, next), (vec![("1", false), ("2", true)], None));
        let all: Vec<Work> = desk.tasks.told().cloned().collect();
        for task in all
            .iter()
            .flat_map(|work| desk.tasks.take_work(work))
            .collect::<Vec<_>>()
        {
            task.cancel(&mut desk);
        }
        assert_eq!(desk.came, [101, 102]);
        assert!(desk.awaited(11.0).0.is_empty() && desk.tasks.told().next().is_none());
    }

    #[test]
    fn one_of_a_kind_can_be_taken_and_others_forgotten() {
        let mut desk = desk(&[(1, State::GoesOn, true), (2, State::GoesOn, true)]);
        assert_eq!(
            desk.tasks
                .take(|n: &Number| n.number == 2)
                .map(|n| n.number),
            Some(2)
        );
        desk.tasks.forget(|n: &Number| n.number == 1);
        assert_eq!(desk.tasks.of::<Number>().count(), 0);
    }
}
