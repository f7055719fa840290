//! Who was refused at the door, how often and why; and who is refused without a look, because it did not know the token three times in a minute.
//! Knows neither sockets nor clocks.

use std::collections::BTreeMap;
use std::time::Duration;

use treewright_core::named;
use treewright_link::conversation::End;

/// So many wrong proofs in [`SPAN`] are too many.
const TOO_MANY: usize = 3;
const SPAN: Duration = Duration::from_mins(1);
/// The most addresses that are remembered.
const MOST_ADDRESSES: usize = 1_000;

named! {
    /// Why somebody was refused.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum RefusalReason: name {
        /// It does not know the token.
        WrongProof = "wrong_proof",
        /// It left when it saw the proof of this side: it has another token.
        OtherToken = "other_token",
        /// It did not know the token three times in a minute.
        Blocked = "blocked",
        /// It speaks another version.
        Version = "version",
        /// It speaks something else.
        Stranger = "stranger",
        /// It did not prove itself in time.
        Slow = "slow",
        /// Too many were there already.
        Full = "full",
    }
}

/// How often somebody was refused, by reason.
pub type RefusalCounts = BTreeMap<RefusalReason, u64>;

impl RefusalReason {
    /// Returns why a conversation ended before both sides had proved themselves; `None` if the other side just went away.
    pub(super) fn of_end(end: &End) -> Option<Self> {
        match end {
            End::WrongProof => Some(Self::WrongProof),
            End::Version { .. } => Some(Self::Version),
            End::Slow => Some(Self::Slow),
            End::Framing(_) | End::Unexpected => Some(Self::Stranger),
            _ => None,
        }
    }
}

/// The wrong proofs of each address.
#[derive(Debug, Default)]
pub(super) struct WrongProofs(BTreeMap<String, Vec<Duration>>);

impl WrongProofs {
    /// Notes a wrong proof.
    pub fn note(&mut self, address: &str, now: Duration) {
        self.forget(now);
        if self.0.len() < MOST_ADDRESSES || self.0.contains_key(address) {
            self.0.entry(address.to_owned()).or_default().push(now);
        }
    }

    /// Returns whether an address is refused now.
    pub fn is_blocked(&mut self, address: &str, now: Duration) -> bool {
        self.forget(now);
        let times = self.0.get(address);
        times.is_some_and(|times| times.len() >= TOO_MANY)
    }

    fn forget(&mut self, now: Duration) {
        self.0.retain(|_, times| {
            times.retain(|time| now.saturating_sub(*time) < SPAN);
            !times.is_empty()
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_wrong_proofs_in_a_minute_are_refused_for_a_minute() {
        let mut wrong = WrongProofs::default();
        let at = Duration::from_secs;
        wrong.note("a", at(0));
        wrong.note("a", at(50));
        wrong.note("a", at(70));
        assert!(!wrong.is_blocked("a", at(70)), "the first one is long ago");
        wrong.note("a", at(80));
        assert!(wrong.is_blocked("a", at(100)) && !wrong.is_blocked("b", at(100)));
        assert!(!wrong.is_blocked("a", at(111)));
        for address in 0..5_000 {
            wrong.note(&address.to_string(), at(200));
        }
        assert!(wrong.0.len() <= MOST_ADDRESSES);
    }
}
