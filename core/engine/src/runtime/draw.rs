//! Random draws as choices among their outcomes: which draws there are, and seeds that lead to each outcome. Knows no node type.

use oorandom::Rand32;

/// What a task draws at random.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Draw {
    /// Whether a random value from 0 to 1 is below this number.
    Chance(f64),
    /// The order of this many children.
    Order(usize),
    /// A number between two bounds.
    Span,
}

/// Seeds that lead to the outcomes of a draw, one for each outcome.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DrawSeeds {
    /// The seeds; at least one.
    pub seeds: Vec<u64>,
    /// Whether there are outcomes to which none of them leads.
    pub is_sampled: bool,
}

/// The most children of which all orders are listed.
const MAX_ORDERED: usize = 5;
/// How many seeds are tried.
const TRIED: u64 = 200_000;
/// How many seeds are tried for a number between two bounds.
const TRIED_SPANS: u64 = 1_000;

impl Draw {
    /// Returns seeds that lead to its outcomes: for an order of more than five children, one for each child that is first, and for a
    /// number between two bounds, for one near each bound and one in the middle.
    pub fn seeds(self) -> DrawSeeds {
        match self {
            Self::Chance(p) if p <= 0.0 || p >= 1.0 || p.is_nan() => DrawSeeds {
                seeds: vec![0],
                is_sampled: false,
            },
            Self::Chance(p) => {
                let is_below = |seed: &u64| f64::from(Rand32::new(*seed).rand_float()) < p;
                let found = [true, false];
                let found = found.map(|wanted| (0..TRIED).find(|seed| is_below(seed) == wanted));
                DrawSeeds {
                    is_sampled: found.contains(&None),
                    seeds: found.into_iter().flatten().collect(),
                }
            }
            Self::Order(children) if children <= MAX_ORDERED => {
                let orders = (1..=children).product();
                seeds_by(orders, |seed| order_of(seed, children))
            }
            Self::Order(children) => DrawSeeds {
                is_sampled: true,
                ..seeds_by(children, |seed| order_of(seed, children)[0])
            },
            Self::Span => {
                let drawn = |seed: &u64| Rand32::new(*seed).rand_float();
                let mut seeds: Vec<u64> = (0..TRIED_SPANS).collect();
                seeds.sort_by(|a, b| drawn(a).total_cmp(&drawn(b)));
                let seeds = [0, seeds.len() / 2, seeds.len() - 1].map(|place| seeds[place]);
                DrawSeeds {
                    seeds: seeds.into(),
                    is_sampled: true,
                }
            }
        }
    }
}

/// Returns the first seed for each outcome, in the order in which they are found.
fn seeds_by<O: PartialEq>(outcomes: usize, outcome: impl Fn(u64) -> O) -> DrawSeeds {
    let mut found: Vec<(O, u64)> = Vec::new();
    for seed in 0..TRIED {
        if found.len() == outcomes {
            break;
        }
        let drawn = outcome(seed);
        if !found.iter().any(|(known, _)| *known == drawn) {
            found.push((drawn, seed));
        }
    }
    DrawSeeds {
        is_sampled: found.len() < outcomes,
        seeds: found.into_iter().map(|(_, seed)| seed).collect(),
    }
}

fn order_of(seed: u64, children: usize) -> Vec<u64> {
    let mut places: Vec<u64> = (0..children as u64).collect();
    shuffle(&mut Rand32::new(seed), &mut places);
    places
}

/// Shuffles places. Fisher-Yates: all orders are equally likely.
pub(crate) fn shuffle(random: &mut Rand32, places: &mut [u64]) {
    for last in (1..places.len()).rev() {
        let drawn = random.rand_range(0..last as u32 + 1);
        places.swap(last, drawn as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_outcome_of_a_draw_has_a_seed() {
        for p in [0.001, 0.5, 0.999] {
            let DrawSeeds { seeds, is_sampled } = Draw::Chance(p).seeds();
            let drawn: Vec<bool> = seeds
                .iter()
                .map(|seed| f64::from(Rand32::new(*seed).rand_float()) < p)
                .collect();
            assert_eq!((drawn, is_sampled), (vec![true, false], false));
        }
        for children in 1..=5 {
            let DrawSeeds { seeds, is_sampled } = Draw::Order(children).seeds();
            let mut orders: Vec<_> = seeds.iter().map(|s| order_of(*s, children)).collect();
            orders.sort();
            orders.dedup();
            assert_eq!(orders.len(), (1..=children).product::<usize>());
            assert!(!is_sampled);
        }
    }

    #[test]
    fn what_has_one_outcome_has_one_seed_and_what_has_too_many_is_sampled() {
        assert_eq!(Draw::Chance(0.0).seeds().seeds.len(), 1);
        assert_eq!(Draw::Chance(1.0).seeds().seeds.len(), 1);
        let first = Draw::Order(9).seeds();
        assert_eq!((first.seeds.len(), first.is_sampled), (9, true));
        let span = Draw::Span.seeds();
        let [least, middle, most] =
            [0, 1, 2].map(|place| Rand32::new(span.seeds[place]).rand_float());
        assert!(least < 0.01 && (0.45..0.55).contains(&middle) && most > 0.99);
    }
}
