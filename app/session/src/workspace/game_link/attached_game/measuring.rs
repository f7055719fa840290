//! How long leaves take: what an attached game measures while the user wants to see it, summed up over the last seconds.

use std::collections::{BTreeMap, VecDeque};

use treewright_core::runtime::NodeIndex;
use treewright_link::protocol::{Every, FromEditor, Profile};

use super::AttachedGame;
use crate::workspace::run_profile::Measured;
use crate::workspace::told_run::ToldRun;

/// In every how many frames games measure: a clock costs more than most leaves.
pub const EVERY: u32 = 16;

/// How many messages are summed up. A game sends one a second.
const SUMMED: usize = 5;

/// The last messages about each program.
pub(super) type Measurements = BTreeMap<u32, VecDeque<Profile>>;

impl AttachedGame {
    /// Lets the game measure, or no longer. Nothing happens if it cannot, or does already.
    pub fn measure(&mut self, is_wanted: bool) {
        let is_wanted = is_wanted && self.may("profile");
        if is_wanted == self.measurements.is_some() {
            return;
        }
        self.measurements = is_wanted.then(BTreeMap::new);
        let every = if is_wanted { EVERY } else { 0 };
        self.say(FromEditor::Profile(Every { every }));
    }

    /// Returns whether it measures.
    pub fn measures(&self) -> bool {
        self.measurements.is_some()
    }

    /// Takes what the game told last of a program.
    pub fn note_measured(&mut self, program: u32) {
        let told = self.seen.profile(program).cloned();
        if let Some((all, told)) = self.measurements.as_mut().zip(told) {
            let known = all.entry(program).or_default();
            known.push_back(told);
            while known.len() > SUMMED {
                known.pop_front();
            }
        }
    }

    /// Tells a run that shows agents of the game what was measured of a program.
    pub fn tell_measured(&self, program: u32, told: &mut ToldRun) {
        let shown = self.shown.iter().find(|tree| {
            let is_shown = told.document() == tree.document;
            is_shown && tree.programs.contains_key(&program)
        });
        let number = shown.and_then(|tree| tree.programs.get(&program));
        let known = self.measurements.as_ref().and_then(|all| all.get(&program));
        if let Some((number, known)) = number.zip(known) {
            told.take_measured(*number, &sum(known));
        }
    }
}

/// Sums up what was measured.
fn sum(told: &VecDeque<Profile>) -> Measured {
    let mut leaves: BTreeMap<u32, (u64, u64)> = BTreeMap::new();
    for (node, calls, nanoseconds) in told.iter().flat_map(|profile| &profile.nodes) {
        let sums = leaves.entry(*node).or_default();
        sums.0 = sums.0.saturating_add(*calls);
        sums.1 = sums.1.saturating_add(*nanoseconds);
    }
    let frames = told.iter().map(|profile| u64::from(profile.frames));
    let leaves = leaves.into_iter();
    Measured {
        frames: frames.sum(),
        leaves: leaves
            .map(|(node, (calls, time))| (NodeIndex(node), calls, time))
            .collect(),
    }
}
