//! The log lines of a run, sorted by moment. Limits their number and removes those of discarded frames.

use super::run_view::LogEntry;

/// How many lines are kept.
const MAX_LINES: usize = 100_000;

/// Limit of all texts together in bytes; the oldest lines are removed first.
const MAX_BYTES: usize = 32 << 20;

#[derive(Default)]
pub(super) struct RunLog {
    lines: Vec<LogEntry>,
    /// Length of all texts.
    bytes: usize,
    /// How often lines were removed or inserted between others.
    pub rewritten: u64,
}

/// Returns the length of all texts.
fn bytes_of(lines: &[LogEntry]) -> usize {
    lines.iter().map(|line| line.text.bytes()).sum()
}

impl RunLog {
    /// Removes all lines.
    pub fn clear(&mut self) {
        *self = Self {
            rewritten: self.rewritten + 1,
            ..Self::default()
        };
    }

    /// Inserts a line after the others of its moment.
    pub fn put(&mut self, line: LogEntry) {
        self.bytes += line.text.bytes();
        if self.lines.len() >= MAX_LINES || self.bytes > MAX_BYTES {
            let old = self.lines.len().div_ceil(10);
            self.bytes -= bytes_of(&self.lines[..old]);
            self.lines.drain(..old);
            self.rewritten += 1;
        }
        let place = self.until((line.frame, line.events)).len();
        self.rewritten += u64::from(place < self.lines.len());
        self.lines.insert(place, line);
    }

    /// Returns all lines.
    pub fn lines(&self) -> &[LogEntry] {
        &self.lines
    }

    /// Returns the lines up to a moment: a frame, and how many of its events have happened.
    pub fn until(&self, moment: (u64, usize)) -> &[LogEntry] {
        let lines = &self.lines;
        &lines[..lines.partition_point(|line| (line.frame, line.events) <= moment)]
    }

    /// Removes and returns the lines after this frame.
    pub fn split_off(&mut self, frame: u64) -> Vec<LogEntry> {
        let later = self.lines.split_off(self.until((frame, usize::MAX)).len());
        self.bytes -= bytes_of(&later);
        self.rewritten += 1;
        later
    }

    /// Appends lines that [`RunLog::split_off`] removed.
    pub fn put_back(&mut self, later: Vec<LogEntry>) {
        self.bytes += bytes_of(&later);
        self.lines.extend(later);
    }
}
