//! Finding in time: looks for the frames of the active run in which something happened, and goes to them.

use treewright_insight::occurrence::Sought;
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::Workspace;
use treewright_session::workspace::run_view::{FoundFrames, FoundPlace, RunView};

use crate::action::ViewAction;
use crate::docking::{self, Panel};
use crate::editor::Editor;
use crate::shell::Shell;

/// Finds what is looked for in the frames that the active run has now.
pub fn update(workspace: &mut Workspace) {
    workspace.front_mut().0.search_run();
}

/// Shows the line of the timeline in which is chosen what to find.
pub fn choose(shell: &mut Shell) {
    docking::show(&mut shell.panels, Panel::Timeline);
    shell.views.timeline.finder.open();
}

/// Looks for this from now on, or for nothing.
pub fn seek(editor: &mut Editor, sought: Option<Sought>) {
    let (front, _) = editor.workspace.front_mut();
    front.run_query = sought.and_then(|sought| front.query_of_run(sought));
    front.search_run();
}

/// Looks for this from now on, and goes to the shown frame if it happened there, else to the next such frame, else to the last one before.
pub fn go_to_nearest(editor: &mut Editor, sought: Sought) {
    seek(editor, Some(sought));
    docking::show(&mut editor.shell.panels, Panel::Timeline);
    editor.workspace.front_mut().0.reopen_last_run();
    let target = found(editor).and_then(|(found, shown)| {
        let is_here = found.position(shown).map(|_| shown);
        is_here
            .or_else(|| found.next(shown))
            .or_else(|| found.previous(shown))
    });
    match target {
        Some(place) => show(editor, place),
        None => refuse(editor, "notice.nothing_found"),
    }
}

/// Goes to the next or previous frame that was found.
pub fn go(editor: &mut Editor, forward: bool) {
    let (front, _) = editor.workspace.front_mut();
    front.reopen_last_run();
    front.search_run();
    let Some((found, shown)) = found(editor) else {
        return;
    };
    let (target, key) = if forward {
        (found.next(shown), "notice.no_next_found")
    } else {
        (found.previous(shown), "notice.no_previous_found")
    };
    match target {
        Some(place) => show(editor, place),
        None if found.frames().is_empty() => refuse(editor, "notice.nothing_found"),
        None => refuse(editor, key),
    }
}

/// The frames that were found in the active run, and the shown one of the shown agent.
fn found(editor: &Editor) -> Option<(&FoundFrames, FoundPlace)> {
    let run = editor.workspace.front().shown_run()?;
    Some((run.found()?, (run.frame(), run.agent())))
}

/// What is looked for, in words.
fn told(editor: &Editor) -> String {
    let front = editor.workspace.front();
    let query = front.run_query.as_ref();
    query.map_or_else(String::new, |query| {
        let own = front
            .shown_run()
            .and_then(|run| run.document_of(query.tree));
        let own = own.and_then(|own| editor.workspace.with_id(own));
        let document = own.unwrap_or(front).document();
        editor.shell.texts.sought(document, &query.sought)
    })
}

/// Shows a frame that was found, the agent, and the node that did it there.
fn show(editor: &mut Editor, found_at: FoundPlace) {
    let (frame, agent) = found_at;
    editor.workspace.front_mut().0.show_found(found_at);
    editor.workspace.follow_runs();
    let (front, _) = editor.workspace.front_mut();
    let node = front.found_node(found_at);
    let node = node.filter(|node| front.document().node(node).is_some());
    if let Some(node) = node {
        super::view::apply(editor, ViewAction::Reveal(node));
    }
    let Some((place, count)) = found(editor).and_then(|(found, shown)| {
        let place = found.position(shown)? + 1;
        Some((place.to_string(), found.frames().len().to_string()))
    }) else {
        return;
    };
    let run = editor.workspace.front().shown_run();
    let mut what = told(editor);
    if run.is_some_and(RunView::has_several_agents) {
        what = editor.shell.texts.of_agent(agent, &what);
    }
    let frame = frame.to_string();
    let arguments = [
        ("frame", &*frame),
        ("place", &*place),
        ("count", &*count),
        ("what", &*what),
    ];
    editor
        .shell
        .notify_key(NoticeKind::Done, "notice.found_frame", &arguments);
}

/// Says why there is no frame to go to: the reason of this key, or the error of the expression.
fn refuse(editor: &mut Editor, key: &str) {
    let run = editor.workspace.front().shown_run();
    if let Some(error) = run.and_then(|run| run.search_fault()) {
        let texts = &editor.shell.texts;
        let text = texts.as_sentence(&texts.fault(&error.fault));
        return editor.shell.notify(NoticeKind::Refused, text);
    }
    let what = told(editor);
    editor
        .shell
        .notify_key(NoticeKind::Refused, key, &[("what", &*what)]);
}
