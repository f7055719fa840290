//! What the user prefers: size of the interface, motion, keys. What is put in force here is put in force at a start, too.

use egui::Context;
use treewright_session::notice::NoticeKind;
use treewright_session::settings::Settings;

use crate::action::PreferAction;
use crate::app::EditorApp;
use crate::command_table::{CommandEntry, find};
use crate::keymap;

/// How long things glide and fade, in seconds.
const ANIMATION: f32 = 1.0 / 12.0;

/// Does it.
pub fn apply(app: &mut EditorApp, ctx: &Context, action: PreferAction) {
    let keys = &mut app.settings.keys;
    match action {
        PreferAction::SetScale(percent) => set_scale(app, ctx, percent),
        PreferAction::StepScale { larger } => {
            let percent = app.settings.stepped_scale(larger);
            set_scale(app, ctx, percent);
        }
        PreferAction::TurnCanvas(switch) => app.settings.canvas.turn(switch),
        PreferAction::SetLessMotion(less) => app.settings.less_motion = less,
        PreferAction::SetAtStart(what) => app.settings.at_start = what,
        PreferAction::SetSecondStart(how) => app.settings.second_start = how,
        PreferAction::BindKeys(id, new) => {
            if let Some(command) = find(id) {
                keymap::bind(keys, command, &new);
                say_keys(app, ctx, command, &new);
            }
        }
        PreferAction::ResetKeys(id) => {
            if let Some(command) = find(id) {
                keymap::reset(keys, command);
                say_keys(app, ctx, command, command.shortcuts);
            }
        }
        PreferAction::ResetAllKeys => {
            keys.clear();
            let text = app.texts.tr("notice.keys_reset").into_owned();
            app.say(ctx, NoticeKind::Done, text);
        }
        PreferAction::CommandUsed(id) => app.settings.command_used(id),
    }
    put_in_force(ctx, &app.settings);
    ctx.request_repaint();
}

/// Makes the window look and answer as the settings say.
pub fn put_in_force(ctx: &Context, settings: &Settings) {
    // The keys that egui has for this would change the size without the settings.
    ctx.options_mut(|options| options.zoom_with_keyboard = false);
    ctx.set_zoom_factor(f32::from(settings.scale()) / 100.0);
    ctx.all_styles_mut(|style| {
        style.animation_time = if settings.less_motion { 0.0 } else { ANIMATION };
    });
    keymap::install(ctx, &settings.keys);
}

fn set_scale(app: &mut EditorApp, ctx: &Context, percent: u16) {
    app.settings.scale = Some(percent);
    let percent = app.settings.scale().to_string();
    let text = app.texts.tr_with("notice.scale", &[("percent", &percent)]);
    app.say(ctx, NoticeKind::Done, text);
}

fn say_keys(
    app: &mut EditorApp,
    ctx: &Context,
    command: &CommandEntry,
    keys: &[egui::KeyboardShortcut],
) {
    let shown: Vec<_> = keys.iter().map(|keys| keymap::shown(ctx, *keys)).collect();
    let name = app.texts.tr(&command.text_key()).into_owned();
    let text = if shown.is_empty() {
        app.texts
            .tr_with("notice.keys_removed", &[("command", &name)])
    } else {
        let arguments = [("command", &*name), ("keys", &shown.join(", "))];
        app.texts.tr_with("notice.keys_set", &arguments)
    };
    app.say(ctx, NoticeKind::Done, text);
}
