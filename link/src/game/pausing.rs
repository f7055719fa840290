//! Whether the game is paused, and who wants that. Knows no trees.

use crate::exchange::EditorId;
use crate::protocol::{Hit, State};

/// Whether the game is paused.
#[derive(Debug, Default)]
pub(super) struct Pause {
    by: Vec<EditorId>,
    /// The breakpoint that paused it, and whose that is.
    hit: Option<(EditorId, Hit)>,
    /// How many frames it may run nevertheless.
    steps: u32,
}

impl Pause {
    /// Returns whether the next frame may run.
    pub fn may_run(&self) -> bool {
        !self.is_paused() || self.steps > 0
    }

    fn is_paused(&self) -> bool {
        self.hit.is_some() || !self.by.is_empty()
    }

    pub fn pause(&mut self, editor: EditorId) {
        self.steps = 0;
        if !self.by.contains(&editor) {
            self.by.push(editor);
        }
    }

    pub fn resume(&mut self) {
        *self = Self::default();
    }

    /// Lets a paused game run some frames.
    pub fn step(&mut self, frames: u32) {
        if self.is_paused() {
            self.steps = frames;
            // From then on, it is paused because somebody wants that.
            let owner = self.hit.take().map(|(owner, _)| owner);
            self.by.extend(owner);
        }
    }

    /// Pauses the game because a breakpoint was hit.
    pub fn hit(&mut self, owner: EditorId, hit: Hit) {
        self.hit = Some((owner, hit));
        self.steps = 0;
    }

    /// Counts a frame. Returns whether it was the last one of some steps.
    pub fn count_frame(&mut self) -> bool {
        let was_stepping = self.steps > 0;
        self.steps = self.steps.saturating_sub(1);
        was_stepping && self.steps == 0
    }

    /// Ends what an editor wanted that is attached no longer. Returns whether that changes anything.
    pub fn forget(&mut self, editor: EditorId) -> bool {
        let was_paused = self.is_paused();
        self.by.retain(|by| *by != editor);
        self.hit.take_if(|(owner, _)| *owner == editor);
        was_paused && !self.is_paused()
    }

    /// Returns what editors are told after this frame.
    pub fn state(&self, frame: u64) -> State {
        State {
            paused: self.is_paused(),
            frame,
            because: self.hit.as_ref().map(|(_, hit)| hit.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: EditorId = EditorId(1);
    const TWO: EditorId = EditorId(2);

    fn hit() -> Hit {
        Hit {
            document: "guard.bt.json".into(),
            breakpoint: 0,
            agent: 7,
            events: 3,
            node: None,
        }
    }

    #[test]
    fn a_paused_game_runs_as_many_frames_as_are_stepped() {
        let mut pause = Pause::default();
        pause.step(2);
        assert!(!pause.count_frame(), "only a paused game steps");
        pause.pause(ONE);
        assert!(!pause.may_run());
        pause.step(2);
        assert!(pause.may_run() && !pause.count_frame());
        assert!(pause.may_run() && pause.count_frame());
        assert!(!pause.may_run());
        pause.resume();
        assert!(pause.may_run());
    }

    #[test]
    fn a_breakpoint_ends_steps() {
        let mut pause = Pause::default();
        pause.pause(ONE);
        pause.step(9);
        pause.hit(ONE, hit());
        assert!(!pause.may_run());
        assert_eq!(pause.state(4).because, Some(hit()));
        pause.step(1);
        assert!(pause.count_frame() && !pause.may_run());
        assert_eq!(pause.state(5).because, None, "this is another moment");
    }

    #[test]
    fn a_pause_ends_with_the_editor_that_wanted_it_and_no_other() {
        let mut pause = Pause::default();
        pause.pause(ONE);
        pause.pause(TWO);
        assert!(!pause.forget(ONE));
        assert!(pause.forget(TWO) && pause.may_run());
        pause.hit(TWO, hit());
        assert!(!pause.forget(ONE) && !pause.may_run());
        assert!(pause.forget(TWO) && pause.may_run());
    }
}
