//! Edits of scenarios. Knows neither files nor marks on the screen.

use rustc_hash::FxHashMap;
use treewright_insight::scenario::{
    Fact, MAX_FRAMES, Mark, MarkPlace, Scenario, ScenarioDifference,
};

pub use super::edit_history::Direction;
use super::edit_history::EditHistory;

/// A change of a scenario.
#[derive(Clone, Debug)]
pub enum ScenarioEdit {
    /// Adds a mark in a frame, or replaces the one of the same subject there.
    Put(u64, Mark),
    /// Replaces the mark at a place.
    Change(MarkPlace, Mark),
    /// Moves a mark to a frame, or to the next free one.
    Move(MarkPlace, u64),
    /// Copies a mark to the next free frame.
    Duplicate(MarkPlace),
    Remove(MarkPlace),
    /// Replaces an expectation by what was found.
    Accept(ScenarioDifference),
    Name(String),
    Description(String),
    /// The number of frames; at least up to the last mark.
    Frames(u64),
    /// The default duration of a frame in seconds.
    FrameDuration(f64),
    /// The seed, or `None` for the document's.
    Seed(Option<u64>),
}

impl ScenarioEdit {
    /// Applies the edit; returns the place of the mark that was added or changed, if any.
    pub fn apply(self, scenario: &mut Scenario) -> Option<MarkPlace> {
        match self {
            Self::Put(frame, mark) => return scenario.put_mark(frame, mark),
            Self::Change(place, mark) => return scenario.change_mark(&place, mark),
            Self::Move(place, frame) => return scenario.move_mark(&place, frame),
            Self::Duplicate(place) => {
                let mark = scenario.mark(&place)?;
                let free = |frame: &u64| scenario.is_free(*frame, &mark);
                let frame = (place.frame + 1..=MAX_FRAMES).find(free)?;
                return scenario.put_mark(frame, shifted(mark, frame - place.frame));
            }
            Self::Remove(place) => drop(scenario.take_mark(&place)),
            Self::Accept(difference) => scenario.accept(&[difference]),
            Self::Name(name) => scenario.name = name,
            Self::Description(text) => scenario.description = text,
            Self::Frames(frames) => {
                let least = scenario.last_marked_frame().max(1);
                scenario.frames = frames.clamp(least, MAX_FRAMES);
            }
            Self::FrameDuration(dt) => scenario.dt = dt,
            Self::Seed(seed) => scenario.seed = seed,
        }
        None
    }
}

/// Returns a mark for a frame that is this number of frames later.
fn shifted(mark: Mark, frames: u64) -> Mark {
    match mark {
        Mark::Expect(Fact::NoAborts(mut range)) => {
            range.from += frames;
            range.to += frames;
            Mark::Expect(Fact::NoAborts(range))
        }
        other => other,
    }
}

/// The only mark that a change added, moved or replaced; `None` if there are several or none.
pub fn the_changed_mark(before: &Scenario, after: &Scenario) -> Option<MarkPlace> {
    let before: FxHashMap<MarkPlace, Mark> = before.marks().into_iter().collect();
    let after = after.marks().into_iter();
    let mut changed = after.filter(|(place, mark)| before.get(place) != Some(mark));
    let (place, _) = changed.next()?;
    changed.next().is_none().then_some(place)
}

/// The undo history of a scenario.
pub type ScenarioHistory = EditHistory<Scenario>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_changed_mark_is_the_one_that_was_added_or_moved() {
        let scenario = |frames: &[u64]| {
            let mut scenario = Scenario::default();
            for frame in frames {
                scenario.put_mark(*frame, Mark::Set("seen".into(), true.into()));
            }
            scenario
        };
        let changed = |before: &[u64], after: &[u64]| {
            let place = the_changed_mark(&scenario(before), &scenario(after));
            place.map(|place| place.frame)
        };
        assert_eq!(changed(&[1], &[1, 4]), Some(4));
        assert_eq!(changed(&[4, 8], &[5, 8]), Some(5));
        assert_eq!(changed(&[4, 8], &[8]), None, "nothing to select");
        assert_eq!(changed(&[], &[3, 5]), None, "several");
    }

    #[test]
    fn a_duplicate_goes_to_the_next_free_frame() {
        let mut scenario = Scenario::default();
        let set = |value: bool| Mark::Set("seen".into(), value.into());
        scenario.put_mark(3, set(true));
        let first = scenario.put_mark(2, set(false)).unwrap();
        let copy = ScenarioEdit::Duplicate(first).apply(&mut scenario).unwrap();
        assert_eq!((copy.frame, scenario.frames), (4, 4));
        assert_eq!(scenario.mark(&copy), Some(set(false)));
    }

    #[test]
    fn a_scenario_is_not_shorter_than_its_marks() {
        let mut scenario = Scenario::default();
        scenario.put_mark(7, Mark::Duration(1.0));
        ScenarioEdit::Frames(3).apply(&mut scenario);
        assert_eq!(scenario.frames, 7);
        ScenarioEdit::Frames(30).apply(&mut scenario);
        assert_eq!(scenario.frames, 30);
    }
}
