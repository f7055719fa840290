//! Arbitrary bytes as what a game sends to an editor: before it has proved itself, and lines of them as messages afterwards.
#![no_main]

use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use treewright_link::conversation::{EditorSide, Told};
use treewright_link::framing::{PREAMBLE, push_frame};
use treewright_link::proof::{Hex16, Nonces, Prover, proof};
use treewright_link::seen::SeenGame;

const TOKEN: Hex16 = Hex16([1; 16]);
const EDITOR: Hex16 = Hex16([2; 16]);

/// Returns an editor to which a game has proved itself.
fn open() -> EditorSide {
    let mut side = EditorSide::new(TOKEN, EDITOR, Duration::ZERO);
    let game = Hex16([3; 16]);
    let own = proof(TOKEN, Prover::Game, Nonces { game, editor: EDITOR });
    let mut bytes = PREAMBLE.to_vec();
    let hello = format!(r#"{{"hello":{{"version":[1,0],"nonce":"{game}","app":"Fuzz"}}}}"#);
    push_frame(&hello, &mut bytes);
    push_frame(&format!(r#"{{"proof":"{own}"}}"#), &mut bytes);
    side.receive(&bytes, Duration::ZERO);
    assert!(side.is_open());
    side
}

fuzz_target!(|bytes: &[u8]| {
    let mut stranger = EditorSide::new(TOKEN, EDITOR, Duration::ZERO);
    for piece in bytes.chunks(61) {
        stranger.receive(piece, Duration::ZERO);
        assert!(!stranger.is_open());
    }
    let (mut side, mut seen) = (open(), SeenGame::with_limit(1 << 20));
    for line in String::from_utf8_lossy(bytes).lines() {
        let mut message = Vec::new();
        push_frame(line, &mut message);
        for told in side.receive(&message, Duration::ZERO) {
            if let Told::Message(message) = told {
                seen.take(message);
            }
        }
    }
    assert!(side.out().len() <= 64 * (bytes.len() + 64));
});
