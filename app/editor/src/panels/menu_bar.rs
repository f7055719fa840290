//! The menus, derived from the command table.

use egui::containers::menu::SubMenuButton;
use egui::{Button, MenuBar, Ui};
use treewright_session::examples::EXAMPLES;

use super::PanelContext;
use crate::action::{Action, ActionSink, FileAction, ViewAction};
use crate::command_table::{CommandEntry, Menu, Submenu, commands};
use crate::docking::{self, Panel, PanelTree};
use crate::icons;
use crate::widgets::check_box;

pub fn show(ui: &mut Ui, cx: &PanelContext<'_>, panels: &PanelTree, sink: &mut ActionSink) {
    MenuBar::new().ui(ui, |ui| {
        for menu in Menu::ALL {
            let title = cx.texts.tr(menu.text_key()).into_owned();
            ui.menu_button(title, |ui| {
                ui.set_min_width(230.0);
                entries(ui, cx, menu, panels, sink);
            });
        }
    });
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
                None => entry(ui, cx, command, sink),
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
    let (response, _) = button.ui(ui, |ui| {
        ui.set_min_width(200.0);
        if matches!(submenu, Submenu::Panels | Submenu::Versions) {
            let of_versions = submenu == Submenu::Versions;
            panel_switches(ui, cx, panels, of_versions, sink);
            ui.separator();
        }
        for command in commands().filter(|c| c.submenu == Some(submenu)) {
            entry(ui, cx, command, sink);
        }
    });
    response.accessible_name(title);
}

/// The switches of panels: either of those that are always useful, or of those that are empty until a command fills them and are listed
/// beside that command.
fn panel_switches(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    panels: &PanelTree,
    waiting: bool,
    sink: &mut ActionSink,
) {
    let listed = |panel: &Panel| *panel != Panel::Canvas && panel.starts_hidden() == waiting;
    for panel in Panel::ALL.into_iter().filter(listed) {
        let mut open = docking::is_open(panels, panel);
        let title = cx.texts.tr(&panel.text_key()).into_owned();
        if check_box(ui, &mut open, title).changed() {
            sink.push(Action::View(ViewAction::TogglePanel(panel.key())));
        }
    }
}

fn recent(ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
    let files = &cx.settings.recent;
    let title = cx.texts.tr("menu.recent").into_owned();
    ui.add_enabled_ui(!files.is_empty(), |ui| {
        ui.menu_button(title, |ui| {
            for file in files {
                let name = file.file_name().unwrap_or_default().to_string_lossy();
                let response = ui.button(name.into_owned());
                if response.on_hover_text(file.display().to_string()).clicked() {
                    sink.push(Action::File(FileAction::OpenPath(file.clone())));
                }
            }
            ui.separator();
            if ui
                .button(cx.texts.tr("menu.clear_recent").into_owned())
                .clicked()
            {
                sink.push(Action::File(FileAction::ClearRecent));
            }
        });
    });
}

fn examples(ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
    let title = cx.texts.tr("menu.examples").into_owned();
    ui.menu_button(title, |ui| {
        for example in EXAMPLES {
            let title = cx.texts.tr(example.text_key).into_owned();
            if ui.button(title).clicked() {
                sink.push(Action::File(FileAction::OpenExample(example.name)));
            }
        }
    });
}

fn entry(ui: &mut Ui, cx: &PanelContext<'_>, command: &CommandEntry, sink: &mut ActionSink) {
    let checked = command.checked.is_some_and(|checked| checked(cx.situation));
    let icon = if checked { "check" } else { command.icon };
    let text = cx.texts.tr(&command.text_key()).into_owned();
    let button = Button::new((icons::text(icon).size(16.0), text.clone()))
        .shortcut_text(command.shortcut_text(ui.ctx()));
    let enabled = (command.enabled)(cx.situation);
    let button = ui.add_enabled(enabled.is_ok(), button);
    let response = button.accessible_name(text);
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
}
