//! Formats log lines as text, as comma-separated values (RFC 4180) and as one JSON object per line. A few columns do not justify a CSV
//! library: only a text with a quotation mark, comma or line break is quoted.

use std::borrow::Cow;

use serde_json::json;
use treewright_session::workspace::run_view::{LogEntry, LogKind};

use super::{causes, kind_key, line_text};
use crate::panels::PanelContext;

/// The output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    /// For people.
    Text,
    /// For spreadsheets.
    Csv,
    /// For programs.
    JsonLines,
}

impl LogFormat {
    pub const ALL: [Self; 3] = [Self::Text, Self::Csv, Self::JsonLines];

    /// The file extension.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Text => "txt",
            Self::Csv => "csv",
            Self::JsonLines => "jsonl",
        }
    }

    /// The text key of its name.
    pub fn text_key(self) -> &'static str {
        match self {
            Self::Text => "log.as_text",
            Self::Csv => "log.as_csv",
            Self::JsonLines => "log.as_jsonl",
        }
    }
}

/// Formats these log lines.
pub fn write(
    cx: &PanelContext<'_>,
    entries: &[LogEntry],
    lines: &[usize],
    format: LogFormat,
) -> String {
    let heading = match format {
        LogFormat::Csv => "frame,kind,node,text,agent,tree\r\n",
        LogFormat::Text | LogFormat::JsonLines => "",
    };
    let lines = lines.iter().filter_map(|line| entries.get(*line));
    let lines = lines.map(|entry| line(cx, entry, format));
    std::iter::once(heading.to_owned()).chain(lines).collect()
}

fn line(cx: &PanelContext<'_>, entry: &LogEntry, format: LogFormat) -> String {
    let frame = entry.frame;
    let cx = &cx.run.map_or(*cx, |run| cx.of_tree(run, entry.tree));
    let causes = causes::of(cx, entry);
    let text = &*causes::sentence(cx, entry, &causes);
    // As in the names of agents, the first one has the number 1.
    let agent = entry.agent.map(|agent| agent + 1);
    let id = entry.node.as_ref().map_or("", |node| node.as_str());
    let tree = cx.run.and_then(|run| cx.tree_title(run, entry.tree));
    let tree = tree.unwrap_or_else(|| cx.front.title(cx.texts));
    match format {
        LogFormat::Text => {
            let kind = cx.texts.tr(kind_key(entry.kind));
            let text = line_text(cx, entry, &causes);
            format!("{frame}\t{kind}\t{text}\n")
        }
        LogFormat::Csv => {
            let kind = name(entry.kind);
            let agent = agent.map_or_else(String::new, |agent| agent.to_string());
            let [id, text, tree] = [id, text, &*tree].map(quoted);
            format!("{frame},{kind},{id},{text},{agent},{tree}\r\n")
        }
        LogFormat::JsonLines => {
            let kind = name(entry.kind);
            let line = json!({
                "frame": frame, "kind": kind, "node": id, "text": text, "agent": agent, "tree": tree,
            });
            format!("{line}\n")
        }
    }
}

/// The name of a kind of line in files, independent of the language of the interface.
fn name(kind: LogKind) -> &'static str {
    match kind {
        LogKind::Log => "log",
        LogKind::Data => "data",
        LogKind::Abort => "abort",
        LogKind::Error => "error",
        LogKind::Breakpoint => "breakpoint",
        LogKind::Event => "event",
        LogKind::Run => "run",
    }
}

fn quoted(text: &str) -> Cow<'_, str> {
    if text.contains(['"', ',', '\n', '\r']) {
        Cow::Owned(format!("\"{}\"", text.replace('"', "\"\"")))
    } else {
        Cow::Borrowed(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_ambiguous_text_is_quoted() {
        assert_eq!(quoted("Chase"), "Chase");
        assert_eq!(quoted("Chase, or not"), "\"Chase, or not\"");
        assert_eq!(quoted("the \"big\" one"), "\"the \"\"big\"\" one\"");
        assert_eq!(quoted("a\nb"), "\"a\nb\"");
    }
}
