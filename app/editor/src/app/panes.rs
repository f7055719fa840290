//! The docked panels: a tree of tiles that the user can rearrange.

use egui::containers::menu::MenuButton;
use egui::{
    Button, Frame, Id, Margin, Rect, Role, TextStyle, Ui, UiBuilder, Visuals, WidgetText, vec2,
};
use egui_tiles::{
    Behavior, Container, SimplificationOptions, TabState, Tabs, Tile, TileId, Tiles, UiResponse,
};

use treewright_session::workspace::scenario_list::ScenarioCounts;

use super::mouse_strips::MouseStrips;
use crate::accessible_tree::{make_tab, name_menu_button, name_region};
use crate::action::{Action, ActionSink, FindAction, ViewAction};
use crate::clicked_panel;
use crate::command_table;
use crate::docking::{self, Arrangement, BottomRow, Panel, PanelTree};
use crate::focus_regions;
use crate::icons;
use crate::panels::canvas::CanvasInput;
use crate::panels::canvases::CANVAS_RECT;
use crate::panels::{
    PanelContext, agents, blackboard, breadcrumb, breakpoints, coverage, document_tabs, explore,
    find, import_report, inspector, last_run, log, map, observers, outline, palette, plots,
    problems, program_bar, project, run_stack, scenarios, timeline, tour, use_bar, versions,
};
use crate::popup_keyboard::{had_popup_keys, set_label};
use crate::shell::Views;
use crate::theme::Theme;
use crate::widgets::{IconButton, panel_scroll, text_width};

pub fn show(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    panels: &mut Arrangement,
    views: &mut Views,
    sink: &mut ActionSink,
) {
    let Arrangement { tree, is_folded } = panels;
    let bottom = BottomRow::of(tree);
    let canvas = docking::find(tree, Panel::Canvas);
    let has_several = |tabs: &Tabs| {
        let seen = tabs
            .children
            .iter()
            .filter(|tab| tree.tiles.is_visible(**tab));
        seen.count() > 1
    };
    let rows = tree.tiles.tiles().filter_map(|tile| match tile {
        Tile::Container(Container::Tabs(tabs)) if has_several(tabs) => Some(tabs),
        _ => None,
    });
    let (mut in_front, mut with_neighbors) = (Vec::new(), Vec::new());
    for row in rows {
        in_front.extend(row.active);
        with_neighbors.extend(&row.children);
    }
    // The strips between the panels, by which they are resized.
    let strips = ui.available_rect_before_wrap();
    ui.painter().rect_filled(strips, 0.0, cx.theme.panel);
    let folded = bottom.filter(|_| *is_folded);
    let folded_tabs = folded.and_then(|bottom| tree.tiles.get_container(bottom.row));
    let is_low = docking::is_low_window(ui.ctx());
    let mut panes = Panes {
        unseen: Vec::new(),
        cx,
        tab_spacing: if is_low { 6.0 } else { 8.0 },
        views,
        sink,
        canvas,
        in_front,
        with_neighbors,
        bottom,
        folded,
        folded_tabs: folded_tabs.map_or_else(Vec::new, Container::children_vec),
        strips: MouseStrips::default(),
    };
    panes.unseen = panes.tabs_without_room(ui, tree);
    for tab in &panes.unseen {
        tree.tiles.set_visible(*tab, false);
    }
    let first = MouseStrips::count(ui);
    match panes.folded {
        Some(bottom) => show_folded(ui, bottom, tree, &mut panes),
        None => tree.ui(&mut panes, ui),
    }
    panes.strips.hide_others(ui, first);
    for tab in panes.unseen {
        tree.tiles.set_visible(tab, true);
    }
}

/// Shows the panels with only the tabs of the row below the canvas. Its share of the height, which it gets back when it is unfolded, is another
/// one only meanwhile: that of its tabs in the height that the column had in the last frame.
fn show_folded(ui: &mut Ui, bottom: BottomRow, tree: &mut PanelTree, panes: &mut Panes<'_, '_>) {
    let height = |tree: &PanelTree| tree.tiles.rect(bottom.column).map(|column| column.height());
    let whole = height(tree).unwrap_or_else(|| ui.available_height());
    let share = bottom.share_for(tree, ROW_HEIGHT, whole);
    let unfolded = share.and_then(|share| bottom.set_share(tree, share));
    tree.ui(panes, ui);
    if height(tree) != Some(whole) {
        ui.ctx().request_repaint();
    }
    if let Some(share) = unfolded {
        bottom.set_share(tree, share);
    }
}

/// The height of a row of tabs, in points.
const ROW_HEIGHT: f32 = 28.0;

/// The width of a row of tabs that has room for a part of them, two arrows and the button of the list, in points.
const LEAST_ROW_WITH_ARROWS: f32 = 170.0;

struct Panes<'a, 'v> {
    /// Tabs that are only in the list of their row.
    unseen: Vec<TileId>,
    cx: &'a PanelContext<'a>,
    /// The space at each side of a tab's title, in points.
    tab_spacing: f32,
    views: &'v mut Views,
    sink: &'v mut ActionSink,
    canvas: Option<TileId>,
    /// Active tabs of tab containers with several tabs.
    in_front: Vec<TileId>,
    /// All tabs of these containers, which cannot be asked while they are drawn.
    with_neighbors: Vec<TileId>,
    /// The row of tabs below the canvas.
    bottom: Option<BottomRow>,
    /// The same, if only its tabs are seen.
    folded: Option<BottomRow>,
    /// The tabs that unfold it when they are clicked.
    folded_tabs: Vec<TileId>,
    strips: MouseStrips,
}

impl Panes<'_, '_> {
    fn canvas(&mut self, ui: &mut Ui) {
        let cx = self.cx;
        if docking::is_low_window(ui.ctx()) {
            ui.horizontal_top(|ui| {
                ui.spacing_mut().item_spacing.x = 0.0;
                let half = vec2(0.5 * ui.available_width(), 0.0);
                ui.allocate_ui(half, |ui| document_tabs::show(ui, cx, self.sink));
                breadcrumb::show(ui, cx, self.sink);
            });
        } else {
            document_tabs::show(ui, cx, self.sink);
            breadcrumb::show(ui, cx, self.sink);
        }
        if let Some(edited) = cx.edited_use {
            use_bar::show(ui, cx, edited, self.sink);
        }
        program_bar::show(ui, cx, self.sink);
        let rect = ui.available_rect_before_wrap();
        ui.data_mut(|data| data.insert_temp(Id::unique(CANVAS_RECT), rect));
        let above = egui::Rect::from_min_max(ui.max_rect().min, rect.right_top());
        focus_regions::record(ui, "document tabs", above);
        focus_regions::record(ui, focus_regions::CANVAS, rect);
        let Views {
            canvases,
            versions,
            comparison_view,
            covered,
            ..
        } = &mut *self.views;
        let program = || cx.front.program();
        let tree = cx.scenarios.tree_of(cx.front.id());
        let covered_by_scenarios = tree.and_then(|tree| cx.scenarios.coverage(tree));
        let of_use = cx.edited_use.map(|edited| use_bar::marks(cx, edited));
        let input = CanvasInput {
            is_read_only: cx.front.is_read_only(),
            document: cx.edited_use.map_or(cx.front.document(), |it| &it.shown),
            revision: cx.edited_use.map_or(cx.front.revision(), |it| it.revision),
            library: cx.front.library(),
            templates: cx.templates,
            trees: cx.project.trees,
            recent: &cx.settings.recent_tasks,
            selection: cx.front.selection(),
            diagnostics: cx.front.diagnostics(),
            breakpoints: &cx.front.breakpoints,
            program: &program,
            run: cx.run,
            coverage: covered_by_scenarios.map(|coverage| &**coverage),
            explored: cx
                .exploration
                .and_then(|exploration| exploration.current_report(cx.front)),
            marks: of_use.as_ref().or(versions.marks(cx.front.id())),
            theme: cx.theme,
            texts: cx.texts,
            left_to_right: cx.front.grows_right(),
            options: cx.settings.canvas,
        };
        // Without a focused text field the canvas takes the keyboard.
        let free =
            ui.memory(|memory| memory.focused().is_none() && memory.top_modal_layer().is_none());
        let free = free && !*covered && !had_popup_keys(ui.ctx());
        let front = cx.front.id();
        if versions.side_by_side_versions(front).is_some() {
            let both = (comparison_view, canvases.of(front));
            crate::panels::side_by_side::show(ui, cx, (versions, &input), both, free, self.sink);
        } else {
            canvases.show(ui, &input, front, free, self.sink);
        }
    }

    /// A button with a list of all tabs of a row, while some are out of sight.
    fn list_of_tabs(&mut self, ui: &mut Ui, tiles: &Tiles<Panel>, tabs: &Tabs) {
        let is_listed = |tab: &&TileId| tiles.is_visible(**tab) || self.unseen.contains(tab);
        let shown = tabs.children.iter().filter(is_listed);
        let panels: Vec<_> = shown
            .filter_map(|tab| Some((tab, *tiles.get_pane(tab)?)))
            .collect();
        let name = self.cx.texts.tr("panels.all").into_owned();
        let button = Button::new(icons::text("more_horiz").size(15.0)).frame_when_inactive(false);
        let (response, shown) = MenuButton::from_button(button).ui(ui, |ui| {
            for (tab, panel) in panels {
                let title = self.tab_title_for_pane(&panel).text().to_owned();
                let is_active = tabs.active == Some(*tab);
                let item = Button::selectable(is_active, (icons::text(panel.icon()), &*title));
                let item = ui.add(item).accessible_name(&title);
                set_label(&item, &title);
                if item.clicked() {
                    let show = ViewAction::ShowPanel(panel.key());
                    self.sink.push(Action::View(show));
                }
            }
        });
        name_menu_button(&response, &name, shown.is_some());
        response.on_hover_text(name);
    }

    /// Folds or unfolds the panels below the canvas.
    fn folding_button(&mut self, ui: &mut Ui) {
        let (icon, key) = match self.folded {
            Some(_) => ("expand_less", "panels.unfold"),
            None => ("expand_more", "panels.fold"),
        };
        let Some(command) = command_table::find("bottom_panels") else {
            return;
        };
        let name = self.cx.texts.tr(key).into_owned();
        let keys = command.shortcut_text(ui.ctx());
        let button = IconButton::new(icon, &name).hint(&keys).small();
        if button.show(ui).clicked() {
            self.sink.push(Action::View(ViewAction::ToggleBottomPanels));
        }
    }

    /// The tabs behind the active one in rows that are too narrow for them and arrows to scroll there, as they were in the last frame. Such a row has a
    /// list instead.
    fn tabs_without_room(&mut self, ui: &Ui, tree: &PanelTree) -> Vec<TileId> {
        let (tiles, font) = (&tree.tiles, TextStyle::Button.resolve(ui.style()));
        let mut unseen = Vec::new();
        for (id, tile) in tiles.iter() {
            let (Tile::Container(Container::Tabs(tabs)), Some(row)) = (tile, tiles.rect(*id))
            else {
                continue;
            };
            let shown = tabs.children.iter().filter(|tab| tiles.is_visible(**tab));
            let titles = shown.clone().filter_map(|tab| tiles.get_pane(tab));
            let widths = titles.map(|panel| {
                let title = self.tab_title_for_pane(panel);
                text_width(ui, title.text(), font.clone()) + 2.0 * self.tab_spacing
            });
            let is_narrow =
                row.width() < LEAST_ROW_WITH_ARROWS && widths.sum::<f32>() > row.width();
            if let Some(active) = tabs.active.filter(|_| is_narrow) {
                unseen.extend(shown.filter(|tab| **tab != active));
            }
        }
        unseen
    }

    /// Shows a panel; in less height than it can be used in, a part of it, which scrolls.
    fn panel_or_part(&mut self, ui: &mut Ui, panel: Panel) {
        let least = least_height(panel, ui.available_width());
        if ui.available_height() >= least {
            return self.panel(ui, panel);
        }
        let area = panel_scroll().id_salt(("part of a panel", panel.key()));
        area.show(ui, |ui| {
            let size = vec2(ui.available_width(), least);
            let whole = Rect::from_min_size(ui.cursor().min, size);
            ui.scope_builder(UiBuilder::new().max_rect(whole), |ui| {
                ui.set_min_size(size);
                self.panel(ui, panel);
            });
        });
    }

    fn panel(&mut self, ui: &mut Ui, panel: Panel) {
        let (cx, views, sink) = (self.cx, &mut *self.views, &mut *self.sink);
        // A run that was stopped can still be read where it is told over time.
        let tells = matches!(
            panel,
            Panel::Log | Panel::Timeline | Panel::Plots | Panel::Map | Panel::Agents
        );
        let stopped = cx.last_run.filter(|_| tells);
        if stopped.is_some() {
            last_run::dim(ui);
        }
        let run = cx.run.or(stopped);
        let cx = &PanelContext { run, ..*cx };
        match panel {
            Panel::Palette => palette::show(ui, cx, &mut views.palette, sink),
            Panel::Outline => outline::show(ui, cx, &mut views.outline, sink),
            Panel::Inspector => inspector::show(ui, cx, &mut views.inspector, sink),
            Panel::Blackboard => {
                blackboard::show(ui, cx, &mut views.blackboard, &views.plots, sink);
            }
            Panel::Problems => problems::show(ui, cx, &mut views.problems, sink),
            Panel::Timeline => timeline::show(ui, cx, &mut views.timeline, sink),
            Panel::Plots => plots::show(ui, cx, &mut views.plots, sink),
            Panel::Map => map::show(ui, cx, &mut views.map, sink),
            Panel::RunStack => run_stack::show(ui, cx, sink),
            Panel::Agents => agents::show(ui, cx, &mut views.agents, sink),
            Panel::Observers => observers::show(ui, cx, &mut views.observers, sink),
            Panel::Breakpoints => breakpoints::show(ui, cx, &mut views.breakpoints, sink),
            Panel::Log => log::show(ui, cx, &mut views.log, sink),
            Panel::Scenarios => scenarios::show(ui, cx, &mut views.scenarios, sink),
            Panel::Coverage => coverage::show(ui, cx, &mut views.coverage, sink),
            Panel::Explore => explore::show(ui, cx, &mut views.explore, sink),
            Panel::Project => project::show(ui, cx, &mut views.project, sink),
            Panel::Find => find::show(ui, cx, &mut views.find, sink),
            Panel::Versions => versions::show(ui, cx, &mut views.versions, sink),
            Panel::Import => import_report::show(ui, cx, &mut views.import, sink),
            Panel::Canvas => self.canvas(ui),
        }
    }
}

/// Notes in which pass, how far a row of tabs must scroll to the right to show all of this one, negative if to the left, and how wide it is.
fn note_hidden_part(tab: &egui::Response, tile: TileId) {
    let (whole, seen) = (tab.rect, tab.interact_rect);
    let hidden = (whole.right() - seen.right()) + (whole.left() - seen.left());
    let noted = (tab.ctx.cumulative_pass_nr(), hidden, whole.width());
    tab.ctx
        .data_mut(|data| data.insert_temp(hidden_part_id(tile), noted));
}

/// Whether a part of a tab was out of sight in the last pass, and how wide the tab was then.
fn hidden_part(ui: &Ui, tab: TileId) -> (bool, f32) {
    let noted: Option<(u64, f32, f32)> = ui.data(|data| data.get_temp(hidden_part_id(tab)));
    let last_pass = ui.ctx().cumulative_pass_nr().saturating_sub(1);
    let noted = noted.filter(|(pass, ..)| *pass == last_pass);
    noted.map_or((false, 0.0), |(_, hidden, width)| {
        (hidden.abs() > 1.0, width)
    })
}

fn hidden_part_id(tile: TileId) -> Id {
    Id::unique(("hidden part of a tab", tile))
}

/// Scrolls a row of tabs to the active one when another one has become active, or it or the row has another width.
fn reveal_active_tab(ui: &Ui, row: TileId, tabs: &Tabs, scroll_offset: &mut f32) {
    let memory = Id::unique(("active tab of a row", row));
    let Some(active) = tabs.active else { return };
    // Known in the pass after the tab was drawn.
    let noted: Option<(u64, f32, f32)> = ui.data(|data| data.get_temp(hidden_part_id(active)));
    let width = noted.map_or(0.0, |(.., width)| width);
    let [row_width, width] = [ui.max_rect().width(), width].map(|width| width.round() as u32);
    let now = (active, row_width, width);
    if ui.data(|data| data.get_temp(memory)) == Some(now) {
        return;
    }
    let last_pass = ui.ctx().cumulative_pass_nr().saturating_sub(1);
    if let Some((_, hidden, _)) = noted.filter(|(pass, ..)| *pass == last_pass) {
        *scroll_offset += hidden;
        ui.data_mut(|data| data.insert_temp(memory, now));
    } else {
        ui.ctx().request_repaint();
    }
}

/// The height below which a panel would show its controls without what they are about, in points.
fn least_height(panel: Panel, width: f32) -> f32 {
    match panel {
        // A button takes the place of the list beside the strip.
        Panel::Scenarios if width < scenarios::NARROW => 110.0,
        Panel::Scenarios | Panel::Find | Panel::Versions => 150.0,
        Panel::Timeline | Panel::Plots | Panel::Map | Panel::Breakpoints => 130.0,
        Panel::Agents | Panel::Explore => 100.0,
        _ => 0.0,
    }
}

impl Behavior<Panel> for Panes<'_, '_> {
    fn pane_ui(&mut self, ui: &mut Ui, _tile_id: TileId, panel: &mut Panel) -> UiResponse {
        // In a folded row there is nothing to see.
        if ui.max_rect().height() <= 0.0 {
            return UiResponse::None;
        }
        let margin = if *panel == Panel::Canvas {
            Margin::ZERO
        } else {
            Margin::symmetric(8, 8)
        };
        let first = MouseStrips::count(ui);
        let frame = Frame::new().fill(self.cx.theme.panel).inner_margin(margin);
        frame.show(ui, |ui| {
            let title = self.cx.texts.tr(&panel.text_key()).into_owned();
            let name = self.cx.texts.tr_with("reader.panel", &[("name", &title)]);
            name_region(ui, Role::Region, &name);
            tour::record_rect(ui, panel.key(), ui.max_rect());
            ui.set_min_size(ui.available_size());
            ui.style_mut().spacing.item_spacing.y = 5.0;
            self.panel_or_part(ui, *panel);
            if *panel != Panel::Canvas {
                focus_regions::record(ui, panel.key(), ui.max_rect());
            }
        });
        self.strips.keep_since(ui, first);
        UiResponse::None
    }

    fn tab_title_for_pane(&mut self, panel: &Panel) -> WidgetText {
        let title = self.cx.texts.tr(&panel.text_key()).into_owned();
        let count = match panel {
            Panel::Problems => self.cx.count_all_problems(),
            Panel::Scenarios => {
                let counts = ScenarioCounts::of(self.cx.scenarios.entries());
                counts.failed + counts.unusable
            }
            Panel::Versions => self.cx.front.document().conflicts.len(),
            _ => 0,
        };
        if count == 0 {
            title.into()
        } else {
            self.cx.texts.with_note(&title, &count.to_string()).into()
        }
    }

    fn is_tab_bar_visible(&self, _tile_id: TileId, tabs: &Tabs) -> bool {
        // The canvas alone needs no title: the document tabs are there.
        tabs.children
            .iter()
            .any(|child| Some(*child) != self.canvas)
    }

    fn simplification_options(&self) -> SimplificationOptions {
        SimplificationOptions {
            all_panes_must_have_tabs: true,
            ..SimplificationOptions::default()
        }
    }

    fn tab_bar_height(&self, _style: &egui::Style) -> f32 {
        ROW_HEIGHT
    }

    fn is_container_resizable(&self, _tiles: &Tiles<Panel>, tile: TileId) -> bool {
        self.folded.is_none_or(|bottom| bottom.column != tile)
    }

    fn gap_width(&self, _style: &egui::Style) -> f32 {
        5.0
    }

    fn min_size(&self) -> f32 {
        90.0
    }

    fn tab_title_spacing(&self, _visuals: &Visuals) -> f32 {
        self.tab_spacing
    }

    fn on_tab_button(
        &mut self,
        tiles: &mut Tiles<Panel>,
        tile_id: TileId,
        button_response: egui::Response,
    ) -> egui::Response {
        let theme = self.cx.theme;
        if button_response.clicked()
            && let Some(panel) = tiles.get_pane(&tile_id)
        {
            clicked_panel::note(&button_response.ctx, *panel);
            // What is typed next is meant for its field, not for the canvas.
            if *panel == Panel::Find {
                self.sink.push(Action::Find(FindAction::Focus));
            }
        }
        note_hidden_part(&button_response, tile_id);
        make_tab(&button_response);
        self.strips.keep_tab(button_response.id);
        if button_response.clicked() && self.folded_tabs.contains(&tile_id) {
            self.sink.push(Action::View(ViewAction::ToggleBottomPanels));
        }
        // Only a tab with neighbors needs a mark that it is active.
        let chosen = self.in_front.contains(&tile_id);
        if self.with_neighbors.contains(&tile_id) {
            focus_regions::record_tab(&button_response, chosen);
        }
        if button_response.hovered() || chosen {
            let painter = button_response.ctx.layer_painter(button_response.layer_id);
            // A line in the same color would make two tabs look active.
            let color = if chosen {
                Theme::tint(theme.panel, theme.accent, 0.75)
            } else {
                theme.separator
            };
            let line = egui::Stroke::new(2.0, color);
            let rect = button_response.rect;
            painter.with_clip_rect(button_response.interact_rect).hline(
                rect.x_range(),
                rect.bottom() - 1.0,
                line,
            );
        }
        button_response
    }

    fn top_bar_right_ui(
        &mut self,
        tiles: &Tiles<Panel>,
        ui: &mut Ui,
        row: TileId,
        tabs: &Tabs,
        scroll_offset: &mut f32,
    ) {
        let first = MouseStrips::count(ui);
        reveal_active_tab(ui, row, tabs, scroll_offset);
        if self.bottom.is_some_and(|bottom| bottom.row == row) {
            self.folding_button(ui);
        }
        let widths = tabs.children.iter().map(|tab| hidden_part(ui, *tab).1);
        if tabs.children.iter().any(|tab| self.unseen.contains(tab)) {
            self.list_of_tabs(ui, tiles, tabs);
        } else if widths.sum::<f32>() <= ui.available_width() {
            // The list and the arrows beside the tabs are what would take their room.
            *scroll_offset = 0.0;
        } else if tabs.children.iter().any(|tab| hidden_part(ui, *tab).0) {
            self.list_of_tabs(ui, tiles, tabs);
        }
        self.strips.keep_since(ui, first);
    }

    fn tab_bar_color(&self, _visuals: &Visuals) -> egui::Color32 {
        Theme::tint(self.cx.theme.panel, self.cx.theme.background, 0.6)
    }

    fn tab_text_color(
        &self,
        _visuals: &Visuals,
        _tiles: &Tiles<Panel>,
        _tile_id: TileId,
        state: &TabState,
    ) -> egui::Color32 {
        if state.active {
            self.cx.theme.text
        } else {
            self.cx.theme.muted
        }
    }

    fn tab_outline_stroke(
        &self,
        _visuals: &Visuals,
        _tiles: &Tiles<Panel>,
        _tile_id: TileId,
        _state: &TabState,
    ) -> egui::Stroke {
        egui::Stroke::NONE
    }

    fn resize_stroke(&self, _style: &egui::Style, state: egui_tiles::ResizeState) -> egui::Stroke {
        match state {
            egui_tiles::ResizeState::Idle => egui::Stroke::new(1.0, self.cx.theme.separator),
            _ => egui::Stroke::new(4.0, self.cx.theme.accent),
        }
    }

    fn drag_ui(&mut self, tiles: &Tiles<Panel>, ui: &mut Ui, tile_id: TileId) {
        if let Some(Tile::Pane(panel)) = tiles.get(tile_id) {
            let title = self.tab_title_for_pane(panel);
            let galley = title.into_galley(ui, None, f32::INFINITY, TextStyle::Button);
            Frame::popup(ui.style()).show(ui, |ui| ui.label(galley));
        }
    }
}
