//! Applies actions after the frame. All changes to documents are decided here. One file per family of actions.

mod agents;
mod annotations;
mod answers;
pub mod breakpoints;
mod clipboard;
pub mod edit;
pub mod explore;
pub mod export;
mod extraction;
pub mod file;
pub mod find;
pub mod games;
mod guide;
mod import;
mod inlining;
pub mod layout;
pub mod libraries;
pub mod live;
mod losing;
pub mod navigation;
pub mod pictures;
pub mod preferences;
pub mod project;
mod read_only;
pub mod recordings;
pub mod references;
mod removing;
pub mod rename;
mod reshape;
pub(crate) mod rewiring;
pub mod run;
pub mod run_search;
pub mod scenarios;
pub mod select;
pub mod situation;
pub mod templates;
pub mod this_use;
pub mod told_runs;
pub mod trees;
pub mod versions;
pub mod view;
pub mod ways;
pub mod what_it_takes;

use treewright_session::notice::NoticeKind;

use crate::action::{Action, Answer, JobAction, JobKind};
use crate::command_table::find;
use crate::editor::Editor;

/// Applies an action, or asks before it if it cannot be undone.
pub fn apply(editor: &mut Editor, action: Action) {
    if !losing::asks_first(editor, &action) {
        apply_now(editor, action);
    }
}

fn apply_now(editor: &mut Editor, action: Action) {
    if this_use::is_refused(editor, &action) || read_only::is_refused(editor, &action) {
        return;
    }
    let front = editor.workspace.front();
    let (edited, known) = (front.id(), front.history().renames().len());
    let is_navigation = navigation::is_navigation(&action);
    // The run may show an agent of another document's tree.
    let previous = (is_navigation || matches!(action, Action::Run(_)))
        .then(|| navigation::current_place(&editor.workspace, &editor.shell));
    match action {
        Action::Edit(action) => edit::apply(editor, action),
        Action::File(action) => editor.guarded(|editor| file::apply(editor, action)),
        Action::Project(action) => editor.guarded(|editor| project::files::apply(editor, action)),
        Action::Export(action) => editor.guarded(|editor| export::apply(editor, action)),
        Action::Run(action) => {
            let had_run = editor.workspace.front().run.is_some();
            run::apply(editor, action);
            if !had_run {
                this_use::tell_of_run(editor);
            }
        }
        Action::Live(action) => live::apply(editor, action),
        Action::Breakpoint(action) => breakpoints::apply(editor, action),
        Action::Scenario(action) => editor.guarded(|editor| scenarios::apply(editor, action)),
        Action::Explore(action) => editor.guarded(|editor| explore::apply(editor, action)),
        Action::Picture(action) => editor.guarded(|editor| pictures::apply(editor, action)),
        Action::Version(action) => versions::apply(editor, action),
        Action::Select(action) => select::apply(&mut editor.workspace, &mut editor.shell, action),
        Action::Template(action) => templates::apply(editor, action),
        Action::Extract(action) => editor.guarded(|editor| extraction::apply(editor, action)),
        Action::Use(action) => editor.guarded(|editor| this_use::apply(editor, action)),
        Action::View(action) => view::apply(editor, action),
        Action::Prefer(action) => preferences::apply(&mut editor.shell, action),
        Action::Find(action) => find::apply(editor, action),
        Action::Job(JobAction::Cancel(kind)) => editor.cancel_job(&kind),
        Action::Job(JobAction::CancelAll) => {
            let shown: Vec<JobKind> = editor.jobs.shown().cloned().collect();
            for kind in shown {
                editor.cancel_job(&kind);
            }
        }
        Action::Attempt(id) => attempt(editor, id),
        Action::Answer(Answer::Confirm) => losing::confirm(editor),
        Action::Answer(answer) => editor.guarded(|editor| file::answer(editor, answer)),
    }
    editor.workspace.follow_runs();
    let front = editor.workspace.front();
    if front.id() == edited {
        // Saving forgets the renames: the scenarios have followed them.
        let renames = front.history().renames().get(known..).unwrap_or_default();
        editor.shell.views.plots.follow_renames(renames);
    }
    let previous = previous.filter(|_| is_navigation || front.id() != edited);
    if let Some(previous) = previous {
        navigation::remember(&editor.workspace, &mut editor.shell, previous);
    }
}

/// Runs a command if it is enabled by now, otherwise says why it is not.
fn attempt(editor: &mut Editor, id: &str) {
    let Some(command) = find(id) else {
        return;
    };
    let situation = situation::of(editor);
    match command.check(&situation) {
        Ok(()) => apply(editor, (command.action)(&situation)),
        Err(obstacle) => {
            let texts = &editor.shell.texts;
            let (key, reason) = (command.text_key(), texts.tr(obstacle.text_key()));
            // The ellipsis announces a dialog, which does not open now.
            let name = texts.tr(&key).trim_end_matches('…').to_owned();
            let arguments = [("command", &*name), ("reason", &*reason)];
            let text = texts.tr_with("notice.not_now", &arguments);
            editor.shell.notify(NoticeKind::Refused, text);
        }
    }
}
