//! Reads a JSON text piece by piece, without serde, for what must be fast. `None` stands for all errors: whoever wants
//! to know them reads the text as a value.

use std::borrow::Cow;

use super::scanner::Scanner;

/// A text that is being read.
pub struct PullReader<'t> {
    scanner: Scanner<'t>,
}

impl<'t> PullReader<'t> {
    pub fn new(text: &'t str) -> Self {
        Self {
            scanner: Scanner::new(text),
        }
    }

    /// The offset in the text.
    pub fn at(&self) -> usize {
        self.scanner.at()
    }

    /// Checks that nothing follows.
    pub fn end(&mut self) -> Option<()> {
        self.scanner.end().ok()
    }

    /// Reads a list; `item` reads each item.
    pub fn list(&mut self, item: impl FnMut(&mut Self) -> Option<()>) -> Option<()> {
        self.items(b'[', b']', item)
    }

    /// Reads an object; `field` gets the name of each field and reads its value.
    pub fn object(
        &mut self,
        mut field: impl FnMut(&mut Self, &'t str) -> Option<()>,
    ) -> Option<()> {
        self.items(b'{', b'}', |reader| {
            let name = reader.text()?;
            reader.scanner.expect(b':').ok()?;
            field(reader, name)
        })
    }

    #[inline]
    fn items(
        &mut self,
        begin: u8,
        end: u8,
        mut item: impl FnMut(&mut Self) -> Option<()>,
    ) -> Option<()> {
        self.scanner.expect(begin).ok()?;
        if self.scanner.peek() == Some(end) {
            self.scanner.pass();
            return Some(());
        }
        loop {
            item(self)?;
            let sign = self.scanner.peek()?;
            self.scanner.pass();
            if sign != b',' {
                return (sign == end).then_some(());
            }
        }
    }

    /// Reads a string without escapes.
    #[inline]
    pub fn text(&mut self) -> Option<&'t str> {
        match self.string()? {
            Cow::Borrowed(text) => Some(text),
            Cow::Owned(_) => None,
        }
    }

    /// Reads a string.
    #[inline]
    pub fn string(&mut self) -> Option<Cow<'t, str>> {
        match self.scanner.peek()? {
            b'"' => self.scanner.string().ok(),
            _ => None,
        }
    }

    /// Reads true or false.
    pub fn bool(&mut self) -> Option<bool> {
        match self.scanner.peek()? {
            b't' | b'f' => self.scanner.word().ok()?,
            _ => None,
        }
    }

    /// Passes any value and returns it as written.
    pub fn raw(&mut self) -> Option<&'t str> {
        self.scanner.raw().ok()
    }
}
