//! Writes scenarios that together show all that a tree can do.

use std::path::{Path, PathBuf};

use treewright_session::host::files::{self, SaveError};
use treewright_session::host::outputs::{Outputs, Replacing};
use treewright_session::host::project::{
    MARK, Project, ReferenceError, highest_markable_folder, marked_folder,
};
use treewright_session::i18n::Texts;
use treewright_session::workspace::exploration::{check_folder, covering_scenarios};

use super::exploring::{EndedSearch, ExploredTree};
use crate::input::{Unusable, unusable};
use crate::report::Report;
use crate::scenarios::mismatch;
use crate::transfer::remedy;

/// Writes the scenarios into a folder. Returns their files, and what none of them shows.
pub fn write(
    tree: &ExploredTree,
    explored: &EndedSearch,
    (folder, is_forced): (&Path, bool),
    texts: &Texts,
) -> Result<(Vec<String>, Vec<String>), Unusable> {
    make_folder(folder, &tree.file, texts)?;
    let library = tree.tree.program_library();
    let places = (&*tree.file, folder);
    let named = covering_scenarios(&explored.found, tree.project(), library, places, texts);
    let named = named.map_err(|error| mismatch(None, &tree.file, &tree.tree, &error, texts))?;
    let mut writer = Outputs::new(Replacing::Own.or_forced(is_forced));
    writer.reads([&*tree.file]);
    let saved = named.write(folder, &mut writer);
    let files = saved.map_err(|(file, error)| not_written(&file, &error, texts))?;
    let files = files.iter().map(|file| crate::shown(file));
    Ok((files.collect(), named.missed))
}

/// Makes the folder, and checks that it is inside the project folder of the tree, where alone scenarios are of use.
fn make_folder(folder: &Path, tree: &Path, texts: &Texts) -> Result<(), Unusable> {
    let existing = folder.ancestors().find(|path| files::is_there(path));
    if let Some(file) = existing.filter(|path| !path.is_dir()) {
        let error = SaveError::NotAFolder(file.to_owned());
        return Err(not_written(folder, &error, texts));
    }
    files::make_folder(folder).map_err(|error| not_written(folder, &error.into(), texts))?;
    check_folder(folder, tree).map_err(|error| {
        files::remove_empty_folder(folder);
        unusable(not_found_from(folder, tree, &error, texts))
    })
}

/// Reports that scenarios in a folder would not find the tree.
fn not_found_from(folder: &Path, tree: &Path, error: &ReferenceError, texts: &Texts) -> Report {
    let project = Project::of(tree).map(|project| project.folder().display().to_string());
    let (ReferenceError::Outside { folder: other, .. }, Ok(project)) = (error, project) else {
        let report = Report::error(folder, error.code(), texts.reference_error(error));
        return report.with_remedy(texts.reference_remedy(error));
    };
    let arguments = [("tree", &*crate::shown(tree)), ("folder", other)];
    let message = texts.tr_with("cli.explore.cover_outside", &arguments);
    let arguments = [("folder", &*project)];
    let remedy = match mark_for(folder, tree) {
        Some(mark) => {
            let mark = mark.display().to_string();
            let arguments = [arguments[0], ("mark", &*mark)];
            texts.tr_with("cli.explore.mark_project", &arguments)
        }
        None => texts.tr_with("cli.explore.inside_project", &arguments),
    };
    Report::error(folder, error.code(), message).with_remedy(remedy)
}

/// Returns the file that would make a folder and a tree parts of one project, if they are parts of none.
fn mark_for(folder: &Path, tree: &Path) -> Option<PathBuf> {
    let folder = files::absolute(folder);
    let of_tree = files::real_path(tree).ok()?;
    let of_tree = of_tree.parent()?;
    let highest = highest_markable_folder(of_tree)?;
    let is_free = marked_folder(of_tree).is_none() && marked_folder(&folder).is_none();
    let common = folder.ancestors().find(|path| of_tree.starts_with(path))?;
    (is_free && common.starts_with(highest)).then(|| common.join(MARK))
}

fn not_written(file: &Path, error: &SaveError, texts: &Texts) -> Unusable {
    let reason = texts.save_error(error);
    let message = texts.tr_with("cli.explore.not_written", &[("reason", &reason)]);
    let report = Report::error(file, error.code(), message);
    unusable(report.with_remedy(remedy(error, file, texts)))
}
