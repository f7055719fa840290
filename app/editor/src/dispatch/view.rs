//! What is shown and how.

use std::sync::Arc;

use egui::Context;
use treewright_authoring::edit::Selection;
use treewright_core::ids::NodeId;
use treewright_session::i18n::Texts;
use treewright_session::notice::NoticeKind;

use crate::action::ViewAction;
use crate::app::EditorApp;
use crate::docking::{self, Panel};
use crate::panels::canvas::CanvasState;
use crate::panels::command_palette::{PaletteWindow, Seek};
use crate::panels::key_sheet::KeySheet;
use crate::panels::node_reference::ReferenceWindow;
use crate::panels::settings_window::SettingsWindow;
use crate::panels::why_window::WhyWindow;

/// Does it.
pub fn apply(app: &mut EditorApp, ctx: &Context, action: ViewAction) {
    match action {
        ViewAction::Fit => canvas(app).request_fit(),
        ViewAction::FitSelection => canvas(app).request_fit_selection(),
        ViewAction::ExplainProblem(node) => explain_problem(app, node),
        ViewAction::CenterRoot => canvas(app).request_center_root(),
        ViewAction::Reveal(node) => reveal(app, node),
        ViewAction::Why => ask_why(app),
        ViewAction::Plot(name) => plot(app, name),
        ViewAction::ShowVariable(name) => {
            docking::show(&mut app.panels, Panel::Blackboard);
            app.views.blackboard.reveal = Some(name);
        }
        ViewAction::QuickAdd => canvas(app).open_quick_add(),
        ViewAction::InsertTemplate => canvas(app).open_templates(),
        ViewAction::Replace => canvas(app).open_replace(),
        ViewAction::Wrap => canvas(app).open_wrap(),
        ViewAction::CommandPalette => seek(app, Seek::Commands),
        ViewAction::GoToNode => seek(app, Seek::Nodes),
        ViewAction::ChooseLibrary => {
            app.views.command_palette = Some(PaletteWindow::new(Seek::Libraries));
        }
        ViewAction::QuickOpen => seek(app, Seek::Files),
        ViewAction::NextPanel => next_panel(app, ctx),
        ViewAction::Dismiss => {
            app.views.command_palette = None;
            app.views.about = false;
            app.views.why = None;
            app.views.settings = None;
            app.views.key_sheet = None;
        }
        ViewAction::Rename if app.workspace.front().selection().is_empty() => {
            let which = app.workspace.front().selection().annotations().next();
            if let Some(which) = which {
                canvas(app).request_write_on(which);
            }
        }
        ViewAction::Rename => rename(app),
        ViewAction::NameTree => {
            docking::show(&mut app.panels, Panel::Inspector);
            app.views.inspector.focus_tree_name = true;
        }
        ViewAction::GoToTree => super::trees::go_to_tree(app, ctx),
        ViewAction::Split => {
            let canvases = &mut app.views.canvases;
            canvases.split = !canvases.split;
        }
        ViewAction::Walk { forward } => super::trail::walk(app, ctx, forward),
        ViewAction::GoUpTo(level) => super::trail::go_up_to(app, ctx, level),
        ViewAction::SetTheme(preference) => {
            app.settings.theme = Some(preference);
            ctx.set_theme(crate::theme::preference(preference));
        }
        ViewAction::SetLanguage(code) => {
            app.texts = Texts::new(&code);
            app.settings.language = Some(code);
        }
        ViewAction::SetLeftToRight(on) => {
            app.settings.left_to_right = on;
            super::layout::turn(app, ctx);
        }
        ViewAction::TogglePanel(key) => {
            if let Some(panel) = Panel::from_key(key) {
                docking::toggle(&mut app.panels, panel);
            }
        }
        ViewAction::ShowPanel(key) => {
            if let Some(panel) = Panel::from_key(key) {
                docking::show(&mut app.panels, panel);
            }
        }
        ViewAction::ResetPanels => app.panels = docking::initial(),
        ViewAction::Tour(step) => tour(app, ctx, step),
        ViewAction::NodeReference(task) => open_reference(app, task.as_deref()),
        ViewAction::CloseReference => app.views.reference = None,
        ViewAction::ToggleFavourite(task) => app.settings.toggle_favourite(&task),
        ViewAction::About => app.views.about = true,
        ViewAction::Settings(section) => {
            app.views.key_sheet = None;
            app.views.settings = Some(SettingsWindow::new(section));
        }
        ViewAction::KeySheet => app.views.key_sheet = Some(KeySheet::default()),
        ViewAction::SayWhyNot(command, reason) => {
            let (command, reason) = (app.texts.tr(&command), app.texts.tr(&reason));
            let arguments = [("command", &*command), ("reason", &*reason)];
            let text = app.texts.tr_with("notice.not_now", &arguments);
            app.say(ctx, NoticeKind::Refused, text);
        }
    }
    // What was changed may stand on what is already drawn.
    ctx.request_repaint();
}

/// Selects a node and brings it into view.
fn reveal(app: &mut EditorApp, node: NodeId) {
    let (front, _) = app.workspace.front_mut();
    front.select(Selection::one(node.clone()));
    app.views.versions.leave();
    canvas(app).request_reveal(node);
}

/// Asks why the selected node does what it does.
fn ask_why(app: &mut EditorApp) {
    let front = app.workspace.front();
    let selected = front.selection().primary().cloned();
    app.views.why = selected.map(|node| WhyWindow::new(front.id(), node));
}

/// Draws a variable over time and shows that, or draws it no longer.
fn plot(app: &mut EditorApp, variable: Arc<str>) {
    if app.views.plots.turn(variable) {
        docking::show(&mut app.panels, Panel::Plots);
    }
}

/// Goes to a step; the first one is shown on the example that the texts speak of. It was seen once it ends, and does not come by itself again.
fn tour(app: &mut EditorApp, ctx: &Context, step: Option<usize>) {
    if app.views.tour.is_none() && step.is_some() {
        let example = treewright_session::examples::EXAMPLES
            .first()
            .map(|example| example.name);
        let front = app.workspace.front();
        let there = front.path().is_none() && Some(&*front.title(&app.texts)) == example;
        if let (false, Some(example)) = (there, example) {
            super::file::open_example(app, ctx, example);
        }
        for panel in [
            Panel::Palette,
            Panel::Inspector,
            Panel::Blackboard,
            Panel::Problems,
        ] {
            docking::show(&mut app.panels, panel);
        }
    }
    app.views.tour = step;
    app.settings.tour_seen |= step.is_none();
    // The next step's own button takes the keyboard.
    ctx.memory_mut(|memory| {
        if let Some(focused) = memory.focused() {
            memory.surrender_focus(focused);
        }
    });
}

/// On the card of the node; in the inspector where the canvas does not show it.
fn rename(app: &mut EditorApp) {
    let front = app.workspace.front();
    let Some(node) = front.selection().primary().cloned() else {
        return;
    };
    if docking::is_open(&app.panels, Panel::Canvas) && canvas(app).card(&node).is_some() {
        canvas(app).open_rename(node);
    } else {
        docking::show(&mut app.panels, Panel::Inspector);
        app.views.inspector.focus_name = true;
    }
}

/// At the page that is asked for, or that of the selected node's task; an open one turns to it.
fn open_reference(app: &mut EditorApp, task: Option<&str>) {
    let front = app.workspace.front();
    let selected = front.selection().primary();
    let of_selected = selected.and_then(|id| Some(&*front.document().node(id)?.task));
    let task = task.or(of_selected).map(str::to_owned);
    app.views.reference = Some(ReferenceWindow::at(task));
}

/// Selects a node and explains its worst problem in the panel of problems.
fn explain_problem(app: &mut EditorApp, node: NodeId) {
    let (front, _) = app.workspace.front_mut();
    let mut all = front.diagnostics().iter();
    let index = all.position(|diagnostic| diagnostic.location.node() == Some(&node));
    let of_libraries = front.libraries().problems().len();
    front.select(Selection::one(node));
    if let Some(index) = index {
        docking::show(&mut app.panels, Panel::Problems);
        app.views.problems.explain(of_libraries + index);
    }
}

fn canvas(app: &mut EditorApp) -> &mut CanvasState {
    let front = app.workspace.front().id();
    app.views.canvases.of(front)
}

/// Moves the keyboard on, past panels that are closed or hold nothing to type into.
fn next_panel(app: &mut EditorApp, ctx: &Context) {
    const ROUND: [Panel; 4] = [
        Panel::Canvas,
        Panel::Palette,
        Panel::Outline,
        Panel::Inspector,
    ];
    let has_selection = !app.workspace.front().selection().is_empty();
    let takes_it = |panel: Panel| {
        let empty = panel == Panel::Inspector && !has_selection;
        docking::is_open(&app.panels, panel) && !empty
    };
    let at = ROUND
        .iter()
        .position(|panel| *panel == app.views.keyboard_in);
    let after = ROUND
        .iter()
        .cycle()
        .skip(at.unwrap_or(0) + 1)
        .take(ROUND.len());
    let next = after.copied().find(|panel| takes_it(*panel));
    let next = next.unwrap_or(Panel::Canvas);
    app.views.keyboard_in = next;
    docking::show(&mut app.panels, next);
    match next {
        Panel::Palette => app.views.palette.focus_search = true,
        Panel::Outline => app.views.outline.focus_search = true,
        Panel::Inspector => app.views.inspector.focus_name = true,
        // A keyboard that is nowhere goes to the canvas.
        _ => ctx.memory_mut(|memory| {
            if let Some(focused) = memory.focused() {
                memory.surrender_focus(focused);
            }
        }),
    }
}

fn seek(app: &mut EditorApp, seek: Seek) {
    app.views.command_palette = Some(PaletteWindow::new(seek));
}
