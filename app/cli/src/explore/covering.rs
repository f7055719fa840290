//! Writes scenarios that together show all that a tree can do.

use std::path::Path;

use treewright_insight::scenario::Scenario;
use treewright_insight::scenario_json;
use treewright_session::host::files::SaveError;
use treewright_session::host::outputs::{Output, OutputKind, OutputTarget, Outputs, Replacing};
use treewright_session::host::scenario_files::tree_of;
use treewright_session::i18n::Texts;
use treewright_session::workspace::exploration::covering_scenarios;

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
    let library = tree.tree.program_library();
    let places = (&*tree.file, folder);
    let named = covering_scenarios(&explored.found, tree.project(), library, places, texts);
    let named = named.map_err(|error| mismatch(None, &tree.file, &tree.tree, &error, texts))?;
    if let Some((file, scenario)) = named.first() {
        check_tree(&folder.join(file), scenario, texts)?;
    }
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

/// A scenario is of use only inside the project folder of its tree.
fn check_tree(file: &Path, scenario: &Scenario, texts: &Texts) -> Result<(), Unusable> {
    match tree_of(file, scenario) {
        Ok(_) => Ok(()),
        Err(error) => {
            let reason = texts.reference_error(&error);
            let message = texts.tr_with("cli.scenario.tree_not_read", &[("reason", &reason)]);
            let report = Report::error(file, error.code(), message);
            Err(unusable(
                report.with_remedy(texts.tr("cli.explore.inside_project")),
            ))
        }
    }
}

fn not_written(file: &Path, error: &SaveError, texts: &Texts) -> Unusable {
    let reason = texts.save_error(error);
    let message = texts.tr_with("cli.explore.not_written", &[("reason", &reason)]);
    let report = Report::error(file, error.code(), message);
    unusable(report.with_remedy(remedy(error, file, texts)))
}
