//! The lines of a file around a problem, as a terminal can show them. Hidden characters are made visible before anything is drawn, so that the
//! underline is in the right columns.

use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};
use treewright_core::diagnostic::{visible, visible_line};

use super::Report;

/// The longest line in bytes that is shown. Longer ones were not written by people.
const SHOWN_LINE: usize = 400;

/// Consecutive lines of a file.
#[derive(Debug)]
pub(super) struct Excerpt {
    name: String,
    text: String,
    /// Counted from 0, as is `column`.
    first_line: usize,
    column: usize,
    /// What is underlined, in bytes of `text`.
    pub span: SourceSpan,
}

impl Excerpt {
    /// The lines around the position of a report in the text of its file; `None` without a position, or if a line is too long.
    pub fn of(report: &Report, text: &str) -> Option<Self> {
        let (line, column) = (report.line?.checked_sub(1)?, report.column?.checked_sub(1)?);
        let first_line = line.saturating_sub(1);
        let near: Vec<&str> = text
            .lines()
            .skip(first_line)
            .take(line - first_line + 2)
            .collect();
        if near.iter().any(|line| line.len() > SHOWN_LINE) {
            return None;
        }
        let mut shown = String::new();
        let mut span = None;
        for (number, content) in near.into_iter().enumerate() {
            if first_line + number == line {
                let (before, value, after) = parts(content, column);
                shown.push_str(&visible(before));
                let start = shown.len();
                shown.push_str(&visible(value));
                span = Some((start, shown.len() - start).into());
                shown.push_str(&visible(after));
            } else {
                shown.push_str(&visible(content));
            }
            shown.push('\n');
        }
        Some(Self {
            name: visible_line(&report.file).into_owned(),
            text: shown,
            first_line,
            column,
            span: span?,
        })
    }
}

impl SourceCode for Excerpt {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        lines_before: usize,
        lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let found = self.text.read_span(span, lines_before, lines_after)?;
        // Without context lines, miette asks for the position of the span itself.
        let column = match lines_before {
            0 => self.column,
            _ => found.column(),
        };
        Ok(Box::new(MietteSpanContents::new_named(
            self.name.clone(),
            found.data(),
            *found.span(),
            self.first_line + found.line(),
            column,
            found.line_count(),
        )))
    }
}

/// Splits a line into the part before the value at a column, the value, and the rest.
fn parts(line: &str, column: usize) -> (&str, &str, &str) {
    let written = line.trim_end();
    let start = line.char_indices().nth(column).map(|(at, _)| at);
    let start = start
        .filter(|at| *at < written.len())
        .unwrap_or(written.len());
    let end = start + length_of_value(&written[start..]);
    (&line[..start], &line[start..end], &line[end..])
}

/// Returns the length of the value at the beginning of the text: a string with its quotes, a list with its brackets, a word.
fn length_of_value(rest: &str) -> usize {
    let end = match rest.chars().next() {
        Some('"') => {
            let mut escaped = false;
            let closing = rest.char_indices().skip(1).find(|(_, c)| {
                let closes = *c == '"' && !escaped;
                escaped = *c == '\\' && !escaped;
                closes
            });
            closing.map(|(at, _)| at + 1)
        }
        Some('[') => rest.find(']').map(|at| at + 1),
        Some('{') => rest.find('}').map(|at| at + 1),
        _ => rest.find(|c: char| c.is_whitespace() || matches!(c, ',' | ']' | '}')),
    };
    end.unwrap_or(rest.len())
}
