//! Proves to each side that the other one knows the token, without sending it. Knows no messages; random bytes come from
//! outside.

use std::fmt;
use std::hash::Hasher as _;
use std::hint::black_box;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use siphasher::sip128::{Hasher128 as _, SipHasher24};

/// Sixteen bytes, written as 32 hexadecimal digits: a token, random bytes of one side, or a proof.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hex16(pub [u8; 16]);

/// A text is not 32 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NoHex;

impl fmt::Display for NoHex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected 32 hexadecimal digits")
    }
}

impl std::error::Error for NoHex {}

/// Takes the same time wherever the bytes differ, so that nobody can guess them one by one.
impl PartialEq for Hex16 {
    fn eq(&self, other: &Self) -> bool {
        let pairs = self.0.iter().zip(&other.0);
        black_box(pairs.fold(0, |different, (one, other)| different | (one ^ other))) == 0
    }
}

impl Eq for Hex16 {}

impl fmt::Display for Hex16 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", u128::from_be_bytes(self.0))
    }
}

impl FromStr for Hex16 {
    type Err = NoHex;

    fn from_str(text: &str) -> Result<Self, NoHex> {
        let is_hex = text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let number = is_hex.then(|| u128::from_str_radix(text, 16));
        match number {
            Some(Ok(number)) => Ok(Self(number.to_be_bytes())),
            _ => Err(NoHex),
        }
    }
}

impl Serialize for Hex16 {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Hex16 {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}

/// The side that gives a proof. So a proof cannot be sent back as one's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prover {
    /// The game.
    Game,
    /// The editor.
    Editor,
}

/// The random bytes of both sides, new for each conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nonces {
    /// Those of the game.
    pub game: Hex16,
    /// Those of the editor.
    pub editor: Hex16,
}

/// Returns the proof that one side knows the token: SipHash-2-4 with 128 bits, keyed with the token, of the name of the
/// side and the random bytes of both.
pub fn proof(token: Hex16, prover: Prover, nonces: Nonces) -> Hex16 {
    let mut hasher = SipHasher24::new_with_key(&token.0);
    hasher.write(match prover {
        Prover::Game => b"game",
        Prover::Editor => b"editor",
    });
    hasher.write(&nonces.game.0);
    hasher.write(&nonces.editor.0);
    Hex16(hasher.finish128().as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proof_depends_on_token_side_and_both_random_parts() {
        let hex = |byte| Hex16([byte; 16]);
        let nonces = |game, editor| Nonces {
            game: hex(game),
            editor: hex(editor),
        };
        let all = [
            proof(hex(1), Prover::Game, nonces(2, 3)),
            proof(hex(1), Prover::Editor, nonces(2, 3)),
            proof(hex(9), Prover::Game, nonces(2, 3)),
            proof(hex(1), Prover::Game, nonces(9, 3)),
            proof(hex(1), Prover::Game, nonces(2, 9)),
            proof(hex(1), Prover::Game, nonces(3, 2)),
        ];
        for (i, one) in all.iter().enumerate() {
            assert_eq!(all.iter().filter(|other| *other == one).count(), 1, "{i}");
        }
        assert_eq!(all[0], proof(hex(1), Prover::Game, nonces(2, 3)));
    }

    /// The proofs are part of the protocol: clients in other languages compute the same.
    #[test]
    fn a_proof_is_the_published_hash() {
        let token: Hex16 = "000102030405060708090a0b0c0d0e0f".parse().unwrap();
        // The first vector of the hash's authors for no message at all.
        let mut hasher = SipHasher24::new_with_key(&token.0);
        assert_eq!(
            Hex16(hasher.finish128().as_bytes()).to_string(),
            "a3817f04ba25a8e66df67214c7550293"
        );
        let nonces = Nonces {
            game: Hex16([1; 16]),
            editor: Hex16([2; 16]),
        };
        hasher.write(&[&b"game"[..], &[1; 16], &[2; 16]].concat());
        let proof = proof(token, Prover::Game, nonces);
        assert_eq!(proof, Hex16(hasher.finish128().as_bytes()));
        let page = include_str!("../../docs/live-link.md");
        assert!(page.contains(&format!("`{proof}`")), "{proof}");
    }

    #[test]
    fn hexadecimal_digits_are_read_strictly() {
        let text = "00ff0102030405060708090a0b0c0d0e";
        assert_eq!(text.parse::<Hex16>().unwrap().to_string(), text);
        for wrong in [
            "",
            "00",
            "+0ff0102030405060708090a0b0c0d0e",
            &"g".repeat(32),
        ] {
            assert_eq!(wrong.parse::<Hex16>(), Err(NoHex), "{wrong}");
        }
    }
}
