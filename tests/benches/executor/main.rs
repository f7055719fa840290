//! The executor's speed beside a yardstick and other engines, in one run and one table. `--check` fails when a target is missed.
//!
//! Thread CPU time, medians of 33 repetitions; figures of different machines do not compare, ratios within one run do.
//! Allocations are counted all the while, which costs an engine that allocates in its ticks up to a fifth of its time.

mod behaviortree_rs;
mod bonsai;
mod engine;
mod expressions;
mod lite;
mod measure;
mod ours;
mod run;
mod shape;
mod sleep;
mod table;
mod yardstick;

use std::process::ExitCode;

use crate::run::measure;

fn main() -> ExitCode {
    let yardstick = measure::<yardstick::Yardstick>();
    let ours = measure::<ours::Ours>();
    let peers = [
        measure::<lite::Lite>(),
        measure::<bonsai::Bonsai>(),
        measure::<behaviortree_rs::BehaviortreeRs>(),
    ];
    table::print(&ours, &yardstick, &peers);
    expressions::print();
    sleep::print();
    let missed = table::missed(&ours, &yardstick);
    if std::env::args().any(|argument| argument == "--check") && missed > 0 {
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
