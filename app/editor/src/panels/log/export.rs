//! Lines of the log as text, as comma-separated values (RFC 4180) and as a JSON object a line. Four columns do not call for a library that
//! writes such values: only a text that holds a quotation mark, comma or line break is quoted.

use std::borrow::Cow;

use serde_json::json;
use treewright_session::workspace::run_view::{LogEntry, LogKind};

use super::kind_key;
use crate::panels::PanelContext;

/// How lines are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// For people.
    Text,
    /// For spreadsheets.
    Csv,
    /// For programs.
    JsonLines,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Text, Self::Csv, Self::JsonLines];

    /// How the names of such files end.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Text => "txt",
            Self::Csv => "csv",
            Self::JsonLines => "jsonl",
        }
    }

    /// The key of its name.
    pub fn text_key(self) -> &'static str {
        match self {
            Self::Text => "log.as_text",
            Self::Csv => "log.as_csv",
            Self::JsonLines => "log.as_jsonl",
        }
    }
}

/// These lines of the log.
pub fn write(
    cx: &PanelContext<'_>,
    entries: &[LogEntry],
    lines: &[usize],
    format: Format,
) -> String {
    let heading = match format {
        Format::Csv => "frame,kind,node,text\r\n",
        Format::Text | Format::JsonLines => "",
    };
    let lines = lines.iter().filter_map(|line| entries.get(*line));
    let lines = lines.map(|entry| line(cx, entry, format));
    std::iter::once(heading.to_owned()).chain(lines).collect()
}

fn line(cx: &PanelContext<'_>, entry: &LogEntry, format: Format) -> String {
    let LogEntry { frame, text, .. } = entry;
    let text = &*cx.texts.message(text);
    let id = entry.node.as_ref().map_or("", |node| node.as_str());
    match format {
        Format::Text => {
            let kind = cx.texts.tr(kind_key(entry.kind));
            format!("{frame}\t{kind}\t{text}\n")
        }
        Format::Csv => {
            let kind = name(entry.kind);
            format!("{frame},{kind},{},{}\r\n", quoted(id), quoted(text))
        }
        Format::JsonLines => {
            let kind = name(entry.kind);
            let line = json!({"frame": frame, "kind": kind, "node": id, "text": text});
            format!("{line}\n")
        }
    }
}

/// What a kind is called in files, whatever the language of the interface.
fn name(kind: LogKind) -> &'static str {
    match kind {
        LogKind::Log => "log",
        LogKind::Abort => "abort",
        LogKind::Error => "error",
        LogKind::Breakpoint => "breakpoint",
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
    fn only_what_would_be_read_otherwise_is_quoted() {
        assert_eq!(quoted("Chase"), "Chase");
        assert_eq!(quoted("Chase, or not"), "\"Chase, or not\"");
        assert_eq!(quoted("the \"big\" one"), "\"the \"\"big\"\" one\"");
        assert_eq!(quoted("a\nb"), "\"a\nb\"");
    }
}
