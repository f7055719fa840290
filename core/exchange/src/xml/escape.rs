//! References such as `&lt;` in texts and values, read and written. Knows the five entities of XML and characters by
//! number, no others.

use std::borrow::Cow;

/// A reference that means nothing: its start, and the text between `&` and `;`.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct BadReference<'t> {
    pub offset: usize,
    pub name: &'t str,
}

/// The longest valid reference, in bytes: `#x10FFFF` with some zeros.
const MAX_LENGTH: usize = 32;

/// Returns the text with its references replaced. A `&` that starts no reference stays.
pub(super) fn unescape(raw: &str) -> Result<Cow<'_, str>, BadReference<'_>> {
    if !raw.contains('&') {
        return Ok(Cow::Borrowed(raw));
    }
    let mut text = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(at) = rest.find('&') {
        text.push_str(&rest[..at]);
        let after = &rest[at + 1..];
        let Some(name) = reference(after) else {
            text.push('&');
            rest = after;
            continue;
        };
        let bad = || BadReference {
            offset: raw.len() - rest.len() + at,
            name,
        };
        text.push(character(name).ok_or_else(bad)?);
        rest = &after[name.len() + 1..];
    }
    text.push_str(rest);
    Ok(Cow::Owned(text))
}

/// Returns the name of the reference at the start of a text that follows a `&`.
fn reference(after: &str) -> Option<&str> {
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '#' | '_' | '-' | '.' | ':');
    let end = after.find(|c: char| !is_name(c))?;
    (end > 0 && after[end..].starts_with(';')).then(|| &after[..end])
}

fn character(name: &str) -> Option<char> {
    if name.len() > MAX_LENGTH {
        return None;
    }
    match name {
        "lt" => Some('<'),
        "gt" => Some('>'),
        "amp" => Some('&'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => number.parse().ok()?,
            };
            let allowed = |c: &char| !c.is_control() || matches!(c, '\t' | '\n' | '\r' | '\u{85}');
            char::from_u32(code).filter(allowed)
        }
    }
}

/// Escapes a value for double quotes. Characters that XML cannot contain are removed.
pub fn escape_value(value: &str) -> Cow<'_, str> {
    escape(value, true)
}

/// Escapes a text between tags. Characters that XML cannot contain are removed.
pub fn escape_text(text: &str) -> Cow<'_, str> {
    escape(text, false)
}

fn escape(text: &str, is_value: bool) -> Cow<'_, str> {
    let needs = |c: char| {
        matches!(c, '&' | '<' | '>' | '\r')
            || (is_value && c == '"')
            || (c.is_control() && (is_value || !matches!(c, '\n' | '\t')))
    };
    if !text.contains(needs) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' if is_value => escaped.push_str("&quot;"),
            '\r' => escaped.push_str("&#13;"),
            '\n' if is_value => escaped.push_str("&#10;"),
            '\t' if is_value => escaped.push_str("&#9;"),
            '\n' | '\t' => escaped.push(c),
            c if c.is_control() => {}
            c => escaped.push(c),
        }
    }
    Cow::Owned(escaped)
}

/// Returns a text that is valid in a comment: two hyphens in a row would end it, so a blank is inserted between them.
pub fn comment_text(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    for c in text.chars() {
        if c == '-' && written.ends_with('-') {
            written.push(' ');
        }
        if !c.is_control() || matches!(c, '\n' | '\t') {
            written.push(c);
        }
    }
    if written.ends_with('-') {
        written.push(' ');
    }
    written
}
