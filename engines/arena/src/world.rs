//! What the trees act on: units of two teams on a long bridge. The game owns it, and lends it to each tick.

use treewright_core::prelude::*;

/// A fighter. Its place in the list of units is the number of its agent.
#[derive(TaskState)]
pub struct Unit {
    pub team: usize,
    /// In meters from the middle of the bridge.
    pub at: f64,
    pub health: f64,
}

/// What tasks see of the game during a tick: all units, and a map that does not change.
pub struct Lent<'a> {
    pub units: &'a mut [Unit],
    /// Where each team recovers.
    pub springs: &'a [f64],
}

/// Stands for `Lent` of any lifetime: the world's type in `GameTasks`, `Program` and `TreeManager`.
pub type Arena = dyn for<'a> LentWorld<'a, Lent = Lent<'a>>;

impl Unit {
    /// Walks towards a place, and returns how far away it still is.
    pub fn walk(&mut self, to: f64, meters: f64) -> f64 {
        self.at += (to - self.at).clamp(-meters, meters);
        (to - self.at).abs()
    }
}

impl Lent<'_> {
    /// Returns a unit, unless it has fallen or does not exist.
    pub fn living(&mut self, unit: impl TryInto<usize>) -> Option<&mut Unit> {
        let unit = self.units.get_mut(unit.try_into().ok()?)?;
        (unit.health > 0.0).then_some(unit)
    }

    /// Returns all units of a team that have not fallen, with their numbers.
    pub fn team(&self, team: usize) -> impl Iterator<Item = (i64, &Unit)> {
        let units = (0..).zip(&*self.units);
        units.filter(move |(_, unit)| unit.team == team && unit.health > 0.0)
    }

    /// Returns how many units of a team are nearer to a place than so many meters.
    pub fn near(&self, team: usize, at: f64, meters: f64) -> usize {
        let is_near = |(_, unit): &(i64, &Unit)| (unit.at - at).abs() < meters;
        self.team(team).filter(is_near).count()
    }

    /// Returns the number of the unit of a team with the lowest cost.
    pub fn cheapest(&self, team: usize, cost: impl Fn(&Unit) -> f64) -> Option<i64> {
        let costs = self.team(team).map(|(number, unit)| (cost(unit), number));
        Some(costs.min_by(|one, other| one.0.total_cmp(&other.0))?.1)
    }
}
