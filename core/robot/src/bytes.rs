//! Reads numbers and slices from the front of bytes of unknown origin. Knows no format.

/// The bytes that are still to be read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bytes<'b>(pub &'b [u8]);

impl<'b> Bytes<'b> {
    /// Takes the next bytes; `None` if there are fewer, and then nothing is taken.
    pub fn take(&mut self, count: usize) -> Option<&'b [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    /// Takes the next `N` bytes.
    pub fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    /// Takes a byte.
    pub fn byte(&mut self) -> Option<u8> {
        let [byte] = self.array()?;
        Some(byte)
    }

    /// Takes an unsigned number of `count` bytes, at most 8, that ends with its most significant one.
    pub fn little_endian(&mut self, count: usize) -> Option<u64> {
        let taken = self.take(count)?.iter().rev();
        Some(taken.fold(0, |number, byte| number << 8 | u64::from(*byte)))
    }

    /// Takes an unsigned number of `count` bytes, at most 8, that begins with its most significant one.
    pub fn big_endian(&mut self, count: usize) -> Option<u64> {
        let taken = self.take(count)?.iter();
        Some(taken.fold(0, |number, byte| number << 8 | u64::from(*byte)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_in_both_orders_and_never_beyond_the_end() {
        let mut bytes = Bytes(&[1, 2, 3, 1, 2, 9]);
        assert_eq!(bytes.little_endian(2), Some(0x0201));
        assert_eq!(bytes.byte(), Some(3));
        assert_eq!(bytes.big_endian(2), Some(0x0102));
        assert_eq!(bytes.big_endian(2), None);
        assert_eq!(bytes.array(), Some([9]));
        assert_eq!(bytes.byte(), None);
    }
}
