//! Cases written by hand (`tests/data/cases/by_hand.txt`), for what the surroundings do not reach; and random choices from many seeds.

use super::plan::Sketch;
use super::rows;

const TABLE: &str = include_str!("../../data/cases/by_hand.txt");

/// Returns the cases written by hand.
///
/// # Errors
/// What is wrong with their table.
pub fn cases() -> Result<Vec<Sketch>, String> {
    let mut cases = Vec::new();
    for section in rows::read(TABLE)? {
        cases.extend(section.cases.into_iter().map(|case| Sketch {
            group: section.name,
            name: format!("{}/{}", section.name, case.name),
            ..case
        }));
    }
    cases.extend(seeds());
    Ok(cases)
}

/// Random choices from many seeds, among them large ones.
fn seeds() -> Vec<Sketch> {
    let mut cases = Vec::new();
    for seed in [0, 1, 2, 3, 42, 12_345, 4_294_967_296, 9_007_199_254_740_991] {
        for (name, tree) in [
            ("sequence_of_five", "RandomSequence[=S =S =S =S =S]"),
            ("selector_of_four", "RandomSelector[=F =F =F =F]"),
            ("half", "Repeater(forever=true)[Probability[=S]]"),
            (
                "wait",
                "Repeater(forever=true)[RandomWait(min=0.05,max=0.45)]",
            ),
        ] {
            cases.push(Sketch {
                group: "seeds",
                name: format!("seeds/{seed}/{name}"),
                tree: tree.to_owned(),
                seed,
                restarts: true,
                frames: 5,
                ..Sketch::default()
            });
        }
    }
    cases
}
