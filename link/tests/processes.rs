//! An editor and a game that are two processes, over 127.0.0.1: whichever starts or ends first.

#![allow(
    clippy::unwrap_used,
    reason = "a test fails where something is not as it expects"
)]

#[path = "processes/editor.rs"]
mod editor;

use std::io::{Read as _, Write as _};
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
use treewright_link::proof::Hex16;
use treewright_link::protocol::{FromEditor, FromGame, Nothing, Replacing, Step, Verb, Watch};
use treewright_link::{Link, Settings, Source, VARIABLE};

use editor::{Editor, TOKEN, breakpoints_of, state};

fn breakpoints(list: &str) -> FromEditor {
    breakpoints_of("guard.bt.json", list)
}

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
    let loads_for = std::env::var("LOADS_FOR").map_or(0, |time| time.parse().unwrap());
    thread::sleep(Duration::from_millis(loads_for));
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

/// Lets an editor take its time between the beginning of the conversation and its breakpoints. Returns the frame in which
/// the game stops.
fn stops_in(editor: &Editor, delay: Duration) -> u64 {
    let mut attached = editor.attach();
    let begin = Instant::now();
    attached.until(|_| (begin.elapsed() >= delay).then_some(()));
    attached.say(&breakpoints(r#"{"node":"n2"}"#));
    attached.hear(|message| match message {
        FromGame::State(state) => state.because.as_ref().map(|_| state.frame),
        _ => None,
    })
}

#[test]
fn a_game_that_an_editor_has_started_stops_in_its_first_frame() {
    let editor = Editor::new();
    for delay in [0, 700] {
        let _game = Game::start(&[(VARIABLE, &editor.variable())]);
        assert_eq!(stops_in(&editor, Duration::from_millis(delay)), 1);
    }
    // A game whose first frame comes long after it has the breakpoints.
    let _game = Game::start(&[(VARIABLE, &editor.variable()), ("LOADS_FOR", "400")]);
    assert_eq!(stops_in(&editor, Duration::ZERO), 1);
}

#[test]
fn a_game_whose_editor_is_gone_or_sends_no_breakpoints_runs() {
    let editor = Editor::new();
    let game = Game::start(&[(VARIABLE, &editor.variable())]);
    let mut attached = editor.attach();
    let ran = |message: &FromGame| match message {
        FromGame::Keyframe(keyframe) => (keyframe.frame > 20).then_some(()),
        _ => None,
    };
    attached.say(&FromEditor::Watch(Watch {
        agents: vec![0],
        past: 0.0,
    }));
    attached.hear(ran);
    let variable = editor.variable();
    drop(editor);
    assert!(game.end() > 20);
    let game = Game::start(&[(VARIABLE, &variable)]);
    thread::sleep(Duration::from_millis(500));
    assert!(game.end() > 0);
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
