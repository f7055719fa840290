//! The log of the run, one sentence per line, newest at the bottom; complete or filtered. Lines after the shown moment are dimmed. Copies and exports
//! the listed lines.

mod causes;
mod export;
mod filter;

use causes::Cause;
use egui::{Color32, Rect, TextEdit, Ui, UiBuilder, vec2};
use export::LogFormat;
use filter::{FrameRange, LogFilter};
use treewright_session::workspace::run_view::{LogEntry, LogKind, RunView};

use super::{PanelContext, no_run_hint};
use crate::accessible_tree::opens_menu;
use crate::action::{Action, ActionSink, RunAction, Walk};
use crate::theme::{Theme, space};
use crate::widgets::{
    IconButton, ROW_HEIGHT, RightEnd, Row, empty_hint, filter_field, panel_scroll, placeholder,
    row_pressed,
};

/// The space between the widgets of the header.
const GAP: f32 = 2.0;

/// All kinds of lines, in the order of their buttons.
const KINDS: [LogKind; 7] = [
    LogKind::Abort,
    LogKind::Log,
    LogKind::Data,
    LogKind::Breakpoint,
    LogKind::Event,
    LogKind::Error,
    LogKind::Run,
];

/// State kept between frames.
#[derive(Debug, Default)]
pub struct LogState {
    filter: LogFilter,
    /// The index and frame of the last line up to the shown moment.
    newest: Option<(usize, u64)>,
}

pub fn show(ui: &mut Ui, cx: &PanelContext<'_>, state: &mut LogState, sink: &mut ActionSink) {
    let entries = cx.run.map(RunView::whole_log).unwrap_or_default();
    if entries.is_empty() {
        return no_run_hint::show(ui, cx, ("article", "log.empty"), sink);
    }
    header(ui, cx, state, entries, sink);
    state.filter.update(cx, entries);
    let lines = state.filter.lines();
    if lines.is_empty() {
        empty_hint(ui, cx.theme, "filter_list", &cx.texts.tr("log.nothing"));
        return;
    }
    ui.add_space(space::XS);
    ui.spacing_mut().item_spacing.y = 0.0;
    let until_now = cx.run.map_or(0, |run| run.log().len());
    let happened = lines.partition_point(|index| *index < until_now);
    let newest = lines[..happened].last();
    let is_stop = newest.is_some_and(|index| entries[*index].kind == LogKind::Breakpoint);
    let newest = newest.map(|index| (*index, entries[*index].frame));
    let is_new = std::mem::replace(&mut state.newest, newest) != newest;
    // The newest line stays in sight unless the user scrolls away from it.
    let mut area = panel_scroll().stick_to_bottom(true);
    // A stop is shown even to those who were reading further up.
    if is_new && is_stop && happened == lines.len() {
        let height = lines.len() as f32 * ROW_HEIGHT;
        area = area.vertical_scroll_offset((height - ui.available_height()).max(0.0));
    }
    area.show_rows(ui, ROW_HEIGHT, lines.len(), |ui, range| {
        if is_new && happened < lines.len() {
            show_row(ui, happened.saturating_sub(1), range.start);
        }
        for index in &lines[range] {
            line(ui, cx, (*index, *index < until_now), &entries[*index], sink);
        }
    });
}

/// Scrolls to a row, given which row is at the top.
fn show_row(ui: &Ui, row: usize, top: usize) {
    let offset = (row as f32 - top as f32) * ROW_HEIGHT;
    let corner = ui.cursor().min + vec2(0.0, offset);
    let rect = Rect::from_min_size(corner, vec2(1.0, ROW_HEIGHT));
    ui.scroll_to_rect(rect, None);
}

fn line(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    (index, has_happened): (usize, bool),
    entry: &LogEntry,
    sink: &mut ActionSink,
) {
    let frame = entry.frame.to_string();
    let frame = cx.texts.tr_with("status.frame", &[("frame", &frame)]);
    let own = cx.run.map_or(*cx, |run| cx.of_tree(run, entry.tree));
    let causes = causes::of(&own, entry);
    let text = line_text(&own, entry, &causes);
    let (icon, color) = appearance(cx.theme, entry.kind);
    let (icon_color, text_color) = if has_happened {
        (color, cx.theme.text)
    } else {
        (cx.theme.inactive, cx.theme.muted)
    };
    let name = if has_happened {
        text.clone()
    } else {
        cx.texts.tr_with("log.later", &[("text", &text)])
    };
    let response = ui
        .push_id(index, |ui| {
            Row::new(&text)
                .icon(icon, icon_color)
                .color(text_color)
                .detail(&frame)
                .keeps_detail()
                .name(&name)
                .show(ui, cx.theme)
        })
        .inner
        .on_hover_text(&name);
    causes::menu(&response, &own, (entry, &causes), sink);
    if !row_pressed(ui, &response) {
        return;
    }
    if cx.run.is_some_and(|run| run.frame() != entry.frame) {
        sink.push(Action::Run(RunAction::Walk(Walk::GoTo(entry.frame))));
    }
    // It may be no part of the run in the frame that was shown before.
    let is_other = |agent: &u64| cx.run.is_some_and(|run| run.agent() != *agent);
    if let Some(agent) = entry.agent.filter(is_other) {
        sink.push(Action::Run(RunAction::Walk(Walk::ShowAgent(agent))));
    }
    // The document of the agent's tree is the active one by now.
    if let Some(node) = &entry.node {
        own.reveal(node, sink);
    }
}

/// The sentence of a line, after the name of its agent if there are several, or that of its tree. `cx` is about that tree.
fn line_text(cx: &PanelContext<'_>, entry: &LogEntry, causes: &[Cause]) -> String {
    let text = causes::sentence(cx, entry, causes);
    if let Some(agent) = entry.agent.filter(|_| has_several_agents(cx)) {
        return cx.texts.of_agent(agent, &text);
    }
    let is_of_tree = entry.agent.is_none() && entry.kind != LogKind::Event;
    let tree = cx.run.filter(|_| is_of_tree);
    match tree.and_then(|run| cx.tree_title(run, entry.tree)) {
        Some(tree) => cx.texts.labeled(&tree, &text),
        None => text,
    }
}

fn has_several_agents(cx: &PanelContext<'_>) -> bool {
    cx.run.is_some_and(RunView::has_several_agents)
}

fn header(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    state: &mut LogState,
    entries: &[LogEntry],
    sink: &mut ActionSink,
) {
    let filter = &mut state.filter;
    let (_, line) = ui.allocate_space(vec2(ui.available_width(), ROW_HEIGHT));
    let end = RightEnd::of(ui, line);
    let before = end.before();
    let before = before.with_max_x(before.right() - GAP);
    ui.scope_builder(UiBuilder::new().max_rect(before), |ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        let (name, clear) = (cx.texts.tr("log.search"), cx.texts.tr("search.clear"));
        filter_field(ui, cx.theme, &mut filter.query, &name, &clear);
    });
    end.show(ui, |ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        frames_field(ui, cx, filter);
        ui.add_space(space::S);
        for kind in KINDS {
            let name = cx.texts.tr(kind_key(kind));
            let (icon, color) = appearance(cx.theme, kind);
            let shown = filter.shows(kind);
            let color = if shown { color } else { cx.theme.inactive };
            let button = IconButton::new(icon, &name).small().color(color);
            if button.selected(shown).show(ui).clicked() {
                filter.toggle(kind);
            }
        }
        if has_several_agents(cx) || filter.only_shown_agent {
            let name = cx.texts.tr("log.only_shown_agent");
            let button = IconButton::new("person", &name).small();
            if button.selected(filter.only_shown_agent).show(ui).clicked() {
                filter.only_shown_agent ^= true;
            }
        }
        let name = cx.texts.tr("log.only_selected");
        let button = IconButton::new("filter_center_focus", &name).small();
        if button.selected(filter.only_selected).show(ui).clicked() {
            filter.only_selected ^= true;
        }
        ui.add_space(space::S);
        export_buttons(ui, cx, filter, entries, sink);
    });
}

/// The frames whose lines are shown: `12`, `12-30`, `12-` or `-30`.
fn frames_field(ui: &mut Ui, cx: &PanelContext<'_>, filter: &mut LogFilter) {
    let name = cx.texts.tr("log.frames");
    let is_wrong = FrameRange::of(&filter.frames).is_none();
    let mut field = TextEdit::singleline(&mut filter.frames)
        .desired_width(76.0)
        .hint_text(placeholder(&*name));
    if is_wrong {
        field = field.text_color(cx.theme.error);
    }
    let key = if is_wrong {
        "log.frames_wrong"
    } else {
        "log.frames_hint"
    };
    ui.add(field)
        .accessible_name(&*name)
        .on_hover_text(cx.texts.tr(key));
}

/// Buttons that copy or export the shown lines.
fn export_buttons(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    filter: &mut LogFilter,
    entries: &[LogEntry],
    sink: &mut ActionSink,
) {
    let name = cx.texts.tr("log.copy");
    if IconButton::new("content_copy", &name)
        .small()
        .show(ui)
        .clicked()
    {
        filter.update(cx, entries);
        let text = export::write(cx, entries, filter.lines(), LogFormat::Text);
        ui.ctx().copy_text(text);
    }
    let name = cx.texts.tr("log.export").into_owned();
    let icon = crate::icons::text("download").size(15.0);
    let icon = egui::Button::new(icon).frame_when_inactive(false);
    let (menu, shown) = egui::containers::menu::MenuButton::from_button(icon).ui(ui, |ui| {
        for format in LogFormat::ALL {
            if ui.button(cx.texts.tr(format.text_key())).clicked() {
                filter.update(cx, entries);
                let text = export::write(cx, entries, filter.lines(), format);
                let name = format!("{}.log.{}", cx.front.title(cx.texts), format.ending());
                sink.push(Action::Run(RunAction::Export { name, text }));
            }
        }
    });
    opens_menu(&menu, shown.is_some());
    menu.accessible_name(&name).on_hover_text(name);
}

/// The text key of a kind of line.
fn kind_key(kind: LogKind) -> &'static str {
    match kind {
        LogKind::Log => "log.kind_log",
        LogKind::Data => "log.kind_data",
        LogKind::Abort => "log.kind_abort",
        LogKind::Error => "log.kind_error",
        LogKind::Breakpoint => "log.kind_breakpoint",
        LogKind::Event => "log.kind_event",
        LogKind::Run => "log.kind_run",
    }
}

fn appearance(theme: &Theme, kind: LogKind) -> (&'static str, Color32) {
    match kind {
        LogKind::Log => ("chat", theme.muted),
        LogKind::Data => ("show_chart", theme.muted),
        LogKind::Abort => ("flash_on", theme.interrupted),
        LogKind::Error => ("error", theme.error),
        LogKind::Breakpoint => ("adjust", theme.breakpoint),
        LogKind::Event => ("campaign", theme.accent),
        LogKind::Run => ("play_circle", theme.accent),
    }
}
