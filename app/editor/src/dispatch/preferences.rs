//! What the user prefers: size of the interface, motion, keys. What is put in force here is put in force at a start, too.

use egui::Context;
use treewright_session::notice::NoticeKind;
use treewright_session::settings::Settings;

use crate::action::PreferAction;
use crate::command_table::{CommandEntry, find};
use crate::keymap;
use crate::shell::Shell;

/// How long things glide and fade, in seconds.
const ANIMATION: f32 = 1.0 / 12.0;

/// Does it.
pub fn apply(shell: &mut Shell, action: PreferAction) {
    let keys = &mut shell.settings.keys;
    match action {
        PreferAction::SetScale(percent) => set_scale(shell, percent),
        PreferAction::StepScale { larger } => {
            let percent = shell.settings.stepped_scale(larger);
            set_scale(shell, percent);
        }
        PreferAction::TurnCanvas(switch) => shell.settings.canvas.turn(switch),
        PreferAction::SetLessMotion(less) => shell.settings.less_motion = less,
        PreferAction::SetAtStart(what) => shell.settings.at_start = what,
        PreferAction::SetSecondStart(how) => shell.settings.second_start = how,
        PreferAction::BindKeys(id, new) => {
            if let Some(command) = find(id) {
                keymap::bind(keys, command, &new);
                say_keys(shell, command, &new);
            }
        }
        PreferAction::ResetKeys(id) => {
            if let Some(command) = find(id) {
                keymap::reset(keys, command);
                say_keys(shell, command, command.shortcuts);
            }
        }
        PreferAction::ResetAllKeys => {
            keys.clear();
            shell.say_key(NoticeKind::Done, "notice.keys_reset", &[]);
        }
        PreferAction::CommandUsed(id) => shell.settings.command_used(id),
    }
    put_in_force(&shell.ctx, &shell.settings);
    shell.ctx.request_repaint();
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

fn set_scale(shell: &mut Shell, percent: u16) {
    shell.settings.scale = Some(percent);
    let percent = shell.settings.scale().to_string();
    shell.say_key(NoticeKind::Done, "notice.scale", &[("percent", &percent)]);
}

fn say_keys(shell: &mut Shell, command: &CommandEntry, keys: &[egui::KeyboardShortcut]) {
    let shown: Vec<_> = keys
        .iter()
        .map(|keys| keymap::shown(&shell.ctx, *keys))
        .collect();
    let name = shell.texts.tr(&command.text_key()).into_owned();
    let text = if shown.is_empty() {
        shell
            .texts
            .tr_with("notice.keys_removed", &[("command", &name)])
    } else {
        let arguments = [("command", &*name), ("keys", &shell.texts.list(&shown))];
        shell.texts.tr_with("notice.keys_set", &arguments)
    };
    shell.say(NoticeKind::Done, text);
}
