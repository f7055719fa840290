//! `RandomWait`: waits for a random time between two bounds.

use crate::nodes::prelude::*;

kind! {
    /// Memory: the drawn time and the elapsed time.
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
    const GROUND: Option<Ground> = Some(Ground::Draw);

    fn start(&self, memory: &mut [u64], tick: &mut TickContext<'_>) {
        let (min, max) = (self.min.get(tick), self.max.get(tick));
        let drawn = f64::from(tick.random().rand_float());
        let seconds = min + drawn * (max - min).max(0.0);
        memory[0] = Nanoseconds::from_seconds(seconds).0;
        memory[1] = 0;
    }

    fn update(&self, memory: &mut [u64], tick: &mut TickContext<'_>) -> Status {
        let passed = add_time(&mut memory[1], tick.dt_nanoseconds());
        if passed >= Nanoseconds(memory[0]) {
            Status::Success
        } else {
            Status::Running
        }
    }

    fn wake(&self, memory: &[u64], _last: Status, _tick: &TickContext<'_>) -> Wake {
        Wake::After(Nanoseconds(memory[0]) - Nanoseconds(memory[1]))
    }

    fn pass(&self, memory: &mut [u64], elapsed: Nanoseconds, _frames: u64) {
        add_time(&mut memory[1], elapsed);
    }

    fn times(&self) -> &'static [usize] {
        &[0, 1]
    }

    fn forget(&self, memory: &mut [u64], forgetting: &Forgetting<'_>) {
        forgetting.until_start(memory);
        let left = Nanoseconds(memory[0]) - Nanoseconds(memory[1]);
        memory.copy_from_slice(&[left.0, 0]);
    }

    fn draw(&self, _tick: &TickContext<'_>) -> Option<Draw> {
        Some(Draw::Span)
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
    fn swapped_bounds_wait_for_the_minimum() {
        assert_eq!(alone("RandomWait", &between(2.0, 0.0), 2), "RS");
    }

    #[test]
    fn each_start_draws_a_new_time_within_the_bounds() {
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
        // It restarts in the frame in which it ended, so all waits but the first include that frame.
        let seen: Vec<_> = lengths.keys().copied().collect();
        assert_eq!(seen, [1, 2, 3, 4]);
    }
}
