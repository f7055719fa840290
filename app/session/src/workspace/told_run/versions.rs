//! Which version of its tree the shown agent ran when: a program may have replaced the tree while it ran.

use treewright_insight::told_past::Stretch;

use super::ToldRun;

impl ToldRun {
    /// Returns the first frames in which the shown agent ran another version of the tree than before, in order.
    pub(super) fn find_version_starts(&self) -> Vec<u64> {
        let mut before: Option<usize> = None;
        let start = |stretch: &Stretch| {
            let program = stretch.program_number();
            let is_other = before.is_some_and(|before| before != program);
            before = Some(program);
            // It begins at the end of the frame before.
            let first = stretch.first_frame() + 1;
            is_other.then_some(first)
        };
        self.past.stretches(self.agent).filter_map(start).collect()
    }
}
