//! Cost of a game's link to an editor: nobody attached, one agent watched, and the last seconds kept. The trees are those of W6.

use std::sync::Arc;

use treewright_core::runtime::AgentId;
use treewright_core::trace::FlightRecorder;
use treewright_core::{Program, TreeManager};
use treewright_link::Settings;
use treewright_link::testing::{Editor, Game};

use crate::executor::engine::Engine;
use crate::executor::ours::Ours;
use crate::executor::shape::{self, Agent};
use crate::measure::{in_turn, repetition};
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

pub fn measure(rows: &mut Rows) {
    if rows.wants(ALONE) || rows.wants(WATCHED) {
        few(rows);
    }
    for (what, count) in REMEMBERED {
        if rows.wants(what) {
            remembered(rows, what, count);
        }
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
