//! Maps keys to actions, by the command table. A text field owns its keys while it is focused, undo once something was typed in it, and an open popup
//! owns all.

use egui::{Context, Event, InputState, Key, KeyboardShortcut, Modifiers, PointerButton};

use crate::action::{Action, ActionSink, EditAction, ViewAction};
use crate::command_table::{CommandEntry, Situation, commands};
use crate::key_order;
use crate::keyboard_return;
use crate::keymap::{self, Keymap};
use crate::panels::canvas::{keyboard, zoom_control};
use crate::panels::canvases::CANVAS_RECT;
use crate::panels::explore::keys as explore;
use crate::panels::project;
use crate::panels::scenarios::strip;
use crate::panels::timeline::ways;
use crate::popup_keyboard::is_popup_open;
use crate::widgets::is_focused_draft_untouched;

/// Consumes the keys of the frame's input that are shortcuts of commands.
pub fn read(ctx: &Context, situation: &Situation, in_overlay: bool, sink: &mut ActionSink) {
    if is_popup_open(ctx) {
        return;
    }
    keyboard_return::return_to_field(ctx);
    let in_text = ctx.text_edit_focused() || in_overlay;
    let plain_keys = !in_text && takes_plain_keys(ctx);
    let nothing_typed = is_focused_draft_untouched(ctx);
    let on_canvas = keyboard::has_keyboard(ctx);
    let on_strip = strip::has_keyboard(ctx);
    let in_project = project::has_keyboard(ctx);
    let on_way = ways::has_keyboard(ctx);
    let on_claims = explore::has_keyboard(ctx);
    let keymap = keymap::of(ctx);
    let takes = |command: &CommandEntry, keys: KeyboardShortcut| {
        let is_behind_overlay = in_overlay && !OF_OVERLAY.contains(&command.id);
        let is_of_panel = on_strip && OF_STRIP.contains(&command.id)
            || in_project && OF_PROJECT.contains(&command.id)
            || on_way && OF_WAY.contains(&command.id)
            || on_claims && OF_DOCUMENT.contains(&command.id);
        if is_behind_overlay || is_of_panel {
            false
        } else if in_text {
            let is_undo = OF_DOCUMENT.contains(&command.id) && !in_overlay;
            command.over_text && !belongs_to_text(keys) || is_undo && nothing_typed
        } else if command.id == "quick_add" && keys == SPACE {
            // The canvas must see whether Space starts panning.
            false
        } else if belongs_to_controls(keys) {
            on_canvas
        } else {
            plain_keys || command.over_text || !is_plain(keys)
        }
    };
    let is_enabled = |command: &CommandEntry| command.check(situation).is_ok();
    let action_of = |command: &CommandEntry| {
        if is_enabled(command) {
            (command.action)(situation)
        } else {
            Action::Attempt(command.id)
        }
    };
    let command_of = |key: Key, held: Modifiers| {
        // Unlike egui's own test, Ctrl+Shift+Z does not match Ctrl+Z.
        let is_pressed = |command: &CommandEntry, keys: &KeyboardShortcut| {
            let fits = keys.logical_key == key && held.matches_exact(keys.modifiers);
            fits && takes(command, *keys)
        };
        let has_keys = |command: &&CommandEntry| {
            let mut shortcuts = keymap.of(command).iter();
            shortcuts.any(|keys| is_pressed(command, keys))
        };
        let mut with_keys = commands().filter(has_keys);
        let first = with_keys.clone().next();
        with_keys.find(|command| is_enabled(command)).or(first)
    };
    let opens = |command: &CommandEntry| is_enabled(command) && !action_of(command).repeats();
    let (pressed, too_early) = ctx.input_mut(|input| take_presses(input, command_of, opens));
    let actions: Vec<Action> = pressed.iter().map(|command| action_of(command)).collect();
    if !pressed.is_empty() {
        commit_text(ctx, actions.iter().all(Action::leaves_focus));
    }
    if pressed.last().is_some_and(|command| opens(command)) {
        key_order::wait_for_field(ctx, too_early);
    }
    for action in actions {
        sink.push(action);
    }
    mouse_buttons(ctx, situation, sink);
    let memory = egui::Id::unique("pasted since the keys came up");
    let mut pasted = ctx.data(|data| data.get_temp(memory).unwrap_or_default());
    let is_empty_paste_now = ctx.input_mut(|input| is_empty_paste(input, &mut pasted));
    ctx.data_mut(|data| data.insert_temp(memory, pasted));
    if !in_text {
        clipboard(ctx, situation, &keymap, sink);
        if is_empty_paste_now {
            sink.push(Action::Edit(EditAction::PasteText(String::new())));
        }
    }
}

/// The commands that work over the list of commands, files or nodes: saving, and those that show another one of these lists.
const OF_OVERLAY: [&str; 6] = [
    "command_palette",
    "quick_open",
    "go_to",
    "save",
    "save_as",
    "save_all",
];

/// Commands that concern the document, or the claims in the panel with their fields, also in a field in which nothing was typed yet.
const OF_DOCUMENT: [&str; 2] = ["undo", "redo"];

/// Commands that concern the scenario while its strip has the keyboard.
const OF_STRIP: [&str; 3] = ["undo", "redo", "duplicate"];

/// Commands that concern files while a line of the project panel has the keyboard.
const OF_PROJECT: [&str; 4] = ["undo", "redo", "duplicate", "rename"];

/// Commands that concern a way of the run while its line in the timeline has the keyboard.
const OF_WAY: [&str; 2] = ["rename", "delete"];

/// The key that opens the search on the canvas when it is released.
const SPACE: KeyboardShortcut = KeyboardShortcut::new(Modifiers::NONE, Key::Space);

/// The side buttons of a mouse, which go back and forward.
fn mouse_buttons(ctx: &Context, situation: &Situation, sink: &mut ActionSink) {
    let buttons = [
        (PointerButton::Extra1, false, situation.can_go_back),
        (PointerButton::Extra2, true, situation.can_go_forward),
    ];
    for (button, forward, enabled) in buttons {
        if enabled && ctx.input(|input| input.pointer.button_pressed(button)) {
            sink.push(Action::View(ViewAction::Walk { forward }));
        }
    }
}

/// Whether keys without Ctrl may be shortcuts: not while a button or the like is focused.
fn takes_plain_keys(ctx: &Context) -> bool {
    let Some(focused) = ctx.memory(egui::Memory::focused) else {
        return true;
    };
    // The canvas and widgets on it do not use such keys, but the buttons in its corner are pressed by some.
    let canvas = ctx.data(|data| data.get_temp::<egui::Rect>(egui::Id::unique(CANVAS_RECT)));
    let focused = ctx.read_response(focused).map(|response| response.rect);
    match (canvas, focused) {
        (Some(canvas), Some(focused)) => {
            let is_control = zoom_control::place(canvas).contains_rect(focused);
            canvas.expand(1.0).contains_rect(focused) && !is_control
        }
        _ => false,
    }
}

/// Whether these keys can also type, press or move something.
fn is_plain(keys: KeyboardShortcut) -> bool {
    let name = keys.logical_key.name();
    let is_function_key = name.starts_with('F') && name.len() > 1;
    !keys.modifiers.command && !keys.modifiers.alt && !is_function_key
}

/// Whether these keys move the focus between controls, or press one.
fn belongs_to_controls(keys: KeyboardShortcut) -> bool {
    let held = keys.modifiers.command || keys.modifiers.alt;
    !held && matches!(keys.logical_key, Key::Tab | Key::Enter | Key::Space)
}

/// Whether text fields use these keys.
fn belongs_to_text(keys: KeyboardShortcut) -> bool {
    let edits = [
        Key::A,
        Key::C,
        Key::V,
        Key::X,
        Key::Y,
        Key::Z,
        Key::ArrowLeft,
        Key::ArrowRight,
        Key::ArrowUp,
        Key::ArrowDown,
        Key::Home,
        Key::End,
        Key::Backspace,
        Key::Delete,
    ];
    is_plain(keys) || edits.contains(&keys.logical_key)
}

/// Removes the presses of keys that have a command, and returns their commands in the order of the presses. A slow frame contains several
/// presses, each of which counts; but a key that is held down must not work off what piled up, so its repetitions count once. What is typed
/// after a command that opens something is meant for that, so it is taken too, and returned.
fn take_presses(
    input: &mut InputState,
    command_of: impl Fn(Key, Modifiers) -> Option<&'static CommandEntry>,
    opens: impl Fn(&CommandEntry) -> bool,
) -> (Vec<&'static CommandEntry>, Vec<Event>) {
    let mut pressed: Vec<&'static CommandEntry> = Vec::new();
    let mut too_early = Vec::new();
    let mut own_text = true;
    input.events.retain(|event| {
        let command = match event {
            Event::Key {
                key,
                pressed: true,
                modifiers,
                ..
            } => command_of(*key, *modifiers),
            _ => None,
        };
        if let Some(open) = pressed.last().filter(|command| opens(command)) {
            // The first text is that of the key itself.
            let is_its_text = matches!(event, Event::Text(_)) && std::mem::take(&mut own_text);
            if is_its_text || !key_order::is_of_keyboard(event) {
                return true;
            }
            own_text &= !matches!(event, Event::Key { pressed: true, .. });
            if command.is_none_or(|command| command.id != open.id) {
                too_early.push(event.clone());
            }
            return false;
        }
        let Some(command) = command else {
            return true;
        };
        let repeats = matches!(event, Event::Key { repeat: true, .. });
        if !(repeats && pressed.iter().any(|other| other.id == command.id)) {
            pressed.push(command);
        }
        false
    });
    (pressed, too_early)
}

/// Unfocuses the active text field, so that its text is committed before the command runs; for one frame if the field `gets_it_back`.
fn commit_text(ctx: &Context, gets_it_back: bool) {
    if !ctx.text_edit_focused() {
        return;
    }
    if let Some(field) = ctx.memory(egui::Memory::focused) {
        // A field on the canvas closes with its text.
        let comes_back = gets_it_back && !takes_plain_keys(ctx);
        keyboard_return::leave_field(ctx, field, comes_back);
    }
}

/// The system's clipboard keys arrive as separate events; they run the commands of their keys.
fn clipboard(ctx: &Context, situation: &Situation, keymap: &Keymap, sink: &mut ActionSink) {
    ctx.input_mut(|input| {
        let modifiers = input.modifiers;
        input.events.retain(|event| {
            let Some(keys) = keymap::clipboard_keys(event, modifiers) else {
                return true;
            };
            let command = keymap
                .other_command_with(keys, "")
                .filter(|c| c.check(situation).is_ok());
            let Some(command) = command else {
                return true;
            };
            sink.push(match event {
                Event::Paste(text) if command.id == "paste" => {
                    Action::Edit(EditAction::PasteText(text.clone()))
                }
                Event::Paste(text) if command.id == "paste_after" => {
                    Action::Edit(EditAction::PasteTextAfter(text.clone()))
                }
                _ => (command.action)(situation),
            });
            false
        });
    });
}

/// Whether the paste keys were pressed with an empty clipboard. The window sends no event for that: the keys are released without a preceding paste.
fn is_empty_paste(input: &InputState, pasted: &mut bool) -> bool {
    *pasted |= input.events.iter().any(|e| matches!(e, Event::Paste(_)));
    let released = |event: &Event| {
        matches!(event, Event::Key { key: Key::V, pressed: false, modifiers, .. }
            if modifiers.command_only())
    };
    let released = input.events.iter().any(released);
    released && !(std::mem::take(pasted))
}

#[cfg(test)]
mod tests {
    use egui::RawInput;
    use treewright_authoring::edit::Label;

    use super::*;
    use crate::action::RunAction;

    fn pressed(key: Key, modifiers: Modifiers) -> Vec<Action> {
        actions_of(&[press(key, modifiers, false)])
    }

    fn press(key: Key, modifiers: Modifiers, repeat: bool) -> [Event; 2] {
        let event = |pressed| Event::Key {
            key,
            physical_key: None,
            pressed,
            repeat,
            modifiers,
        };
        [event(true), event(false)]
    }

    /// The actions of one frame with these presses.
    fn actions_of(presses: &[[Event; 2]]) -> Vec<Action> {
        let ctx = Context::default();
        let mut sink = ActionSink::default();
        let deletion = Label {
            code: "delete_nodes",
            count: 1,
        };
        let situation = Situation {
            undo: Some(deletion.clone()),
            redo: Some(deletion),
            selected: 1,
            has_nodes: true,
            ..Situation::default()
        };
        let input = RawInput {
            events: presses.concat(),
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
    fn every_press_counts_in_the_order_of_the_presses_however_slow_the_frame() {
        let step = press(Key::F10, Modifiers::NONE, false);
        let undo = press(Key::Z, Modifiers::COMMAND, false);
        let actions = actions_of(&[step.clone(), undo, step]);
        assert!(matches!(
            actions[..],
            [
                Action::Run(RunAction::Walk(_)),
                Action::Edit(EditAction::Undo),
                Action::Run(RunAction::Walk(_)),
            ]
        ));
    }

    #[test]
    fn what_opens_something_opens_it_once() {
        let open = press(Key::O, Modifiers::COMMAND, false);
        let actions = actions_of(&[open.clone(), open]);
        assert!(matches!(actions[..], [Action::File(_)]), "{actions:?}");
    }

    #[test]
    fn both_common_keys_delete() {
        for key in [Key::Delete, Key::Backspace] {
            let actions = pressed(key, Modifiers::NONE);
            assert!(matches!(actions[..], [Action::Edit(EditAction::Delete)]));
        }
    }
}
