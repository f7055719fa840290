//! Running the document in front, and what is done to a running tree.

use egui::Context;
use treewright_insight::recording::HappeningError;
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::run_session::{Adopted, Goal, RunSession};
use treewright_session::workspace::run_view::{RunState, RunView as _};

use super::{answers, recordings};
use crate::action::{RunAction, RunSetting, Walk};
use crate::app::EditorApp;
use crate::dispatch::file::ask_what_to_compare_with;
use crate::dispatch::file::exporting::{Export, What, ask_where_to_export};
use crate::docking::{self, Panel};
use crate::panels::run_bar;

/// Does it.
pub fn apply(app: &mut EditorApp, ctx: &Context, action: RunAction) {
    match action {
        RunAction::Toggle => toggle(app, ctx),
        RunAction::Export { name, text } => {
            let what = What::Text(text);
            ask_where_to_export(app, ctx, Export { name, what });
        }
        RunAction::Save => recordings::save(app, ctx),
        RunAction::Compare => ask_what_to_compare_with(app, ctx),
        RunAction::Stop => app.workspace.front_mut().0.end_run(),
        RunAction::Restart { other_seed } => restart(app, ctx, other_seed),
        RunAction::SetVariable(name, value) => {
            happen(app, ctx, |run| run.set_variable(&name, value));
        }
        RunAction::Answer(id, status) => answers::give(app, ctx, &id, status),
        RunAction::AnswerNext(status) => answers::give_next(app, ctx, status),
        RunAction::NextAsking => answers::go_to_next(app, ctx),
        RunAction::AddAgent => {
            happen(app, ctx, RunSession::add_agent);
        }
        RunAction::RemoveAgent => {
            happen(app, ctx, RunSession::remove_agent);
        }
        RunAction::TypeFrame => run_bar::type_frame(ctx),
        RunAction::Set(setting) => set(app, setting),
        RunAction::Walk(walk) => go(app, ctx, &walk),
    }
    tell_what_was_left(app, ctx);
    tell_where_it_goes(app, ctx);
    ctx.request_repaint();
}

/// How fast runs go and how much they keep.
fn set(app: &mut EditorApp, setting: RunSetting) {
    let settings = &mut app.settings;
    match setting {
        RunSetting::Speed(speed) => {
            settings.run_speed = Some(speed);
            settings.run_at_full_speed = false;
        }
        RunSetting::FullSpeed(full) => settings.run_at_full_speed = full,
        RunSetting::TimeStep(seconds) => {
            settings.time_step = Some(seconds);
            settings.real_time_step = false;
        }
        RunSetting::RealTimeStep(real) => settings.real_time_step = real,
        RunSetting::RecordingMegabytes(megabytes) => {
            settings.recording_megabytes = Some(megabytes);
            let limit = settings.recording_limit();
            for document in app.workspace.documents_mut() {
                if let Some(run) = &mut document.run {
                    run.set_limit(limit);
                }
            }
        }
    }
}

/// Moves through the run.
fn go(app: &mut EditorApp, ctx: &Context, walk: &Walk) {
    let starts = walk.starts();
    if starts && !start_if_needed(app, ctx) {
        return;
    }
    if starts {
        adopt_now(app, ctx);
    }
    let dt = app.settings.pace().single_step();
    let (front, _) = app.workspace.front_mut();
    let selected = front.selection().primary().cloned();
    front.with_run(|run, project| match walk {
        Walk::Step => run.step(dt, project),
        Walk::StepBack => run.step_back(),
        Walk::StepEvent => run.step_event(dt, project),
        Walk::StepEventBack => run.step_event_back(),
        Walk::StepOver => run.step_over(selected.as_ref(), dt, project),
        Walk::RunToNode => {
            if let Some(node) = selected {
                run.send_to(Goal::Start(node));
            }
        }
        Walk::RunToFrame(frame) if *frame <= run.frames().1 => run.show(*frame),
        Walk::RunToFrame(frame) => run.send_to(Goal::Frame(*frame)),
        Walk::GoTo(frame) => run.show(*frame),
        Walk::GoToEvent {
            frame,
            agent,
            events,
        } => run.show_event(*frame, *agent, *events),
        Walk::TakeBack => {
            run.take_back();
        }
        Walk::NextAgent => run.show_next_agent(),
        Walk::ShowAgent(number) => run.show_agent(*number),
    });
    if starts {
        // It may have left the past, where nothing is taken over.
        adopt_now(app, ctx);
    }
}

/// Does something to the run, and gives whether it was done; says why if that cannot be.
pub(super) fn happen(
    app: &mut EditorApp,
    ctx: &Context,
    act: impl FnOnce(&mut RunSession) -> Result<(), HappeningError>,
) -> bool {
    let (front, _) = app.workspace.front_mut();
    let error = match front.with_run(|run, _| act(run)) {
        Some(Err(error)) => error,
        done => return done.is_some(),
    };
    let text = match &error {
        HappeningError::Variable(error) => app.texts.variable_error(error),
        HappeningError::UnknownAgent => app.texts.tr("notice.unknown_agent").into_owned(),
        HappeningError::UnknownNode => app.texts.tr("notice.unknown_node").into_owned(),
    };
    app.say(ctx, NoticeKind::Refused, text);
    false
}

/// Says to which node the run is on its way, which may take long.
fn tell_where_it_goes(app: &mut EditorApp, ctx: &Context) {
    let front = app.workspace.front();
    let (key, id) = match front.run.as_ref().and_then(RunSession::goal) {
        Some(Goal::Start(id)) => ("notice.going_to_start", id),
        Some(Goal::End(id)) => ("notice.going_to_end", id),
        _ => return,
    };
    let node = app.texts.title_of(front.document(), id);
    let text = app.texts.tr_with(key, &[("node", &*node)]);
    app.say(ctx, NoticeKind::Done, text);
}

/// Says which frames the run has just left for another way, and that they can be taken back.
fn tell_what_was_left(app: &mut EditorApp, ctx: &Context) {
    let (front, _) = app.workspace.front_mut();
    let left = front.run.as_mut().and_then(RunSession::take_left);
    let Some((first, last)) = left.filter(|(first, last)| first <= last) else {
        return;
    };
    let (first, last) = (first.to_string(), last.to_string());
    let arguments = [("first", &*first), ("last", &*last)];
    let text = app.texts.tr_with("notice.frames_left", &arguments);
    app.say(ctx, NoticeKind::Done, text);
}

fn toggle(app: &mut EditorApp, ctx: &Context) {
    if !start_if_needed(app, ctx) {
        return;
    }
    let (front, _) = app.workspace.front_mut();
    let Some(run) = &mut front.run else { return };
    let going = run.state() == RunState::Running;
    run.set_going(!going);
    if !going {
        adopt_now(app, ctx);
    }
}

/// Begins the run anew; it goes on if it did before.
fn restart(app: &mut EditorApp, ctx: &Context, other_seed: bool) {
    let (front, _) = app.workspace.front_mut();
    let Some(run) = &mut front.run else { return };
    let went_on = run.state() == RunState::Running;
    // Seeds are told to people, who may want to type them.
    let seed = if other_seed {
        (run.seed() + 1) % 1_000_000
    } else {
        run.seed()
    };
    if begin(app, Some(seed)) {
        let (front, _) = app.workspace.front_mut();
        if let Some(run) = &mut front.run {
            run.set_going(went_on);
        }
        let seed = seed.to_string();
        let text = app
            .texts
            .tr_with("notice.restarted_with_seed", &[("seed", &*seed)]);
        app.say(ctx, NoticeKind::Done, text);
    }
}

fn begin(app: &mut EditorApp, seed: Option<u64>) -> bool {
    app.copy_now();
    let limit = app.settings.recording_limit();
    let (front, _) = app.workspace.front_mut();
    let began = front.start_run(seed);
    if let Some(run) = &mut front.run {
        run.set_limit(limit);
    }
    began
}

/// Makes sure that there is a run that can go on; says why not if there is none.
fn start_if_needed(app: &mut EditorApp, ctx: &Context) -> bool {
    let (front, _) = app.workspace.front_mut();
    if front.run.as_ref().is_some_and(|run| !run.is_finished()) {
        return true;
    }
    let ended = front.run.is_some();
    if begin(app, None) {
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
    if app.workspace.front().broken_run.is_some() {
        // There is something to run, and why it does not is said by and by.
        return false;
    }
    docking::show(&mut app.panels, Panel::Problems);
    let text = app.texts.tr("notice.nothing_to_run").into_owned();
    app.say(ctx, NoticeKind::Refused, text);
    false
}

/// Says which runs ended because the program itself made a mistake.
pub fn say_what_broke(app: &mut EditorApp, ctx: &Context) {
    let mut broken = None;
    for document in app.workspace.documents_mut() {
        let text = document.broken_run.take();
        broken = broken.or(text.map(|text| (document.title(&app.texts), text)));
    }
    if let Some((title, text)) = broken {
        let reason = app.texts.mistake(&text);
        let arguments = [("title", &*title), ("reason", &*reason)];
        let text = app.texts.tr_with("jobs.run_ended", &arguments);
        app.say(ctx, NoticeKind::Failed, text);
    }
}

/// Takes changes of documents over into their runs.
pub fn adopt_changes(app: &mut EditorApp, ctx: &Context) {
    for index in 0..app.workspace.documents().len() {
        let Some((document, _)) = app.workspace.get_mut(index) else {
            continue;
        };
        let waker = ctx.clone();
        let adopted = document.adopt_changes(move || waker.request_repaint());
        take_in(app, ctx, index, adopted);
    }
}

/// The same of the document in front, with which its run goes on now.
fn adopt_now(app: &mut EditorApp, ctx: &Context) {
    let (front, _) = app.workspace.front_mut();
    let adopted = front.adopt_now();
    take_in(app, ctx, app.workspace.front_index(), adopted);
}

/// Says what became of a run whose document was changed.
fn take_in(app: &mut EditorApp, ctx: &Context, index: usize, adopted: Adopted) {
    let (kind, key) = match adopted {
        Adopted::Nothing => return,
        Adopted::Swapped => (NoticeKind::Done, "notice.swapped"),
        Adopted::Restarted => (NoticeKind::Done, "notice.restarted"),
        Adopted::Ended => {
            if let Some((document, _)) = app.workspace.get_mut(index) {
                document.end_run();
            }
            (NoticeKind::Refused, "notice.run_ended")
        }
    };
    let text = app.texts.tr(key).into_owned();
    app.say(ctx, kind, text);
}
