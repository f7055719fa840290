//! The lines of a file around a place, as a terminal can show them. What hides in them is made visible before anything is drawn, so that the mark
//! below the place stands where it belongs.

use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};
use treewright_core::diagnostic::{visible, visible_line};

use super::Report;

/// Lines longer than this are not shown: they were not written for people.
const SHOWN_LINE: usize = 400;

/// Some lines of a file.
#[derive(Debug)]
pub(super) struct Excerpt {
    name: String,
    text: String,
    /// The number of the first line, counted from 0 as that of the column is.
    first_line: usize,
    column: usize,
    /// The place in the text.
    pub place: SourceSpan,
}

impl Excerpt {
    /// The lines around the place of a report in the text of its file.
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
        let mut place = None;
        for (number, content) in near.into_iter().enumerate() {
            if first_line + number == line {
                let (before, value, after) = parts(content, column);
                shown.push_str(&visible(before));
                let start = shown.len();
                shown.push_str(&visible(value));
                place = Some((start, shown.len() - start).into());
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
            place: place?,
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
        // Without the lines around it, the place itself is asked for.
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

/// A line before the value at a column, the value, and the line after it.
fn parts(line: &str, column: usize) -> (&str, &str, &str) {
    let written = line.trim_end();
    let start = line.char_indices().nth(column).map(|(at, _)| at);
    let start = start
        .filter(|at| *at < written.len())
        .unwrap_or(written.len());
    let end = start + length_of_value(&written[start..]);
    (&line[..start], &line[start..end], &line[end..])
}

/// How much of the rest of a line is the value with which it begins: a text with its quotes, a list with its brackets, a word.
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
