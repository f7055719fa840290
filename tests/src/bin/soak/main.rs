//! Soak test: a simulated user edits and runs trees in the real editor for a given time, driven by a seed, at sixty frames per second. Prints the
//! actions and their cost each minute, and fails if memory is not flat or a frame after warm-up took more than 50 ms of CPU.
//!
//! `cargo run --release -p treewright-tests --features soak --bin soak -- MINUTES [--seed N] [--nodes N] [--unpaced]`: `--nodes` is the approximate
//! number of nodes at the start; `--unpaced` draws as fast as possible.

#![allow(
    clippy::expect_used,
    reason = "a soak stops when it cannot set up what it measures"
)]

#[path = "../../../driven/mod.rs"]
mod driven;
mod figures;
#[path = "../../../benches/trees.rs"]
mod trees;
mod user;

use std::collections::VecDeque;
use std::process::ExitCode;
use std::str::FromStr;
use std::time::{Duration, Instant};

use driven::{Beginning, Driven};
use figures::{Figures, Minute};
use treewright_core::format::native;
use user::User;

/// The same allocator as in the program.
#[cfg(target_os = "linux")]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

/// Uncounted first frames, which rasterize fonts and draw each panel for the first time.
const WARM_UP: Duration = Duration::from_mins(1);

/// Slower frames are visible to users.
pub const SLOW_MS: f64 = 50.0;

/// How many gestures are printed with a slow frame.
const NAMED: usize = 6;

/// How many slow frames of one gesture are printed.
const TOLD: usize = 3;

/// Duration of a frame at 60 per second.
const PACE: Duration = Duration::from_micros(16_667);

/// The run is as fast as possible, which fills memory fastest.
const SETTINGS: &str = r#"{"version": 2, "language": "en", "run_at_full_speed": true}"#;

struct Wish {
    minutes: f64,
    seed: u64,
    nodes: i32,
    is_paced: bool,
}

/// Returns the number after a flag.
fn after<T: FromStr>(arguments: &[String], flag: &str) -> Option<T> {
    let place = arguments.iter().position(|argument| argument == flag)?;
    arguments.get(place + 1)?.parse().ok()
}

impl Wish {
    fn from_arguments() -> Option<Self> {
        let arguments: Vec<String> = std::env::args().skip(1).collect();
        Some(Self {
            minutes: arguments
                .iter()
                .find_map(|argument| argument.parse().ok())?,
            seed: after(&arguments, "--seed").unwrap_or(1),
            nodes: after(&arguments, "--nodes").unwrap_or(600),
            is_paced: !arguments.iter().any(|argument| argument == "--unpaced"),
        })
    }
}

fn main() -> ExitCode {
    let Some(wish) = Wish::from_arguments() else {
        eprintln!("usage: soak MINUTES [--seed N] [--nodes N] [--unpaced]");
        return ExitCode::FAILURE;
    };
    let tree =
        native::write(&trees::stacked(wish.nodes / 30, 29)).expect("the document can be written");
    let second = native::write(&trees::waiting(20, 19, 0.1)).expect("the document can be written");
    let mut driven = Driven::new(&Beginning {
        files: &[("other.bt.json", &second), ("soaked.bt.json", &tree)],
        settings: Some(SETTINGS),
    });
    driven.pace = wish.is_paced.then_some(PACE);
    let figures = soak(driven, &wish);
    figures.print(wish.seed);
    if figures.is_fine() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn soak(driven: Driven, wish: &Wish) -> Figures {
    let mut user = User::new(driven, wish.seed);
    let mut figures = Figures::default();
    let mut lately: VecDeque<String> = VecDeque::new();
    let begun = Instant::now();
    let end = Duration::from_secs_f64(wish.minutes * 60.0);
    let mut minute = Minute::default();
    println!("{}", Minute::HEAD);
    while begun.elapsed() < end {
        let did = user.do_something();
        lately.push_back(did.clone());
        if lately.len() > NAMED {
            lately.pop_front();
        }
        let is_warm = begun.elapsed() >= WARM_UP;
        let mut told = 0;
        for (frame, cost) in user.driven.take_costs().into_iter().enumerate() {
            if cost > SLOW_MS && told < TOLD {
                told += 1;
                let when = begun.elapsed().as_secs_f64() / 60.0;
                let what = lately.iter().cloned().collect::<Vec<_>>().join("; ");
                let nodes = user.nodes();
                println!(
                    "minute {when:.2}: {cost:.1} ms in frame {frame} of the last of: {what} ({nodes} nodes)"
                );
            }
            minute.note(cost, is_warm);
        }
        if begun.elapsed().as_secs() / 60 > figures.minutes() {
            figures.close(&std::mem::take(&mut minute), &user);
        }
    }
    figures.close(&minute, &user);
    figures
}
