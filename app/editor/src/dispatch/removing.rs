//! Asks before an edit removes something from the active document that other files of its project use: a named tree, or a variable that they set.

use std::collections::BTreeSet;
use std::sync::Arc;

use treewright_authoring::edit::{Command, History, Selection};
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
    for subject in removed(front.document(), front.library(), command, &own) {
        let users = users(editor, &own, &subject);
        if users.is_empty() {
            continue;
        }
        let question = Question::RemoveUsed {
            name: subject.name.to_string(),
            users: users.into_iter().collect(),
        };
        let command = command.clone();
        let topic = QuestionTopic::RemoveUsed(Box::new(UsedRemoval { command, subject }));
        editor.shell.question = Some((question, topic));
        return true;
    }
    false
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
    if !may_remove(command) || document.trees.is_empty() && document.variables.is_empty() {
        return Vec::new();
    }
    let mut after = document.clone();
    let mut history = History::new();
    if history
        .apply(&mut after, library, &mut Selection::default(), command)
        .is_err()
    {
        return Vec::new();
    }
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

/// Whether a command can remove a tree or variable at all.
fn may_remove(command: &Command) -> bool {
    match command {
        Command::Delete(_)
        | Command::RemoveKeepingChildren { .. }
        // It also removes the tree if nothing in the document runs it any more.
        | Command::Inline(_)
        | Command::RemoveTreeName(_)
        | Command::RemoveVariable(_)
        | Command::ChangeVariable(_) => true,
        Command::Batch(commands) => commands.iter().any(may_remove),
        _ => false,
    }
}

/// The other files of the project that use something of the active document: open ones as they are, and closed ones as they are on disk.
fn users(editor: &Editor, own: &str, subject: &Subject) -> BTreeSet<String> {
    let is_use = |run: &TreeRun| {
        *run.file == *own
            && match subject.kind {
                SubjectKind::Tree => *run.tree == *subject.name,
                _ => run.sets.contains(&subject.name),
            }
    };
    let mut open = BTreeSet::new();
    let mut users = BTreeSet::new();
    for document in editor.workspace.documents() {
        let Some(path) = path_in_project(editor, document) else {
            continue;
        };
        if path != own && TreeRun::all_in(&path, document.document()).any(|run| is_use(&run)) {
            users.insert(path.clone());
        }
        open.insert(path);
    }
    let listing = editor.services.project.view();
    let closed = listing.files.iter();
    let closed = closed.filter(|file| !open.contains(&file.relative));
    let using = closed.filter(|file| {
        let facts = listing.facts.get(&file.path);
        facts.is_some_and(|facts| facts.runs.iter().any(is_use))
    });
    users.extend(using.map(|file| file.relative.clone()));
    users
}
