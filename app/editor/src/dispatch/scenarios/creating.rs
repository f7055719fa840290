//! Creates scenarios: from the run of the active document, or without inputs. Adds what the run shows as expectations.

use std::path::{Path, PathBuf};

use treewright_insight::scenario::{Fact, Mark, Scenario};
use treewright_insight::scenario_json;
use treewright_session::host::files;
use treewright_session::host::files::{Expected, absolute};
use treewright_session::host::scenario_files::file_for;
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::Workspace;
use treewright_session::workspace::open_document::DocumentId;
use treewright_session::workspace::run_session::ExpectedFact;
use treewright_session::workspace::run_view::RunView as _;
use treewright_session::workspace::scenario_edits::ScenarioEdit;
use treewright_session::workspace::scenario_list::ScenarioEntry;

use super::editing;
use crate::action::{FileAction, NewScenario};
use crate::docking::{self, Panel};
use crate::editor::Editor;
use crate::panels::scenario_window::ScenarioWindow;
use crate::services::Services;
use crate::shell::Shell;

/// The number of frames of a new scenario.
const NEW_FRAMES: u64 = 10;

/// Opens the window that asks for the name of a scenario. A document without a file must be saved first; `OfRun` needs a run.
pub fn ask_for_name(editor: &mut Editor, content: NewScenario) {
    let (front, shell) = (editor.workspace.front(), &mut editor.shell);
    if content == NewScenario::OfRun && front.run.is_none() {
        return;
    }
    if front.path().is_none() {
        refuse(shell, "notice.scenario_needs_file");
        return crate::dispatch::file::apply(editor, FileAction::SaveAs);
    }
    let run = front.run.as_ref().filter(|_| content == NewScenario::OfRun);
    let name = run.and_then(|run| Some(run.scenario()?.name.clone()));
    if let Some(Err(why)) = run.map(|run| run.as_scenario(&front.project())) {
        let text = shell.texts.not_recorded(why);
        return shell.notify(NoticeKind::Refused, text);
    }
    shell.views.scenario_window = Some(ScenarioWindow::new(content, name.unwrap_or_default()));
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
    let (path, frame) = (path.to_owned(), run.frame());
    store_and_play(editor, &path, scenario, frame);
}

/// Saves a scenario of the active document next to its file, and shows its last frame.
pub fn save_new(editor: &mut Editor, scenario: Scenario) {
    let Some(path) = editor.workspace.front().path().map(Path::to_owned) else {
        return;
    };
    let frame = scenario.frames;
    store_and_play(editor, &path, scenario, frame);
}

fn store_and_play(editor: &mut Editor, path: &Path, scenario: Scenario, frame: u64) {
    if let Some(file) = store(editor, path, scenario) {
        // The strip then shows this run, and offers what happened in it.
        editor.shell.views.scenarios.strip.take_focus();
        editing::play(editor, &file, frame);
    }
}

/// Opens a new scenario of the active document, without inputs, which is saved next to its file.
pub fn new(editor: &mut Editor, name: String) {
    editor.shell.views.scenario_window = None;
    let front = editor.workspace.front();
    let Some(path) = front.path().map(Path::to_owned) else {
        return;
    };
    let scenario = Scenario {
        name,
        frames: NEW_FRAMES,
        ..Scenario::default()
    };
    store_and_play(editor, &path, scenario, 1);
}

/// Saves a new scenario next to its tree and chooses it; returns its file.
fn store(editor: &mut Editor, path: &Path, mut scenario: Scenario) -> Option<PathBuf> {
    // A file name that is not valid text cannot be stored. The scenario then belongs to the tree next to it by its own name.
    let tree = path.file_name().and_then(|name| name.to_str());
    scenario.tree = tree.map(str::to_owned);
    let file = file_for(&absolute(path), &scenario.name);
    let is_written = write(&mut editor.shell, &file, &scenario, Expected::Nothing);
    if is_written {
        let shown = file.file_name().unwrap_or_default().to_string_lossy();
        editor.shell.notify_key(
            NoticeKind::Done,
            "notice.scenario_saved",
            &[("file", &shown)],
        );
        let front = editor.workspace.front().id();
        if let Some(tree) = editor.services.scenarios.tree_of(front).map(Path::to_owned) {
            editor.services.scenarios.choose(&tree, &file);
            editor.services.scenarios.add(&file, &tree, scenario);
        }
        docking::show(&mut editor.shell.panels, Panel::Scenarios);
        editor.services.project.scan();
    }
    is_written.then_some(file)
}

/// Saves the edited scenarios of an example next to its tree, which is being saved to its first file.
pub fn keep_of_example(editor: &mut Editor, document: DocumentId, path: &Path) {
    let index = editor.workspace.index_of(document);
    let documents = editor.workspace.documents();
    if index.is_none_or(|index| documents[index].path().is_some()) {
        return;
    }
    let scenarios = &editor.services.scenarios;
    let own = scenarios
        .tree_of(document)
        .map(|tree| scenarios.of_tree(tree));
    let edited = own.into_iter().flatten().filter(|entry| entry.is_edited());
    let edited: Vec<_> = edited.filter_map(|entry| entry.scenario.clone()).collect();
    for scenario in edited {
        let tree = path.file_name().and_then(|name| name.to_str());
        let scenario = Scenario {
            tree: tree.map(str::to_owned),
            // Its location was that in the folder of the examples.
            schema: None,
            ..(*scenario).clone()
        };
        let file = file_for(&absolute(path), &scenario.name);
        write(&mut editor.shell, &file, &scenario, Expected::Nothing);
    }
    editor.services.project.scan();
}

/// Adds an expectation to the open scenario; without one, the run must be saved first.
pub fn add_expectation(editor: &mut Editor, what: &ExpectedFact) {
    let front = editor.workspace.front();
    let Some(run) = &front.run else { return };
    let frame = run.frame();
    let Some(fact) = run.fact(&front.project(), what).filter(|_| frame > 0) else {
        return;
    };
    // Unlike `chosen_file`, this includes the scenarios of examples, whose edits are kept until the tree is saved.
    let tree = editor.services.scenarios.tree_of(front.id());
    let chosen = tree.and_then(|tree| editor.services.scenarios.chosen(tree));
    let Some(file) = chosen.map(Path::to_owned) else {
        return ask_for_name(editor, NewScenario::OfRun);
    };
    let frame = match &fact {
        Fact::NoAborts(frames) => frames.from,
        _ => frame,
    };
    let put = ScenarioEdit::Put(frame, Mark::Expect(fact));
    editing::edit(editor, &file, put);
    docking::show(&mut editor.shell.panels, Panel::Scenarios);
}

/// Returns the file of the chosen scenario of the active document; `None` if it is the scenario of an example, which has no file.
pub(super) fn chosen_file(workspace: &Workspace, services: &Services) -> Option<PathBuf> {
    let tree = services.scenarios.tree_of(workspace.front().id())?;
    let file = services.scenarios.chosen(tree)?;
    let is_example = |entry: &ScenarioEntry| entry.is_example();
    let of_example = services.scenarios.get(file).is_some_and(is_example);
    (!of_example).then(|| file.to_owned())
}

/// Returns whether the file could be written.
pub(super) fn write(
    shell: &mut Shell,
    file: &Path,
    scenario: &Scenario,
    expected: Expected,
) -> bool {
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
