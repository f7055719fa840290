//! Lets games measure how long their leaves take while the canvas shows it, and passes that to the runs that show their agents. What a game has
//! measured last stays when it is gone.

use treewright_session::host::link::GameId;

use crate::editor::Editor;

/// Lets a game measure as long as the user wants to see it.
pub(super) fn update(editor: &mut Editor, game: GameId) {
    let is_wanted = editor.shell.settings.canvas.profile;
    let Some(known) = editor.services.live.game_mut(game) else {
        return;
    };
    let measured = known.measures();
    known.measure(is_wanted);
    if measured && !known.measures() && known.end.is_none() {
        let shown = known.shown().iter();
        let documents: Vec<_> = shown.map(|tree| tree.document).collect();
        for id in documents {
            let open = editor.workspace.documents_mut();
            let open = open.iter_mut().find(|document| document.id() == id);
            if let Some(told) = open.and_then(|document| document.any_told_run()) {
                told.forget_measured();
            }
        }
    }
}

/// Passes what a game has measured of a program to the runs that show it.
pub(super) fn take(editor: &mut Editor, game: GameId, program: u32) {
    let Some(known) = editor.services.live.game_mut(game) else {
        return;
    };
    known.note_measured(program);
    for document in editor.workspace.documents_mut() {
        if let Some(told) = document.any_told_run() {
            known.tell_measured(program, told);
        }
    }
}
