//! The list of all shortcuts, by menu, and of mouse gestures on the canvas; with a search.

use egui::{RichText, ScrollArea, Ui};

use super::PanelContext;
use crate::action::Section;
use crate::action::{Action, ActionSink, ViewAction};
use crate::command_table::{Menu, commands};
use crate::keymap;
use crate::theme::{space, text_size};
use crate::widgets::{Dialog, DialogButton, DialogPlace, dialog_buttons, key_caps, search_field};

/// Mouse gestures, and keys that are not commands, on the canvas: the suffixes of their text keys.
const GESTURES: [&str; 12] = [
    "add_here", "insert", "connect", "rewire", "detach", "select", "move", "snap", "pan", "zoom",
    "rename", "menu",
];

/// The width of the window and the minimum height left free around it, in points.
const WIDTH: f32 = 900.0;
const MIN_MARGIN: f32 = 190.0;
#[derive(Default)]
pub struct KeySheet {
    query: String,
    is_shown: bool,
}

/// A command or gesture and its shortcuts.
struct ShortcutRow {
    what: String,
    keys: Vec<String>,
    how: String,
}

/// A heading and the lines below it.
type ShortcutGroup = (String, Vec<ShortcutRow>);

pub fn show(
    ctx: &egui::Context,
    cx: &PanelContext<'_>,
    sheet: &mut KeySheet,
    sink: &mut ActionSink,
) {
    let title = cx.texts.tr("keys.title");
    let dialog = Dialog {
        id: "key sheet",
        title: &title,
        close: &cx.texts.tr("dialog.close"),
        width: WIDTH,
        closes_outside: true,
        place: DialogPlace::Middle,
    };
    let mut pressed = None;
    let closed = dialog.show(ctx, cx.theme, |ui| {
        let screen = ui.ctx().content_rect().size();
        let (search, clear) = (cx.texts.tr("keys.search"), cx.texts.tr("search.clear"));
        let field = search_field(ui, cx.theme, &mut sheet.query, &search, &clear);
        if !std::mem::replace(&mut sheet.is_shown, true) {
            field.request_focus();
        }
        ui.add_space(space::S);
        let height = (screen.y - MIN_MARGIN).max(160.0);
        ScrollArea::vertical()
            .max_height(height)
            .auto_shrink([false, true])
            .show(ui, |ui| groups(ui, cx, &sheet.query));
        let (settings, close) = (
            cx.texts.tr("command.key_settings"),
            cx.texts.tr("keys.close"),
        );
        let buttons = [DialogButton::new(&settings), DialogButton::new(&close)];
        pressed = dialog_buttons(ui, cx.theme, &buttons);
    });
    if pressed == Some(0) {
        sink.push(Action::View(ViewAction::Settings(Section::Keys)));
    } else if closed || pressed.is_some() {
        sink.push(Action::View(ViewAction::Dismiss));
    }
}

/// All groups in two columns of about equal length.
fn groups(ui: &mut Ui, cx: &PanelContext<'_>, query: &str) {
    let query = query.trim().to_lowercase();
    let mut groups = by_menu(ui, cx);
    groups.push(gestures(cx));
    for (_, lines) in &mut groups {
        lines.retain(|line| line.fits(&query));
    }
    groups.retain(|(_, lines)| !lines.is_empty());
    if groups.is_empty() {
        ui.label(cx.texts.tr("seek.nothing"));
    }
    let size = |(_, lines): &ShortcutGroup| lines.len() + 2;
    let half = groups.iter().map(size).sum::<usize>().div_ceil(2);
    ui.columns(2, |columns| {
        let mut before = 0;
        for group in &groups {
            // A group goes into the column that contains its middle.
            let column = usize::from(before + size(group) / 2 >= half);
            show_group(&mut columns[column], cx, group);
            before += size(group);
        }
    });
}

fn show_group(ui: &mut Ui, cx: &PanelContext<'_>, (title, lines): &ShortcutGroup) {
    ui.label(
        RichText::new(title)
            .size(text_size::SMALL)
            .color(cx.theme.accent)
            .strong(),
    );
    for line in lines {
        ui.horizontal(|ui| {
            ui.label(&line.what);
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                ui.add_space(space::M);
                if !line.how.is_empty() {
                    let how = RichText::new(&line.how).size(text_size::SMALL);
                    ui.add(egui::Label::new(how.color(cx.theme.muted)).truncate());
                }
                for keys in line.keys.iter().rev() {
                    key_caps(ui, cx.theme, keys);
                }
            });
        });
    }
    ui.add_space(space::M);
}

fn by_menu(ui: &Ui, cx: &PanelContext<'_>) -> Vec<ShortcutGroup> {
    let keymap = keymap::of(ui.ctx());
    let mut groups: Vec<ShortcutGroup> = Vec::new();
    for menu in Menu::ALL {
        groups.push((cx.texts.tr(menu.text_key()).into_owned(), Vec::new()));
    }
    let mut last = 0;
    for command in commands() {
        let of = command.menu.map(|(menu, _)| menu);
        // Commands that are not in a menu are listed with the command before them.
        last = of
            .and_then(|of| Menu::ALL.iter().position(|menu| *menu == of))
            .unwrap_or(last);
        let keys = keymap.of(command).iter();
        let keys: Vec<_> = keys
            .map(|keys| keymap::display_text(ui.ctx(), *keys))
            .collect();
        if keys.is_empty() {
            continue;
        }
        groups[last].1.push(ShortcutRow {
            what: cx.texts.tr(&command.text_key()).into_owned(),
            keys,
            how: String::new(),
        });
    }
    groups
}

fn gestures(cx: &PanelContext<'_>) -> ShortcutGroup {
    let line = |gesture| {
        let key = format!("gesture.{gesture}");
        ShortcutRow {
            what: cx.texts.tr(&key).into_owned(),
            keys: Vec::new(),
            how: cx.texts.tr(&format!("{key}_on")).into_owned(),
        }
    };
    let title = cx.texts.tr("keys.mouse").into_owned();
    (title, GESTURES.into_iter().map(line).collect())
}

impl ShortcutRow {
    fn fits(&self, query: &str) -> bool {
        let has = |text: &str| text.to_lowercase().contains(query);
        has(&self.what) || has(&self.how) || self.keys.iter().any(|keys| has(keys))
    }
}
