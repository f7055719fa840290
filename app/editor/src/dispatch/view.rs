//! What is shown and how.

use std::sync::Arc;

use treewright_authoring::edit::Selection;
use treewright_core::ids::NodeId;
use treewright_core::model::{SUBTREE, TREE_PARAMETER};
use treewright_session::i18n::Texts;
use treewright_session::workspace::Workspace;
use treewright_session::workspace::open_document::DocumentId;

use crate::action::{Plotted, ViewAction, ZoomStep};
use crate::docking::{self, Panel};
use crate::editor::Editor;
use crate::focus_regions;
use crate::panels::canvas::CanvasState;
use crate::panels::command_palette::PaletteTopic;
use crate::panels::key_sheet::KeySheet;
use crate::panels::node_reference::ReferenceWindow;
use crate::panels::settings_window::SettingsWindow;
use crate::panels::tour;
use crate::panels::why_window::WhyWindow;
use crate::shell::Shell;

pub fn apply(editor: &mut Editor, action: ViewAction) {
    let Editor {
        workspace, shell, ..
    } = &mut *editor;
    match action {
        ViewAction::Fit => canvas(workspace, shell).request_fit(),
        ViewAction::FitSelection => {
            canvas(workspace, shell).request_fit_selection();
        }
        ViewAction::Zoom(step) => zoom(canvas(workspace, shell), step),
        ViewAction::Pan { right, down } => canvas(workspace, shell).pan_by(right, down),
        ViewAction::ExplainProblem(node) => explain_problem(workspace, shell, node),
        ViewAction::CenterRoot => {
            canvas(workspace, shell).request_center_root();
        }
        ViewAction::Reveal(node) => reveal(workspace, shell, node),
        ViewAction::Why => explain_node(workspace, shell),
        ViewAction::Plot(plotted) => plot(shell, workspace.front().id(), plotted),
        ViewAction::AddVariable => {
            docking::show(&mut shell.panels, Panel::Blackboard);
            shell.views.blackboard.add = true;
        }
        ViewAction::ShowVariable(name) => show_variable(shell, name),
        ViewAction::RenameVariable(name) => {
            show_variable(shell, name);
        }
        ViewAction::QuickAdd => canvas(workspace, shell).open_quick_add(),
        ViewAction::InsertTemplate => canvas(workspace, shell).open_templates(),
        ViewAction::Replace => canvas(workspace, shell).open_replace(),
        ViewAction::Wrap => canvas(workspace, shell).open_wrap(),
        ViewAction::CommandPalette => shell.open_palette(PaletteTopic::Commands),
        ViewAction::GoToNode => shell.open_palette(PaletteTopic::Nodes),
        ViewAction::ChooseLibrary => shell.open_palette(PaletteTopic::Libraries),
        ViewAction::QuickOpen => shell.open_palette(PaletteTopic::Files),
        ViewAction::ChooseTree => shell.open_palette(PaletteTopic::Trees),
        ViewAction::NextPanel { forward } => next_panel(workspace, shell, forward),
        ViewAction::Dismiss => shell.views.dismiss(),
        ViewAction::Rename if workspace.front().selection().is_empty() => {
            let which = workspace.front().selection().annotations().next();
            if let Some(which) = which {
                canvas(workspace, shell).request_write_on(which);
            }
        }
        ViewAction::Rename => rename(workspace, shell),
        ViewAction::NameTree => name_tree(workspace, shell),
        ViewAction::GoToTree => super::trees::go_to_tree(editor),
        ViewAction::Split => {
            let canvases = &mut shell.views.canvases;
            canvases.split = !canvases.split;
        }
        ViewAction::Walk { forward } => {
            super::navigation::walk(workspace, shell, forward);
        }
        ViewAction::GoUpTo(level) => super::navigation::go_up_to(editor, level),
        ViewAction::SetTheme(preference) => {
            shell.settings.theme = Some(preference);
            crate::theme::choose(&shell.ctx, preference);
        }
        ViewAction::SetLanguage(code) => {
            shell.texts = Texts::new(&code);
            shell.settings.language = Some(code);
        }
        ViewAction::SetLeftToRight(on) => {
            shell.settings.left_to_right = on;
            super::layout::direction_changed(editor);
        }
        ViewAction::TogglePanel(key) => {
            if let Some(panel) = Panel::from_key(key) {
                docking::toggle(&mut shell.panels, panel);
            }
        }
        ViewAction::ShowPanel(key) => show_panel(shell, key),
        ViewAction::OnlyCanvas => shell.toggle_only_canvas(),
        ViewAction::ToggleBottomPanels => shell.panels.is_folded = !shell.panels.is_folded,
        ViewAction::ResetPanels => {
            shell.closed_for_canvas = None;
            shell.panels = docking::initial(shell.ctx.content_rect().height());
        }
        ViewAction::Tour(step) => go_to_step(workspace, shell, step),
        ViewAction::Guide => super::guide::open(editor),
        ViewAction::NodeReference(task) => {
            open_reference(workspace, shell, task.as_deref());
        }
        ViewAction::CloseReference => shell.views.reference = None,
        ViewAction::ToggleFavorite(task) => shell.settings.toggle_favorite(&task),
        ViewAction::About => shell.views.about = true,
        ViewAction::Settings(section) => {
            shell.views.key_sheet = None;
            shell.views.settings = Some(SettingsWindow::new(section));
        }
        ViewAction::KeySheet => shell.views.key_sheet = Some(KeySheet::default()),
    }
    // Some changes affect what is already drawn in this frame.
    editor.shell.ctx.request_repaint();
}

/// Gives the field for the name of the tree the keyboard.
fn name_tree(workspace: &mut Workspace, shell: &mut Shell) {
    select_tree_of_subtree_node(workspace);
    docking::show(&mut shell.panels, Panel::Inspector);
    // The field is in a section that may be closed.
    shell.settings.toggled_sections.remove("node");
    shell.views.inspector.focus_tree_name = true;
}

/// If a node is selected that runs a tree of the document, selects the root of this tree, which is what gets the name.
fn select_tree_of_subtree_node(workspace: &mut Workspace) {
    let (front, _) = workspace.front_mut();
    let document = front.document();
    let selected = front.selection().primary().and_then(|id| document.node(id));
    let runner = selected.filter(|node| &*node.task == SUBTREE && !node.runs_other_file());
    let tree = runner.and_then(|node| document.tree(node.text_parameter(TREE_PARAMETER)));
    if let Some(root) = tree.map(|tree| tree.root.clone()) {
        front.select(Selection::one(root));
    }
}

fn show_variable(shell: &mut Shell, name: Arc<str>) {
    docking::show(&mut shell.panels, Panel::Blackboard);
    shell.views.blackboard.focus = Some(name.clone());
    shell.views.blackboard.reveal = Some(name);
}

fn show_panel(shell: &mut Shell, key: &str) {
    let Some(panel) = Panel::from_key(key) else {
        return;
    };
    docking::show(&mut shell.panels, panel);
    match panel {
        Panel::Scenarios => shell.views.scenarios.strip.take_focus(),
        // Without a focused field the canvas takes the keyboard.
        Panel::Canvas => {}
        _ => focus_regions::go_to(&shell.ctx, panel.key()),
    }
}

fn zoom(canvas: &mut CanvasState, step: ZoomStep) {
    match step {
        ZoomStep::In => canvas.zoom_by(1),
        ZoomStep::Out => canvas.zoom_by(-1),
        ZoomStep::ActualSize => canvas.zoom_to_actual_size(),
    }
}

/// Selects a node and scrolls it into view.
fn reveal(workspace: &mut Workspace, shell: &mut Shell, node: NodeId) {
    let (front, _) = workspace.front_mut();
    front.select(Selection::one(node.clone()));
    shell.views.versions.leave();
    canvas(workspace, shell).request_reveal(node);
}

/// Opens the window that explains the selected node.
fn explain_node(workspace: &Workspace, shell: &mut Shell) {
    let front = workspace.front();
    let selected = front.selection().primary().cloned();
    shell.views.why = selected.map(|node| WhyWindow::new(front.id(), node));
}

/// Adds something to the plots or removes it; opens their panel if it was added.
fn plot(shell: &mut Shell, document: DocumentId, plotted: Plotted) {
    let plots = &mut shell.views.plots;
    let is_added = match plotted {
        Plotted::Variable(name) => plots.toggle(name),
        Plotted::Utility(node) => plots.toggle_utility(document, node),
    };
    if is_added {
        docking::show(&mut shell.panels, Panel::Plots);
    }
}

/// Shows a step of the tour; the first one with the example that the texts describe. When the tour ends, it is marked as seen and does not open by
/// itself again.
fn go_to_step(workspace: &mut Workspace, shell: &mut Shell, step: Option<usize>) {
    if shell.views.tour.is_none()
        && step.is_some()
        && let Some(example) = treewright_session::examples::EXAMPLES.first()
    {
        let front = workspace.front();
        let title = example.document(&shell.texts).title;
        if front.path().is_some() || front.untitled() != title {
            super::file::open_example(workspace, shell, example.name);
        }
    }
    if let Some(panel) = step.and_then(|step| Panel::from_key(tour::place_of(step))) {
        let is_folded = shell.panels.is_folded;
        shell.views.folded_before_tour.get_or_insert(is_folded);
        docking::show(&mut shell.panels, panel);
    } else if let Some(is_folded) = shell.views.folded_before_tour.take() {
        shell.panels.is_folded = is_folded;
    }
    shell.views.tour = step;
    shell.settings.tour_seen |= step.is_none();
    // The button of the next step takes the focus.
    shell.ctx.memory_mut(|memory| {
        if let Some(focused) = memory.focused() {
            memory.surrender_focus(focused);
        }
    });
}

/// Renames the selected node on its card, or in the inspector if the canvas does not show it.
fn rename(workspace: &Workspace, shell: &mut Shell) {
    let front = workspace.front();
    let Some(node) = front.selection().primary().cloned() else {
        return;
    };
    if docking::is_open(&shell.panels.tree, Panel::Canvas)
        && canvas(workspace, shell).card(&node).is_some()
    {
        canvas(workspace, shell).open_rename(node);
    } else {
        docking::show(&mut shell.panels, Panel::Inspector);
        shell.views.inspector.focus_name = true;
    }
}

/// Opens the node reference at the page of `task`, or of the selected node's task.
fn open_reference(workspace: &Workspace, shell: &mut Shell, task: Option<&str>) {
    let task = task.map(str::to_owned);
    let task = task.or_else(|| node_type_of_selection(workspace));
    shell.views.reference = Some(ReferenceWindow::at(task));
}

/// Returns the node type of the node that was selected last.
pub(super) fn node_type_of_selection(workspace: &Workspace) -> Option<String> {
    let front = workspace.front();
    let selected = front.document().node(front.selection().primary()?)?;
    Some(selected.task.to_string())
}

/// Selects a node and explains its most severe problem in the problems panel.
fn explain_problem(workspace: &mut Workspace, shell: &mut Shell, node: NodeId) {
    let (front, _) = workspace.front_mut();
    let mut all = front.diagnostics().iter();
    let index = all.position(|diagnostic| diagnostic.location.node() == Some(&node));
    let of_libraries = front.libraries().problems().len();
    front.select(Selection::one(node));
    if let Some(index) = index {
        docking::show(&mut shell.panels, Panel::Problems);
        shell.views.problems.explain(of_libraries + index);
    }
}

fn canvas<'s>(workspace: &Workspace, shell: &'s mut Shell) -> &'s mut CanvasState {
    let front = workspace.front().id();
    shell.views.canvases.of(front)
}

/// Moves the keyboard focus to the next region of the window.
fn next_panel(workspace: &Workspace, shell: &mut Shell, forward: bool) {
    let ctx = &shell.ctx;
    let Some((region, widget)) = focus_regions::next(ctx, forward) else {
        return;
    };
    let has_name = workspace.front().selection().len() == 1;
    let panel = Panel::ALL.into_iter().find(|panel| panel.key() == region);
    match (panel, widget) {
        (Some(Panel::Palette), _) => shell.views.palette.focus_search = true,
        (Some(Panel::Outline), _) => shell.views.outline.focus_search = true,
        (Some(Panel::Inspector), _) if has_name => shell.views.inspector.focus_name = true,
        (_, Some(widget)) => ctx.memory_mut(|memory| memory.request_focus(widget)),
        // Without a focused field the canvas takes the keyboard.
        (_, None) => ctx.memory_mut(|memory| {
            if let Some(focused) = memory.focused() {
                memory.surrender_focus(focused);
            }
        }),
    }
    ctx.request_repaint();
}
