//! The shortcuts page: every command with its shortcuts, and buttons to record others.

use egui::{
    Align, Event, EventFilter, Id, Key, KeyboardShortcut, Layout, Rect, RichText, Role, ScrollArea,
    Sense, Ui, UiBuilder, WidgetInfo, pos2,
};

use crate::action::{Action, ActionSink, PreferAction};
use crate::command_table::{CommandEntry, commands, find};
use crate::keymap::{self, Keymap};
use crate::panels::PanelContext;
use crate::theme::{space, text_size};
use crate::widgets::{IconButton, filter_field, key_caps, text_width};

/// The width of one of the small buttons of a row.
const BUTTON: f32 = 23.0;

/// State kept between frames.
#[derive(Default)]
pub struct KeysPage {
    query: String,
    recording: Option<ShortcutRecording>,
    /// The command whose shortcut was just changed: its button takes the keyboard focus.
    focus: Option<&'static str>,
}

/// A command whose new shortcut is being recorded.
struct ShortcutRecording {
    command: &'static str,
    /// Whether it is added to the existing shortcuts instead of replacing them.
    added: bool,
    /// A shortcut that another command has; the user is asked whether to take it.
    taken: Option<KeyboardShortcut>,
}

impl KeysPage {
    /// Cancels the recording.
    pub fn forget_recording(&mut self) {
        self.recording = None;
    }
}

pub fn show(ui: &mut Ui, cx: &PanelContext<'_>, page: &mut KeysPage, sink: &mut ActionSink) {
    let keymap = keymap::of(ui.ctx());
    ui.horizontal(|ui| {
        let all = cx.texts.tr("keys.reset_all");
        let font = egui::TextStyle::Button.resolve(ui.style());
        let width = text_width(ui, &all, font);
        let room = width + 2.0 * ui.spacing().button_padding.x + ui.spacing().item_spacing.x;
        let field = egui::vec2(ui.available_width() - room, ui.spacing().interact_size.y);
        let layout = Layout::left_to_right(Align::Center);
        ui.allocate_ui_with_layout(field, layout, |ui| {
            let (name, clear) = (cx.texts.tr("keys.search"), cx.texts.tr("search.clear"));
            filter_field(ui, cx.theme, &mut page.query, &name, &clear);
        });
        let all = egui::Button::new(all);
        if ui.add_enabled(keymap.has_changes(), all).clicked() {
            sink.push(Action::Prefer(PreferAction::ResetAllKeys));
        }
    });
    ui.add_space(space::XS);
    let query = page.query.trim().to_lowercase();
    ScrollArea::vertical()
        .auto_shrink([false, false])
        .show(ui, |ui| {
            let mut any = false;
            for command in commands() {
                if !fits(ui, cx, &keymap, command, &query) {
                    continue;
                }
                any = true;
                ui.push_id(command.id, |ui| line(ui, cx, page, &keymap, command, sink));
            }
            if !any {
                ui.label(cx.texts.tr("seek.nothing"));
            }
        });
}

fn fits(
    ui: &Ui,
    cx: &PanelContext<'_>,
    keymap: &Keymap,
    command: &CommandEntry,
    query: &str,
) -> bool {
    let has = |text: &str| text.to_lowercase().contains(query);
    let mut keys = keymap.of(command).iter();
    has(&cx.texts.tr(&command.text_key()))
        || keys.any(|keys| has(&keymap::display_text(ui.ctx(), *keys)) || has(&keymap::text(*keys)))
}

fn line(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    page: &mut KeysPage,
    keymap: &Keymap,
    command: &'static CommandEntry,
    sink: &mut ActionSink,
) {
    let name = cx.texts.tr(&command.text_key()).into_owned();
    let waits = page
        .recording
        .as_ref()
        .is_some_and(|r| r.command == command.id);
    ui.horizontal(|ui| {
        ui.set_min_height(26.0);
        ui.label(
            crate::icons::text(command.icon)
                .size(16.0)
                .color(cx.theme.muted),
        );
        ui.label(&name);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            ui.add_space(space::M);
            if waits {
                record(ui, cx, page, keymap, command, sink);
            } else {
                buttons(ui, cx, page, keymap, command, &name, sink);
            }
        });
    });
}

fn buttons(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    page: &mut KeysPage,
    keymap: &Keymap,
    command: &'static CommandEntry,
    name: &str,
    sink: &mut ActionSink,
) {
    let tr = |key| cx.texts.tr_with(key, &[("command", name)]);
    let own = keymap.of(command);
    let mut recording = |added| {
        page.recording = Some(ShortcutRecording {
            command: command.id,
            added,
            taken: None,
        });
    };
    // Tab goes through them as they are read: first what changes the keys, last what resets them.
    let room = ui.available_rect_before_wrap();
    let left = room.right() - 4.0 * (BUTTON + ui.spacing().item_spacing.x);
    let builder = |rect| UiBuilder::new().max_rect(rect);
    let before = Rect::from_min_max(room.min, pos2(left - space::S, room.max.y));
    let layout = Layout::right_to_left(Align::Center);
    let mut caps = ui.new_child(builder(before).layout(layout));
    for keys in own.iter().rev() {
        key_caps(&mut caps, cx.theme, &keymap::display_text(ui.ctx(), *keys));
    }
    let strip = Rect::from_min_max(pos2(left, room.min.y), room.max);
    let layout = Layout::left_to_right(Align::Center);
    let ui = &mut ui.new_child(builder(strip).layout(layout));
    let change = IconButton::new("edit", &tr("keys.change")).small().show(ui);
    if change.clicked() {
        recording(false);
    }
    if page.focus == Some(command.id) {
        page.focus = None;
        change.request_focus();
    }
    let add = IconButton::new("add", &tr("keys.add")).small().show(ui);
    if add.clicked() {
        recording(true);
    }
    let remove = tr("keys.remove");
    let remove = IconButton::new("close", &remove).enabled(!own.is_empty());
    if remove.small().show(ui).clicked() {
        let none = PreferAction::BindKeys(command.id, Vec::new());
        sink.push(Action::Prefer(none));
    }
    let reset = tr("keys.reset");
    let reset = IconButton::new("restart_alt", &reset).enabled(keymap.is_changed(command));
    if reset.small().show(ui).clicked() {
        sink.push(Action::Prefer(PreferAction::ResetKeys(command.id)));
    }
}

/// Records a shortcut, or asks about one that another command has.
fn record(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    page: &mut KeysPage,
    keymap: &Keymap,
    command: &'static CommandEntry,
    sink: &mut ActionSink,
) {
    let Some(recording) = &mut page.recording else {
        return;
    };
    let mut new = None;
    let mut done = false;
    if let Some(taken) = recording.taken {
        let take = ui.button(cx.texts.tr("keys.take"));
        if ui.memory(|memory| memory.focused().is_none()) {
            take.request_focus();
        }
        if take.clicked() {
            new = Some(taken);
        }
        if ui.button(cx.texts.tr("question.cancel")).clicked() {
            done = true;
        }
        show_taken(ui, cx, keymap, command, taken);
    } else {
        match record_field(ui, cx) {
            RecordedKeys::Nothing => {}
            RecordedKeys::Escape => done = true,
            RecordedKeys::Keys(keys) if keymap.other_command_with(keys, command.id).is_some() => {
                recording.taken = Some(keys);
            }
            RecordedKeys::Keys(keys) => new = Some(keys),
        }
    }
    if let Some(keys) = new {
        let mut all = if recording.added {
            keymap.of(command).to_vec()
        } else {
            Vec::new()
        };
        all.retain(|own| *own != keys);
        all.push(keys);
        sink.push(Action::Prefer(PreferAction::BindKeys(command.id, all)));
        done = true;
    }
    if done {
        page.recording = None;
        page.focus = Some(command.id);
    }
}

fn show_taken(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    keymap: &Keymap,
    command: &CommandEntry,
    taken: KeyboardShortcut,
) {
    let holder = keymap
        .other_command_with(taken, command.id)
        .and_then(|c| find(c.id));
    let Some(holder) = holder else {
        return;
    };
    let keys = keymap::display_text(ui.ctx(), taken);
    let name = cx.texts.tr(&holder.text_key()).into_owned();
    let text = cx
        .texts
        .tr_with("keys.taken", &[("keys", &keys), ("command", &name)]);
    let text = RichText::new(text).size(text_size::SMALL);
    ui.label(text.color(cx.theme.warning));
    ui.label(
        crate::icons::text("warning")
            .size(16.0)
            .color(cx.theme.warning),
    );
}

enum RecordedKeys {
    Nothing,
    Escape,
    Keys(KeyboardShortcut),
}

/// A field that records any key, including Tab and arrows.
fn record_field(ui: &mut Ui, cx: &PanelContext<'_>) -> RecordedKeys {
    let text = cx.texts.tr("keys.press");
    let galley = ui.painter().layout_no_wrap(
        text.clone().into_owned(),
        egui::FontId::proportional(text_size::SMALL),
        cx.theme.accent,
    );
    let size = galley.size() + egui::vec2(20.0, 6.0);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let id = Id::unique("new keys");
    let response = ui.interact(rect, id, Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, &*text));
    response.request_focus();
    let filter = EventFilter {
        tab: true,
        horizontal_arrows: true,
        vertical_arrows: true,
        escape: true,
    };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
    let stroke = egui::Stroke::new(1.0, cx.theme.accent);
    let painter = ui.painter();
    painter.rect(rect, 4.0, cx.theme.field, stroke, egui::StrokeKind::Inside);
    painter.galley(rect.min + egui::vec2(10.0, 3.0), galley, cx.theme.accent);
    recorded_keys(ui)
}

fn recorded_keys(ui: &Ui) -> RecordedKeys {
    let mac = ui.ctx().os() == egui::os::OperatingSystem::Mac;
    ui.input_mut(|input| {
        let modifiers = input.modifiers;
        let mut found = RecordedKeys::Nothing;
        input.events.retain(|event| match event {
            Event::Key {
                key: Key::Escape,
                pressed: true,
                ..
            } => {
                found = RecordedKeys::Escape;
                false
            }
            // A modifier alone is not a shortcut yet.
            Event::Key { key, .. } if keymap::is_modifier(*key) => false,
            Event::Key {
                key,
                pressed: true,
                repeat: false,
                modifiers,
                ..
            } => {
                found = RecordedKeys::Keys(keymap::pressed(*key, *modifiers, mac));
                false
            }
            Event::Text(_) => false,
            event => match keymap::clipboard_keys(event, modifiers) {
                Some(keys) => {
                    found = RecordedKeys::Keys(keys);
                    false
                }
                None => true,
            },
        });
        found
    })
}
