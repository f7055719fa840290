//! Running the document in front, and what is done to a running tree.

use egui::Context;
use treewright_core::ids::NodeId;
use treewright_core::runtime::Status;

use crate::action::RunAction;
use crate::app::EditorApp;
use crate::docking::{self, Panel};
use crate::notice::NoticeKind;
use crate::workspace::run_session::Adopted;
use crate::workspace::run_view::{RunState, RunView as _};

/// Does it.
pub fn apply(app: &mut EditorApp, ctx: &Context, action: RunAction) {
    match action {
        RunAction::Toggle => toggle(app, ctx),
        RunAction::Step => step(app, ctx),
        RunAction::Stop => {
            let (front, _) = app.workspace.front_mut();
            front.run = None;
        }
        RunAction::SetFramesPerSecond(frames) => app.settings.frames_per_second = Some(frames),
        RunAction::SetTimeStep(seconds) => app.settings.time_step = Some(seconds),
        RunAction::SetVariable(name, value) => {
            let (front, _) = app.workspace.front_mut();
            let outcome = front.run.as_mut().map(|run| run.set_variable(&name, value));
            if let Some(Err(error)) = outcome {
                let text = app.texts.variable_error(&error);
                app.say(ctx, NoticeKind::Refused, text);
            }
        }
        RunAction::Answer(id, status) => {
            answer(app, ctx, &id, status);
        }
    }
    ctx.request_repaint();
}

/// Gives a leaf its answer and says that it is noted, since nothing else happens before the next frame.
fn answer(app: &mut EditorApp, ctx: &Context, id: &NodeId, status: Status) {
    let (front, _) = app.workspace.front_mut();
    let Some(run) = &mut front.run else { return };
    run.answer(id, status);
    let key = match status {
        Status::Success => "canvas.answer.success",
        _ => "canvas.answer.failure",
    };
    let node = app.texts.title_of(front.document(), id);
    let answer = app.texts.tr(key).into_owned();
    let arguments = [("node", &*node), ("answer", &*answer)];
    let text = app.texts.tr_with("notice.answered", &arguments);
    app.say(ctx, NoticeKind::Done, text);
}

fn toggle(app: &mut EditorApp, ctx: &Context) {
    if !start_if_needed(app, ctx) {
        return;
    }
    let (front, _) = app.workspace.front_mut();
    if let Some(run) = &mut front.run {
        let going = run.state() == RunState::Running;
        run.set_going(!going);
    }
}

fn step(app: &mut EditorApp, ctx: &Context) {
    if !start_if_needed(app, ctx) {
        return;
    }
    let dt = app.settings.time_step();
    let (front, _) = app.workspace.front_mut();
    front.step_run(dt, &app.texts);
}

/// Makes sure that there is a run that can go on; says why not if there is none.
fn start_if_needed(app: &mut EditorApp, ctx: &Context) -> bool {
    let (front, library) = app.workspace.front_mut();
    if front.run.as_ref().is_some_and(|run| !run.is_finished()) {
        return true;
    }
    let ended = front.run.is_some();
    if front.start_run(&library, &app.texts) {
        if ended {
            let text = app.texts.tr("notice.new_run").into_owned();
            app.say(ctx, NoticeKind::Done, text);
        }
        // What happens is told there; somebody who closed it does not want to see it.
        if docking::is_open(&app.panels, Panel::Log) {
            docking::show(&mut app.panels, Panel::Log);
        }
        return true;
    }
    docking::show(&mut app.panels, Panel::Problems);
    let text = app.texts.tr("notice.nothing_to_run").into_owned();
    app.say(ctx, NoticeKind::Refused, text);
    false
}

/// Takes changes of documents over into their runs.
pub fn adopt_changes(app: &mut EditorApp, ctx: &Context) {
    let mut said = None;
    for index in 0..app.workspace.documents().len() {
        let Some((document, library)) = app.workspace.get_mut(index) else {
            continue;
        };
        match document.adopt_changes(&library, &app.texts) {
            Adopted::Nothing => {}
            Adopted::Swapped => said = Some((NoticeKind::Done, "notice.swapped")),
            Adopted::Restarted => said = Some((NoticeKind::Done, "notice.restarted")),
            Adopted::Ended => {
                document.run = None;
                said = Some((NoticeKind::Refused, "notice.run_ended"));
            }
        }
    }
    if let Some((kind, key)) = said {
        let text = app.texts.tr(key).into_owned();
        app.say(ctx, kind, text);
    }
}
