//! Rows of measurements and the table of all rows: figure, yardstick, ratio, target, reached or not, and figures of other engines. Knows nothing of
//! what is measured.

use serde::{Deserialize, Serialize};

/// A limit for our figure.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Target {
    /// At most this factor times the yardstick of the same run.
    Times(f64),
    /// At most this, in the row's unit.
    AtMost(f64),
    /// At least this, in the row's unit.
    AtLeast(f64),
}

/// One measurement.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Row {
    what: String,
    unit: String,
    ours: f64,
    p95: Option<f64>,
    yardstick: Option<f64>,
    target: Option<Target>,
    others: Vec<(String, f64)>,
}

impl Row {
    /// Creates a row with our figure only.
    pub fn new(what: impl Into<String>, unit: impl Into<String>, ours: f64) -> Self {
        Self {
            what: what.into(),
            unit: unit.into(),
            ours,
            p95: None,
            yardstick: None,
            target: None,
            others: Vec::new(),
        }
    }

    pub fn what(&self) -> &str {
        &self.what
    }

    /// Adds the 95th percentile.
    pub fn p95(mut self, p95: f64) -> Self {
        self.p95 = Some(p95);
        self
    }

    /// Adds the figure to compare with.
    pub fn compared_to(mut self, yardstick: f64) -> Self {
        self.yardstick = Some(yardstick);
        self
    }

    /// Adds the target.
    pub fn must(mut self, target: Target) -> Self {
        self.target = Some(target);
        self
    }

    /// Adds another engine's figure.
    pub fn other(mut self, name: &str, figure: f64) -> Self {
        self.others.push((name.to_owned(), figure));
        self
    }

    /// Returns whether the target is reached, or `None` without a target.
    fn is_met(&self) -> Option<bool> {
        Some(match self.target? {
            Target::Times(times) => self.ours <= times * self.yardstick?,
            Target::AtMost(limit) => self.ours <= limit,
            Target::AtLeast(limit) => self.ours >= limit,
        })
    }

    fn cells(&self) -> [String; COLUMNS.len()] {
        let ours = match self.p95 {
            None => figure(self.ours),
            Some(p95) => format!("{} / {}", figure(self.ours), figure(p95)),
        };
        let ratio = |yardstick| format!("{:.2}x", self.ours / yardstick);
        let target = match self.target {
            None => String::new(),
            Some(Target::Times(times)) => format!("<= {times}x"),
            Some(Target::AtMost(limit)) => format!("<= {}", figure(limit)),
            Some(Target::AtLeast(limit)) => format!(">= {}", figure(limit)),
        };
        let met = match self.is_met() {
            None => "",
            Some(true) => "yes",
            Some(false) => "NO",
        };
        let other = |(name, taken): &(String, f64)| format!("{name} {}", figure(*taken));
        let others: Vec<String> = self.others.iter().map(other).collect();
        [
            self.what.clone(),
            self.unit.clone(),
            ours,
            self.yardstick.map(figure).unwrap_or_default(),
            self.yardstick.map(ratio).unwrap_or_default(),
            target,
            met.to_owned(),
            others.join(", "),
        ]
    }
}

const COLUMNS: [&str; 8] = [
    "what",
    "unit",
    "ours (median / p95)",
    "yardstick",
    "ratio",
    "must reach",
    "reached",
    "others",
];

/// Prints all rows as one table, which is valid Markdown.
pub fn print(rows: &[Row]) {
    let cells: Vec<_> = rows.iter().map(Row::cells).collect();
    let head = COLUMNS.map(str::to_owned);
    let width = |column: usize| {
        let all = cells.iter().chain([&head]);
        all.map(|row| row[column].chars().count())
            .max()
            .unwrap_or_default()
    };
    let widths: [usize; COLUMNS.len()] = std::array::from_fn(width);
    line(&head, &widths);
    line(&widths.map(|width| "-".repeat(width)), &widths);
    for row in &cells {
        line(row, &widths);
    }
}

fn line(cells: &[String; COLUMNS.len()], widths: &[usize; COLUMNS.len()]) {
    for (cell, width) in cells.iter().zip(widths) {
        print!("| {cell:width$} ");
    }
    println!("|");
}

/// Returns the names of rows that miss their targets.
pub fn missed(rows: &[Row]) -> Vec<&str> {
    let missed = rows.iter().filter(|row| row.is_met() == Some(false));
    missed.map(|row| &*row.what).collect()
}

fn figure(value: f64) -> String {
    match value {
        0.0 => "0".to_owned(),
        value if value < 0.1 => format!("{value:.4}"),
        value if value < 10.0 => format!("{value:.2}"),
        value if value < 100.0 => format!("{value:.1}"),
        value => format!("{value:.0}"),
    }
}
