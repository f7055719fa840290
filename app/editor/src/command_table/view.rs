//! What is shown and how.

use egui::Key;
use treewright_session::canvas_options::CanvasSwitch;
use treewright_session::settings::ThemeChoice;

use super::obstacle::{can_go_back, can_go_forward, has_anything, has_documents, has_nodes};
use super::{ALT, CTRL, CTRL_SHIFT, CommandEntry, Menu, NONE, SHIFT, Submenu, key};
use crate::action::{Action, FileAction, PreferAction, ViewAction};

/// In the order of the menu.
pub const COMMANDS: &[CommandEntry] = &[
    CommandEntry::new("fit", "fit_screen", |_| Action::View(ViewAction::Fit))
        .keys(&[key(NONE, Key::F)])
        .menu(Menu::View, 0)
        .toolbar(3)
        .when(has_nodes),
    CommandEntry::new("fit_selection", "filter_center_focus", |_| {
        Action::View(ViewAction::FitSelection)
    })
    .keys(&[key(SHIFT, Key::F)])
    .menu(Menu::View, 0)
    .when(has_anything),
    CommandEntry::new("center_root", "center_focus_strong", |_| {
        Action::View(ViewAction::CenterRoot)
    })
    .keys(&[key(NONE, Key::Home)])
    .menu(Menu::View, 0)
    .when(has_nodes),
    CommandEntry::new("minimap", "map", |_| {
        Action::Prefer(PreferAction::TurnCanvas(CanvasSwitch::Minimap))
    })
    .keys(&[key(NONE, Key::M)])
    .menu(Menu::View, 0)
    .ticked(|s| s.canvas.minimap),
    CommandEntry::new("go_back", "arrow_back", |_| {
        Action::View(ViewAction::Walk { forward: false })
    })
    .keys(&[key(ALT, Key::ArrowLeft)])
    .menu(Menu::View, 1)
    .within(Submenu::Tabs)
    .when(can_go_back),
    CommandEntry::new("go_forward", "arrow_forward", |_| {
        Action::View(ViewAction::Walk { forward: true })
    })
    .keys(&[key(ALT, Key::ArrowRight)])
    .menu(Menu::View, 1)
    .within(Submenu::Tabs)
    .when(can_go_forward),
    CommandEntry::new("next_tab", "chevron_right", |_| {
        Action::File(FileAction::ShowNext { backwards: false })
    })
    .keys_over_text(&[key(CTRL, Key::Tab), key(CTRL, Key::PageDown)])
    .menu(Menu::View, 1)
    .within(Submenu::Tabs)
    .when(has_documents),
    CommandEntry::new("previous_tab", "chevron_left", |_| {
        Action::File(FileAction::ShowNext { backwards: true })
    })
    .keys_over_text(&[key(CTRL_SHIFT, Key::Tab), key(CTRL, Key::PageUp)])
    .menu(Menu::View, 1)
    .within(Submenu::Tabs)
    .when(has_documents),
    CommandEntry::new("split_view", "vertical_split", |_| {
        Action::View(ViewAction::Split)
    })
    .keys_over_text(&[key(CTRL, Key::Backslash)])
    .menu(Menu::View, 1)
    .within(Submenu::Tabs)
    .ticked(|s| s.is_split),
    CommandEntry::new("next_panel", "keyboard", |_| {
        Action::View(ViewAction::NextPanel)
    })
    .keys_over_text(&[key(NONE, Key::F6)])
    .menu(Menu::View, 1)
    .within(Submenu::Tabs),
    CommandEntry::new("show_scenarios", "movie", |_| {
        Action::View(ViewAction::ShowPanel("scenarios"))
    })
    .keys_over_text(&[key(CTRL_SHIFT, Key::F4)]),
    CommandEntry::new("reset_panels", "restore", |_| {
        Action::View(ViewAction::ResetPanels)
    })
    .menu(Menu::View, 1)
    .within(Submenu::Panels),
    CommandEntry::new("theme_system", "brightness_auto", |_| {
        theme(ThemeChoice::System)
    })
    .menu(Menu::View, 2)
    .within(Submenu::Theme)
    .ticked(|s| s.theme == Some(ThemeChoice::System)),
    CommandEntry::new("theme_light", "light_mode", |_| theme(ThemeChoice::Light))
        .menu(Menu::View, 2)
        .within(Submenu::Theme)
        .ticked(|s| s.theme == Some(ThemeChoice::Light)),
    CommandEntry::new("theme_dark", "dark_mode", |_| theme(ThemeChoice::Dark))
        .menu(Menu::View, 2)
        .within(Submenu::Theme)
        .ticked(|s| s.theme == Some(ThemeChoice::Dark)),
    CommandEntry::new("scale_up", "zoom_in", |_| scale(true))
        .keys_over_text(&[
            key(CTRL, Key::Plus),
            key(CTRL, Key::Equals),
            key(CTRL_SHIFT, Key::Plus),
        ])
        .menu(Menu::View, 2)
        .within(Submenu::Scale),
    CommandEntry::new("scale_down", "zoom_out", |_| scale(false))
        .keys_over_text(&[key(CTRL, Key::Minus)])
        .menu(Menu::View, 2)
        .within(Submenu::Scale),
    CommandEntry::new("scale_reset", "restart_alt", |_| {
        Action::Prefer(PreferAction::SetScale(100))
    })
    .keys_over_text(&[key(CTRL, Key::Num0)])
    .menu(Menu::View, 2)
    .within(Submenu::Scale),
    CommandEntry::new("language_en", "language", |_| language("en"))
        .menu(Menu::View, 2)
        .within(Submenu::Language)
        .ticked(|s| s.language == "en"),
    CommandEntry::new("language_zh", "language", |_| language("zh-CN"))
        .menu(Menu::View, 2)
        .within(Submenu::Language)
        .ticked(|s| s.language == "zh-CN"),
];

fn theme(preference: ThemeChoice) -> Action {
    Action::View(ViewAction::SetTheme(preference))
}

fn scale(larger: bool) -> Action {
    Action::Prefer(PreferAction::StepScale { larger })
}

fn language(code: &str) -> Action {
    Action::View(ViewAction::SetLanguage(code.to_owned()))
}
