//! The window that tells what differs between the current way of a run and another one: from which frame on, and which nodes and variables, each with
//! what happened first. Knows nothing of how ways are compared.

use egui::{Context, Label, RichText, ScrollArea, Ui};
use treewright_core::ids::NodeId;
use treewright_insight::recording::{DifferentRow, Row, WayId};
use treewright_session::i18n::Texts;
use treewright_session::memo::Memo;
use treewright_session::workspace::open_document::DocumentId;
use treewright_session::workspace::run_view::{DifferentNode, DifferentVariable, RunView, WayView};

use super::PanelContext;
use super::comparison::row_in_words;
use crate::action::{Action, ActionSink, RunAction, Walk, WayAction};
use crate::theme::space;
use crate::widgets::{LIST_WINDOW, ToolWindow, caption, closed_by_escape, row_pressed};

/// State kept between frames.
#[derive(Debug)]
pub struct WaysWindow {
    pub document: DocumentId,
    way: WayId,
    /// The way that was the current one.
    current: Option<WayId>,
    /// What differs, by the current way and how far they were compared.
    differences: Memo<(WayId, u64), Differences>,
    /// Whether it was not shown yet.
    is_new: bool,
    /// Whether nothing else would have handled Escape in the previous frame.
    is_free: bool,
}

impl WaysWindow {
    pub fn new(document: DocumentId, way: WayId) -> Self {
        Self {
            document,
            way,
            current: None,
            differences: Memo::default(),
            is_new: true,
            is_free: false,
        }
    }
}

#[derive(Debug, Default)]
struct Differences {
    inputs: Vec<DifferentRow>,
    variables: Vec<DifferentVariable>,
    nodes: Vec<DifferentNode>,
}

/// The name of a way.
pub fn name_of(texts: &Texts, way: &WayView) -> String {
    way.name.as_ref().map_or_else(
        || {
            let number = (way.id.number() + 1).to_string();
            texts.tr_with("ways.numbered", &[("number", &number)])
        },
        ToString::to_string,
    )
}

/// Shows the window. Returns false if it was closed. `is_busy` is true during a drag or text input on the canvas.
pub fn show(
    ctx: &Context,
    cx: &PanelContext<'_>,
    window: &mut WaysWindow,
    is_busy: bool,
    sink: &mut ActionSink,
) -> bool {
    let ways = cx.run.map(RunView::ways).unwrap_or_default();
    let current = ways.iter().find(|way| way.is_current);
    let (Some(run), Some(current)) = (cx.run, current) else {
        return false;
    };
    if window.way == current.id {
        // It was made the current one: the comparison goes on with the one that was left for it.
        let left = ways.iter().find(|way| Some(way.id) == window.current);
        let left = left.filter(|way| !way.is_current);
        match left.or_else(|| ways.iter().rfind(|way| !way.is_current)) {
            Some(other) => window.way = other.id,
            None => return false,
        }
    }
    window.current = Some(current.id);
    let Some(way) = ways.iter().find(|way| way.id == window.way) else {
        return false;
    };
    let (here, there) = (name_of(cx.texts, current), name_of(cx.texts, way));
    let arguments = [("here", &*here), ("there", &*there)];
    let shown = ToolWindow {
        id: "ways",
        title: cx.texts.tr_with("ways.title", &arguments),
        size: LIST_WINDOW,
        about: None,
        is_new: std::mem::replace(&mut window.is_new, false),
    };
    let key = (current.id, way.compared_until);
    let (_, open) = shown.show(ctx, |ui| {
        contents(ui, cx, run, (window, key), (current, way), sink);
    });
    open && !closed_by_escape(ctx, &mut window.is_free, is_busy)
}

fn contents(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    run: &dyn RunView,
    (window, key): (&mut WaysWindow, (WayId, u64)),
    (current, way): (&WayView, &WayView),
    sink: &mut ActionSink,
) {
    buttons(ui, cx, way, sink);
    let end = current.last_frame.min(way.last_frame);
    ui.horizontal_wrapped(|ui| match way.first_difference {
        Some(frame) => {
            ui.label(cx.texts.tr("ways.first_difference").into_owned());
            frame_link(ui, cx, frame, sink);
        }
        None if way.compared_until < end => {
            let until = way.compared_until.to_string();
            ui.label(cx.texts.tr_with("ways.comparing", &[("frame", &until)]));
        }
        None => {
            ui.label(cx.texts.tr("ways.same").into_owned());
        }
    });
    let find = |_: &_| Differences {
        inputs: run.different_inputs(way.id),
        variables: run.different_variables(way.id),
        nodes: run.different_nodes(way.id),
    };
    let Differences {
        inputs,
        variables,
        nodes,
    } = window.differences.of(key, find);
    if inputs.is_empty() && variables.is_empty() && nodes.is_empty() {
        return;
    }
    ui.separator();
    let names = [current, way].map(|way| name_of(cx.texts, way));
    let names = names.each_ref().map(String::as_str);
    ScrollArea::vertical()
        .auto_shrink([false, true])
        .show(ui, |ui| {
            if !inputs.is_empty() {
                caption(ui, cx.theme, &cx.texts.tr("ways.inputs"));
            }
            for (place, row) in inputs.iter().enumerate() {
                let input = row.here.as_ref().or(row.there.as_ref());
                let node = input.and_then(|input| input.node.as_ref());
                let own = of_agent(cx, run, row);
                let name = match (node, input) {
                    (Some(node), _) => own.title_of(node),
                    (None, input) => input.map_or_else(String::new, |row| row.name.to_string()),
                };
                ui.push_id(("input", place), |ui| {
                    difference(ui, &own, (&name, row, node), names, sink);
                });
            }
            if !variables.is_empty() {
                caption(ui, cx.theme, &cx.texts.tr("ways.variables"));
            }
            for (place, variable) in variables.iter().enumerate() {
                let tree = variable.tree.and_then(|tree| cx.tree_title(run, tree));
                let name = tree.map_or_else(
                    || variable.name.to_string(),
                    |tree| cx.texts.with_note(&variable.name, &tree),
                );
                let what = (&*name, &variable.row, None);
                let own = of_agent(cx, run, &variable.row);
                ui.push_id(("variable", place), |ui| {
                    difference(ui, &own, what, names, sink);
                });
            }
            if !nodes.is_empty() {
                caption(ui, cx.theme, &cx.texts.tr("ways.nodes"));
            }
            for (place, node) in nodes.iter().enumerate() {
                let own = cx.of_tree(run, node.tree);
                let name = own.title_of(&node.node);
                let what = (&*name, &node.row, Some(&node.node));
                ui.push_id(("node", place), |ui| {
                    difference(ui, &own, what, names, sink);
                });
            }
        });
}

/// What panels may read, for the tree of the agent that did something else.
fn of_agent<'a>(cx: &PanelContext<'a>, run: &dyn RunView, row: &DifferentRow) -> PanelContext<'a> {
    let agent = row.here.as_ref().or(row.there.as_ref());
    let agent = agent.and_then(|row| row.agent);
    agent.map_or(*cx, |agent| cx.of_tree(run, run.tree_of(agent)))
}

fn buttons(ui: &mut Ui, cx: &PanelContext<'_>, way: &WayView, sink: &mut ActionSink) {
    let choices = [
        ("ways.switch", WayAction::Switch(way.id)),
        ("ways.keep_only", WayAction::KeepOnly(way.id)),
        ("ways.forget", WayAction::Forget(way.id)),
    ];
    let name = name_of(cx.texts, way);
    ui.horizontal_wrapped(|ui| {
        for (key, action) in choices {
            let text = cx.texts.tr_with(key, &[("way", &name)]);
            if ui.button(text).clicked() {
                sink.push(Action::Run(RunAction::Way(action)));
            }
        }
    });
    ui.add_space(space::XS);
}

fn frame_link(ui: &mut Ui, cx: &PanelContext<'_>, frame: u64, sink: &mut ActionSink) -> bool {
    let shown = frame.to_string();
    let shown = cx.texts.tr_with("status.frame", &[("frame", &shown)]);
    let link = ui.link(&shown);
    let pressed = row_pressed(ui, &link);
    if pressed {
        sink.push(Action::Run(RunAction::Walk(Walk::GoTo(frame))));
    }
    pressed
}

/// What happened first, in both ways, with nodes of the tree that `cx` is about.
fn difference(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    (name, row, node): (&str, &DifferentRow, Option<&NodeId>),
    ways: [&str; 2],
    sink: &mut ActionSink,
) {
    let told = |happened: &Option<Row>| match (happened, &row.kept) {
        (Some(happened), _) => {
            let several = cx.run.is_some_and(RunView::has_several_agents);
            row_in_words(cx.texts, happened, several, |id: &NodeId| cx.title_of(id))
        }
        (None, Some(value)) => {
            let value = cx.texts.message(value);
            cx.texts.tr_with("ways.kept", &[("value", &value)])
        }
        (None, None) => cx.texts.tr("ways.not_so").into_owned(),
    };
    let (here, there) = (told(&row.here), told(&row.there));
    ui.horizontal_top(|ui| {
        if frame_link(ui, cx, row.frame, sink)
            && let Some(node) = node
        {
            cx.reveal(node, sink);
        }
        ui.vertical(|ui| {
            ui.add(Label::new(RichText::new(name).strong()).wrap());
            for (way, what) in ways.iter().zip([&here, &there]) {
                let text = cx.texts.labeled(way, what);
                ui.add(Label::new(RichText::new(text).color(cx.theme.muted)).wrap());
            }
        });
    });
    ui.add_space(space::XS);
}
