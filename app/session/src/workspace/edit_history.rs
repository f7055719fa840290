//! Undo histories of files that belong to a tree, such as scenarios. Knows neither what they contain nor where they are.

use std::sync::Arc;

/// The maximum number of steps that can be undone.
const MAX_STEPS: usize = 500;

/// The content before a change, or after an undone one, and the state of the tree's history when the change was made.
type PastState<T> = (Arc<T>, u64);

/// The undo history of a file that belongs to a tree: its contents before and after the current one.
#[derive(Debug)]
pub struct EditHistory<T> {
    undo: Vec<PastState<T>>,
    redo: Vec<PastState<T>>,
    now: Option<Arc<T>>,
}

impl<T> Default for EditHistory<T> {
    fn default() -> Self {
        Self {
            undo: Vec::new(),
            redo: Vec::new(),
            now: None,
        }
    }
}

impl<T: PartialEq> EditHistory<T> {
    /// Records a change that was made when the history of the tree had this state.
    pub fn record(&mut self, before: Arc<T>, after: Arc<T>, tree_state: u64) {
        self.follow(&before);
        self.undo.push((before, tree_state));
        if self.undo.len() > MAX_STEPS {
            self.undo.remove(0);
        }
        self.redo.clear();
        self.now = Some(after);
    }

    /// Forgets everything if the content is another one than after the last recorded change.
    pub fn follow(&mut self, current: &T) {
        if self.now.as_deref().is_some_and(|now| now != current) {
            *self = Self::default();
        }
    }

    /// Changes all contents in the same way, such as by a rename in the tree, which is no step of its own.
    pub fn map(&mut self, change: impl Fn(&T) -> T) {
        let past = self.undo.iter_mut().chain(&mut self.redo);
        for content in past.map(|(content, _)| content).chain(&mut self.now) {
            *content = Arc::new(change(content));
        }
    }

    /// Whether there is a change to undo, and the tree, whose history has this state, was not changed after it.
    pub fn is_latest(&self, tree_state: u64) -> bool {
        self.undo.last().is_some_and(|(_, at)| *at >= tree_state)
    }

    pub fn can_undo(&self) -> bool {
        !self.undo.is_empty()
    }

    pub fn can_redo(&self) -> bool {
        !self.redo.is_empty()
    }

    /// Returns the state before the last change, or after the last undone one.
    pub fn peek(&self, direction: Direction) -> Option<&Arc<T>> {
        match direction {
            Direction::Undo => self.undo.last(),
            Direction::Redo => self.redo.last(),
        }
        .map(|(content, _)| content)
    }

    /// Makes the state of [`Self::peek`] the current one.
    pub fn step(&mut self, direction: Direction) {
        let (from, to) = match direction {
            Direction::Undo => (&mut self.undo, &mut self.redo),
            Direction::Redo => (&mut self.redo, &mut self.undo),
        };
        if let Some((content, tree_state)) = from.pop() {
            let now = self.now.replace(content);
            to.extend(now.map(|now| (now, tree_state)));
        }
    }
}

/// A direction in an undo history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Undo,
    Redo,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Arc<String> {
        Arc::new(text.to_owned())
    }

    #[test]
    fn changes_are_undone_and_redone_in_order() {
        let mut history = EditHistory::default();
        history.record(text("a"), text("b"), 1);
        history.record(text("b"), text("c"), 3);
        for (direction, name) in [
            (Direction::Undo, "b"),
            (Direction::Undo, "a"),
            (Direction::Redo, "b"),
            (Direction::Redo, "c"),
        ] {
            assert_eq!(history.peek(direction).unwrap().as_str(), name);
            history.step(direction);
        }
        assert!(history.can_undo() && !history.can_redo());
    }

    #[test]
    fn a_later_change_of_the_tree_is_known() {
        let mut history = EditHistory::default();
        assert!(!history.is_latest(0), "nothing to undo");
        history.record(text("a"), text("b"), 1);
        history.record(text("b"), text("c"), 3);
        assert!(history.is_latest(3) && !history.is_latest(4));
        history.step(Direction::Undo);
        assert!(!history.is_latest(3) && history.is_latest(1));
    }

    #[test]
    fn a_change_by_another_program_ends_the_history() {
        let mut history = EditHistory::default();
        history.record(text("a"), text("b"), 1);
        history.follow(&text("b"));
        assert!(history.can_undo());
        history.follow(&text("another"));
        assert!(!history.can_undo());
    }
}
