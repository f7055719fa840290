//! Completion of names in an expression: the document's variables and the functions, best match first. Knows the text up to the cursor, but
//! nothing about the field.

use egui::text::{LayoutJob, TextFormat};
use egui::{CompletionQuery, FontId, Style, Suggestion, TextStyle};
use treewright_core::expression::{FUNCTIONS, written};

use crate::panels::PanelContext;
use crate::theme::text_size;

/// The maximum number of suggestions.
const MAX_SUGGESTIONS: usize = 40;

/// Whether a character separates names. A back quote belongs to the name that it begins.
pub fn is_boundary(character: char) -> bool {
    !(is_of_name(character) || character == '`')
}

fn is_of_name(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// Suggestions for the word at the cursor; none where a name cannot occur, or when the name is complete.
pub fn suggestions(
    style: &Style,
    cx: &PanelContext<'_>,
    query: &CompletionQuery<'_>,
) -> Vec<Suggestion> {
    let Some(word) = name_prefix(query.text, query.word, query.word_range.start.0) else {
        return Vec::new();
    };
    let word = word.to_lowercase();
    let variables = &cx.front.document().variables;
    let names = variables.iter().map(|variable| &*variable.name);
    let mut names = names.chain(FUNCTIONS.iter().map(|function| function.name));
    if names.any(|name| name.to_lowercase() == word) {
        return Vec::new();
    }
    let mut found: Vec<(usize, Suggestion)> = Vec::new();
    for variable in variables {
        if let Some(rank) = rank(&variable.name, &word) {
            let suggestion = Suggestion::new(written(&variable.name))
                .content(lines(style, cx, &variable.name, &variable.comment))
                .description(cx.texts.type_title(&variable.value_type));
            found.push((rank, suggestion));
        }
    }
    for function in &FUNCTIONS {
        if let Some(rank) = rank(function.name, &word) {
            let help = cx.texts.function_help(function);
            let suggestion = Suggestion::new(format!("{}()", function.name));
            found.push((
                rank,
                suggestion.content(lines(style, cx, function.usage, &help)),
            ));
        }
    }
    // Variables come before functions of the same rank.
    found.sort_by_key(|(rank, _)| *rank);
    let found = found.into_iter().map(|(_, suggestion)| suggestion);
    found.take(MAX_SUGGESTIONS).collect()
}

/// The beginning of a name that ends at the cursor, without its back quote; `None` inside a string or a number, after a dot or in the
/// middle of a name.
fn name_prefix<'t>(text: &str, word: &'t str, start: usize) -> Option<&'t str> {
    let mut before = text.chars().take(start);
    let mut quote = None;
    let mut last = ' ';
    while let Some(character) = before.next() {
        match quote {
            Some(_) if character == '\\' => drop(before.next()),
            Some(open) if character == open => quote = None,
            None if matches!(character, '"' | '\'') => quote = Some(character),
            _ => {}
        }
        last = character;
    }
    let name = word.strip_prefix('`').unwrap_or(word);
    let begins = name.chars().next().is_some_and(|c| !c.is_ascii_digit());
    let next = text.chars().nth(start + word.chars().count());
    let within = next.is_some_and(is_of_name) || name.contains('`');
    (quote.is_none() && last != '.' && begins && !within).then_some(name)
}

/// How well a name matches the typed beginning, lower is better; `None` if it does not match.
fn rank(name: &str, word: &str) -> Option<usize> {
    let name = name.to_lowercase();
    match name.find(word)? {
        0 => Some(0),
        _ => Some(1),
    }
}

/// A name, and its description below.
fn lines(style: &Style, cx: &PanelContext<'_>, name: &str, about: &str) -> LayoutJob {
    let format = |font_id: FontId, color| TextFormat {
        font_id,
        color,
        ..TextFormat::default()
    };
    let name_font = TextStyle::Monospace.resolve(style);
    let mut job = LayoutJob::default();
    job.append(name, 0.0, format(name_font, style.visuals.text_color()));
    if !about.is_empty() {
        let small = FontId::proportional(text_size::SMALL);
        job.append("\n", 0.0, format(small.clone(), cx.theme.muted));
        job.append(about, 0.0, format(small, cx.theme.muted));
    }
    job
}

#[cfg(test)]
mod tests {
    use super::{is_boundary, name_prefix};

    /// The beginning of a name in a text, in which `|` is the cursor.
    fn name(text: &str) -> Option<String> {
        let (before, after) = text.split_once('|').unwrap();
        let start = before
            .chars()
            .rev()
            .take_while(|c| !is_boundary(*c))
            .count();
        let start = before.chars().count() - start;
        let word: String = before.chars().skip(start).collect();
        name_prefix(&format!("{before}{after}"), &word, start).map(str::to_owned)
    }

    #[test]
    fn names_are_completed_only_where_allowed() {
        assert_eq!(name("1 + he|").as_deref(), Some("he"));
        assert_eq!(name("max(生|, 2)").as_deref(), Some("生"));
        assert_eq!(name("!`my|").as_deref(), Some("my"));
        assert_eq!(name("'it\\'s' == na|").as_deref(), Some("na"));
        for nowhere in ["|", "12|", "'a he|", "at.x|", "he|alth", "`my`|", "2 < |"] {
            assert_eq!(name(nowhere), None, "{nowhere}");
        }
    }
}
