//! An editor and a game that are two processes, over 127.0.0.1: whichever starts or ends first.

#![allow(
    clippy::unwrap_used,
    reason = "a test fails where something is not as it expects"
)]

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use treewright_core::TreeManager;
use treewright_core::compile::GameTasks;
use treewright_core::load::Loaded;
use treewright_core::runtime::{NodeIndex, Status, TaskContext, TaskHooks, Var};
use treewright_core::trace::TraceEvent;
use treewright_core::tree::{self, Tree};
use treewright_insight::recording_json::{Recorded, RecordedFile};
use treewright_link::conversation::{EditorSide, Told};
use treewright_link::proof::Hex16;
use treewright_link::protocol::{
    FromEditor, FromGame, Json, Nothing, Order, Replacing, Step, Verb, Watch,
};
use treewright_link::{Address, Link, Settings, Source, VARIABLE};

const TOKEN: Hex16 = Hex16([7; 16]);
/// Nothing takes so long; only a test that fails waits for it.
const PATIENCE: Duration = Duration::from_secs(20);

fn guard() -> Tree {
    let walk = tree::task("Walk").with("speed", tree::var("speed"));
    Tree::new("Guard", tree::forever(walk)).variable("speed", 1.0)
}

fn tasks() -> GameTasks<f64> {
    let mut tasks = GameTasks::new();
    tasks.action("Walk", |arguments| {
        let speed: Var<f64> = arguments.var("speed");
        TaskHooks::new(move |context: &mut TaskContext<'_, '_, f64>| {
            *context.world += speed.get(&context.tick);
            Status::Success
        })
    });
    tasks
}

/// The game: runs until its input ends, and prints how many frames that were.
#[test]
#[ignore = "the other tests start it as a process"]
fn plays() {
    let mut link = Link::new(Settings::named("Arena"));
    let mut trees = TreeManager::new();
    let program = guard().compile(&tasks()).unwrap();
    let text = guard().to_file().unwrap();
    link.program(
        &program,
        Source::of("guard.bt.json").with_file("guard.bt.json", text),
    );
    link.compile_with(|files| Loaded::from_files(files.path(), &tasks(), |path| files.read(path)));
    let agent = trees.add(program, 0).unwrap();
    link.name(agent, "guard 1", &[]);
    let ends = thread::spawn(|| std::io::stdin().read_to_end(&mut Vec::new()));
    let mut world = 0.0;
    while !ends.is_finished() {
        if link.may_run() {
            link.tick(&mut trees, &mut world, 0.01);
        }
        thread::sleep(Duration::from_millis(1));
    }
    println!("frames {}", trees.get(agent).unwrap().frame());
}

/// A process that plays.
struct Game(Child);

impl Game {
    fn start(environment: &[(&str, &str)]) -> Self {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command
            .args(["--exact", "plays", "--ignored", "--nocapture"])
            .env_remove(VARIABLE)
            .env_remove("XDG_RUNTIME_DIR")
            .envs(environment.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        Self(command.spawn().unwrap())
    }

    /// Lets the game end, and returns how many frames it has run.
    fn end(mut self) -> u64 {
        drop(self.0.stdin.take());
        let mut text = String::new();
        self.0
            .stdout
            .take()
            .unwrap()
            .read_to_string(&mut text)
            .unwrap();
        assert!(self.0.wait().unwrap().success());
        let frames = text.lines().find_map(|line| line.strip_prefix("frames "));
        frames.unwrap().parse().unwrap()
    }
}

impl Drop for Game {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// An editor that waits for games.
struct Editor {
    listener: TcpListener,
    begin: Instant,
}

impl Editor {
    fn new() -> Self {
        Self {
            listener: TcpListener::bind("127.0.0.1:0").unwrap(),
            begin: Instant::now(),
        }
    }

    fn address(&self) -> Address {
        Address {
            host: self.listener.local_addr().unwrap().to_string(),
            token: TOKEN,
        }
    }

    fn variable(&self) -> String {
        self.address().to_variable()
    }

    /// Waits for a game, and until both have proved themselves. On a machine that is too busy for that, the game comes again.
    fn attach(&self) -> Attached {
        loop {
            let mut game = self.accept(TOKEN);
            let is_open = |game: &mut Attached| match game.side.end() {
                Some(_) => Some(false),
                None if game.is_closed => Some(false),
                None => game.side.is_open().then_some(true),
            };
            if game.until(is_open) {
                return game;
            }
        }
    }

    /// Waits for a game to call.
    fn accept(&self, token: Hex16) -> Attached {
        let (stream, _) = self.listener.accept().unwrap();
        stream
            .set_read_timeout(Some(Duration::from_millis(20)))
            .unwrap();
        Attached {
            side: EditorSide::new(token, Hex16([9; 16]), self.begin.elapsed()),
            stream,
            begin: self.begin,
            heard: Vec::new(),
            is_closed: false,
        }
    }
}

/// A game that is attached.
struct Attached {
    side: EditorSide,
    stream: TcpStream,
    begin: Instant,
    heard: Vec<FromGame>,
    is_closed: bool,
}

impl Attached {
    fn talk(&mut self) {
        let out = std::mem::take(self.side.out());
        let mut piece = [0; 4096];
        self.is_closed |= self.stream.write_all(&out).is_err();
        match self.stream.read(&mut piece) {
            Ok(0) => self.is_closed = true,
            Ok(length) => {
                let told = self.side.receive(&piece[..length], self.begin.elapsed());
                self.heard
                    .extend(told.into_iter().filter_map(|told| match told {
                        Told::Message(message) => Some(message),
                        Told::Open(_) => None,
                    }));
            }
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
            Err(_) => self.is_closed = true,
        }
        self.side.pass(self.begin.elapsed());
    }

    /// Talks until this returns something.
    fn until<T>(&mut self, mut what: impl FnMut(&mut Self) -> Option<T>) -> T {
        let begin = Instant::now();
        loop {
            if let Some(found) = what(self) {
                return found;
            }
            assert!(
                begin.elapsed() < PATIENCE,
                "{:?} {:?}",
                self.side.end(),
                self.heard
            );
            self.talk();
        }
    }

    /// Waits for the first message for which this returns something.
    fn hear<T>(&mut self, mut what: impl FnMut(&FromGame) -> Option<T>) -> T {
        self.until(|game| {
            let mut heard = game.heard.iter().enumerate();
            let (place, found) =
                heard.find_map(|(place, message)| Some((place, what(message)?)))?;
            game.heard.remove(place);
            Some(found)
        })
    }

    fn say(&mut self, message: &FromEditor) {
        self.side.send(message);
    }

    fn order(&mut self, number: u64, verb: Verb) {
        self.say(&FromEditor::Do(Order {
            number,
            agent: Some(0),
            verb,
        }));
    }
}

/// Returns whether the game is paused, and its frame.
fn state(message: &FromGame) -> Option<(bool, u64)> {
    match message {
        FromGame::State(state) => Some((state.paused, state.frame)),
        _ => None,
    }
}

fn breakpoints(list: &str) -> FromEditor {
    let text = format!(
        r#"{{"format":"treewright-breakpoints","version":1,"documents":{{"guard.bt.json":[{list}]}}}}"#
    );
    FromEditor::Breakpoints(Json(text.into()))
}

#[test]
fn an_editor_that_starts_the_game_stops_it_and_changes_it() {
    let editor = Editor::new();
    let game = Game::start(&[(VARIABLE, &editor.variable())]);
    let mut attached = editor.attach();
    attached.say(&breakpoints(r#"{"node":"n2"}"#));
    let (frame, hit) = attached.hear(|message| match message {
        FromGame::State(state) => state.because.clone().map(|hit| (state.frame, hit)),
        _ => None,
    });
    assert_eq!((hit.node, hit.agent), (Some(1), 0));
    attached.say(&breakpoints(""));
    attached.say(&FromEditor::Watch(Watch {
        agents: vec![0],
        past: 0.0,
    }));
    attached.order(1, Verb::Set(vec![("speed".into(), Recorded(5.0.into()))]));
    attached.say(&FromEditor::Step(Step { frames: 3 }));
    attached.hear(|message| (*message == FromGame::Done(1)).then_some(()));
    let keyframe = attached.hear(|message| match message {
        FromGame::Keyframe(keyframe) => Some(keyframe.clone()),
        _ => None,
    });
    assert_eq!(keyframe.frame, frame);
    assert_eq!(keyframe.variables, [("speed".into(), Recorded(5.0.into()))]);
    let started = attached.hear(|message| match message {
        FromGame::Frames(frames) => Some(frames.unpack(2).0.remove(0).tree.events),
        _ => None,
    });
    assert_eq!(
        started[0],
        TraceEvent::Start(NodeIndex(1)),
        "the walk, once a frame"
    );
    // Three steps later.
    attached.hear(|message| state(message).filter(|state| *state == (true, frame + 3)));
    attached.say(&FromEditor::Resume(Nothing {}));
    let renamed = guard().to_file().unwrap().replace("Guard", "Brave guard");
    let files = vec![RecordedFile::new("guard.bt.json", renamed)];
    attached.order(2, Verb::Swap(Replacing { files }));
    let answer = attached.hear(|message| match message {
        FromGame::Swapped(swapped) => Some(Ok(*swapped)),
        FromGame::Refused(refused) => Some(Err(refused.clone())),
        _ => None,
    });
    assert_eq!(
        answer.map(|swapped| (swapped.kept, swapped.restarted)),
        Ok((1, 0))
    );
    assert!(game.end() > frame + 3);
    attached.until(|game| (game.is_closed || game.side.end().is_some()).then_some(()));
}

#[test]
fn a_game_finds_an_editor_that_starts_later_and_again_after_it_has_ended() {
    let editor = Editor::new();
    let folder = tempfile::tempdir().unwrap();
    let runtime = folder.path().to_str().unwrap();
    let game = Game::start(&[("XDG_RUNTIME_DIR", runtime)]);
    thread::sleep(Duration::from_millis(300));
    std::fs::create_dir(folder.path().join("treewright")).unwrap();
    let file = folder.path().join("treewright/link.json");
    std::fs::write(file, editor.address().to_file(1)).unwrap();
    let mut attached = editor.attach();
    attached.say(&FromEditor::Pause(Nothing {}));
    assert!(
        attached
            .hear(|message| state(message).filter(|(paused, _)| *paused))
            .0
    );
    // An editor that is gone leaves no pause behind.
    drop(attached);
    let mut attached = editor.attach();
    attached.hear(|message| state(message).filter(|(paused, _)| !paused));
    let before = attached.hear(|message| match message {
        FromGame::Agents(agents) => Some(agents.came.clone()),
        _ => None,
    });
    assert_eq!(&*before[0].2, "guard 1");
    assert!(game.end() > 20);
}

#[test]
fn a_game_that_is_killed_is_noticed() {
    let editor = Editor::new();
    let game = Game::start(&[(VARIABLE, &editor.variable())]);
    let mut attached = editor.attach();
    drop(game);
    attached.until(|game| game.is_closed.then_some(()));
}

#[test]
fn a_game_goes_on_when_its_editor_stands_still() {
    let editor = Editor::new();
    let game = Game::start(&[(VARIABLE, &editor.variable())]);
    let mut attached = editor.attach();
    attached.say(&FromEditor::Pause(Nothing {}));
    let paused = attached
        .hear(|message| state(message).filter(|(paused, _)| *paused))
        .1;
    // Its connection stays open, but nothing comes any more. The game attaches again once it has given up.
    let mut again = editor.attach();
    drop(attached);
    again.hear(|message| state(message).filter(|(paused, _)| !paused));
    assert!(game.end() > paused);
}

#[test]
fn a_game_runs_on_whoever_answers() {
    let editor = Editor::new();
    let game = Game::start(&[(VARIABLE, &editor.variable())]);
    for answer in [
        &b"HTTP/1.1 200 OK\r\n\r\n"[..],
        b"\0TWLK\r\n\x01\xff\xff\xff\xff",
    ] {
        let mut attached = editor.accept(TOKEN);
        attached.stream.write_all(answer).unwrap();
        attached.until(|game| {
            let mut bytes = [0; 1024];
            matches!(game.stream.read(&mut bytes), Ok(0)).then_some(())
        });
    }
    // With another token, the game is not asked again.
    let mut attached = editor.accept(Hex16([8; 16]));
    attached.until(|game| game.is_closed.then_some(()));
    assert!(!attached.side.is_open());
    editor.listener.set_nonblocking(true).unwrap();
    thread::sleep(Duration::from_millis(1_500));
    assert!(editor.listener.accept().is_err());
    assert!(game.end() > 20);
}
