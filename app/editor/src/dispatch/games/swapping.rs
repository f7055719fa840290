//! Replaces trees in games by edited ones; a change that is undone or redone after that is swapped back as well.

use treewright_session::host::link::GameId;
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::game_link::AttachedGame;
use treewright_session::workspace::live::{LiveSource as _, Verb};
use treewright_session::workspace::open_document::DocumentId;
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
    let document = editor.workspace.front().id();
    if send(editor, document) {
        note_sent(editor, document);
    }
}

/// A game gets this document as it is now.
pub(super) fn note_sent(editor: &mut Editor, document: DocumentId) {
    let states = editor.services.live.swapped.get_mut(&document);
    if let Some((states, open)) = states.zip(editor.workspace.with_id(document)) {
        states.note(open);
    }
}

/// Sends a document to the game whose agent it shows. Returns whether that was possible, and tells why not.
fn send(editor: &mut Editor, document: DocumentId) -> bool {
    let Some(shown) = editor.workspace.with_id(document) else {
        return false;
    };
    let told = shown.told_run();
    let live = told.and_then(|told| Some((told.live()?, told.agent())));
    let Some((live, agent)) = live.filter(|(live, _)| live.verbs.check(Verb::Swap).is_ok()) else {
        return false;
    };
    let game = AttachedGame::game_of(live.source);
    game.is_some_and(|game| send_to(editor, document, (game, agent)))
}

/// Replaces the tree of an agent, and of all that run the same, by a document. Returns whether that was possible, and tells why not.
pub(super) fn send_to(
    editor: &mut Editor,
    document: DocumentId,
    (game, agent): (GameId, u64),
) -> bool {
    let open = editor.workspace.with_id(document);
    let Some(sources) = open.and_then(|open| open.program_sources().texts()) else {
        let text = editor.shell.texts.tr("games.not_writable").into_owned();
        editor.shell.notify(NoticeKind::Refused, text);
        return false;
    };
    if let Some(game) = editor.services.live.game_mut(game) {
        game.swap(document, agent, &sources);
        if game.seen.state().paused {
            let arguments = [("name", &*game.name())];
            let shell = &mut editor.shell;
            shell.notify_key(NoticeKind::Done, "games.swap_waits", &arguments);
        }
    }
    true
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
