//! Preferences: size of the interface, animations, keys. They are applied in the same way at start.

use egui::Context;
use treewright_session::notice::NoticeKind;
use treewright_session::settings::Settings;

use crate::action::PreferAction;
use crate::command_table::{CommandEntry, find};
use crate::keymap;
use crate::shell::Shell;

/// The duration of animations, in seconds.
const ANIMATION: f32 = 1.0 / 12.0;

pub fn apply(shell: &mut Shell, action: PreferAction) {
    let keys = &mut shell.settings.keys;
    match action {
        PreferAction::SetScale(percent) => set_scale(shell, percent),
        PreferAction::StepScale { larger } => {
            let percent = shell.settings.stepped_scale(larger);
            set_scale(shell, percent);
        }
        PreferAction::ToggleCanvas(switch) => shell.settings.canvas.turn(switch),
        PreferAction::SetLessMotion(less) => shell.settings.less_motion = less,
        PreferAction::SetAtStart(what) => shell.settings.at_start = what,
        PreferAction::SetSecondStart(how) => shell.settings.second_start = how,
        PreferAction::BindKeys(id, new) => {
            if let Some(command) = find(id) {
                keymap::bind(keys, command, &new);
                report_keys(shell, command, &new);
            }
        }
        PreferAction::ResetKeys(id) => {
            if let Some(command) = find(id) {
                keymap::reset(keys, command);
                report_keys(shell, command, command.shortcuts);
            }
        }
        PreferAction::ResetAllKeys => {
            keys.clear();
            shell.notify_key(NoticeKind::Done, "notice.keys_reset", &[]);
        }
        PreferAction::ToggleSection(key) => {
            let sections = &mut shell.settings.toggled_sections;
            if !sections.remove(key) {
                sections.insert(key.to_owned());
            }
        }
        PreferAction::CommandUsed(id) => shell.settings.command_used(id),
    }
    apply_settings(&shell.ctx, &shell.settings);
    shell.ctx.request_repaint();
}

/// Applies the settings to the window.
pub fn apply_settings(ctx: &Context, settings: &Settings) {
    // egui's own zoom keys would change the size without the settings.
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
    shell.notify_key(NoticeKind::Done, "notice.scale", &[("percent", &percent)]);
}

fn report_keys(shell: &mut Shell, command: &CommandEntry, keys: &[egui::KeyboardShortcut]) {
    let shown: Vec<_> = keys
        .iter()
        .map(|keys| keymap::display_text(&shell.ctx, *keys))
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
    shell.notify(NoticeKind::Done, text);
}
