//! The lines that a run told, in the order of its moments: how many are kept, and which are taken away when the run goes another way.

use crate::workspace::run_view::LogEntry;

/// How many lines are kept.
const MOST: usize = 100_000;

/// How long their texts are together at most, in bytes; the oldest lines go first.
const MOST_BYTES: usize = 32 << 20;

/// The log of a run.
#[derive(Default)]
pub(super) struct Log {
    lines: Vec<LogEntry>,
    /// How long the texts are together.
    bytes: usize,
    /// How often lines were taken away or put between others.
    pub rewritten: u64,
}

/// How long the texts of these lines are together.
fn bytes_of(lines: &[LogEntry]) -> usize {
    lines.iter().map(|line| line.text.bytes()).sum()
}

impl Log {
    /// Takes in a line, behind those of its moment.
    pub fn put(&mut self, line: LogEntry) {
        self.bytes += line.text.bytes();
        if self.lines.len() >= MOST || self.bytes > MOST_BYTES {
            let old = self.lines.len().div_ceil(10);
            self.bytes -= bytes_of(&self.lines[..old]);
            self.lines.drain(..old);
            self.rewritten += 1;
        }
        let place = self.until((line.frame, line.events)).len();
        self.rewritten += u64::from(place < self.lines.len());
        self.lines.insert(place, line);
    }

    /// The lines up to a moment: a frame, and how many of its events have happened.
    pub fn until(&self, moment: (u64, usize)) -> &[LogEntry] {
        let lines = &self.lines;
        &lines[..lines.partition_point(|line| (line.frame, line.events) <= moment)]
    }

    /// Takes the lines after this frame away.
    pub fn split_off(&mut self, frame: u64) -> Vec<LogEntry> {
        let later = self.lines.split_off(self.until((frame, usize::MAX)).len());
        self.bytes -= bytes_of(&later);
        self.rewritten += 1;
        later
    }

    /// Puts them back.
    pub fn put_back(&mut self, later: Vec<LogEntry>) {
        self.bytes += bytes_of(&later);
        self.lines.extend(later);
    }
}
