//! Reads and writes the parts of which the compact form consists: numbers, texts by their index, counts.

use super::{CompactError, Damage};

/// Reads a file from its beginning to its end.
#[derive(Clone, Copy)]
pub(super) struct ByteReader<'a> {
    bytes: &'a [u8],
    at: usize,
    /// The part of the file, for errors.
    pub part: &'static str,
}

impl<'a> ByteReader<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            at: 0,
            part: "",
        }
    }

    pub fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    #[cold]
    pub fn error(&self, error: CompactError) -> Damage {
        error.at(self.part, self.at)
    }

    #[cold]
    fn ends_early(&self) -> Damage {
        self.error(CompactError::EndsEarly)
    }

    #[inline]
    pub fn byte(&mut self) -> Result<u8, Damage> {
        let Some(byte) = self.bytes.get(self.at) else {
            return Err(self.ends_early());
        };
        self.at += 1;
        Ok(*byte)
    }

    /// Returns the next `count` bytes.
    pub fn slice(&mut self, count: usize) -> Result<&'a [u8], Damage> {
        if count > self.left() {
            return Err(self.ends_early());
        }
        let slice = &self.bytes[self.at..self.at + count];
        self.at += count;
        Ok(slice)
    }

    pub fn array<const N: usize>(&mut self) -> Result<[u8; N], Damage> {
        let slice = self.slice(N)?;
        let mut array = [0; N];
        array.copy_from_slice(slice);
        Ok(array)
    }

    /// Reads a number: seven bits in each byte, the lowest first; the highest bit says that more follow.
    #[inline]
    pub fn number(&mut self) -> Result<u64, Damage> {
        match self.byte()? {
            small @ 0..0x80 => Ok(u64::from(small)),
            first => self.long_number(first),
        }
    }

    fn long_number(&mut self, first: u8) -> Result<u64, Damage> {
        let mut number = u64::from(first & 0x7f);
        for shift in (7..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if bits << shift >> shift != bits {
                return Err(self.error(CompactError::Number));
            }
            number |= bits << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(self.error(CompactError::Number))
    }

    /// Reads a number with a sign: 0, -1, 1, -2, 2, …
    pub fn signed(&mut self) -> Result<i64, Damage> {
        let number = self.number()?;
        Ok((number >> 1) as i64 ^ -((number & 1) as i64))
    }

    /// Reads the number of items of a list: at most `limit`, and no more than there can be in the rest of the file, if
    /// each takes at least `least` bytes.
    pub fn count(&mut self, limit: usize, least: usize) -> Result<usize, Damage> {
        let found = self.number()?;
        if found > limit as u64 {
            return Err(self.error(CompactError::Count { found, limit }));
        }
        let count = found as usize;
        if count.saturating_mul(least) > self.left() {
            return Err(self.ends_early());
        }
        Ok(count)
    }

    /// Reads the index of one of `count` entries.
    #[inline]
    pub fn index(&mut self, count: usize) -> Result<usize, Damage> {
        let index = self.number()?;
        if index < count as u64 {
            return Ok(index as usize);
        }
        Err(self.error(CompactError::NoSuch { index, count }))
    }
}

/// Appends a number.
pub(super) fn push_number(mut number: u64, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Appends a number with a sign.
pub(super) fn push_signed(number: i64, out: &mut Vec<u8>) {
    push_number((number << 1 ^ number >> 63) as u64, out);
}
