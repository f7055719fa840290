//! A game with a live link, as an editor sees it: a thread with a few guards, which dials an editor by the editor's file, as games do. Tests let it
//! run, and see whether it does; a benchmark measures how soon the editor shows it.

#![allow(
    dead_code,
    reason = "tests and the benchmark need different parts of this"
)]

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use treewright_core::Program;
use treewright_core::compile::GameTasks;
use treewright_core::format::tasks_json;
use treewright_core::load::Loaded;
use treewright_core::runtime::{AgentId, Status};
use treewright_link::proof::Hex16;
use treewright_link::testing::Game;
use treewright_link::{Settings, Source};

/// The tree of the guards. They flee below 10 health.
pub const GUARD: &str = r#"{
  "format": "treewright", "version": 1, "name": "Guard", "root": "n1", "libraries": ["patrol.tasks.json"],
  "variables": [{"name": "health", "type": "float", "initial": 100.0}],
  "nodes": [
    {"id": "n1", "task": "Selector", "name": "day", "children": ["n2", "n5"]},
    {"id": "n2", "task": "Sequence", "name": "danger", "abort": "Both", "children": ["n3", "n4"]},
    {"id": "n3", "task": "Expression", "name": "hurt?", "parameters": {"expression": "health < 10"}},
    {"id": "n4", "task": "Flee", "name": "flee"},
    {"id": "n5", "task": "Stand", "name": "stand"}
  ]
}
"#;

/// The tree of a captain, whose fight is that of a guard.
pub const CAPTAIN: &str = r#"{
  "format": "treewright", "version": 1, "name": "Captain", "root": "n1", "libraries": ["patrol.tasks.json"],
  "nodes": [
    {"id": "n1", "task": "Selector", "name": "orders", "children": ["n2", "n3"]},
    {"id": "n2", "task": "Subtree", "name": "fight", "parameters": {"file": "guard.bt.json"}},
    {"id": "n3", "task": "Stand", "name": "stand"}
  ]
}
"#;

/// Returns the task library of the game.
pub fn library() -> String {
    tasks_json::write(&tasks().library("Patrol"))
}

fn tasks() -> GameTasks<u64> {
    let mut tasks = GameTasks::new();
    tasks.action_fn("Flee", |_| Status::Running);
    tasks.action_fn("Stand", |_| Status::Running);
    tasks
}

/// What the thread and the test both know.
#[derive(Default)]
struct Shared {
    frame: AtomicU64,
    is_over: AtomicBool,
    /// When each frame ended, from the first.
    ends: Mutex<Vec<Instant>>,
    /// A guard that is to leave.
    leaves: Mutex<Option<u64>>,
}

/// Whether a game tells the files of its trees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TellsFiles {
    Yes,
    No,
}

/// A game that runs. It ends when this is dropped.
pub struct FakeGame {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

impl FakeGame {
    /// Starts a game that looks for its editor by this file, and tells the files of its trees, or not.
    pub fn start(file: &Path, tells: TellsFiles) -> Self {
        Self::start_with(file, tells, |_| {})
    }

    /// Starts a game with a captain, whose tree uses that of the guards.
    pub fn start_with_captain(file: &Path) -> Self {
        Self::start_with(file, TellsFiles::Yes, Running::add_captain)
    }

    fn start_with(
        file: &Path,
        tells: TellsFiles,
        prepare: impl FnOnce(&mut Running) + Send + 'static,
    ) -> Self {
        let shared = Arc::<Shared>::default();
        let (own, file) = (shared.clone(), file.to_owned());
        let thread = thread::spawn(move || {
            let mut running = Running::new(own, file, tells);
            prepare(&mut running);
            running.run();
        });
        Self {
            shared,
            thread: Some(thread),
        }
    }

    /// Returns the last frame that it has run.
    pub fn frame(&self) -> u64 {
        self.shared.frame.load(Ordering::Relaxed)
    }

    /// Returns when a frame ended, if it has run.
    pub fn end_of(&self, frame: u64) -> Option<Instant> {
        let ends = self.shared.ends.lock();
        let ends = ends.unwrap_or_else(PoisonError::into_inner);
        ends.get(usize::try_from(frame.checked_sub(1)?).ok()?)
            .copied()
    }

    /// Lets a guard leave.
    pub fn remove(&self, agent: u64) {
        let leaves = self.shared.leaves.lock();
        *leaves.unwrap_or_else(PoisonError::into_inner) = Some(agent);
    }
}

impl Drop for FakeGame {
    fn drop(&mut self) {
        self.shared.is_over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Compiles a tree of the game.
fn compiled(path: &str) -> Arc<Program<u64>> {
    let read = |path: &str| match path {
        "guard.bt.json" => Ok(GUARD.to_owned()),
        "captain.bt.json" => Ok(CAPTAIN.to_owned()),
        "patrol.tasks.json" => Ok(library()),
        _ => Err("no such file"),
    };
    let loaded = Loaded::from_files(path, &tasks(), read);
    loaded.strict().expect("the tree is right")
}

struct Running {
    shared: Arc<Shared>,
    file: PathBuf,
    game: Game<u64>,
    line: Option<(TcpStream, u64)>,
}

impl Running {
    fn new(shared: Arc<Shared>, file: PathBuf, tells: TellsFiles) -> Self {
        let mut game = Game::<u64>::new(&Settings::named("Patrol").remembering(8 << 20));
        let program = compiled("guard.bt.json");
        let source = Source::of("guard.bt.json");
        let source = match tells {
            TellsFiles::No => source,
            TellsFiles::Yes => source
                .with_file("guard.bt.json", GUARD)
                .with_file("patrol.tasks.json", library()),
        };
        game.link.program(&program, source);
        game.link.compile_with(|files| {
            Loaded::from_files(files.path(), &tasks(), |path| files.read(path))
        });
        for number in 0..3 {
            let guard = game.trees.add(program.clone(), number);
            let guard = guard.expect("trees of one program agree");
            game.link
                .name(guard, &format!("guard {number}"), &["team:red"]);
        }
        Self {
            shared,
            file,
            game,
            line: None,
        }
    }

    fn add_captain(&mut self) {
        let program = compiled("captain.bt.json");
        let source = Source::of("captain.bt.json")
            .with_file("captain.bt.json", CAPTAIN)
            .with_file("guard.bt.json", GUARD)
            .with_file("patrol.tasks.json", library());
        self.game.link.program(&program, source);
        let captain = self.game.trees.add(program, 9);
        let captain = captain.expect("trees agree on what they share");
        self.game.link.name(captain, "captain", &["team:red"]);
    }

    fn run(mut self) {
        while !self.shared.is_over.load(Ordering::Relaxed) {
            if self.line.is_none() {
                self.dial();
            }
            self.talk();
            let leaves = self.shared.leaves.lock();
            if let Some(agent) = leaves.unwrap_or_else(PoisonError::into_inner).take() {
                self.game.trees.remove(AgentId(agent), &mut 0);
            }
            if self.game.frame(0.02) {
                let ends = self.shared.ends.lock();
                ends.unwrap_or_else(PoisonError::into_inner)
                    .push(Instant::now());
                self.shared.frame.fetch_add(1, Ordering::Relaxed);
            }
            thread::sleep(Duration::from_millis(2));
        }
    }

    fn dial(&mut self) -> Option<()> {
        let text = std::fs::read_to_string(&self.file).ok()?;
        let file: serde_json::Value = serde_json::from_str(&text).ok()?;
        let token: Hex16 = file["token"].as_str()?.parse().ok()?;
        let stream = TcpStream::connect(file["address"].as_str()?).ok()?;
        stream.set_nonblocking(true).ok()?;
        let editor = self.game.dial(token, Hex16([3; 16]));
        self.line = Some((stream, editor));
        Some(())
    }

    fn talk(&mut self) {
        let Some((stream, editor)) = &mut self.line else {
            return;
        };
        let mut piece = [0; 1 << 14];
        let received = match stream.read(&mut piece) {
            Ok(0) => None,
            Ok(length) => Some(&piece[..length]),
            Err(error) if error.kind() == ErrorKind::WouldBlock => Some(&[][..]),
            Err(_) => None,
        };
        let answer = received.and_then(|bytes| self.game.answer(*editor, bytes));
        let is_sent = answer.is_some_and(|bytes| {
            stream.set_nonblocking(false).is_ok()
                && stream.write_all(&bytes).is_ok()
                && stream.set_nonblocking(true).is_ok()
        });
        if !is_sent {
            self.line = None;
        }
    }
}
