//! A game without a window: units of two teams fight, each with the behavior tree of its role. It is saved at its end,
//! and goes on with trees that may have been edited since.

mod tasks;
mod world;

use std::{env, error::Error, fs, process, sync::Arc};

use treewright_core::prelude::*;
use world::{Arena, Lent, Unit};

const USAGE: &str = "usage: treewright-arena TREES SAVE FRAMES [UNITS SEED]
TREES is the folder of the trees. With UNITS and SEED, a new game begins, otherwise that of the file SAVE goes on.";

/// Loads the tree of each role.
fn load_roles(folder: &str) -> Result<Vec<Arc<Program<Arena>>>, LoadError> {
    let (tasks, roles) = (tasks::tasks(), ["fighter", "archer", "healer", "captain"]);
    let read = |path: &str| fs::read(format!("{folder}/{path}"));
    let load = |role| Program::load_files(&format!("{role}.bt.json"), &tasks, read);
    roles.into_iter().map(load).collect()
}

/// Returns the role of a unit: of ten in a team, five are fighters.
fn role(unit: u64) -> usize {
    [0, 0, 1, 2, 0, 1, 0, 3, 1, 0][unit as usize / 2 % 10]
}

/// Runs frames of 1/30 s, and tells every error and who is left.
fn play(units: &mut [Unit], trees: &mut TreeManager<Arena>, frames: u32) {
    let (springs, mut errors) = (&[-60.0, 60.0], ErrorTracer::default());
    for _ in 0..frames {
        let mut lent = Lent { units, springs };
        trees.tick_traced(&mut lent, 1.0 / 30.0, &mut errors);
        trees.retain(&mut lent, |lent, id, _| {
            lent.living(id.number() as i64).is_some()
        });
        for error in errors.drain().filter(NodeError::is_worth_a_line) {
            eprintln!("{error}");
        }
    }
    let left = |team| {
        let living = units.iter().filter(|unit| unit.health > 0.0);
        living.filter(|unit| unit.team == team).count()
    };
    println!("red {}, blue {}", left(0), left(1));
}

fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let [folder, save, frames, new @ ..] = arguments else {
        return Err(USAGE.into());
    };
    let library = tasks_json::write(&tasks::tasks().library("Arena"));
    fs::write(format!("{folder}/arena.tasks.json"), library)?; // for the editor
    let roles = load_roles(folder)?;
    let (mut units, mut trees) = (Vec::new(), TreeManager::new());
    if let [count, seed] = new {
        let seed: u64 = seed.parse()?;
        for unit in 0..count.parse()? {
            trees.add(roles[role(unit)].clone(), seed.wrapping_add(unit))?;
            let (team, rank, health) = (unit as usize % 2, (unit / 20) as f64, 100.0);
            let at = [-15.0 - rank, 15.0 + rank][team];
            units.push(Unit { team, at, health });
        }
    } else {
        let text = fs::read_to_string(save)?;
        let (world, agents) = text.split_once('\n').ok_or("this is no saved game")?;
        units = snapshot_json::read_state(world.as_bytes())?;
        let saved = snapshot_json::read_manager(agents.as_bytes())?;
        let program = |unit, _: &_| Some(roles[role(unit)].clone());
        let (restored, report) = TreeManager::restore(&saved, program)?;
        print!("{report}");
        trees = restored;
    }
    play(&mut units, &mut trees, frames.parse()?);
    let agents = snapshot_json::write_manager(&trees.snapshot());
    fs::write(save, snapshot_json::write_state(&units) + "\n" + &agents)?;
    Ok(())
}

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if let Err(error) = run(&arguments) {
        eprintln!("{error}");
        process::exit(1);
    }
}
