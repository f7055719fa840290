//! Finds where ticks begin in changes of statuses, of which only the times are known: between ticks a program pauses, as a rule far
//! longer than between two nodes. Knows no nodes.

/// How finely gaps are told apart: steps for each doubling of their length.
const STEPS: f64 = 4.0;
/// Gaps of up to 2^48 microseconds.
const BUCKETS: usize = 48 * STEPS as usize + 1;

/// The pause that is assumed while both kinds of gaps cannot be told apart, in microseconds.
const DEFAULT_PAUSE: u64 = 1_000;
/// No pause is shorter: nobody ticks a tree that fast, in microseconds.
const LEAST_PAUSE: u64 = 200;
/// By how many steps the gaps between ticks must be longer than those within a tick, on average: eightfold.
const LEAST_DISTANCE: f64 = 3.0 * STEPS;

/// The lengths of the gaps between changes, counted.
#[derive(Clone, Debug)]
pub(crate) struct Gaps {
    counts: [u32; BUCKETS],
}

impl Gaps {
    pub fn new() -> Self {
        Self {
            counts: [0; BUCKETS],
        }
    }

    /// Counts a gap of this many microseconds.
    pub fn add(&mut self, gap: u64) {
        let count = &mut self.counts[bucket(gap)];
        *count = count.saturating_add(1);
    }

    /// Returns the shortest gap that counts as a pause between ticks, in microseconds.
    pub fn pause(&self) -> u64 {
        let found = self.division().map(|step| 2_f64.powf(step / STEPS) as u64);
        found.map_or(DEFAULT_PAUSE, |pause| pause.max(LEAST_PAUSE))
    }

    /// Divides the gaps in two groups that differ most, by the method of Otsu (1979) over the logarithms of their lengths. Returns
    /// the middle between both, in steps; `None` if they do not differ enough.
    fn division(&self) -> Option<f64> {
        let all = Group::of(&self.counts);
        let mut below = Group::default();
        let mut best: Option<(f64, usize, usize)> = None;
        for (step, count) in self.counts.iter().enumerate() {
            below.add(step, *count);
            let above = all.without(below);
            if below.count == 0.0 || above.count == 0.0 {
                continue;
            }
            let distance = above.mean() - below.mean();
            let variance = below.count * above.count * distance * distance;
            let is_distant = distance >= LEAST_DISTANCE;
            match &mut best {
                // Where there are no gaps, each step divides alike: the middle of them is taken.
                Some((_, _, last)) if *count == 0 && *last + 1 == step => *last = step,
                Some((most, ..)) if *most >= variance => {}
                _ if is_distant => best = Some((variance, step, step)),
                _ => {}
            }
        }
        best.map(|(_, first, last)| (first + last + 1) as f64 / 2.0)
    }
}

fn bucket(gap: u64) -> usize {
    let steps = (gap.max(1) as f64).log2() * STEPS;
    (steps as usize).min(BUCKETS - 1)
}

/// Some of the gaps: their number, and the sum of their steps.
#[derive(Clone, Copy, Debug, Default)]
struct Group {
    count: f64,
    sum: f64,
}

impl Group {
    fn of(counts: &[u32]) -> Self {
        let mut group = Self::default();
        for (step, count) in counts.iter().enumerate() {
            group.add(step, *count);
        }
        group
    }

    fn add(&mut self, step: usize, count: u32) {
        self.count += f64::from(count);
        self.sum += f64::from(count) * step as f64;
    }

    fn without(self, other: Self) -> Self {
        Self {
            count: self.count - other.count,
            sum: self.sum - other.sum,
        }
    }

    fn mean(self) -> f64 {
        self.sum / self.count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pause(gaps: &[(u64, u32)]) -> u64 {
        let mut all = Gaps::new();
        for (gap, count) in gaps {
            (0..*count).for_each(|_| all.add(*gap));
        }
        all.pause()
    }

    #[test]
    fn the_pause_lies_between_the_gaps_of_nodes_and_of_ticks() {
        let found = pause(&[(0, 40), (2, 90), (12, 60), (87, 5), (5_100, 30), (8_600, 3)]);
        assert!((88..5_100).contains(&found), "{found}");
    }

    #[test]
    fn a_long_rest_is_one_pause_among_many() {
        let found = pause(&[(2, 90), (40, 60), (5_100, 30), (60_000_000, 1)]);
        assert!((41..5_100).contains(&found), "{found}");
    }

    #[test]
    fn ticks_of_one_change_each_are_told_apart_from_each_other() {
        assert!(pause(&[(20_000, 9), (21_000, 4)]) <= 20_000);
        assert_eq!(pause(&[]), DEFAULT_PAUSE);
    }

    #[test]
    fn gaps_within_a_tick_alone_are_no_pauses() {
        assert!(pause(&[(0, 9), (3, 9), (20, 9)]) > 20);
    }
}
