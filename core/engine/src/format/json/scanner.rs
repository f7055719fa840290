//! The tokens of a JSON text: strings, numbers, words, and whole values that are skipped. Finds where a text is not
//! JSON, but not why (see `syntax.rs`). Knows no types.

use std::borrow::Cow;

use super::error::ReadError;

/// A place in a text, up to which it is JSON.
pub(super) struct Scanner<'t> {
    text: &'t str,
    at: usize,
    /// The closing brackets of what [`Self::skip_value`] is in, outermost first; a field to allocate only once.
    open: Vec<u8>,
}

impl<'t> Scanner<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self {
            text,
            at: 0,
            open: Vec::new(),
        }
    }

    /// The offset in the text.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// A scanner of the same text at this offset.
    pub(super) fn moved_to(&self, at: usize) -> Self {
        Self {
            at,
            ..Self::new(self.text)
        }
    }

    #[inline]
    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Skips white space and returns the byte after it; `None` at the end of the text.
    #[inline]
    pub(super) fn peek(&mut self) -> Option<u8> {
        let bytes = self.text.as_bytes();
        while let Some(b' ' | b'\n' | b'\t' | b'\r') = bytes.get(self.at) {
            self.at += 1;
        }
        self.byte()
    }

    /// Skips white space and returns the byte after it.
    #[inline]
    pub(super) fn token(&mut self) -> Result<u8, ReadError> {
        self.peek().ok_or_else(|| self.truncated())
    }

    /// Steps over the byte that was found here.
    pub(super) fn pass(&mut self) {
        self.at += 1;
    }

    /// Steps over this sign, which must be the next token.
    pub(super) fn expect(&mut self, sign: u8) -> Result<(), ReadError> {
        if self.token()? != sign {
            return Err(self.unexpected());
        }
        self.at += 1;
        Ok(())
    }

    /// Checks that nothing follows.
    pub(super) fn end(&mut self) -> Result<(), ReadError> {
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self.unexpected()),
        }
    }

    /// The error of a text that ends here too early.
    #[cold]
    pub(super) fn truncated(&self) -> ReadError {
        ReadError::truncated(self.text.len())
    }

    /// The error of a byte that is not allowed here.
    #[cold]
    pub(super) fn unexpected(&self) -> ReadError {
        ReadError::syntax(self.text.len().min(self.at + 1))
    }

    /// The error of what ends here.
    #[cold]
    pub(super) fn invalid(&self) -> ReadError {
        ReadError::syntax(self.at)
    }

    /// Passes the string that begins here and returns what it says.
    pub(super) fn string(&mut self) -> Result<Cow<'t, str>, ReadError> {
        self.at += 1;
        let start = self.at;
        self.plain_characters();
        if self.byte() != Some(b'"') {
            return self.escaped_string(start).map(Cow::Owned);
        }
        let text = &self.text[start..self.at];
        self.at += 1;
        Ok(Cow::Borrowed(text))
    }

    /// Passes the rest of a string that begins at `start`, and returns what it says.
    #[inline(never)]
    fn escaped_string(&mut self, mut start: usize) -> Result<String, ReadError> {
        let mut decoded = String::new();
        loop {
            decoded.push_str(&self.text[start..self.at]);
            match self.byte() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(decoded);
                }
                Some(b'\\') => decoded.push(self.escape()?),
                Some(_) => return Err(self.unexpected()),
                None => return Err(self.truncated()),
            }
            start = self.at;
            self.plain_characters();
        }
    }

    /// Passes characters of a string up to a quote, a backslash or a control character.
    #[inline]
    fn plain_characters(&mut self) {
        let rest = &self.text.as_bytes()[self.at..];
        let is_special = |byte: &u8| matches!(byte, b'"' | b'\\' | ..=0x1F);
        self.at += rest.iter().position(is_special).unwrap_or(rest.len());
    }

    /// Passes the escape that begins here and returns its character.
    fn escape(&mut self) -> Result<char, ReadError> {
        self.at += 1;
        let character = match self.byte() {
            Some(same @ (b'"' | b'\\' | b'/')) => char::from(same),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                self.at += 1;
                return self.code_point();
            }
            Some(_) => return Err(self.unexpected()),
            None => return Err(self.truncated()),
        };
        self.at += 1;
        Ok(character)
    }

    /// Passes the digits of a `\u` escape, of two if they are a surrogate pair.
    fn code_point(&mut self) -> Result<char, ReadError> {
        let mut code = self.code_unit()?;
        if (0xD800..0xDC00).contains(&code) {
            for expected in *b"\\u" {
                match self.byte() {
                    Some(byte) if byte == expected => self.at += 1,
                    Some(_) => return Err(self.unexpected()),
                    None => return Err(self.truncated()),
                }
            }
            let low = self.code_unit()?;
            if (0xDC00..0xE000).contains(&low) {
                code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
            }
        }
        // A surrogate without its other half is no character.
        char::from_u32(code).ok_or_else(|| self.invalid())
    }

    /// Passes four hexadecimal digits.
    fn code_unit(&mut self) -> Result<u32, ReadError> {
        let bytes = self.text.as_bytes();
        let Some(digits) = bytes.get(self.at..self.at + 4) else {
            return Err(self.truncated());
        };
        self.at += 4;
        let digit = |byte: &u8| char::from(*byte).to_digit(16);
        let mut digits = digits.iter();
        let code = digits.try_fold(0, |code, byte| Some(code * 16 + digit(byte)?));
        code.ok_or_else(|| self.invalid())
    }

    /// Passes the number that begins here and returns it as written.
    pub(super) fn number(&mut self) -> Result<&'t str, ReadError> {
        let start = self.at;
        self.at += usize::from(self.byte() == Some(b'-'));
        let is_zero = self.byte() == Some(b'0');
        let whole = self.at;
        self.digits()?;
        if is_zero && self.at > whole + 1 {
            self.at = whole + 1;
            return Err(self.unexpected());
        }
        if self.byte() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if matches!(self.byte(), Some(b'e' | b'E')) {
            self.at += 1;
            self.at += usize::from(matches!(self.byte(), Some(b'+' | b'-')));
            self.digits()?;
        }
        Ok(&self.text[start..self.at])
    }

    /// Passes at least one digit.
    fn digits(&mut self) -> Result<(), ReadError> {
        let start = self.at;
        while let Some(b'0'..=b'9') = self.byte() {
            self.at += 1;
        }
        if self.at > start {
            return Ok(());
        }
        Err(match self.byte() {
            None => self.truncated(),
            Some(_) => self.unexpected(),
        })
    }

    /// Passes the word that begins here: true, false or, as `None`, null.
    pub(super) fn word(&mut self) -> Result<Option<bool>, ReadError> {
        let (word, meaning) = match self.byte() {
            Some(b't') => ("true", Some(true)),
            Some(b'f') => ("false", Some(false)),
            _ => ("null", None),
        };
        for expected in word.bytes() {
            match self.byte() {
                Some(byte) if byte == expected => self.at += 1,
                Some(_) => return Err(self.unexpected()),
                None => return Err(self.truncated()),
            }
        }
        Ok(meaning)
    }

    /// Passes the next value and returns it as written.
    pub(super) fn raw(&mut self) -> Result<&'t str, ReadError> {
        self.peek();
        let start = self.at;
        self.skip_value()?;
        Ok(&self.text[start..self.at])
    }

    /// Passes the next value. Surrogates in its strings may lack their other half.
    pub(super) fn skip_value(&mut self) -> Result<(), ReadError> {
        self.open.clear();
        loop {
            let mut is_complete = true;
            match self.token()? {
                b'"' => self.skip_string()?,
                b't' | b'f' | b'n' => {
                    self.word()?;
                }
                b'-' | b'0'..=b'9' => {
                    self.number()?;
                }
                bracket @ (b'[' | b'{') => {
                    self.at += 1;
                    self.open.push(if bracket == b'[' { b']' } else { b'}' });
                    is_complete = false;
                }
                _ => return Err(self.unexpected()),
            }
            // Passes closing brackets up to the next value.
            let end = loop {
                let Some(end) = self.open.last().copied() else {
                    return Ok(());
                };
                let byte = self.token()?;
                if byte == end {
                    self.at += 1;
                    self.open.pop();
                    is_complete = true;
                } else if !is_complete {
                    break end;
                } else if byte == b',' {
                    self.at += 1;
                    break end;
                } else {
                    return Err(self.unexpected());
                }
            };
            if end == b'}' {
                if self.token()? != b'"' {
                    return Err(self.unexpected());
                }
                self.skip_string()?;
                self.expect(b':')?;
            }
        }
    }

    /// Passes the string that begins here without decoding it.
    fn skip_string(&mut self) -> Result<(), ReadError> {
        self.at += 1;
        loop {
            self.plain_characters();
            match self.byte() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(());
                }
                Some(b'\\') => {
                    self.at += 1;
                    match self.byte() {
                        Some(b'u') => {
                            self.at += 1;
                            self.code_unit()?;
                        }
                        Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => {
                            self.at += 1;
                        }
                        Some(_) => return Err(self.unexpected()),
                        None => return Err(self.truncated()),
                    }
                }
                Some(_) => return Err(self.invalid()),
                None => return Err(self.truncated()),
            }
        }
    }
}
