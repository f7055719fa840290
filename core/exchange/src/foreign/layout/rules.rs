//! The blanks before each token of a JSON text, by the rules of a layout; token by token, since a file may have millions of them.

use super::Layout;
use crate::foreign::tape::end_of_text;

/// Lines are indented by so many levels at most: nobody reads further to the right, and deep trees would be mostly blanks.
const MAX_INDENTED: usize = 500;

/// What stands before each token of a text by the rules of a layout, token by token.
pub(super) struct Rules<'l> {
    layout: &'l Layout,
    depth: usize,
    before: Before,
}

/// What the token before was.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    Nothing,
    Colon,
    Comma,
    Opening,
    Other,
}

/// The blanks before a token.
#[derive(Clone, Copy, Debug)]
pub(super) enum Blank<'l> {
    /// These.
    Text(&'l str),
    /// A new line, indented by this so often.
    Line {
        end: &'static str,
        indent: &'l str,
        depth: usize,
    },
}

impl<'l> Rules<'l> {
    pub(super) fn of(layout: &'l Layout) -> Self {
        Self {
            layout,
            depth: 0,
            before: Before::Nothing,
        }
    }

    /// What stands before the next token.
    pub(super) fn next(&mut self, token: &str) -> Blank<'l> {
        let closes = matches!(token, "}" | "]");
        let opened_before = self.before == Before::Opening;
        if closes {
            self.depth = self.depth.saturating_sub(1);
        }
        let layout = self.layout;
        let blank = match self.before {
            Before::Nothing => Blank::Text(""),
            Before::Colon => Blank::Text(&layout.colon),
            _ if closes && opened_before && !layout.opened => Blank::Text(""),
            _ if closes || opened_before => self.line(),
            Before::Comma if layout.indent.is_none() => Blank::Text(&layout.comma),
            Before::Comma => self.line(),
            Before::Opening | Before::Other => Blank::Text(""),
        };
        self.before = match token {
            "{" | "[" => {
                self.depth += 1;
                Before::Opening
            }
            ":" => Before::Colon,
            "," => Before::Comma,
            _ => Before::Other,
        };
        blank
    }

    fn line(&self) -> Blank<'l> {
        let Some(indent) = &self.layout.indent else {
            return Blank::Text("");
        };
        Blank::Line {
            end: if self.layout.carriage_return {
                "\r\n"
            } else {
                "\n"
            },
            indent,
            depth: self.depth.min(MAX_INDENTED),
        }
    }
}

impl Blank<'_> {
    pub(super) fn len(self) -> usize {
        match self {
            Self::Text(text) => text.len(),
            Self::Line { end, indent, depth } => end.len() + indent.len() * depth,
        }
    }

    pub(super) fn push(self, out: &mut String) {
        match self {
            Self::Text(text) => out.push_str(text),
            Self::Line { end, indent, depth } => {
                out.push_str(end);
                out.extend(std::iter::repeat_n(indent, depth));
            }
        }
    }

    /// Whether these are the blanks that stand there.
    pub(super) fn is(self, there: &str) -> bool {
        match self {
            Self::Text(text) => text == there,
            Self::Line { end, indent, depth } => {
                let rest = there.strip_prefix(end);
                rest.is_some_and(|rest| {
                    let (rest, indent) = (rest.as_bytes(), indent.as_bytes());
                    rest.len() == indent.len() * depth
                        && (indent.is_empty()
                            || rest.chunks_exact(indent.len()).all(|part| part == indent))
                })
            }
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'t> {
    pub(super) blank: &'t str,
    pub(super) text: &'t str,
}

/// Brackets, commas, colons, texts and other values, each with the blanks before it.
pub(super) fn tokens(text: &str) -> impl Iterator<Item = Token<'_>> {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at;
        at += bytes[at..]
            .iter()
            .take_while(|b| b.is_ascii_whitespace())
            .count();
        let begin = at;
        at = match bytes.get(at) {
            None => return None,
            Some(b'"') => end_of_text(bytes, at + 1).min(bytes.len()),
            Some(b'{' | b'}' | b'[' | b']' | b',' | b':') => at + 1,
            Some(_) => {
                let ends = |b: &&u8| {
                    !b.is_ascii_whitespace()
                        && !matches!(b, b'{' | b'}' | b'[' | b']' | b',' | b':' | b'"')
                };
                at + bytes[at..].iter().take_while(ends).count()
            }
        };
        Some(Token {
            blank: &text[start..begin],
            text: &text[begin..at],
        })
    })
}
