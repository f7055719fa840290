//! `RandomWait`: runs for a time that is drawn between two bounds.

use crate::nodes::prelude::*;

kind! {
    /// The task. It remembers the time that was drawn and the time that has passed.
    RandomWait: Action, "hourglass_top",
    summary: "Waits for a random time between two bounds.",
    details: [
        "- On start: picks a random time between `min` and `max`, using the tree's seed. If `max` is below `min`, the time is `min`.",
        "- Before that time has elapsed: returns Running.",
        "- Once it has elapsed (this frame included): returns Success.",
    ],
    parameters: {
        min: Operand<f64> = optional(Float, 1.0, "The shortest time, in seconds.").within(0.0, 1_000_000_000.0),
        max: Operand<f64> = optional(Float, 2.0, "The longest time, in seconds.").within(0.0, 1_000_000_000.0),
    },
}

impl Leaf for RandomWait {
    const MEMORY: usize = 2;

    fn start(&self, memory: &mut [u64], tick: &mut TickContext<'_>) {
        let (min, max) = (self.min.get(tick), self.max.get(tick));
        let drawn = f64::from(tick.random().rand_float());
        memory[0] = (min + drawn * (max - min).max(0.0)).to_bits();
        memory[1] = 0.0_f64.to_bits();
    }

    fn update(&self, memory: &mut [u64], tick: &mut TickContext<'_>) -> Status {
        let passed = f64::from_bits(memory[1]) + tick.dt();
        memory[1] = passed.to_bits();
        if passed >= f64::from_bits(memory[0]) {
            Status::Success
        } else {
            Status::Running
        }
    }

    fn wake(&self, memory: &[u64], _last: Status, _tick: &TickContext<'_>) -> Wake {
        Wake::After(f64::from_bits(memory[0]) - f64::from_bits(memory[1]))
    }

    fn pass(&self, memory: &mut [u64], dt: f64, frames: u64) {
        add_time(&mut memory[1], dt, frames);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn between(min: f64, max: f64) -> Arguments {
        with("min", min).with("max", max)
    }

    #[test]
    fn equal_bounds_are_a_wait() {
        assert_eq!(alone("RandomWait", &between(3.0, 3.0), 3), "RRS");
        assert_eq!(alone("RandomWait", &between(0.0, 0.0), 1), "S");
    }

    #[test]
    fn bounds_the_wrong_way_round_wait_for_the_first() {
        assert_eq!(alone("RandomWait", &between(2.0, 0.0), 2), "RS");
    }

    #[test]
    fn each_start_draws_anew_within_the_bounds() {
        let mut tree = TestTree::under("Repeater", &with("forever", true));
        tree.leaf("RandomWait", &between(1.5, 4.5)).close();
        let mut run = tree.run();
        let mut lengths = std::collections::BTreeMap::<u32, u32>::new();
        let mut length = 0;
        for _ in 0..1000 {
            length += 1;
            if run.story().contains("1.S") {
                *lengths.entry(length).or_default() += 1;
                length = 0;
            }
        }
        // It starts again in the frame in which it ended, so all but the first wait share that frame.
        let seen: Vec<_> = lengths.keys().copied().collect();
        assert_eq!(seen, [1, 2, 3, 4]);
    }
}
