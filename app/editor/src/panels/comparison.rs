//! The first frame in which the run differs from a recording, side by side. Compares nothing itself.

use egui::{Context, Label, RichText, ScrollArea, Ui, WidgetInfo, vec2};
use rustc_hash::FxHashMap;
use treewright_core::ids::NodeId;
use treewright_insight::recording::{FrameDifference, Pair, Row, RowKind};
use treewright_session::i18n::Texts;
use treewright_session::workspace::open_document::DocumentId;

use super::PanelContext;
use crate::action::{Action, ActionSink, FileAction, RunAction, Walk};
use crate::theme::space;
use crate::widgets::{ROW_HEIGHT, ToolWindow, caption, closed_by_escape, row_pressed};

/// A node, with the number of the agent whose tree it is in; `None` for the first one.
pub type NodeOfAgent = (Option<u64>, NodeId);

/// Titles of nodes.
pub type NodeTitles = FxHashMap<NodeOfAgent, String>;

/// The result of a comparison.
#[derive(Debug)]
pub struct Comparison {
    /// The document of the run.
    pub document: DocumentId,
    pub name: String,
    /// The number of frames of the run.
    pub frames: u64,
    /// The seeds of the run and of the recording.
    pub seeds: (u64, u64),
    /// Whether both started with the same documents and libraries.
    pub same_tree: bool,
    /// The first difference; `None` if the run matches the recording.
    pub difference: Option<FrameDifference>,
    /// The titles of nodes in the run and in the recording.
    pub titles: (NodeTitles, NodeTitles),
    /// Whether the run or the recording has several agents in the frame that differs.
    pub has_several_agents: bool,
    /// Whether nothing else would have handled Escape in the previous frame.
    pub is_free: bool,
}

/// Shows the window. Returns false if it was closed.
pub fn show(
    ctx: &Context,
    cx: &PanelContext<'_>,
    comparison: &mut Comparison,
    is_busy: bool,
    sink: &mut ActionSink,
) -> bool {
    let arguments = [("name", &*comparison.name)];
    let shown = ToolWindow {
        id: "comparison",
        title: cx.texts.tr_with("comparison.title", &arguments),
        size: vec2(640.0, 320.0),
        about: None,
        is_new: false,
    };
    let (_, open) = shown.show(ctx, |ui| contents(ui, cx, comparison, sink));
    open && !closed_by_escape(ctx, &mut comparison.is_free, is_busy)
}

fn contents(ui: &mut Ui, cx: &PanelContext<'_>, comparison: &Comparison, sink: &mut ActionSink) {
    let texts = cx.texts;
    if !comparison.same_tree {
        ui.label(texts.tr("comparison.other_tree").into_owned());
    }
    let (seed, other) = comparison.seeds;
    if seed != other {
        let (seed, other) = (seed.to_string(), other.to_string());
        let arguments = [("seed", &*seed), ("other", &*other)];
        ui.label(texts.tr_with("comparison.other_seed", &arguments));
    }
    let Some(difference) = &comparison.difference else {
        ui.label(texts.tr_count("comparison.same", comparison.frames as usize));
        return;
    };
    headline(ui, cx, comparison, difference, sink);
    ui.add_space(space::S);
    rows(ui, cx, comparison, difference);
}

/// The frame in which they differ, with a link to it.
fn headline(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    comparison: &Comparison,
    difference: &FrameDifference,
    sink: &mut ActionSink,
) {
    let texts = cx.texts;
    let frame = difference.frame.to_string();
    ui.horizontal_wrapped(|ui| {
        let text = texts.tr_with("comparison.first", &[("frame", &frame)]);
        ui.label(RichText::new(text).strong());
        if !difference.there.0 {
            return;
        }
        let link = ui.link(texts.tr_with("comparison.go_to", &[("frame", &frame)]));
        if !row_pressed(ui, &link) {
            return;
        }
        if let Some(place) = cx.workspace.index_of(comparison.document) {
            sink.push(Action::File(FileAction::Show(place)));
        }
        let own = |pair: &Pair| pair.left.clone().filter(|_| pair.differs());
        let first = difference.pairs.iter().find_map(own);
        let place = first.and_then(|row| Some((row.agent?, row.events)));
        sink.push(Action::Run(match place.filter(|(_, events)| *events > 0) {
            Some((agent, events)) => RunAction::Walk(Walk::GoToEvent {
                frame: difference.frame,
                agent,
                events,
            }),
            None => RunAction::Walk(Walk::GoTo(difference.frame)),
        }));
    });
    let last = (difference.frame - 1).to_string();
    if !difference.there.0 {
        ui.label(texts.tr_with("comparison.run_ends", &[("frame", &last)]));
    }
    if !difference.there.1 {
        ui.label(texts.tr_with("comparison.recording_ends", &[("frame", &last)]));
    }
}

fn rows(ui: &mut Ui, cx: &PanelContext<'_>, comparison: &Comparison, difference: &FrameDifference) {
    /// The number of rows shown before the first difference.
    const ROWS_BEFORE: usize = 5;
    /// The width of the mark on differing rows.
    const MARK: f32 = 18.0;
    let width = (ui.available_width() - MARK - 3.0 * space::M).max(200.0) / 2.0;
    let this_run = cx.texts.tr("comparison.this_run");
    ui.horizontal(|ui| {
        ui.add_space(MARK + space::M);
        for name in [&*this_run, &*comparison.name] {
            ui.allocate_ui(vec2(width, ROW_HEIGHT), |ui| {
                ui.set_width(width);
                caption(ui, cx.theme, name);
            });
        }
    });
    let pairs = &difference.pairs;
    let first = pairs.iter().position(Pair::differs).unwrap_or(0);
    // Rows far before the first difference are omitted: they are equal.
    let pairs = &pairs[first.saturating_sub(ROWS_BEFORE)..];
    ScrollArea::vertical().auto_shrink([false, true]).show_rows(
        ui,
        ROW_HEIGHT,
        pairs.len(),
        |ui, range| {
            for pair in &pairs[range] {
                row(ui, cx, comparison, pair, (MARK, width));
            }
        },
    );
}

fn row(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    comparison: &Comparison,
    pair: &Pair,
    (mark, width): (f32, f32),
) {
    let (texts, theme) = (cx.texts, cx.theme);
    let (left, right) = &comparison.titles;
    let words = |row: &Option<Row>, titles: &NodeTitles| {
        let text = row.as_ref().map(|row| {
            let title = |id: &NodeId| {
                let title = titles.get(&(row.agent, id.clone()));
                title.cloned().unwrap_or_else(|| id.to_string())
            };
            row_in_words(texts, row, comparison.has_several_agents, title)
        });
        text.unwrap_or_else(|| "–".to_owned())
    };
    let differs = pair.differs();
    let color = if differs { theme.warning } else { theme.muted };
    let sides = [words(&pair.left, left), words(&pair.right, right)];
    let response = ui.horizontal(|ui| {
        ui.set_height(ROW_HEIGHT);
        let sign = if differs { "≠" } else { " " };
        ui.add_sized(
            [mark, ROW_HEIGHT],
            Label::new(RichText::new(sign).color(color)),
        );
        for text in &sides {
            ui.allocate_ui(vec2(width, ROW_HEIGHT), |ui| {
                ui.set_width(width);
                let text =
                    RichText::new(text).color(if differs { theme.text } else { theme.muted });
                ui.add(Label::new(text).truncate());
            });
        }
    });
    let [left, right] = &sides;
    let key = if differs {
        "comparison.differs"
    } else {
        "comparison.alike"
    };
    let sentence = texts.tr_with(key, &[("left", left), ("right", right)]);
    response
        .response
        .widget_info(|| WidgetInfo::labeled(egui::Role::Row, true, &sentence));
}

/// A row as text, with the agent if there are several.
pub fn row_in_words(
    texts: &Texts,
    row: &Row,
    has_several_agents: bool,
    title: impl Fn(&NodeId) -> String,
) -> String {
    let node = row.node.as_ref().map(&title).unwrap_or_default();
    let (code, text) = match (row.kind, row.text.english()) {
        (RowKind::End, "Inactive") => ("interrupted", String::new()),
        (RowKind::BesideEnd, "Inactive") => ("tree_stopped", String::new()),
        (RowKind::Send, text) if !text.is_empty() => ("send_with", text.to_owned()),
        (RowKind::Wrote, text) if row.node.is_none() => ("becomes", text.to_owned()),
        (RowKind::Data, text) if row.node.is_none() => ("attached", text.to_owned()),
        (RowKind::Abort, scope) => ("abort", title(&scope.into())),
        (
            RowKind::Force
            | RowKind::Interrupt
            | RowKind::Update
            | RowKind::End
            | RowKind::BesideEnd
            | RowKind::Status,
            status,
        ) => (row.kind.code(), texts.choice(status)),
        (RowKind::Check, status) => (row.kind.code(), texts.truth(status)),
        (RowKind::Error, _) => ("error", texts.message(&row.text)),
        (_, _) => (row.kind.code(), texts.message(&row.text)),
    };
    let arguments = [("node", &*node), ("name", &*row.name), ("text", &*text)];
    let sentence = texts.tr_with(&format!("comparison.row_{code}"), &arguments);
    match row.agent.filter(|_| has_several_agents) {
        Some(agent) => texts.of_agent(agent, &sentence),
        None => sentence,
    }
}
