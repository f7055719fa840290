//! Writes objects and lists of our files: fields in the given order, one per line or all on one line. Knows no single
//! file format.

use std::borrow::Cow;

use super::json_text::{push_spaced, push_string};

/// Appends a list with one item per line, indented by `depth` levels.
pub fn push_rows<T>(items: &[T], depth: usize, out: &mut String, push: impl Fn(&T, &mut String)) {
    out.push('[');
    for (i, item) in items.iter().enumerate() {
        out.push_str(if i == 0 { "\n" } else { ",\n" });
        out.push_str(&"  ".repeat(depth));
        push(item, out);
    }
    if !items.is_empty() {
        out.push('\n');
        out.push_str(&"  ".repeat(depth - 1));
    }
    out.push(']');
}

/// Appends a list on one line.
pub fn push_list<T>(
    items: impl IntoIterator<Item = T>,
    out: &mut String,
    push: impl Fn(T, &mut String),
) {
    out.push('[');
    for (i, item) in items.into_iter().enumerate() {
        out.push_str(if i == 0 { "" } else { ", " });
        push(item, out);
    }
    out.push(']');
}

/// Appends an object on one line, whose names are data.
pub fn push_named<K: AsRef<str>, V>(
    members: impl IntoIterator<Item = (K, V)>,
    out: &mut String,
    push: impl Fn(V, &mut String),
) {
    out.push('{');
    for (i, (name, value)) in members.into_iter().enumerate() {
        out.push_str(if i == 0 { "" } else { ", " });
        push_string(name.as_ref(), out);
        out.push_str(": ");
        push(value, out);
    }
    out.push('}');
}

/// Writes the fields of an object.
pub struct Writer {
    out: String,
    /// The text before each field except the first.
    between: String,
    first: String,
    end: String,
}

impl Writer {
    /// Creates a writer with one field per line, indented by `depth` levels.
    pub fn new(depth: usize) -> Self {
        let line = format!("\n{}", "  ".repeat(depth));
        Self {
            out: "{".to_owned(),
            between: format!(",{line}"),
            end: format!("\n{}}}", "  ".repeat(depth - 1)),
            first: line,
        }
    }

    pub fn on_one_line() -> Self {
        Self {
            out: "{".to_owned(),
            between: ", ".to_owned(),
            first: String::new(),
            end: "}".to_owned(),
        }
    }

    pub fn field(&mut self, key: &str, push: impl FnOnce(&mut String)) {
        let is_first = self.out.len() == 1;
        self.out
            .push_str(if is_first { &self.first } else { &self.between });
        push_string(key, &mut self.out);
        self.out.push_str(": ");
        push(&mut self.out);
    }

    pub fn text(&mut self, key: &str, text: &str) {
        self.field(key, |out| push_string(text, out));
    }

    pub(super) fn text_unless_empty(&mut self, key: &str, text: &str) {
        if !text.is_empty() {
            self.text(key, text);
        }
    }

    pub(super) fn texts(&mut self, key: &str, texts: &[Cow<'static, str>]) {
        self.field(key, |out| {
            push_list(texts, out, |text, out| push_string(text, out));
        });
    }

    /// Appends an unknown field that was stored.
    pub fn kept(&mut self, (name, json): (&String, &String)) {
        self.field(name, |out| push_spaced(json, out));
    }

    pub fn finish(mut self) -> String {
        self.out.push_str(&self.end);
        self.out
    }
}
