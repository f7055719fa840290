//! Scenario files of trees in which variables or nodes were renamed: they get the new names when the tree is saved. Until then, they are read with the
//! new names and written with the old ones.

use std::path::{Path, PathBuf};

use treewright_authoring::edit::Rename;
use treewright_core::model::Document;
use treewright_insight::scenario::Scenario;
use treewright_session::host::files::Expected;
use treewright_session::host::unsaved_renames;
use treewright_session::workspace::open_document::OpenDocument;

use super::creating::write;
use super::editing::read;
use crate::editor::Editor;
use crate::services::Services;
use crate::shell::Shell;

/// Gives the variables and nodes of a scenario the names that they have in the open tree.
pub(super) fn to_names_of_tree(editor: &Editor, file: &Path, scenario: &mut Scenario) {
    if let Some(tree) = open_tree_of(editor, file) {
        let renames = tree.history().renames();
        unsaved_renames::apply(scenario, renames, tree.document());
    }
}

/// Gives the variables and nodes of a scenario the names that they have in its file.
pub(super) fn to_names_in_file(editor: &Editor, file: &Path, scenario: &mut Scenario) {
    if let Some(tree) = open_tree_of(editor, file) {
        let renames = tree.history().renames();
        unsaved_renames::revert(scenario, renames, tree.document());
    }
}

/// The open document of a scenario's tree.
pub(super) fn open_tree_of<'e>(editor: &'e Editor, file: &Path) -> Option<&'e OpenDocument> {
    let scenarios = &editor.services.scenarios;
    let tree = &scenarios.get(file)?.tree;
    let mut documents = editor.workspace.documents().iter();
    documents.find(|document| scenarios.tree_of(document.id()) == Some(tree))
}

/// Renames variables and nodes in the scenarios of a tree that was saved with the new names. Scenarios that other programs have changed keep these
/// changes. Returns the names of the files that were written.
pub fn rename_in_files(
    shell: &mut Shell,
    services: &mut Services,
    (tree, saved): (&Path, &Document),
    renames: &[Rename],
) -> Vec<String> {
    let of_tree = services.scenarios.of_tree(tree);
    let files = of_tree.filter(|entry| !entry.is_example());
    let files: Vec<PathBuf> = files.map(|entry| entry.file.clone()).collect();
    let mut names = Vec::new();
    for file in files {
        // One that cannot be read is shown as such in the list of scenarios.
        let Ok((mut scenario, version)) = read(shell, &file) else {
            continue;
        };
        if unsaved_renames::apply(&mut scenario, renames, saved)
            && write(shell, &file, &scenario, Expected::Version(version))
        {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            names.push(name.into_owned());
        }
        services.scenarios.want(|entry| entry.file == file);
    }
    names
}
