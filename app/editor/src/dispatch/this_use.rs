//! Edits one use of a tree from inside: what is set goes into the overrides of the Subtree node, and nothing else is changed. Resets overrides, and
//! applies them to the files of the nodes inside.

use std::path::PathBuf;

use treewright_authoring::edit::{Command, Refusal, refusal_of};
use treewright_core::ids::NodeId;
use treewright_core::model::{Override, SUBTREE};
use treewright_session::host::project::Project;
use treewright_session::host::project_files::FileKind;
use treewright_session::notice::NoticeKind;
use treewright_session::refactoring::on_disk::ProjectEdit;
use treewright_session::workspace::open_document::{DocumentId, OpenDocument};
use treewright_session::workspace::project_listing::FileFacts;
use treewright_session::workspace::project_steps::{ChangedDocument, ProjectStep};
use treewright_session::workspace::subtree_use::{EditedUse, KeptBecause, to_apply, trees_running};

use super::edit::perform_in;
use super::file::{open_and_wait, saving};
use crate::action::{Action, EditAction, Overrides, UseAction};
use crate::editor::Editor;
use crate::job_registry::name_of;

pub fn apply(editor: &mut Editor, action: UseAction) {
    editor.shell.navigation.has_refused = false;
    match action {
        UseAction::Edit => edit(editor),
        UseAction::EditPresent => begin(editor),
        UseAction::EditFile => editor.shell.navigation.edited = None,
        UseAction::Do(command) => perform_in_caller(editor, &command),
        UseAction::Reset(which) => {
            let Some((index, overrides)) = find(editor, &which) else {
                return;
            };
            let reset = reset(&which.node, &overrides);
            perform_in(&mut editor.workspace, &mut editor.shell, index, &reset);
        }
        UseAction::Apply(which) => apply_to_files(editor, &which),
    }
    editor.shell.ctx.request_repaint();
}

/// Shows the tree that the selected node runs, if it runs one, and begins to edit its use.
fn edit(editor: &mut Editor) {
    let front = editor.workspace.front();
    let selected = front.selection().primary();
    let node = selected.and_then(|id| front.document().node(id));
    let depth = editor.shell.navigation.descent.len();
    if node.is_some_and(|node| &*node.task == SUBTREE) {
        super::trees::go_to_tree(editor);
        if editor.shell.navigation.descent.len() == depth {
            return;
        }
    }
    begin(editor);
}

/// Begins to edit the use through which the active tree was entered. An outer use that is edited stays the edited one.
fn begin(editor: &mut Editor) {
    let navigation = &mut editor.shell.navigation;
    let is_inside = |edited| navigation.descent.contains(edited);
    if !navigation.edited.as_ref().is_some_and(is_inside) {
        navigation.edited = navigation.descent.last().cloned();
        let key = "this_use.begun";
        editor.shell.notify_key(NoticeKind::Done, key, &[]);
    }
}

/// Follows changes of the documents, and ends when the tree is left.
pub fn update(editor: &mut Editor) {
    let navigation = &mut editor.shell.navigation;
    let before = navigation.edited_use.take();
    let Some(edited) = &navigation.edited else {
        navigation.has_refused = false;
        return;
    };
    let start = navigation.descent.iter().position(|entry| entry == edited);
    let way = start.map(|start| &navigation.descent[start..]);
    navigation.edited_use = way.and_then(|way| EditedUse::of(&editor.workspace, way, before));
    if navigation.edited_use.is_none() {
        navigation.edited = None;
        let key = "this_use.left";
        editor.shell.notify_key(NoticeKind::Done, key, &[]);
    }
}

/// The document that undo and redo concern: that of the Subtree node whose use is edited, or the active one.
pub fn edited_document(editor: &Editor) -> &OpenDocument {
    let edited = editor.shell.navigation.edited_use.as_ref();
    let caller = edited.and_then(|edited| editor.workspace.with_id(edited.caller));
    caller.unwrap_or_else(|| editor.workspace.front())
}

/// Saves the document whose overrides are edited, and the active one if it has changes of its own.
pub fn save(editor: &mut Editor) {
    let (front, caller) = (editor.workspace.front(), edited_document(editor).id());
    let is_own = front.id() == caller;
    if is_own || front.is_dirty() {
        saving::save_front(editor);
    }
    if !is_own {
        saving::save(editor, caller);
    }
}

/// Returns the edit unless only one use is edited: then what overrides can hold is set there, and the rest is refused.
pub fn redirected(editor: &mut Editor, action: EditAction) -> Option<EditAction> {
    let Some(edited) = &editor.shell.navigation.edited_use else {
        return Some(action);
    };
    editor.shell.navigation.has_refused = false;
    match action {
        EditAction::Undo | EditAction::Redo | EditAction::Copy | EditAction::ToggleBreakpoint => {
            return Some(action);
        }
        EditAction::Do(command) => match edited.overriding(&command) {
            Some(command) => perform_in_caller(editor, &command),
            None => refuse(editor),
        },
        _ => refuse(editor),
    }
    None
}

/// Whether an action would change the tree, or ask how, while only one use is edited; says why that is refused.
pub fn is_refused(editor: &mut Editor, action: &Action) -> bool {
    if matches!(action, Action::Select(_)) {
        editor.shell.navigation.has_refused = false;
    }
    let is_refused = action.changes_tree() && editor.shell.navigation.edited_use.is_some();
    if is_refused {
        refuse(editor);
    }
    is_refused
}

/// A run that begins while one use is edited is one of the file, with the values of the file.
pub fn tell_of_run(editor: &mut Editor) {
    let front = editor.workspace.front();
    let caller = edited_document(editor);
    if front.run.is_some() && caller.id() != front.id() {
        let title = caller.title(&editor.shell.texts);
        let arguments = [("title", &*title)];
        let shell = &mut editor.shell;
        shell.notify_key(NoticeKind::Done, "this_use.runs_file", &arguments);
    }
}

fn refuse(editor: &mut Editor) {
    editor.shell.navigation.has_refused = true;
    let key = "this_use.refused";
    editor.shell.notify_key(NoticeKind::Refused, key, &[]);
}

fn perform_in_caller(editor: &mut Editor, command: &Command) {
    let caller = edited_document(editor).id();
    if let Some(index) = editor.workspace.index_of(caller) {
        perform_in(&mut editor.workspace, &mut editor.shell, index, command);
    }
}

/// The index of the document of these overrides, and they themselves.
fn find(editor: &Editor, which: &Overrides) -> Option<(usize, Vec<Override>)> {
    let index = editor.workspace.index_of(which.document)?;
    let document = editor.workspace.documents()[index].document();
    let mut overrides = document.node(&which.node)?.overrides.clone();
    if let Some((path, parameter)) = &which.only {
        overrides.retain(|set| set.path == *path && set.parameter == *parameter);
    }
    (!overrides.is_empty()).then_some((index, overrides))
}

fn reset(node: &NodeId, overrides: &[Override]) -> Command {
    let remove = |set: &Override| Command::SetOverride {
        node: node.clone(),
        path: set.path.clone(),
        parameter: set.parameter.clone(),
        value: None,
    };
    Command::Batch(overrides.iter().map(remove).collect())
}

/// What overrides change in the files of the nodes inside.
#[derive(Default)]
struct Plan {
    /// The overrides that can be applied.
    applied: Vec<Override>,
    /// The commands for the document of the Subtree node itself.
    own: Vec<Command>,
    /// The commands for other files, by path in the project folder.
    others: Vec<(String, Vec<Command>)>,
    /// Why an override was left out.
    kept: Option<KeptBecause>,
}

fn plan(caller: &OpenDocument, node: &NodeId, overrides: Vec<Override>) -> Plan {
    let mut plan = Plan::default();
    let Some(node) = caller.document().node(node) else {
        return plan;
    };
    let project = caller.project();
    for set in overrides {
        match to_apply(&project, caller.library(), node, &set) {
            Ok((inner, command)) if inner.file == project.path => {
                plan.own.push(command);
                plan.applied.push(set);
            }
            Ok((inner, command)) => {
                match plan.others.iter_mut().find(|(file, _)| *file == inner.file) {
                    Some((_, commands)) => commands.push(command),
                    None => plan.others.push((inner.file, vec![command])),
                }
                plan.applied.push(set);
            }
            Err(kept) => plan.kept = plan.kept.or(Some(kept)),
        }
    }
    plan
}

fn apply_to_files(editor: &mut Editor, which: &Overrides) {
    let Some((index, overrides)) = find(editor, which) else {
        return;
    };
    let plan = plan(&editor.workspace.documents()[index], &which.node, overrides);
    if let Some(kept) = &plan.kept {
        tell_kept(editor, index, kept);
    }
    if plan.applied.is_empty() {
        return;
    }
    let files: Vec<&str> = plan.others.iter().map(|(file, _)| &**file).collect();
    let Some(opened) = open(editor, which.document, &files) else {
        return;
    };
    let mut edits: Vec<(DocumentId, Command)> = Vec::new();
    for (document, (_, commands)) in opened.into_iter().zip(plan.others) {
        edits.push((document, Command::Batch(commands)));
    }
    let own = plan
        .own
        .into_iter()
        .chain([reset(&which.node, &plan.applied)]);
    edits.push((which.document, Command::Batch(own.collect())));
    if perform_together(editor, &edits) {
        tell_applied(editor, plan.applied.len(), &edits);
    }
}

/// Opens files of the project of a document, which stays as far in front as it is. Returns their documents, or `None` after the reason was told.
fn open(editor: &mut Editor, of: DocumentId, files: &[&str]) -> Option<Vec<DocumentId>> {
    let front = editor.workspace.front().id();
    let mut opened = Vec::new();
    for file in files {
        let path = editor.workspace.with_id(of)?.path()?.to_owned();
        let texts = &editor.shell.texts;
        let found = Project::of(&path).map_err(|error| texts.io_error(&error));
        let found = found.and_then(|project| {
            let inside = project.inside(file);
            inside.map_err(|error| texts.reference_error(&error))
        });
        match found {
            Ok(path) => {
                open_and_wait(editor, &path);
                let index = editor.workspace.index_of_path(&path);
                let document = index.map(|index| editor.workspace.documents()[index].id());
                opened.extend(document);
            }
            Err(reason) => editor.shell.notify(NoticeKind::Failed, reason),
        }
    }
    if let Some(index) = editor.workspace.index_of(front) {
        editor.workspace.bring_to_front(index);
    }
    (opened.len() == files.len()).then_some(opened)
}

/// Performs commands in several documents, as steps that are undone together. If one is refused, none is performed.
fn perform_together(editor: &mut Editor, edits: &[(DocumentId, Command)]) -> bool {
    for (id, command) in edits {
        let Some(open) = editor.workspace.with_id(*id) else {
            return false;
        };
        let refusal = refusal_of(command, open.document(), open.library());
        if let Some(refusal) = refusal.filter(|refusal| *refusal != Refusal::Nothing) {
            let title = open.title(&editor.shell.texts);
            let reason = editor.shell.texts.refusal(&refusal);
            let arguments = [("title", &*title), ("reason", &*reason)];
            editor
                .shell
                .notify_key(NoticeKind::Refused, "rename.refused", &arguments);
            return false;
        }
    }
    let mut documents = Vec::new();
    for (id, command) in edits {
        let Some(index) = editor.workspace.index_of(*id) else {
            continue;
        };
        let now = |editor: &Editor| ChangedDocument::of(&editor.workspace.documents()[index]);
        let before = now(editor);
        perform_in(&mut editor.workspace, &mut editor.shell, index, command);
        let after = now(editor);
        if after != before {
            documents.push(after);
        }
    }
    let folder = editor.services.project.folder();
    if let Some(folder) = folder.filter(|_| documents.len() > 1) {
        let edit = ProjectEdit::in_folder(folder);
        editor.services.project_steps.add(ProjectStep {
            refactoring: None,
            edit,
            documents,
            changed_back: Vec::new(),
        });
    }
    true
}

fn tell_applied(editor: &mut Editor, count: usize, edits: &[(DocumentId, Command)]) {
    let texts = &editor.shell.texts;
    let documents = edits
        .iter()
        .filter_map(|(id, _)| editor.workspace.with_id(*id));
    let mut titles: Vec<String> = documents.map(|document| document.title(texts)).collect();
    if titles.len() > 1 {
        // The last one only loses the overrides.
        titles.pop();
    }
    let files = texts.list(&titles);
    let mut text = texts.tr_count_with("this_use.applied", count, &[("files", &files)]);
    let others = count_other_users(editor, edits);
    if others > 0 {
        text = format!("{text} · {}", texts.tr_count("this_use.others_too", others));
    }
    editor.shell.notify(NoticeKind::Done, text);
}

/// How many other files of the project have the edited nodes in their runs, without the one of the Subtree node, which is edited last.
fn count_other_users(editor: &Editor, edits: &[(DocumentId, Command)]) -> usize {
    let Some(((caller, _), files)) = edits.split_last() else {
        return 0;
    };
    let path = |id: &DocumentId| {
        let document = editor.workspace.with_id(*id)?;
        Some((document, document.path()?.to_owned()))
    };
    let project = &editor.services.project;
    let view = project.view();
    let mut direct = Vec::new();
    for (id, command) in files {
        let Some((document, file)) = path(id) else {
            continue;
        };
        let Some(file) = view.files.iter().find(|listed| listed.path == file) else {
            continue;
        };
        let mut nodes = Vec::new();
        set_in(command, &mut nodes);
        let trees = trees_running(document.document(), &nodes);
        let runs_it = |facts: &FileFacts| {
            let mut runs = facts.runs.iter();
            runs.any(|run| *run.file == *file.relative && trees.contains(&*run.tree))
        };
        let users = view.facts.iter().filter(|(_, facts)| runs_it(facts));
        direct.extend(users.map(|(user, _)| user.clone()));
    }
    let mut users = project.users_of(&direct);
    users.extend(direct);
    if let Some((_, caller)) = path(caller) {
        users.remove(&caller);
    }
    let is_tree = |file: &&PathBuf| FileKind::of(&name_of(file)) == Some(FileKind::Tree);
    users.iter().filter(is_tree).count()
}

/// Adds the nodes of which a command sets values.
fn set_in<'c>(command: &'c Command, nodes: &mut Vec<&'c NodeId>) {
    match command {
        Command::Batch(all) => all.iter().for_each(|command| set_in(command, nodes)),
        Command::SetParameter { nodes: set, .. } => nodes.extend(set),
        Command::SetOverride { node, .. } => nodes.push(node),
        _ => {}
    }
}

/// Tells why an override of a node of this document was not applied.
fn tell_kept(editor: &mut Editor, index: usize, kept: &KeptBecause) {
    let caller = &editor.workspace.documents()[index];
    let texts = &editor.shell.texts;
    let text = match kept {
        KeptBecause::Missing => texts.tr("this_use.kept_missing").into_owned(),
        KeptBecause::OverriddenBy(node) => {
            let title = node.as_str();
            texts.tr_with("this_use.kept_overridden", &[("node", title)])
        }
        KeptBecause::Variable(name) => {
            let title = caller.title(texts);
            let arguments = [("name", &**name), ("title", &*title)];
            texts.tr_with("this_use.kept_variable", &arguments)
        }
    };
    editor.shell.notify(NoticeKind::Refused, text);
}
