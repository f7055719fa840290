//! Names for code: the words of a title.

/// The longest name.
const MAX_LENGTH: usize = 40;

/// Returns the words of a text in lower case with underscores between: `SeesEnemy?` becomes `sees_enemy`.
pub(super) fn snake_case(text: &str) -> String {
    let mut out = String::new();
    let mut before = ' ';
    for c in text.chars() {
        let begins =
            c.is_ascii_uppercase() && (before.is_ascii_lowercase() || before.is_ascii_digit());
        if (begins || !c.is_ascii_alphanumeric()) && !out.is_empty() && !out.ends_with('_') {
            out.push('_');
        }
        if c.is_ascii_alphanumeric() {
            out.push(c.to_ascii_lowercase());
        }
        if out.len() >= MAX_LENGTH {
            break;
        }
        before = c;
    }
    out.truncate(out.trim_end_matches('_').len());
    out
}
