//! What came of one scenario, as it is told to people and machines. Runs nothing.

use std::io;
use std::path::Path;

use serde::Serialize;
use treewright_insight::scenario::Difference;
use treewright_insight::scenario_json::write_fact;

use crate::Streams;
use crate::check::counted;
use crate::colors::{BAD, FAINT, GOOD, NOTABLE, styled};
use crate::report::Report;

/// So many differences of a scenario are shown to people.
const SHOWN: usize = 10;

/// What came of a scenario.
#[derive(Serialize)]
pub struct Entry {
    pub file: String,
    pub name: String,
    pub tree: String,
    pub passed: bool,
    /// What it expects was renewed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub updated: bool,
    /// The frame of the first difference.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frame: Option<u64>,
    /// The first difference, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<String>,
    /// All of them; where they were accepted, those before that.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub differences: Vec<Told>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<Box<Report>>,
    /// Tasks of libraries that always gave one answer, because there is no game and the scenario does not script them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stood_in: Vec<String>,
}

/// A difference in words, with both facts as files hold them.
#[derive(Serialize)]
pub struct Told {
    pub frame: u64,
    pub difference: String,
    pub expected: String,
    pub found: String,
}

impl Told {
    /// What was expected and what was found, one below the other.
    pub fn both(&self) -> [(&'static str, &str); 2] {
        [("expected", &*self.expected), ("found   ", &*self.found)]
    }
}

impl Entry {
    /// An entry of which only the file is known.
    pub fn new(file: &Path) -> Self {
        Self {
            file: file.display().to_string(),
            name: String::new(),
            tree: String::new(),
            passed: false,
            updated: false,
            frame: None,
            difference: None,
            differences: Vec::new(),
            problem: None,
            stood_in: Vec::new(),
        }
    }

    /// These are its differences.
    pub fn take_differences(&mut self, differences: &[Difference]) {
        let told = differences.iter().map(|difference| Told {
            frame: difference.frame,
            difference: difference.to_string(),
            expected: write_fact(&difference.expected),
            found: write_fact(&difference.found),
        });
        self.differences = told.collect();
        let first = self.differences.first();
        self.frame = first.map(|told| told.frame);
        self.difference = first.map(|told| told.difference.clone());
    }

    /// Writes it for people.
    pub fn write_human(&self, streams: &mut Streams<'_>, text: Option<&str>) -> io::Result<()> {
        if let Some(problem) = &self.problem {
            return problem.write_human(streams.err, text);
        }
        let word = match (self.updated, self.passed) {
            (true, _) => styled(NOTABLE, "updated"),
            (false, true) => styled(GOOD, "passed"),
            (false, false) => styled(BAD, "failed"),
        };
        writeln!(streams.out, "{word} {}: {}", self.file, self.name)?;
        for told in self.differences.iter().take(SHOWN) {
            writeln!(streams.out, "       {}", told.difference)?;
            let words = if self.updated {
                ["was", "is "]
            } else {
                ["expected", "found   "]
            };
            for (word, (_, fact)) in words.into_iter().zip(told.both()) {
                let line = format!("         {word}  {fact}");
                writeln!(streams.out, "{}", styled(FAINT, line))?;
            }
        }
        if let Some(more) = self.differences.len().checked_sub(SHOWN + 1) {
            let more = counted(more + 1, "further difference");
            writeln!(streams.out, "       … and {more}")?;
        }
        if !self.stood_in.is_empty() {
            let played = format!("       stood in for {}", self.stood_in.join(", "));
            writeln!(streams.out, "{}", styled(FAINT, played))?;
        }
        Ok(())
    }
}
