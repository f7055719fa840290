//! Which lines of the log are shown: by text, kind, frame, and whether they are about what is selected. Looks at new lines only, as long as
//! nothing else changes.

use treewright_core::ids::NodeId;
use treewright_session::memo::Memo;
use treewright_session::workspace::open_document::Version;
use treewright_session::workspace::run_view::{LogEntry, LogKind, RunView};

use crate::panels::PanelContext;

/// What is looked for, and the lines that fit.
#[derive(Debug, Default)]
pub struct Filter {
    /// Part of a line, or of the name of the node that it is about.
    pub query: String,
    /// The frames, as they are typed.
    pub frames: String,
    /// Whether only lines about selected nodes, or nodes below them, are shown.
    pub only_selected: bool,
    hidden: Vec<LogKind>,
    lines: Memo<Key, Vec<usize>>,
}

/// What the lines were chosen by.
#[derive(Clone, Debug, PartialEq)]
struct Key {
    version: Version,
    query: String,
    frames: FrameRange,
    hidden: Vec<LogKind>,
    selected: Option<Vec<NodeId>>,
    /// How many lines there were, and the frame of the first one and the last.
    seen: (usize, u64, u64),
    /// How often lines were taken away or put between others.
    rewritten: u64,
    language: &'static str,
}

impl Filter {
    /// Whether lines of this kind are shown.
    pub fn shows(&self, kind: LogKind) -> bool {
        !self.hidden.contains(&kind)
    }

    /// Shows lines of this kind, or no longer.
    pub fn turn(&mut self, kind: LogKind) {
        if self.shows(kind) {
            self.hidden.push(kind);
        } else {
            self.hidden.retain(|hidden| *hidden != kind);
        }
    }

    /// The places of the lines that are shown.
    pub fn lines(&self) -> &[usize] {
        &self.lines
    }

    /// Chooses the lines of this log.
    pub fn update(&mut self, cx: &PanelContext<'_>, entries: &[LogEntry]) {
        let edge = |entry: Option<&LogEntry>| entry.map_or(0, |entry| entry.frame);
        let selection = cx.front.selection();
        let key = Key {
            version: cx.front.version(),
            query: self.query.to_lowercase(),
            frames: FrameRange::of(&self.frames).unwrap_or_default(),
            hidden: self.hidden.clone(),
            selected: self
                .only_selected
                .then(|| selection.iter().cloned().collect()),
            seen: (entries.len(), edge(entries.first()), edge(entries.last())),
            rewritten: cx.run.map_or(0, RunView::log_rewritten),
            language: cx.texts.language(),
        };
        self.lines.update(key, |lines, before, key| {
            let before = before.filter(|before| key.continues(before, entries));
            let from = before.map_or(0, |before| before.seen.0);
            lines.truncate(lines.partition_point(|line| *line < from));
            let new = entries.iter().enumerate().skip(from);
            let fitting = new.filter(|(_, entry)| key.fits(cx, entry));
            lines.extend(fitting.map(|(line, _)| line));
        });
    }
}

impl Key {
    /// Whether lines were only added since then.
    fn continues(&self, before: &Self, entries: &[LogEntry]) -> bool {
        let (count, first, last) = before.seen;
        let is_longer = count > 0 && entries.len() > count;
        let same = Self {
            seen: self.seen,
            ..before.clone()
        };
        is_longer && self.seen.1 == first && entries[count - 1].frame == last && *self == same
    }

    fn fits(&self, cx: &PanelContext<'_>, entry: &LogEntry) -> bool {
        let is_asked_for = !self.hidden.contains(&entry.kind) && self.frames.contains(entry.frame);
        is_asked_for && self.is_selected(cx, entry) && self.is_found(cx, entry)
    }

    fn is_selected(&self, cx: &PanelContext<'_>, entry: &LogEntry) -> bool {
        let Some(selected) = &self.selected else {
            return true;
        };
        let Some(node) = &entry.node else {
            return false;
        };
        let above = cx.front.document().ancestors(node);
        std::iter::once(node)
            .chain(above)
            .any(|id| selected.contains(id))
    }

    fn is_found(&self, cx: &PanelContext<'_>, entry: &LogEntry) -> bool {
        let found = |text: &str| text.to_lowercase().contains(&self.query);
        let of_node = || {
            let node = entry.node.as_ref();
            node.is_some_and(|node| found(&cx.title_of(node)))
        };
        self.query.is_empty() || found(&cx.texts.message(&entry.text)) || of_node()
    }
}

/// Some frames in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameRange {
    from: u64,
    to: u64,
}

impl Default for FrameRange {
    fn default() -> Self {
        Self {
            from: 0,
            to: u64::MAX,
        }
    }
}

impl FrameRange {
    /// What `12`, `12-30`, `12-` or `-30` means; nothing means all frames. None if it means none of these.
    pub fn of(text: &str) -> Option<Self> {
        let all = Self::default();
        let number = |text: &str, nothing: u64| match text.trim() {
            "" => Some(nothing),
            digits => digits.parse().ok(),
        };
        let range = match text.split_once(['-', '–', '~']) {
            Some((from, to)) => Self {
                from: number(from, all.from)?,
                to: number(to, all.to)?,
            },
            None if text.trim().is_empty() => all,
            None => {
                let frame = text.trim().parse().ok()?;
                Self {
                    from: frame,
                    to: frame,
                }
            }
        };
        (range.from <= range.to).then_some(range)
    }

    /// Whether a frame is one of them.
    pub fn contains(self, frame: u64) -> bool {
        (self.from..=self.to).contains(&frame)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_one_or_some_in_a_row_open_at_either_end() {
        let contains = |text: &str| {
            let range = FrameRange::of(text)?;
            let frames = [1, 12, 30, 31].into_iter();
            Some(frames.filter(|f| range.contains(*f)).collect::<Vec<_>>())
        };
        assert_eq!(contains(""), Some(vec![1, 12, 30, 31]));
        assert_eq!(contains("12"), Some(vec![12]));
        assert_eq!(contains(" 12 – 30 "), Some(vec![12, 30]));
        assert_eq!(contains("12-"), Some(vec![12, 30, 31]));
        assert_eq!(contains("-12"), Some(vec![1, 12]));
        assert_eq!(contains("30-12"), None);
        assert_eq!(contains("twelve"), None);
    }
}
