//! Scenarios: which there are, running them beside the window, showing where they fail, and making them of runs.

mod making;
mod playing;

use std::path::{Path, PathBuf};

use treewright_authoring::edit::Selection;
use treewright_insight::scenario::node_named;
use treewright_session::examples;
use treewright_session::host::files::absolute;
use treewright_session::host::job::Ended;
use treewright_session::host::project_files::{FileKind, ProjectFile};
use treewright_session::host::scenario_runner::{self, Batch, OpenTree, Wanted};
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::Workspace;
use treewright_session::workspace::open_document::OpenDocument;
use treewright_session::workspace::scenario_list::Outcome;

use crate::action::{ScenarioAction, Work};
use crate::docking::{self, Panel};
use crate::editor::Editor;
use crate::services::Services;
use crate::work_list::Underway;

/// Does it.
pub fn apply(editor: &mut Editor, action: ScenarioAction) {
    match action {
        ScenarioAction::RunAll => {
            editor.services.scenarios.want(|_| true);
            docking::show(&mut editor.shell.panels, Panel::Scenarios);
        }
        ScenarioAction::Run(file) => editor.services.scenarios.want(|entry| entry.file == file),
        ScenarioAction::Show { file, frame, node } => {
            show(editor, &file, frame, node.as_deref());
        }
        ScenarioAction::KeepStandIns => playing::keep_stand_ins(editor),
        ScenarioAction::AskForName => making::ask_for_name(&editor.workspace, &mut editor.shell),
        ScenarioAction::Close => editor.shell.views.scenario_window = None,
        ScenarioAction::Save(name) => making::save(editor, &name),
        ScenarioAction::Expect(what) => making::expect(editor, &what),
        ScenarioAction::Forget { file, frame, fact } => {
            making::forget(&mut editor.shell, &mut editor.services, &file, frame, &fact);
        }
    }
    editor.shell.ctx.request_repaint();
}

/// Follows documents and files, takes in what came of scenarios, and runs those that are to be run.
pub fn keep_up(editor: &mut Editor) {
    follow_documents(editor);
    list(&editor.workspace, &mut editor.services);
    if editor.services.scenarios.take_stale() {
        begin(editor);
    }
}

/// The file of a document or, of an example, what its scenarios call it.
fn file_of(document: &OpenDocument) -> Option<&Path> {
    let example = || examples::titled(document.untitled()).map(|example| Path::new(example.file));
    document.path().or_else(example)
}

fn follow_documents(editor: &mut Editor) {
    let documents = editor.workspace.documents().iter().filter_map(|document| {
        let file = file_of(document)?;
        Some((document.id(), file, document.run_revision()))
    });
    let tree_of = |file: &Path| {
        // An example is in no folder of the user.
        if examples::has_file(file) {
            file.to_owned()
        } else {
            absolute(file)
        }
    };
    let now = editor.shell.now();
    if let Some(wait) = editor.services.scenarios.follow(documents, tree_of, now) {
        editor.shell.wake_in(wait);
    }
}

/// Lists what lies in the project folder anew, and the scenarios of examples that are open.
fn list(workspace: &Workspace, services: &mut Services) {
    let open: Vec<_> = workspace
        .documents()
        .iter()
        .filter(|document| document.path().is_none())
        .filter_map(|document| examples::titled(document.untitled()))
        .collect();
    let titles: Vec<_> = open.iter().map(|example| example.title).collect();
    let key = (services.project.revision(), titles.join(" "));
    if services.scenarios_listed.as_ref() == Some(&key) {
        return;
    }
    let listed = services.project.listing().files.iter();
    let listed = listed.filter(|file| file.kind == FileKind::Scenario);
    let listed = listed.map(|ProjectFile { path, relative, .. }| {
        // What is compared is where files are, not by which links they are reached.
        (path.clone(), relative.clone(), None)
    });
    let of_examples = open.iter().flat_map(|example| example.scenarios);
    let of_examples = of_examples.map(|(file, text)| {
        let file = PathBuf::from(file);
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        (file.clone(), name.into_owned(), Some(*text))
    });
    services.scenarios.list(listed.chain(of_examples));
    services.scenarios_listed = Some(key);
}

/// Scenarios that are being run.
struct RunningScenarios(Batch);

impl Underway<Editor> for RunningScenarios {
    fn work(&self) -> Work {
        Work::Scenarios
    }

    fn name(&self) -> String {
        String::new()
    }

    fn progress(&self) -> Option<(usize, usize)> {
        self.0.progress()
    }

    fn is_asked_for(&self) -> bool {
        false
    }

    fn is_ready(&self) -> bool {
        self.0.is_ready()
    }

    fn waits_for_hands(&self) -> bool {
        false
    }

    fn finish(self: Box<Self>, editor: &mut Editor) {
        let ended = loop {
            match self.0.take() {
                Some(Ok(told)) => editor.services.scenarios.take(told),
                Some(Err(ended)) => break ended,
                None => return editor.work.begin(*self),
            }
        };
        editor.services.scenarios.give_up();
        if ended != Ended::Done {
            let reason = editor.shell.texts.ended(&ended);
            let arguments = [("reason", &*reason)];
            editor
                .shell
                .say_key(NoticeKind::Failed, "jobs.scenarios_ended", &arguments);
        }
    }

    /// What is known of them stays as it is.
    fn cancel(self: Box<Self>, editor: &mut Editor) {
        editor.services.scenarios.give_up();
    }
}

/// Runs all that are wanted; what was under way and is not finished is among them.
fn begin(editor: &mut Editor) {
    let documents = editor.workspace.documents().iter();
    let open = documents.filter_map(|document| {
        let project = document.project();
        Some(OpenTree {
            file: editor.services.scenarios.tree_of(document.id())?.to_owned(),
            document: document.document().clone(),
            path: project.path.to_owned(),
            others: project.others.clone(),
            kinds: document.kinds_in_program().clone(),
        })
    });
    let open = open.collect();
    let wanted = editor
        .services
        .scenarios
        .wanted()
        .map(|(file, always)| Wanted {
            file: file.clone(),
            text: editor
                .services
                .scenarios
                .get(file)
                .and_then(|entry| entry.text),
            always,
        });
    let wanted = wanted.collect();
    let batch = scenario_runner::begin(wanted, open, editor.shell.waker());
    editor.work.forget(|_: &RunningScenarios| true);
    editor.work.begin(RunningScenarios(batch));
}

/// Runs again what depends on files that changed on disk.
pub fn changed_on_disk(services: &mut Services, changed: &[PathBuf], any_file: bool) {
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
    services.scenarios.want(|entry| {
        let has_run = entry.outcome.is_some();
        let is_it = changed.contains(&entry.file);
        is_it || has_run && (any_file || changed.contains(&entry.tree))
    });
}

/// Plays a scenario on its tree, and shows a frame of it.
fn show(editor: &mut Editor, file: &Path, frame: Option<u64>, node: Option<&str>) {
    let Some(entry) = editor.services.scenarios.get(file) else {
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
    let documents = editor.workspace.documents().iter();
    let open = documents.map(|document| editor.services.scenarios.tree_of(document.id()));
    match open.into_iter().position(|open| open == Some(&*tree)) {
        Some(index) => editor.workspace.bring_to_front(index),
        None => super::file::open_at_once(editor, &tree),
    }
    follow_documents(editor);
    let front = editor.workspace.front().id();
    if editor.services.scenarios.tree_of(front) != Some(&*tree) {
        return;
    }
    editor.services.scenarios.choose(&tree, file);
    let limit = editor.shell.settings.recording_limit();
    let (front, _) = editor.workspace.front_mut();
    let frame = frame.unwrap_or(scenario.frames);
    let played = front.play(&scenario, frame);
    if let Some(run) = &mut front.run {
        run.set_limit(limit);
    }
    let node = node.and_then(|name| node_named(front.document(), name).cloned());
    if let Some(node) = node {
        front.select(Selection::one(node.clone()));
        let id = front.id();
        editor.shell.views.canvases.of(id).request_reveal(node);
    }
    if let Err(error) = played {
        let text = editor.shell.texts.scenario_error(&error);
        editor.shell.say(NoticeKind::Refused, text);
    }
}
