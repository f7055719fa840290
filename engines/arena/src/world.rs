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
    pub fn living(&mut self, unit: i64) -> Option<&mut Unit> {
        let unit = self.units.get_mut(unit as usize)?;
        (unit.health > 0.0).then_some(unit)
    }

    /// Returns the living unit with the lowest cost, and its cost. One without a cost is left out.
    pub fn best(&self, cost: impl Fn(&Unit) -> Option<f64>) -> Option<(i64, f64)> {
        let living = (0..)
            .zip(&*self.units)
            .filter(|(_, unit)| unit.health > 0.0);
        let costs = living.filter_map(|(number, unit)| Some((number, cost(unit)?)));
        costs.min_by(|one, other| one.1.total_cmp(&other.1))
    }

    /// Returns the nearest living foe of a unit, and its distance in meters.
    pub fn nearest_foe(&self, me: usize) -> Option<(i64, f64)> {
        let own = &self.units[me];
        self.best(|unit| (unit.team != own.team).then_some((unit.at - own.at).abs()))
    }
}
