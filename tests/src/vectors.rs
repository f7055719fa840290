//! The published cases: which there are, how they are played, and into which files of `assets/conformance` they go. Everything follows from fixed
//! seeds, so that the same engine always gives the same files.

mod aborting;
mod by_hand;
mod declared;
mod expressions;
mod plan;
mod random;
mod rows;
mod sketch;
mod surroundings;
mod systematic;

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::Path;

use serde::{Deserialize, Serialize};
use treewright_core::library::NodeLibrary;

use crate::conformance::{Form, Level, read_folder};
use plan::{Plan, Played};

/// The version of the form of the cases.
pub const VERSION: u32 = 1;

/// How many frames a case has at most.
pub const FRAMES: usize = 12;

/// How many bytes the line of a vector has at most: some have large trees.
const BYTES_OF_VECTORS: usize = 5_000;

/// The list of files, which is published beside them.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Index {
    /// Always `treewright-conformance`.
    pub format: String,
    /// [`VERSION`]
    pub version: u32,
    /// The files, in the order of their names.
    pub files: Vec<IndexedFile>,
}

/// A file of cases.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IndexedFile {
    /// Its name.
    pub file: String,
    /// The level of all its cases.
    pub level: Level,
    /// How many cases it has.
    pub cases: usize,
}

/// Returns the names and contents of all files.
///
/// # Errors
/// If a case cannot be played.
pub fn files() -> Result<Vec<(String, String)>, String> {
    let library = NodeLibrary::builtin();
    let mut all = contract(&library)?;
    let sketches = systematic::cases()?
        .into_iter()
        .chain(by_hand::cases()?)
        .chain(expressions::cases()?);
    for sketch in sketches {
        all.push(sketch.plan()?.play(&library)?);
    }
    all.extend(aborting::played(&library)?);
    all.extend(random::played(&library));
    written(&all)
}

/// The vectors, in the published form.
fn contract(library: &NodeLibrary) -> Result<Vec<Played>, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/conformance");
    let vectors = read_folder(&folder)?.into_iter().map(|vector| {
        let mut setting = vector.setting;
        setting.steps.truncate(FRAMES);
        let plan = Plan {
            group: "contract",
            name: format!("contract/{}", vector.name),
            document: setting.document,
            seed: setting.seed,
            agents: setting.agents,
            steps: setting.steps,
        };
        let mut played = plan.play(library)?;
        played.shorten(BYTES_OF_VECTORS);
        Ok(played)
    });
    vectors.collect()
}

/// Returns the files of all cases. Of cases that play the same, only the first is written.
fn written(all: &[Played]) -> Result<Vec<(String, String)>, String> {
    let mut known = HashSet::new();
    let mut names = BTreeSet::new();
    let mut texts: BTreeMap<String, (Level, usize, String)> = BTreeMap::new();
    for played in all {
        let case = &played.case;
        let line = case.write(&played.config)?;
        let plays = line
            .split_once(",\"level\":")
            .map(|(_, rest)| rest.to_owned());
        if !known.insert(plays) {
            continue;
        }
        if !names.insert(&case.name) {
            return Err(format!("two cases are called {}", case.name));
        }
        let Form::Published(level, _) = &case.form else {
            return Err(format!("{} is a vector", case.name));
        };
        let file = format!("{}-{}.jsonl", level.name(), played.group);
        let entry = texts.entry(file).or_insert((*level, 0, String::new()));
        entry.1 += 1;
        entry.2.push_str(&line);
        entry.2.push('\n');
    }
    let files = texts.iter().map(|(file, (level, cases, _))| IndexedFile {
        file: file.clone(),
        level: *level,
        cases: *cases,
    });
    let index = Index {
        format: "treewright-conformance".to_owned(),
        version: VERSION,
        files: files.collect(),
    };
    let index = serde_json::to_string_pretty(&index).map_err(|e| e.to_string())?;
    let mut files: Vec<_> = texts
        .into_iter()
        .map(|(file, (_, _, text))| (file, text))
        .collect();
    files.push(("index.json".to_owned(), index + "\n"));
    Ok(files)
}
