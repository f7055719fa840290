//! Lines of text as they are drawn: hidden characters are written out, and the words of right-to-left names are in the order in which they are read. egui shapes Arabic and Hebrew words rightly, but puts the words of a line from left to
//! right. The order of a line follows from the Unicode Bidirectional Algorithm (UAX #9), by the crate `unicode-bidi`. Text fields keep the order in which
//! is typed, as egui's text cursor follows that.

use std::borrow::Cow;

use treewright_core::diagnostic::visible_line;
use unicode_bidi::{BidiClass, BidiInfo, bidi_class};

/// A line of text as it is drawn. A name of hidden characters only would show as nothing.
pub fn drawn_line(line: &str) -> Cow<'_, str> {
    match visible_line(line) {
        Cow::Borrowed(line) => in_visual_order(line),
        Cow::Owned(line) => Cow::Owned(in_visual_order(&line).into_owned()),
    }
}

/// A line of text with its words in the order in which they are drawn from left to right. The letters of a right-to-left word stay as they are: egui
/// turns them around when it shapes them.
fn in_visual_order(line: &str) -> Cow<'_, str> {
    if !line.chars().any(is_right_to_left) {
        return Cow::Borrowed(line);
    }
    let bidi = BidiInfo::new(line, None);
    let mut drawn = String::with_capacity(line.len());
    for paragraph in &bidi.paragraphs {
        let (levels, runs) = bidi.visual_runs(paragraph, paragraph.range.clone());
        for run in runs {
            if levels[run.start].is_rtl() {
                push_reversed(&mut drawn, &line[run]);
            } else {
                drawn.push_str(&line[run]);
            }
        }
    }
    Cow::Owned(drawn)
}

/// Whether a letter belongs to a script that is written from right to left.
fn is_right_to_left(c: char) -> bool {
    c >= '\u{590}' && matches!(bidi_class(c), BidiClass::R | BidiClass::AL)
}

/// Appends the words of a right-to-left run and what is between them, the last one first.
fn push_reversed(drawn: &mut String, run: &str) {
    let is_of_word = |c: char| is_right_to_left(c) || bidi_class(c) == BidiClass::NSM;
    let mut rest = run;
    while let Some(last) = rest.chars().next_back() {
        let is_word = is_of_word(last);
        let start = rest
            .char_indices()
            .rev()
            .take_while(|(_, c)| is_of_word(*c) == is_word)
            .last();
        let start = start.map_or(0, |(at, _)| at);
        let part = &rest[start..];
        if is_word {
            drawn.push_str(part);
        } else {
            drawn.extend(part.chars().rev().map(mirrored));
        }
        rest = &rest[..start];
    }
}

/// A bracket that opens to the other side.
fn mirrored(c: char) -> char {
    match c {
        '(' => ')',
        ')' => '(',
        '[' => ']',
        ']' => '[',
        '{' => '}',
        '}' => '{',
        '<' => '>',
        '>' => '<',
        '«' => '»',
        '»' => '«',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn left_to_right_lines_stay_as_they_are() {
        for line in ["", "Wait 2 s", "守卫 (Selector)", "Überprüfen…"] {
            assert!(matches!(in_visual_order(line), Cow::Borrowed(_)), "{line}");
        }
    }

    #[test]
    fn words_of_right_to_left_names_are_drawn_from_the_right() {
        for (line, drawn) in [
            ("בדיקת אויב", "אויב בדיקת"),
            ("בדיקה?", "?בדיקה"),
            ("(אויב) קרוב", "קרוב (אויב)"),
            ("הדפס hello", "hello הדפס"),
            ("Wait (בדיקת אויב)", "Wait (אויב בדיקת)"),
            ("هل يرى 3 أعداء", "أعداء 3 يرى هل"),
        ] {
            assert_eq!(in_visual_order(line), drawn, "{line}");
        }
    }

    #[test]
    fn hidden_characters_are_written_out() {
        assert_eq!(drawn_line("\u{200b}\u{200b}"), "\\u{200b}\\u{200b}");
        assert_eq!(drawn_line("safe\u{202e}efas"), "safe\\u{202e}efas");
        assert_eq!(drawn_line("two\nlines"), "two\\nlines");
        assert_eq!(drawn_line("בדיקת אויב"), "אויב בדיקת");
    }

    #[test]
    fn no_letter_is_lost() {
        let line = "سِرْ إلى [הבית] 家 (42%)!";
        let mut letters: Vec<char> = line.chars().collect();
        let mut drawn: Vec<char> = in_visual_order(line).chars().collect();
        letters.sort_unstable();
        drawn.sort_unstable();
        assert_eq!(letters, drawn);
    }
}
