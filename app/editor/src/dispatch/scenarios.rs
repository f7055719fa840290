//! Scenarios: lists them, runs them in the background, shows where they fail, and creates them from runs.

mod creating;
mod editing;
mod renaming;
mod stand_ins;

pub(super) use creating::save_new;
pub(super) use editing::{play, play_on_front};
pub use renaming::rename_in_files;

use std::path::{Path, PathBuf};

use treewright_authoring::edit::Selection;
use treewright_insight::scenario::node_named;
use treewright_session::examples;
use treewright_session::host::job::JobEnd;
use treewright_session::host::project_files::{FileKind, ProjectFile};
use treewright_session::host::scenario_runner::{self, Batch, OpenTree, ScenarioRequest};
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::Workspace;
use treewright_session::workspace::open_document::OpenDocument;
use treewright_session::workspace::scenario_list::{ScenarioEntry, ScenarioOutcome, TreeOrigin};

use super::references;
use crate::action::{JobKind, NewScenario, ScenarioAction};
use crate::docking::{self, Panel};
use crate::editor::Editor;
use crate::job_registry::BackgroundJob;
use crate::services::Services;

pub use self::creating::keep_of_example;

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
        ScenarioAction::MoveStandIns => stand_ins::move_stand_ins(editor),
        ScenarioAction::AskForName(content) => {
            creating::ask_for_name(editor, content);
        }
        ScenarioAction::Close => editor.shell.views.scenario_window = None,
        ScenarioAction::Save(NewScenario::OfRun, name) => creating::save(editor, &name),
        ScenarioAction::Save(NewScenario::Empty, name) => creating::new(editor, name),
        ScenarioAction::Expect(what) => creating::add_expectation(editor, &what),
        ScenarioAction::Edit { file, edit } => editing::edit(editor, &file, edit),
        ScenarioAction::Step { file, direction } => editing::step(editor, &file, direction),
        ScenarioAction::StepLatest { file, direction } => {
            editing::step_latest(editor, &file, direction);
        }
    }
    editor.shell.ctx.request_repaint();
}

/// Follows documents and files, applies results of scenarios, and runs scenarios that are due.
pub fn update(editor: &mut Editor) {
    follow_documents(editor);
    editing::follow_tree(editor);
    list(&editor.workspace, &mut editor.services);
    if editor.services.scenarios.take_stale() {
        begin(editor);
    }
}

/// What the scenarios of a document belong to.
fn origin_of(document: &OpenDocument) -> Option<TreeOrigin<'_>> {
    let example = || examples::titled(document.untitled()).map(TreeOrigin::Example);
    document.path().map(TreeOrigin::File).or_else(example)
}

fn follow_documents(editor: &mut Editor) {
    let documents = editor.workspace.documents().iter().filter_map(|document| {
        let origin = origin_of(document)?;
        Some((document.id(), origin, document.scenario_state()))
    });
    let now = editor.shell.now();
    if let Some(wait) = editor.services.scenarios.follow(documents, now) {
        editor.shell.wake_in(wait);
    }
}

/// Lists the scenarios of the project folder and of open examples again, if they changed.
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
        // Paths are compared by the location of files, not by links to them.
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

/// A batch of running scenarios.
struct ScenariosJob(Batch);

impl BackgroundJob<Editor> for ScenariosJob {
    fn kind(&self) -> JobKind {
        JobKind::Scenarios
    }

    fn name(&self) -> String {
        String::new()
    }

    fn progress(&self) -> Option<(usize, usize)> {
        self.0.progress()
    }

    fn is_requested(&self) -> bool {
        false
    }

    fn is_ready(&self) -> bool {
        self.0.is_ready()
    }

    fn waits_for_user(&self) -> bool {
        false
    }

    fn finish(self: Box<Self>, editor: &mut Editor) {
        let ended = loop {
            match self.0.take() {
                Some(Ok(outcome)) => editor.services.scenarios.take(outcome),
                Some(Err(ended)) => break ended,
                None => return editor.jobs.begin(*self),
            }
        };
        editor.services.scenarios.give_up();
        if ended != JobEnd::Done {
            let reason = editor.shell.texts.ended(&ended);
            let arguments = [("reason", &*reason)];
            editor
                .shell
                .notify_key(NoticeKind::Failed, "jobs.scenarios_ended", &arguments);
        }
    }

    /// Scenarios keep their last outcomes.
    fn cancel(self: Box<Self>, editor: &mut Editor) {
        editor.services.scenarios.give_up();
    }
}

/// Runs all requested scenarios, including those of a batch that is still running.
fn begin(editor: &mut Editor) {
    let documents = editor.workspace.documents().iter();
    let open = documents.filter_map(|document| {
        let project = document.project();
        Some(OpenTree {
            file: editor.services.scenarios.tree_of(document.id())?.to_owned(),
            document: document.snapshot(),
            path: project.path.to_owned(),
            renames: document.history().renames().to_vec(),
            others: project.others.clone(),
            kinds: document.kinds_in_program().clone(),
        })
    });
    let open = open.collect();
    let requests = editor
        .services
        .scenarios
        .wanted()
        .map(|(file, always)| ScenarioRequest {
            file: file.clone(),
            text: editor
                .services
                .scenarios
                .get(file)
                .and_then(ScenarioEntry::text_without_file),
            always,
        });
    let requests = requests.collect();
    let files = references::open_files(&editor.workspace);
    let batch = scenario_runner::begin(requests, open, files, editor.shell.waker());
    editor.jobs.discard(|_: &ScenariosJob| true);
    editor.jobs.begin(ScenariosJob(batch));
}

/// Runs scenarios again that depend on changed files.
pub fn changed_on_disk(services: &mut Services, changed: &[PathBuf], any_file: bool) {
    let kind = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        FileKind::of(&name)
    };
    // Which scenarios depend on a library is not known here.
    let any_file = any_file
        || changed
            .iter()
            .any(|path| kind(path) == Some(FileKind::Library));
    if changed.is_empty() && !any_file {
        return;
    }
    let users = services.project.users_of(changed);
    services.scenarios.want(|entry| {
        let has_run = entry.outcome.is_some();
        let is_it = changed.contains(&entry.file);
        let concerns = |tree: &PathBuf| changed.contains(tree) || users.contains(tree);
        is_it || has_run && (any_file || concerns(&entry.tree))
    });
}

/// Plays a scenario on its tree, and shows one of its frames.
fn show(editor: &mut Editor, file: &Path, frame: Option<u64>, node: Option<&str>) {
    let Some(entry) = editor.services.scenarios.get(file) else {
        return;
    };
    let (tree, scenario) = (entry.tree.clone(), entry.scenario.clone());
    let Some(scenario) = scenario else {
        return;
    };
    // Without a frame: the first failure, otherwise the end.
    let first = match &entry.outcome {
        Some(ScenarioOutcome::Failed(differences)) => differences.first().cloned(),
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
        None => super::file::open_and_wait(editor, &tree),
    }
    follow_documents(editor);
    let front = editor.workspace.front().id();
    if editor.services.scenarios.tree_of(front) != Some(&*tree) {
        return;
    }
    editor.services.scenarios.choose(&tree, file);
    let frame = frame.unwrap_or(scenario.frames);
    let played = editing::play_on_front(editor, &scenario, frame);
    let (front, _) = editor.workspace.front_mut();
    let node = node.and_then(|name| node_named(front.document(), name).cloned());
    if let Some(node) = node {
        front.select(Selection::one(node.clone()));
        let id = front.id();
        editor.shell.views.canvases.of(id).request_reveal(node);
    }
    if let Err(error) = played {
        let text = editor.shell.texts.scenario_error(&error);
        editor.shell.notify(NoticeKind::Refused, text);
    }
}
