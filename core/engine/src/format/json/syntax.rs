//! Explains syntax errors of JSON: from the byte where a reader stopped, finds what was expected there. Knows nothing
//! of what the text means.

use super::DEEPEST;
use crate::format::FormatErrorKind;
use crate::format::field_error::SyntaxError;

/// What is expected next.
#[derive(Clone, Copy, PartialEq)]
enum ExpectedToken {
    /// A value, after a comma or not.
    Value,
    /// The name of a field.
    Name,
    /// The colon after a name.
    Colon,
    /// A comma, or the end of a list or an object.
    CommaOrEnd,
}

/// A walk through the text to the error.
struct SyntaxWalk<'a> {
    bytes: &'a [u8],
    /// The offset of the error.
    wrong: usize,
    /// The closing brackets of the open lists and objects, outermost first.
    open: Vec<u8>,
    next: ExpectedToken,
    is_after_comma: bool,
}

/// Returns the error of a JSON reader that stopped at the byte `wrong`.
pub(super) fn kind(text: &str, wrong: usize) -> FormatErrorKind {
    let walk = SyntaxWalk {
        bytes: text.as_bytes(),
        wrong,
        open: Vec::new(),
        next: ExpectedToken::Value,
        is_after_comma: false,
    };
    walk.kind()
}

impl SyntaxWalk<'_> {
    fn kind(mut self) -> FormatErrorKind {
        let mut at = 0;
        while let Some(byte) = self.bytes.get(at).copied() {
            if matches!(byte, b' ' | b'\t' | b'\r' | b'\n') && at < self.wrong {
                at += 1;
                continue;
            }
            if at >= self.wrong {
                return self.unexpected_token(byte);
            }
            let end = match byte {
                b'"' => match self.end_of_text(at) {
                    Ok(end) => end,
                    Err(error) => return syntax(&error),
                },
                b'-' | b'0'..=b'9' => match self.end_of_number(at) {
                    Ok(end) => end,
                    Err(kind) => return kind,
                },
                b'a'..=b'z' => match self.end_of_word(at) {
                    Some(end) => end,
                    None => return syntax(&SyntaxError::Word),
                },
                _ => at + 1,
            };
            self.pass(byte);
            at = end;
        }
        self.unexpected_token(b'\0')
    }

    /// Steps over a token that begins with this byte.
    fn pass(&mut self, byte: u8) {
        self.is_after_comma = byte == b',';
        let in_object = self.open.last() == Some(&b'}');
        self.next = match byte {
            b'{' => {
                self.open.push(b'}');
                ExpectedToken::Name
            }
            b'[' => {
                self.open.push(b']');
                ExpectedToken::Value
            }
            b',' if in_object => ExpectedToken::Name,
            b',' | b':' => ExpectedToken::Value,
            b']' | b'}' => {
                self.open.pop();
                ExpectedToken::CommaOrEnd
            }
            _ if self.next == ExpectedToken::Name => ExpectedToken::Colon,
            _ => ExpectedToken::CommaOrEnd,
        };
    }

    /// Returns the error for a token that begins with this byte and is not allowed here.
    fn unexpected_token(&self, byte: u8) -> FormatErrorKind {
        let next = self.bytes.get(self.wrong + 1);
        syntax(&match (self.next, self.open.last()) {
            _ if byte == b'"' && next.is_some_and(|byte| *byte < 0x20) => SyntaxError::LineBreak,
            (ExpectedToken::Value, _)
                if matches!(byte, b'[' | b'{') && self.open.len() >= DEEPEST =>
            {
                return FormatErrorKind::TooDeep;
            }
            (ExpectedToken::CommaOrEnd, None) => return FormatErrorKind::TrailingText,
            // A minus sign at the end of the text.
            (ExpectedToken::Value, _) if byte == b'-' && self.wrong + 1 >= self.bytes.len() => {
                return FormatErrorKind::Truncated;
            }
            (ExpectedToken::Name | ExpectedToken::Value, Some(end))
                if self.is_after_comma && byte == *end =>
            {
                SyntaxError::CommaAfterLast
            }
            (ExpectedToken::Name, _) => SyntaxError::NameInQuotes,
            (ExpectedToken::Colon, _) => SyntaxError::Sign { a: ':' },
            (ExpectedToken::CommaOrEnd, Some(end)) if byte != b',' && byte != *end => {
                SyntaxError::CommaOrEnd {
                    b: char::from(*end),
                }
            }
            (ExpectedToken::CommaOrEnd | ExpectedToken::Value, _) => SyntaxError::Value,
        })
    }

    /// Returns the end of the string that begins here, or its error.
    fn end_of_text(&self, start: usize) -> Result<usize, SyntaxError> {
        let mut at = start + 1;
        loop {
            let length = match self.bytes.get(at) {
                Some(b'"') => return Ok(at + 1),
                // An error in a surrogate pair refers to both halves.
                Some(b'\\') => match self.code(at) {
                    Some(0xD800..=0xDBFF) => 12,
                    Some(_) => 6,
                    None => 2,
                },
                Some(0x20..) => 1,
                Some(_) | None => return Err(SyntaxError::LineBreak),
            };
            let is_code = self.bytes.get(at + 1) == Some(&b'u');
            if at + length > self.wrong || (length == 2 && is_code) {
                return Err(self.of_escape(at));
            }
            at += length;
        }
    }

    /// Returns the error of the character or escape that begins here.
    fn of_escape(&self, start: usize) -> SyntaxError {
        let is_code = |at: usize| self.bytes.get(at..at + 2) == Some(b"\\u");
        if self.bytes.get(start) != Some(&b'\\') {
            return SyntaxError::LineBreak;
        }
        match self.code(start) {
            Some(0xD800..=0xDBFF) if !is_code(start + 6) => SyntaxError::HexEnd,
            Some(0xD800..=0xDBFF) if self.code(start + 6).is_none() => SyntaxError::Escape,
            Some(0xD800..=0xDFFF) => SyntaxError::Surrogate,
            _ => SyntaxError::Escape,
        }
    }

    /// Returns the value of the `\u` escape that begins here, such as `\u0041`.
    fn code(&self, start: usize) -> Option<u32> {
        let digits = self.bytes.get(start..start + 6)?.strip_prefix(b"\\u")?;
        let digit = |byte: &u8| char::from(*byte).to_digit(16);
        digits
            .iter()
            .try_fold(0, |code, byte| Some(code * 16 + digit(byte)?))
    }

    /// Returns the end of the number that begins here, or its error.
    fn end_of_number(&self, start: usize) -> Result<usize, FormatErrorKind> {
        let byte = |at: usize| self.bytes.get(at).copied().unwrap_or_default();
        let digits = |at: usize| {
            let rest = self.bytes[at.min(self.bytes.len())..].iter();
            match rest.take_while(|byte| byte.is_ascii_digit()).count() {
                0 if at >= self.bytes.len() => Err(FormatErrorKind::Truncated),
                0 => Err(syntax(&SyntaxError::Number)),
                count => Ok(at + count),
            }
        };
        let first = start + usize::from(byte(start) == b'-');
        let mut end = digits(first)?;
        if byte(first) == b'0' && end > first + 1 {
            return Err(syntax(&SyntaxError::Number));
        }
        if byte(end) == b'.' {
            end = digits(end + 1)?;
        }
        if matches!(byte(end), b'e' | b'E') {
            end = digits(end + 1 + usize::from(matches!(byte(end + 1), b'+' | b'-')))?;
        }
        if end > self.wrong {
            return Err(syntax(&SyntaxError::NumberRange));
        }
        Ok(end)
    }

    /// Returns the end of the word that begins here, if it is true, false or null.
    fn end_of_word(&self, start: usize) -> Option<usize> {
        let rest = &self.bytes[start..];
        let words: [&[u8]; 3] = [b"true", b"false", b"null"];
        let word = words.into_iter().find(|word| rest.starts_with(word))?;
        Some(start + word.len())
    }
}

fn syntax(error: &SyntaxError) -> FormatErrorKind {
    FormatErrorKind::Syntax {
        message: error.message(),
    }
}
