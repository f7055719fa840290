//! Game time in whole nanoseconds, so that sums are exact: they depend neither on the order of frames nor on the machine
//! or the language. The only place that rounds seconds.

use std::ops::{Add, AddAssign, Sub};

/// A span of game time in whole nanoseconds.
///
/// Sums and differences are exact. They stop at zero and at [`Self::MAX`] instead of overflowing.
///
/// ```
/// use treewright_core::time::Nanoseconds;
///
/// let mut passed = Nanoseconds::ZERO;
/// for _ in 0..10 {
///     passed += Nanoseconds::from_seconds(0.1);
/// }
/// assert_eq!(passed, Nanoseconds::from_seconds(1.0));
/// assert_eq!(passed.seconds(), 1.0);
/// assert_eq!(Nanoseconds::from_seconds(1.0 / 60.0), Nanoseconds(16_666_667));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nanoseconds(pub u64);

impl Nanoseconds {
    /// No time.
    pub const ZERO: Self = Self(0);
    /// The longest span: more than 584 years.
    pub const MAX: Self = Self(u64::MAX);

    /// Converts seconds, rounded to the nearest nanosecond: the product with 1e9 in double precision, halves up. A
    /// negative number and NaN are [`Self::ZERO`]; infinity and whatever else is too large are [`Self::MAX`].
    #[inline]
    pub const fn from_seconds(seconds: f64) -> Self {
        /// From here on, floats have no fractions.
        const ALL_WHOLE: f64 = (1_u64 << 52) as f64;
        let nanoseconds = seconds * 1e9;
        if !(nanoseconds > 0.0 && nanoseconds < ALL_WHOLE) {
            // Casts stop at the limits, and make NaN zero.
            return Self(nanoseconds as u64);
        }
        // Signed numbers convert faster.
        let whole = nanoseconds as i64;
        let rounds_up = nanoseconds - whole as f64 >= 0.5;
        Self(whole as u64 + rounds_up as u64)
    }

    /// Converts to seconds. Converting these back gives the same span, unless it is longer than 26 days.
    #[inline]
    pub const fn seconds(self) -> f64 {
        self.0 as f64 / 1e9
    }
}

impl Add for Nanoseconds {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Nanoseconds {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Nanoseconds {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::cases;

    #[test]
    fn seconds_are_rounded_to_the_nearest_nanosecond() {
        for (seconds, nanoseconds) in [
            (0.1, 100_000_000),
            (1.0 / 30.0, 33_333_333),
            (1.0 / 60.0, 16_666_667),
            (0.49e-9, 0),
            (0.5e-9, 1),
            (1.5e-9, 2),
            (1e9, 1_000_000_000_000_000_000),
            (4_503_599.627_370_495, 4_503_599_627_370_496),
            (4_503_599.627_370_497, 4_503_599_627_370_497),
        ] {
            assert_eq!(
                Nanoseconds::from_seconds(seconds).0,
                nanoseconds,
                "{seconds}"
            );
        }
    }

    #[test]
    fn a_number_that_is_no_time_is_the_nearest_time() {
        for seconds in [0.0, -0.0, -1.0, f64::NEG_INFINITY, f64::NAN] {
            assert_eq!(Nanoseconds::from_seconds(seconds), Nanoseconds::ZERO);
        }
        for seconds in [1.9e10, 1e300, f64::INFINITY] {
            assert_eq!(Nanoseconds::from_seconds(seconds), Nanoseconds::MAX);
        }
    }

    #[test]
    fn sums_and_differences_stop_at_the_limits() {
        let second = Nanoseconds::from_seconds(1.0);
        assert_eq!(Nanoseconds::MAX + second, Nanoseconds::MAX);
        assert_eq!(second - Nanoseconds::MAX, Nanoseconds::ZERO);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(cases(500)))]

        #[test]
        fn seconds_convert_back_to_the_same_span(nanoseconds in 0_u64..1 << 51) {
            let span = Nanoseconds(nanoseconds);
            prop_assert_eq!(Nanoseconds::from_seconds(span.seconds()), span);
        }

        #[test]
        fn no_whole_nanosecond_is_nearer(seconds in 0.0_f64..1e6) {
            let span = Nanoseconds::from_seconds(seconds);
            let distance = |span: Nanoseconds| (seconds * 1e9 - span.0 as f64).abs();
            for other in [span - Nanoseconds(1), span + Nanoseconds(1)] {
                prop_assert!(distance(span) <= distance(other));
            }
        }
    }
}
