//! The menus, derived from the command table, and the keys that open them: Alt with a letter, Left and Right.

use std::path::PathBuf;

use egui::containers::menu::{MenuButton, MenuState, SubMenu, SubMenuButton};
use egui::text::LayoutJob;
use egui::{
    Align, Button, Context, Event, FontSelection, Id, Key, MenuBar, Modifiers, Popup, RichText,
    Role, TextStyle, Ui, UiKind,
};
use treewright_session::examples::EXAMPLES;

use super::PanelContext;
use crate::accessible_tree::{name_container, name_menu_button, name_menu_entry, name_region};
use crate::action::{Action, ActionSink, FileAction, ViewAction};
use crate::command_table::{CommandEntry, Menu, Submenu, commands};
use crate::docking::{self, Panel, PanelTree};
use crate::icons;
use crate::popup_keyboard::{self, set_label};
use crate::widgets::{check_box, list_in_popup, list_in_room};

/// What the frame of a menu and the gap at the edge of the window take above and below its entries, in points.
const AROUND: f32 = 24.0;

pub fn show(ui: &mut Ui, cx: &PanelContext<'_>, panels: &PanelTree, sink: &mut ActionSink) {
    MenuBar::new().ui(ui, |ui| {
        name_region(ui, Role::MenuBar, &cx.texts.tr("reader.menus"));
        let room = ui.ctx().content_rect().bottom() - ui.max_rect().bottom() - AROUND;
        let popups = Menu::ALL.map(|menu| {
            let title = cx.texts.tr(menu.text_key()).into_owned();
            let button = MenuButton::new(with_letter(ui, &title, menu.letter()));
            let (button, _) = button.ui(ui, |ui| {
                name_container(ui, UiKind::Menu, &title);
                list_in_room(ui, room, |ui| {
                    ui.set_min_width(230.0);
                    entries(ui, cx, menu, panels, sink);
                });
            });
            let popup = Popup::default_response_id(&button);
            name_menu_button(&button, &title, Popup::is_id_open(ui.ctx(), popup));
            if !ui.ctx().os().is_mac() {
                ui.ctx().accesskit_node_builder(button.id, |node| {
                    node.set_access_key(menu.letter().name());
                });
            }
            popup
        });
        open_with_keys(ui.ctx(), popups);
    });
}

/// The title of a menu with its letter, which is underlined while Alt is held. If the title has other letters, it follows in brackets.
fn with_letter(ui: &Ui, title: &str, letter: Key) -> LayoutJob {
    let letter = letter.name();
    let (title, at) = match title.find(letter) {
        Some(at) => (title.to_owned(), at),
        None => (format!("{title}({letter})"), title.len() + 1),
    };
    let end = at + letter.len();
    let shows_keys = ui.input(|input| input.modifiers.alt);
    let mut job = LayoutJob::default();
    let underlined = RichText::new(&title[at..end]);
    let underlined = if shows_keys {
        underlined.underline()
    } else {
        underlined
    };
    let parts = [
        RichText::new(&title[..at]),
        underlined,
        RichText::new(&title[end..]),
    ];
    for part in parts {
        let font = FontSelection::Style(TextStyle::Button);
        part.append_to(&mut job, ui.style(), font, Align::Center);
    }
    job
}

/// Alt with the letter of a menu opens it, Right and Left go to the next and previous one.
fn open_with_keys(ctx: &Context, popups: [Id; Menu::ALL.len()]) {
    if ctx.memory(|memory| memory.top_modal_layer().is_some()) {
        return;
    }
    let open = popups.iter().position(|id| Popup::is_id_open(ctx, *id));
    if let Some(wanted) = Menu::ALL.iter().position(|menu| alt(ctx, menu.letter())) {
        if open == Some(wanted) {
            Popup::close_all(ctx);
        } else {
            popup_keyboard::open(ctx, popups[wanted]);
        }
        return;
    }
    let Some(open) = open else {
        return;
    };
    let pressed = |key| ctx.input(|input| input.key_pressed(key) && input.modifiers.is_none());
    let submenu = MenuState::from_id(ctx, popups[open], |state| state.open_item);
    let focused = ctx.memory(egui::Memory::focused);
    // Right on the name of a submenu enters it, and Left inside of it returns there.
    let enters = focused.is_some_and(|name| submenu == Some(SubMenu::id_from_widget_id(name)));
    let focused = focused.and_then(|entry| ctx.read_response(entry));
    let leaves = focused.is_some_and(|entry| submenu == Some(entry.layer_id.id));
    let count = popups.len();
    if pressed(Key::ArrowRight) && !enters {
        popup_keyboard::open(ctx, popups[(open + 1) % count]);
    } else if pressed(Key::ArrowLeft) && !leaves {
        popup_keyboard::open(ctx, popups[(open + count - 1) % count]);
    }
}

/// Whether Alt was pressed with this letter; its text is consumed, too.
fn alt(ctx: &Context, letter: Key) -> bool {
    if ctx.os().is_mac() {
        // There, Option with a letter types another one, and menus have no letters.
        return false;
    }
    ctx.input_mut(|input| {
        let is_it = |event: &Event| {
            matches!(event, Event::Key { key, pressed: true, modifiers, .. }
                if *key == letter && modifiers.matches_exact(Modifiers::ALT))
        };
        let pressed = input.events.iter().any(is_it);
        if pressed {
            let typed = |event: &Event| matches!(event, Event::Text(_));
            input.events.retain(|event| !is_it(event) && !typed(event));
        }
        pressed
    })
}

fn entries(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    menu: Menu,
    panels: &PanelTree,
    sink: &mut ActionSink,
) {
    let in_menu = |section| commands().filter(move |c| c.menu == Some((menu, section)));
    let last = commands().filter_map(|c| c.menu.filter(|(of, _)| *of == menu));
    let last = last.map(|(_, section)| section).max().unwrap_or_default();
    let mut shown: Vec<Submenu> = Vec::new();
    for section in (0..=last).filter(|section| in_menu(*section).next().is_some()) {
        if section > 0 {
            ui.separator();
        }
        for command in in_menu(section) {
            match command.submenu {
                None => {
                    entry(ui, cx, command, sink);
                }
                Some(submenu) if shown.contains(&submenu) => {}
                Some(submenu) => {
                    shown.push(submenu);
                    within(ui, cx, submenu, panels, sink);
                }
            }
        }
        if menu == Menu::File && section == 0 {
            ui.separator();
            recent(ui, cx, sink);
            examples(ui, cx, sink);
        }
    }
}

/// A submenu.
fn within(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    submenu: Submenu,
    panels: &PanelTree,
    sink: &mut ActionSink,
) {
    let title = cx.texts.tr(submenu.text_key()).into_owned();
    let button = SubMenuButton::new((icons::text(submenu.icon()).size(16.0), title.clone()));
    let (response, shown) = button.ui(ui, |ui| {
        name_container(ui, UiKind::Menu, &title);
        let room = ui.ctx().content_rect().height() - AROUND;
        list_in_room(ui, room, |ui| {
            ui.set_min_width(200.0);
            panel_switches(ui, cx, panels, submenu, sink);
            for command in commands().filter(|c| c.submenu == Some(submenu)) {
                entry(ui, cx, command, sink);
            }
        });
    });
    name_menu_button(&response, &title, shown.is_some());
    set_label(&response, &title);
}

/// The submenu with the switch of a panel. Panels that are empty at first are beside the commands that fill them.
fn submenu_of(panel: Panel) -> Option<Submenu> {
    match panel {
        Panel::Canvas => None,
        Panel::Versions | Panel::Import => Some(Submenu::Versions),
        Panel::Agents | Panel::Map => Some(Submenu::Agents),
        Panel::Coverage => Some(Submenu::Scenarios),
        Panel::Explore => Some(Submenu::Explore),
        _ => Some(Submenu::Panels),
    }
}

/// The switches of the panels of a submenu, if it has any, and a line below them.
fn panel_switches(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    panels: &PanelTree,
    submenu: Submenu,
    sink: &mut ActionSink,
) {
    let mut has_any = false;
    let all = Panel::ALL.into_iter();
    for panel in all.filter(|panel| submenu_of(*panel) == Some(submenu)) {
        has_any = true;
        let mut open = docking::is_open(panels, panel);
        let title = cx.texts.tr(&panel.text_key()).into_owned();
        if check_box(ui, &mut open, title).changed() {
            sink.push(Action::View(ViewAction::TogglePanel(panel.key())));
        }
    }
    if has_any {
        ui.separator();
    }
}

fn recent(ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
    let files = &cx.settings.recent;
    let title = cx.texts.tr("menu.recent").into_owned();
    ui.add_enabled_ui(!files.is_empty(), |ui| {
        let menu = ui.menu_button(&*title, |ui| {
            name_container(ui, UiKind::Menu, &title);
            list_in_popup(ui, |ui| recent_files(ui, cx, files, sink));
        });
        name_menu_button(&menu.response, &title, menu.inner.is_some());
    });
}

fn recent_files(ui: &mut Ui, cx: &PanelContext<'_>, files: &[PathBuf], sink: &mut ActionSink) {
    for file in files {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let response = ui.button(&*name);
        set_label(&response, &name);
        if response.on_hover_text(file.display().to_string()).clicked() {
            sink.push(Action::File(FileAction::OpenPath(file.clone())));
        }
    }
    ui.separator();
    let clear = cx.texts.tr("menu.clear_recent");
    if ui.button(&*clear).clicked() {
        sink.push(Action::File(FileAction::ClearRecent));
    }
}

fn examples(ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
    let title = cx.texts.tr("menu.examples").into_owned();
    let menu = ui.menu_button(&*title, |ui| {
        name_container(ui, UiKind::Menu, &title);
        list_in_popup(ui, |ui| {
            for example in EXAMPLES {
                let title = cx.texts.tr(example.text_key);
                let entry = ui.button(&*title);
                set_label(&entry, &title);
                if entry.clicked() {
                    sink.push(Action::File(FileAction::OpenExample(example.name)));
                }
            }
        });
    });
    name_menu_button(&menu.response, &title, menu.inner.is_some());
}

/// Shows a command as an entry of a menu. Returns whether it was clicked.
pub(super) fn entry(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    command: &CommandEntry,
    sink: &mut ActionSink,
) -> bool {
    let checked = command.checked.is_some_and(|checked| checked(cx.situation));
    let icon = if checked {
        "check"
    } else {
        command.current_icon(cx.situation)
    };
    let text = command.text(cx.texts, cx.situation);
    let keys = command.shortcut_text(ui.ctx());
    let button = Button::new((icons::text(icon).size(16.0), text.clone())).shortcut_text(&*keys);
    let enabled = command.check(cx.situation);
    let response = ui.add_enabled(enabled.is_ok(), button);
    name_menu_entry(&response, &text, &keys);
    set_label(&response, &text);
    if command.checked.is_some() {
        // The check mark is drawn as the icon; this is for screen readers.
        ui.ctx().accesskit_node_builder(response.id, |node| {
            node.set_toggled(checked.into());
        });
    }
    let response = match enabled {
        Ok(()) => response,
        Err(why) => response.on_disabled_hover_text(cx.texts.tr(why.text_key()).into_owned()),
    };
    if response.clicked() {
        sink.push((command.action)(cx.situation));
    }
    response.clicked()
}
