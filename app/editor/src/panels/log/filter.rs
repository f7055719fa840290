//! Filters the log by text, kind, frame, and selected nodes. Examines only new lines as long as nothing else changes.

use treewright_core::ids::NodeId;
use treewright_session::memo::Memo;
use treewright_session::workspace::open_document::Version;
use treewright_session::workspace::run_view::{LogEntry, LogKind, RunView};

use crate::panels::PanelContext;

/// The filter settings, and the matching lines.
#[derive(Debug, Default)]
pub struct LogFilter {
    /// Part of a line, or of the name of its node.
    pub query: String,
    /// The frame range, as typed.
    pub frames: String,
    /// Whether only lines about selected nodes and their descendants are shown.
    pub only_selected: bool,
    /// Whether lines about other agents than the shown one are hidden.
    pub only_shown_agent: bool,
    hidden: Vec<LogKind>,
    lines: Memo<FilterKey, Vec<usize>>,
}

/// The inputs of the filter.
#[derive(Clone, Debug, PartialEq)]
struct FilterKey {
    version: Version,
    query: String,
    frames: FrameRange,
    hidden: Vec<LogKind>,
    selected: Option<Vec<NodeId>>,
    /// The agent to whose lines the log is limited.
    agent: Option<u64>,
    /// The number of lines, and the frames of the first and the last one.
    seen: (usize, u64, u64),
    /// How often lines were removed or inserted between others.
    rewritten: u64,
    language: &'static str,
}

impl LogFilter {
    /// Whether lines of this kind are shown.
    pub fn shows(&self, kind: LogKind) -> bool {
        !self.hidden.contains(&kind)
    }

    /// Shows or hides lines of this kind.
    pub fn toggle(&mut self, kind: LogKind) {
        if self.shows(kind) {
            self.hidden.push(kind);
        } else {
            self.hidden.retain(|hidden| *hidden != kind);
        }
    }

    /// The indices of the shown lines.
    pub fn lines(&self) -> &[usize] {
        &self.lines
    }

    /// Filters the lines of the log.
    pub fn update(&mut self, cx: &PanelContext<'_>, entries: &[LogEntry]) {
        let edge = |entry: Option<&LogEntry>| entry.map_or(0, |entry| entry.frame);
        let selection = cx.front.selection();
        let key = FilterKey {
            version: cx.front.version(),
            query: self.query.to_lowercase(),
            frames: FrameRange::of(&self.frames).unwrap_or_default(),
            hidden: self.hidden.clone(),
            selected: self
                .only_selected
                .then(|| selection.iter().cloned().collect()),
            agent: cx.run.filter(|_| self.only_shown_agent).map(RunView::agent),
            seen: (entries.len(), edge(entries.first()), edge(entries.last())),
            rewritten: cx.run.map_or(0, RunView::log_revision),
            language: cx.texts.language(),
        };
        self.lines.update(key, |lines, before, key| {
            let before = before.filter(|before| key.continues(before, entries));
            let from = before.map_or(0, |before| before.seen.0);
            lines.truncate(lines.partition_point(|line| *line < from));
            let new = entries.iter().enumerate().skip(from);
            let fitting = new.filter(|(_, entry)| key.matches_line(cx, entry));
            lines.extend(fitting.map(|(line, _)| line));
        });
    }
}

impl FilterKey {
    /// Whether lines were only added since `before`.
    fn continues(&self, before: &Self, entries: &[LogEntry]) -> bool {
        let (count, first, last) = before.seen;
        let is_longer = count > 0 && entries.len() > count;
        let same = Self {
            seen: self.seen,
            ..before.clone()
        };
        is_longer && self.seen.1 == first && entries[count - 1].frame == last && *self == same
    }

    fn matches_line(&self, cx: &PanelContext<'_>, entry: &LogEntry) -> bool {
        let is_requested = !self.hidden.contains(&entry.kind) && self.frames.contains(entry.frame);
        let agent = self.agent.zip(entry.agent);
        let is_of_agent = agent.is_none_or(|(wanted, agent)| wanted == agent);
        is_requested && is_of_agent && self.is_selected(cx, entry) && self.matches_query(cx, entry)
    }

    fn is_selected(&self, cx: &PanelContext<'_>, entry: &LogEntry) -> bool {
        let Some(selected) = &self.selected else {
            return true;
        };
        let Some(node) = &entry.node else {
            return false;
        };
        let own = cx.run.map_or(*cx, |run| cx.of_tree(run, entry.tree));
        if own.is_elsewhere() {
            return false;
        }
        let above = cx.front.document().ancestors(node);
        std::iter::once(node)
            .chain(above)
            .any(|id| selected.contains(id))
    }

    fn matches_query(&self, cx: &PanelContext<'_>, entry: &LogEntry) -> bool {
        let found = |text: &str| text.to_lowercase().contains(&self.query);
        let of_node = || {
            let own = cx.run.map_or(*cx, |run| cx.of_tree(run, entry.tree));
            let node = entry.node.as_ref();
            node.is_some_and(|node| found(&own.title_of(node)))
        };
        let of_agent = || {
            let name = entry.agent.map(|agent| cx.texts.agent(agent));
            cx.run.is_some_and(RunView::has_several_agents) && name.is_some_and(|name| found(&name))
        };
        self.query.is_empty() || found(&cx.texts.message(&entry.text)) || of_node() || of_agent()
    }
}
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
    /// Parses `12`, `12-30`, `12-` or `-30`; an empty text means all frames. `None` if the text is invalid.
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

    pub fn contains(self, frame: u64) -> bool {
        (self.from..=self.to).contains(&frame)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frame_ranges_may_be_open_at_either_end() {
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
