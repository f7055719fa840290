//! Trees of games that are not what the editor has at the same path: says what differs, and shows the game's tree or sends the editor's, as the user
//! decides. Also lists the files that stand for those which a game does not tell.

use std::path::PathBuf;
use std::sync::Arc;

use treewright_link::seen::{SeenTree, TreeProblem};
use treewright_session::host::link::{GameId, agreement};
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::game_link::{
    AttachedGame, TreeDifference, differences, parts_differ,
};
use treewright_session::workspace::live::SourceId;
use treewright_session::workspace::open_document::{DocumentId, OpenDocument};

use super::{ShownBy, are_same, game_mut, place, show, show_in, swapping};
use crate::dispatch::references::open_files;
use crate::editor::Editor;

/// Keeps the list of own files that stand for those of games, while games can attach.
pub(super) fn list_own_trees(editor: &mut Editor) {
    if editor.services.live.games.is_none() {
        return;
    }
    let documents = editor.workspace.documents();
    let key = documents.iter().fold(1_u64, |key, document| {
        let own =
            document.revision() ^ (document.id().0 << 48) ^ u64::from(document.path().is_some());
        key.wrapping_mul(31).wrapping_add(own)
    });
    if std::mem::replace(&mut editor.services.live.own_trees.1, key) == key {
        return;
    }
    let files = documents.iter().filter_map(OpenDocument::path);
    let files: Vec<PathBuf> = files.map(ToOwned::to_owned).collect();
    let folder = editor.services.project.folder().map(ToOwned::to_owned);
    let open = open_files(&editor.workspace);
    editor.services.live.own_trees.0.set(files, open, folder);
}

/// Returns the open document that is meant by a path in a game: the one whose file's path ends most like it.
fn meant<'e>(editor: &'e Editor, path: &str) -> Option<&'e OpenDocument> {
    let documents = editor.workspace.documents().iter();
    let of_files = documents.filter_map(|document| {
        let same = agreement(path, document.path()?);
        (same > 0 && document.is_free_for_told_run()).then_some((same, document))
    });
    let best = of_files.max_by_key(|(same, _)| *same);
    best.map(|(_, document)| document)
}

/// Shows the document that is meant by the path of a tree, with what differs, so that the user decides. Returns whether there is one.
pub(super) fn ask(
    editor: &mut Editor,
    (game, agent): (GameId, u64),
    (program, tree): (u32, &Arc<SeenTree>),
) -> bool {
    let Some(path) = path_of(editor, game, program) else {
        return false;
    };
    let Some(own) = meant(editor, &path) else {
        return false;
    };
    let (id, subjects) = (own.id(), differences(&tree.files.document, own.document()));
    let difference = TreeDifference {
        path,
        own: id,
        program,
        agent,
        subjects,
        can_be_shown: true,
    };
    note(editor, game, difference);
    true
}

fn path_of(editor: &mut Editor, game: GameId, program: u32) -> Option<Arc<str>> {
    let known = game_mut(editor, game)?;
    let program = known.seen.programs().get(&program)?;
    Some(program.message.document.clone())
}

fn note(editor: &mut Editor, game: GameId, difference: TreeDifference) {
    let own = difference.own;
    if let Some(known) = game_mut(editor, game) {
        let path = difference.path.clone();
        known.note_difference(&path, Some(difference));
    }
    if let Some(index) = editor.workspace.index_of(own) {
        editor.workspace.bring_to_front(index);
    }
    editor.shell.ctx.request_repaint();
}

/// Tells why the tree of an agent cannot be shown. If an open document is meant, the user may send that instead.
pub(super) fn tell(
    editor: &mut Editor,
    (game, agent): (GameId, u64),
    program: u32,
    problem: &TreeProblem,
) {
    let path = path_of(editor, game, program);
    let own = path.as_ref().and_then(|path| meant(editor, path));
    if let (Some(own), Some(path), TreeProblem::OtherNodes { .. }) = (own, path.clone(), problem) {
        let difference = TreeDifference {
            path,
            own: own.id(),
            program,
            agent,
            subjects: Vec::new(),
            can_be_shown: false,
        };
        return note(editor, game, difference);
    }
    let texts = &editor.shell.texts;
    let why = texts.sentence(&problem.message());
    let text = match (problem, path) {
        (TreeProblem::NoFiles { .. }, Some(path)) => {
            let arguments = [("why", &*why), ("document", &*path)];
            texts.tr_with("games.no_files", &arguments)
        }
        _ => why,
    };
    editor.shell.notify(NoticeKind::Refused, text);
}

/// Shows the tree at a path of a game as the game runs it.
pub fn show_theirs(editor: &mut Editor, source: SourceId, path: &str) {
    let Some((game, difference)) = find(editor, source, path) else {
        return;
    };
    let Some(known) = game_mut(editor, game) else {
        return;
    };
    let Some(tree) = known.seen.tree(difference.program).cloned() else {
        return;
    };
    if known
        .shown()
        .iter()
        .any(|tree| tree.document == difference.own)
    {
        known.forget_document(difference.own);
        let own = editor.workspace.index_of(difference.own);
        if let Some((open, _)) = own.and_then(|index| editor.workspace.get_mut(index)) {
            open.end_told_run();
        }
    }
    place(
        editor,
        game,
        (difference.program, &tree, None),
        difference.agent,
    );
    let agent = (game, difference.agent);
    show_in(editor, agent, (difference.program, &tree), ShownBy::User);
}

/// Replaces the tree at a path of a game by the document of the editor.
pub fn send_own(editor: &mut Editor, source: SourceId, path: &str) {
    let Some((game, difference)) = find(editor, source, path) else {
        return;
    };
    let may_swap = game_mut(editor, game).is_some_and(|known| known.may("swap"));
    if !may_swap {
        let shell = &mut editor.shell;
        return shell.notify_key(NoticeKind::Refused, "obstacle.game_cannot", &[]);
    }
    swapping::send_to(editor, difference.own, (game, difference.agent));
}

fn find(editor: &mut Editor, source: SourceId, path: &str) -> Option<(GameId, TreeDifference)> {
    let game = AttachedGame::game_of(source)?;
    let difference = game_mut(editor, game)?.difference(path)?.clone();
    Some((game, difference))
}

/// The game runs a document that was sent: shows its agent there, and not on the tree that it replaced.
pub(super) fn follow_swap(editor: &mut Editor, game: GameId, document: DocumentId) {
    let Some(known) = game_mut(editor, game) else {
        return;
    };
    let differs = known.differences().iter();
    let Some(difference) = differs
        .into_iter()
        .find(|known| known.own == document)
        .cloned()
    else {
        return;
    };
    let shown = known.shown_at(&difference.path);
    if shown.is_some_and(|tree| tree.document == document) {
        // It goes on there.
        return;
    }
    if let Some(theirs) = shown.map(|tree| tree.document) {
        known.note_replaced(theirs);
    }
    known.note_difference(&difference.path, None);
    known.wanted_with_other = Some((difference.agent, difference.program));
    show_arrived(editor, game);
}

/// Shows the agent whose tree was replaced, as soon as the game has told that it runs the other one.
pub(super) fn show_arrived(editor: &mut Editor, game: GameId) {
    let arrived = game_mut(editor, game).and_then(AttachedGame::take_wanted_with_other);
    if let Some(agent) = arrived {
        show(editor, game, agent, ShownBy::User);
    }
}

/// Compares the documents that show agents of a game, and those that wait for the user's decision, with what the game runs.
pub(super) fn update(editor: &mut Editor, game: GameId) {
    let Some(known) = game_mut(editor, game) else {
        return;
    };
    let shown = known.shown().iter().filter(|tree| !tree.is_replaced);
    let shown = shown.map(|tree| (tree.path.clone(), tree.document, tree.agent));
    let noted = known.differences().iter();
    let noted = noted.map(|known| (known.path.clone(), known.own, known.agent));
    let mut all: Vec<(Arc<str>, DocumentId, u64)> = noted.collect();
    for tree in shown.collect::<Vec<_>>() {
        // One that waits is compared with the editor's document, and not with the game's own.
        if !all.iter().any(|(path, ..)| *path == tree.0) {
            all.push(tree);
        }
    }
    for (path, own, agent) in all {
        compare(editor, game, &path, (own, agent));
    }
}

fn compare(editor: &mut Editor, game: GameId, path: &Arc<str>, (own, agent): (DocumentId, u64)) {
    let Some(known) = editor.services.live.game_mut(game) else {
        return;
    };
    let Some(document) = editor.workspace.with_id(own) else {
        return known.note_difference(path, None);
    };
    let agent = known.shown_at(path).map_or(agent, |tree| tree.agent);
    // What one runs that has left may have been replaced since.
    let runs = known.one_that_runs_as(agent, path);
    let program = known.seen.agents().get(&runs).map(|agent| agent.program);
    let Some(program) = program.filter(|_| !document.is_read_only()) else {
        return;
    };
    let Some(compiled) = document.program() else {
        // It is compiled in the background.
        return;
    };
    let Some(tree) = known.seen.tree(program).cloned() else {
        return;
    };
    let revision = document.run_revision();
    if !known.needs_comparison(path, (own, revision, program)) {
        return;
    }
    let subjects = differences(&tree.files.document, document.document());
    let is_same = compiled.is_ok_and(|compiled| {
        let own = compiled.program();
        own.is_some_and(|own| are_same(own, &tree.program))
    });
    let is_shown = known.shown().iter().any(|tree| tree.document == own);
    let differs = !subjects.is_empty() || !is_same || parts_differ(&tree.files, path, document);
    let difference = TreeDifference {
        path: path.clone(),
        own,
        program,
        agent,
        subjects,
        can_be_shown: true,
    };
    known.note_difference(path, differs.then_some(difference));
    if is_same && !is_shown && known.shown_at(path).is_none() {
        // It was made the same.
        show(editor, game, agent, ShownBy::User);
    }
}
