//! Creates scenarios from runs: saves a run, and adds or removes expectations. Files are read just before they are written, so that other programs'
//! changes are not lost.

use std::path::{Path, PathBuf};

use treewright_authoring::edit::VariableRename;
use treewright_core::format::FileContent;
use treewright_core::model::Document;
use treewright_insight::scenario::{Fact, Scenario};
use treewright_insight::scenario_json;
use treewright_session::host::files;
use treewright_session::host::files::{Expected, Fingerprint};
use treewright_session::host::scenario_files::file_for;
use treewright_session::host::scenario_renames;
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::Workspace;
use treewright_session::workspace::open_document::OpenDocument;
use treewright_session::workspace::run_session::ExpectedFact;
use treewright_session::workspace::run_view::RunView as _;
use treewright_session::workspace::scenario_list::ScenarioEntry;

use crate::docking::{self, Panel};
use crate::editor::Editor;
use crate::panels::scenario_window::ScenarioWindow;
use crate::services::Services;
use crate::shell::Shell;

/// Opens the window that asks for a name, if there is a run to save and the document has a file.
pub fn ask_for_name(workspace: &Workspace, shell: &mut Shell) {
    let front = workspace.front();
    let Some(run) = &front.run else { return };
    if front.path().is_none() {
        return refuse(shell, "notice.scenario_needs_file");
    }
    match run.as_scenario(&front.project()) {
        Ok(_) => shell.views.scenario_window = Some(ScenarioWindow::default()),
        Err(why) => {
            let text = shell.texts.not_recorded(why);
            shell.notify(NoticeKind::Refused, text);
        }
    }
}

/// Saves the run of the active document next to its file.
pub fn save(editor: &mut Editor, name: &str) {
    editor.shell.views.scenario_window = None;
    let front = editor.workspace.front();
    let (Some(run), Some(path)) = (&front.run, front.path()) else {
        return;
    };
    let mut scenario = match run.as_scenario(&front.project()) {
        Ok(scenario) => scenario,
        Err(why) => {
            let text = editor.shell.texts.not_recorded(why);
            return editor.shell.notify(NoticeKind::Refused, text);
        }
    };
    name.clone_into(&mut scenario.name);
    // A file name that is not valid text cannot be stored. The scenario then belongs to the tree next to it by its own name.
    let tree = path.file_name().and_then(|name| name.to_str());
    scenario.tree = tree.map(str::to_owned);
    let file = file_for(&treewright_session::host::files::absolute(path), name);
    if write(&mut editor.shell, &file, &scenario, Expected::Nothing) {
        let shown = file.file_name().unwrap_or_default().to_string_lossy();
        editor.shell.notify_key(
            NoticeKind::Done,
            "notice.scenario_saved",
            &[("file", &shown)],
        );
        let front = editor.workspace.front().id();
        if let Some(tree) = editor.services.scenarios.tree_of(front).map(Path::to_owned) {
            editor.services.scenarios.choose(&tree, &file);
        }
        docking::show(&mut editor.shell.panels, Panel::Scenarios);
        editor.services.project.scan();
    }
}

/// Adds an expectation to the open scenario; without one, the run must be saved first.
pub fn add_expectation(editor: &mut Editor, what: &ExpectedFact) {
    let front = editor.workspace.front();
    let Some(run) = &front.run else { return };
    let frame = run.frame();
    let Some(fact) = run.fact(&front.project(), what).filter(|_| frame > 0) else {
        return;
    };
    let Some(file) = chosen_file(&editor.workspace, &editor.services) else {
        return ask_for_name(&editor.workspace, &mut editor.shell);
    };
    let frame = match &fact {
        Fact::NoAborts(frames) => frames.from,
        _ => frame,
    };
    change(editor, &file, |scenario| {
        scenario.expect(frame, fact);
    });
    docking::show(&mut editor.shell.panels, Panel::Scenarios);
}

/// Removes an expectation.
pub fn remove_expectation(editor: &mut Editor, file: &Path, frame: u64, fact: &Fact) {
    change(editor, file, |scenario| {
        scenario.forget(frame, fact);
    });
}

/// The file of the scenario to which expectations are added; `None` for one of an example.
pub(super) fn chosen_file(workspace: &Workspace, services: &Services) -> Option<PathBuf> {
    let tree = services.scenarios.tree_of(workspace.front().id())?;
    let file = services.scenarios.chosen(tree)?;
    let is_example = |entry: &ScenarioEntry| entry.is_example();
    let of_example = services.scenarios.get(file).is_some_and(is_example);
    (!of_example).then(|| file.to_owned())
}

/// Changes a scenario file; returns whether it could be written. `change` sees the names of variables as in the open tree.
pub(super) fn change(editor: &mut Editor, file: &Path, change: impl FnOnce(&mut Scenario)) -> bool {
    let (shell, services) = (&mut editor.shell, &mut editor.services);
    match read(shell, file) {
        Ok((mut scenario, version)) => {
            let tree = open_tree_of(&editor.workspace, services, file);
            let renames = tree.map_or(&[][..], |tree| tree.history().renamed_variables());
            if let Some(tree) = tree {
                scenario_renames::apply(&mut scenario, renames, tree.document());
            }
            change(&mut scenario);
            if let Some(tree) = tree {
                scenario_renames::revert(&mut scenario, renames, tree.document());
            }
            let written = write(shell, file, &scenario, Expected::Version(version));
            if written {
                services.scenarios.want(|entry| entry.file == file);
            }
            written
        }
        Err(reason) => {
            let path = file.display().to_string();
            let arguments = [("path", &*path), ("reason", &*reason)];
            shell.notify_key(NoticeKind::Failed, "notice.cannot_open", &arguments);
            false
        }
    }
}

fn read(shell: &Shell, file: &Path) -> Result<(Scenario, Fingerprint), String> {
    let texts = &shell.texts;
    let bytes = files::read(file).map_err(|error| texts.read_error(&error))?;
    let scenario = scenario_json::read(&bytes);
    let scenario =
        scenario.map_err(|error| texts.format_error_and_remedy(&error, FileContent::Scenario))?;
    Ok((scenario, Fingerprint::of(&bytes)))
}

/// The open document of a scenario's tree.
fn open_tree_of<'w>(
    workspace: &'w Workspace,
    services: &Services,
    file: &Path,
) -> Option<&'w OpenDocument> {
    let tree = &services.scenarios.get(file)?.tree;
    let mut documents = workspace.documents().iter();
    documents.find(|document| services.scenarios.tree_of(document.id()) == Some(tree))
}

/// Renames variables in the scenarios of a tree that was saved with the new names. Scenarios that other programs have changed keep these
/// changes. Returns the names of the files that were written.
pub fn rename_in_files(
    shell: &mut Shell,
    services: &mut Services,
    (tree, saved): (&Path, &Document),
    renames: &[VariableRename],
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
        if scenario_renames::apply(&mut scenario, renames, saved)
            && write(shell, &file, &scenario, Expected::Version(version))
        {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            names.push(name.into_owned());
        }
        services.scenarios.want(|entry| entry.file == file);
    }
    names
}

/// Returns whether the file could be written.
fn write(shell: &mut Shell, file: &Path, scenario: &Scenario, expected: Expected) -> bool {
    let text = scenario_json::write(scenario);
    // A scenario that could not be read again is not written, for example with too many frames.
    let readable = scenario_json::read(text.as_bytes());
    let readable = readable.map_err(|error| shell.texts.format_error(&error));
    let saved = readable.and_then(|_| {
        let saved = files::save(file, text.as_bytes(), expected);
        saved.map_err(|error| shell.texts.save_error(&error))
    });
    match saved {
        Ok(_) => true,
        Err(reason) => {
            let path = file.display().to_string();
            let arguments = [("path", &*path), ("reason", &*reason)];
            shell.notify_key(NoticeKind::Failed, "notice.not_written", &arguments);
            false
        }
    }
}

pub(super) fn refuse(shell: &mut Shell, key: &str) {
    shell.notify_key(NoticeKind::Refused, key, &[]);
}
