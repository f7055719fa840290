//! Replaces expectations by observed facts in the text of a scenario, and leaves every other byte unchanged.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::Deserialize;
use treewright_core::format::FormatError;
use treewright_core::format::json::{self, Raw};
use treewright_core::format::json_text::{decode, offset_of};

use super::write::{fact_value, no_aborts, place};
use super::{read, write};
use crate::scenario::{Fact, ScenarioDifference};

#[derive(Deserialize)]
struct File<'a> {
    #[serde(borrow, default)]
    steps: Vec<FileStep<'a>>,
    #[serde(borrow)]
    no_aborts: Option<Raw<'a>>,
}

#[derive(Deserialize)]
struct FileStep<'a> {
    frame: u64,
    #[serde(borrow, default)]
    expect: BTreeMap<String, Raw<'a>>,
}

/// Returns the text of the scenario with the differing expectations replaced by the facts found.
///
/// # Errors
/// The text is not a valid scenario.
pub fn revise(bytes: &[u8], differences: &[ScenarioDifference]) -> Result<String, FormatError> {
    let mut scenario = read(bytes)?;
    let text = decode(bytes)?;
    let quiet = scenario.no_aborts.clone();
    scenario.accept(differences);
    let file: File<'_> = json::from_str(text).map_err(|error| FormatError {
        path: String::new(),
        ..error
    })?;
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    for ScenarioDifference {
        frame,
        expected,
        found,
        ..
    } in differences
    {
        if matches!(expected, Fact::NoAborts(_)) {
            continue;
        }
        let raw = file.steps.iter().find(|step| step.frame == *frame);
        let raw = raw.and_then(|step| value_at(step, found));
        edits.extend(raw.map(|raw| (range_of(text, raw), fact_value(found))));
    }
    if let Some(raw) = file.no_aborts
        && quiet != scenario.no_aborts
    {
        edits.push((range_of(text, raw.get()), no_aborts(&scenario.no_aborts)));
    }
    edits.sort_by_key(|(range, _)| range.start);
    let mut revised = text.to_owned();
    for (range, json) in edits.into_iter().rev() {
        revised.replace_range(range, &json);
    }
    // Guards against unusual texts: the revised text must read as the intended scenario.
    match read(revised.as_bytes()) {
        Ok(says) if says == scenario => Ok(revised),
        _ => Ok(write(&scenario)),
    }
}

fn value_at<'a>(step: &FileStep<'a>, fact: &Fact) -> Option<&'a str> {
    let (field, name) = place(fact);
    let raw = step.expect.get(field)?.get();
    let Some(name) = name else {
        return Some(raw);
    };
    let members: BTreeMap<String, Raw<'_>> = json::from_str(raw).ok()?;
    members.get(name).map(|raw| raw.get())
}

fn range_of(text: &str, part: &str) -> Range<usize> {
    let start = offset_of(text, part);
    start..start + part.len()
}
