//! The table of figures, ratios and targets. Knows no engine by name.

use crate::run::{COLUMNS, Figures};

/// What ours must reach.
#[derive(Clone, Copy)]
enum Target {
    /// At most this many times the yardstick.
    Times(f64),
    /// At most this, in the column's unit.
    AtMost(f64),
}

const TARGETS: [Target; COLUMNS.len()] = [
    Target::Times(2.0),
    Target::Times(3.0),
    Target::Times(4.0),
    Target::Times(2.5),
    Target::Times(1.0),
    Target::AtMost(300.0),
    Target::Times(3.0),
    Target::AtMost(200.0),
    Target::AtMost(0.5),
    Target::AtMost(6.0),
];

impl Target {
    fn is_met(self, ours: f64, yardstick: f64) -> bool {
        match self {
            Self::Times(times) => ours <= times * yardstick,
            Self::AtMost(limit) => ours <= limit,
        }
    }

    fn text(self) -> String {
        match self {
            Self::Times(times) => format!("<= {times}x"),
            Self::AtMost(limit) => format!("<= {limit}"),
        }
    }
}

/// Ours, the yardstick and the peers, then the ratios that matter.
pub fn print(ours: &Figures, yardstick: &Figures, peers: &[Figures]) {
    row("", COLUMNS.map(str::to_owned));
    for figures in [yardstick, ours].into_iter().chain(peers) {
        row(figures.name, figures.values.map(figure));
    }
    row("ours / yardstick", ratios(ours, yardstick));
    row("ours must reach", TARGETS.map(Target::text));
    row("reached", verdicts(ours, yardstick).map(verdict_text));
    for peer in peers {
        row(&format!("{} / ours", peer.name), ratios(peer, ours));
    }
}

/// How many targets are missed.
pub fn missed(ours: &Figures, yardstick: &Figures) -> usize {
    let verdicts = verdicts(ours, yardstick);
    verdicts.iter().filter(|v| **v == Some(false)).count()
}

fn verdicts(ours: &Figures, yardstick: &Figures) -> [Option<bool>; COLUMNS.len()] {
    std::array::from_fn(|i| Some(TARGETS[i].is_met(ours.values[i]?, yardstick.values[i]?)))
}

fn verdict_text(met: Option<bool>) -> String {
    match met {
        Some(true) => "yes".into(),
        Some(false) => "NO".into(),
        None => "-".into(),
    }
}

fn ratios(upper: &Figures, lower: &Figures) -> [String; COLUMNS.len()] {
    std::array::from_fn(|i| match (upper.values[i], lower.values[i]) {
        (Some(upper), Some(lower)) => format!("{:.2}x", upper / lower),
        _ => "-".into(),
    })
}

fn figure(value: Option<f64>) -> String {
    match value {
        None => "-".into(),
        Some(value) if value < 0.1 => format!("{value:.4}"),
        Some(value) if value < 10.0 => format!("{value:.2}"),
        Some(value) if value < 100.0 => format!("{value:.1}"),
        Some(value) => format!("{value:.0}"),
    }
}

fn row(name: &str, cells: [String; COLUMNS.len()]) {
    print!("{name:32}");
    for cell in cells {
        print!("{cell:>10}");
    }
    println!();
}
