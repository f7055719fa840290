//! What is shown and how.

use egui::Context;
use treewright_core::edit::Selection;

use crate::action::ViewAction;
use crate::app::EditorApp;
use crate::i18n::Texts;
use crate::layout::{self, Panel};
use crate::panels::canvas::CanvasState;
use crate::panels::command_palette::{PaletteWindow, Seek};

/// Does it.
pub fn apply(app: &mut EditorApp, ctx: &Context, action: ViewAction) {
    match action {
        ViewAction::Fit => canvas(app).request_fit(),
        ViewAction::FitSelection => canvas(app).request_fit_selection(),
        ViewAction::Reveal(node) => {
            let (front, _) = app.workspace.front_mut();
            front.select(Selection::one(node.clone()));
            canvas(app).request_reveal(node);
        }
        ViewAction::QuickAdd => canvas(app).open_quick_add(),
        ViewAction::CommandPalette => seek(app, Seek::Commands),
        ViewAction::GoToNode => seek(app, Seek::Nodes),
        ViewAction::QuickOpen => seek(app, Seek::Files),
        ViewAction::Find => {
            layout::show(&mut app.panels, Panel::Outline);
            app.views.outline.focus_search = true;
        }
        ViewAction::Dismiss => {
            app.views.command_palette = None;
            app.views.about = false;
        }
        ViewAction::Rename => {
            layout::show(&mut app.panels, Panel::Inspector);
            app.views.inspector.focus_name = true;
        }
        ViewAction::SetTheme(preference) => {
            app.settings.theme = Some(preference);
            ctx.set_theme(preference);
        }
        ViewAction::SetLanguage(code) => {
            app.texts = Texts::new(&code);
            app.settings.language = Some(code);
        }
        ViewAction::SetLeftToRight(on) => {
            app.settings.left_to_right = on;
            canvas(app).request_fit();
        }
        ViewAction::TogglePanel(key) => {
            if let Some(panel) = Panel::from_key(key) {
                layout::toggle(&mut app.panels, panel);
            }
        }
        ViewAction::ShowPanel(key) => {
            if let Some(panel) = Panel::from_key(key) {
                layout::show(&mut app.panels, panel);
            }
        }
        ViewAction::ResetPanels => app.panels = layout::initial(),
        ViewAction::About => app.views.about = true,
    }
    // What was changed may stand on what is already drawn.
    ctx.request_repaint();
}

fn canvas(app: &mut EditorApp) -> &mut CanvasState {
    let front = app.workspace.front().id();
    app.views.canvases.entry(front).or_default()
}

fn seek(app: &mut EditorApp, seek: Seek) {
    app.views.command_palette = Some(PaletteWindow::new(seek));
}
