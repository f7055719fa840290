//! Names of locals: readable, unlike each other, and allowed in Lua.

use rustc_hash::FxHashMap;

use crate::words;

/// The words that mean something in Lua, and those that the module itself uses.
const RESERVED: [&str; 30] = [
    "and",
    "break",
    "do",
    "else",
    "elseif",
    "end",
    "false",
    "for",
    "function",
    "goto",
    "if",
    "in",
    "local",
    "nil",
    "not",
    "or",
    "repeat",
    "return",
    "then",
    "true",
    "until",
    "while",
    "self",
    "bt",
    "math",
    "module",
    "node",
    "nodes",
    "tree",
    "gameobject",
];

/// Whether a name may stand in Lua without quotes.
pub(super) fn is_name(text: &str) -> bool {
    let mut chars = text.chars();
    let starts = chars
        .next()
        .is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
    starts
        && chars.all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !RESERVED[..22].contains(&text)
}

/// Access to a field of this name.
pub(super) fn field(name: &str) -> String {
    if is_name(name) {
        format!(".{name}")
    } else {
        format!("[{}]", super::text::quoted(name))
    }
}

/// The names that were given away.
#[derive(Default)]
pub(super) struct Names {
    /// The number that is tried next behind each.
    next: FxHashMap<String, usize>,
}

impl Names {
    /// A new name that tells of this title; where that has no letters of Lua, of the task.
    pub fn of(&mut self, title: &str, task: &str) -> String {
        let words = [words::of(title), words::of(task)];
        let stem = words.into_iter().find(|words| !words.is_empty());
        let mut stem = stem.unwrap_or_else(|| "task".to_owned());
        if stem.starts_with(|c: char| c.is_ascii_digit()) {
            stem.insert_str(0, "task_");
        }
        let mut name = stem.clone();
        loop {
            let number = self.next.entry(stem.clone()).or_insert(1);
            if *number > 1 {
                name = format!("{stem}_{number}");
            }
            *number += 1;
            let is_taken = name != stem && self.next.contains_key(&name);
            if !is_taken && !RESERVED.contains(&&*name) {
                self.next.entry(name.clone()).or_insert(2);
                return name;
            }
        }
    }
}
