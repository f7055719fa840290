//! Cost of a soak test per minute, and whether it is acceptable.

use treewright_session::workspace::run_view::RunView as _;

use crate::SLOW_MS;
use crate::driven::memory;
use crate::user::User;

/// Memory counts as flat if the peak of the last quarter of the minutes is at most this factor times the peak of the second quarter. In the first
/// quarter, undo and run histories fill up to their limits. Peaks are compared because memory in between depends on the number of trees that run,
/// each up to its limit.
const FLAT: f64 = 1.10;

/// Measurements of one minute.
#[derive(Default)]
pub struct Minute {
    /// CPU time of each frame in ms.
    costs: Vec<f64>,
    /// Slow frames after warm-up.
    slow: usize,
}

impl Minute {
    pub const HEAD: &str = "minute  frames   edits  run frames  nodes  run MB   memory MB  median ms  95 % ms  worst ms  slow";

    /// Records a frame.
    pub fn note(&mut self, cost: f64, is_warm: bool) {
        self.costs.push(cost);
        self.slow += usize::from(is_warm && cost > SLOW_MS);
    }
}

/// Measurements of all minutes.
#[derive(Default)]
pub struct Figures {
    memory: Vec<f64>,
    /// CPU time of all frames, in ms.
    costs: Vec<f64>,
    slow: usize,
    edits: u64,
    run_frames: u64,
}

fn at(sorted: &[f64], part: f64) -> f64 {
    let place = (sorted.len().saturating_sub(1) as f64 * part).round() as usize;
    sorted.get(place).copied().unwrap_or_default()
}

fn sorted(values: &[f64]) -> Vec<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted
}

fn most(values: &[f64]) -> f64 {
    values.iter().copied().fold(0.0, f64::max)
}

impl Figures {
    /// Returns the number of minutes.
    pub fn minutes(&self) -> u64 {
        self.memory.len() as u64
    }

    /// Adds a finished minute.
    pub fn close(&mut self, minute: &Minute, user: &User) {
        let megabytes = memory::resident_megabytes();
        let costs = sorted(&minute.costs);
        let run = user.driven.app().workspace().front().run.as_ref();
        let run = run.map_or(0, |run| run.memory().0 >> 20);
        println!(
            "{:>6} {:>7} {:>7} {:>11} {:>6} {run:>7} {megabytes:>11.1} {:>10.2} {:>8.2} {:>9.2} {:>5}",
            self.memory.len() + 1,
            costs.len(),
            user.edits() - self.edits,
            user.run_frames() - self.run_frames,
            user.nodes(),
            at(&costs, 0.5),
            at(&costs, 0.95),
            at(&costs, 1.0),
            minute.slow,
        );
        self.memory.push(megabytes);
        self.costs.extend(costs);
        self.slow += minute.slow;
        self.edits = user.edits();
        self.run_frames = user.run_frames();
    }

    /// Returns the peak memory in a quarter of the minutes; quarters are counted from 0.
    fn quarter(&self, number: usize) -> f64 {
        let quarter = (self.memory.len() / 4).max(1);
        let from = (quarter * number).min(self.memory.len().saturating_sub(1));
        let until = (from + quarter).min(self.memory.len());
        most(&self.memory[from..until])
    }

    /// Returns the memory of the last quarter relative to the second, or `None` if the soak was too short.
    fn growth(&self) -> Option<f64> {
        (self.memory.len() >= 8).then(|| self.quarter(3) / self.quarter(1))
    }

    /// Returns whether memory is flat and no frame was slow.
    pub fn is_fine(&self) -> bool {
        self.slow == 0 && self.growth().is_none_or(|growth| growth <= FLAT)
    }

    /// Prints the summary.
    pub fn print(&self, seed: u64) {
        let costs = sorted(&self.costs);
        println!("\n| what | figure |\n| --- | --- |");
        println!("| minutes, seed | {}, {seed} |", self.memory.len());
        println!("| frames of the window | {} |", costs.len());
        println!("| document changes | {} |", self.edits);
        println!("| frames run | {} |", self.run_frames);
        println!(
            "| most memory in the second quarter, MB | {:.0} |",
            self.quarter(1)
        );
        println!(
            "| most memory in the last quarter, MB | {:.0} |",
            self.quarter(3)
        );
        println!("| peak memory, MB | {:.0} |", most(&self.memory));
        println!(
            "| a frame, median / 95th percentile / worst, ms of CPU | {:.2} / {:.2} / {:.2} |",
            at(&costs, 0.5),
            at(&costs, 0.95),
            at(&costs, 1.0)
        );
        println!("| frames over {SLOW_MS} ms after warm-up | {} |", self.slow);
        match self.growth() {
            Some(growth) => println!(
                "\nThe most memory of the last quarter is {growth:.2} times that of the second; at most {FLAT} is flat."
            ),
            None => println!("\nToo short to tell whether memory is flat."),
        }
    }
}
