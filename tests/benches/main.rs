//! All performance and memory targets of the executor and the editor, measured in one run and printed as one table.
//!
//! `cargo bench -p treewright-tests -- [--check] [WORD...]`: words that name parts (executor, recording, link, exploring, finding, editor, large) select these parts; other
//! words select the rows whose names contain one of them. `--check` fails if a target is missed.
//!
//! Figures of different machines are not comparable; ratios within one run are. Times are CPU time of the thread unless a row says otherwise. Each
//! part runs in its own process, so that no part starts with memory that another one has fragmented.

#![allow(
    clippy::expect_used,
    reason = "a benchmark stops when it cannot set up what it measures"
)]

#[path = "../driven/mod.rs"]
mod driven;
mod editor;
mod executor;
mod exploring;
mod finding;
mod large;
mod link;
mod measure;
mod parts;
mod recording;
mod report;
mod trees;

use std::process::ExitCode;

use parts::{Part, Rows};

/// The parts, in the order of the table.
const PARTS: &[Part] = &[
    Part::new("executor", executor::measure),
    Part::new("recording", recording::measure),
    Part::new("link", link::measure),
    Part::new("exploring", exploring::measure),
    Part::new("finding", finding::measure),
    Part::new("editor", editor::measure),
    Part::new("large", large::measure),
];

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let Some(name) = parts::asked_of_child() {
        let part = PARTS.iter().find(|part| part.name == name);
        let part = part.expect("a part of this name");
        (part.measure)(&mut Rows::of_child(words));
        return ExitCode::SUCCESS;
    }
    let rows = parts::measure_all(PARTS, &words);
    println!("\n{}\n", parts::machine());
    report::print(&rows);
    let missed = report::missed(&rows);
    match &*missed {
        [] => println!("\nEvery target is reached."),
        missed => println!("\nMissed: {}", missed.join("; ")),
    }
    if words.iter().any(|word| word == "--check") && !missed.is_empty() {
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
