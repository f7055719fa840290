//! How identifiers are shown to people: `LowerPriority` as "Lower priority". Knows no identifier in particular.

use std::borrow::Cow;

/// Returns an identifier as words: `CompareBool` becomes "Compare bool", `max_speed` "Max speed", `HTTPGet` "HTTP get".
///
/// Text that is no identifier of ASCII letters, digits and underscores is returned unchanged: names with spaces, paths, Chinese.
///
/// ```
/// assert_eq!(treewright_core::words("LowerPriority"), "Lower priority");
/// ```
pub fn words(identifier: &str) -> Cow<'_, str> {
    let is_plain = identifier
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if !is_plain {
        return Cow::Borrowed(identifier);
    }
    let mut shown = String::with_capacity(identifier.len() + 4);
    for part in identifier.split('_').filter(|part| !part.is_empty()) {
        push_part(&mut shown, part);
    }
    if shown.is_empty() || shown == identifier {
        return Cow::Borrowed(identifier);
    }
    Cow::Owned(shown)
}

/// Adds the words of a part without underscores. A word begins at a capital that follows a small letter or digit, and at the last
/// capital of several if a small letter follows.
fn push_part(shown: &mut String, part: &str) {
    let letters = part.as_bytes();
    let mut start = 0;
    for end in 1..=letters.len() {
        if end < letters.len() && !begins_word(letters, end) {
            continue;
        }
        push_word(shown, &part[start..end]);
        start = end;
    }
}

fn begins_word(letters: &[u8], at: usize) -> bool {
    let follows_capital = letters[at - 1].is_ascii_uppercase();
    let before_small = letters.get(at + 1).is_some_and(u8::is_ascii_lowercase);
    letters[at].is_ascii_uppercase() && (!follows_capital || before_small)
}

/// Adds a word: the first with a capital, later ones small unless they are all capitals (`HTTP`).
fn push_word(shown: &mut String, word: &str) {
    let is_acronym = word.len() > 1 && !word.bytes().any(|byte| byte.is_ascii_lowercase());
    let (head, rest) = word.split_at(1);
    if shown.is_empty() {
        shown.push_str(&head.to_ascii_uppercase());
    } else {
        shown.push(' ');
        if is_acronym {
            shown.push_str(head);
        } else {
            shown.push_str(&head.to_ascii_lowercase());
        }
    }
    shown.push_str(rest);
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn identifiers_become_words_and_other_texts_stay() {
        for (identifier, shown) in [
            ("Wait", "Wait"),
            ("LowerPriority", "Lower priority"),
            ("CompareBool", "Compare bool"),
            ("left", "Left"),
            ("max_speed", "Max speed"),
            ("case_1", "Case 1"),
            ("_private__field_", "Private field"),
            ("HTTPGet", "HTTP get"),
            ("GetHP", "Get HP"),
            ("GetHp2Now", "Get hp2 now"),
            ("A", "A"),
            ("isA", "Is a"),
            ("", ""),
            ("_", "_"),
            ("See Enemy", "See Enemy"),
            ("ai.combat.Attack", "ai.combat.Attack"),
            ("攻击Enemy", "攻击Enemy"),
        ] {
            assert_eq!(words(identifier), shown, "{identifier}");
        }
    }
}
