//! Scenarios that together show all that a tree can do, with names that say what each of them shows, and names for their files. Writes
//! nothing.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use treewright_core::library::NodeLibrary;
use treewright_core::project::{self, Project};
use treewright_core::runtime::NodeIndex;
use treewright_explore::cover::cover;
use treewright_explore::exploration::Exploration;
use treewright_explore::findings::{NodeOutcome, Shown};
use treewright_insight::scenario::{Scenario, ScenarioError};
use treewright_insight::scenario_json;

use crate::host::files::{SaveError, absolute};
use crate::host::outputs::{Output, OutputKind, OutputTarget, Outputs};
use crate::host::project::ReferenceError;
use crate::host::scenario_files::{SCENARIO, tree_of, words_for_file};
use crate::i18n::Texts;

/// Scenarios that together show all that a tree can do.
#[derive(Debug)]
pub struct NamedCover {
    /// The scenarios, each with the name of its file.
    pub scenarios: Vec<(String, Scenario)>,
    /// What none of them shows, in words: no seed was found for its random choices.
    pub missed: Vec<String>,
}

impl NamedCover {
    /// Writes the scenarios into a folder, all or none. Returns their files, or the file that cannot be written.
    ///
    /// # Errors
    /// If one of them cannot be written.
    pub fn write(
        &self,
        folder: &Path,
        outputs: &mut Outputs,
    ) -> Result<Vec<PathBuf>, (PathBuf, SaveError)> {
        let scenarios = self.scenarios.iter();
        let texts = scenarios.map(|(file, scenario)| (file, scenario_json::write(scenario)));
        let texts: Vec<_> = texts.collect();
        let written = texts.iter().map(|(file, text)| Output {
            place: OutputTarget::below(folder, file),
            bytes: text.as_bytes(),
        });
        let written: Vec<_> = written.collect();
        outputs.write(OutputKind::Scenario, &written)
    }
}

/// Checks that scenarios in a folder would find the tree.
///
/// # Errors
/// If they would not.
pub fn check_folder(folder: &Path, tree: &Path) -> Result<(), ReferenceError> {
    let scenario = Scenario {
        tree: Some(reference(folder, tree)),
        ..Scenario::default()
    };
    tree_of(&folder.join(format!("x{SCENARIO}")), &scenario).map(drop)
}

/// Returns few scenarios that together show every outcome that was found, with names for their files in `folder`.
///
/// # Errors
/// If a run that was found cannot be run as a scenario.
pub fn covering_scenarios(
    found: &Exploration,
    project: Project<'_>,
    library: &NodeLibrary,
    (tree, folder): (&Path, &Path),
    texts: &Texts,
) -> Result<NamedCover, ScenarioError> {
    let covering = cover(found, project, library)?;
    let reference = reference(folder, tree);
    let missed = covering.missed.iter();
    let missed = missed.map(|shown| in_words(found, &project, (*shown, None), texts));
    let missed = missed.collect();
    let mut taken = BTreeSet::new();
    let named = covering.scenarios.into_iter().map(|covering| {
        let shows = (covering.shows, covering.interrupted_by);
        let name = in_words(found, &project, shows, texts);
        let words = words_for_file(&name);
        let numbers = (1..).map(|number| match number {
            1 => words.clone(),
            number => format!("{words}-{number}"),
        });
        let mut free = numbers.filter(|words| taken.insert(words.clone()));
        let file = file_name(tree, &free.next().unwrap_or_default());
        let scenario = Scenario {
            name,
            tree: Some(reference.clone()),
            ..covering.scenario
        };
        (file, scenario)
    });
    Ok(NamedCover {
        scenarios: named.collect(),
        missed,
    })
}

/// Returns the path of the tree from the folder.
fn reference(folder: &Path, tree: &Path) -> String {
    let slashed = |path: &Path| {
        let parts = absolute(path);
        let parts = parts.components();
        let parts = parts.map(|part| part.as_os_str().to_string_lossy().into_owned());
        parts.collect::<Vec<_>>().join("/")
    };
    project::relative(&format!("{}/x", slashed(folder)), &slashed(tree))
}

fn file_name(tree: &Path, words: &str) -> String {
    let name = tree.file_name().unwrap_or_default().to_string_lossy();
    let stem = name.split('.').next().unwrap_or_default();
    format!("{stem}.{words}{SCENARIO}")
}

/// Says what a run shows, and what interrupts the node.
fn in_words(
    found: &Exploration,
    project: &Project<'_>,
    (shown, interrupted_by): (Shown, Option<NodeIndex>),
    texts: &Texts,
) -> String {
    let title = |node: NodeIndex| texts.quoted(&found.names(project).node(node));
    let (node, key, by) = match shown {
        Shown::Node(node, NodeOutcome::IsInterrupted) if interrupted_by.is_some() => {
            (node, "explore.name.interrupted_by", interrupted_by)
        }
        Shown::Node(node, outcome) => (node, key_of(outcome), None),
        Shown::Abort { conditional, scope } => (conditional, "explore.name.aborts_in", Some(scope)),
        Shown::Switch { from, to } => return switch_in_words(found, project, (from, to), texts),
        // Scenarios are chosen for the outcomes of nodes, for aborts and for changes only.
        Shown::Error(_) | Shown::Claim(_) | Shown::End => return String::new(),
    };
    let by = by.map(title).unwrap_or_default();
    let node = title(node);
    texts.tr_with(key, &[("node", &*node), ("by", &*by)])
}

/// Says which change of a `Switch` a run shows.
fn switch_in_words(
    found: &Exploration,
    project: &Project<'_>,
    (from, to): (NodeIndex, NodeIndex),
    texts: &Texts,
) -> String {
    let names = found.names(project);
    let title = |node| texts.quoted(&names.node(node));
    let switch = found.search.program().parent(from).map(title);
    let (from, to) = (title(from), title(to));
    let node = switch.unwrap_or_default();
    texts.tr_with(
        "explore.name.switches",
        &[("node", &*node), ("from", &*from), ("to", &*to)],
    )
}

fn key_of(outcome: NodeOutcome) -> &'static str {
    match outcome {
        NodeOutcome::Starts => "explore.name.runs",
        NodeOutcome::Succeeds => "explore.name.succeeds",
        NodeOutcome::Fails => "explore.name.fails",
        NodeOutcome::IsInterrupted => "explore.name.interrupted",
        NodeOutcome::IsTrue => "explore.name.true",
        NodeOutcome::IsFalse => "explore.name.false",
        NodeOutcome::KeepsRunning => "explore.name.lasts",
        NodeOutcome::Aborts => "explore.name.aborts",
    }
}
