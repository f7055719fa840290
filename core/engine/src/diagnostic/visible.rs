//! Makes hidden characters in texts from files visible. Characters that control a terminal, change the writing
//! direction or are invisible are replaced by their code points, so that no text looks like another.

use std::borrow::Cow;

/// Returns whether a character is hidden or misleading in a message. The caller handles line breaks, tabs and
/// joiners.
pub fn hides(c: char) -> bool {
    match c {
        '\u{ad}'
        | '\u{34f}'
        | '\u{61c}'
        | '\u{115f}'
        | '\u{1160}'
        | '\u{17b4}'
        | '\u{17b5}'
        | '\u{180b}'..='\u{180f}'
        | '\u{200b}'
        | '\u{200e}'
        | '\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{3164}'
        | '\u{fe00}'..='\u{fe0e}'
        | '\u{feff}'
        | '\u{ffa0}'
        | '\u{fff9}'..='\u{fffb}'
        | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}' => true,
        c => c.is_control(),
    }
}

/// The variation selector that asks for a color emoji.
const IN_COLOR: char = '\u{fe0f}';

/// Turns the digit before it into a keycap emoji.
const KEY: char = '\u{20e3}';

/// Whether a character can be an emoji.
fn is_emoji(c: char) -> bool {
    matches!(c,
        '\u{a9}'
        | '\u{ae}'
        | '\u{203c}'
        | '\u{2049}'
        | '\u{2122}'
        | '\u{2139}'
        | '\u{2190}'..='\u{2bff}'
        | '\u{3030}'
        | '\u{303d}'
        | '\u{3297}'
        | '\u{3299}'
        | '\u{1f000}'..='\u{1faff}')
}

/// Zero-width characters that join or separate their neighbors.
fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}')
}

/// Returns whether a joiner next to this character has an effect: it is an emoji, or a letter of a script with joined
/// letters.
fn is_joined(c: char) -> bool {
    matches!(c,
        '\u{600}'..='\u{dff}'
        | '\u{f00}'..='\u{109f}'
        | '\u{1780}'..='\u{18af}'
        | IN_COLOR)
        || is_emoji(c)
}

/// Returns the text with hidden characters written as `\u{202e}`. Line breaks and tabs stay.
pub fn visible(text: &str) -> Cow<'_, str> {
    shown(text, |c| matches!(c, '\n' | '\t'))
}

/// Like [`visible`], for texts on one line: line breaks and tabs become `\n` and `\t`.
pub fn visible_line(text: &str) -> Cow<'_, str> {
    shown(text, |_| false)
}

fn shown(text: &str, is_kept: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(|c| is_joiner(c) || c == IN_COLOR || (hides(c) && !is_kept(c))) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    let mut before = None;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let mut joins =
            || before.is_some_and(is_joined) && chars.peek().copied().is_some_and(is_joined);
        let is_useless = match c {
            IN_COLOR => !before.is_some_and(is_emoji) && chars.peek() != Some(&KEY),
            c => is_joiner(c) && !joins(),
        };
        if matches!(c, '\n' | '\t' | '\r') && !is_kept(c) {
            shown.extend(c.escape_default());
        } else if is_useless || (hides(c) && !is_kept(c)) {
            shown.extend(c.escape_unicode());
        } else {
            shown.push(c);
        }
        before = Some(c);
    }
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_characters_become_visible_and_others_are_unchanged() {
        assert_eq!(visible("a\u{1b}[2J\u{202e}b"), "a\\u{1b}[2J\\u{202e}b");
        assert_eq!(visible("a\0\u{7f}\u{200b}"), "a\\u{0}\\u{7f}\\u{200b}");
        assert_eq!(visible("a\r\u{9b}2J\u{2063}"), "a\\r\\u{9b}2J\\u{2063}");
        assert_eq!(visible("守卫 🛡️ line\nline\tنص"), "守卫 🛡️ line\nline\tنص");
    }

    #[test]
    fn variation_selectors_cannot_hide_in_a_name() {
        for hidden in [
            '\u{e0001}',
            '\u{e0100}',
            '\u{e01ef}',
            '\u{e0fff}',
            '\u{fe00}',
            '\u{fe0e}',
            '\u{fe0f}',
            '\u{180b}',
            '\u{180d}',
            '\u{180f}',
        ] {
            let shown = format!("pa\\u{{{:x}}}th", u32::from(hidden));
            assert_eq!(visible(&format!("pa{hidden}th")), shown);
            assert_eq!(visible_line(&format!("pa{hidden}th")), shown);
        }
        assert_eq!(visible("❤️🛡️ ©️ 1️⃣"), "❤️🛡️ ©️ 1️⃣");
    }

    #[test]
    fn line_breaks_in_a_line_become_visible() {
        assert_eq!(visible_line("a\nerror: b\tc\r"), "a\\nerror: b\\tc\\r");
    }

    #[test]
    fn joiners_are_visible_only_without_effect() {
        for good in [
            "👨\u{200d}👩",
            "می\u{200c}خواهم",
            "क\u{200d}ष",
            "❤️\u{200d}🔥",
        ] {
            assert_eq!(visible(good), good);
        }
        assert_eq!(visible("pa\u{200d}th"), "pa\\u{200d}th");
        assert_eq!(visible("守\u{200c}卫\u{200d}"), "守\\u{200c}卫\\u{200d}");
    }
}
