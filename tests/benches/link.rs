//! Cost of a game's link to an editor: nobody attached, one agent watched, the last seconds kept, and a tree replaced; and how soon an editor shows what
//! a game does. The trees are those of W6, where nothing else is said.

#[path = "../gui/editor/games/fake_game.rs"]
mod fake_game;

use std::sync::Arc;
use std::time::{Duration, Instant};

use egui::{Key, Modifiers};
use fake_game::{FakeGame, GUARD, TellsFiles};
use treewright_core::compile::GameTasks;
use treewright_core::load::Loaded;
use treewright_core::runtime::{AgentId, Status};
use treewright_core::trace::FlightRecorder;
use treewright_core::{Program, TreeManager};
use treewright_insight::recording_json::RecordedFile;
use treewright_link::protocol::{FromGame, Replacing, Verb};
use treewright_link::testing::{Editor, Game};
use treewright_link::{Settings, Source};

use crate::driven::{Beginning, Driven};

use crate::executor::engine::Engine;
use crate::executor::ours::Ours;
use crate::executor::shape::{self, Agent};
use crate::measure::{at, in_turn, repetition, seconds};
use crate::parts::Rows;
use crate::report::{Row, Target};

const ALONE: &str = "link, 10,000 agents, nobody attached (yardstick: no link)";
const WATCHED: &str = "link, 10,000 agents, one watched (yardstick: no link)";
const REMEMBERED: [(&str, u32); 2] = [
    (
        "link, 10,000 agents remembered (yardstick: recorded)",
        10_000,
    ),
    ("link, 100 agents remembered (yardstick: recorded)", 100),
];
const SWAPPED: &str = "link, frame in which 10,000 agents get an edited tree";
const SHOWN: &str = "link, from a frame of the game to the window that shows it";
/// How many frames of the window are looked at for that.
const FRAMES: usize = 600;

pub fn measure(rows: &mut Rows) {
    if rows.wants(ALONE) || rows.wants(WATCHED) {
        few(rows);
    }
    for (what, count) in REMEMBERED {
        if rows.wants(what) {
            remembered(rows, what, count);
        }
    }
    if rows.wants(SWAPPED) {
        swapped(rows);
    }
    if rows.wants(SHOWN) {
        shown(rows);
    }
}

fn fill(trees: &mut TreeManager<Agent>, program: &Arc<Program<Agent>>, count: u32) {
    for seed in 0..u64::from(count) {
        let added = trees.add(program.clone(), seed);
        added.expect("trees of one program agree");
    }
}

/// Returns a game with so many agents, each with a name, and their worlds.
fn game(settings: &Settings, count: u32) -> (Game<Agent>, Vec<Agent>) {
    let worlds = Agent::crowd(count);
    let mut game = Game::with_world(settings, worlds[0].clone());
    fill(&mut game.trees, &Ours::program(shape::w6()).agent, count);
    for agent in game.trees.agents() {
        game.link.name(agent, "agent", &[]);
    }
    (game, worlds)
}

fn few(rows: &mut Rows) {
    let settings = Settings::named("bench").remembering(0);
    let (mut plain, mut plain_worlds) = game(&settings, 10_000);
    let (mut alone, mut alone_worlds) = game(&settings, 10_000);
    let (mut watched, mut watched_worlds) = game(&settings, 10_000);
    let mut editor: Editor = watched.attach();
    editor.watch(&[AgentId(5_000)], 0.0);
    // What the link's thread and the editor do from then on is not the game's.
    watched.talk(&mut editor);
    let figures = in_turn(&mut [
        repetition(move || plain.trees.tick_each(&mut plain_worlds, 0.1)),
        repetition(move || {
            alone
                .link
                .tick_each(&mut alone.trees, &mut alone_worlds, 0.1)
        }),
        repetition(move || {
            watched
                .link
                .tick_each(&mut watched.trees, &mut watched_worlds, 0.1)
        }),
    ]);
    for (what, figure, most) in [(ALONE, figures[1], 1.01), (WATCHED, figures[2], 1.03)] {
        let row = Row::new(what, "ms a frame", figure * 1e3).compared_to(figures[0] * 1e3);
        rows.add(&row.must(Target::Times(most)));
    }
}

fn remembered(rows: &mut Rows, what: &str, count: u32) {
    let settings = Settings::named("bench").remembering(16 << 20);
    let (mut game, mut worlds) = game(&settings, count);
    let (mut trees, mut recorded_worlds) = (TreeManager::new(), worlds.clone());
    fill(&mut trees, &Ours::program(shape::w6()).agent, count);
    let all = trees.agents().collect();
    let (mut recorder, mut frame) = (FlightRecorder::new(16 << 20), 0);
    let figures = in_turn(&mut [
        repetition(move || {
            frame += 1;
            recorder.begin_frame(frame, 1.0 / 60.0);
            let ready = trees.frame(1.0 / 60.0).watching(&all, &mut recorder);
            ready.run_each(&mut recorded_worlds)
        }),
        repetition(move || {
            game.link
                .tick_each(&mut game.trees, &mut worlds, 1.0 / 60.0)
        }),
    ]);
    let row = Row::new(what, "ms a frame", figures[1] * 1e3).compared_to(figures[0] * 1e3);
    rows.add(&row.must(Target::Times(1.2)));
}

/// An editor replaces the tree of all agents, each of which goes on where it is.
fn swapped(rows: &mut Rows) {
    let mut tasks = GameTasks::<u64>::new();
    tasks.action_fn("Flee", |_| Status::Running);
    tasks.action_fn("Stand", |_| Status::Running);
    let library = fake_game::library();
    let files = |text: &str| {
        let own = RecordedFile::new("guard.bt.json", text.to_owned());
        vec![own, RecordedFile::new("patrol.tasks.json", library.clone())]
    };
    let read = |path: &str| match path {
        "guard.bt.json" => Ok(GUARD.to_owned()),
        "patrol.tasks.json" => Ok(library.clone()),
        _ => Err("not there"),
    };
    let program = Loaded::from_files("guard.bt.json", &tasks, read).strict();
    let program = program.expect("the tree is right");
    let mut game = Game::<u64>::new(&Settings::named("bench").remembering(0));
    game.link.program(&program, Source::of("guard.bt.json"));
    game.link.compile_with(move |files| {
        Loaded::from_files(files.path(), &tasks, |path| files.read(path))
    });
    for seed in 0..10_000 {
        let added = game.trees.add(program.clone(), seed);
        added.expect("trees of one program agree");
    }
    let mut editor: Editor = game.attach();
    game.step(&mut editor);
    let (mut times, mut kept) = (Vec::new(), 0);
    for turn in 0..20 {
        let text = GUARD.replace("health < 10", &format!("health < {turn}"));
        let replacing = Replacing {
            files: files(&text),
        };
        editor.order(turn, Some(AgentId(1)), Verb::Swap(replacing));
        // The link's thread compiles the tree.
        game.talk(&mut editor);
        let (time, _) = seconds(|| game.frame(1.0 / 60.0));
        game.talk(&mut editor);
        times.push(time * 1e3);
        let answers = editor.take(|message| match message {
            FromGame::Swapped(swapped) => Some(swapped.kept),
            _ => None,
        });
        kept += answers.iter().sum::<u64>();
    }
    assert_eq!(kept, 200_000, "all agents went on");
    let row = Row::new(SWAPPED, "ms", at(times.clone(), 0.5)).p95(at(times, 0.95));
    rows.add(&row.must(Target::AtMost(20.0)));
}

/// An editor shows an agent of a game in another thread, both at sixty frames a second.
fn shown(rows: &mut Rows) {
    let mut driven = Driven::new(&Beginning::default());
    driven.pace = Some(Duration::from_secs_f64(1.0 / 60.0));
    driven.wait(10);
    run_command(&mut driven, "attach");
    let switch = driven.look().begins("Let games attach");
    driven.click(switch.expect("the switch"), 1, Modifiers::NONE);
    driven.press(Modifiers::NONE, Key::Escape);
    let game = FakeGame::start(&driven.path("link/link.json"), TellsFiles::Yes);
    run_command(&mut driven, "show panel: agents");
    let agent = loop {
        driven.wait(5);
        if let Some(agent) = driven.look().begins("guard 1") {
            break agent;
        }
    };
    driven.click(agent, 1, Modifiers::NONE);
    let newest = |driven: &Driven| {
        let run = driven.app().workspace().front().shown_run();
        run.map_or(0, |run| run.frames().1)
    };
    while newest(&driven) == 0 {
        driven.wait(1);
    }
    driven.wait(60);
    let (mut delays, mut before) = (Vec::new(), newest(&driven));
    for _ in 0..FRAMES {
        driven.wait(1);
        let now = Instant::now();
        let last = newest(&driven);
        // The oldest of those that are new has waited longest.
        for frame in before + 1..=last {
            let end = game.end_of(frame).expect("a frame that is shown has run");
            delays.push(now.duration_since(end).as_secs_f64() * 1e3);
        }
        before = last;
    }
    let row = Row::new(SHOWN, "ms", at(delays.clone(), 0.5));
    let late = at(delays, 0.95);
    rows.add(&row.p95(late));
    let row = Row::new(format!("{SHOWN}, 95 of 100"), "ms", late);
    rows.add(&row.must(Target::AtMost(50.0)));
}

/// Runs a command by the palette.
fn run_command(driven: &mut Driven, name: &str) {
    driven.press(Modifiers::COMMAND | Modifiers::SHIFT, Key::P);
    driven.type_text(name);
    driven.wait(2);
    driven.press(Modifiers::NONE, Key::Enter);
    driven.wait(2);
}
