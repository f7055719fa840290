//! Making scenarios of runs: saving what was done, adding what is expected to be seen, and taking that away again. Files are read right
//! before they are written, so that nothing that others wrote is lost.

use std::path::{Path, PathBuf};

use egui::Context;
use treewright_core::format::FileContent;
use treewright_insight::scenario::{Fact, Scenario};
use treewright_insight::scenario_json;
use treewright_session::host::files;
use treewright_session::host::files::{Expected, Fingerprint};
use treewright_session::host::scenario_files::file_for;
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::run_session::Expect;
use treewright_session::workspace::run_view::RunView as _;

use crate::app::EditorApp;
use crate::docking::{self, Panel};
use crate::panels::scenario_window::ScenarioWindow;

/// Opens the window that asks for a name, if there is a run to save and a file to save it beside.
pub fn ask_for_name(app: &mut EditorApp, ctx: &Context) {
    let front = app.workspace.front();
    let Some(run) = &front.run else { return };
    if front.path().is_none() {
        return refuse(app, ctx, "notice.scenario_needs_file");
    }
    match run.as_scenario(&front.project()) {
        Ok(_) => app.views.scenario_window = Some(ScenarioWindow::default()),
        Err(why) => {
            let text = app.texts.not_recorded(why);
            app.say(ctx, NoticeKind::Refused, text);
        }
    }
}

/// Saves the run of the document in front beside its file.
pub fn save(app: &mut EditorApp, ctx: &Context, name: &str) {
    app.views.scenario_window = None;
    let front = app.workspace.front();
    let (Some(run), Some(path)) = (&front.run, front.path()) else {
        return;
    };
    let mut scenario = match run.as_scenario(&front.project()) {
        Ok(scenario) => scenario,
        Err(why) => {
            let text = app.texts.not_recorded(why);
            return app.say(ctx, NoticeKind::Refused, text);
        }
    };
    name.clone_into(&mut scenario.name);
    // A name that is no text cannot be said there: the scenario belongs to the tree beside it by its own name.
    let tree = path.file_name().and_then(|name| name.to_str());
    scenario.tree = tree.map(str::to_owned);
    let file = file_for(&treewright_session::host::files::absolute(path), name);
    if write(app, ctx, &file, &scenario, Expected::Nothing) {
        let shown = file.file_name().unwrap_or_default().to_string_lossy();
        let text = app
            .texts
            .tr_with("notice.scenario_saved", &[("file", &shown)]);
        app.say(ctx, NoticeKind::Done, text);
        let front = app.workspace.front().id();
        if let Some(tree) = app.scenarios.tree_of(front).map(Path::to_owned) {
            app.scenarios.choose(&tree, &file);
        }
        docking::show(&mut app.panels, Panel::Scenarios);
        app.host.project.scan();
    }
}

/// Expects what is seen in the scenario that is open; without one, the run is to be saved first.
pub fn expect(app: &mut EditorApp, ctx: &Context, what: &Expect) {
    let front = app.workspace.front();
    let Some(run) = &front.run else { return };
    let frame = run.frame();
    let Some(fact) = run.fact(&front.project(), what).filter(|_| frame > 0) else {
        return;
    };
    let Some(file) = chosen(app) else {
        return ask_for_name(app, ctx);
    };
    let frame = match &fact {
        Fact::NoAborts(frames) => frames.from,
        _ => frame,
    };
    change(app, ctx, &file, |scenario| scenario.expect(frame, fact));
    docking::show(&mut app.panels, Panel::Scenarios);
}

/// Expects something no more.
pub fn forget(app: &mut EditorApp, ctx: &Context, file: &Path, frame: u64, fact: &Fact) {
    change(app, ctx, file, |scenario| scenario.forget(frame, fact));
}

/// The scenario to which expectations are added; an example's has no file.
pub(super) fn chosen(app: &EditorApp) -> Option<PathBuf> {
    let tree = app.scenarios.tree_of(app.workspace.front().id())?;
    let file = app.scenarios.chosen(tree)?;
    file.is_absolute().then(|| file.to_owned())
}

/// Changes a scenario; says whether it could be written.
pub(super) fn change(
    app: &mut EditorApp,
    ctx: &Context,
    file: &Path,
    change: impl FnOnce(&mut Scenario),
) -> bool {
    let read = files::read(file).map_err(|error| app.texts.read_error(&error));
    let read = read.and_then(|bytes| {
        let scenario = scenario_json::read(&bytes);
        let texts = &app.texts;
        let scenario = scenario
            .map_err(|error| texts.format_error_and_remedy(&error, FileContent::Scenario))?;
        Ok((scenario, Fingerprint::of(&bytes)))
    });
    match read {
        Ok((mut scenario, version)) => {
            change(&mut scenario);
            let written = write(app, ctx, file, &scenario, Expected::Version(version));
            if written {
                app.scenarios.want(|entry| entry.file == file);
            }
            written
        }
        Err(reason) => {
            let path = file.display().to_string();
            let arguments = [("path", &*path), ("reason", &*reason)];
            let text = app.texts.tr_with("notice.cannot_open", &arguments);
            app.say(ctx, NoticeKind::Failed, text);
            false
        }
    }
}

/// Whether it could be written.
fn write(
    app: &mut EditorApp,
    ctx: &Context,
    file: &Path,
    scenario: &Scenario,
    expected: Expected,
) -> bool {
    let text = scenario_json::write(scenario);
    // What could not be read again, such as more frames than a scenario has, is not written.
    let readable = scenario_json::read(text.as_bytes());
    let readable = readable.map_err(|error| app.texts.format_error(&error));
    let saved = readable.and_then(|_| {
        let saved = files::save(file, text.as_bytes(), expected);
        saved.map_err(|error| app.texts.save_error(&error))
    });
    match saved {
        Ok(_) => true,
        Err(reason) => {
            let path = file.display().to_string();
            let arguments = [("path", &*path), ("reason", &*reason)];
            let text = app.texts.tr_with("notice.not_written", &arguments);
            app.say(ctx, NoticeKind::Failed, text);
            false
        }
    }
}

pub(super) fn refuse(app: &mut EditorApp, ctx: &Context, key: &str) {
    let text = app.texts.tr(key).into_owned();
    app.say(ctx, NoticeKind::Refused, text);
}
