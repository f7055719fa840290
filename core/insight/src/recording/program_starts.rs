//! Index of the frames from which on agents run each program, so that frames need not be searched.

use rustc_hash::FxHashMap;

use super::frame_record::{FrameRecord, RunInput};
use crate::history::ChunkedList;

/// For each program, the frames before which an agent got it, ascending. What agents ran at the start of the run is not noted.
#[derive(Debug, Default)]
pub(super) struct ProgramStarts(FxHashMap<usize, ChunkedList<u64>>);

impl ProgramStarts {
    /// Adds a frame.
    pub fn note(&mut self, record: &FrameRecord) {
        for program in record.inputs.iter().filter_map(program_of) {
            let frames = self.0.entry(program).or_default();
            if frames.last() != Some(&record.frame) {
                frames.push(record.frame);
            }
        }
    }

    /// Forgets the frames after this one.
    pub fn cut(&mut self, after: u64) {
        self.0.retain(|_, frames| {
            frames.truncate(frames.partition_point(|frame| *frame <= after));
            !frames.is_empty()
        });
    }

    /// Forgets the frames up to this one.
    pub fn forget(&mut self, until: u64) {
        self.0.retain(|_, frames| {
            frames.forget(frames.partition_point(|frame| *frame <= until));
            !frames.is_empty()
        });
    }

    /// The frames before which an agent got a program.
    pub fn of(&self, program: usize) -> impl Iterator<Item = u64> {
        let frames = self.0.get(&program);
        frames.into_iter().flat_map(ChunkedList::iter).copied()
    }

    /// All programs that agents got.
    pub fn programs(&self) -> impl Iterator<Item = usize> {
        self.0.keys().copied()
    }
}

/// The program that an input gives agents.
pub(super) fn program_of(input: &RunInput) -> Option<usize> {
    match input {
        RunInput::Add { program, .. } | RunInput::Swap { program, .. } => Some(*program),
        _ => None,
    }
}
