//! Asks before an edit removes something from the active document that other files of its project use: a named tree, a variable that they set, or a node
//! whose values they override.

use std::collections::BTreeSet;
use std::sync::Arc;

use treewright_authoring::edit::{Command, History, Selection};
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, Scope, Variable};
use treewright_session::refactoring::uses::{Subject, SubjectKind};
use treewright_session::workspace::open_document::OpenDocument;
use treewright_session::workspace::project_listing::TreeRun;

use super::edit::perform_unasked;
use super::find;
use super::project::open_files::path_in;
use crate::action::Answer;
use crate::editor::Editor;
use crate::panels::questions::Question;
use crate::shell::{QuestionTopic, UsedRemoval};

/// Asks whether other files are to lose what a command removes. Returns whether there is something to ask.
pub fn asks(editor: &mut Editor, command: &Command) -> bool {
    let front = editor.workspace.front();
    let Some(own) = path_in_project(editor, front) else {
        return false;
    };
    if !may_remove(command) {
        return false;
    }
    let mut used = removed(front.document(), front.library(), command, &own).into_iter();
    let used = used.find_map(|subject| {
        let users = users(editor, &own, |run| uses(run, &subject));
        (!users.is_empty()).then(|| (subject.name.to_string(), subject, users))
    });
    let lost = || {
        let (node, users) = overridden(editor, command)?;
        Some((node, Subject::file(&own), users))
    };
    let Some((name, subject, users)) = used.or_else(lost) else {
        return false;
    };
    let question = Question::RemoveUsed {
        name,
        users: users.into_iter().collect(),
        is_kept: matches!(
            command,
            Command::ChangeVariable(_) | Command::Extract { .. }
        ),
    };
    let command = command.clone();
    let topic = QuestionTopic::RemoveUsed(Box::new(UsedRemoval { command, subject }));
    editor.shell.question = Some((question, topic));
    true
}

/// The first node of the active document whose values other files override and that is not in its tree any more after a command: its title, and the
/// files.
pub fn overridden(editor: &Editor, command: &Command) -> Option<(String, BTreeSet<String>)> {
    let front = editor.workspace.front();
    let own = path_in_project(editor, front)?;
    let document = front.document();
    let mut ids: Vec<NodeId> = Vec::new();
    for_each_run(editor, &own, |_, run| {
        if *run.file == *own {
            ids.extend(run.overrides.iter().cloned());
        }
    });
    ids.retain(|id| document.node(id).is_some());
    if ids.is_empty() {
        return None;
    }
    let after = after(document, front.library(), command)?;
    let id = ids
        .iter()
        .find(|id| tree_of(document, id) != tree_of(&after, id))?;
    let users = users(editor, &own, |run| run.overrides.contains(id));
    Some((editor.shell.texts.title_of(document, id), users))
}

/// The name of the tree that a node is in, empty for the main one. `None` if nothing can run it.
fn tree_of<'d>(document: &'d Document, id: &NodeId) -> Option<&'d str> {
    let is_below = |top: &NodeId| document.node(id).is_some() && document.is_inside(id, top);
    if document.root().is_some_and(is_below) {
        return Some("");
    }
    let mut trees = document.trees.iter();
    let tree = trees.find(|tree| is_below(&tree.root))?;
    Some(&tree.name)
}

pub fn on_answer(editor: &mut Editor, removal: UsedRemoval, answer: &Answer) {
    match answer {
        Answer::Remove => perform_unasked(editor, &removal.command),
        Answer::ShowUses => find::show_uses(&mut editor.shell, removal.subject),
        _ => {}
    }
}

fn path_in_project(editor: &Editor, document: &OpenDocument) -> Option<String> {
    path_in(editor.services.project.folder()?, document)
}

/// What others could use of a document, and would be gone after a command.
fn removed(
    document: &Document,
    library: &NodeLibrary,
    command: &Command,
    own: &str,
) -> Vec<Subject> {
    if document.trees.is_empty() && document.variables.is_empty() {
        return Vec::new();
    }
    let Some(after) = after(document, library, command) else {
        return Vec::new();
    };
    let subject = |kind, name: &Arc<str>| Subject {
        kind,
        name: name.clone(),
        file: Some(own.to_owned()),
    };
    let trees = document.trees.iter().map(|tree| &tree.name);
    let trees = trees.filter(|name| after.tree(name).is_none());
    let variables = document.variables.iter();
    // A tree of another file has all but the shared variables for itself.
    let can_be_set = |variable: &Variable| variable.scope != Scope::Global;
    let variables = variables.filter(|variable| {
        can_be_set(variable) && !after.variable(&variable.name).is_some_and(can_be_set)
    });
    let trees = trees.map(|name| subject(SubjectKind::Tree, name));
    let variables = variables.map(|variable| subject(SubjectKind::Variable, &variable.name));
    trees.chain(variables).collect()
}

/// A document after a command; `None` if it refuses that.
fn after(document: &Document, library: &NodeLibrary, command: &Command) -> Option<Document> {
    let mut after = document.clone();
    let done = History::new().apply(&mut after, library, &mut Selection::default(), command);
    done.is_ok().then_some(after)
}

/// Whether a command can remove a tree, variable or node at all.
fn may_remove(command: &Command) -> bool {
    match command {
        Command::Delete(_)
        | Command::RemoveKeepingChildren { .. }
        | Command::Extract { .. }
        // It also removes the tree if nothing in the document runs it any more.
        | Command::Inline(_)
        | Command::RemoveTreeName(_)
        | Command::RemoveVariable(_)
        | Command::ChangeVariable(_) => true,
        Command::Batch(commands) => commands.iter().any(may_remove),
        _ => false,
    }
}

fn uses(run: &TreeRun, subject: &Subject) -> bool {
    match subject.kind {
        SubjectKind::Tree => *run.tree == *subject.name,
        _ => run.sets.contains(&subject.name),
    }
}

/// The other files of the project with a node that runs a tree of the active document in this way.
fn users(editor: &Editor, own: &str, is_use: impl Fn(&TreeRun) -> bool) -> BTreeSet<String> {
    let mut users = BTreeSet::new();
    for_each_run(editor, own, |path, run| {
        if *run.file == *own && is_use(run) {
            users.insert(path.to_owned());
        }
    });
    users
}

/// Calls `look` with each node of the other files of the project that runs a tree of another file: open documents as they are, closed ones as on disk.
fn for_each_run(editor: &Editor, own: &str, mut look: impl FnMut(&str, &TreeRun)) {
    let mut open = BTreeSet::new();
    for document in editor.workspace.documents() {
        let Some(path) = path_in_project(editor, document) else {
            continue;
        };
        if path != own {
            TreeRun::all_in(&path, document.document()).for_each(|run| look(&path, &run));
        }
        open.insert(path);
    }
    let listing = editor.services.project.view();
    let closed = listing.files.iter();
    for file in closed.filter(|file| !open.contains(&file.relative)) {
        let facts = listing.facts.get(&file.path);
        let runs = facts.into_iter().flat_map(|facts| &facts.runs);
        runs.for_each(|run| look(&file.relative, run));
    }
}
