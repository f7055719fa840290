//! The door for games over 127.0.0.1: who gets in, who is refused and told nothing, and what is left behind.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use treewright_link::conversation::GameSide;
use treewright_link::framing::PREAMBLE;
use treewright_link::protocol::{FromEditor, FromGame, Hello, VERSION};
use treewright_link::seen::Change;

use super::*;
use crate::workspace::game_link::{GameLink, GameNews};

/// Nothing takes so long; only a test that fails waits for it.
const PATIENCE: Duration = Duration::from_secs(20);

fn door() -> GameLink {
    GameLink::new(GameDoor::listen_for_child(|| {}, Arc::new(|_| Vec::new())).unwrap())
}

/// Waits until this returns something.
fn until<T>(mut what: impl FnMut() -> Option<T>) -> T {
    let begin = Instant::now();
    loop {
        if let Some(found) = what() {
            return found;
        }
        assert!(begin.elapsed() < PATIENCE);
        thread::sleep(Duration::from_millis(5));
    }
}

/// The game's end of a connection.
struct Game {
    stream: TcpStream,
    side: GameSide,
    begin: Instant,
    heard: Vec<FromEditor>,
    is_closed: bool,
}

impl Game {
    fn call(door: &GameLink, token: Hex16) -> Self {
        Self::call_at(&door.door().address.host, token)
    }

    fn call_at(host: &str, token: Hex16) -> Self {
        let stream = TcpStream::connect(host).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_millis(10)))
            .unwrap();
        let hello = Hello {
            version: VERSION,
            nonce: Hex16([5; 16]),
            app: "Arena".into(),
            engine: "test".into(),
            process: 1,
            may: vec!["pause".into()],
        };
        Self {
            stream,
            side: GameSide::new(token, hello, Duration::ZERO),
            begin: Instant::now(),
            heard: Vec::new(),
            is_closed: false,
        }
    }

    fn write(&mut self) {
        let out = std::mem::take(self.side.out());
        self.is_closed |= self.stream.write_all(&out).is_err();
    }

    fn talk(&mut self) {
        let mut piece = [0; 4096];
        match self.stream.read(&mut piece) {
            Ok(0) => self.is_closed = true,
            Ok(length) => {
                for told in self.side.receive(&piece[..length], self.begin.elapsed()) {
                    if let treewright_link::conversation::Told::Message(message) = told {
                        self.heard.push(message);
                    }
                }
            }
            Err(_) => {}
        }
        self.side.pass(self.begin.elapsed());
        self.write();
    }

    fn talk_until<T>(&mut self, mut what: impl FnMut(&mut Self) -> Option<T>) -> T {
        until(|| {
            self.talk();
            what(self)
        })
    }
}

/// Takes what is new until this is there.
fn wait_for(door: &mut GameLink, wanted: impl Fn(&GameNews) -> bool) -> GameId {
    until(|| {
        let news = door.work();
        news.iter()
            .find(|(_, news)| wanted(news))
            .map(|(game, _)| *game)
    })
}

#[test]
fn a_game_gets_breakpoints_at_once_whatever_the_window_does() {
    let door = door();
    for list in ["", r#"{"node": "n2"}"#] {
        let text = format!(
            r#"{{"format":"treewright-breakpoints","version":1,"documents":{{"a.bt.json":[{list}]}}}}"#
        );
        if !list.is_empty() {
            door.door().arm(&text);
        }
        let mut game = Game::call(&door, door.door().address.token);
        // Nobody takes what the door tells.
        let first = game.talk_until(|game| game.heard.first().cloned());
        let FromEditor::Breakpoints(first) = first else {
            panic!("{first:?}");
        };
        assert_eq!(*first.0 == *text, !list.is_empty(), "{}", first.0);
    }
}

#[test]
fn a_game_comes_is_asked_for_its_trees_and_stays_known_when_it_is_gone() {
    let mut door = door();
    let mut game = Game::call(&door, door.door().address.token);
    game.talk_until(|game| game.side.is_open().then_some(()));
    let id = wait_for(&mut door, |news| *news == GameNews::Came);
    assert_eq!(
        (door.attached(), &*door.games()[&id].hello.app),
        (1, "Arena")
    );
    assert!(door.games()[&id].may("pause") && !door.games()[&id].may("swap"));
    let program = r#"{"id":0,"document":"a.bt.json","nodes":[],"variables":[]}"#;
    let program = treewright_core::format::json::from_str(program).unwrap();
    game.side.send(&FromGame::Program(program));
    game.write();
    wait_for(&mut door, |news| {
        matches!(news, GameNews::Changed(Change::Program(0)))
    });
    game.talk_until(|game| game.heard.contains(&FromEditor::Texts(0)).then_some(()));
    drop(game);
    wait_for(&mut door, |news| matches!(news, GameNews::Left(_)));
    assert_eq!((door.attached(), door.games().len()), (0, 1));
    assert!(!door.games()[&id].may("pause"));
    door.forget(id);
    assert!(door.games().is_empty());
}

#[test]
fn three_wrong_proofs_are_refused_without_a_word() {
    let mut door = door();
    for _ in 0..3 {
        let mut game = Game::call(&door, Hex16([1; 16]));
        // The game notices first that the other side does not know its token.
        game.talk_until(|game| (game.side.end().is_some() || game.is_closed).then_some(()));
        // One that pretends otherwise gives a proof of its own.
        let mut liar = Game::call(&door, Hex16([1; 16]));
        liar.side.out().clear();
        let mut bytes = PREAMBLE.to_vec();
        for text in [
            r#"{"hello":{"version":[1,0],"nonce":"00000000000000000000000000000000","app":"x"}}"#,
            r#"{"proof":"00000000000000000000000000000000"}"#,
        ] {
            treewright_link::framing::push_frame(text, &mut bytes);
        }
        liar.stream.write_all(&bytes).unwrap();
        liar.talk_until(|game| game.is_closed.then_some(()));
    }
    let count = |door: &GameLink, reason| door.refusals().get(&reason).copied().unwrap_or(0);
    assert_eq!(count(&door, RefusalReason::WrongProof), 3);
    until(|| (count(&door, RefusalReason::OtherToken) == 3).then_some(()));
    let mut good = Game::call(&door, door.door().address.token);
    good.talk_until(|game| game.is_closed.then_some(()));
    until(|| (count(&door, RefusalReason::Blocked) > 0).then_some(()));
    assert!(door.work().is_empty() && door.games().is_empty());
}

#[test]
fn a_game_that_leaves_before_it_is_answered_has_no_other_token() {
    let shared = Arc::<Shared>::default();
    let token = Hex16([4; 16]);
    let (door, _commands) = Door::open(token, shared.clone(), Arc::new(|_| Vec::new())).unwrap();
    let host = door.address().host;
    // They say who they are and are gone before the door looks, as while the editor stands still.
    for _ in 0..3 {
        let mut game = Game::call_at(&host, token);
        game.write();
    }
    let _events = Job::<GameEvent>::begin(
        "games",
        || {},
        move |context| {
            door.serve(context);
            None
        },
    );
    let mut good = Game::call_at(&host, token);
    good.talk_until(|game| game.side.is_open().then_some(()));
    assert_eq!(shared.refusals(), RefusalCounts::new());
}

#[test]
fn strangers_are_refused_and_counted() {
    let mut door = door();
    for (bytes, reason) in [
        (&b"GET / HTTP/1.1\r\n\r\n"[..], RefusalReason::Stranger),
        (b"\0TWLK\r\n\x02", RefusalReason::Stranger),
        (b"\0TWLK\r\n\x01\xff\xff\xff\xff", RefusalReason::Stranger),
        (b"", RefusalReason::Slow),
    ] {
        let before = door.refusals().get(&reason).copied().unwrap_or(0);
        let mut stream = TcpStream::connect(&door.door().address.host).unwrap();
        stream.write_all(bytes).unwrap();
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        assert_eq!(answer.get(..8).unwrap_or(&PREAMBLE), PREAMBLE);
        assert!(answer.len() <= 8, "nothing but who this side is");
        until(|| (door.refusals().get(&reason).copied().unwrap_or(0) > before).then_some(()));
    }
    // A byte now and then does not keep the connection.
    let mut slow = TcpStream::connect(&door.door().address.host).unwrap();
    let heard = PREAMBLE.iter().cycle().take(400).take_while(|byte| {
        thread::sleep(Duration::from_millis(20));
        slow.write_all(&[**byte]).is_ok()
    });
    assert!(heard.count() < 400);
    assert!(door.work().is_empty());
}

#[test]
fn at_most_four_games_are_attached() {
    let mut door = door();
    let mut games: Vec<_> = (0..4)
        .map(|_| {
            let mut game = Game::call(&door, door.door().address.token);
            game.talk_until(|game| game.side.is_open().then_some(()));
            wait_for(&mut door, |news| *news == GameNews::Came);
            game
        })
        .collect();
    let mut fifth = Game::call(&door, door.door().address.token);
    fifth.talk_until(|game| game.is_closed.then_some(()));
    until(|| (door.refusals().get(&RefusalReason::Full) == Some(&1)).then_some(()));
    drop(door);
    for game in &mut games {
        game.talk_until(|game| (game.side.end().is_some() || game.is_closed).then_some(()));
    }
}

#[test]
fn the_file_is_private_and_goes_with_the_door() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("treewright/link.json");
    let listen = || GameDoor::listen_at(&file, || {}, Arc::new(|_| Vec::new()));
    let door = listen().unwrap();
    assert!(door.is_announced());
    let text = std::fs::read_to_string(&file).unwrap();
    assert_eq!(text, door.address.to_file(std::process::id()));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&file), mode(file.parent().unwrap())), (0o600, 0o700));
    }
    assert_eq!(listen().err(), Some(LinkError::HeldElsewhere));
    assert!(file.exists(), "it is that of the other one");
    drop(door);
    assert!(!file.exists());
    // What a program has left that was killed.
    std::fs::write(&file, "old").unwrap();
    let door = listen().unwrap();
    assert_ne!(std::fs::read_to_string(&file).unwrap(), "old");
    drop(door);
}

#[test]
fn games_of_other_machines_attach_by_the_text_that_is_shown_until_they_may_not() {
    let mut door = door();
    assert_eq!(door.door().invitation(), None);
    // This address stands for one of a network.
    let network = Reach::Network([127, 0, 0, 1].into());
    door.door_mut().set_reach(network).unwrap();
    let invitation = door.door().invitation().unwrap();
    assert_eq!(invitation.tunnel, None);
    let (name, value) = invitation.variable.split_once('=').unwrap();
    assert_eq!(name, treewright_link::VARIABLE);
    let (host, token) = value.rsplit_once(':').unwrap();
    assert_ne!(host, door.door().address.host);
    let mut game = Game::call_at(host, token.parse().unwrap());
    game.talk_until(|game| game.side.is_open().then_some(()));
    wait_for(&mut door, |news| *news == GameNews::Came);

    door.door_mut().set_reach(Reach::Tunnel).unwrap();
    let invitation = door.door().invitation().unwrap();
    let here = &door.door().address;
    let port = here.host.rsplit_once(':').unwrap().1;
    assert_eq!(
        invitation.tunnel.unwrap(),
        format!("ssh -N -R {port}:127.0.0.1:{port}")
    );
    assert!(invitation.variable.ends_with(&here.to_variable()));
    until(|| TcpStream::connect(host).is_err().then_some(()));
}

#[test]
fn an_address_that_this_machine_does_not_have_changes_nothing() {
    let mut door = door();
    // Reserved for documentation: no machine has it.
    let elsewhere = Reach::Network([192, 0, 2, 1].into());
    assert!(matches!(
        door.door_mut().set_reach(elsewhere),
        Err(LinkError::System(_))
    ));
    assert_eq!(door.door().reach(), Reach::ThisMachine);
    assert!(
        interfaces()
            .iter()
            .all(|known| !known.address.is_loopback())
    );
}
