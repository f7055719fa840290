//! Writes scenarios that together show all that a tree can do, with names that say what each of them shows.

use std::collections::BTreeSet;
use std::path::Path;

use treewright_core::project::relative;
use treewright_core::runtime::NodeIndex;
use treewright_explore::cover::{CoveringScenario, cover};
use treewright_explore::findings::{NodeOutcome, Shown};
use treewright_insight::scenario::Scenario;
use treewright_insight::scenario_json;
use treewright_session::host::files::{self, SaveError};
use treewright_session::host::outputs::{Output, OutputKind, OutputTarget, Outputs, Replacing};
use treewright_session::host::scenario_files::{SCENARIO, tree_of, words_for_file};
use treewright_session::i18n::Texts;

use super::exploring::{Explored, ExploredTree};
use crate::input::{Unusable, unusable};
use crate::report::Report;
use crate::scenarios::mismatch;
use crate::transfer::remedy;

/// Writes the scenarios into a folder. Returns their files.
pub fn write(
    tree: &ExploredTree,
    explored: &Explored,
    (folder, is_forced): (&Path, bool),
    texts: &Texts,
) -> Result<Vec<String>, Unusable> {
    let found = cover(&explored.found, tree.project(), tree.tree.program_library());
    let found = found.map_err(|error| mismatch(None, &tree.file, &tree.tree, &error, texts))?;
    let reference = make_folder(folder, &tree.file, texts)?;
    let mut taken = BTreeSet::new();
    let named = found.scenarios.into_iter().map(|covering| {
        let name = name(tree, explored, &covering, texts);
        let words = words_for_file(&name);
        let numbers = (1..).map(|number| match number {
            1 => words.clone(),
            number => format!("{words}-{number}"),
        });
        let mut free = numbers.filter(|words| taken.insert(words.clone()));
        let file = file_name(&tree.file, &free.next().unwrap_or(words));
        let scenario = Scenario {
            name,
            tree: Some(reference.clone()),
            ..covering.scenario
        };
        (file, scenario)
    });
    let named: Vec<(String, Scenario)> = named.collect();
    let written: Vec<(String, String)> = named
        .into_iter()
        .map(|(file, scenario)| (file, scenario_json::write(&scenario)))
        .collect();
    let outputs: Vec<Output<'_>> = written
        .iter()
        .map(|(file, text)| Output {
            place: OutputTarget::below(folder, file),
            bytes: text.as_bytes(),
        })
        .collect();
    let mut writer = Outputs::new(Replacing::Own.or_forced(is_forced));
    writer.reads([&*tree.file]);
    let saved = writer.write(OutputKind::Scenario, &outputs);
    let files = saved.map_err(|(file, error)| not_written(&file, &error, texts))?;
    Ok(files.iter().map(|file| crate::shown(file)).collect())
}

/// The path of the tree from the folder.
fn reference(folder: &Path, tree: &Path) -> String {
    let slashed = |path: &Path| {
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let parts = path.components();
        let parts = parts.map(|part| part.as_os_str().to_string_lossy().into_owned());
        parts.collect::<Vec<_>>().join("/")
    };
    relative(&format!("{}/x", slashed(folder)), &slashed(tree))
}

/// Makes the folder, and checks that it is inside the project folder of the tree, where alone scenarios are of use.
fn make_folder(folder: &Path, tree: &Path, texts: &Texts) -> Result<String, Unusable> {
    files::make_folder(folder).map_err(|error| not_written(folder, &error.into(), texts))?;
    let tree = reference(folder, tree);
    let scenario = Scenario {
        tree: Some(tree.clone()),
        ..Scenario::default()
    };
    tree_of(&folder.join(format!("x{SCENARIO}")), &scenario).map_err(|error| {
        files::remove_empty_folder(folder);
        let reason = texts.reference_error(&error);
        let message = texts.tr_with("cli.scenario.tree_not_read", &[("reason", &reason)]);
        let report = Report::error(folder, error.code(), message);
        unusable(report.with_remedy(texts.tr("cli.explore.inside_project")))
    })?;
    Ok(tree)
}

fn not_written(file: &Path, error: &SaveError, texts: &Texts) -> Unusable {
    let reason = texts.save_error(error);
    let message = texts.tr_with("cli.explore.not_written", &[("reason", &reason)]);
    let report = Report::error(file, error.code(), message);
    unusable(report.with_remedy(remedy(error, file, texts)))
}

fn file_name(tree: &Path, words: &str) -> String {
    let name = tree.file_name().unwrap_or_default().to_string_lossy();
    let stem = name.split('.').next().unwrap_or_default();
    format!("{stem}.{words}{SCENARIO}")
}

/// Says what a scenario shows.
fn name(
    tree: &ExploredTree,
    explored: &Explored,
    covering: &CoveringScenario,
    texts: &Texts,
) -> String {
    let project = tree.project();
    let title = |node: NodeIndex| texts.argument(&explored.found.title(&project, node));
    let (node, key, by) = match covering.shows {
        Shown::Node(node, outcome) => (node, key_of(outcome), covering.interrupted_by),
        Shown::Abort { conditional, scope } => {
            (conditional, "cli.explore.name.aborts_in", Some(scope))
        }
        Shown::Error(node) => (node, "cli.explore.name.error", None),
        Shown::Claim(_) | Shown::End => (NodeIndex(0), "cli.explore.name.ends", None),
    };
    let key = match (key, by) {
        ("cli.explore.name.interrupted", Some(_)) => "cli.explore.name.interrupted_by",
        (key, _) => key,
    };
    let by = by.map(title).unwrap_or_default();
    let node = title(node);
    texts.tr_with(key, &[("node", &*node), ("by", &*by)])
}

fn key_of(outcome: NodeOutcome) -> &'static str {
    match outcome {
        NodeOutcome::Starts => "cli.explore.name.runs",
        NodeOutcome::Succeeds => "cli.explore.name.succeeds",
        NodeOutcome::Fails => "cli.explore.name.fails",
        NodeOutcome::IsInterrupted => "cli.explore.name.interrupted",
        NodeOutcome::IsTrue => "cli.explore.name.true",
        NodeOutcome::IsFalse => "cli.explore.name.false",
        NodeOutcome::KeepsRunning => "cli.explore.name.lasts",
        NodeOutcome::Aborts => "cli.explore.name.aborts",
    }
}
