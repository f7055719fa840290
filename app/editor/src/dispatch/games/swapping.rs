//! Replaces trees in games by edited ones; a change that is undone or redone after that is swapped back as well.

use treewright_session::notice::NoticeKind;
use treewright_session::workspace::game_link::AttachedGame;
use treewright_session::workspace::live::Verb;
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
    if !send(editor, document) {
        return;
    }
    if let Some(states) = editor.services.live.swapped.get_mut(&document) {
        states.note(editor.workspace.front());
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
    let Some(sources) = shown.program_sources().texts() else {
        let text = editor.shell.texts.tr("games.not_writable").into_owned();
        editor.shell.notify(NoticeKind::Refused, text);
        return false;
    };
    if let Some(game) = game.and_then(|game| editor.services.live.game_mut(game)) {
        game.swap(document, agent, &sources);
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
