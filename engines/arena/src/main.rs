//! A game without a window, or with a small one: units of two teams fight, each with the behavior tree of its role. It is saved at
//! its end, and goes on with trees that may have been edited since. Without a file to save it, it is played on, and an editor can attach.

mod live;
mod tasks;
#[cfg(feature = "window")]
mod window;
mod world;

use std::{env, error::Error, fmt::Display, fs, process, sync::Arc};

use treewright_core::prelude::*;
use world::{Arena, Lent, Unit};

const USAGE: &str = "usage: treewright-arena TREES SAVE FRAMES [UNITS SEED]
   or: treewright-arena [--units N] [--rate HZ] [--seconds S] [--seed N] [--trees FOLDER] [--times]
       [--window], if it was built with `--features window`";

const ROLES: [&str; 4] = ["fighter", "archer", "healer", "captain"];
const SPRINGS: [f64; 2] = [-60.0, 60.0];

type Game = (Vec<Unit>, TreeManager<Arena>);

/// Returns a function that says where an error is.
fn at<E: Display>(place: &str) -> impl Fn(E) -> String {
    move |error| format!("{place}: {error}")
}

/// Loads the tree of each role.
fn load_roles(folder: &str) -> Result<Vec<Arc<Program<Arena>>>, LoadError> {
    let tasks = tasks::tasks();
    let read = |path: &str| fs::read(format!("{folder}/{path}"));
    let load = |role| Program::load_files(&format!("{role}.bt.json"), &tasks, read);
    ROLES.into_iter().map(load).collect()
}

/// Returns the role of a unit. Of ten units in a team, five are fighters.
fn role_of(unit: usize) -> usize {
    [0, 0, 1, 2, 0, 1, 0, 3, 1, 0][unit / 2 % 10]
}

/// Returns a unit as it comes into the arena.
fn newcomer(unit: usize) -> Unit {
    let (team, rank, health) = (unit % 2, (unit / 20) as f64, 100.0);
    let at = [-15.0 - rank, 15.0 + rank][team];
    Unit { team, at, health }
}

/// Reads a saved game, and prints which trees could not be kept because they were edited.
fn restore(save: &str, role: impl Fn(u64) -> Arc<Program<Arena>>) -> Result<Game, Box<dyn Error>> {
    let (units, agents): (_, String) = snapshot_json::read_state(&fs::read(save)?)?;
    let saved = snapshot_json::read_manager(agents.as_bytes())?;
    let (trees, mut report) = TreeManager::restore(&saved, |unit, _| Some(role(unit)))?;
    report.trees.retain(|tree| tree.1 != Ok(SwapOutcome::Kept));
    let (all, changed) = (saved.trees.len(), report.trees.len());
    print!("{} of {all} trees kept\n{report}", all - changed);
    Ok((units, trees))
}

/// Runs frames of 1/30 s, and tells every error and who is left.
fn play((units, trees): &mut Game, frames: u32) {
    let springs = &SPRINGS;
    let (mut lent, mut errors) = (Lent { units, springs }, ErrorTracer::default());
    for _ in 0..frames {
        trees.tick_traced(&mut lent, 1.0 / 30.0, &mut errors);
        trees.retain(&mut lent, |lent, id, _| lent.living(id.number()).is_some());
        let told = errors.drain().filter(NodeError::is_worth_a_line);
        told.for_each(|error| eprintln!("{error}"));
    }
    let [red, blue] = [0, 1].map(|team| lent.team(team).count());
    println!("red {red}, blue {blue}");
}

/// TREES is the folder of the trees. With UNITS and SEED, a new game begins, otherwise that of the file SAVE goes on. Without
/// any of them, the game is played until it is stopped.
fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    if arguments
        .first()
        .is_none_or(|first| first.starts_with("--"))
    {
        return live::Options::read(arguments)?.play();
    }
    let ([folder, save, frames] | [folder, save, frames, _, _]) = arguments else {
        return Err(USAGE.into());
    };
    let frames = frames.parse().map_err(at("FRAMES"))?;
    let library = tasks_json::write(&tasks::tasks().library("Arena")); // for the editor
    fs::write(format!("{folder}/arena.tasks.json"), library).map_err(at(folder))?;
    let roles = load_roles(folder)?;
    let role = |unit| roles[role_of(unit as usize)].clone();
    let mut game = (Vec::new(), TreeManager::new());
    if let [_, _, _, count, seed] = arguments {
        let seed: u64 = seed.parse().map_err(at("SEED"))?;
        for unit in 0..count.parse().map_err(at("UNITS"))? {
            game.1.add(role(unit), seed.wrapping_add(unit))?;
            game.0.push(newcomer(unit as usize));
        }
    } else {
        game = restore(save, role).map_err(at(save))?;
    }
    play(&mut game, frames);
    let agents = snapshot_json::write_manager(&game.1.snapshot());
    fs::write(save, snapshot_json::write_state(&(game.0, agents))).map_err(at(save))?;
    Ok(())
}

fn main() {
    if let Err(error) = run(&env::args().skip(1).collect::<Vec<_>>()) {
        eprintln!("{error}");
        process::exit(1);
    }
}
