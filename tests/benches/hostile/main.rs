//! Cost of hostile inputs, for each row of the table and each reader, at full size: CPU time and peak memory, from the bytes of a file to a document
//! that is checked, compiled, run for three frames, written and read again. Reports rows that take more than one second or 500 MB; with `-- --check`,
//! these make the run fail. An argument selects the rows whose titles contain it.
//!
//! This bench is separate from the table of all targets: it has about a thousand rows with the same two limits, of which only the expensive ones are
//! worth a line, and unlike the others it counts allocations while it measures time.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a benchmark stops when it cannot set up what it measures"
)]

#[path = "../../hostile/readers.rs"]
mod readers;
#[path = "../../hostile/table/mod.rs"]
mod table;

use std::process::ExitCode;

use cpu_time::ThreadTime;
use readers::{Outcome, outcome};
use table::{Case, Expected, Scale};
use treewright_session::i18n::Texts;

const MOST_SECONDS: f64 = 1.0;
const MOST_MEGABYTES: f64 = 500.0;

/// Faster rows are not printed unless selected by an argument.
const SHOWN_SECONDS: f64 = 0.05;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let is_asked = |flag: &str| arguments.iter().any(|argument| argument == flag);
    let wanted: Vec<&String> = arguments.iter().filter(|a| !a.starts_with("--")).collect();
    let chinese = Texts::new("zh-CN");
    println!(
        "{:<72} {:>8} {:>8} {:>8}  ",
        "row × reader", "MB in", "CPU s", "MB"
    );
    let mut tally = Tally::default();
    let small = table::texts().into_iter().chain(table::trees());
    let large = table::sizes().into_iter().map(|make| make(Scale::Full));
    for case in small.filter(|case| case.what != "cut off").chain(large) {
        let title = case.title();
        if wanted.is_empty() || wanted.iter().any(|part| title.contains(&***part)) {
            tally.measure(&case, &chinese, !wanted.is_empty());
        }
    }
    println!(
        "{} rows × readers: the slowest {:.2} s, the largest {:.0} MB; {} over {MOST_SECONDS} s or {MOST_MEGABYTES} MB, {} not as expected",
        tally.count, tally.slowest, tally.largest, tally.over, tally.wrong
    );
    let failed = tally.over + tally.wrong > 0 && is_asked("--check");
    ExitCode::from(u8::from(failed))
}

#[derive(Default)]
struct Tally {
    count: usize,
    over: usize,
    wrong: usize,
    slowest: f64,
    largest: f64,
}

impl Tally {
    fn measure(&mut self, case: &Case, chinese: &Texts, show_all: bool) {
        let mut found = None;
        let begun = ThreadTime::now();
        let memory = allocation_counter::measure(|| found = Some(outcome(case, chinese)));
        let seconds = begun.elapsed().as_secs_f64();
        let megabytes = memory.bytes_max as f64 / 1e6;
        let is_refused = matches!(found, Some(Outcome::Refused(_)));
        let is_wrong = is_refused != matches!(case.expected, Expected::Refused(_));
        let is_over = seconds > MOST_SECONDS || megabytes > MOST_MEGABYTES;
        self.count += 1;
        self.over += usize::from(is_over);
        self.wrong += usize::from(is_wrong);
        self.slowest = self.slowest.max(seconds);
        self.largest = self.largest.max(megabytes);
        if show_all || is_over || is_wrong || seconds > SHOWN_SECONDS {
            let mark = match (is_over, is_wrong) {
                (true, _) => "over",
                (_, true) => "not as expected",
                _ => "",
            };
            println!(
                "{:<72} {:>8.2} {seconds:>8.3} {megabytes:>8.1}  {mark}",
                case.title(),
                case.bytes.len() as f64 / 1e6
            );
        }
    }
}
