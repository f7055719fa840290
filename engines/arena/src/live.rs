//! The game as it is played: in real time, with a newcomer for each unit that falls. An editor can attach to it at any time, and see
//! what units do and did. That is all in here that a game adds for it.

use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use treewright_core::prelude::*;
use treewright_core::runtime::AgentId;
use treewright_link::{Link, Settings, Source};

use crate::world::{Arena, Lent, Unit};
use crate::{ROLES, SPRINGS, USAGE, at, newcomer, role_of, tasks};

/// The bytes in which the last seconds are kept for an editor: about twenty seconds of a thousand units.
const REMEMBERED: usize = 64 << 20;

/// How the game is played.
pub struct Options {
    units: usize,
    rate: f64,
    seconds: f64,
    seed: u64,
    trees: String,
    shows_times: bool,
    #[cfg(feature = "window")]
    has_window: bool,
}

impl Options {
    /// Reads them from the command line.
    pub fn read(arguments: &[String]) -> Result<Self, String> {
        let mut options = Self {
            units: 1_000,
            rate: 60.0,
            seconds: f64::INFINITY,
            seed: 1,
            trees: concat!(env!("CARGO_MANIFEST_DIR"), "/trees").to_owned(),
            shows_times: false,
            #[cfg(feature = "window")]
            has_window: false,
        };
        let mut rest = arguments.iter();
        while let Some(option) = rest.next() {
            match &**option {
                "--times" => {
                    options.shows_times = true;
                    continue;
                }
                #[cfg(feature = "window")]
                "--window" => {
                    options.has_window = true;
                    continue;
                }
                _ => {}
            }
            let value = rest.next().ok_or(USAGE)?;
            match &**option {
                "--units" => options.units = value.parse().map_err(at(option))?,
                "--rate" => options.rate = value.parse().map_err(at(option))?,
                "--seconds" => options.seconds = value.parse().map_err(at(option))?,
                "--seed" => options.seed = value.parse().map_err(at(option))?,
                "--trees" => options.trees.clone_from(value),
                _ => return Err(USAGE.to_owned()),
            }
        }
        let is_usable = options.rate > 0.0 && options.seconds > 0.0;
        is_usable.then_some(options).ok_or_else(|| USAGE.to_owned())
    }

    /// Plays until the time is over, or for ever.
    pub fn play(&self) -> Result<(), Box<dyn Error>> {
        let mut game = Game::new(self)?;
        println!(
            "{} units at {} Hz. An editor can attach.",
            self.units, self.rate
        );
        #[cfg(feature = "window")]
        if self.has_window {
            let frame = Duration::from_secs_f64(1.0 / self.rate);
            return crate::window::play(game, frame);
        }
        let (begin, mut times) = (Instant::now(), Vec::new());
        let (frame, dt) = (Duration::from_secs_f64(1.0 / self.rate), 1.0 / self.rate);
        let mut next = begin;
        while begin.elapsed().as_secs_f64() < self.seconds {
            if game.link.may_run() {
                let took = game.frame(dt)?;
                if self.shows_times {
                    times.push(took);
                }
            }
            next = (next + frame).max(Instant::now());
            thread::sleep(next.saturating_duration_since(Instant::now()));
        }
        let [red, blue] = [0, 1].map(|team| game.fallen[team]);
        println!("fallen: red {red}, blue {blue}");
        show(times);
        Ok(())
    }
}

/// Prints how long frames took.
fn show(mut times: Vec<Duration>) {
    times.sort_unstable();
    let (Some(last), count) = (times.last(), times.len()) else {
        return;
    };
    let [half, most] = [count / 2, count * 999 / 1_000].map(|place| times[place]);
    println!("{count} frames: p50 {half:?}, p99.9 {most:?}, max {last:?}");
}

/// A game that is played.
pub struct Game {
    pub units: Vec<Unit>,
    /// The agent of each unit.
    pub agents: Vec<AgentId>,
    trees: TreeManager<Arena>,
    pub link: Link<Arena>,
    roles: Vec<Arc<Program<Arena>>>,
    seed: u64,
    /// How many of each team have fallen.
    pub fallen: [u64; 2],
}

impl Game {
    fn new(options: &Options) -> Result<Self, Box<dyn Error>> {
        let link = Settings::named("Arena").in_release(true);
        let mut link = Link::new(link.remembering(REMEMBERED));
        let tasks = tasks::tasks();
        let mut roles = Vec::new();
        for role in ROLES {
            let (program, source) = load(&options.trees, &format!("{role}.bt.json"), &tasks)?;
            link.program(&program, source);
            roles.push(program);
        }
        link.compile_with(move |files| {
            Loaded::from_files(files.path(), &tasks, |path| files.read(path))
        });
        let mut game = Self {
            units: (0..options.units).map(newcomer).collect(),
            agents: vec![AgentId(0); options.units],
            trees: TreeManager::new(),
            link,
            roles,
            seed: options.seed,
            fallen: [0, 0],
        };
        for unit in 0..options.units {
            game.enter(unit)?;
        }
        Ok(game)
    }

    /// Gives a unit its tree.
    fn enter(&mut self, unit: usize) -> Result<(), GlobalConflict> {
        let role = role_of(unit);
        let seed = self.seed.wrapping_add(self.trees.added());
        // The tree that an editor has put into the game, if it has.
        let program = self.link.current(&self.roles[role]);
        let agent = self.trees.add(program, seed)?;
        if let Some((tree, _)) = self.trees.get_mut(agent) {
            tree.set_agent(unit as u64);
        }
        self.agents[unit] = agent;
        let (team, role) = about(unit);
        let tags = [format!("team:{team}"), format!("role:{role}")];
        let tags = tags.each_ref().map(String::as_str);
        self.link.name(agent, &self.name(unit), &tags);
        Ok(())
    }

    /// Returns what a unit is called.
    pub fn name(&self, unit: usize) -> String {
        let (team, role) = about(unit);
        format!("{team} {role} {}", self.agents[unit].number())
    }

    /// Runs a frame, and returns how long its trees took.
    pub fn frame(&mut self, dt: f64) -> Result<Duration, GlobalConflict> {
        let (units, springs) = (&mut self.units, &SPRINGS);
        let mut lent = Lent { units, springs };
        let begin = Instant::now();
        self.link.tick(&mut self.trees, &mut lent, dt);
        let took = begin.elapsed();
        let mut fallen = Vec::new();
        self.trees.retain(&mut lent, |lent, _, tree| {
            let unit = tree.agent() as usize;
            let lives = lent.units[unit].health > 0.0;
            if !lives {
                fallen.push(unit);
            }
            lives
        });
        for unit in fallen {
            self.fallen[unit % 2] += 1;
            self.units[unit] = newcomer(unit);
            self.enter(unit)?;
        }
        Ok(took)
    }
}

/// Returns the team and the role of a unit.
fn about(unit: usize) -> (&'static str, &'static str) {
    (["red", "blue"][unit % 2], ROLES[role_of(unit)])
}

/// A tree, and where it is from.
type Role = (Arc<Program<Arena>>, Source);

/// Loads a tree, with the texts of its files for editors that do not have them.
fn load(folder: &str, path: &str, tasks: &GameTasks<Arena>) -> Result<Role, Box<dyn Error>> {
    let mut source = Source::of(path);
    let loaded = Loaded::from_files(path, tasks, |path| {
        let text = fs::read_to_string(format!("{folder}/{path}"))?;
        source = std::mem::take(&mut source).with_file(path, text.clone());
        Ok::<_, std::io::Error>(text)
    });
    let source = source.with_origins(loaded.origins.clone());
    Ok((loaded.strict()?, source))
}
