//! The FNV-1a hash with 64 bits: simple, and the same on every machine and in every version of this crate.

use std::fmt;

/// A hash of what was put in so far.
pub(crate) struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    fn byte(&mut self, byte: u8) {
        self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }

    pub fn number(&mut self, number: u32) {
        number.to_le_bytes().into_iter().for_each(|b| self.byte(b));
    }

    /// Hashes a text and a terminator, so that "ab", "c" differs from "a", "bc". 0xff is never part of UTF-8.
    pub fn text(&mut self, text: &str) {
        text.bytes().for_each(|b| self.byte(b));
        self.byte(0xff);
    }

    pub fn finish(&self) -> u64 {
        self.0
    }
}

/// Hashes what is written, without terminators.
impl fmt::Write for Fnv {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        text.bytes().for_each(|b| self.byte(b));
        Ok(())
    }
}
