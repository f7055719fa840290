//! Text out of files in what is said to people: characters that command a terminal, turn the direction of writing or cannot be seen are
//! shown by their numbers, so that nothing looks like what it is not.

use std::borrow::Cow;

/// Whether a character is not what it looks like in a message. Those that join emoji and letters are, and so are line breaks.
fn hides(c: char) -> bool {
    match c {
        '\n' | '\t' => false,
        '\u{200b}'
        | '\u{200e}'
        | '\u{200f}'
        | '\u{2060}'
        | '\u{feff}'
        | '\u{61c}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2066}'..='\u{206f}' => true,
        c => c.is_control(),
    }
}

/// A text with what hides in it shown as in `\u{202e}`.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(hides) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if hides(c) {
            shown.extend(c.escape_unicode());
        } else {
            shown.push(c);
        }
    }
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_hides_is_shown_and_all_else_stays() {
        assert_eq!(visible("a\u{1b}[2J\u{202e}b"), "a\\u{1b}[2J\\u{202e}b");
        assert_eq!(visible("a\0\u{7f}\u{200b}"), "a\\u{0}\\u{7f}\\u{200b}");
        let good = "守卫 🛡️ 👨\u{200d}👩 line\nline\tنص";
        assert!(matches!(visible(good), Cow::Borrowed(same) if same == good));
    }
}
