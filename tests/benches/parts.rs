//! Runs each part of the benchmark in its own process and collects its rows. Knows no part by name.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use crate::report::Row;

/// Environment variable that tells a child process which part to run.
const PART: &str = "TREEWRIGHT_BENCH_PART";

/// Lets the system's allocator keep freed memory, as that of the program does. Counting allocations needs the system's.
const KEEP_MEMORY: [(&str, &str); 2] = [
    ("MALLOC_MMAP_THRESHOLD_", "4294967296"),
    ("MALLOC_TRIM_THRESHOLD_", "4294967296"),
];

/// A group of measurements that runs in its own process.
pub struct Part {
    pub name: &'static str,
    pub measure: fn(&mut Rows),
}

impl Part {
    pub const fn new(name: &'static str, measure: fn(&mut Rows)) -> Self {
        Self { name, measure }
    }
}

/// Collects the rows of a part, and knows which rows were selected.
pub struct Rows {
    words: Vec<String>,
}

impl Rows {
    /// A child writes its rows to standard output, and everything else to standard error.
    pub fn of_child(words: Vec<String>) -> Self {
        Self { words }
    }

    /// Returns whether this row was selected. Ask before an expensive setup.
    pub fn wants(&self, what: &str) -> bool {
        self.words.is_empty() || self.words.iter().any(|word| what.contains(word))
    }

    pub fn add(&mut self, row: &Row) {
        if self.wants(row.what()) {
            let line = serde_json::to_string(row).expect("a row is plain data");
            println!("{line}");
        }
    }
}

/// Returns the part that this child process runs, or `None` in the parent process.
pub fn asked_of_child() -> Option<String> {
    std::env::var(PART).ok()
}

/// Returns the rows of all parts that the words name, or of all parts.
pub fn measure_all(parts: &[Part], words: &[String]) -> Vec<Row> {
    let names = |word: &String| parts.iter().any(|part| part.name == word);
    let given = words.iter().filter(|word| !word.starts_with("--"));
    let (chosen, sought): (Vec<_>, Vec<_>) = given.cloned().partition(names);
    let of_part = parts
        .iter()
        .filter(|part| chosen.is_empty() || chosen.iter().any(|name| name == part.name));
    of_part.flat_map(|part| rows_of(part, &sought)).collect()
}

fn rows_of(part: &Part, sought: &[String]) -> Vec<Row> {
    eprintln!("measuring: {}", part.name);
    let program = std::env::current_exe().expect("the path of this program");
    let mut child = Command::new(program)
        .args(sought)
        .env(PART, part.name)
        .envs(KEEP_MEMORY)
        .stdout(Stdio::piped())
        .spawn()
        .expect("a process");
    let output = child.stdout.take().expect("the process has an output");
    let lines = BufReader::new(output).lines();
    let rows = lines.map(|line| serde_json::from_str(&line.expect("a line")).expect("a row"));
    let rows = rows.collect();
    let status = child.wait().expect("the process ends");
    assert!(status.success(), "measuring {} failed", part.name);
    rows
}

/// Returns the processor and the system, as far as Linux reports them.
pub fn machine() -> String {
    let read = |path| std::fs::read_to_string(path).unwrap_or_default();
    let value = |text: &str, key: &str| {
        let line = text.lines().find(|line| line.starts_with(key))?;
        let (_, value) = line.split_once([':', '='])?;
        Some(value.trim().trim_matches('"').to_owned())
    };
    let processor = value(&read("/proc/cpuinfo"), "model name");
    let system = value(&read("/etc/os-release"), "PRETTY_NAME");
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let unknown = || "unknown".to_owned();
    format!(
        "{}, {cores} cores, {}",
        processor.unwrap_or_else(unknown),
        system.unwrap_or_else(|| std::env::consts::OS.to_owned()),
    )
}
