//! A headless arena: 1,000 fighters of two teams share one program, each with its own variables and random numbers.
//!
//! Run it with `cargo run --release -p treewright-core --example arena`.

use treewright_core::prelude::*;

/// A weak fighter flees, even out of a fight. One with a foe in reach strikes, with a cooldown. All others look for a
/// foe and approach it.
const FIGHTER: &str = r#"{
  "format": "treewright", "version": 1, "name": "Fighter", "restart_when_complete": true,
  "root": "n1",
  "nodes": [
    {"id": "n1", "task": "Selector", "name": "Fight", "children": ["n2", "n5", "n9"]},
    {"id": "n2", "task": "Sequence", "name": "Flee", "abort": "LowerPriority", "children": ["n3", "n4"]},
    {"id": "n3", "task": "IsWeak", "parameters": {"health": 25}},
    {"id": "n4", "task": "Recover", "parameters": {"health": 60}},
    {"id": "n5", "task": "Sequence", "name": "Attack", "children": ["n6", "n7"]},
    {"id": "n6", "task": "FoeInReach", "parameters": {"reach": 2.0}},
    {"id": "n7", "task": "Cooldown", "parameters": {"seconds": 0.5}, "children": ["n8"]},
    {"id": "n8", "task": "Strike"},
    {"id": "n9", "task": "Sequence", "name": "Hunt", "children": ["n10", "n11"]},
    {"id": "n10", "task": "ChooseFoe"},
    {"id": "n11", "task": "Approach", "parameters": {"speed": 4.0}}
  ]
}"#;

/// A fighter of one of the two teams.
#[derive(Clone, Debug)]
pub struct Fighter {
    team: usize,
    position: [f64; 2],
    health: f64,
    foe: Option<usize>,
}

/// The world that the game passes to every tick. The agent number of a tree is the index of its fighter.
#[derive(Clone, Debug, Default)]
pub struct Arena {
    fighters: Vec<Fighter>,
    strikes: u32,
}

/// The state of the fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// How many fighters of each team are alive.
    pub alive: [usize; 2],
    /// How many strikes hit a foe.
    pub strikes: u32,
}

impl Arena {
    /// Creates two teams that face each other in long rows.
    pub fn new(fighters: usize) -> Self {
        let fighter = |index: usize| Fighter {
            team: index % 2,
            position: [(index / 2) as f64, 40.0 * (index % 2) as f64],
            health: 100.0,
            foe: None,
        };
        Self {
            fighters: (0..fighters).map(fighter).collect(),
            strikes: 0,
        }
    }

    /// Counts the living fighters and the strikes.
    pub fn summary(&self) -> Summary {
        let alive = |team| {
            let alive = self.fighters.iter().filter(|f| f.health > 0.0);
            alive.filter(|f| f.team == team).count()
        };
        Summary {
            alive: [alive(0), alive(1)],
            strikes: self.strikes,
        }
    }

    fn distance_to_foe(&self, index: usize) -> Option<f64> {
        let own = self.fighters.get(index)?;
        let foe = self.fighters.get(own.foe?).filter(|f| f.health > 0.0)?;
        let (x, y) = (
            foe.position[0] - own.position[0],
            foe.position[1] - own.position[1],
        );
        Some(x.hypot(y))
    }

    fn strike(&mut self, index: usize) {
        if let Some(foe) = self.fighters[index].foe {
            self.fighters[foe].health -= 20.0;
            self.strikes += 1;
        }
    }

    /// Moves a fighter towards its foe by `length` meters, or to the foe if that is nearer.
    fn approach_foe(&mut self, index: usize, length: f64) {
        let Some(distance) = self.distance_to_foe(index) else {
            return;
        };
        if let Some(foe) = self.fighters[index].foe {
            let target = self.fighters[foe].position;
            let position = &mut self.fighters[index].position;
            for (own, target) in position.iter_mut().zip(target) {
                *own += (target - *own) * (length / distance).min(1.0);
            }
        }
    }
}

type Context<'a, 'w> = TaskContext<'a, 'w, Arena>;

/// Returns the index of the fighter whose tree runs.
fn own_index(context: &Context) -> usize {
    context.tick.agent() as usize
}

/// Declares the game's own tasks as designers see them.
pub fn tasks() -> GameTasks<Arena> {
    let float = |name: &'static str, default: f64, help: &'static str| {
        ParameterDeclaration::optional(name, ValueType::Float, default, help)
    };
    let mut tasks = GameTasks::new();
    tasks.declare(
        TaskDeclaration::conditional("IsWeak", "The fighter's health is low.")
            .parameter(float("health", 25.0, "Weak at or below this.").within(0.0, 100.0)),
        |arguments| {
            let health = arguments.float("health");
            TaskHooks::when(move |c: &mut Context| {
                c.world.fighters[own_index(c)].health <= health.get(&c.tick)
            })
        },
    );
    tasks.declare(
        TaskDeclaration::action("Recover", "Rests until its health is restored.")
            .parameter(float("health", 60.0, "Restored at or above this.").within(0.0, 100.0)),
        |arguments| {
            let health = arguments.float("health");
            TaskHooks::new(move |c: &mut Context| {
                let (index, enough) = (own_index(c), health.get(&c.tick));
                let fighter = &mut c.world.fighters[index];
                fighter.health += 10.0 * c.tick.dt();
                if fighter.health >= enough {
                    Status::Success
                } else {
                    Status::Running
                }
            })
        },
    );
    tasks.declare(
        TaskDeclaration::conditional("FoeInReach", "The chosen foe is within reach.")
            .parameter(float("reach", 2.0, "In meters.").within(0.0, 20.0)),
        |arguments| {
            let reach = arguments.float("reach");
            TaskHooks::when(move |c: &mut Context| {
                let distance = c.world.distance_to_foe(own_index(c));
                distance.is_some_and(|d| d <= reach.get(&c.tick))
            })
        },
    );
    tasks.declare(
        TaskDeclaration::action("Strike", "Strikes the chosen foe."),
        |_| {
            TaskHooks::new(|c: &mut Context| {
                c.world.strike(own_index(c));
                Status::Success
            })
        },
    );
    tasks.declare(
        TaskDeclaration::action(
            "ChooseFoe",
            "Chooses a random living foe, unless it has one.",
        ),
        |_| TaskHooks::new(choose_foe),
    );
    tasks.declare(
        TaskDeclaration::action("Approach", "Moves towards the chosen foe.")
            .parameter(float("speed", 4.0, "In meters per second.").within(0.0, 20.0)),
        |arguments| {
            let speed = arguments.float("speed");
            TaskHooks::new(move |c: &mut Context| {
                let length = speed.get(&c.tick) * c.tick.dt();
                c.world.approach_foe(own_index(c), length);
                Status::Success
            })
        },
    );
    tasks
}

fn choose_foe(context: &mut Context) -> Status {
    let index = own_index(context);
    if context.world.distance_to_foe(index).is_some() {
        return Status::Success;
    }
    let count = context.world.fighters.len() as u32;
    for _ in 0..8 {
        let chosen = context.tick.random().rand_range(0..count) as usize;
        let (own, other) = (
            &context.world.fighters[index],
            &context.world.fighters[chosen],
        );
        if other.team != own.team && other.health > 0.0 {
            context.world.fighters[index].foe = Some(chosen);
            return Status::Success;
        }
    }
    Status::Failure
}

/// Simulates a fight of `frames` frames of 1/30 second.
///
/// # Errors
/// If the tree cannot be read or compiled.
pub fn fight(fighters: usize, frames: u32) -> Result<Summary, Box<dyn std::error::Error>> {
    let document = native::read(FIGHTER.as_bytes())?.document;
    let compiled = compile(&document, &NodeLibrary::builtin(), &tasks());
    if let Some((node, why)) = compiled.broken.first() {
        return Err(format!("node {node}: {why}").into());
    }
    let program = compiled.program.ok_or("the tree is empty")?;
    let mut arena = Arena::new(fighters);
    let mut manager = TreeManager::new();
    for seed in 0..fighters as u64 {
        manager.add(program.clone(), seed)?;
    }
    for _ in 0..frames {
        manager.tick(&mut arena, 1.0 / 30.0);
        let fallen: Vec<_> = manager
            .agents()
            .filter(|id| arena.fighters[id.number() as usize].health <= 0.0)
            .collect();
        for id in fallen {
            manager.remove(id, &mut arena);
        }
    }
    Ok(arena.summary())
}

#[allow(dead_code, reason = "a test includes this file and calls `fight` only")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let started = std::time::Instant::now();
    let (fighters, frames) = (1_000, 1_800);
    let Summary {
        alive: [red, blue],
        strikes,
    } = fight(fighters, frames)?;
    println!(
        "{fighters} fighters, {frames} frames: {red} red and {blue} blue alive after {strikes} strikes."
    );
    println!("{:.2} s", started.elapsed().as_secs_f64());
    Ok(())
}
