//! Replaces trees in games by edited ones; a change that is undone or redone after that is swapped back as well.

use treewright_session::host::link::GameId;
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::game_link::AttachedGame;
use treewright_session::workspace::live::{LiveSource as _, Verb};
use treewright_session::workspace::open_document::{DocumentId, OpenDocument};
use treewright_session::workspace::run_view::RunView as _;

use crate::editor::Editor;
use crate::services::SwappedStates;

/// A game runs the tree of this document as it is now.
pub(super) fn note_shown(editor: &mut Editor, document: DocumentId) {
    let shown = editor.workspace.with_id(document);
    if let Some(states) = shown.and_then(SwappedStates::new) {
        editor.services.live.swapped.insert(document, states);
    }
}

/// Replaces the tree of the shown agent, and of all that run the same, by the active document.
pub fn swap(editor: &mut Editor) {
    send(editor, editor.workspace.front().id());
}

/// The game has replaced the tree by what it got of this document, or has refused that.
pub(super) fn note_answer(editor: &mut Editor, document: DocumentId, is_swapped: bool) {
    if let Some(states) = editor.services.live.swapped.get_mut(&document) {
        states.note_answer(is_swapped);
    }
}

/// Sends a document to the game whose agent it shows, if that is possible.
fn send(editor: &mut Editor, document: DocumentId) {
    let told = editor
        .workspace
        .with_id(document)
        .and_then(OpenDocument::told_run);
    let live = told.and_then(|told| Some((told.live()?, told.agent())));
    let live = live.filter(|(live, _)| live.verbs.check(Verb::Swap).is_ok());
    let game = live.and_then(|(live, agent)| Some((AttachedGame::game_of(live.source)?, agent)));
    if let Some(agent) = game {
        send_to(editor, document, agent);
    }
}

/// Replaces the tree of an agent, and of all that run the same, by a document, or tells why that is not possible.
pub(super) fn send_to(editor: &mut Editor, document: DocumentId, (game, agent): (GameId, u64)) {
    let Some(open) = editor.workspace.with_id(document) else {
        return;
    };
    let Some(sources) = open.program_sources().texts() else {
        let text = editor.shell.texts.tr("games.not_writable").into_owned();
        return editor.shell.notify(NoticeKind::Refused, text);
    };
    let live = &mut editor.services.live;
    let Some(game) = live.game_mut(game) else {
        return;
    };
    let (is_sent, is_paused, name) = (
        game.swap(document, agent, &sources),
        game.seen.state().paused,
        game.name(),
    );
    if let Some(states) = live.swapped.get_mut(&document).filter(|_| is_sent) {
        states.note_sent(open);
    }
    if is_paused {
        let shell = &mut editor.shell;
        shell.notify_key(NoticeKind::Done, "games.swap_waits", &[("name", &*name)]);
    }
}

/// Swaps documents back that were undone or redone to another state that their game ran.
pub(super) fn follow_undo(editor: &mut Editor) {
    let mut returned = Vec::new();
    let workspace = &editor.workspace;
    editor.services.live.swapped.retain(|document, states| {
        let shown = workspace.with_id(*document);
        if shown.is_some_and(|shown| states.has_returned(shown)) {
            returned.push(*document);
        }
        shown.is_some()
    });
    for document in returned {
        send(editor, document);
    }
}
