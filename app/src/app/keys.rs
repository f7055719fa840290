//! Keys to actions, by the command table. A text field owns its keys while it has the keyboard.

use egui::{Context, Event, InputState, KeyboardShortcut};

use crate::action::{Action, ActionSink, EditAction};
use crate::command_table::{CommandEntry, Situation, commands};

/// Takes the keys that mean commands out of the frame's input.
pub fn read(ctx: &Context, situation: &Situation, in_overlay: bool, sink: &mut ActionSink) {
    let in_text = ctx.text_edit_focused() || in_overlay;
    let plain_keys = !in_text && takes_plain_keys(ctx);
    for command in commands() {
        let allowed = if in_text {
            command.over_text
        } else {
            plain_keys || command.over_text || has_modifier(command)
        };
        if !allowed || !(command.enabled)(situation) || command.id == "quick_add" {
            continue;
        }
        let pressed = ctx.input_mut(|input| {
            let mut shortcuts = command.shortcuts.iter();
            shortcuts.any(|shortcut| take(input, *shortcut))
        });
        if pressed {
            hand_in_text(ctx);
            sink.push((command.action)(situation));
        }
    }
    if !in_text {
        clipboard(ctx, situation, sink);
    }
}

/// Whether keys without Ctrl may mean commands: not while a button or the like has the keyboard.
fn takes_plain_keys(ctx: &Context) -> bool {
    let Some(focused) = ctx.memory(egui::Memory::focused) else {
        return true;
    };
    // The canvas and what lies on it pass such keys on.
    let canvas = ctx.data(|data| data.get_temp::<egui::Rect>(egui::Id::unique(CANVAS_RECT)));
    let focused = ctx.read_response(focused).map(|response| response.rect);
    match (canvas, focused) {
        (Some(canvas), Some(focused)) => canvas.expand(1.0).contains_rect(focused),
        _ => false,
    }
}

/// Under which name the panes keep where the canvas is.
pub const CANVAS_RECT: &str = "canvas rect";

fn has_modifier(command: &CommandEntry) -> bool {
    let plain = |s: &KeyboardShortcut| !s.modifiers.command && !s.modifiers.alt;
    let is_function_key = |s: &KeyboardShortcut| {
        s.logical_key.name().starts_with('F') && s.logical_key.name().len() > 1
    };
    command
        .shortcuts
        .iter()
        .all(|s| !plain(s) || is_function_key(s))
}

/// Like `consume_shortcut`, but Ctrl+Shift+Z is not Ctrl+Z.
fn take(input: &mut InputState, shortcut: KeyboardShortcut) -> bool {
    let wanted = |event: &Event| {
        matches!(event, Event::Key { key, pressed: true, modifiers, .. }
            if *key == shortcut.logical_key && modifiers.matches_exact(shortcut.modifiers))
    };
    let before = input.events.len();
    input.events.retain(|event| !wanted(event));
    input.events.len() != before
}

/// A field that is being typed into loses the keyboard, so that its text is handed in before the command is done.
fn hand_in_text(ctx: &Context) {
    if ctx.text_edit_focused() {
        ctx.memory_mut(|memory| {
            if let Some(focused) = memory.focused() {
                memory.surrender_focus(focused);
            }
        });
    }
}

/// The system's keys for the clipboard arrive as events of their own.
fn clipboard(ctx: &Context, situation: &Situation, sink: &mut ActionSink) {
    ctx.input_mut(|input| {
        let mut kept = Vec::with_capacity(input.events.len());
        for event in input.events.drain(..) {
            let action = match &event {
                Event::Copy if situation.selected > 0 => Some(EditAction::Copy),
                Event::Cut if situation.selected > 0 => Some(EditAction::Cut),
                Event::Paste(text) => Some(EditAction::PasteText(text.clone())),
                _ => None,
            };
            match action {
                Some(action) => sink.push(Action::Edit(action)),
                None => kept.push(event),
            }
        }
        input.events = kept;
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{Key, Modifiers, RawInput};

    fn pressed(key: Key, modifiers: Modifiers) -> Vec<Action> {
        let ctx = Context::default();
        let mut sink = ActionSink::default();
        let situation = Situation {
            can_undo: true,
            can_redo: true,
            selected: 1,
            has_nodes: true,
            ..Situation::default()
        };
        let event = Event::Key {
            key,
            physical_key: None,
            pressed: true,
            repeat: false,
            modifiers,
        };
        let input = RawInput {
            events: vec![event],
            ..RawInput::default()
        };
        let mut output = ctx.run_ui(input, |ui| read(ui.ctx(), &situation, false, &mut sink));
        output.textures_delta.clear();
        sink.take()
    }

    #[test]
    fn both_common_keys_redo() {
        let ctrl_shift = Modifiers::COMMAND | Modifiers::SHIFT;
        for (key, modifiers) in [(Key::Y, Modifiers::COMMAND), (Key::Z, ctrl_shift)] {
            let actions = pressed(key, modifiers);
            assert!(matches!(actions[..], [Action::Edit(EditAction::Redo)]));
        }
        let undo = pressed(Key::Z, Modifiers::COMMAND);
        assert!(matches!(undo[..], [Action::Edit(EditAction::Undo)]));
    }

    #[test]
    fn both_common_keys_delete() {
        for key in [Key::Delete, Key::Backspace] {
            let actions = pressed(key, Modifiers::NONE);
            assert!(matches!(actions[..], [Action::Edit(EditAction::Delete)]));
        }
    }
}
