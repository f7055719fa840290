//! The scanner: from the text of an expression to tokens with their positions. Accepts names in any script, and knows
//! nothing about grammar.

use std::borrow::Cow;
use std::ops::Range;

use unicode_ident::{is_xid_continue, is_xid_start};

use super::error::{ExpressionError, Fault};

/// A token of the text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Token<'t> {
    pub kind: TokenKind<'t>,
    /// Its position in bytes.
    pub range: Range<usize>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum TokenKind<'t> {
    /// A name, with or without backticks.
    Name(Cow<'t, str>),
    /// `true`, `false`, `in` or `null`, without backticks.
    Keyword(&'t str),
    /// Digits, or `0x` and hexadecimal digits.
    Int(&'t str),
    Float(&'t str),
    /// The content of a quoted string, with escapes resolved.
    Text(String),
    Symbol(&'static str),
}

const KEYWORDS: [&str; 4] = ["true", "false", "in", "null"];

/// Longer symbols first, so that `<=` is not read as `<`.
const SYMBOLS: [&str; 22] = [
    "==", "!=", "<=", ">=", "&&", "||", "(", ")", "[", "]", ",", ".", "?", ":", "!", "-", "+", "*",
    "/", "%", "<", ">",
];

/// Symbols of other keyboards or languages, with what to write instead.
const REPLACEMENTS: [(&str, &str); 27] = [
    ("=", "=="),
    ("&", "&&"),
    ("|", "||"),
    ("（", "("),
    ("）", ")"),
    ("【", "["),
    ("】", "]"),
    ("，", ","),
    ("。", "."),
    ("？", "?"),
    ("：", ":"),
    ("！", "!"),
    ("＋", "+"),
    ("－", "-"),
    ("−", "-"),
    ("×", "*"),
    ("÷", "/"),
    ("％", "%"),
    ("＜", "<"),
    ("＞", ">"),
    ("＝", "=="),
    ("≤", "<="),
    ("≥", ">="),
    ("≠", "!="),
    ("“", "\""),
    ("”", "\""),
    ("·", "`"),
];

/// Returns the tokens up to the end of the text or the first error, and that error.
pub(super) fn scan(text: &str) -> (Vec<Token<'_>>, Option<ExpressionError>) {
    let mut scanner = Scanner { text, at: 0 };
    let mut tokens = Vec::new();
    loop {
        match scanner.next() {
            Ok(Some(token)) => tokens.push(token),
            Ok(None) => return (tokens, None),
            Err(error) => return (tokens, Some(error)),
        }
    }
}

struct Scanner<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Scanner<'t> {
    fn next(&mut self) -> Result<Option<Token<'t>>, ExpressionError> {
        self.skip_blanks();
        let start = self.at;
        let rest = &self.text[start..];
        let Some(first) = rest.chars().next() else {
            return Ok(None);
        };
        let kind = if is_xid_start(first) || first == '_' {
            self.name()
        } else if first.is_ascii_digit()
            || first == '.' && rest[1..].starts_with(|c: char| c.is_ascii_digit())
        {
            self.number()
        } else if first == '`' {
            self.quoted_name()?
        } else if first == '"' || first == '\'' {
            TokenKind::Text(self.quoted_text(first)?)
        } else {
            self.symbol(first)?
        };
        let range = start..self.at;
        Ok(Some(Token { kind, range }))
    }

    fn skip_blanks(&mut self) {
        loop {
            let rest = &self.text[self.at..];
            let blank = rest.len() - rest.trim_start().len();
            self.at += blank;
            if rest[blank..].starts_with("//") {
                let comment = &self.text[self.at..];
                self.at += comment.find('\n').unwrap_or(comment.len());
            } else if blank == 0 {
                return;
            }
        }
    }

    /// Takes characters as long as `holds` returns true.
    fn take_while(&mut self, holds: impl Fn(char) -> bool) -> &'t str {
        let rest = &self.text[self.at..];
        let length = rest.find(|c| !holds(c)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn name(&mut self) -> TokenKind<'t> {
        let name = self.take_while(is_name_part);
        if KEYWORDS.contains(&name) {
            TokenKind::Keyword(name)
        } else {
            TokenKind::Name(name.into())
        }
    }

    fn number(&mut self) -> TokenKind<'t> {
        let start = self.at;
        let text = self.text;
        let follows = |at: usize, holds: fn(char) -> bool| text[at..].starts_with(holds);
        if text[start..].starts_with("0x") || text[start..].starts_with("0X") {
            self.at += 2;
            self.take_while(|c| c.is_ascii_hexdigit());
            return TokenKind::Int(&text[start..self.at]);
        }
        let digit = |c: char| c.is_ascii_digit();
        self.take_while(digit);
        let mut whole = true;
        if text[self.at..].starts_with('.') && follows(self.at + 1, digit) {
            whole = false;
            self.at += 1;
            self.take_while(digit);
        }
        if follows(self.at, |c| matches!(c, 'e' | 'E')) {
            let sign = usize::from(follows(self.at + 1, |c| matches!(c, '+' | '-')));
            if follows(self.at + 1 + sign, digit) {
                whole = false;
                self.at += 1 + sign;
                self.take_while(digit);
            }
        }
        let number = &text[start..self.at];
        if whole {
            TokenKind::Int(number)
        } else {
            TokenKind::Float(number)
        }
    }

    /// Reads a name in backticks; two backticks inside stand for one.
    fn quoted_name(&mut self) -> Result<TokenKind<'t>, ExpressionError> {
        let start = self.at;
        let inside = &self.text[start + 1..];
        let mut from = 0;
        while let Some(found) = inside[from..].find('`') {
            let end = from + found;
            if inside[end + 1..].starts_with('`') {
                from = end + 2;
                continue;
            }
            self.at = start + 1 + end + 1;
            let name = &inside[..end];
            if name.is_empty() {
                return Err(ExpressionError::new(start..self.at, Fault::EmptyName));
            }
            return Ok(TokenKind::Name(if name.contains('`') {
                name.replace("``", "`").into()
            } else {
                name.into()
            }));
        }
        let all = start..self.text.len();
        Err(ExpressionError::new(all, Fault::OpenName))
    }

    fn quoted_text(&mut self, quote: char) -> Result<String, ExpressionError> {
        let start = self.at;
        let inside = &self.text[start + 1..];
        let mut said = String::new();
        let mut characters = inside.char_indices();
        while let Some((at, c)) = characters.next() {
            match c {
                _ if c == quote => {
                    self.at = start + 1 + at + 1;
                    return Ok(said);
                }
                '\n' | '\r' => break,
                '\\' => {
                    let Some(c) = escaped(&mut characters) else {
                        let end = start + 1 + characters.offset();
                        let range = start + 1 + at..end;
                        return Err(ExpressionError::new(range, Fault::UnknownEscape));
                    };
                    said.push(c);
                }
                c => said.push(c),
            }
        }
        let all = start..self.text.len();
        Err(ExpressionError::new(all, Fault::OpenText))
    }

    fn symbol(&mut self, first: char) -> Result<TokenKind<'t>, ExpressionError> {
        let start = self.at;
        let rest = &self.text[start..];
        if let Some(symbol) = SYMBOLS.into_iter().find(|s| rest.starts_with(s)) {
            self.at += symbol.len();
            return Ok(TokenKind::Symbol(symbol));
        }
        let range = start..start + first.len_utf8();
        let fault = match REPLACEMENTS
            .into_iter()
            .find(|(found, _)| rest.starts_with(found))
        {
            Some((found, meant)) => Fault::WriteInstead {
                found: found.into(),
                meant,
            },
            None if first == '{' || first == '}' => Fault::Unsupported { what: "{ }".into() },
            None => Fault::UnexpectedCharacter { character: first },
        };
        Err(ExpressionError::new(range, fault))
    }
}

/// Returns the character that an escape stands for, after the backslash; `None` if it is unknown.
fn escaped(characters: &mut std::str::CharIndices<'_>) -> Option<char> {
    let (_, c) = characters.next()?;
    let digits = match c {
        'n' => return Some('\n'),
        't' => return Some('\t'),
        'r' => return Some('\r'),
        '\\' | '\'' | '"' | '`' | '?' => return Some(c),
        'x' => 2,
        'u' => 4,
        'U' => 8,
        _ => return None,
    };
    let mut code = 0;
    for _ in 0..digits {
        let (_, digit) = characters.next()?;
        code = code * 16 + digit.to_digit(16)?;
    }
    char::from_u32(code)
}

fn is_name_part(c: char) -> bool {
    is_xid_continue(c)
}

/// Returns whether a variable of this name needs backticks.
fn needs_quotes(name: &str) -> bool {
    let starts = name.starts_with(|c: char| is_xid_start(c) || c == '_');
    !starts || !name.chars().all(is_name_part) || KEYWORDS.contains(&name)
}

/// Returns a name as it is written in expressions: in backticks if it contains spaces and the like.
pub fn written(name: &str) -> Cow<'_, str> {
    if needs_quotes(name) {
        format!("`{}`", name.replace('`', "``")).into()
    } else {
        name.into()
    }
}

/// Returns the names and byte ranges of the variables in a text, from left to right. In an invalid text, those up to
/// the first error.
///
/// ```
/// use treewright_core::expression::variable_places;
/// assert_eq!(variable_places("max(`my x`, 2)"), [("my x".to_owned(), 4..10)]);
/// ```
pub fn variable_places(text: &str) -> Vec<(String, Range<usize>)> {
    let (tokens, _) = scan(text);
    let symbol = |index: Option<usize>| match index.and_then(|i| tokens.get(i)).map(|t| &t.kind) {
        Some(TokenKind::Symbol(symbol)) => *symbol,
        _ => "",
    };
    let is_variable =
        |index: usize| symbol(index.checked_sub(1)) != "." && symbol(Some(index + 1)) != "(";
    let tokens = tokens.iter().enumerate();
    tokens
        .filter_map(|(index, token)| match &token.kind {
            TokenKind::Name(name) if is_variable(index) => {
                Some((name.to_string(), token.range.clone()))
            }
            _ => None,
        })
        .collect()
}

/// Returns the names of the variables in a text, without duplicates, in order of first use.
///
/// ```
/// use treewright_core::expression::names;
/// assert_eq!(names("生命 < 30 || `my target`.x > max(生命, 2)"), ["生命", "my target"]);
/// ```
pub fn names(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    for (name, _) in variable_places(text) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// Returns the text with a variable renamed. Functions, components such as `.x`, and quoted strings stay unchanged.
///
/// ```
/// use treewright_core::expression::rename;
/// assert_eq!(rename("x + p.x > max(x, 2)", "x", "my x"), "`my x` + p.x > max(`my x`, 2)");
/// ```
pub fn rename(text: &str, from: &str, to: &str) -> String {
    rename_variables(text, |name| (name == from).then(|| to.to_owned()))
}

/// Returns the text with other variables. `new` returns the new name for an old one that changes.
pub fn rename_variables(text: &str, new: impl Fn(&str) -> Option<String>) -> String {
    let places = variable_places(text).into_iter();
    let renamed = places.filter_map(|(name, range)| Some((range, written(&new(&name)?).into())));
    with_parts(text, renamed)
}

/// Returns the text with other names after `owner.`.
///
/// ```
/// use treewright_core::expression::rename_members;
/// let new = |name: &str| (name == "x").then(|| "my x".to_owned());
/// assert_eq!(rename_members("last.x < x", "last", new), "last.`my x` < x");
/// ```
pub fn rename_members(text: &str, owner: &str, new: impl Fn(&str) -> Option<String>) -> String {
    let (tokens, _) = scan(text);
    let members = tokens.windows(3).filter_map(|three| match three {
        [of, dot, member] if is_symbol(dot, ".") => match (&of.kind, &member.kind) {
            (TokenKind::Name(of), TokenKind::Name(name)) if of == owner => {
                Some((member.range.clone(), written(&new(name)?).into()))
            }
            _ => None,
        },
        _ => None,
    });
    with_parts(text, members)
}

/// Returns the text with other strings as the arguments of these functions.
///
/// ```
/// use treewright_core::expression::rename_arguments;
/// let new = |name: &str| (name == "Rest").then(|| "Dad's nap".to_owned());
/// let renamed = rename_arguments("running('Rest') || name == 'Rest'", &["running"], new);
/// assert_eq!(renamed, r"running('Dad\'s nap') || name == 'Rest'");
/// ```
pub fn rename_arguments(
    text: &str,
    functions: &[&str],
    new: impl Fn(&str) -> Option<String>,
) -> String {
    let (tokens, _) = scan(text);
    let arguments = calls_in(&tokens, functions).filter_map(|(_, argument)| {
        let TokenKind::Text(name) = &argument.kind else {
            return None;
        };
        let quote = &text[argument.range.start..=argument.range.start];
        Some((argument.range.clone(), quoted(&new(name)?, quote)))
    });
    with_parts(text, arguments)
}

/// Returns the calls of these functions in a text, in order: each function with its argument if that is a string.
///
/// ```
/// use treewright_core::expression::calls;
/// let called = calls("running('Rest') && status() == 'Running'", &["running", "status"]);
/// let expected = [("running", Some("Rest")), ("status", None)];
/// assert!(called.iter().map(|(function, text)| (&**function, text.as_deref())).eq(expected));
/// ```
pub fn calls(text: &str, functions: &[&str]) -> Vec<(String, Option<String>)> {
    let (tokens, _) = scan(text);
    let calls = calls_in(&tokens, functions).map(|(function, argument)| {
        let text = match &argument.kind {
            TokenKind::Text(text) => Some(text.clone()),
            _ => None,
        };
        (function.to_owned(), text)
    });
    calls.collect()
}

/// The calls of these functions, each with what follows its opening parenthesis.
fn calls_in<'t, 's>(
    tokens: &'t [Token<'s>],
    functions: &'t [&str],
) -> impl Iterator<Item = (&'t str, &'t Token<'s>)> {
    tokens.windows(3).filter_map(move |three| match three {
        [function, open, argument] if is_symbol(open, "(") => match &function.kind {
            TokenKind::Name(name) if functions.contains(&&**name) => Some((&**name, argument)),
            _ => None,
        },
        _ => None,
    })
}

fn is_symbol(token: &Token<'_>, symbol: &str) -> bool {
    matches!(token.kind, TokenKind::Symbol(found) if found == symbol)
}

/// Returns a string as it is written between these quotation marks.
fn quoted(content: &str, quote: &str) -> String {
    let mut escaped = content.replace('\\', r"\\");
    for (character, escape) in [("\n", r"\n"), ("\r", r"\r"), ("\t", r"\t")] {
        escaped = escaped.replace(character, escape);
    }
    let escaped = escaped.replace(quote, &format!("\\{quote}"));
    format!("{quote}{escaped}{quote}")
}

/// Returns the text with other parts at these ranges, which are in order.
fn with_parts(text: &str, parts: impl Iterator<Item = (Range<usize>, String)>) -> String {
    let mut changed = String::with_capacity(text.len());
    let mut copied = 0;
    for (range, part) in parts {
        changed.push_str(&text[copied..range.start]);
        changed.push_str(&part);
        copied = range.end;
    }
    changed.push_str(&text[copied..]);
    changed
}
