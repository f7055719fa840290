//! What units can see and do: ten tasks, and a composite. Their documentation is the help that designers read.

use crate::world::{Arena, Unit};
use treewright_core::prelude::*;

/// Returns everything that the trees use beside the built-in node types.
pub fn tasks() -> GameTasks<Arena> {
    let mut tasks = GameTasks::new();
    tasks.register::<(IsHurt, FoeNear, PickFoe, PickPatient, Approach, StepBack)>();
    tasks.register::<(Strike, Shoot, Heal, Recover, ByOdds)>();
    tasks
}

/// The unit has little health left.
#[conditional(icon = "favorite", stand_in = Failure)]
fn is_hurt(context: &mut TaskContext<Arena>, #[parameter(default = 30.0)] below: f64) -> bool {
    context.world.units[context.agent()].health < below
}

/// A foe is near.
#[conditional(icon = "radar", stand_in = Failure)]
fn foe_near(context: &mut TaskContext<Arena>, #[parameter(default = 3.0)] meters: f64) -> bool {
    let own = &context.world.units[context.agent()];
    context.world.near(1 - own.team, own.at, meters) > 0
}

/// Chooses the nearest foe; fails if none is left.
#[action(icon = "my_location")]
fn pick_foe(context: &mut TaskContext<Arena>, into: Var<i64>) -> Option<()> {
    let own = &context.world.units[context.agent()];
    let distance = |foe: &Unit| (foe.at - own.at).abs();
    let foe = context.world.cheapest(1 - own.team, distance);
    foe.map(|foe| into.set(&mut context.tick, foe))
}

/// Chooses who of its team is hurt most; fails if nobody is.
#[action(icon = "person_search", stand_in = Failure)]
fn pick_patient(context: &mut TaskContext<Arena>, into: Var<i64>) -> Option<()> {
    let team = context.world.units[context.agent()].team;
    let patient = context.world.cheapest(team, |friend| friend.health)?;
    let is_hurt = context.world.living(patient)?.health < 70.0;
    is_hurt.then(|| into.set(&mut context.tick, patient))
}

/// Walks to a living unit, until it is within `reach` meters.
#[action(icon = "directions_run", stand_in = Running)]
fn approach(context: &mut TaskContext<Arena>, unit: i64, reach: f64) -> Option<Status> {
    let (me, to) = (context.agent(), context.world.living(unit)?.at);
    let distance = context.world.units[me].walk(to, 4.0 * context.tick.dt());
    Some(Status::running_until(distance <= reach))
}

/// Takes a step away from the foes.
#[action(icon = "undo")]
fn step_back(context: &mut TaskContext<Arena>) {
    let own = &mut context.world.units[context.agent()];
    own.walk(context.world.springs[own.team], 3.0 * context.tick.dt());
}

/// Strikes a living unit.
#[action(icon = "swords", color = "#c0503c")]
fn strike(context: &mut TaskContext<Arena>, unit: i64) -> Option<()> {
    context.world.living(unit).map(|foe| foe.health -= 12.0)
}

/// Draws its bow for a while, and shoots an arrow at a living unit. One of three misses.
#[action(icon = "target", color = "#c0503c", stand_in = Running)]
fn shoot(context: &mut TaskContext<Arena>, unit: i64, #[state] drawn: &mut f64) -> Option<Status> {
    *drawn += context.tick.dt();
    if *drawn < 0.8 {
        return Some(Status::Running);
    }
    let damage = [0.0, 14.0, 14.0][context.tick.random().rand_range(0..3) as usize];
    context.world.living(unit)?.health -= damage;
    Some(Status::Success)
}

/// Heals a living unit until it is well.
#[action(icon = "healing", color = "#2e8b57", stand_in = Running)]
fn heal(context: &mut TaskContext<Arena>, unit: i64) -> Option<Status> {
    let patient = context.world.living(unit)?;
    patient.health += 20.0 * context.tick.dt();
    Some(Status::running_until(patient.health >= 90.0))
}

/// Recovers at the spring of its team.
#[action(icon = "water_drop", color = "#4a78b0", stand_in = Running)]
fn recover(context: &mut TaskContext<Arena>, until: f64) -> Result<Status, &'static str> {
    let (own, springs) = (context.agent(), context.world.springs);
    let own = &mut context.world.units[own];
    let spring = springs.get(own.team).ok_or("no spring for its team")?;
    if own.walk(*spring, 5.0 * context.tick.dt()) < 1.0 {
        own.health += 6.0 * context.tick.dt();
    }
    Ok(Status::running_until(own.health >= until))
}

/// Runs its first child if friends outnumber the foes near it, otherwise its second.
#[derive(Task)]
#[task(composite, icon = "balance", acts_like = Selector)]
struct ByOdds {
    meters: Operand<f64>,
}

impl ParentTask<Arena> for ByOdds {
    fn start(&mut self, context: &mut TaskContext<Arena>, _: Children) -> Next<usize> {
        let (world, meters) = (&context.world, self.meters.get(&context.tick));
        let own = &world.units[context.agent()];
        let [friends, foes] = [own.team, 1 - own.team].map(|team| world.near(team, own.at, meters));
        Next::Run(usize::from(foes > friends))
    }
}
