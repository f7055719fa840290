//! A game and an editor talk through pieces of any size; others are left without an answer.

use proptest::prelude::*;
use treewright_core::testing::cases;

use super::*;
use crate::protocol::{Step, Watch};

type ToldToGame = Told<FromEditor, ()>;

const TOKEN: Hex16 = Hex16([42; 16]);
const START: Duration = Duration::from_secs(100);

fn hello() -> Hello {
    Hello {
        version: VERSION,
        nonce: Hex16([1; 16]),
        app: "Arena".into(),
        engine: "test".into(),
        process: 4711,
        may: Vec::new(),
    }
}

fn pair() -> (GameSide, EditorSide) {
    (
        GameSide::new(TOKEN, hello(), START),
        EditorSide::new(TOKEN, Hex16([2; 16]), START),
    )
}

/// Moves bytes in both directions until there are none left.
fn settle(
    (game, editor): (&mut GameSide, &mut EditorSide),
    size: usize,
    now: Duration,
) -> (Vec<ToldToGame>, Vec<Told<FromGame, Hello>>) {
    let (mut at_game, mut at_editor) = (Vec::new(), Vec::new());
    while !game.out().is_empty() || !editor.out().is_empty() {
        for piece in std::mem::take(game.out()).chunks(size) {
            at_editor.extend(editor.receive(piece, now));
        }
        for piece in std::mem::take(editor.out()).chunks(size) {
            at_game.extend(game.receive(piece, now));
        }
    }
    (at_game, at_editor)
}

fn open_pair() -> (GameSide, EditorSide) {
    let (mut game, mut editor) = pair();
    settle((&mut game, &mut editor), 1_000, START);
    assert!(game.is_open() && editor.is_open());
    (game, editor)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(200)))]

    #[test]
    fn both_sides_understand_each_other_whatever_the_pieces(
        size in 1_usize..600,
        agents in prop::collection::vec(prop::collection::vec(any::<u64>(), 0..20), 0..10),
    ) {
        let (mut game, mut editor) = pair();
        let (at_game, at_editor) = settle((&mut game, &mut editor), size, START);
        prop_assert_eq!(at_game, vec![Told::Open(())]);
        prop_assert_eq!(at_editor, vec![Told::Open(hello())]);
        let watches: Vec<_> = agents
            .into_iter()
            .map(|agents| FromEditor::Watch(Watch { agents, past: 1.5 }))
            .collect();
        for watch in &watches {
            editor.send(watch);
        }
        game.send(&FromGame::Done(7));
        let (at_game, at_editor) = settle((&mut game, &mut editor), size, START);
        let expected: Vec<_> = watches.into_iter().map(Told::Message).collect();
        prop_assert_eq!(at_game, expected);
        prop_assert_eq!(at_editor, vec![Told::Message(FromGame::Done(7))]);
    }

    #[test]
    fn noise_is_survived_on_both_sides(
        noise in prop::collection::vec(any::<u8>(), 0..400),
        messages in prop::collection::vec("\\{\"[a-z]{1,9}\":[\\[\\]{}:,0-9a-z\"]{0,30}\\}", 0..10),
        is_open: bool,
        is_framed: bool,
    ) {
        let (mut game, mut editor) = if is_open { open_pair() } else { pair() };
        let mut bytes = if is_open { Vec::new() } else { PREAMBLE.to_vec() };
        for message in &messages {
            push_frame(message, &mut bytes);
        }
        if !is_framed {
            bytes = noise;
        }
        game.receive(&bytes, START);
        editor.receive(&bytes, START);
        let later = START + HANDSHAKE;
        game.pass(later);
        editor.pass(later);
        prop_assert!(is_open || (game.end().is_some() && editor.end().is_some()));
    }
}

#[test]
fn a_wrong_token_is_left_without_an_answer_on_both_sides() {
    let other = Hex16([43; 16]);
    let mut game = GameSide::new(other, hello(), START);
    let mut editor = EditorSide::new(TOKEN, Hex16([2; 16]), START);
    settle((&mut game, &mut editor), 9, START);
    assert_eq!(game.end(), Some(&End::WrongProof));
    assert!(!editor.is_open());
    editor.pass(START + HANDSHAKE);
    assert_eq!(editor.end(), Some(&End::Slow));

    // A game that pretends to be content.
    let mut editor = EditorSide::new(TOKEN, Hex16([2; 16]), START);
    let mut bytes = PREAMBLE.to_vec();
    push_frame(&FromGame::Hello(hello()).write(), &mut bytes);
    editor.receive(&bytes, START);
    editor.out().clear();
    bytes.clear();
    push_frame(&FromGame::Proof(other).write(), &mut bytes);
    push_frame(&FromGame::Done(1).write(), &mut bytes);
    assert_eq!(editor.receive(&bytes, START), []);
    assert_eq!(editor.end(), Some(&End::WrongProof));
    assert!(editor.out().is_empty());
}

/// What the editor proves cannot be sent back to it as the game's proof.
#[test]
fn a_proof_cannot_be_reflected() {
    let mut editor = EditorSide::new(TOKEN, Hex16([2; 16]), START);
    let mut bytes = PREAMBLE.to_vec();
    push_frame(&FromGame::Hello(hello()).write(), &mut bytes);
    editor.receive(&bytes, START);
    let nonces = Nonces {
        game: hello().nonce,
        editor: Hex16([2; 16]),
    };
    bytes.clear();
    let reflected = proof(TOKEN, Prover::Editor, nonces);
    push_frame(&FromGame::Proof(reflected).write(), &mut bytes);
    editor.receive(&bytes, START);
    assert_eq!(editor.end(), Some(&End::WrongProof));
}

#[test]
fn another_major_version_is_told_to_both() {
    let newer = Hello {
        version: [2, 1],
        ..hello()
    };
    let mut game = GameSide::new(TOKEN, newer, START);
    let mut editor = EditorSide::new(TOKEN, Hex16([2; 16]), START);
    settle((&mut game, &mut editor), 1_000, START);
    assert_eq!(editor.end(), Some(&End::Version { theirs: [2, 1] }));
    assert_eq!(
        editor.end().map(End::to_string).unwrap(),
        "the other side speaks version 2.1, this one version 1"
    );
    // This game is of version 1 in truth, so it finds nothing wrong with the version that it is told.
    assert_eq!(game.end(), Some(&End::Unexpected));
}

#[test]
fn other_peers_are_left_without_an_answer() {
    let mut framed = PREAMBLE.to_vec();
    push_frame(r#"{"watch":{"agents":[1]}}"#, &mut framed);
    let mut long = PREAMBLE.to_vec();
    long.extend(u32::MAX.to_le_bytes());
    for (bytes, end) in [
        (
            &b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"[..],
            End::Framing(FramingError::Preamble),
        ),
        (
            &long,
            End::Framing(FramingError::TooLong { claimed: u32::MAX }),
        ),
        (&framed, End::Unexpected),
    ] {
        let (mut game, mut editor) = pair();
        let (greeting, first) = (game.out().clone(), editor.out().clone());
        assert_eq!(game.receive(bytes, START), []);
        assert_eq!(editor.receive(bytes, START), []);
        assert_eq!((game.end(), editor.end()), (Some(&end), Some(&end)));
        assert_eq!(
            (game.out(), editor.out()),
            (&mut greeting.clone(), &mut first.clone())
        );
    }
}

#[test]
fn a_peer_that_is_silent_or_slow_is_given_up_before_it_has_proved_itself() {
    let (mut game, mut editor) = pair();
    let bytes = game.out().clone();
    for (byte, now) in bytes.chunks(1).zip(0..) {
        editor.receive(byte, START + Duration::from_millis(100 * now));
        game.pass(START + Duration::from_millis(100 * now));
    }
    assert_eq!(editor.end(), Some(&End::Slow));
    assert_eq!(game.end(), Some(&End::Slow));
}

#[test]
fn both_sides_give_signs_of_life_and_notice_their_lack() {
    let (mut game, mut editor) = open_pair();
    for second in 1..=20 {
        let now = START + Duration::from_secs(second);
        game.pass(now);
        editor.pass(now);
        let told = settle((&mut game, &mut editor), 50, now);
        assert_eq!(told, (Vec::new(), Vec::new()), "the owner is not bothered");
    }
    assert!(game.is_open() && editor.is_open());
    let last = START + Duration::from_secs(20);
    game.pass(last + Duration::from_millis(4_999));
    assert!(game.is_open());
    game.pass(last + SILENCE);
    assert_eq!(game.end(), Some(&End::Silent));
}

#[test]
fn who_stood_still_for_too_long_is_told_so_when_the_other_side_has_left() {
    let after = |still: Duration| {
        let (_, mut editor) = open_pair();
        editor.pass(START);
        editor.close(START + still);
        editor.end().cloned()
    };
    assert_eq!(after(Duration::from_secs(1)), Some(End::Closed));
    assert_eq!(after(SILENCE), Some(End::Absent));
    // What waited to be read comes before the end.
    let (mut game, mut editor) = open_pair();
    game.send(&FromGame::Done(1));
    let now = START + 2 * SILENCE;
    assert_eq!(editor.receive(game.out(), now).len(), 1);
    editor.close(now + Duration::from_millis(4));
    assert_eq!(editor.end(), Some(&End::Absent));
}

#[test]
fn incomplete_messages_are_no_signs_of_life() {
    let (mut game, _) = open_pair();
    let mut bytes = Vec::new();
    push_frame(r#"{"step":{"frames":3}}"#, &mut bytes);
    for (byte, second) in bytes.chunks(1).zip(0..10) {
        game.receive(byte, START + Duration::from_secs(second));
    }
    assert_eq!(game.end(), Some(&End::Silent));
}

#[test]
fn unknown_messages_are_counted_and_the_conversation_goes_on() {
    let (mut game, mut editor) = open_pair();
    let mut bytes = Vec::new();
    push_frame(r#"{"dance":{"steps":3}}"#, &mut bytes);
    push_frame(r#"{"step":{"frames":3,"speed":2}}"#, &mut bytes);
    let told = game.receive(&bytes, START);
    assert_eq!(told, [Told::Message(FromEditor::Step(Step { frames: 3 }))]);
    assert_eq!(game.ignored(), 2);
    editor.send(&FromEditor::Bye(Nothing {}));
    settle((&mut game, &mut editor), 10, START);
    assert_eq!(game.end(), Some(&End::Bye));
    game.out().clear();
    game.send(&FromGame::Done(1));
    assert!(game.out().is_empty(), "nothing is sent after the end");
}

#[test]
fn nothing_is_sent_before_both_have_proved_themselves() {
    let (mut game, mut editor) = pair();
    let (greeting, first) = (game.out().clone(), editor.out().clone());
    game.send(&FromGame::Done(1));
    editor.send(&FromEditor::Pause(Nothing {}));
    assert_eq!(
        (game.out().clone(), editor.out().clone()),
        (greeting, first)
    );
}
