//! Explores all runs of documents in the background, shows runs that were found, and edits claims.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use treewright_authoring::edit::{Rename, Selection};
use treewright_core::ids::NodeId;
use treewright_explore::claims_json;
use treewright_insight::scenario::{Ending, Fact, Mark, Scenario};
use treewright_session::host::claims_files::ClaimsNotWritten;
use treewright_session::host::files;
use treewright_session::host::outputs::{Outputs, Replacing};
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::edit_history::Direction;
use treewright_session::workspace::exploration::{
    ClaimsBesideTree, ClaimsEdit, ClaimsGone, Covering, DocumentClaims, check_folder,
};
use treewright_session::workspace::open_document::{DocumentId, OpenDocument};
use treewright_session::workspace::run_session::ExpectedFact;
use treewright_session::workspace::scenario_edits::ScenarioEdit;

use super::import::AccompanyingFiles;
use super::scenarios;
use crate::action::{EditAction, ExploreAction, FileAction, FoundKind, FoundRun};
use crate::dialogs::PathQuestion;
use crate::docking::{self, Panel};
use crate::editor::Editor;
use crate::shell::QuestionTopic;

pub(super) fn apply(editor: &mut Editor, action: ExploreAction) {
    let front = editor.workspace.front().id();
    let exploration = editor.services.explorations.of_mut(front);
    match action {
        ExploreAction::Begin => {
            docking::show(&mut editor.shell.panels, Panel::Explore);
            begin(editor, front);
        }
        ExploreAction::Stop => exploration.stop(),
        ExploreAction::GoOn => {
            let hold = editor.services.conditions.background_gate.hold();
            exploration.go_on(hold, editor.shell.waker());
        }
        ExploreAction::MakeScenarios => ask_where_to_cover(editor),
        ExploreAction::Show(_) | ExploreAction::Save(_) => show_when_stopped(editor, action),
        ExploreAction::RunAfterEdits(on) => {
            exploration.runs_after_edits = on;
            if on && !exploration.is_running() && !exploration.is_current(editor.workspace.front())
            {
                begin(editor, front);
            }
        }
        ExploreAction::ShowPlace(place) => {
            docking::show(&mut editor.shell.panels, Panel::Explore);
            editor.shell.views.explore.show_place(place.as_ref());
        }
        ExploreAction::BeginClaim => begin_claim(editor),
        ExploreAction::Edit(edit) => self::edit(editor, edit),
        ExploreAction::Step(direction) => step(editor, direction),
        ExploreAction::StepLatest(direction) => step_latest(editor, direction),
    }
    editor.shell.ctx.request_repaint();
}

/// Follows documents, claims and searches, and begins what is due.
pub fn update(editor: &mut Editor) {
    let (workspace, services) = (&editor.workspace, &mut editor.services);
    let is_shown = docking::is_open(&editor.shell.panels.tree, Panel::Explore);
    let front = workspace.front().id();
    let prepared = is_shown.then_some(front);
    let now = editor.shell.now();
    let clock = (now, editor.shell.waker());
    let (due, wait) = services
        .explorations
        .follow(workspace.documents(), prepared, clock);
    if let Some(wait) = wait {
        editor.shell.wake_in(wait);
    }
    for document in due {
        begin(editor, document);
    }
    let open: Vec<_> = editor
        .workspace
        .documents()
        .iter()
        .map(OpenDocument::id)
        .collect();
    for id in open {
        let covering = editor.services.explorations.of_mut(id).take_covering();
        if let Some((folder, covering)) = covering {
            write_covering(editor, &folder, covering);
        }
    }
    let is_stopped = !editor.services.explorations.of_mut(front).is_running();
    let wanted = &mut editor.shell.views.explore.wanted;
    if let Some((_, wanted)) = wanted.take_if(|(of, _)| *of != front || is_stopped) {
        apply(editor, wanted);
    }
}

/// Asks for the folder of the scenarios. A document without a file must be saved first.
fn ask_where_to_cover(editor: &mut Editor) {
    let front = editor.workspace.front();
    let (shell, services) = (&mut editor.shell, &mut editor.services);
    let Some(path) = front.path() else {
        shell.notify_key(NoticeKind::Refused, "notice.scenario_needs_file", &[]);
        return super::file::apply(editor, FileAction::SaveAs);
    };
    let exploration = services.explorations.of_mut(front.id());
    if exploration.current_report(front).is_none() || exploration.is_running() {
        return shell.notify_key(NoticeKind::Refused, "notice.explored_before_edit", &[]);
    }
    let question = PathQuestion::Folder {
        title: shell.texts.tr("question.cover.title").into_owned(),
        folder: path.parent().map(Path::to_owned),
    };
    let topic = QuestionTopic::CoverIn(front.id());
    super::file::ask(shell, services, question, topic);
}

/// Makes the scenarios for this folder.
///
/// # Errors
/// Why scenarios there would be of no use.
pub fn cover_in(editor: &mut Editor, document: DocumentId, folder: &Path) -> Result<(), String> {
    let open = editor.workspace.with_id(document);
    let Some(tree) = open.and_then(OpenDocument::path) else {
        return Ok(());
    };
    let found = check_folder(folder, tree);
    found.map_err(|error| editor.shell.texts.reference_error(&error))?;
    let exploration = editor.services.explorations.of_mut(document);
    let texts = &editor.shell.texts;
    exploration.cover((tree, folder), texts, editor.shell.waker());
    Ok(())
}

/// Writes scenarios that were made, all of them or none. Files of earlier ones are replaced if nobody has changed them.
fn write_covering(editor: &mut Editor, folder: &Path, covering: Covering) {
    let texts = &editor.shell.texts;
    let cover = match covering {
        Ok(cover) => cover,
        Err(error) => {
            let text = texts.scenario_error(&error);
            return editor.shell.notify(NoticeKind::Failed, text);
        }
    };
    let state = Some(&*editor.services.folders.state);
    let saved = cover.write(folder, &mut Outputs::in_state(state, Replacing::Own));
    let (kind, text) = match saved {
        Ok(files) => {
            let folder = folder.display().to_string();
            let arguments = [("folder", &*folder)];
            let text = texts.tr_count_with("explore.scenarios_written", files.len(), &arguments);
            let missed = cover.missed.iter();
            let missed = missed.map(|what| texts.tr_with("explore.not_covered", &[("what", what)]));
            let lines: Vec<_> = std::iter::once(text).chain(missed).collect();
            (NoticeKind::Done, lines.join("\n"))
        }
        Err((path, error)) => {
            let (path, reason) = (path.display().to_string(), texts.save_error(&error));
            let arguments = [("path", &*path), ("reason", &*reason)];
            (
                NoticeKind::Failed,
                texts.tr_with("notice.not_written", &arguments),
            )
        }
    };
    editor.shell.notify(kind, text);
    editor.services.project.scan();
}

/// Reads claims again that another program has changed; all of them if the changed files are unknown. Tells of those that are gone.
pub fn changed_on_disk(editor: &mut Editor, changed: &[PathBuf], any_file: bool) {
    if changed.is_empty() && !any_file {
        return;
    }
    let changed = (!any_file).then_some(changed);
    let documents = editor.workspace.documents();
    let gone = editor.services.explorations.read_again(documents, changed);
    for ClaimsGone { file } in gone {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let arguments = [("file", &*name)];
        let shell = &mut editor.shell;
        shell.notify_key(NoticeKind::Refused, "notice.claims_gone", &arguments);
    }
}

/// Reads all claims again after files of the project were written or moved.
pub fn read_written(editor: &mut Editor) {
    let documents = editor.workspace.documents();
    editor.services.explorations.read_again(documents, None);
}

/// Lets claims follow the names of the tree before it is saved.
pub fn before_save(editor: &mut Editor, id: DocumentId) {
    if let Some(document) = editor.workspace.with_id(id) {
        let exploration = editor.services.explorations.of_mut(id);
        exploration.follow_renames(document);
    }
}

/// Writes the claims of a tree that was saved, with its new names or beside its new file. Reports a failure.
pub fn after_save(
    editor: &mut Editor,
    id: DocumentId,
    (renames, is_same_file): (&[Rename], bool),
    accompanying: &mut AccompanyingFiles,
) {
    let Some(document) = editor.workspace.with_id(id) else {
        return;
    };
    let Some(tree) = document.path().map(Path::to_owned) else {
        return;
    };
    let exploration = editor.services.explorations.of_mut(id);
    let kept = if is_same_file {
        let written = exploration.document_claims.follow_save(document, renames);
        written.map(|file| file.map_or(ClaimsBesideTree::Nothing, ClaimsBesideTree::Written))
    } else {
        exploration.document_claims.keep_beside(document, &tree)
    };
    let name = |file: PathBuf| {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        name.into_owned()
    };
    match kept {
        Ok(ClaimsBesideTree::Nothing) => return,
        Ok(ClaimsBesideTree::Written(file)) => accompanying.written.push(name(file)),
        Ok(ClaimsBesideTree::InTheWay(file)) => accompanying.in_the_way.push(name(file)),
        Err(why) => not_written(editor, id, &why),
    }
    editor.services.project.scan();
}

fn begin(editor: &mut Editor, document: DocumentId) {
    let Some(index) = editor.workspace.index_of(document) else {
        return;
    };
    let hold = editor.services.conditions.background_gate.hold();
    let exploration = editor.services.explorations.of_mut(document);
    let document = &editor.workspace.documents()[index];
    exploration.begin(document, hold, editor.shell.waker());
}

fn select(editor: &mut Editor, node: NodeId) {
    let (front, _) = editor.workspace.front_mut();
    front.select(Selection::one(node.clone()));
    let id = front.id();
    editor.shell.views.canvases.of(id).request_reveal(node);
}

/// Opens the run that shows something that was found, or saves it, too. A search that still runs is stopped first.
fn show_when_stopped(editor: &mut Editor, action: ExploreAction) {
    let front = editor.workspace.front();
    let exploration = editor.services.explorations.of_mut(front.id());
    if !exploration.is_current(front) {
        let key = "notice.explored_before_edit";
        return editor.shell.notify_key(NoticeKind::Refused, key, &[]);
    }
    if exploration.is_running() {
        exploration.stop();
        editor.shell.views.explore.wanted = Some((front.id(), action));
        return;
    }
    match action {
        ExploreAction::Show(found) => drop(show(editor, found)),
        ExploreAction::Save(found) => save(editor, found),
        _ => {}
    }
}

/// Opens the run, and saves it as a scenario next to its tree.
fn save(editor: &mut Editor, found: FoundRun) {
    if editor.workspace.front().path().is_none() {
        let shell = &mut editor.shell;
        shell.notify_key(NoticeKind::Refused, "notice.scenario_needs_file", &[]);
        return super::file::apply(editor, FileAction::SaveAs);
    }
    let (kind, node) = (found.kind, found.node.clone());
    let Some(mut scenario) = show(editor, found) else {
        return;
    };
    for fact in shown_facts(editor, kind, node) {
        ScenarioEdit::Put(scenario.frames, Mark::Expect(fact)).apply(&mut scenario);
    }
    scenarios::save_new(editor, scenario);
}

/// What the shown frame shows of what a run was found for. A scenario that expects it fails once that can no longer happen.
fn shown_facts(editor: &Editor, kind: FoundKind, node: Option<NodeId>) -> Vec<Fact> {
    let front = editor.workspace.front();
    let Some(run) = &front.run else {
        return Vec::new();
    };
    let project = front.project();
    let fact = |what: ExpectedFact| run.fact(&project, &what);
    match (kind, node) {
        (FoundKind::Outcome, Some(node)) => {
            let ended = fact(ExpectedFact::Ended(node.clone()));
            let ended = ended.filter(|fact| !matches!(fact, Fact::Ended(_, Ending::None)));
            let shown = ended.or_else(|| fact(ExpectedFact::Node(node)));
            shown.into_iter().collect()
        }
        (FoundKind::Outcome, None) => Vec::new(),
        (FoundKind::Claim(index), _) => {
            let exploration = editor.services.explorations.of(front.id());
            let claim = exploration.and_then(|it| it.claims().claims.get(index));
            let kinds = front.kinds_in_program();
            let facts = claim.map(|claim| run.facts_of_claim(&project, kinds, &claim.says));
            facts.unwrap_or_default()
        }
        (FoundKind::Hazard, _) => {
            let aborts = fact(ExpectedFact::Aborts);
            let aborts = aborts.filter(|fact| *fact != Fact::Aborts(Vec::new()));
            fact(ExpectedFact::Running)
                .into_iter()
                .chain(aborts)
                .collect()
        }
    }
}

/// Opens the run that shows something that was found. Returns its scenario.
fn show(editor: &mut Editor, found: FoundRun) -> Option<Scenario> {
    let front = editor.workspace.front();
    let exploration = editor.services.explorations.of_mut(front.id());
    let explored = exploration.explored()?;
    let scenario = match explored.scenario(&found.sight) {
        Ok(scenario) => Arc::new(Scenario {
            name: found.title,
            ..scenario
        }),
        Err(why) => {
            let text = editor.shell.texts.sentence(&why);
            editor.shell.notify(NoticeKind::Failed, text);
            return None;
        }
    };
    if let Some(node) = found.node {
        select(editor, node);
    }
    docking::show(&mut editor.shell.panels, Panel::Timeline);
    let frames = scenario.frames;
    if let Err(error) = scenarios::play_on_front(editor, &scenario, frames) {
        let text = editor.shell.texts.scenario_error(&error);
        editor.shell.notify(NoticeKind::Refused, text);
        return None;
    }
    Some(Arc::unwrap_or_clone(scenario))
}

fn begin_claim(editor: &mut Editor) {
    let front = editor.workspace.front().id();
    docking::show(&mut editor.shell.panels, Panel::Explore);
    let exploration = editor.services.explorations.of_mut(front);
    if exploration.document_claims.unusable().is_some() {
        return not_written(editor, front, &ClaimsNotWritten::Unusable);
    }
    let name = editor.shell.texts.tr("explore.new_claim").into_owned();
    editor.shell.views.explore.begin_claim(front, name);
}

fn edit(editor: &mut Editor, edit: ClaimsEdit) {
    let is_new = matches!(edit, ClaimsEdit::AddClaim(_));
    let is_changed = change(editor, |claims, front| claims.edit(edit, front));
    if is_new && is_changed {
        let front = editor.workspace.front().id();
        let claims = editor.services.explorations.of_mut(front).claims();
        let last = claims.claims.len().saturating_sub(1);
        editor.shell.views.explore.claim_added(last);
    }
}

fn step(editor: &mut Editor, direction: Direction) {
    change(editor, |claims, front| claims.step(direction, front));
}

/// Changes the claims of the active document; returns whether they could be written.
fn change(
    editor: &mut Editor,
    change: impl FnOnce(&mut DocumentClaims, &OpenDocument) -> Result<(), ClaimsNotWritten>,
) -> bool {
    let (front, _) = editor.workspace.front_mut();
    let exploration = editor.services.explorations.of_mut(front.id());
    let claims = &mut exploration.document_claims;
    let had_file = claims.file().is_some_and(files::is_there);
    let before = claims.claims().clone();
    if let Err(why) = change(claims, front) {
        let id = front.id();
        not_written(editor, id, &why);
        return false;
    }
    if front.path().is_none() && *before != **claims.claims() {
        front.keep_claims(&claims_json::write(claims.claims()));
    } else if claims.file().is_some() && !had_file {
        editor.services.project.scan();
    }
    true
}

/// Undoes or redoes the user's last edit, of the claims or of the tree.
fn step_latest(editor: &mut Editor, direction: Direction) {
    let front = editor.workspace.front();
    let state = front.history().state();
    let exploration = editor.services.explorations.of_mut(front.id());
    let history = exploration.document_claims.history();
    let (is_of_claims, of_tree) = match direction {
        Direction::Undo => (history.is_latest(state), EditAction::Undo),
        Direction::Redo => (history.can_redo(), EditAction::Redo),
    };
    if is_of_claims {
        step(editor, direction);
    } else {
        super::edit::apply(editor, of_tree);
    }
}

fn not_written(editor: &mut Editor, document: DocumentId, why: &ClaimsNotWritten) {
    let claims = &editor
        .services
        .explorations
        .of_mut(document)
        .document_claims;
    let file = claims.file();
    let path = file.map_or_else(String::new, |file| file.display().to_string());
    let texts = &editor.shell.texts;
    let reason = match why {
        ClaimsNotWritten::Save(error) => texts.save_error(error),
        ClaimsNotWritten::Format(error) => texts.format_error(error),
        ClaimsNotWritten::Unusable => {
            let unusable = claims.unusable();
            unusable.map_or_else(String::new, |why| texts.claims_unusable(why))
        }
    };
    let arguments = [("path", &*path), ("reason", &*reason)];
    let shell = &mut editor.shell;
    shell.notify_key(NoticeKind::Failed, "notice.not_written", &arguments);
}
