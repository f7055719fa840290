//! Scenarios: which there are, running them beside the window, showing where they fail, and making them of runs.

mod making;
mod playing;

use std::path::{Path, PathBuf};

use egui::Context;
use treewright_authoring::edit::Selection;
use treewright_insight::scenario::node_named;
use treewright_session::examples;
use treewright_session::host::files::absolute;
use treewright_session::host::job::Ended;
use treewright_session::host::project_files::{FileKind, ProjectFile};
use treewright_session::host::scenario_runner;
use treewright_session::host::scenario_runner::{OpenTree, Wanted};
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::open_document::OpenDocument;
use treewright_session::workspace::scenario_list::Outcome;

use crate::action::ScenarioAction;
use crate::app::{EditorApp, wake_in};
use crate::docking::{self, Panel};

/// Does it.
pub fn apply(app: &mut EditorApp, ctx: &Context, action: ScenarioAction) {
    match action {
        ScenarioAction::RunAll => {
            app.scenarios.want(|_| true);
            docking::show(&mut app.panels, Panel::Scenarios);
        }
        ScenarioAction::Run(file) => app.scenarios.want(|entry| entry.file == file),
        ScenarioAction::Show { file, frame, node } => {
            show(app, ctx, &file, frame, node.as_deref());
        }
        ScenarioAction::KeepStandIns => playing::keep_stand_ins(app, ctx),
        ScenarioAction::AskForName => making::ask_for_name(app, ctx),
        ScenarioAction::Close => app.views.scenario_window = None,
        ScenarioAction::Save(name) => making::save(app, ctx, &name),
        ScenarioAction::Expect(what) => making::expect(app, ctx, &what),
        ScenarioAction::Forget { file, frame, fact } => {
            making::forget(app, ctx, &file, frame, &fact);
        }
    }
    ctx.request_repaint();
}

/// Follows documents and files, takes in what came of scenarios, and runs those that are to be run.
pub fn keep_up(app: &mut EditorApp, ctx: &Context) {
    follow_documents(app, ctx);
    list(app);
    take_in(app, ctx);
    if app.scenarios.take_stale() {
        begin(app, ctx);
    }
}

/// The file of a document or, of an example, what its scenarios call it.
fn file_of(document: &OpenDocument) -> Option<&Path> {
    let example = || examples::find(document.untitled()).map(|example| Path::new(example.file));
    document.path().or_else(example)
}

fn follow_documents(app: &mut EditorApp, ctx: &Context) {
    let documents = app.workspace.documents().iter().filter_map(|document| {
        let file = file_of(document)?;
        Some((document.id(), file, document.run_revision()))
    });
    let tree_of = |file: &Path| match file.parent() {
        // An example has no folder.
        Some(folder) if folder.as_os_str().is_empty() => file.to_owned(),
        _ => absolute(file),
    };
    let now = ctx.input(|input| input.time);
    if let Some(wait) = app.scenarios.follow(documents, tree_of, now) {
        wake_in(ctx, wait);
    }
}

/// Lists what lies in the project folder anew, and the scenarios of examples that are open.
fn list(app: &mut EditorApp) {
    let open: Vec<&str> = app
        .workspace
        .documents()
        .iter()
        .filter(|document| document.path().is_none())
        .filter_map(|document| Some(examples::find(document.untitled())?.name))
        .collect();
    let key = (app.host.project.revision(), open.join(" "));
    if app.scenarios_listed.as_ref() == Some(&key) {
        return;
    }
    let listed = app.host.project.listing().files.iter();
    let listed = listed.filter(|file| file.kind == FileKind::Scenario);
    let listed = listed.map(|ProjectFile { path, relative, .. }| {
        // What is compared is where files are, not by which links they are reached.
        (path.clone(), relative.clone(), None)
    });
    let of_examples = open.iter().flat_map(|name| examples::scenarios(name));
    let of_examples =
        of_examples.map(|(file, text)| (PathBuf::from(file), file.into(), Some(text)));
    app.scenarios.list(listed.chain(of_examples));
    app.scenarios_listed = Some(key);
}

fn take_in(app: &mut EditorApp, ctx: &Context) {
    let Some(batch) = &app.host.scenarios else {
        return;
    };
    let ended = loop {
        match batch.take() {
            Some(Ok(told)) => app.scenarios.take(told),
            Some(Err(ended)) => break ended,
            None => return,
        }
    };
    stop(app);
    if ended != Ended::Done {
        let reason = app.texts.ended(&ended);
        let arguments = [("reason", &*reason)];
        let text = app.texts.tr_with("jobs.scenarios_ended", &arguments);
        app.say(ctx, NoticeKind::Failed, text);
    }
}

/// Runs all that are wanted; what was under way and is not finished is among them.
fn begin(app: &mut EditorApp, ctx: &Context) {
    let documents = app.workspace.documents().iter();
    let open = documents.filter_map(|document| {
        let project = document.project();
        Some(OpenTree {
            file: app.scenarios.tree_of(document.id())?.to_owned(),
            document: document.document().clone(),
            path: project.path.to_owned(),
            others: project.others.clone(),
            kinds: document.kinds_in_program().clone(),
        })
    });
    let open = open.collect();
    let wanted = app.scenarios.wanted().map(|(file, always)| Wanted {
        file: file.clone(),
        text: app.scenarios.get(file).and_then(|entry| entry.text),
        always,
    });
    let wanted = wanted.collect();
    let waker = ctx.clone();
    let batch = scenario_runner::begin(wanted, open, move || waker.request_repaint());
    app.host.scenarios = Some(batch);
}

/// No longer wants those that are being run, or are to be: what is known of them stays as it is.
pub fn stop(app: &mut EditorApp) {
    app.host.scenarios = None;
    app.scenarios.give_up();
}

/// Runs again what depends on files that changed on disk.
pub fn changed_on_disk(app: &mut EditorApp, changed: &[PathBuf], any_file: bool) {
    let kind = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        FileKind::of(&name)
    };
    // Whatever depends on a library is not known here.
    let any_file = any_file
        || changed
            .iter()
            .any(|path| kind(path) == Some(FileKind::Library));
    if changed.is_empty() && !any_file {
        return;
    }
    app.scenarios.want(|entry| {
        let has_run = entry.outcome.is_some();
        let is_it = changed.contains(&entry.file);
        is_it || has_run && (any_file || changed.contains(&entry.tree))
    });
}

/// Plays a scenario on its tree, and shows a frame of it.
fn show(app: &mut EditorApp, ctx: &Context, file: &Path, frame: Option<u64>, node: Option<&str>) {
    let Some(entry) = app.scenarios.get(file) else {
        return;
    };
    let (tree, scenario) = (entry.tree.clone(), entry.scenario.clone());
    let Some(scenario) = scenario else {
        return;
    };
    // Without a frame, where it goes wrong first; else its end.
    let first = match &entry.outcome {
        Some(Outcome::Failed(differences)) => differences.first().cloned(),
        _ => None,
    };
    let first = first.filter(|_| frame.is_none());
    let of_first = first.as_ref().and_then(|first| first.node());
    let node = node.or(of_first.map(|node| &**node));
    let frame = frame.or(first.as_ref().map(|first| first.frame));
    let documents = app.workspace.documents().iter();
    let open = documents.map(|document| app.scenarios.tree_of(document.id()));
    match open.into_iter().position(|open| open == Some(&*tree)) {
        Some(index) => app.workspace.bring_to_front(index),
        None => super::file::open_at_once(app, ctx, &tree),
    }
    follow_documents(app, ctx);
    let front = app.workspace.front().id();
    if app.scenarios.tree_of(front) != Some(&*tree) {
        return;
    }
    app.scenarios.choose(&tree, file);
    let limit = app.settings.recording_limit();
    let (front, _) = app.workspace.front_mut();
    let frame = frame.unwrap_or(scenario.frames);
    let played = front.play(&scenario, frame);
    if let Some(run) = &mut front.run {
        run.set_limit(limit);
    }
    let node = node.and_then(|name| node_named(front.document(), name).cloned());
    if let Some(node) = node {
        front.select(Selection::one(node.clone()));
        let id = front.id();
        app.views.canvases.of(id).request_reveal(node);
    }
    if let Err(error) = played {
        let text = app.texts.scenario_error(&error);
        app.say(ctx, NoticeKind::Refused, text);
    }
}
