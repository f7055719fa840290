//! The formatting of a JSON file: indents, blanks, line breaks. A text without blanks is formatted as the file was, so
//! that what was not edited keeps its bytes. Does not know what a text means.

use rustc_hash::FxHashMap;

use super::json_text::JsonText;
use super::{Fields, Json};
use crate::foreign::json_text::text_end;

/// The longest text, in bytes, that is kept for its blanks where no rule describes them.
const MAX_KEPT: usize = 1024 * 1024;

/// The most bytes of blanks that are added to a text, in addition to twice its own length.
const MAX_BLANKS: usize = 16 * 1024 * 1024;

/// The formatting of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    /// The indent of one level; `None` for a text on one line.
    pub indent: Option<String>,
    /// Whether lines end with CR LF.
    pub carriage_return: bool,
    /// The text after a colon: blanks.
    pub colon: String,
    /// The text after a comma if everything is on one line.
    pub comma: String,
    /// Whether the closing bracket of an empty list or object is on a line of its own.
    pub opened: bool,
    /// The text after the end.
    pub end: String,
    /// Whether the file starts with a byte-order mark.
    pub mark: bool,
    /// The whole original text, if the other fields do not describe it.
    pub text: Option<String>,
}

impl Layout {
    /// Returns lines indented by two blanks.
    pub(crate) fn lines() -> Self {
        Self {
            indent: Some("  ".to_owned()),
            carriage_return: false,
            colon: " ".to_owned(),
            comma: String::new(),
            opened: false,
            end: String::new(),
            mark: false,
            text: None,
        }
    }

    /// Returns one line without blanks.
    pub(crate) fn one_line() -> Self {
        Self {
            indent: None,
            colon: String::new(),
            ..Self::lines()
        }
    }

    /// Returns one line without blanks, with nothing after the end.
    pub(crate) fn minified() -> Self {
        Self {
            end: String::new(),
            ..Self::one_line()
        }
    }

    /// Returns the formatting of a text, with the text itself if nothing else describes it. `usual` is used for what
    /// the text does not show.
    pub(crate) fn of(tape: &JsonText<'_>, bytes: &[u8], usual: &Self) -> Self {
        let text = tape.text();
        let mut layout = Self {
            mark: bytes.starts_with(b"\xEF\xBB\xBF"),
            end: text[text.trim_end().len()..].to_owned(),
            carriage_return: text.contains("\r\n"),
            ..usual.clone()
        };
        let pairs = || tokens(text).zip(tokens(text).skip(1));
        if pairs().next().is_some() {
            layout.indent = indent(tokens(text));
        }
        if let Some((_, value)) = pairs().find(|(token, _)| token.text == ":") {
            value.blank.clone_into(&mut layout.colon);
        }
        if let Some((_, next)) = pairs().find(|(token, _)| token.text == ",")
            && layout.indent.is_none()
        {
            next.blank.clone_into(&mut layout.comma);
        }
        let is_empty = |(open, close): &(Token<'_>, Token<'_>)| {
            matches!((open.text, close.text), ("{", "}") | ("[", "]"))
        };
        if let Some((_, close)) = pairs().find(is_empty) {
            layout.opened = !close.blank.is_empty();
        }
        if !layout.describes(text) && text.len() <= MAX_KEPT {
            layout.text = Some(text.to_owned());
        }
        layout
    }

    /// Returns whether these rules reproduce the blanks of a text.
    fn describes(&self, text: &str) -> bool {
        let mut rules = GapRules::of(self);
        tokens(text).all(|token| rules.next(token.text).is(token.blank))
    }

    /// Formats a text without blanks.
    pub(crate) fn set(&self, json: &str) -> String {
        if self.blanks_of(json) > MAX_BLANKS + 2 * json.len() {
            // The text would consist mostly of indents.
            return Self {
                end: self.end.clone(),
                mark: self.mark,
                ..Self::one_line()
            }
            .set(json);
        }
        let mut out = String::with_capacity(2 * json.len());
        if self.mark {
            out.push('\u{feff}');
        }
        let mut rules = GapRules::of(self);
        match &self.text {
            None => {
                for token in tokens(json) {
                    rules.next(token.text).push(&mut out);
                    out.push_str(token.text);
                }
            }
            Some(text) => {
                let new = tokens(json).map(|token| (rules.next(token.text), token.text));
                let mut new: Vec<_> = new.collect();
                take_blanks(&tokens(text).collect::<Vec<_>>(), &mut new);
                for (blank, token) in &new {
                    blank.push(&mut out);
                    out.push_str(token);
                }
            }
        }
        out.push_str(&self.end);
        out
    }

    /// Returns how many bytes of blanks would be added to a text.
    fn blanks_of(&self, json: &str) -> usize {
        let mut rules = GapRules::of(self);
        let lengths = tokens(json).map(|token| rules.next(token.text).len());
        lengths.sum()
    }

    /// Returns the differences from `usual` as JSON; `None` if there are none.
    pub(crate) fn to_json(&self, usual: &Self) -> Option<String> {
        let mut fields = Fields::default();
        if self.indent != usual.indent {
            match &self.indent {
                Some(indent) => fields.text("indent", indent),
                None => fields.set("indent", "null"),
            }
        }
        let texts = [
            ("colon", &self.colon, &usual.colon),
            ("comma", &self.comma, &usual.comma),
            ("end", &self.end, &usual.end),
        ];
        for (key, own, usual) in texts {
            if own != usual {
                fields.text(key, own);
            }
        }
        let flags = [
            (
                "carriage_return",
                self.carriage_return,
                usual.carriage_return,
            ),
            ("opened", self.opened, usual.opened),
            ("mark", self.mark, usual.mark),
        ];
        for (key, own, usual) in flags {
            if own != usual {
                fields.set(key, if own { "true" } else { "false" });
            }
        }
        if let Some(text) = &self.text {
            fields.text("text", text);
        }
        (!fields.is_empty()).then(|| fields.to_json())
    }

    /// Reads such JSON.
    pub(crate) fn from_json(json: Option<Json<'_>>, usual: &Self) -> Self {
        let mut layout = usual.clone();
        for (key, value) in json.into_iter().flat_map(Json::fields) {
            let text = value.text().map(|text| blanks_only(&text));
            let flag = value.flag().unwrap_or_default();
            match (&*key, text) {
                ("indent", text) => layout.indent = text,
                ("colon", Some(text)) => layout.colon = text,
                ("comma", Some(text)) => layout.comma = text,
                ("end", Some(text)) => layout.end = text,
                ("carriage_return", _) => layout.carriage_return = flag,
                ("opened", _) => layout.opened = flag,
                ("mark", _) => layout.mark = flag,
                ("text", _) => {
                    let text = value.text_or_empty();
                    layout.text = JsonText::of(&text).is_ok().then(|| text.into_owned());
                }
                _ => {}
            }
        }
        layout
    }
}

/// Returns the indent of the first line inside the outermost object or list.
fn indent<'t>(tokens: impl Iterator<Item = Token<'t>>) -> Option<String> {
    let mut depth = 0_usize;
    for token in tokens {
        let closes = matches!(token.text, "}" | "]");
        if depth == 1
            && !closes
            && let Some((_, blank)) = token.blank.rsplit_once('\n')
        {
            return Some(blank.to_owned());
        }
        if matches!(token.text, "{" | "[") {
            depth += 1;
        }
        depth -= usize::from(closes && depth > 0);
    }
    None
}

/// Removes everything but blanks: kept data may be edited by hand, and must not become content of another file.
fn blanks_only(text: &str) -> String {
    text.chars()
        .filter(|c| matches!(c, ' ' | '\t' | '\r' | '\n'))
        .take(64)
        .collect()
}

/// Gives the blanks of old tokens to new ones: to those at both ends, those that occur once in both in the same order,
/// and their neighbors.
fn take_blanks<'l>(old: &[Token<'l>], new: &mut [(TokenGap<'l>, &str)]) {
    let mut fences = anchors(old, new);
    fences.push((old.len(), new.len()));
    let (mut from_old, mut from_new) = (0, 0);
    for (to_old, to_new) in fences {
        while from_old < to_old && from_new < to_new && old[from_old].text == new[from_new].1 {
            new[from_new].0 = TokenGap::Text(old[from_old].blank);
            (from_old, from_new) = (from_old + 1, from_new + 1);
        }
        let (mut last_old, mut last_new) = (to_old, to_new);
        while last_old > from_old
            && last_new > from_new
            && old[last_old - 1].text == new[last_new - 1].1
        {
            (last_old, last_new) = (last_old - 1, last_new - 1);
            new[last_new].0 = TokenGap::Text(old[last_old].blank);
        }
        (from_old, from_new) = (to_old, to_new);
    }
}

/// Returns tokens that occur once in both, as far as they are in the same order.
fn anchors(old: &[Token<'_>], new: &[(TokenGap<'_>, &str)]) -> Vec<(usize, usize)> {
    let mut places: FxHashMap<&str, (usize, usize, usize, usize)> = FxHashMap::default();
    for (at, token) in old.iter().enumerate() {
        let place = places.entry(token.text).or_default();
        (place.0, place.1) = (place.0 + 1, at);
    }
    for (at, (_, token)) in new.iter().enumerate() {
        if let Some(place) = places.get_mut(token) {
            (place.2, place.3) = (place.2 + 1, at);
        }
    }
    let once = places.values().filter(|place| place.0 == 1 && place.2 == 1);
    let mut pairs: Vec<(usize, usize)> = once.map(|place| (place.1, place.3)).collect();
    pairs.sort_unstable();
    longest_increasing(&pairs)
}

/// Returns the longest subsequence of pairs whose second numbers increase.
fn longest_increasing(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let mut tails: Vec<usize> = Vec::new();
    let mut before = vec![None; pairs.len()];
    for (at, pair) in pairs.iter().enumerate() {
        let place = tails.partition_point(|tail| pairs[*tail].1 < pair.1);
        before[at] = place.checked_sub(1).map(|p| tails[p]);
        match tails.get_mut(place) {
            Some(tail) => *tail = at,
            None => tails.push(at),
        }
    }
    let mut run = Vec::new();
    let mut at = tails.last().copied();
    while let Some(pair) = at {
        run.push(pairs[pair]);
        at = before[pair];
    }
    run.reverse();
    run
}

/// The most levels that are indented: nobody reads further to the right, and deep trees would be mostly blanks.
const MAX_INDENTED: usize = 500;

/// Computes the blanks before each token of a text by the rules of a layout, token by token.
struct GapRules<'l> {
    layout: &'l Layout,
    depth: usize,
    before: PreviousToken,
}

/// The type of the previous token.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PreviousToken {
    Nothing,
    Colon,
    Comma,
    Opening,
    Other,
}

/// The blanks before a token.
#[derive(Clone, Copy, Debug)]
enum TokenGap<'l> {
    /// This text.
    Text(&'l str),
    /// A line break, then `indent` repeated `depth` times.
    Line {
        end: &'static str,
        indent: &'l str,
        depth: usize,
    },
}

impl<'l> GapRules<'l> {
    fn of(layout: &'l Layout) -> Self {
        Self {
            layout,
            depth: 0,
            before: PreviousToken::Nothing,
        }
    }

    /// Returns the blanks before the next token.
    fn next(&mut self, token: &str) -> TokenGap<'l> {
        let closes = matches!(token, "}" | "]");
        let opened_before = self.before == PreviousToken::Opening;
        if closes {
            self.depth = self.depth.saturating_sub(1);
        }
        let layout = self.layout;
        let blank = match self.before {
            PreviousToken::Nothing => TokenGap::Text(""),
            PreviousToken::Colon => TokenGap::Text(&layout.colon),
            _ if closes && opened_before && !layout.opened => TokenGap::Text(""),
            _ if closes || opened_before => self.line(),
            PreviousToken::Comma if layout.indent.is_none() => TokenGap::Text(&layout.comma),
            PreviousToken::Comma => self.line(),
            PreviousToken::Opening | PreviousToken::Other => TokenGap::Text(""),
        };
        self.before = match token {
            "{" | "[" => {
                self.depth += 1;
                PreviousToken::Opening
            }
            ":" => PreviousToken::Colon,
            "," => PreviousToken::Comma,
            _ => PreviousToken::Other,
        };
        blank
    }

    fn line(&self) -> TokenGap<'l> {
        let Some(indent) = &self.layout.indent else {
            return TokenGap::Text("");
        };
        TokenGap::Line {
            end: if self.layout.carriage_return {
                "\r\n"
            } else {
                "\n"
            },
            indent,
            depth: self.depth.min(MAX_INDENTED),
        }
    }
}

impl TokenGap<'_> {
    fn len(self) -> usize {
        match self {
            Self::Text(text) => text.len(),
            Self::Line { end, indent, depth } => end.len() + indent.len() * depth,
        }
    }

    fn push(self, out: &mut String) {
        match self {
            Self::Text(text) => out.push_str(text),
            Self::Line { end, indent, depth } => {
                out.push_str(end);
                out.extend(std::iter::repeat_n(indent, depth));
            }
        }
    }

    /// Returns whether `there` is exactly these blanks.
    fn is(self, there: &str) -> bool {
        match self {
            Self::Text(text) => text == there,
            Self::Line { end, indent, depth } => {
                let rest = there.strip_prefix(end);
                rest.is_some_and(|rest| {
                    let (rest, indent) = (rest.as_bytes(), indent.as_bytes());
                    rest.len() == indent.len() * depth
                        && (indent.is_empty()
                            || rest.chunks_exact(indent.len()).all(|part| part == indent))
                })
            }
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Token<'t> {
    blank: &'t str,
    text: &'t str,
}

/// Splits a text into brackets, commas, colons, texts and other values, each with the blanks before it.
fn tokens(text: &str) -> impl Iterator<Item = Token<'_>> {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at;
        at += bytes[at..]
            .iter()
            .take_while(|b| b.is_ascii_whitespace())
            .count();
        let begin = at;
        at = match bytes.get(at) {
            None => return None,
            Some(b'"') => text_end(bytes, at + 1).min(bytes.len()),
            Some(b'{' | b'}' | b'[' | b']' | b',' | b':') => at + 1,
            Some(_) => {
                let ends = |b: &&u8| {
                    !b.is_ascii_whitespace()
                        && !matches!(b, b'{' | b'}' | b'[' | b']' | b',' | b':' | b'"')
                };
                at + bytes[at..].iter().take_while(ends).count()
            }
        };
        Some(Token {
            blank: &text[start..begin],
            text: &text[begin..at],
        })
    })
}

#[cfg(test)]
mod tests {
    use treewright_core::format::json_text::compact_any;

    use super::*;

    #[track_caller]
    fn check(text: &str, usual: &Layout, edited: &str, expected: &str) {
        let tape = JsonText::read(text.as_bytes()).unwrap();
        let layout = Layout::of(&tape, text.as_bytes(), usual);
        let json = layout.to_json(usual);
        let kept = json.as_deref().map(|json| JsonText::of(json).unwrap());
        let layout = Layout::from_json(kept.as_ref().map(JsonText::top), usual);
        assert_eq!(layout.set(&compact_any(tape.text())), text);
        assert_eq!(layout.set(edited), expected);
    }

    #[test]
    fn a_text_is_formatted_like_the_file() {
        let lines = Layout::lines();
        check(
            "{\n  \"a\": [],\n  \"b\": 1\n}",
            &lines,
            r#"{"a":[2],"b":1}"#,
            "{\n  \"a\": [\n    2\n  ],\n  \"b\": 1\n}",
        );
        check(
            "\u{feff}{\r\n\t\"a\":{\r\n\t}\r\n}\r\n",
            &lines,
            r#"{"a":{}}"#,
            "\u{feff}{\r\n\t\"a\":{\r\n\t}\r\n}\r\n",
        );
        check(
            r#"[{"a": 1, "b": 2}]"#,
            &Layout::one_line(),
            r#"[{"a":1,"b":3},4]"#,
            r#"[{"a": 1, "b": 3}, 4]"#,
        );
    }

    #[test]
    fn blanks_without_a_rule_are_kept_around_an_edit() {
        let text = "{ \"name\" : \"x\",\n\n  \"list\": [1, 2,3],\n  \"deep\": {\"k\": [ ]}\n}\n";
        let edited = r#"{"name":"y","list":[1,2,3],"new":0,"deep":{"k":[]}}"#;
        let expected = "{ \"name\" : \"y\",\n\n  \"list\": [1, 2,3],\n  \"new\": 0,\n  \"deep\": {\"k\": [ ]}\n}\n";
        check(text, &Layout::lines(), edited, expected);
    }
}
