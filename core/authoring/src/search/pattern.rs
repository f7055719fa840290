//! Finds a text in another one, optionally case-insensitive or as whole words. Returns ranges in the original text; comparing
//! lower-case copies could not, since lower case can change the length of letters.

use std::ops::Range;

use super::Query;

/// A prepared search text.
#[derive(Clone, Debug)]
pub struct Pattern {
    wanted: Vec<char>,
    match_case: bool,
    whole_word: bool,
}

impl Pattern {
    /// Returns the pattern of a query; `None` if its text is empty.
    pub fn new(query: &Query) -> Option<Self> {
        let fold = |c: char| if query.match_case { c } else { folded(c) };
        let wanted: Vec<char> = query.text.chars().map(fold).collect();
        (!wanted.is_empty()).then_some(Self {
            wanted,
            match_case: query.match_case,
            whole_word: query.whole_word,
        })
    }

    /// Returns the matching ranges in bytes, from left to right without overlaps.
    pub fn ranges(&self, text: &str) -> Vec<Range<usize>> {
        let mut found: Vec<Range<usize>> = Vec::new();
        let mut before = None;
        let mut free_from = 0;
        for (start, first) in text.char_indices() {
            if start >= free_from
                && self.same(first, self.wanted[0])
                && let Some(end) = self.end_of(text, start)
                && (!self.whole_word || is_whole_word(before, &text[start..end], &text[end..]))
            {
                found.push(start..end);
                free_from = end;
            }
            before = Some(first);
        }
        found
    }

    /// Returns the text with every match replaced.
    pub fn replaced(&self, text: &str, with: &str) -> String {
        let mut replaced = String::with_capacity(text.len());
        let mut copied = 0;
        for range in self.ranges(text) {
            replaced.push_str(&text[copied..range.start]);
            replaced.push_str(with);
            copied = range.end;
        }
        replaced.push_str(&text[copied..]);
        replaced
    }

    fn same(&self, c: char, wanted: char) -> bool {
        c == wanted || !self.match_case && folded(c) == wanted
    }

    /// Returns the end of the match that starts at `start`, if there is one.
    fn end_of(&self, text: &str, start: usize) -> Option<usize> {
        let mut rest = text[start..].chars();
        let all = self.wanted.iter();
        let mut same = all.map(|wanted| rest.next().is_some_and(|c| self.same(c, *wanted)));
        if same.any(|same| !same) {
            return None;
        }
        Some(text.len() - rest.as_str().len())
    }
}

/// Maps all cases of a letter to the same letter.
fn folded(c: char) -> char {
    if c.is_ascii() {
        return c.to_ascii_lowercase();
    }
    let mut lower = c.to_lowercase();
    match (lower.next(), lower.next()) {
        (Some(only), None) => only,
        // Letters whose lower case is two letters stay as they are; nobody types their other case.
        _ => c,
    }
}

/// Returns whether the match is not part of a longer word.
fn is_whole_word(before: Option<char>, found: &str, after: &str) -> bool {
    let in_word = |c: char| c.is_alphanumeric() || c == '_';
    let joins = |a: Option<char>, b: Option<char>| a.is_some_and(in_word) && b.is_some_and(in_word);
    !joins(before, found.chars().next()) && !joins(found.chars().next_back(), after.chars().next())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, in_text: &str, match_case: bool, whole_word: bool) -> Vec<String> {
        let query = Query {
            text: text.to_owned(),
            match_case,
            whole_word,
            ..Query::default()
        };
        let ranges = Pattern::new(&query).unwrap().ranges(in_text);
        ranges
            .into_iter()
            .map(|range| format!("{}@{}", &in_text[range.clone()], range.start))
            .collect()
    }

    #[test]
    fn case_matters_only_on_request() {
        let expected = ["Wait@0", "WAIT@6", "wait@12"];
        assert_eq!(found("wait", "Wait, WAIT, wait", false, false), expected);
        assert_eq!(found("wait", "Wait, WAIT, wait", true, false), ["wait@12"]);
        assert_eq!(found("ÄRGER", "viel Ärger", false, false), ["Ärger@5"]);
    }

    #[test]
    fn ranges_refer_to_the_original_text() {
        // The lower case of this letter is longer than its upper case.
        assert_eq!(found("x", "İİx", false, false), ["x@4"]);
        assert_eq!(found("巡", "先巡逻", false, false), ["巡@3"]);
    }

    #[test]
    fn whole_words_are_not_parts_of_words() {
        let expected = ["hp@0", "hp@15"];
        assert_eq!(found("hp", "hp hp2 max_hp (hp)", false, true), expected);
        assert_eq!(found("(", "f(x", false, true), ["(@1"]);
    }

    #[test]
    fn matches_do_not_overlap() {
        assert_eq!(found("aa", "aaaaa", false, false), ["aa@0", "aa@2"]);
        assert!(Pattern::new(&Query::default()).is_none());
    }
}
