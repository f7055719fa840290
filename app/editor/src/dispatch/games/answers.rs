//! What games answer to what the user wanted of them.

use treewright_core::diagnostic::Severity;
use treewright_core::{Message, ToArgument as _};
use treewright_link::protocol::Refused;
use treewright_link::seen::Answer;
use treewright_session::host::link::GameId;
use treewright_session::i18n::said;
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::game_link::{Asked, SwapReport};
use treewright_session::workspace::live::LiveSource as _;
use treewright_session::workspace::open_document::DocumentId;

use super::{differing, game_mut, swapping};
use crate::dispatch::told_runs;
use crate::editor::Editor;

pub(super) fn take(editor: &mut Editor, game: GameId, asked: &Asked, answer: &Answer) {
    let Some(known) = game_mut(editor, game) else {
        return;
    };
    let name = known.name();
    let swapped = match answer {
        Answer::Swapped(swapped) => Some(swapped),
        _ => None,
    };
    let report = known.note_swapped(asked, swapped);
    if let Answer::Refused(refused) = answer {
        if *asked == Asked::Find {
            known.refuse_search(refused);
        }
        tell_refusal(editor, &name, asked, refused);
    }
    if let Some(report) = report {
        tell_swap(editor, &name, &report);
    }
    if swapped.is_some() {
        let replaced = match asked {
            Asked::Swap(document) => Some(*document),
            Asked::SwapOfUser(_, path) => shown_at(editor, game, path),
            Asked::Order(..) | Asked::Find => None,
        };
        if let Some(document) = replaced {
            let text = said("log.game_swapped", vec![("name", name.to_argument())]);
            told_runs::remark(&mut editor.workspace, document, text);
        }
    }
    match asked {
        Asked::Swap(document) => {
            swapping::note_answer(editor, *document, swapped.is_some());
            if swapped.is_some() {
                differing::follow_swap(editor, game, *document);
            }
        }
        Asked::Order(agent, line) if *answer == Answer::Done => {
            follow_order(editor, game, *agent, line.as_ref());
        }
        Asked::Order(..) | Asked::SwapOfUser(..) | Asked::Find => {}
    }
}

/// Takes back the notice of an order that waited for the game, and notes the order in the log.
fn follow_order(editor: &mut Editor, game: GameId, agent: Option<u64>, line: Option<&Message>) {
    let waiting = editor.services.live.waiting_notice.take();
    let notice = &mut editor.shell.notice;
    notice.take_if(|notice| Some(&notice.text) == waiting.as_ref());
    let shown = game_mut(editor, game).map_or_else(Vec::new, |known| known.shown().to_vec());
    for tree in shown.iter().filter(|tree| Some(tree.agent) == agent) {
        if let Some(line) = line {
            told_runs::remark(&mut editor.workspace, tree.document, line.clone());
        }
    }
}

/// Returns the document that shows the tree at a path of a game.
fn shown_at(editor: &mut Editor, game: GameId, path: &str) -> Option<DocumentId> {
    let mut shown = game_mut(editor, game)?.shown().iter();
    let tree = shown.find(|tree| *tree.path == *path)?;
    Some(tree.document)
}

fn tell_refusal(editor: &mut Editor, name: &str, asked: &Asked, refused: &Refused) {
    let texts = &editor.shell.texts;
    let has_errors = |document: &DocumentId| {
        let open = editor.workspace.with_id(*document);
        open.is_some_and(|open| open.count_problems(Severity::Error) > 0)
    };
    let reason = texts.refused_by_game(refused);
    let text = match asked {
        Asked::Swap(document) if has_errors(document) => {
            texts.tr_with("games.tree_has_errors", &[("name", name)])
        }
        Asked::SwapOfUser(_, path) => {
            let arguments = [("name", name), ("document", &**path), ("reason", &*reason)];
            texts.tr_with("games.user_refused", &arguments)
        }
        Asked::Swap(_) | Asked::Order(..) | Asked::Find => {
            texts.tr_with("games.refused", &[("name", name), ("reason", &*reason)])
        }
    };
    editor.shell.notify(NoticeKind::Refused, text);
}

fn tell_swap(editor: &mut Editor, name: &str, report: &SwapReport) {
    let texts = &editor.shell.texts;
    let count = usize::try_from(report.kept).unwrap_or(usize::MAX);
    let restarted = report.restarted.to_string();
    let arguments = [("name", name), ("restarted", &*restarted)];
    let mut text = texts.tr_count_with("games.swapped", count, &arguments);
    if !report.users.is_empty() {
        let list = texts.list(&report.users);
        text = texts.tr_with("games.swapped_in", &[("text", &text), ("list", &list)]);
    }
    editor.shell.notify(NoticeKind::Done, text);
}
