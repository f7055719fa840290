//! Commands for the view, panels, theme and language.

use treewright_session::canvas_options::CanvasSwitch;
use treewright_session::settings::ThemeChoice;

use super::obstacle::{
    can_go_back, can_go_forward, has_anything, has_bottom_panels, has_documents, has_nodes,
    has_selection,
};
use super::{ALT, CTRL, CTRL_SHIFT, NONE, SHIFT, Submenu};
use crate::action::{Action, FileAction, PreferAction, ViewAction, ZoomStep};

rows! { View:
    "fit" "fit_screen" 0 [NONE F] => |_| Action::View(ViewAction::Fit), toolbar(3), when(has_nodes);
    "fit_selection" "filter_center_focus" 0 [SHIFT F] => |_| Action::View(ViewAction::FitSelection),
        when(has_anything);
    "center_root" "center_focus_strong" 0 [NONE Home] => |_| Action::View(ViewAction::CenterRoot),
        when(has_nodes);
    "minimap" "map" 0 [NONE M] => |_| Action::Prefer(PreferAction::ToggleCanvas(CanvasSwitch::Minimap)),
        checked_if(|s| s.canvas.minimap);
    "zoom_in" "zoom_in" 0 [NONE Plus, NONE Equals, SHIFT Plus] => |_| zoom(ZoomStep::In),
        within(Submenu::Camera), when(has_nodes);
    "zoom_out" "zoom_out" 0 [NONE Minus] => |_| zoom(ZoomStep::Out),
        within(Submenu::Camera), when(has_nodes);
    "zoom_actual" "restart_alt" 0 [NONE Num0] => |_| zoom(ZoomStep::ActualSize),
        within(Submenu::Camera), when(has_nodes);
    "pan_left" "arrow_back" 0 [SHIFT ArrowLeft] => |_| pan(-1, 0),
        within(Submenu::Camera), when(has_nodes);
    "pan_right" "arrow_forward" 0 [SHIFT ArrowRight] => |_| pan(1, 0),
        within(Submenu::Camera), when(has_nodes);
    "pan_up" "arrow_upward" 0 [SHIFT ArrowUp] => |_| pan(0, -1),
        within(Submenu::Camera), when(has_nodes);
    "pan_down" "arrow_downward" 0 [SHIFT ArrowDown] => |_| pan(0, 1),
        within(Submenu::Camera), when(has_nodes);
    "only_canvas" "fullscreen" 1 [SHIFT Space] => |_| Action::View(ViewAction::OnlyCanvas),
        checked_if(|s| s.is_only_canvas);
    "bottom_panels" "bottom_panel_open" 1 over_text [CTRL J] => |_| Action::View(ViewAction::ToggleBottomPanels),
        checked_if(|s| s.are_bottom_panels_shown), when(has_bottom_panels);
    "go_back" "arrow_back" 1 [ALT ArrowLeft] => |_| Action::View(ViewAction::Walk { forward: false }),
        within(Submenu::Tabs), when(can_go_back);
    "go_forward" "arrow_forward" 1 [ALT ArrowRight] =>
        |_| Action::View(ViewAction::Walk { forward: true }), within(Submenu::Tabs), when(can_go_forward);
    "next_tab" "chevron_right" 1 over_text [CTRL Tab, CTRL PageDown] =>
        |_| Action::File(FileAction::ShowNext { backwards: false }), within(Submenu::Tabs), when(has_documents);
    "previous_tab" "chevron_left" 1 over_text [CTRL_SHIFT Tab, CTRL PageUp] =>
        |_| Action::File(FileAction::ShowNext { backwards: true }), within(Submenu::Tabs), when(has_documents);
    "split_view" "vertical_split" 1 over_text [CTRL Backslash] => |_| Action::View(ViewAction::Split),
        within(Submenu::Tabs), checked_if(|s| s.is_split);
    "next_panel" "keyboard" 1 over_text [NONE F6] => |_| Action::View(ViewAction::NextPanel { forward: true }),
        within(Submenu::Tabs);
    "previous_panel" "keyboard_return" 1 over_text [SHIFT F6] =>
        |_| Action::View(ViewAction::NextPanel { forward: false }), within(Submenu::Tabs);
    "edit_parameters" "tune" 1 [NONE P] => |_| Action::View(ViewAction::ShowPanel("inspector")),
        within(Submenu::Tabs), when(has_selection);
    "show_scenarios" "movie" over_text [CTRL_SHIFT F4] =>
        |_| Action::View(ViewAction::ShowPanel("scenarios"));
    "show_coverage" "percent" over_text [CTRL_SHIFT U] =>
        |_| Action::View(ViewAction::ShowPanel("coverage"));
    "reset_panels" "restore" 1 => |_| Action::View(ViewAction::ResetPanels), within(Submenu::Panels);
    "theme_system" "brightness_auto" 2 => |_| theme(ThemeChoice::System),
        within(Submenu::Theme), checked_if(|s| s.theme == Some(ThemeChoice::System));
    "theme_light" "light_mode" 2 => |_| theme(ThemeChoice::Light),
        within(Submenu::Theme), checked_if(|s| s.theme == Some(ThemeChoice::Light));
    "theme_dark" "dark_mode" 2 => |_| theme(ThemeChoice::Dark),
        within(Submenu::Theme), checked_if(|s| s.theme == Some(ThemeChoice::Dark));
    "theme_high_contrast" "contrast" 2 => |_| theme(ThemeChoice::HighContrast),
        within(Submenu::Theme), checked_if(|s| s.theme == Some(ThemeChoice::HighContrast));
    "scale_up" "zoom_in" 2 over_text [CTRL Plus, CTRL Equals, CTRL_SHIFT Plus] => |_| scale(true),
        within(Submenu::Scale);
    "scale_down" "zoom_out" 2 over_text [CTRL Minus] => |_| scale(false), within(Submenu::Scale);
    "scale_reset" "restart_alt" 2 over_text [CTRL Num0] =>
        |_| Action::Prefer(PreferAction::SetScale(100)), within(Submenu::Scale);
    "language_en" "language" 2 => |_| language("en"),
        within(Submenu::Language), checked_if(|s| s.language == "en");
    "language_zh" "language" 2 => |_| language("zh-CN"),
        within(Submenu::Language), checked_if(|s| s.language == "zh-CN");
}

fn theme(preference: ThemeChoice) -> Action {
    Action::View(ViewAction::SetTheme(preference))
}

fn zoom(step: ZoomStep) -> Action {
    Action::View(ViewAction::Zoom(step))
}

fn pan(right: i32, down: i32) -> Action {
    Action::View(ViewAction::Pan { right, down })
}

fn scale(larger: bool) -> Action {
    Action::Prefer(PreferAction::StepScale { larger })
}

fn language(code: &str) -> Action {
    Action::View(ViewAction::SetLanguage(code.to_owned()))
}
